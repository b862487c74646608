//! A head borrowed from its bytes, with storage that the caller uses again. Keeps nothing.

use alloc::vec::Vec;
use core::ops::Range;

use crate::error::ParseError;

use super::engine::{Engine, What};
use super::options::Options;
use super::plain::{self, Plain};
use super::start_line::Start;
use super::version::Version;

/// Says where a field lies in its head.
///
/// ```
/// let mut spans = Vec::new();
/// let bytes = b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n";
/// linecut::http1::parse_head(bytes, &mut spans)?;
/// assert_eq!(spans[0].name(bytes), b"Server");
/// assert_eq!(spans[0].value(bytes), b"x");
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderSpan {
    name_start: u32,
    name_end: u32,
    value_start: u32,
    value_end: u32,
}

impl HeaderSpan {
    /// No field: a name has at least one byte.
    pub(super) const NONE: Self = Self { name_start: 0, name_end: 0, value_start: 0, value_end: 0 };

    /// A head is at most 2 GiB long, so its offsets fit.
    #[inline]
    pub(super) fn new(name: Range<usize>, value: Range<usize>) -> Self {
        Self {
            name_start: name.start as u32,
            name_end: name.end as u32,
            value_start: value.start as u32,
            value_end: value.end as u32,
        }
    }

    /// The same in place, part by part: a value that is put together elsewhere and loaded as one
    /// would wait for the stores of its parts.
    #[inline(always)]
    pub(super) fn set(&mut self, name: usize, name_end: usize, value: usize, value_end: usize) {
        self.name_start = name as u32;
        self.name_end = name_end as u32;
        self.value_start = value as u32;
        self.value_end = value_end as u32;
    }

    /// Gives where the name lies.
    ///
    /// ```
    /// # let mut spans = Vec::new();
    /// linecut::http1::parse_head(b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n", &mut spans)?;
    /// assert_eq!(spans[0].name_range(), 17..23);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn name_range(&self) -> Range<usize> {
        self.name_start as usize..self.name_end as usize
    }

    /// Gives where the value lies, without whitespace around it.
    ///
    /// ```
    /// # let mut spans = Vec::new();
    /// linecut::http1::parse_head(b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n", &mut spans)?;
    /// assert_eq!(spans[0].value_range(), 25..26);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn value_range(&self) -> Range<usize> {
        self.value_start as usize..self.value_end as usize
    }

    /// Cuts the name out of the head's bytes.
    ///
    /// # Panics
    ///
    /// If `head` is shorter than the head that was parsed.
    ///
    /// ```
    /// # let mut spans = Vec::new();
    /// let bytes = b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n";
    /// linecut::http1::parse_head(bytes, &mut spans)?;
    /// assert_eq!(spans[0].name(bytes), b"Server");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn name<'a>(&self, head: &'a [u8]) -> &'a [u8] {
        &head[self.name_range()]
    }

    /// Cuts the value out of the head's bytes.
    ///
    /// # Panics
    ///
    /// If `head` is shorter than the head that was parsed.
    ///
    /// ```
    /// # let mut spans = Vec::new();
    /// let bytes = b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n";
    /// linecut::http1::parse_head(bytes, &mut spans)?;
    /// assert_eq!(spans[0].value(bytes), b"x");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn value<'a>(&self, head: &'a [u8]) -> &'a [u8] {
        &head[self.value_range()]
    }
}

/// Borrows a start line's parts.
///
/// ```
/// use linecut::http1::{StartLine, parse_head};
/// let head = parse_head(b"GET / HTTP/1.1\r\n\r\n", &mut Vec::new())?.unwrap();
/// assert!(matches!(head.start, StartLine::Request { target: b"/", .. }));
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartLine<'a> {
    /// A request line (RFC 9112 §3).
    Request {
        /// A token; its case matters.
        method: &'a [u8],
        /// As it is written, in any of the four forms.
        target: &'a [u8],
        /// The version.
        version: Version,
    },
    /// A status line (RFC 9112 §4).
    Response {
        /// The version.
        version: Version,
        /// 0 to 999.
        status: u16,
        /// Not trimmed; `None` if not even the SP before it is there.
        reason: Option<&'a [u8]>,
    },
}

