//! The writer: what it accepts reads back equal, and what it refuses leaves no trace.

#![cfg(feature = "std")]

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use linecut::ltsv::{Escape, OnIllegal, Reader, ReaderBuilder, Record, Writer, WriterBuilder};
use linecut::{Error, ErrorKind};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

type Fields = Vec<(Vec<u8>, Vec<u8>)>;

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The refusal of a write: kind, offset in the line, and where the line would have begun.
fn refusal(result: Result<(), Error>) -> Option<(ErrorKind, u64, u64)> {
    match result {
        Ok(()) => None,
        Err(Error::Parse { error, position }) => Some((error.kind, error.offset, position.byte)),
        Err(Error::Io(error)) => panic!("{error}"),
    }
}

fn written(builder: &WriterBuilder, fields: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut writer = builder.from_writer(Vec::new());
    writer.write_fields(fields.iter().copied()).expect("fields that can be written");
    writer.into_inner().expect("a vector takes all")
}

#[test]
fn lines_are_written_as_they_are_read() {
    let builder = WriterBuilder::new();
    type Case<'a> = (&'a [(&'a [u8], &'a [u8])], &'a [u8]);
    let cases: &[Case<'_>] = &[
        (&[], b"\n"),
        (&[(b"a", b"")], b"a:\n"),
        (&[(b"a", b"-")], b"a:-\n"),
        (&[(b"a", b"1"), (b"a", b"2"), (b"b", b":x:")], b"a:1\ta:2\tb::x:\n"),
        (&[(b"@ \xFF", b" \xFF\x01\x7F ")], b"@ \xFF: \xFF\x01\x7F \n"),
    ];
    for (fields, due) in cases {
        assert_eq!(written(&builder, fields), *due);
    }
    assert_eq!(written(WriterBuilder::new().crlf(true), &[(b"a", b"1")]), b"a:1\r\n");
    assert_eq!(written(WriterBuilder::new().crlf(true), &[]), b"\r\n");
}

#[test]
fn an_empty_record_reads_back_by_the_strict_rules() {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(&Record::new()).unwrap();
    let bytes = writer.into_inner().unwrap();
    let read = |strict| {
        let reader = ReaderBuilder::new().strict(strict).from_reader(&bytes[..]);
        reader.into_records().map(|record| record.unwrap().len()).collect::<Vec<_>>()
    };
    assert_eq!(read(true), [0]);
    assert!(read(false).is_empty());
}

#[test]
fn refusals_name_kind_and_place() {
    let lenient = WriterBuilder::new();
    let mut strict = WriterBuilder::new();
    strict.strict(true);
    let mut escaping = WriterBuilder::new();
    escaping.on_illegal(OnIllegal::Escape(Escape::Backslash));
    type Case<'a> = (&'a WriterBuilder, &'a [(&'a str, &'a str)], ErrorKind, u64);
    let cases: &[Case<'_>] = &[
        (&lenient, &[("", "1")], ErrorKind::EmptyLabel, 0),
        (&lenient, &[("a", "1"), ("", "2")], ErrorKind::EmptyLabel, 4),
        (&lenient, &[("a", "1"), ("b:c", "2")], ErrorKind::InvalidLabel, 5),
        (&lenient, &[("a\t", "1")], ErrorKind::InvalidLabel, 1),
        (&lenient, &[("a\n", "1")], ErrorKind::InvalidLabel, 1),
        (&lenient, &[("\ra", "1")], ErrorKind::InvalidLabel, 0),
        (&lenient, &[("\0a", "1")], ErrorKind::InvalidLabel, 0),
        (&lenient, &[("a", "\t")], ErrorKind::InvalidValue, 2),
        (&lenient, &[("a", "1\n")], ErrorKind::InvalidValue, 3),
        (&lenient, &[("a", "1"), ("b", "12\r")], ErrorKind::InvalidValue, 8),
        (&lenient, &[("a", "1"), ("b", "\0\t")], ErrorKind::InvalidValue, 6),
        (&lenient, &[("\u{FEFF}a", "1")], ErrorKind::Bom, 0),
        (&strict, &[("\u{FEFF}a", "1")], ErrorKind::InvalidLabel, 0),
        (&strict, &[("a", "1"), ("b c", "2")], ErrorKind::InvalidLabel, 5),
        // As the line would have been written: the TAB before has become two bytes.
        (&escaping, &[("a", "\t"), ("", "2")], ErrorKind::EmptyLabel, 5),
        (&escaping, &[("a\t", "1")], ErrorKind::InvalidLabel, 1),
    ];
    for (builder, fields, kind, offset) in cases {
        let mut writer = builder.from_writer(Vec::new());
        let refused = refusal(writer.write_fields(fields.iter().copied()));
        assert_eq!(refused, Some((*kind, *offset, 0)), "{fields:?}");
        // The next record is none the worse, and a refused one has no place.
        writer.write_fields([("x", "1")]).unwrap();
        assert_eq!(refusal(writer.write_fields([("x", "1"), ("", "")])).unwrap().2, 4);
        assert_eq!((writer.position().line, writer.position().record), (2, 1));
        assert_eq!(writer.into_inner().unwrap(), b"x:1\n", "{fields:?}");
    }
}

