//! The ways to read LTSV.

use std::io::{self, Read};

use bytes::BytesMut;
#[cfg(feature = "std")]
use linecut::Error;
#[cfg(feature = "std")]
use linecut::ltsv::OnError;
#[cfg(feature = "std")]
use linecut::ltsv::ReaderBuilder;
use linecut::ltsv::{self, ParserBuilder, Record};
use linecut::{Defect, ParseError};

use crate::naive::ltsv::Outcome;

type Outcomes = Vec<Outcome>;

fn defect(defect: &Defect) -> (&'static str, u64, u64) {
    (defect.kind.name(), defect.span.start, defect.span.end)
}

fn error(error: &ParseError, line: u64) -> Outcome {
    Outcome::Error { line, kind: error.kind.name(), offset: error.offset }
}

/// A record as the twin has it. What the record says of itself has to agree.
pub fn outcome(record: &Record) -> Outcome {
    let fields: Vec<_> =
        record.iter().map(|(label, value)| (label.to_vec(), value.to_vec())).collect();
    assert_eq!(fields.len(), record.len());
    for (i, (label, value)) in fields.iter().enumerate() {
        assert_eq!(record.value(i).unwrap(), *value);
        super::keep_by_each_policy(record.value(i).unwrap());
        let first = fields.iter().position(|(other, _)| other == label).unwrap();
        assert_eq!(record.index_of(label), Some(first));
        assert_eq!(record.get(label).unwrap(), fields[first].1);
        let same: Vec<_> =
            fields.iter().filter(|(other, _)| other == label).map(|(_, v)| v.clone()).collect();
        assert!(record.get_all(label).eq(same.iter().cloned()));
        assert_eq!(record.get_last(label).unwrap(), *same.last().unwrap());
        assert_eq!(record.get_unique(label).is_err(), same.len() > 1);
    }
    if super::looked_at(&fields) {
        super::views::record(record, &fields);
    }
    assert_eq!(record.defect_count(), record.defects().len() as u64);
    Outcome::Record {
        line: record.position().line,
        fields,
        defects: record.defects().iter().map(defect).collect(),
        terminated: record.is_terminated(),
    }
}

/// The borrowed twin of [`outcome`].
fn borrowed(record: &ltsv::RecordRef<'_>) -> Outcome {
    let kept = outcome(&record.to_record());
    let fields = record.fields().flatten();
    let fields: Vec<_> =
        fields.map(|field| (field.label().to_vec(), field.value().to_vec())).collect();
    if super::looked_at(&fields) {
        super::views::borrowed(record, &fields);
    }
    let seen = Outcome::Record {
        line: record.position().line,
        fields,
        defects: record.defects().map(|d| defect(&d)).collect(),
        terminated: record.is_terminated(),
    };
    assert_eq!(seen, kept, "a borrowed record and the one made of it");
    seen
}

/// `records()`, each record lent.
pub fn records_lent(bytes: &[u8], strict: bool) -> Outcomes {
    let mut records = ltsv::records(bytes).strict(strict);
    let mut outcomes = Vec::new();
    // An error's line is not told here: it is that of the byte at fault, or the last one.
    while let Some(record) = records.next_record() {
        outcomes.push(match record {
            Ok(record) => borrowed(&record),
            Err(e) => error(&e, line_of(bytes, e.offset)),
        });
    }
    outcomes
}

fn line_of(bytes: &[u8], offset: u64) -> u64 {
    let before = &bytes[..(offset as usize).min(bytes.len())];
    1 + before.iter().filter(|byte| **byte == b'\n').count() as u64
}

/// `records()` as an iterator.
pub fn records_iterator(bytes: &[u8], strict: bool) -> Outcomes {
    ltsv::records(bytes)
        .strict(strict)
        .map(|record| match record {
            Ok(record) => borrowed(&record),
            Err(e) => error(&e, line_of(bytes, e.offset)),
        })
        .collect()
}

/// `fields()` of each line by itself, lenient; spans move to where the line is.
pub fn fields_by_line(bytes: &[u8]) -> Outcomes {
    let mut outcomes = Vec::new();
    let mut base = 0;
    for (i, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        if !matches!(line, b"\n" | b"\r\n") {
            let shift = |(kind, start, end): (_, u64, u64)| (kind, start + base, end + base);
            let mut fields = Vec::new();
            let mut defects = Vec::new();
            for piece in ltsv::fields(line) {
                match piece {
                    Ok(field) => {
                        fields.push((field.label().to_vec(), field.value().to_vec()));
                        defects.extend(field.defects().map(|d| shift(defect(&d))));
                    }
                    Err(d) => defects.push(shift(defect(&d))),
                }
            }
            let terminated = line.ends_with(b"\n");
            outcomes.push(Outcome::Record { line: i as u64 + 1, fields, defects, terminated });
        }
        base += line.len() as u64;
    }
    outcomes
}

