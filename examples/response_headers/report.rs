//! Heads and figures as JSON and as text. Knows how to say things, not where they come from.

use std::io::{self, Write};

use linecut::http1::Head;
use serde_json::{Value, json};

use crate::dump::Dump;
use crate::lengths::Lengths;
use crate::terminal::{grouped, printable};

/// How much of a value the text shows.
const VALUE_CHARS: usize = 200;

/// A file as a JSON object.
pub(crate) fn json(file: &str, dump: &Dump<'_>) -> Value {
    let [values, embedded, longer, copied_128, copied_256] = dump.lengths.figures();
    json!({
        "file": file,
        "heads": dump.heads.iter().map(head_json).collect::<Vec<_>>(),
        "rest_bytes": dump.rest_bytes,
        "values": values,
        "embedded": embedded,
        "longer": longer,
        "copied_128": copied_128,
        "copied_256": copied_256,
    })
}

fn head_json(head: &Head<'_>) -> Value {
    let fields = head.headers().iter().map(|(name, value)| json!([latin1(name), latin1(value)]));
    let defects = head.defects().iter().map(|defect| {
        json!({ "kind": defect.kind.name(), "span": [defect.span.start, defect.span.end] })
    });
    json!({
        "version": head.version().number(),
        "status": head.status(),
        "reason": head.reason().map(latin1),
        "fields": fields.collect::<Vec<_>>(),
        "defects": defects.collect::<Vec<_>>(),
    })
}

/// Bytes as text, one character each.
fn latin1(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| char::from(*byte)).collect()
}

/// The heads of a file as text.
pub(crate) fn heads(file: &str, dump: &Dump<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{file}")?;
    for head in &dump.heads {
        head_text(head, out)?;
    }
    writeln!(out, "  {} bytes are left\n", grouped(dump.rest_bytes))
}

fn head_text(head: &Head<'_>, out: &mut impl Write) -> io::Result<()> {
    let reason = printable(head.reason().unwrap_or_default(), VALUE_CHARS);
    writeln!(out, "  {} {:03} {reason}", head.version(), head.status())?;
    for (name, value) in head.headers().iter() {
        let (name, value) = (printable(name, VALUE_CHARS), printable(&value, VALUE_CHARS));
        writeln!(out, "    {name}: {value}")?;
    }
    for defect in head.defects() {
        writeln!(out, "    ! {} ({defect})", defect.kind.name())?;
    }
    match head.is_complete() {
        true => Ok(()),
        false => writeln!(out, "    ! the head is cut"),
    }
}

/// The table of all files.
pub(crate) fn table(rows: &[(String, Lengths)], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:>10}{:>10}{:>10}{:>15}{:>15}",
        "values", "embedded", "longer", "copied at 128", "copied at 256"
    )?;
    let mut sum = Lengths::default();
    for (file, lengths) in rows {
        row(file, lengths, out)?;
        sum.add_all(lengths);
    }
    match rows.len() {
        0 | 1 => Ok(()),
        _ => row("all", &sum, out),
    }
}

fn row(name: &str, lengths: &Lengths, out: &mut impl Write) -> io::Result<()> {
    let [values, embedded, longer, copied_128, copied_256] = lengths.figures().map(grouped);
    writeln!(out, "{values:>10}{embedded:>10}{longer:>10}{copied_128:>15}{copied_256:>15}  {name}")
}
