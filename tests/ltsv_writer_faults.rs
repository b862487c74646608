//! The writer over inner writers that fail, take little, or panic: no byte is lost or goes out twice.

#![cfg(feature = "std")]

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;

use linecut::Error;
use linecut::ltsv::{Writer, WriterBuilder};
use proptest::collection::vec;
use proptest::prelude::*;

type Fields = Vec<(Vec<u8>, Vec<u8>)>;

/// Fields that every writer takes.
fn good_fields() -> impl Strategy<Value = Fields> {
    let field = ("[a-z]{1,6}", "[ -~]{0,40}").prop_map(|(l, v)| (l.into_bytes(), v.into_bytes()));
    vec(field, 0..4)
}

/// The line of fields that every writer takes.
fn line(fields: &Fields) -> Vec<u8> {
    let fields: Vec<Vec<u8>> = fields.iter().map(|(l, v)| [l, &b":"[..], v].concat()).collect();
    [fields.join(&b'\t'), b"\n".to_vec()].concat()
}

/// What an unreliable writer does with one call.
#[derive(Clone, Copy, Debug)]
enum Act {
    Take(usize),
    Fail(io::ErrorKind),
    Zero,
    Panic,
}

/// An inner writer that does as it is told, and then all that it is asked. Others see what it got.
#[derive(Clone, Default)]
struct Sink {
    acts: Rc<RefCell<VecDeque<Act>>>,
    got: Rc<RefCell<Vec<u8>>>,
    flushes: Rc<RefCell<usize>>,
    /// How many bytes fit; then it fails.
    room: Option<usize>,
}

