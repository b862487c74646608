//! Follows a growing LTSV log, across rotation and truncation, and prints the fields asked for.
//!
//! ```text
//! follow [--json] [--from-start] [--select LABEL,LABEL] [--poll MS] [--idle-exit MS] FILE
//! ```
//!
//! A line is printed when its line end is there; what a server has written of the next one is held
//! back. When the file at the path is another one (rotation), the rest of the old one is read
//! first, its last line even without a line end. When the file is shorter than what was read
//! (truncation), reading begins again at its start. Ends only when it is interrupted, or after
//! `--idle-exit` without anything new.

#[path = "terminal/mod.rs"]
mod terminal;

use std::fs::{File, Metadata};
use std::io::{self, BufWriter, Seek, SeekFrom, StdoutLock, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::{Duration, Instant};

use linecut::ltsv::{Reader, ReaderBuilder, Record};
use linecut::{Error, Position};

const PROGRAM: &str = "follow";
const USAGE: &str = "usage: follow [--json] [--from-start] [--select LABEL,LABEL] [--poll MS] \
                     [--idle-exit MS] FILE";

struct Options {
    json: bool,
    from_start: bool,
    select: Vec<String>,
    poll: Duration,
    idle_exit: Option<Duration>,
    path: PathBuf,
}

fn main() -> ExitCode {
    let options = match parse_arguments(std::env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return terminal::misused(PROGRAM, &message),
    };
    match follow(&options) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            terminal::complain(PROGRAM, options.path.display(), error);
            ExitCode::from(terminal::UNREADABLE)
        }
    }
}

fn parse_arguments(mut arguments: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options {
        json: false,
        from_start: false,
        select: Vec::new(),
        poll: Duration::from_millis(200),
        idle_exit: None,
        path: PathBuf::new(),
    };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} takes a value"));
        let millis = |text: String| {
            text.parse().map(Duration::from_millis).map_err(|_| format!("{text}: not milliseconds"))
        };
        match argument.as_str() {
            "--help" => return Ok(None),
            "--json" => options.json = true,
            "--from-start" => options.from_start = true,
            "--select" => options.select = value()?.split(',').map(String::from).collect(),
            "--poll" => options.poll = millis(value()?)?,
            "--idle-exit" => options.idle_exit = Some(millis(value()?)?),
            option if option.starts_with("--") => return Err(format!("{option}: unknown option")),
            path if options.path.as_os_str().is_empty() => options.path = PathBuf::from(path),
            path => return Err(format!("{path}: one file at a time")),
        }
    }
    if options.path.as_os_str().is_empty() {
        return Err("which file?".to_string());
    }
    Ok(Some(options))
}

fn follow(options: &Options) -> io::Result<()> {
    let mut out = Output { out: BufWriter::new(io::stdout().lock()), json: options.json };
    let mut record = Record::new();
    let mut file = open(options, options.from_start)?;
    let mut idle_since = Instant::now();
    loop {
        let mut news = print_new(&mut file, &mut record, &mut out, false)?;
        match state(&options.path, &file)? {
            State::Same => {}
            State::Truncated => {
                file.seek(Position::default())?;
                news = true;
            }
            State::Rotated => {
                // Lines that came between the last look and the rotation; the last one as it is.
                print_new(&mut file, &mut record, &mut out, true)?;
                if let Ok(next) = open(options, true) {
                    file = next;
                    news = true;
                }
            }
            State::Gone => {}
        }
        out.out.flush()?;
        if news {
            idle_since = Instant::now();
            continue;
        }
        if options.idle_exit.is_some_and(|limit| idle_since.elapsed() >= limit) {
            print_new(&mut file, &mut record, &mut out, true)?;
            return out.out.flush();
        }
        sleep(options.poll);
    }
}

/// Opens the file, at its start or at its end.
fn open(options: &Options, from_start: bool) -> io::Result<Reader<File>> {
    let mut file = File::open(&options.path)?;
    let byte = if from_start { 0 } else { file.seek(SeekFrom::End(0))? };
    let mut builder = ReaderBuilder::new();
    builder.hold_partial(true).position(Position { byte, ..Position::default() });
    if !options.select.is_empty() {
        builder.select(&options.select);
    }
    Ok(builder.from_reader(file))
}

enum State {
    Same,
    Truncated,
    /// Another file is at the path.
    Rotated,
    /// None is, at present.
    Gone,
}

fn state(path: &Path, reader: &Reader<File>) -> io::Result<State> {
    let open = reader.get_ref().metadata()?;
    let same = |at_path: &Metadata| at_path.dev() == open.dev() && at_path.ino() == open.ino();
    Ok(match std::fs::metadata(path) {
        Ok(at_path) if !same(&at_path) => State::Rotated,
        Ok(at_path) if at_path.len() < reader.position().byte => State::Truncated,
        Ok(_) => State::Same,
        Err(error) if error.kind() == io::ErrorKind::NotFound => State::Gone,
        Err(error) => return Err(error),
    })
}

/// Prints what is there; tells whether it was anything. With `finish`, the last line too.
fn print_new(
    reader: &mut Reader<File>,
    record: &mut Record,
    out: &mut Output<'_>,
    finish: bool,
) -> io::Result<bool> {
    let mut news = false;
    loop {
        let read = if finish { reader.finish(record) } else { reader.read_record(record) };
        match read {
            Ok(true) => out.record(record)?,
            Ok(false) => return Ok(news),
            Err(Error::Parse { error, position }) => {
                terminal::complain(PROGRAM, format_args!("line {}", position.line), error);
            }
            Err(Error::Io(error)) => return Err(error),
        }
        news = true;
    }
}

struct Output<'o> {
    out: BufWriter<StdoutLock<'o>>,
    json: bool,
}

impl Output<'_> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        if self.json {
            let fields = record
                .iter()
                .map(|(label, value)| (lossy(label), serde_json::Value::String(lossy(&value))))
                .collect();
            return writeln!(self.out, "{}", serde_json::Value::Object(fields));
        }
        for (i, (label, value)) in record.iter().enumerate() {
            let gap = if i > 0 { "  " } else { "" };
            let (label, value) = (label.escape_ascii(), value.escape_ascii());
            write!(self.out, "{gap}{label}={value}")?;
        }
        writeln!(self.out)
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
