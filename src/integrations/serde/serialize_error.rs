//! Why a value cannot be a record: a kind, and the label. Knows no record and no writer.

use alloc::boxed::Box;
use alloc::string::ToString;
use core::fmt;

use serde::ser::Error;

use crate::slice::small_bytes::SmallBytes;

/// Says why a value cannot be a record: a kind, and the label of the field at fault.
///
/// ```
/// use linecut::serde::{SerializeErrorKind, to_record};
/// #[derive(serde::Serialize)]
/// struct Hit {
///     client: Client,
/// }
/// #[derive(serde::Serialize)]
/// struct Client {
///     port: u16,
/// }
/// let error = to_record(&Hit { client: Client { port: 80 } }).unwrap_err();
/// assert_eq!((error.kind(), error.label()), (&SerializeErrorKind::Nested, Some(&b"client"[..])));
/// assert_eq!(error.to_string(), "client: a field is text and holds no other fields");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct SerializeError(Box<Parts>);

#[derive(Clone, PartialEq, Eq)]
struct Parts {
    kind: SerializeErrorKind,
    label: Option<SmallBytes>,
}

/// Says what is wrong with a value that is to be a record.
///
/// ```
/// use linecut::serde::{SerializeErrorKind, to_record};
/// assert_eq!(*to_record(&7).unwrap_err().kind(), SerializeErrorKind::NoRecord);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SerializeErrorKind {
    /// The value is no struct and no map, so it has no labels.
    NoRecord,
    /// A key of a map is nothing that has one text.
    NoLabel,
    /// A field holds a struct, a map, a variant with data, or a sequence of sequences. (Behind
    /// `flatten`, the fields of a struct or a map go to the record.)
    Nested,
    /// What the type said itself.
    Message(Box<str>),
}

impl SerializeError {
    pub(super) fn new(kind: SerializeErrorKind) -> Self {
        Self(Box::new(Parts { kind, label: None }))
    }

    /// Names the label, if none is named yet.
    pub(super) fn at(mut self, label: &[u8]) -> Self {
        self.0.label.get_or_insert_with(|| SmallBytes::from(label));
        self
    }

    /// Gives what is wrong.
    ///
    /// ```
    /// use linecut::serde::{SerializeErrorKind, to_record};
    /// assert_eq!(*to_record("text").unwrap_err().kind(), SerializeErrorKind::NoRecord);
    /// ```
    #[must_use]
    pub fn kind(&self) -> &SerializeErrorKind {
        &self.0.kind
    }

    /// Gives the label of the field at fault, if it is about a field.
    ///
    /// ```
    /// let map = std::collections::BTreeMap::from([("a", [[1], [2]])]);
    /// let error = linecut::serde::to_record(&map).unwrap_err();
    /// assert_eq!(error.label(), Some(&b"a"[..]));
    /// ```
    #[must_use]
    pub fn label(&self) -> Option<&[u8]> {
        self.0.label.as_deref()
    }
}

impl fmt::Display for SerializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.label {
            Some(label) => write!(f, "{label}: {}", self.kind()),
            None => self.kind().fmt(f),
        }
    }
}

impl fmt::Debug for SerializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SerializeError")
            .field("kind", self.kind())
            .field("label", &self.0.label)
            .finish()
    }
}

impl core::error::Error for SerializeError {}

impl fmt::Display for SerializeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoRecord => "only a struct or a map is a record",
            Self::NoLabel => "a label is one text",
            Self::Nested => "a field is text and holds no other fields",
            Self::Message(message) => message,
        })
    }
}

impl Error for SerializeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(SerializeErrorKind::Message(message.to_string().into_boxed_str()))
    }
}
