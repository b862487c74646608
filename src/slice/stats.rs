//! What a slicer did, in numbers. Plain integers, no atomics, no bytes.

use core::fmt;

use super::sharing::CopyReason;
use super::small_bytes::Outcome;

/// Counts values, and their bytes.
///
/// ```
/// let mut slicer = linecut::Slicer::default();
/// slicer.keep("GET".into());
/// let inline = slicer.stats().inline;
/// assert_eq!((inline.values, inline.bytes), (1, 3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many values.
    pub values: u64,
    /// How many bytes they hold together.
    pub bytes: u64,
}

impl Count {
    #[inline]
    fn add(&mut self, len: usize) {
        self.values += 1;
        self.bytes += len as u64;
    }
}

/// Says what became of the values a [`Slicer`](crate::Slicer) kept.
///
/// `Display` writes a small table.
///
/// ```
/// use linecut::{Sharing, Slicer, Source};
/// let source = Source::from(vec![b'x'; 1000]);
/// let mut slicer = Slicer::new(Sharing::default());
/// slicer.keep(source.value(0..10));
/// slicer.keep(source.value(0..100));
/// slicer.keep(source.value(0..600));
/// let stats = slicer.stats();
/// assert_eq!(stats.inline.values, 1);
/// assert_eq!(stats.copied.values, 1);
/// assert_eq!(stats.shared.values, 1);
/// assert_eq!((stats.roots_shared, stats.root_bytes), (1, 1000));
/// assert!(stats.to_string().contains("amplification"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SliceStats {
    /// Embedded values.
    pub inline: Count,
    /// Values copied to a block of their own.
    pub copied: Count,
    /// Values sharing their root (or static).
    pub shared: Count,
    /// Values and keys that are one copy with others, in an interner's table.
    pub interned: Count,
    /// Roots shared for the first time by a slicer; once for each handle of a source, and for its
    /// clones made after that.
    pub roots_shared: u64,
    /// Their capacity together, in bytes.
    pub root_bytes: u64,
    reasons: [u64; CopyReason::ALL.len()],
}

impl SliceStats {
    #[inline]
    pub(super) fn count(&mut self, len: usize, outcome: Outcome<'_>) {
        match outcome {
            Outcome::Inline => self.inline.add(len),
            Outcome::Copied(reason) => {
                self.copied.add(len);
                self.reasons[reason as usize] += 1;
            }
            Outcome::Shared { source } => {
                self.shared.add(len);
                if let Some(source) = source
                    && source.count_once()
                {
                    self.roots_shared += 1;
                    self.root_bytes += source.root_capacity().unwrap_or(source.len()) as u64;
                }
            }
        }
    }

    #[inline]
    pub(super) fn count_interned(&mut self, len: usize) {
        self.interned.add(len);
    }

    /// Gives how many values were copied for this reason.
    ///
    /// ```
    /// use linecut::{CopyReason, Slicer};
    /// let mut slicer = Slicer::default();
    /// slicer.keep("a value of more than 23 bytes".into());
    /// assert_eq!(slicer.stats().copied_because(CopyReason::NoSource), 1);
    /// ```
    #[must_use]
    pub const fn copied_because(&self, reason: CopyReason) -> u64 {
        self.reasons[reason as usize]
    }

    /// Gives the number of all kept bytes.
    ///
    /// ```
    /// let mut slicer = linecut::Slicer::default();
    /// slicer.keep("GET".into());
    /// assert_eq!(slicer.stats().bytes_kept(), 3);
    /// ```
    #[must_use]
    pub const fn bytes_kept(&self) -> u64 {
        self.inline.bytes + self.copied.bytes + self.shared.bytes + self.interned.bytes
    }

    /// Gives how many bytes memory holds for each byte kept, as if all were still kept:
    /// (bytes inline and copied + capacity of roots shared) / bytes kept; 1 for nothing kept.
    /// Interned bytes are kept and held by a table of a bounded size, which is not counted.
    ///
    /// ```
    /// use linecut::{Sharing, Slicer, Source};
    /// let mut slicer = Slicer::new(Sharing::Always);
    /// slicer.keep(Source::from(vec![b'x'; 1000]).value(0..100));
    /// assert_eq!(slicer.stats().amplification(), 10.0);
    /// ```
    #[must_use]
    pub fn amplification(&self) -> f64 {
        let kept = self.bytes_kept();
        if kept == 0 {
            return 1.0;
        }
        (self.inline.bytes + self.copied.bytes + self.root_bytes) as f64 / kept as f64
    }
}

impl fmt::Display for SliceStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<14}{:>12}{:>16}", "kept", "values", "bytes")?;
        for (name, count) in [
            ("inline", self.inline),
            ("copied", self.copied),
            ("shared", self.shared),
            ("interned", self.interned),
        ] {
            writeln!(f, "{name:<14}{:>12}{:>16}", count.values, count.bytes)?;
        }
        writeln!(f, "{:<14}{:>12}{:>16}", "roots", self.roots_shared, self.root_bytes)?;
        for reason in CopyReason::ALL {
            let n = self.copied_because(reason);
            if n > 0 {
                writeln!(f, "copied, {reason:?}: {n}")?;
            }
        }
        write!(f, "amplification {:.2}", self.amplification())
    }
}
