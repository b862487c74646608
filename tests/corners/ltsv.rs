//! Corners of LTSV: one line borrowed, records built and changed, readers and parsers taken apart.

use bytes::BytesMut;
use linecut::ltsv::{
    self, OnError, Parser, ParserBuilder, ReadStats, Reader, ReaderBuilder, Record, WriterBuilder,
    upstreams,
};
use linecut::{Error, ErrorKind, Interner};

#[test]
fn a_borrowed_record_is_asked_as_an_owned_one() {
    let log = b"a:1\tb:2\ta:3\n\tx:\xFF\r\nsame:1\tsame:2";
    let mut records = ltsv::records(log);
    let first = records.next_record().unwrap().unwrap();
    assert_eq!((first.get(b"a"), first.get_last(b"a")), (Some(&b"1"[..]), Some(&b"3"[..])));
    assert!(first.get_all(b"a").eq([b"1", b"3"]) && first.get_all(b"c").next().is_none());
    assert_eq!(first.get_unique(b"b"), Ok(Some(&b"2"[..])));
    assert_eq!(first.get_unique(b"c"), Ok(None));
    let error = first.get_unique(b"a").unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::DuplicateLabel { first: 0 }, 8));
    assert!(first.has_duplicates() && first.is_terminated());
    assert_eq!((first.get(b"c"), first.get_last(b"c"), first.as_bytes()), (None, None, &log[..11]));
    assert_eq!(first.to_record().get_all("a").count(), 2);
    let second = records.next_record().unwrap().unwrap();
    assert_eq!((second.position().byte, second.position().line), (12, 2));
    assert!(!second.has_duplicates() && second.is_terminated());
    let defects: Vec<_> = second.defects().collect();
    assert_eq!((defects.len(), defects[0].span.clone()), (1, 12..12));
    let third = records.next_record().unwrap().unwrap();
    assert!(!third.is_terminated() && third.has_duplicates());
    let error = third.get_unique(b"same").unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::DuplicateLabel { first: 18 }, 25));
    assert!(records.next_record().is_none());
}

#[test]
fn pieces_are_folded_and_counted_from_both_ends_of_nothing() {
    let line = b"a:1\t\tjunk\tb:2\r\n";
    let seen: Vec<Result<Vec<u8>, ErrorKind>> = ltsv::fields(line)
        .map(|piece| piece.map(|field| field.value().to_vec()).map_err(|defect| defect.kind))
        .collect();
    let due = [
        Ok(b"1".to_vec()),
        Err(ErrorKind::EmptyField),
        Err(ErrorKind::MissingColon),
        Ok(b"2".to_vec()),
    ];
    assert_eq!(seen, due);
    // The same inside out, and going on in the middle.
    let folded = ltsv::fields(line).fold(Vec::new(), |mut all, piece| {
        all.push(piece.map(|field| field.value().to_vec()).map_err(|defect| defect.kind));
        all
    });
    assert_eq!(folded, due);
    let mut fields = ltsv::fields(line);
    assert!(fields.next().unwrap().is_ok());
    assert_eq!(fields.clone().count(), 3);
    assert_eq!(fields.fold(0, |n, piece| n + usize::from(piece.is_ok())), 1);
    assert_eq!(ltsv::fields(b"").count(), 0);
    assert_eq!(ltsv::fields(b"\n").count(), 0);
}

#[test]
fn an_iterator_that_was_stepped_folds_the_rest() {
    // Pieces are found some at a time, so the steps end among those found and between.
    let pieces = |count: usize| {
        (0..count).map(|i| match i % 11 {
            3 => String::new(),
            5 => "junk".to_string(),
            7 => format!("label_of_more_than_16_bytes_{i}:\0"),
            _ => format!("l{i}:{}", "v".repeat(i % 9)),
        })
    };
    for count in [1, 3, 27, 28, 29, 57, 100] {
        let line = pieces(count).collect::<Vec<_>>().join("\t") + "\n";
        let buffer = format!("{line}a:1\n{}", "x".repeat(8000));
        let mut records = ltsv::records(buffer.as_bytes());
        let record = records.next_record().unwrap().unwrap();
        for fields in [record.fields(), ltsv::fields(line.as_bytes())] {
            let start = |piece: Result<ltsv::Field<'_>, linecut::Defect>| match piece {
                Ok(field) => (field.offset(), field.value().len() as u64),
                Err(defect) => (defect.span.start, defect.span.end),
            };
            let all: Vec<_> = fields.clone().map(start).collect();
            assert_eq!(all.len(), count);
            for steps in 0..=count {
                let mut fields = fields.clone();
                let stepped: Vec<_> = fields.by_ref().take(steps).map(start).collect();
                let folded = fields.fold(stepped, |mut all, piece| {
                    all.push(start(piece));
                    all
                });
                assert_eq!(folded, all, "{steps} of {count}");
            }
        }
    }
}

