//! Reading captured heads: borrowed, owned, by the naive twin; and one head fed byte by byte, beside
//! what appending a byte to the buffer costs by itself.

#[path = "../tests/naive/mod.rs"]
mod naive;

use std::hint::black_box;

use bytes::{BufMut, BytesMut};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use linecut::http1::{Parser, ParserBuilder, Response, parse_head};

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

/// A head is given whole, and by bytes.
fn feed_head(c: &mut Criterion, name: &str, head: &[u8]) {
    let request = head.starts_with(b"GET");
    let parse = move |parser: &mut Parser, buffer: &mut BytesMut| {
        if request {
            parser.parse_request(buffer).expect("a good head").map(|head| head.head_len())
        } else {
            parser.parse_response(buffer).expect("a good head").map(|head| head.head_len())
        }
    };
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Bytes(head.len() as u64));
    group.bench_function("whole", |b| {
        b.iter(|| {
            let mut parser = ParserBuilder::strict().build();
            let mut buffer = BytesMut::with_capacity(head.len());
            buffer.extend_from_slice(head);
            parse(&mut parser, &mut buffer).expect("a whole head")
        });
    });
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
    group.bench_function("by bytes", |b| {
        b.iter(|| {
            let mut parser = ParserBuilder::strict().build();
            let mut buffer = BytesMut::with_capacity(head.len());
            for byte in head {
                buffer.put_u8(*byte);
                if let Some(len) = parse(&mut parser, &mut buffer) {
                    return len;
                }
            }
            unreachable!("a whole head")
        });
    });
    group.finish();
}

criterion_group!(benches, read, feed);
criterion_main!(benches);
