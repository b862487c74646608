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
    /// The head is well formed and has so many bytes; its fields are listed.
    Whole(usize),
    /// It is well formed up to the line that begins at `at`; the fields before are listed. That line
    /// is a field line, or the first one, so nothing at its start says more of the one before. With
    /// `cut` all of it is, but the head does not end: the exact parser would ask for more.
    Begun {
        at: usize,
        cut: bool,
    },
    NotSure,
}

/// Reads a head with its start line, which is set unless it is not sure. `spans` holds the fields
/// that were read.
#[inline(always)]
pub(super) fn read(
    bytes: &[u8],
    what: What,
    limits: (usize, usize),
    start: &mut Start,
    spans: &mut Vec<HeaderSpan>,
) -> Plain {
    let mut lines = FewLines::new();
    match scan::head_lines(within(bytes, limits), &mut lines) {
        HeadScan::Full => read_long(bytes, what, limits, start, spans),
        scan => read_listed(bytes, what, limits, lines.list(), scan, start, spans),
    }
}

/// Reads a head of many fields.
#[cold]
#[inline(never)]
fn read_long(
    bytes: &[u8],
    what: What,
    limits: (usize, usize),
    start: &mut Start,
    spans: &mut Vec<HeaderSpan>,
) -> Plain {
    let mut lines = ManyLines::new();
    let scan = scan::head_lines(within(bytes, limits), &mut lines);
    read_listed(bytes, what, limits, lines.list(), scan, start, spans)
}

/// What a head may have of the bytes.
#[inline(always)]
fn within(bytes: &[u8], (max_len, _): (usize, usize)) -> &[u8] {
    &bytes[..bytes.len().min(max_len)]
}

/// Lists the lines of a head that ends, and reads its start line; gives its length. The fields are
/// still to be read.
#[inline(always)]
pub(super) fn lines(
    bytes: &[u8],
    what: What,
    limits: (usize, usize),
    start: &mut Start,
    lines: &mut FewLines,
) -> Option<usize> {
    let HeadScan::End(empty) = scan::head_lines(within(bytes, limits), lines) else { return None };
    let (lf, fields) = lines.list().split_first()?;
    *start = start_line(&bytes[..=*lf as usize], what)?;
    (fields.len() <= limits.1).then_some(empty + 2)
}

/// Reads a head whose lines are listed.
#[inline(always)]
fn read_listed(
    bytes: &[u8],
    what: What,
    limits: (usize, usize),
    lines: &[u32],
    scan: HeadScan,
    start: &mut Start,
    spans: &mut Vec<HeaderSpan>,
) -> Plain {
    let (max_len, max_headers) = limits;
    let Some((lf, fields)) = lines.split_first() else { return Plain::NotSure };
    let Some(line) = start_line(&bytes[..=*lf as usize], what) else { return Plain::NotSure };
    *start = line;
    if fields.len() > max_headers {
        return Plain::NotSure;
    }
    let sure = fields_of(bytes, lines, spans);
    match scan {
        HeadScan::End(empty) if sure => Plain::Whole(empty + 2),
        _ => {
            // Not where it is the limit that cuts.
            let cut = sure && scan == HeadScan::Cut && bytes.len() <= max_len;
            begun(bytes, lines, spans, cut)
        }
    }
}

/// Reads the fields of a head whose lines are listed; `None` if one is not well formed.
pub(super) fn spans(bytes: &[u8], lines: &[u32]) -> Option<Vec<HeaderSpan>> {
    let mut spans = Vec::new();
    fields_of(bytes, lines, &mut spans).then_some(spans)
}

/// Reads the fields; `false` if one is not well formed, and none in its place.
#[inline(always)]
fn fields_of(bytes: &[u8], lines: &[u32], spans: &mut Vec<HeaderSpan>) -> bool {
    // Nothing is written to what is there already.
    spans.resize(lines.len().saturating_sub(1), HeaderSpan::NONE);
    let mut sure = true;
    scan::field_lines(bytes, lines, spans, |span, line| {
        if is_usual(line) {
            span.set(line.start, line.name_end, line.name_end + 2, line.lf - 1);
        } else {
            sure &= odd_field(bytes, line.start, line.lf, span);
        }
    });
    sure
}

