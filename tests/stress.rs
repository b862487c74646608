//! What is kept, from many threads at once: cloned, cut, compacted, sent on and dropped anywhere,
//! and looked at all the while. The values are checked; what they do to memory is for a sanitizer to
//! see:
//!
//! ```sh
//! RUSTFLAGS=-Zsanitizer=thread cargo +nightly test -Zbuild-std --release \
//!     --target x86_64-unknown-linux-gnu --test stress
//! ```
//!
//! (`rustup component add rust-src --toolchain nightly` first: the standard library has to be built
//! with the sanitizer too, or its own reference counts look like races.)

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier};
use std::thread;

use bytes::Bytes;
use linecut::http1::{Headers, ParserBuilder, Request, Response};
use linecut::ltsv::Record;
use linecut::{Interner, Sharing, Slicer, SmallBytes, Source};

const THREADS: usize = 8;
/// Rounds of each thread.
const ROUNDS: usize = if cfg!(debug_assertions) { 3_000 } else { 20_000 };

/// Byte `at` of what the tests cut from, so that any part can be checked by itself.
fn byte_at(at: usize) -> u8 {
    (at * 31 % 251) as u8
}

fn root(len: usize) -> Source {
    Source::from((0..len).map(byte_at).collect::<Vec<u8>>())
}

/// A kept part and where it came from.
#[derive(Clone)]
struct Part {
    bytes: SmallBytes,
    start: usize,
}

impl Part {
    fn check(&self) {
        assert!(self.bytes.iter().enumerate().all(|(i, byte)| *byte == byte_at(self.start + i)));
        if let Some(last) = self.bytes.len().checked_sub(1) {
            // And it is there in full where it is looked at through others of its forms.
            assert_eq!(self.bytes.slice(last..), self.bytes[last..]);
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 12) as usize % n
    }
}

/// Runs a closure in each thread, with its number, all from one moment on.
fn in_threads<T: Send + 'static>(work: impl Fn(usize) -> T + Clone + Send + 'static) -> Vec<T> {
    let barrier = Arc::new(Barrier::new(THREADS));
    let threads: Vec<_> = (0..THREADS)
        .map(|number| {
            let (barrier, work) = (Arc::clone(&barrier), work.clone());
            thread::spawn(move || {
                barrier.wait();
                work(number)
            })
        })
        .collect();
    threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
}

#[test]
fn parts_of_one_root_are_kept_cut_and_dropped_anywhere() {
    let source = root(4096);
    in_threads(move |number| {
        let mut random = Random(number as u64 * 2 + 1);
        let mut kept: Vec<Part> = Vec::new();
        let mut mine = source.clone();
        for _ in 0..ROUNDS {
            let start = random.below(mine.len() - 1);
            let end = start + 1 + random.below(mine.len() - start - 1);
            match random.below(6) {
                0 => mine = source.clone(),
                1 | 2 => {
                    let sharing = [Sharing::Always, Sharing::default(), Sharing::Never];
                    let bytes = mine.value(start..end).keep_with(sharing[random.below(3)]);
                    kept.push(Part { bytes, start });
                }
                3 if !kept.is_empty() => {
                    let part = kept[random.below(kept.len())].clone();
                    let cut = random.below(part.bytes.len());
                    let bytes = part.bytes.slice_with(cut.., Sharing::Always);
                    kept.push(Part { bytes, start: part.start + cut });
                }
                4 if !kept.is_empty() => {
                    let at = random.below(kept.len());
                    kept[at].bytes.compact();
                }
                _ if !kept.is_empty() => kept.swap_remove(random.below(kept.len())).check(),
                _ => {}
            }
            if kept.len() > 40 {
                kept.truncate(20);
            }
        }
        kept.iter().for_each(Part::check);
    });
}

