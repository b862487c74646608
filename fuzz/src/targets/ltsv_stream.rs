//! A stream in arbitrary pieces, through a reader that is interrupted and would block, and under
//! limits: the same records, errors and offsets as the twin gives of the whole.
//!
//! Input: the scanner's backend, the way in, and how often the lines come again, with an interner or
//! without (a byte each); the limit of a line and that of fields (a byte each, 0: none), the reader's
//! buffer (a byte), its faults (a byte, two bits each), the place of the stream at the edge of a
//! scanner's window (a byte, up to 128: at the start), the cuts; then the lines.

use linecut::__internal::WINDOW;
use linecut::Interner;
use linecut::ltsv::{self, ParserBuilder};

use super::choices::{Choices, Cuts, bounded, choose_backend, repeated};
use crate::naive::ltsv::{Defect, Outcome, parse, parse_line};
use crate::ways::ltsv as ways;

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// What holds of a line.
#[derive(Clone, Copy, Debug)]
struct Limits {
    len: usize,
    fields: usize,
}

/// Runs one input.
pub fn target(data: &[u8]) {
    let mut choices = Choices::new(data);
    let (backend, way) = (choose_backend(choices.byte()), choices.byte() % 3);
    let again = choices.byte();
    let limits = Limits { len: limit(choices.byte()), fields: limit(choices.byte()) };
    let buffer = 1 + choices.below(256);
    let faults = choices.byte();
    let before_edge = choices.below(256).saturating_sub(128);
    let cuts = Cuts::choose(&mut choices);
    let lines = bounded(choices.rest(), 1024, 24, |byte| matches!(byte, b'\t' | b'\n'));
    let bytes = &repeated(lines, 1 + usize::from(again % 4));
    let interner = (again > 127).then(|| Interner::with_seed(7).max_entries(2));
    let mut stream = filler(before_edge);
    stream.extend_from_slice(bytes);
    let chunks = cut(&stream, bytes.len(), &cuts);
    for strict in [true, false] {
        let mut due = limited(&stream, strict, limits);
        let (name, read) = match way {
            #[cfg(feature = "std")]
            0 => ("reader", std_ways::read(&chunks, strict, limits, &interner, (buffer, faults))),
            // It has no limit of fields.
            1 if limits.fields == usize::MAX => ("records", lent(&stream, strict, limits)),
            _ => {
                due = without_lines(due);
                ("parser", without_lines(pushed(&chunks, strict, limits, &interner)))
            }
        };
        assert_eq!(read, due, "{backend}, {name}, buffer {buffer}, strict {strict}, {limits:?}");
    }
    let _ = (buffer, faults); // without `std` there is no reader
}

fn limit(byte: u8) -> usize {
    if byte == 0 { usize::MAX } else { usize::from(byte) - 1 }
}

/// A line that ends so that what follows begins a little before the scanner's window ends.
fn filler(before_edge: usize) -> Vec<u8> {
    if before_edge == 0 {
        return Vec::new();
    }
    let mut line = b"filler:".to_vec();
    line.resize(WINDOW - before_edge - 1, b'x');
    line.push(b'\n');
    line
}

/// The chunks of the last `len` bytes of the stream; what is before them goes with the first.
fn cut<'a>(stream: &'a [u8], len: usize, cuts: &Cuts) -> Vec<&'a [u8]> {
    let filler = stream.len() - len;
    let chunks = cuts.chunks(&stream[filler..]);
    let first = chunks.first().map_or(0, |chunk| chunk.len());
    let rest = chunks.into_iter().skip(1);
    std::iter::once(&stream[..filler + first]).chain(rest).collect()
}

/// What the twin, which knows no limits, gives of a stream where they hold.
fn limited(stream: &[u8], strict: bool, limits: Limits) -> Vec<Outcome> {
    let lines = lines(stream, strict);
    let mut mark: Option<Defect> = None;
    let mut due = Vec::new();
    for mut outcome in parse(stream, strict) {
        let (Outcome::Record { line, .. } | Outcome::Error { line, .. }) = &outcome;
        let (line, (start, content)) = (*line, lines[*line as usize - 1]);
        let error = |kind, offset| Outcome::Error { line, kind, offset: offset as u64 };
        let refused = if content.len() > limits.len {
            Some(error("TooLong", start + limits.len))
        } else {
            match &outcome {
                Outcome::Record { fields, .. } if fields.len() > limits.fields => {
                    Some(error("TooManyFields", place_of_field(start, content, limits.fields)))
                }
                _ => None,
            }
        };
        // A mark is the defect of the first record that is given.
        if let Outcome::Record { defects, .. } = &mut outcome {
            let found = defects.first().filter(|defect| defect.0 == "Bom").copied();
            match (found, &refused) {
                (Some(found), Some(_)) => mark = Some(found),
                (None, None) => defects.splice(0..0, mark.take()).for_each(drop),
                _ => {}
            }
        }
        due.push(refused.unwrap_or(outcome));
    }
    due
}

