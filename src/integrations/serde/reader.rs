//! The records of a reader as values of a type. Knows the reader from outside.

use core::fmt;
use core::marker::PhantomData;
use std::io::{self, Read};

use serde::de::DeserializeOwned;

use crate::error::{Error, ParseError, Position};
use crate::ltsv::{Reader, Record};

use super::deserialize::DeserializeOptions;
use super::deserialize_error::DeserializeError;

impl<R: Read> Reader<R> {
    /// Iterates over the records as values of a type. Goes on after a refused line and after a
    /// record that is not of the type, ends after an I/O error.
    ///
    /// The values own what they hold. To borrow instead, read into one record with
    /// [`read_record`](Self::read_record) and ask it with [`Record::deserialize`].
    ///
    /// ```
    /// use linecut::ltsv::Reader;
    /// #[derive(serde::Deserialize)]
    /// struct Hit {
    ///     status: u16,
    /// }
    /// let mut reader = Reader::from_reader(&b"status:200\nstatus:2oo\nstatus:404\n"[..]);
    /// let hits: Vec<_> = reader.deserialize::<Hit>().collect();
    /// assert_eq!(hits[0].as_ref().unwrap().status, 200);
    /// let error = hits[1].as_ref().err().unwrap();
    /// assert_eq!(error.to_string(), "line 2: status at byte 18: invalid digit found in string");
    /// assert_eq!(hits[2].as_ref().unwrap().status, 404);
    /// ```
    pub fn deserialize<T: DeserializeOwned>(&mut self) -> DeserializeRecords<'_, R, T> {
        DeserializeRecords { reader: self, state: State::new() }
    }

    /// Like [`deserialize`](Self::deserialize), and takes the reader over.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use linecut::ltsv::Reader;
    /// let reader = Reader::from_reader(&b"a:1\tb:2\na:3\n"[..]);
    /// let maps: Vec<BTreeMap<String, u8>> = reader.into_deserialize().collect::<Result<_, _>>()?;
    /// assert_eq!((maps[0]["b"], maps[1]["a"]), (2, 3));
    /// # Ok::<(), linecut::serde::ReadError>(())
    /// ```
    pub fn into_deserialize<T: DeserializeOwned>(self) -> IntoDeserializeRecords<R, T> {
        IntoDeserializeRecords { reader: self, state: State::new() }
    }
}

/// What both iterators have beside their reader.
struct State<T> {
    record: Record,
    options: DeserializeOptions,
    done: bool,
    gives: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> State<T> {
    fn new() -> Self {
        let options = DeserializeOptions::new();
        Self { record: Record::new(), options, done: false, gives: PhantomData }
    }

    fn next<R: Read>(&mut self, reader: &mut Reader<R>) -> Option<Result<T, ReadError>> {
        if self.done {
            return None;
        }
        match reader.read_record(&mut self.record) {
            Ok(true) => {
                let value = self.options.deserialize(&self.record);
                Some(value.map_err(ReadError::Deserialize))
            }
            Ok(false) => {
                self.done = true;
                None
            }
            Err(error) => {
                self.done = matches!(error, Error::Io(_));
                Some(Err(error.into()))
            }
        }
    }
}

/// Iterates over the records of a borrowed [`Reader`] as values; see [`Reader::deserialize`].
///
/// ```
/// let mut reader = linecut::ltsv::Reader::from_reader(&b"a:1\n"[..]);
/// let mut values = reader.deserialize::<std::collections::HashMap<String, u8>>();
/// assert_eq!(values.next().unwrap().unwrap()["a"], 1);
/// ```
pub struct DeserializeRecords<'r, R, T> {
    reader: &'r mut Reader<R>,
    state: State<T>,
}

