//! Inputs that were made to hurt: the densest fields, defects and line ends that each format has,
//! and what never ends.

/// `part` again and again, up to `n` bytes.
pub fn repeat(part: &[u8], n: usize) -> Vec<u8> {
    part.iter().copied().cycle().take(n).collect()
}

/// `start`, and then `part` again and again.
pub fn repeat_behind(start: &[u8], part: &[u8], n: usize) -> Vec<u8> {
    let mut bytes = start.to_vec();
    bytes.extend(part.iter().copied().cycle().take(n.saturating_sub(start.len())));
    bytes
}

/// A thing of a stream of numbers that does not depend on the run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 12) as usize % n
    }

    /// Pieces at random, each some times.
    fn pieces(&mut self, pieces: &[&[u8]], n: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(n + 64);
        while bytes.len() < n {
            let piece = pieces[self.below(pieces.len())];
            (0..=self.below(4)).for_each(|_| bytes.extend_from_slice(piece));
        }
        bytes.truncate(n);
        bytes
    }
}

/// A name for messages, and the bytes.
pub type Input = (String, Vec<u8>);

fn named(parts: &[&[u8]], start: &[u8], n: usize) -> Vec<Input> {
    let name = |part: &[u8]| format!("{} + {}", start.escape_ascii(), part.escape_ascii());
    parts.iter().map(|part| (name(part), repeat_behind(start, part, n))).collect()
}

/// Lines and streams of LTSV of about `n` bytes.
pub fn ltsv(n: usize) -> Vec<Input> {
    let parts: [&[u8]; 22] = [
        b"a",
        b"\t",
        b":",
        b"\n",
        b"\r",
        b"\0",
        b"\r\n",
        b"\t\n",
        b"a:\t",
        b"a:\n",
        b":\t",
        b"a\t",
        b"@:\t",
        b"a:\0\t",
        b"\r\t",
        b"\t\ta:",
        b"a:\r\t\r\n",
        b"\xEF\xBB\xBF",
        b"\xFF",
        b"a:1\tb:2\n",
        b"\n\n\t\n",
        b"a:\t\t",
    ];
    let mut inputs = named(&parts, b"", n);
    inputs.extend(named(&parts, b"\xEF\xBB\xBF", n));
    inputs.push(("one value".into(), repeat_behind(b"a:", b"x", n)));
    inputs.push(("distinct labels".into(), distinct_labels(n, b'\t')));
    inputs.push(("distinct lines".into(), distinct_labels(n, b'\n')));
    inputs.push(("lines that double".into(), doubling(n)));
    for seed in 1..20 {
        inputs.push((format!("random {seed}"), Random(seed).pieces(&parts, n)));
    }
    inputs
}

/// `l0:`, `l1:` and so on, with `separator` behind each.
pub fn distinct_labels(n: usize, separator: u8) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(n + 16);
    for number in 0.. {
        bytes.extend_from_slice(format!("l{number:x}:").as_bytes());
        if bytes.len() >= n {
            break;
        }
        bytes.push(separator);
    }
    bytes
}

fn doubling(n: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * n);
    let mut len = 1;
    while bytes.len() + len < n {
        bytes.extend(repeat_behind(b"a:", b"x", len));
        bytes.push(b'\n');
        len *= 2;
    }
    bytes
}

/// Heads of about `n` bytes, whole and not.
pub fn heads(n: usize) -> Vec<Input> {
    let parts: [&[u8]; 26] = [
        b"a",
        b":",
        b"a:\r\n",
        b"a:\n",
        b"a: b\r\n",
        b":\n",
        b"\r",
        b"\n",
        b"\r\n",
        b" ",
        b"\t",
        b" \n",
        b"a:\n \n",
        b"a:\0\n",
        b"a:\0",
        b"a\n",
        b"@:\n",
        b"a:\r\r\n",
        b"a: \r\n \r\n",
        b"a :\n",
        b"\0",
        b"\xEF\xBB\xBF",
        b"\x80",
        b"a:\x01\r\n",
        b"a:b\r\n c\r\n",
        b"HTTP/1.1 200\r\n\r\n",
    ];
    let starts: [&[u8]; 6] = [
        b"",
        b"GET / HTTP/1.1\r\n",
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 200 ",
        b"GET ",
        b"\xEF\xBB\xBFHTTP/2 200\n",
    ];
    let mut inputs = Vec::new();
    for start in starts {
        for end in [&b""[..], b"\r\n\r\n", b"\n\n"] {
            for (name, mut bytes) in named(&parts, start, n) {
                bytes.extend_from_slice(end);
                inputs.push((format!("{name} + {}", end.escape_ascii()), bytes));
            }
        }
    }
    // As many fields as the limit allows, all of which have to be rewritten.
    let part = [&b"a:\0"[..], &[b'x'; 80], b"\n"].concat();
    inputs.push(("long values with a NUL".into(), repeat_behind(starts[2], &part, n)));
    for seed in 1..20 {
        let random = Random(seed).pieces(&parts, n);
        let bytes = [starts[seed as usize % 6], &random, b"\r\n\r\n"].concat();
        inputs.push((format!("random {seed}"), bytes));
    }
    inputs
}
