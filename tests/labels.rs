//! Shared lists of labels change what a record costs, never what it says: a reader that knows the
//! lists gives the same as one line parsed by itself. And they stay bounded.

use bytes::BytesMut;
use linecut::ltsv::{Labels, Parser, ParserBuilder, Record};
use proptest::collection::vec;
use proptest::prelude::*;

/// What a record says, with its place within the line.
fn told(record: &Record) -> impl PartialEq + std::fmt::Debug + use<> {
    let base = record.position().byte;
    let fields: Vec<_> = record.iter().map(|(l, v)| (l.to_vec(), v.to_vec())).collect();
    let defects: Vec<_> =
        record.defects().iter().map(|d| (d.kind, d.span.start - base, d.span.end - base)).collect();
    let asked: Vec<_> = fields
        .iter()
        .map(|(label, _)| {
            let unique = record.get_unique(label).map(|value| value.map(|value| value.to_vec()));
            (
                record.index_of(label),
                record.get_all(label).count(),
                unique.map_err(|error| error.offset - base),
            )
        })
        .collect();
    (fields, defects, asked, record.has_duplicates(), record.len(), record.is_terminated())
}

fn parse_all(log: &[u8]) -> Vec<Record> {
    let mut parser = Parser::new();
    let mut buffer = BytesMut::from(log);
    let mut record = Record::new();
    let mut kept = Vec::new();
    while parser.parse_record(&mut buffer, &mut record).expect("lenient")
        || parser.finish(&mut buffer, &mut record).expect("lenient")
    {
        let clone = record.clone();
        assert_eq!(told(&clone), told(&record), "kept and read");
        kept.push(clone);
    }
    kept
}

/// Shapes that differ in little: the list of one must not be taken for that of another.
const SHAPES: [&[&str]; 9] = [
    &["host", "status", "size"],
    &["host", "status", "sizf"],
    &["host", "statuz", "size"],
    &["host", "status"],
    &["a", "b", "a", "c"],
    &["a-label-of-25-bytes-here.1", "another-label-of-27-bytes-2"],
    &["a-label-of-25-bytes-here.2", "another-label-of-27-bytes-2"],
    &["fourteen-bytes", "fourteen-bytes", "fifteen-bytes-x", "fifteen-bytes-y"],
    &["x"],
];

