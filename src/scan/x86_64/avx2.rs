//! AVX2: two halves of 32 bytes a block, classes by two look-ups.
#![deny(unsafe_code)]

use core::arch::x86_64::*;

use super::sse42::{label_len_at_end, label_probe};
use super::{emit_bits as emit, *};

#[inline]
#[target_feature(enable = "avx2")]
fn halves(block: &[u8; 64]) -> (__m256i, __m256i) {
    let (halves, _) = block.as_chunks::<32>();
    (load32(&halves[0]), load32(&halves[1]))
}

#[inline]
#[target_feature(enable = "avx2")]
fn join(low: __m256i, high: __m256i) -> u64 {
    let low = _mm256_movemask_epi8(low) as u32;
    let high = _mm256_movemask_epi8(high) as u32;
    u64::from(high) << 32 | u64::from(low)
}

#[inline]
#[target_feature(enable = "avx2")]
fn low_mask(block: &[u8; 64]) -> u64 {
    let (a, b) = halves(block);
    join(is_low(a), is_low(b))
}

#[inline]
#[target_feature(enable = "avx2")]
fn low_masks(block: &[u8; 64]) -> (u64, u64) {
    let lf = _mm256_set1_epi8(b'\n' as i8);
    let (a, b) = halves(block);
    (low_mask(block), join(_mm256_cmpeq_epi8(a, lf), _mm256_cmpeq_epi8(b, lf)))
}

/// All ones for each byte <= 0x0D.
#[inline]
#[target_feature(enable = "avx2")]
fn is_low(v: __m256i) -> __m256i {
    _mm256_cmpeq_epi8(_mm256_min_epu8(v, _mm256_set1_epi8(0x0D)), v)
}

/// All ones for each byte that is not of a class.
#[inline]
#[target_feature(enable = "avx2")]
fn is_not(table: &Nibbles, v: __m256i) -> __m256i {
    let lo_table = _mm256_broadcastsi128_si256(load16(&table.lo));
    let hi_table = _mm256_broadcastsi128_si256(load16(&table.hi));
    // A byte with its high bit set looks up 0 in the first table.
    let lo = _mm256_shuffle_epi8(lo_table, v);
    let nibble = _mm256_and_si256(_mm256_srli_epi16::<4>(v), _mm256_set1_epi8(0x0F));
    let class = _mm256_and_si256(lo, _mm256_shuffle_epi8(hi_table, nibble));
    _mm256_cmpeq_epi8(class, _mm256_setzero_si256())
}

#[inline]
#[target_feature(enable = "avx2")]
fn masks(block: &[u8; 64]) -> (u64, u64) {
    let (a, b) = halves(block);
    let other = |v| is_not(&LABEL_NIBBLES, v);
    (low_mask(block), join(other(a), other(b)))
}

/// By parts that overlap.
#[inline]
#[target_feature(enable = "avx2")]
fn short_masks(bytes: &[u8]) -> (u64, u64) {
    let half = |v| {
        let low = _mm256_movemask_epi8(is_low(v)) as u32;
        (low, _mm256_movemask_epi8(is_not(&LABEL_NIBBLES, v)) as u32)
    };
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let ((low, other), (last_low, last_other)) = (half(load32(first)), half(load32(last)));
        let join = |first, last| u64::from(first) | u64::from(last) << (bytes.len() - 32);
        return (join(low, last_low), join(other, last_other));
    }
    let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else {
        return short_masks_by_bytes(bytes);
    };
    let (low, other) = half(_mm256_set_m128i(load16(last), load16(first)));
    let join = |mask: u32| u64::from(mask & 0xFFFF | mask >> 16 << (bytes.len() - 16));
    (join(low), join(other))
}

#[inline]
#[target_feature(enable = "avx2")]
fn low_bytes(block: &[u8; 64]) -> u64 {
    // One more than DEL is negative as a signed byte, as are the bytes that are high by
    // themselves.
    let (one, sp) = (_mm256_set1_epi8(1), _mm256_set1_epi8(b' ' as i8));
    let high = |v| _mm256_or_si256(_mm256_cmpgt_epi8(_mm256_add_epi8(v, one), sp), v);
    let (a, b) = halves(block);
    !join(high(a), high(b))
}

#[inline]
#[target_feature(enable = "avx2")]
fn exact(block: &[u8; 64]) -> Exact {
    let (a, b) = halves(block);
    let is = |byte: u8| {
        let byte = _mm256_set1_epi8(byte as i8);
        join(_mm256_cmpeq_epi8(a, byte), _mm256_cmpeq_epi8(b, byte))
    };
    let tab = is(b'\t');
    Exact { cr: is(b'\r'), lf: is(b'\n'), tab, bad: low_bytes(block) & !tab }
}

#[inline]
#[target_feature(enable = "avx2")]
fn token_probe(bytes: &[u8; 32]) -> u32 {
    _mm256_movemask_epi8(is_not(&TOKEN_NIBBLES, load32(bytes))) as u32
}

pieces_driver!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
visit_driver!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
ahead_driver!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
head_driver!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
