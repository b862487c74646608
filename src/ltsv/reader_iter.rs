//! The iterators over a reader's records, which keep each record. Knows the reader from outside.

use std::io::Read;

use crate::error::Error;

use super::reader::Reader;
use super::record::Record;

/// Iterates over the records of a borrowed [`Reader`].
///
/// ```
/// let mut reader = linecut::ltsv::Reader::from_reader(&b"a:1\n"[..]);
/// assert!(reader.records().next().unwrap().is_ok());
/// ```
#[derive(Debug)]
pub struct Records<'r, R> {
    reader: &'r mut Reader<R>,
    record: Record,
    done: bool,
}

/// Iterates over the records of a [`Reader`] that it owns.
///
/// ```
/// let mut records = linecut::ltsv::Reader::from_reader(&b"a:1\n"[..]).into_records();
/// assert!(records.next().unwrap().is_ok());
/// ```
#[derive(Debug)]
pub struct IntoRecords<R> {
    reader: Reader<R>,
    record: Record,
    done: bool,
}

impl<'r, R> Records<'r, R> {
    pub(super) fn new(reader: &'r mut Reader<R>) -> Self {
        Self { reader, record: Record::new(), done: false }
    }
}

impl<R> IntoRecords<R> {
    pub(super) fn new(reader: Reader<R>) -> Self {
        Self { reader, record: Record::new(), done: false }
    }
}

/// One step of both iterators.
fn next_kept<R: Read>(
    reader: &mut Reader<R>,
    record: &mut Record,
    done: &mut bool,
) -> Option<Result<Record, Error>> {
    if *done {
        return None;
    }
    match reader.read_record(record) {
        Ok(true) => Some(Ok(record.clone())),
        Ok(false) => {
            *done = true;
            None
        }
        Err(error) => {
            *done = matches!(error, Error::Io(_));
            Some(Err(error))
        }
    }
}

impl<R: Read> Iterator for Records<'_, R> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        next_kept(self.reader, &mut self.record, &mut self.done)
    }
}

impl<R: Read> Iterator for IntoRecords<R> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        next_kept(&mut self.reader, &mut self.record, &mut self.done)
    }
}