impl Sink {
    fn acting(acts: impl IntoIterator<Item = Act>) -> Self {
        Self { acts: Rc::new(RefCell::new(acts.into_iter().collect())), ..Self::default() }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let act = self.acts.borrow_mut().pop_front().unwrap_or(Act::Take(usize::MAX));
        let mut got = self.got.borrow_mut();
        let room = self.room.map_or(usize::MAX, |room| room - got.len());
        match act {
            Act::Take(_) if room == 0 => Err(io::ErrorKind::StorageFull.into()),
            Act::Take(len) => {
                let len = len.min(bytes.len()).min(room);
                got.extend_from_slice(&bytes[..len]);
                Ok(len)
            }
            Act::Fail(kind) => Err(kind.into()),
            Act::Zero => Ok(0),
            Act::Panic => {
                got.extend_from_slice(&bytes[..bytes.len() / 2]);
                panic!("as told");
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        *self.flushes.borrow_mut() += 1;
        Ok(())
    }
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => (1..40usize).prop_map(Act::Take),
        2 => Just(Act::Fail(io::ErrorKind::Interrupted)),
        2 => Just(Act::Fail(io::ErrorKind::WouldBlock)),
        1 => Just(Act::Fail(io::ErrorKind::Other)),
        1 => Just(Act::Zero),
    ]
}

fn is_io(result: &Result<(), Error>) -> bool {
    matches!(result, Err(Error::Io(_)))
}

#[test]
fn dropping_flushes_once_and_gives_up_what_was_taken_out() {
    let sink = Sink::default();
    let mut writer = Writer::from_writer(sink.clone());
    writer.write_fields([("a", "1")]).unwrap();
    assert!(writer.write_fields([("b", "1"), ("c", "\t")]).is_err());
    assert_eq!(*sink.got.borrow(), b"");
    drop(writer);
    assert_eq!((&sink.got.borrow()[..], *sink.flushes.borrow()), (&b"a:1\n"[..], 1));
    let sink = Sink::default();
    let mut writer = Writer::from_writer(sink.clone());
    writer.write_fields([("a", "1")]).unwrap();
    drop(writer.into_inner().unwrap());
    assert_eq!((&sink.got.borrow()[..], *sink.flushes.borrow()), (&b"a:1\n"[..], 1));
}

#[test]
fn after_a_panic_of_the_inner_writer_nothing_is_written_again() {
    let sink = Sink::acting([Act::Panic]);
    let mut writer = Writer::from_writer(sink.clone());
    writer.write_fields([("a", "1")]).unwrap();
    assert!(panic::catch_unwind(AssertUnwindSafe(|| writer.flush())).is_err());
    drop(writer);
    assert_eq!(*sink.got.borrow(), b"a:");
}

#[test]
fn a_capacity_without_end_waits_for_the_flush() {
    let sink = Sink::default();
    let mut writer = WriterBuilder::new().buffer_capacity(usize::MAX).from_writer(sink.clone());
    for _ in 0..100_000 {
        writer.write_fields([("a", "1")]).unwrap();
    }
    assert_eq!(sink.got.borrow().len(), 0);
    writer.flush().unwrap();
    assert_eq!(sink.got.borrow().len(), 400_000);
}

#[test]
fn memory_stays_near_the_capacity_while_the_inner_writer_fails() {
    let sink = Sink { room: Some(10), ..Sink::default() };
    let mut writer = WriterBuilder::new().buffer_capacity(100).from_writer(sink.clone());
    let taken = (0..1000).filter(|_| writer.write_fields([("a", "123456")]).is_ok()).count();
    // Nine bytes each: with the twelfth there are over a hundred.
    assert_eq!(taken, 12);
    assert!(writer.flush().is_err());
    assert!(writer.into_inner().is_err());
    assert_eq!(*sink.got.borrow(), b"a:123456\na");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn unreliable_writers_lose_and_repeat_nothing(
        records in vec(good_fields(), 0..12),
        acts in vec(act(), 0..40),
        capacity in 0..120usize,
        retry in any::<bool>(),
        flush_after in vec(any::<bool>(), 12),
    ) {
        let sink = Sink::acting(acts);
        let mut writer = WriterBuilder::new().buffer_capacity(capacity).from_writer(sink.clone());
        let mut due: Vec<u8> = Vec::new();
        for (fields, flush) in records.iter().zip(flush_after) {
            let mut write = || writer.write_fields(fields.iter().map(|(l, v)| (l, v)));
            let mut result = write();
            while retry && is_io(&result) {
                result = write();
            }
            if result.is_ok() {
                due.extend(line(fields));
            }
            prop_assert_eq!(writer.position().byte, due.len() as u64);
            if flush {
                let flushed = writer.flush();
                prop_assert!(flushed.is_err() || *sink.got.borrow() == due);
            }
            prop_assert!(due.starts_with(&sink.got.borrow()));
        }
        // At the end, enough tries that the acts run out.
        while writer.flush().is_err() {}
        prop_assert_eq!(&*sink.got.borrow(), &due);
        drop(writer);
        prop_assert_eq!(&*sink.got.borrow(), &due);
    }

    #[test]
    fn a_writer_that_fills_up_holds_a_prefix(
        records in vec(good_fields(), 1..12),
        room in 0..200usize,
        capacity in 0..120usize,
        explicit in any::<bool>(),
    ) {
        let sink = Sink { room: Some(room), ..Sink::default() };
        let mut writer = WriterBuilder::new().buffer_capacity(capacity).from_writer(sink.clone());
        let mut due: Vec<u8> = Vec::new();
        for fields in &records {
            for _ in 0..2 {
                // A refused try, then the same record again: still once or not at all.
                if writer.write_fields(fields.iter().map(|(l, v)| (l, v))).is_ok() {
                    due.extend(line(fields));
                    break;
                }
            }
        }
        let fits = due.len() <= room;
        if explicit {
            prop_assert_eq!(writer.flush().is_ok(), fits);
            prop_assert_eq!(writer.into_inner().is_ok(), fits);
        } else {
            drop(writer);
        }
        prop_assert_eq!(&sink.got.borrow()[..], &due[..due.len().min(room)]);
    }
}
