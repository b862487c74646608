//! Records from an `io::Read`. Knows buffers and files; the framer knows the lines.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::vec;
use std::vec::Vec;

use crate::error::{Error, Position};

use super::framer::{Framer, Step};
use super::options::{Options, option_setters};
use super::parser::read_line;
use super::record::Record;
use super::stats::ReadStats;

/// Default size of the read buffer; four scanner windows.
const BUFFER: usize = 64 * 1024;

/// Reads records from an [`io::Read`]. It has its own buffer, so do not wrap the reader in a
/// `BufReader`.
///
/// [`read_record`](Self::read_record) into one record that is used again is the fast way: warm, it
/// allocates nothing. [`records`](Self::records) hands out kept records, one right-sized block each.
///
/// Memory stays near the longest line, and that is limited
/// ([`max_record_len`](ReaderBuilder::max_record_len)).
///
/// ```
/// use linecut::ltsv::{Reader, Record};
/// let mut reader = Reader::from_reader(&b"host:a\tstatus:200\nhost:b\tstatus:404\n"[..]);
/// let mut record = Record::new();
/// let mut missing = 0;
/// while reader.read_record(&mut record)? {
///     missing += u32::from(record.get("status").is_some_and(|status| status == "404"));
/// }
/// assert_eq!(missing, 1);
/// # Ok::<(), linecut::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    inner: R,
    framer: Framer,
    buffer: Vec<u8>,
    /// What of the buffer is filled and not consumed.
    start: usize,
    end: usize,
    eof: bool,
}

impl Reader<File> {
    /// Opens a file. Lenient; [`ReaderBuilder`] makes others.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened.
    ///
    /// ```
    /// let reader = linecut::ltsv::Reader::from_path("fixtures/ltsv/nginx.ltsv")?;
    /// assert!(reader.into_records().all(|record| record.is_ok()));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn from_path(path: impl AsRef<Path>) -> io::Result<Self> {
        ReaderBuilder::new().from_path(path)
    }
}

impl<R: Read> Reader<R> {
    /// Wraps a reader. Lenient; [`ReaderBuilder`] makes others.
    ///
    /// ```
    /// let mut reader = linecut::ltsv::Reader::from_reader(&b"a:1\n"[..]);
    /// assert_eq!(reader.records().count(), 1);
    /// ```
    pub fn from_reader(inner: R) -> Self {
        ReaderBuilder::new().from_reader(inner)
    }

    /// Reads the next record into `record`; `false` at the end.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if the line is refused: the next call goes on with the next line.
    /// [`Error::Io`] if the reader fails (`Interrupted` is tried again): the call may be repeated,
    /// and loses nothing.
    ///
    /// ```
    /// use linecut::ltsv::{Reader, Record};
    /// let mut reader = Reader::from_reader(&b"a:1"[..]);
    /// let mut record = Record::new();
    /// assert!(reader.read_record(&mut record)?);
    /// assert!(!reader.read_record(&mut record)?);
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn read_record(&mut self, record: &mut Record) -> Result<bool, Error> {
        loop {
            match self.framer.step(&self.buffer[self.start..self.end], self.eof) {
                Step::Line { at, line, head } => {
                    let bytes = &self.buffer[self.start + at..self.end];
                    self.start += at + line.next;
                    return match read_line(&mut self.framer, bytes, &line, head, record) {
                        Ok(()) => Ok(true),
                        Err(error) => Err(Error::Parse { error, position: head.position }),
                    };
                }
                Step::Error { error, position, consumed } => {
                    self.start += consumed;
                    return Err(Error::Parse { error, position });
                }
                Step::More { consumed } => {
                    self.start += consumed;
                    self.refill()?;
                }
                Step::End { consumed } => {
                    self.start += consumed;
                    return Ok(false);
                }
            }
        }
    }

    /// Reads more behind what is left, which moves to the front. The buffer doubles when a line
    /// fills it.
    fn refill(&mut self) -> io::Result<()> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.end == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        loop {
            match self.inner.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.eof = true,
                Ok(n) => self.end += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }

    /// Iterates over the records, as kept ones. Goes on after a refused line, ends after an I/O
    /// error.
    ///
    /// ```
    /// use linecut::ltsv::{Reader, Record};
    /// let mut reader = Reader::from_reader(&b"a:1\na:2\n"[..]);
    /// let kept: Vec<Record> = reader.records().collect::<Result<_, _>>()?;
    /// assert_eq!(kept[1].get("a").unwrap(), "2");
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn records(&mut self) -> Records<'_, R> {
        Records { reader: self, record: Record::new(), done: false }
    }

    /// Like [`records`](Self::records), and takes the reader over.
    ///
    /// ```
    /// let reader = linecut::ltsv::Reader::from_reader(&b"a:1\na:2\n"[..]);
    /// assert_eq!(reader.into_records().count(), 2);
    /// ```
    pub fn into_records(self) -> IntoRecords<R> {
        IntoRecords { reader: self, record: Record::new(), done: false }
    }
}

impl<R> Reader<R> {
    /// Gives where the next line begins.
    ///
    /// ```
    /// use linecut::ltsv::{Reader, Record};
    /// let mut reader = Reader::from_reader(&b"a:1\nb:2\n"[..]);
    /// reader.read_record(&mut Record::new())?;
    /// assert_eq!(reader.position().line, 2);
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn position(&self) -> Position {
        self.framer.position()
    }

    /// Gives what was read so far, in numbers.
    ///
    /// ```
    /// let reader = linecut::ltsv::Reader::from_reader(&b""[..]);
    /// assert_eq!(reader.stats().records, 0);
    /// ```
    pub fn stats(&self) -> &ReadStats {
        &self.framer.stats
    }

    /// Gives the inner reader. It is ahead of the records by what is buffered.
    ///
    /// ```
    /// let reader = linecut::ltsv::Reader::from_reader(&b"a:1"[..]);
    /// assert_eq!(reader.get_ref(), b"a:1");
    /// ```
    pub fn get_ref(&self) -> &R {
        &self.inner
    }

    /// Gives the inner reader back. What is buffered is lost.
    ///
    /// ```
    /// let reader = linecut::ltsv::Reader::from_reader(&b"a:1"[..]);
    /// assert_eq!(reader.into_inner(), b"a:1");
    /// ```
    pub fn into_inner(self) -> R {
        self.inner
    }
}

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

/// Makes a [`Reader`] with other than the default options.
///
/// ```
/// use linecut::ltsv::ReaderBuilder;
/// let reader = ReaderBuilder::new().strict(true).from_reader(&b"a:1\n"[..]);
/// assert_eq!(reader.into_records().count(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct ReaderBuilder {
    options: Options,
    buffer_capacity: usize,
}

impl ReaderBuilder {
    /// Creates a builder with the defaults: lenient, records of up to 16 MiB, a buffer of 64 KiB.
    ///
    /// ```
    /// let reader = linecut::ltsv::ReaderBuilder::new().from_reader(&b""[..]);
    /// # drop(reader);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { options: Options::new(), buffer_capacity: BUFFER }
    }

    option_setters!();

    /// Sets the size of the read buffer to begin with, in bytes; at least 1.
    ///
    /// ```
    /// use linecut::ltsv::ReaderBuilder;
    /// let reader = ReaderBuilder::new().buffer_capacity(1 << 20).from_reader(&b"a:1\n"[..]);
    /// assert_eq!(reader.into_records().count(), 1);
    /// ```
    pub fn buffer_capacity(&mut self, bytes: usize) -> &mut Self {
        self.buffer_capacity = bytes.max(1);
        self
    }

    /// Wraps a reader.
    ///
    /// ```
    /// let reader = linecut::ltsv::ReaderBuilder::new().from_reader(std::io::empty());
    /// assert_eq!(reader.into_records().count(), 0);
    /// ```
    pub fn from_reader<R: Read>(&self, inner: R) -> Reader<R> {
        Reader {
            inner,
            framer: Framer::new(self.options),
            buffer: vec![0; self.buffer_capacity],
            start: 0,
            end: 0,
            eof: false,
        }
    }

    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened.
    ///
    /// ```
    /// let reader = linecut::ltsv::ReaderBuilder::new().from_path("fixtures/ltsv/nginx.ltsv")?;
    /// assert!(reader.into_records().count() > 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn from_path(&self, path: impl AsRef<Path>) -> io::Result<Reader<File>> {
        Ok(self.from_reader(File::open(path)?))
    }
}

impl Default for ReaderBuilder {
    fn default() -> Self {
        Self::new()
    }
}
