//! The naive LTSV parser.
//!
//! Source: the grammar of ltsv.org, over bytes:
//!
//! ```text
//! ltsv   = *(record NL) [record]
//! record = [field *(TAB field)]
//! field  = label ":" field-value
//! label  = 1*(%x30-39 / %x41-5A / %x61-7A / "_" / "." / "-")
//! value  = *(%x01-08 / %x0B / %x0C / %x0E-FF)
//! NL     = [%x0D] %x0A
//! ```
//!
//! Strict reports the first bad piece of a line as the error of that line;
//! lenient keeps what it can and lists each deviation as a defect. No limits.

/// A deviation the lenient profile let pass: kind, start and end of its span.
pub type Defect = (&'static str, u64, u64);

/// An error: kind and offset from the start of the stream.
pub type Failure = (&'static str, u64);

/// A label and its value.
pub type Field = (Vec<u8>, Vec<u8>);

/// What one line of a stream gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A record. Strict records have no defects.
    Record {
        /// Line number, from 1; blank lines count.
        line: u64,
        /// Labels and values as they stand in the input.
        fields: Vec<Field>,
        /// In order of their start.
        defects: Vec<Defect>,
        /// False for a last line without its LF.
        terminated: bool,
    },
    /// A line the strict profile refuses; the next line is read as usual.
    Error {
        /// Line number, from 1.
        line: u64,
        /// The kind of the first deviation from the left.
        kind: &'static str,
        /// Where it is, from the start of the stream.
        offset: u64,
    },
}

/// Parses a whole stream.
///
/// The lenient profile takes a BOM off the start of the stream and gives its defect
/// to the first record; it gives no record for a blank line.
pub fn parse(input: &[u8], strict: bool) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let mut bom: Vec<Defect> = Vec::new();
    let mut at = 0;
    let mut line = 0;
    if !strict && input.starts_with(b"\xEF\xBB\xBF") {
        bom.push(("Bom", 0, 3));
        at = 3;
    }
    while at < input.len() {
        line += 1;
        let (end, next, terminated) = line_bounds(input, at);
        let bytes = &input[at..end];
        let base = at as u64;
        at = next;
        if bytes.is_empty() && !strict {
            continue;
        }
        match parse_line(bytes, base, strict) {
            Ok((fields, defects)) => {
                let mut all = std::mem::take(&mut bom);
                all.extend(defects);
                outcomes.push(Outcome::Record { line, fields, defects: all, terminated });
            }
            Err((kind, offset)) => outcomes.push(Outcome::Error { line, kind, offset }),
        }
    }
    outcomes
}

/// Where the line that starts at `start` ends, where the next one starts, and
/// whether there was an LF. A CR is part of a line end only directly before an LF.
fn line_bounds(input: &[u8], start: usize) -> (usize, usize, bool) {
    let mut at = start;
    while at < input.len() {
        if input[at] == b'\n' {
            let mut end = at;
            if end > start && input[end - 1] == b'\r' {
                end -= 1;
            }
            return (end, at + 1, true);
        }
        at += 1;
    }
    (at, at, false)
}

/// Parses one line, given without its line end. `base` is its offset in the stream.
pub fn parse_line(
    line: &[u8],
    base: u64,
    strict: bool,
) -> Result<(Vec<Field>, Vec<Defect>), Failure> {
    let mut fields = Vec::new();
    let mut defects = Vec::new();
    if line.is_empty() {
        return Ok((fields, defects));
    }
    let mut start = base;
    for piece in line.split(|&byte| byte == b'\t') {
        if strict {
            fields.push(strict_piece(piece, start)?);
        } else {
            fields.extend(lenient_piece(piece, start, &mut defects));
        }
        start += piece.len() as u64 + 1;
    }
    Ok((fields, defects))
}

/// One piece between TABs, by the grammar: the first byte or piece that breaks it is the error.
fn strict_piece(piece: &[u8], start: u64) -> Result<Field, Failure> {
    if piece.is_empty() {
        return Err(("EmptyField", start));
    }
    if piece[0] == b':' {
        return Err(("EmptyLabel", start));
    }
    let mut at = 0;
    while at < piece.len() && piece[at] != b':' {
        if !is_label_byte(piece[at]) {
            return Err(("InvalidLabel", start + at as u64));
        }
        at += 1;
    }
    if at == piece.len() {
        return Err(("MissingColon", start));
    }
    let value = &piece[at + 1..];
    match first_bad_value_byte(value) {
        Some(bad) => Err(("InvalidValue", start + (at + 1 + bad) as u64)),
        None => Ok((piece[..at].to_vec(), value.to_vec())),
    }
}

/// One piece between TABs, kept where it has a label and a colon, else dropped; either way
/// with its defects.
fn lenient_piece(piece: &[u8], start: u64, defects: &mut Vec<Defect>) -> Option<Field> {
    let end = start + piece.len() as u64;
    if piece.is_empty() {
        defects.push(("EmptyField", start, end));
        return None;
    }
    let Some(colon) = piece.iter().position(|&byte| byte == b':') else {
        defects.push(("MissingColon", start, end));
        return None;
    };
    if colon == 0 {
        defects.push(("EmptyLabel", start, end));
        return None;
    }
    let (label, value) = (&piece[..colon], &piece[colon + 1..]);
    if !label.iter().all(|&byte| is_label_byte(byte)) {
        defects.push(("InvalidLabel", start, start + colon as u64));
    }
    if let Some(bad) = first_bad_value_byte(value) {
        let byte = start + (colon + 1 + bad) as u64;
        defects.push(("InvalidValue", byte, byte + 1));
    }
    Some((label.to_vec(), value.to_vec()))
}

/// A byte of the grammar's `label`.
fn is_label_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || byte == b'-'
}

/// The first NUL or CR; TAB and LF cannot be in a value that was split at them.
fn first_bad_value_byte(value: &[u8]) -> Option<usize> {
    value.iter().position(|&byte| byte == 0 || byte == b'\r')
}
