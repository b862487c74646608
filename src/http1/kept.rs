//! The form of header fields that are kept: one right-sized block, the head's bytes and where the
//! fields lie in them. Knows no start line and no source.
//!
//! The block, front to back: a byte of flags; the number of fields as a variable-length integer; the
//! table; the bytes. Where every field is like most, the table holds where the first name begins and
//! for each field the ends of its name and of its value: what lies between is either nothing (a head
//! that was rewritten) or the two bytes of `": "` and CRLF. Else it holds four numbers a field.
//! Numbers have one, two or four bytes, whatever the length of the bytes needs.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::scan;
use crate::slice::numbers::{Numbers, Width, push_varint, take_varint, varint_len};

use super::head::HeaderSpan;
use super::plain::{is_usual, odd_field};

/// Two bytes lie between a name and its value, and between a value and the next name.
const LINES: u8 = 1 << 2;
/// Nothing lies there.
const PACKED: u8 = 1 << 3;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptFields(Box<[u8]>);

/// The block's parts.
pub(super) struct Layout<'a> {
    shape: u8,
    count: usize,
    table: Numbers<'a>,
    pub(super) data: &'a [u8],
}

impl KeptFields {
    /// Copies a head.
    pub(super) fn new(spans: &[HeaderSpan], data: &[u8]) -> Self {
        let width = Width::of(data.len());
        let shape = if have_gaps_of(2, spans) {
            LINES
        } else if have_gaps_of(0, spans) {
            PACKED
        } else {
            0
        };
        let table = width.list_len(numbers(shape, spans.len()));
        let count = spans.len() as u64;
        let mut block = Vec::with_capacity(1 + varint_len(count) + table + data.len());
        block.push(width.to_flags() | shape);
        push_varint(&mut block, count);
        let mut push = |number: usize| width.push(&mut block, number as u32);
        if shape != 0 {
            push(spans.first().map_or(0, |span| span.name_range().start));
        }
        for span in spans {
            let (name, value) = (span.name_range(), span.value_range());
            if shape == 0 {
                [name.start, name.end, value.start, value.end].into_iter().for_each(&mut push);
            } else {
                [name.end, value.end].into_iter().for_each(&mut push);
            }
        }
        block.extend_from_slice(data);
        Self(block.into_boxed_slice())
    }

    /// Copies a head of which the lines are listed; `None` if a field is not like most, or the head
    /// long.
    #[inline]
    pub(super) fn of_lines(head: &[u8], lines: &[u32]) -> Option<Self> {
        match head.len() {
            0..=0xFF => Self::packed(head, lines, |a, b| [a as u8, b as u8]),
            0x100..=0xFFFF => Self::packed(head, lines, |a, b| {
                // As one, for one store.
                (a as u32 | (b as u32) << 16).to_le_bytes()
            }),
            _ => None,
        }
    }

    /// The same, with two numbers made one by `pack`: those of a field are written at once.
    #[inline]
    fn packed<const PAIR: usize>(
        head: &[u8],
        lines: &[u32],
        pack: impl Fn(usize, usize) -> [u8; PAIR],
    ) -> Option<Self> {
        let (first, fields) = lines.split_first()?;
        let width = Width::of(head.len());
        let count = fields.len() as u64;
        let table = width.list_len(numbers(LINES, fields.len()));
        let mut block = Vec::with_capacity(1 + varint_len(count) + table + head.len());
        block.push(width.to_flags() | LINES);
        push_varint(&mut block, count);
        width.push(&mut block, if fields.is_empty() { 0 } else { first + 1 });
        let begin = block.len();
        block.resize(begin + PAIR * fields.len(), 0);
        let (pairs, _) = block[begin..].as_chunks_mut::<PAIR>();
        let mut as_most = true;
        scan::field_lines(head, lines, pairs, |pair, line| {
            let mut name_end = line.name_end;
            if !is_usual(line) {
                let mut span = HeaderSpan::NONE;
                as_most &= odd_field(head, line.start, line.lf, &mut span);
                name_end = span.name_range().end;
                as_most &= span.value_range() == (name_end + 2..line.lf - 1);
            }
            *pair = pack(name_end, line.lf - 1);
        });
        block.extend_from_slice(head);
        as_most.then(|| Self(block.into_boxed_slice()))
    }

