//! Records written and read again: those that a stream gives, and those of any labels and values.
//! What is refused is what the rules of the writer refuse, and leaves no trace.
//!
//! Input: options (a byte each: what to do with illegal bytes, strict and CRLF, the writer's buffer,
//! how much its sink takes a call); where the records come from (a byte); then a stream, or
//! labels and values behind their lengths.

use std::io::{self, Write};

use linecut::ltsv::{OnIllegal, Record, Writer, WriterBuilder, records};
use linecut::{Error, Position};

use super::choices::{Choices, bounded};
use super::escapes::ours;
use crate::naive::escape::{Kind, escape};
use crate::naive::ltsv::{Field, Outcome, parse};

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// What the writer does with a byte that no value can hold.
#[derive(Clone, Copy, Debug)]
enum Illegal {
    Reject,
    Replace,
    Escape(Kind),
}

/// Runs one input.
pub fn target(data: &[u8]) {
    let mut choices = Choices::new(data);
    let illegal = match choices.byte() % 6 {
        0 => Illegal::Reject,
        1 => Illegal::Replace,
        kind => Illegal::Escape(Kind::ALL[usize::from(kind) - 2]),
    };
    let rules = choices.byte();
    let rules = Rules { illegal, strict: rules & 1 == 1, crlf: rules & 2 == 2 };
    let buffer = choices.below(256);
    let sink = Sink { taken: Vec::new(), room: choices.below(256), calls: 0 };
    let records = if choices.flag() {
        made(&mut choices)
    } else {
        read(bounded(choices.rest(), 2048, 30, |byte| matches!(byte, b'\t' | b'\n')))
    };
    check(&rules, rules.builder().buffer_capacity(buffer).from_writer(sink), &records);
}

/// The records of a stream, and the same kept.
fn read(stream: &[u8]) -> Vec<Record> {
    let mut all = Vec::new();
    for record in records(stream) {
        let record = record.expect("a lenient reader without limits refuses nothing").to_record();
        let mut line = Vec::new();
        for (label, value) in &record {
            line.extend_from_slice(label);
            line.push(b':');
            line.extend_from_slice(&value);
            line.push(b'\t');
        }
        line.pop();
        // Before it is kept it refers to its line.
        all.push(Record::parse_lenient(&line));
        all.push(record);
    }
    all
}

/// Records of any labels and values.
fn made(choices: &mut Choices<'_>) -> Vec<Record> {
    let mut all = Vec::new();
    while !choices.is_empty() && all.len() < 10 {
        let mut record = Record::new();
        for _ in 0..choices.below(6) {
            let (label, value) = (choices.below(32), choices.below(300));
            record.push_field(choices.bytes(label), choices.bytes(value));
        }
        if choices.flag() {
            record.compact();
        }
        all.push(record);
    }
    all
}

fn fields(record: &Record) -> Vec<Field> {
    record.iter().map(|(label, value)| (label.to_vec(), value.to_vec())).collect()
}

/// Writes all, and reads what was written.
fn check(rules: &Rules, mut writer: Writer<Sink>, records: &[Record]) {
    let mut due = Vec::new();
    let mut written = Vec::new();
    let mut position = Position::default();
    for record in records {
        let fields = fields(record);
        assert_eq!(writer.position(), position);
        let result = until_taken(|| writer.write_record(record));
        match rules.line(&fields, position.byte == 0) {
            Ok(line) => {
                assert_eq!(result, Ok(()));
                position.byte += line.len() as u64;
                position.line += 1;
                position.record += 1;
                due.extend_from_slice(&line);
                written.push(fields);
            }
            Err((kind, at)) => assert_eq!(result, Err((kind, at as u64, position.byte))),
        }
    }
    let flushed = until_taken(|| writer.flush().map_err(Error::Io));
    assert_eq!(flushed, Ok(()));
    assert_eq!(writer.get_ref().taken, due);
    assert_eq!(writer.into_inner().unwrap().taken, due, "nothing is left");
    read_back(rules, &due, &written);
}

