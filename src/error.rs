//! Errors are data: a kind and a place. This room knows no parser and imports nothing of ours.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// Says what is wrong with an input, for both formats.
///
/// The same kinds name errors ([`ParseError`]) and forgiven deviations ([`Defect`]).
/// [`ErrorKind::name`] gives the stable name that the case files and the `--json` outputs use.
///
/// ```
/// use linecut::ErrorKind;
/// assert_eq!(ErrorKind::MissingColon.name(), "MissingColon");
/// assert_eq!(ErrorKind::MissingColon.to_string(), "no colon between label and value");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ErrorKind {
    /// LTSV: nothing between two separators, or beside one (leading, double or trailing TAB).
    EmptyField,
    /// LTSV: a piece that begins with its colon.
    EmptyLabel,
    /// A piece of an LTSV line or an HTTP field line without a colon.
    MissingColon,
    /// LTSV: a label byte outside `[0-9A-Za-z_.-]`.
    InvalidLabel,
    /// LTSV: NUL or CR in a value read, TAB or LF too in one written. HTTP: a control byte other than HTAB, NUL, CR, LF in a value or reason.
    InvalidValue,
    /// LTSV: a label that was to be unique and is not.
    DuplicateLabel {
        /// Byte offset of the first field with this label.
        first: u64,
    },
    /// A byte order mark (EF BB BF) at the start of the input.
    Bom,
    /// A record, head, name, value or chunk-size line over its limit.
    TooLong,
    /// More fields or field lines than the limit allows.
    TooManyFields,
    /// HTTP: a method that is no token (RFC 9110 §5.6.2).
    InvalidMethod,
    /// HTTP: a byte that cannot be in a request target (RFC 9112 §3.2).
    InvalidTarget,
    /// HTTP: not an `HTTP-version` (RFC 9112 §2.3).
    InvalidVersion,
    /// HTTP: a version form that is forgiven, such as `HTTP/2` or `ICY`.
    UnusualVersion,
    /// HTTP: not three digits, or something behind them that is no SP (RFC 9112 §4).
    InvalidStatus,
    /// HTTP: a field name that is no token (RFC 9110 §5.1).
    InvalidName,
    /// HTTP: a field line that begins with its colon.
    EmptyName,
    /// HTTP: whitespace between field name and colon (RFC 9112 §5.1).
    SpaceBeforeColon,
    /// HTTP: whitespace where one SP is due, or before the start line (RFC 9112 §3).
    ExtraSpace,
    /// HTTP: a whitespace-led line that no kept field line precedes (RFC 9112 §2.2).
    LeadingWhitespace,
    /// HTTP: a field value folded over lines (RFC 9112 §5.2).
    ObsFold,
    /// HTTP: a line that ends in LF alone (RFC 9112 §2.2).
    BareLf,
    /// HTTP: a CR that no LF follows, or more than one before it (RFC 9112 §2.2).
    BareCr,
    /// HTTP: a NUL byte in a value or reason (RFC 9110 §5.5).
    Nul,
    /// HTTP: not `1*HEXDIG`, or over 64 bits (RFC 9112 §7.1).
    InvalidChunkSize,
    /// HTTP: not a chunk extension (RFC 9112 §7.1.1).
    InvalidChunkExtension,
    /// The input ended inside something that has to be whole.
    UnexpectedEof,
}

