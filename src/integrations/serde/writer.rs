//! Values as lines of output. Knows the writer from outside.

use core::fmt;
use std::io::{self, Write};

use serde::ser::Serialize;

use crate::error::{Error, ParseError, Position};
use crate::ltsv::Writer;

use super::field_serializer::Sink;
use super::serialize::SerializeOptions;
use super::serialize_error::{SerializeError, SerializeErrorKind};

impl<W: Write> Writer<W> {
    /// Writes a struct or a map as a record, by the default [`SerializeOptions`]: `None` has no
    /// field.
    ///
    /// # Errors
    ///
    /// [`WriteError::Serialize`] if the value is no struct and no map, or one of its fields is more
    /// than text. The others are those of [`write_record`](Self::write_record). Nothing of the
    /// record is written then, and the next record may be.
    ///
    /// ```
    /// use linecut::ltsv::Writer;
    /// #[derive(serde::Serialize)]
    /// struct Hit<'a> {
    ///     host: &'a str,
    ///     status: u16,
    ///     size: Option<u64>,
    /// }
    /// let mut writer = Writer::from_writer(Vec::new());
    /// writer.serialize(&Hit { host: "192.0.2.1", status: 200, size: None })?;
    /// assert!(writer.serialize(&Hit { host: "a\tstatus:500", status: 200, size: None }).is_err());
    /// assert_eq!(writer.into_inner()?, b"host:192.0.2.1\tstatus:200\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn serialize<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WriteError> {
        SerializeOptions::new().write(self, value)
    }
}

impl SerializeOptions {
    /// Writes a struct or a map as a record; see [`Writer::serialize`].
    ///
    /// # Errors
    ///
    /// Those of [`Writer::serialize`].
    ///
    /// ```
    /// use linecut::{ltsv::Writer, serde::SerializeOptions};
    /// let mut writer = Writer::from_writer(Vec::new());
    /// let map = std::collections::BTreeMap::from([("size", None::<u64>)]);
    /// SerializeOptions::new().absent("-").write(&mut writer, &map)?;
    /// assert_eq!(writer.into_inner()?, b"size:-\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write<W: Write, T: Serialize + ?Sized>(
        &self,
        writer: &mut Writer<W>,
        value: &T,
    ) -> Result<(), WriteError> {
        writer.begin().map_err(WriteError::Io)?;
        let mut line = Line { writer, refused: None };
        let given = self.give(value, &mut line);
        match (line.refused, given) {
            (Some(error), _) => Err(error.into()),
            (None, Err(error)) => {
                writer.abandon();
                Err(WriteError::Serialize(error))
            }
            (None, Ok(())) => {
                writer.end();
                Ok(())
            }
        }
    }
}

/// The record that a writer has begun.
struct Line<'w, W: Write> {
    writer: &'w mut Writer<W>,
    /// The error by which the writer gave the record up. No other field may follow, even if the
    /// type goes on.
    refused: Option<Error>,
}

impl<W: Write> Sink for Line<'_, W> {
    fn field(&mut self, label: &[u8], value: &[u8]) -> Result<(), SerializeError> {
        if self.refused.is_none() {
            self.refused = self.writer.field(label, value).err();
        }
        match self.refused {
            None => Ok(()),
            Some(_) => Err(SerializeError::new(SerializeErrorKind::Message("refused".into()))),
        }
    }
}

/// Says why a writer did not take a value: its output failed, a field cannot be in a line, or the
/// value is no record.
///
/// ```
/// use linecut::{ErrorKind, ltsv::Writer, serde::WriteError};
/// let mut writer = Writer::from_writer(Vec::new());
/// let map = std::collections::BTreeMap::from([("ua", "a\tstatus:200")]);
/// let error = writer.serialize(&map).unwrap_err();
/// let WriteError::Parse { error, .. } = error else { panic!("{error}") };
/// assert_eq!((error.kind, error.offset), (ErrorKind::InvalidValue, 4));
/// let error = writer.serialize("no map").unwrap_err();
/// assert!(matches!(error, WriteError::Serialize(_)));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The underlying writer failed.
    Io(io::Error),
    /// A field was refused.
    Parse {
        /// Kind, and byte offset in the line as it would have been written.
        error: ParseError,
        /// Where the line would have begun.
        position: Position,
    },
    /// The value is no record.
    Serialize(SerializeError),
}

impl From<Error> for WriteError {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => Self::Io(error),
            Error::Parse { error, position } => Self::Parse { error, position },
        }
    }
}

impl From<SerializeError> for WriteError {
    fn from(error: SerializeError) -> Self {
        Self::Serialize(error)
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Parse { error, position } => write!(f, "line {}: {error}", position.line),
            Self::Serialize(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Parse { error, .. } => Some(error),
            Self::Serialize(error) => Some(error),
        }
    }
}
