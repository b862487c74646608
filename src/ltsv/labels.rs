//! A list of labels that records share, and what is asked of it once. Knows labels; no value and no
//! reader.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::scan::lists::{BEHIND, Line, NEAR};
use crate::slice::small_bytes::SmallBytes;

use super::duplicates::has_duplicates;

/// The labels of a record, in order, shared by all records that have the same.
///
/// The lines of a log repeat their labels. A reader that meets a list of them for the second time
/// makes one of these, and its records point to it: [`Record::shared_labels`](super::Record) gives
/// it. A clone is the same list. Two lists made by one reader are the same exactly if they are
/// [`is`](Self::is) the same, so a program that knows where a label stands need not ask again:
///
/// ```
/// use linecut::ltsv::{Labels, Parser, Record};
/// let mut input = (&b"host:a\tstatus:200\nhost:b\tstatus:404\nhost:c\tstatus:200\n"[..]).into();
/// let (mut parser, mut record) = (Parser::new(), Record::new());
/// let mut known: Option<(Labels, Option<usize>)> = None;
/// let mut asked = 0;
/// while parser.parse_record(&mut input, &mut record)? {
///     let status = match (record.shared_labels(), &known) {
///         (Some(labels), Some((same, status))) if labels.is(same) => *status,
///         (Some(labels), _) => {
///             asked += 1;
///             known = Some((labels.clone(), labels.index_of("status")));
///             labels.index_of("status")
///         }
///         (None, _) => record.index_of("status"),
///     };
///     assert_eq!(record.value(status.unwrap()).unwrap().len(), 3);
/// }
/// assert_eq!(asked, 1);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Labels(Arc<List>);

struct List {
    keys: Box<[SmallBytes]>,
    probes: Box<[Probe]>,
    /// Fields whose label a probe does not hold whole.
    long: Box<[u16]>,
    /// A byte of each label, to look for first: eight a word.
    prints: Box<[u64]>,
    /// What the labels' lengths add up to, before each and at the end.
    len_before: Box<[u16]>,
    has_duplicates: bool,
}

/// What the 16 bytes look like at the separator before a field, or at the start of the first one:
/// `[TAB] label ':'`, as far as it fits.
#[repr(align(16))]
struct Probe {
    pattern: Chunk,
    mask: Chunk,
}

/// 16 bytes as two words: what is asked of them becomes one vector instruction each.
type Chunk = [u64; 2];

#[inline]
fn words(bytes: &[u8; 16]) -> Chunk {
    let word = u128::from_le_bytes(*bytes);
    [word as u64, (word >> 64) as u64]
}

/// More labels, or more bytes of them, are not shared: what a reader's lists hold stays bounded.
pub(super) const MOST_LABELS: usize = 256;
pub(super) const MOST_BYTES: usize = 4096;

impl Labels {
    /// Makes a list of keys that are within the bounds.
    pub(super) fn new(keys: Vec<SmallBytes>) -> Self {
        debug_assert!(keys.len() <= MOST_LABELS);
        let probes = keys.iter().enumerate().map(|(index, key)| Probe::new(index, key)).collect();
        let room = |index: usize| if index == 0 { 15 } else { 14 };
        let long = (0..keys.len()).filter(|index| keys[*index].len() > room(*index));
        let mut sum = 0;
        let mut before = |key: &SmallBytes| {
            sum += key.len() as u16; // in all at most `MOST_BYTES`
            sum
        };
        let len_before = core::iter::once(0).chain(keys.iter().map(&mut before)).collect();
        Self(Arc::new(List {
            probes,
            long: long.map(|index| index as u16).collect(),
            prints: keys.chunks(8).map(prints).collect(),
            len_before,
            has_duplicates: has_duplicates(keys.iter().map(|key| &key[..]), keys.len()),
            keys: keys.into_boxed_slice(),
        }))
    }