/// Keeps what is well formed of fields that are not all of a well-formed head.
#[inline(never)]
fn begun(bytes: &[u8], lines: &[u32], spans: &mut Vec<HeaderSpan>, cut: bool) -> Plain {
    let good = spans.iter().take_while(|span| **span != HeaderSpan::NONE).count();
    let rest = &bytes[lines[good] as usize + 1..];
    // The last good line is read once more: what follows it may be a fold of it.
    let kept = good.saturating_sub(1);
    spans.truncate(kept);
    Plain::Begun { at: lines[kept] as usize + 1, cut: cut && may_go_on(rest) }
}

/// Whether plain bytes with no line end may begin a field line, or the empty one.
fn may_go_on(rest: &[u8]) -> bool {
    match rest.iter().position(|byte| !is_token(*byte)) {
        None => true,
        Some(0) => rest == b"\r",
        Some(name) => rest[name] == b':',
    }
}

/// Whether a line is a field with one SP before its value and nothing behind it, as most are.
#[inline(always)]
pub(super) fn is_usual(line: FieldLine) -> bool {
    // Of the bytes that a value may have only SP and HTAB are below 0x21; where it is empty, it is a
    // CR that is looked at.
    let behind = u32::from_be_bytes(line.behind).wrapping_sub(u32::from_be_bytes(*b": !\0"));
    let end = u32::from_le_bytes(line.end).wrapping_sub(u32::from_le_bytes(*b"\0!\r\n"));
    line.name_end > line.start && behind < 0xDF00 && end < 0xDF00
}

/// Sets the field of a line that is not like most; `false` and no field, if it is not well formed.
#[cold]
#[inline(never)]
pub(super) fn odd_field(bytes: &[u8], start: usize, lf: usize, span: &mut HeaderSpan) -> bool {
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

/// SP and three digits.
#[inline(always)]
fn status(bytes: [u8; 4]) -> Option<u16> {
    let word = u32::from_be_bytes(bytes);
    let digits = word ^ u32::from_be_bytes(*b" 000");
    // A digit has no bit above the low four; and none carries there from ten on.
    let odd = (digits | ((digits & 0x0F0F_0F0F) + 0x0006_0606)) & 0xFFF0_F0F0;
    let status = (digits >> 16) * 100 + (digits >> 8 & 0xF) * 10 + (digits & 0xF);
    (odd == 0).then_some(status as u16)
}

#[inline(always)]
fn status_line(line: &[u8]) -> Option<Start> {
    let (head, reason) = line.split_first_chunk::<12>()?;
    let version = version(*head.first_chunk()?)?;
    let status = status(*head.last_chunk()?)?;
    let (second, has_reason) = match reason.first() {
        Some(b' ') => (13..line.len(), true),
        None => (0..0, false),
        Some(_) => return None,
    };
    Some(Start { first: 0..0, second, version, status, has_reason })
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::super::options::Options;
    use super::*;

    /// What the exact parser would find as well is found here: that is what it is for.
    #[test]
    fn plain_heads_are_read_here() {
        let fields = "Server: nginx\r\nX-Empty:\r\nX-Spaces:  a b \t\r\nVia: \u{E4}\r\n".repeat(20);
        for (line, what) in [
            ("HTTP/1.1 200 OK", What::Response),
            ("HTTP/1.0 404", What::Response),
            ("GET / HTTP/1.1", What::Request),
        ] {
            for fields in ["", &fields[..15], &fields] {
                let head = format!("{line}\r\n{fields}\r\n");
                let (mut start, mut spans) = (Start::default(), Vec::new());
                let limits = Options::STRICT.limits();
                let plain = read(head.as_bytes(), what, limits, &mut start, &mut spans);
                assert!(matches!(plain, Plain::Whole(len) if len == head.len()), "{head:?}");
                assert_eq!(spans.len(), fields.matches('\n').count());
                let cut = &head.as_bytes()[..head.len() - 1];
                let plain = read(cut, what, limits, &mut start, &mut spans);
                assert!(matches!(plain, Plain::Begun { cut: true, .. }), "{head:?}");
            }
        }
    }
}
