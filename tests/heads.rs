//! Owned heads: writing, limits, kinds, views on values, lists, defects that are capped.

mod naive;
mod ways;

use linecut::http1::{
    Capture, HeadKind, Headers, Parser, ParserBuilder, Request, Response, list_items,
};
use linecut::{ErrorKind, ParseError, Source};
use proptest::prelude::*;

fn response(mut parser: Parser, bytes: &[u8]) -> Result<Option<Response>, ParseError> {
    parser.parse_response(&mut bytes.into())
}

fn lenient(bytes: &[u8]) -> Response {
    response(ParserBuilder::lenient().build(), bytes).unwrap().unwrap()
}

#[test]
fn trailers_are_apart_from_headers() {
    let mut parser = ParserBuilder::strict().build();
    let mut buffer = (&b"HTTP/1.1 200 OK\r\nTrailer: Digest\r\n\r\n"[..]).into();
    let head = parser.parse_response(&mut buffer).unwrap().unwrap();
    buffer.extend_from_slice(b"Digest: x\r\nETag: \"1\"\r\n\r\nHTTP/1.1 204 No\r\n\r\n");
    assert!(!head.headers().contains("digest"));
    let trailers = parser.parse_trailers(&mut buffer).unwrap().unwrap();
    assert_eq!(trailers.get("digest").unwrap(), "x");
    assert_eq!(parser.parse_response(&mut buffer).unwrap().unwrap().status(), 204);
    assert!(buffer.is_empty());
}

#[test]
fn offsets_count_over_all_heads_of_a_parser() {
    let mut parser = ParserBuilder::lenient().build();
    let mut buffer = (&b"GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\nA: 1\r\n\r\nG\0"[..]).into();
    assert!(parser.parse_request(&mut buffer).unwrap().unwrap().defects().is_empty());
    let second = parser.parse_request(&mut buffer).unwrap().unwrap();
    assert_eq!(second.defects()[0].span, 32..33);
    let error = parser.parse_request(&mut buffer).unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::InvalidMethod, 42));
    assert_eq!(parser.parse_request(&mut buffer).unwrap_err(), error, "it stays so");
}

#[test]
fn every_limit_names_the_first_byte_too_many() {
    let head = b"HTTP/1.1 200 OK\r\nName: value\r\nOther: 1\r\n\r\n";
    let error_of = |builder: &mut ParserBuilder| {
        let builder = builder.clone();
        let whole = response(builder.build(), head);
        for chunk in [1, 2, 7] {
            let mut parser = builder.build();
            let mut buffer = bytes::BytesMut::new();
            let mut fed = Ok(None);
            for chunk in head.chunks(chunk) {
                buffer.extend_from_slice(chunk);
                fed = parser.parse_response(&mut buffer);
                if !matches!(fed, Ok(None)) {
                    break;
                }
            }
            let seen = |result: &Result<Option<Response>, ParseError>| {
                result.as_ref().map(|head| head.as_ref().map(Response::head_len)).map_err(|e| *e)
            };
            assert_eq!(seen(&fed), seen(&whole), "chunks of {chunk}");
        }
        whole.err().map(|error| (error.kind, error.offset))
    };
    for profile in [ParserBuilder::strict(), ParserBuilder::lenient()] {
        let too_long = |at| Some((ErrorKind::TooLong, at));
        let len = head.len();
        assert_eq!(error_of(profile.clone().max_head_len(len)), None);
        assert_eq!(error_of(profile.clone().max_head_len(len - 1)), too_long(len as u64 - 1));
        (0..len).for_each(|limit| {
            assert_eq!(error_of(profile.clone().max_head_len(limit)), too_long(limit as u64));
        });
        assert_eq!(error_of(profile.clone().max_headers(2)), None);
        assert_eq!(error_of(profile.clone().max_headers(1)), Some((ErrorKind::TooManyFields, 30)));
        assert_eq!(error_of(profile.clone().max_name_len(5)), None);
        assert_eq!(error_of(profile.clone().max_name_len(4)), too_long(34));
        assert_eq!(error_of(profile.clone().max_value_len(5)), None);
        assert_eq!(error_of(profile.clone().max_value_len(4)), too_long(27));
    }
}

