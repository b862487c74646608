//! The slice layer: what a kept value is, in every state, and that it behaves as its bytes.

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use linecut::{CopyReason, Sharing, Slicer, SmallBytes, Source, Value};
use proptest::prelude::*;

/// The same bytes in every state that can hold them.
fn states(bytes: &'static [u8]) -> Vec<SmallBytes> {
    let source = Source::from(bytes.to_vec());
    vec![
        SmallBytes::from(bytes),
        SmallBytes::from(bytes.to_vec()),
        SmallBytes::from_static(bytes),
        source.value(0..bytes.len()).keep_with(Sharing::Always),
        source.value(0..bytes.len()).keep_with(Sharing::Never),
        SmallBytes::from(Bytes::from(bytes.to_vec())),
        bytes.iter().copied().collect(),
    ]
}

#[test]
fn the_size_is_that_of_a_string() {
    assert_eq!(size_of::<SmallBytes>(), 24);
    assert_eq!(size_of::<Option<SmallBytes>>(), 24);
    assert_eq!(size_of::<Value<'_>>(), 24);
}

#[test]
fn everything_can_go_to_another_thread() {
    fn check<T: Send + Sync + 'static>() {}
    check::<SmallBytes>();
    check::<Source>();
    check::<Value<'static>>();
    check::<Slicer>();
    check::<linecut::ltsv::Record>();
    #[cfg(feature = "std")]
    check::<linecut::ltsv::Reader<std::fs::File>>();
    check::<linecut::ltsv::Parser>();
    check::<linecut::http1::Request>();
    check::<linecut::http1::Response>();
    check::<linecut::http1::Headers>();
    check::<linecut::http1::Parser>();
}

#[test]
fn maps_are_asked_with_plain_bytes() {
    for long in [&b"host"[..], b"a name that does not fit inline at all"] {
        for key in states(long) {
            let map = HashMap::from([(key.clone(), 1)]);
            assert_eq!(map.get(long), Some(&1));
            assert!(states(long).iter().all(|other| map.contains_key(other)));
            assert_eq!(BTreeMap::from([(key, 1)]).get(long), Some(&1));
        }
    }
}

#[test]
fn values_compare_with_everything_that_is_bytes() {
    /// `value == other` and `other == value`, which a lint would otherwise take for one another.
    macro_rules! both_ways {
        ($value:ident, $($other:expr),*) => {
            $(assert!($value == $other, stringify!($other));
            assert!($other == $value, stringify!($other));)*
        };
    }
    for value in states(b"200") {
        both_ways!(value, "200", *"200", b"200", *b"200", b"200"[..], &b"200"[..]);
        both_ways!(value, "200".to_string(), b"200".to_vec(), Bytes::from_static(b"200"));
        both_ways!(value, Value::from("200"));
        assert!(value < "201" && value > *b"2" && "1" < value && value != "20");
    }
    let mut sorted = [SmallBytes::from("b"), "a".into(), "".into(), "ab".into()];
    sorted.sort();
    assert_eq!(sorted, ["", "a", "ab", "b"]);
}

#[test]
fn formatting_shows_the_bytes() {
    let value = SmallBytes::from(b"a\"\n\xFF");
    assert_eq!(format!("{value:?}"), r#"b"a\"\n\xff""#);
    assert_eq!(format!("{value}"), "a\"\n\u{FFFD}");
    assert_eq!(format!("{:>5}|{:<5}|", SmallBytes::from("ab"), Value::from("cd")), "   ab|cd   |");
}

#[test]
fn bytes_that_others_hold_are_copied_from_and_unique_ones_taken_over() {
    let whole = Bytes::from(vec![b'x'; 4096]);
    let part = whole.slice(0..3000);
    let unknown = Source::from(part.clone());
    assert_eq!(unknown.root_capacity(), None);
    assert!(!unknown.value(0..3000).keep_with(Sharing::Always).is_shared());
    drop((whole, unknown));
    // The tail of a large buffer, now unique: what it pins is the whole buffer.
    let tail = part.slice(2900..);
    drop(part);
    assert!(tail.is_unique());
    let known = Source::from(tail);
    assert_eq!((known.len(), known.root_capacity()), (100, Some(4096)));
    assert!(!known.value(0..100).keep().is_shared());
    assert_eq!(known.value(0..100).keep_with(Sharing::Always).referenced_len(), 4096);
}

#[test]
fn a_stated_capacity_is_at_least_the_length() {
    let bytes = Bytes::from(vec![b'x'; 4096]);
    let shared = bytes.clone();
    assert_eq!(Source::with_root_capacity(shared.clone(), 10).root_capacity(), Some(4096));
    assert_eq!(Source::with_root_capacity(shared, 9000).root_capacity(), Some(9000));
}

#[test]
fn compacting_lets_the_root_go() {
    let source = Source::from(vec![b'x'; 1000]);
    let mut kept = source.value(100..900).keep();
    assert_eq!((kept.referenced_len(), kept.is_shared()), (1000, true));
    kept.compact();
    assert_eq!((kept.referenced_len(), kept.heap_size(), kept.is_shared()), (800, 800, false));
    assert_eq!(kept, [b'x'; 800]);
}

#[test]
fn becoming_bytes_copies_only_what_is_inline() {
    for bytes in [&b"inline"[..], b"a text that does not fit inline"] {
        for value in states(bytes) {
            let at = value.as_ptr();
            let inline = value.is_inline();
            let converted = value.into_bytes();
            assert_eq!(converted, bytes);
            assert_eq!(converted.as_ptr() == at, !inline);
        }
    }
}

#[test]
fn a_slicer_counts_what_it_does() {
    let source = Source::from(vec![b'x'; 2000]);
    let mut slicer = Slicer::new(Sharing::default());
    slicer.keep(source.value(0..23));
    slicer.keep(source.value(0..256));
    slicer.keep(source.value(0..400));
    let first = slicer.keep(source.value(0..500));
    slicer.keep(source.value(500..2000));
    slicer.keep(Value::from(&[b'y'; 30]));
    slicer.key(b"key");
    slicer.slice(&first, 0..300);
    slicer.slice(&first, ..);
    let stats = *slicer.stats();
    assert_eq!((stats.inline.values, stats.inline.bytes), (2, 26));
    assert_eq!((stats.copied.values, stats.copied.bytes), (4, 256 + 400 + 30 + 300));
    assert_eq!((stats.shared.values, stats.shared.bytes), (3, 2500));
    assert_eq!((stats.roots_shared, stats.root_bytes), (1, 2000));
    assert_eq!(stats.copied_because(CopyReason::Short), 1);
    assert_eq!(stats.copied_because(CopyReason::RootTooLarge), 2);
    assert_eq!(stats.copied_because(CopyReason::NoSource), 1);
    let held = 26 + 986 + 2000;
    assert_eq!(stats.amplification(), f64::from(held) / f64::from(26 + 986 + 2500));
    let table = stats.to_string();
    assert!(table.contains("shared") && table.contains("copied, RootTooLarge: 2"), "{table}");
}

#[test]
fn a_value_that_says_where_it_failed() {
    assert_eq!(Value::from("8080").parse::<u16>(), Ok(8080));
    for text in ["12abc", " 12", "12 ", "99999", "", "0x1"] {
        assert!(Value::from(text).parse::<u16>().is_err(), "{text:?}");
    }
    assert!(Value::from(b"\xFF").parse::<String>().is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn slices_of_slices_are_slices(
        bytes in proptest::collection::vec(any::<u8>(), 0..2000),
        cuts in proptest::collection::vec((any::<usize>(), any::<usize>()), 0..6),
        sharing in proptest::sample::select(vec![
            Sharing::Never, Sharing::Always, Sharing::CopyUpTo(128), Sharing::default(),
            Sharing::Bounded { copy_up_to: 0, factor: 1 },
        ]),
    ) {
        let source = Source::from(bytes.clone());
        let mut value = source.value(0..bytes.len()).keep_with(sharing);
        let mut due = &bytes[..];
        drop(source);
        for (a, b) in cuts {
            let (a, b) = (a % (due.len() + 1), b % (due.len() + 1));
            let (start, end) = (a.min(b), a.max(b));
            value = value.slice_with(start..end, sharing);
            due = &due[start..end];
            prop_assert_eq!(&value, due);
            prop_assert_eq!(value.is_inline(), due.len() <= 23);
            if let Sharing::Bounded { factor, .. } = sharing {
                prop_assert!(value.referenced_len() <= factor * value.len());
            }
        }
        prop_assert_eq!(value.into_bytes(), due);
    }
}
