//! Every backend against judges that find positions one byte at a time.

use std::sync::{Mutex, PoisonError};

use linecut::__internal::{
    Backend, WINDOW, head_positions, line_pieces, pieces_ahead, pieces_near, set_backend,
};
use proptest::prelude::*;

/// Low bytes of a line, and its pieces: start, colon (none: odd), end.
type Line = (Vec<u32>, Vec<(usize, Option<usize>, usize)>);

/// The slow twin of the LTSV scanner.
fn judge(window: &[u8]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut origin = 0;
    for line in window.split_inclusive(|byte| *byte == b'\n') {
        let Some(content) = line.strip_suffix(b"\n") else { break };
        let low = (0..line.len()).filter(|at| line[*at] <= 0x0D).map(|at| (origin + at) as u32);
        let mut start = 0;
        let pieces = content.split(|byte| *byte == b'\t').map(|piece| {
            let label = piece.iter().position(|byte| !is_label(*byte)).unwrap_or(piece.len());
            let plain = label > 0
                && piece.get(label) == Some(&b':')
                && piece.iter().all(|byte| *byte > 0x0D);
            let seen = (start, plain.then_some(start + label), start + piece.len());
            start += piece.len() + 1;
            seen
        });
        lines.push((low.collect(), pieces.collect()));
        origin += line.len();
    }
    lines
}

/// The slow twin of what an iterator finds ahead: low bytes, and how many label bytes there are behind
/// the one before.
fn judge_ahead(line: &[u8], start: usize) -> Vec<(usize, usize)> {
    let low = (start..line.len()).filter(|at| line[*at] <= 0x0D).chain([line.len()]);
    let mut start = start;
    let piece = |end: usize| {
        let label = line[start..].iter().take_while(|byte| is_label(**byte)).count();
        start = end + 1;
        (end, label)
    };
    low.map(piece).collect()
}

/// The pieces of a line by itself: from its start, from a place inside, and near its end.
fn check_ahead(line: &[u8], backend: Backend) {
    let (name, shown) = (backend.name(), line.escape_ascii());
    for start in [0, line.len() / 3, line.len().saturating_sub(63), line.len()] {
        let mut due = judge_ahead(line, start);
        if line.len() - start < 64 {
            assert_eq!(pieces_near(line, start), due, "{name}, {start}: {shown}");
            continue;
        }
        // A length that has no room is none.
        due.iter_mut().filter(|piece| piece.1 > 255).for_each(|piece| piece.1 = 0);
        due.truncate(28);
        for listed in [false, true] {
            let found = pieces_ahead(line, start, listed);
            assert_eq!(found, due, "{name}, {start}, {listed}: {shown}");
        }
    }
}

