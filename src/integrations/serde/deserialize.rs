//! Asking a record for a value of a type, and what can be chosen about it. Knows records from
//! outside.

use serde::de::Deserialize;

use crate::ltsv::{Absent, Record};

use super::deserialize_error::DeserializeError;
use super::record_deserializer::RecordDeserializer;
use super::repeats::named;

impl Record {
    /// Makes a value of the record's fields: a struct, a map, or what is made of one. It may borrow
    /// from the record.
    ///
    /// This is [`DeserializeOptions::deserialize`] by the defaults: a label that stands twice and
    /// is asked for as one value is an error; `-` and the empty value are `None` to an `Option`. The
    /// [`serde`](crate::serde) module says what becomes what. How the line was parsed, strictly or
    /// not, makes no difference any more.
    ///
    /// # Errors
    ///
    /// If a field that is asked for is missing or not of its type. Fields that nobody asks for are
    /// not looked at.
    ///
    /// Cost: each label is compared with the names of the struct; what is borrowed is not copied.
    ///
    /// ```
    /// use linecut::ltsv::Record;
    /// #[derive(serde::Deserialize)]
    /// struct Hit<'a> {
    ///     host: &'a str,
    ///     size: Option<u64>,
    /// }
    /// let record = Record::parse(b"host:192.0.2.1\tstatus:200\tsize:-")?;
    /// let hit: Hit<'_> = record.deserialize()?;
    /// assert_eq!((hit.host, hit.size), ("192.0.2.1", None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn deserialize<'r, T: Deserialize<'r>>(&'r self) -> Result<T, DeserializeError> {
        DeserializeOptions::new().deserialize(self)
    }
}

/// Says which value counts where a label stands twice and one is asked for.
///
/// ```
/// use linecut::serde::Duplicates;
/// assert_eq!(Duplicates::default(), Duplicates::Error);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Duplicates {
    /// None: it is an error that names both places. Whoever wrote the second may not be who wrote
    /// the first.
    #[default]
    Error,
    /// The first, as [`Record::get`] has it.
    First,
    /// The last, as [`Record::get_last`] has it.
    Last,
}

/// Makes values of records by other than the default rules.
///
/// ```
/// use linecut::{ltsv::{Absent, Record}, serde::{DeserializeOptions, Duplicates}};
/// #[derive(serde::Deserialize, Debug, PartialEq)]
/// struct Hit {
///     status: u16,
///     user: Option<String>,
/// }
/// let mut options = DeserializeOptions::new();
/// options.duplicates(Duplicates::First).absent(Absent::new(["null"]));
/// let record = Record::parse(b"status:500\tuser:null\tstatus:200")?;
/// let hit: Hit = options.deserialize(&record)?;
/// assert_eq!(hit, Hit { status: 500, user: None });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DeserializeOptions {
    pub(super) duplicates: Duplicates,
    /// `None`: the default markers.
    pub(super) absent: Option<Absent>,
}

impl DeserializeOptions {
    /// Creates the default options: [`Duplicates::Error`], and the markers of [`Absent::default`].
    ///
    /// ```
    /// use linecut::{ltsv::Record, serde::DeserializeOptions};
    /// let record = Record::parse(b"a:1")?;
    /// let (a,): (u8,) = DeserializeOptions::new()
    ///     .deserialize::<std::collections::HashMap<String, (u8,)>>(&record)?["a"];
    /// assert_eq!(a, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { duplicates: Duplicates::Error, absent: None }
    }

    /// Says which value counts where a label stands twice and one is asked for.
    ///
    /// Default: [`Duplicates::Error`]. Leave it, unless the log is known to repeat labels.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use linecut::{ltsv::Record, serde::{DeserializeOptions, Duplicates}};
    /// let record = Record::parse(b"a:1\ta:2")?;
    /// let last: BTreeMap<&str, u8> =
    ///     DeserializeOptions::new().duplicates(Duplicates::Last).deserialize(&record)?;
    /// assert_eq!(last["a"], 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn duplicates(&mut self, duplicates: Duplicates) -> &mut Self {
        self.duplicates = duplicates;
        self
    }

    /// Says which values are `None` to an `Option`.
    ///
    /// Default: `-` and the empty one. Without any marker, only a missing label is `None`.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use linecut::{ltsv::{Absent, Record}, serde::DeserializeOptions};
    /// let record = Record::parse(b"a:-")?;
    /// let mut options = DeserializeOptions::new();
    /// let map: BTreeMap<&str, Option<&str>> = options.deserialize(&record)?;
    /// assert_eq!(map["a"], None);
    /// options.absent(Absent::new([""; 0]));
    /// let map: BTreeMap<&str, Option<&str>> = options.deserialize(&record)?;
    /// assert_eq!(map["a"], Some("-"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn absent(&mut self, absent: Absent) -> &mut Self {
        self.absent = Some(absent);
        self
    }

    /// Makes a value of the record's fields; it may borrow from the record.
    ///
    /// # Errors
    ///
    /// Those of [`Record::deserialize`].
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use linecut::{ltsv::Record, serde::DeserializeOptions};
    /// let record = Record::parse(b"zip:00501")?;
    /// let map: BTreeMap<&str, &str> = DeserializeOptions::new().deserialize(&record)?;
    /// assert_eq!(map["zip"], "00501");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn deserialize<'r, T: Deserialize<'r>>(
        &self,
        record: &'r Record,
    ) -> Result<T, DeserializeError> {
        T::deserialize(RecordDeserializer { record, options: self })
            .map_err(|error| named(error, record).in_record(record))
    }
}
