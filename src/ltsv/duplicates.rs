//! Whether a label stands twice. Knows byte strings, no record.

use hashbrown::HashSet;

/// Up to this many labels are compared in pairs.
const PAIRS: usize = 32;

/// A hasher whose seed an input cannot know.
#[cfg(feature = "std")]
type Seeded = std::hash::RandomState;
#[cfg(not(feature = "std"))]
type Seeded = hashbrown::DefaultHashBuilder;

/// Whether any two of `count` labels are equal. For few, by a print of each and in pairs only where
/// prints are equal; for many by a seeded hash set, which is linear in their bytes.
pub(super) fn has_duplicates<'a, I>(labels: I, count: usize) -> bool
where
    I: Iterator<Item = &'a [u8]> + Clone,
{
    if count <= PAIRS {
        return !differ_in_print(labels.clone()) && has_equal_pair(labels);
    }
    let mut seen = HashSet::with_capacity_and_hasher(count, Seeded::default());
    labels.into_iter().any(|label| !seen.insert(label))
}

/// Whether each of up to [`PAIRS`] labels differs from all others in its length or in one of five
/// bytes. So it is in most logs, and cheaper to see than by comparing labels.
fn differ_in_print<'a>(labels: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut seen = [0_u64; PAIRS];
    labels.enumerate().all(|(index, label)| {
        let len = label.len();
        let Some(last) = label.last() else { return false };
        let at = |quarter: usize| label[len * quarter / 4];
        let print = u64::from_le_bytes([len as u8, at(0), at(1), at(2), at(3), *last, 0, 0]);
        let unique = !seen[..index].contains(&print);
        seen[index] = print;
        unique
    })
}

fn has_equal_pair<'a>(mut labels: impl Iterator<Item = &'a [u8]> + Clone) -> bool {
    while let Some(label) = labels.next() {
        if labels.clone().any(|other| other == label) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_one_print_are_compared_in_full() {
        let differ: [&[u8]; 3] = [b"abcdefgh", b"aXcdefgh", b"abXdefgh"];
        let equal: [&[u8]; 4] = [b"abcdefgh", b"x", b"aXcdefgh", b"aXcdefgh"];
        let has = |labels: &[&[u8]]| has_duplicates(labels.iter().copied(), labels.len());
        assert!(!has(&differ) && has(&equal) && !has(&[]));
        assert!(has(&[b"", b"a", b""]) && !has(&[b"", b"a"]));
        let many: alloc::vec::Vec<[u8; 2]> = (0..40u8).map(|i| [b'l', i]).collect();
        let mut many: alloc::vec::Vec<&[u8]> = many.iter().map(|label| &label[..]).collect();
        assert!(!has(&many));
        many.push(b"l\x07");
        assert!(has(&many));
    }
}
