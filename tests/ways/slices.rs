//! Every way to look at a kept value and at a borrowed one, against the plain bytes.

use std::borrow::{Borrow, Cow};
use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::{Hash, Hasher};

use bytes::Bytes;
use linecut::{CopyReason, Interner, Sharing, SliceStats, Slicer, SmallBytes, Source, Value};
use linecut::{ValueError, ltsv};

fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What both types promise, for one of them and what it has to be; `other` to compare with.
macro_rules! is_a_byte_string {
    ($ours:expr, $due:expr, $other:expr) => {{
        let (ours, due, other): (_, &[u8], &[u8]) = ($ours, $due, $other);
        assert_eq!(&ours[..], due);
        assert_eq!(AsRef::<[u8]>::as_ref(&ours), due);
        assert_eq!(Borrow::<[u8]>::borrow(&ours), due);
        assert_eq!(hash(&ours), hash(due), "a map finds it by its bytes");
        assert_eq!(format!("{ours:?}"), format!("b\"{}\"", due.escape_ascii()));
        assert_eq!(format!("{ours}"), String::from_utf8_lossy(due));
        let order = due.cmp(other);
        let vec = other.to_vec();
        let shared = Bytes::copy_from_slice(other);
        assert!((ours == *other) == order.is_eq() && (*other == ours) == order.is_eq());
        assert!((ours == other) == order.is_eq() && (other == ours) == order.is_eq());
        assert!((ours == vec) == order.is_eq() && (vec == ours) == order.is_eq());
        assert!((ours == shared) == order.is_eq() && (shared == ours) == order.is_eq());
        assert_eq!(ours.partial_cmp(other), Some(order));
        assert_eq!(other.partial_cmp(&ours), Some(order.reverse()));
        assert_eq!(ours.partial_cmp(&vec), Some(order));
        assert_eq!(shared.partial_cmp(&ours), Some(order.reverse()));
        if let Ok(text) = std::str::from_utf8(other) {
            let string = text.to_owned();
            assert!((ours == *text) == order.is_eq() && (text == ours) == order.is_eq());
            assert!((ours == string) == order.is_eq() && (string == ours) == order.is_eq());
            assert_eq!(ours.partial_cmp(text), Some(order));
            assert_eq!(string.partial_cmp(&ours), Some(order.reverse()));
        }
        if let Some(first) = other.first_chunk::<4>() {
            assert_eq!(ours == *first, due == &first[..]);
            assert_eq!(ours == first, due == &first[..]);
            assert_eq!(first.partial_cmp(&ours), Some(first[..].cmp(due)));
        }
    }};
}

/// A borrowed value and what is kept of it, beside `other`. Takes time by the length of both.
pub fn value(value: Value<'_>, other: &[u8]) {
    let due = value.as_bytes();
    let text = std::str::from_utf8(due);
    is_a_byte_string!(value, due, other);
    is_a_byte_string!(value, due, due);
    assert_eq!(value.cmp(&Value::from(other)), due.cmp(other));
    assert_eq!(value.partial_cmp(&Value::from(other)), due.partial_cmp(other));
    assert_eq!(value == Value::from(other), due == other);
    assert_eq!(value.to_str(), text);
    assert_eq!(value.to_latin1(), due.iter().map(|byte| char::from(*byte)).collect::<String>());
    assert_eq!(matches!(value.to_latin1(), Cow::Borrowed(_)), due.is_ascii(), "copied if it must");
    assert_eq!(value.escaped().to_string(), due.escape_ascii().to_string());
    typed(value);
    let kept = value.keep();
    assert_eq!(kept, value);
    assert_eq!(value, kept);
    small(&kept, other);
}

/// Text is parsed as it stands.
fn typed(value: Value<'_>) {
    match (value.parse::<u32>(), std::str::from_utf8(value.as_bytes())) {
        (Err(ValueError::Utf8(error)), Err(due)) => {
            assert_eq!(error, due);
            told(&ValueError::<std::num::ParseIntError>::Utf8(error), &due);
        }
        (Err(ValueError::Parse(error)), Ok(text)) => {
            let due = text.parse::<u32>().unwrap_err();
            assert_eq!(error, due);
            told(&ValueError::Parse(error), &due);
        }
        (Ok(number), Ok(text)) => assert_eq!(text.parse(), Ok(number)),
        (got, text) => panic!("{got:?} of {text:?}"),
    }
}

/// An error tells what its source tells.
fn told(error: &impl Error, due: &impl Display) {
    assert_eq!(error.to_string(), due.to_string());
    assert_eq!(error.source().unwrap().to_string(), due.to_string());
}

/// A kept value.
pub fn small(kept: &SmallBytes, other: &[u8]) {
    let due = kept.to_vec();
    is_a_byte_string!(kept.clone(), &due, other);
    assert_eq!(kept.cmp(&SmallBytes::from(other)), due[..].cmp(other));
    assert_eq!(kept.partial_cmp(&SmallBytes::from(other)), due[..].partial_cmp(other));
    let copied = SmallBytes::from(other);
    assert_eq!(*kept == copied, due == other);
    assert_eq!(kept.to_str(), std::str::from_utf8(&due));
    assert!(kept.into_iter().eq(&due));
    assert_eq!(Vec::from(kept.clone()), due);
    assert_eq!(Bytes::from(kept.clone()), due);
    match kept.is_shared() {
        true => assert!(kept.heap_size() > kept.referenced_len()),
        false if kept.is_inline() || kept.referenced_len() == 0 => assert_eq!(kept.heap_size(), 0),
        false => assert_eq!(kept.heap_size(), due.len()),
    }
    let middle = due.len() / 2;
    assert_eq!(kept.slice(..), due);
    assert_eq!(kept.slice(middle..), due[middle..]);
    assert_eq!(kept.slice_with(..middle, Sharing::Never), due[..middle]);
    if middle > 0 {
        assert_eq!(kept.slice(1..=middle), due[1..=middle]);
    }
}