/// `Record::parse` of a single line.
pub fn record_parse(line: &[u8]) -> Outcomes {
    match Record::parse(line) {
        Ok(record) => vec![outcome(&record)],
        Err(e) => vec![error(&e, 1)],
    }
}

/// `read_record` from `inner`, into one record.
#[cfg(feature = "std")]
pub fn reader(inner: impl Read, strict: bool, buffer: usize) -> Outcomes {
    reader_of(ReaderBuilder::new().strict(strict).buffer_capacity(buffer), inner)
}

/// `read_record` with these options, from `inner`.
#[cfg(feature = "std")]
pub fn reader_of(builder: &ReaderBuilder, inner: impl Read) -> Outcomes {
    let mut reader = builder.from_reader(inner);
    let mut record = Record::new();
    let mut outcomes = Vec::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => {
                let seen = outcome(&record);
                assert_eq!(outcome(&record.clone()), seen, "a kept record");
                outcomes.push(seen);
            }
            Ok(false) => break,
            Err(Error::Parse { error: e, position }) => outcomes.push(error(&e, position.line)),
            Err(Error::Io(e)) if e.kind() == io::ErrorKind::WouldBlock => {}
            Err(Error::Io(e)) => panic!("{e}"),
        }
    }
    assert_eq!(reader.stats().bytes(), reader.position().byte, "each byte is counted once");
    assert!(!reader.finish(&mut record).unwrap() && record.is_empty(), "nothing is held");
    let mut twice = *reader.stats();
    twice += twice;
    assert_eq!(twice.bytes(), 2 * reader.position().byte);
    assert_eq!(twice.records, 2 * reader.stats().records);
    outcomes
}

#[cfg(feature = "std")]
fn of_result(record: &Result<Record, Error>) -> Outcome {
    match record {
        Ok(record) => outcome(record),
        Err(Error::Parse { error: e, position }) => error(e, position.line),
        Err(Error::Io(e)) => panic!("{e}"),
    }
}

/// `into_records`; the same by `records`, again from where the last record is, and by what else may
/// become of errors and of a last line without its end.
#[cfg(feature = "std")]
pub fn reader_iterator(bytes: &[u8], strict: bool) -> Outcomes {
    let mut builder = ReaderBuilder::default();
    builder.strict(strict);
    let read = |builder: &ReaderBuilder| -> Outcomes {
        builder.from_reader(bytes).into_records().map(|record| of_result(&record)).collect()
    };
    let outcomes = read(&builder);
    again(bytes, &builder, &outcomes);
    let is_record = |outcome: &&Outcome| matches!(outcome, Outcome::Record { .. });
    let good: Outcomes = outcomes.iter().filter(is_record).cloned().collect();
    assert_eq!(read(builder.on_error(OnError::SkipRecord)), good);
    let first = outcomes.iter().position(|outcome| !is_record(&outcome));
    let until = first.map_or(outcomes.len(), |first| first + 1);
    assert_eq!(read(builder.on_error(OnError::Stop)), outcomes[..until]);
    // Only the good fields of bad lines are more than that.
    let kept = read(builder.on_error(OnError::KeepFields));
    assert!(kept.iter().all(|outcome| is_record(&outcome)));
    let mut kept = kept.iter();
    assert!(good.iter().all(|outcome| kept.any(|other| other == outcome)), "in order");
    held(bytes, builder.on_error(OnError::Report), &outcomes);
    outcomes
}

