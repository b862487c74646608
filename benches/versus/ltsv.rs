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
pub fn visit(log: &[u8]) -> u64 {
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
        for piece in ltsv::fields(line) {
            let Ok(field) = piece else { continue };
            sum += field.label().len() as u64 * 3 + field.value().len() as u64;
        }
    }
    sum
}

/// Peer: every field between TABs, zero copy; it does not split labels.
fn simd_csv(log: &[u8]) -> u64 {
    let mut reader = simd_csv::ZeroCopyReaderBuilder::new()
        .delimiter(b'\t')
        .quote(0)
        .has_headers(false)
        .flexible(true)
        .from_reader(log);
    let mut sum = 0;
    while let Some(record) = reader.read_byte_record().expect("a good log") {
        sum += record.iter().map(|piece| piece.len() as u64).sum::<u64>();
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
    let app = input::log("app.ltsv", 32 << 20);
    let hostile = input::logs_like("hostile", 32 << 20);
    let tiny = input::tiny_log(8 << 20);
    for (name, log, at_least) in [
        ("nginx", &nginx, 4.3),
        ("short", &short, 4.3),
        ("app", &app, 3.4),
        ("hostile", &hostile, 2.4),
    ] {
        let lines = newlines(log) as usize;
        let row = |job, peer, version, at_least| Row { job, input: name, peer, version, at_least };
        table.row(
            row("ltsv visit", "memchr loop", MEMCHR, at_least),
            lines,
            || visit(log),
            || memchr_loop(log),
        );
    }
    assert_eq!(visit(&nginx), memchr_loop(&nginx));
    assert_eq!(visit(&short), memchr_loop(&short));
    let lines = newlines(&nginx) as usize;
    let row = |job, peer, version, at_least| Row { job, input: "nginx", peer, version, at_least };
    table.row(
        row("ltsv visit, labels not split by the peer", "simd-csv", "0.14", 3.3),
        lines,
        || visit(&nginx),
        || simd_csv(&nginx),
    );
    table.row(
        row("ltsv visit, floor", "newline count", MEMCHR, 0.45),
        lines,
        || visit(&nginx),
        || newlines(&nginx),
    );
    for (backend, job, at_least) in [
        (Backend::Portable, "ltsv visit, portable", 1.3),
        (Backend::Sse2, "ltsv visit, sse2", 0.0),
        (Backend::Sse42, "ltsv visit, sse4.2", 0.0),
    ] {
        table.row_with(
            backend,
            row(job, "memchr loop", MEMCHR, at_least),
            lines,
            || visit(&nginx),
            || memchr_loop(&nginx),
        );
    }
    for (name, log, at_least) in [("nginx", &nginx, 2.3), ("40 B lines", &tiny, 3.5)] {
        table.row(
            Row {
                job: "ltsv fields, a line a call",
                input: name,
                peer: "memchr loop",
                version: MEMCHR,
                at_least,
            },
            newlines(log) as usize,
            || visit_lines(log),
            || memchr_loop(log),
        );
    }
    threads(table, &nginx);
}

fn threads(table: &mut Table, log: &[u8]) {
    let lines = newlines(log) as usize;
    let row =
        |job, version, at_least| Row { job, input: "nginx", peer: "one thread", version, at_least };
    assert_eq!(by_two(log, visit), often(log, visit));
    table.row(
        row("ltsv visit, two threads", "linecut", 1.8),
        lines * PASSES,
        || by_two(log, visit),
        || often(log, visit),
    );
    // What two threads gain here where there is nothing of ours: for comparison.
    table.row(
        row("memchr loop, two threads", MEMCHR, 0.0),
        lines * PASSES,
        || by_two(log, memchr_loop),
        || often(log, memchr_loop),
    );
}
