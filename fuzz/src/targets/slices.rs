//! Random operations on sources and kept values, against plain bytes; and what is alive of them
//! within the bound of the policy, with the allocator as the judge.
//!
//! Input: the policy (two bytes); then operations: what (a byte), and on what (up to five bytes).

use std::sync::LazyLock;

use bytes::{Bytes, BytesMut};
use linecut::{Sharing, Slicer, SmallBytes, Source};

use super::alive;
use super::choices::Choices;
use crate::ways::slices as ways;

/// What all bytes are copies of, so that a few numbers are the model of a value.
static TEXT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut state = 1u32;
    let step = |state: &mut u32| *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (0..16 * 1024).map(|_| (step(&mut state), state >> 24).1 as u8).collect()
});

static FOREVER: [u8; 600] = [b's'; 600];

const MOST: usize = 32;
const OPERATIONS: usize = 200;
/// Longer values are not looked at in every way there is.
const LOOKED_AT: usize = 600;
/// Of the shorter ones, a fuzzer has so many pass until it looks at one: that takes longer than all else.
const PASSED: usize = if cfg!(fuzzing) { 7 } else { 0 };
/// Text, of which some is a number.
const NUMBERS: [&str; 4] = ["0", "65535", "4294967296", "-1"];
/// What a `Bytes` may have beside its bytes.
const BYTES_HEADER: usize = 32;

/// Runs one input.
pub fn target(data: &[u8]) {
    LazyLock::force(&TEXT);
    let mut choices = Choices::new(data);
    let factor = 1 + choices.below(8);
    let copy_up_to = choices.byte().into();
    let (sharing, factor) = match copy_up_to {
        253 => (Sharing::Never, Some(1)),
        254 => (Sharing::Always, None),
        255 => (Sharing::CopyUpTo(128), None),
        _ => (Sharing::Bounded { copy_up_to, factor }, Some(factor)),
    };
    let mut run = Run::new(sharing, factor);
    for _ in 0..OPERATIONS {
        if choices.is_empty() {
            break;
        }
        run.operation(&mut choices);
        run.check();
    }
    run.sources.clear();
    run.check();
    ways::stats(run.slicer.stats(), run.counts.iter().sum(), run.kept_bytes);
    run.kept.clear();
    assert_eq!(alive(), run.base, "nothing kept, nothing alive");
}

/// Bytes and what they have to be.
struct Kept {
    bytes: SmallBytes,
    due: &'static [u8],
}

struct Origin {
    source: Source,
    due: &'static [u8],
    /// Somebody else who holds the same bytes.
    _other: Option<Bytes>,
}

/// Values to pass until one is looked at in every way.
#[derive(Default)]
struct Turns(usize);

impl Turns {
    /// Whether a value of `len` bytes is looked at.
    fn is_for(&mut self, len: usize) -> bool {
        if len > LOOKED_AT {
            return false;
        }
        let now = self.0 == 0;
        self.0 = if now { PASSED } else { self.0 - 1 };
        now
    }
}

struct Run {
    sharing: Sharing,
    /// How many times its length a value may pin, where that is bounded.
    factor: Option<usize>,
    slicer: Slicer,
    /// Values that the slicer kept: inline, copied, shared.
    counts: [u64; 3],
    /// The bytes of these.
    kept_bytes: u64,
    sources: Vec<Origin>,
    kept: Vec<Kept>,
    /// Bytes alive before the first operation.
    base: usize,
    /// Of the header of a root.
    header: usize,
    turns: Turns,
}

impl Run {
    fn new(sharing: Sharing, factor: Option<usize>) -> Self {
        let shared = Source::from(vec![0; 600]).value(0..500).keep();
        let header = shared.heap_size() - shared.referenced_len();
        drop(shared);
        Self {
            sharing,
            factor,
            slicer: Slicer::new(sharing),
            counts: [0; 3],
            kept_bytes: 0,
            sources: Vec::with_capacity(MOST),
            kept: Vec::with_capacity(MOST),
            base: 0,
            header,
            turns: Turns::default(),
        }
        .begun()
    }

