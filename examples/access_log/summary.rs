//! The figures of a log, added up record by record. Knows what the labels of an access log mean;
//! no file and no output.

use std::collections::BTreeMap;

use linecut::ltsv::{ReadStats, Record};
use linecut::{Defect, ParseError, Value};

use crate::paths::Paths;
use crate::times::millis;

/// The name for defects of a record that lists too many of them.
const UNLISTED: &str = "Unlisted";

/// All figures; of several files, the sums.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) records: u64,
    pub(crate) fields: u64,
    /// After decompression.
    pub(crate) bytes: u64,
    pub(crate) blank: u64,
    /// Records with a repeated label.
    pub(crate) duplicates: u64,
    pub(crate) defects: BTreeMap<&'static str, Tally>,
    pub(crate) errors: BTreeMap<&'static str, Tally>,
    /// Requests by status class.
    pub(crate) status: BTreeMap<&'static str, u64>,
    pub(crate) size_sum: u64,
    pub(crate) paths: Paths,
    /// Which file is being read.
    pub(crate) file: usize,
    classes: [u64; CLASSES.len()],
    columns: Columns,
}

/// The status classes. The last one is for what is no status.
const CLASSES: [&str; 6] = ["1xx", "2xx", "3xx", "4xx", "5xx", "other"];

/// How often something was found, and where first.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) count: u64,
    /// Index of the file.
    pub(crate) file: usize,
    /// Byte offset in it, after decompression.
    pub(crate) offset: u64,
}

/// Where the wanted labels stood in the last record that had them. Servers write all records
/// alike, so a label is looked for there first.
#[derive(Debug, Default)]
struct Columns {
    status: Column,
    req: Column,
    uri: Column,
    reqtime: Column,
    request_time: Column,
    size: Column,
}

#[derive(Debug, Default)]
struct Column(usize);

impl Column {
    /// The value with this label; of a repeated label, the first. A record with `repeated` labels
    /// may have a first one before the column.
    #[inline]
    fn get<'r>(&mut self, record: &'r Record, label: &str, repeated: bool) -> Option<&'r [u8]> {
        match record.field(self.0) {
            Some((found, value)) if found == label.as_bytes() && !repeated => {
                Some(value.as_bytes())
            }
            _ => {
                self.0 = record.index_of(label)?;
                record.value(self.0).map(Value::as_bytes)
            }
        }
    }
}

/// The target of a request line: its second word.
fn target(req: &[u8]) -> Option<&[u8]> {
    req.split(|byte| *byte == b' ').filter(|word| !word.is_empty()).nth(1)
}

/// A target without its query.
fn path(target: &[u8]) -> Option<&[u8]> {
    target.split(|byte| *byte == b'?').next().filter(|_| !target.is_empty())
}

/// A number of decimal digits and nothing else.
fn decimal(digits: &[u8]) -> Option<u64> {
    let number = |sum: u64, digit: &u8| match digit {
        b'0'..=b'9' => sum.checked_mul(10)?.checked_add(u64::from(digit - b'0')),
        _ => None,
    };
    digits.iter().try_fold(0, number).filter(|_| !digits.is_empty())
}

/// Index of the class of a status.
fn class(status: &[u8]) -> usize {
    match status {
        [first @ b'1'..=b'5', second, third]
            if second.is_ascii_digit() && third.is_ascii_digit() =>
        {
            usize::from(first - b'1')
        }
        _ => CLASSES.len() - 1,
    }
}

impl Summary {
    /// Adds a record.
    pub(crate) fn add(&mut self, record: &Record) {
        let repeated = record.has_duplicates();
        self.duplicates += u64::from(repeated);
        let columns = &mut self.columns;
        if let Some(status) = columns.status.get(record, "status", repeated) {
            self.classes[class(status)] += 1;
        }
        if let Some(size) = columns.size.get(record, "size", repeated).and_then(decimal) {
            self.size_sum = self.size_sum.saturating_add(size);
        }
        let target = columns.req.get(record, "req", repeated).and_then(target);
        let target = target.or_else(|| columns.uri.get(record, "uri", repeated));
        if let Some(path) = target.and_then(path) {
            let time = columns.reqtime.get(record, "reqtime", repeated).and_then(millis);
            let time = time.or_else(|| {
                columns.request_time.get(record, "request_time", repeated).and_then(millis)
            });
            self.paths.add(path, time);
        }
        if record.defect_count() > 0 {
            self.add_defects(record);
        }
    }

    fn add_defects(&mut self, record: &Record) {
        let listed = record.defects();
        for Defect { kind, span } in listed {
            count(&mut self.defects, kind.name(), 1, self.file, span.start);
        }
        let unlisted = record.defect_count() - listed.len() as u64;
        if let (1.., Some(last)) = (unlisted, listed.last()) {
            count(&mut self.defects, UNLISTED, unlisted, self.file, last.span.end);
        }
    }

    /// Adds a line that is no record.
    pub(crate) fn add_error(&mut self, error: ParseError) {
        count(&mut self.errors, error.kind.name(), 1, self.file, error.offset);
    }

    /// Adds what the reader of a file counted, when it is done.
    pub(crate) fn add_stats(&mut self, stats: &ReadStats) {
        self.records += stats.records;
        self.fields += stats.fields;
        self.bytes += stats.bytes();
        self.blank += stats.blank_lines;
        for (name, n) in CLASSES.into_iter().zip(std::mem::take(&mut self.classes)) {
            if n > 0 {
                *self.status.entry(name).or_default() += n;
            }
        }
    }
}

fn count(
    tallies: &mut BTreeMap<&'static str, Tally>,
    name: &'static str,
    n: u64,
    file: usize,
    offset: u64,
) {
    tallies.entry(name).or_insert(Tally { count: 0, file, offset }).count += n;
}
