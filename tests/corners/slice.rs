//! Corners of the slice layer.

use std::borrow::Cow;
use std::error::Error;
use std::ops::Bound;

use bytes::{Bytes, BytesMut};
use linecut::{
    CopyReason, InternStats, Interner, Sharing, Slicer, SmallBytes, Source, Value, ValueError,
};

const LONG: &[u8] = b"a text of thirty-three bytes long";

#[test]
fn ranges_of_every_form_cut_the_same() {
    let source = Source::from((0..200u8).collect::<Vec<u8>>());
    let states = [
        source.value(0..200).keep_with(Sharing::Always),
        source.value(0..200).keep_with(Sharing::Never),
        SmallBytes::from_static(&[7; 200]),
        SmallBytes::from(&[1; 23]),
    ];
    for whole in states {
        let due = |range: std::ops::Range<usize>| &whole[range];
        assert_eq!(whole.slice(2..9), *due(2..9));
        assert_eq!(whole.slice(2..=9), *due(2..10));
        assert_eq!(whole.slice(..9), *due(0..9));
        assert_eq!(whole.slice(..=9), *due(0..10));
        assert_eq!(whole.slice(2..), *due(2..whole.len()));
        assert_eq!(whole.slice(..), whole);
        assert_eq!(whole.slice((Bound::Excluded(2), Bound::Unbounded)), *due(3..whole.len()));
        assert_eq!(whole.slice((Bound::Excluded(2), Bound::Excluded(9))), *due(3..9));
        assert_eq!(whole.slice(4..4), "");
    }
}

#[test]
#[should_panic(expected = "out of range")]
fn a_slice_past_the_end_panics() {
    let _ = SmallBytes::from("abc").slice(1..5);
}

#[test]
fn slices_share_where_their_value_does() {
    let source = Source::from(vec![b'x'; 1000]);
    let kept = source.value(100..900).keep();
    assert!(kept.slice_with(10..500, Sharing::Always).is_shared());
    assert_eq!(kept.slice_with(10..500, Sharing::Always).referenced_len(), 1000);
    assert!(!kept.slice_with(10..500, Sharing::Never).is_shared());
    assert!(kept.slice(0..23).is_inline() && !kept.slice(0..24).is_inline());
    // By the default policy 256 bytes are copied and 257 shared, for a root of 1,000.
    assert!(!kept.slice(0..256).is_shared() && kept.slice(0..257).is_shared());
    let copied = source.value(0..500).keep_with(Sharing::Never);
    assert!(!copied.slice_with(0..400, Sharing::Always).is_shared());
    let forever = SmallBytes::from_static(&[b's'; 100]);
    assert_eq!(forever.slice(10..90).as_ptr(), forever[10..].as_ptr());
    assert_eq!((forever.slice(10..90).heap_size(), forever.slice(10..90).is_shared()), (0, false));
}

#[test]
fn sizes_are_those_of_what_is_held() {
    let source = Source::from(vec![b'x'; 1000]);
    let shared = source.value(0..700).keep();
    let header = shared.heap_size() - 1000;
    assert!((size_of::<usize>() * 4..=size_of::<usize>() * 10).contains(&header), "{header}");
    for (value, referenced, heap) in [
        (SmallBytes::new(), 0, 0),
        (SmallBytes::from("abc"), 3, 0),
        (SmallBytes::from(LONG), 33, 33),
        (SmallBytes::from_static(LONG), 0, 0),
        (shared, 1000, 1000 + header),
    ] {
        assert_eq!((value.referenced_len(), value.heap_size()), (referenced, heap), "{value:?}");
    }
}

#[test]
fn text_is_seen_where_the_bytes_are_text() {
    assert_eq!(SmallBytes::from("grün").to_str(), Ok("grün"));
    assert_eq!(SmallBytes::from(b"gr\xFCn").to_str().unwrap_err().valid_up_to(), 2);
    assert_eq!(Value::from("grün").to_str(), Ok("grün"));
    assert_eq!(Value::from(b"gr\xFCn").to_latin1(), "grün");
    assert_eq!(Value::from("grün").to_latin1(), "grÃ¼n", "UTF-8 is no Latin-1");
    assert!(matches!(Value::from("plain").to_latin1(), Cow::Borrowed("plain")));
    assert_eq!(
        Value::from(b"\x00\x1B\x7F\xFF\"'\\").escaped().to_string(),
        r#"\x00\x1b\x7f\xff\"\'\\"#
    );
}

