//! Reading captured heads: borrowed, owned, by the naive twin; and one head fed byte by byte, beside
//! what appending a byte to the buffer costs by itself.

#[path = "../tests/naive/mod.rs"]
mod naive;

use std::hint::black_box;

use bytes::{BufMut, BytesMut};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use linecut::http1::{ParserBuilder, Response, parse_head};

fn heads() -> Vec<Vec<u8>> {
    let mut paths: Vec<_> = std::fs::read_dir("fixtures/http1")
        .expect("the fixtures")
        .map(|entry| entry.expect("a folder that stays").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "head"))
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| std::fs::read(path).expect("a fixture"))
        .filter(|head| head.starts_with(b"HTTP/1."))
        .collect()
}

fn read(c: &mut Criterion) {
    let heads = heads();
    let mut group = c.benchmark_group("http1");
    group.throughput(Throughput::Elements(heads.len() as u64));
    group.bench_function("borrowed", |b| {
        let mut spans = Vec::new();
        b.iter(|| heads.iter().filter(|head| parse_head(head, &mut spans).is_ok()).count());
    });
    group.bench_function("owned", |b| {
        b.iter(|| heads.iter().filter_map(|head| Response::parse(&head[..]).ok()).count());
    });
    group.bench_function("naive", |b| {
        use naive::http1::{What, head};
        b.iter(|| {
            for bytes in &heads {
                black_box(head(bytes, What::Response, true));
            }
        });
    });
    group.finish();
}

/// A head of 7 KB, whole and in chunks of one byte.
fn feed(c: &mut Criterion) {
    let mut head = b"HTTP/1.1 200 OK\r\n".to_vec();
    for i in 0..70 {
        head.extend_from_slice(format!("X-Header-Number-{i}: {}\r\n", "v".repeat(78)).as_bytes());
    }
    head.extend_from_slice(b"\r\n");
    let mut group = c.benchmark_group("feed");
    group.throughput(Throughput::Bytes(head.len() as u64));
    group.bench_function("whole", |b| {
        b.iter(|| {
            let mut parser = ParserBuilder::strict().build();
            let mut buffer = BytesMut::with_capacity(head.len());
            buffer.extend_from_slice(&head);
            let found = parser.parse_response(&mut buffer).expect("a good head");
            found.map(|head| head.head_len())
        });
    });
    group.bench_function("by bytes, the buffer alone", |b| {
        b.iter(|| {
            let mut buffer = BytesMut::with_capacity(head.len());
            for byte in &head {
                buffer.put_u8(*byte);
                black_box(&mut buffer);
            }
            buffer.len()
        });
    });
    group.bench_function("by bytes", |b| {
        b.iter(|| {
            let mut parser = ParserBuilder::strict().build();
            let mut buffer = BytesMut::with_capacity(head.len());
            for byte in &head {
                buffer.put_u8(*byte);
                if let Some(head) = parser.parse_response(&mut buffer).expect("a good head") {
                    return head.head_len();
                }
            }
            unreachable!("a whole head")
        });
    });
    group.finish();
}

criterion_group!(benches, read, feed);
criterion_main!(benches);
