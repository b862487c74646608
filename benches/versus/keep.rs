//! The rows for keeping: a value made and dropped, alone and while another thread does the same on
//! the same source; and what is alive in four ways of keeping.

mod alive;
mod peers;

use std::hint::black_box;
use std::ops::Range;

use arcstr::ArcStr;
use bytes::Bytes;
use bytestring::ByteString;
use compact_str::CompactString;
use hipstr::HipByt;
use http::HeaderValue;
use linecut::{Source, Value};
use smol_str::SmolStr;

use super::cores;
use super::input;
use super::table::{Row, Table};

/// Values a round; so few that most rounds are not interrupted.
const VALUES: usize = 4096;

/// The same where a thread has to be started first.
const VALUES_OF_TWO: usize = 100_000;

/// What a value is cut from. So large that the default policy copies 1 KiB of it.
const ROOT: usize = 8192;

/// The same text as every peer wants it.
struct Sources {
    ours: Source,
    bytes: Bytes,
    byte_string: ByteString,
    hip: HipByt<'static>,
    arc: ArcStr,
    text: String,
}

impl Sources {
    fn new(text: String) -> Self {
        Self {
            ours: Source::from(text.clone()),
            bytes: Bytes::from(text.clone()),
            byte_string: ByteString::from(text.clone()),
            hip: HipByt::from(text.clone().into_bytes()),
            arc: ArcStr::from(&text),
            text,
        }
    }
}

/// A value that was parsed, as ours and as text; and where it lies, for peers that share by place.
struct Piece<'a> {
    value: Value<'a>,
    text: &'a str,
    place: Range<usize>,
}

/// Which values are kept.
struct Input<'a> {
    name: &'static str,
    pieces: Vec<Piece<'a>>,
}

impl<'a> Input<'a> {
    /// Values of these lengths, here and there in the source.
    fn new(
        name: &'static str,
        lengths: impl IntoIterator<Item = usize>,
        from: &'a Sources,
    ) -> Self {
        let mut seeded = input::Seeded::new(0x1E46);
        let piece = |len: usize| {
            let start = seeded.below(ROOT - len);
            let place = start..start + len;
            let text = &from.text[place.clone()];
            Piece { value: from.ours.value(place.clone()), text, place }
        };
        Self { name, pieces: lengths.into_iter().map(piece).collect() }
    }

    fn of_length(name: &'static str, len: usize, from: &'a Sources) -> Self {
        Self::new(name, [len; 256], from)
    }

    /// The lengths that an access log has, up to 23 bytes, in their order.
    fn embedded_of_log(name: &'static str, from: &'a Sources) -> Self {
        let log = input::log("nginx.ltsv", 64 << 10);
        let fields = log.split(|byte| *byte == b'\n').flat_map(linecut::ltsv::fields).flatten();
        let lengths = fields.map(|field| field.value().len()).filter(|len| *len <= 23);
        Self::new(name, lengths.take(VALUES), from)
    }
}

/// Makes and drops so many. A function of its own, so that what surrounds it does not matter.
#[inline(never)]
fn make_and_drop<T>(count: usize, pieces: &[Piece<'_>], make: impl Fn(&Piece<'_>) -> T) -> u64 {
    for piece in pieces.iter().cycle().take(count) {
        black_box(&make(piece));
    }
    count as u64
}

/// The same on this core and on another one at the same time.
fn by_two<T>(pieces: &[Piece<'_>], make: impl Fn(&Piece<'_>) -> T + Sync) -> u64 {
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            cores::pin(1);
            make_and_drop(VALUES_OF_TWO, pieces, &make)
        });
        make_and_drop(VALUES_OF_TWO, pieces, &make) + other.join().expect("no panic")
    })
}

/// Rows of one job, ours by the default policy.
struct Job<'t> {
    table: &'t mut Table,
    sources: &'t Sources,
    two_threads: bool,
}