/// Kept values and sources of everything that they are made of.
pub fn conversions(bytes: &[u8]) {
    let vec = bytes.to_vec();
    let made = [
        SmallBytes::from(bytes),
        SmallBytes::from(vec.clone()),
        SmallBytes::from(vec.clone().into_boxed_slice()),
        SmallBytes::from(Cow::Borrowed(bytes)),
        SmallBytes::from(Cow::Owned(vec.clone())),
        SmallBytes::from(Bytes::copy_from_slice(bytes)),
        SmallBytes::from(Value::from(bytes)),
        bytes.iter().copied().collect(),
    ];
    assert!(made.iter().all(|one| *one == made[0] && *one == bytes), "{made:?}");
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    let made = [
        SmallBytes::from(&text[..]),
        SmallBytes::from(text.clone()),
        text.parse().unwrap(),
        Value::from(&text[..]).keep(),
    ];
    assert!(made.iter().all(|one| *one == text), "{made:?}");
    let sources = [Source::from(&text[..]), Source::from(text.clone())];
    assert!(sources.iter().all(|source| **source == *text.as_bytes()), "{sources:?}");
    for source in &sources {
        let (len, capacity) = (source.len(), source.root_capacity());
        let due = format!("Source {{ len: {len}, root_capacity: {capacity:?} }}");
        assert_eq!(format!("{source:?}"), due);
        assert_eq!(source.as_ref(), text.as_bytes());
    }
    if let Some(four) = bytes.first_chunk::<4>() {
        assert_eq!(SmallBytes::from(four), four);
        assert_eq!(Value::from(four), four);
        assert_eq!(*Source::from(four), four[..]);
    }
    assert!(SmallBytes::new() == SmallBytes::default() && SmallBytes::new().is_empty());
    assert!(Source::default().is_empty());
}

/// Values of static bytes pin nothing, whatever the policy.
pub fn forever(bytes: &'static [u8], sharing: Sharing) {
    let source = Source::from_static(bytes);
    assert_eq!((&source[..], source.root_capacity()), (bytes, Some(0)));
    let mut slicer = Slicer::new(sharing);
    let kept = slicer.keep(source.value(0..bytes.len()));
    assert_eq!(kept, bytes);
    assert_eq!((kept.heap_size(), kept.is_shared()), (0, false));
    assert_eq!(kept.is_inline(), bytes.len() < 24);
    let stats = slicer.stats();
    assert_eq!((stats.shared.values == 0, stats.copied.values), (bytes.len() < 24, 0));
    assert_eq!(slicer.stats().root_bytes, 0);
}

/// A slicer with an interner keeps the fields of a record, each twice; its counts are of all.
pub fn kept_fields(record: &ltsv::Record) {
    let interner = Interner::with_seed(3).max_entries(4).max_value_len(40);
    assert!(interner.is_empty());
    let mut slicer = Slicer::new(Sharing::default()).with_interner(interner);
    let mut bytes = 0;
    for _ in 0..2 {
        let kept: Vec<_> = slicer.fields(record).collect();
        assert_eq!(kept.len(), record.len());
        for ((key, value), (label, due)) in kept.iter().zip(record) {
            assert!(key == label && *value == due);
            bytes += (label.len() + due.len()) as u64;
        }
    }
    stats(slicer.stats(), 4 * record.len() as u64, bytes);
    let interner = slicer.interner().unwrap();
    assert_eq!(interner.is_empty(), interner.stats().misses == interner.stats().evictions);
    let told = format!("{interner:?}");
    assert!(told.contains(&format!("{:?}", interner.stats())), "{told}");
    named(interner, "Interner { len: ");
}

fn named(what: &impl Debug, begin: &str) {
    let told = format!("{what:?}");
    assert!(told.starts_with(begin), "{told}");
}

/// The counts of a slicer that kept so many values of so many bytes, and the table of them.
pub fn stats(stats: &SliceStats, values: u64, bytes: u64) {
    let counts = [stats.inline, stats.copied, stats.shared, stats.interned];
    assert_eq!(counts.iter().map(|count| count.values).sum::<u64>(), values);
    assert_eq!(stats.bytes_kept(), bytes);
    let reasons = [
        CopyReason::Policy,
        CopyReason::Short,
        CopyReason::RootTooLarge,
        CopyReason::UnknownRoot,
        CopyReason::NoSource,
        CopyReason::TooFar,
    ];
    let copied: u64 = reasons.iter().map(|reason| stats.copied_because(*reason)).sum();
    assert_eq!(copied, stats.copied.values, "each copy has a reason");
    let held = stats.inline.bytes + stats.copied.bytes + stats.root_bytes;
    let amplification = if bytes == 0 { 1.0 } else { held as f64 / bytes as f64 };
    assert_eq!(stats.amplification(), amplification);
    let table = stats.to_string();
    let mut lines = table.lines().skip(1);
    let due = ["inline", "copied", "shared", "interned"].into_iter().zip(counts);
    for (name, count) in due {
        let words: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
        assert_eq!(words, [name, &count.values.to_string(), &count.bytes.to_string()]);
    }
    for reason in reasons {
        let line = format!("copied, {reason:?}: {}", stats.copied_because(reason));
        let is_there = table.lines().any(|one| one == line);
        assert_eq!(is_there, stats.copied_because(reason) > 0, "{line} in {table}");
    }
    assert!(table.ends_with(&format!("amplification {amplification:.2}")), "{table}");
}
