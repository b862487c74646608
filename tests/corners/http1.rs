//! Corners of HTTP/1: limits of captures and parsers, lists of values, what is written.

use std::borrow::Cow;
use std::error::Error;
use std::io;

use bytes::BytesMut;
use linecut::ErrorKind;
use linecut::http1::{
    Capture, Headers, NotCombinable, Parser, ParserBuilder, Request, Response, chunk_size,
    header_lines, list_items, parse_head,
};

fn headers(section: &str) -> Headers {
    let mut buffer = BytesMut::from(section.as_bytes());
    ParserBuilder::lenient().build().finish_headers(&mut buffer).unwrap().unwrap()
}

#[test]
fn a_bare_cr_at_the_end_is_an_error_beside_a_tab_too() {
    for head in [&b"HTTP/1.1 200 OK\r\nA: x\ty\r\r"[..], b"HTTP/1.1 200 OK\r\nA: xy\r\r"] {
        let error = parse_head(head, &mut Vec::new()).unwrap_err();
        assert_eq!((error.kind, error.offset), (ErrorKind::BareCr, head.len() as u64 - 2));
        assert_eq!(parse_head(&head[..head.len() - 1], &mut Vec::new()), Ok(None));
    }
}

#[test]
fn captures_keep_their_limits() {
    let dump = b"HTTP/1.1 200 OK\nA: 1\n\nHTTP/1.1 204\n\n";
    let mut capture = Capture::new(dump).max_head_len(18);
    let error = capture.next().unwrap().unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::TooLong, 18));
    assert!(capture.next().is_none());
    assert_eq!(capture.rest(), dump);
    let mut capture = Capture::new(dump).max_head_len(22);
    assert!(capture.next().unwrap().is_ok() && capture.next().unwrap().is_ok());
    let mut capture = Capture::new(dump).max_heads(1);
    assert_eq!(capture.next().unwrap().unwrap().status(), 200);
    let error = capture.next().unwrap().unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::TooLong, 22));
    assert!(capture.next().is_none());
    assert_eq!(capture.rest(), &dump[22..]);
    assert_eq!(Capture::new(dump).max_heads(2).filter(Result::is_ok).count(), 2);
    // The places of a dump with a prefix are those of the whole.
    let prefixed = b"* x\n< HTTP/1.1 200 OK\n< \n* y\n< HTTP/1.1 204\n< \n";
    let mut capture = Capture::new(prefixed).line_prefix("< ").max_heads(1);
    assert_eq!(capture.next().unwrap().unwrap().range(), 4..25);
    assert_eq!(capture.next().unwrap().unwrap_err().offset, 31);
    assert_eq!(capture.rest(), &prefixed[29..]);
}

#[test]
fn a_parser_counts_and_caps() {
    let mut builder = ParserBuilder::lenient();
    let mut parser: Parser = builder.max_defects(2).build();
    let mut buffer = BytesMut::from(&b"HTTP/1.1 200 OK\nA: 1\nB: 2\n\nHTTP/1.1 204 x\r\n\r\n"[..]);
    let first = parser.parse_response(&mut buffer).unwrap().unwrap();
    assert_eq!((first.defects().len(), first.defect_count()), (2, 4));
    assert_eq!(parser.offset(), 27);
    let second = parser.parse_response(&mut buffer).unwrap().unwrap();
    assert_eq!((second.status(), second.defect_count(), parser.offset()), (204, 0, 45));
    let mut buffer = BytesMut::from(&b"Digest: x"[..]);
    let trailers = parser.finish_trailers(&mut buffer).unwrap().unwrap();
    assert_eq!((trailers.len(), trailers.get("digest").unwrap()), (1, "x".into()));
    assert_eq!(parser.offset(), 54);
    let error = ParserBuilder::strict().build().finish_trailers(&mut (&b"A: 1"[..]).into());
    assert_eq!(error.unwrap_err().kind, ErrorKind::UnexpectedEof);
}

#[test]
fn names_are_one_and_values_are_many() {
    let all = headers("Vary: a\r\nX: 1\r\nvary: b\r\nSet-Cookie: c\r\nVARY: d\r\n\r\n");
    assert_eq!(all.combined("Vary"), Ok(Some(Cow::Borrowed(&b"a, b, d"[..]))));
    assert!(matches!(all.combined("x"), Ok(Some(Cow::Borrowed(b"1")))));
    assert_eq!(all.combined("y"), Ok(None));
    assert_eq!(all.combined("set-COOKIE"), Err(NotCombinable));
    assert_eq!(NotCombinable.to_string(), "Set-Cookie fields cannot be combined");
    assert!(NotCombinable.source().is_none());
    let error = all.get_unique("vary").unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::DuplicateLabel { first: 0 }, 15));
    assert_eq!(all.get_unique("X").unwrap().unwrap(), "1");
    assert!(all.get_unique("y").unwrap().is_none());
    assert!(all.has_duplicates() && all.contains("SET-cookie") && !all.contains("set"));
    assert!(!headers("A: 1\r\nB: 1\r\n\r\n").has_duplicates());
    assert_eq!(all.field(4).unwrap().0, b"VARY");
    assert!(all.field(5).is_none());
    assert_eq!((&all).into_iter().len(), 5);
}

#[test]
fn headers_are_equal_without_the_case_of_names() {
    let one = headers("A: 1\r\nB: 2\r\n\r\n");
    assert_eq!(one, headers("a:1\nb:2\n\n"));
    for other in
        ["A: 1\r\n\r\n", "A: 1\r\nB: 3\r\n\r\n", "A: 1\r\nC: 2\r\n\r\n", "B: 2\r\nA: 1\r\n\r\n"]
    {
        assert_ne!(one, headers(other), "{other:?}");
    }
    assert_ne!(headers("A: x\r\n\r\n"), headers("A: X\r\n\r\n"), "values keep their case");
}

