//! The state that every way to read a stream shares: positions, the byte order mark, blank lines,
//! limits, strictness. Knows lines and their verdicts; does not know where bytes come from.

use crate::error::{ErrorKind, ParseError, Position};

use crate::scan::lists::Line;

use super::fields::{Fields, strict_error};
use super::lines::{Found, LineAt, Lines};
use super::options::Options;
use super::stats::{ReadStats, Tally};

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// What [`Framer::step`] came to. `at` and `consumed` count from the first byte of its data.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A line to read, at `at`.
    Line {
        at: usize,
        line: LineAt,
        head: Head,
    },
    /// A line that is an error. It is consumed, as far as it is there.
    Error {
        error: ParseError,
        /// Where the line begins.
        #[cfg_attr(not(feature = "std"), allow(dead_code))] // only `Reader` says so
        position: Position,
        consumed: usize,
    },
    /// Nothing more without more data.
    More {
        consumed: usize,
    },
    End {
        consumed: usize,
    },
}

/// What a record knows beside its bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head {
    pub(super) position: Position,
    pub(super) terminated: bool,
    /// The byte order mark was removed somewhere before this record.
    pub(super) bom: bool,
}

#[derive(Debug)]
pub(super) struct Framer {
    pub(super) options: Options,
    pub(super) stats: ReadStats,
    lines: Lines,
    /// Of the next line.
    position: Position,
    /// The first bytes were looked at for a byte order mark.
    started: bool,
    /// A byte order mark was removed, and no record given out since.
    bom: bool,
    /// Inside a line over the limit, of which so many bytes are gone.
    skipping: Option<u64>,
}

impl Framer {
    pub(super) fn new(options: Options) -> Self {
        let position = options.position;
        Self {
            options,
            stats: ReadStats::default(),
            lines: Lines::new(),
            position,
            // Only a stream's first bytes can be a byte order mark.
            started: position.byte > 0,
            bom: false,
            skipping: None,
        }
    }

    /// Where the next line begins.
    pub(super) fn position(&self) -> Position {
        self.position
    }

    /// Fields of a line that [`step`](Self::step) gave last; `bytes` begin with it.
    #[inline]
    pub(super) fn fields<'a>(&'a self, bytes: &'a [u8], line: &LineAt, head: &Head) -> Fields<'a> {
        Fields::scanned(self.scanned(bytes, line), head.position.byte)
    }

    /// A line likewise, with what the scanner knows of it.
    #[inline]
    pub(super) fn scanned<'a>(&'a self, bytes: &'a [u8], line: &LineAt) -> Line<'a> {
        Line { bytes, len: line.len, ends: self.lines.ends_of(line), origin: line.origin }
    }

    /// The next line, if it is already found, not blank, within the limit, and not limited in its
    /// fields. It is still to be [passed](Self::pass_known).
    #[inline]
    pub(super) fn ordinary(&mut self, data: &[u8]) -> Option<LineAt> {
        let ordinary = self.options.max_fields == usize::MAX
            && self.skipping.is_none()
            && self.started
            && !self.bom;
        if !ordinary {
            return None;
        }
        let line = match self.lines.peek(data) {
            Some(line) => line,
            None => {
                self.lines.look_ahead(data);
                self.lines.peek(data)?
            }
        };
        (line.len > 0 && line.len <= self.options.max_record_len).then_some(line)
    }

    /// What the record of an [ordinary](Self::ordinary) line knows beside its bytes.
    #[inline]
    pub(super) fn next_head(&self) -> Head {
        Head { position: self.position, terminated: true, bom: false }
    }

    /// Passes over such a line, and counts it as a record of good fields.
    #[inline]
    pub(super) fn pass_known(&mut self, line: LineAt, fields: usize) {
        self.pass_line(line);
        self.stats.add_good_record(fields as u64, line.len, line.next - line.len);
    }

    /// The same for a record of some of the fields.
    #[inline]
    pub(super) fn pass_selected(&mut self, line: LineAt, tally: Tally) {
        self.pass_line(line);
        self.accept(&line, tally);
    }

    /// Passes over a line that was peeked at, as a record.
    #[inline]
    fn pass_line(&mut self, line: LineAt) {
        self.lines.pass(line);
        self.advance(line.next);
        self.position.record += 1;
    }

    /// The next line, where it is one like most: already found, not blank, within the limit, and
    /// nothing to be judged. Then [`step`](Self::step) would give the same, at 0.
    #[inline]
    pub(super) fn quick(&mut self, data: &[u8]) -> Option<(LineAt, Head)> {
        let line = self.lines.peek(data)?;
        let ordinary = line.len > 0 && line.len <= self.options.max_record_len;
        if !ordinary || self.options.strict || self.skipping.is_some() {
            return None;
        }
        let head = Head { bom: self.bom, ..self.next_head() };
        self.pass_line(line);
        self.bom = false;
        Some((line, head))
    }

