//! Finds the heads to run: cases, fixtures, and the collections beside the repository.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::naive::http1::What;

/// A file, or a part of one, that begins with a head.
pub struct Sample {
    /// The file's path in its collection, or the id of the case.
    pub name: String,
    /// What it begins with.
    pub what: What,
    /// The head and what follows it.
    pub bytes: Vec<u8>,
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of a collection beside the repository, where it is there.
fn collection(name: &str) -> Option<PathBuf> {
    let folder = repository().join("../shared/corpora").join(name);
    folder.is_dir().then_some(folder)
}

/// The files below a folder, with their paths in it, sorted.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(&at).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).expect("a path below it").to_string_lossy();
            found.push((name.into_owned(), fs::read(&path).expect("a file")));
        }
    }
    found.sort();
    found
}

fn samples(folder: &Path, what: impl Fn(&str) -> What) -> Vec<Sample> {
    let heads = files(folder).into_iter().filter(|(name, _)| !name.ends_with(".tsv"));
    heads.map(|(name, bytes)| Sample { what: what(&name), name, bytes }).collect()
}

/// The files of `fixtures/http1`.
pub fn fixtures() -> Vec<Sample> {
    samples(&repository().join("fixtures/http1"), |name| {
        if name.starts_with("request-") { What::Request } else { What::Response }
    })
}

/// The response heads of `captured`: none where it is absent.
pub fn captured() -> Vec<Sample> {
    collection("captured").map_or_else(Vec::new, |folder| samples(&folder, |_| What::Response))
}

/// The request heads of `captured-requests`.
pub fn captured_requests() -> Vec<Sample> {
    let folder = collection("captured-requests");
    folder.map_or_else(Vec::new, |folder| samples(&folder, |_| What::Request))
}

/// The files of `public`, each of many heads.
pub fn public() -> Vec<Sample> {
    collection("public").map_or_else(Vec::new, |folder| {
        samples(&folder, |name| if name.contains("-req.") { What::Request } else { What::Response })
    })
}

/// The cases that are one request or response head.
pub fn cases() -> Vec<Sample> {
    let mut cases = Vec::new();
    for (file, bytes) in files(&repository().join("fixtures/cases")) {
        if !(file.starts_with("http1") && file.ends_with(".json")) {
            continue;
        }
        let list: Vec<Value> = serde_json::from_slice(&bytes).expect("a list of cases");
        for case in list {
            let what = match case["kind"].as_str() {
                Some("req") => What::Request,
                Some("res") => What::Response,
                _ => continue,
            };
            let name = case["id"].as_str().expect("an id").to_string();
            let bytes = from_hex(case["input_hex"].as_str().expect("an input"));
            cases.push(Sample { name, what, bytes });
        }
    }
    cases
}

fn from_hex(digits: &str) -> Vec<u8> {
    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16);
    digits.as_bytes().chunks(2).map(|pair| byte(pair).expect("hexadecimal digits")).collect()
}

/// Every head of a file that has several, one behind the other: a sample from each on. The heads are
/// found by their text alone.
pub fn each_head(samples: &[Sample]) -> Vec<Sample> {
    let mut heads = Vec::new();
    for sample in samples {
        let mut at = 0;
        loop {
            let bytes = sample.bytes[at..].to_vec();
            let end = end_of_head(&bytes);
            heads.push(Sample { name: sample.name.clone(), what: sample.what, bytes });
            at += end;
            if sample.what != What::Response || !sample.bytes[at..].starts_with(b"HTTP/") {
                break;
            }
        }
    }
    heads
}

/// Where a head ends, its empty line included; the end of the bytes if there is no empty line.
pub fn end_of_head(bytes: &[u8]) -> usize {
    bytes.windows(4).position(|four| four == b"\r\n\r\n").map_or(bytes.len(), |at| at + 4)
}
