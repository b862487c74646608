//! linecut with one small fault for each fuzz target, to see whether the targets find faults.
//!
//! The source is that of linecut: `build.rs` copies it and puts in what `faults.rs` lists. A fault is
//! live only in the binary of its own target.
#![no_std]

include!(concat!(env!("OUT_DIR"), "/planted/lib.rs"));

/// Which fault is live.
pub mod planted {
    use core::sync::atomic::{AtomicUsize, Ordering};

    include!(concat!(env!("OUT_DIR"), "/planted/targets.rs"));

    /// A place in `TARGETS`, and one; 0 for none.
    static ARMED: AtomicUsize = AtomicUsize::new(0);

    /// Makes the fault of this target live.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn arm(target: &str) {
        let place = TARGETS.iter().position(|one| *one == target);
        ARMED.store(1 + place.expect("a target with a fault"), Ordering::Relaxed);
    }

    /// Tells whether it is this target's fault that is live.
    pub(crate) fn armed(target: &str) -> bool {
        let place = ARMED.load(Ordering::Relaxed);
        place > 0 && TARGETS[place - 1] == target
    }
}
