//! Finding bytes, 64 at a time: offset lists of an LTSV window and of an HTTP head, byte classes,
//! and the door to memchr. Knows positions and classes of bytes; does not know what a defect is.
//!
//! The vector code only says "plainly well formed, here are the offsets" or "not sure"; the exact
//! parsers of `ltsv` and `http1` own all meaning and take over where it is not sure.

pub(crate) mod ahead;
pub(crate) mod classes;
mod drivers;
pub(crate) mod head;
#[cfg(feature = "internal")]
pub mod internal;
pub(crate) mod lists;
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86_64;

use core::sync::atomic::{AtomicU8, Ordering};

use ahead::{List, Near};
use head::{FieldLine, HeadLines, HeadScan};
use lists::{Line, Pieces, Visitor};

/// Names a set of instructions that the scanners can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Backend {
    /// No instruction set assumed.
    Portable = 1,
    /// x86-64 with SSE2, which each has.
    Sse2 = 2,
    /// x86-64 with SSE4.2 and POPCNT.
    Sse42 = 3,
    /// x86-64 with AVX2, BMI1, BMI2, POPCNT, LZCNT.
    Avx2 = 4,
    /// x86-64 with AVX-512 F, BW, VL and VBMI2, and what AVX2 above has.
    Avx512 = 5,
}

impl Backend {
    /// Every backend there is, the most capable last.
    pub const ALL: [Self; 5] = [Self::Portable, Self::Sse2, Self::Sse42, Self::Avx2, Self::Avx512];

    /// Tells whether this machine (without `std`: this build) can run it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Self::Sse2 => x86_64::to_sse2::is_available(),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Self::Sse42 => x86_64::to_sse42::is_available(),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Self::Avx2 => x86_64::to_avx2::is_available(),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Self::Avx512 => x86_64::to_avx512::is_available(),
            #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
            _ => false,
        }
    }

    /// Gives the name that benches print.
    #[must_use]
    #[allow(dead_code)] // seen from outside with the feature `internal` only
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Sse2 => "sse2",
            Self::Sse42 => "sse4.2",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

/// The backend in use; 0 = not chosen yet.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

/// Gives the backend in use; the first call chooses the most capable one.
#[inline]
pub(crate) fn backend() -> Backend {
    match CHOSEN.load(Ordering::Relaxed) {
        1 => Backend::Portable,
        2 => Backend::Sse2,
        3 => Backend::Sse42,
        4 => Backend::Avx2,
        5 => Backend::Avx512,
        _ => choose(),
    }
}

#[cold]
fn choose() -> Backend {
    let best = Backend::ALL.into_iter().rev().find(|backend| backend.is_available());
    let best = best.unwrap_or(Backend::Portable);
    CHOSEN.store(best as u8, Ordering::Relaxed);
    best
}

/// Makes every scanner use `backend` from now on. For tests and benches.
///
/// # Panics
///
/// If the machine cannot run it.
#[cfg(any(test, feature = "internal"))]
pub fn set_backend(backend: Backend) {
    assert!(backend.is_available(), "{} is not available here", backend.name());
    CHOSEN.store(backend as u8, Ordering::Relaxed);
}

/// Calls a function of the backend in use; where that is the portable one, the function named last.
macro_rules! dispatch {
    ($name:ident($($argument:expr),*), $portable:path) => {
        match backend() {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Backend::Avx512 => x86_64::to_avx512::$name($($argument),*),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Backend::Avx2 => x86_64::to_avx2::$name($($argument),*),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Backend::Sse42 => x86_64::to_sse42::$name($($argument),*),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Backend::Sse2 => x86_64::to_sse2::$name($($argument),*),
            _ => $portable($($argument),*),
        }
    };
}

/// Lists the low bytes of `window`, which has at most [`WINDOW`](lists::WINDOW) bytes, and its lines.
/// What was carried over belongs to the first of them; the window begins `from` bytes behind its start.
#[inline]
pub(crate) fn pieces(window: &[u8], from: u32, out: &mut Pieces) {
    dispatch!(pieces(window, from, out), portable::pieces);
}

/// Tells `visitor` of the pieces of a line, from the one at `start` on; gives its value, and where
/// it stopped.
#[inline]
pub(crate) fn visit<'a, V: Visitor<'a>>(
    line: Line<'a>,
    start: usize,
    visitor: &mut V,
    value: V::Value,
) -> (V::Value, usize) {
    dispatch!(visit(line, start, visitor, value), portable::visit)
}

/// Tells what is in the rest of a line from `from` on, which is less than [`SPAN`](ahead::SPAN) bytes.
#[inline]
pub(crate) fn near(line: &[u8], from: usize) -> Near {
    dispatch!(near(line, from), portable::near)
}

/// Finds the next pieces of a line, from the one at `start` on, where the rest is not that short.
#[inline]
pub(crate) fn ahead(line: &Line<'_>, start: usize, out: &mut List) {
    dispatch!(ahead(line, start, out), portable::ahead);
}

/// Lists the lines of the head that `bytes` begins with, as far as they are plain: of bytes that a
/// value may have, and with a low byte before the LF, which the caller sees to be a CR.
#[inline]
pub(crate) fn head_lines<const N: usize>(bytes: &[u8], out: &mut HeadLines<N>) -> HeadScan {
    dispatch!(head_lines(bytes, out), portable::head_lines)
}

/// Has `write` write to a slot of `out` each what it makes of each line but the first, which is
/// the start line.
#[inline]
pub(crate) fn field_lines<T>(
    bytes: &[u8],
    lines: &[u32],
    out: &mut [T],
    write: impl FnMut(&mut T, FieldLine),
) {
    dispatch!(field_lines(bytes, lines, out, write), portable::field_lines);
}

/// Counts leading bytes of a field value.
#[inline]
pub(crate) fn value_len(bytes: &[u8]) -> usize {
    portable::value_len(bytes)
}

/// Counts leading bytes of a request target.
#[inline]
pub(crate) fn target_len(bytes: &[u8]) -> usize {
    portable::target_len(bytes)
}

/// Finds the first `byte`.
#[inline]
pub(crate) fn find(byte: u8, bytes: &[u8]) -> Option<usize> {
    memchr::memchr(byte, bytes)
}

/// Finds the last `byte`.
pub(crate) fn rfind(byte: u8, bytes: &[u8]) -> Option<usize> {
    memchr::memrchr(byte, bytes)
}

/// Finds the first of three bytes.
#[inline]
pub(crate) fn find3(a: u8, b: u8, c: u8, bytes: &[u8]) -> Option<usize> {
    memchr::memchr3(a, b, c, bytes)
}

/// Finds the first byte that is not of a class.
#[inline]
pub(crate) fn find_not(class: impl Fn(u8) -> bool, bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| !class(*byte))
}
