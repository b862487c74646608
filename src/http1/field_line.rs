//! The exact parser's stages of a field section (RFC 9112 §5, RFC 9110 §5). Knows no start line.
//!
//! A line that does not begin with whitespace begins an *item*: a field, or something dropped.
//! Whitespace-led lines behind it belong to it. An item ends when the next line's first byte says
//! that another begins.

use crate::error::{ErrorKind, ParseError};
use crate::scan;
use crate::scan::classes::is_token;

use super::engine::{Context, Cr, Engine, LineEnd, Next, Stage, Step, fail, is_blank};
use super::head::HeaderSpan;
use super::rewrite::rewrite;

/// What the lines at hand make.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    None,
    Field {
        name: usize,
        name_end: usize,
        value: usize,
        /// The end of the last of its lines.
        end: usize,
        folded: bool,
    },
    Dropped {
        kind: ErrorKind,
        start: usize,
        end: usize,
    },
}

/// Which bad bytes a value or reason has had. Only the first of each kind is a defect.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    nul: bool,
    cr: bool,
    control: bool,
    /// It cannot stay as it is.
    pub(super) rewrite: bool,
}

impl Engine {
    /// Judges the first byte of a line.
    pub(super) fn line_start(&mut self, cx: &mut Context<'_>) -> Step {
        self.mark = self.at;
        let Some(byte) = cx.byte(self.at) else {
            return if cx.finish { self.end(cx, self.at, false) } else { Ok(Next::More) };
        };
        match byte {
            b'\r' | b'\n' => match self.line_end(cx, self.at)? {
                Some(end) => self.end(cx, end.next, end.next > end.lf),
                None => Ok(Next::More),
            },
            b' ' | b'\t' => self.whitespace_led(cx),
            _ => {
                self.finish_item(cx)?;
                self.begin_item(cx, byte)
            }
        }
    }

    /// Ends the section.
    fn end(&mut self, cx: &Context<'_>, at: usize, complete: bool) -> Step {
        self.finish_item(cx)?;
        self.done(at, complete)
    }

    /// A fold (RFC 9112 §5.2), or a line that belongs to nothing (§2.2).
    fn whitespace_led(&mut self, cx: &Context<'_>) -> Step {
        match &mut self.item {
            Item::Field { folded, .. } => {
                if !cx.options.obs_fold {
                    return fail(ErrorKind::ObsFold, self.at);
                }
                *folded = true;
                self.go(Stage::Value)
            }
            Item::Dropped { .. } => self.go(Stage::Dropped),
            Item::None => {
                if !cx.options.whitespace_led_lines {
                    return fail(ErrorKind::LeadingWhitespace, self.at);
                }
                self.drop_line(ErrorKind::LeadingWhitespace)
            }
        }
    }

    fn begin_item(&mut self, cx: &Context<'_>, byte: u8) -> Step {
        if byte == b':' {
            if !cx.options.lines_without_colon {
                return fail(ErrorKind::EmptyName, self.at);
            }
            return self.drop_line(ErrorKind::EmptyName);
        }
        self.go(Stage::Name)
    }

    /// Begins a dropped item at the line's start; the rest of the line is passed over from `at`.
    fn drop_line(&mut self, kind: ErrorKind) -> Step {
        self.item = Item::Dropped { kind, start: self.mark, end: self.mark };
        self.go(Stage::Dropped)
    }

    /// Token bytes up to the colon.
    pub(super) fn name(&mut self, cx: &mut Context<'_>) -> Step {
        self.at = cx.skip(self.at, is_token);
        match cx.byte(self.at) {
            None if cx.finish => self.no_colon(cx),
            None => Ok(Next::More),
            Some(b':') => self.colon(cx, self.at),
            Some(b' ' | b'\t') if self.at > self.mark => {
                self.name_end = self.at;
                self.go(Stage::NameSpace)
            }
            Some(_) => self.not_a_token(cx, self.at),
        }
    }

    /// Whitespace behind a name: before its colon (RFC 9112 §5.1), or inside something else.
    pub(super) fn name_space(&mut self, cx: &mut Context<'_>) -> Step {
        let name_end = self.name_end;
        self.at = cx.skip(self.at, is_blank);
        match cx.byte(self.at) {
            None if cx.finish => self.no_colon(cx),
            None => Ok(Next::More),
            Some(b':') => {
                let kind = ErrorKind::SpaceBeforeColon;
                self.forgive(cx.options.space_before_colon, kind, name_end, self.at)?;
                self.colon(cx, name_end)
            }
            Some(_) => self.not_a_token(cx, name_end),
        }
    }

