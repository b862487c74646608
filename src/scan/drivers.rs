//! The block loops that every backend runs, written once as macros over four functions of a
//! backend: so that each becomes code for its instruction set, without a call per block.
//!
//! `pieces`: positions of all bytes <= 0x0D, 64 at a time, and which of them end lines.
//!
//! `visit`: for each piece between those positions one probe of 16 bytes that counts leading label
//! bytes. A separator is no label byte, so the probe cannot run past its piece, and the byte behind
//! the label tells whether the label is whole. What the visitor does becomes code of the backend.

/// Writes the positions of the set bits of `$mask`, `$base` added, to `$slots[$n..]`: `$always` of
/// them without asking (garbage behind the last is overwritten by the next block), the others in a
/// loop. One unpredictable branch less a block than a plain loop.
macro_rules! emit {
    ($mask:expr, $base:expr, $slots:expr, $n:ident, $always:literal) => {{
        let mut rest: u64 = $mask;
        let count = rest.count_ones() as usize;
        let slots: &mut [u32; 64] = $slots[$n..].first_chunk_mut().expect("slack");
        for slot in &mut slots[..$always] {
            *slot = $base + rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
        }
        if count > $always {
            for slot in &mut slots[$always..count] {
                *slot = $base + rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
            }
        }
        $n += count;
    }};
}

/// Runs `$body` for each block of 64 bytes and its offset; the tail as the last 64 bytes with
/// `$shift` bits of overlap, or through a padded copy. `$tail` says which, and how many bytes it has.
macro_rules! blocks {
    ($bytes:expr, $pad:literal, |$block:ident, $base:ident, $shift:ident, $tail:ident| $body:block) => {{
        let (whole, tail) = $bytes.as_chunks::<64>();
        for (i, $block) in whole.iter().enumerate() {
            let $base = (i * 64) as u32;
            let $shift = 0u32;
            let $tail: Option<usize> = None;
            $body
        }
        if !tail.is_empty() {
            let $base = (whole.len() * 64) as u32;
            let mut padded = [$pad; 64];
            let ($block, $shift) = match $bytes.last_chunk::<64>() {
                Some(last) => (last, 64 - tail.len() as u32),
                None => {
                    padded[..tail.len()].copy_from_slice(tail);
                    (&padded, 0)
                }
            };
            let $tail = Some(tail.len());
            $body
        }
    }};
}

/// Defines `pieces` of a backend: `low_masks(&[u8; 64]) -> (u64, u64)` gives the bytes <= 0x0D,
/// and the LFs among them.
macro_rules! pieces_driver {
    ($(#[$feature:meta])*) => {
        $(#[$feature])*
        #[allow(unused_assignments)] // the last block's count goes nowhere
        pub(super) fn pieces(window: &[u8], out: &mut Pieces) {
            assert!(window.len() <= WINDOW);
            let slots = &mut out.slots[..];
            let lines = &mut out.lines[..];
            let (mut n, mut line) = (0, 0);
            blocks!(window, 0xFFu8, |block, base, shift, _tail| {
                let (low, lf) = low_masks(block);
                let (low, mut lf) = (low >> shift, lf >> shift);
                // The index of an LF is the number of low bytes before it. The first is written
                // without asking; more than one in a block are few.
                let mut index_of_first = |lf: u64| {
                    let below = (lf & lf.wrapping_neg()).wrapping_sub(1);
                    lines[line] = n as u32 + (low & below).count_ones();
                    line += usize::from(lf != 0);
                };
                index_of_first(lf);
                lf &= lf.wrapping_sub(1);
                while lf != 0 {
                    index_of_first(lf);
                    lf &= lf.wrapping_sub(1);
                }
                emit!(low, base, slots, n, 4);
            });
            out.line_count = line;
        }
    };
}

/// Defines `visit` of a backend: `label_probe(&[u8; 16]) -> usize` gives the number of leading label
/// bytes.
macro_rules! visit_driver {
    ($(#[$feature:meta])*) => {
        $(#[$feature])*
        #[inline]
        pub(super) fn visit<'a, V: Visitor<'a>>(
            line: Line<'a>,
            start: usize,
            visitor: &mut V,
            value: V::Value,
        ) -> (V::Value, usize) {
            match line.bytes.first_chunk::<{ NEAR + BEHIND }>() {
                Some(bytes) if line.len < NEAR - 1 => {
                    visit_near(bytes, line, start, visitor, value)
                }
                _ => visit_any(line, start, visitor, value),
            }
        }

        /// A line of which every offset fits a mask, so that no access needs a check.
        $(#[$feature])*
        #[inline]
        fn visit_near<'a, V: Visitor<'a>>(
            bytes: &'a [u8; NEAR + BEHIND],
            line: Line<'a>,
            mut start: usize,
            visitor: &mut V,
            mut value: V::Value,
        ) -> (V::Value, usize) {
            for end in line.ends {
                let end = (*end as usize).wrapping_sub(line.origin) & (NEAR - 1);
                if end < start {
                    // Inside a piece that was odd.
                    continue;
                }
                let at = start & (NEAR - 1);
                let probe = bytes[at..].first_chunk::<16>().expect("room behind");
                let label = label_probe(probe) & 31;
                let colon = at + label;
                let sure = label.wrapping_sub(1) < 15
                    && bytes[colon] == b':'
                    && (bytes[end] == b'\t' || end == line.len);
                if sure {
                    // The end is behind the colon, for it is no label byte; `max` tells the compiler.
                    let part = &bytes[colon + 1..end.max(colon + 1)];
                    let piece = PlainPiece { start: at, label: &bytes[at..colon], value: part };
                    value = visitor.plain(value, piece);
                    start = end + 1;
                } else {
                    (value, start) = visit_one(line, at, end, visitor, value);
                }
            }
            (value, start)
        }

        /// Any line.
        $(#[$feature])*
        fn visit_any<'a, V: Visitor<'a>>(
            line: Line<'a>,
            mut start: usize,
            visitor: &mut V,
            mut value: V::Value,
        ) -> (V::Value, usize) {
            for end in line.ends {
                let end = *end as usize - line.origin;
                if end >= start {
                    (value, start) = visit_one(line, start, end, visitor, value);
                }
            }
            (value, start)
        }

        /// One piece, with every check.
        $(#[$feature])*
        fn visit_one<'a, V: Visitor<'a>>(
            line: Line<'a>,
            start: usize,
            end: usize,
            visitor: &mut V,
            value: V::Value,
        ) -> (V::Value, usize) {
            let bytes = line.bytes;
            let label = match bytes[start..].first_chunk::<16>().map(|probe| label_probe(probe)) {
                Some(label) if label < 16 => label,
                _ => label_len(&bytes[start..end]),
            };
            let colon = start + label;
            let sure = label > 0
                && bytes[colon] == b':'
                && (bytes[end] == b'\t' || end == line.len);
            if !sure {
                return visitor.odd(value, start);
            }
            let (label, part) = (&bytes[start..colon], &bytes[colon + 1..end]);
            (visitor.plain(value, PlainPiece { start, label, value: part }), end + 1)
        }
    };
}

pub(super) use {blocks, emit, pieces_driver, visit_driver};
