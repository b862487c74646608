//! Keeping a value, make and drop, by what becomes of it and by size; alone, and with two threads
//! on one source.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use linecut::{Interner, Sharing, Slicer, Source, Value};

const SIZES: [usize; 8] = [4, 16, 23, 24, 64, 128, 256, 1024];

fn keep(c: &mut Criterion) {
    let source = Source::from(vec![b'x'; 4096]);
    let bytes = Bytes::from(vec![b'x'; 4096]);
    let mut group = c.benchmark_group("slice");
    for size in SIZES {
        group.bench_with_input(BenchmarkId::new("copied", size), &size, |b, size| {
            b.iter(|| black_box(source.value(0..*size)).keep_with(Sharing::Never));
        });
        group.bench_with_input(BenchmarkId::new("shared", size), &size, |b, size| {
            b.iter(|| black_box(source.value(0..*size)).keep_with(Sharing::Always));
        });
        group.bench_with_input(BenchmarkId::new("bounded", size), &size, |b, size| {
            b.iter(|| black_box(source.value(0..*size)).keep());
        });
        group.bench_with_input(BenchmarkId::new("Bytes::slice", size), &size, |b, size| {
            b.iter(|| black_box(&bytes).slice(0..*size));
        });
        group.bench_with_input(BenchmarkId::new("Vec", size), &size, |b, size| {
            b.iter(|| black_box(Value::from(&bytes[0..*size])).to_vec());
        });
    }
    group.finish();
}

/// The same while another thread keeps values of the same source.
fn keep_with_company(c: &mut Criterion) {
    let source = Source::from(vec![b'x'; 4096]);
    let mut group = c.benchmark_group("slice, two threads");
    for (name, sharing) in [("shared", Sharing::Always), ("copied", Sharing::Never)] {
        for size in SIZES {
            let stop = AtomicBool::new(false);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        black_box(source.value(0..size).keep_with(sharing));
                    }
                });
                group.bench_function(BenchmarkId::new(name, size), |b| {
                    b.iter(|| black_box(source.value(0..size)).keep_with(sharing));
                });
                stop.store(true, Ordering::Relaxed);
            });
        }
    }
    group.finish();
}

/// A key looked up among as many as are stored: as it is, and if all their hashes were the same.
fn intern(c: &mut Criterion) {
    let name = |i: usize| format!("a name of more than 23 bytes, number {i:06}");
    let mut group = c.benchmark_group("interner");
    for entries in [256, 4096] {
        let usual = Interner::with_seed(1).max_entries(entries);
        for (case, interner) in [("usual", usual.clone()), ("all collide", usual.all_colliding())] {
            let mut slicer = Slicer::new(Sharing::default()).with_interner(interner);
            for i in (0..entries / 2).chain(0..entries / 2) {
                slicer.key(name(i).as_bytes());
            }
            // The one that is stored last is found last.
            let known = name(entries / 2 - 1);
            group.bench_function(BenchmarkId::new(case, entries), |b| {
                b.iter(|| slicer.key(black_box(known.as_bytes())));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, keep, keep_with_company, intern);
criterion_main!(benches);
