//! What allocates and what does not, counted by the allocator. Without the test harness, whose own
//! thread allocates meanwhile.

use std::alloc::System;

use bytes::Bytes;
use linecut::http1::{Response, parse_head};
use linecut::ltsv::{self, Reader, Record};
use linecut::{Sharing, SmallBytes, Source};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How many allocations `work` makes.
fn allocations<T>(work: impl FnOnce() -> T) -> usize {
    let region = Region::new(ALLOCATOR);
    let result = work();
    let change = region.change();
    drop(result);
    change.allocations + change.reallocations
}

/// Twice the same log: the first half warms the reader and the record.
fn warm_read_record(log: &[u8]) {
    let twice = [log, log].concat();
    let lines = log.iter().filter(|byte| **byte == b'\n').count();
    let mut reader = Reader::from_reader(&twice[..]);
    let mut record = Record::new();
    let mut records = 0;
    while records < lines {
        records += usize::from(reader.read_record(&mut record).expect("lenient"));
    }
    let mut defects = 0;
    let n = allocations(|| {
        while reader.read_record(&mut record).expect("lenient") {
            defects += record.defects().len();
            assert!(record.get("no such label").is_none());
        }
    });
    assert_eq!(n, 0, "warm reading, {defects} defects");
}

fn reading() {
    warm_read_record(&std::fs::read("fixtures/ltsv/nginx.ltsv").expect("a fixture"));
    // Lines that do not fit the buffer at first.
    let long = format!("a:{}\tb:1\n", "x".repeat(100_000));
    warm_read_record(long.repeat(6).as_bytes());
    warm_read_record(b"@a:1\tjunk\t\tb:\0\n:x\ta:1\r\n");
    let log = std::fs::read("fixtures/ltsv/nginx.ltsv").expect("a fixture");
    assert_eq!(allocations(|| ltsv::fields(&log).filter(|f| f.is_ok()).count()), 0, "fields");
    let kept = Record::parse(b"host:192.0.2.1\tstatus:200\tsize:512").expect("good");
    assert_eq!(allocations(|| kept.clone()), 1, "a kept record is one block");
}

/// What a shared value says that it keeps alive is what the allocator gave.
fn heap_sizes() {
    let region = Region::new(ALLOCATOR);
    let kept = Source::from(vec![b'x'; 600]).value(0..500).keep();
    let change = region.change();
    let alive = change.bytes_allocated - change.bytes_deallocated;
    assert!(kept.is_shared() && kept.referenced_len() == 600);
    assert_eq!(kept.heap_size(), alive);
}

/// A log of changing shapes read twice by one reader: the second time it knows all labels.
fn shared_labels() {
    // The fixture has each shape but a few times; a list is shared from the second sight.
    let log = std::fs::read("fixtures/ltsv/app.ltsv").expect("a fixture").repeat(3);
    warm_read_record(&log);
    let mut records = Reader::from_reader(&log[..]).into_records();
    let kept = records.by_ref().find(|r| r.as_ref().is_ok_and(|r| r.shared_labels().is_some()));
    let kept = kept.expect("labels repeat").expect("lenient");
    assert_eq!(allocations(|| kept.clone()), 1, "a kept record with shared labels");
    let labels = kept.shared_labels().expect("found so");
    assert_eq!(allocations(|| labels.keys().to_vec()), 1, "the vector; keys clone for nothing");
    // A line by itself needs none of it, nor does a million lines of labels that never repeat.
    let distinct = if cfg!(debug_assertions) { 30_000 } else { 1_000_000 };
    let log: String = (0..distinct).map(|i| format!("label-{i}:1\tanother-{i}:2\n")).collect();
    let mut reader = Reader::from_reader(log.as_bytes());
    let mut record = Record::new();
    (0..1000).for_each(|_| assert!(reader.read_record(&mut record).expect("lenient")));
    let n = allocations(|| while reader.read_record(&mut record).expect("lenient") {});
    assert_eq!(n, 0, "labels that never repeat");
}

