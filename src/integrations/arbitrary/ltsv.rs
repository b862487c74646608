//! Valid LTSV lines. Knows the grammar of ltsv.org, no parser.

use alloc::vec::Vec;
use core::fmt;

use ::arbitrary::{Arbitrary, Result, Unstructured};

use super::bytes::{FieldAt, bytes_of, len, member, push, push_class};

/// The bytes of a label.
const LABEL: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_.-";

/// Labels of real logs, and one that does not fit inline.
const LABELS: &[&str] = &[
    "time",
    "host",
    "status",
    "req",
    "size",
    "ua",
    "referer",
    "upstream_response_time",
    "x_a_label_of_thirty_three_bytes.-",
];

/// The most fields of a line.
const MOST_FIELDS: usize = 40;

/// Holds a valid LTSV line: strict parsing accepts it and gives exactly its
/// [`fields`](Self::fields).
///
/// It ends in LF, in CRLF, or in neither, and may have no field at all. Labels may repeat; values
/// may be empty, have colons, and be no UTF-8.
///
/// ```
/// use arbitrary::{Arbitrary, Unstructured};
/// use linecut::{arbitrary::LtsvLine, ltsv::Record};
/// let line = LtsvLine::arbitrary(&mut Unstructured::new(b"some bytes that a fuzzer thought of"))?;
/// let record = Record::parse(&line).expect("a valid line");
/// assert_eq!(record.len(), line.fields().len());
/// assert_eq!(record.is_terminated(), line.is_terminated());
/// # Ok::<(), arbitrary::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct LtsvLine {
    pub(super) bytes: Vec<u8>,
    fields: Vec<FieldAt>,
    /// Length without the line end.
    content: usize,
}

bytes_of!(LtsvLine);

impl LtsvLine {
    /// Iterates over the fields as label and value, in order.
    ///
    /// ```
    /// use arbitrary::{Arbitrary, Unstructured};
    /// use linecut::arbitrary::LtsvLine;
    /// let line = LtsvLine::arbitrary(&mut Unstructured::new(&[3; 80]))?;
    /// let joined: Vec<_> = line.fields().map(|(label, value)| [label, b":", value].concat()).collect();
    /// assert_eq!(joined.join(&b'\t'), line.content());
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    pub fn fields(&self) -> impl ExactSizeIterator<Item = (&[u8], &[u8])> + Clone {
        let part = |at: &core::ops::Range<usize>| &self.bytes[at.start..at.end];
        self.fields.iter().map(move |(label, value)| (part(label), part(value)))
    }

    /// Gives the line without its line end.
    ///
    /// ```
    /// use arbitrary::{Arbitrary, Unstructured};
    /// use linecut::arbitrary::LtsvLine;
    /// let line = LtsvLine::arbitrary(&mut Unstructured::new(&[3; 80]))?;
    /// assert!(!line.content().contains(&b'\n'));
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    #[must_use]
    pub fn content(&self) -> &[u8] {
        &self.bytes[..self.content]
    }

    /// Tells whether the line has a line end.
    ///
    /// ```
    /// use arbitrary::{Arbitrary, Unstructured};
    /// use linecut::arbitrary::LtsvLine;
    /// let line = LtsvLine::arbitrary(&mut Unstructured::new(&[3; 80]))?;
    /// assert_eq!(line.is_terminated(), line.ends_with(b"\n"));
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    #[must_use]
    pub fn is_terminated(&self) -> bool {
        self.content < self.bytes.len()
    }
}

impl<'a> Arbitrary<'a> for LtsvLine {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        // First what follows all, so that little data gives a whole line.
        let end: &[u8] = u.choose(&[&b"\n"[..], b"\r\n", b""])?;
        let most = if u.ratio(1, 8u8)? { MOST_FIELDS } else { 8 };
        let count = u.int_in_range(0..=most)?;
        let (mut bytes, mut fields) = (Vec::new(), Vec::<FieldAt>::with_capacity(count));
        for index in 0..count {
            if index > 0 {
                bytes.push(b'\t');
            }
            let label = match u.int_in_range(0..=7u8)? {
                0..=3 => push(&mut bytes, u.choose(LABELS)?.as_bytes()),
                4 if index > 0 => {
                    let again = fields[u.choose_index(index)?].0.clone();
                    let start = bytes.len();
                    bytes.extend_from_within(again);
                    start..bytes.len()
                }
                _ => {
                    let len = len(u, 1)?;
                    push_class(u, &mut bytes, len, |byte| member(byte, LABEL))?
                }
            };
            bytes.push(b':');
            let len = len(u, 0)?;
            let value = push_class(u, &mut bytes, len, |byte| match byte {
                b'\0' | b'\t' | b'\n' | b'\r' => b'-',
                other => other,
            })?;
            fields.push((label, value));
        }
        let content = bytes.len();
        bytes.extend_from_slice(end);
        Ok(Self { bytes, fields, content })
    }

    /// A line without a field takes this much; how much others take is for the bytes to say.
    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (3, None)
    }
}

impl fmt::Debug for LtsvLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LtsvLine(b\"{}\")", self.bytes.escape_ascii())
    }
}
