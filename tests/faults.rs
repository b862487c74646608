//! Readers that fail: that are interrupted, have nothing yet, break, end early, give little, or
//! cannot seek. A `Reader` on top of one loses nothing, gives nothing twice, and tells the error.

use std::collections::VecDeque;
use std::io::{self, Cursor, ErrorKind as Io, Read, Seek, SeekFrom};

use linecut::ltsv::{Reader, ReaderBuilder, Record};
use linecut::{Error, ErrorKind, Position};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// What a read does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    /// Gives up to so many bytes.
    Give(usize),
    Fail(Io),
    /// Says that there is nothing more, though there is.
    End,
}

/// Acts one after the other, and gives what is left when they are over.
#[derive(Debug)]
struct Unreliable<'a> {
    rest: &'a [u8],
    acts: VecDeque<Act>,
}

impl<'a> Unreliable<'a> {
    fn new(bytes: &'a [u8], acts: impl IntoIterator<Item = Act>) -> Self {
        Self { rest: bytes, acts: acts.into_iter().collect() }
    }
}

impl Read for Unreliable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.acts.pop_front().unwrap_or(Act::Give(usize::MAX)) {
            Act::Give(most) => {
                let most = buffer.len().min(most.max(1));
                self.rest.read(&mut buffer[..most])
            }
            Act::Fail(kind) => {
                // A reader may write to the buffer and fail all the same.
                buffer.fill(b'!');
                Err(kind.into())
            }
            Act::End => Ok(0),
        }
    }
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => (1..40usize).prop_map(Act::Give),
        2 => Just(Act::Fail(Io::Interrupted)),
        2 => Just(Act::Fail(Io::WouldBlock)),
        1 => select(&[Io::TimedOut, Io::ConnectionReset, Io::Other][..]).prop_map(Act::Fail),
    ]
}