    /// The first byte of a name that cannot be in one is at `at`: the name is loose, or the line
    /// has no colon. Which of the two matters only where either is forgiven.
    fn not_a_token(&mut self, cx: &Context<'_>, at: usize) -> Step {
        if cx.options.non_token_names || cx.options.lines_without_colon {
            return self.go(Stage::LooseName);
        }
        let ends = matches!(cx.byte(at), Some(b'\r' | b'\n'));
        fail(if ends { ErrorKind::MissingColon } else { ErrorKind::InvalidName }, at)
    }

    /// Anything up to the colon or the line end.
    pub(super) fn loose_name(&mut self, cx: &mut Context<'_>) -> Step {
        let rest = &cx.input[self.at..];
        self.at += scan::find3(b':', b'\r', b'\n', rest).unwrap_or(rest.len());
        match cx.byte(self.at) {
            None if cx.finish => self.no_colon(cx),
            None => Ok(Next::More),
            Some(b':') => self.loose_colon(cx),
            Some(b'\r') => match self.after_cr(cx, self.at) {
                Cr::LineEnd(_) => self.no_colon(cx),
                Cr::Bare if !cx.options.bare_cr => fail(ErrorKind::BareCr, self.at),
                Cr::Bare => {
                    self.at += 1;
                    Ok(Next::Go)
                }
                Cr::More => Ok(Next::More),
            },
            Some(_) => self.no_colon(cx),
        }
    }

    fn loose_colon(&mut self, cx: &Context<'_>) -> Step {
        let line = &cx.input[self.mark..self.at];
        let spaces = line.iter().rev().take_while(|byte| is_blank(**byte)).count();
        let name_end = self.at - spaces;
        let bad = cx.skip(self.mark, is_token);
        if bad < name_end {
            if !cx.options.non_token_names {
                return fail(ErrorKind::InvalidName, bad);
            }
            self.defect(ErrorKind::InvalidName, self.mark, name_end);
        }
        if name_end < self.at {
            let kind = ErrorKind::SpaceBeforeColon;
            self.forgive(cx.options.space_before_colon, kind, name_end, self.at)?;
        }
        self.colon(cx, name_end)
    }

    /// The line ends at `at` without a colon.
    fn no_colon(&mut self, cx: &Context<'_>) -> Step {
        if !cx.options.lines_without_colon {
            return fail(ErrorKind::MissingColon, self.at);
        }
        self.drop_line(ErrorKind::MissingColon)
    }

    /// The colon is at `at`.
    fn colon(&mut self, cx: &Context<'_>, name_end: usize) -> Step {
        if name_end - self.mark > cx.options.max_name_len {
            return fail(ErrorKind::TooLong, self.mark + cx.options.max_name_len);
        }
        let (name, value) = (self.mark, self.at + 1);
        self.item = Item::Field { name, name_end, value, end: value, folded: false };
        self.seen = Seen::default();
        self.at = value;
        self.go(Stage::Value)
    }

    /// A value up to its line end.
    pub(super) fn value(&mut self, cx: &mut Context<'_>) -> Step {
        self.at = cx.skip_value(self.at);
        let end = match cx.byte(self.at) {
            None if !cx.finish => return Ok(Next::More),
            Some(b'\r') => match self.after_cr(cx, self.at) {
                Cr::LineEnd(end) => end,
                Cr::Bare => return self.bad_byte_in_value(cx),
                Cr::More => return Ok(Next::More),
            },
            Some(b'\n') => LineEnd { at: self.at, lf: self.at, next: self.at + 1 },
            None => LineEnd { at: self.at, lf: self.at, next: self.at },
            Some(_) => return self.bad_byte_in_value(cx),
        };
        self.item_line_ends(cx, end)
    }

    fn bad_byte_in_value(&mut self, cx: &Context<'_>) -> Step {
        self.bad_value_byte(cx, self.at)?;
        self.at += 1;
        Ok(Next::Go)
    }

