//! The offset lists of a window of LTSV lines. Knows positions, no meaning.

use alloc::boxed::Box;
use alloc::vec;
use core::fmt;

/// How many bytes one call of [`pieces`](super::pieces) looks at.
pub(crate) const WINDOW: usize = 8 * 1024;

/// Room that lets a block write its positions without asking.
pub(super) const SLACK: usize = 64;

/// The index of a position is not above this, for each has a byte of its own, in one window, or is one
/// of as many that were [carried over](Pieces::carry): a mask, so that no access needs a check.
pub(super) const LAST_PIECE: usize = 2 * WINDOW - 1;
/// Room for as many, and for a block to write more.
pub(super) const PIECE_ROOM: usize = 2 * WINDOW + SLACK;
/// The same for lines.
pub(super) const LAST_LINE: usize = WINDOW - 1;
pub(super) const LINE_ROOM: usize = WINDOW + SLACK;

/// The positions of all bytes <= 0x0D of one window, and which of them end its lines.
///
/// They are TABs and LFs, and for free every CR, NUL and other low control byte, which make a piece
/// odd.
pub(crate) struct Pieces {
    pub(super) slots: Box<[u32; PIECE_ROOM]>,
    /// How many positions there are.
    pub(super) count: usize,
    /// For each complete line how many positions there are up to its LF.
    pub(super) lines: Box<[u32; LINE_ROOM]>,
    pub(super) line_count: usize,
    /// The last window had less than one position in 64 bytes.
    pub(super) is_sparse: bool,
}

/// Zeros that the allocator has need not be written, and what is not used is not touched.
fn zeros<const N: usize>() -> Box<[u32; N]> {
    vec![0; N].into_boxed_slice().try_into().expect("as many")
}

impl Pieces {
    /// Makes the lists with room for a whole window; no call allocates.
    pub(crate) fn new() -> Self {
        Self { slots: zeros(), count: 0, lines: zeros(), line_count: 0, is_sparse: false }
    }

    /// Forgets all lines, and all positions but those from number `first` on, which belong to an
    /// unfinished line that begins at `origin`: from now on they count from there. `false`, and
    /// nothing done, if they leave no room for a window.
    pub(crate) fn carry(&mut self, first: usize, origin: usize) -> bool {
        let carried = self.count - first;
        if carried > WINDOW {
            return false;
        }
        self.slots.copy_within(first..self.count, 0);
        for slot in &mut self.slots[..carried] {
            *slot -= origin as u32; // each is behind it
        }
        self.count = carried;
        self.line_count = 0;
        true
    }

    pub(crate) fn clear(&mut self) {
        self.count = 0;
        self.line_count = 0;
    }

    /// How many complete lines the window has.
    #[inline]
    pub(crate) fn line_count(&self) -> usize {
        self.line_count
    }

    /// How many positions there are up to the LF of line `index`, which is the last of them.
    #[inline]
    pub(crate) fn end_of(&self, index: usize) -> usize {
        debug_assert!(index < self.line_count);
        self.lines[index & LAST_LINE] as usize
    }

    /// Position number `index`.
    #[inline]
    pub(crate) fn position(&self, index: usize) -> usize {
        self.slots[index & LAST_PIECE] as usize
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

    /// What is behind `start`, with these pieces.
    pub(super) fn stretch(&self, start: usize, ends: &'a [u32]) -> Self {
        let Line { bytes, len, origin, .. } = *self;
        Self { bytes: &bytes[start..], len: len - start, ends, origin: origin + start }
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

/// Tells another visitor of pieces that begin further behind.
pub(super) struct Shifted<'v, V> {
    pub(super) visitor: &'v mut V,
    pub(super) by: usize,
}

impl<'a, V: Visitor<'a>> Visitor<'a> for Shifted<'_, V> {
    type Value = V::Value;

    #[inline(always)]
    fn plain(&mut self, value: V::Value, piece: PlainPiece<'a>) -> V::Value {
        self.visitor.plain(value, PlainPiece { start: piece.start + self.by, ..piece })
    }

    fn odd(&mut self, value: V::Value, start: usize) -> (V::Value, usize) {
        let (value, next) = self.visitor.odd(value, start + self.by);
        (value, next - self.by)
    }
}

/// Lines shorter than this, and as long stretches of others, are gone through without bounds checks,
/// where so many bytes and [`BEHIND`] more may be looked at: every offset is below a power of two.
pub(crate) const NEAR: usize = 4096;
/// A probe at the last byte of a near line, and what it may skip.
pub(crate) const BEHIND: usize = 32;

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pieces").field("lines", &self.line_count).finish()
    }
}
