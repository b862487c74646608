//! SSE4.2: four quarters of 16 bytes a block, classes by two look-ups.
#![deny(unsafe_code)]

use core::arch::x86_64::*;

use super::sse2::{equal, join, low_masks, merge, quarters, short_mask};
use super::*;

/// A bit for each byte that is no label byte, and above them one more.
#[inline]
#[target_feature(enable = "sse4.2")]
fn label_ends(bytes: &[u8; 16]) -> u32 {
    let other = _mm_cmpeq_epi8(look_up(&LABEL_NIBBLES, load16(bytes)), _mm_setzero_si128());
    _mm_movemask_epi8(other) as u32 | 1 << 16
}

/// The class of each byte.
#[inline]
#[target_feature(enable = "sse4.2")]
fn look_up(table: &Nibbles, v: __m128i) -> __m128i {
    // A byte with its high bit set looks up 0 in the first table.
    let lo = _mm_shuffle_epi8(load16(&table.lo), v);
    let nibble = _mm_and_si128(_mm_srli_epi16::<4>(v), _mm_set1_epi8(0x0F));
    _mm_and_si128(lo, _mm_shuffle_epi8(load16(&table.hi), nibble))
}

#[inline]
#[target_feature(enable = "sse4.2")]
pub(super) fn label_probe(bytes: &[u8; 16]) -> usize {
    label_ends(bytes).trailing_zeros() as usize
}

#[inline]
#[target_feature(enable = "sse4.2")]
pub(super) fn label_len_at_end(bytes: &[u8], at: usize) -> usize {
    match bytes.last_chunk::<16>() {
        Some(last) => (label_ends(last) >> (16 - (bytes.len() - at))).trailing_zeros() as usize,
        None => label_len(&bytes[at..]),
    }
}

/// The classes of a block's quarters.
type Classes = [__m128i; 4];

#[inline]
#[target_feature(enable = "sse4.2")]
fn no_classes() -> Classes {
    [_mm_setzero_si128(); 4]
}

#[inline]
#[target_feature(enable = "sse4.2")]
fn head_masks(block: &[u8; 64]) -> (HeadMasks, Classes) {
    let quarters = quarters(block);
    let [a, b, c, d] = quarters;
    let class = |v| look_up(&HEAD_NIBBLES, v);
    let classes = [class(a), class(b), class(c), class(d)];
    let [a, b, c, d] = classes;
    let token_bits = _mm_set1_epi8(TOKEN_BITS as i8);
    let no_token = |class| _mm_cmpeq_epi8(_mm_and_si128(class, token_bits), _mm_setzero_si128());
    let masks = HeadMasks {
        token: !join([no_token(a), no_token(b), no_token(c), no_token(d)]),
        lf: equal(quarters, b'\n'),
        cr: equal(quarters, b'\r'),
    };
    (masks, classes)
}

#[inline]
#[target_feature(enable = "sse4.2")]
fn has_control(seen: Classes) -> bool {
    control_mask(seen) != 0
}

#[inline]
#[target_feature(enable = "sse4.2")]
fn control_mask(classes: Classes) -> u64 {
    // The highest bit of a class says control as it is; the two others are shifted to it.
    let control = |class: __m128i| {
        let shifted = _mm_or_si128(_mm_slli_epi16::<1>(class), _mm_slli_epi16::<2>(class));
        _mm_or_si128(class, shifted)
    };
    let [a, b, c, d] = classes;
    join([control(a), control(b), control(c), control(d)])
}

pieces_driver!(#[target_feature(enable = "sse4.2,popcnt")]);
visit_driver!(#[target_feature(enable = "sse4.2,popcnt")]);
ahead_driver!(#[target_feature(enable = "sse4.2,popcnt")]);
head_driver!(#[target_feature(enable = "sse4.2,popcnt")]);
