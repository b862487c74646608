//! The figures as tables and as JSON. Knows how to say things, not where they come from.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::advice::{LIMIT, advice};
use crate::lengths::Lengths;
use crate::sources::{Kind, Way};
use crate::study::{FileLengths, Group, Row};
use crate::terminal::{grouped, printable};

/// So many files have a line of their own in the table of lengths; those with the most values.
const FILES: usize = 12;

/// How much of a file's name the table shows.
const NAME_CHARS: usize = 60;

fn sum<'a>(files: impl IntoIterator<Item = &'a FileLengths>) -> Lengths {
    let mut sum = Lengths::default();
    files.into_iter().for_each(|file| sum.add_all(&file.lengths));
    sum
}

/// Writes one JSON object, on one line.
pub(crate) fn json(
    files: &[FileLengths],
    groups: &[(Group, Vec<Row>)],
    out: &mut impl Write,
) -> io::Result<()> {
    let file = |file: &FileLengths| {
        let mut object = lengths_json(&file.lengths);
        object["file"] = json!(file.name);
        object["kind"] = json!(file.kind.name());
        object
    };
    let object = json!({
        "files": files.iter().map(file).collect::<Vec<_>>(),
        "all": lengths_json(&sum(files)),
        "limit": LIMIT,
        "groups": groups.iter().map(|(group, rows)| group_json(group, rows)).collect::<Vec<_>>(),
    });
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

fn lengths_json(lengths: &Lengths) -> Value {
    let [values, embedded, longer, copied_128, copied_256] = lengths.figures();
    json!({
        "values": values, "embedded": embedded, "longer": longer,
        "copied_128": copied_128, "copied_256": copied_256,
    })
}

fn group_json(group: &Group, rows: &[Row]) -> Value {
    let advice = advice(rows);
    let row = |row: &Row| {
        json!({
            "way": row.way.name(),
            "policy": row.policy.name(),
            "values": row.memory.values,
            "allocations": row.memory.allocations,
            "bytes_kept": row.memory.kept,
            "bytes_alive": row.memory.alive,
            "amplification": row.memory.amplification(),
            "ns_per_value": row.nanoseconds,
        })
    };
    json!({
        "kind": group.kind.name(),
        "buffers": group.buffers.len(),
        "buffer_bytes": group.buffer_bytes(),
        "records": group.records(),
        "rows": rows.iter().map(row).collect::<Vec<_>>(),
        "recommended": { "policy": advice.policy.name(), "why": advice.why },
    })
}

/// Writes the table of lengths.
pub(crate) fn lengths(files: &[FileLengths], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "values by length: embedded in a slot of 24 bytes, or longer; of the longer ones"
    )?;
    writeln!(out, "those that a copying cutoff of 128 or 256 bytes copies\n")?;
    writeln!(
        out,
        "{:>10}{:>10}{:>10}{:>15}{:>15}  source",
        "values", "embedded", "longer", "copied at 128", "copied at 256"
    )?;
    let mut line = |lengths: &Lengths, name: &str| {
        let [values, embedded, longer, at_128, at_256] = lengths.figures().map(grouped);
        writeln!(out, "{values:>10}{embedded:>10}{longer:>10}{at_128:>15}{at_256:>15}  {name}")
    };
    let mut most: Vec<&FileLengths> = files.iter().collect();
    most.sort_by_key(|file| std::cmp::Reverse(file.lengths.values));
    let (shown, others) = most.split_at(if most.len() <= FILES { most.len() } else { FILES });
    // In the order they were given.
    for file in files.iter().filter(|file| shown.iter().any(|shown| std::ptr::eq(*shown, *file))) {
        line(&file.lengths, &printable(file.name.as_bytes(), NAME_CHARS))?;
    }
    if !others.is_empty() {
        let name = format!("{} other files", others.len());
        line(&sum(others.iter().copied()), &name)?;
    }
    line(&sum(files), "all")
}

/// Writes the tables of a group, and the advice.
pub(crate) fn group(group: &Group, rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let (records, buffers) = (grouped(group.records() as u64), grouped(group.buffers.len() as u64));
    let kib = group.kind.buffer() >> 10;
    match group.kind {
        Kind::Log => writeln!(
            out,
            "\nlogs: {records} lines, read in {buffers} blocks of {kib} KiB; the lines of a block \
             share one source"
        )?,
        Kind::Heads => writeln!(
            out,
            "\nheads: {records}, each read into a buffer of {kib} KiB that its values share"
        )?,
    }
    for way in Way::ALL {
        ways_table(way, rows, out)?;
    }
    let advice = advice(rows);
    writeln!(out, "\nrecommended for {}: {}", group.kind.plural(), advice.policy.name())?;
    for why in &advice.why {
        writeln!(out, "  - {why}")?;
    }
    Ok(())
}

fn ways_table(way: Way, rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "\n{:<24}{:>12}{:>14}{:>14}{:>9}{:>10}",
        way.name(),
        "allocations",
        "bytes kept",
        "bytes alive",
        "× kept",
        "ns/value"
    )?;
    for row in rows.iter().filter(|row| row.way == way) {
        writeln!(
            out,
            "  {:<22}{:>12}{:>14}{:>14}{:>9.2}{:>10}",
            row.policy.name(),
            grouped(row.memory.allocations),
            grouped(row.memory.kept),
            grouped(row.memory.alive),
            row.memory.amplification(),
            row.nanoseconds.map_or_else(|| "-".to_string(), |ns| format!("{ns:.1}")),
        )?;
    }
    Ok(())
}