/// Ends of name and line of each plain line of a head, and how it ended.
type Head = (Vec<(usize, usize)>, Result<usize, &'static str>);

/// The slow twin of the scanner of heads.
fn head_judge(bytes: &[u8]) -> Head {
    let (mut lines, mut start) = (Vec::new(), 0);
    loop {
        let rest = &bytes[start..];
        let end = rest.iter().position(|byte| !is_value(*byte)).unwrap_or(rest.len());
        let ended = match &rest[end..] {
            _ if start > 0 && rest.starts_with(b"\t") => Err("unsure"),
            [b'\r', b'\n', ..] if start > 0 && end == 0 => Ok(start),
            [b'\r', b'\n', ..] => {
                let name = rest.iter().take_while(|byte| is_token(**byte)).count();
                lines.push((if start > 0 { start + name } else { 0 }, start + end + 1));
                start += end + 2;
                continue;
            }
            [] | [b'\r'] => Err("cut"),
            _ => Err("unsure"),
        };
        return (lines, ended);
    }
}

fn is_value(byte: u8) -> bool {
    byte == b'\t' || (byte >= b' ' && byte != 0x7F)
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

fn is_label(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.-".contains(&byte)
}

/// Both scanners with every backend that this machine has.
fn check(bytes: &[u8]) {
    // The backend is one for the whole process: a test at a time.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let due = judge(bytes);
    let head_due = head_judge(bytes);
    for backend in Backend::ALL.into_iter().filter(|backend| backend.is_available()) {
        set_backend(backend);
        let text = || format!("{} on {:?}", backend.name(), bytes.escape_ascii().to_string());
        for (cut, sparse) in [(0, false), (bytes.len() / 3, true), (bytes.len(), true)] {
            assert_eq!(line_pieces(bytes, cut, sparse), due, "{cut} {sparse} {}", text());
        }
        // Few pieces are found at a time.
        check_ahead(&bytes[..bytes.len().min(700)], backend);
        let head = head_positions(bytes);
        if head != head_due {
            // A TAB and another TAB or CR may be taken for a line end that is none.
            let pairs = || bytes.windows(2).any(|pair| pair == b"\t\t" || pair == b"\t\r");
            assert!(pairs(), "{head:?} {}", text());
            assert!(head.1 == Err("unsure") && head_due.0.starts_with(&head.0), "{}", text());
        }
    }
}

/// With so many bytes behind it a line is gone through without bounds checks.
const ROOM: usize = 4200;

/// The bytes by themselves, and with room behind them.
fn check_with_room(bytes: &[u8]) {
    check(bytes);
    let mut roomy = bytes.to_vec();
    roomy.resize(bytes.len().max(ROOM) + 64, b'r');
    check(&roomy);
    // The last line is whole, too.
    roomy[bytes.len()] = b'\n';
    check(&roomy);
}

#[test]
fn every_length() {
    let line = b"host:192.0.2.1\tstatus:200\tua:Mozilla/5.0 (X11)\treferer:-\n";
    let head = b"HTTP/1.1 200 OK\r\nServer: nginx\r\nContent-Length: 5\r\nX-Y: z\r\n\r\n";
    for text in [&line[..], head] {
        let long: Vec<u8> = text.iter().copied().cycle().take(200).collect();
        for len in 0..=200 {
            check_with_room(&long[..len]);
        }
    }
}

#[test]
fn every_run_of_low_bytes() {
    for len in 0..=6 {
        for number in 0..4usize.pow(len) {
            let mix = (0..len).map(|at| b"a\t\r\n"[number >> (2 * at) & 3]);
            let bytes: Vec<u8> = b"a\r\nb".iter().copied().chain(mix).collect();
            check(&bytes);
            check(&bytes[4..]);
        }
    }
}

#[test]
fn every_byte_at_every_place() {
    for place in 0..=70 {
        for byte in 0..=255u8 {
            let mut bytes = *b"labelA:value one\tlabel_b:value two two\tc:1\nd:2\n\
                HTTP: x\r\nServer: nginx\r\n\r\n0123456";
            bytes[place] = byte;
            check(&bytes);
            if place % 3 == usize::from(byte) % 3 {
                check_with_room(&bytes);
            }
        }
    }
}

#[test]
fn labels_of_every_length() {
    for len in (0..40).chain(250..260) {
        let mut line = vec![b'n'; len];
        line.extend_from_slice(b":v\tx:1\n");
        check_with_room(&line);
        line[len] = b';';
        check_with_room(&line);
    }
}

/// Names and lines of every length, also right before the end of what may be looked at.
#[test]
fn field_lines_of_every_length() {
    for len in 0..40 {
        for value in 0..40 {
            let mut head = b"HTTP/1.1 200\r\nA: 1\r\n".to_vec();
            head.resize(head.len() + len, b'n');
            head.extend_from_slice(b": ");
            head.resize(head.len() + value, b'v');
            head.extend_from_slice(b"\r\nB: 2\r\n\r\n");
            for end in 0..head.len().min(14) {
                check(&head[..head.len() - end]);
            }
        }
    }
}

/// Lines whose offsets reach the end of what is near, and go past it.
#[test]
fn lines_around_the_length_that_is_near() {
    for len in 4070..4110 {
        for last in 0..20 {
            let mut line = b"a:1\tb:".to_vec();
            line.resize(len - last, b'v');
            line.extend_from_slice(&b"\tlabel_x:012345678901"[..last]);
            line.push(b'\n');
            line.extend_from_slice(b"next:1\n");
            check_with_room(&line);
        }
    }
}

#[test]
fn a_whole_window_of_one_byte() {
    for byte in [b'\n', b'\t', b'\r', b'a', b':', 0, 0xFF] {
        check(&vec![byte; WINDOW]);
        check(&vec![byte; WINDOW - 1]);
    }
}

/// A seeded stream of blocks that are mostly near the grammar; `LINECUT_BLOCKS` says how many.
#[test]
fn many_random_blocks() {
    let blocks = match std::env::var("LINECUT_BLOCKS") {
        Ok(blocks) => blocks.parse().expect("a number of blocks"),
        Err(_) if cfg!(debug_assertions) => 20_000,
        Err(_) => 1_000_000,
    };
    let mut state = 0x5CA7u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 16
    };
    let near = b"aZ09_.-::::\t\t\t\n\n\r\n\r\r  \0\x0B\x0E\x7F\x80\xFF@[`{/;";
    for block in 0..blocks {
        let len = (random() % 180) as usize;
        let spread = random() % 4;
        let bytes: Vec<u8> = (0..len)
            .map(|_| {
                let r = random();
                if r % 8 < spread * 2 {
                    near[(r >> 8) as usize % near.len()]
                } else {
                    b'a' + (r >> 8) as u8 % 26
                }
            })
            .collect();
        if block % 32 == 0 {
            check_with_room(&bytes);
        } else {
            check(&bytes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes);
    }
}