impl ErrorKind {
    /// Gives the kind's stable name, the one in the case files and in JSON outputs.
    ///
    /// ```
    /// assert_eq!(linecut::ErrorKind::DuplicateLabel { first: 7 }.name(), "DuplicateLabel");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// Name and description; one table so that neither can be forgotten.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::EmptyField => ("EmptyField", "empty field"),
            Self::EmptyLabel => ("EmptyLabel", "empty label"),
            Self::MissingColon => ("MissingColon", "no colon between label and value"),
            Self::InvalidLabel => ("InvalidLabel", "byte that a label cannot hold"),
            Self::InvalidValue => ("InvalidValue", "control byte that a value cannot hold"),
            Self::DuplicateLabel { .. } => ("DuplicateLabel", "label is not unique"),
            Self::Bom => ("Bom", "byte order mark"),
            Self::TooLong => ("TooLong", "longer than the limit"),
            Self::TooManyFields => ("TooManyFields", "more fields than the limit"),
            Self::InvalidMethod => ("InvalidMethod", "byte that a method cannot hold"),
            Self::InvalidTarget => ("InvalidTarget", "byte that a request target cannot hold"),
            Self::InvalidVersion => ("InvalidVersion", "not an HTTP version"),
            Self::UnusualVersion => ("UnusualVersion", "unusual HTTP version"),
            Self::InvalidStatus => ("InvalidStatus", "not a three-digit status"),
            Self::InvalidName => ("InvalidName", "byte that a field name cannot hold"),
            Self::EmptyName => ("EmptyName", "empty field name"),
            Self::SpaceBeforeColon => ("SpaceBeforeColon", "whitespace before the colon"),
            Self::ExtraSpace => ("ExtraSpace", "whitespace other than one SP"),
            Self::LeadingWhitespace => ("LeadingWhitespace", "whitespace-led line without a field"),
            Self::ObsFold => ("ObsFold", "folded field value"),
            Self::BareLf => ("BareLf", "LF without CR"),
            Self::BareCr => ("BareCr", "CR that is no line end"),
            Self::Nul => ("Nul", "NUL byte"),
            Self::InvalidChunkSize => ("InvalidChunkSize", "not a chunk size"),
            Self::InvalidChunkExtension => ("InvalidChunkExtension", "not a chunk extension"),
            Self::UnexpectedEof => ("UnexpectedEof", "input ends too early"),
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texts().1)?;
        match self {
            Self::DuplicateLabel { first } => write!(f, ", first at byte {first}"),
            _ => Ok(()),
        }
    }
}

/// Says why an input was refused: a kind, and the offset of the byte (or piece) at fault.
///
/// Offsets are bytes from the start of what was given to the parser: the line for a line
/// function, the stream for a reader.
///
/// ```
/// let err = linecut::ltsv::Record::parse(b"a:1\tjunk\tb:2").unwrap_err();
/// assert_eq!((err.kind, err.offset), (linecut::ErrorKind::MissingColon, 4));
/// assert_eq!(err.to_string(), "no colon between label and value at byte 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where, in bytes.
    pub offset: u64,
}

impl ParseError {
    /// Creates an error from its two parts.
    ///
    /// ```
    /// use linecut::{ErrorKind, ParseError};
    /// assert_eq!(ParseError::new(ErrorKind::Nul, 3), ParseError { kind: ErrorKind::Nul, offset: 3 });
    /// ```
    #[must_use]
    pub const fn new(kind: ErrorKind, offset: u64) -> Self {
        Self { kind, offset }
    }

    /// The same error in a larger input, `by` bytes further on.
    pub(crate) const fn shifted(self, by: u64) -> Self {
        Self { kind: self.kind, offset: self.offset + by }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.offset)
    }
}

impl core::error::Error for ParseError {}

/// Names a deviation that a lenient parser forgave: a kind, and the bytes it concerns.
///
/// Every deviation is either an error or a defect; none is silent.
///
/// ```
/// let record = linecut::ltsv::Record::parse_lenient(b"a:1\tjunk\tb:2");
/// assert_eq!(record.defects()[0].kind, linecut::ErrorKind::MissingColon);
/// assert_eq!(record.defects()[0].span, 4..8);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Defect {
    /// What was forgiven.
    pub kind: ErrorKind,
    /// The bytes concerned, counted like the offset of a [`ParseError`].
    pub span: Range<u64>,
}

impl Defect {
    /// Creates a defect from its two parts.
    ///
    /// ```
    /// let defect = linecut::Defect::new(linecut::ErrorKind::Bom, 0..3);
    /// assert_eq!(defect.to_string(), "byte order mark at bytes 0..3");
    /// ```
    #[must_use]
    pub const fn new(kind: ErrorKind, span: Range<u64>) -> Self {
        Self { kind, span }
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at bytes {}..{}", self.kind, self.span.start, self.span.end)
    }
}

