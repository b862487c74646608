//! Runs the example programs as a user would: on the fixtures, on standard input, and on files that
//! are missing, damaged or not what they should be.
//!
//! The programs are those that `cargo test` has built (`cargo test --test examples` alone builds
//! none: run `cargo build --examples` before it). Their figures are compared with those that the
//! naive twins give.
#![cfg(feature = "std")]

// The twins are more than is needed here.
#[allow(unused_imports)]
mod naive;

mod examples {
    pub(crate) mod access_log;
    pub(crate) mod access_log_twin;
    pub(crate) mod response_headers;
    pub(crate) mod response_headers_twin;
    pub(crate) mod run;
}
