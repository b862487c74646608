//! Runs this crate and its peers in turns, in one process, on the same bytes, and prints ratios.
//!
//! `cargo bench --bench versus` runs every row; an argument filters by job. Results go to
//! `target/versus.json`; the exit status is 1 if a row is below what it has to reach.
//! `LINECUT_CORPUS=DIR` replaces the inputs (`nginx.ltsv`, `short.ltsv`, and `*.head` files).
//! Rounds are interleaved (ours, peer, ours, ...) on one core, and medians compared. The allocator
//! counts, for the rows about memory; that takes ours and a peer's allocations the same time.

#[path = "../examples/retention/counting.rs"]
mod counting;
// Not all of it is used here.
#[allow(dead_code)]
#[path = "../examples/retention/keeping.rs"]
mod keeping;
#[allow(dead_code)]
#[path = "../examples/retention/sources.rs"]
mod sources;

mod versus {
    pub mod cores;
    pub mod flat;
    pub mod http1;
    pub mod input;
    pub mod keep;
    pub mod ltsv;
    pub mod ltsv_owned;
    pub mod table;
}

use versus::{cores, flat, http1, keep, ltsv, ltsv_owned, table::Table};

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

fn main() {
    cores::pin(0);
    let mut table = Table::from_args();
    ltsv::rows(&mut table);
    ltsv_owned::rows(&mut table);
    http1::rows(&mut table);
    flat::rows(&mut table);
    keep::rows(&mut table);
    std::process::exit(table.finish());
}
