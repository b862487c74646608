//! The naive HTTP/1 parser: heads, captures and chunk-size lines.
//!
//! Sources: RFC 9112 2.1 (message format), 2.2 (line ends, empty lines, whitespace-led
//! lines), 2.3 (version), 3 (request line), 4 (status line), 5 (field lines, obs-fold), 7.1
//! (chunk-size lines); RFC 9110 5.5 (field values), 5.6.2 (tokens), 5.6.3 (whitespace), 5.6.4
//! (quoted strings). What the lenient profile forgives, and the spans of its defects, is
//! defined by the case files.
//!
//! An error's offset is the first byte that cannot belong to a valid message, and it is
//! reported as soon as that byte can be judged; "needs more" is said only where the bytes so
//! far are the beginning of something valid. A CR is judged by the byte after it, so a CR at
//! the end of the input is undecided; if it turns out bare, the offset is the CR's own.
//!
//! There are no limits on heads, fields or defects.

mod capture;
mod chunk;
mod fields;
mod lenient;
mod strict;

#[allow(unused_imports)] // not every includer looks at all
pub use {capture::capture, chunk::chunk_size};

/// A deviation the lenient profile let pass: kind, start and end of its span.
pub type Defect = (&'static str, u64, u64);

/// An error: kind and offset.
pub type Failure = (&'static str, u64);

/// Which kind of head is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A request line and its fields.
    Request,
    /// A status line and its fields.
    Response,
    /// A bare field section, no start line: trailers, for one.
    Headers,
}

/// A start line. `version` is `1.1`, `2`, `icy`, ..., or `None` for a bare `HTTP`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// A request line.
    Request {
        /// Never empty.
        method: Vec<u8>,
        /// Never empty.
        target: Vec<u8>,
        /// As written, but `2.0` reads `2` and `ICY` reads `icy`.
        version: Option<String>,
    },
    /// A status line.
    Response {
        /// As in a request.
        version: Option<String>,
        /// Three digits, any.
        status: u16,
        /// `None` where nothing follows the status, not even a SP.
        reason: Option<Vec<u8>>,
    },
}

/// A head, or as much of it as there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// `None` for a bare field section.
    pub start: Option<Start>,
    /// Names and values, in order.
    pub fields: Vec<(Vec<u8>, Vec<u8>)>,
    /// Kind, start and end of the span; sorted by start, then end.
    pub defects: Vec<Defect>,
    /// Bytes consumed, the final line end included.
    pub end: usize,
    /// Whether the empty line that ends a head was seen.
    pub complete: bool,
}

impl Head {
    /// A head of which nothing is known yet.
    fn new() -> Head {
        Head { start: None, fields: Vec::new(), defects: Vec::new(), end: 0, complete: false }
    }

    /// Notes a defect.
    fn defect(&mut self, kind: &'static str, start: usize, end: usize) {
        self.defects.push((kind, start as u64, end as u64));
    }
}

/// What reading one head gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A whole head; bytes after `end` were not looked at.
    Ok(Head),
    /// Needs more, and the bytes so far give no head.
    Partial,
    /// Lenient only: needs more, and if no more comes, this is the head.
    Eof(Head),
    /// Kind and offset of the first error.
    Err(&'static str, u64),
}

/// Reads one head from the start of `input`, in one of the two profiles.
pub fn head(input: &[u8], what: What, strict: bool) -> Outcome {
    if strict {
        return match strict::head(input, what) {
            Ok(head) => Outcome::Ok(head),
            Err(Stop::More) => Outcome::Partial,
            Err(Stop::Bad(kind, offset)) => Outcome::Err(kind, offset),
        };
    }
    lenient_head(input, 0, what)
}

/// Reads one lenient head at `from`. Offsets and `end` count from the start of `input`.
fn lenient_head(input: &[u8], from: usize, what: What) -> Outcome {
    match lenient::head(input, from, what, false) {
        Ok(head) => Outcome::Ok(head),
        Err(Stop::Bad(kind, offset)) => Outcome::Err(kind, offset),
        // Once more, with the end of the input as the end of its last line.
        Err(Stop::More) => match lenient::head(input, from, what, true) {
            Ok(head) => Outcome::Eof(head),
            Err(_) => Outcome::Partial,
        },
    }
}

/// Why reading stopped.
enum Stop {
    /// The input ends before the next decision.
    More,
    /// An error: kind and offset.
    Bad(&'static str, u64),
}

/// A step of reading.
type Step<T> = Result<T, Stop>;

/// The error `kind` at byte `at`.
fn bad<T>(kind: &'static str, at: usize) -> Step<T> {
    Err(Stop::Bad(kind, at as u64))
}

/// The byte at `at`, which is needed to go on.
fn byte(input: &[u8], at: usize) -> Step<u8> {
    input.get(at).copied().ok_or(Stop::More)
}

/// SP or HTAB, the only whitespace there is (RFC 9110 5.6.3).
fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// A `tchar` (RFC 9110 5.6.2).
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// A control byte that a value or reason must not hold, NUL, CR and LF set apart
/// (RFC 9110 5.5, RFC 9112 4).
fn is_control(byte: u8) -> bool {
    (byte < 0x20 && !b"\0\t\r\n".contains(&byte)) || byte == 0x7F
}

/// Where the run of `wanted` bytes that starts at `at` ends; `at` itself for an empty run.
fn run(input: &[u8], mut at: usize, wanted: fn(u8) -> bool) -> usize {
    while at < input.len() && wanted(input[at]) {
        at += 1;
    }
    at
}

/// Three status digits as a number, and the byte after them.
fn status(input: &[u8], mut at: usize) -> Step<(u16, usize)> {
    let mut number = 0;
    for _ in 0..3 {
        let digit = byte(input, at)?;
        if !digit.is_ascii_digit() {
            return bad("InvalidStatus", at);
        }
        number = number * 10 + u16::from(digit - b'0');
        at += 1;
    }
    Ok((number, at))
}

/// The bytes of `text` at `at`, one by one.
fn literal(input: &[u8], mut at: usize, text: &[u8], kind: &'static str) -> Step<usize> {
    for &wanted in text {
        if byte(input, at)? != wanted {
            return bad(kind, at);
        }
        at += 1;
    }
    Ok(at)
}

/// A digit at `at`.
fn digit(input: &[u8], at: usize, kind: &'static str) -> Step<usize> {
    if byte(input, at)?.is_ascii_digit() {
        return Ok(at + 1);
    }
    bad(kind, at)
}

/// Which error a version has that does not go on as it should: a line that ends there lacks
/// its status.
fn after_version(next: u8) -> &'static str {
    if next == b'\r' || next == b'\n' {
        return "InvalidStatus";
    }
    "InvalidVersion"
}

/// Which error a target has that `next` ends: a line that ends there lacks its version.
fn after_target(next: u8) -> &'static str {
    if next == b'\r' || next == b'\n' {
        return "InvalidVersion";
    }
    "InvalidTarget"
}
