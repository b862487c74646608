//! The parser that only knows plainly well-formed heads: positions by the scanner, the rest by a
//! few comparisons. Whatever it is not sure of it leaves to the exact parser. It accepts => the
//! strict exact parser accepts with the same spans; `tests/properties.rs` holds it to that.

use alloc::vec::Vec;

use crate::scan::classes::is_token;
use crate::scan::head::{FewLines, FieldLine, HeadScan, ManyLines};
use crate::scan::{self, target_len};

use super::engine::What;
use super::field_line::trim;
use super::head::HeaderSpan;
use super::start_line::Start;
use super::version::Version;

/// What the plain parser says.
pub(super) enum Plain {
    /// The head is well formed and ends here; its fields are listed.
    Whole {
        start: Start,
        len: usize,
    },
    /// It is well formed up to the line that begins at `at`; the fields before are listed. That line
    /// is a field line, or the first one, so nothing at its start says more of the one before.
    Begun {
        start: Start,
        at: usize,
    },
    NotSure,
}

/// Reads a head with its start line. `spans` holds the fields that were read.
#[inline(always)]
pub(super) fn read(
    bytes: &[u8],
    what: What,
    limits: (usize, usize),
    spans: &mut Vec<HeaderSpan>,
) -> Plain {
    let (max_len, max_headers) = limits;
    let within = &bytes[..bytes.len().min(max_len)];
    let mut lines = FewLines::new();
    match scan::head_lines(within, &mut lines) {
        HeadScan::Full => read_long(within, what, max_headers, spans),
        scan => read_listed(within, what, max_headers, lines.list(), scan, spans),
    }
}

/// Reads a head of many fields.
#[cold]
#[inline(never)]
fn read_long(bytes: &[u8], what: What, max_headers: usize, spans: &mut Vec<HeaderSpan>) -> Plain {
    let mut lines = ManyLines::new();
    let scan = scan::head_lines(bytes, &mut lines);
    read_listed(bytes, what, max_headers, lines.list(), scan, spans)
}

/// Reads a head whose lines are listed.
#[inline(always)]
fn read_listed(
    bytes: &[u8],
    what: What,
    max_headers: usize,
    lines: &[u32],
    scan: HeadScan,
    spans: &mut Vec<HeaderSpan>,
) -> Plain {
    let Some((lf, fields)) = lines.split_first() else { return Plain::NotSure };
    let Some(start) = start_line(&bytes[..=*lf as usize], what) else { return Plain::NotSure };
    if fields.len() > max_headers {
        return Plain::NotSure;
    }
    spans.resize(fields.len(), HeaderSpan::NONE);
    let mut sure = true;
    scan::field_lines(bytes, lines, spans, |span, line| {
        if is_usual(line) {
            span.set(line.start, line.name_end, line.name_end + 2, line.lf - 1);
        } else {
            sure &= odd_field(bytes, line.start, line.lf, span);
        }
    });
    match scan {
        HeadScan::End(empty) if sure => Plain::Whole { start, len: empty + 2 },
        _ => begun(start, lines, spans),
    }
}

/// Keeps what is well formed of fields that are not all of a well-formed head.
#[cold]
#[inline(never)]
fn begun(start: Start, lines: &[u32], spans: &mut Vec<HeaderSpan>) -> Plain {
    let good = spans.iter().take_while(|span| **span != HeaderSpan::NONE).count();
    // The last good line is read once more: what follows it may be a fold of it.
    let kept = good.saturating_sub(1);
    spans.truncate(kept);
    Plain::Begun { start, at: lines[kept] as usize + 1 }
}

/// Whether a line is a field with one SP before its value and nothing behind it, as most are.
#[inline(always)]
fn is_usual(line: FieldLine<'_>) -> bool {
    // Of the bytes that a value may have only SP and HTAB are below 0x21; where it is empty, it is a
    // CR that is looked at.
    let Some(end) = line.end else { return false };
    let behind = u32::from_be_bytes(line.behind).wrapping_sub(u32::from_be_bytes(*b": !\0"));
    let end = u32::from_le_bytes(*end).wrapping_sub(u32::from_le_bytes(*b"\0!\r\n"));
    line.name_end > line.start && behind < 0xDF00 && end < 0xDF00
}

/// Sets the field of a line that is not like most; `false` and no field, if it is not well formed.
#[cold]
#[inline(never)]
fn odd_field(bytes: &[u8], start: usize, lf: usize, span: &mut HeaderSpan) -> bool {
    let field = bytes[start..=lf].strip_suffix(b"\r\n").and_then(|content| {
        let name = content.iter().position(|byte| !is_token(*byte))?;
        (name > 0 && content[name] == b':').then_some(start + name)
    });
    *span = match field {
        Some(colon) => HeaderSpan::new(start..colon, trim(bytes, colon + 1, lf - 1)),
        None => HeaderSpan::NONE,
    };
    field.is_some()
}

/// Reads a line with its LF.
#[inline(always)]
fn start_line(line: &[u8], what: What) -> Option<Start> {
    let line = line.strip_suffix(b"\r\n")?;
    match what {
        What::Request => request_line(line),
        What::Response => status_line(line),
        What::Fields => None,
    }
}

/// `HTTP/1.` DIGIT.
#[inline(always)]
fn version(bytes: [u8; 8]) -> Option<Version> {
    let minor = bytes[7].wrapping_sub(b'0');
    let is_version = u64::from_be_bytes(bytes) & !0xFF == u64::from_be_bytes(*b"HTTP/1.\0");
    (is_version && minor < 10).then_some(Version::Http { major: 1, minor: Some(minor) })
}

#[inline(always)]
fn request_line(line: &[u8]) -> Option<Start> {
    let method = line.iter().position(|byte| !is_token(*byte))?;
    let (head, tail) = line.split_last_chunk::<9>()?;
    let [sp, tail @ ..] = *tail;
    let target = head.get(method + 1..)?;
    let plain = method > 0
        && line[method] == b' '
        && sp == b' '
        && !target.is_empty()
        && target_len(target) == target.len();
    plain.then_some(())?;
    Some(Start {
        first: 0..method,
        second: method + 1..head.len(),
        version: version(tail)?,
        ..Start::default()
    })
}

#[inline(always)]
fn status_line(line: &[u8]) -> Option<Start> {
    let (head, reason) = line.split_first_chunk::<12>()?;
    let version = version(*head.first_chunk()?)?;
    let [sp, a, b, c] = *head.last_chunk()?;
    let [a, b, c] = [a, b, c].map(|digit| u16::from(digit.wrapping_sub(b'0')));
    if sp != b' ' || a.max(b).max(c) > 9 {
        return None;
    }
    let (second, has_reason) = match reason.first() {
        Some(b' ') => (13..line.len(), true),
        None => (0..0, false),
        Some(_) => return None,
    };
    let status = a * 100 + b * 10 + c;
    Some(Start { first: 0..0, second, version, status, has_reason })
}
