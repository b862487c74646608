//! What the example programs share when they talk to people: text that is safe to print, numbers
//! that are easy to read, messages, and the end of a program. Knows no format and no figures.
//!
//! This folder is no program of its own; each example includes it with `#[path]`.
// An example need not use all of it.
#![allow(dead_code)]

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use std::process::ExitCode;

/// The exit code where something could not be read to its end.
pub(crate) const UNREADABLE: u8 = 1;

/// The exit code where the command line cannot be understood.
pub(crate) const USAGE: u8 = 2;

/// Bytes as text for a terminal or a message: what is no UTF-8 becomes U+FFFD, control characters
/// are escaped, and more than `max_chars` characters are cut.
pub(crate) fn printable(bytes: &[u8], max_chars: usize) -> String {
    // No character is made of more than four bytes, so this many are enough to know of a cut.
    let start = &bytes[..bytes.len().min(max_chars.saturating_add(1).saturating_mul(4))];
    let mut text = String::new();
    for (count, character) in String::from_utf8_lossy(start).chars().enumerate() {
        if count == max_chars {
            text.push('…');
            break;
        }
        match character.is_control() {
            true => text.extend(character.escape_default()),
            false => text.push(character),
        }
    }
    text
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Says on stderr what is the matter with a file.
pub(crate) fn complain(program: &str, name: impl Display, what: impl Display) {
    // A closed stderr is no reason to stop.
    let _ = writeln!(io::stderr(), "{program}: {name}: {what}");
}

/// Explains on stderr what is wrong with the command line.
pub(crate) fn misused(program: &str, message: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "{program}: {message}\nTry '{program} --help'.");
    ExitCode::from(USAGE)
}

/// Prints to stdout, and ends with `code` if that went well. A reader that went away (`| head`) is
/// no failure.
pub(crate) fn print(
    program: &str,
    code: u8,
    write: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> io::Result<()>,
) -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            complain(program, "standard output", error);
            ExitCode::from(UNREADABLE)
        }
        _ => ExitCode::from(code),
    }
}
