//! The exact parser of a head, resumable at every byte: the loop, line ends and errors. Owns all
//! meaning together with `start_line.rs` and `field_line.rs`; knows no buffer and no owned head.
//!
//! It is a machine of stages. Each stage scans on from `at` and either goes to another stage, or
//! needs more bytes, or fails. No byte is looked at twice, however the input is cut (`at` and
//! `ahead` remember how far it got), so feeding byte by byte costs linear work in all; and what
//! comes out depends on the bytes alone.

use alloc::vec::Vec;

use crate::error::{Defect, Defects, ErrorKind, ParseError};

use super::field_line::{Item, Seen};
use super::head::HeaderSpan;
use super::options::Options;
use super::start_line::{Start, StartStage};

/// What kind of head is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Request,
    Response,
    /// Field lines without a start line.
    Fields,
}

/// Where the machine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Before the first byte.
    Begin,
    /// At the start of a line, before the start line.
    EmptyLines,
    StartLine(StartStage),
    /// At the start of a line, behind the start line.
    LineStart,
    /// In a field name of token bytes.
    Name,
    /// In whitespace behind one.
    NameSpace,
    /// In a field name that is no token, or a line without a colon.
    LooseName,
    Value,
    /// In a line that is dropped.
    Dropped,
    /// Behind the empty line; `at` is the end of the head.
    Done,
}

/// What a stage came to.
pub(super) enum Next {
    /// Go on, in the stage that is set.
    Go,
    /// The input ends before the decision.
    More,
}

pub(super) type Step = Result<Next, ParseError>;

/// What follows a CR.
pub(super) enum Cr {
    /// The CRs from `at` on and the LF behind them (or the end of a finished input) end the line.
    LineEnd(LineEnd),
    /// It is no line end.
    Bare,
    More,
}

/// A line end that was found.
#[derive(Clone, Copy)]
pub(super) struct LineEnd {
    /// Its first byte.
    pub(super) at: usize,
    /// Its LF, or where the input ends without one.
    pub(super) lf: usize,
    pub(super) next: usize,
}

#[derive(Debug)]
pub(super) struct Engine {
    pub(super) what: What,
    pub(super) stage: Stage,
    /// The next byte to look at.
    pub(super) at: usize,
    /// How far a run of CRs was looked at.
    ahead: usize,
    /// Where the current line, or the current part of the start line, begins.
    pub(super) mark: usize,
    /// Where the name ends that whitespace follows.
    pub(super) name_end: usize,
    pub(super) start: Start,
    /// The reason, where it could not stay as it was.
    pub(super) reason: Option<Vec<u8>>,
    /// What the last line began: folds behind it belong to it.
    pub(super) item: Item,
    /// Which kinds of bad bytes the current value or reason has had.
    pub(super) seen: Seen,
    pub(super) spans: Vec<HeaderSpan>,
    /// Values that could not stay as they were, one behind the other.
    pub(super) rewritten: Vec<u8>,
    /// Which of the spans lie there, in order.
    pub(super) moved: Vec<u32>,
    pub(super) defects: Defects,
    /// The empty line was seen.
    pub(super) complete: bool,
}

impl Engine {
    pub(super) fn new(what: What, options: &Options) -> Self {
        Self::with_storage(what, options, Vec::new())
    }

    /// Lists the fields in a vector that may have room already.
    pub(super) fn with_storage(what: What, options: &Options, mut spans: Vec<HeaderSpan>) -> Self {
        spans.clear();
        Self {
            what,
            stage: Stage::Begin,
            at: 0,
            ahead: 0,
            mark: 0,
            name_end: 0,
            start: Start::default(),
            reason: None,
            item: Item::None,
            seen: Seen::default(),
            spans,
            rewritten: Vec::new(),
            moved: Vec::new(),
            defects: Defects::with_limit(options.max_defects),
            complete: false,
        }
    }

    /// Goes on at the start of a field line; what is before was read, and is well formed.
    pub(super) fn resumed(
        what: What,
        options: &Options,
        spans: Vec<HeaderSpan>,
        start: Start,
        at: usize,
    ) -> Self {
        let engine = Self::with_storage(what, options, Vec::new());
        Self { stage: Stage::LineStart, at, start, spans, ..engine }
    }

    /// Whether an error would be one of a field line.
    pub(super) fn in_fields(&self) -> bool {
        !matches!(self.stage, Stage::Begin | Stage::EmptyLines | Stage::StartLine(_))
    }

    /// Reads on; `true` when the head is whole. With `finish` the input will not grow: its end is
    /// the end of its last line too, and `true` may mean a head that was cut.
    ///
    /// `input` begins with the head, and is longer than in the call before, or the same.
    pub(super) fn run(
        &mut self,
        input: &[u8],
        options: &Options,
        finish: bool,
    ) -> Result<bool, ParseError> {
        // Bytes past the limit do not exist until it is known that the head does not end before.
        let within = &input[..input.len().min(options.max_head_len)];
        let cut = within.len() < input.len();
        let whole = self.run_within(within, options, finish && !cut)?;
        if !whole && cut {
            return Err(ParseError::new(ErrorKind::TooLong, within.len() as u64));
        }
        Ok(whole)
    }

