//! A field section by itself, borrowed and strict. Keeps nothing.

use crate::error::{ErrorKind, ParseError};
use crate::scan;

use super::engine::{Engine, What};
use super::head::HeaderSpan;
use super::options::Options;

/// Reads a field section, borrowed and strict: field lines up to an empty line, or the end.
///
/// Use it for headers behind a start line of another kind (SIP, RTSP), for parts of a multipart
/// body, for trailers. What is behind the empty line is not looked at.
///
/// ```
/// use linecut::http1::header_lines;
/// let mut lines = header_lines(b"Content-Type: text/plain\r\nX-Empty:\r\n\r\n");
/// assert_eq!(lines.next().unwrap()?, (&b"Content-Type"[..], &b"text/plain"[..]));
/// assert_eq!(lines.next().unwrap()?, (&b"X-Empty"[..], &b""[..]));
/// assert!(lines.next().is_none());
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[must_use]
pub fn header_lines(section: &[u8]) -> HeaderLines<'_> {
    HeaderLines {
        section,
        engine: Engine::new(What::Fields, &Options::STRICT),
        given: 0,
        done: false,
        failed: None,
    }
}

/// Iterates over the field lines of a section as name and value. Ends after an error, and with the
/// error `UnexpectedEof` if the section is cut inside a line.
///
/// The first call of `next` reads the whole section, and holds 16 bytes for each field until the
/// iterator is dropped.
///
/// ```
/// use linecut::{ErrorKind, http1::header_lines};
/// let mut lines = header_lines(b"A: 1\r\nB 2\r\n");
/// assert!(lines.next().unwrap().is_ok());
/// assert_eq!(lines.next().unwrap().unwrap_err().offset, 7);
/// assert!(lines.next().is_none());
/// ```
#[derive(Debug)]
pub struct HeaderLines<'a> {
    section: &'a [u8],
    engine: Engine,
    /// How many of the spans were given out.
    given: usize,
    /// Parsed up to its end, or to the error that comes last.
    done: bool,
    failed: Option<ParseError>,
}

impl<'a> HeaderLines<'a> {
    /// Parses the section.
    fn parse(&mut self) -> Result<(), ParseError> {
        self.done = true;
        let lines = self.section;
        if self.engine.run(lines, &Options::STRICT, false)? || lines.is_empty() {
            return Ok(());
        }
        // A section may end without its empty line, but not inside a line. Its last field is then
        // given out as well.
        let whole = scan::rfind(b'\n', lines).map_or(0, |lf| lf + 1);
        self.engine = Engine::new(What::Fields, &Options::STRICT);
        self.engine.run(&lines[..whole], &Options::STRICT, true)?;
        if whole == lines.len() {
            return Ok(());
        }
        Err(ParseError::new(ErrorKind::UnexpectedEof, lines.len() as u64))
    }

    fn take(&mut self) -> Option<HeaderSpan> {
        let span = *self.engine.spans.get(self.given)?;
        self.given += 1;
        Some(span)
    }
}

impl<'a> Iterator for HeaderLines<'a> {
    type Item = Result<(&'a [u8], &'a [u8]), ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if !self.done {
            // The fields before an error come first.
            self.failed = self.parse().err();
        }
        match self.take() {
            Some(span) => Some(Ok((span.name(self.section), span.value(self.section)))),
            None => self.failed.take().map(Err),
        }
    }
}

impl core::iter::FusedIterator for HeaderLines<'_> {}
