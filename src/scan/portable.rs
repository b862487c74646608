//! The backend without instruction sets: eight bytes at a time in a `u64`. Safe, always there,
//! and the judge of the others.

use super::ahead::{Ahead, MOST, REACH, SLOTS};
use super::classes::{is_label, is_token, is_value};
#[cfg(any(test, feature = "internal"))]
use super::drivers::head_driver;
use super::drivers::{ahead_driver, blocks, emit, pieces_driver, visit_driver};
use super::lists::{
    BEHIND, HeadPositions, HeadScan, LAST_INDEX, Line, NEAR, Pieces, PlainPiece, ROOM, SLACK,
    Shifted, Visitor, WINDOW,
};

const LOW_BITS: u64 = 0x7F7F_7F7F_7F7F_7F7F;
const HIGH_BITS: u64 = !LOW_BITS;

/// The bytes <= 0x0D of a block, a bit each, and the LFs.
#[inline(always)]
pub(super) fn low_masks(block: &[u8; 64]) -> (u64, u64) {
    let (words, _) = block.as_chunks::<8>();
    let (mut mask, mut lf) = (0, 0);
    for (i, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // Adding 0x72 carries into the high bit from 0x0E on; a high bit of the byte's own says
        // the same. What is left clear is <= 0x0D.
        let above = ((word & LOW_BITS) + 0x7272_7272_7272_7272) | word;
        let low = !above & HIGH_BITS;
        mask |= gather(low) << (8 * i);
        if low != 0 {
            // Zero only where the byte is an LF; the same sum tells zero from the rest.
            let differs = word ^ 0x0A0A_0A0A_0A0A_0A0A;
            let other = ((differs & LOW_BITS) + LOW_BITS) | differs;
            lf |= gather(!other & HIGH_BITS) << (8 * i);
        }
    }
    (mask, lf)
}

/// Moves the high bit of each byte to the low eight bits, in order.
#[inline(always)]
fn gather(high_bits: u64) -> u64 {
    // Each bit is multiplied to its own place in the top byte; no two products meet.
    (high_bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The number of leading label bytes.
#[inline]
pub(super) fn label_len(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !is_label(*byte)).unwrap_or(bytes.len())
}

/// The number of leading label bytes of 16.
#[inline(always)]
pub(super) fn label_probe(bytes: &[u8; 16]) -> usize {
    label_len(bytes)
}

/// The same where fewer than 16 bytes are left.
#[inline(always)]
fn label_len_at_end(bytes: &[u8], at: usize) -> usize {
    label_len(&bytes[at..])
}

/// The bytes <= 0x0D of less than 64, a bit each.
fn short_mask(bytes: &[u8]) -> u64 {
    let mut block = [0xFF; 64];
    block[..bytes.len()].copy_from_slice(bytes);
    low_masks(&block).0
}

pieces_driver!();
visit_driver!();
ahead_driver!();

/// Lists a head line by line: the twin of the masks below, and faster where they are made of bytes.
pub(super) fn head_by_lines<const N: usize>(bytes: &[u8], out: &mut HeadPositions<N>) -> HeadScan {
    out.len = 0;
    let (mut at, mut first) = (0, true);
    loop {
        let name = match bytes.get(at) {
            Some(b'\r') if !first => {
                return match bytes.get(at + 1) {
                    Some(b'\n') => HeadScan::End(at),
                    Some(_) => HeadScan::Unsure,
                    None => HeadScan::Cut,
                };
            }
            Some(_) if first => 0,
            Some(_) => token_len(&bytes[at..]),
            None => return HeadScan::Cut,
        };
        if name == 0 && !first {
            return HeadScan::Unsure;
        }
        let cr = at + name + value_len(&bytes[at + name..]);
        let lf = match bytes.get(cr..).unwrap_or_default() {
            [b'\r', b'\n', ..] => cr + 1,
            [b'\r'] | [] => return HeadScan::Cut,
            _ => return HeadScan::Unsure,
        };
        if out.len + 2 > N - SLACK {
            out.len = 0;
            return HeadScan::Full;
        }
        if !first {
            out.at[out.len] = (at + name) as u32;
            out.len += 1;
        }
        out.at[out.len] = lf as u32;
        out.len += 1;
        (at, first) = (lf + 1, false);
    }
}

/// The number of leading `tchar`s.
fn token_len(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !is_token(*byte)).unwrap_or(bytes.len())
}

/// The number of leading bytes of a field value, eight at a time.
pub(crate) fn value_len(bytes: &[u8]) -> usize {
    let (words, tail) = bytes.as_chunks::<8>();
    for (i, word) in words.iter().enumerate() {
        let word8 = u64::from_le_bytes(*word);
        let low = word8 & LOW_BITS;
        // The high bit is set from 0x20 on, by the sum or by itself; and for DEL alone.
        let fine = (low + 0x6060_6060_6060_6060) | word8;
        let del = (low + 0x0101_0101_0101_0101) & !word8;
        if (!fine | del) & HIGH_BITS != 0 {
            // A tab is fine as well.
            if let Some(at) = word.iter().position(|byte| !is_value(*byte)) {
                return i * 8 + at;
            }
        }
    }
    let whole = words.len() * 8;
    whole + tail.iter().position(|byte| !is_value(*byte)).unwrap_or(tail.len())
}

/// The judge of the vector backends' heads. The crate itself goes by lines, which is faster than
/// masks made of bytes.
#[cfg(any(test, feature = "internal"))]
fn head_masks(block: &[u8; 64]) -> (super::HeadMasks, Classes) {
    let mask = |is: fn(u8) -> bool| {
        block.iter().enumerate().fold(0u64, |mask, (i, byte)| mask | u64::from(is(*byte)) << i)
    };
    let masks = super::HeadMasks {
        token: mask(is_token),
        lf: mask(|byte| byte == b'\n'),
        cr: mask(|byte| byte == b'\r'),
    };
    (masks, mask(|byte| !is_value(byte) && byte != b'\r' && byte != b'\n'))
}

/// The control bytes, a bit each.
#[cfg(any(test, feature = "internal"))]
type Classes = u64;
#[cfg(any(test, feature = "internal"))]
fn no_classes() -> Classes {
    0
}

#[cfg(any(test, feature = "internal"))]
fn merge(seen: Classes, classes: Classes) -> Classes {
    seen | classes
}

#[cfg(any(test, feature = "internal"))]
fn has_control(seen: Classes) -> bool {
    seen != 0
}

#[cfg(any(test, feature = "internal"))]
fn control_mask(classes: Classes) -> u64 {
    classes
}

#[cfg(any(test, feature = "internal"))]
head_driver!();
