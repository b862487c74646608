//! A struct or a map as a record's fields. Knows where fields go by a trait alone.

use serde::ser::{Impossible, Serialize, SerializeMap, SerializeStruct, Serializer};

use super::field_serializer::Fields;
use super::serialize_error::{SerializeError, SerializeErrorKind};

/// Gives a value's fields.
pub(super) struct RecordSerializer<'f, 'a>(pub(super) &'f mut Fields<'a>);

fn no_record<T>() -> Result<T, SerializeError> {
    Err(SerializeError::new(SerializeErrorKind::NoRecord))
}

/// The methods of what has no fields.
macro_rules! no_record {
    ($($method:ident($($type:ty),*) $(-> $given:ident)?;)*) => {
        $(no_record!(@one $method ($($type),*) $($given)?);)*
    };
    (@one $method:ident ($($type:ty),*)) => {
        fn $method(self $(, _: $type)*) -> Result<(), SerializeError> {
            no_record()
        }
    };
    (@one $method:ident ($($type:ty),*) $given:ident) => {
        fn $method(self $(, _: $type)*) -> Result<Self::$given, SerializeError> {
            no_record()
        }
    };
}

impl Serializer for RecordSerializer<'_, '_> {
    type Ok = ();
    type Error = SerializeError;
    type SerializeSeq = Impossible<(), SerializeError>;
    type SerializeTuple = Impossible<(), SerializeError>;
    type SerializeTupleStruct = Impossible<(), SerializeError>;
    type SerializeTupleVariant = Impossible<(), SerializeError>;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Impossible<(), SerializeError>;

    no_record! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_i128(i128);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_u128(u128);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
        serialize_seq(Option<usize>) -> SerializeSeq;
        serialize_tuple(usize) -> SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> SerializeTupleVariant;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), SerializeError> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), SerializeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Result<(), SerializeError> {
        no_record()
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Self, SerializeError> {
        Ok(self)
    }

    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Self, SerializeError> {
        Ok(self)
    }
}

impl SerializeMap for RecordSerializer<'_, '_> {
    type Ok = ();
    type Error = SerializeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerializeError> {
        self.0.set_label(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        self.0.value(value)
    }

    fn end(self) -> Result<(), SerializeError> {
        Ok(())
    }
}

impl SerializeStruct for RecordSerializer<'_, '_> {
    type Ok = ();
    type Error = SerializeError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        label: &'static str,
        value: &T,
    ) -> Result<(), SerializeError> {
        self.0.field(label, value)
    }

    fn end(self) -> Result<(), SerializeError> {
        Ok(())
    }
}
