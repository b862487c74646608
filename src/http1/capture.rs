//! A dump of several heads, one behind the other. Knows no connection; lenient only.

use alloc::vec::Vec;

use crate::error::{ErrorKind, ParseError};
use crate::scan;

use super::capture_head::Head;
use super::engine::What;
use super::options::Options;
use super::owned::{Begin, Owned, Read};

/// How many heads a capture gives.
const MAX_HEADS: usize = 1024;

/// Reads the response heads of a dump, leniently: what `curl -D` and `curl -i` write, with interim
/// answers, CONNECT answers, redirects, and status lines of HTTP/2 and HTTP/3.
///
/// A head is next where a whole status line parses; where none does, the rest is a body:
/// [`rest`](Self::rest). A head that is an error ends the iteration, and the rest begins there. A
/// dump cut inside its last head gives that head with [`Head::is_complete`] false. Each head is
/// limited to 1 MiB and 4,096 fields, and a capture to 1,024 heads.
///
/// ```
/// use linecut::http1::Capture;
/// let dump = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200 \r\nserver: x\r\n\r\n<html>";
/// let mut capture = Capture::new(dump);
/// let heads: Vec<_> = capture.by_ref().collect::<Result<_, _>>()?;
/// assert_eq!(heads.iter().map(|head| head.status()).collect::<Vec<_>>(), [100, 200]);
/// assert_eq!(heads[1].headers().get("Server").unwrap(), "x");
/// assert_eq!(capture.rest(), b"<html>");
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Capture<'a> {
    input: &'a [u8],
    prefix: Vec<u8>,
    /// The lines with the prefix, once they are needed.
    dump: Option<Dump>,
    /// Where the next head begins in the dump.
    at: usize,
    /// Where the rest begins in the input.
    rest: usize,
    heads: usize,
    options: Options,
    max_heads: usize,
    done: bool,
}

impl<'a> Capture<'a> {
    /// Begins with the first byte of a dump.
    ///
    /// ```
    /// assert_eq!(linecut::http1::Capture::new(b"no head").count(), 0);
    /// ```
    #[must_use]
    pub fn new(input: &'a [u8]) -> Self {
        Self {
            input,
            prefix: Vec::new(),
            dump: None,
            at: 0,
            rest: 0,
            heads: 0,
            options: Options::LENIENT,
            max_heads: MAX_HEADS,
            done: false,
        }
    }

    /// Reads only lines that begin with `prefix`, and takes it off: `"< "` for the answers in what
    /// `curl -v` writes. Other lines are passed over and end no head. Spans and offsets are those
    /// of the whole input. Set it before the first head.
    ///
    /// ```
    /// use linecut::http1::Capture;
    /// let log = b"* Trying\n> GET / HTTP/1.1\n> \n< HTTP/1.1 200 OK\n* note\n< A: 1\n< \n";
    /// let head = Capture::new(log).line_prefix("< ").next().unwrap()?;
    /// assert_eq!(head.headers().get("a").unwrap(), "1");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn line_prefix(mut self, prefix: impl AsRef<[u8]>) -> Self {
        self.prefix = prefix.as_ref().to_vec();
        self
    }

    /// Limits the number of heads. One more is the error `TooLong` at its first byte, and ends the
    /// iteration. Default: 1,024.
    ///
    /// ```
    /// use linecut::http1::Capture;
    /// let mut capture = Capture::new(b"HTTP/1.1 100 x\n\nHTTP/1.1 200 y\n\n").max_heads(1);
    /// assert!(capture.next().unwrap().is_ok());
    /// assert_eq!(capture.next().unwrap().unwrap_err().offset, 16);
    /// assert_eq!(capture.rest(), b"HTTP/1.1 200 y\n\n");
    /// ```
    #[must_use]
    pub fn max_heads(mut self, heads: usize) -> Self {
        self.max_heads = heads;
        self
    }

    /// Limits the length of each head, in bytes. Default: 1 MiB; at most 2 GiB.
    ///
    /// ```
    /// use linecut::http1::Capture;
    /// let mut capture = Capture::new(b"HTTP/1.1 200 OK\nA: 1\n\n").max_head_len(18);
    /// assert_eq!(capture.next().unwrap().unwrap_err().offset, 18);
    /// ```
    #[must_use]
    pub fn max_head_len(mut self, bytes: usize) -> Self {
        self.options.max_head_len = bytes.min(1 << 31);
        self
    }

    /// Gives the bytes behind the last head given out.
    ///
    /// ```
    /// let mut capture = linecut::http1::Capture::new(b"HTTP/1.1 200 OK\r\n\r\nbody");
    /// while let Some(Ok(_)) = capture.next() {}
    /// assert_eq!(capture.rest(), b"body");
    /// ```
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        &self.input[self.rest..]
    }

    /// The head at `at`: `None` if there is none, `Err` if its fields are an error.
    fn read(bytes: &[u8], options: Options) -> Option<Result<Read, ParseError>> {
        let mut engine = match Read::begin(bytes, What::Response, &options) {
            Begin::Whole(read) => return Some(Ok(read)),
            Begin::Engine(engine) | Begin::Cut(engine) => engine,
        };
        let whole = match engine.run(bytes, &options, false) {
            Ok(false) => engine.run(bytes, &options, true),
            whole => whole,
        };
        match whole {
            Ok(true) => Some(Ok(Read::from_engine(&mut engine))),
            Ok(false) => None,
            Err(error) => engine.in_fields().then_some(Err(error)),
        }
    }
}

