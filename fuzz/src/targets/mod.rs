//! The bodies of the fuzz targets, one file each. A body panics if its input shows a fault.

mod choices;
pub mod chunk_size;
pub mod escapes;
pub mod http1_capture;
pub mod http1_head;
pub mod http1_profiles;
pub mod http1_stream;
pub mod interner;
pub mod ltsv_fields;
#[cfg(feature = "std")]
pub mod ltsv_round_trip;
pub mod ltsv_stream;
pub mod slices;

use stats_alloc::INSTRUMENTED_SYSTEM;

/// The body of a target.
pub type Target = fn(&[u8]);

/// All targets, by name.
#[allow(dead_code)] // the fuzzer has a binary for each
pub const ALL: &[(&str, Target)] = &[
    ("chunk_size", chunk_size::target),
    ("escapes", escapes::target),
    ("http1_capture", http1_capture::target),
    ("http1_head", http1_head::target),
    ("http1_profiles", http1_profiles::target),
    ("http1_stream", http1_stream::target),
    ("interner", interner::target),
    ("ltsv_fields", ltsv_fields::target),
    #[cfg(feature = "std")]
    ("ltsv_round_trip", ltsv_round_trip::target),
    ("ltsv_stream", ltsv_stream::target),
    ("slices", slices::target),
];

/// Bytes that are allocated, by the count of the crate's global allocator.
fn alive() -> usize {
    let stats = INSTRUMENTED_SYSTEM.stats();
    stats.bytes_allocated - stats.bytes_deallocated
}
