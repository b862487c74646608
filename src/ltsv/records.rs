//! Records of a whole buffer or memory map, borrowed. Knows the buffer; keeps nothing.

use crate::error::{Defect, ErrorKind, ParseError, Position};
use crate::scan::lists::Line;

use super::duplicates::has_duplicates;
use super::fields::Fields;
use super::framer::{Framer, Head, Step};
use super::lines::LineAt;
use super::options::Options;
use super::record::Record;

/// Reads the records of a whole buffer or memory map, borrowed.
///
/// The fastest door: nothing is copied, nothing allocated but one scanner table for the whole
/// buffer. Lenient by default; [`RecordRefs::strict`] changes that.
/// [`next_record`](RecordRefs::next_record) lends each record with what the scanner saw of it;
/// the `Iterator` twin gives records that outlive the next step and look at their line when asked.
///
/// ```
/// let mut records = linecut::ltsv::records(b"a:1\tb:2\nc:3\n");
/// let mut fields = 0;
/// while let Some(record) = records.next_record() {
///     fields += record?.fields().filter(Result::is_ok).count();
/// }
/// assert_eq!(fields, 3);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[must_use]
pub fn records(buffer: &[u8]) -> RecordRefs<'_> {
    RecordRefs { rest: buffer, framer: Framer::new(Options::new()) }
}

/// Iterates over the records of a buffer; see [`records()`].
///
/// ```
/// let lines: Vec<u64> = linecut::ltsv::records(b"a:1\n\nb:2")
///     .map(|record| record.unwrap().position().line)
///     .collect();
/// assert_eq!(lines, [1, 3]);
/// ```
#[derive(Debug)]
pub struct RecordRefs<'a> {
    rest: &'a [u8],
    framer: Framer,
}

impl<'a> RecordRefs<'a> {
    /// Refuses every deviation from the grammar: a line with one is an `Err`, and the next line
    /// follows. Set it before the first record.
    ///
    /// ```
    /// let mut records = linecut::ltsv::records(b"junk\na:1\n").strict(true);
    /// assert!(records.next_record().unwrap().is_err());
    /// assert!(records.next_record().unwrap().is_ok());
    /// ```
    #[must_use]
    pub fn strict(mut self, yes: bool) -> Self {
        self.framer.options.strict = yes;
        self
    }

    /// Limits the length of a line, in bytes. Default: 16 MiB. See
    /// [`ParserBuilder::max_record_len`](super::ParserBuilder::max_record_len).
    ///
    /// ```
    /// let mut records = linecut::ltsv::records(b"a:12345\n").max_record_len(4);
    /// assert_eq!(records.next_record().unwrap().unwrap_err().offset, 4);
    /// ```
    #[must_use]
    pub fn max_record_len(mut self, bytes: usize) -> Self {
        self.framer.options.max_record_len = bytes.min(u32::MAX as usize);
        self
    }

    /// Gives the next record, or the error that its line is; `None` at the end. After an error the
    /// next line follows.
    ///
    /// ```
    /// let mut records = linecut::ltsv::records(b"a:1\n");
    /// let record = records.next_record().unwrap()?;
    /// assert_eq!(record.get(b"a"), Some(&b"1"[..]));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    pub fn next_record(&mut self) -> Option<Result<RecordRef<'_>, ParseError>> {
        let (bytes, line, head) = match self.framer.quick(self.rest) {
            Some((line, head)) => {
                let bytes = self.rest;
                self.rest = &bytes[line.next..];
                (bytes, line, head)
            }
            None => match self.advance()? {
                Ok(found) => found,
                Err(error) => return Some(Err(error)),
            },
        };
        Some(Ok(RecordRef { line: self.framer.scanned(bytes, &line), head }))
    }

    /// The next line, and the bytes it begins.
    #[allow(clippy::type_complexity)]
    fn advance(&mut self) -> Option<Result<(&'a [u8], LineAt, Head), ParseError>> {
        match self.framer.step(self.rest, true) {
            Step::Line { at, line, head } => {
                let bytes = &self.rest[at..];
                self.rest = &bytes[line.next..];
                Some(Ok((bytes, line, head)))
            }
            Step::Error { error, consumed, .. } => {
                self.rest = &self.rest[consumed..];
                Some(Err(error))
            }
            Step::End { .. } | Step::More { .. } => {
                self.rest = &[];
                None
            }
        }
    }
}

impl<'a> Iterator for RecordRefs<'a> {
    type Item = Result<RecordRef<'a>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.advance()?.map(|(bytes, line, head)| RecordRef {
            line: Line::unscanned(&bytes[..line.len]),
            head,
        }))
    }
}

impl core::iter::FusedIterator for RecordRefs<'_> {}

/// Borrows one record of a buffer.
///
/// ```
/// let record = linecut::ltsv::records(b"host:a\tstatus:200\n").next().unwrap()?;
/// assert_eq!(record.get(b"status"), Some(&b"200"[..]));
/// assert_eq!(record.as_bytes(), b"host:a\tstatus:200");
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordRef<'a> {
    line: Line<'a>,
    head: Head,
}

