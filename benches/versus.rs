//! Runs this crate and its peers in turns, in one process, on the same bytes, and prints ratios.
//!
//! `cargo bench --bench versus` runs every row; an argument filters by job. Results go to
//! `target/versus.json`; the exit status is 1 if a row is below what it has to reach.
//! `LINECUT_CORPUS=DIR` replaces the inputs (`nginx.ltsv`, `short.ltsv`, and `*.head` files).
//! Rounds are interleaved (ours, peer, ours, ...) on one core, and medians compared.

mod versus {
    pub mod cores;
    pub mod http1;
    pub mod input;
    pub mod ltsv;
    pub mod table;
}

use versus::{cores, http1, ltsv, table::Table};

fn main() {
    cores::pin(0);
    let mut table = Table::from_args();
    ltsv::rows(&mut table);
    http1::rows(&mut table);
    std::process::exit(table.finish());
}
