//! The ways into the parsers. **A new way is added here**, to one of the two lists below.
//!
//! A way turns an [`Input`] into an outcome of the naive twins' types. It is one of
//! - [`Way::one`]: a function to an `Option`; `None` where the way does not apply to the
//!   input (a parser that has only the strict profile, a way for heads and a capture);
//! - [`Way::many`]: a function that is handed `give` and calls it for each of many runs (one
//!   for each point at which the input is split, say), with a note that tells them apart; it
//!   does not call `give` where it does not apply.
//!
//! Every outcome given has to be the right one. As soon as a list holds a way that is not a
//! naive twin, every case must be run in every profile by at least one such way.

use super::http1::Got;
use super::load::{Input, Kind};
use super::run::Way;
use crate::naive::http1::{self, What};
use crate::naive::ltsv;
use crate::ways::{http1 as http1_ways, ltsv as ways, split_points, with_each_backend};

/// A way to read LTSV.
pub type LtsvWay = Way<Vec<ltsv::Outcome>>;

/// A way to read HTTP/1.
pub type Http1Way = Way<Got>;

/// The cases whose error kind may differ, as (case id, name of the way). Offsets never may.
pub const ANY_KIND: &[(&str, &str)] = &[];

/// The ways to read LTSV.
pub fn ltsv_ways() -> Vec<LtsvWay> {
    let ways = buffer_ways().into_iter();
    #[cfg(feature = "std")]
    let ways = ways.chain(reader_ways());
    ways.collect()
}

/// The ways through an `io::Read`.
#[cfg(feature = "std")]
fn reader_ways() -> Vec<LtsvWay> {
    vec![
        Way::many("reader", |input, give| {
            with_each_backend(|backend| {
                for buffer in [1, 2, 3, 7, 64, 100, 4096, 65_536] {
                    give(
                        format_args!("{backend}, buffer of {buffer}"),
                        ways::reader(&input.bytes[..], input.strict, buffer),
                    );
                }
            });
        }),
        Way::one("reader, one byte a time", |input| {
            let trickle = ways::Trickle { rest: &input.bytes, calls: 0 };
            Some(ways::reader(trickle, input.strict, 4096))
        }),
        Way::one("reader, iterator", |input| {
            Some(ways::reader_iterator(&input.bytes, input.strict))
        }),
    ]
}

/// The ways that need no `std`.
fn buffer_ways() -> Vec<LtsvWay> {
    vec![
        Way::twin(|input| Some(ltsv::parse(&input.bytes, input.strict))),
        Way::many("records, lent", |input, give| {
            with_each_backend(|backend| {
                give(format_args!("{backend}"), ways::records_lent(&input.bytes, input.strict));
            });
        }),
        Way::one("records, iterator", |input| {
            Some(ways::records_iterator(&input.bytes, input.strict))
        }),
        Way::one("fields", |input| {
            let applies = !input.strict && !input.bytes.starts_with(b"\xEF\xBB\xBF");
            applies.then(|| ways::fields_by_line(&input.bytes))
        }),
        Way::one("Record::parse", |input| {
            let one_line = !input.bytes.is_empty()
                && input
                    .bytes
                    .iter()
                    .position(|b| *b == b'\n')
                    .is_none_or(|lf| lf + 1 == input.bytes.len());
            (input.strict && one_line).then(|| ways::record_parse(&input.bytes))
        }),
        Way::many("parser, split in two", |input, give| {
            for at in split_points(input.bytes.len()) {
                let (a, b) = input.bytes.split_at(at);
                give(format_args!("split at {at}"), ways::parser([a, b], input.strict));
            }
        }),
        Way::one("select", |input| {
            let twin = ltsv::parse(&input.bytes, input.strict);
            let labels: Vec<Vec<u8>> = twin.iter().flat_map(labels_of).collect();
            Some(ways::selecting(input.bytes.chunks(1000), input.strict, &labels))
        }),
        Way::one("parser, one byte a time", |input| {
            Some(ways::parser(input.bytes.chunks(1), input.strict))
        }),
    ]
}