/// A parser that is asked for another kind of head begins again, and forgets nothing of the buffer.
#[test]
fn asking_for_another_kind_begins_again() {
    let mut parser = ParserBuilder::strict().build();
    let mut buffer = bytes::BytesMut::new();
    for byte in b"A: 1\r\nBc: 23\r\n" {
        buffer.extend_from_slice(&[*byte]);
        assert!(parser.parse_headers(&mut buffer).unwrap().is_none());
    }
    assert_eq!(parser.parse_request(&mut buffer).unwrap_err().offset, 1);
    parser.reset();
    buffer.extend_from_slice(b"\r\n");
    assert_eq!(parser.parse_headers(&mut buffer).unwrap().unwrap().len(), 2);
}

/// An error stays, whatever is asked next: a limit is not got round by asking again.
#[test]
fn an_error_is_given_again_until_a_reset() {
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 12345\r\nB: 2\r\n\r\n";
    for builder in [
        ParserBuilder::strict().max_value_len(3),
        ParserBuilder::lenient().max_value_len(3),
        ParserBuilder::strict().max_headers(1),
        ParserBuilder::lenient().max_name_len(2),
        ParserBuilder::strict().max_head_len(30),
    ] {
        let mut parser = builder.build();
        let mut buffer = (&head[..]).into();
        let error = parser.parse_response(&mut buffer).unwrap_err();
        assert_eq!(parser.parse_response(&mut buffer).unwrap_err(), error);
        assert_eq!(parser.finish_response(&mut buffer).unwrap_err(), error);
        assert_eq!(buffer, head[..], "the buffer stays");
        parser.reset();
        assert_eq!(parser.parse_response(&mut buffer).unwrap_err(), error, "and it is found again");
    }
    // Also of a head that is cut inside the value.
    let mut parser = ParserBuilder::lenient().max_value_len(3).build();
    let mut cut = (&head[..head.len() - 10]).into();
    assert!(parser.parse_response(&mut cut).unwrap().is_none());
    assert_eq!(parser.finish_response(&mut cut).unwrap_err().kind, ErrorKind::TooLong);
}

/// Another buffer is read from its start; none makes the parser panic.
#[test]
fn a_shorter_buffer_is_another_one() {
    let odd = b"HTTP/1.1 200 OK\r\nA b c d e f";
    for profile in [ParserBuilder::strict(), ParserBuilder::lenient()] {
        for len in 0..odd.len() {
            let mut parser = profile.build();
            let mut buffer = bytes::BytesMut::new();
            for byte in &odd[..len] {
                buffer.extend_from_slice(&[*byte]);
                if parser.parse_response(&mut buffer).is_err() {
                    parser.reset();
                }
            }
            buffer.clear();
            buffer.extend_from_slice(b"HTTP/1.1 204 x\r\n\r\n");
            if buffer.len() < len {
                let next = parser.parse_response(&mut buffer).unwrap().unwrap();
                assert_eq!(next.status(), 204, "after {len} bytes");
            } else {
                parser.reset();
                assert!(parser.parse_response(&mut buffer).unwrap().is_some());
            }
        }
    }
}

#[test]
fn defects_are_capped_and_all_counted() {
    let mut head = b"HTTP/1.1 200 OK\r\n".to_vec();
    for _ in 0..2000 {
        head.extend_from_slice(b"A: 1\n");
    }
    head.extend_from_slice(b"\r\n");
    let parsed = lenient(&head);
    assert_eq!((parsed.defects().len(), parsed.defect_count()), (1024, 2000));
    assert_eq!(parsed.headers().len(), 2000);
}

#[test]
fn a_redirect_chain_is_told_head_by_head() {
    let dump = std::fs::read("fixtures/http1/curl-h2-nginx-redirect-chain.head").unwrap();
    let mut capture = Capture::new(&dump);
    let kinds: Vec<_> = capture.by_ref().map(|head| head.unwrap().kind()).collect();
    assert!(kinds.len() > 2 && kinds.ends_with(&[HeadKind::Final]), "{kinds:?}");
    assert!(kinds[..kinds.len() - 1].iter().all(|kind| *kind == HeadKind::Redirect), "{kinds:?}");
    assert!(capture.rest().is_empty());
}

#[test]
fn writing_refuses_what_would_split_a_line() {
    for (bad, kind) in [(&b"a\rb"[..], ErrorKind::BareCr), (b"a\0b", ErrorKind::Nul)] {
        let head = [b"HTTP/1.1 200 OK\r\n", bad, b": x\r\nB: 2\r\n\r\n"].concat();
        let parsed = lenient(&head);
        assert_eq!(parsed.headers().len(), 2);
        let mut out = b"before".to_vec();
        let error = parsed.append_to(&mut out).unwrap_err();
        assert_eq!((error.kind, error.offset), (kind, 18));
        assert_eq!(out, b"before", "nothing goes out");
        #[cfg(feature = "std")]
        {
            let mut sink = Vec::new();
            assert!(parsed.write_to(&mut sink).is_err() && sink.is_empty());
        }
        assert_eq!(parsed.raw(), head, "the raw bytes are there all the same");
    }
}

