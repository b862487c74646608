//! Cuts LTSV log lines and HTTP/1 heads into values.
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
pub mod http1;
pub mod ltsv;
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

/// What tests and benches of this crate look at. No promise of any kind.
#[doc(hidden)]
#[cfg(feature = "internal")]
pub mod __internal {
    pub use crate::scan::internal::*;
    pub use crate::scan::{Backend, set_backend};
}
