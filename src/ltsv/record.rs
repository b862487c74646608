//! The owned record, whichever form it has. Knows labels, values and their order; no stream.

use crate::error::{Defect, ParseError, Position};
use crate::scan::lists::Line;
use crate::slice::source::Value;
use alloc::boxed::Box;

use super::fields::{fields, strict_error};
use super::framer::Head;
use super::iter::Iter;
use super::kept::Kept;
use super::labels::Labels;
use super::lines::LineAt;
use super::reading::Reading;

/// Owns one line as labels and values, in order.
///
/// A record has one of two forms. *Being read*, it is a buffer to use again and again
/// (`read_record`): warm, that allocates nothing. *Kept* ([`compact`](Self::compact), and what the
/// iterators hand out), it is one right-sized block that pins nothing else but the list of its labels,
/// which it [shares](Self::shared_labels) with the records that have the same.
///
/// Values derive from it as [`Value`]s: free to look at, and kept by a policy of the caller's.
/// Nothing is decoded, trimmed or lower-cased. The same label twice is kept twice.
///
/// **What it keeps alive:** its line. A value kept from a record being read may share the record's
/// block ([`SmallBytes::is_shared`](crate::SmallBytes::is_shared)); the record then takes another
/// one for the next line.
///
/// ```
/// use linecut::ltsv::Record;
/// let record = Record::parse(b"host:192.0.2.1\tstatus:200\tsize:\n")?;
/// assert_eq!(record.get("status").unwrap(), "200");
/// assert_eq!(record.get("size").unwrap(), "");       // there, and empty
/// assert_eq!(record.get("referer"), None);           // not there
/// # Ok::<(), linecut::ParseError>(())
/// ```
pub struct Record(Form);

enum Form {
    Reading(Box<Reading>),
    Kept(Kept),
}

