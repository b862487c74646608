//! The LTSV rows.

use linecut::__internal::Backend;
use linecut::ltsv;

use super::cores;
use super::input;
use super::table::{Row, Table};

const MEMCHR: &str = "2.8";

/// The peer "memchr loop": LF, in the line TAB, in the piece the first colon, adding up lengths.
fn memchr_loop(log: &[u8]) -> u64 {
    let mut sum = 0;
    let mut rest = log;
    while !rest.is_empty() {
        let lf = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let mut line = &rest[..lf];
        rest = rest.get(lf + 1..).unwrap_or_default();
        loop {
            let tab = memchr::memchr(b'\t', line);
            let piece = &line[..tab.unwrap_or(line.len())];
            if let Some(colon) = memchr::memchr(b':', piece) {
                sum += colon as u64 * 3 + (piece.len() - colon - 1) as u64;
            }
            match tab {
                Some(tab) => line = &line[tab + 1..],
                None => break,
            }
        }
    }
    sum
}

fn newlines(log: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', log).count() as u64
}

/// Every field, borrowed, lenient, all checks on; the same sum as the memchr loop's.
fn visit(log: &[u8]) -> u64 {
    let mut sum = 0;
    let mut records = ltsv::records(log);
    while let Some(Ok(record)) = records.next_record() {
        sum += record.fields().fold(0, |sum, piece| match piece {
            Ok(field) => sum + field.label().len() as u64 * 3 + field.value().len() as u64,
            Err(_) => sum,
        });
    }
    sum
}

/// The same, a line a call.
fn visit_lines(log: &[u8]) -> u64 {
    let mut sum = 0;
    let mut rest = log;
    while !rest.is_empty() {
        let len = memchr::memchr(b'\n', rest).map_or(rest.len(), |lf| lf + 1);
        let (line, behind) = rest.split_at(len);
        rest = behind;
        sum += ltsv::fields(line).fold(0, |sum, piece| match piece {
            Ok(field) => sum + field.label().len() as u64 * 3 + field.value().len() as u64,
            Err(_) => sum,
        });
    }
    sum
}

/// One `get` of each record, read into one.
fn read_records(log: &[u8]) -> u64 {
    let mut reader = ltsv::Reader::from_reader(log);
    let mut record = ltsv::Record::new();
    let mut sum = 0;
    while reader.read_record(&mut record).expect("a good log") {
        sum += record.get("status").map_or(0, |status| status.len() as u64);
    }
    sum
}

fn csv_records(log: &[u8], column: usize) -> u64 {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .quoting(false)
        .has_headers(false)
        .flexible(true)
        .from_reader(log);
    let mut record = csv::ByteRecord::new();
    let mut sum = 0;
    while reader.read_byte_record(&mut record).expect("a good log") {
        sum += record.get(column).map_or(0, |status| status.len() as u64 - 7);
    }
    sum
}

/// How often the rows for threads go through the log: long enough that the scheduler has found the
/// second core.
const PASSES: usize = 8;

fn often(log: &[u8], work: fn(&[u8]) -> u64) -> u64 {
    (0..PASSES).map(|_| work(log)).sum()
}

/// The same by two threads on two cores, a part each.
fn by_two(log: &[u8], work: fn(&[u8]) -> u64) -> u64 {
    let parts = ltsv::split_at_lines(log, 2);
    let &[first, second] = &parts[..] else { return often(log, work) };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            cores::pin(1);
            often(second, work)
        });
        often(first, work) + other.join().expect("no panic")
    })
}

pub fn rows(table: &mut Table) {
    let nginx = input::log("nginx.ltsv", 32 << 20);
    let short = input::short_log(16 << 20);
    for (name, log, column, read_needs) in [("nginx", &nginx, 4, 5.0), ("short", &short, 4, 3.4)] {
        let lines = newlines(log) as usize;
        assert_eq!(visit(log), memchr_loop(log));
        let row = |job, peer, version, at_least| Row { job, input: name, peer, version, at_least };
        table.row(
            row("ltsv visit", "memchr loop", MEMCHR, 4.3),
            lines,
            || visit(log),
            || memchr_loop(log),
        );
        table.row(
            row("ltsv visit, floor", "newline count", MEMCHR, 0.45),
            lines,
            || visit(log),
            || newlines(log),
        );
        table.row_with(
            Backend::Portable,
            row("ltsv visit, portable", "memchr loop", MEMCHR, 1.3),
            lines,
            || visit(log),
            || memchr_loop(log),
        );
        table.row(
            row("ltsv fields, a line a call", "memchr loop", MEMCHR, 2.3),
            lines,
            || visit_lines(log),
            || memchr_loop(log),
        );
        assert_eq!(by_two(log, visit), often(log, visit));
        table.row(
            row("ltsv visit, two threads", "one thread", "linecut", 1.8),
            lines * PASSES,
            || by_two(log, visit),
            || often(log, visit),
        );
        // What two threads gain here where there is nothing of ours: for comparison.
        table.row(
            row("memchr loop, two threads", "one thread", MEMCHR, 0.0),
            lines * PASSES,
            || by_two(log, memchr_loop),
            || often(log, memchr_loop),
        );
        assert_eq!(read_records(log), csv_records(log, column));
        table.row(
            row("ltsv read_record, one get", "csv ByteRecord", "1.4", read_needs),
            lines,
            || read_records(log),
            || csv_records(log, column),
        );
    }
}
