//! Where a field lies. Knows offsets.

use core::ops::Range;

/// Where a field lies in its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) colon: u32,
    pub(super) end: u32,
}

impl Span {
    #[inline]
    pub(super) fn label<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        &line[self.start as usize..self.colon as usize]
    }

    #[inline]
    pub(super) fn value_range(&self) -> Range<usize> {
        self.colon as usize + 1..self.end as usize
    }
}
