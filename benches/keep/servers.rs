//! Value lengths of each server's response heads: embedded, longer, and of the longer ones those a
//! cutoff copies.

use std::collections::BTreeMap;

use super::inputs;
use super::markdown::{grouped, table};
use crate::lengths::Lengths;

/// The figures by server, which is what a fixture's name begins with.
pub fn by_server() -> BTreeMap<String, Lengths> {
    let mut servers: BTreeMap<String, Lengths> = BTreeMap::new();
    for (name, buffers) in inputs::heads() {
        let server = name.split(['-', '.']).next().unwrap_or_default().to_string();
        let lengths = servers.entry(server).or_default();
        let values = buffers.iter().flat_map(|buffer| &buffer.values);
        values.for_each(|range| lengths.add(range.len()));
    }
    servers
}

/// Servers with at least this many values have a line of their own.
const ENOUGH: u64 = 30;

pub fn counts() -> String {
    let (mut others, mut all) = (Lengths::default(), Lengths::default());
    let mut rows = Vec::new();
    for (server, lengths) in by_server() {
        all.add_all(&lengths);
        match lengths.values {
            ENOUGH.. => rows.push((format!("`{server}`"), lengths)),
            _ => others.add_all(&lengths),
        }
    }
    rows.push(("the others".into(), others));
    rows.push(("**all**".into(), all));
    let rows = rows.into_iter().map(|(name, lengths)| {
        let [values, embedded, longer, at_128, at_256] = lengths.figures().map(grouped);
        [name, values, embedded, longer, at_128, at_256]
    });
    table(["server", "values", "embedded", "longer", "copied at 128", "copied at 256"], rows)
}
