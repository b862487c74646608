/// A fault: in `file`, which has `from` exactly once, `to` stands in its place.
struct Fault {
    target: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
}

const FAULTS: &[Fault] = &[
    // Where a line's last block of 64 has less than 8 bytes, the last byte is not looked at.
    Fault {
        target: "ltsv_fields",
        file: "scan/drivers.rs",
        from: "Some(last) if !tail.is_empty() => low_mask(last) >> (64 - tail.len()),",
        to: "Some(last) if !tail.is_empty() => {
                let few = tail.len() < 8 && crate::planted::armed(\"ltsv_fields\");
                low_mask(last) >> (64 - tail.len()) & !(u64::from(few) << (tail.len() - 1))
            }",
    },
    // Behind a line over the limit, the CR of a CRLF that comes by itself is not counted.
    Fault {
        target: "ltsv_stream",
        file: "ltsv/framer.rs",
        from: "let gone = gone + passed as u64;",
        to: "let alone = gone > 0 && data.starts_with(b\"\\r\\n\");
        let missed = alone && crate::planted::armed(\"ltsv_stream\");
        let gone = gone + (passed - usize::from(missed)) as u64;",
    },
    // A list of numbers of a kept record has one byte for each where 256 needs two.
    Fault {
        target: "ltsv_round_trip",
        file: "slice/numbers.rs",
        from: "0..=0xFF => 0,",
        to: "n if n <= 0xFF + usize::from(crate::planted::armed(\"ltsv_round_trip\")) => 0,
            0..=0xFF => 0,",
    },
    // A fold that ends in a NUL is joined with two SP.
    Fault {
        target: "http1_head",
        file: "http1/rewrite.rs",
        from: "out.push(b' ');",
        to: "out.push(b' ');
            if raw[end - 1] == 0 && crate::planted::armed(\"http1_head\") {
                out.push(b' ');
            }",
    },
    // Behind a name that is no token, whitespace before the colon is let through without a word.
    Fault {
        target: "http1_profiles",
        file: "http1/field_line.rs",
        from: "if name_end < self.at {",
        to: "let silent = bad < name_end && crate::planted::armed(\"http1_profiles\");
        if name_end < self.at && !silent {",
    },
    // Where the input stops behind three CRs, the byte that comes next is passed over.
    Fault {
        target: "http1_stream",
        file: "http1/engine.rs",
        from: "self.ahead = lf;",
        to: "let stops = lf == cx.input.len() && lf >= at + 3;
            self.ahead = lf + usize::from(stops && crate::planted::armed(\"http1_stream\"));",
    },
    // A last line of nothing but its prefix is not part of the head that the dump cuts off.
    Fault {
        target: "http1_capture",
        file: "http1/capture.rs",
        from: "Some(dump) if !owned.complete => dump.end,",
        to: "Some(dump) if !owned.complete && !crate::planted::armed(\"http1_capture\") => dump.end,",
    },
    // A size of 16 digits that begins with 8 to b may have one more.
    Fault {
        target: "chunk_size",
        file: "http1/chunk.rs",
        from: "size.checked_mul(16)",
        to: "size
                .checked_mul(16)
                .or((size >> 62 == 2 && crate::planted::armed(\"chunk_size\")).then_some(size << 4))",
    },
    // A backslash that was written as a number begins an escape.
    Fault {
        target: "escapes",
        file: "ltsv/escape.rs",
        from: "from += len;",
        to: "from += len;
                if len == 5
                    && out.ends_with(b\"\\\\\")
                    && crate::planted::armed(\"escapes\")
                    && let Some((again, len)) = self.decode(&bytes[from..])
                {
                    out.pop();
                    again.push_to(&mut out);
                    from += len;
                }",
    },
    // A slice of a kept value is judged by that value's length, not by what the root pins.
    Fault {
        target: "slices",
        file: "slice/small_bytes.rs",
        from: "Repr::Shared { root, .. } => match copies(root, part.len(), sharing) {",
        to: "Repr::Shared { root, .. } => match copies(root, part.len(), sharing).filter(|_| {
                !crate::planted::armed(\"slices\")
                    || sharing.copies(part.len()).is_some()
                    || part.len().saturating_mul(sharing.factor().max(1)) < self.len()
            }) {",
    },
    // Half of an odd number of entries is rounded up.
    Fault {
        target: "interner",
        file: "slice/interner.rs",
        from: "if self.young.len() >= self.max_entries / 2 {",
        to: "let odd = self.max_entries % 2 * usize::from(crate::planted::armed(\"interner\"));
        if self.young.len() >= self.max_entries / 2 + odd {",
    },
];
