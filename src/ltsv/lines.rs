//! Finds the lines of a stretch of bytes, a window at a time, with what the scanner saw in them.
//! Knows line ends; does not know what a field is.

use crate::scan;
use crate::scan::lists::{Pieces, WINDOW};

/// One line, in the bytes given to [`Lines::next`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineAt {
    /// Length without the line end.
    pub(super) len: usize,
    /// Where the next line begins.
    pub(super) next: usize,
    /// It has a line end.
    pub(super) terminated: bool,
    /// Where the scanner's pieces lie; none if it did not look.
    pub(super) first_piece: usize,
    pub(super) last_piece: usize,
    /// Where the line begins in the scanner's window.
    pub(super) origin: usize,
}

/// What [`Lines::next`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Line(LineAt),
    /// No line end yet.
    More,
    /// No line end within the limit.
    TooLong,
    End,
}

/// Holds the lines of one window, and what is known of an unfinished line behind them.
#[derive(Debug)]
pub(super) struct Lines {
    pieces: Pieces,
    next_line: usize,
    next_piece: usize,
    /// Where the next line begins in the window.
    origin: usize,
    /// Where the window ends: what was looked at.
    looked: usize,
    /// The next line has no room in the list, or is over the limit: only its LF is looked for.
    is_outsize: bool,
}

impl Lines {
    pub(super) fn new() -> Self {
        let pieces = Pieces::new();
        Self { pieces, next_line: 0, next_piece: 0, origin: 0, looked: 0, is_outsize: false }
    }

    /// Forgets all lines found ahead: what comes next are other bytes.
    pub(super) fn reset(&mut self) {
        self.pieces.clear();
        self.begin_window(0);
        self.is_outsize = false;
    }

    /// What is listed is a window that begins with the next line, and ends at `end`.
    fn begin_window(&mut self, end: usize) {
        self.next_line = 0;
        self.next_piece = 0;
        self.origin = 0;
        self.looked = end;
    }

    /// Finds the line that `data` begins with. What was found ahead is remembered, so between calls
    /// `data` has to lose exactly the lines given out, and may grow behind.
    #[inline]
    pub(super) fn next(&mut self, data: &[u8], eof: bool, limit: usize) -> Found {
        match self.peek(data) {
            Some(line) => Found::Line(self.pass(line)),
            None => self.look(data, eof, limit),
        }
    }

    /// The ends of the pieces of a line that [`next`](Self::next) gave last.
    #[inline]
    pub(super) fn ends_of(&self, line: &LineAt) -> &[u32] {
        self.pieces.positions(line.first_piece, line.last_piece)
    }

    /// The next line of the window, which `data` begins with; `None` if the window has no more.
    #[inline]
    pub(super) fn peek(&self, data: &[u8]) -> Option<LineAt> {
        if self.next_line >= self.pieces.line_count() {
            return None;
        }
        let end = self.pieces.end_of(self.next_line);
        let next = self.pieces.position(end.wrapping_sub(1)) + 1 - self.origin;
        if next > data.len() {
            // Not the bytes that were looked at: the caller has changed them.
            return None;
        }
        // A CR right before the LF is the position before, and the last piece's end.
        let cr = usize::from(next > 1 && data[next - 2] == b'\r');
        Some(LineAt {
            len: next - 1 - cr,
            next,
            terminated: true,
            first_piece: self.next_piece,
            last_piece: end - cr,
            origin: self.origin,
        })
    }

    /// Gives out a line that [`peek`](Self::peek) saw.
    #[inline]
    pub(super) fn pass(&mut self, line: LineAt) -> LineAt {
        self.next_piece = self.pieces.end_of(self.next_line);
        self.next_line += 1;
        self.origin += line.next;
        line
    }

    /// Finds the lines of the next window, if all that were found are passed: then `peek` gives one,
    /// or there is none in the window. A line goes on from window to window, and is looked at once.
    pub(super) fn look_ahead(&mut self, data: &[u8]) {
        if self.next_line < self.pieces.line_count() || self.searched() > data.len() {
            // Not the bytes that were looked at: the caller has changed them.
            self.reset();
        }
        let from = self.searched();
        let end = data.len().min(from + WINDOW);
        if from == end || self.is_outsize {
            return;
        }
        match u32::try_from(end) {
            Ok(_) if self.pieces.carry(self.next_piece, self.origin) => {
                scan::pieces(&data[from..end], from as u32, &mut self.pieces);
                self.begin_window(end);
            }
            _ => self.is_outsize = true,
        }
    }

    /// How many bytes from the next line's start hold no LF.
    fn searched(&self) -> usize {
        self.looked - self.origin
    }

    #[cold]
    fn look(&mut self, data: &[u8], eof: bool, limit: usize) -> Found {
        loop {
            self.look_ahead(data);
            if let Some(line) = self.peek(data) {
                return Found::Line(self.pass(line));
            }
            let searched = self.searched();
            if searched == data.len() {
                return self.unfinished(data, eof, limit);
            }
            if self.is_outsize || searched > limit.saturating_add(1) {
                self.is_outsize = true;
                self.looked = self.origin + data.len();
                return match scan::find(b'\n', &data[searched..]) {
                    Some(at) => Found::Line(self.long_line(data, searched + at)),
                    None => self.unfinished(data, eof, limit),
                };
            }
        }
    }

    /// A line that is not listed, whose LF is at `lf`.
    fn long_line(&mut self, data: &[u8], lf: usize) -> LineAt {
        self.reset();
        let len = lf - usize::from(lf > 0 && data[lf - 1] == b'\r');
        LineAt::whole(len, lf + 1)
    }

    fn unfinished(&mut self, data: &[u8], eof: bool, limit: usize) -> Found {
        // A CR at the limit may be the line end's, unless something or nothing follows it.
        let spare = usize::from(!eof && data.get(limit) == Some(&b'\r'));
        if data.len() > limit.saturating_add(spare) {
            Found::TooLong
        } else if !eof {
            Found::More
        } else if data.is_empty() {
            Found::End
        } else {
            self.reset();
            Found::Line(LineAt::whole(data.len(), data.len()))
        }
    }
}

impl LineAt {
    /// A line of `len` bytes and its end, `next` bytes in all, that is not listed.
    pub(super) fn whole(len: usize, next: usize) -> Self {
        Self { len, next, terminated: next > len, first_piece: 0, last_piece: 0, origin: 0 }
    }
}
