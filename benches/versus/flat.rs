//! The rows that look whether cost grows with length: ourselves at ten times the length against
//! ourselves, for each byte of a line and for each of its fields.

use linecut::ltsv;

use super::input;
use super::ltsv::visit;
use super::table::{Row, Table};

/// A cost is flat if it is at most 25 % above that of the input of the row's peer.
const FLAT: f64 = 1.0 / 1.25;

/// Lines of `len` bytes, fields of some 30 each; at least `bytes` in all.
fn lines_of(len: usize, bytes: usize) -> Vec<u8> {
    let mut seeded = input::Seeded::new(0xF1A7);
    let mut line = Vec::with_capacity(len);
    while line.len() + 60 < len {
        let value = 15 + seeded.below(20);
        line.extend_from_slice(b"field_name:");
        line.resize(line.len() + value, b'v');
        line.push(b'\t');
    }
    line.extend_from_slice(b"last:");
    line.resize(len - 1, b'v');
    line.push(b'\n');
    line.repeat(bytes.div_ceil(len))
}

/// Lines of so many fields, a million in all.
fn lines_of_fields(fields: usize) -> Vec<u8> {
    let mut line = b"label:value\t".repeat(fields);
    line.pop();
    line.push(b'\n');
    line.repeat(1_000_000 / fields)
}

/// By a reader, which keeps the line.
fn read(log: &[u8]) -> u64 {
    let mut reader = ltsv::ReaderBuilder::new().max_record_len(usize::MAX).from_reader(log);
    let mut record = ltsv::Record::new();
    let mut sum = 0;
    while reader.read_record(&mut record).expect("good lines") {
        sum += record.len() as u64;
    }
    sum
}

/// Rows of each length but the first, against the one before.
fn compare(
    table: &mut Table,
    job: &str,
    inputs: &[(String, Vec<u8>, usize)],
    run: fn(&[u8]) -> u64,
) {
    for pair in inputs.windows(2) {
        let [(before, fewer, per_before), (name, more, per)] = pair else { continue };
        // Both in times of the unit that the row counts.
        let scale = *per_before as f64 / *per as f64;
        let row = Row { job, input: name, peer: before, version: "", at_least: FLAT };
        table.scaled_row(row, *per, scale, || run(more), || run(fewer));
    }
}

pub fn rows(table: &mut Table) {
    if !table.wants("flat") {
        return;
    }
    const TOTAL: usize = 8 << 20;
    let of_length = |(name, len): (&str, usize)| {
        let log = lines_of(len, TOTAL);
        let bytes = log.len();
        (name.to_owned(), log, bytes)
    };
    let lengths = [
        ("100 B", 100),
        ("1 KB", 1_000),
        ("10 KB", 10_000),
        ("100 KB", 100_000),
        ("1 MB", 1_000_000),
        ("10 MB", 10_000_000),
        ("100 MB", 100_000_000),
    ]
    .map(of_length);
    compare(table, "flat, visit, a byte of a line", &lengths, visit);
    compare(table, "flat, read_record, a byte of a line", &lengths, read);
    let of_fields = |fields: usize| {
        let log = lines_of_fields(fields);
        let many = ltsv::records(&log).flatten().map(|record| record.fields().count()).sum();
        (format!("{fields} fields"), log, many)
    };
    let fields = [1, 10, 100, 1_000, 10_000, 100_000].map(of_fields);
    compare(table, "flat, visit, a field", &fields, visit);
    compare(table, "flat, read_record, a field", &fields, read);
}