impl<'a> Iterator for Capture<'a> {
    type Item = Result<Head<'a>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.dump.is_none() && !self.prefix.is_empty() {
            self.dump = Some(Dump::new(self.input, &self.prefix));
        }
        let places = Places { dump: self.dump.as_ref(), prefix: self.prefix.len() };
        let bytes = self.dump.as_ref().map_or(self.input, |dump| &dump.bytes);
        let bytes = bytes.get(self.at..).filter(|bytes| !self.done && !bytes.is_empty())?;
        let read = Self::read(bytes, Options { bom: self.at == 0, ..self.options });
        self.done = !matches!(read, Some(Ok(_)));
        let place = |offset: u64| places.of(self.at + offset as usize) as u64;
        let over = self.heads == self.max_heads;
        let mut read = match read? {
            Ok(_) if over => {
                self.done = true;
                self.rest = places.line_of(self.at);
                return Some(Err(ParseError::new(ErrorKind::TooLong, place(0))));
            }
            Ok(read) => read,
            Err(error) => {
                self.rest = places.line_of(self.at);
                return Some(Err(ParseError::new(error.kind, place(error.offset))));
            }
        };
        read.defects.map_spans(|span| place(span.start)..place(span.end - 1) + 1);
        let start = places.line_of(self.at);
        let len = read.len;
        let owned = Owned::of_bytes(read, bytes);
        self.at += len;
        self.rest = match &self.dump {
            Some(dump) if !owned.complete => dump.end,
            _ => places.of(self.at - 1) + 1,
        };
        self.heads += 1;
        Some(Ok(Head { bytes: &self.input[start..self.rest], start: start as u64, owned }))
    }
}

/// The lines that have the prefix, without it.
#[derive(Debug)]
struct Dump {
    bytes: Vec<u8>,
    /// For each line where it begins in `bytes`, and where the same byte is in the input.
    lines: Vec<(usize, usize)>,
    /// Where the last of them ends in the input.
    end: usize,
}

impl Dump {
    fn new(input: &[u8], prefix: &[u8]) -> Self {
        let mut dump = Self { bytes: Vec::new(), lines: Vec::new(), end: 0 };
        let mut at = 0;
        while at < input.len() {
            let rest = &input[at..];
            let len = scan::find(b'\n', rest).map_or(rest.len(), |lf| lf + 1);
            if let Some(line) = rest[..len].strip_prefix(prefix) {
                dump.lines.push((dump.bytes.len(), at + prefix.len()));
                dump.bytes.extend_from_slice(line);
                dump.end = at + len;
            }
            at += len;
        }
        dump
    }
}

/// Finds a byte of the dump in the input.
#[derive(Clone, Copy)]
struct Places<'d> {
    dump: Option<&'d Dump>,
    prefix: usize,
}

impl Places<'_> {
    fn of(self, at: usize) -> usize {
        let Some(dump) = self.dump else { return at };
        let line = dump.lines.partition_point(|(start, _)| *start <= at);
        let (start, place) = dump.lines[line - 1];
        place + at - start
    }

    /// Where the line begins, prefix and all, whose first byte is at `at`.
    fn line_of(self, at: usize) -> usize {
        self.of(at) - self.prefix
    }
}
