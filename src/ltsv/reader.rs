//! Records from an `io::Read`. Knows inputs and files; the framer knows the lines, the buffer what was
//! read.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use crate::error::{Error, Position};
use crate::slice::interner::Interner;

use super::buffer::Buffer;
use super::framer::{Framer, Step};
use super::known::Known;
use super::options::{OnError, Options};
use super::parser::{read_known, read_line};
use super::reader_builder::ReaderBuilder;
use super::reader_iter::{IntoRecords, Records};
use super::record::Record;
use super::stats::ReadStats;

/// Reads records from an [`io::Read`]. It has its own buffer, so do not wrap the reader in a
/// `BufReader`.
///
/// [`read_record`](Self::read_record) into one record that is used again is the fast way: once
/// buffer and record have grown to the lines, it allocates nothing. [`records`](Self::records) hands out kept records, one right-sized block each.
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
    known: Known,
    buffer: Buffer,
    eof: bool,
    /// After an error that ends reading.
    stopped: bool,
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

    pub(super) fn with(inner: R, options: Options, capacity: usize) -> Self {
        Self {
            inner,
            known: Known::with(&options),
            framer: Framer::new(options),
            buffer: Buffer::new(capacity),
            eof: false,
            stopped: false,
        }
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
        if !self.stopped {
            self.buffer.settle();
            let data = self.buffer.data();
            if let Some(consumed) = read_known(&mut self.framer, &mut self.known, data, record) {
                self.buffer.consume(consumed);
                return Ok(true);
            }
        }
        self.read(record, false)
    }

    /// Reads what [`hold_partial`](ReaderBuilder::hold_partial) holds back, when nothing more will
    /// come; `false` if that is nothing. Without `hold_partial` it is `read_record`.
    ///
    /// # Errors
    ///
    /// As for [`read_record`](Self::read_record).
    ///
    /// ```
    /// use linecut::ltsv::{ReaderBuilder, Record};
    /// let mut reader = ReaderBuilder::new().hold_partial(true).from_reader(&b"a:1"[..]);
    /// let mut record = Record::new();
    /// assert!(!reader.read_record(&mut record)?);
    /// assert!(reader.finish(&mut record)? && !record.is_terminated());
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn finish(&mut self, record: &mut Record) -> Result<bool, Error> {
        self.read(record, true)
    }

    /// Reads a record, going on after refused lines as the options say.
    fn read(&mut self, record: &mut Record, finish: bool) -> Result<bool, Error> {
        let result = self.read_on(record, finish);
        if !matches!(result, Ok(true)) {
            // Nothing of an earlier line is taken for this one.
            record.clear();
        }
        result
    }

    #[inline]
    fn read_on(&mut self, record: &mut Record, finish: bool) -> Result<bool, Error> {
        while !self.stopped {
            match (self.read_line(record, finish), self.framer.options.on_error) {
                (Err(Error::Parse { .. }), OnError::SkipRecord) => {}
                (result, on_error) => {
                    let refused = matches!(result, Err(Error::Parse { .. }));
                    self.stopped = refused && on_error == OnError::Stop;
                    return result;
                }
            }
        }
        Ok(false)
    }

    /// Reads a record, or the error that the next line is.
    fn read_line(&mut self, record: &mut Record, finish: bool) -> Result<bool, Error> {
        self.buffer.settle();
        loop {
            let data = self.buffer.data();
            let eof = self.eof && (finish || !self.framer.options.hold_partial);
            match self.framer.step(data, eof) {
                Step::Line { at, line, head } => {
                    let bytes = &data[at..];
                    let read =
                        read_line(&mut self.framer, &mut self.known, bytes, &line, head, record);
                    self.buffer.consume(at + line.next);
                    return match read {
                        Ok(()) => Ok(true),
                        Err(error) => Err(Error::Parse { error, position: head.position }),
                    };
                }
                Step::Error { error, position, consumed } => {
                    self.buffer.consume(consumed);
                    return Err(Error::Parse { error, position });
                }
                Step::More { consumed } => {
                    self.buffer.consume(consumed);
                    self.eof = !self.buffer.fill(&mut self.inner)?;
                    if self.eof && !finish && self.framer.options.hold_partial {
                        // There may be more when it is asked again.
                        self.eof = false;
                        return Ok(false);
                    }
                }
                Step::End { consumed } => {
                    self.buffer.consume(consumed);
                    return Ok(false);
                }
            }
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
        Records::new(self)
    }

    /// Like [`records`](Self::records), and takes the reader over.
    ///
    /// ```
    /// let reader = linecut::ltsv::Reader::from_reader(&b"a:1\na:2\n"[..]);
    /// assert_eq!(reader.into_records().count(), 2);
    /// ```
    pub fn into_records(self) -> IntoRecords<R> {
        IntoRecords::new(self)
    }
}

impl<R: Read + Seek> Reader<R> {
    /// Goes to where a line begins: a [`position`](Self::position) that was noted before.
    ///
    /// # Errors
    ///
    /// If the inner reader cannot go there; the reader is then as it was.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use linecut::ltsv::{Reader, Record};
    /// let mut reader = Reader::from_reader(Cursor::new(b"a:1\nb:2\n"));
    /// let mut record = Record::new();
    /// reader.read_record(&mut record)?;
    /// let second = reader.position();
    /// reader.read_record(&mut record)?;
    /// reader.seek(second)?;
    /// reader.read_record(&mut record)?;
    /// assert_eq!((record.get("b").unwrap(), record.position()), ("2".into(), second));
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn seek(&mut self, position: Position) -> io::Result<()> {
        self.inner.seek(SeekFrom::Start(position.byte))?;
        self.framer.restart(position);
        self.buffer.clear();
        (self.eof, self.stopped) = (false, false);
        Ok(())
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

    /// Gives the size of the read buffer at present, in bytes. It grows with a line that does not
    /// fit, up to twice the limit of a record, and shrinks again behind it.
    ///
    /// ```
    /// let reader = linecut::ltsv::Reader::from_reader(&b""[..]);
    /// assert_eq!(reader.buffer_capacity(), 65_536);
    /// ```
    pub fn buffer_capacity(&self) -> usize {
        self.buffer.capacity()
    }

    /// Gives the interner that keys of label lists go through, if there is one.
    ///
    /// ```
    /// let reader = linecut::ltsv::Reader::from_reader(&b""[..]);
    /// assert!(reader.interner().is_none());
    /// ```
    #[must_use]
    pub fn interner(&self) -> Option<&Interner> {
        self.known.interner()
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

    /// Gives the inner reader, to be changed: a seek or a read there makes what is buffered stand
    /// between what was and what comes.
    ///
    /// ```
    /// let mut reader = linecut::ltsv::Reader::from_reader(std::io::Cursor::new(b"a:1"));
    /// assert_eq!(reader.get_mut().position(), 0);
    /// ```
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.inner
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
