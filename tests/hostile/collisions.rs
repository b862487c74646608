//! Keys that were made to collide: for the hash of an interner whose seed was told, for the prints
//! that short label lists are compared by, and for a table of equal prefixes. Where a hash is not in
//! reach of an input (`RandomState`), its keys are at least alike.

use std::time::Duration;

use linecut::http1::ParserBuilder;
use linecut::ltsv::Record;
use linecut::{Interner, Sharing, Slicer};

use super::counting::{assert_linear, cost};

const SEED: u64 = 7;

/// Keys of 32 bytes that all have one hash under [`SEED`]: the second word is what the interner starts
/// with for this length, as `src/slice/interner.rs` has it, so that the product with the first is none.
fn colliding(count: u64) -> Vec<[u8; 32]> {
    let start = SEED ^ 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(32);
    let key = |number: u64| {
        let mut key = [b'k'; 32];
        key[..8].copy_from_slice(&number.to_le_bytes());
        key[8..16].copy_from_slice(&start.to_le_bytes());
        key
    };
    (0..count).map(key).collect()
}

fn spread(count: u64) -> Vec<[u8; 32]> {
    let key = |number: u64| {
        let mut key = [b'k'; 32];
        key[..8].copy_from_slice(&number.to_le_bytes());
        key
    };
    (0..count).map(key).collect()
}

/// Looks all keys up, twice, and tells how long it took.
fn look_up(keys: &[[u8; 32]], entries: usize) -> Duration {
    let interner = Interner::with_seed(SEED).max_entries(entries);
    let mut slicer = Slicer::new(Sharing::default()).with_interner(interner);
    cost(|| {
        for key in keys.iter().chain(keys) {
            assert_eq!(slicer.key(key), key[..]);
        }
        let interner = slicer.interner().expect("one was given");
        assert!(interner.len() <= entries);
        let stats = interner.stats();
        let answers = stats.hits + stats.misses + stats.first_sights;
        assert_eq!(answers, 2 * keys.len() as u64);
    })
    .time
}

#[test]
fn keys_of_one_hash_cost_the_table_and_not_the_square() {
    let count = if cfg!(debug_assertions) { 2_000 } else { 40_000 };
    let (all_alike, apart) = (look_up(&colliding(count), 4096), look_up(&spread(count), 4096));
    println!("{count} keys: {all_alike:?} of one hash, {apart:?} of their own");
    assert!(all_alike > 3 * apart, "these keys are to collide");
    // A small table bounds what a look-up compares with.
    assert_linear("keys of one hash, 64 entries", count as usize, |n| {
        look_up(&colliding(n as u64), 64);
    });
    let random = Interner::new();
    let mut slicer = Slicer::new(Sharing::default()).with_interner(random);
    let keys = colliding(count);
    let unknown = cost(|| keys.iter().for_each(|key| drop(slicer.key(key)))).time;
    println!("with a seed that nobody knows: {unknown:?}");
}

/// 32 labels of one length that differ where their prints do not look.
fn alike(len: usize) -> Vec<u8> {
    let mut line = Vec::new();
    for number in 0..32u8 {
        let mut label = vec![b'l'; len];
        // Next to the middle, which the print has.
        label[len / 2 + 1] = b'A' + number % 26;
        label[len / 2 + 2] = b'A' + number / 26;
        line.extend_from_slice(&label);
        line.extend_from_slice(b":\t");
    }
    line.pop();
    line
}

#[test]
fn labels_that_are_alike_are_told_apart_in_linear_time() {
    let n = if cfg!(debug_assertions) { 1_000 } else { 20_000 };
    // In pairs, by prints.
    assert_linear("32 labels alike", n, |n| {
        let record = Record::parse(&alike(n)).expect("a valid line");
        for _ in 0..100 {
            assert!(!record.has_duplicates());
        }
    });
    // By the seeded hash: labels of one length and one long prefix.
    assert_linear("many labels alike", n, |n| {
        let labels: Vec<String> = (0..n).map(|i| format!("{}{i:08}:", "l".repeat(64))).collect();
        let mut record = Record::parse(labels.join("\t").as_bytes()).expect("a valid line");
        assert!(!record.has_duplicates());
        record.push_field(format!("{}{:08}", "l".repeat(64), n / 2), "");
        assert!(record.has_duplicates());
    });
}

#[test]
fn names_that_are_alike_are_told_apart_in_linear_time() {
    let n = if cfg!(debug_assertions) { 500 } else { 10_000 };
    assert_linear("names alike", n, |n| {
        let names: String = (0..n).map(|i| format!("{}{i:08}: v\r\n", "n".repeat(64))).collect();
        let mut builder = ParserBuilder::strict();
        let mut parser = builder.max_headers(usize::MAX).max_head_len(1 << 30).build();
        let mut buffer = format!("{names}\r\n").as_bytes().into();
        let headers = parser.parse_headers(&mut buffer).expect("valid").expect("whole");
        assert!(!headers.has_duplicates());
        assert_eq!(headers.len(), n);
    });
}
