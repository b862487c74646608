//! The pieces of a line that come next, for whoever asks for one after the other: some dozens are
//! found at a time, so that asking for one is a look at a list. Knows positions, no meaning.

/// The most pieces that are found at a time.
pub(super) const MOST: usize = 28;
/// Room for them, and for a block to write its first positions without asking.
pub(super) const SLOTS: usize = MOST + 4;
/// How many bytes are looked at for them at most: a whole number of blocks, whose positions fit.
pub(super) const REACH: usize = u16::MAX as usize & !63;

/// Pieces found ahead.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ahead {
    /// Where each piece ends, from `origin` on.
    pub(super) ends: [u16; SLOTS],
    /// How long its label is; 0: the piece is not plain, or not sure to be.
    pub(super) labels: [u8; SLOTS],
    pub(super) origin: usize,
    pub(super) count: usize,
    next: usize,
}

/// A piece: where it ends, and how long its label is; 0: it is not plain, or not sure to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceAhead {
    pub(crate) end: usize,
    pub(crate) label: usize,
}

impl Ahead {
    /// Whether all that was found is passed.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.next >= self.count
    }

    /// How many pieces were found.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The next piece.
    #[inline]
    pub(crate) fn peek(&self) -> Option<PieceAhead> {
        if self.is_empty() {
            return None;
        }
        let (end, label) = (self.ends.get(self.next)?, self.labels.get(self.next)?);
        Some(PieceAhead { end: self.origin + usize::from(*end), label: usize::from(*label) })
    }

    /// Passes it.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.next += 1;
    }

    /// Passes whatever ends before `start`: the piece before was read otherwise, and the next one
    /// begins there.
    pub(crate) fn pass_to(&mut self, start: usize) {
        while !self.is_empty() && self.origin + usize::from(self.ends[self.next]) < start {
            self.next += 1;
        }
    }

    /// Forgets what was found; `count` pieces are found, whose ends count from `origin`.
    pub(super) fn restart(&mut self, origin: usize, count: usize) {
        self.origin = origin;
        self.count = count;
        self.next = 0;
    }
}
