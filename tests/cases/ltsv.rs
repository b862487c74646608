//! The LTSV cases.

use serde_json::Value;

use super::load::{Case, Kind, Text, check_keys, hex, known, list, number};
use super::run::Want;
use crate::naive::ltsv::Outcome;

/// The names of errors and defects.
const KINDS: &[&str] = &[
    "EmptyField",
    "EmptyLabel",
    "MissingColon",
    "InvalidLabel",
    "InvalidValue",
    "DuplicateLabel",
    "Bom",
    "TooLong",
    "TooManyFields",
];

/// What is wanted of one line, and what a line gave in the same form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A record.
    Record {
        line: u64,
        fields: Vec<(Text, Text)>,
        defects: Vec<(&'static str, u64, u64)>,
        terminated: bool,
    },
    /// A record too long to list: the number of its fields.
    Count { line: u64, fields: u64 },
    /// A line that is an error.
    Error { line: u64, kind: &'static str, offset: u64 },
}

/// The right outcome of a case in one profile: one entry a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LtsvWant(Vec<Entry>);

impl Want<Vec<Outcome>> for LtsvWant {
    fn applies(&self) -> bool {
        true
    }

    fn seen(&self, got: Vec<Outcome>) -> LtsvWant {
        let entry = |(index, outcome)| match (self.0.get(index), outcome) {
            (Some(Entry::Count { .. }), Outcome::Record { line, fields, .. }) => {
                Entry::Count { line, fields: fields.len() as u64 }
            }
            (_, outcome) => entry_of(outcome),
        };
        LtsvWant(got.into_iter().enumerate().map(entry).collect())
    }

    fn without_kinds(mut self) -> LtsvWant {
        for entry in &mut self.0 {
            if let Entry::Error { kind, .. } = entry {
                *kind = "any";
            }
        }
        self
    }
}

/// An outcome in the form of a wanted one.
fn entry_of(outcome: Outcome) -> Entry {
    match outcome {
        Outcome::Error { line, kind, offset } => Entry::Error { line, kind, offset },
        Outcome::Record { line, fields, defects, terminated } => Entry::Record {
            line,
            fields: fields.into_iter().map(|(label, value)| (Text(label), Text(value))).collect(),
            defects,
            terminated,
        },
    }
}

/// Reads a case.
pub fn case(case: &Value, at: &str) -> Case<LtsvWant> {
    let keys = ["id", "why", "source", "input_hex", "strict", "lenient"];
    check_keys(case, &keys, at);
    Case {
        id: case["id"].as_str().unwrap_or_default().to_string(),
        bytes: hex(&case["input_hex"], at),
        kind: Kind::Ltsv,
        prefix: Vec::new(),
        strict: want(&case["strict"], true, at),
        lenient: want(&case["lenient"], false, at),
    }
}

/// Reads the right outcome of one profile.
fn want(entries: &Value, strict: bool, at: &str) -> LtsvWant {
    let entries = list(entries, at).iter();
    LtsvWant(entries.map(|value| entry(value, strict, at)).collect())
}

/// Reads one entry.
fn entry(entry: &Value, strict: bool, at: &str) -> Entry {
    let line = number(&entry["line"], at);
    if let Some(kind) = entry.get("error") {
        check_keys(entry, &["line", "error", "offset"], at);
        return Entry::Error {
            line,
            kind: known(kind, KINDS, at),
            offset: number(&entry["offset"], at),
        };
    }
    if let Some(count) = entry.get("field_count") {
        check_keys(entry, &["line", "field_count"], at);
        return Entry::Count { line, fields: number(count, at) };
    }
    let mut defects = Vec::new();
    if strict {
        check_keys(entry, &["line", "fields", "terminated"], at);
    } else {
        check_keys(entry, &["line", "fields", "terminated", "defects"], at);
        defects.extend(list(&entry["defects"], at).iter().map(|value| defect(value, at)));
    }
    let Some(terminated) = entry["terminated"].as_bool() else {
        panic!("{at}: terminated is not a boolean");
    };
    Entry::Record {
        line,
        fields: list(&entry["fields"], at).iter().map(|pair| field(pair, at)).collect(),
        defects,
        terminated,
    }
}

/// Reads a label and its value.
fn field(pair: &Value, at: &str) -> (Text, Text) {
    let [label, value] = list(pair, at) else {
        panic!("{at}: not a label and a value: {pair}");
    };
    (Text(hex(label, at)), Text(hex(value, at)))
}

/// Reads a defect.
fn defect(defect: &Value, at: &str) -> (&'static str, u64, u64) {
    check_keys(defect, &["kind", "span"], at);
    let [start, end] = list(&defect["span"], at) else {
        panic!("{at}: not a span: {defect}");
    };
    let kind = known(&defect["kind"], KINDS, at);
    (kind, number(start, at), number(end, at))
}
