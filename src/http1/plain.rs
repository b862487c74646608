//! The parser that only knows plainly well-formed heads: positions by the scanner, the rest by a
//! few comparisons. Whatever it is not sure of it leaves to the exact parser. It accepts => the
//! strict exact parser accepts with the same spans; `tests/properties.rs` holds it to that.

use alloc::vec::Vec;

use crate::scan;
use crate::scan::classes::{is_target, is_token};
use crate::scan::lists::{FewPositions, HeadScan, ManyPositions};

use super::engine::{What, is_blank};
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
    /// is a field line, so nothing at its start says more of the one before.
    Begun {
        start: Start,
        at: usize,
    },
    NotSure,
}

/// Reads a head with its start line. `spans` is cleared, and holds the fields that were read.
pub(super) fn read(
    bytes: &[u8],
    what: What,
    limits: (usize, usize),
    spans: &mut Vec<HeaderSpan>,
) -> Plain {
    spans.clear();
    let (max_len, max_headers) = limits;
    let within = &bytes[..bytes.len().min(max_len)];
    let mut few = FewPositions::new();
    match scan::head(within, &mut few) {
        HeadScan::Full => read_long(within, what, max_headers, spans),
        scan => read_listed(bytes, what, max_headers, few.list(), scan, spans),
    }
}

/// Reads a head of many fields.
#[cold]
fn read_long(bytes: &[u8], what: What, max_headers: usize, spans: &mut Vec<HeaderSpan>) -> Plain {
    let mut many = ManyPositions::new();
    let scan = scan::head(bytes, &mut many);
    read_listed(bytes, what, max_headers, many.list(), scan, spans)
}

/// Reads a head whose line ends and name ends are listed.
fn read_listed(
    bytes: &[u8],
    what: What,
    max_headers: usize,
    list: &[u32],
    scan: HeadScan,
    spans: &mut Vec<HeaderSpan>,
) -> Plain {
    let Some((first, fields)) = list.split_first() else { return Plain::NotSure };
    let lf = *first as usize;
    // Every line of the list ends in CRLF.
    let Some(start) = start_line(&bytes[..lf.saturating_sub(1)], what) else {
        return Plain::NotSure;
    };
    let (pairs, rest) = fields.as_chunks::<2>();
    if pairs.len() > max_headers {
        return Plain::NotSure;
    }
    let (mut line, mut sure) = (lf + 1, true);
    spans.extend(pairs.iter().map(|[colon, lf]| {
        let (colon, lf) = (*colon as usize, *lf as usize);
        let name = core::mem::replace(&mut line, lf + 1);
        sure &= bytes[colon] == b':' && colon > name;
        HeaderSpan::new(name..colon, value(bytes, colon + 1, lf - 1))
    }));
    match scan {
        HeadScan::End(blank) if sure && rest.is_empty() => Plain::Whole { start, len: blank + 2 },
        _ => begun(bytes, start, pairs, spans),
    }
}

/// Keeps what is well formed of fields that are not all of a well-formed head.
#[cold]
fn begun(bytes: &[u8], start: Start, pairs: &[[u32; 2]], spans: &mut Vec<HeaderSpan>) -> Plain {
    let is_field = |(span, [colon, _]): &(&HeaderSpan, &[u32; 2])| {
        bytes[*colon as usize] == b':' && !span.name_range().is_empty()
    };
    let good = spans.iter().zip(pairs).take_while(is_field).count();
    // The last good line is read once more: what follows it may be a fold of it.
    let Some(kept) = good.checked_sub(1).filter(|kept| *kept > 0) else {
        spans.clear();
        return Plain::NotSure;
    };
    spans.truncate(kept);
    Plain::Begun { start, at: pairs[kept - 1][1] as usize + 1 }
}

/// A value, which mostly has one SP before it and nothing behind. Where there is no colon before it
/// `start` may be past `end`; the value is then of no use.
#[inline]
fn value(bytes: &[u8], start: usize, end: usize) -> core::ops::Range<usize> {
    if end >= start + 2
        && bytes[start] == b' '
        && !is_blank(bytes[start + 1])
        && !is_blank(bytes[end - 1])
    {
        return start + 1..end;
    }
    trim(bytes, start.min(end), end)
}

fn start_line(line: &[u8], what: What) -> Option<Start> {
    match what {
        What::Request => request_line(line),
        What::Response => status_line(line),
        What::Fields => None,
    }
}

/// `HTTP/1.` DIGIT.
fn version(bytes: &[u8]) -> Option<Version> {
    match bytes {
        [b'H', b'T', b'T', b'P', b'/', b'1', b'.', minor @ b'0'..=b'9'] => {
            Some(Version::Http { major: 1, minor: Some(minor - b'0') })
        }
        _ => None,
    }
}

fn request_line(line: &[u8]) -> Option<Start> {
    let method = line.iter().position(|byte| !is_token(*byte))?;
    let target_end = line.len().checked_sub(9)?;
    let (head, tail) = line.split_at(target_end);
    let target = head.get(method + 1..)?;
    let plain = method > 0
        && line[method] == b' '
        && tail[0] == b' '
        && !target.is_empty()
        && target.iter().all(|byte| is_target(*byte));
    plain.then_some(())?;
    Some(Start {
        first: 0..method,
        second: method + 1..target_end,
        version: version(&tail[1..])?,
        ..Start::default()
    })
}

fn status_line(line: &[u8]) -> Option<Start> {
    let (head, reason) = line.split_at_checked(12)?;
    let version = version(&head[..8])?;
    let [b' ', a @ b'0'..=b'9', b @ b'0'..=b'9', c @ b'0'..=b'9'] = head[8..] else {
        return None;
    };
    let status = [a, b, c].iter().fold(0, |n, digit| n * 10 + u16::from(digit - b'0'));
    let has_reason = match reason.first() {
        Some(b' ') => true,
        None => false,
        Some(_) => return None,
    };
    let second = if has_reason { 13..line.len() } else { 0..0 };
    Some(Start { second, version, status, has_reason, ..Start::default() })
}
