//! Reading streams of LTSV: statistics, policies, limits, resuming, following, parts for threads.
#![cfg(feature = "std")]

mod naive;
mod ways;

use std::io::{self, Cursor, Read};

use linecut::ltsv::{self, OnError, Reader, ReaderBuilder, Record, split_at_lines};
use linecut::{Error, ErrorKind, Position};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Everything a reader gives: labels and values of each record, or the kind and offset of an error.
type Given = Result<Vec<(Vec<u8>, Vec<u8>)>, (ErrorKind, u64)>;

fn read_all<R: Read>(reader: &mut Reader<R>) -> Vec<Given> {
    let mut record = Record::new();
    let mut given = Vec::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => given.push(Ok(owned(&record))),
            Ok(false) => return given,
            Err(Error::Parse { error, .. }) => given.push(Err((error.kind, error.offset))),
            Err(Error::Io(error)) => panic!("{error}"),
        }
    }
}

fn owned(record: &Record) -> Vec<(Vec<u8>, Vec<u8>)> {
    record.iter().map(|(label, value)| (label.to_vec(), value.to_vec())).collect()
}

fn stream() -> impl Strategy<Value = Vec<u8>> {
    let pieces: &[&[u8]] = &[
        b"a:1",
        b"status:200",
        b"status:5",
        b"ua:x y",
        b"\t",
        b"\t",
        b"\t\t",
        b"\n",
        b"\r\n",
        b"\n",
        b"\n\n",
        b"junk",
        b":x",
        b"@a:1",
        b"n:\0",
        b"r:\r",
        b"\xEF\xBB\xBF",
        b"long:xxxxxxxxxxxxxxxxxx",
    ];
    vec(select(pieces.iter().map(|piece| piece.to_vec()).collect::<Vec<_>>()), 0..40)
        .prop_map(|pieces| pieces.concat())
}

