//! What an interner counts.

#[allow(unused_imports)] // for the docs
use super::interner::Interner;

/// Counts what an [`Interner`] did.
///
/// ```
/// assert_eq!(linecut::Interner::with_seed(1).stats(), linecut::InternStats::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct InternStats {
    /// Strings that were there.
    pub hits: u64,
    /// Strings that were not, and were stored.
    pub misses: u64,
    /// Strings that were not, and were not seen before as far as is known: they were not stored.
    pub first_sights: u64,
    /// Strings that were dropped to make room.
    pub evictions: u64,
    /// Strings that were too short or too long to be looked up.
    pub bypasses: u64,
}
