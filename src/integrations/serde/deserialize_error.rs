//! Why a record is not what a type wants: a kind, a label and a place. Knows records from outside.

use alloc::boxed::Box;
use alloc::string::ToString;
use core::char::ParseCharError;
use core::fmt;
use core::num::{ParseFloatError, ParseIntError};
use core::str::{ParseBoolError, Utf8Error};

use serde::de::{Error, Expected, Unexpected};

use crate::error::{ErrorKind, Position};
use crate::ltsv::Record;
use crate::slice::small_bytes::SmallBytes;

/// Says why a record is not what a type wants: a kind, the label, the line and the byte.
///
/// The label is known unless the error is about the record as a whole, or about what serde buffers
/// (see the [module](crate::serde)).
///
/// ```
/// use linecut::ltsv::Record;
/// #[derive(serde::Deserialize, Debug)]
/// struct Hit {
///     status: u16,
/// }
/// let error = Record::parse(b"host:a\tstatus:2oo")?.deserialize::<Hit>().unwrap_err();
/// assert_eq!((error.label(), error.line(), error.offset()), (Some(&b"status"[..]), 1, 14));
/// assert_eq!(error.to_string(), "line 1: status at byte 14: invalid digit found in string");
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DeserializeError(Box<Parts>);

#[derive(Clone, PartialEq, Eq)]
struct Parts {
    kind: DeserializeErrorKind,
    label: Option<SmallBytes>,
    /// Known once the error came to where a record is.
    offset: Option<u64>,
    position: Position,
    /// One value was wanted where serde was given a sequence.
    one_wanted: bool,
}

/// Says what is wrong with a field or a record that a type was asked of.
///
/// ```
/// use linecut::{ltsv::Record, serde::DeserializeErrorKind};
/// #[derive(serde::Deserialize, Debug)]
/// struct Hit {
///     status: u16,
/// }
/// let forged = Record::parse(b"status:500\tua:x\tstatus:200")?;
/// let error = forged.deserialize::<Hit>().unwrap_err();
/// assert_eq!(*error.kind(), DeserializeErrorKind::DuplicateLabel { first: 0 });
/// assert_eq!(error.offset(), 16);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeserializeErrorKind {
    /// Text was asked for, and the value is no UTF-8.
    Utf8(Utf8Error),
    /// An integer was asked for, and the value is none, or too large.
    ParseInt(ParseIntError),
    /// A floating-point number was asked for, and the value is none.
    ParseFloat(ParseFloatError),
    /// The value is neither `true` nor `false`.
    ParseBool(ParseBoolError),
    /// The value is not one character.
    ParseChar(ParseCharError),
    /// One value was asked for, and the label stands twice; the error's offset is that of the
    /// second field.
    DuplicateLabel {
        /// Byte offset of the first field with this label.
        first: u64,
    },
    /// There is no field with the label; the error's offset is that of the record.
    MissingLabel,
    /// A struct, a map, or an enum variant with data was asked of a field, which is text.
    Nested,
    /// What the type said itself.
    Message(Box<str>),
}

impl DeserializeError {
    pub(super) fn new(kind: DeserializeErrorKind) -> Self {
        let position = Position::default();
        Self(Box::new(Parts { kind, label: None, offset: None, position, one_wanted: false }))
    }

    /// The error that a repeated label is where one value is due.
    pub(super) fn duplicate(record: &Record, first: usize, second: usize) -> Self {
        let kind = DeserializeErrorKind::DuplicateLabel { first: record.offset(first) };
        Self::new(kind).at_label(record, second)
    }

    /// Places an error that has no place yet at a field's value.
    pub(super) fn at_value(self, record: &Record, index: usize) -> Self {
        let label_len = record.field(index).map_or(0, |(label, _)| label.len() as u64 + 1);
        self.at(record, index, label_len)
    }

    /// Places an error that has no place yet at a field.
    pub(super) fn at_label(self, record: &Record, index: usize) -> Self {
        self.at(record, index, 0)
    }

    fn at(mut self, record: &Record, index: usize, behind: u64) -> Self {
        let parts = &mut *self.0;
        if parts.offset.is_none() {
            parts.offset = Some(record.offset(index) + behind);
            parts.position = record.position();
            parts.label = record.field(index).map(|(label, _)| SmallBytes::from(label));
        }
        self
    }

    /// Places an error that has no place yet at a record.
    pub(super) fn in_record(mut self, record: &Record) -> Self {
        if self.0.offset.is_none() {
            self.0.position = record.position();
            self.0.offset = Some(record.position().byte);
        }
        self
    }

