//! Lists the response heads in dumps of HTTP traffic (`curl -D`, `curl -i`, `curl -v`), and says
//! how long their values are: which fit into a slot of 24 bytes, which a copying cutoff would copy.
//!
//! ```text
//! cargo run --example response_headers -- fixtures/http1/curl-h2-nginx-redirect-chain.head
//! cargo run --example response_headers -- --table fixtures/http1/*.head
//! cargo run --example response_headers -- --prefix '< ' fixtures/http1/curl-verbose.txt
//! curl -sL -o page -D - https://example.com | cargo run --example response_headers -- --json -
//! ```
//!
//! Reading is lenient: what deviates from the rules is listed with the bytes it concerns.

mod dump;
mod lengths;
mod report;
#[path = "../terminal/mod.rs"]
mod terminal;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::Value;

use dump::Dump;
use lengths::Lengths;

/// The name in messages.
const PROGRAM: &str = "response_headers";

const HELP: &str = "\
Lists the response heads in dumps of HTTP traffic, and the lengths of their
values.

Usage: response_headers [--json | --table] [--prefix TEXT] FILE...

  FILE           what curl -D, curl -i or curl -v wrote; '-' is standard input.
                 Interim heads (1xx) and redirects are listed too, HTTP/2 and
                 HTTP/3 status lines understood.
  --json         a JSON array with an object for each file; bytes as Latin-1
  --table        the lengths only
  --prefix TEXT  look only at lines that begin with TEXT, without it:
                 '< ' for what curl -v wrote
  --help         this text

The table: values in all heads; embedded, those of at most 23 bytes; longer,
the others; and how many of these a cutoff of 128 or 256 bytes copies.

Exit code: 0, with defects too; 1 if a file could not be read to its end, or has
a head that is damaged; 2 for a wrong command line.
";

/// What is written.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Output {
    #[default]
    Everything,
    Table,
    Json,
}

/// What the command line says.
#[derive(Default)]
struct Args {
    output: Output,
    prefix: Vec<u8>,
    help: bool,
    files: Vec<OsString>,
}

/// Reads the command line. `Err` is a message.
fn parse_args(mut args: impl Iterator<Item = OsString>) -> Result<Args, String> {
    let mut parsed = Args::default();
    let mut only_files = false;
    while let Some(arg) = args.next() {
        match arg.to_str() {
            _ if only_files => parsed.files.push(arg),
            Some("--") => only_files = true,
            Some("--json") => parsed.output = Output::Json,
            Some("--table") => parsed.output = Output::Table,
            Some("--help" | "-h") => parsed.help = true,
            Some("--prefix") => match args.next() {
                Some(prefix) => parsed.prefix = prefix.into_encoded_bytes(),
                None => return Err("--prefix needs a text".to_string()),
            },
            Some(option) if option.len() > 1 && option.starts_with('-') => {
                match option.strip_prefix("--prefix=") {
                    Some(prefix) => parsed.prefix = prefix.as_bytes().to_vec(),
                    None => return Err(format!("there is no option {option}")),
                }
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
    let mut all_read = true;
    let written = terminal::print(PROGRAM, 0, |out| {
        all_read = match args.output {
            Output::Json => write_json(&args, out)?,
            _ => write_text(&args, out)?,
        };
        Ok(())
    });
    match all_read {
        true => written,
        false => ExitCode::from(terminal::UNREADABLE),
    }
}

/// Reads a file and hands on what is in it; `false` if it could not be read to its end.
fn with_dump(
    args: &Args,
    file: &OsStr,
    use_dump: impl FnOnce(&str, &Dump<'_>) -> io::Result<()>,
) -> io::Result<bool> {
    let name = terminal::printable(file.as_encoded_bytes(), usize::MAX);
    let complain = |what: &dyn std::fmt::Display| terminal::complain(PROGRAM, &name, what);
    let input = match dump::read(file) {
        Ok(input) => input,
        Err(error) => {
            complain(&error);
            return Ok(false);
        }
    };
    let dump = input.heads(&args.prefix);
    match &dump.failure {
        Some(failure) => complain(failure),
        None if dump.heads.is_empty() => complain(&"there is no response head"),
        None => {}
    }
    use_dump(&name, &dump)?;
    Ok(dump.failure.is_none())
}

fn write_json(args: &Args, out: &mut impl Write) -> io::Result<bool> {
    let mut objects: Vec<Value> = Vec::new();
    let mut all_read = true;
    for file in &args.files {
        all_read &= with_dump(args, file, |_, dump| {
            objects.push(report::json(&file.to_string_lossy(), dump));
            Ok(())
        })?;
    }
    serde_json::to_writer(&mut *out, &objects)?;
    writeln!(out)?;
    Ok(all_read)
}

fn write_text(args: &Args, out: &mut impl Write) -> io::Result<bool> {
    let mut rows: Vec<(String, Lengths)> = Vec::new();
    let mut all_read = true;
    for file in &args.files {
        all_read &= with_dump(args, file, |name, dump| {
            rows.push((name.to_string(), dump.lengths));
            match args.output {
                Output::Table => Ok(()),
                _ => report::heads(name, dump, out),
            }
        })?;
    }
    report::table(&rows, out)?;
    Ok(all_read)
}
