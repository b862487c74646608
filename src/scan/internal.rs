//! The offset lists as plain vectors, for the tests that compare backends. Knows both lists; used
//! by nothing in the crate.

use alloc::vec::Vec;

use super::ahead::List;
use super::classes::is_token;
use super::head::{FewLines, HeadScan};
use super::lists::{Line, Pieces, PlainPiece, Visitor};
use super::{ahead, field_lines, find_not, head_lines, near, pieces, visit};

/// How many bytes [`line_pieces`] looks at.
pub const WINDOW: usize = super::lists::WINDOW;

/// One piece: where it begins, its colon (none: it is odd), its end or where it goes on behind.
pub type PieceAt = (usize, Option<usize>, usize);

/// Lists the complete lines of some bytes, looked at in two windows that meet at `cut`: low bytes of
/// each, and what a visitor is told of them. An odd piece ends at the next TAB. `sparse` lets it expect
/// few of them.
///
/// # Panics
///
/// If there are more bytes than two windows have.
#[must_use]
pub fn line_pieces(bytes: &[u8], cut: usize, sparse: bool) -> Vec<(Vec<u32>, Vec<PieceAt>)> {
    let mut list = Pieces::new();
    let mut lines = Vec::new();
    // Where positions count from: the start of the line that the window begins with, or goes on with.
    let (mut base, mut next_piece, mut origin) = (0, 0, 0);
    for part in [0..cut, cut..bytes.len()] {
        assert!(list.carry(next_piece, origin));
        (base, next_piece, origin) = (base + origin, 0, 0);
        list.is_sparse = sparse;
        pieces(&bytes[part.clone()], (part.start - base) as u32, &mut list);
        for index in 0..list.line_count() {
            let end = list.end_of(index);
            let ends = list.positions(next_piece, end);
            let (bytes, len) = (&bytes[base + origin..], list.position(end - 1) - origin);
            let mut collect = Collect { line: &bytes[..len] };
            let line = Line { bytes, len, ends, origin };
            let low = ends.iter().map(|end| end + base as u32).collect();
            lines.push((low, visit(line, 0, &mut collect, Vec::new()).0));
            (next_piece, origin) = (end, origin + len + 1);
        }
    }
    lines
}

/// Lists pieces of a line from `start` on, as many as an iterator finds at a time: where each ends (the
/// next low byte), and how many label bytes it begins with. `listed` gives it the ends as a list.
#[must_use]
pub fn pieces_ahead(line: &[u8], start: usize, listed: bool) -> Vec<(usize, usize)> {
    let low = (start..line.len()).filter(|at| line[*at] <= 0x0D);
    let low: Vec<u32> = low.chain([line.len()]).map(|at| at as u32).collect();
    let mut line = Line::unscanned(line);
    if listed {
        line.ends = &low;
    }
    let mut found = List::default();
    ahead(&line, start, &mut found);
    core::iter::from_fn(|| found.next()).map(|piece| (piece.end, piece.label)).collect()
}

/// The same of the rest of a line that is short.
#[must_use]
pub fn pieces_near(line: &[u8], start: usize) -> Vec<(usize, usize)> {
    let near = near(line, start);
    let mut start = start;
    let next = || {
        let piece = near.piece(start)?;
        start = piece.end + 1;
        Some((piece.end, piece.label))
    };
    core::iter::from_fn(next).collect()
}

struct Collect<'a> {
    line: &'a [u8],
}

impl<'a> Visitor<'a> for Collect<'a> {
    type Value = Vec<PieceAt>;

    fn plain(&mut self, mut pieces: Vec<PieceAt>, piece: PlainPiece<'a>) -> Vec<PieceAt> {
        let colon = piece.start + piece.label.len();
        pieces.push((piece.start, Some(colon), colon + 1 + piece.value.len()));
        pieces
    }

    fn odd(&mut self, mut pieces: Vec<PieceAt>, start: usize) -> (Vec<PieceAt>, usize) {
        let rest = self.line.get(start..).unwrap_or_default();
        let end = start + super::find(b'\t', rest).unwrap_or(rest.len());
        pieces.push((start, None, end));
        (pieces, end + 1)
    }
}

/// Lists the lines of a head, as the end of the name and the LF of each (of the first, no name); and
/// says how it ended: the end's place, `"cut"` or `"unsure"`.
pub fn head_positions(bytes: &[u8]) -> (Vec<(usize, usize)>, Result<usize, &'static str>) {
    let mut list = FewLines::new();
    let scan = head_lines(bytes, &mut list);
    let lines = list.list();
    let mut positions = alloc::vec![(0, 0); lines.len()];
    if let (Some(first), Some((slot, fields))) = (lines.first(), positions.split_first_mut()) {
        slot.1 = *first as usize;
        field_lines(bytes, lines, fields, |slot, line| {
            let from = line.name_end.max(line.start);
            let rest = find_not(is_token, &bytes[from..]).unwrap_or(bytes.len() - from);
            *slot = (from + rest, line.lf);
        });
    }
    let end = match scan {
        HeadScan::End(at) => Ok(at),
        HeadScan::Cut => Err("cut"),
        HeadScan::Unsure => Err("unsure"),
        HeadScan::Full => Err("full"),
    };
    // What the caller sees.
    let is_crlf = |(_, lf): &(usize, usize)| bytes[..=*lf].ends_with(b"\r\n");
    match positions.iter().position(|line| !is_crlf(line)) {
        Some(good) => (positions[..good].to_vec(), Err("unsure")),
        None => (positions, end),
    }
}