#[test]
fn a_byte_order_mark_is_refused_only_where_readers_take_it_off() {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_fields([("a", "\u{FEFF}"), ("\u{FEFF}b", "")]).unwrap();
    writer.write_fields([("\u{FEFF}c", "1")]).unwrap();
    let bytes = writer.into_inner().unwrap();
    let last = Reader::from_reader(&bytes[..]).into_records().last().unwrap().unwrap();
    assert_eq!(last.get("\u{FEFF}c").unwrap(), "1");
}

#[test]
fn illegal_bytes_are_replaced_or_escaped_in_values_only() {
    let mut builder = WriterBuilder::new();
    builder.on_illegal(OnIllegal::Replace(b'?'));
    assert_eq!(written(&builder, &[(b"a", b"1\t\n\r\0\\2"), (b"b", b"x")]), b"a:1????\\2\tb:x\n");
    // Every value is escaped, so that every value can be unescaped.
    builder.on_illegal(OnIllegal::Escape(Escape::Nginx));
    assert_eq!(written(&builder, &[(b"a", br"\x09"), (b"b", b"\t")]), b"a:\\x5Cx09\tb:\\x09\n");
    for byte in *b"\t\n\r\0" {
        let set = || drop(WriterBuilder::new().on_illegal(OnIllegal::Replace(byte)).clone());
        assert!(panic::catch_unwind(set).is_err(), "{byte:#x}");
    }
}

#[test]
fn a_file_is_written_and_emptied_before() {
    let path = std::env::temp_dir().join(format!("linecut-ltsv-writer-{}", std::process::id()));
    for crlf in [true, false] {
        let mut writer = WriterBuilder::new().crlf(crlf).from_path(&path).unwrap();
        writer.write_fields([("a", "1")]).unwrap();
    }
    assert_eq!(fs::read(&path).unwrap(), b"a:1\n");
    drop(Writer::from_path(&path).unwrap());
    assert_eq!(fs::read(&path).unwrap(), b"");
    fs::remove_file(&path).unwrap();
}

#[test]
fn fields_that_panic_leave_no_half_record() {
    let mut writer = Writer::from_writer(Vec::new());
    let fields = (0..3).map(|n| if n < 2 { ("a", "1") } else { panic!("no third field") });
    assert!(panic::catch_unwind(AssertUnwindSafe(|| writer.write_fields(fields))).is_err());
    writer.write_fields([("b", "2")]).unwrap();
    assert_eq!(writer.into_inner().unwrap(), b"b:2\n");
}

/// What the first error of a record is, byte by byte, and the line it would be.
fn judge(
    fields: &Fields,
    strict: bool,
    on_illegal: OnIllegal,
    first: bool,
) -> Result<Vec<u8>, (ErrorKind, u64)> {
    let mut line = Vec::new();
    for (index, (label, value)) in fields.iter().enumerate() {
        if index > 0 {
            line.push(b'\t');
        }
        if label.is_empty() {
            return Err((ErrorKind::EmptyLabel, line.len() as u64));
        }
        let start = line.len();
        for byte in label {
            let by_grammar = byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
            if b":\t\n\r\0".contains(byte) || (strict && !by_grammar) {
                return Err((ErrorKind::InvalidLabel, line.len() as u64));
            }
            line.push(*byte);
        }
        if first && start == 0 && line.starts_with(BOM) {
            return Err((ErrorKind::Bom, 0));
        }
        line.push(b':');
        for byte in value {
            let illegal = b"\t\n\r\0".contains(byte);
            match on_illegal {
                OnIllegal::Escape(kind) => line.extend_from_slice(&kind.escape(&[*byte])),
                OnIllegal::Replace(with) if illegal => line.push(with),
                _ if illegal => return Err((ErrorKind::InvalidValue, line.len() as u64)),
                _ => line.push(*byte),
            }
        }
    }
    Ok(line)
}

