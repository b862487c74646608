//! The HTTP/1 rows.

use std::mem::MaybeUninit;

use bytes::BytesMut;
use linecut::__internal::Backend;
use linecut::http1::{HeaderSpan, ParserBuilder, Response, StartLine, parse_head};

use super::input;
use super::table::{Row, Table};

const HTTPARSE: &str = "1.10";

/// Every name's and value's length, and the start line's parts.
fn ours(heads: &[Vec<u8>], spans: &mut Vec<HeaderSpan>) -> u64 {
    let mut sum = 0;
    for head in heads {
        let Ok(Some(parsed)) = parse_head(head, spans) else {
            continue;
        };
        sum += match parsed.start {
            StartLine::Response { status, .. } => u64::from(status),
            StartLine::Request { method, target, .. } => (method.len() + target.len()) as u64,
        };
        for span in &*spans {
            sum += (span.name(head).len() * 3 + span.value(head).len()) as u64;
        }
    }
    sum
}

fn fields_of(headers: &[httparse::Header<'_>]) -> u64 {
    headers.iter().map(|header| (header.name.len() * 3 + header.value.len()) as u64).sum()
}

/// What the peer makes of a response head.
fn httparse_response<'h, T>(
    head: &'h [u8],
    look: impl FnOnce(httparse::Result<usize>, &httparse::Response<'_, 'h>) -> T,
) -> T {
    let mut headers = [MaybeUninit::uninit(); 96];
    let mut response = httparse::Response::new(&mut []);
    let config = httparse::ParserConfig::default();
    let parsed = config.parse_response_with_uninit_headers(&mut response, head, &mut headers);
    look(parsed, &response)
}

fn httparse_responses(heads: &[Vec<u8>]) -> u64 {
    let sum = |head: &Vec<u8>| {
        httparse_response(head, |parsed, response| match parsed {
            Ok(httparse::Status::Complete(_)) => {
                u64::from(response.code.unwrap_or(0)) + fields_of(response.headers)
            }
            _ => 0,
        })
    };
    heads.iter().map(sum).sum()
}

fn httparse_requests(heads: &[Vec<u8>]) -> u64 {
    let mut sum = 0;
    for head in heads {
        let mut headers = [MaybeUninit::uninit(); 96];
        let mut request = httparse::Request::new(&mut []);
        if let Ok(httparse::Status::Complete(_)) =
            request.parse_with_uninit_headers(head, &mut headers)
        {
            let parts = request.method.unwrap_or("").len() + request.path.unwrap_or("").len();
            sum += parts as u64 + fields_of(request.headers);
        }
    }
    sum
}

/// An owned response each, made and dropped.
fn owned(heads: &[Vec<u8>]) -> u64 {
    let mut sum = 0;
    for head in heads {
        if let Ok(Some(response)) = Response::parse_copy(head) {
            sum += u64::from(response.status()) + response.headers().len() as u64;
        }
    }
    sum
}

/// The peer's borrowed head, put into a map whose values share the bytes.
fn header_map(heads: &[bytes::Bytes]) -> u64 {
    let sum = |head: &bytes::Bytes| {
        httparse_response(head, |parsed, response| {
            let Ok(httparse::Status::Complete(_)) = parsed else { return 0 };
            let mut map = http::HeaderMap::with_capacity(response.headers.len());
            for header in &*response.headers {
                let name = http::HeaderName::from_bytes(header.name.as_bytes()).expect("a token");
                let value = http::HeaderValue::from_maybe_shared(head.slice_ref(header.value));
                map.append(name, value.expect("a good value"));
            }
            u64::from(response.code.unwrap_or(0)) + map.len() as u64
        })
    };
    heads.iter().map(sum).sum()
}

/// Heads from a buffer, by a parser of one profile.
fn pushed(parser: &mut linecut::http1::Parser, heads: &[Vec<u8>], buffer: &mut BytesMut) -> u64 {
    let mut sum = 0;
    for head in heads {
        buffer.extend_from_slice(head);
        if let Ok(Some(response)) = parser.parse_response(buffer) {
            sum += u64::from(response.status()) + response.headers().len() as u64;
        }
        buffer.clear();
    }
    sum
}

/// How many heads are errors, and how many cut.
fn our_failures(heads: &[Vec<u8>], spans: &mut Vec<HeaderSpan>) -> u64 {
    heads
        .iter()
        .map(|head| parse_head(head, spans).map_or(1000, |head| head.map_or(1, |_| 0)))
        .sum()
}

fn httparse_failures(heads: &[Vec<u8>]) -> u64 {
    let failure = |head: &Vec<u8>| {
        httparse_response(head, |parsed, _| match parsed {
            Ok(httparse::Status::Complete(_)) => 0,
            Ok(httparse::Status::Partial) => 1,
            Err(_) => 1000,
        })
    };
    heads.iter().map(failure).sum()
}

