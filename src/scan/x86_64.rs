//! The vector backends of x86-64, and the only place with `unsafe`. Each gives the functions that
//! the drivers ask for; `portable.rs` has their safe twins, and `tests/scan.rs` compares them.
//!
//! Intrinsics that take no pointer are safe in a function that has their target feature. What is
//! left: unaligned loads from arrays of the right size, and the calls from the dispatcher.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::classes::{LABEL_NIBBLES, TOKEN_NIBBLES};
use super::drivers::{blocks, emit, pieces_driver, visit_driver};
use super::head::{
    ALWAYS, Exact, FieldLine, HeadLines, HeadScan, LINE_WINDOW, PROBE, SLACK, head_driver,
    may_be_last, stop_at,
};
use super::lists::{BEHIND, Line, NEAR, Pieces, PlainPiece, Visitor, WINDOW};
use super::portable::{field_lines as field_lines_by_bytes, label_len};

/// Loads 16 bytes.
#[inline(always)]
fn load16(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the reference is valid for reads of 16 bytes, the load needs no alignment, and
    // this file is compiled only where SSE2 is enabled for the whole crate.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// Loads 32 bytes.
#[inline]
#[target_feature(enable = "avx")]
fn load32(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the reference is valid for reads of 32 bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// The number of leading label bytes of 16, by SSE2, which every x86-64 has: for code that is not
/// worth a call of its own.
#[inline(always)]
pub(super) fn label_probe(bytes: &[u8; 16]) -> usize {
    let v = load16(bytes);
    // SAFETY: this file is compiled only where SSE2 is enabled for the whole crate.
    let other = unsafe { other_than_label(v) };
    (other | 1 << 16).trailing_zeros() as usize
}

/// The bytes <= 0x0D of a block, a bit each, by SSE2 likewise.
#[inline(always)]
pub(super) fn low_mask(block: &[u8; 64]) -> u64 {
    let (quarters, _) = block.as_chunks::<16>();
    quarters.iter().rev().fold(0, |mask, quarter| {
        let v = load16(quarter);
        // SAFETY: this file is compiled only where SSE2 is enabled for the whole crate.
        mask << 16 | u64::from(unsafe { at_most_cr(v) })
    })
}

/// A bit for each byte <= 0x0D.
#[inline]
#[target_feature(enable = "sse2")]
fn at_most_cr(v: __m128i) -> u16 {
    let low = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x0D)), v);
    _mm_movemask_epi8(low) as u16
}

/// A bit for each byte that is no label byte.
#[inline]
#[target_feature(enable = "sse2")]
fn other_than_label(v: __m128i) -> u32 {
    let at_most = |v, top| _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(top)), v);
    let above = |v, first: u8| _mm_sub_epi8(v, _mm_set1_epi8(first as i8));
    let is = |byte: u8| _mm_cmpeq_epi8(v, _mm_set1_epi8(byte as i8));
    let letter = at_most(above(_mm_or_si128(v, _mm_set1_epi8(0x20)), b'a'), 25);
    // `-` to `9`, of which `/` is none.
    let digit = _mm_andnot_si128(is(b'/'), at_most(above(v, b'-'), 12));
    let label = _mm_or_si128(_mm_or_si128(letter, digit), is(b'_'));
    !_mm_movemask_epi8(label) as u32 & 0xFFFF
}

/// AVX2: two halves of 32 bytes a block.
mod avx2 {
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

    #[inline]
    #[target_feature(enable = "avx2")]
    fn label_probe(bytes: &[u8; 16]) -> usize {
        let v = load16(bytes);
        // A byte with its high bit set looks up 0 in the first table.
        let lo = _mm_shuffle_epi8(load16(&LABEL_NIBBLES.lo), v);
        let nibble = _mm_and_si128(_mm_srli_epi16::<4>(v), _mm_set1_epi8(0x0F));
        let hi = _mm_shuffle_epi8(load16(&LABEL_NIBBLES.hi), nibble);
        let other = _mm_cmpeq_epi8(_mm_and_si128(lo, hi), _mm_setzero_si128());
        (_mm_movemask_epi8(other) as u32 | 1 << 16).trailing_zeros() as usize
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
        let v = load32(bytes);
        let lo_table = _mm256_broadcastsi128_si256(load16(&TOKEN_NIBBLES.lo));
        let hi_table = _mm256_broadcastsi128_si256(load16(&TOKEN_NIBBLES.hi));
        // A byte with its high bit set looks up 0 in the first table.
        let lo = _mm256_shuffle_epi8(lo_table, v);
        let nibble = _mm256_and_si256(_mm256_srli_epi16::<4>(v), _mm256_set1_epi8(0x0F));
        let class = _mm256_and_si256(lo, _mm256_shuffle_epi8(hi_table, nibble));
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(class, _mm256_setzero_si256())) as u32
    }

    pieces_driver!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
    visit_driver!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
    head_driver!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
}

/// Tells whether the `avx2` functions may be called.
#[cfg(feature = "std")]
pub(super) fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("popcnt")
        && std::arch::is_x86_feature_detected!("lzcnt")
}

/// Tells whether the `avx2` functions may be called.
#[cfg(not(feature = "std"))]
pub(super) fn has_avx2() -> bool {
    cfg!(all(
        target_feature = "avx2",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "popcnt",
        target_feature = "lzcnt"
    ))
}

/// [`super::pieces`] with AVX2.
pub(super) fn pieces_avx2(window: &[u8], out: &mut Pieces) {
    debug_assert!(has_avx2());
    // SAFETY: the dispatcher chooses `Backend::Avx2` only where `has_avx2` says that every feature
    // of this function is there.
    unsafe { avx2::pieces(window, out) }
}

/// [`super::visit`] with AVX2.
#[inline]
pub(super) fn visit_avx2<'a, V: Visitor<'a>>(
    line: Line<'a>,
    start: usize,
    visitor: &mut V,
    value: V::Value,
) -> (V::Value, usize) {
    debug_assert!(has_avx2());
    // SAFETY: as in `pieces_avx2`.
    unsafe { avx2::visit(line, start, visitor, value) }
}

/// [`super::head_lines`] with AVX2.
#[inline]
pub(super) fn head_lines_avx2<const N: usize>(bytes: &[u8], out: &mut HeadLines<N>) -> HeadScan {
    debug_assert!(has_avx2());
    // SAFETY: as in `pieces_avx2`.
    unsafe { avx2::head_lines(bytes, out) }
}

/// [`super::field_lines`] with AVX2.
#[inline]
pub(super) fn field_lines_avx2<T>(
    bytes: &[u8],
    lines: &[u32],
    out: &mut [T],
    write: impl FnMut(&mut T, FieldLine),
) {
    debug_assert!(has_avx2());
    // SAFETY: as in `pieces_avx2`.
    unsafe { avx2::field_lines(bytes, lines, out, write) }
}