    fn run_within(
        &mut self,
        input: &[u8],
        options: &Options,
        finish: bool,
    ) -> Result<bool, ParseError> {
        let mut cx = Context { input, options, finish };
        while self.stage != Stage::Done {
            let next = match self.stage {
                Stage::Begin => self.begin(&mut cx),
                Stage::EmptyLines => self.empty_lines(&mut cx),
                Stage::StartLine(stage) => self.start_line(&mut cx, stage),
                Stage::LineStart => self.line_start(&mut cx),
                Stage::Name => self.name(&mut cx),
                Stage::NameSpace => self.name_space(&mut cx),
                Stage::LooseName => self.loose_name(&mut cx),
                Stage::Value => self.value(&mut cx),
                Stage::Dropped => self.dropped(&mut cx),
                Stage::Done => return Ok(true),
            };
            if let Next::More = next? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Goes to another stage.
    pub(super) fn go(&mut self, stage: Stage) -> Step {
        self.stage = stage;
        Ok(Next::Go)
    }

    pub(super) fn defect(&mut self, kind: ErrorKind, start: usize, end: usize) {
        self.defects.push(Defect::new(kind, start as u64..end as u64));
    }

    /// Notes a deviation if its switch is on; else it is the error.
    pub(super) fn forgive(
        &mut self,
        switch: bool,
        kind: ErrorKind,
        start: usize,
        end: usize,
    ) -> Result<(), ParseError> {
        if !switch {
            return fail(kind, start);
        }
        self.defect(kind, start, end);
        Ok(())
    }

    /// Looks at what follows the CR at `at`.
    pub(super) fn after_cr(&mut self, cx: &Context<'_>, at: usize) -> Cr {
        let mut lf = at + 1;
        if cx.options.bare_cr {
            lf = lf.max(self.ahead);
            while cx.input.get(lf) == Some(&b'\r') {
                lf += 1;
            }
            self.ahead = lf;
        }
        match cx.input.get(lf) {
            Some(b'\n') => Cr::LineEnd(LineEnd { at, lf, next: lf + 1 }),
            Some(_) => Cr::Bare,
            None if cx.finish => Cr::LineEnd(LineEnd { at, lf, next: lf }),
            None => Cr::More,
        }
    }

    /// Notes what is wrong with a line end. One that the end of the input cut off is not bare.
    pub(super) fn note_line_end(
        &mut self,
        cx: &Context<'_>,
        end: LineEnd,
    ) -> Result<(), ParseError> {
        match end.lf - end.at {
            0 if end.next > end.lf => {
                self.forgive(cx.options.bare_lf, ErrorKind::BareLf, end.lf, end.lf + 1)
            }
            0 | 1 => Ok(()),
            _ => self.forgive(cx.options.bare_cr, ErrorKind::BareCr, end.at, end.at + 1),
        }
    }

    /// The line end that begins at `at`, where a CR, an LF or the end of a finished input is.
    /// `Ok(None)`: more is needed. A CR that ends no line is an error.
    pub(super) fn line_end(
        &mut self,
        cx: &Context<'_>,
        at: usize,
    ) -> Result<Option<LineEnd>, ParseError> {
        let end = match cx.input.get(at) {
            Some(b'\r') => match self.after_cr(cx, at) {
                Cr::LineEnd(end) => end,
                Cr::Bare => return fail(ErrorKind::BareCr, at),
                Cr::More => return Ok(None),
            },
            Some(_) => LineEnd { at, lf: at, next: at + 1 },
            None if cx.finish => LineEnd { at, lf: at, next: at },
            None => return Ok(None),
        };
        self.note_line_end(cx, end)?;
        Ok(Some(end))
    }

    /// Ends the head.
    pub(super) fn done(&mut self, at: usize, complete: bool) -> Step {
        self.at = at;
        self.complete = complete;
        self.defects.sort();
        self.go(Stage::Done)
    }
}

/// What a call of [`Engine::run`] works on.
pub(super) struct Context<'a> {
    pub(super) input: &'a [u8],
    pub(super) options: &'a Options,
    pub(super) finish: bool,
}

impl Context<'_> {
    /// Where the first byte that is not of the class is, from `at` on; at most the end.
    #[inline]
    pub(super) fn skip(&self, at: usize, class: impl Fn(u8) -> bool) -> usize {
        let rest = self.input.get(at..).unwrap_or_default();
        at + crate::scan::find_not(class, rest).unwrap_or(rest.len())
    }

    /// The same for bytes of a value or reason.
    #[inline]
    pub(super) fn skip_value(&self, at: usize) -> usize {
        at + crate::scan::value_len(self.input.get(at..).unwrap_or_default())
    }

    /// The byte at `at`.
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.input.get(at).copied()
    }
}

/// An error as a result.
pub(super) fn fail<T>(kind: ErrorKind, at: usize) -> Result<T, ParseError> {
    Err(ParseError::new(kind, at as u64))
}

/// SP or HTAB.
pub(super) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}