fn stream() -> impl Strategy<Value = Vec<u8>> {
    let pieces: &[&[u8]] = &[
        b"a:1",
        b"\t",
        b"\n",
        b"\n",
        b"\r\n",
        b"junk",
        b":x",
        b"b:\0",
        b"\xEF\xBB\xBF",
        b"\t\t",
        b"long:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    ];
    vec(select(pieces.iter().map(|piece| piece.to_vec()).collect::<Vec<_>>()), 0..60)
        .prop_map(|pieces| pieces.concat())
}

/// What a record or a refused line is to these tests.
#[derive(Debug, PartialEq)]
enum Given {
    Record(Vec<(Vec<u8>, Vec<u8>)>, Position, bool, u64),
    Refused(ErrorKind, u64),
}

fn given(record: &Record) -> Given {
    let fields = record.iter().map(|(label, value)| (label.to_vec(), value.to_vec())).collect();
    Given::Record(fields, record.position(), record.is_terminated(), record.defect_count())
}

/// Reads to the end, again and again after each I/O error, which are counted.
fn read_all<R: Read>(reader: &mut Reader<R>) -> (Vec<Given>, usize) {
    let (mut all, mut errors, mut record) = (Vec::new(), 0, Record::new());
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => all.push(given(&record)),
            Ok(false) => return (all, errors),
            Err(Error::Parse { error, .. }) => all.push(Given::Refused(error.kind, error.offset)),
            Err(Error::Io(_)) => {
                errors += 1;
                assert!(record.is_empty(), "nothing of an earlier line is taken for this one");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn failing_reads_lose_nothing_and_repeat_nothing(
        bytes in stream(),
        acts in vec(act(), 0..40),
        strict in any::<bool>(),
        buffer in 1..100usize,
        limit in prop_oneof![Just(usize::MAX), 0..60usize],
    ) {
        let mut builder = ReaderBuilder::new();
        builder.strict(strict).buffer_capacity(buffer).max_record_len(limit);
        let (due, none) = read_all(&mut builder.from_reader(&bytes[..]));
        prop_assert_eq!(none, 0);
        let mut reader = builder.from_reader(Unreliable::new(&bytes, acts.iter().copied()));
        let (all, errors) = read_all(&mut reader);
        prop_assert_eq!(all, due);
        let told = |act: &&Act| matches!(act, Act::Fail(kind) if *kind != Io::Interrupted);
        let left: Vec<Act> = reader.get_ref().acts.iter().copied().collect();
        let done = acts.len() - left.len();
        prop_assert_eq!(errors, acts[..done].iter().filter(told).count());
        prop_assert_eq!(reader.stats().bytes(), bytes.len() as u64);
    }

    #[test]
    fn an_early_end_ends_all_but_what_is_followed(
        bytes in stream(),
        before in vec((1..40usize).prop_map(Act::Give), 0..8),
        buffer in 1..100usize,
    ) {
        let acts = || before.iter().copied().chain([Act::End]);
        let mut builder = ReaderBuilder::new();
        builder.buffer_capacity(buffer);
        // An end is believed: what was read until then is the stream.
        let mut reader = builder.from_reader(Unreliable::new(&bytes, acts()));
        let (all, _) = read_all(&mut reader);
        let read = bytes.len() - reader.get_ref().rest.len();
        let (due, _) = read_all(&mut builder.from_reader(&bytes[..read]));
        prop_assert_eq!(all, due);
        // A file that is followed goes on: whole lines come once, the rest when it is finished.
        let mut followed = builder.hold_partial(true).from_reader(Unreliable::new(&bytes, acts()));
        let mut all = read_all(&mut followed).0;
        all.extend(read_all(&mut followed).0);
        let mut record = Record::new();
        while followed.finish(&mut record).expect("lenient") {
            all.push(given(&record));
        }
        let (due, _) = read_all(&mut builder.hold_partial(false).from_reader(&bytes[..]));
        prop_assert_eq!(all, due);
    }
}

#[test]
fn interrupted_reads_are_tried_again_unseen() {
    let acts = [Act::Fail(Io::Interrupted); 1000].into_iter().chain([Act::Give(1)]);
    let mut reader = Reader::from_reader(Unreliable::new(b"a:1\n", acts));
    let mut record = Record::new();
    assert!(reader.read_record(&mut record).unwrap());
    assert_eq!(record.get("a").unwrap(), "1");
}

#[test]
fn would_block_in_the_middle_of_a_line_is_told_and_gone_on_from() {
    let acts = [Act::Give(3), Act::Fail(Io::WouldBlock), Act::Fail(Io::WouldBlock), Act::Give(2)];
    let mut reader = Reader::from_reader(Unreliable::new(b"a:1\tb:2\n", acts));
    let mut record = Record::new();
    for _ in 0..2 {
        let error = reader.read_record(&mut record).unwrap_err();
        assert!(matches!(&error, Error::Io(error) if error.kind() == Io::WouldBlock));
        assert_eq!(io::Error::from(error).kind(), Io::WouldBlock);
        assert_eq!(reader.position(), Position { byte: 0, line: 1, record: 0 });
    }
    assert!(reader.read_record(&mut record).unwrap());
    assert_eq!((record.len(), record.get("b").unwrap()), (2, "2".into()));
}

#[test]
fn iterators_end_after_an_io_error_and_go_on_after_a_refused_line() {
    let acts = || [Act::Give(4), Act::Fail(Io::TimedOut)];
    let bytes = b"a:1\na:2\n";
    let mut reader = Reader::from_reader(Unreliable::new(bytes, acts()));
    let results: Vec<_> = reader.records().collect();
    assert!(matches!(&results[..], [Ok(_), Err(Error::Io(_))]), "{results:?}");
    // A new iterator goes on where the old one ended.
    let rest: Vec<_> = reader.records().collect::<Result<_, _>>().unwrap();
    assert_eq!(rest[0].get("a").unwrap(), "2");
    let mut into = Reader::from_reader(Unreliable::new(bytes, acts())).into_records();
    assert!(into.next().unwrap().is_ok() && into.next().unwrap().is_err());
    assert!(into.next().is_none() && into.next().is_none());
    let mut builder = ReaderBuilder::new();
    let strict = builder.strict(true).from_reader(&b"junk\na:1\n"[..]);
    let results: Vec<_> = strict.into_records().collect();
    assert!(matches!(&results[..], [Err(Error::Parse { .. }), Ok(_)]), "{results:?}");
}

/// Seeks once in a while.
struct Stuck<'a>(Cursor<&'a [u8]>, bool);

impl Read for Stuck<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Seek for Stuck<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        if self.1 { Err(Io::Unsupported.into()) } else { self.0.seek(to) }
    }
}

#[test]
fn a_seek_that_fails_changes_nothing() {
    let bytes = b"a:1\nb:2\nc:3\n";
    for stuck in [true, false] {
        let mut reader = Reader::from_reader(Stuck(Cursor::new(bytes), stuck));
        let mut record = Record::new();
        assert!(reader.read_record(&mut record).unwrap());
        let result = reader.seek(Position { byte: 8, line: 3, record: 2 });
        assert_eq!(result.is_err(), stuck);
        assert!(reader.read_record(&mut record).unwrap());
        let (label, position) = (record.field(0).unwrap().0, record.position());
        let due = if stuck { (&b"b"[..], 4, 2, 1) } else { (&b"c"[..], 8, 3, 2) };
        assert_eq!((label, position.byte, position.line, position.record), due);
    }
}

/// Breaks the contract of `Read`.
struct Liar;

impl Read for Liar {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(buffer.len() + 1)
    }
}

#[test]
#[should_panic(expected = "range end index")]
fn a_reader_that_claims_more_than_there_was_room_for_is_a_bug_that_panics() {
    let _ = Reader::from_reader(Liar).read_record(&mut Record::new());
}

#[test]
fn an_error_of_the_file_is_told_as_it_is() {
    let error = Reader::from_path("no/such/file").unwrap_err();
    assert_eq!(error.kind(), Io::NotFound);
    // Elsewhere a directory does not even open.
    #[cfg(unix)]
    {
        let mut directory = Reader::from_path("src").unwrap();
        let error = directory.read_record(&mut Record::new()).unwrap_err();
        assert!(matches!(error, Error::Io(_)), "{error}");
    }
}
