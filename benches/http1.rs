//! Reading captured heads: borrowed, owned, by the naive twin; and one head fed byte by byte, beside
//! what appending a byte to the buffer costs by itself.

#[path = "../tests/naive/mod.rs"]
mod naive;

use std::hint::black_box;
use std::time::Instant;

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
    feed_head(c, "feed", &many_fields());
    let target = format!("GET /{} HTTP/1.1\r\n\r\n", "t".repeat(6900));
    feed_head(c, "feed, long target", target.as_bytes());
}

fn many_fields() -> Vec<u8> {
    let mut head = b"HTTP/1.1 200 OK\r\n".to_vec();
    for i in 0..70 {
        head.extend_from_slice(format!("X-Header-Number-{i}: {}\r\n", "v".repeat(78)).as_bytes());
    }
    head.extend_from_slice(b"\r\n");
    head
}

/// A head is given whole, and by bytes; their ratio is taken from interleaved runs, and may be 10.
fn feed_head(c: &mut Criterion, name: &str, head: &[u8]) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Bytes(head.len() as u64));
    group.bench_function("whole", |b| b.iter(|| feed_whole(head)));
    group.bench_function("by bytes, the buffer alone", |b| {
        b.iter(|| {
            let mut buffer = BytesMut::with_capacity(head.len());
            for byte in head {
                buffer.put_u8(*byte);
                black_box(&mut buffer);
            }
            buffer.len()
        });
    });
    group.bench_function("by bytes", |b| b.iter(|| feed_bytes(head)));
    group.finish();
    let ratio = feed_ratio(head);
    println!("{name}: by bytes / whole = {ratio:.1} (median of {ROUNDS} interleaved rounds)");
    assert!(ratio <= 10.0, "feeding by bytes costs more than 10 x the whole");
}

fn feed_whole(head: &[u8]) -> usize {
    let mut parser = ParserBuilder::strict().build();
    let mut buffer = BytesMut::with_capacity(head.len());
    buffer.extend_from_slice(head);
    if head.starts_with(b"GET") {
        parser.parse_request(&mut buffer).expect("a good head").expect("a whole head").head_len()
    } else {
        parser.parse_response(&mut buffer).expect("a good head").expect("a whole head").head_len()
    }
}

fn feed_bytes(head: &[u8]) -> usize {
    let mut parser = ParserBuilder::strict().build();
    let mut buffer = BytesMut::with_capacity(head.len());
    let mut bytes = head.iter();
    if head.starts_with(b"GET") {
        for byte in bytes.by_ref() {
            buffer.put_u8(*byte);
            if let Some(request) = parser.parse_request(&mut buffer).expect("a good head") {
                return request.head_len();
            }
        }
    }
    for byte in bytes {
        buffer.put_u8(*byte);
        if let Some(response) = parser.parse_response(&mut buffer).expect("a good head") {
            return response.head_len();
        }
    }
    unreachable!("a whole head")
}

const ROUNDS: usize = 201;

fn feed_ratio(head: &[u8]) -> f64 {
    let time = |feed: fn(&[u8]) -> usize, runs: u32| {
        let start = Instant::now();
        for _ in 0..runs {
            black_box(feed(black_box(head)));
        }
        start.elapsed().as_secs_f64() / f64::from(runs)
    };
    let mut ratios: Vec<_> =
        (0..ROUNDS).map(|_| time(feed_bytes, 10) / time(feed_whole, 100)).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ROUNDS / 2]
}

criterion_group!(benches, read, feed);
criterion_main!(benches);
