//! What values are kept from: the blocks a log is read in, the buffers that heads arrive in; and
//! which of their values are wanted. Knows no policy.

use std::ops::Range;

use linecut::http1::{Capture, Headers, Request};
use linecut::ltsv;

/// What a log is read in; its lines share a block.
pub(crate) const LOG_BLOCK: usize = 64 << 10;

/// What a head is read into, if it is not longer.
pub(crate) const HEAD_BUFFER: usize = 8 << 10;

/// What is in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Log,
    Heads,
}

/// A buffer that was read into, and what was found in it.
pub(crate) struct Buffer {
    pub(crate) bytes: Vec<u8>,
    /// Of the buffer, filled or not: what a value that shares it keeps alive.
    pub(crate) capacity: usize,
    pub(crate) records: Vec<RecordAt>,
    /// Of all records, one after another.
    pub(crate) values: Vec<Range<usize>>,
}

/// A line or a head in its buffer.
#[derive(Clone, Debug)]
pub(crate) struct RecordAt {
    pub(crate) bytes: Range<usize>,
    /// Which of the buffer's values are its own.
    pub(crate) values: Range<usize>,
}

/// What a program keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// One value of each record: the first of the first, the second of the second, and so on.
    OneValue,
    AllValues,
    /// All values of every 1,000th record.
    OneRecord,
    /// All values, held and dropped by another thread than the one that reads.
    OtherThread,
}

impl Way {
    pub(crate) const ALL: [Self; 4] =
        [Self::OneValue, Self::AllValues, Self::OneRecord, Self::OtherThread];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OneValue => "one value a record",
            Self::AllValues => "all values",
            Self::OneRecord => "one record in 1,000",
            Self::OtherThread => "all, on another thread",
        }
    }
}

/// The kind of a file, by what it begins with; where that does not tell, by its name.
pub(crate) fn kind(name: &str, bytes: &[u8]) -> Kind {
    let is_capture = bytes.starts_with(b"HTTP/")
        || [".head", ".heads"].iter().any(|end| name.to_ascii_lowercase().ends_with(end));
    if is_capture { Kind::Heads } else { Kind::Log }
}

/// The buffers of a file.
pub(crate) fn buffers(kind: Kind, bytes: &[u8]) -> Vec<Buffer> {
    match kind {
        Kind::Log => log_blocks(bytes),
        Kind::Heads => head_buffers(bytes),
    }
}

/// A log in blocks of whole lines; a line that is longer has a block of its size.
fn log_blocks(log: &[u8]) -> Vec<Buffer> {
    let mut blocks = Vec::new();
    let mut rest = log;
    while !rest.is_empty() {
        let len = match rest.len() {
            len @ ..=LOG_BLOCK => len,
            len => match memchr::memrchr(b'\n', &rest[..LOG_BLOCK]) {
                Some(lf) => lf + 1,
                None => memchr::memchr(b'\n', rest).map_or(len, |lf| lf + 1),
            },
        };
        let (block, behind) = rest.split_at(len);
        blocks.push(log_block(block));
        rest = behind;
    }
    blocks
}

fn log_block(bytes: &[u8]) -> Buffer {
    // Where a part of the block lies in it.
    let place = |part: &[u8]| {
        let start = part.as_ptr() as usize - bytes.as_ptr() as usize;
        start..start + part.len()
    };
    let (mut records, mut values) = (Vec::new(), Vec::new());
    let mut lines = ltsv::records(bytes).max_record_len(usize::MAX);
    while let Some(line) = lines.next_record() {
        // Lenient and without a limit: there are no errors.
        let Ok(line) = line else { continue };
        let first = values.len();
        values.extend(line.fields().flatten().map(|field| place(field.value())));
        records.push(RecordAt { bytes: place(line.as_bytes()), values: first..values.len() });
    }
    records.retain(|record| !record.values.is_empty());
    Buffer { bytes: bytes.to_vec(), capacity: bytes.len().max(LOG_BLOCK), records, values }
}

/// Response heads and request heads, one after another; a buffer each.
fn head_buffers(dump: &[u8]) -> Vec<Buffer> {
    let mut buffers = Vec::new();
    let mut rest = dump;
    loop {
        let mut capture = Capture::new(rest).max_heads(usize::MAX);
        for head in capture.by_ref().flatten() {
            buffers.push(head_buffer(head.as_bytes(), head.headers()));
        }
        rest = capture.rest();
        let Ok(Some(request)) = Request::parse(rest) else { break };
        let (head, behind) = rest.split_at(request.head_len());
        buffers.push(head_buffer(head, request.headers()));
        rest = behind;
    }
    buffers.retain(|buffer| !buffer.values.is_empty());
    buffers
}

/// A head with its fields as they were understood: folds and odd spaces are gone, all else is as
/// it was.
fn head_buffer(head: &[u8], headers: &Headers) -> Buffer {
    let start_line = head.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
    let mut bytes = start_line.to_vec();
    let mut values = Vec::new();
    for (name, value) in headers.iter() {
        bytes.extend_from_slice(name);
        bytes.extend_from_slice(b": ");
        values.push(bytes.len()..bytes.len() + value.len());
        bytes.extend_from_slice(&value);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(b"\r\n");
    let record = RecordAt { bytes: 0..bytes.len(), values: 0..values.len() };
    Buffer { capacity: bytes.len().max(HEAD_BUFFER), bytes, records: vec![record], values }
}

/// What is wanted of each buffer: records, and of each the values by number.
pub(crate) fn wanted(buffers: &[Buffer], way: Way) -> Vec<Vec<RecordAt>> {
    let mut count = 0;
    let mut wanted_of = |record: &RecordAt| {
        let number = count;
        count += 1;
        let all = record.values.clone();
        let values = match way {
            Way::OneValue => {
                let one = all.start + number % all.len();
                one..one + 1
            }
            Way::OneRecord if number % 1000 != 0 => return None,
            _ => all,
        };
        Some(RecordAt { bytes: record.bytes.clone(), values })
    };
    buffers
        .iter()
        .map(|buffer| buffer.records.iter().filter_map(&mut wanted_of).collect())
        .collect()
}
