//! Valid inputs with a few damages. Knows what they were before.

use alloc::vec::Vec;
use core::fmt;

use ::arbitrary::{Arbitrary, Result, Unstructured};

use super::bytes::bytes_of;
use super::http1::{Http1Request, Http1Response};
use super::ltsv::LtsvLine;
use super::mutation::{Damage, Format, Mutation};

/// Does one to three mutations.
fn damage(
    u: &mut Unstructured<'_>,
    valid: &[u8],
    format: Format,
) -> Result<(Vec<u8>, Vec<Mutation>)> {
    let count = *u.choose(&[1, 1, 2, 3])?;
    let mut damage = Damage { u, bytes: valid.to_vec(), format };
    let mut done = Vec::with_capacity(count);
    for _ in 0..count {
        done.push(damage.mutate()?);
    }
    Ok((damage.bytes, done))
}

macro_rules! nearly {
    ($(#[$doc:meta])* $type:ident, $valid:ident, $format:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct $type {
            bytes: Vec<u8>,
            valid: $valid,
            mutations: Vec<Mutation>,
        }

        bytes_of!($type);

        impl $type {
            /// Gives the valid input that it was made of.
            ///
            /// ```
            /// use arbitrary::{Arbitrary, Unstructured};
            #[doc = concat!("use linecut::arbitrary::", stringify!($type), ";")]
            #[doc = concat!(
                "let made = ", stringify!($type), "::arbitrary(&mut Unstructured::new(&[8; 96]))?;"
            )]
            /// assert_ne!(made.as_bytes(), made.valid().as_bytes());
            /// # Ok::<(), arbitrary::Error>(())
            /// ```
            #[must_use]
            pub fn valid(&self) -> &$valid {
                &self.valid
            }

            /// Lists what was done to it, in order: one to three.
            ///
            /// ```
            /// use arbitrary::{Arbitrary, Unstructured};
            #[doc = concat!("use linecut::arbitrary::", stringify!($type), ";")]
            #[doc = concat!(
                "let made = ", stringify!($type), "::arbitrary(&mut Unstructured::new(&[8; 96]))?;"
            )]
            /// assert!(!made.mutations().is_empty());
            /// # Ok::<(), arbitrary::Error>(())
            /// ```
            #[must_use]
            pub fn mutations(&self) -> &[Mutation] {
                &self.mutations
            }
        }

        impl<'a> Arbitrary<'a> for $type {
            fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
                let valid = $valid::arbitrary(u)?;
                let (bytes, mutations) = damage(u, &valid, Format::$format)?;
                Ok(Self { bytes, valid, mutations })
            }

            /// What the valid one takes, and three bytes for the least mutation.
            fn size_hint(depth: usize) -> (usize, Option<usize>) {
                let (least, most) = $valid::size_hint(depth);
                (least + 3, most)
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($type), "(b\"{}\", "), self.bytes.escape_ascii())?;
                write!(f, "{:?} of {:?})", self.mutations, self.valid)
            }
        }
    };
}

nearly! {
    /// Holds an LTSV line that is valid but for one to three mutations.
    ///
    /// Parsers that are lenient must keep what is not hurt, and never panic on any of it.
    ///
    /// ```
    /// use arbitrary::{Arbitrary, Unstructured};
    /// use linecut::{arbitrary::NearlyLtsvLine, ltsv};
    /// let line = NearlyLtsvLine::arbitrary(&mut Unstructured::new(b"what a fuzzer came up with"))?;
    /// let pieces = ltsv::fields(&line).count();
    /// assert!(pieces <= line.len() + 1);
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    NearlyLtsvLine, LtsvLine, Ltsv
}
nearly! {
    /// Holds an HTTP/1 request head that is valid but for one to three mutations.
    ///
    /// A parser and a peer that differ on it read two different messages.
    ///
    /// ```
    /// use arbitrary::{Arbitrary, Unstructured};
    /// use linecut::{arbitrary::NearlyHttp1Request, http1::Request};
    /// let head = NearlyHttp1Request::arbitrary(&mut Unstructured::new(b"what a fuzzer came up with"))?;
    /// if let Err(error) = Request::parse(&head[..]) {
    ///     assert!(error.offset <= head.len() as u64);
    /// }
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    NearlyHttp1Request, Http1Request, Http1
}
nearly! {
    /// Holds an HTTP/1 response head that is valid but for one to three mutations.
    ///
    /// ```
    /// use arbitrary::{Arbitrary, Unstructured};
    /// use linecut::{arbitrary::NearlyHttp1Response, http1::Response};
    /// let head = NearlyHttp1Response::arbitrary(&mut Unstructured::new(b"what a fuzzer thought of"))?;
    /// if let Err(error) = Response::parse(&head[..]) {
    ///     assert!(error.offset <= head.len() as u64);
    /// }
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    NearlyHttp1Response, Http1Response, Http1
}
