//! The field lines of the lenient profile.
//!
//! A line ends at an LF with any CRs before it. Lines are gathered to items: a line that does
//! not begin with whitespace, and the whitespace-led lines after it. An item is finished when
//! the next line is known to begin another.

use super::lenient::FirstOfKind;
use super::{Head, Step, Stop, bad, is_blank, is_token_byte};

/// One line.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// Its first byte.
    pub start: usize,
    /// The first byte of its line end.
    pub end: usize,
    /// Where its LF is, or would be if the input went on.
    pub lf: usize,
    /// The first byte of the next line; `lf` where the input ends before the LF.
    pub next: usize,
}

impl Line {
    /// Notes what is wrong with the line end. One that the input cut off is not bare.
    pub(super) fn note_end(&self, head: &mut Head) {
        if self.lf - self.end > 1 {
            head.defect("BareCr", self.end, self.end + 1);
        }
        if self.lf == self.end && self.next > self.lf {
            head.defect("BareLf", self.lf, self.lf + 1);
        }
    }
}

/// The line that starts at `start`. With `finish`, the end of the input ends it too.
pub(super) fn line(input: &[u8], start: usize, finish: bool) -> Step<Line> {
    let mut lf = start;
    while lf < input.len() && input[lf] != b'\n' {
        lf += 1;
    }
    if lf == input.len() && !finish {
        return Err(Stop::More);
    }
    let mut end = lf;
    while end > start && input[end - 1] == b'\r' {
        end -= 1;
    }
    let next = if lf < input.len() { lf + 1 } else { lf };
    Ok(Line { start, end, lf, next })
}

/// A line and the folds after it.
enum Item {
    /// A field: its lines, of which the first has a colon at `colon`.
    Kept { colon: usize, lines: Vec<Line> },
    /// Dropped, and why: one defect from its first byte to its last line end.
    Dropped { kind: &'static str, lines: Vec<Line> },
}

/// Reads field lines up to the empty line that ends the section.
pub(super) fn section(input: &[u8], mut at: usize, finish: bool, head: &mut Head) -> Step<()> {
    let mut item: Option<Item> = None;
    loop {
        bare_cr_first(input, at)?;
        let line = line(input, at, finish)?;
        line.note_end(head);
        at = line.next;
        if line.end == line.start {
            finish_item(input, item, head);
            head.end = line.next;
            head.complete = line.next > line.lf;
            return Ok(());
        }
        if !is_blank(input[line.start]) {
            finish_item(input, item, head);
            item = Some(new_item(input, line));
            continue;
        }
        match &mut item {
            Some(Item::Kept { lines, .. } | Item::Dropped { lines, .. }) => lines.push(line),
            None => {
                item = Some(Item::Dropped { kind: "LeadingWhitespace", lines: vec![line] });
            }
        }
    }
}

/// Refuses a line that begins with a CR that is not its end, as soon as that can be seen.
fn bare_cr_first(input: &[u8], start: usize) -> Step<()> {
    let mut at = start;
    while at < input.len() && input[at] == b'\r' {
        at += 1;
    }
    if at > start && at < input.len() && input[at] != b'\n' {
        return bad("BareCr", start);
    }
    Ok(())
}

/// Judges a line that begins an item: a field needs a name and a colon on its first line.
fn new_item(input: &[u8], line: Line) -> Item {
    let lines = vec![line];
    let mut colon = line.start;
    while colon < line.end && input[colon] != b':' {
        colon += 1;
    }
    let kind = if colon == line.end {
        "MissingColon"
    } else if colon == line.start {
        "EmptyName"
    } else {
        return Item::Kept { colon, lines };
    };
    Item::Dropped { kind, lines }
}

/// Gives out an item whose last line is known.
fn finish_item(input: &[u8], item: Option<Item>, head: &mut Head) {
    match item {
        None => {}
        Some(Item::Dropped { kind, lines }) => {
            head.defect(kind, lines[0].start, lines[lines.len() - 1].end);
        }
        Some(Item::Kept { colon, lines }) => {
            let name = field_name(input, lines[0].start, colon, head);
            let value = field_value(input, colon + 1, &lines, head);
            head.fields.push((name, value));
        }
    }
}

/// The name before the colon, whitespace between the two taken off. It begins with neither SP
/// nor HTAB, so something is left.
fn field_name(input: &[u8], start: usize, colon: usize, head: &mut Head) -> Vec<u8> {
    let mut end = colon;
    while is_blank(input[end - 1]) {
        end -= 1;
    }
    let name = &input[start..end];
    if !name.iter().all(|&byte| is_token_byte(byte)) {
        head.defect("InvalidName", start, end);
    }
    if end < colon {
        head.defect("SpaceBeforeColon", end, colon);
    }
    name.to_vec()
}

/// A piece of a value on its way to what is kept.
struct Cell {
    /// The byte as it is kept; `None` for a line end within the field.
    byte: Option<u8>,
    /// Its span in the input.
    start: usize,
    end: usize,
}

impl Cell {
    /// Whether it can belong to a fold's run of whitespace and line ends.
    fn is_space(&self) -> bool {
        self.byte.is_none_or(is_blank)
    }
}

/// The value: NUL and bare CR read as SP first, then each fold becomes one SP, then the ends
/// are trimmed.
fn field_value(input: &[u8], start: usize, lines: &[Line], head: &mut Head) -> Vec<u8> {
    let cells = value_cells(input, start, lines, head);
    let mut value = Vec::new();
    let mut at = 0;
    while at < cells.len() {
        let mut end = at;
        let mut folds = false;
        while end < cells.len() && cells[end].is_space() {
            folds |= cells[end].byte.is_none();
            end += 1;
        }
        if folds {
            head.defect("ObsFold", cells[at].start, cells[end - 1].end);
            value.push(b' ');
            at = end;
        } else {
            end = end.max(at + 1);
            value.extend(cells[at..end].iter().filter_map(|cell| cell.byte));
            at = end;
        }
    }
    trim(value)
}

/// The bytes of all lines of a field after its colon, and the line ends between them.
fn value_cells(input: &[u8], start: usize, lines: &[Line], head: &mut Head) -> Vec<Cell> {
    let mut first = FirstOfKind::default();
    let mut cells = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let from = if number == 0 { start } else { line.start };
        for (at, &byte) in (from..line.end).zip(&input[from..line.end]) {
            cells.push(Cell { byte: Some(first.take(byte, at, head)), start: at, end: at + 1 });
        }
        if number + 1 < lines.len() {
            cells.push(Cell { byte: None, start: line.end, end: line.next });
        }
    }
    cells
}

/// Takes SP and HTAB off both ends.
fn trim(mut value: Vec<u8>) -> Vec<u8> {
    while value.last().is_some_and(|&byte| is_blank(byte)) {
        value.pop();
    }
    let lead = value.iter().take_while(|&&byte| is_blank(byte)).count();
    value.split_off(lead)
}