    /// Counts the labels.
    ///
    /// ```
    /// # use linecut::ltsv::{Parser, Record};
    /// let (mut parser, mut record) = (Parser::new(), Record::new());
    /// let mut input = (&b"a:1\tb:2\na:3\tb:4\n"[..]).into();
    /// parser.parse_record(&mut input, &mut record)?;
    /// assert!(record.shared_labels().is_none()); // seen for the first time
    /// parser.parse_record(&mut input, &mut record)?;
    /// assert_eq!(record.shared_labels().unwrap().len(), 2);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.keys.len()
    }

    /// Tells whether there is none. (No shared list is empty.)
    ///
    /// ```
    /// # use linecut::ltsv::{Parser, Record};
    /// let (mut parser, mut record) = (Parser::new(), Record::new());
    /// let mut input = (&b"a:1\na:2\n"[..]).into();
    /// for _ in 0..2 {
    ///     assert!(parser.parse_record(&mut input, &mut record)?);
    /// }
    /// assert!(!record.shared_labels().unwrap().is_empty());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.keys.is_empty()
    }

    /// Gives the labels in order. A clone of one allocates nothing: it is inline, or shares the
    /// list's bytes.
    ///
    /// ```
    /// # use linecut::ltsv::{Parser, Record};
    /// let (mut parser, mut record) = (Parser::new(), Record::new());
    /// let mut input = (&b"a:1\tb:2\na:3\tb:4\n"[..]).into();
    /// for _ in 0..2 {
    ///     assert!(parser.parse_record(&mut input, &mut record)?);
    /// }
    /// assert_eq!(record.shared_labels().unwrap().keys(), ["a", "b"]);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn keys(&self) -> &[SmallBytes] {
        &self.0.keys
    }

    /// Tells whether both are one and the same list: at the cost of comparing two addresses.
    ///
    /// ```
    /// # use linecut::ltsv::{Parser, Record};
    /// let (mut parser, mut record) = (Parser::new(), Record::new());
    /// let mut input = (&b"a:1\na:2\na:3\n"[..]).into();
    /// for _ in 0..2 {
    ///     assert!(parser.parse_record(&mut input, &mut record)?);
    /// }
    /// let kept = record.clone();
    /// parser.parse_record(&mut input, &mut record)?;
    /// assert!(record.shared_labels().unwrap().is(kept.shared_labels().unwrap()));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Finds the first field with this label, by a byte of each label that was noted when the list
    /// was made.
    ///
    /// ```
    /// # use linecut::ltsv::{Parser, Record};
    /// let (mut parser, mut record) = (Parser::new(), Record::new());
    /// let mut input = (&b"a:1\tb:2\na:3\tb:4\n"[..]).into();
    /// for _ in 0..2 {
    ///     assert!(parser.parse_record(&mut input, &mut record)?);
    /// }
    /// assert_eq!(record.shared_labels().unwrap().index_of("b"), Some(1));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn index_of(&self, label: impl AsRef<[u8]>) -> Option<usize> {
        let label = label.as_ref();
        let list = &*self.0;
        let eight = EACH * u64::from(print(label));
        for (number, prints) in list.prints.iter().enumerate() {
            // The high bit of each byte that is zero now, and perhaps of others behind it.
            let differs = prints ^ eight;
            let mut may_be = differs.wrapping_sub(EACH) & !differs & (EACH << 7);
            while may_be != 0 {
                let index = number * 8 + may_be.trailing_zeros() as usize / 8;
                if list.keys.get(index).is_some_and(|key| *key == *label) {
                    return Some(index);
                }
                may_be &= may_be - 1;
            }
        }
        None
    }

    /// Tells whether a label stands twice; found out when the list was made.
    ///
    /// ```
    /// # use linecut::ltsv::{Parser, Record};
    /// let (mut parser, mut record) = (Parser::new(), Record::new());
    /// let mut input = (&b"a:1\ta:2\na:3\ta:4\n"[..]).into();
    /// for _ in 0..2 {
    ///     assert!(parser.parse_record(&mut input, &mut record)?);
    /// }
    /// assert!(record.shared_labels().unwrap().has_duplicates());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn has_duplicates(&self) -> bool {
        self.0.has_duplicates
    }

    #[inline]
    pub(super) fn label(&self, index: usize) -> Option<&[u8]> {
        self.0.keys.get(index).map(SmallBytes::as_bytes)
    }

    /// Length of label `index`.
    #[inline]
    pub(super) fn label_len(&self, index: usize) -> usize {
        usize::from(self.0.len_before[index + 1] - self.0.len_before[index])
    }

    /// Lengths of the labels, in order.
    #[inline]
    pub(super) fn lens(&self) -> impl Iterator<Item = usize> + use<'_> {
        let before = &self.0.len_before;
        before.iter().zip(&before[1..]).map(|(before, behind)| usize::from(behind - before))
    }

    /// Length of all labels.
    #[inline]
    pub(super) fn total_len(&self) -> usize {
        self.len_before(self.len())
    }

    /// Length of all labels before number `index`, which may be the number of labels.
    pub(super) fn len_before(&self, index: usize) -> usize {
        self.0.len_before[index].into()
    }

    /// Whether a line that the scanner looked at has these labels and nothing that is a defect:
    /// proved byte for byte.
    ///
    /// Each position must be a TAB with the next label and a colon behind it, but for the last one,
    /// the line's end. No other low control byte is in the line, or it would be a position.
    #[inline]
    pub(super) fn fit(&self, line: &Line<'_>) -> bool {
        let list = &*self.0;
        let Some((_, before)) = line.ends.split_last() else { return false };
        let Some((first, probes)) = list.probes.split_first() else { return false };
        if before.len() != probes.len() {
            return false;
        }
        // Bits in which a label or a separator differs: asked about once, at the end.
        let differs = match line.bytes.first_chunk::<{ NEAR + BEHIND }>() {
            Some(bytes) if line.len < NEAR => {
                let chunk =
                    |at: usize| bytes[at & (NEAR - 1)..].first_chunk().expect("room behind");
                let start = first.differs([0; 2], chunk(0));
                probes.iter().zip(before).fold(start, |differs, (probe, at)| {
                    probe.differs(differs, chunk((*at as usize).wrapping_sub(line.origin)))
                })
            }
            _ => {
                let chunk = |at: usize| padded(line.bytes.get(at..).unwrap_or_default());
                let start = first.differs([0; 2], &chunk(0));
                probes.iter().zip(before).fold(start, |differs, (probe, at)| {
                    probe.differs(differs, &chunk(*at as usize - line.origin))
                })
            }
        };
        differs == [0; 2] && (list.long.is_empty() || self.long_labels_fit(line))
    }

    #[cold]
    fn long_labels_fit(&self, line: &Line<'_>) -> bool {
        self.0.long.iter().all(|index| {
            let index = usize::from(*index);
            let start = match index {
                0 => 0,
                _ => line.ends[index - 1] as usize - line.origin + 1,
            };
            let key = &self.0.keys[index];
            line.bytes[start..]
                .strip_prefix(&key[..])
                .is_some_and(|rest| rest.first() == Some(&b':'))
        })
    }
}

