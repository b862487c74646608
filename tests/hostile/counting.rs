//! An allocator that counts for each thread what it asks for, so that tests beside each other do
//! not disturb each other.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Counting;

#[derive(Clone, Copy)]
struct Counts {
    alive: isize,
    peak: isize,
    bytes: usize,
}

thread_local! {
    static COUNTS: Cell<Counts> =
        const { Cell::new(Counts { alive: 0, peak: 0, bytes: 0 }) };
}

/// Counts a block of `new` bytes that takes the place of one of `old`. Both are there for a moment.
fn note(new: usize, old: usize) {
    // A thread that ends has no counts any more; nothing is measured there.
    let _ = COUNTS.try_with(|counts| {
        let mut now = counts.get();
        now.alive += new as isize;
        now.peak = now.peak.max(now.alive);
        now.alive -= old as isize;
        now.bytes += new;
        counts.set(now);
    });
}

// SAFETY: every call goes to `System` as it came, so its promises are kept; counting allocates
// nothing, for the cell is made at compile time and has no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        // SAFETY: the caller keeps the contract of `alloc`, which is that of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        // SAFETY: as for `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        note(0, layout.size());
        // SAFETY: `block` came from `System` with this layout, for all do.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size, layout.size());
        // SAFETY: `block` came from `System` with this layout, and the caller answers for `size`.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// Heap bytes of this thread that are alive; what it drops for others counts against it.
pub fn alive() -> isize {
    COUNTS.get().alive
}

/// What some work of this thread took.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// The most heap bytes alive at once, above those alive before.
    pub peak: usize,
    /// Heap bytes left behind, in what the work gave.
    pub left: usize,
    /// Heap bytes asked for in all.
    pub bytes: usize,
    /// Time of the processor, where it is told, so that what else a machine does is not counted.
    pub time: Duration,
}

/// How long this thread ran until now, on Linux; elsewhere the clock on the wall has to do.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// Does some work, and tells what it took. What it gives is dropped after the counting.
pub fn cost<T>(work: impl FnOnce() -> T) -> Cost {
    let (wall, start) = (Instant::now(), processor_time());
    let before = COUNTS.get();
    COUNTS.set(Counts { peak: before.alive, ..before });
    let result = work();
    let after = COUNTS.get();
    let elapsed = wall.elapsed();
    let ran = processor_time().zip(start).map(|(end, start)| end.saturating_sub(start));
    let time = ran.map_or(elapsed, |ran| ran.min(elapsed));
    drop(result);
    Cost {
        peak: (after.peak - before.alive) as usize,
        left: (after.alive - before.alive).max(0) as usize,
        bytes: after.bytes - before.bytes,
        time,
    }
}

/// Asserts that eight times the input takes about eight times the work: by the bytes asked of the
/// allocator, which are the same in every run, and by a time that only a quadratic loop misses
/// (64 times), however busy the machine is.
pub fn assert_linear(name: &str, n: usize, mut work: impl FnMut(usize)) {
    work(n.min(1000));
    let small = cost(|| work(n));
    let large = cost(|| work(8 * n));
    println!("{name}: {n} {small:?}, {} {large:?}", 8 * n);
    assert!(large.bytes <= 9 * small.bytes + 65_536, "{name}: {small:?} {large:?}");
    // What takes no time is not measured; and the better of three, for caches are shared.
    let allowed = 32 * small.time.max(Duration::from_millis(4));
    let quick = large.time < allowed || (0..2).any(|_| cost(|| work(8 * n)).time < allowed);
    assert!(quick, "{name}: {:?} and {:?} for eight times as much", small.time, large.time);
}
