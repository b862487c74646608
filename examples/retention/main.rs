//! Says what it costs to keep values of given logs and captures, by every policy and in four ways
//! of keeping, and which policy to take.
//!
//! ```text
//! cargo run --release --example retention -- fixtures/http1/*.head fixtures/ltsv/*.ltsv
//! cargo run --release --example retention -- --svg retention.svg access.ltsv access.ltsv.1.gz
//! curl -sL -o page -D - https://example.com | cargo run --release --example retention -- --json -
//! ```
//!
//! Bytes and allocations are counted by the allocator and are the same each time; times are medians
//! of the policies in turns.

mod advice;
mod chart;
mod counting;
#[path = "../access_log/input.rs"]
mod input;
mod keeping;
#[path = "../response_headers/lengths.rs"]
mod lengths;
mod policy;
mod report;
mod sources;
mod study;
#[path = "../terminal/mod.rs"]
mod terminal;

use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

use indicatif::ProgressBar;

use sources::Kind;
use study::{FileLengths, Group};

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

/// The name in messages.
const PROGRAM: &str = "retention";

/// So much of each file is looked at.
const WINDOW: u64 = 64 << 20;

/// Timed rounds, if no number is given, and the most.
const ROUNDS: usize = 9;
const MOST_ROUNDS: usize = 1000;

const HELP: &str = "\
Says what keeping the values of logs and HTTP captures costs, by every policy.

Usage: retention [--json] [--svg FILE] [--rounds N] FILE...

  FILE        an LTSV log, or HTTP/1 heads one after another (what curl -D
              writes; requests too): told by how it begins, or by .head or
              .heads; '-' is standard input; what ends in .gz is decompressed.
              The first 64 MiB are looked at.
  --json      one JSON object instead of tables
  --svg FILE  draw bytes alive and allocations against the cutoff
  --rounds N  time each policy N times, in turns (9); 0 leaves the times out
  --help      this text

First a table of value lengths: those embedded in a slot of 24 bytes (up to 23
bytes), the longer ones, and of these the ones that a cutoff of 128 or 256 bytes
copies. Then for each policy, in four ways of keeping: allocations made by
keeping; bytes of the values kept; heap bytes alive when the reader has let its
buffers go (asked for, without the allocator's rounding and the values' slots of
24 bytes); the ratio of the two; nanoseconds to keep and drop a value. Parsing is
not in the figures.

A log is read in blocks of 64 KiB, and the lines of a block share it; a head is
read into a buffer of 8 KiB. That is where sharing keeps more than it seems.

Exit code: 0; 1 if a file could not be read, or nothing was found in any; 2 for a
wrong command line.
";

/// What the command line says.
struct Args {
    json: bool,
    rounds: usize,
    svg: Option<OsString>,
    help: bool,
    files: Vec<OsString>,
}

/// Reads the command line. `Err` is a message.
fn parse_args(mut args: impl Iterator<Item = OsString>) -> Result<Args, String> {
    let mut parsed =
        Args { json: false, rounds: ROUNDS, svg: None, help: false, files: Vec::new() };
    let mut only_files = false;
    while let Some(arg) = args.next() {
        match arg.to_str() {
            _ if only_files => parsed.files.push(arg),
            Some("--") => only_files = true,
            Some("--json") => parsed.json = true,
            Some("--help" | "-h") => parsed.help = true,
            Some("--svg") => match args.next() {
                Some(file) => parsed.svg = Some(file),
                None => return Err("--svg needs a file".to_string()),
            },
            Some("--rounds") => match args.next().and_then(|n| n.to_str()?.parse().ok()) {
                Some(n @ 0..=MOST_ROUNDS) => parsed.rounds = n,
                _ => return Err(format!("--rounds needs a number up to {MOST_ROUNDS}")),
            },
            Some(option) if option.len() > 1 && option.starts_with('-') => {
                return Err(format!("there is no option {option}"));
            }
            _ => parsed.files.push(arg),
        }
    }
    match parsed.files.is_empty() && !parsed.help {
        true => Err("no file given".to_string()),
        false => Ok(parsed),
    }
}

fn main() -> ExitCode {
    let args = match parse_args(std::env::args_os().skip(1)) {
        Ok(args) => args,
        Err(message) => return terminal::misused(PROGRAM, &message),
    };
    if args.help {
        return terminal::print(PROGRAM, 0, |out| out.write_all(HELP.as_bytes()));
    }
    let mut groups = [Group::new(Kind::Log), Group::new(Kind::Heads)];
    let (files, mut well) = read_files(&args.files, &mut groups);
    let groups: Vec<Group> = groups.into_iter().filter(|group| !group.buffers.is_empty()).collect();
    if groups.is_empty() {
        terminal::complain(PROGRAM, "all files", "no value to keep");
        return ExitCode::from(terminal::UNREADABLE);
    }
    if let Some(path) = &args.svg {
        let of: Vec<&Group> = groups.iter().collect();
        if let Err(error) = chart::draw(Path::new(path), &of) {
            terminal::complain(PROGRAM, name(path), error);
            well = false;
        }
    }
    let groups: Vec<_> = groups
        .into_iter()
        .map(|group| {
            let rows = group.rows(args.rounds);
            (group, rows)
        })
        .collect();
    let code = if well { 0 } else { terminal::UNREADABLE };
    terminal::print(PROGRAM, code, |out| {
        if args.json {
            return report::json(&files, &groups, out);
        }
        report::lengths(&files, out)?;
        groups.iter().try_for_each(|(group, rows)| report::group(group, rows, out))
    })
}

/// A file's name for people.
fn name(file: &OsStr) -> String {
    match file == input::STDIN {
        true => "standard input".to_string(),
        false => terminal::printable(file.as_encoded_bytes(), usize::MAX),
    }
}

/// Reads all files into their groups; `false` if one of them could not be read.
fn read_files(names: &[OsString], groups: &mut [Group; 2]) -> (Vec<FileLengths>, bool) {
    let bar = input::progress(names);
    let mut files = Vec::new();
    let mut well = true;
    for file in names {
        let complain = |what: String| bar.suspend(|| terminal::complain(PROGRAM, name(file), what));
        let bytes = match read_file(file, &bar, &complain) {
            Ok(bytes) => bytes,
            Err(error) => {
                complain(input::explain(file, &error));
                well = false;
                continue;
            }
        };
        let kind = sources::kind(&file.to_string_lossy(), &bytes);
        let buffers = sources::buffers(kind, &bytes);
        let lengths = FileLengths::new(file.to_string_lossy().into_owned(), kind, &buffers);
        if lengths.lengths.values == 0 {
            complain("there is no value in it: no LTSV field, no HTTP/1 field".to_string());
        }
        files.push(lengths);
        let group = groups.iter_mut().find(|group| group.kind == kind);
        group.expect("one of each kind").buffers.extend(buffers);
    }
    bar.finish_and_clear();
    (files, well)
}

/// What is looked at of a file.
fn read_file(
    file: &OsStr,
    bar: &ProgressBar,
    complain: &impl Fn(String),
) -> std::io::Result<Vec<u8>> {
    let mut input = input::open(file, bar)?;
    let mut bytes = Vec::new();
    input.by_ref().take(WINDOW).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == WINDOW && input.read(&mut [0])? > 0 {
        complain(format!("only the first {WINDOW} bytes are looked at"));
        // A record that is cut there is none.
        bytes.truncate(memchr::memrchr(b'\n', &bytes).map_or(0, |lf| lf + 1));
    }
    Ok(bytes)
}
