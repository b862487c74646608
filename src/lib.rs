//! Cuts LTSV log lines and HTTP/1 heads into values.
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
mod scan;
mod slice;

#[cfg(feature = "std")]
pub use error::Error;
pub use error::{Defect, ErrorKind, ParseError, Position};
pub use slice::Slicer;
pub use slice::sharing::{CopyReason, Sharing};
pub use slice::small_bytes::SmallBytes;
pub use slice::source::{Source, Value, ValueError};
pub use slice::stats::{Count, SliceStats};
