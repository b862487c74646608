//! The lines of an HTTP head: where each ends, and where each field name does. Knows positions, no
//! meaning.
//!
//! Two passes over the head, for lines are fewer than what is of interest in a block. The first goes
//! by blocks of 64 bytes, from one mask: the *low* bytes (below SP, and DEL). In a plain head they
//! are CRLFs, that is, each run of them is a pair, and the second of a pair is a line's LF; the first
//! run of four is the empty line. A block with any other run is looked at exactly: a TAB is fine,
//! anything else stops the list. The second pass asks once a line how many token bytes it begins
//! with.
//!
//! The liberties: a pair of low bytes is taken for a CRLF, and the start line is like any other
//! line. Both are for the caller to see.
// Without a vector backend nothing goes by blocks.
#![cfg_attr(
    not(all(target_arch = "x86_64", target_feature = "sse2")),
    allow(dead_code, unused_macros, unused_imports)
)]

/// Room that lets a block write its positions without asking: a line has a byte and a CRLF.
pub(super) const SLACK: usize = 24;

/// How many positions a block writes without asking.
pub(super) const ALWAYS: usize = 2;

/// How many bytes of a line are looked at for its name, and those with the bytes behind it.
pub(super) const PROBE: usize = 32;
pub(super) const LINE_WINDOW: usize = PROBE + 4;

/// The LF of each line of a head, its start line first; room for `N`, less the slack.
pub(crate) struct HeadLines<const N: usize> {
    pub(super) at: [u32; N],
    pub(super) len: usize,
}

/// Lines of heads of up to 37 fields, which is nearly all. Small, for it is cleared for each head: of
/// 256 bytes without a call.
pub(crate) type FewLines = HeadLines<{ 38 + SLACK }>;
/// Lines of heads of up to 1,023 fields.
pub(crate) type ManyLines = HeadLines<{ 1024 + SLACK }>;

impl<const N: usize> HeadLines<N> {
    #[inline]
    pub(crate) const fn new() -> Self {
        Self { at: [0; N], len: 0 }
    }

    #[inline]
    pub(crate) fn list(&self) -> &[u32] {
        &self.at[..self.len]
    }
}

/// How far the lines of a head were listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeadScan {
    /// The head is whole; the CR of its empty line is here.
    End(usize),
    /// The input ends before the head does; there is nothing odd in what it has.
    Cut,
    /// Something is odd in the line behind the last listed.
    Unsure,
    /// No room for more.
    Full,
}

/// A field line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldLine {
    pub(crate) start: usize,
    /// The first byte behind the token bytes that it begins with, or the one of them that is behind
    /// what was looked at; not behind `start`, if there are none.
    pub(crate) name_end: usize,
    /// What is there.
    pub(crate) behind: [u8; 4],
    pub(crate) lf: usize,
    /// The LF and what is before it.
    pub(crate) end: [u8; 4],
}

/// What a block has, exactly.
pub(super) struct Exact {
    pub(super) cr: u64,
    pub(super) lf: u64,
    pub(super) tab: u64,
    /// The bytes that no value may have, CR and LF among them.
    pub(super) bad: u64,
}

impl Exact {
    /// The first byte that is no part of a plain line, or begins the empty one; of a block with so
    /// many bytes, `before` being the byte before it.
    pub(super) fn stop(&self, before: Option<u8>, len: usize) -> Option<u32> {
        let behind = |mask: u64, byte| mask << 1 | u64::from(before == Some(byte));
        let bare = behind(self.cr, b'\r') ^ self.lf;
        let empty = behind(self.lf, b'\n') & (self.cr | self.tab);
        let stop = (self.bad & !self.cr & !self.lf | bare | empty) & (!0 >> (64 - len));
        (stop != 0).then(|| stop.trailing_zeros())
    }
}

/// What the head comes to at its first byte that is no part of a plain line.
pub(super) fn stop_at(bytes: &[u8], at: usize) -> HeadScan {
    match &bytes[at..] {
        [b'\r', b'\n', ..] if at > 0 && bytes[at - 1] == b'\n' => HeadScan::End(at),
        // Not where it stands behind another CR, which ends no line.
        [b'\r'] if at == 0 || bytes[at - 1] != b'\r' => HeadScan::Cut,
        _ => HeadScan::Unsure,
    }
}

/// Whether the first byte of a run may be the last that was looked at.
#[inline]
pub(super) fn may_be_last(byte: u8) -> bool {
    byte == b'\r' || byte == b'\t'
}

