//! Small damages to lines and heads, as real senders do them. Knows bytes, no parser.

use alloc::vec::Vec;

use ::arbitrary::{Result, Unstructured};

/// Names one damage that was done to a valid input.
///
/// Each is done at a place of the fuzzer's choice. Most make strict parsing refuse the input; some
/// leave it valid where they happen to fall (a cut inside a value of an LTSV line).
///
/// ```
/// use arbitrary::{Arbitrary, Unstructured};
/// use linecut::arbitrary::NearlyLtsvLine;
/// let line = NearlyLtsvLine::arbitrary(&mut Unstructured::new(&[9; 64]))?;
/// assert!((1..=3).contains(&line.mutations().len()));
/// # Ok::<(), arbitrary::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Mutation {
    /// A colon is gone.
    ColonDropped,
    /// A colon stands where a label or a name has to begin.
    ColonFirst,
    /// A TAB of an LTSV line, or a SP of a start line, stands twice.
    SeparatorDoubled,
    /// A byte stands before a colon that no label and no name can have.
    NameByte,
    /// A CR stands where it ends no line.
    BareCr,
    /// An LF cuts an LTSV line in two; a line of a head ends in LF alone.
    BareLf,
    /// A NUL stands somewhere.
    Nul,
    /// A control byte other than NUL, HTAB, LF, CR stands somewhere.
    ControlByte,
    /// The end is missing.
    Cut,
    /// A byte order mark stands in front.
    Bom,
    /// HTTP: whitespace before a line folds it to the one before (RFC 9112 §5.2).
    Fold,
    /// HTTP: whitespace stands before a colon (RFC 9112 §5.1).
    SpaceBeforeColon,
    /// HTTP: the version is of another form (RFC 9112 §2.3).
    Version,
}

impl Mutation {
    pub(super) const OF_LINES: &[Self] = &[
        Self::ColonDropped,
        Self::ColonFirst,
        Self::SeparatorDoubled,
        Self::NameByte,
        Self::BareCr,
        Self::BareLf,
        Self::Nul,
        Self::ControlByte,
        Self::Cut,
        Self::Bom,
    ];

    pub(super) const OF_HEADS: &[Self] = &[
        Self::ColonDropped,
        Self::ColonFirst,
        Self::SeparatorDoubled,
        Self::NameByte,
        Self::BareCr,
        Self::BareLf,
        Self::Nul,
        Self::ControlByte,
        Self::Cut,
        Self::Bom,
        Self::Fold,
        Self::SpaceBeforeColon,
        Self::Version,
    ];
}

/// The forms of versions that are not `HTTP/1.` and a digit.
const VERSIONS: &[&str] =
    &["HTTP/2", "HTTP/2.0", "HTTP/1.", "HTTP/1.10", "HTTP/11", "http/1.1", "HTTP", "ICY", ""];

/// Whether the input is a line or a head.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Ltsv,
    Http1,
}

/// An input that is being damaged.
pub(super) struct Damage<'u, 'a> {
    pub(super) u: &'u mut Unstructured<'a>,
    pub(super) bytes: Vec<u8>,
    pub(super) format: Format,
}

impl Damage<'_, '_> {
    /// Does one of the mutations that fit the format, and tells which.
    pub(super) fn mutate(&mut self) -> Result<Mutation> {
        let all = if self.format == Format::Ltsv { Mutation::OF_LINES } else { Mutation::OF_HEADS };
        let wanted = *self.u.choose(all)?;
        if self.try_one(wanted)? {
            return Ok(wanted);
        }
        // What it needs is not there. This one needs nothing.
        self.insert_anywhere(b"\0")?;
        Ok(Mutation::Nul)
    }

    /// Does this mutation, unless the input has no place for it.
    fn try_one(&mut self, mutation: Mutation) -> Result<bool> {
        let http = self.format == Format::Http1;
        match mutation {
            Mutation::ColonDropped => self.replace(is(b":"), 1, b""),
            Mutation::ColonFirst if http => self.replace(is(b"\n"), 1, b"\n:"),
            Mutation::ColonFirst => {
                self.replace(|bytes, at| at == 0 || bytes[at - 1] == b'\t', 0, b":")
            }
            Mutation::SeparatorDoubled if http => self.replace(
                |bytes, at| bytes[at] == b' ' && !bytes[..at].contains(&b'\n'),
                1,
                b"  ",
            ),
            Mutation::SeparatorDoubled => self.replace(is(b"\t"), 1, b"\t\t"),
            Mutation::NameByte => {
                let byte = *self.u.choose(b"@/ \"\x7F\xC3(")?;
                self.replace(is(b":"), 1, &[byte, b':'])
            }
            Mutation::BareCr => self.insert_anywhere(b"\r"),
            Mutation::BareLf if http => self.replace(is(b"\r\n"), 2, b"\n"),
            Mutation::BareLf => self.insert_anywhere(b"\n"),
            Mutation::Nul => self.insert_anywhere(b"\0"),
            Mutation::ControlByte => {
                let byte = *self.u.choose(b"\x01\x0B\x0C\x1B\x1F\x7F")?;
                self.insert_anywhere(&[byte])
            }
            Mutation::Cut => self.cut(),
            Mutation::Bom => self.replace(|_, at| at == 0, 0, b"\xEF\xBB\xBF"),
            Mutation::Fold => {
                let blank = *self.u.choose(&[&b"\n "[..], b"\n\t", b"\n  "])?;
                self.replace(is(b"\n"), 1, blank)
            }
            Mutation::SpaceBeforeColon => {
                let blank = *self.u.choose(&[&b" :"[..], b"\t:"])?;
                self.replace(is(b":"), 1, blank)
            }
            Mutation::Version => {
                let version = *self.u.choose(VERSIONS)?;
                self.replace(is(b"HTTP/1."), b"HTTP/1.1".len(), version.as_bytes())
            }
        }
    }

    /// Puts `new` in the place of `len` bytes at one of the places where `fits` says yes; false if
    /// there is none.
    fn replace(
        &mut self,
        fits: impl Fn(&[u8], usize) -> bool,
        len: usize,
        new: &[u8],
    ) -> Result<bool> {
        let bytes = &self.bytes;
        let places = (0..bytes.len()).filter(|at| fits(bytes, *at) && at + len <= bytes.len());
        let places: Vec<usize> = places.collect();
        if places.is_empty() {
            return Ok(false);
        }
        let at = *self.u.choose(&places)?;
        self.bytes.splice(at..at + len, new.iter().copied());
        Ok(true)
    }

    fn insert_anywhere(&mut self, new: &[u8]) -> Result<bool> {
        let at = self.u.int_in_range(0..=self.bytes.len())?;
        self.bytes.splice(at..at, new.iter().copied());
        Ok(true)
    }

    fn cut(&mut self) -> Result<bool> {
        if self.bytes.is_empty() {
            return Ok(false);
        }
        let len = self.u.choose_index(self.bytes.len())?;
        self.bytes.truncate(len);
        Ok(true)
    }
}

/// Whether these bytes are at a place.
fn is(wanted: &[u8]) -> impl Fn(&[u8], usize) -> bool {
    move |bytes, at| bytes[at..].starts_with(wanted)
}
