//! The system's allocator, counting what is asked of it, thread by thread. Knows no values.
//!
//! Allocator rounding is not in the figures: they are the bytes asked for, the same on every system.
// A global allocator cannot be had without; it hands everything on to the system's.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// What a thread asked for, in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Blocks made or made larger.
    pub(crate) allocations: u64,
    /// Bytes of them, never taken back.
    pub(crate) requested: u64,
    /// Bytes made minus bytes given back; below zero where a thread frees what others made.
    pub(crate) alive: i64,
}

impl Counts {
    /// What came since.
    pub(crate) fn since(self, before: Self) -> Self {
        Self {
            allocations: self.allocations - before.allocations,
            requested: self.requested - before.requested,
            alive: self.alive - before.alive,
        }
    }

    /// Both together.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            allocations: self.allocations + other.allocations,
            requested: self.requested + other.requested,
            alive: self.alive + other.alive,
        }
    }
}

thread_local! {
    // Constant and without a destructor, so that the allocator may look at it at any time.
    static COUNTS: Cell<Counts> =
        const { Cell::new(Counts { allocations: 0, requested: 0, alive: 0 }) };
}

/// The counts of this thread so far.
pub(crate) fn counts() -> Counts {
    COUNTS.get()
}

/// What `work` asks for on this thread, while its result is alive.
pub(crate) fn counted<T>(work: impl FnOnce() -> T) -> (T, Counts) {
    let before = counts();
    let result = work();
    (result, counts().since(before))
}

fn note(made: usize, given_back: usize) {
    let mut counts = COUNTS.get();
    counts.allocations += u64::from(made > 0);
    counts.requested += made as u64;
    counts.alive += made as i64 - given_back as i64;
    COUNTS.set(counts);
}

/// Counts, and asks the system.
#[derive(Debug)]
pub(crate) struct Counting;

// SAFETY: every call goes to the system's allocator as it came; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        // SAFETY: the caller's promise about the layout is handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        note(0, layout.size());
        // SAFETY: the block came from the system's allocator, with this layout.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        note(new_size, layout.size());
        // SAFETY: as above, and the caller's promise about the new size is handed on.
        unsafe { System.realloc(block, layout, new_size) }
    }
}
