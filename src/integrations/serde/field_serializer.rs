//! One value as text: a field, or one for each of a sequence. Knows where fields go by a
//! trait alone.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{Display, Write};

use serde::ser::{
    Impossible, Serialize, SerializeSeq, SerializeTuple, SerializeTupleStruct, Serializer,
};

use super::serialize_error::{SerializeError, SerializeErrorKind};

/// Takes fields.
pub(super) trait Sink {
    fn field(&mut self, label: &[u8], value: &[u8]) -> Result<(), SerializeError>;
}

/// Where the fields of a value go, and what is used again for each.
pub(super) struct Fields<'a> {
    sink: &'a mut dyn Sink,
    /// What stands for `None`, if anything does.
    absent: Option<&'a [u8]>,
    /// The label of the field whose value comes next.
    pub(super) label: Vec<u8>,
    scratch: String,
}

impl<'a> Fields<'a> {
    pub(super) fn new(sink: &'a mut dyn Sink, absent: Option<&'a [u8]>) -> Self {
        Self { sink, absent, label: Vec::new(), scratch: String::new() }
    }

    /// Gives a field with the label that was set.
    pub(super) fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        let given = value.serialize(FieldSerializer { fields: self, inside: false });
        given.map_err(|error| error.at(&self.label))
    }

    /// Gives a field with this label.
    pub(super) fn field<T: Serialize + ?Sized>(
        &mut self,
        label: &str,
        value: &T,
    ) -> Result<(), SerializeError> {
        self.label.clear();
        self.label.extend_from_slice(label.as_bytes());
        self.value(value)
    }

    /// Sets the label of the next field: what has one text.
    pub(super) fn set_label<T: Serialize + ?Sized>(
        &mut self,
        label: &T,
    ) -> Result<(), SerializeError> {
        let mut text = LabelText { bytes: core::mem::take(&mut self.label), given: false };
        let mut fields = Fields::new(&mut text, None);
        label.serialize(FieldSerializer { fields: &mut fields, inside: true })?;
        if !text.given {
            return Err(no_label());
        }
        self.label = text.bytes;
        Ok(())
    }

    fn give(&mut self, value: &[u8]) -> Result<(), SerializeError> {
        self.sink.field(&self.label, value)
    }

    fn give_display(&mut self, value: impl Display) -> Result<(), SerializeError> {
        self.scratch.clear();
        // A string takes everything; the error is the value's own.
        write!(self.scratch, "{value}").map_err(serde::ser::Error::custom)?;
        self.sink.field(&self.label, self.scratch.as_bytes())
    }
}

/// Takes the one text of a label.
struct LabelText {
    bytes: Vec<u8>,
    given: bool,
}

impl Sink for LabelText {
    fn field(&mut self, _label: &[u8], value: &[u8]) -> Result<(), SerializeError> {
        self.bytes.clear();
        self.bytes.extend_from_slice(value);
        self.given = true;
        Ok(())
    }
}

/// Gives one value, or the values of one sequence.
pub(super) struct FieldSerializer<'f, 'a> {
    fields: &'f mut Fields<'a>,
    /// Inside of a sequence, or in the place of a label: no other sequence can be there.
    inside: bool,
}

fn nested<T>() -> Result<T, SerializeError> {
    Err(SerializeError::new(SerializeErrorKind::Nested))
}

fn no_label() -> SerializeError {
    SerializeError::new(SerializeErrorKind::NoLabel)
}

/// The methods of what is written as it is displayed.
macro_rules! displayed {
    ($($method:ident $type:ty;)*) => {
        $(fn $method(self, value: $type) -> Result<(), SerializeError> {
            self.fields.give_display(value)
        })*
    };
}

impl<'f, 'a> Serializer for FieldSerializer<'f, 'a> {
    type Ok = ();
    type Error = SerializeError;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Impossible<(), SerializeError>;
    type SerializeMap = Impossible<(), SerializeError>;
    type SerializeStruct = Impossible<(), SerializeError>;
    type SerializeStructVariant = Impossible<(), SerializeError>;

    displayed! {
        serialize_bool bool;
        serialize_i8 i8;
        serialize_i16 i16;
        serialize_i32 i32;
        serialize_i64 i64;
        serialize_i128 i128;
        serialize_u8 u8;
        serialize_u16 u16;
        serialize_u32 u32;
        serialize_u64 u64;
        serialize_u128 u128;
        serialize_f32 f32;
        serialize_f64 f64;
        serialize_char char;
    }

    fn serialize_str(self, text: &str) -> Result<(), SerializeError> {
        self.fields.give(text.as_bytes())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), SerializeError> {
        self.fields.give(bytes)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), SerializeError> {
        self.fields.give_display(value)
    }

    fn serialize_none(self) -> Result<(), SerializeError> {
        match self.fields.absent {
            Some(marker) => self.fields.give(marker),
            None => Ok(()),
        }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), SerializeError> {
        value.serialize(self)
    }

    /// There, and nothing in it.
    fn serialize_unit(self) -> Result<(), SerializeError> {
        self.fields.give(b"")
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), SerializeError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), SerializeError> {
        self.serialize_str(variant)
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
        nested()
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Self, SerializeError> {
        if self.inside { nested() } else { Ok(self) }
    }

    fn serialize_tuple(self, _len: usize) -> Result<Self, SerializeError> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Self, SerializeError> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeTupleVariant, SerializeError> {
        nested()
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Self::SerializeMap, SerializeError> {
        nested()
    }

    fn serialize_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeStruct, SerializeError> {
        nested()
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeStructVariant, SerializeError> {
        nested()
    }
}

/// The traits of sequences, each with its own name for the same method.
macro_rules! sequence {
    ($($trait:ident $method:ident;)*) => {
        $(impl $trait for FieldSerializer<'_, '_> {
            type Ok = ();
            type Error = SerializeError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
                value.serialize(FieldSerializer { fields: self.fields, inside: true })
            }

            fn end(self) -> Result<(), SerializeError> {
                Ok(())
            }
        })*
    };
}

sequence! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
}