/// A filter that keeps one line in a thousand keeps a thousandth of the memory.
fn filtering() {
    let line = |i: usize| format!("host:192.0.2.7\tstatus:{}\turi:/a/b/c/d\n", 200 + i % 1000);
    let log: String = (0..50_000).map(line).collect();
    let kept = |wants: fn(&Record) -> bool| {
        let region = Region::new(ALLOCATOR);
        let reader = Reader::from_reader(log.as_bytes());
        let records = reader.into_records().map(|record| record.expect("lenient"));
        let mut kept: Vec<Record> = records.filter(wants).collect();
        kept.shrink_to_fit();
        let change = region.change();
        (kept.len(), change.bytes_allocated - change.bytes_deallocated)
    };
    let (all, all_bytes) = kept(|_| true);
    let (few, few_bytes) = kept(|record| record.get("status").is_some_and(|s| s == "700"));
    assert_eq!((all, few), (50_000, 50));
    // The list of labels is there once, however many records share it.
    assert!(few_bytes * 1000 <= all_bytes + 1000 * 1024, "{few_bytes} of {all_bytes} bytes");
    assert!(few_bytes >= 50 * 40, "{few_bytes}");
}

fn keeping() {
    let source = Source::from(vec![b'x'; 4000]);
    assert_eq!(allocations(|| source.value(0..23).keep()), 0, "inline");
    assert_eq!(allocations(|| source.value(0..24).keep()), 1, "copied");
    assert_eq!(allocations(|| source.value(0..1000).keep()), 0, "shared");
    assert_eq!(allocations(|| source.value(0..1000).keep_with(Sharing::Never)), 1, "never shared");
    let kept = source.value(0..2000).keep();
    assert_eq!(allocations(|| kept.clone()), 0, "a clone of a shared value");
    assert_eq!(allocations(|| SmallBytes::from_static(b"a static text of more than 23")), 0);
    let copied = source.value(0..100).keep();
    assert_eq!(allocations(|| copied.into_bytes()), 0, "a copy becomes `Bytes` as it is");
    let unique = Bytes::from(vec![b'x'; 4000]);
    assert_eq!(allocations(|| Source::from(unique)), 1, "a root taken over costs its header");
}

fn interning() {
    use linecut::{Interner, Slicer};
    let mut slicer = Slicer::new(Sharing::default()).with_interner(Interner::with_seed(7));
    let names: Vec<String> =
        (0..100).map(|i| format!("X-A-Name-Of-Thirty-Five-Bytes-No-{i:02}")).collect();
    // Stored at the second sight; a name that shares a place of the table of hashes, at the third.
    for _ in 0..3 {
        names.iter().for_each(|name| assert_eq!(slicer.key(name.as_bytes()), *name));
    }
    assert_eq!(names[0].len(), 35);
    let again = allocations(|| names.iter().for_each(|name| drop(slicer.key(name.as_bytes()))));
    assert_eq!(again, 0, "names that repeat");
}

fn heads() {
    let head = std::fs::read("fixtures/http1/nginx-root.head").expect("a fixture");
    let mut spans = Vec::new();
    parse_head(&head, &mut spans).expect("a good head");
    assert_eq!(allocations(|| parse_head(&head, &mut spans).map(|_| ())), 0, "warm parse_head");
    let mut headers = Response::parse_copy(&head).expect("good").expect("whole").into_headers();
    assert_eq!(allocations(|| headers.clone()), 1, "kept headers are one block");
    headers.compact();
    assert_eq!(allocations(|| headers.clone()), 1, "compact ones too");
}

fn allocations_are_as_documented() {
    reading();
    heap_sizes();
    shared_labels();
    filtering();
    keeping();
    interning();
    heads();
}

fn main() {
    allocations_are_as_documented();
    println!("test allocations_are_as_documented ... ok");
}
