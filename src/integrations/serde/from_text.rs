//! Values of types that serde buffered as text. Knows no record.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IntoDeserializer, SeqAccess, Visitor,
};

use super::text::{Text, TextDeserializer};

/// Makes a value of any type from its text, for `#[serde(deserialize_with = "...")]`.
///
/// For numbers, `bool`s, `Option`s and sequences behind `flatten` and in tagged or untagged enums,
/// where serde buffers values before it knows their types, and everything in a record is text. (A
/// deserializer that guessed would make 501 of the ZIP code 00501.) It reads text by the rules of
/// the [module](crate::serde), with the default markers. Numbers, `bool`s and `null` of other
/// formats are taken too: the same struct can come from JSON.
///
/// An `Option` also needs `#[serde(default)]`, or a missing label is an error: so serde has it with
/// every `deserialize_with`.
///
/// # Errors
///
/// If the text is not one of the type.
///
/// ```
/// use linecut::ltsv::Record;
/// #[derive(serde::Deserialize, Debug, PartialEq)]
/// #[serde(tag = "type")]
/// enum Line {
///     Hit {
///         #[serde(deserialize_with = "linecut::serde::from_text")]
///         status: u16,
///     },
///     Note {
///         text: String,
///     },
/// }
/// let hit: Line = Record::parse(b"type:Hit\tstatus:200")?.deserialize()?;
/// assert_eq!(hit, Line::Hit { status: 200 });
/// let note: Line = Record::parse(b"type:Note\ttext:200")?.deserialize()?;
/// assert_eq!(note, Line::Note { text: "200".into() });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_text<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    FromText(PhantomData::<T>).deserialize(deserializer)
}

/// Lets a seed read text.
struct FromText<S>(S);

impl<'de, S: DeserializeSeed<'de>> FromText<S> {
    fn read<E: Error>(self, text: Text<'de, '_>) -> Result<S::Value, E> {
        let value = self.0.deserialize(TextDeserializer::new(text, None));
        value.map_err(|error| E::custom(error.kind()))
    }

    /// What is no text is read by the text that it would be written as.
    fn read_display<E: Error>(self, value: impl fmt::Display) -> Result<S::Value, E> {
        self.read(Text::Passing(value.to_string().as_bytes()))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for FromText<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for FromText<S> {
    type Value = S::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<S::Value, E> {
        self.read(Text::Lent(text.as_bytes()))
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<S::Value, E> {
        self.read(Text::Lent(bytes))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<S::Value, E> {
        self.read(Text::Passing(text.as_bytes()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<S::Value, E> {
        self.visit_str(&text)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<S::Value, E> {
        self.read(Text::Passing(bytes))
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<S::Value, E> {
        self.visit_bytes(&bytes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<S::Value, A::Error> {
        self.0.deserialize(SeqAccessDeserializer::new(Elements(seq)))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_none<E: Error>(self) -> Result<S::Value, E> {
        self.0.deserialize(().into_deserializer())
    }

    fn visit_unit<E: Error>(self) -> Result<S::Value, E> {
        self.visit_none()
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<S::Value, E> {
        self.read_display(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<S::Value, E> {
        self.read_display(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<S::Value, E> {
        self.read_display(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<S::Value, E> {
        self.read_display(value)
    }
}

/// The elements of a sequence, each from text.
struct Elements<A>(A);

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Elements<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(FromText(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}
