//! What can be chosen about reading, for every way to read. Knows values; `builder.rs` sets them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::error::Position;
use crate::slice::interner::Interner;

/// Default limit of a record: 16 MiB.
const MAX_RECORD_LEN: usize = 16 << 20;

#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) strict: bool,
    pub(super) on_error: OnError,
    pub(super) hold_partial: bool,
    pub(super) max_record_len: usize,
    pub(super) max_fields: usize,
    pub(super) select: Option<Select>,
    pub(super) position: Position,
    pub(super) interner: Option<Interner>,
}

impl Options {
    pub(super) const fn new() -> Self {
        Self {
            strict: false,
            on_error: OnError::Report,
            hold_partial: false,
            max_record_len: MAX_RECORD_LEN,
            max_fields: usize::MAX,
            select: None,
            position: Position::START,
            interner: None,
        }
    }

    /// Whether a field that the strict rules refuse is dropped, and the record kept.
    pub(super) fn drops_bad_fields(&self) -> bool {
        self.strict && self.on_error == OnError::KeepFields
    }
}

/// Says what becomes of a line that is refused: by the strict rules, or by a limit.
///
/// Default: `Report`, which loses nothing silently and reads on. Leave it alone unless somebody
/// looks at [`ReadStats`](super::ReadStats) or at the records' defects.
///
/// ```
/// use linecut::ltsv::{OnError, ParserBuilder, Record};
/// let read = |on_error| {
///     let mut parser = ParserBuilder::new().strict(true).on_error(on_error).build();
///     let mut input = (&b"a:1\njunk\ta:2\na:3\n"[..]).into();
///     let (mut record, mut seen) = (Record::new(), Vec::new());
///     loop {
///         match parser.parse_record(&mut input, &mut record) {
///             Ok(false) => break seen,
///             result => seen.push(result.is_ok()),
///         }
///     }
/// };
/// assert_eq!(read(OnError::Report), [true, false, true]);
/// assert_eq!(read(OnError::SkipRecord), [true, true]);
/// assert_eq!(read(OnError::KeepFields), [true, true, true]);
/// assert_eq!(read(OnError::Stop), [true, false]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnError {
    /// The line is an `Err`, and reading goes on with the next line.
    #[default]
    Report,
    /// The line is passed over; `ReadStats` counts it and its bytes.
    SkipRecord,
    /// The fields that are good are kept; each bad one is dropped, with its defect in the record.
    /// Fields over [`max_fields`](super::ParserBuilder::max_fields) are dropped likewise. A line
    /// over [`max_record_len`](super::ParserBuilder::max_record_len) is still an `Err`.
    KeepFields,
    /// The line is an `Err`, and reading ends.
    Stop,
}

/// The labels that are asked for.
#[derive(Clone, Debug)]
pub(super) struct Select {
    pub(super) labels: Vec<Box<[u8]>>,
    pub(super) stop_early: bool,
}

impl Select {
    /// The number of a label in the list.
    #[inline]
    pub(super) fn find(&self, label: &[u8]) -> Option<usize> {
        self.labels.iter().position(|wanted| **wanted == *label)
    }

    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }
}
