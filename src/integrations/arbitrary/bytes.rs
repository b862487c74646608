//! Bytes of one class out of a fuzzer's bytes, and the traits of what is made of them. Knows no
//! format.

use alloc::vec::Vec;
use core::ops::{Range, RangeInclusive};

use ::arbitrary::{Result, Unstructured};

/// A label and its value, or a name and its value: where they lie.
pub(super) type FieldAt = (Range<usize>, Range<usize>);

/// Appends `len` bytes of a class: a byte of it as it is, another one as the byte that `class` has
/// in its place.
pub(super) fn push_class(
    u: &mut Unstructured<'_>,
    bytes: &mut Vec<u8>,
    len: usize,
    class: impl Fn(u8) -> u8,
) -> Result<Range<usize>> {
    let start = bytes.len();
    for _ in 0..len {
        bytes.push(class(u.arbitrary()?));
    }
    Ok(start..bytes.len())
}

/// Appends bytes that are given.
pub(super) fn push(bytes: &mut Vec<u8>, part: &[u8]) -> Range<usize> {
    let start = bytes.len();
    bytes.extend_from_slice(part);
    start..bytes.len()
}

/// A length: mostly small, sometimes past the 23 bytes that are embedded, seldom past the blocks
/// that scanners go by.
pub(super) fn len(u: &mut Unstructured<'_>, least: usize) -> Result<usize> {
    let most: RangeInclusive<usize> = match u.int_in_range(0..=15)? {
        0..=8u8 => least..=least + 8,
        9..=13 => least..=least + 40,
        _ => least..=least + 200,
    };
    u.int_in_range(most)
}

/// The byte itself if `members` has it, else one of them.
pub(super) fn member(byte: u8, members: &[u8]) -> u8 {
    if members.contains(&byte) { byte } else { members[usize::from(byte) % members.len()] }
}

/// What all generated inputs are: bytes, readable, and told apart by them.
macro_rules! bytes_of {
    ($type:ident) => {
        impl $type {
            /// Gives the bytes.
            ///
            /// ```
            #[doc = concat!("use linecut::arbitrary::", stringify!($type), ";")]
            /// use arbitrary::{Arbitrary, Unstructured};
            #[doc = concat!(
                        "let made = ", stringify!($type), "::arbitrary(&mut Unstructured::new(&[7; 64]))?;"
                    )]
            /// assert_eq!(made.as_bytes(), &made[..]);
            /// # Ok::<(), arbitrary::Error>(())
            /// ```
            #[must_use]
            pub fn as_bytes(&self) -> &[u8] {
                &self.bytes
            }

            /// Converts into the bytes.
            ///
            /// ```
            #[doc = concat!("use linecut::arbitrary::", stringify!($type), ";")]
            /// use arbitrary::{Arbitrary, Unstructured};
            #[doc = concat!(
                        "let made = ", stringify!($type), "::arbitrary(&mut Unstructured::new(&[7; 64]))?;"
                    )]
            /// assert_eq!(made.clone().into_bytes(), made.as_bytes());
            /// # Ok::<(), arbitrary::Error>(())
            /// ```
            #[must_use]
            pub fn into_bytes(self) -> alloc::vec::Vec<u8> {
                self.bytes
            }
        }

        impl core::ops::Deref for $type {
            type Target = [u8];

            fn deref(&self) -> &[u8] {
                &self.bytes
            }
        }

        impl AsRef<[u8]> for $type {
            fn as_ref(&self) -> &[u8] {
                &self.bytes
            }
        }

        impl From<$type> for alloc::vec::Vec<u8> {
            fn from(made: $type) -> Self {
                made.bytes
            }
        }
    };
}
pub(super) use bytes_of;