impl Job<'_> {
    fn row<T>(
        &mut self,
        row: Row<'_>,
        pieces: &[Piece<'_>],
        peer: impl Fn(&Sources, &Piece<'_>) -> T + Sync,
    ) {
        let sources = self.sources;
        let ours = |piece: &Piece<'_>| piece.value.keep();
        let peer = |piece: &Piece<'_>| peer(sources, piece);
        match self.two_threads {
            false => self.table.short_row(
                &row,
                VALUES,
                || make_and_drop(VALUES, pieces, ours),
                || make_and_drop(VALUES, pieces, peer),
            ),
            true => {
                self.table.row(
                    row,
                    VALUES_OF_TWO,
                    || by_two(pieces, ours),
                    || by_two(pieces, peer),
                );
            }
        }
    }

    /// Up to 23 bytes: within 1.3 of the fastest that embeds, and 0.35 of a copy to the heap.
    fn embedded(&mut self, job: &str, input: &Input<'_>, embeds: f64, copies: f64) {
        let Input { name, pieces } = input;
        let row = |peer, version, at_least| Row { job, input: name, peer, version, at_least };
        self.row(row("HipByt::from", peers::HIPSTR, embeds), pieces, |_, piece| {
            HipByt::from(piece.text.as_bytes())
        });
        self.row(row("HipByt::slice", peers::HIPSTR, embeds), pieces, |s, piece| {
            s.hip.slice(piece.place.clone())
        });
        self.row(row("CompactString", peers::COMPACT, embeds), pieces, |_, piece| {
            CompactString::from(piece.text)
        });
        self.row(row("SmolStr", peers::SMOL, embeds), pieces, |_, piece| SmolStr::new(piece.text));
        self.row(row("Bytes copied", peers::BYTES, copies), pieces, |_, piece| {
            Bytes::copy_from_slice(piece.text.as_bytes())
        });
        self.row(row("Bytes::slice", peers::BYTES, 0.0), pieces, |s, piece| {
            s.bytes.slice(piece.place.clone())
        });
        self.row(row("Box<[u8]>", peers::STD, 0.0), pieces, |_, piece| {
            Box::<[u8]>::from(piece.text.as_bytes())
        });
        self.row(row("Substr", peers::ARCSTR, 0.0), pieces, |s, piece| {
            s.arc.substr(piece.place.clone())
        });
    }

    /// Copies: within 1.15 of a box.
    fn copied(&mut self, job: &str, input: &Input<'_>, boxes: f64) {
        let Input { name, pieces } = input;
        let row = |peer, version, at_least| Row { job, input: name, peer, version, at_least };
        self.row(row("Box<[u8]>", peers::STD, boxes), pieces, |_, piece| {
            Box::<[u8]>::from(piece.text.as_bytes())
        });
        self.row(row("String", peers::STD, 0.0), pieces, |_, piece| String::from(piece.text));
        self.row(row("Bytes copied", peers::BYTES, 0.0), pieces, |_, piece| {
            Bytes::copy_from_slice(piece.text.as_bytes())
        });
        self.row(row("HipByt::from", peers::HIPSTR, 0.0), pieces, |_, piece| {
            HipByt::from(piece.text.as_bytes())
        });
        self.row(row("CompactString", peers::COMPACT, 0.0), pieces, |_, piece| {
            CompactString::from(piece.text)
        });
        self.row(row("SmolStr", peers::SMOL, 0.0), pieces, |_, piece| SmolStr::new(piece.text));
        self.row(row("HeaderValue copied", peers::HTTP, 0.0), pieces, |_, piece| {
            HeaderValue::from_bytes(piece.text.as_bytes())
        });
    }

    /// Long against the source: shared by all.
    fn shared(&mut self, job: &str, input: &Input<'_>) {
        let Input { name, pieces } = input;
        let row = |peer, version| Row { job, input: name, peer, version, at_least: 0.0 };
        self.row(row("Bytes::slice", peers::BYTES), pieces, |s, piece| {
            s.bytes.slice(piece.place.clone())
        });
        self.row(row("ByteString", peers::BYTESTRING), pieces, |s, piece| {
            s.byte_string.slice_ref(&s.byte_string[piece.place.clone()])
        });
        self.row(row("HipByt::slice", peers::HIPSTR), pieces, |s, piece| {
            s.hip.slice(piece.place.clone())
        });
        self.row(row("Substr", peers::ARCSTR), pieces, |s, piece| {
            s.arc.substr(piece.place.clone())
        });
        self.row(row("HeaderValue shared", peers::HTTP), pieces, |s, piece| {
            HeaderValue::from_maybe_shared(s.bytes.slice(piece.place.clone()))
        });
    }
}

pub fn rows(table: &mut Table) {
    if !table.wants("keep") {
        return;
    }
    let mut seeded = input::Seeded::new(0xB17E5);
    let text = (0..ROOT).map(|_| char::from(b'!' + seeded.below(94) as u8)).collect();
    let sources = Sources::new(text);
    let of_length = |(name, len)| Input::of_length(name, len, &sources);
    let embedded = [("4 bytes", 4), ("12 bytes", 12), ("23 bytes", 23)].map(of_length);
    let log = Input::embedded_of_log("log, to 23", &sources);
    let copied = [("24 bytes", 24), ("64 bytes", 64), ("128 bytes", 128), ("256 bytes", 256)];
    let copied = copied.map(of_length);
    let [small, kilobyte, long] =
        [("64 bytes", 64), ("1 KiB", 1024), ("4 KiB", 4096)].map(of_length);
    let mut job = Job { table, sources: &sources, two_threads: false };
    for input in embedded.iter().chain([&log]) {
        job.embedded("keep embedded", input, 1.0 / 1.3, 1.0 / 0.35);
    }
    for input in copied.iter().chain([&kilobyte]) {
        job.copied("keep copied", input, 1.0 / 1.15);
    }
    job.shared("keep shared", &long);
    job.two_threads = true;
    job.embedded("keep embedded, two threads", &log, 0.0, 0.0);
    job.copied("keep copied, two threads", &small, 0.0);
    job.shared("keep shared, two threads", &long);
    alive::rows(job.table);
}
