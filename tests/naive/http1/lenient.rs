//! The lenient profile up to the end of the start line.
//!
//! With `finish`, the end of the input counts as the end of its last line, whether or not a
//! line end was begun. `Stop::More` then means that the bytes make no head.

use super::fields::{self, Line};
use super::{
    Head, Start, Step, Stop, What, after_target, after_version, bad, byte, digit, is_blank,
    is_control, is_token_byte, literal, run, status,
};

/// The UTF-8 form of U+FEFF.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Reads one head at `from`.
pub(super) fn head(input: &[u8], from: usize, what: What, finish: bool) -> Step<Head> {
    let mut head = Head::new();
    let at = match what {
        What::Headers => section_start(input, from, finish, &mut head)?,
        _ => start_line(input, from, what, finish, &mut head)?,
    };
    fields::section(input, at, finish, &mut head)?;
    head.defects.sort_by_key(|&(_, start, end)| (start, end));
    Ok(head)
}

/// Reads what precedes the first field line: a BOM, empty lines and the start line.
pub(super) fn start_line(
    input: &[u8],
    from: usize,
    what: What,
    finish: bool,
    head: &mut Head,
) -> Step<usize> {
    let mut at = bom(input, from, head);
    if at == from && from == 0 && BOM.starts_with(input) {
        return Err(Stop::More);
    }
    while matches!(byte(input, at)?, b'\r' | b'\n') {
        let line = line_end(input, at, false)?;
        line.note_end(head);
        at = line.next;
    }
    let start = run(input, at, is_blank);
    byte(input, start)?;
    if start > at {
        head.defect("ExtraSpace", at, start);
    }
    match what {
        What::Request => request_line(input, start, finish, head),
        _ => status_line(input, start, finish, head),
    }
}

/// Where a bare field section starts: after a BOM. Input of nothing but CRs has nothing to give.
fn section_start(input: &[u8], from: usize, finish: bool, head: &mut Head) -> Step<usize> {
    let at = bom(input, from, head);
    let undecided = at == from && from == 0 && BOM.starts_with(input);
    if undecided && (!finish || input.is_empty()) {
        return Err(Stop::More);
    }
    if input[at..].iter().all(|&byte| byte == b'\r') {
        return Err(Stop::More);
    }
    Ok(at)
}

/// Takes a BOM off the start of the input.
fn bom(input: &[u8], from: usize, head: &mut Head) -> usize {
    if from == 0 && input.starts_with(BOM) {
        head.defect("Bom", 0, BOM.len());
        return BOM.len();
    }
    from
}

/// The line end `CR* LF` at `at`; CRs without an LF are bare. With `finish`, the end of the
/// input is a line end too.
fn line_end(input: &[u8], at: usize, finish: bool) -> Step<Line> {
    let lf = run(input, at, |byte| byte == b'\r');
    let line = |next| Line { start: at, end: at, lf, next };
    match input.get(lf) {
        Some(b'\n') => Ok(line(lf + 1)),
        Some(_) => bad("BareCr", at),
        None if finish => Ok(line(lf)),
        None => Err(Stop::More),
    }
}

/// Method, target and version, divided by whitespace.
fn request_line(input: &[u8], at: usize, finish: bool, head: &mut Head) -> Step<usize> {
    let method = run(input, at, is_token_byte);
    if !is_blank(byte(input, method)?) || method == at {
        return bad("InvalidMethod", method);
    }
    let target_start = gap(input, method, head)?;
    let target = run(input, target_start, |byte| !b"\0 \t\r\n".contains(&byte));
    let next = byte(input, target)?;
    if target == target_start {
        return bad("InvalidTarget", target);
    }
    if !is_blank(next) {
        return bad(after_target(next), target);
    }
    let target_bytes = &input[target_start..target];
    if !target_bytes.iter().all(|byte| (0x21..=0x7E).contains(byte)) {
        head.defect("InvalidTarget", target_start, target);
    }
    let version_start = gap(input, target, head)?;
    let (version, end) = version(input, version_start, head)?;
    if !matches!(input.get(end), None | Some(b'\r' | b'\n')) {
        return bad("InvalidVersion", end);
    }
    let line = line_end(input, end, finish)?;
    line.note_end(head);
    head.start = Some(Start::Request {
        method: input[at..method].to_vec(),
        target: target_bytes.to_vec(),
        version,
    });
    Ok(line.next)
}

