//! What makes a record behave as a collection: iteration, building, comparison, formatting. Knows
//! neither form of it.

use core::fmt;

use crate::slice::source::Value;

use super::record::Record;

/// Iterates over the fields of a [`Record`] as label and value.
///
/// ```
/// let record = linecut::ltsv::Record::parse(b"a:1\tb:2")?;
/// assert_eq!(record.iter().len(), 2);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    record: &'a Record,
    next: usize,
    len: usize,
}

impl<'a> Iter<'a> {
    pub(super) fn new(record: &'a Record) -> Self {
        Self { record, next: 0, len: record.len() }
    }
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a [u8], Value<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let field = self.record.field(self.next)?;
        self.next += 1;
        Some(field)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.len - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter<'_> {}
impl core::iter::FusedIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a Record {
    type Item = (&'a [u8], Value<'a>);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl<L: AsRef<[u8]>, V: AsRef<[u8]>> FromIterator<(L, V)> for Record {
    fn from_iter<I: IntoIterator<Item = (L, V)>>(fields: I) -> Self {
        let mut record = Self::new();
        record.extend(fields);
        record
    }
}

impl<L: AsRef<[u8]>, V: AsRef<[u8]>> Extend<(L, V)> for Record {
    fn extend<I: IntoIterator<Item = (L, V)>>(&mut self, fields: I) {
        fields.into_iter().for_each(|(label, value)| self.push_field(label, value));
    }
}

impl Default for Record {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Record {
    /// Compares labels and values, in order.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other)
    }
}

impl Eq for Record {}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.iter().map(|(label, value)| (Value::from(label), value)))
            .finish()
    }
}
