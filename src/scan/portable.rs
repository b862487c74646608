//! The backend without instruction sets: eight bytes at a time in a `u64`. Safe, always there,
//! and the judge of the others.

use super::ahead::{List, MOST, Near, REACH, SLOTS};
use super::classes::{is_label, is_target, is_token, is_value};
use super::drivers::{ahead_driver, blocks, pieces_by_bits_driver, visit_driver};
use super::head::{FieldLine, HeadLines, HeadScan, SLACK, stop_at};
use super::lists::{
    BEHIND, LAST_LINE, LAST_PIECE, LINE_ROOM, Line, NEAR, PIECE_ROOM, Pieces, PlainPiece, Shifted,
    Visitor, WINDOW,
};

const LOW_BITS: u64 = 0x7F7F_7F7F_7F7F_7F7F;
const HIGH_BITS: u64 = !LOW_BITS;
/// A one in each byte.
const EACH: u64 = u64::MAX / 0xFF;

/// There is no way to ask for memory.
#[inline(always)]
fn prefetch(_: &[u8; 64]) {}

/// The bytes <= 0x0D of a block, a bit each.
#[inline(always)]
pub(super) fn low_mask(block: &[u8; 64]) -> u64 {
    let (words, _) = block.as_chunks::<8>();
    let mut above = 0;
    for (i, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // Adding 0x72 carries into the high bit from 0x0E on; a high bit of the byte's own says
        // the same. What is left clear is <= 0x0D.
        let high = (((word & LOW_BITS) + EACH * 0x72) | word) & HIGH_BITS;
        above |= high >> (7 - i);
    }
    !transpose(above)
}

/// Bit `i` of byte `j` becomes bit `j` of byte `i`: squares of one, two and four bits change places
/// with those across the diagonal (Warren, Hacker's Delight, §7-3).
#[inline(always)]
fn transpose(bits: u64) -> u64 {
    let swap = |bits: u64, by: u32, mask: u64| {
        let differ = (bits ^ (bits >> by)) & mask;
        bits ^ differ ^ (differ << by)
    };
    let bits = swap(bits, 7, 0x00AA_00AA_00AA_00AA);
    let bits = swap(bits, 14, 0x0000_CCCC_0000_CCCC);
    swap(bits, 28, 0x0000_0000_F0F0_F0F0)
}

/// The number of leading label bytes.
#[inline]
pub(super) fn label_len(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !is_label(*byte)).unwrap_or(bytes.len())
}

/// The number of leading label bytes of 16, eight at a time: most labels are that short.
#[inline(always)]
fn label_probe(bytes: &[u8; 16]) -> usize {
    let (words, _) = bytes.as_chunks::<8>();
    match label_len_of_word(u64::from_le_bytes(words[0])) {
        8 => 8 + label_len_of_word(u64::from_le_bytes(words[1])),
        len => len,
    }
}

/// The number of leading label bytes of a word.
#[inline(always)]
fn label_len_of_word(word: u64) -> usize {
    ((!label_bits(word) & HIGH_BITS).trailing_zeros() / 8) as usize
}

/// The high bit of each byte that is a label byte.
#[inline(always)]
fn label_bits(word: u64) -> u64 {
    let low = word & LOW_BITS;
    // The high bit of each byte says yes: it is at least `first`; or it is not `byte`.
    let from = |bytes: u64, first: u8| bytes + EACH * u64::from(0x80 - first);
    let is_not = |byte: u8| (low ^ (EACH * u64::from(byte))) + LOW_BITS;
    let lower = low | (EACH * 0x20);
    let letter = from(lower, b'a') & !from(lower, b'z' + 1);
    // `-` to `9`, of which `/` is none.
    let digit = from(low, b'-') & !from(low, b'9' + 1) & is_not(b'/');
    (letter | digit | !is_not(b'_')) & !word & HIGH_BITS
}

/// The same where fewer than 16 bytes are left.
#[inline(always)]
fn label_len_at_end(bytes: &[u8], at: usize) -> usize {
    label_len(&bytes[at..])
}

/// The bytes <= 0x0D of a block, a bit each, and those that are no label bytes.
fn masks(block: &[u8; 64]) -> (u64, u64) {
    let (words, _) = block.as_chunks::<8>();
    let labels = words
        .iter()
        .enumerate()
        .fold(0, |labels, (i, word)| labels | label_bits(u64::from_le_bytes(*word)) >> (7 - i));
    (low_mask(block), !transpose(labels))
}

/// The same of fewer.
pub(super) fn short_masks(bytes: &[u8]) -> (u64, u64) {
    let mut block = [0xFF; 64];
    block[..bytes.len()].copy_from_slice(bytes);
    masks(&block)
}

