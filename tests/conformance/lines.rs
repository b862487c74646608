//! Where the fields of a head come from, told from its text alone: each from one line that does not
//! begin with whitespace, and from the whitespace-led lines behind it.

use super::report::show;
use crate::naive::http1::{Defect, Head};

/// A line and the whitespace-led ones behind it.
struct Item<'a> {
    text: &'a [u8],
    /// It begins with whitespace: it belongs to no line.
    led: bool,
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// The field lines of a head of the input, with their folds. The head has its empty line, or the
/// input ends.
fn items<'a>(input: &'a [u8], head: &Head, defects: &[Defect]) -> Vec<Item<'a>> {
    let mut at = if defects.contains(&("Bom", 0, 3)) { 3 } else { 0 };
    if head.start.is_some() {
        at += input[at..].iter().take_while(|byte| b"\r\n".contains(byte)).count();
        at += input[at..head.end].iter().position(|b| *b == b'\n').map_or(head.end - at, |n| n + 1);
    }
    let mut items: Vec<Item<'_>> = Vec::new();
    for line in input[at..head.end].split_inclusive(|byte| *byte == b'\n') {
        let led = line.first().is_some_and(|byte| is_blank(*byte));
        if line.iter().all(|byte| b"\r\n".contains(byte)) {
            break; // the empty line
        }
        match items.last_mut() {
            Some(item) if led => item.text = &input[at - item.text.len()..at + line.len()],
            _ => items.push(Item { text: line, led }),
        }
        at += line.len();
    }
    items
}

/// The pieces between whitespace, line ends and what is read as whitespace.
fn words(text: &[u8]) -> Vec<&[u8]> {
    text.split(|byte| b"\0\t\n\r ".contains(byte)).filter(|word| !word.is_empty()).collect()
}

/// The text without SP, HTAB and line ends at its end.
fn trimmed(text: &[u8]) -> &[u8] {
    let last = text.iter().rposition(|byte| !b" \t\r\n".contains(byte));
    &text[..last.map_or(0, |at| at + 1)]
}

/// Whether the field can be what the item says.
fn says(item: &Item<'_>, name: &[u8], value: &[u8]) -> bool {
    let Some(behind) = item.text.strip_prefix(name) else { return false };
    let blanks = behind.iter().take_while(|byte| is_blank(**byte)).count();
    let Some(raw) = behind[blanks..].strip_prefix(b":") else { return false };
    let text = trimmed(raw);
    let lead = text.iter().take_while(|byte| is_blank(**byte)).count();
    let rewritten = text.iter().any(|byte| b"\0\r\n".contains(byte));
    let same = if rewritten { words(raw) == words(value) } else { &text[lead..] == value };
    !item.led && same
}

/// Holds a head to its text: every field, in order, is a line that is no fold, and all other lines
/// are the dropped ones that `defects` list.
pub fn check_origin(input: &[u8], head: &Head, defects: &[Defect], message: &str) {
    let dropped =
        |defect: &&Defect| ["LeadingWhitespace", "MissingColon", "EmptyName"].contains(&defect.0);
    let mut dropped: Vec<u64> = defects.iter().filter(dropped).map(|defect| defect.1).collect();
    let mut fields = head.fields.iter();
    for item in items(input, head, defects) {
        let start = item.text.as_ptr() as u64 - input.as_ptr() as u64;
        if let Some(at) = dropped.iter().position(|at| *at == start) {
            dropped.remove(at);
            continue;
        }
        let field = fields.next();
        assert!(
            field.is_some_and(|(name, value)| says(&item, name, value)),
            "{message}: {} gives {field:?}",
            show(item.text)
        );
    }
    assert_eq!(fields.next(), None, "{message}: a field without a line");
    assert_eq!(dropped, [0; 0], "{message}: dropped lines that are not there");
}