impl Record {
    /// Creates an empty record, to read into or to push fields to.
    ///
    /// ```
    /// assert!(linecut::ltsv::Record::new().is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self(Form::Reading(Box::default()))
    }

    /// Parses one line by the strict rules. Its line end may be there or not.
    ///
    /// # Errors
    ///
    /// The first deviation from the grammar, from the left; offsets count from the line's start.
    ///
    /// ```
    /// use linecut::{ErrorKind, ltsv::Record};
    /// assert_eq!(Record::parse(b"a:1\tb:2")?.len(), 2);
    /// assert_eq!(Record::parse(b"a:1\t:2").unwrap_err().kind, ErrorKind::EmptyLabel);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn parse(line: &[u8]) -> Result<Self, ParseError> {
        match strict_error(fields(line)) {
            Some(error) => Err(error),
            None => Ok(Self::parse_lenient(line)),
        }
    }

    /// Parses one line by the lenient rules: what deviates is in [`defects`](Self::defects).
    ///
    /// # Panics
    ///
    /// If the line is over 4 GiB.
    ///
    /// ```
    /// let record = linecut::ltsv::Record::parse_lenient(b"a:1\tjunk\tb:2");
    /// assert_eq!((record.len(), record.defects().len()), (2, 1));
    /// ```
    #[must_use]
    pub fn parse_lenient(line: &[u8]) -> Self {
        assert!(u32::try_from(line.len()).is_ok(), "a record is at most u32::MAX bytes long");
        let fields = fields(line);
        let at = LineAt::whole(fields.line().len(), line.len());
        let head = Head { terminated: at.terminated, ..Head::default() };
        let mut reading = Box::<Reading>::default();
        let line = Line::unscanned(fields.line());
        reading.fill_alone(line, head);
        Self(Form::Reading(reading))
    }

    /// The form to read into; a kept record is given up for it.
    #[inline]
    pub(super) fn reading(&mut self) -> &mut Reading {
        if matches!(self.0, Form::Kept(_)) {
            self.0 = Form::Reading(Box::default());
        }
        match &mut self.0 {
            Form::Reading(reading) => reading,
            Form::Kept(_) => unreachable!("replaced above"),
        }
    }

    /// A kept copy of a record being read.
    pub(super) fn kept(reading: &Reading) -> Self {
        Self(Form::Kept(Kept::new(reading)))
    }

    /// Shrinks the record to one right-sized block, for keeping it. The next `read_record` into it
    /// starts a new buffer, so compact the records that stay, not the one that is read into.
    ///
    /// ```
    /// let mut record = linecut::ltsv::Record::parse(b"a:1\tb:2")?;
    /// record.compact();
    /// assert_eq!(record.get("b").unwrap(), "2");
    /// assert!(record.heap_size() < 20);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn compact(&mut self) {
        if let Form::Reading(reading) = &self.0 {
            *self = Self::kept(reading);
        }
    }

    /// Removes all fields and defects, and keeps the buffer.
    ///
    /// ```
    /// let mut record = linecut::ltsv::Record::parse(b"a:1")?;
    /// record.clear();
    /// assert!(record.is_empty());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn clear(&mut self) {
        self.reading().clear();
    }

    /// Appends a field. Label and value are taken as they are; a writer checks them. The record is
    /// then one that was built: it has no defects, and its position is that of a new one.
    ///
    /// # Panics
    ///
    /// If the record grows over 4 GiB.
    ///
    /// ```
    /// let mut record = linecut::ltsv::Record::new();
    /// record.push_field("host", "192.0.2.1");
    /// assert_eq!(record.get("host").unwrap(), "192.0.2.1");
    /// ```
    pub fn push_field(&mut self, label: impl AsRef<[u8]>, value: impl AsRef<[u8]>) {
        if let Form::Kept(_) = &self.0 {
            let mut reading = Box::<Reading>::default();
            self.iter().for_each(|(label, value)| reading.push_field(label, &value));
            self.0 = Form::Reading(reading);
        }
        self.reading().push_field(label.as_ref(), value.as_ref());
    }

    /// Gives the number of fields.
    ///
    /// ```
    /// assert_eq!(linecut::ltsv::Record::parse(b"a:1\ta:2")?.len(), 2);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Form::Reading(reading) => reading.len(),
            Form::Kept(kept) => kept.len(),
        }
    }

    /// Tells whether there is no field.
    ///
    /// ```
    /// assert!(linecut::ltsv::Record::parse(b"")?.is_empty());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives field `index`, as label and value.
    ///
    /// ```
    /// let record = linecut::ltsv::Record::parse(b"a:1\tb:2")?;
    /// let (label, value) = record.field(1).unwrap();
    /// assert_eq!((label, value.as_bytes()), (&b"b"[..], &b"2"[..]));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn field(&self, index: usize) -> Option<(&[u8], Value<'_>)> {
        match &self.0 {
            Form::Reading(reading) => reading.field(index),
            Form::Kept(kept) => kept.field(index),
        }
    }

    /// Gives the value of field `index`.
    ///
    /// ```
    /// let record = linecut::ltsv::Record::parse(b"a:1\tb:2")?;
    /// assert_eq!(record.value(1).unwrap(), "2");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn value(&self, index: usize) -> Option<Value<'_>> {
        match &self.0 {
            Form::Reading(reading) => reading.value(index),
            Form::Kept(kept) => kept.value(index),
        }
    }

    /// Offset of a field in the stream.
    pub(crate) fn offset(&self, index: usize) -> u64 {
        match &self.0 {
            Form::Reading(reading) => reading.offset(index),
            Form::Kept(kept) => kept.offset(index),
        }
    }

    /// Gives the list of labels that this record shares with others of its reader, if it does. A
    /// reader shares a list of labels from the second record on that has it; a record with a defect,
    /// or one of which only some fields were selected, has its labels to itself.
    ///
    /// ```
    /// use linecut::ltsv::{Parser, Record};
    /// let (mut parser, mut record) = (Parser::new(), Record::new());
    /// let mut input = (&b"a:1\na:2\na:3\n"[..]).into();
    /// let mut kept = Vec::new();
    /// while parser.parse_record(&mut input, &mut record)? {
    ///     kept.push(record.clone());
    /// }
    /// assert!(kept[0].shared_labels().is_none());
    /// assert!(kept[1].shared_labels().unwrap().is(kept[2].shared_labels().unwrap()));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn shared_labels(&self) -> Option<&Labels> {
        match &self.0 {
            Form::Reading(reading) => reading.labels(),
            Form::Kept(kept) => kept.labels.as_ref(),
        }
    }

    /// Iterates over the labels, in order.
    ///
    /// ```
    /// let record = linecut::ltsv::Record::parse(b"a:1\tb:2")?;
    /// assert!(record.labels().eq([b"a", b"b"]));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn labels(&self) -> impl ExactSizeIterator<Item = &[u8]> + Clone {
        self.iter().map(|(label, _)| label)
    }

    /// Iterates over the fields as label and value, in order.
    ///
    /// ```
    /// let record = linecut::ltsv::Record::parse(b"a:1\tb:2")?;
    /// let second = record.iter().nth(1).unwrap();
    /// assert_eq!(second.1, "2");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter::new(self)
    }

    /// Lists what the lenient rules forgave, sorted by start; up to 1,024. Spans count from the
    /// start of the stream.
    ///
    /// ```
    /// let record = linecut::ltsv::Record::parse_lenient(b"\ta:1");
    /// assert_eq!(record.defects()[0].span, 0..0);
    /// ```
    #[must_use]
    pub fn defects(&self) -> &[Defect] {
        match &self.0 {
            Form::Reading(reading) => reading.defects.list(),
            Form::Kept(kept) => kept.defects.as_ref().map_or(&[], |defects| defects.list()),
        }
    }

    /// Gives the number of all defects, listed or not.
    ///
    /// ```
    /// let record = linecut::ltsv::Record::parse_lenient(&[b'\t'; 5000]);
    /// assert_eq!((record.defects().len(), record.defect_count()), (1024, 5001));
    /// ```
    #[must_use]
    pub fn defect_count(&self) -> u64 {
        match &self.0 {
            Form::Reading(reading) => reading.defects.total(),
            Form::Kept(kept) => kept.defects.as_ref().map_or(0, |defects| defects.total()),
        }
    }

    /// Gives where the record begins in its stream.
    ///
    /// ```
    /// assert_eq!(linecut::ltsv::Record::new().position().line, 1);
    /// ```
    #[must_use]
    pub fn position(&self) -> Position {
        match &self.0 {
            Form::Reading(reading) => reading.head.position,
            Form::Kept(kept) => kept.position(),
        }
    }

    /// Tells whether the line had its line end. The last line of a file that a server is still
    /// writing has none: its last value may be cut.
    ///
    /// ```
    /// use linecut::ltsv::Record;
    /// assert!(Record::parse(b"a:1\r\n")?.is_terminated());
    /// assert!(!Record::parse(b"a:1")?.is_terminated());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_terminated(&self) -> bool {
        match &self.0 {
            Form::Reading(reading) => reading.head.terminated,
            Form::Kept(kept) => kept.is_terminated(),
        }
    }

    /// Gives the heap bytes of a kept record's block, without labels that it shares and defects; of a
    /// record being read, 0: its buffer is there for the next line.
    ///
    /// ```
    /// assert_eq!(linecut::ltsv::Record::new().heap_size(), 0);
    /// ```
    #[must_use]
    pub fn heap_size(&self) -> usize {
        match &self.0 {
            Form::Reading(_) => 0,
            Form::Kept(kept) => kept.heap_size(),
        }
    }

    /// Gives how often reading into this record had to take a new block because a kept value
    /// shared the old one.
    ///
    /// ```
    /// assert_eq!(linecut::ltsv::Record::new().new_blocks(), 0);
    /// ```
    #[must_use]
    pub fn new_blocks(&self) -> u64 {
        match &self.0 {
            Form::Reading(reading) => reading.new_blocks,
            Form::Kept(_) => 0,
        }
    }
}

impl Clone for Record {
    /// Makes a kept record.
    fn clone(&self) -> Self {
        match &self.0 {
            Form::Reading(reading) => Self::kept(reading),
            Form::Kept(kept) => Self(Form::Kept(kept.clone())),
        }
    }
}
