//! Header values by length: which are embedded, which a fixed cutoff would copy. Knows no head.

/// The longest value that fits into its own slot of 24 bytes.
const EMBEDDED: usize = 23;

/// How many values there are, and how long they are.
///
/// The question behind it: a longer value is copied or shares the buffer it came in. A cutoff of
/// 128 or 256 bytes copies so many of the longer ones, and shares the rest.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lengths {
    pub(crate) values: u64,
    pub(crate) embedded: u64,
    pub(crate) longer: u64,
    /// Of the longer ones, those of at most 128 bytes.
    pub(crate) copied_128: u64,
    /// Of the longer ones, those of at most 256 bytes.
    pub(crate) copied_256: u64,
}

impl Lengths {
    /// Counts a value.
    pub(crate) fn add(&mut self, len: usize) {
        self.values += 1;
        match len {
            0..=EMBEDDED => self.embedded += 1,
            _ => {
                self.longer += 1;
                self.copied_128 += u64::from(len <= 128);
                self.copied_256 += u64::from(len <= 256);
            }
        }
    }

    /// Adds the figures of another file.
    pub(crate) fn add_all(&mut self, other: &Self) {
        self.values += other.values;
        self.embedded += other.embedded;
        self.longer += other.longer;
        self.copied_128 += other.copied_128;
        self.copied_256 += other.copied_256;
    }

    /// All figures, in the order of the table.
    pub(crate) fn figures(&self) -> [u64; 5] {
        [self.values, self.embedded, self.longer, self.copied_128, self.copied_256]
    }
}
