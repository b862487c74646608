//! A chunk-size line against the naive twin, alone and where it meets the limit of its length.
//!
//! Input: whether the line begins a little before the limit, behind zeros or in a quoted string (a
//! byte: 6 and 7 modulo 8), and how many bytes before it (a byte); then the line.

use super::choices::Choices;
use crate::naive::http1::chunk_size;
use crate::ways::http1;

/// The longest line.
const LIMIT: usize = 16_384;

/// Runs one input.
pub fn target(data: &[u8]) {
    let mut choices = Choices::new(data);
    let (place, before_limit) = (choices.byte() % 8, choices.below(256));
    let rest = choices.rest();
    let line = &rest[..rest.len().min(256)];
    assert_eq!(http1::chunk(line), chunk_size(line));
    if place < 6 {
        return;
    }
    let mut long = if place == 6 { Vec::new() } else { b"1;a=\"".to_vec() };
    long.resize(LIMIT - before_limit, b'0');
    long.extend_from_slice(line);
    let ours = linecut::http1::chunk_size(&long);
    let ours = ours.map_err(|error| (error.kind.name(), error.offset));
    assert_eq!(ours, chunk_size(&long), "{before_limit} before the limit");
}
