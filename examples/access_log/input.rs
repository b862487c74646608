//! Opens what is to be read: files, gzip files, standard input; and shows how far it is. Knows
//! nothing of what is inside.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use indicatif::{ProgressBar, ProgressStyle};

/// Input of more bytes than this has a progress bar.
const LARGE: u64 = 50_000_000;

/// Buffer for compressed bytes.
const BUFFER: usize = 256 << 10;

/// The name that stands for standard input.
pub(crate) const STDIN: &str = "-";

/// A bar over all files together, as they lie on the disk; an invisible one where they are small or
/// stderr is no terminal. Standard input has no size, so it does not move the bar.
pub(crate) fn progress(names: &[impl AsRef<OsStr>]) -> ProgressBar {
    let size = |name: &OsStr| match name == STDIN {
        true => 0,
        false => fs::metadata(name).map_or(0, |data| if data.is_file() { data.len() } else { 0 }),
    };
    let total: u64 = names.iter().map(|name| size(name.as_ref())).sum();
    if total <= LARGE || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = "{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta} left";
    let style =
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(total).with_style(style)
}

/// Opens a file, or standard input for `-`. What ends in `.gz` is decompressed.
pub(crate) fn open(name: &OsStr, bar: &ProgressBar) -> io::Result<Box<dyn Read>> {
    if name == STDIN {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = bar.wrap_read(File::open(name)?);
    match is_gzip(name) {
        true => Ok(Box::new(MultiGzDecoder::new(BufReader::with_capacity(BUFFER, file)))),
        false => Ok(Box::new(file)),
    }
}

fn is_gzip(name: &OsStr) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"))
}

/// Says what an I/O error means for this file.
pub(crate) fn explain(name: &OsStr, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof if is_gzip(name) => "the gzip data is cut short".to_string(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData if is_gzip(name) => {
            format!("not valid gzip data: {error}")
        }
        _ => error.to_string(),
    }
}
