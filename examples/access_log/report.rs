//! The summary as JSON and as a table. Knows how to say things, not where they come from.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::paths::PathStats;
use crate::summary::{Summary, Tally};
use crate::terminal::{grouped, printable};

/// How many paths are shown.
const TOP: usize = 10;

/// How much of a path the table shows.
const PATH_CHARS: usize = 120;

/// Writes one JSON object, on one line.
pub(crate) fn json(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let counts = |tallies: &BTreeMap<&'static str, Tally>| -> Map<String, Value> {
        tallies.iter().map(|(kind, tally)| ((*kind).to_string(), json!(tally.count))).collect()
    };
    let top: Vec<Value> =
        summary.paths.top(TOP).into_iter().map(|(path, stats)| path_json(path, stats)).collect();
    let object = json!({
        "records": summary.records,
        "fields": summary.fields,
        "bytes": summary.bytes,
        "blank": summary.blank,
        "duplicates": summary.duplicates,
        "defects": counts(&summary.defects),
        "errors": counts(&summary.errors),
        "status": summary.status,
        "top": top,
        "other_paths": summary.paths.others(),
        "size_sum": summary.size_sum,
    });
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

fn path_json(path: &[u8], stats: &PathStats) -> Value {
    json!({
        "path": String::from_utf8_lossy(path),
        "count": stats.count,
        "p50": stats.times.percentile(50),
        "p95": stats.times.percentile(95),
        "p99": stats.times.percentile(99),
        "max": stats.times.max(),
    })
}

/// Writes the table. `names` are those of the files.
pub(crate) fn table(summary: &Summary, names: &[String], out: &mut impl Write) -> io::Result<()> {
    for (what, n) in [
        ("records", summary.records),
        ("fields", summary.fields),
        ("bytes", summary.bytes),
        ("blank lines", summary.blank),
        ("with a repeated label", summary.duplicates),
        ("sum of size", summary.size_sum),
    ] {
        writeln!(out, "{what:<22}{:>18}", grouped(n))?;
    }
    let requests: u64 = summary.status.values().sum();
    for (class, n) in &summary.status {
        let percent = *n as f64 * 100.0 / requests as f64;
        writeln!(out, "status {class:<15}{:>18}{percent:>7.1} %", grouped(*n))?;
    }
    tallies("defects", &summary.defects, names, out)?;
    tallies("errors", &summary.errors, names, out)?;
    paths(summary, out)
}

fn tallies(
    title: &str,
    tallies: &BTreeMap<&'static str, Tally>,
    names: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    if tallies.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title:<22}{:>18}  first at byte", "count")?;
    for (kind, Tally { count, file, offset }) in tallies {
        write!(out, "{kind:<22}{:>18}  {offset}", grouped(*count))?;
        match names.get(*file) {
            Some(name) if names.len() > 1 => writeln!(out, " of {name}")?,
            _ => writeln!(out)?,
        }
    }
    Ok(())
}

fn paths(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let top = summary.paths.top(TOP);
    if top.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n{:>10}{:>9}{:>9}{:>9}{:>9}  the most frequent paths (times in ms)",
        "count", "p50", "p95", "p99", "max"
    )?;
    for (path, stats) in &top {
        write!(out, "{:>10}", grouped(stats.count))?;
        for percent in [50, 95, 99] {
            write!(out, "{:>9}", time(stats.times.percentile(percent)))?;
        }
        let max = stats.times.max().map_or_else(|| "-".to_string(), grouped);
        writeln!(out, "{max:>9}  {}", printable(path, PATH_CHARS))?;
    }
    match summary.paths.others() {
        0 => Ok(()),
        n => writeln!(out, "{:>10}{:>36}  (all paths past the first 100,000)", grouped(n), ""),
    }
}

/// A percentile, whose last bucket has no upper end.
fn time(millis: Option<u64>) -> String {
    match millis {
        None => "-".to_string(),
        Some(millis @ ..=60_000) => grouped(millis),
        Some(_) => ">60,000".to_string(),
    }
}