#[test]
fn a_failed_parse_says_which_part_failed() {
    let no_text = Value::from(b"\xFF").parse::<u8>().unwrap_err();
    let no_number = Value::from("x").parse::<u8>().unwrap_err();
    assert!(matches!(no_text, ValueError::Utf8(_)) && matches!(no_number, ValueError::Parse(_)));
    assert_eq!(no_number.to_string(), "x".parse::<u8>().unwrap_err().to_string());
    assert!(no_text.to_string().starts_with("invalid utf-8"), "{no_text}");
    assert!(no_text.source().is_some_and(|error| error.is::<std::str::Utf8Error>()));
    assert!(no_number.source().is_some_and(|error| error.is::<std::num::ParseIntError>()));
}

#[test]
fn every_conversion_keeps_the_bytes() {
    for bytes in [&b""[..], b"short", LONG] {
        let text = std::str::from_utf8(bytes).unwrap();
        for value in [
            SmallBytes::from(bytes),
            SmallBytes::from(text),
            SmallBytes::from(text.to_owned()),
            SmallBytes::from(bytes.to_vec()),
            SmallBytes::from(bytes.to_vec().into_boxed_slice()),
            SmallBytes::from(Cow::Borrowed(bytes)),
            SmallBytes::from(Cow::<[u8]>::Owned(bytes.to_vec())),
            SmallBytes::from(Bytes::copy_from_slice(bytes)),
            SmallBytes::from(Value::from(bytes)),
            text.parse().unwrap(),
            bytes.iter().copied().collect(),
        ] {
            assert_eq!(value, bytes);
            assert_eq!(value.is_inline(), bytes.len() <= 23);
            assert!(value.into_iter().eq(bytes));
            assert_eq!(Vec::from(value.clone()), bytes);
            assert_eq!(Bytes::from(value.clone()), bytes);
            assert_eq!(value.as_ref(), bytes);
            assert!(value == Value::from(bytes) && Value::from(bytes) == value);
            assert!(value != Value::from("other") && Value::from("other") != value);
        }
        for source in [
            Source::from(bytes),
            Source::from(text),
            Source::from(text.to_owned()),
            Source::from(bytes.to_vec()),
            Source::from(bytes.to_vec().into_boxed_slice()),
            Source::from(BytesMut::from(bytes)),
            Source::from(Bytes::copy_from_slice(bytes)),
            Source::from(Bytes::copy_from_slice(bytes)).clone(),
        ] {
            assert_eq!(&source[..], bytes);
            assert_eq!(source.as_ref(), bytes);
            // Empty `Bytes` have no allocation to know.
            assert!(source.root_capacity().map_or(bytes.is_empty(), |n| n >= bytes.len()));
        }
    }
    assert_eq!(SmallBytes::from(b"abc"), "abc");
    assert_eq!(&Source::from(b"abc")[..], b"abc");
    assert!(Source::default().is_empty() && SmallBytes::default().is_empty());
}

#[test]
fn a_source_tells_what_it_is() {
    let shown = format!("{:?}", Source::from(LONG));
    assert_eq!(shown, "Source { len: 33, root_capacity: Some(33) }");
    assert_eq!(Source::from_static(LONG).root_capacity(), Some(0));
    let from_static = Source::from_static(LONG).value(2..30).keep_with(Sharing::Never);
    assert_eq!((from_static.as_ptr(), from_static.is_shared()), (LONG[2..].as_ptr(), false));
    assert_eq!(from_static, LONG[2..30]);
    assert_eq!(Source::from(LONG.to_vec().into_boxed_slice()).root_capacity(), Some(33));
}

#[test]
fn a_slicer_keeps_fields_and_interns_keys_and_values() {
    let interner = Interner::with_seed(3).max_value_len(40);
    let mut slicer = Slicer::new(Sharing::Never).with_interner(interner);
    let name = &b"A-Header-Name-Of-More-Than-23"[..];
    for round in 0..3 {
        let fields = [(name, Value::from(LONG)), (b"x", Value::from("y"))];
        let kept: Vec<_> = slicer.fields(fields).collect();
        assert_eq!(kept.len(), 2);
        assert_eq!((&kept[0].0[..], &kept[0].1[..]), (name, LONG));
        assert_eq!((&kept[1].0[..], &kept[1].1[..]), (&b"x"[..], &b"y"[..]));
        // Stored at their second sight; what fits inline is not looked up.
        let stats = slicer.interner().unwrap().stats();
        let due = [(2, 0, 0), (2, 2, 0), (2, 2, 2)][round];
        assert_eq!((stats.first_sights, stats.misses, stats.hits), due);
        assert_eq!(stats.bypasses, 2 * (round as u64 + 1));
    }
    let stats = slicer.stats();
    assert_eq!((stats.interned.values, stats.interned.bytes), (4, 2 * (29 + 33)));
    assert_eq!((stats.copied.values, stats.copied.bytes), (2, 29 + 33));
    assert_eq!((stats.inline.values, stats.inline.bytes), (6, 6));
    assert_eq!(stats.bytes_kept(), 3 * (29 + 33) + 6);
    assert_eq!(stats.amplification(), (6.0 + 62.0) / (3.0 * 62.0 + 6.0));
    assert!(Slicer::default().interner().is_none());
}

