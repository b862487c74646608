//! The strict profile: the grammar of RFC 9112, the first deviation is the error.
//!
//! Three liberties, all named by the cases: empty lines before a start line are ignored
//! (RFC 9112 2.2), the SP after a status may be missing where no reason follows, and bytes
//! from 0x80 are accepted in values and reasons (`obs-text`).

use super::{
    Head, Start, Step, What, after_target, after_version, bad, byte, digit, is_blank, is_control,
    is_token_byte, literal, run, status,
};

/// Reads one head.
pub(super) fn head(input: &[u8], what: What) -> Step<Head> {
    let mut head = Head::new();
    let mut at = 0;
    if what != What::Headers {
        while matches!(byte(input, at)?, b'\r' | b'\n') {
            at = line_end(input, at)?;
        }
        let (start, next) = match what {
            What::Request => request_line(input, at)?,
            _ => status_line(input, at)?,
        };
        head.start = Some(start);
        at = next;
    }
    loop {
        match byte(input, at)? {
            b'\r' | b'\n' => break,
            b' ' | b'\t' if head.fields.is_empty() => return bad("LeadingWhitespace", at),
            b' ' | b'\t' => return bad("ObsFold", at),
            _ => at = field_line(input, at, &mut head)?,
        }
    }
    head.end = line_end(input, at)?;
    head.complete = true;
    Ok(head)
}

/// The CRLF at `at`, where a CR or an LF is.
fn line_end(input: &[u8], at: usize) -> Step<usize> {
    if byte(input, at)? == b'\n' {
        return bad("BareLf", at);
    }
    if byte(input, at + 1)? == b'\n' {
        return Ok(at + 2);
    }
    bad("BareCr", at)
}

/// `method SP request-target SP HTTP-version CRLF` (RFC 9112 3).
fn request_line(input: &[u8], at: usize) -> Step<(Start, usize)> {
    let method = run(input, at, is_token_byte);
    if byte(input, method)? != b' ' || method == at {
        return bad("InvalidMethod", method);
    }
    let target = run(input, method + 1, |byte| (0x21..=0x7E).contains(&byte));
    let next = byte(input, target)?;
    if target == method + 1 {
        return bad("InvalidTarget", target);
    }
    if next != b' ' {
        return bad(after_target(next), target);
    }
    let version = version(input, target + 1)?;
    if !matches!(byte(input, version)?, b'\r' | b'\n') {
        return bad("InvalidVersion", version);
    }
    let start = Start::Request {
        method: input[at..method].to_vec(),
        target: input[method + 1..target].to_vec(),
        version: Some(version_text(input, version)),
    };
    Ok((start, line_end(input, version)?))
}

/// `HTTP-version SP status-code [SP [reason-phrase]] CRLF` (RFC 9112 4).
fn status_line(input: &[u8], at: usize) -> Step<(Start, usize)> {
    let version = version(input, at)?;
    let next = byte(input, version)?;
    if next != b' ' {
        return bad(after_version(next), version);
    }
    let (status, mut at) = status(input, version + 1)?;
    let mut reason = None;
    match byte(input, at)? {
        b' ' => {
            let end = text_end(input, at + 1)?;
            reason = Some(input[at + 1..end].to_vec());
            at = end;
        }
        b'\r' | b'\n' => {}
        _ => return bad("InvalidStatus", at),
    }
    let start = Start::Response { version: Some(version_text(input, version)), status, reason };
    Ok((start, line_end(input, at)?))
}

/// `HTTP/1.` DIGIT; gives the byte after it.
fn version(input: &[u8], at: usize) -> Step<usize> {
    let at = literal(input, at, b"HTTP/1.", "InvalidVersion")?;
    digit(input, at, "InvalidVersion")
}

/// The `1.` DIGIT of a version that ends at `end`.
fn version_text(input: &[u8], end: usize) -> String {
    format!("1.{}", input[end - 1] - b'0')
}

/// Where the value or reason that starts at `at` ends: at the CR or LF of its line end, which
/// the caller checks.
fn text_end(input: &[u8], mut at: usize) -> Step<usize> {
    loop {
        match byte(input, at)? {
            b'\r' | b'\n' => return Ok(at),
            0 => return bad("Nul", at),
            other if is_control(other) => return bad("InvalidValue", at),
            _ => at += 1,
        }
    }
}

/// `field-name ":" OWS field-value OWS CRLF` (RFC 9112 5).
fn field_line(input: &[u8], at: usize, head: &mut Head) -> Step<usize> {
    let colon = run(input, at, is_token_byte);
    if is_blank(byte(input, colon)?) && colon > at {
        // Which kind of error it is shows behind the whitespace.
        byte(input, run(input, colon, is_blank))?;
    }
    if byte(input, colon)? != b':' || colon == at {
        return bad(name_error(input, at, colon), colon);
    }
    let end = text_end(input, colon + 1)?;
    let next = line_end(input, end)?;
    let mut value = &input[colon + 1..end];
    while let [b' ' | b'\t', rest @ ..] = value {
        value = rest;
    }
    while let [rest @ .., b' ' | b'\t'] = value {
        value = rest;
    }
    head.fields.push((input[at..colon].to_vec(), value.to_vec()));
    Ok(next)
}

/// Which error the name that starts at `start` has at its first wrong byte.
///
/// Whitespace is `SpaceBeforeColon` only where the colon is already there to be seen.
fn name_error(input: &[u8], start: usize, at: usize) -> &'static str {
    match input[at] {
        b':' => "EmptyName",
        b'\r' | b'\n' if at > start => "MissingColon",
        b' ' | b'\t' if input.get(run(input, at, is_blank)) == Some(&b':') => "SpaceBeforeColon",
        _ => "InvalidName",
    }
}
