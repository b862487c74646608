//! A bounded cache of byte strings that come again and again: keys, and short values if asked for.
//! Knows byte strings; no format and no policy.
//!
//! Two generations of at most half the entries each. What is found in the old one moves to the young
//! one; when the young one is full, the old one is dropped and the young one takes its place. So the
//! cache is never past its bound, and keys that come again stay.
//!
//! A string is stored at its second sight: a table of hashes says whether it was seen before. So an
//! input whose keys are all new costs a hash a key and stores nothing, and cannot drive others out.

use alloc::boxed::Box;
use alloc::vec;
use core::fmt;

use hashbrown::HashTable;

use super::inline::INLINE;
use super::intern_stats::InternStats;
use super::rooted::own_root;
use super::small_bytes::SmallBytes;

/// The most entries that can be asked for.
const MOST_ENTRIES: usize = 4096;

/// Keeps one copy of keys that repeat, within bounds.
///
/// Use it through [`Slicer::with_interner`](crate::Slicer::with_interner), where the names of kept
/// fields are long and come again: a repeated name of 24 bytes or more then costs a look-up and a
/// reference count in place of an allocation. Shorter ones are embedded and never come here: an
/// inline copy is cheaper than a look-up.
///
/// A string is stored when it comes for the second time; the first time it is copied as without an
/// interner, and only its hash is noted.
///
/// Bounds: at most [`max_entries`](Self::max_entries) strings of at most
/// [`max_key_len`](Self::max_key_len) bytes (values: [`max_value_len`](Self::max_value_len), off
/// by default), each in a root of its own, so that a kept key pins nothing but itself. The table is
/// outside [the bound](crate::Sharing#the-bound) of kept values. A look-up compares with at most
/// `max_entries` strings, even if all hashes collide; the hash has a seed that an input cannot know.
///
/// ```
/// use linecut::{Interner, Sharing, Slicer};
/// let mut slicer = Slicer::new(Sharing::default()).with_interner(Interner::with_seed(7));
/// let [_, second, third] = [(); 3].map(|()| slicer.key(b"X-Content-Type-Options-Of-This-Site"));
/// assert_eq!(second.as_ptr(), third.as_ptr());
/// let stats = slicer.interner().unwrap().stats();
/// assert_eq!((stats.first_sights, stats.misses, stats.hits), (1, 1, 1));
/// ```
#[derive(Clone)]
pub struct Interner {
    young: HashTable<Entry>,
    old: HashTable<Entry>,
    /// Halves of the hashes of strings that were seen, each in the place that the other half says:
    /// the latest first.
    seen: Box<[[u32; 4]]>,
    seed: u64,
    max_key_len: usize,
    max_value_len: usize,
    max_entries: usize,
    stats: InternStats,
    /// Makes all hashes equal, for the test and the bench of the bounded look-up.
    #[cfg(any(test, feature = "internal"))]
    all_collide: bool,
}

#[derive(Clone)]
struct Entry {
    hash: u64,
    bytes: SmallBytes,
}

impl Interner {
    /// Creates an interner with a random seed: keys of up to 64 bytes, no values, 256 entries.
    ///
    /// ```
    /// assert!(linecut::Interner::new().is_empty());
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn new() -> Self {
        use std::hash::BuildHasher;
        Self::with_seed(std::hash::RandomState::new().hash_one(0u8))
    }

    /// Creates an interner with this seed, which an input must not be able to know.
    ///
    /// ```
    /// assert_eq!(linecut::Interner::with_seed(7).len(), 0);
    /// ```
    #[must_use]
    pub fn with_seed(seed: u64) -> Self {
        Self {
            young: HashTable::new(),
            old: HashTable::new(),
            seen: Box::default(),
            seed,
            max_key_len: 64,
            max_value_len: 0,
            max_entries: 256,
            stats: InternStats::default(),
            #[cfg(any(test, feature = "internal"))]
            all_collide: false,
        }
    }

