//! Numbers in a block of bytes: a few of variable length, and lists of one width. For records and
//! heads that are kept as one block; knows neither.

use alloc::vec::Vec;

/// Bytes that [`push_varint`] writes.
pub(crate) fn varint_len(number: u64) -> usize {
    (u64::BITS - (number | 1).leading_zeros()).div_ceil(7) as usize
}

/// Writes a number, seven bits a byte, the lowest first.
pub(crate) fn push_varint(block: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        block.push(number as u8 | 0x80);
        number >>= 7;
    }
    block.push(number as u8);
}

/// Takes such a number off the front.
#[inline]
pub(crate) fn take_varint(bytes: &mut &[u8]) -> u64 {
    let mut number = 0;
    let mut shift = 0;
    while let Some((byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            break;
        }
        shift += 7;
    }
    number
}

/// How many bytes each number of a list has: `1 << 0`, `1 << 1` or `1 << 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Width(u8);

impl Width {
    /// The bits of a byte of flags that [`from_flags`](Self::from_flags) looks at.
    pub(crate) const FLAGS: u8 = 3;

    /// The least that holds `largest`, which is below 2^32.
    pub(crate) fn of(largest: usize) -> Self {
        Self(match largest {
            0..=0xFF => 0,
            0x100..=0xFFFF => 1,
            _ => 2,
        })
    }

    pub(crate) fn from_flags(flags: u8) -> Self {
        Self(flags & Self::FLAGS)
    }

    pub(crate) fn to_flags(self) -> u8 {
        self.0
    }

    /// Bytes of a list.
    pub(crate) fn list_len(self, numbers: usize) -> usize {
        numbers << self.0
    }

    /// Writes a number to its place in a list.
    #[inline]
    pub(crate) fn put(self, list: &mut [u8], index: usize, number: usize) {
        match self.0 {
            0 => list[index] = number as u8,
            1 => list[2 * index..][..2].copy_from_slice(&(number as u16).to_le_bytes()),
            _ => list[4 * index..][..4].copy_from_slice(&(number as u32).to_le_bytes()),
        }
    }

    /// Appends a number to a list.
    #[inline]
    pub(crate) fn push(self, block: &mut Vec<u8>, number: u32) {
        match self.0 {
            0 => block.push(number as u8),
            1 => block.extend_from_slice(&(number as u16).to_le_bytes()),
            _ => block.extend_from_slice(&number.to_le_bytes()),
        }
    }
}

/// A list of numbers of one width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers<'a> {
    bytes: &'a [u8],
    width: Width,
}

impl<'a> Numbers<'a> {
    pub(crate) const EMPTY: Self = Self { bytes: &[], width: Width(0) };

    /// Takes a list off the front of a block.
    #[inline]
    pub(crate) fn take(block: &mut &'a [u8], width: Width, numbers: usize) -> Self {
        let (bytes, rest) = block.split_at(width.list_len(numbers));
        *block = rest;
        Self { bytes, width }
    }

    /// # Panics
    ///
    /// If the list is shorter.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> usize {
        match self.width.0 {
            0 => usize::from(self.bytes[index]),
            1 => usize::from(u16::from_le_bytes(self.bytes_at(index))),
            _ => u32::from_le_bytes(self.bytes_at(index)) as usize,
        }
    }

    #[inline]
    fn bytes_at<const N: usize>(&self, index: usize) -> [u8; N] {
        *self.bytes[index * N..].first_chunk().expect("the list is whole")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn varints_survive() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut block = Vec::new();
            push_varint(&mut block, number);
            assert_eq!(block.len(), varint_len(number));
            let mut rest = &block[..];
            assert_eq!(take_varint(&mut rest), number);
            assert!(rest.is_empty());
        }
    }

    #[test]
    fn lists_of_each_width_survive() {
        for (largest, bytes) in [(0, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 4)] {
            let width = Width::of(largest);
            let mut block = Vec::new();
            [0, largest as u32, 7].iter().for_each(|number| width.push(&mut block, *number));
            assert_eq!((block.len(), width.list_len(3)), (3 * bytes, 3 * bytes));
            let mut put = vec![0xAA; 3 * bytes];
            [0, largest, 7]
                .iter()
                .enumerate()
                .for_each(|(i, number)| width.put(&mut put, i, *number));
            assert_eq!(put, block);
            block.push(99);
            let mut rest = &block[..];
            let list = Numbers::take(&mut rest, Width::from_flags(width.to_flags() | 4), 3);
            assert_eq!([list.get(0), list.get(1), list.get(2)], [0, largest, 7]);
            assert_eq!(rest, [99]);
        }
    }
}
