//! The form of a record that is being read or built: its line in a block that is used again for the
//! next one, and where the fields lie in it. Knows no stream.

use alloc::vec::Vec;

use crate::error::{Defect, Defects, ErrorKind};
use crate::scan::lists::Line;
use crate::slice::growth;
use crate::slice::source::{Source, Value};

use super::fields::{Field, Fields};
use super::framer::Head;
use super::known::Known;
use super::labels::Labels;
use super::options::{OnError, Options, Select};
use super::span::Span;
use super::stats::Tally;
use super::visit::TakePieces;

/// A block of this size is not given back for being too large.
const NORMAL: usize = 64 * 1024;

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

#[derive(Debug, Default)]
pub(super) struct Reading {
    /// The line without its end. Values that are kept may share it; then the next line gets
    /// another block.
    pub(super) block: Source,
    /// The fields, unless they have shared labels.
    pub(super) spans: Vec<Span>,
    /// The shared labels; kept for the next line when `shared` is not set.
    pub(super) labels: Option<Labels>,
    pub(super) shared: bool,
    /// Where the fields with shared labels end, and the line begins.
    pub(super) ends: Vec<u32>,
    pub(super) origin: u32,
    pub(super) defects: Defects,
    pub(super) head: Head,
    /// Which of the selected labels the line has had.
    found: Vec<bool>,
    /// How often a kept value shared the block, so that a new one had to be made.
    pub(super) new_blocks: u64,
}

impl Reading {
    /// Puts a line in the place of what the block holds; in another block, if a kept value shares it.
    #[inline]
    fn write(&mut self, line: &[u8]) {
        if let Some(block) = self.block.reuse() {
            if growth::is_far_above(block.capacity(), line.len().max(NORMAL)) {
                *block = Vec::new();
            }
            block.clear();
            growth::extend(block, line);
            return;
        }
        self.new_blocks += 1;
        let mut block = Vec::new();
        growth::extend(&mut block, line);
        self.block = Source::from(block);
    }

    /// The block with what it holds, to be added to.
    fn block(&mut self) -> &mut Vec<u8> {
        if self.block.reuse().is_none() {
            self.new_blocks += 1;
            self.block = Source::from(self.block.to_vec());
        }
        self.block.reuse().expect("a source that nobody else has seen")
    }

    pub(super) fn clear(&mut self) {
        self.write(&[]);
        self.spans.clear();
        self.shared = false;
        self.defects.clear();
        self.head = Head::default();
    }

    /// Takes a line's bytes over, and nothing of the line before.
    #[inline]
    pub(super) fn begin(&mut self, line: &Line<'_>, head: Head) {
        self.write(&line.bytes[..line.len]);
        self.head = head;
        self.defects.clear();
    }

    /// Takes a line over. `Err` is the offset of the first field over the limit.
    pub(super) fn fill(
        &mut self,
        line: Line<'_>,
        head: Head,
        options: &Options,
        known: &mut Known,
    ) -> Result<Tally, u64> {
        self.begin(&line, head);
        let tally = self.read(line, options)?;
        if tally.defects == 0 && options.max_fields == usize::MAX {
            if options.select.is_none() {
                self.share_labels(known);
            } else if tally.unread == 0 {
                // Every piece is a field, and was looked at.
                let fields = Fields::scanned(line, head.position.byte).flatten();
                known.learn(tally.pieces as usize, fields.map(|field| field.label()));
            }
        }
        Ok(tally)
    }

    /// Takes over a line that no reader gave, with all its fields.
    pub(super) fn fill_alone(&mut self, line: Line<'_>, head: Head) {
        self.begin(&line, head);
        self.read(line, &Options::new()).expect("no limit");
    }

    /// Reads a line by the rules, and the options.
    fn read(&mut self, line: Line<'_>, options: &Options) -> Result<Tally, u64> {
        self.spans.clear();
        self.shared = false;
        if self.head.bom {
            self.defects.push(Defect::new(ErrorKind::Bom, 0..3));
        }
        let fields = Fields::scanned(line, self.head.position.byte);
        let tally = match &options.select {
            None => self.take_all(fields, line.len, options),
            Some(select) => self.take_selected(fields, line.len, options, select),
        }?;
        let (fields, defects) = (self.spans.len() as u64, self.defects.total());
        Ok(Tally { fields, defects, ..tally })
    }

    #[inline]
    fn take_all(
        &mut self,
        fields: Fields<'_>,
        line_len: usize,
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
                self.over_the_limit(&field, line_len, options, &mut tally)?;
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
        line_len: usize,
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
                self.over_the_limit(&field, line_len, options, &mut tally)?;
                break;
            }
            self.push_span(&field);
            missing -= usize::from(!core::mem::replace(&mut self.found[number], true));
            if missing == 0 && select.stop_early {
                let end = self.spans.last().map_or(0, |span| span.end as usize);
                tally.unread = (line_len - end) as u64;
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
        line_len: usize,
        options: &Options,
        tally: &mut Tally,
    ) -> Result<(), u64> {
        if options.on_error != OnError::KeepFields {
            return Err(field.offset());
        }
        let end = self.head.position.byte + line_len as u64;
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
        self.spell_out();
        let block = self.block();
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

    /// Gives up the shared labels.
    fn spell_out(&mut self) {
        if self.shared {
            self.spans = (0..self.len()).map(|index| self.span(index)).collect();
            self.shared = false;
        }
    }

    /// The labels, if they are shared.
    #[inline]
    pub(super) fn labels(&self) -> Option<&Labels> {
        if self.shared { self.labels.as_ref() } else { None }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        if self.shared { self.ends.len() } else { self.spans.len() }
    }

    /// The line without its end.
    #[inline]
    pub(super) fn line(&self) -> &[u8] {
        &self.block
    }

    /// Where each field with shared labels ends in the line.
    #[inline]
    pub(super) fn ends(&self) -> impl Iterator<Item = usize> + use<'_> {
        self.ends.iter().map(|end| (*end - self.origin) as usize)
    }

    /// Where a field lies in the line.
    ///
    /// # Panics
    ///
    /// If there is no such field.
    #[inline]
    pub(super) fn span(&self, index: usize) -> Span {
        let Some(labels) = self.labels() else { return self.spans[index] };
        let end = |index: usize| self.ends[index] - self.origin;
        let start = if index == 0 { 0 } else { end(index - 1) + 1 };
        Span { start, colon: start + labels.label_len(index) as u32, end: end(index) }
    }

    #[inline]
    pub(super) fn value(&self, index: usize) -> Option<Value<'_>> {
        (index < self.len()).then(|| self.block.value(self.span(index).value_range()))
    }

    /// The label and the value.
    #[inline]
    pub(super) fn field(&self, index: usize) -> Option<(&[u8], Value<'_>)> {
        if index >= self.len() {
            return None;
        }
        let (span, line) = (self.span(index), self.line());
        Some((span.label(line), self.block.lend(&line[span.value_range()])))
    }

    /// Offset of a field in the stream.
    pub(super) fn offset(&self, index: usize) -> u64 {
        self.head.position.byte + u64::from(self.span(index).start)
    }
}