/// Heads that are cut, or have an error; and owned ones.
fn other_rows(table: &mut Table, responses: &[Vec<u8>]) {
    let row =
        |job, input, at_least| Row { job, input, peer: "httparse", version: HTTPARSE, at_least };
    let many = responses.len();
    let mut spans = Vec::new();
    let cut: Vec<Vec<u8>> = responses.iter().map(|head| head[..head.len() / 2].to_vec()).collect();
    let bad: Vec<Vec<u8>> = responses
        .iter()
        .map(|head| {
            let mut head = head.clone();
            // In the last value.
            let at = head.len() - 5;
            head[at] = 0;
            head
        })
        .collect();
    for (job, heads, at_least) in
        [("http head with an error", &bad, 0.8), ("http head cut in half", &cut, 1.3)]
    {
        assert_eq!(our_failures(heads, &mut spans), httparse_failures(heads));
        table.row(
            row(job, "responses", at_least),
            many,
            || our_failures(heads, &mut spans),
            || httparse_failures(heads),
        );
    }
    table.row(
        row("http owned, against borrowed", "responses", 2.0),
        many,
        || owned(responses),
        || httparse_responses(responses),
    );
    let shared: Vec<bytes::Bytes> =
        responses.iter().map(|head| bytes::Bytes::copy_from_slice(head)).collect();
    assert_eq!(owned(responses), header_map(&shared));
    table.row(
        Row { peer: "httparse + HeaderMap", ..row("http owned", "responses", 6.0) },
        many,
        || owned(responses),
        || header_map(&shared),
    );
    let (mut strict, mut lenient) =
        (ParserBuilder::strict().build(), ParserBuilder::lenient().build());
    let (mut ours, mut peer) = (BytesMut::new(), BytesMut::new());
    table.row(
        Row {
            job: "http lenient on clean heads",
            input: "responses",
            peer: "our strict",
            version: "linecut",
            at_least: 0.9,
        },
        many,
        || pushed(&mut lenient, responses, &mut ours),
        || pushed(&mut strict, responses, &mut peer),
    );
}

pub fn rows(table: &mut Table) {
    let mut spans = Vec::new();
    let strict = |heads: Vec<Vec<u8>>| -> Vec<Vec<u8>> {
        heads
            .into_iter()
            .filter(|head| matches!(parse_head(head, &mut Vec::new()), Ok(Some(_))))
            .collect()
    };
    // Heads that both accept, so that both do the whole work.
    let both = |heads: Vec<Vec<u8>>, peer: fn(&[Vec<u8>]) -> u64| -> Vec<Vec<u8>> {
        strict(heads).into_iter().filter(|head| peer(std::slice::from_ref(head)) > 0).collect()
    };
    let responses = both(input::heads(|name| !name.starts_with("request-")), httparse_responses);
    let requests = both(input::heads(|name| name.starts_with("request-")), httparse_requests);
    let row =
        |job, input, at_least| Row { job, input, peer: "httparse", version: HTTPARSE, at_least };
    let (many, few) = (responses.len(), requests.len());
    assert_eq!(ours(&responses, &mut spans), httparse_responses(&responses));
    assert_eq!(ours(&requests, &mut spans), httparse_requests(&requests));
    table.row(
        row("http head, borrowed", "responses", 2.5),
        many,
        || ours(&responses, &mut spans),
        || httparse_responses(&responses),
    );
    table.row(
        row("http head, borrowed", "requests", 2.2),
        few,
        || ours(&requests, &mut spans),
        || httparse_requests(&requests),
    );
    for (backend, job, at_least) in [
        (Backend::Portable, "http head, portable", 0.95),
        (Backend::Sse2, "http head, sse2", 0.0),
        (Backend::Sse42, "http head, sse4.2", 2.0),
    ] {
        table.row_with(
            backend,
            row(job, "responses", at_least),
            many,
            || ours(&responses, &mut spans),
            || httparse_responses(&responses),
        );
        table.row_with(
            backend,
            row(job, "requests", at_least),
            few,
            || ours(&requests, &mut spans),
            || httparse_requests(&requests),
        );
    }
    let alone = |heads: &[Vec<u8>], len: usize| -> Vec<Vec<u8>> {
        let nearest = heads.iter().min_by_key(|head| head.len().abs_diff(len));
        vec![nearest.expect("a head").clone(); 500]
    };
    for (name, len, at_least) in [("150 bytes", 150, 2.0), ("1.6 KB", 1596, 0.0)] {
        let heads = alone(&responses, len);
        table.row(
            row("http head, borrowed", name, at_least),
            heads.len(),
            || ours(&heads, &mut spans),
            || httparse_responses(&heads),
        );
    }
    let browser = alone(&requests, 703);
    table.row(
        row("http head, borrowed", "a request", 0.0),
        browser.len(),
        || ours(&browser, &mut spans),
        || httparse_requests(&browser),
    );
    other_rows(table, &responses);
}
