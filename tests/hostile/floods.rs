//! Floods: a line without an end, millions of fields, labels, lines and defects. The answer is a
//! clear error or a count, in linear time, with memory near the limits.

use std::io::{self, Read};

use bytes::BytesMut;
use linecut::http1::{self, Capture, ParserBuilder, Response};
use linecut::ltsv::{self, Reader, ReaderBuilder, Record};
use linecut::{Error, ErrorKind, ParseError};

use super::counting::{assert_linear, cost};
use super::inputs::{distinct_labels, repeat, repeat_behind};

/// A count that a debug build does a part of.
const fn full(n: usize) -> usize {
    if cfg!(debug_assertions) { n / 40 } else { n }
}

const MIB: usize = 1 << 20;

#[test]
fn a_gibibyte_without_a_line_end() {
    let n = full(1024) * MIB;
    let cost = cost(|| {
        let endless = io::repeat(b'a').take(n as u64).chain(&b"\nb:2\n"[..]);
        let (mut reader, mut record) = (Reader::from_reader(endless), Record::new());
        let error = reader.read_record(&mut record).unwrap_err();
        let Error::Parse { error, position } = error else { panic!("{error}") };
        assert_eq!((error.kind, error.offset), (ErrorKind::TooLong, 16 << 20));
        assert_eq!((position.byte, position.line), (0, 1));
        assert!(reader.read_record(&mut record).unwrap());
        assert_eq!((record.get("b").unwrap(), record.position().line), ("2".into(), 2));
        assert_eq!(reader.stats().skipped_bytes, n as u64 + 1);
    });
    println!("{n} bytes: {cost:?}");
    // A buffer of twice the limit, and the one of half that it grew from.
    assert!(cost.peak <= 49 * MIB, "{cost:?}");

    let mut builder = ReaderBuilder::new();
    let cost = self::cost(|| {
        let endless = io::repeat(b'a').take(n as u64);
        let mut reader = builder.max_record_len(1000).from_reader(endless);
        assert!(reader.read_record(&mut Record::new()).is_err());
        assert!(!reader.read_record(&mut Record::new()).unwrap());
    });
    assert!(cost.peak <= 256 << 10, "{cost:?}");
}

#[test]
fn ten_million_empty_fields() {
    let n = full(10_000_000);
    let line = repeat(b"\t", n);
    let cost = cost(|| {
        let record = Record::parse_lenient(&line);
        assert_eq!((record.len(), record.defect_count()), (0, n as u64 + 1));
        assert_eq!(record.defects().len(), 1024);
    });
    println!("{n} TABs: {cost:?}");
    assert!(cost.peak <= 2 * n + (128 << 10), "{cost:?}");
    let error = Record::parse(&line).unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::EmptyField, 0));
    let mut reader = ReaderBuilder::new().max_record_len(n - 1).from_reader(&line[..]);
    let error = reader.read_record(&mut Record::new()).unwrap_err();
    assert!(matches!(error, Error::Parse { error, .. } if error.kind == ErrorKind::TooLong));
}

#[test]
fn a_million_distinct_labels() {
    let n = full(9 * MIB);
    let line = distinct_labels(n, b'\t');
    let record = Record::parse(&line).expect("a valid line");
    assert!(record.len() > n / 10);
    assert!(!record.has_duplicates());
    let last = format!("l{:x}", record.len() - 1);
    assert_eq!(record.get(&last).unwrap(), "");
    // One label a line: what is remembered of labels must not grow with them.
    let lines = distinct_labels(n, b'\n');
    let cost = cost(|| {
        let (mut reader, mut record) = (Reader::from_reader(&lines[..]), Record::new());
        let mut records = 0;
        while reader.read_record(&mut record).unwrap() {
            records += 1;
        }
        assert!(records > n / 10);
    });
    println!("{} bytes of lines: {cost:?}", lines.len());
    assert!(cost.peak <= 256 << 10, "{cost:?}");
    let mut builder = ReaderBuilder::new();
    let mut reader = builder.max_fields(1000).from_reader(&line[..]);
    let error = reader.read_record(&mut Record::new()).unwrap_err();
    assert!(matches!(error, Error::Parse { error, .. } if error.kind == ErrorKind::TooManyFields));
}

#[test]
fn a_hundred_thousand_header_lines() {
    let n = full(100_000).max(5_000);
    let head = [b"HTTP/1.1 200 OK\r\n", &b"a: b\r\n".repeat(n)[..], b"\r\n"].concat();
    let error = Response::parse(&head[..]).unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::TooManyFields, 17 + 6 * 4096));
    let mut builder = ParserBuilder::strict();
    let mut parser = builder.max_headers(n).build();
    let response = parser.parse_response(&mut head[..].into()).unwrap().expect("a whole head");
    assert_eq!(response.headers().len(), n);
    assert_eq!(response.headers().get_all("A").count(), n);
    assert!(response.headers().has_duplicates());
    let head = repeat_behind(b"HTTP/1.1 200 OK\r\n", b"a: b\r\n", 2 * MIB);
    let error = Response::parse(&head[..]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::TooManyFields);
    let head = repeat_behind(b"HTTP/1.1 200 OK\r\n", b"a", 2 * MIB);
    let error = Response::parse(&head[..]).unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::TooLong, 1 << 20));
}