    /// Judges a byte that no value or reason should have.
    pub(super) fn bad_value_byte(&mut self, cx: &Context<'_>, at: usize) -> Result<(), ParseError> {
        let options = cx.options;
        let (kind, switch, rewrite, seen) = match cx.input[at] {
            0 => (ErrorKind::Nul, options.nul, true, &mut self.seen.nul),
            b'\r' => (ErrorKind::BareCr, options.bare_cr, true, &mut self.seen.cr),
            _ => {
                let switch = options.control_bytes;
                (ErrorKind::InvalidValue, switch, false, &mut self.seen.control)
            }
        };
        let again = core::mem::replace(seen, true);
        self.seen.rewrite |= rewrite;
        if again && switch {
            return Ok(());
        }
        self.forgive(switch, kind, at, at + 1)
    }

    /// The rest of a dropped line. Only its line end is judged.
    pub(super) fn dropped(&mut self, cx: &mut Context<'_>) -> Step {
        let rest = &cx.input[self.at..];
        self.at += scan::find3(b'\n', b'\r', b'\r', rest).unwrap_or(rest.len());
        let end = match cx.byte(self.at) {
            None if !cx.finish => return Ok(Next::More),
            Some(b'\r') => match self.after_cr(cx, self.at) {
                Cr::LineEnd(end) => end,
                Cr::Bare if !cx.options.bare_cr => return fail(ErrorKind::BareCr, self.at),
                Cr::Bare => {
                    self.at += 1;
                    return Ok(Next::Go);
                }
                Cr::More => return Ok(Next::More),
            },
            Some(_) => LineEnd { at: self.at, lf: self.at, next: self.at + 1 },
            None => LineEnd { at: self.at, lf: self.at, next: self.at },
        };
        self.item_line_ends(cx, end)
    }

    /// A line of the item at hand ends.
    fn item_line_ends(&mut self, cx: &Context<'_>, line_end: LineEnd) -> Step {
        self.note_line_end(cx, line_end)?;
        if let Item::Field { end, .. } | Item::Dropped { end, .. } = &mut self.item {
            *end = line_end.at;
        }
        self.at = line_end.next;
        self.go(Stage::LineStart)
    }

    /// Gives out the item at hand, whose last line is known.
    fn finish_item(&mut self, cx: &Context<'_>) -> Result<(), ParseError> {
        match core::mem::replace(&mut self.item, Item::None) {
            // What a dropped line began stays dropped: its folds went with it.
            Item::None => Ok(()),
            Item::Dropped { kind, start, end } => {
                self.defect(kind, start, end);
                Ok(())
            }
            Item::Field { name, name_end, value, end, folded } => {
                if self.spans.len() >= cx.options.max_headers {
                    return fail(ErrorKind::TooManyFields, name);
                }
                let raw = trim(cx.input, value, end);
                if raw.len() > cx.options.max_value_len {
                    return fail(ErrorKind::TooLong, raw.start + cx.options.max_value_len);
                }
                let value = if folded || self.seen.rewrite {
                    self.rewrite_value(cx, value, end)
                } else {
                    raw
                };
                self.spans.push(HeaderSpan::new(name..name_end, value));
                Ok(())
            }
        }
    }

    /// Writes a value that cannot stay as it is to `rewritten`, and says where.
    fn rewrite_value(
        &mut self,
        cx: &Context<'_>,
        value: usize,
        end: usize,
    ) -> core::ops::Range<usize> {
        let start = self.rewritten.len();
        let defects = &mut self.defects;
        rewrite(&cx.input[value..end], &mut self.rewritten, |run| {
            let span = (value + run.start) as u64..(value + run.end) as u64;
            defects.push(crate::error::Defect::new(ErrorKind::ObsFold, span));
        });
        self.moved.push(self.spans.len() as u32); // within the limit of headers
        trim(&self.rewritten, start, self.rewritten.len())
    }
}

/// The part of `bytes[start..end]` without SP and HTAB at both ends.
pub(super) fn trim(bytes: &[u8], start: usize, end: usize) -> core::ops::Range<usize> {
    let value = &bytes[start..end];
    let lead = value.iter().take_while(|byte| is_blank(**byte)).count();
    let tail = value[lead..].iter().rev().take_while(|byte| is_blank(**byte)).count();
    start + lead..end - tail
}
