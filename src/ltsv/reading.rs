//! The form of a record that is being read or built: its line in a block that is used again for the
//! next one, and where the fields lie in it. Knows no stream.

use alloc::vec::Vec;

use crate::error::{Defect, Defects};
use crate::slice::source::{Source, Value};

use super::fields::{Field, Fields};
use super::framer::Head;
use super::lines::LineAt;
use super::stats::Tally;

/// Where a field lies in its block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) colon: u32,
    pub(super) end: u32,
}

#[derive(Debug, Default)]
pub(super) struct Reading {
    /// The line without its end. Values that are kept may share it; then the next line gets
    /// another block.
    block: Source,
    pub(super) spans: Vec<Span>,
    pub(super) defects: Defects,
    pub(super) head: Head,
    /// How often a kept value shared the block, so that a new one had to be made.
    pub(super) new_blocks: u64,
}

impl Reading {
    /// The block to write to, with what it holds. Copies it if a kept value shares it.
    fn block(&mut self, keep: bool) -> &mut Vec<u8> {
        if self.block.reuse().is_none() {
            self.new_blocks += 1;
            let old = core::mem::take(&mut self.block);
            let mut block = Vec::with_capacity(old.len());
            if keep {
                block.extend_from_slice(&old);
            }
            self.block = Source::from(block);
        }
        self.block.reuse().expect("a source that nobody else has seen")
    }

    pub(super) fn clear(&mut self) {
        self.block(false).clear();
        self.spans.clear();
        self.defects.clear();
        self.head = Head::default();
    }

    /// Takes a line over. `Err` is the offset of the first field over the limit.
    #[inline]
    pub(super) fn fill(
        &mut self,
        fields: Fields<'_>,
        bytes: &[u8],
        line: &LineAt,
        head: Head,
        max_fields: usize,
    ) -> Result<Tally, u64> {
        let content = &bytes[..line.len];
        let block = self.block(false);
        block.clear();
        block.extend_from_slice(content);
        self.spans.clear();
        self.defects.clear();
        self.head = head;
        if head.bom {
            let bom = Defect::new(crate::ErrorKind::Bom, 0..3);
            self.defects.push(bom);
        }
        self.split(fields, line.plain, max_fields)
    }

    #[inline]
    fn split(&mut self, fields: Fields<'_>, plain: bool, max_fields: usize) -> Result<Tally, u64> {
        let mut tally = Tally::default();
        for piece in fields {
            tally.pieces += 1;
            match piece {
                Ok(field) if self.spans.len() == max_fields => return Err(field.offset()),
                Ok(field) => {
                    self.push_span(&field);
                    if !plain {
                        field.defects().for_each(|defect| self.defects.push(defect));
                    }
                }
                Err(defect) => {
                    tally.dropped += defect.span.end - defect.span.start;
                    self.defects.push(defect);
                }
            }
        }
        tally.fields = self.spans.len() as u64;
        tally.defects = self.defects.total();
        Ok(tally)
    }

    #[inline]
    fn push_span(&mut self, field: &Field<'_>) {
        // A line is at most `u32::MAX` long, so its offsets fit.
        let start = (field.offset() - self.head.position.byte) as u32;
        let colon = start + field.label().len() as u32;
        self.spans.push(Span { start, colon, end: colon + 1 + field.value().len() as u32 });
    }

    /// Appends a field that comes from nowhere.
    pub(super) fn push_field(&mut self, label: &[u8], value: &[u8]) {
        let block = self.block(true);
        if !block.is_empty() {
            block.push(b'\t');
        }
        let start = block.len();
        block.extend_from_slice(label);
        block.push(b':');
        block.extend_from_slice(value);
        let end = u32::try_from(block.len()).expect("a record is at most u32::MAX bytes long");
        let start = start as u32; // not past `end`
        self.spans.push(Span { start, colon: start + label.len() as u32, end });
    }

    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    #[inline]
    pub(super) fn label(&self, index: usize) -> Option<&[u8]> {
        let span = self.spans.get(index)?;
        Some(&self.block[span.start as usize..span.colon as usize])
    }

    #[inline]
    pub(super) fn value(&self, index: usize) -> Option<Value<'_>> {
        let span = self.spans.get(index)?;
        Some(self.block.value(span.colon as usize + 1..span.end as usize))
    }

    /// Offset of a field in the stream.
    pub(super) fn offset(&self, index: usize) -> u64 {
        self.head.position.byte + u64::from(self.spans[index].start)
    }
}
