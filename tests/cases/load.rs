//! Finding and reading the case files, and what the cases of both formats have in common.
//!
//! Anything unknown is a panic that names the case: a case nobody can run must not pass.

use std::fmt;
use std::path::PathBuf;

use serde_json::Value;

/// What the input of a case is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A stream of LTSV lines.
    Ltsv,
    /// One request head.
    Request,
    /// One response head.
    Response,
    /// A dump of several heads.
    Capture,
    /// A chunk-size line.
    Chunk,
}

/// What a way into a parser is given.
#[derive(Clone, Debug)]
pub struct Input {
    /// All bytes.
    pub bytes: Vec<u8>,
    /// The profile.
    pub strict: bool,
    /// What the bytes are.
    pub kind: Kind,
    /// The option `line_prefix` of a capture; empty where a case does not set it.
    pub prefix: Vec<u8>,
}

/// A case with its right outcomes, `W` each.
pub struct Case<W> {
    /// Its id, unique in its file.
    pub id: String,
    /// All bytes.
    pub bytes: Vec<u8>,
    /// What they are.
    pub kind: Kind,
    /// See [`Input::prefix`].
    pub prefix: Vec<u8>,
    /// The right outcome in the strict profile.
    pub strict: W,
    /// The right outcome in the lenient profile.
    pub lenient: W,
}

/// Bytes that show themselves as text.
#[derive(Clone, PartialEq, Eq)]
pub struct Text(pub Vec<u8>);

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

/// One case file.
pub struct CaseFile {
    /// Its file name.
    pub name: String,
    cases: Vec<Value>,
}

impl CaseFile {
    /// Reads the cases with `read`, which is given each and its id for messages.
    pub fn cases<W>(&self, read: fn(&Value, &str) -> Case<W>) -> Vec<Case<W>> {
        let read_one = |case: &Value| {
            let id = text(&case["id"], &self.name);
            read(case, &format!("{} {id}", self.name))
        };
        self.cases.iter().map(read_one).collect()
    }
}

/// The case files whose name begins with `format`, in the order of their names.
pub fn files(format: &str) -> Vec<CaseFile> {
    let folder = match std::env::var_os("LINECUT_CASES") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/cases"),
    };
    let entries = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("no folder of cases, {}: {error}", folder.display()));
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with(format) && name.ends_with(".json"))
        .collect();
    names.sort();
    let read = |name: String| {
        let bytes = std::fs::read(folder.join(&name)).unwrap();
        let cases = serde_json::from_slice(&bytes).unwrap_or_else(|error| {
            panic!("{name} is not a list of cases: {error}");
        });
        CaseFile { name, cases }
    };
    names.into_iter().map(read).collect()
}

/// Refuses keys that are not known: an option nobody reads would be an option not tested.
pub fn check_keys(object: &Value, known: &[&str], at: &str) {
    let Some(object) = object.as_object() else {
        panic!("{at}: not an object: {object}");
    };
    for key in object.keys() {
        assert!(known.contains(&key.as_str()), "{at}: unknown key {key}");
    }
}

/// A name out of a list of known ones.
pub fn known(value: &Value, names: &[&'static str], at: &str) -> &'static str {
    let name = text(value, at);
    let found = names.iter().find(|known| **known == name);
    found.unwrap_or_else(|| panic!("{at}: unknown name {name}"))
}

/// A string.
pub fn text(value: &Value, at: &str) -> String {
    let Some(text) = value.as_str() else {
        panic!("{at}: not a string: {value}");
    };
    text.to_string()
}

/// A number.
pub fn number(value: &Value, at: &str) -> u64 {
    let Some(number) = value.as_u64() else {
        panic!("{at}: not a number: {value}");
    };
    number
}

/// A list.
pub fn list<'a>(value: &'a Value, at: &str) -> &'a [Value] {
    let Some(list) = value.as_array() else {
        panic!("{at}: not a list: {value}");
    };
    list
}

/// Bytes written in hexadecimal digits.
pub fn hex(value: &Value, at: &str) -> Vec<u8> {
    let digits = text(value, at);
    assert!(digits.is_ascii() && digits.len().is_multiple_of(2), "{at}: not hexadecimal: {digits}");
    let byte = |pair: &[u8]| {
        let pair = std::str::from_utf8(pair).unwrap();
        u8::from_str_radix(pair, 16).unwrap_or_else(|_| panic!("{at}: not hexadecimal: {pair}"))
    };
    digits.as_bytes().chunks(2).map(byte).collect()
}

/// Bytes written one a character.
pub fn latin1(value: &Value, at: &str) -> Vec<u8> {
    let byte = |character| {
        u8::try_from(character).unwrap_or_else(|_| panic!("{at}: not Latin-1: {character}"))
    };
    text(value, at).chars().map(byte).collect()
}