fn label() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        12 => "[0-9A-Za-z_.-]{1,12}".prop_map(String::into_bytes),
        2 => vec(any::<u8>(), 1..6),
        1 => vec(select(&b"ab:\t\n\r\0@\xFF"[..]), 0..5),
        1 => Just([BOM, b"a"].concat()),
    ]
}

fn value() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        8 => "[ -~]{0,20}".prop_map(String::into_bytes),
        2 => vec(select(&b"a\t\n\r\0\\:x0\"\xFF"[..]), 0..6),
        2 => vec(any::<u8>(), 0..80),
        2 => (1..300usize).prop_map(|len| vec![b'v'; len]),
    ]
}

fn any_fields() -> impl Strategy<Value = Fields> {
    vec((label(), value()), 0..5)
}

fn on_illegal() -> impl Strategy<Value = OnIllegal> {
    let kinds = [Escape::Nginx, Escape::NginxJson, Escape::Apache, Escape::Backslash];
    let mut all = vec![OnIllegal::Reject, OnIllegal::Reject, OnIllegal::Replace(b' ')];
    all.extend(kinds.map(OnIllegal::Escape));
    select(all)
}

/// What is read of `bytes`, and that no line is refused.
fn read_back(bytes: &[u8], strict: bool) -> Vec<Fields> {
    let reader = ReaderBuilder::new().strict(strict).from_reader(bytes);
    let records = reader.into_records().map(|record| {
        let record = record.expect("a record");
        record.iter().map(|(label, value)| (label.to_vec(), value.to_vec())).collect()
    });
    records.collect()
}

/// What a value has become when it is read back.
fn as_read(value: &[u8], on_illegal: OnIllegal) -> Vec<u8> {
    match on_illegal {
        OnIllegal::Replace(with) => {
            let replaced = |byte: &u8| if b"\t\n\r\0".contains(byte) { with } else { *byte };
            value.iter().map(replaced).collect()
        }
        _ => value.to_vec(),
    }
}

/// What a lenient reader gives, written again: slow, by splitting. `None` stands for a record that
/// is refused.
fn written_again(bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
    let mut lines = Vec::new();
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    let mut first = true;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let line = match line.strip_suffix(b"\n") {
            Some(line) => line.strip_suffix(b"\r").unwrap_or(line),
            None => line,
        };
        if line.is_empty() {
            continue;
        }
        let pieces = line.split(|byte| *byte == b'\t');
        let kept: Vec<&[u8]> =
            pieces.filter(|piece| piece.iter().position(|byte| *byte == b':') > Some(0)).collect();
        let kept = kept.join(&b'\t');
        let refused =
            kept.contains(&b'\r') || kept.contains(&0) || (first && kept.starts_with(BOM));
        first &= refused;
        lines.push((!refused).then(|| [&kept[..], b"\n"].concat()));
    }
    lines
}

/// Reads everything and writes it again, both ways a record can be held.
fn check_written_again(bytes: &[u8]) {
    let due = written_again(bytes);
    let out: Vec<u8> = due.iter().flatten().flatten().copied().collect();
    let (mut reader, mut record) = (Reader::from_reader(bytes), Record::new());
    let mut writers = [Writer::from_writer(Vec::new()), Writer::from_writer(Vec::new())];
    let mut count = 0;
    while reader.read_record(&mut record).expect("lenient") {
        let results = [writers[0].write_record(&record), writers[1].write_record(&record.clone())];
        for result in results {
            assert_eq!(result.is_ok(), due[count].is_some(), "{count}");
        }
        count += 1;
    }
    assert_eq!(count, due.len());
    for writer in writers {
        assert_eq!(
            writer.into_inner().unwrap().escape_ascii().to_string(),
            out.escape_ascii().to_string()
        );
    }
}

