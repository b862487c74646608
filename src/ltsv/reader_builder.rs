//! The builder of readers. Knows values, no behaviour.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::vec::Vec;

use crate::error::Position;
use crate::slice::interner::Interner;

use super::builder::option_setters;
use super::options::{OnError, Options, Select};
use super::reader::Reader;
#[allow(unused_imports)] // for the setters' docs
use super::stats::ReadStats;

/// Default size of the read buffer; eight scanner windows.
const BUFFER: usize = 64 * 1024;

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
        Reader::with(inner, self.options.clone(), self.buffer_capacity)
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
