//! What a kept record and kept headers hold, in bytes, handle included; and what a reader keeps of a
//! huge line.

use std::mem::size_of;

use linecut::http1::{Headers, Response};
use linecut::ltsv::{Reader, ReaderBuilder, Record};

/// Fifteen fields in 300 bytes, with values that change.
fn line_of_15_fields(i: usize) -> String {
    let fields = [
        "time:2026-11-30T12:34:56+00:00".to_string(),
        format!("host:192.0.2.{}", i % 256),
        format!("id:{:08x}", i.wrapping_mul(0x9E37_79B9) as u32),
        "method:GET".into(),
        format!("uri:/items/{}/detail?lang=en&page=1", i * 37 % 100_000),
        "proto:HTTP/1.1".into(),
        format!("status:{}", [200, 304, 404][i % 3]),
        format!("size:{}", i * 7919 % 100_000),
        "referer:https://www.example.com/start".into(),
        "ua:Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0".into(),
        "vhost:www.example.com".into(),
        format!("reqtime:0.{:03}", i % 1000),
        format!("apptime:0.{:03}", i * 3 % 1000),
        "cache:HIT".into(),
        "runtime:-".into(),
    ];
    fields.join("\t") + "\n"
}

#[test]
fn a_kept_record_is_smaller_than_its_line() {
    let log: String = (0..500).map(line_of_15_fields).collect();
    let records: Vec<Record> =
        Reader::from_reader(log.as_bytes()).into_records().collect::<Result<_, _>>().unwrap();
    let (mut worst, mut lines, mut kept) = (0.0f64, 0, 0);
    // The first sight of the labels is not shared yet.
    for (line, record) in log.split_inclusive('\n').zip(&records).skip(1) {
        assert!((290..=320).contains(&line.len()) && record.len() == 15, "{} {line}", line.len());
        let bytes = size_of::<Record>() + record.heap_size();
        worst = worst.max(bytes as f64 / line.len() as f64);
        lines += line.len();
        kept += bytes;
    }
    println!("worst {worst:.3}, all {:.3}", kept as f64 / lines as f64);
    assert!(worst <= 0.95);
}

#[test]
fn records_of_real_logs_are_smaller_than_their_lines() {
    for (log, most) in [("nginx", 0.95), ("apache", 0.95), ("isucon", 1.0)] {
        let bytes = std::fs::read(format!("fixtures/ltsv/{log}.ltsv")).unwrap();
        let records = Reader::from_reader(&bytes[..]).into_records().map(Result::unwrap);
        let kept: usize = records.map(|record| size_of::<Record>() + record.heap_size()).sum();
        let ratio = kept as f64 / bytes.len() as f64;
        println!("{log}: {ratio:.3}");
        assert!(ratio <= most, "{log}: {ratio}");
    }
}

#[test]
fn kept_headers_are_little_more_than_their_head() {
    let mut worst = 0.0f64;
    for entry in std::fs::read_dir("fixtures/http1").unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let Ok(Some(response)) = Response::parse(&bytes[..]) else { continue };
        let head = response.head_len();
        let before = response.headers().clone();
        let mut headers = response.into_headers();
        headers.compact();
        assert_eq!(headers, before);
        let kept = size_of::<Headers>() + headers.heap_size();
        worst = worst.max(kept as f64 / head as f64);
        assert!(kept * 10 <= head * 13, "{kept} bytes for a head of {head}");
    }
    println!("worst {worst:.3}");
    assert!(worst > 1.0, "no head was read");
}

#[test]
fn compact_headers_say_the_same() {
    let long = "v".repeat(400);
    let head = format!("HTTP/1.1 200 OK\r\nA: 1\r\nLong:{long}\r\nB:  2 \r\nA: 3\r\n\r\n");
    let response = Response::parse(head.as_bytes()).unwrap().unwrap();
    let mut compact = response.headers().clone();
    compact.compact();
    assert_eq!(&compact, response.headers());
    assert!(response.headers().get("long").unwrap().keep().is_shared());
    assert!(!compact.get("long").unwrap().keep().is_shared());
    assert_eq!(compact.get_unique("long"), response.headers().get_unique("long"));
    assert_eq!(compact.get_unique("a").unwrap_err().offset, 408, "in the block");
    assert_eq!(compact.field(2), response.headers().field(2));
    assert_eq!((compact.field(4), compact.len(), compact.is_empty()), (None, 4, false));
    assert_eq!(compact.heap_size(), 410 + 1 + 1 + 9 * 2);
    assert_eq!(response.headers().heap_size(), 0, "a source");
    let again = compact.clone();
    compact.compact();
    assert_eq!((&compact, compact.heap_size()), (&again, again.heap_size()));
}

#[test]
fn a_reader_forgets_a_huge_line_with_the_next_record() {
    let huge = 50 << 20;
    let mut log = b"a:1\nb:".to_vec();
    log.resize(huge, b'x');
    log.extend_from_slice(b"\nc:3\nd:4\n");
    log.extend_from_slice("e:5\n".repeat(100_000).as_bytes());
    let mut reader = ReaderBuilder::new().max_record_len(64 << 20).from_reader(&log[..]);
    let mut record = Record::new();
    assert!(reader.read_record(&mut record).unwrap());
    let normal = reader.buffer_capacity();
    assert!(reader.read_record(&mut record).unwrap());
    assert_eq!(record.get("b").unwrap().len(), huge - 6);
    assert!(reader.buffer_capacity() >= huge);
    assert!(reader.read_record(&mut record).unwrap());
    assert_eq!((record.get("c").unwrap(), reader.buffer_capacity()), ("3".into(), normal));
    assert!(reader.read_record(&mut record).unwrap());
    assert_eq!((record.get("d").unwrap(), record.position().line), ("4".into(), 4));
    let mut rest = 0;
    while reader.read_record(&mut record).unwrap() {
        rest += usize::from(record.get("e").unwrap() == "5");
    }
    assert_eq!(rest, 100_000);
}
