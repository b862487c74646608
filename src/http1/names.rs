//! Lists of field names as keys, for a parser that has an interner. Bounded; knows no head.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::slice::interner::Interner;
use crate::slice::rooted::own_root;
use crate::slice::small_bytes::SmallBytes;

/// Lists at a time.
const MOST_LISTS: usize = 16;
/// More names, or more bytes of them, are not kept for the next head.
const MOST_NAMES: usize = 256;
const MOST_BYTES: usize = 4096;

/// The interner, and the lists that heads had last.
#[derive(Debug)]
pub(super) struct Names {
    interner: Interner,
    /// The latest first.
    lists: Vec<Arc<Vec<SmallBytes>>>,
}

impl Names {
    pub(super) fn new(interner: Interner) -> Self {
        Self { interner, lists: Vec::new() }
    }

    pub(super) fn interner(&self) -> &Interner {
        &self.interner
    }

    /// These names as keys: those of a head before if they are the same byte for byte.
    pub(super) fn keys<'n>(
        &mut self,
        names: impl ExactSizeIterator<Item = &'n [u8]> + Clone,
    ) -> Arc<Vec<SmallBytes>> {
        let same = |list: &Arc<Vec<SmallBytes>>| {
            list.len() == names.len()
                && list.iter().zip(names.clone()).all(|(key, name)| key == name)
        };
        if let Some(index) = self.lists.iter().position(same) {
            self.lists[..=index].rotate_right(1);
            return Arc::clone(&self.lists[0]);
        }
        let keys: Vec<_> = names.clone().map(|name| self.key(name)).collect();
        let keys = Arc::new(keys);
        let bytes: usize = names.map(<[u8]>::len).sum();
        if keys.len() <= MOST_NAMES && bytes <= MOST_BYTES {
            self.lists.truncate(MOST_LISTS - 1);
            self.lists.insert(0, Arc::clone(&keys));
        }
        keys
    }

    /// A name as a key that clones without an allocation.
    fn key(&mut self, name: &[u8]) -> SmallBytes {
        self.interner.repeated_key(name).unwrap_or_else(|| own_root(name))
    }
}
