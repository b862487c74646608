//! AVX-512: a block at once, compared into masks; a mask becomes positions by one compression.
#![deny(unsafe_code)]

use core::arch::x86_64::*;

use super::sse42::{label_len_at_end, label_probe};
use super::*;

/// A bit for each byte <= 0x0D.
#[inline]
#[target_feature(enable = "avx512bw")]
fn is_low(v: __m512i) -> u64 {
    _mm512_cmple_epu8_mask(v, _mm512_set1_epi8(0x0D))
}

/// A bit for each byte that is `byte`.
#[inline]
#[target_feature(enable = "avx512bw")]
fn is(v: __m512i, byte: u8) -> u64 {
    _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(byte as i8))
}

/// A bit for each byte that is not of a class.
#[inline]
#[target_feature(enable = "avx512bw")]
fn is_not(table: &Nibbles, v: __m512i) -> u64 {
    // A byte with its high bit set looks up 0 in the first table.
    let lo = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(load16(&table.lo)), v);
    let nibble = _mm512_and_si512(_mm512_srli_epi16::<4>(v), _mm512_set1_epi8(0x0F));
    let hi = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(load16(&table.hi)), nibble);
    _mm512_testn_epi8_mask(lo, hi)
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn low_mask(block: &[u8; 64]) -> u64 {
    is_low(load64(block))
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn low_masks(block: &[u8; 64]) -> (u64, u64) {
    let v = load64(block);
    (is_low(v), is(v, b'\n'))
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn masks(block: &[u8; 64]) -> (u64, u64) {
    let v = load64(block);
    (is_low(v), is_not(&LABEL_NIBBLES, v))
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn short_masks(bytes: &[u8]) -> (u64, u64) {
    // What is not loaded is zero, and for the caller to leave out.
    let v = load_less(bytes);
    let there = !(u64::MAX << bytes.len());
    (is_low(v) & there, is_not(&LABEL_NIBBLES, v) & there)
}

/// A bit for each low byte: below SP, and DEL.
#[inline]
#[target_feature(enable = "avx512bw")]
fn low_bytes(block: &[u8; 64]) -> u64 {
    let v = load64(block);
    _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(b' ' as i8)) | is(v, 0x7F)
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn exact(block: &[u8; 64]) -> Exact {
    let v = load64(block);
    let tab = is(v, b'\t');
    Exact { cr: is(v, b'\r'), lf: is(v, b'\n'), tab, bad: low_bytes(block) & !tab }
}

#[inline]
#[target_feature(enable = "avx512bw,avx512vl")]
fn token_probe(bytes: &[u8; 32]) -> u32 {
    let v = load32(bytes);
    let lo = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load16(&TOKEN_NIBBLES.lo)), v);
    let nibble = _mm256_and_si256(_mm256_srli_epi16::<4>(v), _mm256_set1_epi8(0x0F));
    let hi = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load16(&TOKEN_NIBBLES.hi)), nibble);
    _mm256_testn_epi8_mask(lo, hi)
}

/// 0, 1, 2 ... 63.
const COUNT: [u8; 64] = {
    let mut count = [0; 64];
    let mut i = 0;
    while i < 64 {
        count[i] = i as u8;
        i += 1;
    }
    count
};

/// Sixteen positions at a time.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi2,popcnt")]
fn emit(mask: u64, base: u32, slots: &mut [u32; 64]) -> usize {
    let count = mask.count_ones() as usize;
    let positions = _mm512_maskz_compress_epi8(mask, load64(&COUNT));
    let (slots, _) = slots.as_chunks_mut::<16>();
    let base = _mm512_set1_epi32(base as i32);
    let first = _mm512_castsi512_si128(positions);
    store64(&mut slots[0], _mm512_add_epi32(_mm512_cvtepu8_epi32(first), base));
    if count > 16 {
        let parts = [
            _mm512_extracti32x4_epi32::<1>(positions),
            _mm512_extracti32x4_epi32::<2>(positions),
            _mm512_extracti32x4_epi32::<3>(positions),
        ];
        for (part, slots) in parts.into_iter().zip(&mut slots[1..]) {
            store64(slots, _mm512_add_epi32(_mm512_cvtepu8_epi32(part), base));
        }
    }
    count
}

pieces_driver!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi1,bmi2,popcnt,lzcnt")]);
visit_driver!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi1,bmi2,popcnt,lzcnt")]);
ahead_driver!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi1,bmi2,popcnt,lzcnt")]);
head_driver!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi1,bmi2,popcnt,lzcnt")]);
