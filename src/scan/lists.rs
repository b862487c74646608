//! The offset lists that the scanners fill. Knows positions, no meaning.

use alloc::boxed::Box;
use alloc::vec;
use core::fmt;

/// How many bytes one call of [`pieces`](super::pieces) looks at.
pub(crate) const WINDOW: usize = 16 * 1024;

/// Room that lets a block write its positions without asking.
pub(super) const SLACK: usize = 64;

/// One piece of an LTSV line as the scanner saw it: where it ends, and how long its label is.
///
/// Bits 0-15: position of the byte that ends the piece. Bits 16-23: length of the label, if the
/// bytes up to the first colon are a valid one; else 0. Bit 24: the end is a CR with its LF.
#[derive(Clone, Copy)]
pub(crate) struct Piece(pub(super) u32);

impl From<u32> for Piece {
    #[inline]
    fn from(raw: u32) -> Self {
        Self(raw)
    }
}

impl Piece {
    pub(super) const CRLF: u32 = 1 << 24;

    /// Position of the byte that ends the piece: a TAB, an LF, the CR of a CRLF, or a low control
    /// byte that is no separator at all.
    #[inline]
    pub(crate) fn end(self) -> usize {
        self.0 as usize & 0xFFFF
    }

    /// Length of the valid label before the first colon; 0 = not sure.
    #[inline]
    pub(crate) fn label_len(self) -> usize {
        self.0 as usize >> 16 & 0xFF
    }

    /// Where the next piece begins.
    #[inline]
    pub(crate) fn next_start(self) -> usize {
        self.end() + 1 + usize::from(self.0 & Self::CRLF != 0)
    }
}

/// The lines of one window, piece by piece.
pub(crate) struct Pieces {
    pub(super) slots: Box<[u32]>,
    /// For each complete line the index behind its last piece; bit 31: every piece is plain.
    pub(super) lines: Box<[u32]>,
    pub(super) line_count: usize,
}

/// One line of a [`Pieces`].
#[derive(Clone, Copy)]
pub(crate) struct Line {
    /// Index of the first piece.
    pub(crate) first: usize,
    /// Index behind the last piece.
    pub(crate) last: usize,
    /// Every piece has a valid label, a colon, and a value without NUL, CR or other low control.
    pub(crate) plain: bool,
}

impl Pieces {
    pub(super) const PLAIN: u32 = 1 << 31;

    /// Makes the lists with room for a whole window; no call allocates.
    pub(crate) fn new() -> Self {
        let room = WINDOW + SLACK;
        let make = |n| vec![0; n].into_boxed_slice();
        Self { slots: make(room), lines: make(room), line_count: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.line_count = 0;
    }

    /// How many complete lines the window has.
    #[inline]
    pub(crate) fn line_count(&self) -> usize {
        self.line_count
    }

    /// Line `index`, whose first piece is `first` (the `last` of the line before).
    #[inline]
    pub(crate) fn line(&self, index: usize, first: usize) -> Line {
        let entry = self.lines[..self.line_count][index];
        let last = (entry & !Self::PLAIN) as usize;
        Line { first, last, plain: entry & Self::PLAIN != 0 }
    }

    /// The pieces of a line.
    #[inline]
    pub(crate) fn of(&self, line: Line) -> &[u32] {
        &self.slots[line.first..line.last]
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pieces").field("lines", &self.line_count).finish()
    }
}

/// How many positions of a head are listed at most; a head with more is left to the exact parser.
pub(crate) const HEAD_POSITIONS: usize = 512;

/// The line ends of a head and, between them, the ends of its field names.
///
/// In order: LF of the start line; then for each field line the first byte behind its name, and its
/// LF. Every line up to the last LF listed ends in CRLF.
pub(crate) struct HeadPositions {
    pub(super) at: [u32; HEAD_POSITIONS + SLACK],
    pub(super) len: usize,
}

/// How far the head scanner got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeadScan {
    /// The head is whole; the CR of its empty line is here.
    End(usize),
    /// The input ends before the head does; what is listed is well formed.
    Cut,
    /// Something is out of the ordinary.
    Unsure,
}

impl HeadPositions {
    pub(crate) const fn new() -> Self {
        Self { at: [0; HEAD_POSITIONS + SLACK], len: 0 }
    }

    #[inline]
    pub(crate) fn list(&self) -> &[u32] {
        &self.at[..self.len]
    }
}