#[test]
fn compacting_headers_keeps_them_and_drops_the_rest() {
    let head = [&b"HTTP/1.1 200 OK\r\nA: 1\r\n\r\n"[..], &[b'b'; 60]].concat();
    let response = Response::parse(head).unwrap().unwrap();
    let mut all = response.clone().into_headers();
    all.compact();
    assert_eq!((all.len(), all.get("a").unwrap()), (1, "1".into()));
    assert_eq!(&all, response.headers());
    // From a long value on it is seen: a part of the body is no longer kept.
    let head = [&b"HTTP/1.1 200 OK\r\nA: "[..], &[b'v'; 300], b"\r\n\r\n", &[b'b'; 600]].concat();
    let mut all = Response::parse(head).unwrap().unwrap().into_headers();
    all.compact();
    let value = all.get("a").unwrap().keep();
    assert!(value.referenced_len() <= 324, "{}", value.referenced_len());
    let mut none = Headers::default();
    none.compact();
    assert!(none.is_empty());
}

/// Fails at once.
struct Broken;

impl io::Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("no"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_cannot_be_written_is_refused_before_the_first_byte() {
    let all = headers("A:1\r\nB: \r\n\r\n");
    let mut out = b"before ".to_vec();
    all.append_to(&mut out).unwrap();
    assert_eq!(out, b"before A: 1\r\nB: \r\n\r\n");
    let mut out = Vec::new();
    all.write_to(&mut out).unwrap();
    assert_eq!(out, b"A: 1\r\nB: \r\n\r\n");
    assert_eq!(all.write_to(Broken).unwrap_err().to_string(), "no");
    for (section, kind, offset) in [
        ("A: 1\r\nB\rC: 2\r\n\r\n", ErrorKind::BareCr, 7),
        ("A\0B: 2\r\n\r\n", ErrorKind::Nul, 1),
        ("\u{FEFF}\u{FEFF}A: 2\r\n\r\n", ErrorKind::Bom, 0),
    ] {
        let odd = headers(section);
        let mut out = b"before".to_vec();
        let error = odd.append_to(&mut out).unwrap_err();
        assert_eq!((error.kind, error.offset, &out[..]), (kind, offset, &b"before"[..]));
        let error = odd.write_to(Broken).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }
    let response = Response::parse(&b"HTTP/1.1 200\r\nA:b\r\n\r\n"[..]).unwrap().unwrap();
    let mut out = Vec::new();
    response.write_to(&mut out).unwrap();
    assert_eq!(out, b"HTTP/1.1 200 \r\nA: b\r\n\r\n");
    let request = Request::parse(&b"GET / HTTP/1.0\r\n\r\n"[..]).unwrap().unwrap();
    let mut out = Vec::new();
    request.write_to(&mut out).unwrap();
    assert_eq!(out, b"GET / HTTP/1.0\r\n\r\n");
}

#[test]
fn chunk_extensions_are_judged_to_the_byte() {
    for (line, due) in [
        (&b"5;a=\"b\\\"c\"\r\n"[..], Ok(Some((5, 12)))),
        (b"5;a=\"b\x01\"\r\n", Err((ErrorKind::InvalidChunkExtension, 6))),
        (b"5;a=\"b\\\x01\"\r\n", Err((ErrorKind::InvalidChunkExtension, 7))),
        (b"5;a=\"b\\", Ok(None)),
        (b"5 \t;a\r\n", Ok(Some((5, 7)))),
        (b"00000000000000000000005\r\n", Ok(Some((5, 25)))),
        (b"FFFFFFFFFFFFFFFF\r\n", Ok(Some((u64::MAX, 18)))),
        (b"10000000000000000\r\n", Err((ErrorKind::InvalidChunkSize, 16))),
        (b"5\n", Err((ErrorKind::BareLf, 1))),
    ] {
        let read = chunk_size(line).map_err(|error| (error.kind, error.offset));
        assert_eq!(read, due, "{}", line.escape_ascii());
    }
}

#[test]
fn borrowed_doors_end_where_they_say() {
    let mut spans = Vec::new();
    let head = b"\r\nHTTP/1.1 200 OK\r\nA: 1\r\n\r\nbody";
    let read = parse_head(head, &mut spans).unwrap().unwrap();
    assert_eq!((read.len, spans.len()), (27, 1));
    assert!(parse_head(&head[..26], &mut spans).unwrap().is_none() && spans.is_empty());
    assert!(parse_head(b"HTTP/1.1 2x0\r\n\r\n", &mut spans).is_err());
    let lines: Vec<_> = header_lines(b"A: 1\r\nB: 2\r\n").collect::<Result<_, _>>().unwrap();
    assert_eq!(lines, [(&b"A"[..], &b"1"[..]), (b"B", b"2")]);
    let cut: Vec<_> = header_lines(b"A: 1\r\nB: 2").collect();
    assert_eq!(cut.len(), 2);
    assert_eq!(cut[1].unwrap_err().kind, ErrorKind::UnexpectedEof);
    assert_eq!(header_lines(b"").count(), 0);
    assert_eq!(header_lines(b"\r\nA: 1\r\n").count(), 0);
}

#[test]
fn a_backslash_outside_quotes_hides_nothing() {
    let items = |value| list_items(value).collect::<Vec<_>>();
    assert_eq!(items(br#"a\"b, c""#), [br#"a\"b, c""#], "the quote opens, and hides the comma");
    assert_eq!(items(br#""a\"b, c", d"#), [&br#""a\"b, c""#[..], b"d"]);
    assert_eq!(items(br"a\, b"), [&br"a\"[..], b"b"]);
}
