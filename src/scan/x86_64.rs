//! The vector backends of x86-64, and the only place with `unsafe`. Each gives the functions that
//! the drivers ask for; `portable.rs` has their safe twins, and `tests/scan.rs` compares them.
//!
//! Intrinsics that take no pointer are safe in a function that has their target feature. What is
//! left: unaligned loads from arrays of the right size, and the calls from the dispatcher.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

mod avx2;
mod avx512;
mod sse2;
mod sse42;

use super::ahead::{List, MOST, Near, REACH, SLOTS};
use super::classes::{LABEL_NIBBLES, Nibbles, TOKEN_NIBBLES};
use super::drivers::{ahead_driver, blocks, pieces_by_bits_driver, pieces_driver, visit_driver};
use super::head::{
    ALWAYS, Exact, FieldLine, HeadLines, HeadScan, LINE_WINDOW, PROBE, SLACK, head_driver,
    may_be_last, stop_at,
};
use super::lists::{
    BEHIND, LAST_LINE, LAST_PIECE, LINE_ROOM, Line, NEAR, PIECE_ROOM, Pieces, PlainPiece, Shifted,
    Visitor, WINDOW,
};
use super::portable::{
    field_lines as field_lines_by_bytes, label_len, short_masks as short_masks_by_bytes,
};

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

/// Loads 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn load64(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the reference is valid for reads of 64 bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// Loads less than 64 bytes, and zeros behind them.
#[inline]
#[target_feature(enable = "avx512bw")]
fn load_less(bytes: &[u8]) -> __m512i {
    assert!(bytes.len() < 64);
    let there = !(u64::MAX << bytes.len());
    // SAFETY: the mask has a bit for each byte of the slice, which is valid for reads of them, and none
    // else; where there is none, nothing is read. The load needs no alignment.
    unsafe { _mm512_maskz_loadu_epi8(there, bytes.as_ptr().cast()) }
}

/// Stores 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn store64(slots: &mut [u32; 16], v: __m512i) {
    // SAFETY: the reference is valid for writes of 64 bytes, of which each pattern is a number, and the
    // store needs no alignment.
    unsafe { _mm512_storeu_si512(slots.as_mut_ptr().cast(), v) }
}

/// How far ahead of a block memory is asked for: a page, since the processor's own prefetching ends
/// where one does.
const AHEAD: usize = 4096;

/// Asks for what lies [`AHEAD`] behind a block.
#[inline(always)]
fn prefetch(block: &[u8; 64]) {
    let ahead = block.as_ptr().wrapping_add(AHEAD).cast();
    // SAFETY: a prefetch reads nothing and faults nowhere, whatever the address; this file is compiled
    // only where SSE2, and so SSE, is enabled for the whole crate.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(ahead) }
}

/// Writes the positions of a mask's bits, `base` added, and gives their count: four without asking, the
/// others in a loop. One unpredictable branch less a block than a plain loop.
#[inline(always)]
fn emit_bits(mut mask: u64, base: u32, slots: &mut [u32; 64]) -> usize {
    let count = mask.count_ones() as usize;
    for slot in &mut slots[..4] {
        *slot = base + mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
    }
    if count > 4 {
        for slot in &mut slots[4..count] {
            *slot = base + mask.trailing_zeros();
            mask &= mask.wrapping_sub(1);
        }
    }
    count
}

/// Masks of less than 64 bytes, by parts of 16 that overlap.
#[inline(always)]
fn short_masks_by_parts(bytes: &[u8], part: impl Fn(&[u8; 16]) -> (u16, u16)) -> (u64, u64) {
    let Some(last) = bytes.last_chunk() else { return short_masks_by_bytes(bytes) };
    let shifted = |(low, other): (u16, u16), by| (u64::from(low) << by, u64::from(other) << by);
    let (mut low, mut other) = shifted(part(last), bytes.len() - 16);
    for (i, whole) in bytes.as_chunks().0.iter().enumerate() {
        let masks = shifted(part(whole), 16 * i);
        low |= masks.0;
        other |= masks.1;
    }
    (low, other)
}

/// Defines the doors to a backend: what the dispatcher may call without `unsafe`.
macro_rules! doors {
    ($doors:ident, $backend:ident, [$($feature:tt),*]) => {
        pub(super) mod $doors {
            use super::*;

            /// Tells whether the backend may be called.
            pub(in super::super) fn is_available() -> bool {
                #[cfg(feature = "std")]
                return $(std::arch::is_x86_feature_detected!($feature))&&*;
                #[cfg(not(feature = "std"))]
                return cfg!(all($(target_feature = $feature),*));
            }

            pub(in super::super) fn pieces(window: &[u8], from: u32, out: &mut Pieces) {
                debug_assert!(is_available());
                // SAFETY: the dispatcher chooses a backend only where `is_available` says that
                // every feature of this function is there.
                unsafe { $backend::pieces(window, from, out) }
            }

            #[inline]
            pub(in super::super) fn visit<'a, V: Visitor<'a>>(
                line: Line<'a>,
                start: usize,
                visitor: &mut V,
                value: V::Value,
            ) -> (V::Value, usize) {
                debug_assert!(is_available());
                // SAFETY: as in `pieces`.
                unsafe { $backend::visit(line, start, visitor, value) }
            }

            pub(in super::super) fn near(line: &[u8], from: usize) -> Near {
                debug_assert!(is_available());
                // SAFETY: as in `pieces`.
                unsafe { $backend::near(line, from) }
            }

            pub(in super::super) fn ahead(line: &Line<'_>, start: usize, out: &mut List) {
                debug_assert!(is_available());
                // SAFETY: as in `pieces`.
                unsafe { $backend::ahead(line, start, out) }
            }

            #[inline]
            pub(in super::super) fn head_lines<const N: usize>(
                bytes: &[u8],
                out: &mut HeadLines<N>,
            ) -> HeadScan {
                debug_assert!(is_available());
                // SAFETY: as in `pieces`.
                unsafe { $backend::head_lines(bytes, out) }
            }

            #[inline]
            pub(in super::super) fn field_lines<T>(
                bytes: &[u8],
                lines: &[u32],
                out: &mut [T],
                write: impl FnMut(&mut T, FieldLine),
            ) {
                debug_assert!(is_available());
                // SAFETY: as in `pieces`.
                unsafe { $backend::field_lines(bytes, lines, out, write) }
            }
        }
    };
}

doors!(to_sse2, sse2, ["sse2"]);
doors!(to_sse42, sse42, ["sse4.2", "popcnt"]);
doors!(to_avx2, avx2, ["avx2", "bmi1", "bmi2", "popcnt", "lzcnt"]);
doors!(
    to_avx512,
    avx512,
    ["avx512f", "avx512bw", "avx512vl", "avx512vbmi2", "avx2", "bmi1", "bmi2", "popcnt", "lzcnt"]
);
