//! AVX2: two halves of 32 bytes a block, classes by two look-ups.
#![deny(unsafe_code)]

use core::arch::x86_64::*;

use super::sse42::{label_len_at_end, label_probe};
use super::*;

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
fn low_masks(block: &[u8; 64]) -> (u64, u64) {
    let top = _mm256_set1_epi8(0x0D);
    let lf = _mm256_set1_epi8(b'\n' as i8);
    let (a, b) = halves(block);
    let low = |v| _mm256_cmpeq_epi8(_mm256_min_epu8(v, top), v);
    (join(low(a), low(b)), join(_mm256_cmpeq_epi8(a, lf), _mm256_cmpeq_epi8(b, lf)))
}

/// By parts that overlap.
#[inline]
#[target_feature(enable = "avx2")]
fn short_mask(bytes: &[u8]) -> u64 {
    let top = _mm256_set1_epi8(0x0D);
    let low = |v| _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(v, top), v)) as u32;
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let last = u64::from(low(load32(last))) << (bytes.len() - 32);
        return u64::from(low(load32(first))) | last;
    }
    let halves = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => _mm256_set_m128i(load16(last), load16(first)),
        _ => {
            let mut padded = [0xFF; 16];
            padded[..bytes.len()].copy_from_slice(bytes);
            return u64::from(low(_mm256_castsi128_si256(load16(&padded))) & 0xFFFF);
        }
    };
    let mask = low(halves);
    u64::from(mask & 0xFFFF | mask >> 16 << (bytes.len() - 16))
}

#[inline]
#[target_feature(enable = "avx2")]
fn head_classes(v: __m256i) -> __m256i {
    let lo_table = _mm256_broadcastsi128_si256(load16(&HEAD_NIBBLES.lo));
    let hi_table = _mm256_broadcastsi128_si256(load16(&HEAD_NIBBLES.hi));
    let lo = _mm256_shuffle_epi8(lo_table, v);
    let nibble = _mm256_and_si256(_mm256_srli_epi16::<4>(v), _mm256_set1_epi8(0x0F));
    _mm256_and_si256(lo, _mm256_shuffle_epi8(hi_table, nibble))
}

/// The classes of a block's halves.
type Classes = [__m256i; 2];

#[inline]
#[target_feature(enable = "avx2")]
fn no_classes() -> Classes {
    [_mm256_setzero_si256(); 2]
}

#[inline]
#[target_feature(enable = "avx2")]
fn head_masks(block: &[u8; 64]) -> (HeadMasks, Classes) {
    let (a, b) = halves(block);
    let (class_a, class_b) = (head_classes(a), head_classes(b));
    let zero = _mm256_setzero_si256();
    let token_bits = _mm256_set1_epi8(TOKEN_BITS as i8);
    let no_token = |class| _mm256_cmpeq_epi8(_mm256_and_si256(class, token_bits), zero);
    let is = |v, byte| _mm256_cmpeq_epi8(v, byte);
    let lf = _mm256_set1_epi8(b'\n' as i8);
    let cr = _mm256_set1_epi8(b'\r' as i8);
    let masks = HeadMasks {
        token: !join(no_token(class_a), no_token(class_b)),
        lf: join(is(a, lf), is(b, lf)),
        cr: join(is(a, cr), is(b, cr)),
    };
    (masks, [class_a, class_b])
}

#[inline]
#[target_feature(enable = "avx2")]
fn merge(seen: Classes, classes: Classes) -> Classes {
    [_mm256_or_si256(seen[0], classes[0]), _mm256_or_si256(seen[1], classes[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn has_control(seen: Classes) -> bool {
    control_mask(seen) != 0
}

#[inline]
#[target_feature(enable = "avx2")]
fn control_mask(classes: Classes) -> u64 {
    // The highest bit of a class says control as it is; the two others are shifted to it.
    let control = |class: __m256i| {
        let shifted = _mm256_or_si256(_mm256_slli_epi16::<1>(class), _mm256_slli_epi16::<2>(class));
        _mm256_or_si256(class, shifted)
    };
    join(control(classes[0]), control(classes[1]))
}

pieces_driver!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
visit_driver!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
ahead_driver!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
head_driver!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
