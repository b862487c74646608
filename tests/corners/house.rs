//! What is promised about the source itself.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push(path);
        }
    }
}

/// The code of a file without its comments, and without the names of lints.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a file");
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n").replace("unsafe_code", "").replace("unsafe_ops", "")
}

#[test]
fn only_the_vector_code_is_unsafe() {
    let mut all = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut all);
    assert!(all.len() > 60, "{}", all.len());
    let with_unsafe: Vec<_> = all.iter().filter(|path| code(path).contains("unsafe")).collect();
    assert_eq!(with_unsafe.len(), 1, "{with_unsafe:?}");
    assert!(with_unsafe[0].ends_with("scan/x86_64.rs"), "{with_unsafe:?}");
    let text = fs::read_to_string(with_unsafe[0]).expect("a file");
    let (blocks, proofs) = (text.matches("unsafe {").count(), text.matches("// SAFETY:").count());
    assert!(blocks > 0 && proofs >= blocks, "{blocks} blocks, {proofs} proofs");
}

#[test]
fn every_promise_names_tests_that_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let promises = fs::read_to_string(root.join("docs/promises.md")).expect("the promises");
    let mut tests = Vec::new();
    sources(&root.join("tests"), &mut tests);
    sources(&root.join("src"), &mut tests);
    let all: String = tests.iter().map(|path| code(path)).collect();
    // `file::test`, in code quotes; what has the name of a module is an item of the crate.
    let is_test = |file: &str| {
        !["ltsv", "http1"].contains(&file)
            && file.chars().all(|c| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    let quoted = promises.split('`').skip(1).step_by(2);
    let named = quoted.filter_map(|code| code.split_once("::"));
    let named: Vec<_> = named.filter(|(file, _)| is_test(file)).collect();
    assert!(named.len() > 30, "{}", named.len());
    for (file, path) in named {
        let test = path.rsplit("::").next().unwrap_or(path);
        assert!(all.contains(&format!("fn {test}(")), "no test {test} of {file}");
        assert!(root.join(format!("tests/{file}.rs")).exists(), "no file {file}");
    }
}
