//! Records to and from a program's own types, by way of the `serde` crate. Knows records, readers
//! and writers from outside; parses no line.
//!
//! Comes with the feature `serde`. The doors:
//!
//! - [`Record::deserialize`](crate::ltsv::Record::deserialize) for one record, which `T` may borrow
//!   from: `&str` and `&[u8]` cost nothing;
//! - `Reader::deserialize` and `into_deserialize` for all records of a stream (feature `std`);
//! - [`to_record`] for a record of a value, `Writer::serialize` for a line of output (`std`);
//! - [`DeserializeOptions`] and [`SerializeOptions`] for other than the defaults.
//!
//! ```
//! use linecut::ltsv::Record;
//! #[derive(serde::Deserialize, Debug, PartialEq)]
//! struct Hit<'a> {
//!     host: &'a str,
//!     status: u16,
//!     size: Option<u64>,
//!     referer: Option<&'a str>,
//!     upstream: Vec<&'a str>,
//! }
//! let line = b"host:192.0.2.1\tstatus:200\tsize:-\tupstream:a\tupstream:b\tua:\xff";
//! let record = Record::parse(line)?;
//! let hit: Hit<'_> = record.deserialize()?;
//! assert_eq!((hit.host, hit.status, hit.size, hit.referer), ("192.0.2.1", 200, None, None));
//! assert_eq!(hit.upstream, ["a", "b"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From a record
//!
//! | asked for | given |
//! | --- | --- |
//! | a struct, a map | the fields by label, in order; a label that stands twice comes once |
//! | `&str`, `String`, `Cow<str>`, `char` | the value, if it is UTF-8 |
//! | `&[u8]`, `Cow<[u8]>`, [`SmallBytes`](crate::SmallBytes) | the value, whatever it is |
//! | a number, `bool` | what `FromStr` reads: `+12` is a number; `12abc`, ` 12`, `300` as `u8` are errors |
//! | `Option` | `None` if the label is missing or the value says so (`-` and the empty one, unless [`absent`](DeserializeOptions::absent) names others) |
//! | a sequence, an array, a tuple | every value with the label, in order |
//! | an enum | the unit variant of that name |
//! | a newtype struct | what is in it |
//! | `()`, a unit struct | a value that says that there is none |
//! | "any" | always text, never a guess: `zip:00501` stays `00501`. Bytes where it is no UTF-8, a sequence where the label stands twice |
//! | nothing | nothing is looked at: bytes that are no UTF-8 and repeated labels cost nobody who does not ask |
//!
//! A struct or a map inside a field is an error, for a field is text. A repeated label that is
//! asked for as one value is an error too, unless [`Duplicates`] says which one counts: a TAB in a
//! User-Agent can forge a second `status`. (`Vec<u8>` is a sequence of numbers to serde; bytes are
//! `&[u8]`, `SmallBytes`, or what the `serde_bytes` crate has.)
//!
//! # Behind `flatten`, in tagged and untagged enums
//!
//! There serde buffers the values before it knows their types, and what it buffers is text. So
//! strings, bytes and maps of them work as they are; a number, a `bool`, an `Option` that looks for
//! markers, or a sequence of what may be one value has to say that it comes from text:
//!
//! ```
//! #[derive(serde::Deserialize)]
//! struct Hit {
//!     host: String,
//!     #[serde(flatten)]
//!     timing: Timing,
//! }
//! #[derive(serde::Deserialize)]
//! struct Timing {
//!     #[serde(deserialize_with = "linecut::serde::from_text")]
//!     reqtime: f64,
//!     #[serde(default, deserialize_with = "linecut::serde::from_text")]
//!     apptime: Option<f64>,
//! }
//! let record = linecut::ltsv::Record::parse(b"host:a\treqtime:0.021\tapptime:-")?;
//! let hit: Hit = record.deserialize()?;
//! assert_eq!((hit.timing.reqtime, hit.timing.apptime), (0.021, None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An error of what was buffered names the record and what is wrong, but not the label, for serde no
//! longer knows it; a repeated label is named if it is the only one.
//!
//! # To a record
//!
//! A struct or a map gives its fields in order. Numbers and `bool` are written as Rust displays
//! them, strings and bytes as they are, a unit variant as its name; a sequence repeats the label;
//! `None` leaves the field out, unless [`absent`](SerializeOptions::absent) names what to write. A
//! struct, a map or a sequence further inside is an error that names the label.
//!
//! What comes back is equal, but for what text cannot say: an empty sequence has no field (so give
//! it `#[serde(default)]`), and `Some` of an empty string or of `-` reads as `None` by the default
//! markers.

mod bytes;
mod deserialize;
mod deserialize_error;
mod field_serializer;
mod from_text;
#[cfg(feature = "std")]
mod reader;
mod record_deserializer;
mod record_serializer;
mod repeats;
mod serialize;
mod serialize_error;
mod text;
#[cfg(feature = "std")]
mod writer;

pub use deserialize::{DeserializeOptions, Duplicates};
pub use deserialize_error::{DeserializeError, DeserializeErrorKind};
pub use from_text::from_text;
#[cfg(feature = "std")]
pub use reader::{DeserializeRecords, IntoDeserializeRecords, ReadError};
pub use serialize::{SerializeOptions, to_record};
pub use serialize_error::{SerializeError, SerializeErrorKind};
#[cfg(feature = "std")]
pub use writer::WriteError;