fn line() -> impl Strategy<Value = Vec<u8>> {
    let shape = proptest::sample::select(&SHAPES[..]);
    let values =
        vec(proptest::sample::select(&["", "-", "1", "a:b", "status:9", "long value "][..]), 4);
    let flaw = proptest::sample::select(
        &["", "", "", "", "", "", "\0", "\r", "\t", "\tjunk", ":", "\x01"][..],
    );
    (shape, values, flaw, any::<proptest::sample::Index>()).prop_map(|(shape, values, flaw, at)| {
        let fields: Vec<_> =
            shape.iter().zip(&values).map(|(label, value)| format!("{label}:{value}")).collect();
        let mut line = fields.join("\t").into_bytes();
        if !flaw.is_empty() {
            let at = at.index(line.len() + 1);
            line.splice(at..at, flaw.bytes());
        }
        line
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_reader_that_knows_the_lists_says_the_same(
        lines in vec(line(), 1..60),
        crlf in any::<bool>(),
        terminated in any::<bool>(),
    ) {
        let end = if crlf { "\r\n" } else { "\n" };
        let mut log = lines.join(end.as_bytes());
        if terminated {
            log.extend_from_slice(end.as_bytes());
        }
        let read = parse_all(&log);
        let alone: Vec<_> = log
            .split_inclusive(|byte| *byte == b'\n')
            .map(Record::parse_lenient)
            .filter(|record| !record.is_empty() || !record.defects().is_empty())
            .collect();
        let read: Vec<_> =
            read.iter().filter(|r| !r.is_empty() || !r.defects().is_empty()).collect();
        prop_assert_eq!(read.len(), alone.len());
        for (read, alone) in read.into_iter().zip(&alone) {
            prop_assert_eq!(told(read), told(alone));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn select_gives_the_selected_fields_of_known_lines(
        lines in vec(line(), 1..40),
        selected in proptest::sample::subsequence(vec!["host", "size", "b", "a", "x", "nothing"], 0..=6),
        stop_early in any::<bool>(),
    ) {
        let log = lines.join(&b'\n');
        let mut parser = ParserBuilder::new().select(&selected).stop_early(stop_early).build();
        let mut buffer = BytesMut::from(&log[..]);
        let mut record = Record::new();
        let whole = parse_all(&log);
        let mut whole = whole.iter();
        while parser.parse_record(&mut buffer, &mut record).expect("lenient")
            || parser.finish(&mut buffer, &mut record).expect("lenient")
        {
            let due = whole.next().expect("as many records");
            let mut missing = selected.clone();
            let mut fields = Vec::new();
            for (label, value) in due {
                if stop_early && missing.is_empty() && !selected.is_empty() {
                    break;
                }
                if selected.iter().any(|wanted| wanted.as_bytes() == label) {
                    fields.push((label, value));
                    missing.retain(|wanted| wanted.as_bytes() != label);
                }
            }
            prop_assert_eq!(record.iter().collect::<Vec<_>>(), fields);
            prop_assert_eq!(record.position(), due.position());
            prop_assert_eq!(told(&record.clone()), told(&record));
            if !stop_early {
                prop_assert_eq!(record.defects(), due.defects());
            }
        }
        prop_assert!(whole.next().is_none());
        prop_assert_eq!(parser.stats().bytes(), log.len() as u64);
    }
}

fn shared(records: &[Record]) -> Vec<Option<&Labels>> {
    records.iter().map(Record::shared_labels).collect()
}

#[test]
fn a_list_is_shared_from_its_second_sight_on() {
    let records =
        parse_all(b"a:1\tb:1\na:2\nb:2\ta:2\na:3\tb:3\na:4\na:5\tb:5\na:6\tb:6\tc\na:7\n");
    let labels = shared(&records);
    assert_eq!(
        labels.iter().map(Option::is_some).collect::<Vec<_>>(),
        [false, false, false, true, true, true, false, true]
    );
    assert!(labels[3].unwrap().is(labels[5].unwrap()) && labels[4].unwrap().is(labels[7].unwrap()));
    assert_eq!(labels[3].unwrap().keys(), ["a", "b"]);
    assert_ne!(labels[3], labels[4]);
}

#[test]
fn a_record_changed_or_read_again_lets_the_list_go() {
    let mut parser = Parser::new();
    let mut buffer = BytesMut::from(&b"a:1\na:2\nb:3\tjunk\n"[..]);
    let mut record = Record::new();
    assert!(parser.parse_record(&mut buffer, &mut record).unwrap());
    assert!(parser.parse_record(&mut buffer, &mut record).unwrap());
    assert!(record.shared_labels().is_some());
    let mut kept = record.clone();
    for record in [&mut kept, &mut record] {
        record.push_field("b", "x");
        assert!(record.shared_labels().is_none());
        assert_eq!(format!("{record:?}"), r#"{b"a": b"2", b"b": b"x"}"#);
    }
    assert!(parser.parse_record(&mut buffer, &mut record).unwrap());
    assert_eq!((record.shared_labels(), record.len()), (None, 1));
    record.clear();
    assert!(record.is_empty() && record.shared_labels().is_none());
}

#[test]
fn at_most_64_lists_are_shared_and_those_in_use_stay() {
    let line = |i: usize| format!("label{i}:1\n");
    let mut log = String::new();
    for _ in 0..3 {
        (0..100).for_each(|i| log.push_str(&line(i)));
    }
    let records = parse_all(log.as_bytes());
    let third = shared(&records[200..]);
    // In the order of their second sight, as far as that was remembered.
    let lists = third.iter().flatten().count();
    assert!(lists <= 64, "{lists} lists");
    // One that comes all the time is shared whatever else comes.
    let mut log = String::new();
    for i in 0..20_000 {
        log.push_str("host:1\tstatus:2\n");
        log.push_str(&line(i / 2));
    }
    let records = parse_all(log.as_bytes());
    let regular: Vec<_> = shared(&records).into_iter().step_by(2).skip(1).flatten().collect();
    assert_eq!(regular.len(), 19_999);
    assert!(regular.iter().all(|labels| labels.is(regular[0])));
}

#[test]
fn lists_out_of_bounds_stay_with_their_records() {
    let many: String = (0..300).map(|i| format!("l{i}:1\t")).collect();
    let long = format!("{}:1\t{}:2", "x".repeat(2500), "y".repeat(2500));
    for line in [many.trim_end(), &long] {
        let log = format!("{line}\n").repeat(4);
        let records = parse_all(log.as_bytes());
        assert!(records.iter().all(|record| record.shared_labels().is_none()));
        assert_eq!(told(&records[3]), told(&Record::parse_lenient(format!("{line}\n").as_bytes())));
    }
}

#[test]
fn lists_are_asked_without_their_record() {
    let line = "fourteen-bytes:1\tb:2\tb:3\ta-label-of-25-bytes-here.1:4\n";
    let records = parse_all(line.repeat(2).as_bytes());
    let labels = records[1].shared_labels().unwrap();
    assert_eq!(labels.index_of("b"), Some(1));
    assert_eq!(labels.index_of("a-label-of-25-bytes-here.1"), Some(3));
    assert_eq!((labels.index_of("a-label-of-25-bytes-here.2"), labels.index_of("")), (None, None));
    assert!(labels.has_duplicates() && !labels.is_empty() && labels.len() == 4);
    assert!(labels.keys()[3].is_shared() && labels.keys()[0].is_inline());
    assert_eq!(
        format!("{labels:?}"),
        r#"[b"fourteen-bytes", b"b", b"b", b"a-label-of-25-bytes-here.1"]"#
    );
}
