//! A file read into memory, as far as heads can be expected, and the heads in it. Knows no output.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};

use linecut::http1::{Capture, Head};

use crate::lengths::Lengths;

/// The name that stands for standard input.
pub(crate) const STDIN: &str = "-";

/// Heads are looked for in this many bytes; what follows is counted and not kept.
const WINDOW: u64 = 16 << 20;

/// The bytes of a file.
pub(crate) struct Input {
    /// Its first bytes, or all.
    window: Vec<u8>,
    /// How many follow.
    beyond: u64,
}

/// What is in a file.
pub(crate) struct Dump<'a> {
    pub(crate) heads: Vec<Head<'a>>,
    pub(crate) rest_bytes: u64,
    pub(crate) lengths: Lengths,
    /// Why it could not be read to its end.
    pub(crate) failure: Option<String>,
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(name: &OsStr) -> io::Result<Input> {
    match name == STDIN {
        true => read_from(io::stdin().lock()),
        false => read_from(File::open(name)?),
    }
}

fn read_from(mut input: impl Read) -> io::Result<Input> {
    let mut window = Vec::new();
    input.by_ref().take(WINDOW).read_to_end(&mut window)?;
    let beyond = io::copy(&mut input, &mut io::sink())?;
    Ok(Input { window, beyond })
}

impl Input {
    /// Finds the heads. With a prefix, only lines that begin with it are looked at.
    pub(crate) fn heads(&self, prefix: &[u8]) -> Dump<'_> {
        let mut capture = Capture::new(&self.window).line_prefix(prefix);
        let mut heads: Vec<Head<'_>> = Vec::new();
        let mut failure = None;
        for head in capture.by_ref() {
            match head {
                Ok(head) => heads.push(head),
                Err(error) => failure = Some(format!("a head is damaged: {error}")),
            }
        }
        let rest = capture.rest().len();
        if failure.is_none() && self.is_cut(&heads, rest, prefix) {
            failure = Some(format!("heads are looked for in the first {WINDOW} bytes only"));
        }
        let mut lengths = Lengths::default();
        let values = heads.iter().flat_map(|head| head.headers().iter());
        values.for_each(|(_, value)| lengths.add(value.len()));
        Dump { heads, rest_bytes: rest as u64 + self.beyond, lengths, failure }
    }

    /// Whether there may be heads, or a part of one, behind the window.
    fn is_cut(&self, heads: &[Head<'_>], rest: usize, prefix: &[u8]) -> bool {
        let inside = rest == 0 || heads.last().is_some_and(|head| !head.is_complete());
        self.beyond > 0 && (inside || !prefix.is_empty())
    }
}
