//! Labels that stand more than once in a record: which fields belong together, and what they are to
//! a type that asks for one value or for all. Knows records from outside.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};

use crate::ltsv::Record;

use super::deserialize::{DeserializeOptions, Duplicates};
use super::deserialize_error::DeserializeError;
use super::text::{Text, TextDeserializer, nested};

/// What one field has to do with others of its label.
#[derive(Clone, Copy)]
struct Link {
    /// No field before it has the label.
    first: bool,
    /// The next field with the label.
    next: Option<usize>,
}

/// Chains the fields of one label.
pub(super) struct Repeats(Vec<Link>);

impl Repeats {
    /// Gives the chains of a record, or `None` if no label stands twice. A tree and not a hash
    /// table: it is rare, and no input can make it slow.
    pub(super) fn of(record: &Record) -> Option<Self> {
        if !record.has_duplicates() {
            return None;
        }
        let mut links: Vec<Link> = Vec::with_capacity(record.len());
        let mut last: BTreeMap<&[u8], usize> = BTreeMap::new();
        for (index, label) in record.labels().enumerate() {
            let before = last.insert(label, index);
            if let Some(before) = before {
                links[before].next = Some(index);
            }
            links.push(Link { first: before.is_none(), next: None });
        }
        Some(Self(links))
    }

    /// Whether no field before this one has its label.
    pub(super) fn is_first(&self, index: usize) -> bool {
        self.0[index].first
    }

    /// Whether another field behind this one has its label.
    pub(super) fn goes_on(&self, index: usize) -> bool {
        self.0[index].next.is_some()
    }

    fn next(&self, index: usize) -> Option<usize> {
        self.0[index].next
    }

    /// The first two fields of the one label that stands twice, if it is the only one.
    fn only(&self) -> Option<(usize, usize)> {
        let heads = self.0.iter().enumerate().filter(|(_, link)| link.first);
        let mut pairs = heads.filter_map(|(index, link)| Some((index, link.next?)));
        pairs.next().filter(|_| pairs.next().is_none())
    }
}

/// Names the repeated label in an error of what serde had buffered, where it can be no other.
#[cold]
pub(super) fn named(error: DeserializeError, record: &Record) -> DeserializeError {
    match Repeats::of(record).and_then(|repeats| repeats.only()) {
        Some((first, second)) if error.wants_one() => {
            DeserializeError::duplicate(record, first, second)
        }
        _ => error,
    }
}

/// Gives all fields of a label that stands more than once.
pub(super) struct RepeatedDeserializer<'de, 'a> {
    pub(super) record: &'de Record,
    pub(super) repeats: &'a Repeats,
    pub(super) options: &'a DeserializeOptions,
    /// The first field of the label.
    pub(super) first: usize,
}

impl<'de, 'a> RepeatedDeserializer<'de, 'a> {
    /// The one field that counts, if one does.
    fn chosen(&self) -> Option<usize> {
        match self.options.duplicates {
            Duplicates::Error => None,
            Duplicates::First => Some(self.first),
            Duplicates::Last => {
                core::iter::successors(Some(self.first), |index| self.repeats.next(*index)).last()
            }
        }
    }

    fn text(&self, index: usize) -> TextDeserializer<'de, 'a> {
        let bytes = self.record.value(index).map_or(&b""[..], |value| value.as_bytes());
        TextDeserializer::new(Text::Lent(bytes), self.options.absent.as_ref())
    }

    #[cold]
    fn duplicate(&self) -> DeserializeError {
        let second = self.repeats.next(self.first).unwrap_or(self.first);
        DeserializeError::duplicate(self.record, self.first, second)
    }

    /// Asks the field that counts.
    fn one<T>(
        self,
        ask: impl FnOnce(TextDeserializer<'de, 'a>) -> Result<T, DeserializeError>,
    ) -> Result<T, DeserializeError> {
        let Some(index) = self.chosen() else { return Err(self.duplicate()) };
        ask(self.text(index)).map_err(|error| error.at_value(self.record, index))
    }
}

/// The methods that want one value.
macro_rules! one {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
            self.one(|text| text.$method(visitor))
        })*
    };
}

impl<'de> Deserializer<'de> for RepeatedDeserializer<'de, '_> {
    type Error = DeserializeError;

    one! {
        deserialize_bool deserialize_char deserialize_i8 deserialize_i16 deserialize_i32
        deserialize_i64 deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64 deserialize_str
        deserialize_string deserialize_bytes deserialize_byte_buf deserialize_unit
        deserialize_identifier
    }

    /// The value that counts; if none does, all of them: serde may only be buffering what nobody
    /// will ask for.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        if self.chosen().is_some() {
            return self.one(|text| text.deserialize_any(visitor));
        }
        let duplicate = self.duplicate();
        self.deserialize_seq(visitor).map_err(
            |error| {
                if error.wants_one() { duplicate } else { error }
            },
        )
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.chosen() {
            Some(index) if self.text(index).is_absent() => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.one(|text| text.deserialize_unit_struct(name, visitor))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        let next = Some(self.first);
        let mut values = Values { of: self, next, given: 0 };
        let value = visitor.visit_seq(&mut values)?;
        match values.left() {
            0 => Ok(value),
            left => {
                Err(Error::invalid_length(values.given + left, &"no more fields with the label"))
            }
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Self::Error> {
        Err(nested())
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Self::Error> {
        Err(nested())
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.one(|text| text.deserialize_enum(name, variants, visitor))
    }

    /// Looks at nothing.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_unit()
    }
}

/// The values of one label, in order.
struct Values<'de, 'a> {
    of: RepeatedDeserializer<'de, 'a>,
    next: Option<usize>,
    given: usize,
}

impl Values<'_, '_> {
    fn left(&self) -> usize {
        core::iter::successors(self.next, |index| self.of.repeats.next(*index)).count()
    }
}

impl<'de> SeqAccess<'de> for Values<'de, '_> {
    type Error = DeserializeError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Self::Error> {
        let Some(index) = self.next else { return Ok(None) };
        self.next = self.of.repeats.next(index);
        self.given += 1;
        let value = seed.deserialize(self.of.text(index));
        value.map(Some).map_err(|error| error.at_value(self.of.record, index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left())
    }
}