/// Where each line begins, and what it is without its end, and without a mark that is taken off.
fn lines(stream: &[u8], strict: bool) -> Vec<(usize, &[u8])> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in stream.split_inclusive(|byte| *byte == b'\n') {
        let mark = if start == 0 && !strict && line.starts_with(BOM) { BOM.len() } else { 0 };
        let content = match line {
            [content @ .., b'\r', b'\n'] | [content @ .., b'\n'] => content,
            _ => line,
        };
        lines.push((start + mark, &content[mark..]));
        start += line.len();
    }
    lines
}

/// Where field `number` that is kept of a line begins.
fn place_of_field(start: usize, line: &[u8], number: usize) -> usize {
    let mut at = start;
    let mut places = line.split(|byte| *byte == b'\t').filter_map(|piece| {
        let place = at;
        at += piece.len() + 1;
        let (fields, _) = parse_line(piece, 0, false).ok()?;
        (!fields.is_empty()).then_some(place)
    });
    places.nth(number).expect("so many fields")
}

fn pushed(
    chunks: &[&[u8]],
    strict: bool,
    limits: Limits,
    interner: &Option<Interner>,
) -> Vec<Outcome> {
    let mut builder = ParserBuilder::new();
    builder.strict(strict).max_record_len(limits.len).max_fields(limits.fields);
    if let Some(interner) = interner {
        builder.interner(interner.clone());
    }
    let parser = builder.build();
    assert_eq!(parser.interner().is_some(), interner.is_some());
    ways::pushed(parser, chunks.iter().copied())
}

/// The same without the lines of errors, which a push parser does not tell.
fn without_lines(mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
    for outcome in &mut outcomes {
        if let Outcome::Error { line, .. } = outcome {
            *line = 0;
        }
    }
    outcomes
}

fn lent(stream: &[u8], strict: bool, limits: Limits) -> Vec<Outcome> {
    let line_of = |offset: u64| {
        let before = &stream[..(offset as usize).min(stream.len())];
        1 + before.iter().filter(|byte| **byte == b'\n').count() as u64
    };
    let mut records = ltsv::records(stream).strict(strict).max_record_len(limits.len);
    let mut given = Vec::new();
    while let Some(record) = records.next_record() {
        given.push(match record {
            Ok(record) => ways::outcome(&record.to_record()),
            Err(error) => Outcome::Error {
                line: line_of(error.offset),
                kind: error.kind.name(),
                offset: error.offset,
            },
        });
    }
    given
}

#[cfg(feature = "std")]
mod std_ways {
    use std::io::{self, ErrorKind, Read};

    use linecut::Interner;
    use linecut::ltsv::ReaderBuilder;

    use super::Limits;
    use crate::naive::ltsv::Outcome;
    use crate::ways::ltsv as ways;

    pub fn read(
        chunks: &[&[u8]],
        strict: bool,
        limits: Limits,
        interner: &Option<Interner>,
        (buffer, faults): (usize, u8),
    ) -> Vec<Outcome> {
        let mut builder = ReaderBuilder::new();
        builder.strict(strict).max_record_len(limits.len).max_fields(limits.fields);
        builder.buffer_capacity(buffer);
        if let Some(interner) = interner {
            builder.interner(interner.clone());
        }
        let uneven = Uneven { chunks: chunks.to_vec(), faults, calls: 0, failed: false };
        ways::reader_of(&builder, uneven)
    }

    /// Gives a chunk a call, or as much of it as there is room for; and now and then an error that
    /// is none, but never two in a row.
    struct Uneven<'a> {
        chunks: Vec<&'a [u8]>,
        faults: u8,
        calls: u32,
        failed: bool,
    }

    impl Read for Uneven<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let fault = self.faults >> (self.calls % 4 * 2) & 3;
            self.calls += 1;
            self.failed = !self.failed && fault > 1;
            if self.failed {
                let kind = if fault == 2 { ErrorKind::Interrupted } else { ErrorKind::WouldBlock };
                return Err(kind.into());
            }
            self.chunks.retain(|chunk| !chunk.is_empty());
            match self.chunks.first_mut() {
                Some(chunk) => chunk.read(buffer),
                None => Ok(0),
            }
        }
    }
}