    fn begun(mut self) -> Self {
        self.base = alive();
        let probe = Vec::<u8>::with_capacity(100);
        assert!(alive() > self.base, "the allocator counts");
        drop(probe);
        self
    }

    fn operation(&mut self, choices: &mut Choices<'_>) {
        match choices.byte() % 16 {
            0..=2 => self.new_source(choices),
            3..=6 => self.keep(choices),
            7 | 8 => self.slice(choices),
            9 => self.slice_in_place(choices),
            10 => self.clone_one(choices),
            11 => self.compact(choices),
            12 => self.drop_one(choices),
            13 if !self.sources.is_empty() => {
                let at = choices.below(self.sources.len());
                drop(self.sources.swap_remove(at));
            }
            14 => self.sources.clear(),
            _ => self.keep_another(choices),
        }
    }

    fn push(&mut self, bytes: SmallBytes, due: &'static [u8]) {
        if self.turns.is_for(due.len()) {
            let other = self.kept.last().map_or(&TEXT[..4], |kept| kept.due);
            ways::small(&bytes, &other[..other.len().min(LOOKED_AT)]);
        }
        if self.kept.len() < MOST {
            self.kept.push(Kept { bytes, due });
        }
    }

    fn new_source(&mut self, choices: &mut Choices<'_>) {
        let (kind, start) = (choices.byte() % 9, choices.below(256));
        let (len, room) = (length(choices), length(choices));
        if self.sources.len() == MOST {
            return;
        }
        let due = &TEXT[start..start + len];
        let mut vec = Vec::with_capacity(len + room);
        vec.extend_from_slice(due);
        let mut other = None;
        let source = match kind {
            0 => Source::from(vec),
            1 => Source::from(vec.into_boxed_slice()),
            2 => Source::from(due),
            3 => Source::from(Bytes::from(vec)),
            4 => {
                // The end of a buffer that nobody else holds.
                vec.resize(len + room, 0);
                vec.rotate_right(room);
                Source::from(Bytes::from(vec).slice(room..))
            }
            5 => {
                let whole = Bytes::from(vec);
                other = Some(whole.clone());
                Source::from(whole)
            }
            6 => {
                let capacity = vec.capacity();
                vec.resize(len + room, 0);
                Source::with_root_capacity(Bytes::from(vec).slice(..len), capacity)
            }
            7 => Source::from(BytesMut::from(due)),
            _ => {
                let source = &self.sources;
                match source.get(usize::from(kind) * start % source.len().max(1)) {
                    Some(Origin { source, due, .. }) => {
                        let (source, due) = (source.clone(), *due);
                        self.sources.push(Origin { source, due, _other: other });
                        return;
                    }
                    None => Source::from(vec),
                }
            }
        };
        assert!(*source == *due && source.root_capacity().is_none_or(|bytes| bytes >= len));
        self.sources.push(Origin { source, due, _other: other });
    }

    fn keep(&mut self, choices: &mut Choices<'_>) {
        let (at, counted) = (choices.below(MOST), choices.flag());
        let (a, b) = (choices.pair(), length(choices));
        let Some(Origin { source, due, .. }) = self.sources.get(at % self.sources.len().max(1))
        else {
            return;
        };
        let (start, end) = part(a, b, due.len());
        let (value, due) = (source.value(start..end), &due[start..end]);
        let bytes = match counted {
            true => self.slicer.keep(value),
            false => value.keep_with(self.sharing),
        };
        if self.turns.is_for(due.len()) {
            ways::value(value, &TEXT[b % 8..][..due.len()]);
        }
        if counted {
            self.count(&bytes);
        }
        self.push(bytes, due);
    }

    fn count(&mut self, bytes: &SmallBytes) {
        let place = match bytes.len() {
            0..=23 => 0,
            _ if bytes.is_shared() || bytes.referenced_len() == 0 => 2,
            _ => 1,
        };
        self.counts[place] += 1;
        self.kept_bytes += bytes.len() as u64;
    }