#[test]
fn the_last_of_a_root_is_dropped_wherever_it_is() {
    // Every thread is given parts by the one before, and gives them on or lets them go.
    let (senders, receivers): (Vec<Sender<Part>>, Vec<Receiver<Part>>) =
        (0..THREADS).map(|_| channel()).unzip();
    let mut receivers = receivers.into_iter();
    let threads: Vec<_> = (0..THREADS)
        .map(|number| {
            let next = senders[(number + 1) % THREADS].clone();
            let inbox = receivers.next().expect("one for each");
            thread::spawn(move || {
                let mut random = Random(number as u64 + 77);
                let mut seen = 0_usize;
                for _ in 0..ROUNDS / 4 {
                    // A root of its own, whose source goes at once.
                    let source = root(300 + random.below(1000));
                    let bytes = source.value(0..source.len()).keep();
                    assert!(bytes.is_shared());
                    let part = Part { bytes, start: 0 };
                    let _ = next.send(part.clone());
                    drop(source);
                    part.check();
                    while let Ok(part) = inbox.try_recv() {
                        part.check();
                        seen += 1;
                        if random.below(3) > 0 {
                            let from = random.below(part.bytes.len());
                            let bytes = part.bytes.slice(from..);
                            let _ = next.send(Part { bytes, start: part.start + from });
                        }
                    }
                }
                seen
            })
        })
        .collect();
    drop(senders);
    let seen: usize = threads.into_iter().map(|thread| thread.join().expect("no panic")).sum();
    assert!(seen > ROUNDS / 4, "{seen} parts were given on");
}

/// `number` keeps the records of a thread apart.
fn line(number: usize) -> String {
    format!(
        "host:192.0.2.{number}\tstatus:200\treq:GET /{}\tua:{}",
        "x".repeat(300),
        "y".repeat(40)
    )
}

fn check_record(record: &Record, number: usize) {
    let told: Vec<_> = record.iter().map(|(label, value)| (label, value.as_bytes())).collect();
    let line = line(number);
    let due = line.split('\t').map(|field| field.split_once(':').expect("a field"));
    assert!(told.iter().copied().eq(due.map(|(l, v)| (l.as_bytes(), v.as_bytes()))));
    assert_eq!(record.get("status").expect("a status"), "200");
    assert!(!record.has_duplicates());
}

#[test]
fn kept_records_are_read_and_cloned_by_all() {
    let mut kept: Vec<Record> = (0..20)
        .map(|number| {
            let mut record = Record::parse(line(number).as_bytes()).expect("a valid line");
            record.compact();
            record
        })
        .collect();
    // Two that are still being read, whose block the values of many threads share.
    kept.extend((20..22).map(|n| Record::parse(line(n).as_bytes()).expect("a valid line")));
    let kept = Arc::new(kept);
    let values = in_threads(move |number| {
        let mut random = Random(number as u64 + 5);
        let mut mine = Vec::new();
        for _ in 0..ROUNDS / 10 {
            let index = random.below(kept.len());
            check_record(&kept[index], index);
            let clone = kept[index].clone();
            let value = clone.get("req").expect("a request").keep();
            drop(clone);
            assert_eq!(value.len(), 305);
            let shared = kept[index].get("req").expect("a request").keep();
            assert_eq!((shared.is_shared(), &shared), (index >= 20, &value));
            mine.push(shared);
            if mine.len() > 30 {
                mine.clear();
            }
        }
        mine
    });
    // The records are gone; what was kept of them is not.
    assert!(values.iter().flatten().all(|value| value.starts_with(b"GET /xxx")));
}

#[test]
fn a_record_that_is_read_on_leaves_the_block_to_those_who_share_it() {
    in_threads(|number| {
        let mut parser = linecut::ltsv::Parser::new();
        let (mut record, mut buffer) = (Record::new(), bytes::BytesMut::new());
        let (give, take) = channel::<SmallBytes>();
        let checker = thread::spawn(move || {
            take.iter().map(|value| usize::from(value.starts_with(b"GET /xxx"))).sum::<usize>()
        });
        for _ in 0..ROUNDS / 20 {
            buffer.extend_from_slice(line(number).as_bytes());
            buffer.extend_from_slice(b"\n");
            assert!(parser.parse_record(&mut buffer, &mut record).expect("lenient"));
            let value = record.get("req").expect("a request").keep();
            assert!(value.is_shared());
            let _ = give.send(value);
        }
        drop(give);
        assert_eq!(checker.join().expect("no panic"), ROUNDS / 20);
        assert!(record.new_blocks() > 0);
    });
}

const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nServer: x\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n";