    /// Whether it is about a sequence where one value was wanted, and nothing else is known.
    pub(super) fn wants_one(&self) -> bool {
        self.0.one_wanted && self.0.offset.is_none()
    }

    /// Gives what is wrong.
    ///
    /// ```
    /// use linecut::{ltsv::Record, serde::DeserializeErrorKind};
    /// #[derive(serde::Deserialize, Debug)]
    /// struct Hit {
    ///     status: u16,
    /// }
    /// let error = Record::parse(b"host:a")?.deserialize::<Hit>().unwrap_err();
    /// assert_eq!(*error.kind(), DeserializeErrorKind::MissingLabel);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> &DeserializeErrorKind {
        &self.0.kind
    }

    /// Gives the label of the field at fault, where it is known.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// let record = linecut::ltsv::Record::parse(b"a:1\tb:x")?;
    /// let error = record.deserialize::<BTreeMap<&str, u8>>().unwrap_err();
    /// assert_eq!(error.label(), Some(&b"b"[..]));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn label(&self) -> Option<&[u8]> {
        self.0.label.as_deref()
    }

    /// Gives the offset in the stream, in bytes: of the value at fault, of the field where the
    /// label is at fault, else of the record.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// let record = linecut::ltsv::Record::parse(b"a:1\tb:x")?;
    /// let error = record.deserialize::<BTreeMap<&str, u8>>().unwrap_err();
    /// assert_eq!(error.offset(), 6);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.0.offset.unwrap_or(self.0.position.byte)
    }

    /// Gives the number of the record's line, from 1.
    ///
    /// ```
    /// let error = linecut::ltsv::Record::parse(b"a:1")?.deserialize::<u8>().unwrap_err();
    /// assert_eq!(error.line(), 1);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn line(&self) -> u64 {
        self.0.position.line
    }

    /// Gives where the record begins.
    ///
    /// ```
    /// let error = linecut::ltsv::Record::parse(b"a:1")?.deserialize::<u8>().unwrap_err();
    /// assert_eq!(error.position(), linecut::Position::default());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Position {
        self.0.position
    }
}

impl fmt::Display for DeserializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, offset, kind) = (self.line(), self.offset(), self.kind());
        match &self.0.label {
            Some(label) => write!(f, "line {line}: {label} at byte {offset}: {kind}"),
            None => write!(f, "line {line}: {kind} at byte {offset}"),
        }
    }
}

impl fmt::Debug for DeserializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeserializeError")
            .field("kind", self.kind())
            .field("label", &self.0.label)
            .field("offset", &self.offset())
            .field("position", &self.position())
            .finish()
    }
}

impl core::error::Error for DeserializeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self.kind() {
            DeserializeErrorKind::Utf8(error) => Some(error),
            DeserializeErrorKind::ParseInt(error) => Some(error),
            DeserializeErrorKind::ParseFloat(error) => Some(error),
            DeserializeErrorKind::ParseBool(error) => Some(error),
            DeserializeErrorKind::ParseChar(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for DeserializeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utf8(error) => error.fmt(f),
            Self::ParseInt(error) => error.fmt(f),
            Self::ParseFloat(error) => error.fmt(f),
            Self::ParseBool(error) => error.fmt(f),
            Self::ParseChar(error) => error.fmt(f),
            Self::DuplicateLabel { first } => ErrorKind::DuplicateLabel { first: *first }.fmt(f),
            Self::MissingLabel => f.write_str("no field with this label"),
            Self::Nested => f.write_str("a field is text and holds no struct, map or variant data"),
            Self::Message(message) => f.write_str(message),
        }
    }
}

impl Error for DeserializeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(DeserializeErrorKind::Message(message.to_string().into_boxed_str()))
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        match unexpected {
            Unexpected::Seq => {
                let mut error =
                    Self::custom(format_args!("label is not unique, and {expected} is due"));
                error.0.one_wanted = true;
                error
            }
            Unexpected::Str(_) | Unexpected::Bytes(_) => Self::custom(format_args!(
                "invalid type: {unexpected}, expected {expected} (behind `flatten` and in tagged or \
                 untagged enums all is text: see `linecut::serde::from_text`)"
            )),
            _ => Self::custom(format_args!("invalid type: {unexpected}, expected {expected}")),
        }
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        let mut error = Self::new(DeserializeErrorKind::MissingLabel);
        error.0.label = Some(SmallBytes::from_static(field.as_bytes()));
        error
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        let mut error = Self::custom("more than one field for it");
        error.0.label = Some(SmallBytes::from_static(field.as_bytes()));
        error
    }
}