/// Says where in a stream something begins.
///
/// ```
/// let mut records = linecut::ltsv::records(b"a:1\n\nb:2\n");
/// records.next_record().unwrap().unwrap();
/// let second = records.next_record().unwrap().unwrap();
/// let at = second.position();
/// assert_eq!((at.byte, at.line, at.record), (5, 3, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Bytes from the start of the stream.
    pub byte: u64,
    /// Line number, from 1; blank lines count.
    pub line: u64,
    /// Record number, from 0; skipped lines do not count.
    pub record: u64,
}

impl Position {
    /// The start of a stream.
    pub(crate) const START: Self = Self { byte: 0, line: 1, record: 0 };
}

impl Default for Position {
    /// The start of a stream: byte 0, line 1, record 0.
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} (byte {}, record {})", self.line, self.byte, self.record)
    }
}

/// Says why a reader could not give a record, or a writer not take one: the source or sink failed,
/// or the bytes are no record.
///
/// After [`Error::Parse`] a reader goes on with the next line, and a writer has written nothing;
/// after [`Error::Io`] the same call may be tried again and loses nothing.
///
/// ```
/// use linecut::{Error, ltsv};
/// let mut reader = ltsv::ReaderBuilder::new().strict(true).from_reader(&b"a:1\njunk\n"[..]);
/// let mut record = ltsv::Record::new();
/// assert!(reader.read_record(&mut record).unwrap());
/// let err = reader.read_record(&mut record).unwrap_err();
/// assert!(matches!(err, Error::Parse { position, .. } if position.line == 2));
/// assert_eq!(err.to_string(), "line 2: no colon between label and value at byte 4");
/// ```
#[cfg(feature = "std")]
#[derive(Debug)]
pub enum Error {
    /// The underlying reader or writer failed.
    Io(std::io::Error),
    /// A line is no record.
    Parse {
        /// Kind and byte offset.
        error: ParseError,
        /// Where the line begins.
        position: Position,
    },
}

#[cfg(feature = "std")]
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Parse { error, position } => write!(f, "line {}: {error}", position.line),
        }
    }
}

#[cfg(feature = "std")]
impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Parse { error, .. } => Some(error),
        }
    }
}

#[cfg(feature = "std")]
impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    /// The I/O error itself, or the refused line as `InvalidData`.
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => error,
            parse @ Error::Parse { .. } => Self::new(std::io::ErrorKind::InvalidData, parse),
        }
    }
}

/// How many defects of one record or head are listed.
pub(crate) const DEFECTS_KEPT: usize = 1024;

/// A bounded list of defects that counts them all.
#[derive(Clone, Debug)]
pub(crate) struct Defects {
    list: Vec<Defect>,
    total: u64,
    limit: usize,
}

impl Default for Defects {
    fn default() -> Self {
        Self::with_limit(DEFECTS_KEPT)
    }
}

impl Defects {
    pub(crate) fn with_limit(limit: usize) -> Self {
        Self { list: Vec::new(), total: 0, limit }
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.total = 0;
    }

    pub(crate) fn push(&mut self, defect: Defect) {
        self.total += 1;
        if self.list.len() < self.limit {
            self.list.push(defect);
        }
    }

    pub(crate) fn list(&self) -> &[Defect] {
        &self.list
    }

    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// Moves every span to another place.
    pub(crate) fn map_spans(&mut self, mut place: impl FnMut(&Range<u64>) -> Range<u64>) {
        for defect in &mut self.list {
            defect.span = place(&defect.span);
        }
    }

    /// Brings the list to the order of the bytes.
    pub(crate) fn sort(&mut self) {
        self.list.sort_by_key(|defect| (defect.span.start, defect.span.end));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The same with no room to spare.
    pub(crate) fn to_kept(&self) -> Self {
        Self { list: self.list.as_slice().into(), total: self.total, limit: self.limit }
    }
}
