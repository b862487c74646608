//! The naive twins: slow, obvious reference parsers, one per format, and one of the escapes.
//!
//! They judge the crate and share nothing with it: plain byte loops over a whole
//! input, std only, no limits but the one of a chunk-size line. Properties, the
//! case runner and the fuzz targets include this folder with `#[path]`, so a
//! function may be unused in one of them.
//!
//! Sources of the rules: the LTSV grammar of ltsv.org for [`ltsv`]; RFC 9110
//! (5.5, 5.6) and RFC 9112 (2 to 5, 7.1) for [`http1`]; where these are silent,
//! the case files in `fixtures/cases/`.
#![allow(dead_code)]

pub mod escape;
pub mod http1;
pub mod ltsv;
