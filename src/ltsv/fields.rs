//! The exact parser of one line: pieces between TABs, each a field or a defect. Owns the meaning of
//! every byte of a line; knows no stream.

use crate::error::{Defect, ErrorKind, ParseError};
use crate::scan;
use crate::scan::ahead::{List, Near, NextPiece, SPAN};
use crate::scan::classes::is_label;
use crate::scan::lists::{Line, PlainPiece};

use super::visit::{Folder, Giver, TakePieces};

/// Splits one line into its fields, borrowed. The line may end in LF or CRLF.
///
/// Lenient, and without any state or allocation: a piece that is no field comes out as `Err`, and
/// the pieces beside it are not affected. Use it for a line at hand; for a whole buffer
/// [`records()`](crate::ltsv::records()) is faster.
///
/// ```
/// use linecut::ltsv;
/// let mut fields = ltsv::fields(b"host:192.0.2.1\tjunk\treq:GET / HTTP/1.1\n");
/// let host = fields.next().unwrap().unwrap();
/// assert_eq!((host.label(), host.value()), (&b"host"[..], &b"192.0.2.1"[..]));
/// let junk = fields.next().unwrap().unwrap_err();
/// assert_eq!((junk.kind, junk.span), (linecut::ErrorKind::MissingColon, 15..19));
/// assert_eq!(fields.next().unwrap().unwrap().value(), b"GET / HTTP/1.1");
/// assert!(fields.next().is_none());
/// ```
#[must_use]
pub fn fields(line: &[u8]) -> Fields<'_> {
    Fields::exact(strip_line_end(line), 0)
}

/// The line without its LF or CRLF. A CR without LF is data.
fn strip_line_end(line: &[u8]) -> &[u8] {
    match line {
        [rest @ .., b'\r', b'\n'] | [rest @ .., b'\n'] => rest,
        _ => line,
    }
}

/// Borrows one field of a line.
///
/// ```
/// let field = linecut::ltsv::fields(b"size:512").next().unwrap().unwrap();
/// assert_eq!(field.label(), b"size");
/// assert_eq!(field.value(), b"512");
/// assert_eq!(field.offset(), 0);
/// assert_eq!(field.defects().count(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    label: &'a [u8],
    value: &'a [u8],
    offset: u64,
    /// Label and value are known to hold no byte that they should not.
    plain: bool,
}

impl<'a> Field<'a> {
    /// Gives the label: the bytes before the first colon, at least one.
    ///
    /// ```
    /// let field = linecut::ltsv::fields(b"size:512").next().unwrap().unwrap();
    /// assert_eq!(field.label(), b"size");
    /// ```
    #[inline]
    #[must_use]
    pub fn label(&self) -> &'a [u8] {
        self.label
    }

    /// Gives the value: the bytes behind the first colon.
    ///
    /// ```
    /// let field = linecut::ltsv::fields(b"size:512").next().unwrap().unwrap();
    /// assert_eq!(field.value(), b"512");
    /// ```
    #[inline]
    #[must_use]
    pub fn value(&self) -> &'a [u8] {
        self.value
    }

    /// Gives the offset of the label's first byte, in the line or stream.
    ///
    /// ```
    /// let field = linecut::ltsv::fields(b"size:512").next().unwrap().unwrap();
    /// assert_eq!(field.offset(), 0);
    /// ```
    #[inline]
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the scanner saw that there is no defect.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.plain
    }

    /// Lists what is out of the ordinary in the field: at most one `InvalidLabel` (the whole
    /// label) and one `InvalidValue` (the first such byte). Computed when asked for.
    ///
    /// ```
    /// use linecut::{Defect, ErrorKind};
    /// let field = linecut::ltsv::fields(b"@a:x\0y").next().unwrap().unwrap();
    /// let defects: Vec<_> = field.defects().collect();
    /// assert_eq!(defects[0], Defect::new(ErrorKind::InvalidLabel, 0..2));
    /// assert_eq!(defects[1], Defect::new(ErrorKind::InvalidValue, 4..5));
    /// ```
    #[inline]
    #[must_use]
    pub fn defects(&self) -> FieldDefects {
        if self.plain { FieldDefects::default() } else { self.look_for_defects() }
    }

    fn look_for_defects(&self) -> FieldDefects {
        let span = |start: usize, len: usize| {
            let start = self.offset + start as u64;
            start..start + len as u64
        };
        let label = scan::find_not(is_label, self.label)
            .map(|_| Defect::new(ErrorKind::InvalidLabel, span(0, self.label.len())));
        let value = find_invalid_value(self.value)
            .map(|at| Defect::new(ErrorKind::InvalidValue, span(self.label.len() + 1 + at, 1)));
        FieldDefects { label, value }
    }
}