#[test]
fn records_are_built_changed_and_used_again() {
    let mut record: Record = [("a", "1"), ("b", "")].into_iter().collect();
    record.extend([("c", "3")]);
    assert!(record.iter().map(|(label, value)| (label, value.as_bytes())).eq([
        (&b"a"[..], &b"1"[..]),
        (b"b", b""),
        (b"c", b"3"),
    ]));
    assert_eq!((record.heap_size(), record.new_blocks()), (0, 0));
    record.compact();
    assert!((1..32).contains(&record.heap_size()), "{}", record.heap_size());
    assert_eq!(record.new_blocks(), 0);
    record.push_field("d", "4");
    assert_eq!((record.len(), record.get("d").unwrap()), (4, "4".into()));
    assert_eq!(record.field(4), None);
    assert!(record.value(4).is_none() && record.index_of("e").is_none());
    // A kept record is read into: it takes a buffer again.
    record.compact();
    let mut reader = Reader::from_reader(&b"x:1\n"[..]);
    assert!(reader.read_record(&mut record).unwrap());
    assert_eq!((record.len(), record.get("x").unwrap()), (1, "1".into()));
    // A value that shares the record leaves it alone when the record goes on.
    let line = format!("a:{}", "x".repeat(500));
    let mut record = Record::parse(line.as_bytes()).unwrap();
    let kept = record.get("a").unwrap().keep();
    assert!(kept.is_shared());
    record.push_field("b", "2");
    assert_eq!((record.new_blocks(), record.get("b").unwrap()), (1, "2".into()));
    assert_eq!(record.get("a").unwrap(), kept);
    record.clear();
    assert!(record.is_empty() && kept.len() == 500);
    assert!(Record::default().is_empty());
    assert!(!Record::parse(b"").unwrap().has_duplicates());
}

/// The buffer's capacity behind a line of `long` bytes, and behind the short one after it.
fn capacities(normal: usize, long: usize) -> (usize, usize) {
    let log = [format!("a:{}\n", "x".repeat(long)).as_bytes(), b"b:1\nb:2\n"].concat();
    let mut builder = ReaderBuilder::new();
    let mut reader = builder.buffer_capacity(normal).from_reader(&log[..]);
    let mut record = Record::new();
    assert!(reader.read_record(&mut record).unwrap());
    let behind_long = reader.buffer_capacity();
    for value in ["1", "2"] {
        assert!(reader.read_record(&mut record).unwrap());
        assert_eq!((record.len(), record.get("b").unwrap()), (1, value.into()));
    }
    assert!(!reader.read_record(&mut record).unwrap());
    (behind_long, reader.buffer_capacity())
}

#[test]
fn long_buffers_go_back_to_normal() {
    // At once, if it is more than sixteen times as much; else it may be needed again.
    let (before, after) = capacities(8192, 1 << 20);
    assert!(before > 1 << 20 && after == 8192, "{before} {after}");
    let (before, after) = capacities(8192, 60_000);
    assert!(before > 60_000 && after == before, "{before} {after}");
    // Just at the edge, with the capacities that fill an allocator's cell.
    assert_eq!(capacities(16_382, 200_000), (262_120, 262_120));
    assert_eq!(capacities(16_381, 200_000), (262_120, 16_381));
    assert_eq!(capacities(8192, 100), (8192, 8192));
    // And after a while in any case.
    let log =
        [format!("a:{}\n", "x".repeat(60_000)).as_bytes(), &b"b:1\n".repeat(100_000)].concat();
    let mut builder = ReaderBuilder::new();
    let mut reader = builder.buffer_capacity(8192).from_reader(&log[..]);
    let mut record = Record::new();
    while reader.read_record(&mut record).unwrap() {}
    assert_eq!(reader.buffer_capacity(), 8192);
}

