//! How buffers grow and shrink: to sizes that fill an allocator's cell, and back to normal. Knows no
//! format.
//!
//! A buffer of 2^k bytes does not fit a cell of 2^k: glibc's malloc keeps 8 bytes of a cell for
//! itself, and 24 where it maps pages (from 128 KiB on). Asking for so much less costs the caller
//! nothing, and the allocator half as much.

use alloc::vec::Vec;

/// From this cell size on, memory is mapped.
const MAPPED: usize = 128 * 1024;
/// What is more than so many times the normal size is given back at once.
const FAR_ABOVE: usize = 16;

/// The least capacity that holds `len` bytes and fills a cell of a power of two.
pub(crate) const fn fitting(len: usize) -> usize {
    let Some(most) = len.checked_add(24) else { return len };
    let small = (len + 8).next_power_of_two();
    if small < MAPPED {
        return if small < 64 { 56 } else { small - 8 };
    }
    match most.checked_next_power_of_two() {
        Some(cell) => cell - 24,
        None => len,
    }
}

/// Appends to a buffer, which grows to a fitting size.
#[inline]
pub(crate) fn extend(buffer: &mut Vec<u8>, bytes: &[u8]) {
    if buffer.capacity() - buffer.len() < bytes.len() {
        grow(buffer, bytes.len());
    }
    buffer.extend_from_slice(bytes);
}

#[cold]
fn grow(buffer: &mut Vec<u8>, more: usize) {
    let len = buffer.len() + more;
    // At least twice as much, so that appending stays linear in all.
    let capacity = fitting(len.max(buffer.capacity().saturating_mul(2).saturating_sub(24)));
    buffer.reserve_exact(capacity - buffer.len());
}

/// Whether a buffer of `capacity` is to go back to `normal` bytes at once. One that is less far above
/// may be needed again soon.
#[inline]
pub(crate) const fn is_far_above(capacity: usize, normal: usize) -> bool {
    capacity / FAR_ABOVE > normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacities_fill_a_cell() {
        for (len, capacity) in [
            (0, 56),
            (56, 56),
            (57, 120),
            (120, 120),
            (121, 248),
            (65_528, 65_528),
            (65_529, 131_048),
            (100_000, 131_048),
            (131_048, 131_048),
            (131_049, 262_120),
            (usize::MAX, usize::MAX),
        ] {
            assert_eq!(fitting(len), capacity, "{len}");
        }
    }

    #[test]
    fn what_fits_exactly_makes_no_buffer_grow() {
        let mut buffer = Vec::with_capacity(5);
        extend(&mut buffer, b"12345");
        assert_eq!(buffer.capacity(), 5);
    }

    #[test]
    fn a_buffer_grows_by_doubling() {
        let mut buffer = Vec::new();
        let mut sizes = Vec::new();
        for _ in 0..100_000 {
            extend(&mut buffer, b"abc");
            if sizes.last() != Some(&buffer.capacity()) {
                sizes.push(buffer.capacity());
            }
        }
        assert_eq!(sizes[..4], [56, 120, 248, 504]);
        assert_eq!((sizes.len(), sizes[13]), (14, 524_264));
        assert_eq!(buffer, b"abc".repeat(100_000));
    }
}
