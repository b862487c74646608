//! The crate against the naive twins, on inputs that nobody wrote down: strings over the bytes that
//! matter, and real lines and heads with a few bytes changed.

mod naive;
mod ways;

use naive::http1::{Outcome, What};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use ways::{http1, ltsv, with_each_backend};

/// Pieces of LTSV: separators, bytes on the edge of every class, short and long runs.
fn ltsv_piece() -> impl Strategy<Value = Vec<u8>> {
    let edges: &[&[u8]] = &[
        b"\t",
        b"\t",
        b"\n",
        b"\n",
        b"\r\n",
        b"\r",
        b":",
        b":",
        b"\0",
        b"\x08",
        b"\x0B",
        b"\x0E",
        b"a:",
        b"status:200",
        b"-",
        b" ",
        b"@",
        b"[",
        b"`",
        b"{",
        b"/",
        b"\x7F",
        b"\x80",
        b"\xFF",
        b"\xEF\xBB\xBF",
    ];
    prop_oneof![
        select(edges.iter().map(|edge| edge.to_vec()).collect::<Vec<_>>()),
        (select(&b"az09_.-\x00\xC3"[..]), 1..80usize).prop_map(|(byte, n)| vec![byte; n]),
        any::<u8>().prop_map(|byte| vec![byte]),
    ]
}

fn ltsv_stream() -> impl Strategy<Value = Vec<u8>> {
    vec(ltsv_piece(), 0..60).prop_map(|pieces| pieces.concat())
}

/// Pieces of heads.
fn head_piece() -> impl Strategy<Value = Vec<u8>> {
    let pieces: &[&[u8]] = &[
        b"\r\n",
        b"\r\n",
        b"\r\n",
        b"\n",
        b"\r",
        b"\r\r\n",
        b" ",
        b"\t",
        b": ",
        b":",
        b"\0",
        b"\x01",
        b"\x7F",
        b"\x80",
        b"a",
        b"Host",
        b"name: value",
        b"GET",
        b"/",
        b"HTTP/1.1",
        b"HTTP/2",
        b"HTTP/2.0",
        b"HTTP",
        b"ICY",
        b"200",
        b"OK",
        b"\r\n\r\n",
        b"\r\n fold",
        b"GET / HTTP/1.1\r\n",
        b"HTTP/1.1 200 OK\r\n",
        b"\xEF\xBB\xBF",
    ];
    prop_oneof![
        8 => select(pieces.iter().map(|piece| piece.to_vec()).collect::<Vec<_>>()),
        1 => (select(&b"aZ- \t,\"\xC3"[..]), 1..80usize).prop_map(|(byte, n)| vec![byte; n]),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ]
}

fn start_line() -> impl Strategy<Value = Vec<u8>> {
    let lines: &[&[u8]] =
        &[b"", b"GET /path HTTP/1.1\r\n", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.0 404\r\n"];
    select(lines.iter().map(|line| line.to_vec()).collect::<Vec<_>>())
}

fn head_bytes() -> impl Strategy<Value = Vec<u8>> {
    (start_line(), vec(head_piece(), 0..30)).prop_map(|(mut start, pieces)| {
        start.extend(pieces.concat());
        start
    })
}

/// A well-formed head with some bytes changed: near misses, which random pieces seldom are.
fn mutated_head() -> impl Strategy<Value = Vec<u8>> {
    let field = ("[A-Za-z-]{1,40}", "[ -~]{0,90}").prop_map(|(n, v)| format!("{n}: {v}\r\n"));
    let edits = vec((any::<Index>(), select(&b"\r\n \t:\0\x7F\x80a/1\x01"[..])), 0..3);
    (any::<bool>(), vec(field, 0..12), edits).prop_map(|(request, fields, edits)| {
        let start =
            if request { "GET /some/path?x=1 HTTP/1.1\r\n" } else { "HTTP/1.1 404 Not Found\r\n" };
        let mut head = format!("{start}{}\r\nbody", fields.concat()).into_bytes();
        for (at, byte) in edits {
            let at = at.index(head.len());
            head[at] = byte;
        }
        head
    })
}

const PREFIXES: &[&[u8]] = &[b"", b"< ", b"a"];

fn check_head(bytes: &[u8], cuts: &[usize], what: What) {
    for strict in [true, false] {
        let due = naive::http1::head(bytes, what, strict);
        let due = if what == What::Headers { without_defects(due) } else { due };
        with_each_backend(|backend| {
            let whole = http1::pushed(http1::profile(strict), [bytes], what, strict);
            assert_eq!(whole, due, "{backend}, strict {strict}, whole");
            if strict && what != What::Headers {
                assert_eq!(http1::owned(bytes, what), due, "{backend}, owned");
                let begin = bytes.iter().position(|byte| !b"\r\n".contains(byte));
                let begin = &bytes[begin.unwrap_or(bytes.len())..];
                if (what == What::Response) == begin.starts_with(b"HTTP/") {
                    assert_eq!(http1::borrowed(bytes), due, "{backend}, borrowed");
                }
            }
        });
        let chunks = split(bytes, cuts);
        let pushed = http1::pushed(http1::profile(strict), chunks, what, strict);
        assert_eq!(pushed, due, "strict {strict}, in chunks");
        let bytewise = http1::pushed(http1::profile(strict), bytes.chunks(1), what, strict);
        assert_eq!(bytewise, due, "strict {strict}, by bytes");
    }
}

/// Bare field sections do not tell their defects.
fn without_defects(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Ok(mut head) => {
            head.defects.clear();
            Outcome::Ok(head)
        }
        Outcome::Eof(mut head) => {
            head.defects.clear();
            Outcome::Eof(head)
        }
        other => other,
    }
}

