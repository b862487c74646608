//! Cuts a buffer into parts for threads. Knows line ends; does not know what a field is.

use alloc::vec::Vec;

use crate::scan;

/// Splits a buffer or memory map at line ends into at most `parts` parts of about the same length,
/// so that threads can share it. Together the parts are the buffer; none is empty.
///
/// Positions and errors of a part's records count from the part's start; its offset in the buffer is
/// the sum of the lengths before it. A byte order mark can only be in the first.
///
/// Cost: a search for one line end a part.
///
/// ```
/// use linecut::ltsv::split_at_lines;
/// let log = b"a:1\nb:2\nc:3\nd:4\n";
/// let parts = split_at_lines(log, 2);
/// assert_eq!(parts, [&b"a:1\nb:2\n"[..], b"c:3\nd:4\n"]);
/// assert_eq!(parts.concat(), log);
/// ```
#[must_use]
pub fn split_at_lines(buffer: &[u8], parts: usize) -> Vec<&[u8]> {
    let parts = parts.clamp(1, buffer.len().max(1));
    let mut found = Vec::with_capacity(parts.min(1024));
    let mut start = 0;
    for part in 1..=parts {
        // In 128 bits, for a buffer can be larger than the root of the address space.
        let due = (buffer.len() as u128 * part as u128 / parts as u128) as usize;
        if due <= start && part < parts {
            // A long line has taken this part as well.
            continue;
        }
        // A cut that falls on the start of a line is one already.
        let from = due.saturating_sub(1).max(start);
        let end = match scan::find(b'\n', &buffer[from..]) {
            Some(lf) if part < parts => from + lf + 1,
            _ => buffer.len(),
        };
        if end > start {
            found.push(&buffer[start..end]);
        }
        start = end;
    }
    found
}
