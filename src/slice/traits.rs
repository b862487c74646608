//! What makes the owned and borrowed values behave as the bytes they hold: comparison, hashing,
//! formatting, conversion. Knows no representation.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;
use core::str::FromStr;

use bytes::Bytes;

use super::small_bytes::SmallBytes;
use super::source::{Source, Value};

/// Writes bytes as a byte-string literal.
fn escaped(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "b\"{}\"", bytes.escape_ascii())
}

/// Writes bytes as text; what is no UTF-8 becomes U+FFFD.
fn lossy(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.pad(&String::from_utf8_lossy(bytes))
}

/// The traits of a byte string, for a type with `as_bytes`.
macro_rules! byte_string {
    (($($generics:tt)*), $type:ty) => {
        impl<$($generics)*> Deref for $type {
            type Target = [u8];

            #[inline]
            fn deref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl<$($generics)*> AsRef<[u8]> for $type {
            #[inline]
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl<$($generics)*> Borrow<[u8]> for $type {
            #[inline]
            fn borrow(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl<$($generics)*> Hash for $type {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_bytes().hash(state);
            }
        }

        impl<$($generics)*> PartialEq for $type {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.as_bytes() == other.as_bytes()
            }
        }

        impl<$($generics)*> Eq for $type {}

        impl<$($generics)*> PartialOrd for $type {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl<$($generics)*> Ord for $type {
            #[inline]
            fn cmp(&self, other: &Self) -> Ordering {
                self.as_bytes().cmp(other.as_bytes())
            }
        }

        impl<$($generics)*> fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                escaped(self.as_bytes(), f)
            }
        }

        impl<$($generics)*> fmt::Display for $type {
            /// As text; bytes that are no UTF-8 are shown as U+FFFD.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                lossy(self.as_bytes(), f)
            }
        }

        byte_string!(@with ($($generics)*), $type,
            (, [u8]), (, &[u8]), (const N: usize, [u8; N]), (const N: usize, &[u8; N]),
            (, str), (, &str), (, Vec<u8>), (, String), (, Bytes));
    };
    (@with $generics:tt, $type:ty, $(($($more:tt)*)),*) => {
        $(byte_string!(@one $generics, $type, $($more)*);)*
    };
    (@one ($($generics:tt)*), $type:ty, , $other:ty) => {
        byte_string!(@pair ($($generics)*), $type, $other);
    };
    (@one ($($generics:tt)*), $type:ty, const $n:ident: usize, $other:ty) => {
        byte_string!(@pair ($($generics)* const $n: usize), $type, $other);
    };
    (@pair ($($generics:tt)*), $type:ty, $other:ty) => {
        impl<$($generics)*> PartialEq<$other> for $type {
            #[inline]
            fn eq(&self, other: &$other) -> bool {
                self.as_bytes() == <$other as AsBytes>::bytes(other)
            }
        }

        impl<$($generics)*> PartialEq<$type> for $other {
            #[inline]
            fn eq(&self, other: &$type) -> bool {
                <$other as AsBytes>::bytes(self) == other.as_bytes()
            }
        }

        impl<$($generics)*> PartialOrd<$other> for $type {
            #[inline]
            fn partial_cmp(&self, other: &$other) -> Option<Ordering> {
                Some(self.as_bytes().cmp(<$other as AsBytes>::bytes(other)))
            }
        }

        impl<$($generics)*> PartialOrd<$type> for $other {
            #[inline]
            fn partial_cmp(&self, other: &$type) -> Option<Ordering> {
                Some(<$other as AsBytes>::bytes(self).cmp(other.as_bytes()))
            }
        }
    };
}

byte_string!((), SmallBytes);
byte_string!(('a,), Value<'a>);

impl PartialEq<Value<'_>> for SmallBytes {
    fn eq(&self, other: &Value<'_>) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<SmallBytes> for Value<'_> {
    fn eq(&self, other: &SmallBytes) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

/// One way to the bytes of everything that compares with ours.
trait AsBytes {
    fn bytes(&self) -> &[u8];
}

macro_rules! as_bytes {
    ($(($($generics:tt)*) $type:ty: $self:ident => $bytes:expr;)*) => {
        $(impl<$($generics)*> AsBytes for $type {
            #[inline]
            fn bytes(&$self) -> &[u8] {
                $bytes
            }
        })*
    };
}

as_bytes! {
    () [u8]: self => self;
    () &[u8]: self => self;
    (const N: usize) [u8; N]: self => self;
    (const N: usize) &[u8; N]: self => &self[..];
    () str: self => self.as_bytes();
    () &str: self => str::as_bytes(self);
    () Vec<u8>: self => self;
    () String: self => self.as_bytes();
    () Bytes: self => self;
}

impl Default for SmallBytes {
    fn default() -> Self {
        Self::new()
    }
}

impl From<&[u8]> for SmallBytes {
    fn from(bytes: &[u8]) -> Self {
        Self::copy(bytes)
    }
}

impl<const N: usize> From<&[u8; N]> for SmallBytes {
    fn from(bytes: &[u8; N]) -> Self {
        Self::copy(bytes)
    }
}

impl From<&str> for SmallBytes {
    fn from(text: &str) -> Self {
        Self::copy(text.as_bytes())
    }
}

impl From<Box<[u8]>> for SmallBytes {
    /// Takes the box over, unless its bytes fit inline.
    fn from(bytes: Box<[u8]>) -> Self {
        Self::from_box(bytes)
    }
}

impl From<Vec<u8>> for SmallBytes {
    /// Takes the vector over and shrinks it to its length, unless its bytes fit inline.
    fn from(bytes: Vec<u8>) -> Self {
        Self::from_box(bytes.into_boxed_slice())
    }
}

impl From<String> for SmallBytes {
    fn from(text: String) -> Self {
        Self::from(text.into_bytes())
    }
}

impl From<Cow<'_, [u8]>> for SmallBytes {
    fn from(bytes: Cow<'_, [u8]>) -> Self {
        match bytes {
            Cow::Borrowed(bytes) => Self::copy(bytes),
            Cow::Owned(bytes) => Self::from(bytes),
        }
    }
}

impl From<Bytes> for SmallBytes {
    /// Keeps the bytes by the default policy: a root that nobody else holds may be shared, one of
    /// unknown size is copied from.
    fn from(bytes: Bytes) -> Self {
        let source = Source::from(bytes);
        source.value(0..source.len()).keep()
    }
}

impl From<Value<'_>> for SmallBytes {
    fn from(value: Value<'_>) -> Self {
        value.keep()
    }
}

impl From<SmallBytes> for Bytes {
    fn from(bytes: SmallBytes) -> Self {
        bytes.into_bytes()
    }
}

impl From<SmallBytes> for Vec<u8> {
    fn from(bytes: SmallBytes) -> Self {
        bytes.to_vec()
    }
}

impl FromStr for SmallBytes {
    type Err = core::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::from(text))
    }
}

impl FromIterator<u8> for SmallBytes {
    fn from_iter<I: IntoIterator<Item = u8>>(iter: I) -> Self {
        Self::from(iter.into_iter().collect::<Vec<u8>>())
    }
}

impl<'a> IntoIterator for &'a SmallBytes {
    type Item = &'a u8;
    type IntoIter = core::slice::Iter<'a, u8>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    #[inline]
    fn from(bytes: &'a [u8]) -> Self {
        Self { bytes, source: None }
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Value<'a> {
    #[inline]
    fn from(bytes: &'a [u8; N]) -> Self {
        Self { bytes, source: None }
    }
}

impl<'a> From<&'a str> for Value<'a> {
    #[inline]
    fn from(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), source: None }
    }
}
