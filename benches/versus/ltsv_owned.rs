//! The LTSV rows where something is kept or located: records read, kept, selected from, deserialized.

use std::io::Read;

use linecut::{Interner, Sharing, Slicer, SmallBytes, ltsv};

use super::input;
use super::table::{Row, Table};

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

/// Every record kept, then all dropped.
fn kept(log: &[u8]) -> u64 {
    let records: Vec<ltsv::Record> = ltsv::Reader::from_reader(log)
        .into_records()
        .collect::<Result<_, _>>()
        .expect("a good log");
    records.iter().map(|record| record.len() as u64).sum()
}

/// The same as pairs of strings, by `split` and `split_once`.
fn pairs(log: &[u8]) -> u64 {
    let text = std::str::from_utf8(log).expect("a log of text");
    let pair = |piece: &str| {
        let (label, value) = piece.split_once(':')?;
        Some((label.to_owned(), value.to_owned()))
    };
    let records: Vec<Vec<(String, String)>> =
        text.lines().map(|line| line.split('\t').filter_map(pair).collect()).collect();
    records.iter().map(|record| record.len() as u64).sum()
}

/// Two labels of each line.
fn select(log: &[u8]) -> u64 {
    read_all(ltsv::ReaderBuilder::new().select(["status", "reqtime"]).from_reader(log))
}

/// All of them.
fn read_whole(log: &[u8]) -> u64 {
    read_all(ltsv::Reader::from_reader(log))
}

fn read_all(mut reader: ltsv::Reader<impl Read>) -> u64 {
    let mut record = ltsv::Record::new();
    let mut sum = 0;
    while reader.read_record(&mut record).expect("a good log") {
        sum += ["status", "reqtime"].iter().filter_map(|label| record.get(label)).count() as u64;
    }
    sum
}

#[cfg(feature = "serde")]
mod with_serde {
    /// The peer cannot lend text, so its struct owns it.
    #[derive(serde::Deserialize)]
    struct Four<S> {
        method: S,
        status: u16,
        size: u64,
        reqtime: f64,
    }

    impl<S: AsRef<str>> Four<S> {
        fn sum(&self) -> u64 {
            let text = self.method.as_ref().len() as u64;
            text + u64::from(self.status) + self.size + self.reqtime as u64
        }
    }

    pub fn ours(log: &[u8]) -> u64 {
        let mut reader = linecut::ltsv::Reader::from_reader(log);
        let mut record = linecut::ltsv::Record::new();
        let mut sum = 0;
        while reader.read_record(&mut record).expect("a good log") {
            sum += record.deserialize::<Four<&str>>().expect("four good fields").sum();
        }
        sum
    }

    pub fn peer(log: &[u8]) -> u64 {
        let text = std::str::from_utf8(log).expect("a log of text");
        let four = |line| serde_ltsv::from_str::<Four<String>>(line).expect("four good fields");
        text.lines().map(|line| four(line).sum()).sum()
    }
}

/// Every key and value kept, with or without an interner.
fn keep_fields(log: &[u8], slicer: &mut Slicer, out: &mut Vec<(SmallBytes, SmallBytes)>) -> u64 {
    let mut reader = ltsv::Reader::from_reader(log);
    let mut record = ltsv::Record::new();
    let mut fields = 0;
    while reader.read_record(&mut record).expect("a good log") {
        out.extend(slicer.fields(&record));
        fields += out.len() as u64;
        out.clear();
    }
    fields
}

/// What an interner costs where no key ever repeats.
fn interner_row(table: &mut Table) {
    let log = input::new_keys_log(4 << 20);
    let mut with = Slicer::new(Sharing::default()).with_interner(Interner::with_seed(1));
    let mut without = Slicer::new(Sharing::default());
    let (mut ours, mut peer) = (Vec::new(), Vec::new());
    table.row(
        Row {
            job: "keep, all keys new, with an interner",
            input: "keys of 24-64",
            peer: "without",
            version: "linecut",
            at_least: 0.87,
        },
        memchr::memchr_iter(b'\n', &log).count(),
        || keep_fields(&log, &mut with, &mut ours),
        || keep_fields(&log, &mut without, &mut peer),
    );
}

pub fn rows(table: &mut Table) {
    interner_row(table);
    let nginx = input::log("nginx.ltsv", 16 << 20);
    let short = input::short_log(16 << 20);
    let app = input::log("app.ltsv", 32 << 20);
    let lines = |log: &[u8]| memchr::memchr_iter(b'\n', log).count();
    for (name, log, column, at_least) in
        [("nginx", &nginx, 4, 5.0), ("short", &short, 4, 3.4), ("app", &app, 1, 3.6)]
    {
        if name != "app" {
            assert_eq!(read_records(log), csv_records(log, column));
        }
        table.row(
            Row {
                job: "ltsv read_record, one get",
                input: name,
                peer: "csv ByteRecord",
                version: "1.4",
                at_least,
            },
            lines(log),
            || read_records(log),
            || csv_records(log, column),
        );
    }
    for (name, log) in [("nginx", &nginx), ("short", &short)] {
        assert_eq!(kept(log), pairs(log));
        table.row(
            Row {
                job: "ltsv records kept, then dropped",
                input: name,
                peer: "Vec<(String, String)>",
                version: "std",
                at_least: 7.0,
            },
            lines(log),
            || kept(log),
            || pairs(log),
        );
    }
    assert_eq!(select(&nginx), read_whole(&nginx));
    table.row(
        Row {
            job: "ltsv select two labels",
            input: "nginx",
            peer: "our own full read",
            version: "linecut",
            at_least: 1.35,
        },
        lines(&nginx),
        || select(&nginx),
        || read_whole(&nginx),
    );
    #[cfg(feature = "serde")]
    {
        assert_eq!(with_serde::ours(&short), with_serde::peer(&short));
        table.row(
            Row {
                job: "ltsv serde, a struct of four",
                input: "short",
                peer: "serde_ltsv",
                version: "0.1",
                at_least: 6.0,
            },
            lines(&short),
            || with_serde::ours(&short),
            || with_serde::peer(&short),
        );
    }
}
