//! Corners of errors, defects and positions: what they say, and what is behind them.

use std::collections::HashSet;
use std::error::Error as _;
use std::io;

use linecut::http1::{Headers, Response, Version};
use linecut::ltsv::{Absent, Presence, Reader, ReaderBuilder, Record};
use linecut::{Defect, Error, ErrorKind, ParseError, Position};

const KINDS: [ErrorKind; 28] = [
    ErrorKind::EmptyField,
    ErrorKind::EmptyLabel,
    ErrorKind::MissingColon,
    ErrorKind::InvalidLabel,
    ErrorKind::InvalidValue,
    ErrorKind::DuplicateLabel { first: 7 },
    ErrorKind::Bom,
    ErrorKind::TooLong,
    ErrorKind::TooManyFields,
    ErrorKind::InvalidMethod,
    ErrorKind::InvalidTarget,
    ErrorKind::InvalidVersion,
    ErrorKind::UnusualVersion,
    ErrorKind::InvalidStatus,
    ErrorKind::InvalidName,
    ErrorKind::EmptyName,
    ErrorKind::SpaceBeforeColon,
    ErrorKind::ExtraSpace,
    ErrorKind::LeadingWhitespace,
    ErrorKind::ObsFold,
    ErrorKind::BareLf,
    ErrorKind::BareCr,
    ErrorKind::Nul,
    ErrorKind::InvalidChunkSize,
    ErrorKind::InvalidChunkExtension,
    ErrorKind::UnexpectedEof,
    ErrorKind::DuplicateLabel { first: 8 },
    ErrorKind::DuplicateLabel { first: 9 },
];

#[test]
fn every_kind_has_a_name_and_a_text_of_its_own() {
    let names: HashSet<&str> = KINDS.iter().map(|kind| kind.name()).collect();
    let texts: HashSet<String> = KINDS.iter().map(ErrorKind::to_string).collect();
    assert_eq!((names.len(), texts.len()), (26, 28));
    for kind in KINDS {
        let variant = format!("{kind:?}");
        assert_eq!(variant.split(' ').next(), Some(kind.name()));
        assert!(kind.to_string().is_ascii() && kind.to_string().len() > 7, "{kind:?}");
    }
    let duplicate = ErrorKind::DuplicateLabel { first: 7 };
    assert_eq!(duplicate.to_string(), "label is not unique, first at byte 7");
}

#[test]
fn errors_defects_and_positions_say_where() {
    let record = Record::parse_lenient(b"a:1\tjunk");
    assert_eq!(record.defects()[0].to_string(), "no colon between label and value at bytes 4..8");
    assert_eq!(Defect::new(ErrorKind::Nul, 1..2).to_string(), "NUL byte at bytes 1..2");
    assert_eq!(Position::default().to_string(), "line 1 (byte 0, record 0)");
    assert_eq!(ParseError::new(ErrorKind::BareLf, 9).to_string(), "LF without CR at byte 9");
    let mut builder = ReaderBuilder::default();
    let mut reader = builder.strict(true).from_reader(&b"a:1\njunk\n"[..]);
    let mut record = Record::default();
    assert!(reader.read_record(&mut record).unwrap());
    let error = reader.read_record(&mut record).unwrap_err();
    assert_eq!(error.to_string(), "line 2: no colon between label and value at byte 4");
    assert!(error.source().unwrap().is::<ParseError>());
    let as_io = io::Error::from(error);
    assert_eq!(as_io.kind(), io::ErrorKind::InvalidData);
    assert!(as_io.to_string().starts_with("line 2: "), "{as_io}");
    let broken = Error::from(io::Error::other("the disk is gone"));
    assert_eq!(broken.to_string(), "the disk is gone");
    assert_eq!(broken.source().unwrap().to_string(), "the disk is gone");
    assert_eq!(io::Error::from(broken).to_string(), "the disk is gone");
}

#[test]
fn a_field_that_is_no_number_is_named_with_its_byte_in_the_stream() {
    let mut reader =
        Reader::from_reader(&b"first:1\nhost:h\tstatus:2oo\tsize:\tua:-\ttime:12\n"[..]);
    let mut record = Record::new();
    assert!(reader.read_record(&mut record).unwrap() && reader.read_record(&mut record).unwrap());
    let kept = record.clone();
    let absent = Absent::default();
    for record in [&record, &kept] {
        let error = absent.parse::<u16>(record, "status").unwrap_err();
        assert_eq!((&error.label, error.offset), (&"status".into(), 22));
        assert_eq!(error.to_string(), "status at byte 22: invalid digit found in string");
        assert!(error.source().unwrap().to_string().contains("invalid digit"));
        assert_eq!(absent.parse::<u16>(record, "time"), Ok(Some(12)));
        for none in ["size", "ua", "nowhere"] {
            assert_eq!(absent.parse::<u16>(record, none), Ok(None), "{none}");
        }
        assert_eq!(absent.get(record, "size"), Presence::Absent);
        assert_eq!(absent.get(record, "nowhere"), Presence::Missing);
        assert_eq!(absent.get(record, "host"), Presence::Present("h".into()));
        assert_eq!(absent.get(record, "host").present().unwrap(), "h");
        assert!(absent.get(record, "ua").present().is_none());
        let never = Absent::new(["12"]);
        assert_eq!(never.parse::<u16>(record, "time"), Ok(None));
        assert!(never.parse::<u16>(record, "ua").is_err() && !never.is_marker(b""));
    }
}

#[test]
fn heads_say_what_they_are() {
    for (version, text, number) in [
        (Version::Icy, "ICY", Some("icy")),
        (Version::Bare, "HTTP", None),
        (Version::Http { major: 2, minor: None }, "HTTP/2", Some("2")),
        (Version::Http { major: 0, minor: Some(9) }, "HTTP/0.9", Some("0.9")),
        (Version::Http { major: 9, minor: Some(9) }, "HTTP/9.9", Some("9.9")),
        (Version::HTTP_11, "HTTP/1.1", Some("1.1")),
    ] {
        assert_eq!((version.to_string().as_str(), version.number()), (text, number));
    }
    assert_eq!(Version::Http { major: 10, minor: Some(0) }.number(), None);
    let response = Response::parse(&b"HTTP/1.1 200 OK\r\nA: 1\r\nB: \x7F\r\n\r\n"[..]);
    assert_eq!(response.unwrap_err().kind, ErrorKind::InvalidValue);
    let response = Response::parse(&b"HTTP/1.1 200 OK\r\nA: 1\r\nB: \xFF\r\n\r\n"[..]);
    let headers = response.unwrap().unwrap().into_headers();
    assert_eq!(format!("{headers:?}"), r#"{b"A": b"1", b"B": b"\xff"}"#);
    assert!(!headers.is_empty() && Headers::default().is_empty());
}