fn check_headers(headers: &Headers) {
    assert_eq!(headers.get("server").expect("a server"), "x");
    assert_eq!(headers.get_all("set-cookie").map(|v| v.keep()).collect::<Vec<_>>(), ["a=1", "b=2"]);
}

#[test]
fn heads_are_cloned_and_taken_apart_by_all() {
    let long = [&HEAD[..HEAD.len() - 2], b"Long: ", &[b'v'; 500], b"\r\n\r\n"].concat();
    let request = Request::parse(&b"GET /a HTTP/1.1\r\nHost: h\r\n\r\n"[..]);
    let request = Arc::new(request.expect("valid").expect("whole"));
    let response = Arc::new(Response::parse(long).expect("valid").expect("whole"));
    let mut folded =
        (&b"HTTP/1.1 200 OK\nServer: x\nSet-Cookie: a=1\nset-cookie:\n b=2\n\n"[..]).into();
    let repaired = ParserBuilder::lenient().build().parse_response(&mut folded);
    let repaired = Arc::new(repaired.expect("lenient").expect("whole"));
    in_threads(move |number| {
        let mut random = Random(number as u64 + 9);
        let mut kept: Vec<SmallBytes> = Vec::new();
        for _ in 0..ROUNDS / 10 {
            match random.below(4) {
                0 => {
                    let mut headers = Response::clone(&response).into_headers();
                    headers.compact();
                    check_headers(&headers);
                }
                1 => check_headers(&repaired.clone().headers().clone()),
                2 => assert_eq!(Request::clone(&request).headers().get("host").unwrap(), "h"),
                _ => kept.push(response.headers().get("long").unwrap().keep()),
            }
            if kept.len() > 30 {
                assert!(kept.iter().all(|value| value[..] == [b'v'; 500] && value.is_shared()));
                kept.clear();
            }
        }
    });
}

#[test]
fn bytes_go_in_and_out_between_threads() {
    let whole = Bytes::from((0..2000).map(byte_at).collect::<Vec<u8>>());
    in_threads(move |number| {
        let mut random = Random(number as u64 + 3);
        for _ in 0..ROUNDS / 10 {
            let start = random.below(1000);
            // Held by all threads, so of unknown size, unless it is stated.
            let part = whole.slice(start..start + 900);
            let source = Source::with_root_capacity(part, 2000);
            let kept = source.value(0..source.len()).keep();
            assert!(kept.is_shared());
            let out = kept.clone().into_bytes();
            drop((source, kept));
            assert!(out.iter().enumerate().all(|(i, byte)| *byte == byte_at(start + i)));
            // One that nobody else holds is taken over.
            let alone = Bytes::from(out.to_vec());
            let source = Source::from(alone);
            assert!(source.root_capacity().is_some());
            assert_eq!(source.value(0..10).keep(), out[..10]);
        }
    });
}

#[test]
fn interned_keys_are_one_copy_for_all_threads_they_go_to() {
    let mut slicer = Slicer::new(Sharing::default()).with_interner(Interner::with_seed(7));
    let names: Vec<String> = (0..50).map(|i| format!("A-Name-Of-More-Than-23-Bytes-{i}")).collect();
    // Stored at their second sight.
    names.iter().for_each(|name| drop(slicer.key(name.as_bytes())));
    let keys: Arc<Vec<SmallBytes>> =
        Arc::new(names.iter().map(|name| slicer.key(name.as_bytes())).collect());
    // The table goes on changing, and rotating, while others hold its keys.
    let many = in_threads({
        let (keys, slicer) = (Arc::clone(&keys), slicer.clone());
        move |number| {
            let mut slicer = slicer.clone();
            for round in 0..ROUNDS / 20 {
                let index = (round + number) % names.len();
                let key = slicer.key(names[index].as_bytes());
                assert_eq!(key, keys[index]);
                let other = format!("A-Name-Of-Thread-{number}-And-Round-{round}");
                assert_eq!(slicer.key(other.as_bytes()), slicer.key(other.as_bytes()));
            }
            keys[number].clone()
        }
    });
    for (number, key) in many.iter().enumerate() {
        assert!(key.is_shared());
        assert_eq!(key.as_ptr(), keys[number].as_ptr());
    }
}
