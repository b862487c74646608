//! A record as the struct or map that a type asks for. Knows records from outside.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::ltsv::Record;

use super::deserialize::DeserializeOptions;
use super::deserialize_error::DeserializeError;
use super::repeats::{RepeatedDeserializer, Repeats};
use super::text::{Text, TextDeserializer};

/// Gives a record in the form that a type asks for.
pub(super) struct RecordDeserializer<'de, 'a> {
    pub(super) record: &'de Record,
    pub(super) options: &'a DeserializeOptions,
}

impl<'de> Deserializer<'de> for RecordDeserializer<'de, '_> {
    type Error = DeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_map(FieldAccess {
            record: self.record,
            options: self.options,
            repeats: Repeats::of(self.record),
            next: 0,
            current: None,
        })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        seq tuple tuple_struct map struct enum identifier
    }
}

/// The fields of a record, each label once.
struct FieldAccess<'de, 'a> {
    record: &'de Record,
    options: &'a DeserializeOptions,
    /// Where a label stands twice.
    repeats: Option<Repeats>,
    next: usize,
    /// The field whose label was given, and whose value is due.
    current: Option<(usize, &'de [u8])>,
}

impl<'de> MapAccess<'de> for FieldAccess<'de, '_> {
    type Error = DeserializeError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Self::Error> {
        let (index, label, value) = loop {
            let index = self.next;
            let Some((label, value)) = self.record.field(index) else { return Ok(None) };
            self.next += 1;
            if self.repeats.as_ref().is_none_or(|repeats| repeats.is_first(index)) {
                break (index, label, value);
            }
        };
        self.current = Some((index, value.as_bytes()));
        let label = TextDeserializer::new(Text::Lent(label), None);
        seed.deserialize(label).map(Some).map_err(|error| error.at_label(self.record, index))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, Self::Error> {
        let Some((index, value)) = self.current.take() else {
            return Err(Error::custom("a value is asked for before its label"));
        };
        let (record, options) = (self.record, self.options);
        let value = match &self.repeats {
            Some(repeats) if repeats.goes_on(index) => {
                seed.deserialize(RepeatedDeserializer { record, repeats, options, first: index })
            }
            _ => {
                let absent = options.absent.as_ref();
                seed.deserialize(TextDeserializer::new(Text::Lent(value), absent))
            }
        };
        value.map_err(|error| error.at_value(record, index))
    }

    fn size_hint(&self) -> Option<usize> {
        // With repeats it would have to be counted; it is a hint.
        self.repeats.is_none().then(|| self.record.len() - self.next)
    }
}