    /// Limits the length of keys that are stored, in bytes; 0 turns keys off. Default: 64.
    ///
    /// ```
    /// use linecut::{Interner, Sharing, Slicer};
    /// let interner = Interner::with_seed(1).max_key_len(0);
    /// let mut slicer = Slicer::new(Sharing::default()).with_interner(interner);
    /// slicer.key(&[b'k'; 30]);
    /// assert_eq!(slicer.interner().unwrap().stats().bypasses, 1);
    /// ```
    #[must_use]
    pub fn max_key_len(mut self, bytes: usize) -> Self {
        self.max_key_len = bytes;
        self
    }

    /// Limits the length of values that are stored, in bytes; 0 turns values off. Default: 0.
    ///
    /// ```
    /// use linecut::{Interner, Sharing, Slicer};
    /// let interner = Interner::with_seed(1).max_value_len(40);
    /// let mut slicer = Slicer::new(Sharing::default()).with_interner(interner);
    /// let value = "application/json; charset=utf-8";
    /// slicer.keep(value.into());
    /// slicer.keep(value.into());
    /// assert_eq!(slicer.stats().interned.values, 1); // the second one
    /// ```
    #[must_use]
    pub fn max_value_len(mut self, bytes: usize) -> Self {
        self.max_value_len = bytes;
        self
    }

    /// Limits the number of strings that are stored: 2 to 4,096. Default: 256.
    ///
    /// ```
    /// use linecut::{Interner, Sharing, Slicer};
    /// let interner = Interner::with_seed(1).max_entries(2);
    /// let mut slicer = Slicer::new(Sharing::default()).with_interner(interner);
    /// for i in 0..100 {
    ///     slicer.key(format!("a name of more than 23 bytes, number {i}").as_bytes());
    ///     assert!(slicer.interner().unwrap().len() <= 2);
    /// }
    /// ```
    #[must_use]
    pub fn max_entries(mut self, entries: usize) -> Self {
        self.max_entries = entries.clamp(2, MOST_ENTRIES);
        self
    }

    /// Makes all strings collide, for tests and benches of the worst case.
    #[cfg(any(test, feature = "internal"))]
    #[doc(hidden)]
    #[must_use]
    pub fn all_colliding(mut self) -> Self {
        self.all_collide = true;
        self
    }

    /// Gives the number of strings that are stored.
    ///
    /// ```
    /// assert_eq!(linecut::Interner::with_seed(1).len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }

    /// Tells whether nothing is stored.
    ///
    /// ```
    /// assert!(linecut::Interner::with_seed(1).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives the counters.
    ///
    /// ```
    /// assert_eq!(linecut::Interner::with_seed(1).stats().hits, 0);
    /// ```
    #[must_use]
    pub fn stats(&self) -> InternStats {
        self.stats
    }

    /// The stored copy of a key; `None` if it is not stored: keys like it never are, or not yet.
    #[inline]
    pub(super) fn key(&mut self, key: &[u8]) -> Option<SmallBytes> {
        self.wants(key, self.max_key_len).then(|| self.look_up(key, false))?
    }

    /// The same for a key that is known to repeat: it is stored at once.
    pub(crate) fn repeated_key(&mut self, key: &[u8]) -> Option<SmallBytes> {
        self.wants(key, self.max_key_len).then(|| self.look_up(key, true))?
    }

    /// The stored copy of a value; `None` if it is not stored.
    #[inline]
    pub(super) fn value(&mut self, value: &[u8]) -> Option<SmallBytes> {
        let asked = self.max_value_len > 0;
        (asked && self.wants(value, self.max_value_len)).then(|| self.look_up(value, false))?
    }

    #[inline]
    fn wants(&mut self, bytes: &[u8], max_len: usize) -> bool {
        let wanted = bytes.len() > INLINE && bytes.len() <= max_len;
        self.stats.bypasses += u64::from(!wanted);
        wanted
    }

