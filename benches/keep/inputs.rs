//! What is kept from: the bundled log and heads, and made-up lines with long keys. The same bytes on
//! every run.

use std::path::{Path, PathBuf};

use crate::sources::{self, Buffer, Kind};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The access log `fixtures/ltsv/nginx.ltsv`, so often.
pub fn log(times: usize) -> Vec<u8> {
    read(&folder("ltsv").join("nginx.ltsv")).repeat(times)
}

/// The log in the blocks it is read in; the lines of a block share it.
pub fn log_blocks(times: usize) -> Vec<Buffer> {
    sources::buffers(Kind::Log, &log(times))
}

/// The log, each line in a buffer of its size: what a program has that is given line by line.
pub fn log_lines(times: usize) -> Vec<Buffer> {
    let log = log(times);
    let lines = log.split_inclusive(|byte| *byte == b'\n');
    lines
        .flat_map(|line| sources::buffers(Kind::Log, line))
        .map(|mut buffer| {
            buffer.capacity = buffer.bytes.len();
            buffer
        })
        .collect()
}

/// Response heads of the fixtures by file name, in the order of names; a buffer each head.
pub fn heads() -> Vec<(String, Vec<Buffer>)> {
    let folder = folder("http1");
    let entries =
        std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("a folder that stays").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".head") && !name.starts_with("request-"))
        .collect();
    names.sort();
    names
        .into_iter()
        .map(|name| {
            let buffers = sources::buffers(Kind::Heads, &read(&folder.join(&name)));
            (name, buffers)
        })
        .collect()
}

/// All response heads, so often.
pub fn head_buffers(times: usize) -> Vec<Buffer> {
    (0..times).flat_map(|_| heads()).flat_map(|(_, buffers)| buffers).collect()
}

/// Keys and values of a file of `lines` lines with eight fields. The keys have 32 bytes, more than
/// are embedded; they repeat from line to line, or are all new.
pub fn keys_and_values(lines: usize, all_new: bool) -> Vec<(Vec<u8>, Vec<u8>)> {
    let field = |number: usize| {
        let key = if all_new { number } else { number % 8 };
        let key = format!("application.metrics.{key:012}");
        // One value in two has 30 bytes and one of eight texts, the others are short numbers.
        let value = match number % 2 {
            0 => format!("a text that comes again, no. {}", number / 2 % 8),
            _ => format!("{}", number % 1000),
        };
        (key.into_bytes(), value.into_bytes())
    };
    (0..lines * 8).map(field).collect()
}