fn policy() -> impl Strategy<Value = OnError> {
    select(vec![OnError::Report, OnError::SkipRecord, OnError::KeepFields, OnError::Stop])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Each input byte is in exactly one class, whatever the options.
    #[test]
    fn byte_classes_sum_to_the_input(
        bytes in stream(), strict in any::<bool>(), on_error in policy(), buffer in 1..60usize,
        limit in 1..60usize, fields in 0..6usize, stop_early in any::<bool>(), selects in any::<bool>(),
    ) {
        let mut builder = ReaderBuilder::new();
        builder.strict(strict).on_error(on_error).buffer_capacity(buffer).max_record_len(limit).max_fields(fields);
        if selects {
            builder.select(["a", "status"]).stop_early(stop_early);
        }
        let mut reader = builder.from_reader(&bytes[..]);
        let given = read_all(&mut reader);
        let stats = *reader.stats();
        let stopped = on_error == OnError::Stop && given.last().is_some_and(Result::is_err);
        if !stopped {
            prop_assert_eq!(stats.bytes(), bytes.len() as u64);
        }
        prop_assert_eq!(stats.bytes(), reader.position().byte);
        prop_assert_eq!(stats.records, given.iter().filter(|given| given.is_ok()).count() as u64);
        prop_assert_eq!(stats.records, reader.position().record);
        let kept: usize = given.iter().flatten().map(Vec::len).sum();
        prop_assert_eq!(stats.fields, kept as u64);
        if on_error != OnError::SkipRecord {
            prop_assert_eq!(stats.errors, given.iter().filter(|given| given.is_err()).count() as u64);
        }
        // Bytes of fields: all that is not something else; counted by hand where nothing is selected.
        if !selects {
            let held: usize = given.iter().flatten().flatten().map(|(l, v)| l.len() + 1 + v.len()).sum();
            prop_assert_eq!(stats.field_bytes, held as u64);
        }
    }

    /// Selecting labels gives the same records with the other fields left out, and the same defects.
    #[test]
    fn select_is_a_filter(bytes in stream(), strict in any::<bool>(), buffer in 1..60usize) {
        let labels = [&b"a"[..], b"status", b"missing"];
        let mut all = ReaderBuilder::new().strict(strict).from_reader(&bytes[..]);
        let mut due = read_all(&mut all);
        for fields in due.iter_mut().flatten() {
            fields.retain(|(label, _)| labels.contains(&&label[..]));
        }
        let mut builder = ReaderBuilder::new();
        builder.strict(strict).buffer_capacity(buffer).select(labels);
        let mut reader = builder.from_reader(&bytes[..]);
        prop_assert_eq!(read_all(&mut reader), due);
        prop_assert_eq!(reader.stats().defects, all.stats().defects);
    }

    /// With `stop_early`, the first value of each label is still the same.
    #[test]
    fn stopping_early_keeps_the_first_of_each(bytes in stream()) {
        let mut all = Reader::from_reader(&bytes[..]);
        let mut early = ReaderBuilder::new().select(["a", "status"]).stop_early(true).from_reader(&bytes[..]);
        let (mut a, mut b) = (Record::new(), Record::new());
        while all.read_record(&mut a).unwrap() {
            prop_assert!(early.read_record(&mut b).unwrap());
            for label in ["a", "status"] {
                prop_assert_eq!(a.get(label), b.get(label));
            }
        }
        prop_assert!(!early.read_record(&mut b).unwrap());
    }

    /// From every position that a reader tells, another one reads on as it would have.
    #[test]
    fn a_position_resumes(bytes in stream(), buffer in 1..60usize) {
        let mut reader = Reader::from_reader(Cursor::new(&bytes));
        let mut record = Record::new();
        let mut marks = vec![reader.position()];
        let mut all = Vec::new();
        while reader.read_record(&mut record).unwrap() {
            marks.push(reader.position());
            all.push((owned(&record), record.position()));
        }
        for (i, mark) in marks.into_iter().enumerate() {
            let rest = &bytes[mark.byte as usize..];
            let mut resumed = ReaderBuilder::new().buffer_capacity(buffer).position(mark).from_reader(rest);
            for due in &all[i..] {
                prop_assert!(resumed.read_record(&mut record).unwrap());
                prop_assert_eq!(&(owned(&record), record.position()), due);
            }
            prop_assert!(!resumed.read_record(&mut record).unwrap());
            reader.seek(mark).unwrap();
            prop_assert_eq!(reader.read_record(&mut record).unwrap(), i < all.len());
            if i < all.len() {
                prop_assert_eq!((owned(&record), record.position()), all[i].clone());
            }
        }
    }

    /// Parts for threads: together the buffer, each of whole lines, the same records.
    #[test]
    fn parts_are_the_buffer(bytes in stream(), parts in 0..9usize) {
        let split = split_at_lines(&bytes, parts);
        prop_assert_eq!(split.concat(), bytes.clone());
        prop_assert!(split.len() <= parts.max(1) && split.iter().all(|part| !part.is_empty()));
        let before_last = split.split_last().map_or(&[][..], |(_, before)| before);
        prop_assert!(before_last.iter().all(|part| part.ends_with(b"\n")));
        if !bytes.starts_with(b"\xEF\xBB\xBF") {
            let of = |part: &[u8]| -> Vec<Vec<u8>> {
                ltsv::records(part).map(|record| record.unwrap().as_bytes().to_vec()).collect()
            };
            let in_parts: Vec<_> = split.iter().filter(|part| !part.starts_with(b"\xEF\xBB\xBF")).flat_map(|part| of(part)).collect();
            if split.iter().all(|part| !part.starts_with(b"\xEF\xBB\xBF")) {
                prop_assert_eq!(in_parts, of(&bytes));
            }
        }
    }

    /// A line is too long or not, whatever the buffer is.
    #[test]
    fn limits_do_not_depend_on_the_buffer(bytes in stream(), limit in 0..50usize) {
        let read = |buffer: usize| {
            let mut builder = ReaderBuilder::new();
            builder.max_record_len(limit).buffer_capacity(buffer);
            read_all(&mut builder.from_reader(&bytes[..]))
        };
        let due = read(65_536);
        for buffer in [1, 2, 5, 17] {
            prop_assert_eq!(read(buffer), due.clone());
        }
        let lent: Vec<Given> = {
            let mut records = ltsv::records(&bytes).max_record_len(limit);
            let mut given = Vec::new();
            while let Some(record) = records.next_record() {
                given.push(match record {
                    Ok(record) => Ok(owned(&record.to_record())),
                    Err(error) => Err((error.kind, error.offset)),
                });
            }
            given
        };
        prop_assert_eq!(lent, due);
    }
}

