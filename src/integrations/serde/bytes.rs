//! The owned and the borrowed byte string as serde sees them: text where a format is text. Knows no
//! record.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::slice::small_bytes::SmallBytes;
use crate::slice::source::Value;

/// How much is reserved on the word of a format, in bytes.
const TRUSTED: usize = 4096;

/// Writes a string where the format is for humans and the bytes are UTF-8, else bytes.
fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    match core::str::from_utf8(bytes) {
        Ok(text) if serializer.is_human_readable() => serializer.serialize_str(text),
        _ => serializer.serialize_bytes(bytes),
    }
}

impl Serialize for SmallBytes {
    /// As a string if the format is human-readable and the bytes are UTF-8, else as bytes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self, serializer)
    }
}

impl Serialize for Value<'_> {
    /// As a string if the format is human-readable and the bytes are UTF-8, else as bytes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for SmallBytes {
    /// From bytes, a string, or a sequence of bytes; copied right-sized, or inline.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(OwnedVisitor)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Value<'a> {
    /// From bytes or a string that the input lends. The value knows no source.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_bytes(BorrowedVisitor)
    }
}

struct OwnedVisitor;

impl<'de> Visitor<'de> for OwnedVisitor {
    type Value = SmallBytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes or a string")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<SmallBytes, E> {
        Ok(SmallBytes::from(bytes))
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<SmallBytes, E> {
        Ok(SmallBytes::from(bytes))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<SmallBytes, E> {
        Ok(SmallBytes::from(text))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<SmallBytes, E> {
        Ok(SmallBytes::from(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<SmallBytes, A::Error> {
        let mut bytes = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(TRUSTED));
        while let Some(byte) = seq.next_element::<u8>()? {
            bytes.push(byte);
        }
        Ok(SmallBytes::from(bytes))
    }
}

struct BorrowedVisitor;

impl<'de> Visitor<'de> for BorrowedVisitor {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("borrowed bytes or a borrowed string")
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<Value<'de>, E> {
        Ok(Value::from(bytes))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::from(text))
    }
}
