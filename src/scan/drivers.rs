//! The block loops that every backend runs, written once as macros over four functions of a
//! backend: so that each becomes code for its instruction set, without a call per block.
//!
//! `pieces`: positions of all bytes <= 0x0D, 64 at a time, and which of them end lines.
//!
//! `visit`: for each piece between those positions one probe of 16 bytes that counts leading label
//! bytes. A separator is no label byte, so the probe cannot run past its piece, and the byte behind
//! the label tells whether the label is whole. What the visitor does becomes code of the backend.

/// Runs `$body` for each block of 64 bytes and its offset, which counts on from `$from`; the tail as the last 64 bytes with
/// `$shift` bits of overlap, or through a padded copy.
macro_rules! blocks {
    ($bytes:expr, $from:expr, $pad:literal, |$block:ident, $base:ident, $shift:ident| $body:block) => {{
        let (whole, tail) = $bytes.as_chunks::<64>();
        let mut base: u32 = $from;
        for $block in whole {
            let $base = base;
            base += 64;
            let $shift = 0u32;
            $body
        }
        if !tail.is_empty() {
            let $base = base;
            let mut padded = [$pad; 64];
            let ($block, $shift) = match $bytes.last_chunk::<64>() {
                Some(last) => (last, 64 - tail.len() as u32),
                None => {
                    padded[..tail.len()].copy_from_slice(tail);
                    (&padded, 0)
                }
            };
            $body
        }
    }};
}

