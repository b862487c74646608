//! The form of a record that is being read or built: its line in a block that is used again for the
//! next one, and where the fields lie in it. Knows no stream.

use alloc::vec::Vec;

use crate::error::{Defect, Defects, ErrorKind};
use crate::slice::source::{Source, Value};

use super::fields::{Field, Fields};
use super::framer::Head;
use super::lines::LineAt;
use super::options::{OnError, Options, Select};
use super::stats::Tally;
use super::visit::TakePieces;

/// Takes the fields of a line one after the other.
struct Taker<'r> {
    reading: &'r mut Reading,
    options: &'r Options,
    tally: Tally,
}

impl TakePieces for Taker<'_> {
    #[inline(always)]
    fn plain(&mut self, start: usize, colon: usize, end: usize) {
        self.tally.pieces += 1;
        // A line is at most `u32::MAX` long, so its offsets fit.
        let span = Span { start: start as u32, colon: colon as u32, end: end as u32 };
        self.reading.spans.push(span);
    }

    fn piece(&mut self, piece: Result<Field<'_>, Defect>) {
        self.tally.pieces += 1;
        if let Some(field) = self.reading.good_field(piece, self.options, &mut self.tally) {
            self.reading.push_span(&field);
        }
    }
}

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
    /// Which of the selected labels the line has had.
    found: Vec<bool>,
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
        options: &Options,
    ) -> Result<Tally, u64> {
        let content = &bytes[..line.len];
        let block = self.block(false);
        block.clear();
        block.extend_from_slice(content);
        self.spans.clear();
        self.defects.clear();
        self.head = head;
        if head.bom {
            self.defects.push(Defect::new(ErrorKind::Bom, 0..3));
        }
        let tally = match &options.select {
            None => self.take_all(fields, line, options),
            Some(select) => self.take_selected(fields, line, options, select),
        }?;
        let (fields, defects) = (self.spans.len() as u64, self.defects.total());
        Ok(Tally { fields, defects, ..tally })
    }

    #[inline]
    fn take_all(
        &mut self,
        fields: Fields<'_>,
        line: &LineAt,
        options: &Options,
    ) -> Result<Tally, u64> {
        let mut tally = Tally::default();
        if options.max_fields == usize::MAX {
            return Ok(self.take_whole(fields, options));
        }
        for piece in fields {
            tally.pieces += 1;
            let Some(field) = self.good_field(piece, options, &mut tally) else {
                continue;
            };
            if self.spans.len() == options.max_fields {
                self.over_the_limit(&field, line, options, &mut tally)?;
                break;
            }
            self.push_span(&field);
        }
        Ok(tally)
    }

    /// Takes every field: without a limit nothing can stop inside a line, and all at once is faster.
    #[inline]
    fn take_whole(&mut self, fields: Fields<'_>, options: &Options) -> Tally {
        let mut taker = Taker { reading: self, options, tally: Tally::default() };
        fields.give_to(&mut taker);
        taker.tally
    }

    fn take_selected(
        &mut self,
        fields: Fields<'_>,
        line: &LineAt,
        options: &Options,
        select: &Select,
    ) -> Result<Tally, u64> {
        let mut tally = Tally::default();
        let mut missing = select.len();
        self.found.clear();
        self.found.resize(missing, false);
        for piece in fields {
            tally.pieces += 1;
            let Some(field) = self.good_field(piece, options, &mut tally) else {
                continue;
            };
            let Some(number) = select.find(field.label()) else { continue };
            if self.spans.len() == options.max_fields {
                self.over_the_limit(&field, line, options, &mut tally)?;
                break;
            }
            self.push_span(&field);
            missing -= usize::from(!core::mem::replace(&mut self.found[number], true));
            if missing == 0 && select.stop_early {
                let end = self.spans.last().map_or(0, |span| span.end as usize);
                tally.unread = (line.len - end) as u64;
                break;
            }
        }
        Ok(tally)
    }

    /// The field that a piece is, if it is to be kept. What is wrong with it becomes a defect.
    #[inline]
    fn good_field<'a>(
        &mut self,
        piece: Result<Field<'a>, Defect>,
        options: &Options,
        tally: &mut Tally,
    ) -> Option<Field<'a>> {
        match piece {
            Ok(field) if field.is_plain() => Some(field),
            Ok(field) => {
                let before = self.defects.total();
                field.defects().for_each(|defect| self.defects.push(defect));
                if options.drops_bad_fields() && self.defects.total() > before {
                    tally.dropped += (field.label().len() + 1 + field.value().len()) as u64;
                    return None;
                }
                Some(field)
            }
            Err(defect) => {
                tally.dropped += defect.span.end - defect.span.start;
                self.defects.push(defect);
                None
            }
        }
    }

    /// The rest of the line, from `field` on, has no room: an error, or dropped.
    #[cold]
    fn over_the_limit(
        &mut self,
        field: &Field<'_>,
        line: &LineAt,
        options: &Options,
        tally: &mut Tally,
    ) -> Result<(), u64> {
        if options.on_error != OnError::KeepFields {
            return Err(field.offset());
        }
        let end = self.head.position.byte + line.len as u64;
        self.defects.push(Defect::new(ErrorKind::TooManyFields, field.offset()..end));
        tally.dropped += end - field.offset();
        Ok(())
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
        self.head = Head::default();
        self.defects.clear();
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
