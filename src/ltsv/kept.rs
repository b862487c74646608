//! The form of a record that is kept: one right-sized block. Knows no stream and no line.
//!
//! The block, front to back: a byte of flags; the number of fields and the position (byte, line,
//! record) as variable-length integers; the table; the labels and values, one behind the other.
//! The table holds for each field the end of its label and the end of its value in the last part,
//! and, where pieces were dropped between fields, where it began in its line. Numbers of the table
//! have one, two or four bytes, whatever the largest needs. Labels that are shared are neither in the
//! table nor in the last part.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::error::{Defects, Position};
use crate::slice::numbers::{Numbers, Width, push_varint, take_varint, varint_len};
use crate::slice::source::Value;

use super::framer::Head;
use super::labels::Labels;
use super::reading::Reading;
use super::span::Span;

const TERMINATED: u8 = 1 << 2;
const HAS_STARTS: u8 = 1 << 3;

#[derive(Clone, Debug)]
pub(super) struct Kept {
    block: Box<[u8]>,
    pub(super) labels: Option<Labels>,
    /// Boxed, for few records have any.
    pub(super) defects: Option<Box<Defects>>,
}

/// The block's parts.
struct Layout<'a> {
    flags: u8,
    count: usize,
    position: Position,
    table: Numbers<'a>,
    data: &'a [u8],
}

impl Kept {
    pub(super) fn new(record: &Reading) -> Self {
        let block = match record.labels() {
            Some(labels) => values_block(record, labels),
            None => whole_block(record),
        };
        let defects = &record.defects;
        let defects = (!defects.is_empty()).then(|| Box::new(defects.to_kept()));
        let labels = record.labels().cloned();
        Self { block: block.into_boxed_slice(), labels, defects }
    }

    fn layout(&self) -> Layout<'_> {
        let (flags, mut rest) = self.block.split_first().expect("the block begins with its flags");
        let mut number = || take_varint(&mut rest);
        let (count, byte, line, record) = (number() as usize, number(), number(), number());
        let columns = columns(*flags, self.labels.is_some());
        let table = Numbers::take(&mut rest, Width::from_flags(*flags), columns * count);
        Layout {
            flags: *flags,
            count,
            position: Position { byte, line, record },
            table,
            data: rest,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.layout().count
    }

    pub(super) fn position(&self) -> Position {
        self.layout().position
    }

    pub(super) fn is_terminated(&self) -> bool {
        self.layout().flags & TERMINATED != 0
    }

    /// Bytes of the block.
    pub(super) fn heap_size(&self) -> usize {
        self.block.len()
    }

    pub(super) fn field(&self, index: usize) -> Option<(&[u8], Value<'_>)> {
        match &self.labels {
            Some(labels) => Some((labels.label(index)?, self.layout().bare_value(index)?)),
            None => self.layout().field(index),
        }
    }

    pub(super) fn value(&self, index: usize) -> Option<Value<'_>> {
        match &self.labels {
            Some(_) => self.layout().bare_value(index),
            None => Some(self.layout().field(index)?.1),
        }
    }

    /// Offset of a field in the stream.
    pub(super) fn offset(&self, index: usize) -> u64 {
        let layout = self.layout();
        // Each field before it had a colon and a TAB that are not kept.
        let start = match &self.labels {
            Some(labels) => labels.len_before(index) + layout.bare_start(index) + 2 * index,
            None if layout.flags & HAS_STARTS != 0 => layout.table.get(2 * layout.count + index),
            None => layout.start(index) + 2 * index,
        };
        layout.position.byte + start as u64
    }
}

impl<'a> Layout<'a> {
    /// Where field `index` begins in the data.
    #[inline]
    fn start(&self, index: usize) -> usize {
        if index == 0 { 0 } else { self.table.get(2 * index - 1) }
    }

    /// Where value `index` begins in the data, if the labels are not there.
    #[inline]
    fn bare_start(&self, index: usize) -> usize {
        if index == 0 { 0 } else { self.table.get(index - 1) }
    }

