//! Runs a program and looks at what it says. Knows no figures.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a program did.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Stdout as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("no JSON, {error}: {} {}", self.stdout, self.stderr))
    }

    /// Stdout as JSON, after a run without any complaint.
    pub(crate) fn good_json(&self) -> Value {
        assert_eq!((self.code, &*self.stderr), (Some(0), ""), "{}", self.stdout);
        self.json()
    }

    /// Checks that a file was complained about, and that the program did not panic.
    #[track_caller]
    pub(crate) fn assert_complaint(&self, code: i32, name: &str, what: &str) {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        let line = self.stderr.lines().find(|line| line.contains(name)).unwrap_or_default();
        assert!(line.contains(what), "{name}: {what}? {}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
    }
}

/// The built program.
fn program(name: &str) -> PathBuf {
    let test = env::current_exe().expect("the path of this test");
    let profile = test.parent().and_then(Path::parent).expect("target/<profile>/deps/test");
    let program = profile.join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is missing: cargo build --examples", program.display());
    program
}

/// Runs a program. `feed` writes its standard input.
pub(crate) fn run_fed(
    name: &str,
    args: &[impl AsRef<std::ffi::OsStr>],
    feed: impl FnOnce(&mut dyn Write) -> std::io::Result<()> + Send,
) -> Run {
    let mut child = Command::new(program(name))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = std::thread::scope(|scope| {
        // A program that reads nothing closes its end: that is no failure of the test.
        scope.spawn(move || drop(feed(&mut stdin)));
        child.wait_with_output().expect("the program ends")
    });
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Runs a program without standard input.
pub(crate) fn run(name: &str, args: &[impl AsRef<std::ffi::OsStr>]) -> Run {
    run_fed(name, args, |_| Ok(()))
}

/// A file of this test's own, with these bytes.
pub(crate) fn temporary(name: &str, bytes: &[u8]) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("the test can write");
    path.to_str().expect("a path that is text").to_string()
}

/// A file of the fixtures.
pub(crate) fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder, and of those in it, whose name ends so, sorted; none if there is no such
/// folder. Relative names count from the repository, as the programs are run there.
pub(crate) fn files(folder: &str, end: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.expect("a folder that can be read");
        let name = format!("{folder}/{}", entry.file_name().to_str().expect("a name that is text"));
        match entry.path().is_dir() {
            true => names.extend(files(&name, end)),
            false if name.ends_with(end) => names.push(name),
            false => {}
        }
    }
    names.sort();
    names
}

/// The keys of a JSON object, sorted.
pub(crate) fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> =
        object.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// Bytes without a pattern, the same each time.
pub(crate) fn noise(len: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..len).map(|_| next()).collect()
}

/// Writes a long run of one byte.
pub(crate) fn write_run(out: &mut dyn Write, byte: u8, len: usize) -> std::io::Result<()> {
    let chunk = vec![byte; 1 << 20];
    let mut left = len;
    while left > 0 {
        let n = left.min(chunk.len());
        out.write_all(&chunk[..n])?;
        left -= n;
    }
    Ok(())
}