/// Iterates over the defects of a [`Field`], label first.
///
/// ```
/// assert_eq!(linecut::ltsv::FieldDefects::default().count(), 0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct FieldDefects {
    label: Option<Defect>,
    value: Option<Defect>,
}

impl Iterator for FieldDefects {
    type Item = Defect;

    #[inline]
    fn next(&mut self) -> Option<Defect> {
        self.label.take().or_else(|| self.value.take())
    }
}

/// The first byte that a value cannot hold. (A TAB cannot be there; an LF only where a caller gave
/// more than one line.)
fn find_invalid_value(value: &[u8]) -> Option<usize> {
    scan::find3(0, b'\r', b'\n', value)
}

/// Reads one piece: what is between two separators.
fn read_piece(piece: &[u8], offset: u64) -> Result<Field<'_>, Defect> {
    let dropped = |kind| Err(Defect::new(kind, offset..offset + piece.len() as u64));
    match scan::find(b':', piece) {
        _ if piece.is_empty() => dropped(ErrorKind::EmptyField),
        None => dropped(ErrorKind::MissingColon),
        Some(0) => dropped(ErrorKind::EmptyLabel),
        Some(colon) => {
            Ok(Field { label: &piece[..colon], value: &piece[colon + 1..], offset, plain: false })
        }
    }
}

/// Iterates over the fields of a line: `Ok` a field, `Err` a dropped piece.
///
/// ```
/// assert_eq!(linecut::ltsv::fields(b"a:1\tb:2\n").filter_map(Result::ok).count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    line: Line<'a>,
    /// The line without its end.
    text: &'a [u8],
    /// Offset of the line in its stream.
    base: u64,
    /// Where the next piece begins; past the line's end: no more.
    start: usize,
    /// The next pieces, if they are near the line's end,
    near: Near,
    /// or from the first look on.
    list: Option<List>,
}

impl<'a> Fields<'a> {
    /// Reads a line by the exact parser alone.
    pub(super) fn exact(line: &'a [u8], base: u64) -> Self {
        Self::scanned(Line::unscanned(line), base)
    }

    /// Reads a line with the help of what the scanner knows of it.
    #[inline]
    pub(super) fn scanned(line: Line<'a>, base: u64) -> Self {
        // A blank line has no piece, not an empty one.
        let start = usize::from(line.len == 0);
        let text = &line.bytes[..line.len];
        Self { line, text, base, start, near: Near::default(), list: None }
    }

