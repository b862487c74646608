//! The example `follow` on a file that grows, is rotated, and is truncated.
#![cfg(all(feature = "std", unix))]

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("this test");
    let profile = test.ancestors().nth(2).expect("target/PROFILE");
    let path = profile.join("examples").join(name);
    assert!(path.exists(), "{}: run `cargo build --examples` first", path.display());
    path
}

struct Following {
    child: Child,
    lines: Receiver<String>,
}

impl Following {
    fn start(path: &Path, options: &[&str]) -> Self {
        let mut child = Command::new(program("follow"))
            .args(["--json", "--poll", "10"])
            .args(options)
            .arg(path)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the example starts");
        let (send, lines) = channel();
        let out: ChildStdout = child.stdout.take().expect("piped");
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, lines }
    }

    fn next(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(20)).expect("a line in time")
    }

    fn nothing(&self) {
        assert!(self.lines.recv_timeout(Duration::from_millis(150)).is_err(), "held back");
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn append(path: &Path, text: &str) {
    let mut file = OpenOptions::new().append(true).create(true).open(path).expect("a log");
    file.write_all(text.as_bytes()).expect("room");
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("linecut-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_log_is_followed_over_rotation_and_truncation() {
    let folder = folder("follow");
    let path = folder.join("access.ltsv");
    append(&path, "n:1\nn:2\n");
    let following = Following::start(&path, &["--from-start"]);
    assert_eq!(following.next(), r#"{"n":"1"}"#);
    assert_eq!(following.next(), r#"{"n":"2"}"#);
    append(&path, "n:3");
    following.nothing();
    append(&path, "4\nn:5");
    assert_eq!(following.next(), r#"{"n":"34"}"#);

    // Rotation: the old file gets its last bytes after it was renamed.
    fs::rename(&path, folder.join("access.ltsv.1")).expect("renamed");
    append(&folder.join("access.ltsv.1"), "6\nn:7");
    append(&path, "n:8\n");
    assert_eq!(following.next(), r#"{"n":"56"}"#);
    assert_eq!(following.next(), r#"{"n":"7"}"#, "the old file's last line has no end");
    assert_eq!(following.next(), r#"{"n":"8"}"#);

    // Truncation in place, to less than was read.
    OpenOptions::new().write(true).truncate(true).open(&path).expect("truncated");
    append(&path, "n:\n");
    assert_eq!(following.next(), r#"{"n":""}"#);
    append(&path, "n:9\n");
    assert_eq!(following.next(), r#"{"n":"9"}"#);
    drop(following);
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn following_begins_at_the_end_selects_and_stops() {
    let folder = folder("follow-end");
    let path = folder.join("access.ltsv");
    append(&path, "a:1\tb:1\n");
    let mut following = Following::start(&path, &["--select", "b,c", "--idle-exit", "800"]);
    std::thread::sleep(Duration::from_millis(200));
    append(&path, "a:2\tb:2\tc:2\nb:3");
    assert_eq!(following.next(), r#"{"b":"2","c":"2"}"#);
    assert_eq!(following.next(), r#"{"b":"3"}"#, "at the end, the last line as it is");
    assert!(following.child.wait().expect("ended").success());
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_missing_file_is_named() {
    let output = Command::new(program("follow")).arg("no/such/file").output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no/such/file"));
    let output = Command::new(program("follow")).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn threads_count_what_one_thread_counts() {
    let log = "fixtures/ltsv/nginx.ltsv";
    let output = Command::new(program("threads")).args(["--json", log]).output().expect("it runs");
    assert!(output.status.success());
    let counts: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut due = serde_json::Map::new();
    for record in linecut::ltsv::Reader::from_path(log).expect("a fixture").into_records() {
        let status = record.expect("lenient").get("status").expect("a status").to_string();
        let seen = due.get(&status).and_then(serde_json::Value::as_u64).unwrap_or(0);
        due.insert(status, (seen + 1).into());
    }
    assert_eq!(counts, serde_json::Value::Object(due));
}
