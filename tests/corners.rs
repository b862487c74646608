//! Corners of the public interface that no format's test comes by: every conversion, bound, counter
//! and message, with the exact value that is due. And what is promised of the source itself.
#![cfg(feature = "std")]

#[path = "corners/errors.rs"]
mod errors;
#[path = "corners/house.rs"]
mod house;
#[path = "corners/http1.rs"]
mod http1;
#[path = "corners/labels.rs"]
mod labels;
#[path = "corners/ltsv.rs"]
mod ltsv;
#[path = "corners/slice.rs"]
mod slice;
