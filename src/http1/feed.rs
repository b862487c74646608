//! Feeding byte by byte: takes in bytes that change nothing, so that the machine runs a few times a
//! line and not for each byte. Knows stages of the machine; no byte's meaning.

use crate::scan::classes::ByteClass;

use super::engine::{Engine, Stage, What};
use super::options::Options;
use super::start_line::StartStage;

/// What may be added to the bytes looked at, without a run of the machine.
#[derive(Debug)]
pub(super) struct Feed {
    what: What,
    /// Bytes of this head that were looked at.
    seen: usize,
    /// Of these, how many at the end the machine has yet to look at.
    held: usize,
    class: ByteClass,
    /// Bytes of the class are held, and not done with.
    holds: bool,
    /// A CR may be held: only the byte behind it tells anything.
    cr: bool,
    /// A byte past this is an error.
    limit: usize,
}

impl Feed {
    pub(super) fn new() -> Self {
        Self {
            what: What::Fields,
            seen: 0,
            held: 0,
            class: ByteClass::NONE,
            holds: false,
            cr: false,
            limit: 0,
        }
    }

    /// Takes in one byte that was added, if it changes nothing.
    #[inline]
    pub(super) fn absorb(&mut self, buffer: &[u8], what: What) -> bool {
        let at = self.seen;
        if buffer.len() != at + 1 || at >= self.limit || self.what != what {
            return false;
        }
        if self.class.has(buffer[at]) {
            self.seen = at + 1;
            self.held += usize::from(self.holds);
            return true;
        }
        self.absorb_cr(buffer[at])
    }

    fn absorb_cr(&mut self, byte: u8) -> bool {
        if byte != b'\r' || !self.cr {
            return false;
        }
        self.seen += 1;
        (self.held, self.class, self.cr) = (1, ByteClass::NONE, false);
        true
    }

    /// How many bytes the machine need not look at again.
    pub(super) fn known(&self) -> usize {
        self.seen - self.held
    }

    /// Takes nothing in until the machine has run.
    pub(super) fn stop(&mut self) {
        *self = Self::new();
    }

    /// The machine has looked at `len` bytes and needs more.
    pub(super) fn start(&mut self, engine: &Engine, len: usize, options: &Options) {
        let more_of = |class, holds, cr| Self {
            what: engine.what,
            seen: len,
            held: 0,
            class,
            holds,
            cr,
            limit: options.max_head_len,
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