/// The same bytes in chunks, cut at these places.
fn split<'a>(bytes: &'a [u8], cuts: &[usize]) -> Vec<&'a [u8]> {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
    cuts.extend([0, bytes.len()]);
    cuts.sort_unstable();
    cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ltsv_reads_as_its_twin(bytes in ltsv_stream(), cuts in vec(any::<usize>(), 0..5), buffer in 1..200usize) {
        for strict in [true, false] {
            let due = naive::ltsv::parse(&bytes, strict);
            with_each_backend(|backend| {
                assert_eq!(ltsv::records_lent(&bytes, strict), due, "{backend}, lent");
                #[cfg(feature = "std")]
                assert_eq!(ltsv::reader(&bytes[..], strict, buffer), due, "{backend}, reader");
                let _ = buffer; // without `std` there is no reader
            });
            assert_eq!(ltsv::records_iterator(&bytes, strict), due, "iterator");
            assert_eq!(ltsv::parser(split(&bytes, &cuts), strict), due, "parser");
        }
        if !bytes.starts_with(b"\xEF\xBB\xBF") {
            assert_eq!(ltsv::fields_by_line(&bytes), naive::ltsv::parse(&bytes, false), "fields");
        }
    }

    #[test]
    fn heads_read_as_their_twin(bytes in prop_oneof![head_bytes(), mutated_head()], cuts in vec(any::<usize>(), 0..5)) {
        check_head(&bytes, &cuts, What::Request);
        check_head(&bytes, &cuts, What::Response);
        check_head(&bytes, &cuts, What::Headers);
    }

    #[test]
    fn what_strict_accepts_lenient_reads_the_same(bytes in prop_oneof![head_bytes(), mutated_head()]) {
        for what in [What::Request, What::Response, What::Headers] {
            let strict = http1::pushed(http1::profile(true), [&bytes[..]], what, true);
            if let Outcome::Ok(head) = strict {
                prop_assert!(head.defects.is_empty());
                let lenient = http1::pushed(http1::profile(false), [&bytes[..]], what, false);
                prop_assert_eq!(lenient, Outcome::Ok(head));
            }
        }
    }

    #[test]
    fn captures_read_as_their_twin(heads in vec(prop_oneof![head_bytes(), mutated_head()], 0..3), prefix in select(PREFIXES)) {
        let mut dump = Vec::new();
        for line in heads.concat().split_inclusive(|byte| *byte == b'\n') {
            if line.len() % 5 != 0 {
                dump.extend_from_slice(prefix);
            }
            dump.extend_from_slice(line);
        }
        let due = naive::http1::capture(&dump, prefix);
        with_each_backend(|backend| {
            assert_eq!(http1::capture(&dump, prefix), due, "{backend}");
        });
    }

    #[test]
    fn chunk_lines_read_as_their_twin(bytes in vec(select(&b"0019afFx; \t=\"\\ab\r\n\r\n\0\x80"[..]), 0..24)) {
        prop_assert_eq!(http1::chunk(&bytes), naive::http1::chunk_size(&bytes));
    }

    #[test]
    fn field_sections_read_by_line_as_by_the_parser(bytes in vec(head_piece(), 0..20)) {
        let mut section = bytes.concat();
        section.extend_from_slice(b"\r\n\r\n");
        let due = match naive::http1::head(&section, What::Headers, true) {
            Outcome::Ok(head) => Ok(head.fields),
            Outcome::Err(kind, offset) => Err((kind, offset)),
            other => panic!("{other:?} of a section with its empty line"),
        };
        prop_assert_eq!(http1::lines(&section), due);
    }
}
