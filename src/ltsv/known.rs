//! The lists of labels that a reader has met: which of them the next line has, and which come to be
//! shared. Bounded; knows no record.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hasher};

use hashbrown::DefaultHashBuilder;

use crate::scan::lists::Line;
use crate::slice::interner::Interner;
use crate::slice::rooted::own_root;
use crate::slice::small_bytes::SmallBytes;

use super::labels::{Labels, MOST_BYTES, MOST_LABELS};
use super::options::{Options, Select};
use super::selection::Selection;

/// Lists at a time.
const MOST_LISTS: usize = 64;
/// Lists that were seen once, at a time.
const MOST_SEEN: usize = 64;
/// Lists that are tried after another one: those that followed it before.
const EXITS: usize = 4;
/// A list that so many records did not have makes room for another one.
const STALE: u64 = 4096;

/// No such list.
const NONE: u8 = u8::MAX;

#[derive(Debug, Default)]
pub(super) struct Known {
    lists: Vec<Entry>,
    /// The list of the record before.
    last: usize,
    /// Hashes of lists that were seen once, the oldest overwritten first.
    seen: Vec<u64>,
    next_seen: usize,
    hasher: DefaultHashBuilder,
    /// Records so far.
    now: u64,
    /// What new lists' keys go through.
    interner: Option<Interner>,
    select: Option<Select>,
}

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) labels: Labels,
    /// Which of them are selected, if not all.
    pub(super) selection: Option<Selection>,
    hash: u64,
    /// The lists that followed this one, the latest first.
    exits: [u8; EXITS],
    /// When a record had it last.
    used: u64,
}

impl Known {
    pub(super) fn with(options: &Options) -> Self {
        let (interner, select) = (options.interner.clone(), options.select.clone());
        Self { interner, select, ..Self::default() }
    }

    pub(super) fn interner(&self) -> Option<&Interner> {
        self.interner.as_ref()
    }

    /// The list that a line has, if it is one of those expected next.
    #[inline]
    pub(super) fn expect(&mut self, line: &Line<'_>) -> Option<&Entry> {
        self.now += 1;
        let exits = self.lists.get(self.last)?.exits;
        let first = usize::from(exits[0]);
        if self.lists.get(first)?.labels.fit(line) {
            self.last = first;
        } else {
            let fits = |exit: &&u8| {
                self.lists.get(usize::from(**exit)).is_some_and(|entry| entry.labels.fit(line))
            };
            let exit = *exits[1..].iter().find(fits)?;
            self.follow(exit.into());
        }
        let entry = &mut self.lists[self.last];
        entry.used = self.now;
        Some(entry)
    }

    /// A record has list `index`: next time it is the first to be tried after the same one.
    fn follow(&mut self, index: usize) {
        let number = index as u8; // below `MOST_LISTS`
        let exits = &mut self.lists[self.last].exits;
        let at = exits.iter().position(|exit| *exit == number).unwrap_or(EXITS - 1);
        exits[at] = number;
        exits[..=at].rotate_right(1);
        self.last = index;
    }

    /// The list of a record without defects whose labels these are, if it is shared: met before, or
    /// now for the second time.
    pub(super) fn learn<'l>(
        &mut self,
        count: usize,
        labels: impl Iterator<Item = &'l [u8]> + Clone,
    ) -> Option<&Labels> {
        if count == 0 || count > MOST_LABELS {
            return None;
        }
        let hash = self.hash_within_bounds(labels.clone())?;
        let index = match self.lists.iter().position(|entry| entry.hash == hash) {
            Some(index) => {
                let keys = self.lists[index].labels.keys();
                let same = keys.len() == count && keys.iter().zip(labels).all(|(a, b)| a == b);
                same.then_some(index)?
            }
            None => self.add(hash, labels)?,
        };
        self.follow(index);
        let entry = &mut self.lists[index];
        entry.used = self.now;
        Some(&entry.labels)
    }

    /// A hash of the list, if it is short enough to be shared.
    fn hash_within_bounds<'l>(&self, labels: impl Iterator<Item = &'l [u8]>) -> Option<u64> {
        let mut hasher = self.hasher.build_hasher();
        let mut len = 0;
        for label in labels {
            len += label.len();
            if len > MOST_BYTES {
                return None;
            }
            hasher.write(label);
            hasher.write_usize(len);
        }
        Some(hasher.finish())
    }

    /// Shares a list that was seen before, if there is room; else notes that it was seen.
    fn add<'l>(&mut self, hash: u64, labels: impl Iterator<Item = &'l [u8]>) -> Option<usize> {
        if !self.seen.contains(&hash) {
            if self.seen.len() < MOST_SEEN {
                self.seen.push(hash);
            } else {
                self.seen[self.next_seen] = hash;
                self.next_seen = (self.next_seen + 1) % MOST_SEEN;
            }
            return None;
        }
        let index = self.room()?;
        let keys = labels.map(|label| self.key(label)).collect();
        let labels = Labels::new(keys);
        let selection = self.select.as_ref().map(|select| Selection::new(&labels, select));
        let entry = Entry { labels, selection, hash, exits: [NONE; EXITS], used: self.now };
        match self.lists.get_mut(index) {
            Some(old) => *old = entry,
            None => self.lists.push(entry),
        }
        // What follows it is not known; itself is most likely.
        self.lists[index].exits[0] = index as u8;
        Some(index)
    }

    /// Where a new list may go: behind the others, or in the place of one that is out of use.
    fn room(&self) -> Option<usize> {
        if self.lists.len() < MOST_LISTS {
            return Some(self.lists.len());
        }
        let (index, oldest) = self.lists.iter().enumerate().min_by_key(|(_, entry)| entry.used)?;
        (self.now - oldest.used > STALE).then_some(index)
    }

    /// A label as a key that clones without an allocation.
    fn key(&mut self, label: &[u8]) -> SmallBytes {
        let interned = self.interner.as_mut().and_then(|interner| interner.repeated_key(label));
        interned.unwrap_or_else(|| own_root(label))
    }
}
