//! The embed limit against a real parser: every value of a log, or of heads, is parsed and kept, at
//! several cutoffs.

use std::time::Instant;

use linecut::http1::{HeaderSpan, StartLine, parse_head};
use linecut::ltsv;
use linecut::{Sharing, Slicer, SmallBytes, Source};

use super::inputs;
use super::markdown::{grouped, ratio, table};
use crate::counting::counted;
use crate::keeping::medians;
use crate::sources::Buffer;

/// What is compared: longer values share their source.
pub const CUTOFFS: [(&str, Sharing); 5] = [
    ("23 (share all that is not embedded)", Sharing::Always),
    ("128", Sharing::CopyUpTo(128)),
    ("256", Sharing::CopyUpTo(256)),
    ("none (share nothing)", Sharing::Never),
    ("the default, `Bounded`", Sharing::Bounded { copy_up_to: 256, factor: 4 }),
];

/// What is parsed, and how its bytes come.
pub enum Input {
    /// A line is a string of its own, as a log collector has it.
    Lines(Vec<Buffer>),
    /// The lines of a block share it.
    Blocks(Vec<Buffer>),
    /// A head in its buffer.
    Heads(Vec<Buffer>),
}

/// What a run did.
pub struct Run {
    pub allocations: u64,
    pub alive: u64,
    pub kept: u64,
    pub roots: u64,
}

impl Input {
    /// All three; the fixtures so often.
    pub fn all(times: usize) -> [(&'static str, Self); 3] {
        [
            ("log, each line a source of its own", Self::Lines(inputs::log_lines(times))),
            (
                "log, blocks of 64 KiB that are shared already",
                Self::Blocks(inputs::log_blocks(times)),
            ),
            ("response heads, a buffer of 8 KiB each", Self::Heads(inputs::head_buffers(times))),
        ]
    }

    fn buffers(&self) -> &[Buffer] {
        match self {
            Self::Lines(buffers) | Self::Blocks(buffers) | Self::Heads(buffers) => buffers,
        }
    }

    /// Parses all and keeps every value; the buffers are made anew and let go.
    pub fn parse_and_keep(&self, slicer: &mut Slicer, out: &mut Vec<SmallBytes>) {
        let mut spans = Vec::new();
        for buffer in self.buffers() {
            let mut bytes = Vec::with_capacity(buffer.capacity);
            bytes.extend_from_slice(&buffer.bytes);
            let source = Source::from(bytes);
            match self {
                Self::Heads(_) => keep_head(&source, &mut spans, slicer, out),
                Self::Lines(_) => keep_line(&source, &source, slicer, out),
                Self::Blocks(_) => keep_lines(&source, slicer, out),
            }
        }
    }

    /// What a run asks the allocator for.
    pub fn run(&self, sharing: Sharing) -> Run {
        let values = self.buffers().iter().map(|buffer| buffer.values.len()).sum();
        let (mut slicer, mut out) = (Slicer::new(sharing), Vec::with_capacity(values));
        let ((), counts) = counted(|| self.parse_and_keep(&mut slicer, &mut out));
        Run {
            allocations: counts.allocations,
            alive: counts.alive as u64,
            kept: slicer.stats().bytes_kept(),
            roots: slicer.stats().roots_shared,
        }
    }
}

fn keep_lines(source: &Source, slicer: &mut Slicer, out: &mut Vec<SmallBytes>) {
    source.split(|byte| *byte == b'\n').for_each(|line| keep_line(source, line, slicer, out));
}

fn keep_line(source: &Source, line: &[u8], slicer: &mut Slicer, out: &mut Vec<SmallBytes>) {
    for field in ltsv::fields(line).flatten() {
        let start = field.value().as_ptr() as usize - source.as_ptr() as usize;
        out.push(slicer.keep(source.value(start..start + field.value().len())));
    }
}

fn keep_head(
    source: &Source,
    spans: &mut Vec<HeaderSpan>,
    slicer: &mut Slicer,
    out: &mut Vec<SmallBytes>,
) {
    // Strict; the few heads of HTTP/2 dumps are no HTTP/1 and are passed over.
    let Ok(Some(head)) = parse_head(source, spans) else { return };
    debug_assert!(matches!(head.start, StartLine::Response { .. }));
    out.extend(spans.iter().map(|span| slicer.keep(source.value(span.value_range()))));
}

/// Allocations, roots and bytes alive at each cutoff.
pub fn counts() -> String {
    let rows = Input::all(8).into_iter().flat_map(|(name, input)| {
        CUTOFFS.map(|(cutoff, sharing)| {
            let Run { allocations, alive, kept, roots } = input.run(sharing);
            let amplification = format!("{:.2}", alive as f64 / kept as f64);
            [
                name.into(),
                cutoff.into(),
                grouped(allocations),
                grouped(roots),
                grouped(alive),
                amplification,
            ]
        })
    });
    table(["input", "cutoff", "allocations", "roots that stay", "bytes alive", "× kept"], rows)
}

/// Time of parsing, keeping and dropping all, against the cutoff of 23.
pub fn times(rounds: usize) -> String {
    let rows = Input::all(1).into_iter().flat_map(|(name, input)| {
        let mut runs: Vec<Box<dyn FnMut() -> f64 + '_>> =
            CUTOFFS.into_iter().map(|(_, sharing)| timed(&input, sharing)).collect();
        let times = medians(&mut runs, rounds);
        let cell = |time: &f64| ratio(times[0] / time);
        let mut row = vec![name.to_string()];
        row.extend(times.iter().map(cell));
        [row.try_into().expect("a cell a cutoff")]
    });
    table(["times as fast as cutoff 23", "23", "128", "256", "none", "default"], rows)
}

fn timed(input: &Input, sharing: Sharing) -> Box<dyn FnMut() -> f64 + '_> {
    let (mut slicer, mut out) = (Slicer::new(sharing), Vec::new());
    Box::new(move || {
        let start = Instant::now();
        input.parse_and_keep(&mut slicer, &mut out);
        out.clear();
        start.elapsed().as_nanos() as f64
    })
}
