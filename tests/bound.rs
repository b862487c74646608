//! The retention bound, with the allocator as the judge. One test in a binary of its own, without the
//! test harness, so that nothing else allocates meanwhile: no other thread is there.
//!
//! For 20,000 random roots: values of skewed lengths are kept, cut again, cloned, compacted and
//! dropped in random order. (Kept records and heads are tried on real lines and a real head.) Whenever no source is left, the heap
//! bytes alive have to be within `factor` times the lengths of what is kept, plus one header for
//! each pinned root. The same run with a fixed cutoff has to break that bound by two orders of
//! magnitude, which shows that the test can fail.

use std::alloc::System;

use linecut::http1::Response;
use linecut::ltsv::Record;
use linecut::{Sharing, SmallBytes, Source};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const ROOTS: usize = 20_000;
const FACTOR: usize = 4;
/// Values of one root that can be alive at once.
const MOST: usize = 64;

fn alive() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated - stats.bytes_deallocated
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 12) as usize % n
    }

    /// Many small, few large: a power of two first, then a place below it.
    fn skewed(&mut self, most: usize) -> usize {
        let bits = self.below(usize::BITS as usize - most.leading_zeros() as usize) + 1;
        self.below((1 << bits).min(most)) + 1
    }
}

/// What one run found: the worst of alive bytes against the bound, and against the bytes kept.
#[derive(Debug, Default)]
struct Worst {
    of_bound: f64,
    amplification: f64,
}

struct Run {
    sharing: Sharing,
    random: Random,
    kept: Vec<SmallBytes>,
    /// Allocated before any root was.
    base: usize,
    overhead: usize,
    worst: Worst,
}

impl Run {
    fn new(sharing: Sharing) -> Self {
        let shared = Source::from(vec![0; 600]).value(0..500).keep();
        let overhead = shared.heap_size() - shared.referenced_len();
        drop(shared);
        let kept = Vec::with_capacity(MOST);
        let random = Random(0xB0_07D);
        Self { sharing, random, kept, base: alive(), overhead, worst: Worst::default() }
    }

    /// Whether a root may be pinned is told by any of its values: there is one root at a time.
    fn check(&mut self) {
        let bytes: usize = self.kept.iter().map(|value| value.len()).sum();
        let pinned = usize::from(self.kept.iter().any(SmallBytes::is_shared));
        let now = alive() - self.base;
        let bound = FACTOR * bytes + pinned * self.overhead;
        if bytes > 0 {
            self.worst.of_bound = self.worst.of_bound.max(now as f64 / bound as f64);
            self.worst.amplification = self.worst.amplification.max(now as f64 / bytes as f64);
        } else {
            assert_eq!(now, 0, "nothing kept, nothing alive");
        }
    }

    /// One root, from its making to the last value's drop.
    fn root(&mut self) {
        let len = 512 + self.random.skewed(256 * 1024 - 512);
        let mut root = Vec::with_capacity(len + self.random.skewed(len));
        root.resize(len, b'x');
        let source = Source::from(root);
        for _ in 0..self.random.skewed(MOST / 2) {
            let len = self.random.skewed(source.len());
            let start = self.random.below(source.len() - len + 1);
            self.kept.push(source.value(start..start + len).keep_with(self.sharing));
        }
        drop(source);
        self.check();
        while !self.kept.is_empty() {
            self.change();
            self.check();
        }
    }

    /// One operation on a value at random; more drops than anything else.
    fn change(&mut self) {
        let at = self.random.below(self.kept.len());
        match self.random.below(8) {
            0 if self.kept.len() < MOST => self.kept.push(self.kept[at].clone()),
            1 if self.kept.len() < MOST => {
                let (from, to) = self.part(at);
                self.kept.push(self.kept[at].slice_with(from..to, self.sharing));
            }
            2 => {
                let (from, to) = self.part(at);
                self.kept[at] = self.kept[at].slice_with(from..to, self.sharing);
            }
            3 => self.kept[at].compact(),
            _ => drop(self.kept.swap_remove(at)),
        }
    }

    /// A part of a value, never empty.
    fn part(&mut self, at: usize) -> (usize, usize) {
        let whole = self.kept[at].len();
        let len = self.random.skewed(whole);
        let from = self.random.below(whole - len + 1);
        (from, from + len)
    }
}

fn run(sharing: Sharing) -> Worst {
    let mut run = Run::new(sharing);
    for _ in 0..ROOTS {
        run.root();
    }
    run.worst
}

/// A kept record counts its line, a head its head.
fn records_and_heads() {
    let log = std::fs::read("fixtures/ltsv/nginx.ltsv").expect("a fixture");
    let head = std::fs::read("fixtures/http1/nginx-root.head").expect("a fixture");
    for line in log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let base = alive();
        let mut record = Record::parse(line).expect("a good line");
        record.compact();
        assert!(alive() - base <= FACTOR * line.len());
    }
    for slack in [0, head.len(), 3 * head.len(), 100 * head.len()] {
        let mut roomy = Vec::with_capacity(head.len() + slack);
        roomy.extend_from_slice(&head);
        let base = alive() - roomy.capacity();
        let response = Response::parse(roomy).expect("a good head").expect("a whole head");
        let within = FACTOR * response.head_len() + Run::new(Sharing::Never).overhead;
        assert!(alive() - base <= within, "{} of {within}, slack {slack}", alive() - base);
        let value = response.headers().get("server").expect("a server").keep();
        drop(response);
        assert!(alive() - base <= FACTOR * value.len());
    }
}

fn what_is_alive_is_within_the_bound() {
    records_and_heads();
    for sharing in
        [Sharing::Never, Sharing::Bounded { copy_up_to: 24, factor: FACTOR }, Sharing::default()]
    {
        let worst = run(sharing);
        println!("{sharing:?}: {worst:.2?}");
        assert!(worst.of_bound <= 1.0, "{sharing:?}: {worst:?}");
    }
    let cutoff = run(Sharing::CopyUpTo(128));
    println!("CopyUpTo(128): {cutoff:.2?}");
    assert!(cutoff.of_bound >= 100.0, "a fixed cutoff has no bound: {cutoff:?}");
    let always = run(Sharing::Always);
    println!("Always: {always:.2?}");
    assert!(always.of_bound >= cutoff.of_bound);
}

fn main() {
    what_is_alive_is_within_the_bound();
    println!("test what_is_alive_is_within_the_bound ... ok");
}
