//! The offset lists of a window of LTSV lines. Knows positions, no meaning.

use alloc::boxed::Box;
use alloc::vec;
use core::fmt;

/// How many bytes one call of [`pieces`](super::pieces) looks at.
pub(crate) const WINDOW: usize = 16 * 1024;

/// Room that lets a block write its positions without asking.
pub(super) const SLACK: usize = 64;

/// The positions of all bytes <= 0x0D of one window, and which of them end its lines.
///
/// They are TABs and LFs, and for free every CR, NUL and other low control byte, which make a piece
/// odd.
pub(crate) struct Pieces {
    pub(super) slots: Box<[u32]>,
    /// For each complete line the index of its LF in `slots`.
    pub(super) lines: Box<[u32]>,
    pub(super) line_count: usize,
}

impl Pieces {
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

    /// The index of the LF of line `index`.
    #[inline]
    pub(crate) fn lf_of(&self, index: usize) -> usize {
        self.lines[..self.line_count][index] as usize
    }

    /// Position number `index`.
    #[inline]
    pub(crate) fn position(&self, index: usize) -> usize {
        self.slots[index] as usize
    }

    /// Positions by number.
    #[inline]
    pub(crate) fn positions(&self, first: usize, last: usize) -> &[u32] {
        &self.slots[first..last]
    }
}

/// One line with what the scanner knows of it, for [`visit`](super::visit).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// From the line's first byte to the end of what may be looked at.
    pub(crate) bytes: &'a [u8],
    /// Length without the line end.
    pub(crate) len: usize,
    /// Positions of low bytes, the line's end last; empty if the scanner did not look.
    pub(crate) ends: &'a [u32],
    /// Where the line begins in the positions' window.
    pub(crate) origin: usize,
}

impl<'a> Line<'a> {
    /// A line that the scanner did not look at.
    pub(crate) fn unscanned(line: &'a [u8]) -> Self {
        Self { bytes: line, len: line.len(), ends: &[], origin: 0 }
    }
}

/// A piece whose label is valid, and whose value has no low control byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainPiece<'a> {
    /// Where it begins in its line.
    pub(crate) start: usize,
    pub(crate) label: &'a [u8],
    pub(crate) value: &'a [u8],
}

/// Is told of the pieces of a line, and carries a value through them. By value, so that it can stay
/// in registers: through a reference each piece would wait for the store of the one before.
pub(crate) trait Visitor<'a> {
    type Value;

    fn plain(&mut self, value: Self::Value, piece: PlainPiece<'a>) -> Self::Value;

    /// Something else begins at `start`; gives where the next piece begins.
    fn odd(&mut self, value: Self::Value, start: usize) -> (Self::Value, usize);
}

/// Lines shorter than this are gone through without bounds checks, where so many bytes and
/// [`BEHIND`] more may be looked at: every offset is below a power of two.
pub(crate) const NEAR: usize = 4096;
/// A probe at the last byte of a near line, and what it may skip.
pub(crate) const BEHIND: usize = 32;

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pieces").field("lines", &self.line_count).finish()
    }
}
