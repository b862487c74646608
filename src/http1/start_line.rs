//! The exact parser's stages up to the end of the start line (RFC 9112 §2.2, §2.3, §3, §4). Knows
//! no field line.

use core::ops::Range;

use crate::error::{ErrorKind, ParseError};
use crate::scan::classes::{is_target, is_token};

use super::engine::{Context, Cr, Engine, LineEnd, Next, Stage, Step, What, fail, is_blank};
use super::version::Version;

pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The parts of a start line. Of a request `first` is the method and `second` the target; of a
/// response `second` is the reason.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) first: Range<usize>,
    pub(super) second: Range<usize>,
    pub(super) version: Version,
    pub(super) status: u16,
    /// A response has a reason, if only an empty one.
    pub(super) has_reason: bool,
}

impl Default for Start {
    fn default() -> Self {
        Self { first: 0..0, second: 0..0, version: Version::HTTP_11, status: 0, has_reason: false }
    }
}

/// The part of the start line that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StartStage {
    /// Whitespace before the line.
    Lead,
    Method,
    /// Whitespace before the part.
    Gap(Part),
    Target,
    Version,
    Status,
    AfterStatus,
    Reason,
    LineEnd,
}

/// What a gap is before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Target,
    Version,
    Status,
    Reason,
}

impl Engine {
    /// Takes a byte order mark off the start.
    pub(super) fn begin(&mut self, cx: &mut Context<'_>) -> Step {
        let first = &cx.input[..cx.input.len().min(BOM.len())];
        if cx.options.bom && first == BOM {
            self.defect(ErrorKind::Bom, 0, BOM.len());
            self.at = BOM.len();
        } else if cx.options.bom && BOM.starts_with(first) && (!cx.finish || first.is_empty()) {
            return Ok(Next::More);
        }
        self.mark = self.at;
        self.go(if self.what == What::Fields { Stage::LineStart } else { Stage::EmptyLines })
    }

    /// Skips empty lines before the start line (RFC 9112 §2.2).
    pub(super) fn empty_lines(&mut self, cx: &mut Context<'_>) -> Step {
        match cx.byte(self.at) {
            Some(b'\r' | b'\n') => match self.begun_line_end(cx, self.at)? {
                Some(end) => self.at = end.next,
                None => return Ok(Next::More),
            },
            Some(_) => {
                self.mark = self.at;
                return self.go(Stage::StartLine(StartStage::Lead));
            }
            None => return Ok(Next::More),
        }
        Ok(Next::Go)
    }

    /// A line end that has to be there in full, also where the input is finished.
    fn begun_line_end(
        &mut self,
        cx: &mut Context<'_>,
        at: usize,
    ) -> Result<Option<LineEnd>, ParseError> {
        let finish = core::mem::replace(&mut cx.finish, false);
        let end = self.line_end(cx, at);
        cx.finish = finish;
        end
    }

    pub(super) fn start_line(&mut self, cx: &mut Context<'_>, stage: StartStage) -> Step {
        match stage {
            StartStage::Lead => self.lead(cx),
            StartStage::Method => self.method(cx),
            StartStage::Gap(part) => self.gap(cx, part),
            StartStage::Target => self.target(cx),
            StartStage::Version => self.version(cx),
            StartStage::Status => self.status(cx),
            StartStage::AfterStatus => self.after_status(cx),
            StartStage::Reason => self.reason(cx),
            StartStage::LineEnd => match self.line_end(cx, self.at)? {
                Some(end) => self.start_line_ends(end),
                None => Ok(Next::More),
            },
        }
    }

    fn start_line_ends(&mut self, end: LineEnd) -> Step {
        self.at = end.next;
        self.mark = end.next;
        self.go(Stage::LineStart)
    }

    /// Goes to a part of the start line, which begins at `at`.
    fn part(&mut self, stage: StartStage, at: usize) -> Step {
        self.at = at;
        self.mark = at;
        self.go(Stage::StartLine(stage))
    }

    /// Whitespace before the line.
    fn lead(&mut self, cx: &Context<'_>) -> Step {
        self.at = cx.skip(self.at, is_blank);
        if self.at > self.mark && !cx.options.start_line_whitespace {
            let kind = match self.what {
                What::Request => ErrorKind::InvalidMethod,
                _ => ErrorKind::InvalidVersion,
            };
            return fail(kind, self.mark);
        }
        if self.at == cx.input.len() {
            return Ok(Next::More);
        }
        if self.at > self.mark {
            self.defect(ErrorKind::ExtraSpace, self.mark, self.at);
        }
        let stage = match self.what {
            What::Request => StartStage::Method,
            _ => StartStage::Version,
        };
        self.part(stage, self.at)
    }

