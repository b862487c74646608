//! SSE4.2: four quarters of 16 bytes a block, classes by two look-ups.
#![deny(unsafe_code)]

use core::arch::x86_64::*;

use super::sse2::{exact, is_low, join, low_bytes, low_mask, low_masks, quarters};
use super::{emit_bits as emit, *};

/// A bit for each byte that is no label byte, and above them one more.
#[inline]
#[target_feature(enable = "sse4.2")]
fn label_ends(bytes: &[u8; 16]) -> u32 {
    _mm_movemask_epi8(is_not(&LABEL_NIBBLES, load16(bytes))) as u32 | 1 << 16
}

/// All ones for each byte that is not of a class.
#[inline]
#[target_feature(enable = "sse4.2")]
fn is_not(table: &Nibbles, v: __m128i) -> __m128i {
    // A byte with its high bit set looks up 0 in the first table.
    let lo = _mm_shuffle_epi8(load16(&table.lo), v);
    let nibble = _mm_and_si128(_mm_srli_epi16::<4>(v), _mm_set1_epi8(0x0F));
    let class = _mm_and_si128(lo, _mm_shuffle_epi8(load16(&table.hi), nibble));
    _mm_cmpeq_epi8(class, _mm_setzero_si128())
}

#[inline]
#[target_feature(enable = "sse4.2")]
fn masks(block: &[u8; 64]) -> (u64, u64) {
    let [a, b, c, d] = quarters(block);
    let other = |v| is_not(&LABEL_NIBBLES, v);
    (low_mask(block), join([other(a), other(b), other(c), other(d)]))
}

#[inline]
#[target_feature(enable = "sse4.2")]
fn short_masks(bytes: &[u8]) -> (u64, u64) {
    short_masks_by_parts(bytes, |part| {
        let other = _mm_movemask_epi8(is_not(&LABEL_NIBBLES, load16(part)));
        (_mm_movemask_epi8(is_low(load16(part))) as u16, other as u16)
    })
}

#[inline]
#[target_feature(enable = "sse4.2")]
pub(super) fn label_probe(bytes: &[u8; 16]) -> usize {
    const FIRST_OUTSIDE: i32 = _SIDD_UBYTE_OPS | _SIDD_CMP_RANGES | _SIDD_NEGATIVE_POLARITY;
    // A NUL ends both: the ranges, and what may be a label.
    let ranges = load16(b"-.09AZ__az\0\0\0\0\0\0");
    _mm_cmpistri::<FIRST_OUTSIDE>(ranges, load16(bytes)) as usize
}

#[inline]
#[target_feature(enable = "sse4.2")]
pub(super) fn label_len_at_end(bytes: &[u8], at: usize) -> usize {
    match bytes.last_chunk::<16>() {
        Some(last) => (label_ends(last) >> (16 - (bytes.len() - at))).trailing_zeros() as usize,
        None => label_len(&bytes[at..]),
    }
}

#[inline]
#[target_feature(enable = "sse4.2")]
fn token_probe(bytes: &[u8; 32]) -> u32 {
    let (halves, _) = bytes.as_chunks::<16>();
    let other = |half| _mm_movemask_epi8(is_not(&TOKEN_NIBBLES, load16(half))) as u32;
    other(&halves[0]) | other(&halves[1]) << 16
}

pieces_driver!(#[target_feature(enable = "sse4.2,popcnt")]);
visit_driver!(#[target_feature(enable = "sse4.2,popcnt")]);
ahead_driver!(#[target_feature(enable = "sse4.2,popcnt")]);
head_driver!(#[target_feature(enable = "sse4.2,popcnt")]);
