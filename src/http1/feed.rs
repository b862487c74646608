//! Feeding byte by byte: takes in bytes that change nothing, so that the machine runs a few times a
//! line and not for each byte. Knows stages of the machine; no byte's meaning.

use crate::scan::classes::ByteClass;

use super::engine::{Engine, Stage, What};
use super::options::Options;
use super::start_line::StartStage;

/// What may be added to the bytes looked at, without a run of the machine.
#[derive(Debug)]
pub(super) struct Feed {
    /// Bytes of this head that were looked at.
    seen: usize,
    /// How many of them the machine is done with, or need not look at, if `holds`.
    from: usize,
    /// For each [`What`], up to where bytes may be taken in: a byte past it is an error, and a head
    /// of another kind than was begun is none of ours.
    limit: [usize; 3],
    class: ByteClass,
    /// The bytes taken in are held: the machine has yet to look at them.
    holds: bool,
    /// A CR may be held: only the byte behind it tells anything.
    cr: bool,
}

impl Feed {
    pub(super) fn new() -> Self {
        Self { seen: 0, from: 0, limit: [0; 3], class: ByteClass::NONE, holds: false, cr: false }
    }

    /// Takes in one byte that was added, if it changes nothing.
    ///
    /// This is all that most bytes cost: one count is written, so that the next byte does not wait.
    #[inline]
    pub(super) fn absorb(&mut self, buffer: &[u8], what: What) -> bool {
        let Some((&byte, before)) = buffer.split_last() else {
            return false;
        };
        if before.len() != self.seen || self.seen >= self.limit[what as usize] {
            return false;
        }
        if self.class.has(byte) {
            self.seen = buffer.len();
            return true;
        }
        self.absorb_cr(byte)
    }

    fn absorb_cr(&mut self, byte: u8) -> bool {
        if byte != b'\r' || !self.cr {
            return false;
        }
        self.from = self.seen;
        self.seen += 1;
        (self.holds, self.class, self.cr) = (true, ByteClass::NONE, false);
        true
    }

    /// How many bytes the machine need not look at again.
    pub(super) fn known(&self) -> usize {
        if self.holds { self.from } else { self.seen }
    }

    /// Takes nothing in until the machine has run.
    pub(super) fn stop(&mut self) {
        *self = Self::new();
    }

    /// The machine has looked at `len` bytes and needs more.
    pub(super) fn start(&mut self, engine: &Engine, len: usize, options: &Options) {
        let more_of = |class, holds, cr| {
            let mut limit = [0; 3];
            limit[engine.what as usize] = options.max_head_len;
            Self { seen: len, from: len, limit, class, holds, cr }
        };
        *self = match engine.stage {
            _ if engine.at != len => Self::new(),
            Stage::Value => more_of(ByteClass::VALUE, false, true),
            Stage::Name | Stage::LooseName => more_of(ByteClass::TOKEN, false, false),
            Stage::Dropped | Stage::StartLine(StartStage::Reason) => {
                more_of(ByteClass::VALUE, false, true)
            }
            Stage::StartLine(StartStage::Target) => more_of(ByteClass::TARGET, false, false),
            // The first byte of a line ends the field before it. That may be held where it cannot
            // be an error.
            Stage::LineStart
                if !options.limits_parts() && engine.spans.len() + 1 < options.max_headers =>
            {
                more_of(ByteClass::TOKEN, true, false)
            }
            _ => Self::new(),
        };
    }
}
