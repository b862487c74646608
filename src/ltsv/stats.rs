//! What a reader has seen, in numbers. Knows no bytes.

/// Counts what was read. Every input byte is in exactly one of the `*_bytes` classes, so that their
/// sum, [`ReadStats::bytes`], is the number of bytes read.
///
/// ```
/// use linecut::ltsv::{Parser, Record};
/// let mut parser = Parser::new();
/// let mut input = (&b"a:1\tjunk\tb:2\r\n\n"[..]).into();
/// while parser.finish(&mut input, &mut Record::new())? {}
/// let stats = parser.stats();
/// assert_eq!((stats.records, stats.fields, stats.defects, stats.blank_lines), (1, 2, 1, 1));
/// assert_eq!((stats.field_bytes, stats.tab_bytes, stats.dropped_bytes), (6, 2, 4));
/// assert_eq!((stats.line_end_bytes, stats.blank_bytes), (2, 1));
/// assert_eq!(stats.bytes(), 15);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadStats {
    /// Records given out.
    pub records: u64,
    /// Fields in them.
    pub fields: u64,
    /// Defects in them, also those past a record's limit.
    pub defects: u64,
    /// Blank lines that were skipped.
    pub blank_lines: u64,
    /// Lines that were an error.
    pub errors: u64,
    /// Bytes of fields: label, colon, value; selected or not.
    pub field_bytes: u64,
    /// TABs that separate pieces.
    pub tab_bytes: u64,
    /// LFs and CRLFs behind records.
    pub line_end_bytes: u64,
    /// Blank lines, with their ends.
    pub blank_bytes: u64,
    /// The byte order mark.
    pub bom_bytes: u64,
    /// Pieces that were no field.
    pub dropped_bytes: u64,
    /// Lines that were an error, with their ends.
    pub skipped_bytes: u64,
    /// What was left unread because every selected label was found.
    pub unread_bytes: u64,
}

impl ReadStats {
    /// Gives the number of bytes read and judged: the sum of all classes.
    ///
    /// ```
    /// assert_eq!(linecut::ltsv::ReadStats::default().bytes(), 0);
    /// ```
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.field_bytes
            + self.tab_bytes
            + self.line_end_bytes
            + self.blank_bytes
            + self.bom_bytes
            + self.dropped_bytes
            + self.skipped_bytes
            + self.unread_bytes
    }
}

impl core::ops::AddAssign for ReadStats {
    /// Adds what another reader counted: of another file, or another part.
    fn add_assign(&mut self, other: Self) {
        self.records += other.records;
        self.fields += other.fields;
        self.defects += other.defects;
        self.blank_lines += other.blank_lines;
        self.errors += other.errors;
        self.field_bytes += other.field_bytes;
        self.tab_bytes += other.tab_bytes;
        self.line_end_bytes += other.line_end_bytes;
        self.blank_bytes += other.blank_bytes;
        self.bom_bytes += other.bom_bytes;
        self.dropped_bytes += other.dropped_bytes;
        self.skipped_bytes += other.skipped_bytes;
        self.unread_bytes += other.unread_bytes;
    }
}

/// What one record adds to the statistics.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Pieces between TABs, kept and dropped.
    pub(super) pieces: u64,
    /// Pieces kept.
    pub(super) fields: u64,
    /// Defects, listed or not.
    pub(super) defects: u64,
    /// Bytes of dropped pieces.
    pub(super) dropped: u64,
    /// Bytes that were not looked at.
    pub(super) unread: u64,
}

impl ReadStats {
    /// Counts a record whose line has `len` bytes and a line end of `line_end`.
    #[inline]
    pub(super) fn add_record(&mut self, tally: Tally, len: usize, line_end: usize) {
        let tabs = tally.pieces.saturating_sub(1);
        self.records += 1;
        self.fields += tally.fields;
        self.defects += tally.defects;
        self.tab_bytes += tabs;
        self.dropped_bytes += tally.dropped;
        self.unread_bytes += tally.unread;
        self.field_bytes += len as u64 - tabs - tally.dropped - tally.unread;
        self.line_end_bytes += line_end as u64;
    }

    /// Counts a record of so many good fields likewise.
    #[inline]
    pub(super) fn add_good_record(&mut self, fields: u64, len: usize, line_end: usize) {
        self.records += 1;
        self.fields += fields;
        self.tab_bytes += fields - 1;
        self.field_bytes += len as u64 - (fields - 1);
        self.line_end_bytes += line_end as u64;
    }
}
