//! Records to an `io::Write`, each whole or not at all. Knows what a line may hold, and its buffer;
//! knows no reader, and nothing of what labels or values mean.
//!
//! One buffer does both jobs. A record is built at its end, field by field and each field checked;
//! if one is refused, the buffer is cut back to where the record began. The inner writer gets only
//! what lies before that place, and how much of it was taken is remembered: after a failure it goes
//! on with the next byte. (`io::BufWriter` would not do: it hands a line longer than its buffer
//! straight on, and after a failure inside of it nobody knows how much went out.)

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::vec::Vec;

use crate::error::{Error, ErrorKind, ParseError, Position};
use crate::scan;
use crate::scan::classes::is_label;

use super::on_illegal::{OnIllegal, is_legal};
use super::record::Record;

/// Default size of the buffer, that of the reader's.
const BUFFER: usize = 64 * 1024;

/// What can be chosen about writing.
#[derive(Clone, Copy, Debug)]
pub(super) struct WriteOptions {
    pub(super) strict: bool,
    pub(super) on_illegal: OnIllegal,
    pub(super) crlf: bool,
    pub(super) buffer_capacity: usize,
}

impl WriteOptions {
    pub(super) const fn new() -> Self {
        Self { strict: false, on_illegal: OnIllegal::Reject, crlf: false, buffer_capacity: BUFFER }
    }
}

/// Writes records to an [`io::Write`]. It has its own buffer, so do not wrap the writer in a
/// `BufWriter`.
///
/// A record goes out whole or not at all: it is checked as a whole before a byte of it may reach
/// the inner writer. What was written reads back equal: the same labels and values in the same
/// order, however odd (with [`OnIllegal::Escape`] once unescaped). A record that was read is written as it stood in its file, but for its line
/// end (see [`WriterBuilder::crlf`](super::WriterBuilder::crlf)) and for what a lenient reader
/// dropped. (A line longer than the reader's
/// [`max_record_len`](super::ReaderBuilder::max_record_len) is that reader's to refuse.)
///
/// **When it goes out:** records gather in the buffer until there are
/// [`buffer_capacity`](super::WriterBuilder::buffer_capacity) bytes; the next call then writes them
/// all. [`flush`](Self::flush) writes at once. Dropping the writer flushes too, but cannot tell if
/// that fails: flush before, where it matters.
///
/// **When the inner writer fails** (`Interrupted` is tried again, short writes are gone on with):
/// the record of the call that failed is not taken, so the call may be repeated; the records taken
/// before stay in the buffer, and the next call goes on behind the last byte that the inner writer
/// took. Nothing is lost and no byte goes out twice, as long as the inner writer tells the truth.
/// If it fails for good inside a line (a full disk), the part that it took is there, without a line
/// end: readers tell by [`Record::is_terminated`].
///
/// ```
/// use linecut::ltsv::Writer;
/// let mut writer = Writer::from_writer(Vec::new());
/// writer.write_fields([("host", "192.0.2.1"), ("status", "200")])?;
/// assert!(writer.write_fields([("host", "192.0.2.2"), ("ua", "a\tstatus:200")]).is_err());
/// assert_eq!(writer.into_inner()?, b"host:192.0.2.1\tstatus:200\n");
/// # Ok::<(), linecut::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W: Write> {
    /// `None` only when taken out for good.
    inner: Option<W>,
    options: WriteOptions,
    /// Whole records, and behind them the one that is being built.
    buffer: Vec<u8>,
    /// How much of the buffer the inner writer took.
    drained: usize,
    /// Where the whole records end.
    committed: usize,
    /// Where the next record begins in the output.
    position: Position,
    /// Set while the inner writer writes: if it panics, nobody knows what went out.
    writing: bool,
}

impl Writer<File> {
    /// Creates a file, or empties the one there is. To append, open the file and give it to
    /// [`from_writer`](Self::from_writer).
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    ///
    /// ```
    /// use linecut::ltsv::{Reader, Writer};
    /// let path = std::env::temp_dir().join(format!("linecut-writer-{}.ltsv", std::process::id()));
    /// let mut writer = Writer::from_path(&path)?;
    /// writer.write_fields([("a", "1")])?;
    /// writer.flush()?;
    /// assert_eq!(Reader::from_path(&path)?.into_records().count(), 1);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn from_path(path: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self::from_writer(File::create(path)?))
    }
}

impl<W: Write> Writer<W> {
    /// Wraps a writer, with the defaults; [`WriterBuilder`](super::WriterBuilder) makes others.
    ///
    /// ```
    /// let mut writer = linecut::ltsv::Writer::from_writer(Vec::new());
    /// writer.write_fields([("@odd", "")])?;
    /// assert_eq!(writer.into_inner()?, b"@odd:\n");
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn from_writer(inner: W) -> Self {
        Self::with(inner, WriteOptions::new())
    }

