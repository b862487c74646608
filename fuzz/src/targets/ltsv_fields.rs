//! Lines by each way in and with each scanner backend, against the naive twin.
//!
//! Input: the backend, the way in with whether there is room behind the lines, and how often they come
//! again, by which a reader gets to know their labels (a byte each); then the lines.

use linecut::__internal::line_pieces;

use super::choices::{Choices, bounded, choose_backend, repeated};
use crate::naive::ltsv as naive;
use crate::ways::{ltsv, with_each_backend};

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Runs one input.
pub fn target(data: &[u8]) {
    let mut choices = Choices::new(data);
    let (backend, way) = (choose_backend(choices.byte()), choices.byte());
    let times = 1 + choices.below(4);
    let lines = bounded(choices.rest(), 2048, 24, |byte| matches!(byte, b'\t' | b'\n'));
    // With this much behind it a line is gone through by other code than at the end of its buffer.
    let (roomy, way) = (way & 0x80 != 0, way % 8);
    let mut stream = repeated(lines, times);
    stream.resize(stream.len() + if roomy { 4200 } else { 0 }, b'z');
    let bytes = &stream[..];
    match way {
        0 => backends_agree(bytes),
        1 if !bytes.starts_with(BOM) => {
            assert_eq!(ltsv::fields_by_line(bytes), naive::parse(bytes, false), "fields");
            one_line(bytes.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default());
        }
        _ => {
            for strict in [true, false] {
                let due = naive::parse(bytes, strict);
                let (name, read) = by(way, bytes, strict, &due);
                assert_eq!(read, due, "{backend}, {name}, strict {strict}");
            }
        }
    }
}

/// What a way in gives, with its name.
fn by(
    way: u8,
    bytes: &[u8],
    strict: bool,
    due: &[naive::Outcome],
) -> (&'static str, Vec<naive::Outcome>) {
    match way {
        2 => ("iterator", ltsv::records_iterator(bytes, strict)),
        3 => ("parser", ltsv::parser([bytes], strict)),
        4 => ("select", ltsv::selecting([bytes], strict, &labels(due))),
        #[cfg(feature = "std")]
        5 => ("reader", ltsv::reader(bytes, strict, 100)),
        #[cfg(feature = "std")]
        6 => ("into_records", ltsv::reader_iterator(bytes, strict)),
        _ => ("records", ltsv::records_lent(bytes, strict)),
    }
}

fn backends_agree(bytes: &[u8]) {
    // Each in two windows, or in one; expecting few low bytes, or many.
    let first = bytes.first().map_or(0, |first| usize::from(*first));
    let (mut cut, mut sparse) = (first % (bytes.len() + 1), true);
    let mut lists = Vec::new();
    with_each_backend(|backend| {
        lists.push((backend, line_pieces(bytes, cut, sparse)));
        (cut, sparse) = (bytes.len() - cut, !sparse);
    });
    assert!(lists.iter().all(|list| list.1 == lists[0].1), "{lists:?}");
}

/// The labels of all records.
fn labels(outcomes: &[naive::Outcome]) -> Vec<Vec<u8>> {
    let fields = outcomes.iter().flat_map(|outcome| match outcome {
        naive::Outcome::Record { fields, .. } => &fields[..],
        naive::Outcome::Error { .. } => &[],
    });
    fields.map(|(label, _)| label.clone()).collect()
}

fn one_line(line: &[u8]) {
    if !line.is_empty() {
        assert_eq!(ltsv::record_parse(line), naive::parse(line, true), "Record::parse");
    }
}