#[test]
fn policies_skip_stop_and_report_in_push_parsers_too() {
    let input = b"a:1\njunk\na:2\n:\na:3\n";
    let read = |on_error| {
        let mut parser = ParserBuilder::default().strict(true).on_error(on_error).build();
        let mut buffer = BytesMut::from(&input[..]);
        let (mut record, mut seen) = (Record::new(), String::new());
        for _ in 0..9 {
            match parser.parse_record(&mut buffer, &mut record) {
                Ok(true) => seen.push_str(record.get("a").map_or("none", |a| a.to_str().unwrap())),
                Ok(false) => seen.push('.'),
                Err(error) => {
                    seen.push(if error.kind == ErrorKind::MissingColon { '!' } else { '?' });
                }
            }
        }
        (seen, parser.stats().errors, parser.stats().skipped_bytes)
    };
    assert_eq!(read(OnError::Report), ("1!2?3....".into(), 2, 7));
    assert_eq!(read(OnError::SkipRecord), ("123......".into(), 2, 7));
    assert_eq!(read(OnError::Stop), ("1!.......".into(), 1, 5));
    assert_eq!(read(OnError::KeepFields).0, "1none2none3....");
}

#[test]
fn a_stopped_parser_goes_on_after_a_reset() {
    let mut parser = ParserBuilder::new().strict(true).on_error(OnError::Stop).build();
    let mut record = Record::new();
    let mut buffer = BytesMut::from(&b"junk\na:1\n"[..]);
    assert!(parser.parse_record(&mut buffer, &mut record).is_err());
    assert!(!parser.parse_record(&mut buffer, &mut record).unwrap());
    assert!(!parser.finish(&mut buffer, &mut record).unwrap());
    parser.reset();
    assert!(parser.parse_record(&mut buffer, &mut record).unwrap());
    assert_eq!(record.position().byte, 5);
}

#[test]
fn labels_go_through_an_interner() {
    let label = "a_label_that_does_not_fit_inline";
    let log = format!("{label}:1\n").repeat(5);
    let mut builder = ReaderBuilder::new();
    let mut reader = builder.interner(Interner::with_seed(7)).from_reader(log.as_bytes());
    let mut record = Record::new();
    while reader.read_record(&mut record).unwrap() {}
    assert_eq!(reader.interner().unwrap().stats().misses, 1);
    let mut parser = ParserBuilder::new().interner(Interner::with_seed(7)).build();
    let mut buffer = BytesMut::from(log.as_bytes());
    while parser.parse_record(&mut buffer, &mut record).unwrap() {}
    assert_eq!(parser.interner().unwrap().len(), 1);
    assert!(Parser::default().interner().is_none());
    assert!(Reader::from_reader(&b""[..]).interner().is_none());
}

#[test]
fn statistics_of_parts_add_up() {
    let log = b"\xEF\xBB\xBFa:1\tjunk\tb:2\r\n\n\nc:3\ttoolong\nx:\0\n";
    let read = |bytes: &[u8]| {
        let mut builder = ReaderBuilder::new();
        builder.select(["a", "x"]).stop_early(true).max_record_len(14);
        let mut reader = builder.from_reader(bytes);
        while !matches!(reader.read_record(&mut Record::new()), Ok(false)) {}
        *reader.stats()
    };
    let whole = read(log);
    assert_eq!((whole.records, whole.fields, whole.defects, whole.blank_lines), (3, 2, 4, 2));
    assert_eq!((whole.tab_bytes, whole.field_bytes, whole.dropped_bytes), (3, 12, 11));
    assert_eq!((whole.line_end_bytes, whole.blank_bytes, whole.bom_bytes), (4, 2, 3));
    assert_eq!(whole.bytes(), log.len() as u64);
    let mut sum = ReadStats::default();
    sum += read(&log[..18]);
    sum += read(&log[18..]);
    assert_eq!(sum, whole);
    sum += whole;
    assert_eq!((sum.records, sum.bytes()), (2 * whole.records, 2 * whole.bytes()));
    assert_eq!((sum.fields, sum.defects), (2 * whole.fields, 2 * whole.defects));
    assert_eq!((sum.blank_lines, sum.blank_bytes), (4, 4));
    assert_eq!((sum.bom_bytes, sum.line_end_bytes), (6, 2 * whole.line_end_bytes));
    assert_eq!((sum.field_bytes, sum.tab_bytes), (2 * whole.field_bytes, 2 * whole.tab_bytes));
    assert_eq!(
        (sum.dropped_bytes, sum.unread_bytes),
        (2 * whole.dropped_bytes, 2 * whole.unread_bytes)
    );
    assert_eq!((sum.errors, sum.skipped_bytes), (2 * whole.errors, 2 * whole.skipped_bytes));
}

