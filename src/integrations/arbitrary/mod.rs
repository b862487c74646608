//! LTSV lines and HTTP/1 heads out of a fuzzer's bytes, by way of the `arbitrary` crate, for fuzz
//! targets and property tests of programs that use this crate. Knows the grammars, no parser.
//!
//! Comes with the feature `arbitrary`. Random bytes are almost never a line or a head, so a fuzzer
//! spends its time at the first check. These types begin behind it:
//!
//! - [`LtsvLine`], [`Http1Request`], [`Http1Response`] are valid: strict parsing accepts them, and
//!   gives exactly the fields that they tell.
//! - [`NearlyLtsvLine`], [`NearlyHttp1Request`], [`NearlyHttp1Response`] are valid ones with one to
//!   three [`Mutation`]s: what real logs, broken servers and attackers send.
//!
//! All deref to their bytes. With `cargo fuzz`, the body of a target is one closure:
//!
//! ```
//! use linecut::{arbitrary::LtsvLine, ltsv::Record};
//!
//! // fuzz_target!(|line: LtsvLine| check(&line));
//! fn check(line: &LtsvLine) {
//!     let record = Record::parse(line).expect("a valid line");
//!     assert!(line.fields().eq(record.iter().map(|(label, value)| (label, value.as_bytes()))));
//! }
//!
//! // The same without a fuzzer:
//! use arbitrary::{Arbitrary, Unstructured};
//! let seed: Vec<u8> = (0..200).map(|i| (i * 73 % 251) as u8).collect();
//! let line = LtsvLine::arbitrary(&mut Unstructured::new(&seed))?;
//! assert!(line.fields().len() > 0);
//! check(&line);
//! # Ok::<(), arbitrary::Error>(())
//! ```
//!
//! Bytes that may stand where they are go through as they are, so that a fuzzer's dictionary and its
//! comparison tracking find their way into labels and values.

mod bytes;
mod http1;
mod ltsv;
mod mutation;
mod nearly;

pub use http1::{Http1Request, Http1Response};
pub use ltsv::LtsvLine;
pub use mutation::Mutation;
pub use nearly::{NearlyHttp1Request, NearlyHttp1Response, NearlyLtsvLine};
