//! Writing heads: normalised, as a strict parser accepts them if all names are tokens. (Raw bytes
//! are `raw()`.) Knows owned heads; refuses what would write another head than the one at hand.

use alloc::vec::Vec;

use crate::error::{ErrorKind, ParseError};
use crate::scan;

use super::headers::Headers;
use super::request::Request;
use super::response::Response;
use super::start_line::BOM;

impl Headers {
    /// Appends the fields as `name: value` lines that end in CRLF, and the empty line.
    ///
    /// # Errors
    ///
    /// If a name or value has a CR, an LF or a NUL (a lenient parser keeps names as they are): the
    /// kind says which, the offset where in what would have been written. Likewise if the first name
    /// begins with a byte order mark. Nothing is appended then.
    ///
    /// ```
    /// use linecut::http1::Response;
    /// let response = Response::parse(&b"HTTP/1.1 200 OK\r\nA:1 \r\nB:\r\n\r\n"[..])?.unwrap();
    /// let mut out = Vec::new();
    /// response.headers().append_to(&mut out)?;
    /// assert_eq!(out, b"A: 1\r\nB: \r\n\r\n");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn append_to(&self, out: &mut Vec<u8>) -> Result<(), ParseError> {
        if self.field(0).is_some_and(|(name, _)| name.starts_with(BOM)) {
            // At the start of what is written it would be taken for the mark of a file.
            return Err(ParseError::new(ErrorKind::Bom, 0));
        }
        Draft::new(out).fields(self).finish()
    }

    /// Writes the fields as [`append_to`](Self::append_to) does, in one piece.
    ///
    /// # Errors
    ///
    /// Those of `append_to`, as `InvalidData`, before the first byte goes out; and those of `out`.
    ///
    /// ```
    /// let mut out = Vec::new();
    /// linecut::http1::Headers::default().write_to(&mut out)?;
    /// assert_eq!(out, b"\r\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
        write_all(out, |draft| self.append_to(draft))
    }
}

impl Request {
    /// Appends the head, normalised: one SP between the parts, `name: value`, CRLF line ends.
    ///
    /// # Errors
    ///
    /// As for [`Headers::append_to`].
    ///
    /// ```
    /// use linecut::http1::ParserBuilder;
    /// let mut parser = ParserBuilder::lenient().build();
    /// let request = parser.parse_request(&mut (&b"GET  / HTTP/1.1\nA:1\n\n"[..]).into())?.unwrap();
    /// let mut out = Vec::new();
    /// request.append_to(&mut out)?;
    /// assert_eq!(out, b"GET / HTTP/1.1\r\nA: 1\r\n\r\n");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn append_to(&self, out: &mut Vec<u8>) -> Result<(), ParseError> {
        let version = alloc::format!("{}", self.version());
        Draft::new(out)
            .part(self.method())
            .part(b" ")
            .part(self.target())
            .part(b" ")
            .part(version.as_bytes())
            .line_end()
            .fields(self.headers())
            .finish()
    }

    /// Writes the head as [`append_to`](Self::append_to) does, in one piece.
    ///
    /// # Errors
    ///
    /// As for [`Headers::write_to`].
    ///
    /// ```
    /// use linecut::http1::Request;
    /// let head = Request::parse(&b"GET / HTTP/1.1\r\nA: 1\r\n\r\n"[..]).unwrap().unwrap();
    /// let mut out = Vec::new();
    /// head.write_to(&mut out)?;
    /// assert_eq!(out, head.raw());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
        write_all(out, |draft| self.append_to(draft))
    }
}

impl Response {
    /// Appends the head, normalised: one SP between the parts, `name: value`, CRLF line ends. The SP
    /// behind the status is there without a reason, too (RFC 9112 §4 demands it), so an absent reason
    /// reads back as an empty one.
    ///
    /// # Errors
    ///
    /// As for [`Headers::append_to`].
    ///
    /// ```
    /// use linecut::http1::ParserBuilder;
    /// let mut parser = ParserBuilder::lenient().build();
    /// let input = b"HTTP/1.1 200 OK\nA: 1\n 2\n\n";
    /// let response = parser.parse_response(&mut (&input[..]).into())?.unwrap();
    /// let mut out = Vec::new();
    /// response.append_to(&mut out)?;
    /// assert_eq!(out, b"HTTP/1.1 200 OK\r\nA: 1 2\r\n\r\n");
    /// assert_eq!(response.raw(), input);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn append_to(&self, out: &mut Vec<u8>) -> Result<(), ParseError> {
        let start = alloc::format!("{} {:03} ", self.version(), self.status());
        let draft = Draft::new(out).part(start.as_bytes()).part(self.reason().unwrap_or_default());
        draft.line_end().fields(self.headers()).finish()
    }

    /// Writes the head as [`append_to`](Self::append_to) does, in one piece.
    ///
    /// # Errors
    ///
    /// As for [`Headers::write_to`].
    ///
    /// ```
    /// use linecut::http1::Response;
    /// let head = Response::parse(&b"HTTP/1.1 200 OK\r\nA: 1\r\n\r\n"[..]).unwrap().unwrap();
    /// let mut out = Vec::new();
    /// head.write_to(&mut out)?;
    /// assert_eq!(out, head.raw());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
        write_all(out, |draft| self.append_to(draft))
    }
}

/// What is appended, and taken back if a part of it is refused.
struct Draft<'o> {
    out: &'o mut Vec<u8>,
    start: usize,
    refused: Option<ParseError>,
}

impl<'o> Draft<'o> {
    fn new(out: &'o mut Vec<u8>) -> Self {
        let start = out.len();
        Self { out, start, refused: None }
    }

    /// A part of a line.
    fn part(mut self, bytes: &[u8]) -> Self {
        if let (None, Some(at)) = (self.refused, scan::find3(b'\r', b'\n', 0, bytes)) {
            let kind = match bytes[at] {
                b'\r' => ErrorKind::BareCr,
                b'\n' => ErrorKind::BareLf,
                _ => ErrorKind::Nul,
            };
            let offset = self.out.len() - self.start + at;
            self.refused = Some(ParseError::new(kind, offset as u64));
        }
        self.out.extend_from_slice(bytes);
        self
    }

    fn line_end(self) -> Self {
        self.out.extend_from_slice(b"\r\n");
        self
    }

    fn fields(self, headers: &Headers) -> Self {
        headers
            .iter()
            .fold(self, |draft, (name, value)| draft.part(name).part(b": ").part(&value).line_end())
    }

    /// Ends the head.
    fn finish(self) -> Result<(), ParseError> {
        match self.refused {
            Some(error) => {
                self.out.truncate(self.start);
                Err(error)
            }
            None => {
                self.line_end();
                Ok(())
            }
        }
    }
}

#[cfg(feature = "std")]
fn write_all(
    mut out: impl std::io::Write,
    append: impl FnOnce(&mut Vec<u8>) -> Result<(), ParseError>,
) -> std::io::Result<()> {
    let mut draft = Vec::new();
    append(&mut draft)
        .map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidData, error))?;
    out.write_all(&draft)
}