/// Defines `head_lines` and `field_lines` of a backend: `low_bytes(&[u8; 64]) -> u64` gives the low
/// bytes of a block, `exact(&[u8; 64]) -> Exact` all there is; `token_probe(&[u8; PROBE]) -> u32` has
/// a bit for each byte that is no `tchar`.
macro_rules! head_driver {
    ($(#[$feature:meta])*) => {
        $(#[$feature])*
        #[allow(unused_assignments)] // the last block's carries go nowhere
        pub(super) fn head_lines<const N: usize>(
            bytes: &[u8],
            out: &mut HeadLines<N>,
        ) -> HeadScan {
            let mut n = 0;
            // Whether the block before ends in a low byte; and in the first of a run.
            let (mut carry_low, mut carry_first) = (0, 0);
            blocks!(bytes, 0, b' ', |block, base, shift| {
                let low = low_bytes(block) >> shift;
                let before = low << 1 | carry_low;
                let (first, second) = (low & !before, low & before);
                let other = second ^ (first << 1 | carry_first);
                if other != 0 {
                    // The third byte of a run, or the one behind a run of one.
                    let third = other.trailing_zeros();
                    let at = base as usize + third as usize;
                    if bytes[at.saturating_sub(2)..].starts_with(b"\r\n\r\n") {
                        if !write(second & ((1 << third) - 1), base, out, &mut n) {
                            return HeadScan::Full;
                        }
                        out.len = n;
                        return HeadScan::End(at);
                    }
                    out.len = n;
                    return head_lines_exactly(bytes, base as usize, carry_first != 0, out);
                }
                (carry_low, carry_first) = (low >> 63, first >> 63);
                if !write(second, base, out, &mut n) {
                    return HeadScan::Full;
                }
            });
            out.len = n;
            match bytes.last() {
                Some(last) if carry_first != 0 && !may_be_last(*last) => HeadScan::Unsure,
                _ => HeadScan::Cut,
            }
        }

        /// Writes the positions of the bits of a mask; `false` if there is no room.
        #[inline]
        $(#[$feature])*
        fn write<const N: usize>(
            mut mask: u64,
            base: u32,
            out: &mut HeadLines<N>,
            n: &mut usize,
        ) -> bool {
            if *n > N - SLACK {
                return false;
            }
            let room: &mut [u32; SLACK] = out.at[*n..].first_chunk_mut().expect("slack");
            let count = mask.count_ones() as usize;
            // Most blocks have no more; garbage behind the last is overwritten by the next.
            for slot in &mut room[..ALWAYS] {
                *slot = base + mask.trailing_zeros();
                mask &= mask.wrapping_sub(1);
            }
            if count > ALWAYS {
                for slot in &mut room[ALWAYS..count] {
                    *slot = base + mask.trailing_zeros();
                    mask &= mask.wrapping_sub(1);
                }
            }
            *n += count;
            true
        }

        /// Goes on at `base`, where a block has other runs than pairs; or the byte before it is one,
        /// if `carry_first`.
        #[cold]
        #[inline(never)]
        $(#[$feature])*
        fn head_lines_exactly<const N: usize>(
            bytes: &[u8],
            mut base: usize,
            carry_first: bool,
            out: &mut HeadLines<N>,
        ) -> HeadScan {
            let mut before = base.checked_sub(1).map(|before| bytes[before]);
            if carry_first && !before.is_none_or(may_be_last) {
                return HeadScan::Unsure;
            }
            while base < bytes.len() {
                let len = (bytes.len() - base).min(64);
                let mut block = [b' '; 64];
                block[..len].copy_from_slice(&bytes[base..base + len]);
                let exact = exact(&block);
                let stop = exact.stop(before, len);
                let lines = exact.lf & stop.map_or(!0, |stop| (1 << stop) - 1);
                if !write(lines, base as u32, out, &mut { out.len }) {
                    return HeadScan::Full;
                }
                out.len += lines.count_ones() as usize;
                if let Some(stop) = stop {
                    return stop_at(bytes, base + stop as usize);
                }
                before = Some(block[len - 1]);
                base += len;
            }
            HeadScan::Cut
        }

        $(#[$feature])*
        #[inline]
        pub(super) fn field_lines<T>(
            bytes: &[u8],
            lines: &[u32],
            out: &mut [T],
            mut write: impl FnMut(&mut T, FieldLine),
        ) {
            let Some(last_window) = bytes.len().checked_sub(LINE_WINDOW) else {
                return field_lines_by_bytes(bytes, lines, out, write);
            };
            let Some((first, lines)) = lines.split_first() else { return };
            let mut start = *first as usize + 1;
            for (lf, slot) in lines.iter().zip(out) {
                // The last lines are near the end, and so inside of the last window.
                let from = start.min(last_window);
                let window = bytes[from..].first_chunk::<LINE_WINDOW>().expect("room behind");
                let probe = window.first_chunk::<PROBE>().expect("less");
                // A line that begins behind the probe gets a wrong end, before its start.
                let other = token_probe(probe) & (!0u32).wrapping_shl((start - from) as u32);
                let at = other.trailing_zeros() as usize;
                let behind = *window[at..].first_chunk::<4>().expect("room behind");
                let lf = *lf as usize;
                let end = *bytes[..=lf].last_chunk::<4>().expect("not the first line");
                write(slot, FieldLine { start, name_end: from + at, behind, lf, end });
                start = lf + 1;
            }
        }
    };
}

pub(super) use head_driver;