/// Iterates over the records of a [`Reader`] that it owns as values; see
/// [`Reader::into_deserialize`].
///
/// ```
/// let reader = linecut::ltsv::Reader::from_reader(&b"a:1\n"[..]);
/// let mut values = reader.into_deserialize::<std::collections::HashMap<String, u8>>();
/// assert_eq!(values.next().unwrap().unwrap()["a"], 1);
/// ```
pub struct IntoDeserializeRecords<R, T> {
    reader: Reader<R>,
    state: State<T>,
}

impl<R, T> DeserializeRecords<'_, R, T> {
    /// Takes other than the default options.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use linecut::{ltsv::Reader, serde::{DeserializeOptions, Duplicates}};
    /// let mut reader = Reader::from_reader(&b"a:1\ta:2\n"[..]);
    /// let mut values = reader
    ///     .deserialize::<HashMap<String, u8>>()
    ///     .with_options(DeserializeOptions::new().duplicates(Duplicates::Last));
    /// assert_eq!(values.next().unwrap()?["a"], 2);
    /// # Ok::<(), linecut::serde::ReadError>(())
    /// ```
    #[must_use]
    pub fn with_options(mut self, options: &DeserializeOptions) -> Self {
        self.state.options = options.clone();
        self
    }
}

impl<R, T> IntoDeserializeRecords<R, T> {
    /// Takes other than the default options.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use linecut::{ltsv::Reader, serde::{DeserializeOptions, Duplicates}};
    /// let mut values = Reader::from_reader(&b"a:1\ta:2\n"[..])
    ///     .into_deserialize::<HashMap<String, u8>>()
    ///     .with_options(DeserializeOptions::new().duplicates(Duplicates::First));
    /// assert_eq!(values.next().unwrap()?["a"], 1);
    /// # Ok::<(), linecut::serde::ReadError>(())
    /// ```
    #[must_use]
    pub fn with_options(mut self, options: &DeserializeOptions) -> Self {
        self.state.options = options.clone();
        self
    }
}

impl<R: Read, T: DeserializeOwned> Iterator for DeserializeRecords<'_, R, T> {
    type Item = Result<T, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.state.next(self.reader)
    }
}

impl<R: Read, T: DeserializeOwned> Iterator for IntoDeserializeRecords<R, T> {
    type Item = Result<T, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.state.next(&mut self.reader)
    }
}

impl<R: fmt::Debug, T> fmt::Debug for DeserializeRecords<'_, R, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeserializeRecords").field("reader", self.reader).finish_non_exhaustive()
    }
}

impl<R: fmt::Debug, T> fmt::Debug for IntoDeserializeRecords<R, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("IntoDeserializeRecords");
        debug.field("reader", &self.reader).finish_non_exhaustive()
    }
}

/// Says why a reader could not give a value: the source failed, its bytes are no record, or the
/// record is not what the type wants.
///
/// ```
/// use linecut::{ltsv::ReaderBuilder, serde::ReadError};
/// let reader = ReaderBuilder::new().strict(true).from_reader(&b"junk\nstatus:x\n"[..]);
/// let mut values = reader.into_deserialize::<std::collections::HashMap<String, u16>>();
/// let error = values.next().unwrap().unwrap_err();
/// assert!(matches!(error, ReadError::Parse { position, .. } if position.line == 1));
/// let error = values.next().unwrap().unwrap_err();
/// assert!(matches!(error, ReadError::Deserialize(error) if error.line() == 2));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The underlying reader failed.
    Io(io::Error),
    /// A line is no record.
    Parse {
        /// Kind and byte offset.
        error: ParseError,
        /// Where the line begins.
        position: Position,
    },
    /// A record is not what the type wants.
    Deserialize(DeserializeError),
}

impl From<Error> for ReadError {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => Self::Io(error),
            Error::Parse { error, position } => Self::Parse { error, position },
        }
    }
}

impl From<DeserializeError> for ReadError {
    fn from(error: DeserializeError) -> Self {
        Self::Deserialize(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Parse { error, position } => write!(f, "line {}: {error}", position.line),
            Self::Deserialize(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Parse { error, .. } => Some(error),
            Self::Deserialize(error) => Some(error),
        }
    }
}
