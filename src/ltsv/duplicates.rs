//! Whether a label stands twice. Knows byte strings, no record.

use hashbrown::HashSet;

/// Up to this many labels are compared in pairs.
const PAIRS: usize = 32;

/// A hasher whose seed an input cannot know.
#[cfg(feature = "std")]
type Seeded = std::hash::RandomState;
#[cfg(not(feature = "std"))]
type Seeded = hashbrown::DefaultHashBuilder;

/// Whether any two of `count` labels are equal. In pairs for few, by a seeded hash set for many:
/// linear in their bytes.
pub(super) fn has_duplicates<'a, I>(labels: I, count: usize) -> bool
where
    I: Iterator<Item = &'a [u8]> + Clone,
{
    if count <= PAIRS {
        let mut rest = labels;
        while let Some(label) = rest.next() {
            if rest.clone().any(|other| other == label) {
                return true;
            }
        }
        return false;
    }
    let mut seen = HashSet::with_capacity_and_hasher(count, Seeded::default());
    labels.into_iter().any(|label| !seen.insert(label))
}
