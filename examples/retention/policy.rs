//! The policies that are compared, and how a value or a record is kept by one. Knows no figures.

use std::ops::Range;

use linecut::http1::{Capture, Headers, Request};
use linecut::ltsv::Record;
use linecut::{Sharing, SmallBytes, Source};

use crate::keeping::Keeping;
use crate::sources::{Buffer, Kind, RecordAt};

/// How it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    /// Each value by itself.
    Values(Sharing),
    /// The whole record that a wanted value is in.
    WholeRecord,
}

impl Policy {
    /// All that are compared.
    pub(crate) const ALL: [Self; 11] = [
        Self::Values(Sharing::Always),
        Self::Values(Sharing::CopyUpTo(64)),
        Self::Values(Sharing::CopyUpTo(128)),
        Self::Values(Sharing::CopyUpTo(256)),
        Self::Values(Sharing::CopyUpTo(512)),
        Self::Values(Sharing::CopyUpTo(1024)),
        Self::bounded(2),
        Self::bounded(4),
        Self::bounded(8),
        Self::Values(Sharing::Never),
        Self::WholeRecord,
    ];

    /// The default's cutoff with this factor; 4 is the default itself.
    pub(crate) const fn bounded(factor: usize) -> Self {
        Self::Values(Sharing::Bounded { copy_up_to: 256, factor })
    }

    pub(crate) fn name(self) -> String {
        match self {
            Self::Values(Sharing::CopyUpTo(n)) => format!("CopyUpTo({n})"),
            Self::Values(Sharing::Bounded { factor, .. }) => format!("Bounded, factor {factor}"),
            Self::Values(sharing) => format!("{sharing:?}"),
            Self::WholeRecord => "whole record".to_string(),
        }
    }
}

/// Values, each by itself.
pub(crate) struct Values(pub(crate) Sharing);

impl Keeping for Values {
    type Source = Source;
    type Ready = Vec<Range<usize>>;
    type Kept = SmallBytes;

    fn source(&self, buffer: Vec<u8>) -> Source {
        Source::from(buffer)
    }

    fn ready(&self, buffer: &Buffer, record: &RecordAt) -> Self::Ready {
        buffer.values[record.values.clone()].to_vec()
    }

    #[inline]
    fn keep(&self, source: &Source, ready: &Self::Ready, out: &mut Vec<SmallBytes>) {
        out.extend(ready.iter().map(|range| source.value(range.clone()).keep_with(self.0)));
    }
}

/// Whole records, in one right-sized block each; the buffer is let go. Keeping is to make that block:
/// here, of one that is there already, so that parsing is not measured.
pub(crate) struct Wholes(pub(crate) Kind);

/// A record in one piece.
pub(crate) enum Whole {
    Line(Record),
    Head(Headers),
}

impl Whole {
    fn parse(kind: Kind, bytes: &[u8]) -> Option<Self> {
        if kind == Kind::Log {
            let mut record = Record::parse_lenient(bytes);
            record.compact();
            return Some(Self::Line(record));
        }
        let mut headers = match bytes.starts_with(b"HTTP") {
            true => Capture::new(bytes).next()?.ok()?.into_headers(),
            false => Request::parse(bytes).ok()??.into_headers(),
        };
        headers.compact();
        Some(Self::Head(headers))
    }

    /// The same in a block of its own.
    fn copy(&self) -> Self {
        match self {
            Self::Line(record) => Self::Line(record.clone()),
            Self::Head(headers) => Self::Head(headers.clone()),
        }
    }
}

impl Keeping for Wholes {
    type Source = ();
    type Ready = Option<Whole>;
    type Kept = Whole;

    fn source(&self, _: Vec<u8>) {}

    fn ready(&self, buffer: &Buffer, record: &RecordAt) -> Option<Whole> {
        Whole::parse(self.0, &buffer.bytes[record.bytes.clone()])
    }

    #[inline]
    fn keep(&self, (): &(), ready: &Option<Whole>, out: &mut Vec<Whole>) {
        out.extend(ready.as_ref().map(Whole::copy));
    }
}
