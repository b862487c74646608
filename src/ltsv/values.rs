//! Views on values that logs share: markers for "no value", numbers, lists of several upstreams.
//! Knows records from outside; changes nothing.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::slice::small_bytes::SmallBytes;
use crate::slice::source::{Value, ValueError};

use super::record::Record;

/// Knows the values by which a log says that it has none: by default `-` and the empty one.
///
/// A missing label, a marker and a value are three different answers. Servers write `-` (nginx,
/// Apache) or nothing (nginx with `escape=json`); an application may have markers of its own.
///
/// ```
/// use linecut::ltsv::{Absent, Presence, Record};
/// let record = Record::parse(b"size:512\treferer:-\tuser:\tpath:/-")?;
/// let absent = Absent::default();
/// assert_eq!(absent.get(&record, "size"), Presence::Present("512".into()));
/// assert_eq!(absent.get(&record, "referer"), Presence::Absent);
/// assert_eq!(absent.get(&record, "user"), Presence::Absent);
/// assert_eq!(absent.get(&record, "path"), Presence::Present("/-".into()));
/// assert_eq!(absent.get(&record, "ua"), Presence::Missing);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent {
    markers: Vec<Box<[u8]>>,
}

impl Absent {
    /// Creates a set of other markers, compared as whole values.
    ///
    /// ```
    /// let absent = linecut::ltsv::Absent::new(["null", "n/a"]);
    /// assert!(absent.is_marker(b"null") && !absent.is_marker(b"-"));
    /// ```
    pub fn new<M: AsRef<[u8]>>(markers: impl IntoIterator<Item = M>) -> Self {
        Self { markers: markers.into_iter().map(|marker| marker.as_ref().into()).collect() }
    }

    /// Tells whether a value says that there is none.
    ///
    /// ```
    /// assert!(linecut::ltsv::Absent::default().is_marker(b"-"));
    /// ```
    #[must_use]
    pub fn is_marker(&self, value: &[u8]) -> bool {
        self.markers.iter().any(|marker| **marker == *value)
    }

    /// Asks a record for the first value with a label.
    ///
    /// ```
    /// use linecut::ltsv::{Absent, Record};
    /// let record = Record::parse(b"reqtime:0.021")?;
    /// assert_eq!(Absent::default().get(&record, "reqtime").present().unwrap(), "0.021");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn get<'r>(&self, record: &'r Record, label: impl AsRef<[u8]>) -> Presence<'r> {
        match record.get(label) {
            None => Presence::Missing,
            Some(value) if self.is_marker(&value) => Presence::Absent,
            Some(value) => Presence::Present(value),
        }
    }

    /// Asks a record for a number, an address, anything that has `FromStr`; `None` if the label is
    /// missing or the value a marker. Nothing is trimmed.
    ///
    /// # Errors
    ///
    /// If there is a value and it is not one of the type: `12abc`, ` 12`, a number too large. The
    /// error names the label and the byte.
    ///
    /// ```
    /// use linecut::ltsv::{Absent, Record};
    /// let record = Record::parse(b"size:512\tstatus:-\treqtime: 12")?;
    /// let absent = Absent::default();
    /// assert_eq!(absent.parse::<u64>(&record, "size"), Ok(Some(512)));
    /// assert_eq!(absent.parse::<u16>(&record, "status"), Ok(None));
    /// let error = absent.parse::<f64>(&record, "reqtime").unwrap_err();
    /// assert_eq!((error.label, error.offset), ("reqtime".into(), 26));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn parse<T: FromStr>(
        &self,
        record: &Record,
        label: impl AsRef<[u8]>,
    ) -> Result<Option<T>, FieldError<T::Err>> {
        let label = label.as_ref();
        let Some(index) = record.index_of(label) else { return Ok(None) };
        let value = record.value(index).unwrap_or(Value::from(b""));
        if self.is_marker(&value) {
            return Ok(None);
        }
        value.parse().map(Some).map_err(|error| FieldError {
            label: SmallBytes::from(label),
            offset: record.offset(index) + label.len() as u64 + 1,
            error,
        })
    }
}

