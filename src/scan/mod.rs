//! Finding bytes, 64 at a time: offset lists of an LTSV window and of an HTTP head, byte classes,
//! and the door to memchr. Knows positions and classes of bytes; does not know what a defect is.
//!
//! The vector code only says "plainly well formed, here are the offsets" or "not sure"; the exact
//! parsers of `ltsv` and `http1` own all meaning and take over where it is not sure.

pub(crate) mod classes;
mod drivers;
pub(crate) mod head;
#[cfg(feature = "internal")]
pub mod internal;
pub(crate) mod lists;
pub(crate) mod on_demand;
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86_64;

use core::sync::atomic::{AtomicU8, Ordering};

use head::{FieldLine, HeadLines, HeadScan};
use lists::{Line, Pieces, Visitor};

/// Names a set of instructions that the scanners can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Backend {
    /// No instruction set assumed.
    Portable = 1,
    /// x86-64 with AVX2, BMI1, BMI2, POPCNT, LZCNT.
    Avx2 = 2,
}

impl Backend {
    /// Every backend there is, the most capable last.
    pub const ALL: [Self; 2] = [Self::Portable, Self::Avx2];

    /// Tells whether this machine (without `std`: this build) can run it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Self::Avx2 => x86_64::has_avx2(),
            #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
            Self::Avx2 => false,
        }
    }

    /// Gives the name that benches print.
    #[must_use]
    #[allow(dead_code)] // seen from outside with the feature `internal` only
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
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
        2 => Backend::Avx2,
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

/// Lists the pieces of all complete lines of `window`, which begins at the start of a line and has
/// at most [`WINDOW`](lists::WINDOW) bytes.
#[inline]
pub(crate) fn pieces(window: &[u8], out: &mut Pieces) {
    match backend() {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        Backend::Avx2 => x86_64::pieces_avx2(window, out),
        _ => portable::pieces(window, out),
    }
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
    match backend() {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        Backend::Avx2 => x86_64::visit_avx2(line, start, visitor, value),
        _ => portable::visit(line, start, visitor, value),
    }
}

/// The bytes <= 0x0D of a block, a bit each, for a line by itself.
#[inline]
fn low_mask(block: &[u8; 64]) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    return x86_64::low_mask(block);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    return portable::low_masks(block).0;
}

/// Counts leading label bytes, for one piece by itself.
#[inline]
pub(crate) fn label_len(bytes: &[u8]) -> usize {
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    use portable::label_probe;
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    use x86_64::label_probe;
    match bytes.first_chunk::<16>().map(label_probe) {
        Some(len @ 0..16) => len,
        _ => portable::label_len(bytes),
    }
}

/// Lists the lines of the head that `bytes` begins with, as far as they are plain: of bytes that a
/// value may have, and with a low byte before the LF, which the caller sees to be a CR.
#[inline]
pub(crate) fn head_lines<const N: usize>(bytes: &[u8], out: &mut HeadLines<N>) -> HeadScan {
    match backend() {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        Backend::Avx2 => x86_64::head_lines_avx2(bytes, out),
        _ => portable::head_lines(bytes, out),
    }
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
    match backend() {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        Backend::Avx2 => x86_64::field_lines_avx2(bytes, lines, out, write),
        _ => portable::field_lines(bytes, lines, out, write),
    }
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