#[test]
fn keeping_good_fields_of_a_strict_line() {
    let log = b"a:1\tjunk\t@b:2\tc:\0\td:4\t\n";
    let mut builder = ReaderBuilder::new();
    builder.strict(true).on_error(OnError::KeepFields).max_fields(2);
    let mut reader = builder.from_reader(&log[..]);
    let mut record = Record::new();
    assert!(reader.read_record(&mut record).unwrap());
    assert!(record.labels().eq([b"a", b"d"]));
    let kinds: Vec<_> = record.defects().iter().map(|defect| defect.kind.name()).collect();
    assert_eq!(kinds, ["MissingColon", "InvalidLabel", "InvalidValue", "EmptyField"]);
}

#[test]
fn a_forged_status_is_seen_by_everyone_who_asks() {
    let log = std::fs::read("fixtures/ltsv/hostile-nginx-none.ltsv").unwrap();
    let mut reader = Reader::from_reader(&log[..]);
    let mut record = Record::new();
    let mut forged = 0;
    while reader.read_record(&mut record).unwrap() {
        if record.get_all("status").count() > 1 {
            forged += 1;
            assert!(record.has_duplicates());
            let ErrorKind::DuplicateLabel { first } = record.get_unique("status").unwrap_err().kind
            else {
                panic!("not a duplicate")
            };
            assert!(log[first as usize..].starts_with(b"status:"));
            let second = record.get_unique("status").unwrap_err().offset;
            assert!(log[second as usize..].starts_with(b"status:") && second > first);
            assert_eq!(record.clone().get_unique("status"), record.get_unique("status"), "kept");
        }
    }
    assert!(forged > 0, "the fixture has forged fields");
}

/// Reads of `lines`, then nothing for a while, then more.
struct Growing<'a> {
    reads: std::slice::Iter<'a, &'a [u8]>,
}

impl Read for Growing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.reads.next().copied().unwrap_or_default();
        buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

#[test]
fn following_holds_a_partial_line_back() {
    let reads: &[&[u8]] = &[b"a:1\nb:", b"", b"2", b"", b"\nc:3\n", b"", b"d:4", b""];
    let mut reader =
        ReaderBuilder::new().hold_partial(true).from_reader(Growing { reads: reads.iter() });
    let mut record = Record::new();
    let mut seen = Vec::new();
    for _ in 0..8 {
        if reader.read_record(&mut record).unwrap() {
            seen.push(record.get(record.labels().next().unwrap()).unwrap().to_vec());
            assert!(record.is_terminated());
        }
    }
    assert_eq!(seen, [b"1", b"2", b"3"]);
    assert!(reader.finish(&mut record).unwrap());
    assert_eq!((record.get("d").unwrap(), record.is_terminated()), ("4".into(), false));
    assert_eq!(record.position(), Position { byte: 12, line: 4, record: 3 });
}