#[test]
fn what_is_inside_comes_out() {
    let mut reader = Reader::from_reader(&b"a:1\nb:2\n"[..]);
    assert_eq!(reader.get_ref().len(), 8);
    *reader.get_mut() = &b"c:3\n"[..];
    let mut record = Record::new();
    assert!(reader.read_record(&mut record).unwrap());
    assert_eq!(record.get("c").unwrap(), "3");
    assert!(reader.into_inner().is_empty());
    let mut writer = WriterBuilder::default().from_writer(Vec::new());
    writer.write_record(&record).unwrap();
    assert!(writer.get_ref().is_empty(), "buffered");
    writer.flush().unwrap();
    assert_eq!(writer.get_ref(), b"c:3\n");
    assert_eq!(writer.into_inner().unwrap(), b"c:3\n");
}

#[test]
fn early_stops_wait_for_their_labels() {
    let log = b"a:1\tb:2\tc:3\n";
    let read = |builder: &mut ReaderBuilder| -> Result<(usize, u64), Error> {
        let mut reader = builder.from_reader(&log[..]);
        let mut record = Record::new();
        assert!(reader.read_record(&mut record)?);
        Ok((record.len(), reader.stats().unread_bytes))
    };
    // Whichever is said first.
    assert_eq!(read(ReaderBuilder::new().select(["a"]).stop_early(true)).unwrap(), (1, 8));
    assert_eq!(read(ReaderBuilder::new().stop_early(true).select(["a"])).unwrap(), (1, 8));
    assert_eq!(read(ReaderBuilder::new().select(["a", "a"])).unwrap(), (1, 0));
    assert_eq!(read(ReaderBuilder::new().select(["a", "c"]).stop_early(true)).unwrap(), (2, 0));
    assert_eq!(read(ReaderBuilder::new().select(["x"]).stop_early(true)).unwrap(), (0, 0));
}

#[test]
fn lists_of_upstreams_are_split_at_both_separators() {
    let told = |value: &'static str| -> Vec<(usize, &str)> {
        let items = upstreams(value.as_bytes());
        items.map(|item| (item.group, std::str::from_utf8(item.value).unwrap())).collect()
    };
    assert_eq!(told(""), [(0, "")]);
    assert_eq!(told("0.1"), [(0, "0.1")]);
    assert_eq!(
        told("0.1, 0.2 : -, 0.3 : 4"),
        [(0, "0.1"), (0, "0.2"), (1, "-"), (1, "0.3"), (2, "4")]
    );
    assert_eq!(told(", "), [(0, ""), (0, "")]);
    assert_eq!(told(" : "), [(0, ""), (1, "")]);
    assert_eq!(told("a,b:c,  d"), [(0, "a,b:c"), (0, " d")]);
    let mut items = upstreams(b"x");
    assert!(items.next().is_some() && items.next().is_none() && items.next().is_none());
}

#[test]
fn parts_for_threads_are_of_one_size() {
    let buffer = b"a:1\n".repeat(1000);
    for parts in [1, 2, 3, 7, 100] {
        let split = ltsv::split_at_lines(&buffer, parts);
        assert_eq!(split.len(), parts);
        let due = buffer.len() / parts;
        assert!(split.iter().all(|part| part.len().abs_diff(due) <= 8), "{parts}");
    }
    // A long line takes the parts that it lies in.
    let long = [&b"a:1\n"[..], &[b'x'; 1000], b"\n", b"b:2\n"].concat();
    let split = ltsv::split_at_lines(&long, 4);
    assert!(split.iter().map(|part| part.len()).eq([1005, 4]), "{split:?}");
    assert_eq!(ltsv::split_at_lines(b"", 4).len(), 0);
    assert_eq!(ltsv::split_at_lines(b"a", 0).len(), 1);
}
