//! Asking a record by label: the first, the last, all, the only one. Knows neither form of it.

use crate::error::{ErrorKind, ParseError};
use crate::slice::source::Value;

use super::duplicates::has_duplicates;
use super::record::Record;

impl Record {
    /// Gives the index of the first field with this label.
    ///
    /// ```
    /// let record = linecut::ltsv::Record::parse(b"a:1\tb:2")?;
    /// assert_eq!(record.index_of("b"), Some(1));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn index_of(&self, label: impl AsRef<[u8]>) -> Option<usize> {
        let label = label.as_ref();
        match self.shared_labels() {
            Some(labels) => labels.index_of(label),
            None => self.labels().position(|other| other == label),
        }
    }

    /// Gives the first value with this label. A log line can be made to hold a second one (a TAB in
    /// a User-Agent, where the server does not escape it): see [`has_duplicates`](Self::has_duplicates)
    /// and [`get_unique`](Self::get_unique).
    ///
    /// ```
    /// let record = linecut::ltsv::Record::parse(b"status:500\tua:x\tstatus:200")?;
    /// assert_eq!(record.get("status").unwrap(), "500");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, label: impl AsRef<[u8]>) -> Option<Value<'_>> {
        self.value(self.index_of(label)?)
    }

    /// Gives the last value with this label.
    ///
    /// ```
    /// let record = linecut::ltsv::Record::parse(b"status:500\tua:x\tstatus:200")?;
    /// assert_eq!(record.get_last("status").unwrap(), "200");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn get_last(&self, label: impl AsRef<[u8]>) -> Option<Value<'_>> {
        self.get_all(label).last()
    }

    /// Gives every value with this label, in order.
    ///
    /// ```
    /// let record = linecut::ltsv::Record::parse(b"status:500\tua:x\tstatus:200")?;
    /// assert_eq!(record.get_all("status").count(), 2);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn get_all<L: AsRef<[u8]>>(
        &self,
        label: L,
    ) -> impl Iterator<Item = Value<'_>> + use<'_, L> {
        self.iter().filter(move |(other, _)| *other == label.as_ref()).map(|(_, value)| value)
    }

    /// Gives the value with this label, and insists that there is no other.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::DuplicateLabel`] at the second field with this label, naming the first; both
    /// as offsets in the stream the record was read from.
    ///
    /// ```
    /// use linecut::{ErrorKind, ltsv::Record};
    /// let record = Record::parse(b"status:500\tua:x\tstatus:200")?;
    /// let error = record.get_unique("status").unwrap_err();
    /// assert_eq!((error.kind, error.offset), (ErrorKind::DuplicateLabel { first: 0 }, 16));
    /// assert_eq!(record.get_unique("ua")?.unwrap(), "x");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn get_unique(&self, label: impl AsRef<[u8]>) -> Result<Option<Value<'_>>, ParseError> {
        let label = label.as_ref();
        let mut with_label =
            self.iter().enumerate().filter(|(_, (other, _))| *other == label).map(|(i, _)| i);
        match (with_label.next(), with_label.next()) {
            (Some(first), Some(second)) => {
                let kind = ErrorKind::DuplicateLabel { first: self.offset(first) };
                Err(ParseError::new(kind, self.offset(second)))
            }
            (first, _) => Ok(first.and_then(|index| self.value(index))),
        }
    }

    /// Tells whether a label stands twice. Linear: pairs for up to 32 labels, beyond that a hash
    /// set with a seed that an input cannot know.
    ///
    /// ```
    /// use linecut::ltsv::Record;
    /// assert!(Record::parse(b"a:1\tb:2\ta:3")?.has_duplicates());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn has_duplicates(&self) -> bool {
        match self.shared_labels() {
            Some(labels) => labels.has_duplicates(),
            None => has_duplicates(self.labels(), self.len()),
        }
    }
}