/// The labels of a record.
fn labels_of(outcome: &ltsv::Outcome) -> Vec<Vec<u8>> {
    match outcome {
        ltsv::Outcome::Record { fields, .. } => {
            fields.iter().map(|(label, _)| label.clone()).collect()
        }
        ltsv::Outcome::Error { .. } => Vec::new(),
    }
}

/// The ways to read HTTP/1.
pub fn http1_ways() -> Vec<Http1Way> {
    vec![
        Way::twin(naive_http1),
        Way::many("parse_head", |input, give| {
            if let (Some(what), true) = (head_kind(input), input.strict) {
                // It tells requests and responses apart by itself.
                let other = (what == What::Request) == input.bytes.starts_with(b"HTTP/");
                with_each_backend(|backend| {
                    if !other {
                        give(
                            format_args!("{backend}"),
                            Got::Head(http1_ways::borrowed(&input.bytes)),
                        );
                    }
                });
            }
        }),
        Way::many("Request::parse, Response::parse", |input, give| {
            if let (Some(what), true) = (head_kind(input), input.strict) {
                let mut roomy = Vec::with_capacity(100_000);
                roomy.extend_from_slice(&input.bytes);
                with_each_backend(|backend| {
                    let exact = http1_ways::owned(&input.bytes[..], what);
                    give(format_args!("{backend}, right-sized"), Got::Head(exact));
                    let roomy = http1_ways::owned(roomy.clone(), what);
                    give(format_args!("{backend}, large"), Got::Head(roomy));
                });
            }
        }),
        Way::many("parser, whole", |input, give| {
            if let Some(what) = head_kind(input) {
                with_each_backend(|backend| {
                    give(format_args!("{backend}"), pushed(input, what, [&input.bytes[..]]));
                });
            }
        }),
        Way::many("parser, split in two", |input, give| {
            if let Some(what) = head_kind(input) {
                for at in split_points(input.bytes.len()) {
                    let (a, b) = input.bytes.split_at(at);
                    give(format_args!("split at {at}"), pushed(input, what, [a, b]));
                }
            }
        }),
        Way::one("parser, one byte a time", |input| {
            let what = head_kind(input)?;
            Some(pushed(input, what, input.bytes.chunks(1)))
        }),
        Way::many("capture", |input, give| {
            if input.kind == Kind::Capture {
                with_each_backend(|backend| {
                    let (heads, rest) = http1_ways::capture(&input.bytes, &input.prefix);
                    give(format_args!("{backend}"), Got::Capture(heads, rest));
                });
            }
        }),
        Way::one("chunk_size", |input| {
            (input.kind == Kind::Chunk).then(|| Got::Chunk(http1_ways::chunk(&input.bytes)))
        }),
    ]
}

/// What kind of head a case is, if it is one.
fn head_kind(input: &Input) -> Option<What> {
    match input.kind {
        Kind::Request => Some(What::Request),
        Kind::Response => Some(What::Response),
        Kind::Ltsv | Kind::Capture | Kind::Chunk => None,
    }
}

/// The push parser on a case.
fn pushed<'a>(input: &Input, what: What, chunks: impl IntoIterator<Item = &'a [u8]>) -> Got {
    let parser = http1_ways::profile(input.strict);
    Got::Head(http1_ways::pushed(parser, chunks, what, input.strict))
}

/// The naive twin for every kind of HTTP/1 case.
fn naive_http1(input: &Input) -> Option<Got> {
    let head = |what| Got::Head(http1::head(&input.bytes, what, input.strict));
    match input.kind {
        Kind::Ltsv => None,
        Kind::Request => Some(head(What::Request)),
        Kind::Response => Some(head(What::Response)),
        Kind::Capture => {
            let (heads, rest) = http1::capture(&input.bytes, &input.prefix);
            Some(Got::Capture(heads, rest))
        }
        Kind::Chunk => Some(Got::Chunk(http1::chunk_size(&input.bytes))),
    }
}