    #[inline]
    pub(super) fn layout(&self) -> Layout<'_> {
        let Some((flags, mut rest)) = self.0.split_first() else {
            return Layout { shape: LINES, count: 0, table: Numbers::EMPTY, data: &[] };
        };
        let count = take_varint(&mut rest) as usize;
        let shape = flags & (LINES | PACKED);
        let table = Numbers::take(&mut rest, Width::from_flags(*flags), numbers(shape, count));
        Layout { shape, count, table, data: rest }
    }

    /// Bytes of the block.
    pub(super) fn heap_size(&self) -> usize {
        self.0.len()
    }
}

impl Layout<'_> {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Where a field lies in the data.
    #[inline]
    pub(super) fn span(&self, index: usize) -> Option<HeaderSpan> {
        if index >= self.count {
            return None;
        }
        if self.shape == 0 {
            let number = |n| self.table.get(4 * index + n);
            return Some(HeaderSpan::new(number(0)..number(1), number(2)..number(3)));
        }
        let gap = if self.shape == LINES { 2 } else { 0 };
        let before = self.table.get(2 * index);
        let name = if index == 0 { before } else { before + gap };
        let name_end = self.table.get(2 * index + 1);
        Some(HeaderSpan::new(name..name_end, name_end + gap..self.table.get(2 * index + 2)))
    }
}

/// Whether so many bytes lie between each name and its value, and each value and the next name.
fn have_gaps_of(gap: usize, spans: &[HeaderSpan]) -> bool {
    let mut due = None;
    spans.iter().all(|span| {
        let (name, value) = (span.name_range(), span.value_range());
        let as_due = due.is_none_or(|due| due == name.start) && name.end + gap == value.start;
        due = Some(value.end + gap);
        as_due
    })
}

/// How many numbers the table has.
#[inline]
fn numbers(shape: u8, fields: usize) -> usize {
    if shape == 0 { 4 * fields } else { 1 + 2 * fields }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    /// Fields with these gaps between name and value, and value and name.
    fn spans(count: usize, first: usize, gaps: (usize, usize), len: usize) -> Vec<HeaderSpan> {
        let mut at = first;
        let next = |_| {
            let name = at..at + len;
            let value = name.end + gaps.0..name.end + gaps.0 + len;
            at = value.end + gaps.1;
            HeaderSpan::new(name, value)
        };
        (0..count).map(next).collect()
    }

    #[test]
    fn spans_of_every_shape_and_width_survive() {
        for count in [0, 1, 2, 5, 127, 128, 300] {
            for (gaps, len, per_field) in [
                ((2, 2), 1, 2),
                ((2, 2), 20, 2),
                ((2, 2), 300, 2),
                ((0, 0), 7, 2),
                ((1, 2), 7, 4),
                ((2, 4), 7, 4),
            ] {
                let spans = spans(count, 17, gaps, len);
                let end = spans.last().map_or(17, |span| span.value_range().end);
                let data: Vec<u8> = (0..end).map(|i| i as u8).collect();
                let kept = KeptFields::new(&spans, &data);
                let layout = kept.layout();
                assert_eq!(layout.data, data);
                let read: Vec<_> = (0..count + 1).map_while(|i| layout.span(i)).collect();
                assert_eq!(read, spans);
                let width = if end < 0x100 {
                    1
                } else if end < 0x1_0000 {
                    2
                } else {
                    4
                };
                // One field fits any shape that its own gap fits.
                if count > 1 {
                    let table = (per_field * count + usize::from(per_field == 2)) * width;
                    assert_eq!(kept.heap_size(), 1 + varint_len(count as u64) + table + end);
                }
            }
        }
        assert!(KeptFields::default().layout().span(0).is_none());
    }

    #[test]
    fn a_head_of_usual_lines_goes_straight_to_its_block() {
        // A name that no probe holds whole is looked at twice.
        let long_name = "x-a-name-of-more-than-the-thirty-two-bytes-of-a-probe";
        for name in ["Server", long_name] {
            for len in [1, 300] {
                let value = "v".repeat(len);
                let head = format!("HTTP/1.1 200 OK\r\n{name}: {value}\r\nB: {value}\r\n\r\n");
                let line_ends = head.match_indices('\n').map(|(at, _)| at as u32);
                let lines: Vec<u32> = line_ends.take(3).collect();
                let (mut at, mut spans) = (17, Vec::new());
                for name in [name, "B"] {
                    let colon = at + name.len();
                    spans.push(HeaderSpan::new(at..colon, colon + 2..colon + 2 + len));
                    at = colon + 2 + len + 2;
                }
                let direct = KeptFields::of_lines(head.as_bytes(), &lines).expect("it can be");
                assert_eq!(direct.0, KeptFields::new(&spans, head.as_bytes()).0);
            }
        }
    }
}
