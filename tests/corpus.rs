//! Runs what the fuzz targets found worth keeping, `fixtures/corpus/<target>/`, through the bodies of
//! the same targets, without a fuzzer.
//!
//! Without the test harness, for that would run the tests of `conformance` here again.
//! `cargo test --test corpus -- http1` runs the targets whose names have this in them.

use std::alloc::System;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, panic};

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[allow(dead_code, unused_imports)] // its tests are left out
mod conformance {
    pub mod assembled;
    pub mod corpus;
    pub mod faults;
    pub mod httparse;
    pub mod lines;
    pub mod mutate;
    pub mod read;
    pub mod report;
    pub mod side_by_side;
    pub mod switches;
}
mod naive;
#[path = "../fuzz/src/targets/mod.rs"]
mod targets;
mod ways;

/// Counts the bytes alive, which some targets bound.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--list") {
        targets::ALL.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let wanted: Vec<&String> = arguments.iter().filter(|one| !one.starts_with('-')).collect();
    let mut failed = 0;
    for (name, target) in targets::ALL {
        if wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())) {
            failed += run(name, *target);
        }
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs one target over its inputs; gives how many show a fault.
fn run(name: &str, target: targets::Target) -> usize {
    let inputs = inputs(name);
    assert!(!inputs.is_empty(), "fixtures/corpus/{name} has inputs");
    let fails = |(path, bytes): &(PathBuf, Vec<u8>)| {
        let failed = panic::catch_unwind(|| target(bytes)).is_err();
        if failed {
            println!("{name} fails on {}: {}", path.display(), bytes.escape_ascii());
        }
        failed
    };
    let failed = inputs.iter().filter(|input| fails(input)).count();
    println!("{name}: {} inputs, {failed} failed", inputs.len());
    failed
}

fn inputs(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/corpus").join(name);
    let files = fs::read_dir(&folder).expect("a corpus of the target");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).expect("an input"))).collect()
}
