//! The HTTP/1 rows.

use std::mem::MaybeUninit;

use linecut::__internal::Backend;
use linecut::http1::{HeaderSpan, Response, StartLine, parse_head};

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

fn httparse_responses(heads: &[Vec<u8>]) -> u64 {
    let mut sum = 0;
    for head in heads {
        let mut headers = [MaybeUninit::uninit(); 96];
        let mut response = httparse::Response::new(&mut []);
        let config = httparse::ParserConfig::default();
        let parsed = config.parse_response_with_uninit_headers(&mut response, head, &mut headers);
        if let Ok(httparse::Status::Complete(_)) = parsed {
            sum += u64::from(response.code.unwrap_or(0)) + fields_of(response.headers);
        }
    }
    sum
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
        if let Ok(Some(response)) = Response::parse(&head[..]) {
            sum += u64::from(response.status()) + response.headers().len() as u64;
        }
    }
    sum
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
    let portable = Backend::Portable;
    table.row_with(
        portable,
        row("http head, portable", "responses", 0.95),
        many,
        || ours(&responses, &mut spans),
        || httparse_responses(&responses),
    );
    table.row_with(
        portable,
        row("http head, portable", "requests", 0.95),
        few,
        || ours(&requests, &mut spans),
        || httparse_requests(&requests),
    );
    let short: Vec<Vec<u8>> = responses
        .iter()
        .min_by_key(|head| head.len().abs_diff(150))
        .into_iter()
        .cloned()
        .cycle()
        .take(500)
        .collect();
    table.row(
        row("http head, borrowed", "150 bytes", 2.0),
        500,
        || ours(&short, &mut spans),
        || httparse_responses(&short),
    );
    table.row(
        row("http owned, against borrowed", "responses", 2.0),
        many,
        || owned(&responses),
        || httparse_responses(&responses),
    );
}
