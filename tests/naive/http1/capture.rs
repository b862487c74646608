//! A dump of several heads, one after the other; lenient only.
//!
//! A prefix is taken off first: the lines that have it, without it, are the dump; the others
//! do not exist. Each byte of the dump remembers where it was in the input.
//!
//! A head is next where a whole status line parses, empty lines before it allowed as for any
//! head. Where none does, the rest is a body. An error in the field lines ends the capture.

use super::{Failure, Head, Outcome, What, lenient, lenient_head};

/// The lines that have the prefix.
struct Dump {
    /// Their bytes after the prefix.
    bytes: Vec<u8>,
    /// Where each byte was in the input.
    places: Vec<usize>,
    /// Where the last such line ended in the input.
    end: usize,
}

impl Dump {
    /// Where a head ended in the input. One that the dump cut off has all lines that are left,
    /// one of nothing but a prefix included.
    fn place_end(&self, head: &Head) -> usize {
        if !head.complete {
            return self.end;
        }
        self.places[head.end - 1] + 1
    }

    /// A head with places in the input for places in the dump.
    fn place_head(&self, mut head: Head) -> Head {
        for (_, start, end) in &mut head.defects {
            *start = self.places[*start as usize] as u64;
            *end = self.places[*end as usize - 1] as u64 + 1;
        }
        head.end = self.place_end(&head);
        head
    }
}

/// The heads of a dump, a last one that is an error included, and where the rest begins.
pub fn capture(input: &[u8], prefix: &[u8]) -> (Vec<Result<Head, Failure>>, usize) {
    let dump = take_prefix_off(input, prefix);
    let mut heads = Vec::new();
    let mut rest = 0;
    let mut at = 0;
    while at < dump.bytes.len() && is_head(&dump.bytes, at) {
        match lenient_head(&dump.bytes, at, What::Response) {
            Outcome::Ok(head) | Outcome::Eof(head) => {
                at = head.end;
                let head = dump.place_head(head);
                rest = head.end;
                heads.push(Ok(head));
            }
            Outcome::Err(kind, offset) => {
                // A head begins at the start of a line, and the line with its prefix.
                rest = dump.places[at] - prefix.len();
                heads.push(Err((kind, dump.places[offset as usize] as u64)));
                break;
            }
            Outcome::Partial => break,
        }
    }
    (heads, rest)
}

/// Whether a status line parses at `at`; the last line of the dump counts as it stands.
fn is_head(bytes: &[u8], at: usize) -> bool {
    lenient::start_line(bytes, at, What::Response, true, &mut Head::new()).is_ok()
}

/// Keeps the lines that begin with the prefix, without it.
fn take_prefix_off(input: &[u8], prefix: &[u8]) -> Dump {
    let mut dump = Dump { bytes: Vec::new(), places: Vec::new(), end: 0 };
    let mut start = 0;
    for line in input.split_inclusive(|&byte| byte == b'\n') {
        let end = start + line.len();
        if line.starts_with(prefix) {
            for (place, &byte) in (start..end).zip(line).skip(prefix.len()) {
                dump.bytes.push(byte);
                dump.places.push(place);
            }
            dump.end = end;
        }
        start = end;
    }
    dump
}
