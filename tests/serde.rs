//! Records to and from types: what each type is given, what is refused and where, and that what
//! goes out comes back.
#![cfg(feature = "serde")]

#[path = "serde/buffered.rs"]
mod buffered;
#[path = "serde/bytes.rs"]
mod bytes;
#[path = "serde/deserialize.rs"]
mod deserialize;
#[path = "serde/errors.rs"]
mod errors;
#[path = "serde/repeated.rs"]
mod repeated;
#[path = "serde/round_trip.rs"]
mod round_trip;
#[path = "serde/serialize.rs"]
mod serialize;
#[cfg(feature = "std")]
#[path = "serde/stream.rs"]
mod stream;

use linecut::ltsv::Record;

/// A record of one line, by the lenient rules.
fn record(line: impl AsRef<[u8]>) -> Record {
    Record::parse_lenient(line.as_ref())
}
