//! SSE2: four quarters of 16 bytes a block, classes by ranges. What every x86-64 has.
#![deny(unsafe_code)]

use core::arch::x86_64::*;

use super::*;

/// Joins a mask of each quarter.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn join(quarters: [__m128i; 4]) -> u64 {
    let mask = |v| u64::from(_mm_movemask_epi8(v) as u16);
    let [a, b, c, d] = quarters;
    (mask(a) | mask(b) << 16) | (mask(c) | mask(d) << 16) << 32
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn quarters(block: &[u8; 64]) -> [__m128i; 4] {
    let (quarters, _) = block.as_chunks::<16>();
    [load16(&quarters[0]), load16(&quarters[1]), load16(&quarters[2]), load16(&quarters[3])]
}

/// All ones for each byte that is at most `top`.
#[inline]
#[target_feature(enable = "sse2")]
fn at_most(v: __m128i, top: u8) -> __m128i {
    _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(top as i8)), v)
}

/// All ones for each byte from `first` to `last`.
#[inline]
#[target_feature(enable = "sse2")]
fn within(v: __m128i, first: u8, last: u8) -> __m128i {
    at_most(_mm_sub_epi8(v, _mm_set1_epi8(first as i8)), last - first)
}

/// All ones for each byte that is `byte`.
#[inline]
#[target_feature(enable = "sse2")]
fn is(v: __m128i, byte: u8) -> __m128i {
    _mm_cmpeq_epi8(v, _mm_set1_epi8(byte as i8))
}

/// A bit for each byte of a block that is `byte`.
#[inline]
#[target_feature(enable = "sse2")]
fn equal([a, b, c, d]: [__m128i; 4], byte: u8) -> u64 {
    join([is(a, byte), is(b, byte), is(c, byte), is(d, byte)])
}

#[inline]
#[target_feature(enable = "sse2")]
fn is_letter(v: __m128i) -> __m128i {
    within(_mm_or_si128(v, _mm_set1_epi8(0x20)), b'a', b'z')
}

/// All ones for each byte <= 0x0D.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn is_low(v: __m128i) -> __m128i {
    at_most(v, 0x0D)
}

/// All ones for each byte of a label.
#[inline]
#[target_feature(enable = "sse2")]
fn is_label(v: __m128i) -> __m128i {
    // `-` to `9`, of which `/` is none.
    let digit = _mm_andnot_si128(is(v, b'/'), within(v, b'-', b'9'));
    _mm_or_si128(_mm_or_si128(is_letter(v), digit), is(v, b'_'))
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn low_mask(block: &[u8; 64]) -> u64 {
    let [a, b, c, d] = quarters(block);
    join([is_low(a), is_low(b), is_low(c), is_low(d)])
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn low_masks(block: &[u8; 64]) -> (u64, u64) {
    (low_mask(block), equal(quarters(block), b'\n'))
}

#[inline]
#[target_feature(enable = "sse2")]
fn masks(block: &[u8; 64]) -> (u64, u64) {
    let [a, b, c, d] = quarters(block);
    (low_mask(block), !join([is_label(a), is_label(b), is_label(c), is_label(d)]))
}

#[inline]
#[target_feature(enable = "sse2")]
fn short_masks(bytes: &[u8]) -> (u64, u64) {
    short_masks_by_parts(bytes, |part| {
        let other = !_mm_movemask_epi8(is_label(load16(part)));
        (_mm_movemask_epi8(is_low(load16(part))) as u16, other as u16)
    })
}

/// A bit for each byte that is no label byte, and above them one more.
#[inline]
#[target_feature(enable = "sse2")]
fn label_ends(bytes: &[u8; 16]) -> u32 {
    !_mm_movemask_epi8(is_label(load16(bytes))) as u32 & 0xFFFF | 1 << 16
}

#[inline]
#[target_feature(enable = "sse2")]
fn label_probe(bytes: &[u8; 16]) -> usize {
    label_ends(bytes).trailing_zeros() as usize
}

#[inline]
#[target_feature(enable = "sse2")]
fn label_len_at_end(bytes: &[u8], at: usize) -> usize {
    match bytes.last_chunk::<16>() {
        Some(last) => (label_ends(last) >> (16 - (bytes.len() - at))).trailing_zeros() as usize,
        None => label_len(&bytes[at..]),
    }
}

/// All ones for each `tchar`: letters, and what is left of the ASCII marks and digits.
#[inline]
#[target_feature(enable = "sse2")]
fn is_token(v: __m128i) -> __m128i {
    let or = |a, b| _mm_or_si128(a, b);
    // `#` to `9`, but for `(`, `)`, `,` and `/`.
    let bracket = within(v, b'(', b')');
    let no_mark = or(bracket, or(is(v, b','), is(v, b'/')));
    let low = _mm_andnot_si128(no_mark, within(v, b'#', b'9'));
    let high = or(within(v, b'^', b'`'), or(is(v, b'|'), is(v, b'~')));
    or(or(low, high), or(is_letter(v), is(v, b'!')))
}

#[inline]
#[target_feature(enable = "sse2")]
fn token_probe(bytes: &[u8; 32]) -> u32 {
    let (halves, _) = bytes.as_chunks::<16>();
    let token = |half: &[u8; 16]| u32::from(_mm_movemask_epi8(is_token(load16(half))) as u16);
    !(token(&halves[0]) | token(&halves[1]) << 16)
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn low_bytes(block: &[u8; 64]) -> u64 {
    let [a, b, c, d] = quarters(block);
    // One more than DEL is negative as a signed byte, as are the bytes that are high by themselves.
    let (one, sp) = (_mm_set1_epi8(1), _mm_set1_epi8(b' ' as i8));
    let high = |v| _mm_or_si128(_mm_cmpgt_epi8(_mm_add_epi8(v, one), sp), v);
    !join([high(a), high(b), high(c), high(d)])
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn exact(block: &[u8; 64]) -> Exact {
    let quarters = quarters(block);
    let tab = equal(quarters, b'\t');
    let bad = low_bytes(block) & !tab;
    Exact { cr: equal(quarters, b'\r'), lf: equal(quarters, b'\n'), tab, bad }
}

pieces_by_bits_driver!(#[target_feature(enable = "sse2")]);
visit_driver!(#[target_feature(enable = "sse2")]);
ahead_driver!(#[target_feature(enable = "sse2")]);
head_driver!(#[target_feature(enable = "sse2")]);