pieces_by_bits_driver!();
visit_driver!();
ahead_driver!();

/// Lists the lines of a head one by one.
pub(super) fn head_lines<const N: usize>(bytes: &[u8], out: &mut HeadLines<N>) -> HeadScan {
    out.len = 0;
    let mut start = 0;
    loop {
        let at = start + value_len(&bytes[start..]);
        match &bytes[at..] {
            _ if start > 0 && bytes.get(start) == Some(&b'\t') => return HeadScan::Unsure,
            [b'\r', b'\n', ..] if at > start || start == 0 => {}
            [] | [b'\r'] => return HeadScan::Cut,
            _ => return stop_at(bytes, at),
        }
        if out.len > N - SLACK {
            out.len = 0;
            return HeadScan::Full;
        }
        out.at[out.len] = at as u32 + 1;
        out.len += 1;
        start = at + 2;
    }
}

/// Tells of each field line, with the name's length found byte by byte.
#[inline]
pub(super) fn field_lines<T>(
    bytes: &[u8],
    lines: &[u32],
    out: &mut [T],
    mut write: impl FnMut(&mut T, FieldLine),
) {
    let Some((first, lines)) = lines.split_first() else { return };
    let mut start = *first as usize + 1;
    for (lf, slot) in lines.iter().zip(out) {
        let lf = *lf as usize;
        let name_end = start + token_len(&bytes[start..]);
        let mut behind = [0; 4];
        let rest = &bytes[name_end..];
        match rest.first_chunk() {
            Some(four) => behind = *four,
            None => behind[..rest.len()].copy_from_slice(rest),
        }
        let end = *bytes[..=lf].last_chunk().expect("not the first line");
        write(slot, FieldLine { start, name_end, behind, lf, end });
        start = lf + 1;
    }
}

/// The number of leading `tchar`s.
#[inline]
fn token_len(bytes: &[u8]) -> usize {
    let (chunks, tail) = bytes.as_chunks::<8>();
    for (i, chunk) in chunks.iter().enumerate() {
        // A loop of known length: the compiler unrolls it.
        if let Some(at) = chunk.iter().position(|byte| !is_token(*byte)) {
            return i * 8 + at;
        }
    }
    chunks.len() * 8 + tail.iter().position(|byte| !is_token(*byte)).unwrap_or(tail.len())
}

/// The number of leading bytes of a field value.
#[inline(never)] // so that its constants stay in registers
pub(crate) fn value_len(bytes: &[u8]) -> usize {
    let (chunks, _) = bytes.as_chunks::<16>();
    let mut at = 0;
    for chunk in chunks {
        // Without a branch for each byte: the compiler makes it a few vector instructions.
        let odd = chunk.iter().fold(false, |odd, byte| odd | (*byte < b' ') | (*byte == 0x7F));
        if odd && let Some(end) = value_end(chunk) {
            return at + end;
        }
        at += 16;
    }
    let tail = &bytes[at..];
    at + tail.iter().position(|byte| !is_value(*byte)).unwrap_or(tail.len())
}

/// Where the first byte is that is not of a value, eight at a time.
#[inline]
fn value_end(chunk: &[u8; 16]) -> Option<usize> {
    let (words, _) = chunk.as_chunks::<8>();
    for (i, word) in words.iter().enumerate() {
        let word8 = u64::from_le_bytes(*word);
        let low = word8 & LOW_BITS;
        // The high bit is set from 0x20 on, by the sum or by itself; and for DEL alone.
        let fine = (low + 0x6060_6060_6060_6060) | word8;
        let del = (low + 0x0101_0101_0101_0101) & !word8;
        let mut odd = (!fine | del) & HIGH_BITS;
        while odd != 0 {
            let at = odd.trailing_zeros() as usize / 8;
            // A tab is fine as well.
            if word[at] != b'\t' {
                return Some(i * 8 + at);
            }
            odd &= odd - 1;
        }
    }
    None
}

/// The number of leading bytes of a request target, eight at a time.
pub(crate) fn target_len(bytes: &[u8]) -> usize {
    let (words, tail) = bytes.as_chunks::<8>();
    for (i, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let low = word & LOW_BITS;
        // The high bit is set from 0x21 on; and for DEL, or by itself.
        let fine = low + 0x5F5F_5F5F_5F5F_5F5F;
        let past = (low + 0x0101_0101_0101_0101) | word;
        let odd = (!fine | past) & HIGH_BITS;
        if odd != 0 {
            return i * 8 + odd.trailing_zeros() as usize / 8;
        }
    }
    let whole = words.len() * 8;
    whole + tail.iter().position(|byte| !is_target(*byte)).unwrap_or(tail.len())
}