    fn slice(&mut self, choices: &mut Choices<'_>) {
        let (at, counted) = (choices.below(MOST), choices.flag());
        let (a, b) = (choices.pair(), length(choices));
        let Some(Kept { bytes, due }) = self.kept.get(at % self.kept.len().max(1)) else { return };
        let (start, end) = part(a, b, due.len());
        let due = &due[start..end];
        let bytes = match counted {
            true => self.slicer.slice(bytes, start..end),
            false => bytes.slice_with(start..end, self.sharing),
        };
        if counted {
            self.count(&bytes);
        }
        self.push(bytes, due);
    }

    fn slice_in_place(&mut self, choices: &mut Choices<'_>) {
        let (at, a, b) = (choices.below(MOST), choices.pair(), length(choices));
        let number = self.kept.len().max(1);
        let Some(Kept { bytes, due }) = self.kept.get_mut(at % number) else { return };
        let (start, end) = part(a, b, due.len());
        *bytes = bytes.slice_with(start..end, self.sharing);
        *due = &due[start..end];
    }

    fn clone_one(&mut self, choices: &mut Choices<'_>) {
        let at = choices.below(MOST) % self.kept.len().max(1);
        let Some(Kept { bytes, due }) = self.kept.get(at) else { return };
        let (bytes, due) = (bytes.clone(), *due);
        self.push(bytes, due);
    }

    fn compact(&mut self, choices: &mut Choices<'_>) {
        let at = choices.below(MOST) % self.kept.len().max(1);
        let Some(Kept { bytes, .. }) = self.kept.get_mut(at) else { return };
        bytes.compact();
        assert!(!bytes.is_shared());
    }

    fn drop_one(&mut self, choices: &mut Choices<'_>) {
        let at = choices.below(MOST) % self.kept.len().max(1);
        if at < self.kept.len() {
            let Kept { bytes, due } = self.kept.swap_remove(at);
            assert_eq!(bytes.into_bytes(), due);
        }
    }

    /// Values that no source of ours gave.
    fn keep_another(&mut self, choices: &mut Choices<'_>) {
        let (kind, len) = (choices.byte() % 4, choices.below(FOREVER.len()));
        let due = &FOREVER[..len];
        let bytes = match kind {
            0 => SmallBytes::from_static(due),
            1 => SmallBytes::from(due),
            2 => SmallBytes::from(due.to_vec()),
            _ => due.iter().copied().collect(),
        };
        if self.turns.is_for(len) {
            ways::forever(due, self.sharing);
            ways::conversions(if kind > 1 { due } else { &TEXT[len..2 * len] });
            ways::value(due.into(), &TEXT[..len]);
            ways::value(NUMBERS[len % NUMBERS.len()].into(), due);
        }
        self.push(bytes, due);
    }

    fn check(&self) {
        let mut lengths = 0;
        let mut pinning = 0;
        for Kept { bytes, due } in &self.kept {
            assert_eq!(bytes, *due);
            lengths += due.len();
            pinning += usize::from(bytes.is_shared());
            assert!(bytes.is_inline() || bytes.len() > 23 || bytes.referenced_len() == 0);
            if let Some(factor) = self.factor {
                assert!(bytes.referenced_len() <= factor * due.len());
            }
        }
        let stats = self.slicer.stats();
        let counts = [stats.inline.values, stats.copied.values, stats.shared.values];
        assert_eq!(counts, self.counts);
        assert_eq!(stats.bytes_kept(), self.kept_bytes);
        if let (Some(factor), true) = (self.factor, self.sources.is_empty()) {
            // Each shared value may have a root of its own.
            let bound = factor * lengths + pinning * (self.header + BYTES_HEADER);
            let held = alive() - self.base;
            assert!(held <= bound, "{held} of {bound}");
        }
    }
}

/// Mostly a small number, seldom one up to 8 KiB.
fn length(choices: &mut Choices<'_>) -> usize {
    match choices.byte() {
        small @ 0..128 => usize::from(small),
        large => 128 + usize::from(large - 128) * 64,
    }
}

/// A part of a value of `whole` bytes, as start and end.
fn part(start: usize, len: usize, whole: usize) -> (usize, usize) {
    let start = start % (whole + 1);
    (start, start + len.min(whole - start))
}
