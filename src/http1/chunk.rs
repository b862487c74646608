//! Chunk-size lines of a chunked body (RFC 9112 §7.1). Knows one line; the body is the caller's.

use crate::error::{ErrorKind, ParseError};
use crate::scan;
use crate::scan::classes::{is_token, is_value};

/// The longest line, its CRLF included.
const MAX_LINE: usize = 16_384;

/// Reads a chunk-size line: gives the size and the length of the line, its CRLF included; `None`
/// if it is not whole.
///
/// There is one profile, for a lenient reader here is how requests are smuggled: `1*HEXDIG` with
/// leading zeros, whitespace only around a `;` or `=` of an extension, quoted strings, CRLF alone.
/// Extensions are checked and passed over. A line has at most 16,384 bytes. Each call looks at the
/// line from its start; ask again when more than a byte has come.
///
/// # Errors
///
/// [`ErrorKind::InvalidChunkSize`] (also for more than 64 bits: leading zeros do not count),
/// [`ErrorKind::InvalidChunkExtension`], [`ErrorKind::BareLf`], [`ErrorKind::BareCr`],
/// [`ErrorKind::TooLong`]; at the first byte that cannot belong to a valid line.
///
/// ```
/// use linecut::http1::chunk_size;
/// assert_eq!(chunk_size(b"1aF;name=\"quoted;\"\r\ndata")?, Some((431, 20)));
/// assert_eq!(chunk_size(b"5;name=va")?, None);
/// assert_eq!(chunk_size(b"0x10\r\n").unwrap_err().offset, 1);
/// # Ok::<(), linecut::ParseError>(())
/// ```
pub fn chunk_size(input: &[u8]) -> Result<Option<(u64, usize)>, ParseError> {
    let mut line = Line { bytes: input, at: 0 };
    match line.read() {
        Ok(size) => Ok(Some((size, line.at))),
        Err(Stop::More) => Ok(None),
        Err(Stop::Fail(kind)) => Err(ParseError::new(kind, line.at as u64)),
    }
}

/// Why reading stops.
enum Stop {
    More,
    /// The error is at `at`.
    Fail(ErrorKind),
}

struct Line<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Line<'_> {
    /// The byte at `at`, unless the line is too long for it.
    fn byte(&self) -> Result<u8, Stop> {
        match self.bytes.get(self.at) {
            Some(_) if self.at >= MAX_LINE => Err(Stop::Fail(ErrorKind::TooLong)),
            Some(byte) => Ok(*byte),
            None => Err(Stop::More),
        }
    }

    /// Goes to the first byte that is not of a class.
    fn skip(&mut self, class: impl Fn(u8) -> bool) -> Result<u8, Stop> {
        let rest = &self.bytes[self.at..self.bytes.len().min(MAX_LINE)];
        self.at += scan::find_not(class, rest).unwrap_or(rest.len());
        self.byte()
    }

    /// `chunk-size [ chunk-ext ] CRLF`.
    fn read(&mut self) -> Result<u64, Stop> {
        let size = self.size()?;
        let mut due = ErrorKind::InvalidChunkSize;
        loop {
            let end = self.at;
            match self.skip(is_space)? {
                b';' => self.extension()?,
                b'\r' if self.at == end => break,
                b'\n' if self.at == end => return Err(Stop::Fail(ErrorKind::BareLf)),
                _ => return Err(Stop::Fail(due)),
            }
            due = ErrorKind::InvalidChunkExtension;
        }
        self.at += 1;
        if self.byte()? != b'\n' {
            self.at -= 1;
            return Err(Stop::Fail(ErrorKind::BareCr));
        }
        self.at += 1;
        Ok(size)
    }

    fn size(&mut self) -> Result<u64, Stop> {
        let mut size: u64 = 0;
        let start = self.at;
        while let Some(digit) = char::from(self.byte()?).to_digit(16) {
            let shifted = size.checked_mul(16).ok_or(Stop::Fail(ErrorKind::InvalidChunkSize))?;
            size = shifted | u64::from(digit);
            self.at += 1;
        }
        if self.at == start { Err(Stop::Fail(ErrorKind::InvalidChunkSize)) } else { Ok(size) }
    }

    /// `";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ]` (RFC 9112 §7.1.1). Leaves whitespace
    /// behind the name to the next one.
    fn extension(&mut self) -> Result<(), Stop> {
        self.at += 1;
        self.skip(is_space)?;
        self.token()?;
        let name_end = self.at;
        if self.skip(is_space)? != b'=' {
            self.at = name_end;
            return Ok(());
        }
        self.at += 1;
        if self.skip(is_space)? == b'"' { self.quoted() } else { self.token() }
    }

    fn token(&mut self) -> Result<(), Stop> {
        let start = self.at;
        self.skip(is_token)?;
        if self.at == start {
            return Err(Stop::Fail(ErrorKind::InvalidChunkExtension));
        }
        Ok(())
    }

    /// `quoted-string` (RFC 9110 §5.6.4).
    fn quoted(&mut self) -> Result<(), Stop> {
        self.at += 1;
        loop {
            match self.byte()? {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'\\' => self.at += 1,
                _ => {}
            }
            if !is_value(self.byte()?) {
                return Err(Stop::Fail(ErrorKind::InvalidChunkExtension));
            }
            self.at += 1;
        }
    }
}

fn is_space(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}
