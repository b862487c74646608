//! The fuzz targets of linecut: their bodies, and all that these share with the tests.
//!
//! The bodies are functions of bytes, so that `tests/corpus.rs` runs them as well, without a fuzzer.

#[cfg(feature = "planted")]
extern crate linecut_planted as linecut;

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

mod conformance;
#[path = "../../tests/naive/mod.rs"]
mod naive;
pub mod targets;
#[path = "../../tests/ways/mod.rs"]
mod ways;

#[doc(hidden)]
pub use libfuzzer_sys;

/// Counts the bytes alive, which some targets bound.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Makes the fault of this target live, in a build with planted faults.
pub fn arm(target: &str) {
    #[cfg(feature = "planted")]
    linecut::planted::arm(target);
    let _ = target;
}

/// Makes the binary of a target, whose body is the module of that name.
#[macro_export]
macro_rules! fuzz {
    ($target:ident) => {
        $crate::libfuzzer_sys::fuzz_target!(
            init: $crate::arm(stringify!($target)),
            |data: &[u8]| $crate::targets::$target::target(data)
        );
    };
}
