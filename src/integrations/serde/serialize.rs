//! Making a record of a value, and what can be chosen about it. Knows records from outside.

use serde::ser::Serialize;

use crate::ltsv::Record;
use crate::slice::small_bytes::SmallBytes;

use super::field_serializer::{Fields, Sink};
use super::record_serializer::RecordSerializer;
use super::serialize_error::SerializeError;

/// Makes a record of a struct or a map, by the default [`SerializeOptions`]: `None` has no field.
///
/// To write it, `Writer::serialize` needs no record in between. The record takes labels and values
/// as they are; a writer checks them.
///
/// # Errors
///
/// If the value is no struct and no map, or one of its fields is more than text. The error names the
/// label.
///
/// ```
/// use linecut::{ltsv::Record, serde::to_record};
/// #[derive(serde::Serialize)]
/// struct Hit<'a> {
///     host: &'a str,
///     status: u16,
///     size: Option<u64>,
///     upstream: [&'a str; 2],
/// }
/// let hit = Hit { host: "192.0.2.1", status: 200, size: None, upstream: ["a", "b"] };
/// let due = Record::parse(b"host:192.0.2.1\tstatus:200\tupstream:a\tupstream:b")?;
/// assert_eq!(to_record(&hit)?, due);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_record<T: Serialize + ?Sized>(value: &T) -> Result<Record, SerializeError> {
    SerializeOptions::new().to_record(value)
}

/// Makes records, or lines of output, of values by other than the default rules.
///
/// ```
/// use linecut::serde::SerializeOptions;
/// let map = std::collections::BTreeMap::from([("size", None::<u64>)]);
/// let record = SerializeOptions::new().absent("-").to_record(&map)?;
/// assert_eq!(record.get("size").unwrap(), "-");
/// # Ok::<(), linecut::serde::SerializeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SerializeOptions {
    absent: Option<SmallBytes>,
}

impl SerializeOptions {
    /// Creates the default options: `None` has no field.
    ///
    /// ```
    /// use linecut::serde::SerializeOptions;
    /// let map = std::collections::BTreeMap::from([("size", None::<u64>)]);
    /// assert!(SerializeOptions::new().to_record(&map)?.is_empty());
    /// # Ok::<(), linecut::serde::SerializeError>(())
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { absent: None }
    }

    /// Writes `None` as this value, such as `-`, so that each record has the same labels.
    ///
    /// Default: `None` has no field.
    ///
    /// ```
    /// use linecut::serde::SerializeOptions;
    /// let map = std::collections::BTreeMap::from([("sizes", [Some(1), None])]);
    /// let record = SerializeOptions::new().absent("-").to_record(&map)?;
    /// assert!(record.get_all("sizes").eq(["1", "-"]));
    /// # Ok::<(), linecut::serde::SerializeError>(())
    /// ```
    pub fn absent(&mut self, marker: impl AsRef<[u8]>) -> &mut Self {
        self.absent = Some(SmallBytes::from(marker.as_ref()));
        self
    }

    /// Makes a record of a struct or a map.
    ///
    /// # Errors
    ///
    /// Those of [`to_record`].
    ///
    /// ```
    /// use linecut::serde::SerializeOptions;
    /// let map = std::collections::BTreeMap::from([(1, true)]);
    /// assert_eq!(SerializeOptions::new().to_record(&map)?.get("1").unwrap(), "true");
    /// # Ok::<(), linecut::serde::SerializeError>(())
    /// ```
    pub fn to_record<T: Serialize + ?Sized>(&self, value: &T) -> Result<Record, SerializeError> {
        let mut record = Record::new();
        self.give(value, &mut record)?;
        Ok(record)
    }

    /// Gives the fields of a value away, in order.
    pub(super) fn give<T: Serialize + ?Sized>(
        &self,
        value: &T,
        sink: &mut dyn Sink,
    ) -> Result<(), SerializeError> {
        let mut fields = Fields::new(sink, self.absent.as_deref());
        value.serialize(RecordSerializer(&mut fields))
    }
}

impl Sink for Record {
    fn field(&mut self, label: &[u8], value: &[u8]) -> Result<(), SerializeError> {
        self.push_field(label, value);
        Ok(())
    }
}
