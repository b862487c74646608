//! Summarises access logs in LTSV: how much there is, what is wrong with it, which status classes,
//! which paths are asked for most and how long they take.
//!
//! ```text
//! cargo run --release --example access_log -- fixtures/ltsv/nginx.ltsv
//! cargo run --release --example access_log -- --json access.ltsv access.ltsv.1.gz
//! tail -n 100000 access.ltsv | cargo run --release --example access_log -- -
//! ```
//!
//! Memory does not grow with the file. A damaged line is counted, not skipped in silence.

mod input;
mod paths;
mod report;
mod summary;
#[path = "../terminal/mod.rs"]
mod terminal;
mod times;

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::process::ExitCode;

use linecut::Error;
use linecut::ltsv::{ReadStats, ReaderBuilder, Record};

use summary::Summary;

/// The name in messages.
const PROGRAM: &str = "access_log";

/// The read buffer. Larger ones are not faster.
const BUFFER: usize = 256 << 10;

const HELP: &str = "\
Summarises access logs in LTSV (https://ltsv.org).

Usage: access_log [--json] [--strict] FILE...

  FILE       a log; '-' is standard input; what ends in .gz is decompressed.
             Several files are summed up.
  --json     one JSON object instead of tables
  --strict   refuse lines with deviations from the LTSV grammar (errors)
             instead of reading what is good of them (defects)
  --help     this text

Counts records, fields, bytes (after decompression), blank lines, records with
a repeated label, and defects and errors by kind. Of a repeated label the first
value counts.
  status         requests by class: 1xx to 5xx, or other for what is no status
  top paths      the second word of req, else uri, up to its '?'; the ten most
                 frequent, with percentiles (nearest rank) and maximum of
                 reqtime, else request_time, in milliseconds. Percentiles over
                 60 s are given as 60001.
  other_paths    requests for other than the first 100,000 distinct paths
  size_sum       the sum of size

Exit code: 0, with defects too; 1 if a file could not be read to its end (the
figures are those of what could be read); 2 for a wrong command line.
";

/// What the command line says.
#[derive(Default)]
struct Args {
    json: bool,
    strict: bool,
    help: bool,
    files: Vec<OsString>,
}

/// Reads the command line. `Err` is a message.
fn parse_args(args: impl Iterator<Item = OsString>) -> Result<Args, String> {
    let mut parsed = Args::default();
    let mut only_files = false;
    for arg in args {
        match arg.to_str() {
            Some("--") if !only_files => only_files = true,
            Some("--json") if !only_files => parsed.json = true,
            Some("--strict") if !only_files => parsed.strict = true,
            Some("--help" | "-h") if !only_files => parsed.help = true,
            Some(option) if !only_files && option.len() > 1 && option.starts_with('-') => {
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
    let mut summary = Summary::default();
    let all_read = read_files(&args, &mut summary);
    let code = if all_read { 0 } else { terminal::UNREADABLE };
    terminal::print(PROGRAM, code, |out| match args.json {
        true => report::json(&summary, out),
        false => report::table(&summary, &names(&args.files), out),
    })
}

/// The files' names for people.
fn names(files: &[OsString]) -> Vec<String> {
    files.iter().map(|file| file_name(file)).collect()
}

fn file_name(file: &OsStr) -> String {
    match file == input::STDIN {
        true => "standard input".to_string(),
        false => terminal::printable(file.as_encoded_bytes(), usize::MAX),
    }
}

/// Reads all files; `false` if one of them could not be read to its end.
fn read_files(args: &Args, summary: &mut Summary) -> bool {
    let bar = input::progress(&args.files);
    let mut record = Record::new();
    let mut all_read = true;
    for (index, file) in args.files.iter().enumerate() {
        summary.file = index;
        let complain =
            |what: String| bar.suspend(|| terminal::complain(PROGRAM, file_name(file), what));
        let result = input::open(file, &bar)
            .and_then(|input| read(input, args.strict, &mut record, summary, &complain));
        if let Err(error) = result {
            complain(input::explain(file, &error));
            all_read = false;
        }
    }
    bar.finish_and_clear();
    all_read
}

/// Reads one file.
fn read(
    input: Box<dyn Read>,
    strict: bool,
    record: &mut Record,
    summary: &mut Summary,
    complain: &impl Fn(String),
) -> io::Result<()> {
    let mut reader = ReaderBuilder::new().strict(strict).buffer_capacity(BUFFER).from_reader(input);
    let result = loop {
        match reader.read_record(record) {
            Ok(true) => summary.add(record),
            Ok(false) => break Ok(()),
            Err(Error::Parse { error, .. }) => summary.add_error(error),
            Err(Error::Io(error)) => break Err(error),
        }
    };
    let stats = reader.stats();
    summary.add_stats(stats);
    if let Some(doubt) = doubt(stats) {
        complain(doubt);
    }
    result
}

/// What to say of a file that seems to be no LTSV at all.
fn doubt(stats: &ReadStats) -> Option<String> {
    let wrong = stats.defects + stats.errors;
    (wrong > stats.fields)
        .then(|| format!("is this LTSV? fields: {}, defects and errors: {wrong}", stats.fields))
}
