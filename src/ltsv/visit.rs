//! What goes through a line with the scanner: plain pieces by their places, odd ones by the exact
//! rules. Knows fields; no record and no stream.

use core::marker::PhantomData;

use crate::error::Defect;
use crate::scan::lists::{PlainPiece, Visitor};

use super::fields::{Field, PieceAt, plain_field};

/// Takes the pieces of a line, of plain fields only their places.
pub(super) trait TakePieces {
    fn plain(&mut self, start: usize, colon: usize, end: usize);

    fn piece(&mut self, piece: Result<Field<'_>, Defect>);
}

/// Gives the pieces of a line to a taker.
pub(super) struct Giver<'a, 't, T> {
    piece: PieceAt<'a>,
    taker: &'t mut T,
}

impl<'a, 't, T> Giver<'a, 't, T> {
    pub(super) fn new(piece: PieceAt<'a>, taker: &'t mut T) -> Self {
        Self { piece, taker }
    }
}

impl<'a, T: TakePieces> Visitor<'a> for Giver<'a, '_, T> {
    type Value = ();

    #[inline(always)]
    fn plain(&mut self, (): (), piece: PlainPiece<'a>) {
        let colon = piece.start + piece.label.len();
        self.taker.plain(piece.start, colon, colon + 1 + piece.value.len());
    }

    #[cold]
    fn odd(&mut self, (): (), start: usize) -> ((), usize) {
        let (piece, next) = self.piece.read(start);
        self.taker.piece(piece);
        ((), next)
    }
}

/// Gives the pieces of a line to a function, one after the other.
pub(super) struct Folder<'a, B, F> {
    piece: PieceAt<'a>,
    f: F,
    acc: PhantomData<B>,
}

impl<'a, B, F> Folder<'a, B, F> {
    #[inline]
    pub(super) fn new(piece: PieceAt<'a>, f: F) -> Self {
        Self { piece, f, acc: PhantomData }
    }

    #[inline]
    pub(super) fn into_inner(self) -> F {
        self.f
    }
}

impl<'a, B, F: FnMut(B, Result<Field<'a>, Defect>) -> B> Visitor<'a> for Folder<'a, B, F> {
    type Value = B;

    #[inline(always)]
    fn plain(&mut self, acc: B, piece: PlainPiece<'a>) -> B {
        (self.f)(acc, Ok(plain_field(piece, self.piece.base)))
    }

    #[cold]
    fn odd(&mut self, acc: B, start: usize) -> (B, usize) {
        let (piece, next) = self.piece.read(start);
        ((self.f)(acc, piece), next)
    }
}