#[cfg(feature = "std")]
fn again(bytes: &[u8], builder: &ReaderBuilder, due: &Outcomes) {
    let mut reader = builder.from_reader(io::Cursor::new(bytes));
    assert!(reader.buffer_capacity() > 0 && reader.interner().is_none());
    let all: Vec<_> = reader.records().collect();
    assert!(all.iter().map(of_result).eq(due.iter().cloned()), "records");
    let is_record = |outcome: &Outcome| matches!(outcome, Outcome::Record { .. });
    let last = due.iter().rposition(is_record).unwrap_or(0);
    if let Some(Ok(record)) = all.get(last)
        && !bytes.starts_with(b"\xEF\xBB\xBF")
    {
        let position = record.position();
        reader.seek(position).unwrap();
        assert_eq!(reader.position(), position);
        let rest: Outcomes = reader.records().map(|record| of_result(&record)).collect();
        assert_eq!(rest, due[last..], "after a seek");
        let rest = &bytes[position.byte as usize..];
        let resumed = builder.clone().position(position).from_reader(rest).into_records();
        assert!(resumed.map(|record| of_result(&record)).eq(due[last..].iter().cloned()));
    }
    assert_eq!(reader.get_ref().position(), bytes.len() as u64);
    reader.get_mut().set_position(0);
    assert_eq!(reader.into_inner().position(), 0);
}

/// A last line without its end is held until it is asked for.
#[cfg(feature = "std")]
fn held(bytes: &[u8], builder: &mut ReaderBuilder, due: &Outcomes) {
    let mut reader = builder.hold_partial(true).from_reader(bytes);
    let mut record = Record::new();
    let mut outcomes = Vec::new();
    let mut finish = false;
    loop {
        let read =
            if finish { reader.finish(&mut record) } else { reader.read_record(&mut record) };
        match read {
            Ok(true) => {
                assert!(finish || record.is_terminated());
                outcomes.push(outcome(&record));
            }
            Ok(false) if finish => break,
            Ok(false) => finish = true,
            Err(e) => outcomes.push(of_result(&Err(e))),
        }
    }
    assert_eq!(outcomes, *due, "held");
}

/// The push parser, fed these chunks.
pub fn parser<'a>(chunks: impl IntoIterator<Item = &'a [u8]>, strict: bool) -> Outcomes {
    pushed(ParserBuilder::new().strict(strict).build(), chunks)
}

/// A push parser that selects every label there is, last to first, and one that is not there: what
/// it gives is the whole record all the same.
pub fn selecting<'a>(
    chunks: impl IntoIterator<Item = &'a [u8]>,
    strict: bool,
    labels: &[Vec<u8>],
) -> Outcomes {
    let mut builder = ParserBuilder::new();
    let labels = labels.iter().rev().map(Vec::as_slice).chain([&b"no such label"[..]]);
    pushed(builder.strict(strict).select(labels).stop_early(true).build(), chunks)
}

/// A push parser, fed these chunks.
pub fn pushed<'a>(
    mut parser: ltsv::Parser,
    chunks: impl IntoIterator<Item = &'a [u8]>,
) -> Outcomes {
    let mut buffer = BytesMut::new();
    let mut record = Record::new();
    let mut outcomes = Vec::new();
    let mut take = |parser: &mut ltsv::Parser, buffer: &mut BytesMut, finish: bool| loop {
        let line = parser.position().line;
        let result = if finish {
            parser.finish(buffer, &mut record)
        } else {
            parser.parse_record(buffer, &mut record)
        };
        match result {
            Ok(true) => outcomes.push(outcome(&record)),
            Ok(false) => break,
            Err(e) => outcomes.push(error(&e, line)),
        }
    };
    let mut fed = 0;
    for chunk in chunks {
        buffer.extend_from_slice(chunk);
        fed += chunk.len() as u64;
        take(&mut parser, &mut buffer, false);
    }
    take(&mut parser, &mut buffer, true);
    assert!(buffer.is_empty(), "everything is consumed");
    let counted = (parser.stats().bytes(), parser.position().byte);
    assert_eq!(counted, (fed, fed), "each byte is counted once");
    parser.reset();
    assert_eq!(parser.position().byte, fed, "it counts on");
    let mut known = BytesMut::from(&b"k:v\n"[..]);
    let read = parser.parse_record(&mut known, &mut record);
    match read {
        Ok(read) => assert!(read && record.get("k").is_none_or(|value| value == "v")),
        // A line over the limit is passed over after its error.
        Err(_) => assert_eq!(parser.parse_record(&mut known, &mut record), Ok(false)),
    }
    assert_eq!((known.len(), parser.position().byte), (0, fed + 4));
    outcomes
}

/// Gives one byte a call, and now and then an error that is none.
pub struct Trickle<'a> {
    pub rest: &'a [u8],
    pub calls: u32,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        match self.calls % 5 {
            0 => Err(io::ErrorKind::Interrupted.into()),
            3 => Err(io::ErrorKind::WouldBlock.into()),
            _ => self.rest.read(&mut buffer[..1]),
        }
    }
}
