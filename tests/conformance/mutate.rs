//! Seeded changes to real heads, near the grammar: at line ends, colons, spaces and digits.

use super::corpus::{Sample, end_of_head};
use crate::naive::http1::What;

/// A small generator of numbers (SplitMix64): the same seed gives the same numbers everywhere.
pub struct Rng(u64);

impl Rng {
    /// Begins with a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// Whether it is the one time in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list, which is not empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// What is put in.
const PIECES: &[&[u8]] = &[
    b"\r",
    b"\n",
    b"\r\n",
    b"\r\n ",
    b"\r\n\t",
    b"\r\n \r\n",
    b"\r\n x: y",
    b"\r\nno colon",
    b"\r\n: empty",
    b"\r\r\n",
    b"\n ",
    b" ",
    b" ",
    b"\t",
    b"  ",
    b":",
    b" :",
    b"\0",
    b"\x01",
    b"\x0B",
    b"\x0C",
    b"\x7F",
    b"\x80",
    b"\xFF",
    b"\xC3\xA9",
    b"\xEF\xBB\xBF",
    b"/",
    b"2",
    b"9",
    b"A",
    b"\"",
    b"(",
    b"@",
    b"{",
    b"HTTP/1.2",
    b"HTTP/2",
    b"ICY",
];

/// What bytes are replaced with.
const BYTES: &[u8] = b"\r\n\t \0\x01\x0B\x7F\x80\xFF:;/,.\"(@[{~0259aHzZ";

/// Gives `count` heads that are one of `bases` each, mostly shortened, with one to three changes:
/// bytes replaced, put in and taken out.
pub fn mutants(bases: &[Sample], seed: u64, count: usize) -> impl Iterator<Item = Sample> + '_ {
    let mut rng = Rng::new(seed);
    (0..count).map(move |number| {
        let base = &bases[rng.below(bases.len())];
        let head = &base.bytes[..end_of_head(&base.bytes)];
        let mut bytes = if rng.one_in(8) { head.to_vec() } else { shortened(head, &mut rng) };
        for _ in 0..=rng.pick(&[0, 0, 0, 0, 1, 1, 2]) {
            match rng.below(20) {
                0 => change_digit(&mut bytes, &mut rng),
                _ => change(&mut bytes, base.what, &mut rng),
            }
        }
        if rng.one_in(16) {
            let at = place(&bytes, What::Headers, &mut rng);
            bytes.truncate(at);
        } else if rng.one_in(2) {
            bytes.extend_from_slice(b"body");
        }
        Sample { name: format!("{} changed, number {number}", base.name), what: base.what, bytes }
    })
}

/// The start line, up to five of the shorter field lines, and the empty line.
fn shortened(head: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = head.split_inclusive(|byte| *byte == b'\n').collect();
    let last = lines.pop().unwrap_or_default();
    let (start, mut fields) = match lines.split_first() {
        Some((start, fields)) => (*start, fields.to_vec()),
        None => (last, Vec::new()),
    };
    fields.retain(|line| line.len() < 80);
    let keep = rng.below(6);
    while fields.len() > keep {
        fields.remove(rng.below(fields.len()));
    }
    [&[start], &fields[..], &[last]].concat().concat()
}

/// Another digit in place of one of the start line.
fn change_digit(bytes: &mut [u8], rng: &mut Rng) {
    let line = bytes.iter().take_while(|byte| **byte != b'\n');
    let digits = line.enumerate().filter(|(_, byte)| byte.is_ascii_digit());
    let digits: Vec<usize> = digits.map(|(at, _)| at).collect();
    if !digits.is_empty() {
        bytes[rng.pick(&digits)] = rng.pick(b"0123456789");
    }
}

fn change(bytes: &mut Vec<u8>, what: What, rng: &mut Rng) {
    let at = place(bytes, what, rng);
    match rng.below(4) {
        0 if at < bytes.len() => bytes[at] = rng.pick(BYTES),
        1 if at < bytes.len() => {
            bytes.remove(at);
        }
        _ => {
            bytes.splice(at..at, rng.pick(PIECES).iter().copied());
        }
    }
}

/// Mostly at a byte that means something, or behind it; a part of the time in the start line.
fn place(bytes: &[u8], what: What, rng: &mut Rng) -> usize {
    let line = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |lf| lf + 1);
    let within = if what != What::Headers && rng.one_in(3) { line } else { bytes.len() };
    let means = |at: &usize| b"\r\n: \t".contains(&bytes[*at]);
    let places: Vec<usize> = (0..within).filter(means).collect();
    if places.is_empty() || rng.one_in(3) {
        return rng.below(within + 1);
    }
    (rng.pick(&places) + rng.below(2)).min(bytes.len())
}
