//! A dump of several heads with every scanner backend, against the naive twin; with and without a
//! prefix of its lines, and a limit of its heads.
//!
//! Input: the prefix, the limit, and whether lines get the prefix (a byte each); then the dump.

use linecut::ParseError;
use linecut::http1::{Capture, Head};

use super::choices::{Choices, bounded};
use crate::naive::http1::capture;
use crate::ways::{http1, with_each_backend};

const PREFIXES: &[&[u8]] = &[b"", b"< ", b"<", b"\r", b": "];

/// Runs one input.
pub fn target(data: &[u8]) {
    let mut choices = Choices::new(data);
    let prefix = choices.pick(PREFIXES);
    let (limit, put) = (choices.below(4), choices.byte() % 4);
    let dump = bounded(choices.rest(), 2048, 40, |byte| byte == b'\n');
    let dump = &if put > 1 { prefixed(dump, prefix, put == 3) } else { dump.to_vec() };
    let due = capture(dump, prefix);
    with_each_backend(|backend| {
        assert_eq!(http1::capture(dump, prefix), due, "{backend}");
    });
    limited(dump, prefix, limit);
}

/// The dump with the prefix before most of its lines, and where `one_more` behind them.
fn prefixed(dump: &[u8], prefix: &[u8], one_more: bool) -> Vec<u8> {
    let mut lines = Vec::new();
    for line in dump.split_inclusive(|byte| *byte == b'\n') {
        if line.len() % 8 != 7 {
            lines.extend_from_slice(prefix);
        }
        lines.extend_from_slice(line);
    }
    if one_more {
        lines.extend_from_slice(prefix);
    }
    lines
}

/// With a limit, the heads up to it are the same, and one more is an error at its first byte.
fn limited(dump: &[u8], prefix: &[u8], limit: usize) {
    let all: Vec<_> = Capture::new(dump).line_prefix(prefix).collect();
    let few: Vec<_> = Capture::new(dump).line_prefix(prefix).max_heads(limit).collect();
    assert_eq!(few.len(), all.len().min(limit + 1));
    short(dump, prefix, &all);
    for (number, (one, other)) in few.iter().zip(&all).enumerate() {
        match (one, other) {
            (Ok(one), Ok(other)) => assert!(number < limit && one.range() == other.range()),
            (Err(error), Ok(other)) => {
                assert_eq!((number, error.kind.name()), (limit, "TooLong"));
                assert_eq!(error.offset, other.range().start + prefix.len() as u64);
            }
            (one, other) => assert_eq!(one.as_ref().err(), other.as_ref().err()),
        }
    }
}

/// With a limit of the length that every head keeps, nothing changes; with one that no head
/// keeps, there is none.
fn short(dump: &[u8], prefix: &[u8], all: &[Result<Head<'_>, ParseError>]) {
    let with = |len| Capture::new(dump).line_prefix(prefix).max_head_len(len);
    let same = with(dump.len() + 1).zip(all).all(|pair| match pair {
        (Ok(one), Ok(other)) => one.range() == other.range(),
        (one, other) => one.err().as_ref() == other.as_ref().err(),
    });
    assert!(same, "{all:?}");
    assert!(with(4).all(|head| head.is_err()), "a status line is longer");
}