    fn look_up(&mut self, bytes: &[u8], repeated: bool) -> Option<SmallBytes> {
        let hash = self.hash(bytes);
        if !self.is_empty()
            && let Some(kept) = self.stored(bytes, hash)
        {
            self.stats.hits += 1;
            return Some(kept);
        }
        if !repeated && self.is_first_sight(hash) {
            self.stats.first_sights += 1;
            return None;
        }
        self.stats.misses += 1;
        let kept = own_root(bytes);
        self.insert(Entry { hash, bytes: kept.clone() });
        Some(kept)
    }

    /// The copy of a string, if one is stored. From now on it is a young one.
    fn stored(&mut self, bytes: &[u8], hash: u64) -> Option<SmallBytes> {
        let same = |entry: &Entry| entry.hash == hash && entry.bytes == *bytes;
        if let Some(entry) = self.young.find(hash, same) {
            return Some(entry.bytes.clone());
        }
        let (entry, _) = self.old.find_entry(hash, same).ok()?.remove();
        let kept = entry.bytes.clone();
        self.insert(entry);
        Some(kept)
    }

    /// Notes a hash; tells whether it is none of those noted in its place.
    fn is_first_sight(&mut self, hash: u64) -> bool {
        if self.seen.is_empty() {
            // Four times as many as the cache has entries, so that strings in use rarely get in each
            // other's way.
            self.seen = vec![[0; 4]; self.max_entries.next_power_of_two()].into_boxed_slice();
        }
        let place = &mut self.seen[hash as usize & (self.seen.len() - 1)];
        let print = (hash >> 32) as u32 | 1;
        if place.contains(&print) {
            return false;
        }
        place.rotate_right(1);
        place[0] = print;
        true
    }

    fn insert(&mut self, entry: Entry) {
        if self.young.len() >= self.max_entries / 2 {
            // The tables are used again, so that rotating allocates nothing.
            self.stats.evictions += self.old.len() as u64;
            self.old.clear();
            core::mem::swap(&mut self.young, &mut self.old);
        }
        self.young.insert_unique(entry.hash, entry, |entry| entry.hash);
    }

    /// A seeded hash of sixteen bytes a step; each step multiplies to 128 bits and folds both halves.
    #[inline]
    fn hash(&self, bytes: &[u8]) -> u64 {
        #[cfg(any(test, feature = "internal"))]
        if self.all_collide {
            return 0;
        }
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let second = self.seed.rotate_left(32) ^ 0x9FB2_1C65_1E98_DF25;
        let step = |hash: u64, pair: &[u8; 16]| {
            let pair = u128::from_le_bytes(*pair);
            fold(pair as u64 ^ second, (pair >> 64) as u64 ^ hash)
        };
        let start = self.seed ^ (bytes.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (pairs, _) = bytes.as_chunks::<16>();
        let hash = pairs.iter().fold(start, step);
        // The last pair overlaps the one before; only strings that are not embedded come here.
        let hash = bytes.last_chunk::<16>().map_or(hash, |last| step(hash, last));
        fold(hash, second)
    }
}

#[cfg(feature = "std")]
impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Interner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interner")
            .field("len", &self.len())
            .field("max_entries", &self.max_entries)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec::Vec;

    fn name(i: usize) -> Vec<u8> {
        format!("a name of more than 23 bytes, number {i}").into_bytes()
    }

    /// Against a model: the same bytes, the bound, hits for what came within the last half of it.
    fn check(mut interner: Interner, rounds: usize, distinct: usize) {
        let half = interner.max_entries / 2;
        let mut last: Vec<usize> = Vec::new();
        let mut state = 1u64;
        for _ in 0..rounds {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let i = (state >> 33) as usize % distinct;
            let before = interner.stats;
            let given = interner.repeated_key(&name(i)).unwrap();
            assert_eq!(given, name(i));
            assert!(interner.len() <= interner.max_entries);
            if last.iter().rev().take(half).any(|other| *other == i) {
                assert_eq!(interner.stats.hits, before.hits + 1, "seen just before");
            }
            last.push(i);
            // Stored or not, another look gives the same.
            assert_eq!(interner.key(&name(i)).unwrap().as_ptr(), given.as_ptr());
            last.push(i);
        }
        let stats = interner.stats;
        assert_eq!(stats.hits + stats.misses, 2 * rounds as u64);
        assert_eq!(stats.misses - stats.evictions, interner.len() as u64);
    }

