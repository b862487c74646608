//! Chunk-size lines (RFC 9112 7.1, 7.1.1; quoted strings RFC 9110 5.6.4):
//!
//! ```text
//! line      = 1*HEXDIG *( BWS ";" BWS token [ BWS "=" BWS ( token / quoted ) ] ) CRLF
//! quoted    = DQUOTE *( qdtext / "\" ( HTAB / SP / VCHAR / obs-text ) ) DQUOTE
//! ```
//!
//! Whitespace stands only where the grammar has BWS: the size may be followed by some only if
//! a semicolon comes after it. A size over 2^64 - 1 is an error at the digit that exceeds it;
//! leading zeros do not count. The line and its CRLF have at most 16,384 bytes, and the error
//! of a longer one is at the first byte too many, whatever it is.

use super::{Failure, Step, Stop, bad, is_blank, is_token_byte};

/// The longest line, its CRLF included.
const LIMIT: usize = 16_384;

/// Reads the line at the start of `input`: the size and the bytes of the line, `None` where it
/// is not whole.
pub fn chunk_size(input: &[u8]) -> Result<Option<(u64, usize)>, Failure> {
    match line(input) {
        Ok(found) => Ok(Some(found)),
        Err(Stop::More) => Ok(None),
        Err(Stop::Bad(kind, offset)) => Err((kind, offset)),
    }
}

/// The byte at `at`, unless the line is too long by then.
fn byte(input: &[u8], at: usize) -> Step<u8> {
    match input.get(at) {
        None => Err(Stop::More),
        Some(_) if at >= LIMIT => bad("TooLong", LIMIT),
        Some(&byte) => Ok(byte),
    }
}

/// The whole line.
fn line(input: &[u8]) -> Step<(u64, usize)> {
    let (number, mut at) = size(input)?;
    let mut kind = "InvalidChunkSize";
    loop {
        let next = skip(input, at, is_blank)?;
        match byte(input, next)? {
            b';' => at = extension(input, next + 1)?,
            b'\r' if next == at => break,
            b'\n' if next == at => return bad("BareLf", at),
            _ => return bad(kind, next),
        }
        kind = "InvalidChunkExtension";
    }
    if byte(input, at + 1)? != b'\n' {
        return bad("BareCr", at);
    }
    Ok((number, at + 2))
}

/// The first byte from `at` on that is not wanted.
fn skip(input: &[u8], mut at: usize, wanted: fn(u8) -> bool) -> Step<usize> {
    while wanted(byte(input, at)?) {
        at += 1;
    }
    Ok(at)
}

/// The size, and the byte after it.
fn size(input: &[u8]) -> Step<(u64, usize)> {
    let mut number: u64 = 0;
    let mut at = 0;
    loop {
        let digit = match byte(input, at)? {
            byte @ b'0'..=b'9' => byte - b'0',
            byte @ b'a'..=b'f' => byte - b'a' + 10,
            byte @ b'A'..=b'F' => byte - b'A' + 10,
            _ if at == 0 => return bad("InvalidChunkSize", at),
            _ => return Ok((number, at)),
        };
        let Some(shifted) = number.checked_mul(16) else {
            return bad("InvalidChunkSize", at);
        };
        number = shifted + u64::from(digit);
        at += 1;
    }
}

/// What follows a semicolon: a name, and a value where there is an equals sign.
fn extension(input: &[u8], at: usize) -> Step<usize> {
    let name = skip(input, at, is_blank)?;
    let name_end = token(input, name)?;
    let equals = skip(input, name_end, is_blank)?;
    if byte(input, equals)? != b'=' {
        return Ok(name_end);
    }
    let value = skip(input, equals + 1, is_blank)?;
    if byte(input, value)? == b'"' {
        return quoted(input, value + 1);
    }
    token(input, value)
}

/// A token of at least one byte.
fn token(input: &[u8], at: usize) -> Step<usize> {
    let end = skip(input, at, is_token_byte)?;
    if end == at {
        return bad("InvalidChunkExtension", at);
    }
    Ok(end)
}

/// The inside of a quoted string and its closing quote.
fn quoted(input: &[u8], mut at: usize) -> Step<usize> {
    loop {
        match byte(input, at)? {
            b'"' => return Ok(at + 1),
            b'\\' => at += 1,
            _ => {}
        }
        match byte(input, at)? {
            b'\t' | b' '..=b'~' | 0x80.. => at += 1,
            _ => return bad("InvalidChunkExtension", at),
        }
    }
}