    /// `method = token` (RFC 9110 §9.1).
    fn method(&mut self, cx: &Context<'_>) -> Step {
        self.at = cx.skip(self.at, is_token);
        let Some(byte) = cx.byte(self.at) else {
            return Ok(Next::More);
        };
        if self.at == self.mark || !may_divide(cx, byte) {
            return fail(ErrorKind::InvalidMethod, self.at);
        }
        self.start.first = self.mark..self.at;
        self.part(StartStage::Gap(Part::Target), self.at)
    }

    /// The whitespace between two parts: one SP, or a forgiven run of SP and HTAB.
    fn gap(&mut self, cx: &Context<'_>, part: Part) -> Step {
        if cx.options.start_line_whitespace {
            self.at = cx.skip(self.at, is_blank);
            if self.at == cx.input.len() && !(cx.finish && part == Part::Reason) {
                return Ok(Next::More);
            }
            if cx.input[self.mark..self.at] != *b" " {
                self.defect(ErrorKind::ExtraSpace, self.mark, self.at);
            }
        } else {
            self.at += 1;
        }
        let stage = match part {
            Part::Target => StartStage::Target,
            Part::Version => StartStage::Version,
            Part::Status => StartStage::Status,
            Part::Reason => StartStage::Reason,
        };
        self.part(stage, self.at)
    }

    /// 1+ bytes of 0x21-0x7E, or of anything but NUL and whitespace (RFC 9112 §3.2).
    fn target(&mut self, cx: &Context<'_>) -> Step {
        let loose = cx.options.unusual_targets;
        self.at = cx.skip(self.at, |byte| is_target(byte) || (loose && is_loose_target(byte)));
        let Some(byte) = cx.byte(self.at) else {
            return Ok(Next::More);
        };
        if self.at == self.mark {
            return fail(ErrorKind::InvalidTarget, self.at);
        }
        if !may_divide(cx, byte) {
            // A line that ends here lacks its version.
            let ends = byte == b'\r' || byte == b'\n';
            let kind = if ends { ErrorKind::InvalidVersion } else { ErrorKind::InvalidTarget };
            return fail(kind, self.at);
        }
        if cx.skip(self.mark, is_target) < self.at {
            self.defect(ErrorKind::InvalidTarget, self.mark, self.at);
        }
        self.start.second = self.mark..self.at;
        self.part(StartStage::Gap(Part::Version), self.at)
    }

    /// `HTTP/1.` DIGIT, or a forgiven form (RFC 9112 §2.3).
    fn version(&mut self, cx: &Context<'_>) -> Step {
        let Some((version, end)) = read_version(cx, self.mark)? else {
            return Ok(Next::More);
        };
        let next = cx.byte(end);
        if next.is_none() && !(cx.finish && self.what == What::Request) {
            return Ok(Next::More);
        }
        if !matches!(version, Version::Http { major: 1, minor: Some(_) }) {
            self.defect(ErrorKind::UnusualVersion, self.mark, end);
        }
        self.start.version = version;
        let line_ends = matches!(next, None | Some(b'\r' | b'\n'));
        match (self.what, next) {
            (What::Request, _) if line_ends => self.part(StartStage::LineEnd, end),
            (What::Request, _) => fail(ErrorKind::InvalidVersion, end),
            (_, Some(byte)) if may_divide(cx, byte) => {
                self.part(StartStage::Gap(Part::Status), end)
            }
            // A line that ends here lacks its status.
            _ if line_ends => fail(ErrorKind::InvalidStatus, end),
            _ => fail(ErrorKind::InvalidVersion, end),
        }
    }

    /// `status-code = 3DIGIT` (RFC 9112 §4).
    fn status(&mut self, cx: &Context<'_>) -> Step {
        while self.at < self.mark + 3 {
            match cx.byte(self.at) {
                Some(byte @ b'0'..=b'9') => {
                    self.start.status = self.start.status * 10 + u16::from(byte - b'0');
                    self.at += 1;
                }
                Some(_) => return fail(ErrorKind::InvalidStatus, self.at),
                None => return Ok(Next::More),
            }
        }
        self.part(StartStage::AfterStatus, self.at)
    }

