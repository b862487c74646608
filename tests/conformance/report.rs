//! Tables for the documentation, printed by the tests.

use std::collections::BTreeMap;

/// A table with a title.
pub struct Table {
    title: &'static str,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Begins with the names of the columns.
    pub fn new(title: &'static str, columns: &[&str]) -> Self {
        let head = columns.iter().map(ToString::to_string).collect();
        let line = columns.iter().map(|_| "---".to_string()).collect();
        Self { title, rows: vec![head, line] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[&dyn ToString]) {
        self.rows.push(cells.iter().map(|cell| cell.to_string()).collect());
    }

    /// Prints it at once, so that tests that run at the same time do not mix.
    pub fn print(&self) {
        let lines: Vec<String> =
            self.rows.iter().map(|row| format!("| {} |", row.join(" | "))).collect();
        println!("\n{}\n\n{}\n", self.title, lines.join("\n"));
    }
}

/// How often each of some things was seen.
#[derive(Default)]
pub struct Counts(BTreeMap<&'static str, u64>);

impl Counts {
    /// Sees one.
    pub fn add(&mut self, name: &'static str) {
        *self.0.entry(name).or_default() += 1;
    }

    /// How often it was seen.
    pub fn of(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// All of them in one line.
    pub fn line(&self) -> String {
        if self.0.is_empty() {
            return "none".to_string();
        }
        let all: Vec<String> =
            self.0.iter().map(|(name, count)| format!("{name} {count}")).collect();
        all.join(", ")
    }
}

/// Bytes as text for messages.
pub fn show(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii())
}