#[test]
fn fixtures_are_written_again_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ltsv");
    let mut verbatim = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "ltsv") {
            let bytes = fs::read(&path).unwrap();
            check_written_again(&bytes);
            let again: Option<Vec<Vec<u8>>> = written_again(&bytes).into_iter().collect();
            if again.is_some_and(|lines| lines.concat() == bytes) {
                verbatim.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    verbatim.sort();
    // Those that the lenient reader changes or the writer refuses a line of: hostile-nginx-none,
    // invalid and valid (CRLF, no last LF).
    assert_eq!(
        verbatim,
        [
            "apache",
            "app",
            "h2o",
            "hostile-apache",
            "hostile-nginx-default",
            "isucon",
            "nginx",
            "nginx-json",
            "nginx-none"
        ]
    );
}

#[test]
fn the_valid_fixture_is_written_strictly_but_for_line_ends() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ltsv/valid.ltsv");
    let bytes = fs::read(path).unwrap();
    let mut writer = WriterBuilder::new().strict(true).from_writer(Vec::new());
    for record in ReaderBuilder::new().strict(true).from_reader(&bytes[..]).into_records() {
        writer.write_record(&record.unwrap()).unwrap();
    }
    let mut due: Vec<u8> = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        due.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
        due.push(b'\n');
    }
    assert_eq!(writer.into_inner().unwrap(), due);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back_equal(
        records in vec(any_fields(), 0..8),
        strict in any::<bool>(),
        crlf in any::<bool>(),
        on_illegal in on_illegal(),
        capacity in 0..300usize,
    ) {
        let mut builder = WriterBuilder::new();
        builder.strict(strict).crlf(crlf).on_illegal(on_illegal).buffer_capacity(capacity);
        let mut writer = builder.from_writer(Vec::new());
        let mut due = Vec::new();
        let mut taken: Vec<Fields> = Vec::new();
        for fields in &records {
            let position = writer.position();
            prop_assert_eq!(position.byte, due.len() as u64);
            prop_assert_eq!((position.line, position.record), (taken.len() as u64 + 1, taken.len() as u64));
            let refused = refusal(writer.write_fields(fields.iter().map(|(l, v)| (l, v))));
            match judge(fields, strict, on_illegal, due.is_empty()) {
                Ok(line) => {
                    prop_assert_eq!(refused, None);
                    due.extend_from_slice(&line);
                    due.extend_from_slice(if crlf { b"\r\n" } else { b"\n" });
                    taken.push(fields.clone());
                }
                Err((kind, offset)) => prop_assert_eq!(refused, Some((kind, offset, position.byte))),
            }
        }
        let bytes = writer.into_inner().unwrap();
        // Not a byte of the refused ones.
        prop_assert_eq!(&bytes, &due);
        for reading in [strict, false] {
            let mut read = read_back(&bytes, reading);
            if let OnIllegal::Escape(kind) = on_illegal {
                read.iter_mut().flatten().for_each(|(_, value)| *value = kind.unescape(value).into_owned());
            }
            let as_read = |(l, v): &(Vec<u8>, Vec<u8>)| (l.clone(), as_read(v, on_illegal));
            let mut expected: Vec<Fields> =
                taken.iter().map(|fields| fields.iter().map(as_read).collect()).collect();
            expected.retain(|fields| reading || !fields.is_empty());
            prop_assert_eq!(read, expected);
        }
    }

    #[test]
    fn pushed_records_are_written_as_their_fields(fields in any_fields()) {
        let record: Record = {
            let mut record = Record::new();
            fields.iter().for_each(|(label, value)| record.push_field(label, value));
            record
        };
        let mut kept = record.clone();
        kept.compact();
        let mut writers = [(); 3].map(|()| Writer::from_writer(Vec::new()));
        let results = [
            refusal(writers[0].write_fields(fields.iter().map(|(l, v)| (l, v)))),
            refusal(writers[1].write_record(&record)),
            refusal(writers[2].write_record(&kept)),
        ];
        prop_assert!(results.iter().all(|result| *result == results[0]), "{:?}", results);
        let outs = writers.map(|writer| writer.into_inner().unwrap());
        prop_assert!(outs.iter().all(|out| *out == outs[0]));
    }

    #[test]
    fn what_was_read_is_written_again_as_it_was(
        pieces in vec(
            prop_oneof![
                select(vec![&b"\t"[..], b"\n", b"\r\n", b"\r", b":", b"a:1", b"status:200", b"-", b"\0", BOM]),
                select(vec![&b"a:1\tb:2\n"[..], b"\xFF:\xFE\n", b"a:\r\n"]),
            ],
            0..40,
        ),
    ) {
        check_written_again(&pieces.concat());
    }
}