/// Calls until the sink takes it: `Ok`, or the refusal's kind, offset and the line's place.
fn until_taken(
    mut write: impl FnMut() -> Result<(), Error>,
) -> Result<(), (&'static str, u64, u64)> {
    loop {
        match write() {
            Ok(()) => return Ok(()),
            Err(Error::Parse { error, position }) => {
                return Err((error.kind.name(), error.offset, position.byte));
            }
            Err(Error::Io(error)) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
        }
    }
}

/// The twin reads the same fields, with illegal bytes as the rules have it.
fn read_back(rules: &Rules, stream: &[u8], written: &[Vec<Field>]) {
    let strict = rules.strict;
    let due = written.iter().filter(|fields| strict || !fields.is_empty()).map(|fields| {
        let field = |(label, value): &Field| (label.clone(), rules.value(value));
        fields.iter().map(field).collect::<Vec<_>>()
    });
    let read = parse(stream, strict).into_iter().map(|outcome| match outcome {
        Outcome::Record { fields, defects, terminated: true, .. } => {
            assert!(!strict || defects.is_empty());
            assert!(defects.iter().all(|defect| defect.0 == "InvalidLabel"), "{defects:?}");
            fields
        }
        other => panic!("{other:?} was written"),
    });
    assert_eq!(read.collect::<Vec<_>>(), due.collect::<Vec<_>>());
}

/// The writer's rules, once more.
#[derive(Clone, Copy, Debug)]
struct Rules {
    illegal: Illegal,
    strict: bool,
    crlf: bool,
}

impl Rules {
    fn builder(self) -> WriterBuilder {
        let mut builder = WriterBuilder::new();
        builder.strict(self.strict).crlf(self.crlf).on_illegal(match self.illegal {
            Illegal::Reject => OnIllegal::Reject,
            Illegal::Replace => OnIllegal::Replace(b'?'),
            Illegal::Escape(kind) => OnIllegal::Escape(ours(kind)),
        });
        builder
    }

    /// The line of a record, or why and where it is refused.
    fn line(self, fields: &[Field], first: bool) -> Result<Vec<u8>, (&'static str, usize)> {
        let mut line = Vec::new();
        for (number, (label, value)) in fields.iter().enumerate() {
            if number > 0 {
                line.push(b'\t');
            }
            let bad = label.iter().position(|byte| match self.strict {
                true => !(byte.is_ascii_alphanumeric() || b"_.-".contains(byte)),
                false => b"\t\n\r\0:".contains(byte),
            });
            match bad {
                _ if label.is_empty() => return Err(("EmptyLabel", line.len())),
                Some(at) => return Err(("InvalidLabel", line.len() + at)),
                None if first && number == 0 && label.starts_with(BOM) => return Err(("Bom", 0)),
                None => line.extend_from_slice(label),
            }
            line.push(b':');
            let bad = value.iter().position(|byte| b"\t\n\r\0".contains(byte));
            match (self.illegal, bad) {
                (Illegal::Reject, Some(at)) => return Err(("InvalidValue", line.len() + at)),
                _ => line.extend(self.value(value)),
            }
        }
        line.extend_from_slice(if self.crlf { b"\r\n" } else { b"\n" });
        Ok(line)
    }

    /// A value as it is written.
    fn value(self, value: &[u8]) -> Vec<u8> {
        match self.illegal {
            Illegal::Reject => value.to_vec(),
            Illegal::Replace => {
                let legal = |byte: &u8| if b"\t\n\r\0".contains(byte) { b'?' } else { *byte };
                value.iter().map(legal).collect()
            }
            Illegal::Escape(kind) => escape(kind, value),
        }
    }
}

/// Takes at most so many bytes a call, where `room` is not 0; then every third call fails.
#[derive(Debug)]
struct Sink {
    taken: Vec<u8>,
    room: usize,
    calls: usize,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        match self.calls % 6 {
            _ if self.room == 0 => self.taken.write(bytes),
            2 => Err(io::ErrorKind::Interrupted.into()),
            5 => Err(io::ErrorKind::WouldBlock.into()),
            _ => self.taken.write(&bytes[..bytes.len().min(self.room)]),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