/// After `TooLong` the position is that of the line until it is passed, so that resuming there does
/// not take its rest for a record.
#[test]
fn a_line_that_was_too_long_is_where_it_began() {
    let log = b"a:1\nlong:xxxxxxxxxxxxxxxxxxxxxxx\tstatus:200\nb:2\n";
    for on_error in [OnError::Report, OnError::Stop] {
        for buffer in [1, 7, 16, 64, 4096] {
            let mut builder = ReaderBuilder::new();
            builder.max_record_len(10).on_error(on_error).buffer_capacity(buffer);
            let mut reader = builder.from_reader(&log[..]);
            let mut record = Record::new();
            assert!(reader.read_record(&mut record).unwrap());
            assert!(reader.read_record(&mut record).is_err() && record.is_empty());
            assert_eq!(reader.position(), Position { byte: 4, line: 2, record: 1 });
            assert_eq!((reader.stats().bytes(), reader.stats().errors), (4, 1));
            let next = reader.read_record(&mut record).unwrap();
            assert_eq!(next, on_error == OnError::Report);
            if next {
                assert_eq!(record.position(), Position { byte: 44, line: 3, record: 1 });
            }
        }
    }
}

#[test]
fn a_byte_order_mark_is_told_by_the_first_record_that_is_given() {
    let mut builder = ReaderBuilder::new();
    let mut reader = builder.max_fields(1).from_reader(&b"\xEF\xBB\xBFa:1\tb:2\nc:3\n"[..]);
    let mut record = Record::new();
    assert!(reader.read_record(&mut record).is_err());
    assert!(reader.read_record(&mut record).unwrap());
    assert_eq!(record.defects()[0].kind, ErrorKind::Bom);
}

#[test]
fn a_push_parser_survives_another_buffer() {
    let mut parser = ltsv::Parser::new();
    let mut record = Record::new();
    let mut buffer = bytes::BytesMut::from(&b"a:1\nb:2\nc:3\nd:4"[..]);
    assert!(parser.parse_record(&mut buffer, &mut record).unwrap());
    buffer.clear();
    assert!(!parser.parse_record(&mut buffer, &mut record).unwrap() && record.is_empty());
    parser.reset();
    buffer.extend_from_slice(b"e:5\n");
    assert!(parser.parse_record(&mut buffer, &mut record).unwrap());
    assert_eq!(record.get("e").unwrap(), "5");
}

#[test]
fn an_endless_line_stays_near_the_limit() {
    let endless = io::repeat(b'a').take(50 << 20).chain(&b"\nb:2\n"[..]);
    let mut reader = ReaderBuilder::new().max_record_len(100_000).from_reader(endless);
    let mut record = Record::new();
    let error = reader.read_record(&mut record).unwrap_err();
    assert!(
        matches!(error, Error::Parse { error, .. } if error.kind == ErrorKind::TooLong && error.offset == 100_000)
    );
    assert!(reader.buffer_capacity() <= 4 * 100_000, "{}", reader.buffer_capacity());
    assert!(reader.read_record(&mut record).unwrap());
    assert_eq!(record.position(), Position { byte: (50 << 20) + 1, line: 2, record: 0 });
    assert_eq!(reader.stats().bytes(), (50 << 20) + 5);
    assert!(reader.buffer_capacity() <= 65_536);
}

#[test]
fn many_labels_are_compared_by_hash() {
    let line: Vec<String> = (0..5000).map(|i| format!("l{i}:x")).collect();
    let mut record = Record::parse(line.join("\t").as_bytes()).unwrap();
    assert!(!record.has_duplicates());
    record.push_field("l17", "again");
    assert!(record.has_duplicates());
    assert_eq!(record.get_last("l17").unwrap(), "again");
}

/// A reader that stopped stays where it is, however often it is asked, with lines of known labels
/// before it.
#[test]
fn a_reader_that_stopped_reads_and_counts_nothing_more() {
    let log = b"a:1\na:2\na:3\njunk\na:4\na:5\n";
    let mut reader =
        ReaderBuilder::new().strict(true).on_error(OnError::Stop).from_reader(&log[..]);
    let mut record = Record::new();
    while reader.read_record(&mut record).is_ok_and(|read| read) {}
    let (position, stats) = (reader.position(), *reader.stats());
    for _ in 0..3 {
        assert!(!reader.read_record(&mut record).unwrap());
        assert_eq!((reader.position(), *reader.stats(), record.len()), (position, stats, 0));
    }
}