#[test]
fn statistics_are_a_table() {
    let mut slicer = Slicer::new(Sharing::Always);
    let source = Source::from(vec![b'x'; 1000]);
    slicer.keep(source.value(0..100));
    slicer.keep(source.value(0..5));
    slicer.keep(Value::from(LONG));
    // A clone is of a root that was counted; another source of the same bytes is another root.
    slicer.keep(source.clone().value(0..400));
    slicer.keep(Source::from_static(LONG).value(0..30));
    assert_eq!(slicer.stats().bytes_kept(), 100 + 5 + 33 + 400 + 30);
    assert_eq!(slicer.stats().amplification(), (5.0 + 33.0 + 1000.0) / 568.0);
    assert_eq!(
        slicer.stats().to_string(),
        "kept                values           bytes\n\
         inline                   1               5\n\
         copied                   1              33\n\
         shared                   3             530\n\
         interned                 0               0\n\
         roots                    2            1000\n\
         copied, NoSource: 1\n\
         amplification 1.83"
    );
    assert_eq!(Slicer::default().stats().amplification(), 1.0);
    let mut never = Slicer::new(Sharing::Never);
    never.keep(source.value(0..100));
    assert_eq!(never.stats().copied_because(CopyReason::Policy), 1);
    assert_eq!(never.stats().copied_because(CopyReason::Short), 0);
}

fn name(number: usize) -> String {
    format!("a name of more than 23 bytes, number {number}")
}

#[test]
fn an_interner_counts_and_stays_within_its_entries() {
    for (asked, most) in [(0, 2), (2, 2), (7, 6), (5000, 4096)] {
        let interner = Interner::with_seed(9).max_entries(asked);
        let mut slicer = Slicer::new(Sharing::default()).with_interner(interner);
        for number in 0..9000 {
            slicer.key(name(number).as_bytes());
            slicer.key(name(number).as_bytes());
        }
        let interner = slicer.interner().unwrap();
        assert!(!interner.is_empty());
        assert!(
            interner.len() <= most && interner.len() * 2 >= most,
            "{asked}: {}",
            interner.len()
        );
        let InternStats { hits, misses, evictions, bypasses, first_sights, .. } = interner.stats();
        assert_eq!((first_sights, misses, hits, bypasses), (9000, 9000, 0, 0));
        assert_eq!(evictions, 9000 - interner.len() as u64);
        let shown = format!("{interner:?}");
        assert!(shown.contains(&format!("len: {}", interner.len())), "{shown}");
    }
    assert!(Interner::new().is_empty() && Interner::default().is_empty());
}

#[test]
fn the_policies_differ_where_they_say() {
    let source = Source::from(vec![b'x'; 1000]);
    let shared = |sharing, len: usize| source.value(0..len).keep_with(sharing).is_shared();
    let bounded = Sharing::Bounded { copy_up_to: 100, factor: 2 };
    for (sharing, from) in [
        (Sharing::Always, Some(24)),
        (Sharing::CopyUpTo(128), Some(129)),
        (Sharing::CopyUpTo(0), Some(24)),
        (bounded, Some(500)),
        (Sharing::Bounded { copy_up_to: 700, factor: 2 }, Some(701)),
        (Sharing::Bounded { copy_up_to: 0, factor: 0 }, Some(1000)),
        (Sharing::Never, None),
    ] {
        let first = (1..=1000).find(|len| shared(sharing, *len));
        assert_eq!(first, from, "{sharing:?}");
        assert!((1..=1000).all(|len| shared(sharing, len) == from.is_some_and(|from| len >= from)));
    }
}

/// 4 GiB that are never touched, so that nothing has to be there.
#[test]
#[cfg(target_pointer_width = "64")]
fn a_value_past_4_gib_is_copied() {
    let edge = u32::MAX as usize;
    let source = Source::from(vec![0; edge + 600]);
    let mut slicer = Slicer::new(Sharing::Always);
    let near = slicer.keep(source.value(edge - 500..edge));
    let far = slicer.keep(source.value(edge - 499..edge + 1));
    let beyond = slicer.keep(source.value(edge + 100..edge + 600));
    assert!(near.is_shared() && !far.is_shared() && !beyond.is_shared());
    assert_eq!(slicer.stats().copied_because(CopyReason::TooFar), 2);
    for value in [near, far, beyond] {
        assert_eq!(value, [0; 500]);
    }
}
