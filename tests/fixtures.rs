//! Holds `fixtures/README.md` to its word: each fixture is described there, on a line of its own, and
//! what it says of the ones that the benches single out is so.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// The names in the first column of the README's tables, with their folder.
fn described() -> Vec<String> {
    let readme = fs::read_to_string(folder().join("README.md")).expect("a README");
    let mut names = Vec::new();
    let mut folder = "";
    for line in readme.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            folder = heading;
        } else if let Some((name, _)) = line.strip_prefix("| `").and_then(|l| l.split_once('`')) {
            names.push(format!("{folder}{name}"));
        }
    }
    names
}

#[test]
fn every_fixture_is_described_once() {
    let described = described();
    let distinct: BTreeSet<String> = described.iter().cloned().collect();
    assert_eq!(described.len(), distinct.len(), "a fixture is described twice");
    let mut present = BTreeSet::new();
    for name in ["ltsv", "http1", "cases"] {
        for entry in fs::read_dir(folder().join(name)).expect("a folder") {
            let file = entry.expect("a file").file_name();
            present.insert(format!("{name}/{}", file.to_str().expect("a name that is text")));
        }
    }
    assert_eq!(distinct, present);
}

#[test]
fn the_heads_for_benches_are_what_they_are_said_to_be() {
    for (name, fields, bytes) in [
        ("request-chromium-40-GET.head", 16, 687),
        ("nginx-security-range-206.head", 24, 1596),
        ("php-cli-server-get_json.head", 5, 150),
    ] {
        let head = fs::read(folder().join("http1").join(name)).expect("a head");
        // The start line and the empty line are no fields.
        let lines = head.split(|byte| *byte == b'\n').count() - 1;
        assert_eq!((lines - 2, head.len()), (fields, bytes), "{name}");
    }
}
