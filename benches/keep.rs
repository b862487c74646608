//! What a kept byte costs: the findings that are timed. Their counts, and tables of all of it, are in
//! docs/evidence.md, which `cargo bench --bench evidence` prints.

#[allow(dead_code)]
#[path = "../examples/retention/counting.rs"]
mod counting;
#[allow(dead_code)]
#[path = "../examples/retention/keeping.rs"]
mod keeping;
#[allow(dead_code)]
#[path = "../examples/retention/sources.rs"]
mod sources;

// Made for the evidence; not all of it is timed here.
#[allow(dead_code)]
mod keep {
    pub mod cells;
    pub mod inputs;
    pub mod intern;
    pub mod limits;
    pub mod markdown;
    pub mod sizes;
}

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use linecut::Slicer;

use keep::{cells, intern, limits, sizes};

/// Parsing and keeping every value, by cutoff.
fn embed_limit(c: &mut Criterion) {
    for (name, input) in limits::Input::all(1) {
        let mut group = c.benchmark_group(format!("keep, embed limit, {name}"));
        for (cutoff, sharing) in limits::CUTOFFS {
            let (mut slicer, mut out) = (Slicer::new(sharing), Vec::new());
            group.bench_function(cutoff, |b| {
                b.iter(|| {
                    input.parse_and_keep(&mut slicer, &mut out);
                    black_box(&mut out).clear();
                });
            });
        }
        group.finish();
    }
}

/// Making and dropping a copy, by size.
fn copies(c: &mut Criterion) {
    let source = sizes::source();
    let mut group = c.benchmark_group("keep, copies");
    group.throughput(Throughput::Elements(1));
    for size in sizes::SIZES {
        group.bench_with_input(BenchmarkId::from_parameter(size), &size, |b, size| {
            b.iter(|| sizes::copy(&source, *size));
        });
    }
    group.finish();
}

/// Buffers around a power of two.
fn around_powers(c: &mut Criterion) {
    let mut group = c.benchmark_group("keep, around powers of two");
    for size in cells::POWERS.into_iter().flat_map(cells::sizes) {
        group.bench_with_input(BenchmarkId::from_parameter(size), &size, |b, size| {
            b.iter(|| cells::make(10_000, *size));
        });
    }
    group.finish();
}

/// Keeping keys and values with and without an interner.
fn interning(c: &mut Criterion) {
    for (name, fields) in intern::inputs(1) {
        let mut group = c.benchmark_group(format!("keep, interning, {name}"));
        group.throughput(Throughput::Elements(fields.len() as u64));
        for (stored_name, stored) in intern::STORED {
            let (mut slicer, mut out) = (intern::slicer(stored), Vec::new());
            group.bench_function(stored_name, |b| {
                b.iter(|| {
                    intern::keep(&mut slicer, &fields, &mut out);
                    black_box(&mut out).clear();
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, embed_limit, copies, around_powers, interning);
criterion_main!(benches);