/// Defines `pieces` of a backend: `low_masks(&[u8; 64]) -> (u64, u64)` gives the bytes <= 0x0D,
/// and the LFs among them; `emit(u64, u32, &mut [u32; 64]) -> usize` writes the positions of a mask's bits,
/// the number added, and maybe garbage behind them, which the next block overwrites, and gives their count;
/// `prefetch(&[u8; 64])` asks for memory behind a block. Positions come behind those that are there, lines
/// in the place of others.
macro_rules! pieces_driver {
    ($(#[$feature:meta])*) => {
        $(#[$feature])*
        pub(super) fn pieces(window: &[u8], from: u32, out: &mut Pieces) {
            let before = out.count;
            if out.is_sparse {
                pieces_of::<true>(window, from, out);
            } else {
                pieces_of::<false>(window, from, out);
            }
            // Bytes that follow are mostly like these.
            out.is_sparse = (out.count - before) * 64 < window.len();
        }

        /// A block without a low byte is passed over, if there are more of them than of others: where
        /// there are not, nobody could foretell which is one.
        $(#[$feature])*
        #[inline]
        fn pieces_of<const SPARSE: bool>(window: &[u8], from: u32, out: &mut Pieces) {
            assert!(window.len() <= WINDOW && out.count <= WINDOW);
            let slots: &mut [u32; PIECE_ROOM] = &mut out.slots;
            let lines: &mut [u32; LINE_ROOM] = &mut out.lines;
            let (mut n, mut line) = (out.count, 0);
            blocks!(window, from, 0xFFu8, |block, base, shift| {
                prefetch(block);
                let (low, lf) = low_masks(block);
                let (low, lf) = (low >> shift, lf >> shift);
                if !SPARSE || low != 0 {
                    // How many low bytes there are up to an LF. The first is written without asking.
                    let up_to = lf ^ lf.wrapping_sub(1);
                    lines[line & LAST_LINE] = n as u32 + (low & up_to).count_ones();
                    line += usize::from(lf != 0);
                    let more = lf & lf.wrapping_sub(1);
                    if more != 0 {
                        line = ends_of_more(low, more, n as u32, lines, line);
                    }
                    let slots = slots[n & LAST_PIECE..].first_chunk_mut().expect("slack");
                    n += emit(low, base, slots);
                }
            });
            out.count = n;
            out.line_count = line;
        }

        /// More lines that end in a block; a function of its own, so that the loop stays small.
        $(#[$feature])*
        #[inline(never)]
        fn ends_of_more(low: u64, mut lf: u64, n: u32, lines: &mut [u32; LINE_ROOM], at: usize) -> usize {
            let mut line = at;
            while lf != 0 {
                let up_to = lf ^ lf.wrapping_sub(1);
                lines[line & LAST_LINE] = n + (low & up_to).count_ones();
                line += 1;
                lf &= lf.wrapping_sub(1);
            }
            line
        }
    };
}

/// Defines `pieces` of a backend that would have to count bits without an instruction for it:
/// `low_mask(&[u8; 64]) -> u64` gives the bytes <= 0x0D, which are listed one by one.
macro_rules! pieces_by_bits_driver {
    ($(#[$feature:meta])*) => {
        $(#[$feature])*
        pub(super) fn pieces(window: &[u8], from: u32, out: &mut Pieces) {
            assert!(window.len() <= WINDOW && out.count <= WINDOW);
            let slots: &mut [u32; PIECE_ROOM] = &mut out.slots;
            let lines: &mut [u32; LINE_ROOM] = &mut out.lines;
            let (mut n, mut line) = (out.count, 0);
            blocks!(window, from, 0xFFu8, |block, base, shift| {
                prefetch(block);
                let mut low = low_mask(block) >> shift;
                while low != 0 {
                    let at = low.trailing_zeros();
                    slots[n & LAST_PIECE] = base + at;
                    n += 1;
                    // Written without asking.
                    lines[line & LAST_LINE] = n as u32;
                    line += usize::from(block[((at + shift) & 63) as usize] == b'\n');
                    low &= low - 1;
                }
            });
            out.count = n;
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

        /// A line whose pieces all end near: every offset fits a mask, so that no access needs a check.
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
                let at = start & (NEAR - 1);
                let probe = bytes[at..].first_chunk::<16>().expect("room behind");
                let label = label_probe(probe) & 31;
                let colon = at + label;
                // An end that is not behind the colon is inside a piece that was odd.
                let sure = label != 0
                    && bytes[colon] == b':'
                    && colon < end
                    && (bytes[end] == b'\t' || end == line.len);
                if sure {
                    let (label, part) = (&bytes[at..colon], &bytes[colon + 1..end]);
                    value = visitor.plain(value, PlainPiece { start: at, label, value: part });
                    start = end + 1;
                } else if end >= at {
                    (value, start) = visit_one(line, at, end, visitor, value);
                }
            }
            (value, start)
        }

        /// Any line: a near stretch after the other, each as a line; and by itself a piece that does not
        /// end near, or has no room behind.
        $(#[$feature])*
        fn visit_any<'a, V: Visitor<'a>>(
            line: Line<'a>,
            mut start: usize,
            visitor: &mut V,
            mut value: V::Value,
        ) -> (V::Value, usize) {
            let mut ends = line.ends;
            while let [end, rest @ ..] = ends {
                let end = *end as usize - line.origin;
                let room = line.bytes.get(start..).and_then(|bytes| bytes.first_chunk());
                let from_start = |end: u32| (end as usize - line.origin).wrapping_sub(start);
                match room.filter(|_| end >= start && end - start < NEAR - 1) {
                    Some(bytes) => {
                        let near = ends.partition_point(|end| from_start(*end) < NEAR - 1);
                        let (near, behind) = ends.split_at(near);
                        let stretch = line.stretch(start, near);
                        let mut shifted = Shifted { visitor, by: start };
                        let passed;
                        (value, passed) = visit_near(bytes, stretch, 0, &mut shifted, value);
                        start += passed;
                        ends = behind;
                    }
                    None => {
                        ends = rest;
                        if end >= start {
                            (value, start) = visit_one(line, start, end, visitor, value);
                        }
                    }
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
            let label = label_at(bytes, start);
            let colon = start + label;
            let sure = label > 0
                && bytes.get(colon) == Some(&b':')
                && (bytes.get(end) == Some(&b'\t') || end == line.len);
            if !sure {
                return visitor.odd(value, start);
            }
            let (label, part) = (&bytes[start..colon], &bytes[colon + 1..end]);
            (visitor.plain(value, PlainPiece { start, label, value: part }), end + 1)
        }

        /// How many label bytes there are from `start` on. No end of a piece is one of them.
        $(#[$feature])*
        fn label_at(bytes: &[u8], start: usize) -> usize {
            let mut at = start;
            while let Some(probe) = bytes[at..].first_chunk::<16>() {
                let label = label_probe(probe);
                at += label;
                if label < 16 {
                    return at - start;
                }
            }
            at + label_len_at_end(bytes, at) - start
        }
    };
}

/// Defines `near` and `ahead` of a backend: `low_mask(&[u8; 64]) -> u64` gives the bytes
/// <= 0x0D; `masks(&[u8; 64]) -> (u64, u64)` these and those that are no label bytes, and
/// `short_masks(&[u8]) -> (u64, u64)` the same of fewer; `label_probe(&[u8; 16]) -> usize` as above, and
/// `label_len_at_end(&[u8], usize) -> usize` the same where fewer than 16 bytes are left.
macro_rules! ahead_driver {
    ($(#[$feature:meta])*) => {
        $(#[$feature])*
        pub(super) fn near(line: &[u8], from: usize) -> Near {
            let rest = &line[from..];
            assert!(rest.len() < 64);
            let (low, other) = match line.last_chunk() {
                // The shift in two steps, for nothing may be left.
                Some(last) => {
                    let (low, other) = masks(last);
                    let by = 63 - rest.len();
                    (low >> 1 >> by, other >> 1 >> by)
                }
                None => short_masks(rest),
            };
            let end = 1 << rest.len();
            Near::new(from, low | end, other | end)
        }

        /// First where the next pieces end; then, for each, a probe behind the end before it.
        $(#[$feature])*
        pub(super) fn ahead(line: &Line<'_>, start: usize, out: &mut List) {
            let bytes = &line.bytes[..line.len];
            debug_assert!(bytes.len() - start >= 64);
            let count = match line.ends {
                [] => ends_in(bytes, start, &mut out.ends),
                ends => ends_of(ends, line.origin + start, &mut out.ends),
            };
            out.restart(start, count);
            let mut at = start;
            for (end, len) in out.ends[..count].iter().zip(&mut out.labels[..count]) {
                let probe = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>());
                let label = probe.map_or(16, |probe| label_probe(probe));
                *len = if label < 16 { label as u8 } else { far_label(bytes, at) };
                at = start + usize::from(*end) + 1;
            }
        }

        /// How many label bytes there are from `start` on, if that is less than 256; or 0.
        $(#[$feature])*
        fn far_label(line: &[u8], start: usize) -> u8 {
            match line.get(start..) {
                Some(_) => label_at(line, start).try_into().unwrap_or(0),
                None => 0,
            }
        }

        /// Where pieces of a line end from `start` on, by a list: at most [`MOST`].
        $(#[$feature])*
        fn ends_of(list: &[u32], start: usize, out: &mut [u16; SLOTS]) -> usize {
            let from_start = |end: u32| (end as usize).wrapping_sub(start);
            let mut near = &list[..list.len().min(MOST)];
            while let [rest @ .., last] = near && from_start(*last) > REACH {
                near = rest;
            }
            for (end, out) in near.iter().zip(out) {
                *out = from_start(*end) as u16;
            }
            near.len()
        }

        /// The same by the bytes.
        $(#[$feature])*
        fn ends_in(line: &[u8], start: usize, out: &mut [u16; SLOTS]) -> usize {
            let rest = &line[start..];
            let (whole, tail) = rest[..rest.len().min(REACH)].as_chunks::<64>();
            let mut n = 0;
            for (i, block) in whole.iter().enumerate() {
                n = emit_some(low_mask(block), (i * 64) as u32, n, out);
                if n >= MOST {
                    return MOST;
                }
            }
            if rest.len() > REACH {
                return n;
            }
            // Of the tail, and the line's end.
            let low = match line.last_chunk::<64>() {
                Some(last) if !tail.is_empty() => low_mask(last) >> (64 - tail.len()),
                _ => 0,
            };
            n = emit_some(low, (whole.len() * 64) as u32, n, out);
            if n >= MOST {
                return MOST;
            }
            out[n] = rest.len() as u16;
            n + 1
        }

        /// Writes the positions of a block that have room; gives how many would be there.
        $(#[$feature])*
        #[inline]
        fn emit_some(mask: u64, base: u32, n: usize, out: &mut [u16; SLOTS]) -> usize {
            let mut rest = mask;
            let count = n + mask.count_ones() as usize;
            let first: &mut [u16; 4] = out[n..].first_chunk_mut().expect("slack");
            for slot in first {
                *slot = (base + rest.trailing_zeros()) as u16;
                rest &= rest.wrapping_sub(1);
            }
            if count > n + 4 {
                for slot in &mut out[n + 4..count.min(SLOTS)] {
                    *slot = (base + rest.trailing_zeros()) as u16;
                    rest &= rest.wrapping_sub(1);
                }
            }
            count
        }
    };
}

pub(super) use {ahead_driver, blocks, pieces_by_bits_driver, pieces_driver, visit_driver};
