//! Random keys and values through a slicer's interner: always the bytes that went in, never more
//! strings or bytes than its bounds, and what came again soon enough is found.
//!
//! Input: the bounds: entries (two bytes), length of keys and of values (a byte each); then
//! operations of two bytes: which string, and as what.

use linecut::{Interner, Sharing, Slicer, SmallBytes};

use super::alive;
use super::choices::Choices;
use crate::ways::slices as ways;

/// How many different strings there are.
const STRINGS: usize = 256;
const OPERATIONS: usize = 600;

/// Runs one input.
pub fn target(data: &[u8]) {
    let mut choices = Choices::new(data);
    let entries = 2 + choices.pair() % 130;
    let (max_key, max_value) = (choices.below(256), choices.below(256));
    let interner = Interner::with_seed(choices.pair() as u64);
    let interner = interner.max_entries(entries).max_key_len(max_key).max_value_len(max_value);
    let mut run = Run {
        slicer: Slicer::new(Sharing::default()).with_interner(interner),
        entries,
        max_key,
        max_value,
        lookups: 0,
        kept: (0, 0),
        last: None,
        recent: Vec::with_capacity(OPERATIONS),
        pointers: vec![0; STRINGS],
        base: alive(),
        text: [0; 512],
    };
    for _ in 0..OPERATIONS {
        if choices.is_empty() {
            break;
        }
        run.operation(usize::from(choices.byte()), choices.byte());
    }
    ways::stats(run.slicer.stats(), run.kept.0, run.kept.1);
}

struct Run {
    slicer: Slicer,
    entries: usize,
    max_key: usize,
    max_value: usize,
    /// How often the interner had to decide.
    lookups: u64,
    /// How many strings were kept, and their bytes.
    kept: (u64, u64),
    /// The string that was looked up last.
    last: Option<usize>,
    /// The strings that were found or stored, the last one last.
    recent: Vec<usize>,
    /// Where each was when it was given last.
    pointers: Vec<usize>,
    /// Bytes alive before the first operation.
    base: usize,
    text: [u8; 512],
}

impl Run {
    fn operation(&mut self, string: usize, kind: u8) {
        // Lengths around the bounds; a string is told by its length and its bytes.
        let len = 16 + string % 128;
        let number = (string as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes();
        for (at, byte) in self.text[..len].iter_mut().enumerate() {
            *byte = if at % 16 < 8 { b'k' } else { number[at % 8] };
        }
        let is_key = kind & 1 == 0;
        let before = self.slicer.interner().expect("set").stats();
        let given = match is_key {
            true => self.slicer.key(&self.text[..len]),
            false => self.slicer.keep(self.text[..len].into()),
        };
        assert_eq!(given, self.text[..len]);
        self.kept = (self.kept.0 + 1, self.kept.1 + len as u64);
        let max = if is_key { self.max_key } else { self.max_value };
        let asked = is_key || max > 0;
        let looked_up = asked && len > 23 && len <= max;
        self.lookups += u64::from(asked);
        let after = self.slicer.interner().expect("set").stats();
        assert_eq!(after.bypasses - before.bypasses, u64::from(asked && !looked_up));
        let stored = after.hits + after.misses;
        assert_eq!(stored + after.first_sights + after.bypasses, self.lookups);
        if looked_up {
            let first = after.first_sights > before.first_sights;
            self.found(string, &given, first, after.hits > before.hits);
        }
        drop(given);
        self.bounds();
    }

    /// A string is stored the second time at the latest, if no other comes between; what is stored
    /// and looked up within the last half of the bound is still there.
    fn found(&mut self, string: usize, given: &SmallBytes, first: bool, hit: bool) {
        assert_eq!(given.referenced_len(), given.len(), "it pins itself alone");
        assert!(!first || self.last != Some(string), "seen just before");
        self.last = Some(string);
        if first {
            assert!(!given.is_shared(), "a copy");
            return;
        }
        assert!(given.is_shared());
        let soon = self.recent.iter().rev().take(self.entries / 2).any(|one| *one == string);
        assert!(hit || !soon, "found again");
        let place = given.as_ptr() as usize;
        assert!(!soon || self.pointers[string] == place, "the same copy");
        self.recent.push(string);
        self.pointers[string] = place;
    }

    fn bounds(&self) {
        let interner = self.slicer.interner().expect("set");
        let stats = interner.stats();
        assert!(interner.len() <= self.entries, "{} of {}", interner.len(), self.entries);
        assert_eq!(stats.misses - stats.evictions, interner.len() as u64);
        // Two tables of half the entries, of 32 bytes and a byte of control each, at most 7/8 full
        // and a power of two large; and for each entry its bytes with the header of their root.
        let slots = (self.entries / 2 * 8 / 7 + 1).next_power_of_two().max(4);
        let seen = 16 * self.entries.next_power_of_two();
        let tables = 2 * (slots * 33 + 64) + seen;
        let strings = interner.len() * (self.max_key.max(self.max_value) + 80);
        let held = alive() - self.base;
        assert!(held <= tables + strings, "{held} of {tables} and {strings}");
    }
}
