//! The pieces of a line that come next, for whoever asks for one after the other: found some at a time,
//! so that asking for one is a look at masks or at a list. Knows positions, no meaning.

/// How many bytes a [`Near`] tells of.
pub(crate) const SPAN: usize = 64;

/// The most pieces that a [`List`] has.
pub(super) const MOST: usize = 28;
/// Room for them, and for a block to write its first positions without asking.
pub(super) const SLOTS: usize = MOST + 4;
/// How many bytes are looked at for them at most: a whole number of blocks, whose positions fit.
pub(super) const REACH: usize = u16::MAX as usize & !63;

/// The next piece, by positions alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NextPiece {
    /// How many label bytes it begins with, as far as that is known.
    pub(crate) label: usize,
    /// Where the first low byte is, or the line's end.
    pub(crate) end: usize,
}

/// Where bytes of two classes are in the rest of a line, which is shorter than [`SPAN`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Near {
    from: usize,
    /// Bytes <= 0x0D, and the line's end.
    low: u64,
    /// Bytes that are no label bytes: these, and others.
    other: u64,
}

impl Near {
    #[inline]
    pub(super) fn new(from: usize, low: u64, other: u64) -> Self {
        debug_assert!(low & !other == 0);
        Self { from, low, other }
    }

    /// The piece that begins at `start`, if that is near.
    #[inline(always)]
    pub(crate) fn piece(&self, start: usize) -> Option<NextPiece> {
        let by = start.wrapping_sub(self.from);
        if by >= SPAN {
            return None;
        }
        // A low byte is no label byte: where there is one, there is the other.
        let (low, other) = (self.low >> by, self.other >> by);
        let end = start + low.trailing_zeros() as usize;
        (low != 0).then(|| NextPiece { label: other.trailing_zeros() as usize, end })
    }
}

/// Where the next pieces end, and how many label bytes each begins with.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    /// From `origin` on.
    pub(super) ends: [u16; SLOTS],
    /// Of those that have less than 256, or 0.
    pub(super) labels: [u8; SLOTS],
    pub(super) origin: usize,
    pub(super) count: usize,
    next: usize,
}

impl List {
    /// The next piece, which is passed. It begins behind the low byte before it.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<NextPiece> {
        if self.is_empty() {
            return None;
        }
        let at = self.next % SLOTS;
        self.next += 1;
        let end = self.origin + usize::from(self.ends[at]);
        Some(NextPiece { label: self.labels[at].into(), end })
    }

    /// Whether all of them are passed.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.next >= self.count
    }

    /// How many pieces were found.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Passes what ends before `start`: the piece before was read otherwise, and the next one begins
    /// there.
    pub(crate) fn pass_to(&mut self, start: usize) {
        let is_before = |at: usize| self.origin + usize::from(self.ends[at]) < start;
        while self.next < self.count && is_before(self.next) {
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
