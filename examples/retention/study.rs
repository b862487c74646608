//! What was read, and the figures of every policy and every way of keeping. Knows no output.

use crate::keeping::{Memory, medians, memory, timed};
use crate::lengths::Lengths;
use crate::policy::{Policy, Values, Wholes};
use crate::sources::{Buffer, HEAD_BUFFER, Kind, LOG_BLOCK, Way};

/// The values of a file, by length.
pub(crate) struct FileLengths {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) lengths: Lengths,
}

/// All files of a kind.
pub(crate) struct Group {
    pub(crate) kind: Kind,
    pub(crate) buffers: Vec<Buffer>,
}

/// A policy in one way of keeping.
pub(crate) struct Row {
    pub(crate) way: Way,
    pub(crate) policy: Policy,
    pub(crate) memory: Memory,
    /// If it was timed.
    pub(crate) nanoseconds: Option<f64>,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Log => "log",
            Self::Heads => "heads",
        }
    }

    pub(crate) fn plural(self) -> &'static str {
        match self {
            Self::Log => "logs",
            Self::Heads => "heads",
        }
    }

    /// What is read into one buffer.
    pub(crate) fn buffer(self) -> usize {
        match self {
            Self::Log => LOG_BLOCK,
            Self::Heads => HEAD_BUFFER,
        }
    }
}

impl FileLengths {
    pub(crate) fn new(name: String, kind: Kind, buffers: &[Buffer]) -> Self {
        let mut lengths = Lengths::default();
        let values = buffers.iter().flat_map(|buffer| &buffer.values);
        values.for_each(|range| lengths.add(range.len()));
        Self { name, kind, lengths }
    }
}

impl Group {
    pub(crate) fn new(kind: Kind) -> Self {
        Self { kind, buffers: Vec::new() }
    }

    pub(crate) fn records(&self) -> usize {
        self.buffers.iter().map(|buffer| buffer.records.len()).sum()
    }

    /// Of all buffers together, filled or not.
    pub(crate) fn buffer_bytes(&self) -> usize {
        self.buffers.iter().map(|buffer| buffer.capacity).sum()
    }

    pub(crate) fn memory(&self, way: Way, policy: Policy) -> Memory {
        match policy {
            Policy::Values(sharing) => memory(&Values(sharing), &self.buffers, way),
            Policy::WholeRecord => memory(&Wholes(self.kind), &self.buffers, way),
        }
    }

    /// Every policy in every way; timed in so many rounds, the policies in turns.
    pub(crate) fn rows(&self, rounds: usize) -> Vec<Row> {
        Way::ALL.into_iter().flat_map(|way| self.rows_of(way, rounds)).collect()
    }

    fn rows_of(&self, way: Way, rounds: usize) -> Vec<Row> {
        let times = match rounds {
            0 => vec![None; Policy::ALL.len()],
            _ => {
                let mut runs: Vec<_> =
                    Policy::ALL.into_iter().map(|policy| self.timed(way, policy)).collect();
                medians(&mut runs, rounds).into_iter().map(Some).collect()
            }
        };
        let row = |(policy, nanoseconds)| {
            let memory = self.memory(way, policy);
            Row { way, policy, memory, nanoseconds }
        };
        Policy::ALL.into_iter().zip(times).map(row).collect()
    }

    fn timed(&self, way: Way, policy: Policy) -> Box<dyn FnMut() -> f64 + '_> {
        match policy {
            Policy::Values(sharing) => Box::new(timed(Values(sharing), &self.buffers, way)),
            Policy::WholeRecord => Box::new(timed(Wholes(self.kind), &self.buffers, way)),
        }
    }
}