impl<'a> StartLine<'a> {
    pub(super) fn new(start: &Start, what: What, bytes: &'a [u8]) -> Self {
        let second = &bytes[start.second.clone()];
        match what {
            What::Request => Self::Request {
                method: &bytes[start.first.clone()],
                target: second,
                version: start.version,
            },
            _ => Self::Response {
                version: start.version,
                status: start.status,
                reason: start.has_reason.then_some(second),
            },
        }
    }
}

/// Borrows a head; its fields are in the spans that were filled.
///
/// ```
/// let head = linecut::http1::parse_head(b"GET / HTTP/1.1\r\n\r\nbody", &mut Vec::new())?.unwrap();
/// assert_eq!(head.len, 18);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadRef<'a> {
    /// The start line.
    pub start: StartLine<'a>,
    /// Length of the head in bytes, its empty line included: the body begins there.
    pub len: usize,
}

/// Parses a request or response head, borrowed and strict: the fast door.
///
/// `spans` is cleared and filled with the fields; used again for the next head, nothing is
/// allocated. Bytes that begin with `HTTP/` are a response, others a request (a method has no `/`).
/// `Ok(None)` says that the head is not whole yet. At most 1 MiB and 4,096 fields.
///
/// # Errors
///
/// The first deviation from RFC 9112, at the first byte that cannot belong to a valid message.
///
/// ```
/// use linecut::http1::{StartLine, parse_head};
/// let bytes = b"HTTP/1.1 404 Not Found\r\nServer: x\r\nContent-Length: 0\r\n\r\n";
/// let mut spans = Vec::new();
/// let head = parse_head(bytes, &mut spans)?.unwrap();
/// assert!(matches!(head.start, StartLine::Response { status: 404, .. }));
/// assert_eq!(spans[1].name(bytes), b"Content-Length");
/// assert_eq!(parse_head(&bytes[..40], &mut spans)?, None);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[inline]
pub fn parse_head<'a>(
    bytes: &'a [u8],
    spans: &mut Vec<HeaderSpan>,
) -> Result<Option<HeadRef<'a>>, ParseError> {
    let options = &Options::STRICT;
    let what = what_begins(bytes);
    let mut start = Start::default();
    match plain::read(bytes, what, options.limits(), &mut start, spans) {
        Plain::Whole(len) => Ok(Some(HeadRef { start: StartLine::new(&start, what, bytes), len })),
        Plain::Begun { cut: true, .. } => {
            spans.clear();
            Ok(None)
        }
        Plain::Begun { at, .. } => go_on(Some((start, at)), what, bytes, spans),
        Plain::NotSure => go_on(None, what, bytes, spans),
    }
}

/// Has the exact parser go on where it is not plain, or begin.
#[cold]
#[inline(never)]
fn go_on<'a>(
    begun: Option<(Start, usize)>,
    what: What,
    bytes: &'a [u8],
    spans: &mut Vec<HeaderSpan>,
) -> Result<Option<HeadRef<'a>>, ParseError> {
    let options = &Options::STRICT;
    let fields = core::mem::take(spans);
    let mut engine = match begun {
        Some((start, at)) => Engine::resumed(what, options, fields, start, at),
        None => Engine::with_storage(what, options, fields),
    };
    let whole = engine.run(bytes, options, false);
    *spans = core::mem::take(&mut engine.spans);
    if !matches!(whole, Ok(true)) {
        spans.clear();
    }
    let start = |engine: &Engine| StartLine::new(&engine.start, engine.what, bytes);
    Ok(whole?.then(|| HeadRef { start: start(&engine), len: engine.at }))
}

/// What the bytes begin, behind empty lines.
#[inline]
fn what_begins(bytes: &[u8]) -> What {
    // A method cannot have a `/`, so nothing else can begin like that once all five are there.
    match bytes {
        [b'H', b'T', b'T', b'P', b'/', ..] => What::Response,
        [b'\r' | b'\n', ..] => what_is_behind(bytes),
        _ => What::Request,
    }
}

#[cold]
fn what_is_behind(bytes: &[u8]) -> What {
    let empty = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    if bytes[empty..].starts_with(b"HTTP/") { What::Response } else { What::Request }
}
