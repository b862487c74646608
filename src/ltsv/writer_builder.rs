//! What can be chosen about writing, by the caller. Knows values; the writer knows what they do.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::on_illegal::{OnIllegal, is_legal};
use super::writer::{WriteOptions, Writer};

/// Makes a [`Writer`] with other than the default options.
///
/// ```
/// use linecut::ltsv::{OnIllegal, WriterBuilder};
/// let mut writer = WriterBuilder::new()
///     .strict(true)
///     .on_illegal(OnIllegal::Replace(b' '))
///     .from_writer(Vec::new());
/// writer.write_fields([("msg", "two\nlines")])?;
/// assert_eq!(writer.into_inner()?, b"msg:two lines\n");
/// # Ok::<(), linecut::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WriterBuilder {
    options: WriteOptions,
}

impl WriterBuilder {
    /// Creates a builder with the defaults: any label that reads back, illegal bytes of values
    /// rejected, lines that end in LF, a buffer of 64 KiB.
    ///
    /// ```
    /// let mut writer = linecut::ltsv::WriterBuilder::new().from_writer(Vec::new());
    /// assert!(writer.write_fields([("@odd", "a")]).is_ok());
    /// assert!(writer.write_fields([("even", "a\0")]).is_err());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { options: WriteOptions::new() }
    }

    /// Refuses labels with a byte outside `[0-9A-Za-z_.-]`, so that what is written is by the
    /// grammar of ltsv.org and a strict reader takes it.
    ///
    /// Default: off, so that whatever a lenient reader kept can be written again. Empty labels and
    /// those with a colon, TAB, LF, CR or NUL are refused always.
    ///
    /// ```
    /// let mut writer = linecut::ltsv::WriterBuilder::new().strict(true).from_writer(Vec::new());
    /// assert!(writer.write_fields([("user agent", "x")]).is_err());
    /// assert!(writer.write_fields([("user_agent", "x")]).is_ok());
    /// ```
    pub fn strict(&mut self, yes: bool) -> &mut Self {
        self.options.strict = yes;
        self
    }

    /// Says what to do with TAB, LF, CR and NUL in values.
    ///
    /// Default: [`OnIllegal::Reject`]. [`OnIllegal::Escape`] where somebody will want the bytes
    /// back, [`OnIllegal::Replace`] where nobody will.
    ///
    /// # Panics
    ///
    /// If the byte of [`OnIllegal::Replace`] is itself TAB, LF, CR or NUL.
    ///
    /// ```
    /// use linecut::ltsv::{Escape, OnIllegal, WriterBuilder};
    /// let mut builder = WriterBuilder::new();
    /// builder.on_illegal(OnIllegal::Escape(Escape::Nginx));
    /// let mut writer = builder.from_writer(Vec::new());
    /// writer.write_fields([("ua", "x\tstatus:200")])?;
    /// assert_eq!(writer.into_inner()?, b"ua:x\\x09status:200\n");
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn on_illegal(&mut self, on_illegal: OnIllegal) -> &mut Self {
        if let OnIllegal::Replace(byte) = on_illegal {
            assert!(is_legal(byte), "a value cannot hold the replacement {byte:#04x} either");
        }
        self.options.on_illegal = on_illegal;
        self
    }

    /// Ends lines in CRLF.
    ///
    /// Default: LF. Readers take both; a record does not remember which it had.
    ///
    /// ```
    /// let mut writer = linecut::ltsv::WriterBuilder::new().crlf(true).from_writer(Vec::new());
    /// writer.write_fields([("a", "1")])?;
    /// assert_eq!(writer.into_inner()?, b"a:1\r\n");
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn crlf(&mut self, yes: bool) -> &mut Self {
        self.options.crlf = yes;
        self
    }

    /// Sets how many bytes of records are gathered before they are written, in bytes.
    ///
    /// Default: 64 KiB. Memory is this and one record, or up to twice that where the buffer had to
    /// grow. With 0, each call writes the record of the call before, which is no substitute for
    /// [`Writer::flush`].
    ///
    /// ```
    /// let mut writer = linecut::ltsv::WriterBuilder::new().buffer_capacity(4).from_writer(Vec::new());
    /// writer.write_fields([("a", "1")])?;
    /// writer.write_fields([("b", "2")])?;
    /// assert_eq!(writer.get_ref(), b"a:1\n");
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn buffer_capacity(&mut self, bytes: usize) -> &mut Self {
        self.options.buffer_capacity = bytes;
        self
    }

    /// Wraps a writer.
    ///
    /// ```
    /// let writer = linecut::ltsv::WriterBuilder::new().from_writer(std::io::sink());
    /// assert_eq!(writer.position().byte, 0);
    /// ```
    pub fn from_writer<W: Write>(&self, inner: W) -> Writer<W> {
        Writer::with(inner, self.options)
    }

    /// Creates a file, or empties the one there is.
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    ///
    /// ```
    /// use linecut::ltsv::WriterBuilder;
    /// let path = std::env::temp_dir().join(format!("linecut-builder-{}.ltsv", std::process::id()));
    /// let mut writer = WriterBuilder::new().crlf(true).from_path(&path)?;
    /// writer.write_fields([("a", "1")])?;
    /// writer.flush()?;
    /// assert_eq!(std::fs::read(&path)?, b"a:1\r\n");
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), linecut::Error>(())
    /// ```
    pub fn from_path(&self, path: impl AsRef<Path>) -> io::Result<Writer<File>> {
        Ok(self.from_writer(File::create(path)?))
    }
}

impl Default for WriterBuilder {
    fn default() -> Self {
        Self::new()
    }
}
