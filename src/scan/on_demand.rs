//! Low bytes of one line, block by block as they are asked for: for a line by itself, which is not
//! worth a list. Knows positions, no meaning.

/// Gives the positions of bytes <= 0x0D one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct LowBytes {
    /// Those of the current block that were not given yet, a bit each.
    mask: u64,
    /// Where the current block ends.
    block_end: usize,
    /// How many bytes of the next block are passed over.
    skip: u32,
}

impl LowBytes {
    /// Gives the next position, or the length of the line.
    #[inline]
    pub(crate) fn next(&mut self, line: &[u8]) -> usize {
        while self.mask == 0 {
            if self.block_end >= line.len() {
                return line.len();
            }
            self.load(line);
        }
        let at = self.block_end - 64 + self.mask.trailing_zeros() as usize;
        self.mask &= self.mask - 1;
        at
    }

    #[inline]
    fn load(&mut self, line: &[u8]) {
        let rest = &line[self.block_end..];
        let mask = match (rest.first_chunk::<64>(), line.last_chunk::<64>()) {
            (Some(block), _) => super::low_mask(block),
            // The last bytes of the line, of which some were in the block before.
            (None, Some(block)) => super::low_mask(block) >> (64 - rest.len()),
            (None, None) => {
                let mut padded = [0xFF; 64];
                padded[..rest.len()].copy_from_slice(rest);
                super::low_mask(&padded)
            }
        };
        self.mask = mask & (!0 << core::mem::take(&mut self.skip));
        self.block_end += 64;
    }

    /// Goes on at `at`.
    pub(crate) fn seek(&mut self, at: usize) {
        *self = Self { mask: 0, block_end: at & !63, skip: (at & 63) as u32 };
    }
}
