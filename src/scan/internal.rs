//! The offset lists as plain vectors, for the tests that compare backends. Knows both lists; used
//! by nothing in the crate.

use alloc::vec::Vec;

use super::lists::{HeadPositions, HeadScan, Piece, Pieces};
use super::{head, head_portable, pieces};

/// How many bytes [`line_pieces`] looks at.
pub const WINDOW: usize = super::lists::WINDOW;

/// One piece: where it ends, the length of its label (0: not sure), where the next one begins.
pub type PieceAt = (usize, usize, usize);

/// Lists the complete lines of a window: the pieces of each, and whether all are plain.
#[must_use]
pub fn line_pieces(window: &[u8]) -> Vec<(Vec<PieceAt>, bool)> {
    let mut list = Pieces::new();
    pieces(window, &mut list);
    let mut first = 0;
    (0..list.line_count())
        .map(|index| {
            let line = list.line(index, first);
            first = line.last;
            let pieces = list.of(line).iter().map(|raw| {
                let piece = Piece::from(*raw);
                (piece.end(), piece.label_len(), piece.next_start())
            });
            (pieces.collect(), line.plain)
        })
        .collect()
}

/// Gives positions of a head and how its scan ended: the end's place, `"cut"` or `"unsure"`.
pub fn head_positions(bytes: &[u8], judge: bool) -> (Vec<u32>, Result<usize, &'static str>) {
    let mut list = HeadPositions::new();
    let scan = if judge { head_portable(bytes, &mut list) } else { head(bytes, &mut list) };
    let end = match scan {
        HeadScan::End(at) => Ok(at),
        HeadScan::Cut => Err("cut"),
        HeadScan::Unsure => Err("unsure"),
    };
    (list.list().to_vec(), end)
}

/// The LTSV scanner alone, for benches.
#[derive(Debug)]
pub struct Scanner(Pieces);

impl Scanner {
    /// Makes its table.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self(Pieces::new())
    }

    /// Scans a window; gives the number of its complete lines and the bytes they have.
    pub fn scan(&mut self, window: &[u8]) -> (usize, usize) {
        pieces(window, &mut self.0);
        let lines = self.0.line_count();
        let bytes = if lines == 0 {
            0
        } else {
            let last = self.0.line(lines - 1, 0);
            self.0.of(last).last().map_or(0, |raw| Piece::from(*raw).next_start())
        };
        (lines, bytes)
    }
}
