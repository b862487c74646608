//! Prints docs/evidence.md: what Ruby found about keeping substrings, and the same measured here.
//!
//! `docs/evidence.sh` writes the page. Counts are the same on every run and every machine with a
//! 64-bit allocator interface; times are given as ratios, of medians of interleaved rounds.

#[allow(dead_code)]
#[path = "../examples/retention/counting.rs"]
mod counting;
#[allow(dead_code)]
#[path = "../examples/retention/keeping.rs"]
mod keeping;
#[allow(dead_code)]
#[path = "../examples/response_headers/lengths.rs"]
mod lengths;
#[allow(dead_code)]
#[path = "../examples/retention/sources.rs"]
mod sources;

#[allow(dead_code)]
mod keep {
    pub mod cells;
    pub mod inputs;
    pub mod intern;
    pub mod limits;
    pub mod markdown;
    pub mod page;
    pub mod servers;
    pub mod shrink;
    pub mod sizes;
    pub mod worst;
}

use keep::{cells, page};

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

fn main() {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (Some(cells::ARGUMENT), Some(size)) => cells::child(&size),
        _ => page::print(),
    }
}
