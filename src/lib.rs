//! Cuts LTSV log lines and HTTP/1 heads into values that cost nothing to look at and little to keep.
//!
//! A program that parses lines keeps a few values longer than the buffer they came in. Sharing the
//! buffer (`Bytes::slice`) lets three kept bytes hold 64 KiB alive; copying every field costs an
//! allocation each. Here the decision is made *when a value is kept*, not when it is parsed:
//!
//! - **Looking is free**: a [`Value`] borrows. No allocation, no reference count.
//! - **Keeping** embeds up to 23 bytes in place, copies right-sized, or shares the source, by a
//!   policy ([`Sharing`]) whose pinning is bounded, and counted ([`Slicer`]).
//! - **A whole record** is kept as one right-sized block ([`ltsv::Record`]).
//!
//! # LTSV
//!
//! ```
//! # #[cfg(feature = "std")]
//! # fn main() -> Result<(), linecut::Error> {
//! use linecut::{SmallBytes, ltsv::{Reader, Record}};
//! let log = b"host:192.0.2.1\tstatus:200\nhost:192.0.2.2\tstatus:404\tua:x\n";
//! let (mut reader, mut record) = (Reader::from_reader(&log[..]), Record::new());
//! let mut missing: Vec<SmallBytes> = Vec::new();
//! while reader.read_record(&mut record)? {
//!     if record.get("status").is_some_and(|status| status == "404") {
//!         missing.extend(record.get("host").map(|host| host.keep()));
//!     }
//! }
//! assert_eq!(missing, ["192.0.2.2"]);
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "std"))]
//! # fn main() {}
//! ```
//!
//! # HTTP/1
//!
//! ```
//! use linecut::http1::Response;
//! let head = b"HTTP/1.1 302 Found\r\nLocation: /b\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n";
//! let response = Response::parse(&head[..])?.expect("a whole head");
//! assert_eq!(response.status(), 302);
//! assert_eq!(response.headers().get("location").unwrap(), "/b");
//! assert_eq!(response.headers().get_all("set-cookie").count(), 2);
//! # Ok::<(), linecut::ParseError>(())
//! ```
//!
//! # What holds for both formats
//!
//! - No input makes the parsers panic. Bad input is a [`ParseError`] (a kind and a byte offset) or,
//!   leniently, a [`Defect`] (a kind and a span): never silence, never a lost neighbour.
//! - Memory is bounded: records, heads, fields and listed defects have limits.
//! - Chunks of any size give the same results, errors and offsets as the whole at once.
//! - The vector code only says "plainly well formed, here are the offsets" or "not sure"; one exact
//!   parser a format owns all meaning, and a slow twin in the tests checks it.
//!
//! # Features
//!
//! `std` (default): [`ltsv::Reader`], [`ltsv::Writer`], [`Error`], and the choice of the scanner at run time. Without
//! it the crate is `no_std` with `alloc`, and uses the instruction sets that the build names.
//!
//! `serde`: records to and from a program's own types, in the module `serde`.
//!
//! `arbitrary`: valid and nearly valid lines and heads for fuzz targets, in the module `arbitrary`.
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
pub mod http1;
mod integrations;
pub mod ltsv;
mod scan;
mod slice;

#[cfg(feature = "std")]
pub use error::Error;
pub use error::{Defect, ErrorKind, ParseError, Position};
#[cfg(feature = "arbitrary")]
pub use integrations::arbitrary;
#[cfg(feature = "serde")]
pub use integrations::serde;
pub use slice::Slicer;
pub use slice::sharing::{CopyReason, Sharing};
pub use slice::small_bytes::SmallBytes;
pub use slice::source::{Source, Value, ValueError};
pub use slice::stats::{Count, SliceStats};
pub use slice::{intern_stats::InternStats, interner::Interner};

/// Compiles the examples of the README.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
mod readme {}

/// What tests and benches of this crate look at. No promise of any kind.
#[doc(hidden)]
#[cfg(feature = "internal")]
pub mod __internal {
    pub use crate::scan::internal::*;
    pub use crate::scan::{Backend, set_backend};
}