    /// The line without its end.
    pub(super) fn line(&self) -> &'a [u8] {
        self.text
    }

    /// Whether every piece is a field without a defect.
    pub(super) fn are_plain(&self) -> bool {
        self.clone()
            .all(|piece| piece.is_ok_and(|field| field.plain || field.defects().next().is_none()))
    }

    /// The exact reader of this line's pieces.
    #[inline]
    fn at(&self) -> PieceAt<'a> {
        PieceAt { line: self.line(), base: self.base }
    }

    /// The next piece, if it is plain.
    #[inline(always)]
    fn next_plain(&mut self) -> Option<Field<'a>> {
        let start = self.start;
        let NextPiece { label, end } = match self.near.piece(start) {
            Some(piece) => piece,
            None => match self.list.as_mut().and_then(List::next) {
                Some(piece) => piece,
                None => self.look_ahead()?,
            },
        };
        let piece = self.text.get(start..end)?;
        let is_plain = label > 0
            && piece.get(label) == Some(&b':')
            && self.text.get(end).is_none_or(|byte| *byte == b'\t');
        if !is_plain {
            return None;
        }
        self.start = end + 1;
        let (label, value) = (&piece[..label], &piece[label + 1..]);
        Some(plain_field(PlainPiece { start, label, value }, self.base))
    }

    /// Finds the next pieces; gives the first.
    #[inline(never)]
    fn look_ahead(&mut self) -> Option<NextPiece> {
        if self.line.len - self.start < SPAN {
            self.near = scan::near(self.line(), self.start);
            return self.near.piece(self.start);
        }
        let list = self.list.get_or_insert_default();
        scan::ahead(&self.line, self.start, list);
        if !self.line.ends.is_empty() {
            self.line.ends = &self.line.ends[list.len()..];
        }
        list.next()
    }

    /// The next piece by the exact rules.
    #[cold]
    fn next_exact(&mut self) -> Result<Field<'a>, Defect> {
        let (piece, next) = self.at().read(self.start);
        self.start = next;
        // The scanner's positions go on behind this piece.
        let behind = next + self.line.origin;
        while let [first, rest @ ..] = self.line.ends
            && (*first as usize) < behind
        {
            self.line.ends = rest;
        }
        if let Some(list) = &mut self.list {
            list.pass_to(next);
        }
        piece
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<Field<'a>, Defect>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.start > self.text.len() {
            return None;
        }
        Some(match self.next_plain() {
            Some(field) => Ok(field),
            None => self.next_exact(),
        })
    }

    /// Goes through the fields faster than `next` can: `for_each`, `sum` and the like come here.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut acc = init;
        // Pieces that are listed are not among the line's ends any more.
        while self.list.as_ref().is_some_and(|list| !list.is_empty()) {
            let Some(piece) = self.next() else { return acc };
            acc = f(acc, piece);
        }
        if !self.line.ends.is_empty() {
            let mut folder = Folder::new(self.at(), f);
            (acc, self.start) = scan::visit(self.line, self.start, &mut folder, acc);
            f = folder.into_inner();
        }
        for piece in self {
            acc = f(acc, piece);
        }
        acc
    }
}

impl Fields<'_> {
    /// Goes through the line as [`fold`](Iterator::fold) does.
    #[inline]
    pub(super) fn give_to(mut self, taker: &mut impl TakePieces) {
        if !self.line.ends.is_empty() {
            let mut giver = Giver::new(self.at(), taker);
            ((), self.start) = scan::visit(self.line, self.start, &mut giver, ());
        }
        for piece in self {
            taker.piece(piece);
        }
    }
}

/// Reads pieces of a line by the exact rules.
#[derive(Clone, Copy)]
pub(super) struct PieceAt<'a> {
    line: &'a [u8],
    pub(super) base: u64,
}

impl<'a> PieceAt<'a> {
    /// The piece at `start`, which is not past the line's end; and where the next one begins.
    pub(super) fn read(self, start: usize) -> (Result<Field<'a>, Defect>, usize) {
        let rest = &self.line[start..];
        let len = scan::find(b'\t', rest).unwrap_or(rest.len());
        (read_piece(&rest[..len], self.base + start as u64), start + len + 1)
    }
}

#[inline]
pub(super) fn plain_field(piece: PlainPiece<'_>, base: u64) -> Field<'_> {
    let PlainPiece { start, label, value } = piece;
    Field { label, value, offset: base + start as u64, plain: true }
}

impl core::iter::FusedIterator for Fields<'_> {}

/// Gives the first error of a line by the strict rules, if it has one.
pub(super) fn strict_error(fields: Fields<'_>) -> Option<ParseError> {
    let (line, base) = (fields.line(), fields.base);
    if fields.are_plain() {
        return None;
    }
    fields.into_iter().find_map(|piece| match piece {
        Ok(field) => strict_field_error(&field),
        Err(defect) => {
            let start = (defect.span.start - base) as usize;
            let piece = &line[start..start + (defect.span.end - defect.span.start) as usize];
            Some(strict_piece_error(&defect, piece))
        }
    })
}

/// A byte that no label holds is an error before the missing colon is.
fn strict_piece_error(defect: &Defect, piece: &[u8]) -> ParseError {
    let offset = defect.span.start;
    match (defect.kind, scan::find_not(is_label, piece)) {
        (ErrorKind::MissingColon, Some(at)) => {
            ParseError::new(ErrorKind::InvalidLabel, offset + at as u64)
        }
        (kind, _) => ParseError::new(kind, offset),
    }
}

fn strict_field_error(field: &Field<'_>) -> Option<ParseError> {
    let defect = field.defects().next()?;
    let at = match defect.kind {
        // The error is at the byte, where the defect spans the label.
        ErrorKind::InvalidLabel => scan::find_not(is_label, field.label).unwrap_or(0),
        _ => 0,
    };
    Some(ParseError::new(defect.kind, defect.span.start + at as u64))
}
