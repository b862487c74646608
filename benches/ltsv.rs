//! Reading the bundled nginx log: borrowed, into one record, kept, and by the naive twin.

#[path = "../tests/naive/mod.rs"]
mod naive;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use linecut::ltsv::{self, Reader, Record};

fn read(c: &mut Criterion) {
    let log = std::fs::read("fixtures/ltsv/nginx.ltsv").expect("a fixture");
    let mut group = c.benchmark_group("ltsv");
    group.throughput(Throughput::Bytes(log.len() as u64));
    group.bench_function("records, lent", |b| {
        b.iter(|| {
            let mut records = ltsv::records(&log);
            let mut sum = 0;
            while let Some(Ok(record)) = records.next_record() {
                sum += record.fields().flatten().map(|field| field.value().len()).sum::<usize>();
            }
            black_box(sum)
        });
    });
    group.bench_function("read_record", |b| {
        b.iter(|| {
            let (mut reader, mut record) = (Reader::from_reader(&log[..]), Record::new());
            let mut sum = 0;
            while reader.read_record(&mut record).expect("lenient") {
                sum += record.get("status").map_or(0, |status| status.len());
            }
            black_box(sum)
        });
    });
    group.bench_function("into_records", |b| {
        b.iter(|| Reader::from_reader(&log[..]).into_records().collect::<Vec<_>>());
    });
    group.bench_function("naive", |b| {
        b.iter(|| naive::ltsv::parse(black_box(&log), false));
    });
    group.finish();
}

criterion_group!(benches, read);
criterion_main!(benches);