#[test]
fn a_million_defects() {
    let n = full(1_000_000);
    let count = |bytes: &[u8]| {
        let mut builder = ParserBuilder::lenient();
        let mut parser = builder.max_head_len(1 << 30).max_headers(usize::MAX).build();
        let head = parser.finish_response(&mut bytes.into()).unwrap().expect("a head");
        assert_eq!(head.defects().len(), 1024);
        assert!(head.defects().is_sorted_by_key(|defect| defect.span.start));
        head.defect_count()
    };
    let start = b"HTTP/1.1 200 OK\r\n";
    for (part, defects) in [
        (&b"a:\n"[..], 1), // the bare LF
        (b"\0\n", 2),      // and a line without a colon
        (b"a:\0\r \n", 3), // a NUL, a bare CR
        (b":\r\n", 1),     // no name
        (b"@ :\r\n", 2),   // a name that is no token, a space before the colon
    ] {
        let bytes = [start, &part.repeat(n / defects)[..], b"\r\n"].concat();
        assert_eq!(count(&bytes), (n / defects * defects) as u64, "{}", part.escape_ascii());
    }
    let line = repeat(b"@:\0\t", 4 * n);
    assert_eq!(Record::parse_lenient(&line).defect_count(), 2 * n as u64 + 1);
}

/// One byte more at a time, as the slowest sender has it.
fn feed(bytes: &[u8], mut step: impl FnMut(&mut BytesMut)) {
    let mut buffer = BytesMut::with_capacity(bytes.len());
    for byte in bytes {
        buffer.extend_from_slice(&[*byte]);
        step(&mut buffer);
    }
}

#[test]
fn feeding_byte_by_byte_is_linear() {
    let n = full(400_000);
    let parts: [&[u8]; 9] =
        [b"a", b"a:b\r\n", b"a:\n \n", b" ", b"\r", b"a: \t", b"a:\0", b":\n", b"a \t:"];
    for part in parts {
        for strict in [true, false] {
            let name = format!("head fed, strict {strict}, {}", part.escape_ascii());
            assert_linear(&name, n, |n| {
                let bytes = repeat_behind(b"HTTP/1.1 200 OK\r\n", part, n);
                let mut builder =
                    if strict { ParserBuilder::strict() } else { ParserBuilder::lenient() };
                builder.max_head_len(1 << 30).max_headers(usize::MAX);
                let mut parser = builder.build();
                feed(&bytes, |buffer| drop(parser.parse_response(buffer)));
            });
        }
    }
    for part in [&b"a"[..], b"a:\t", b"\t", b"\r", b"a:1\n", b"\r\n"] {
        assert_linear(&format!("line fed, {}", part.escape_ascii()), n, |n| {
            let (mut parser, mut record) = (ltsv::Parser::new(), Record::new());
            feed(&repeat(part, n), |buffer| {
                let _ = parser.parse_record(buffer, &mut record);
            });
        });
        assert_linear(&format!("line read, {}", part.escape_ascii()), n, |n| {
            let bytes = repeat(part, n);
            let mut builder = ReaderBuilder::new();
            let mut reader = builder.buffer_capacity(1).from_reader(OneByte(&bytes));
            while !matches!(reader.read_record(&mut Record::new()), Ok(false)) {}
        });
    }
}

struct OneByte<'a>(&'a [u8]);

impl Read for OneByte<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(1);
        self.0.read(&mut buffer[..most])
    }
}

#[test]
fn many_heads_and_many_lines_are_linear() {
    let n = full(500_000);
    let parts: [&[u8]; 5] = [
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 200\na:\n\n",
        b"HTTP/2 200\n \n\n",
        b"HTTP/1.1 200 OK\r\na: b\r\n c\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r",
    ];
    for part in parts {
        let name = part.escape_ascii();
        assert_linear(&format!("heads of one capture, {name}"), n, |n| {
            let capture = repeat(part, n);
            Capture::new(&capture).max_heads(usize::MAX).for_each(drop);
        });
        assert_linear(&format!("heads with a prefix, {name}"), n, |n| {
            let lines = repeat(part, n);
            let lines = lines.split_inclusive(|byte| *byte == b'\n');
            let capture: Vec<u8> = lines.flat_map(|line| [b"< ", line].concat()).collect();
            Capture::new(&capture).line_prefix("< ").max_heads(usize::MAX).for_each(drop);
        });
        assert_linear(&format!("heads in one buffer, {name}"), n, |n| {
            let mut buffer = BytesMut::from(&repeat(part, n)[..]);
            let mut parser = ParserBuilder::lenient().build();
            while let Ok(Some(_)) = parser.parse_response(&mut buffer) {}
        });
        assert_linear(&format!("heads one after the other, {name}"), n, |n| {
            let bytes = repeat(part, n);
            let (mut rest, mut spans) = (&bytes[..], Vec::new());
            while let Ok::<_, ParseError>(Some(head)) = http1::parse_head(rest, &mut spans) {
                rest = &rest[head.len..];
            }
        });
    }
    for part in [&b"a:1\tb:2\n"[..], b"\n", b"\r\n", b"a\n", b"\t\n", b"a:\0\n"] {
        for strict in [true, false] {
            let name = format!("strict {strict}, {}", part.escape_ascii());
            assert_linear(&format!("lines of one buffer, {name}"), n, |n| {
                let bytes = repeat(part, n);
                let mut records = ltsv::records(&bytes).strict(strict);
                while records.next_record().is_some() {}
            });
            assert_linear(&format!("lines of a push parser, {name}"), n, |n| {
                let mut buffer = BytesMut::from(&repeat(part, n)[..]);
                let mut builder = ltsv::ParserBuilder::new();
                let mut parser = builder.strict(strict).build();
                let mut record = Record::new();
                while !matches!(parser.parse_record(&mut buffer, &mut record), Ok(false)) {}
            });
        }
    }
}