impl Default for Absent {
    /// `-` and the empty value.
    fn default() -> Self {
        Self::new(["-", ""])
    }
}

/// Says whether a record has a value.
///
/// ```
/// use linecut::ltsv::Presence;
/// assert_eq!(Presence::Absent.present(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence<'a> {
    /// The label is not there.
    Missing,
    /// The label is there, and its value is a marker.
    Absent,
    /// A value.
    Present(Value<'a>),
}

impl<'a> Presence<'a> {
    /// Gives the value, if there is one.
    ///
    /// ```
    /// use linecut::ltsv::Presence;
    /// assert_eq!(Presence::Present("x".into()).present().unwrap(), "x");
    /// ```
    #[must_use]
    pub fn present(self) -> Option<Value<'a>> {
        match self {
            Self::Present(value) => Some(value),
            Self::Missing | Self::Absent => None,
        }
    }
}

/// Says which field's value is not what was asked for.
///
/// ```
/// use linecut::ltsv::{Absent, Record};
/// let record = Record::parse(b"status:2oo")?;
/// let error = Absent::default().parse::<u16>(&record, "status").unwrap_err();
/// assert_eq!(error.to_string(), "status at byte 7: invalid digit found in string");
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError<E> {
    /// The field's label.
    pub label: SmallBytes,
    /// Offset of the value's first byte in the stream.
    pub offset: u64,
    /// What is wrong with it.
    pub error: ValueError<E>,
}

impl<E: fmt::Display> fmt::Display for FieldError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.label, self.offset, self.error)
    }
}

impl<E: core::error::Error + 'static> core::error::Error for FieldError<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Splits a value of nginx that names several upstream servers: `0.021, 0.042 : -`.
///
/// nginx separates the servers that one request went to by `, `, and groups of servers, after an
/// internal redirect, by ` : ` (ngx_http_upstream_module, `$upstream_response_time`). An item may
/// be `-`. A value without separators is one item.
///
/// ```
/// let items: Vec<_> = linecut::ltsv::upstreams(b"0.021, 0.042 : -").collect();
/// let due = [(0, &b"0.021"[..]), (0, b"0.042"), (1, b"-")];
/// assert_eq!(items.iter().map(|item| (item.group, item.value)).collect::<Vec<_>>(), due);
/// ```
#[must_use]
pub fn upstreams(value: &[u8]) -> Upstreams<'_> {
    Upstreams { rest: Some(value), group: 0 }
}

/// One item of a list that nginx wrote; see [`upstreams`].
///
/// ```
/// let item = linecut::ltsv::upstreams(b"192.0.2.1:80").next().unwrap();
/// assert_eq!((item.group, item.value), (0, &b"192.0.2.1:80"[..]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upstream<'a> {
    /// Number of the group of servers, from 0.
    pub group: usize,
    /// What is said of the server.
    pub value: &'a [u8],
}

/// Iterates over the items of a list that nginx wrote; see [`upstreams`].
///
/// ```
/// assert_eq!(linecut::ltsv::upstreams(b"200, 502, 200").count(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Upstreams<'a> {
    rest: Option<&'a [u8]>,
    group: usize,
}

impl<'a> Iterator for Upstreams<'a> {
    type Item = Upstream<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.take()?;
        let group = self.group;
        for at in 0..rest.len() {
            let behind = &rest[at..];
            let same_group = behind.strip_prefix(b", ");
            if let Some(behind) = same_group.or_else(|| behind.strip_prefix(b" : ")) {
                self.group += usize::from(same_group.is_none());
                self.rest = Some(behind);
                return Some(Upstream { group, value: &rest[..at] });
            }
        }
        Some(Upstream { group, value: rest })
    }
}

impl core::iter::FusedIterator for Upstreams<'_> {}