#[test]
fn views_on_values() {
    let parsed =
        lenient(b"HTTP/1.1 200 OK\nL: M\xE4rz\nU: M\xC3\xA4rz\nV: a, \"b,c\"\nE: \x1B[2J\n\n");
    let headers = parsed.headers();
    assert_eq!(headers.get("l").unwrap().to_latin1(), "März");
    assert_eq!(headers.get("u").unwrap().to_str(), Ok("März"));
    assert!(headers.get("l").unwrap().to_str().is_err());
    assert!(list_items(&headers.get("v").unwrap()).eq([&b"a"[..], b"\"b,c\""]));
    assert_eq!(headers.get("e").unwrap().escaped().to_string(), "\\x1b[2J");
    assert!(Headers::default().combined("x").unwrap().is_none());
}

#[test]
fn values_of_a_repaired_head_go_through_the_slice_layer() {
    let long = "v".repeat(3000);
    let head = format!("HTTP/1.1 200 OK\r\nLong: {long}\r\n {long}\r\nShort: x\r\n\r\n");
    let parsed = lenient(head.as_bytes());
    let value = parsed.headers().get("long").unwrap().keep();
    assert!(value.is_shared(), "the block that was written for it");
    assert_eq!(value, format!("{long} {long}"));
    assert!(value.referenced_len() < 2 * value.len());
    assert_eq!(parsed.raw(), head.as_bytes());
}

#[test]
fn a_head_keeps_its_source_only_where_it_fills_it() {
    let head = std::fs::read("fixtures/http1/nginx-security-range-206.head").unwrap();
    let shared = |slack: usize| {
        let mut bytes = Vec::with_capacity(head.len() + slack);
        bytes.extend_from_slice(&head);
        let source = Source::from(bytes);
        let at = source.as_ptr();
        let response = Response::parse(source).unwrap().unwrap();
        response.raw().as_ptr() == at
    };
    assert!(shared(0) && shared(head.len()));
    assert!(!shared(10 * head.len()));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// What is written normalised, strict reads back as the same fields.
    #[test]
    fn normalised_heads_read_back(
        fields in proptest::collection::vec(("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}", "[ \t!-~\u{80}-\u{FF}]{0,40}"), 0..10),
        reason in proptest::option::of("[ -~]{0,20}"),
        status in 0u16..1000,
    ) {
        let mut head = match &reason {
            Some(reason) => format!("HTTP/1.1  {status:03} {reason}\n"),
            None => format!("HTTP/1.1\t{status:03}\n"),
        };
        for (name, value) in &fields {
            head += &format!("{name}\t: {value}\n");
        }
        head += "\n";
        let parsed = lenient(head.as_bytes());
        let mut out = Vec::new();
        parsed.append_to(&mut out).unwrap();
        let again = Response::parse(&out[..]).unwrap().unwrap();
        // An absent reason is written with its SP, and so reads back as an empty one.
        let reason = parsed.reason().or(Some(b""));
        prop_assert_eq!((again.status(), again.reason()), (parsed.status(), reason));
        prop_assert!(again.headers().iter().eq(parsed.headers().iter()));
        prop_assert_eq!(again.headers().len(), fields.len());
        let mut twice = Vec::new();
        again.append_to(&mut twice).unwrap();
        prop_assert_eq!(twice, out);
    }
}

#[test]
fn every_captured_head_is_written_as_it_came_and_read_back() {
    let mut heads = 0;
    for entry in std::fs::read_dir("fixtures/http1").unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        if let Ok(Some(head)) = Request::parse(&bytes[..]) {
            let mut out = Vec::new();
            head.append_to(&mut out).unwrap();
            let again = Request::parse(&out[..]).unwrap().unwrap();
            assert!(again.headers().iter().eq(head.headers().iter()));
            assert_eq!((again.method(), again.target()), (head.method(), head.target()));
            heads += 1;
        }
        if let Ok(Some(head)) = Response::parse(&bytes[..]) {
            assert_eq!(head.raw(), &bytes[..head.head_len()]);
            heads += 1;
        }
    }
    assert!(heads > 200, "{heads}");
}