/// Version, status and reason.
///
/// A SP after the status ends the part whatever follows it, as in strict; a run that begins
/// with an HTAB is whitespace between two parts.
fn status_line(input: &[u8], at: usize, finish: bool, head: &mut Head) -> Step<usize> {
    let (version, end) = version(input, at, head)?;
    let next = byte(input, end)?;
    if !is_blank(next) {
        return bad(after_version(next), end);
    }
    let (status, at) = status(input, gap(input, end, head)?)?;
    let (reason, line) = match input.get(at) {
        Some(b' ') => reason(input, at + 1, finish, head)?,
        Some(b'\t') => {
            let start = run(input, at, is_blank);
            head.defect("ExtraSpace", at, start);
            reason(input, start, finish, head)?
        }
        None | Some(b'\r' | b'\n') => (None, line_end(input, at, finish)?),
        Some(_) => return bad("InvalidStatus", at),
    };
    line.note_end(head);
    head.start = Some(Start::Response { version, status, reason });
    Ok(line.next)
}

/// The whitespace between two parts, where there is some; gives the byte after it.
fn gap(input: &[u8], at: usize, head: &mut Head) -> Step<usize> {
    let end = run(input, at, is_blank);
    byte(input, end)?;
    if &input[at..end] != b" " {
        head.defect("ExtraSpace", at, end);
    }
    Ok(end)
}

/// `HTTP`, `HTTP/d`, `HTTP/d.d` or `ICY`, as it is reported, and the byte after it.
fn version(input: &[u8], at: usize, head: &mut Head) -> Step<(Option<String>, usize)> {
    if byte(input, at)? == b'I' {
        let end = literal(input, at, b"ICY", "InvalidVersion")?;
        head.defect("UnusualVersion", at, end);
        return Ok((Some("icy".to_string()), end));
    }
    let slash = literal(input, at, b"HTTP", "InvalidVersion")?;
    if input.get(slash) != Some(&b'/') {
        head.defect("UnusualVersion", at, slash);
        return Ok((None, slash));
    }
    let mut end = digit(input, slash + 1, "InvalidVersion")?;
    if input.get(end) == Some(&b'.') {
        end = digit(input, end + 1, "InvalidVersion")?;
    }
    let text = &input[slash + 1..end];
    if !text.starts_with(b"1.") {
        head.defect("UnusualVersion", at, end);
    }
    let text = if text == b"2.0" { b"2" } else { text };
    Ok((Some(String::from_utf8_lossy(text).into_owned()), end))
}

/// The reason: all up to the line end, NUL and bare CR read as SP, not trimmed.
fn reason(
    input: &[u8],
    start: usize,
    finish: bool,
    head: &mut Head,
) -> Step<(Option<Vec<u8>>, Line)> {
    let line = fields::line(input, start, finish)?;
    let mut first = FirstOfKind::default();
    let mut text = Vec::new();
    for (at, &byte) in (start..line.end).zip(&input[start..line.end]) {
        text.push(first.take(byte, at, head));
    }
    Ok((Some(text), line))
}

/// Which kinds of bad bytes a value or reason has had.
#[derive(Default)]
pub(super) struct FirstOfKind {
    seen: Vec<&'static str>,
}

impl FirstOfKind {
    /// Gives a byte of a value or reason as it is kept, and notes the first of each kind of
    /// bad ones.
    pub(super) fn take(&mut self, byte: u8, at: usize, head: &mut Head) -> u8 {
        let (kind, kept) = match byte {
            0 => ("Nul", b' '),
            b'\r' => ("BareCr", b' '),
            _ if is_control(byte) => ("InvalidValue", byte),
            _ => return byte,
        };
        if !self.seen.contains(&kind) {
            self.seen.push(kind);
            head.defect(kind, at, at + 1);
        }
        kept
    }
}