impl Probe {
    fn new(index: usize, label: &[u8]) -> Self {
        let (mut pattern, mut mask) = ([0; 16], [0; 16]);
        let tab = (index > 0).then_some(&b'\t');
        let bytes = tab.into_iter().chain(label).chain(b":");
        for ((pattern, mask), byte) in pattern.iter_mut().zip(&mut mask).zip(bytes) {
            (*pattern, *mask) = (*byte, 0xFF);
        }
        Self { pattern: words(&pattern), mask: words(&mask) }
    }

    /// Adds the bits in which the bytes are not like this.
    #[inline]
    fn differs(&self, so_far: Chunk, bytes: &[u8; 16]) -> Chunk {
        let bytes = words(bytes);
        core::array::from_fn(|i| so_far[i] | (bytes[i] ^ self.pattern[i]) & self.mask[i])
    }
}

/// The first 16 bytes, or what is there of them. A zero is in no pattern.
#[inline]
fn padded(bytes: &[u8]) -> [u8; 16] {
    bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut padded = [0; 16];
        padded[..bytes.len()].copy_from_slice(bytes);
        padded
    })
}

/// A one in each byte.
const EACH: u64 = u64::MAX / 0xFF;

/// The prints of up to eight labels.
fn prints(keys: &[SmallBytes]) -> u64 {
    keys.iter().rev().fold(0, |prints, key| prints << 8 | u64::from(print(key)))
}

/// A byte that most labels of a list differ in.
#[inline]
fn print(label: &[u8]) -> u8 {
    let first = label.first().copied().unwrap_or(0);
    let middle = label.get(label.len() / 2).copied().unwrap_or(0);
    let last = label.last().copied().unwrap_or(0);
    (label.len() as u8)
        .wrapping_mul(0x1D)
        .wrapping_add(first)
        .wrapping_add(middle.wrapping_mul(7))
        .wrapping_add(last.wrapping_mul(0x35))
}

impl PartialEq for Labels {
    fn eq(&self, other: &Self) -> bool {
        self.is(other) || self.keys() == other.keys()
    }
}

impl Eq for Labels {}

impl fmt::Debug for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.keys()).finish()
    }
}