    /// The SP before a reason; it may be missing where no reason follows.
    fn after_status(&mut self, cx: &Context<'_>) -> Step {
        match cx.byte(self.at) {
            // A SP ends the part whatever follows it; what follows is the reason's.
            Some(b' ') => self.part(StartStage::Reason, self.at + 1),
            Some(b'\t') if cx.options.start_line_whitespace => {
                self.part(StartStage::Gap(Part::Reason), self.at)
            }
            Some(b'\r' | b'\n') => self.part(StartStage::LineEnd, self.at),
            None if cx.finish => self.part(StartStage::LineEnd, self.at),
            None => Ok(Next::More),
            Some(_) => fail(ErrorKind::InvalidStatus, self.at),
        }
    }

    /// All up to the line end, not trimmed (RFC 9112 §4).
    fn reason(&mut self, cx: &Context<'_>) -> Step {
        self.at = cx.skip_value(self.at);
        let end = match cx.byte(self.at) {
            None if !cx.finish => return Ok(Next::More),
            Some(b'\r') => match self.after_cr(cx, self.at) {
                Cr::LineEnd(end) => Some(end),
                Cr::Bare => None,
                Cr::More => return Ok(Next::More),
            },
            Some(b'\n') | None => self.line_end(cx, self.at)?,
            Some(_) => None,
        };
        let Some(end) = end else {
            self.bad_value_byte(cx, self.at)?;
            self.at += 1;
            return Ok(Next::Go);
        };
        if end.lf > end.at {
            self.note_line_end(cx, end)?;
        }
        self.start.has_reason = true;
        self.start.second = self.mark..end.at;
        if self.seen.rewrite {
            let reason = cx.input[self.mark..end.at].iter();
            self.reason = Some(reason.map(|byte| to_space(*byte)).collect());
        }
        self.start_line_ends(end)
    }
}

/// NUL and CR as the SP that they become.
pub(super) fn to_space(byte: u8) -> u8 {
    if byte == 0 || byte == b'\r' { b' ' } else { byte }
}

/// Whether a byte may divide two parts of the start line.
fn may_divide(cx: &Context<'_>, byte: u8) -> bool {
    byte == b' ' || (byte == b'\t' && cx.options.start_line_whitespace)
}

fn is_loose_target(byte: u8) -> bool {
    !matches!(byte, 0 | b' ' | b'\t' | b'\r' | b'\n')
}

/// Reads the version at `at`, and gives the byte behind it; `None` if more is needed.
fn read_version(cx: &Context<'_>, at: usize) -> Result<Option<(Version, usize)>, ParseError> {
    let loose = cx.options.unusual_versions;
    let name: &[u8] = if loose && cx.byte(at) == Some(b'I') { b"ICY" } else { b"HTTP" };
    for (i, due) in name.iter().enumerate() {
        match cx.byte(at + i) {
            Some(byte) if byte == *due => {}
            Some(_) => return fail(ErrorKind::InvalidVersion, at + i),
            None => return Ok(None),
        }
    }
    let end = at + name.len();
    if name == b"ICY" {
        return Ok(Some((Version::Icy, end)));
    }
    match cx.byte(end) {
        Some(b'/') => read_version_number(cx, end + 1),
        Some(_) if !loose => fail(ErrorKind::InvalidVersion, end),
        None if !(loose && cx.finish) => Ok(None),
        _ => Ok(Some((Version::Bare, end))),
    }
}

/// `DIGIT [ "." DIGIT ]`; in the strict form `1.` DIGIT.
fn read_version_number(
    cx: &Context<'_>,
    at: usize,
) -> Result<Option<(Version, usize)>, ParseError> {
    let loose = cx.options.unusual_versions;
    let digit = |at: usize| match cx.byte(at) {
        Some(byte @ b'0'..=b'9') => Ok(Some(byte - b'0')),
        Some(_) => fail(ErrorKind::InvalidVersion, at),
        None => Ok(None),
    };
    let Some(major) = digit(at)? else {
        return Ok(None);
    };
    if !loose && major != 1 {
        return fail(ErrorKind::InvalidVersion, at);
    }
    match cx.byte(at + 1) {
        Some(b'.') => {
            let Some(minor) = digit(at + 2)? else {
                return Ok(None);
            };
            let minor = if (major, minor) == (2, 0) { None } else { Some(minor) };
            Ok(Some((Version::Http { major, minor }, at + 3)))
        }
        Some(_) if !loose => fail(ErrorKind::InvalidVersion, at + 1),
        None if !(loose && cx.finish) => Ok(None),
        _ => Ok(Some((Version::Http { major, minor: None }, at + 1))),
    }
}