    /// A value, if the labels are not in the data.
    #[inline]
    fn bare_value(&self, index: usize) -> Option<Value<'a>> {
        (index < self.count)
            .then(|| Value::from(&self.data[self.bare_start(index)..self.table.get(index)]))
    }

    fn field(&self, index: usize) -> Option<(&'a [u8], Value<'a>)> {
        if index >= self.count {
            return None;
        }
        let (label_end, end) = (self.table.get(2 * index), self.table.get(2 * index + 1));
        Some((&self.data[self.start(index)..label_end], Value::from(&self.data[label_end..end])))
    }
}

/// Begins a block that will have a table of so many columns and so many bytes.
fn begin_block(record: &Reading, width: Width, flags: u8, columns: usize, data: usize) -> Vec<u8> {
    let Head { position, terminated, .. } = record.head;
    let numbers = [record.len() as u64, position.byte, position.line, position.record];
    let numbers_len: usize = numbers.into_iter().map(varint_len).sum();
    let table = width.list_len(columns * record.len());
    let mut block = Vec::with_capacity(1 + numbers_len + table + data);
    block.push(width.to_flags() | flags | if terminated { TERMINATED } else { 0 });
    numbers.into_iter().for_each(|number| push_varint(&mut block, number));
    block
}

/// The block of a record whose labels are not shared.
fn whole_block(record: &Reading) -> Vec<u8> {
    let spans = &record.spans;
    let data: usize = spans.iter().map(|span| (span.end - span.start) as usize - 1).sum();
    let starts = starts_need_a_table(spans);
    let largest = match spans.last() {
        Some(last) if starts => data.max(last.start as usize),
        _ => data,
    };
    let width = Width::of(largest);
    let flags = if starts { HAS_STARTS } else { 0 };
    let mut block = begin_block(record, width, flags, columns(flags, false), data);
    let mut end = 0;
    for span in spans {
        end += span.colon - span.start;
        width.push(&mut block, end);
        end += span.end - span.colon - 1;
        width.push(&mut block, end);
    }
    if starts {
        spans.iter().for_each(|span| width.push(&mut block, span.start));
    }
    let line = record.line();
    for span in spans {
        block.extend_from_slice(span.label(line));
        block.extend_from_slice(&line[span.value_range()]);
    }
    block
}

/// The block of a record whose labels are shared: the values.
fn values_block(record: &Reading, labels: &Labels) -> Vec<u8> {
    let line = record.line();
    let data = line.len() - labels.total_len() - (2 * labels.len() - 1);
    let width = Width::of(data);
    let mut block = begin_block(record, width, 0, 1, data);
    let table_at = block.len();
    let data_at = table_at + width.list_len(labels.len());
    block.resize(data_at + data, 0);
    let (mut at, mut start) = (data_at, 0);
    for (index, (end, label)) in record.ends().zip(labels.lens()).enumerate() {
        let value = start + label + 1;
        copy_short(&mut block, at, line, value, end - value);
        at += end - value;
        width.put(&mut block[table_at..data_at], index, at - data_at);
        start = end + 1;
    }
    block
}

/// Copies `len` bytes. What is behind them may be overwritten, for it is copied to later: so that a
/// short value is a move of a constant length where there is room.
#[inline]
fn copy_short(to: &mut [u8], at: usize, from: &[u8], start: usize, len: usize) {
    const SHORT: usize = 32;
    let room = to.get_mut(at..).and_then(|to| to.first_chunk_mut::<SHORT>());
    match (room, from.get(start..).and_then(|from| from.first_chunk::<SHORT>())) {
        (Some(to), Some(from)) if len <= SHORT => *to = *from,
        _ => to[at..at + len].copy_from_slice(&from[start..start + len]),
    }
}

/// Whether the fields' places in the line do not follow from their lengths: a piece was dropped.
fn starts_need_a_table(spans: &[Span]) -> bool {
    let mut due = 0;
    spans.iter().any(|span| {
        let gap = span.start != due;
        due = span.end + 1;
        gap
    })
}

/// How many numbers of the table a field has.
#[inline]
fn columns(flags: u8, shared_labels: bool) -> usize {
    match (shared_labels, flags & HAS_STARTS != 0) {
        (true, _) => 1,
        (false, false) => 2,
        (false, true) => 3,
    }
}