    /// Looks at the next line of `data`, which begins where the last step's consumed part ended.
    #[inline]
    pub(super) fn step(&mut self, data: &[u8], eof: bool) -> Step {
        let mut at = 0;
        if !self.started || self.skipping.is_some() {
            match self.pass_over(data, eof) {
                Ok(passed) => at = passed,
                Err(step) => return step,
            }
        }
        loop {
            match self.lines.next(&data[at..], eof, self.options.max_record_len) {
                Found::Line(line) if line.len == 0 && !self.options.strict => {
                    self.stats.blank_lines += 1;
                    self.stats.blank_bytes += line.next as u64;
                    self.advance(line.next);
                    at += line.next;
                }
                Found::Line(line) => return self.judge(&data[at..], at, line),
                Found::More => return Step::More { consumed: at },
                Found::End => return Step::End { consumed: at },
                Found::TooLong => return self.too_long(at, data.len()),
            }
        }
    }

    #[inline]
    fn advance(&mut self, bytes: usize) {
        self.position.byte += bytes as u64;
        self.position.line += 1;
    }

    /// Accepts a line, or refuses it by the strict rules or the limit.
    #[inline]
    fn judge(&mut self, data: &[u8], at: usize, line: LineAt) -> Step {
        let position = self.position;
        if line.len > self.options.max_record_len {
            return self.too_long(at, at);
        }
        let head = Head { position, terminated: line.terminated, bom: self.bom };
        if self.options.strict
            && !self.options.drops_bad_fields()
            && let Some(error) = strict_error(self.fields(data, &line, &head))
        {
            let step = Step::Error { error, position, consumed: at + line.next };
            return self.refuse(line, step);
        }
        self.advance(line.next);
        self.position.record += 1;
        self.bom = false;
        Step::Line { at, line, head }
    }

    /// The line at `at` is over the limit. It is consumed up to `consumed` and passed over from
    /// there by the next step; until then the position is the line's.
    #[cold]
    fn too_long(&mut self, at: usize, consumed: usize) -> Step {
        let position = self.position;
        let offset = position.byte + self.options.max_record_len as u64;
        self.stats.errors += 1;
        self.skipping = Some((consumed - at) as u64);
        if consumed > at {
            self.lines.reset();
        }
        Step::Error { error: ParseError::new(ErrorKind::TooLong, offset), position, consumed }
    }

    fn refuse(&mut self, line: LineAt, step: Step) -> Step {
        self.stats.errors += 1;
        self.stats.skipped_bytes += line.next as u64;
        self.advance(line.next);
        step
    }

    /// Counts a record that was read in full.
    #[inline]
    pub(super) fn accept(&mut self, line: &LineAt, tally: Tally) {
        self.stats.add_record(tally, line.len, line.next - line.len);
    }

    /// Counts a line that [`step`](Self::step) gave and that turned out to be an error: it is
    /// skipped, and its number given to the next record.
    pub(super) fn take_back(&mut self, line: &LineAt, head: &Head) {
        self.bom = head.bom;
        self.stats.errors += 1;
        self.stats.skipped_bytes += line.next as u64;
        self.position.record -= 1;
    }

    /// Forgets what was found ahead, and goes on at `position`, where a line begins.
    pub(super) fn restart(&mut self, position: Position) {
        self.lines.reset();
        self.position = position;
        self.started = position.byte > 0;
        self.bom = false;
        self.skipping = None;
    }

    /// Passes over a byte order mark at the start, and over the rest of a line that was too long.
    #[cold]
    fn pass_over(&mut self, data: &[u8], eof: bool) -> Result<usize, Step> {
        if let Some(gone) = self.skipping {
            return self.resync(data, eof, gone);
        }
        let begin = &data[..data.len().min(BOM.len())];
        if !self.options.strict && begin == BOM {
            self.bom = true;
            self.stats.bom_bytes += BOM.len() as u64;
            self.position.byte += BOM.len() as u64;
        } else if !self.options.strict && !eof && BOM.starts_with(begin) {
            return Err(Step::More { consumed: 0 });
        }
        self.started = true;
        Ok(if self.bom { BOM.len() } else { 0 })
    }

    fn resync(&mut self, data: &[u8], eof: bool, gone: u64) -> Result<usize, Step> {
        let lf = crate::scan::find(b'\n', data);
        let passed = lf.map_or(data.len(), |lf| lf + 1);
        let gone = gone + passed as u64;
        if lf.is_none() && !eof {
            self.skipping = Some(gone);
            return Err(Step::More { consumed: passed });
        }
        self.skipping = None;
        self.stats.skipped_bytes += gone;
        self.position.byte += gone;
        self.position.line += u64::from(lf.is_some());
        if lf.is_some() { Ok(passed) } else { Err(Step::End { consumed: passed }) }
    }
}