impl<'a> RecordRef<'a> {
    /// Iterates over the fields; `Err` is a dropped piece.
    ///
    /// ```
    /// let record = linecut::ltsv::records(b"a:1\tb:2\n").next().unwrap()?;
    /// assert_eq!(record.fields().count(), 2);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn fields(&self) -> Fields<'a> {
        Fields::scanned(self.line, self.head.position.byte)
    }

    /// Gives the first value with this label.
    ///
    /// ```
    /// let record = linecut::ltsv::records(b"a:1\ta:2\n").next().unwrap()?;
    /// assert_eq!(record.get(b"a"), Some(&b"1"[..]));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn get(&self, label: &[u8]) -> Option<&'a [u8]> {
        self.fields().flatten().find(|field| field.label() == label).map(|field| field.value())
    }

    /// Gives the last value with this label.
    ///
    /// ```
    /// let record = linecut::ltsv::records(b"a:1\ta:2\n").next().unwrap()?;
    /// assert_eq!(record.get_last(b"a"), Some(&b"2"[..]));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn get_last(&self, label: &[u8]) -> Option<&'a [u8]> {
        self.get_all(label).last()
    }

    /// Gives every value with this label, in order.
    ///
    /// ```
    /// let record = linecut::ltsv::records(b"a:1\ta:2\n").next().unwrap()?;
    /// assert_eq!(record.get_all(b"a").count(), 2);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn get_all<'l>(&self, label: &'l [u8]) -> impl Iterator<Item = &'a [u8]> + use<'a, 'l> {
        let fields = self.fields().flatten();
        fields.filter(move |field| field.label() == label).map(|field| field.value())
    }

    /// Gives the value with this label, and insists that there is no other.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::DuplicateLabel`] at the second field with this label, naming the first.
    ///
    /// ```
    /// let record = linecut::ltsv::records(b"a:1\tb:2\ta:3\n").next().unwrap()?;
    /// assert_eq!(record.get_unique(b"b")?, Some(&b"2"[..]));
    /// assert_eq!(record.get_unique(b"a").unwrap_err().offset, 8);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn get_unique(&self, label: &[u8]) -> Result<Option<&'a [u8]>, ParseError> {
        let mut same = self.fields().flatten().filter(|field| field.label() == label);
        match (same.next(), same.next()) {
            (Some(first), Some(second)) => {
                let kind = ErrorKind::DuplicateLabel { first: first.offset() };
                Err(ParseError::new(kind, second.offset()))
            }
            (first, _) => Ok(first.map(|field| field.value())),
        }
    }

    /// Tells whether a label stands twice; see [`Record::has_duplicates`].
    ///
    /// ```
    /// let record = linecut::ltsv::records(b"a:1\ta:2\n").next().unwrap()?;
    /// assert!(record.has_duplicates());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn has_duplicates(&self) -> bool {
        let labels = self.fields().flatten().map(|field| field.label());
        has_duplicates(labels.clone(), labels.count())
    }

    /// Lists every defect of the record, sorted by start. Computed when asked for.
    ///
    /// ```
    /// let record = linecut::ltsv::records(b"junk\ta:1\n").next().unwrap()?;
    /// assert_eq!(record.defects().count(), 1);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn defects(&self) -> impl Iterator<Item = Defect> + use<'a> {
        let bom = self.head.bom.then(|| Defect::new(ErrorKind::Bom, 0..3));
        bom.into_iter().chain(self.fields().flat_map(|piece| {
            let (dropped, kept) = match piece {
                Ok(field) => (None, field.defects()),
                Err(defect) => (Some(defect), super::FieldDefects::default()),
            };
            dropped.into_iter().chain(kept)
        }))
    }

    /// Gives the line, without its end.
    ///
    /// ```
    /// let record = linecut::ltsv::records(b"a:1\r\n").next().unwrap()?;
    /// assert_eq!(record.as_bytes(), b"a:1");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        &self.line.bytes[..self.line.len]
    }

    /// Gives where the record begins in the buffer.
    ///
    /// ```
    /// let record = linecut::ltsv::records(b"\na:1\n").next().unwrap()?;
    /// assert_eq!(record.position().byte, 1);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Position {
        self.head.position
    }

    /// Tells whether the line has its end.
    ///
    /// ```
    /// let record = linecut::ltsv::records(b"a:1").next().unwrap()?;
    /// assert!(!record.is_terminated());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_terminated(&self) -> bool {
        self.head.terminated
    }

    /// Makes a kept record of it: one right-sized block.
    ///
    /// ```
    /// let record = linecut::ltsv::records(b"a:1\n").next().unwrap()?;
    /// assert_eq!(record.to_record().get("a").unwrap(), "1");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn to_record(&self) -> Record {
        let mut reading = super::reading::Reading::default();
        reading.fill_alone(self.line, self.head);
        Record::kept(&reading)
    }
}