    pub(super) fn with(inner: W, options: WriteOptions) -> Self {
        Self {
            inner: Some(inner),
            options,
            buffer: Vec::new(),
            drained: 0,
            committed: 0,
            position: Position::default(),
            writing: false,
        }
    }

    /// Writes a record, its fields in their order.
    ///
    /// An empty record is written as a blank line, which the strict rules read as an empty record
    /// and the lenient ones skip.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if a field is refused; nothing of the record is written, and the next record
    /// may be. `position` is where the record would have begun in the output, `error.offset` the
    /// place in its *line*, as that would have been written. The kinds:
    ///
    /// - [`EmptyLabel`](ErrorKind::EmptyLabel);
    /// - [`InvalidLabel`](ErrorKind::InvalidLabel): a colon, TAB, LF, CR or NUL in a label, with
    ///   [`strict`](super::WriterBuilder::strict) any byte outside `[0-9A-Za-z_.-]`;
    /// - [`InvalidValue`](ErrorKind::InvalidValue): TAB, LF, CR or NUL in a value, where
    ///   [`OnIllegal::Reject`] holds;
    /// - [`Bom`](ErrorKind::Bom): the first label of the output begins with a byte order mark, which
    ///   a lenient reader would take off.
    ///
    /// [`Error::Io`] if the inner writer fails before the record is taken: the call may be repeated,
    /// and loses nothing.
    ///
    /// ```
    /// use linecut::{Error, ErrorKind, ltsv::{Record, Writer}};
    /// let mut writer = Writer::from_writer(Vec::new());
    /// writer.write_record(&Record::parse(b"a:1\tb:\ta:2")?)?;
    /// let forged = Record::parse_lenient(b"c:3\td:4\r5");
    /// match writer.write_record(&forged).unwrap_err() {
    ///     Error::Parse { error, position } => {
    ///         assert_eq!((error.kind, error.offset), (ErrorKind::InvalidValue, 7));
    ///         assert_eq!(position.line, 2);
    ///     }
    ///     Error::Io(error) => return Err(error.into()),
    /// }
    /// assert_eq!(writer.into_inner()?, b"a:1\tb:\ta:2\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_record(&mut self, record: &Record) -> Result<(), Error> {
        self.write_fields(record.iter())
    }

    /// Writes a record from labels and values, in their order.
    ///
    /// # Errors
    ///
    /// Those of [`write_record`](Self::write_record).
    ///
    /// ```
    /// use linecut::ltsv::{Writer, records};
    /// let mut writer = Writer::from_writer(Vec::new());
    /// for record in records(b"a:1\tb:2\nb:3\tc:4\n") {
    ///     let fields = record?.fields().flatten().filter(|field| field.label() != b"b");
    ///     writer.write_fields(fields.map(|field| (field.label(), field.value())))?;
    /// }
    /// assert_eq!(writer.into_inner()?, b"a:1\nc:4\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_fields<I, L, V>(&mut self, fields: I) -> Result<(), Error>
    where
        I: IntoIterator<Item = (L, V)>,
        L: AsRef<[u8]>,
        V: AsRef<[u8]>,
    {
        self.begin()?;
        for (label, value) in fields {
            self.field(label.as_ref(), value.as_ref())?;
        }
        self.end();
        Ok(())
    }

    /// Begins a record: makes room in the buffer. A record that was begun and not ended is
    /// abandoned.
    ///
    /// # Errors
    ///
    /// If the inner writer fails; then no record is begun, and the call may be repeated.
    pub(crate) fn begin(&mut self) -> io::Result<()> {
        self.abandon();
        if self.committed >= self.options.buffer_capacity { self.drain() } else { Ok(()) }
    }

    /// Adds a field to the record that was begun.
    ///
    /// # Errors
    ///
    /// If the field is refused; then the record is abandoned.
    pub(crate) fn field(&mut self, label: &[u8], value: &[u8]) -> Result<(), Error> {
        if self.line_len() > 0 {
            self.buffer.push(b'\t');
        }
        match self.push_field(label, value) {
            Ok(()) => Ok(()),
            Err(error) => {
                self.abandon();
                Err(Error::Parse { error, position: self.position })
            }
        }
    }

    fn push_field(&mut self, label: &[u8], value: &[u8]) -> Result<(), ParseError> {
        let refused = |kind, offset: usize| Err(ParseError::new(kind, offset as u64));
        let start = self.line_len();
        if label.is_empty() {
            return refused(ErrorKind::EmptyLabel, start);
        }
        let invalid = match self.options.strict {
            true => scan::find_not(is_label, label),
            false => scan::find_not(reads_back, label),
        };
        if let Some(at) = invalid {
            return refused(ErrorKind::InvalidLabel, start + at);
        }
        if self.position.byte == 0 && start == 0 && label.starts_with(b"\xEF\xBB\xBF") {
            return refused(ErrorKind::Bom, 0);
        }
        self.buffer.extend_from_slice(label);
        self.buffer.push(b':');
        let value_start = self.line_len();
        match self.options.on_illegal.push_value(value, &mut self.buffer) {
            Ok(()) => Ok(()),
            Err(at) => refused(ErrorKind::InvalidValue, value_start + at),
        }
    }

    /// Ends the record that was begun: from here on it is going to be written.
    pub(crate) fn end(&mut self) {
        let end: &[u8] = if self.options.crlf { b"\r\n" } else { b"\n" };
        self.buffer.extend_from_slice(end);
        self.position.byte += self.line_len() as u64;
        self.position.line += 1;
        self.position.record += 1;
        self.committed = self.buffer.len();
    }

    /// Gives the record that was begun up.
    pub(crate) fn abandon(&mut self) {
        self.buffer.truncate(self.committed);
    }

    /// Length so far of the line that is being built.
    fn line_len(&self) -> usize {
        self.buffer.len() - self.committed
    }

    /// Hands all whole records to the inner writer.
    fn drain(&mut self) -> io::Result<()> {
        self.abandon();
        let inner = self.inner.as_mut().expect("taken out only when the writer ends");
        while self.drained < self.committed {
            self.writing = true;
            let written = inner.write(&self.buffer[self.drained..]);
            self.writing = false;
            match written {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(len) => self.drained += len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.buffer.clear();
        self.drained = 0;
        self.committed = 0;
        // A full buffer and a record of its size are normal; more goes back after one huge record.
        self.buffer.shrink_to(self.options.buffer_capacity.max(BUFFER).saturating_mul(2));
        Ok(())
    }

    /// Writes what is buffered, and flushes the inner writer.
    ///
    /// # Errors
    ///
    /// If the inner writer fails. What it did not take stays in the buffer, and the call may be
    /// repeated.
    ///
    /// ```
    /// let mut writer = linecut::ltsv::Writer::from_writer(Vec::new());
    /// writer.write_fields([("a", "1")])?;
    /// writer.flush()?;
    /// assert_eq!(writer.get_ref(), b"a:1\n");
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn flush(&mut self) -> io::Result<()> {
        self.drain()?;
        self.inner.as_mut().map_or(Ok(()), W::flush)
    }

    /// Flushes, and gives the inner writer back.
    ///
    /// # Errors
    ///
    /// If the inner writer fails; it is dropped then. To keep it, [`flush`](Self::flush) until that
    /// succeeds.
    ///
    /// ```
    /// let mut writer = linecut::ltsv::Writer::from_writer(Vec::new());
    /// writer.write_fields([("a", "1")])?;
    /// assert_eq!(writer.into_inner()?, b"a:1\n");
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn into_inner(mut self) -> io::Result<W> {
        self.flush()?;
        match self.inner.take() {
            Some(inner) => Ok(inner),
            None => unreachable!("taken out only here"),
        }
    }

    /// Gives the inner writer. It is behind the records by what is buffered.
    ///
    /// ```
    /// let mut writer = linecut::ltsv::Writer::from_writer(Vec::new());
    /// writer.write_fields([("a", "1")])?;
    /// assert_eq!(writer.get_ref(), b"");
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn get_ref(&self) -> &W {
        match &self.inner {
            Some(inner) => inner,
            None => unreachable!("taken out only when the writer ends"),
        }
    }

    /// Gives where the next record begins in the output, counted from where this writer began.
    ///
    /// ```
    /// let mut writer = linecut::ltsv::Writer::from_writer(Vec::new());
    /// writer.write_fields([("a", "1")])?;
    /// let at = writer.position();
    /// assert_eq!((at.byte, at.line, at.record), (4, 2, 1));
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn position(&self) -> Position {
        self.position
    }
}

impl<W: Write> Drop for Writer<W> {
    /// Flushes, unless the inner writer panicked while it wrote.
    fn drop(&mut self) {
        if self.inner.is_some() && !self.writing {
            // Nobody is left to tell.
            let _ = self.flush();
        }
    }
}

/// Tells whether a label that holds the byte reads back as it was.
fn reads_back(byte: u8) -> bool {
    is_legal(byte) && byte != b':'
}
