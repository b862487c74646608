//! Values of a whole stream, read and written.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use linecut::ltsv::{Escape, OnIllegal, Reader, ReaderBuilder, Writer, WriterBuilder};
use linecut::serde::{DeserializeErrorKind, DeserializeOptions, Duplicates, ReadError, WriteError};
use linecut::{ErrorKind, ltsv::Record};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Hit {
    status: u16,
    ua: Option<String>,
}

#[test]
fn reading_goes_on_after_errors() {
    let log = b"status:200\nstatus:x\njunk\n\nstatus:404\tua:y\tstatus:200\nstatus:500\tua:z";
    let mut reader = ReaderBuilder::new().strict(true).from_reader(&log[..]);
    let hits: Vec<_> = reader.deserialize::<Hit>().collect();
    assert_eq!(hits.len(), 6);
    assert_eq!(*hits[0].as_ref().unwrap(), Hit { status: 200, ua: None });
    let said: Vec<_> =
        hits.iter().filter_map(|hit| hit.as_ref().err()).map(|error| error.to_string()).collect();
    assert_eq!(
        said,
        [
            "line 2: status at byte 18: invalid digit found in string",
            "line 3: no colon between label and value at byte 20",
            "line 4: status at byte 25: no field with this label",
            "line 5: status at byte 42: label is not unique, first at byte 26",
        ]
    );
    assert_eq!(*hits[5].as_ref().unwrap(), Hit { status: 500, ua: Some("z".into()) });
    let Err(ReadError::Deserialize(error)) = &hits[4] else { panic!("{:?}", hits[4]) };
    assert_eq!(*error.kind(), DeserializeErrorKind::DuplicateLabel { first: 26 });
    assert_eq!((error.position().byte, error.position().line, error.position().record), (26, 5, 3));
}

#[test]
fn reading_ends_after_an_io_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let mut hits =
        Reader::from_reader((&b"status:200\n"[..]).chain(Broken)).into_deserialize::<Hit>();
    assert!(hits.next().unwrap().is_ok());
    assert!(matches!(hits.next(), Some(Err(ReadError::Io(_)))));
    assert!(hits.next().is_none());
}

#[test]
fn options_hold_for_the_stream() {
    let log = b"status:200\tstatus:404\n";
    let mut options = DeserializeOptions::new();
    options.duplicates(Duplicates::Last);
    let mut reader = Reader::from_reader(&log[..]);
    let borrowed: Vec<Hit> =
        reader.deserialize().with_options(&options).collect::<Result<_, _>>().unwrap();
    let owned: Vec<Hit> = Reader::from_reader(&log[..])
        .into_deserialize()
        .with_options(&options)
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(borrowed, owned);
    assert_eq!(borrowed[0].status, 404);
}

#[test]
fn one_record_lends_to_many_values() {
    #[derive(Deserialize)]
    struct Borrowed<'a> {
        ua: &'a str,
    }
    let mut reader = Reader::from_reader(&b"ua:a\nua:b\n"[..]);
    let (mut record, mut agents) = (Record::new(), String::new());
    while reader.read_record(&mut record).unwrap() {
        agents += record.deserialize::<Borrowed<'_>>().unwrap().ua;
    }
    assert_eq!(agents, "ab");
}

#[test]
fn writing_is_whole_or_not_at_all() {
    let mut writer = Writer::from_writer(Vec::new());
    writer.serialize(&Hit { status: 200, ua: None }).unwrap();
    let forged = Hit { status: 200, ua: Some("x\tstatus:500".into()) };
    let error = writer.serialize(&forged).unwrap_err();
    assert!(error.to_string().starts_with("line 2: "), "{error}");
    let WriteError::Parse { error, position } = error else { panic!("{error}") };
    assert_eq!((error.kind, error.offset), (ErrorKind::InvalidValue, 15));
    assert_eq!((position.byte, position.line), (11, 2));
    let nested = BTreeMap::from([("a", vec![vec![1]])]);
    assert!(matches!(writer.serialize(&nested), Err(WriteError::Serialize(_))));
    assert!(matches!(writer.serialize(&7), Err(WriteError::Serialize(_))));
    let no_label = BTreeMap::from([("", 1)]);
    assert!(matches!(writer.serialize(&no_label), Err(WriteError::Parse { .. })));
    writer.serialize(&Hit { status: 404, ua: Some("y".into()) }).unwrap();
    assert_eq!(writer.into_inner().unwrap(), b"status:200\nstatus:404\tua:y\n");
}

/// A type that goes on after the writer refused a field.
struct Stubborn;

impl Serialize for Stubborn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("a", "1")?;
        let _ = map.serialize_entry("b", "\n");
        let _ = map.serialize_entry("c", "3");
        map.end()
    }
}

#[test]
fn a_refused_field_is_not_forgotten() {
    let mut writer = Writer::from_writer(Vec::new());
    let error = writer.serialize(&Stubborn).unwrap_err();
    assert!(matches!(error, WriteError::Parse { error, .. } if error.offset == 6), "{error}");
    assert!(writer.into_inner().unwrap().is_empty());
}

#[test]
fn writing_follows_the_writers_options() {
    let mut builder = WriterBuilder::new();
    builder.on_illegal(OnIllegal::Escape(Escape::Backslash)).crlf(true);
    let mut writer = builder.from_writer(Vec::new());
    writer.serialize(&Hit { status: 200, ua: Some("a\tb".into()) }).unwrap();
    assert_eq!(writer.into_inner().unwrap(), b"status:200\tua:a\\tb\r\n");
}

#[test]
fn a_failing_output_is_told() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("full"))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = WriterBuilder::new().buffer_capacity(1).from_writer(Full);
    writer.serialize(&Hit { status: 200, ua: None }).unwrap();
    let error = writer.serialize(&Hit { status: 200, ua: None }).unwrap_err();
    assert!(matches!(error, WriteError::Io(_)), "{error}");
    assert_eq!(error.to_string(), "full");
}