    #[test]
    fn it_is_a_bounded_cache_of_the_same_bytes() {
        for entries in [2, 3, 16, 256] {
            for distinct in [1, 5, 100, 1000] {
                check(Interner::with_seed(42).max_entries(entries), 3000, distinct);
            }
        }
    }

    #[test]
    fn when_all_hashes_collide_it_is_still_right_and_bounded() {
        let interner = Interner::with_seed(1).max_entries(64).all_colliding();
        assert_eq!(interner.hash(&name(1)), interner.hash(&name(2)));
        check(interner, 3000, 200);
    }

    #[test]
    fn an_input_of_new_keys_stores_nothing_and_drives_nothing_out() {
        let mut interner = Interner::with_seed(1);
        let known = b"a name that comes again and again";
        let place = interner.repeated_key(known).unwrap().as_ptr();
        (0..10_000).for_each(|i| assert!(interner.key(&name(i)).is_none()));
        assert_eq!((interner.stats.first_sights, interner.stats.misses), (10_000, 1));
        assert_eq!(interner.key(known).unwrap().as_ptr(), place);
        // Names that repeat are stored at the second sight.
        let seen = |interner: &mut Interner| {
            (0..100).filter(|i| interner.key(&name(20_000 + i)).is_some()).count()
        };
        assert_eq!(seen(&mut interner), 0);
        assert!(seen(&mut interner) >= 90, "but for some that shared a place");
        assert!(seen(&mut interner) >= 99);
    }

    #[test]
    fn lengths_decide_who_comes_here() {
        let mut interner = Interner::with_seed(1).max_key_len(30).max_value_len(25);
        let mut key = |len| interner.repeated_key(&vec![b'x'; len]).is_some();
        assert!(!key(23) && !key(31) && key(24) && key(30));
        assert!(interner.value(&[b'y'; 26]).is_none() && interner.value(&[b'y'; 25]).is_none());
        assert!(interner.value(&[b'y'; 25]).is_some(), "the second time");
        assert_eq!((interner.stats.bypasses, interner.stats.first_sights), (3, 1));
        let mut for_keys = Interner::with_seed(1);
        assert!(for_keys.value(&[b'y'; 25]).is_none());
        assert_eq!(for_keys.stats.bypasses, 0, "nobody asked for values");
        let kept = interner.key(&[b'x'; 24]).unwrap();
        assert_eq!((kept.is_shared(), kept.referenced_len()), (true, 24));
    }

    #[test]
    fn the_seed_changes_the_hashes() {
        let hash = |seed| Interner::with_seed(seed).hash(b"a name of more than 23 bytes");
        assert!(hash(1) != hash(2) && hash(2) != hash(3));
        let interner = Interner::with_seed(9);
        let mut hashes: Vec<u64> = (0..10_000).map(|i| interner.hash(&name(i))).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 10_000);
    }

    #[test]
    fn every_bit_of_a_string_counts() {
        for (seed, len) in (24..80).enumerate() {
            let interner = Interner::with_seed(seed as u64);
            let mut bytes = vec![b'x'; len];
            let mut hashes = vec![interner.hash(&bytes)];
            for bit in 0..8 * len {
                bytes[bit / 8] ^= 1 << (bit % 8);
                hashes.push(interner.hash(&bytes));
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
            hashes.sort_unstable();
            hashes.dedup();
            assert_eq!(hashes.len(), 8 * len + 1, "{len}");
        }
    }
}
