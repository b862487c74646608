//! The text of one value, or one label, as whatever a type asks for. Knows no record.

use serde::de::value::SeqDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, VariantAccess, Visitor,
};

use crate::ltsv::Absent;

use super::deserialize_error::{DeserializeError, DeserializeErrorKind};

/// Bytes that stay as long as what is made of them, or just for the moment.
#[derive(Clone, Copy, Debug)]
pub(super) enum Text<'de, 't> {
    Lent(&'de [u8]),
    Passing(&'t [u8]),
}

/// Gives one text in the form that a type asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextDeserializer<'de, 't> {
    text: Text<'de, 't>,
    /// Markers other than the default ones.
    absent: Option<&'t Absent>,
}

impl<'de, 't> TextDeserializer<'de, 't> {
    pub(super) fn new(text: Text<'de, 't>, absent: Option<&'t Absent>) -> Self {
        Self { text, absent }
    }

    fn bytes(&self) -> &[u8] {
        match self.text {
            Text::Lent(bytes) | Text::Passing(bytes) => bytes,
        }
    }

    fn str(&self) -> Result<&str, DeserializeError> {
        utf8(self.bytes())
    }

    /// Whether the text says that there is no value.
    pub(super) fn is_absent(&self) -> bool {
        match self.absent {
            // What `Absent::default` holds, which would have to be allocated.
            None => matches!(self.bytes(), b"" | b"-"),
            Some(absent) => absent.is_marker(self.bytes()),
        }
    }
}

fn utf8(bytes: &[u8]) -> Result<&str, DeserializeError> {
    core::str::from_utf8(bytes)
        .map_err(|error| DeserializeError::new(DeserializeErrorKind::Utf8(error)))
}

/// The methods that parse the text, by `FromStr`.
macro_rules! parsed {
    ($($method:ident, $visit:ident, $kind:ident;)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
            let failed = |error| DeserializeError::new(DeserializeErrorKind::$kind(error));
            visitor.$visit(self.str()?.parse().map_err(failed)?)
        })*
    };
}

impl<'de> Deserializer<'de> for TextDeserializer<'de, '_> {
    type Error = DeserializeError;

    parsed! {
        deserialize_bool, visit_bool, ParseBool;
        deserialize_char, visit_char, ParseChar;
        deserialize_i8, visit_i8, ParseInt;
        deserialize_i16, visit_i16, ParseInt;
        deserialize_i32, visit_i32, ParseInt;
        deserialize_i64, visit_i64, ParseInt;
        deserialize_i128, visit_i128, ParseInt;
        deserialize_u8, visit_u8, ParseInt;
        deserialize_u16, visit_u16, ParseInt;
        deserialize_u32, visit_u32, ParseInt;
        deserialize_u64, visit_u64, ParseInt;
        deserialize_u128, visit_u128, ParseInt;
        deserialize_f32, visit_f32, ParseFloat;
        deserialize_f64, visit_f64, ParseFloat;
    }

    /// Text, whatever it looks like.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.text {
            Text::Lent(bytes) => match core::str::from_utf8(bytes) {
                Ok(text) => visitor.visit_borrowed_str(text),
                Err(_) => visitor.visit_borrowed_bytes(bytes),
            },
            Text::Passing(bytes) => match core::str::from_utf8(bytes) {
                Ok(text) => visitor.visit_str(text),
                Err(_) => visitor.visit_bytes(bytes),
            },
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.text {
            Text::Lent(bytes) => visitor.visit_borrowed_str(utf8(bytes)?),
            Text::Passing(bytes) => visitor.visit_str(utf8(bytes)?),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.text {
            Text::Lent(bytes) => visitor.visit_borrowed_bytes(bytes),
            Text::Passing(bytes) => visitor.visit_bytes(bytes),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        if self.is_absent() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        // A text that is a value is refused by the visitor, which names what it wants.
        if self.is_absent() { visitor.visit_unit() } else { self.deserialize_any(visitor) }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    /// A sequence of one.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        SeqDeserializer::new(core::iter::once(self)).deserialize_any(visitor)
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
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_enum(self)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        self.deserialize_any(visitor)
    }

    /// Looks at nothing.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_unit()
    }
}

impl<'de> IntoDeserializer<'de, DeserializeError> for TextDeserializer<'de, '_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> EnumAccess<'de> for TextDeserializer<'de, '_> {
    type Error = DeserializeError;
    type Variant = UnitVariant;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, UnitVariant), Self::Error> {
        Ok((seed.deserialize(self)?, UnitVariant))
    }
}

/// A variant without data, the only kind that text can name.
pub(super) struct UnitVariant;

impl<'de> VariantAccess<'de> for UnitVariant {
    type Error = DeserializeError;

    fn unit_variant(self) -> Result<(), Self::Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(
        self,
        _seed: S,
    ) -> Result<S::Value, Self::Error> {
        Err(nested())
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _len: usize,
        _visitor: V,
    ) -> Result<V::Value, Self::Error> {
        Err(nested())
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Self::Error> {
        Err(nested())
    }
}

#[cold]
pub(super) fn nested() -> DeserializeError {
    DeserializeError::new(DeserializeErrorKind::Nested)
}
