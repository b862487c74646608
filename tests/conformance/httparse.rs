//! httparse as an oracle. Where both accept, both read the same; where only one does, the difference
//! is one of a table, with its rule.

use std::mem::MaybeUninit;

use ::httparse::{Error, ParserConfig, Status};
use linecut::http1::ParserBuilder;

use super::side_by_side::{Amendment, Comparison, Difference, Example, Theirs, corpora};
use crate::naive::http1::{Head, Outcome, Start, What};

/// How many changed heads are run.
const MUTANTS: usize = 20_000;

/// As many as this crate's default limit.
const MAX_HEADERS: usize = 4096;

/// Of the strict profile and httparse as it comes.
pub const STRICT: &[Difference] = &[
    Difference {
        name: "a line ends at LF alone",
        rule: "RFC 9112 2.2 (a recipient may accept it)",
        example: Example::Lines(b"A: 1\n\r\n"),
        accepts: "httparse",
        sees: |pair| {
            let lone =
                |at: usize| pair.input[at] == b'\n' && (at == 0 || pair.input[at - 1] != b'\r');
            pair.only_we_refuse("BareLf").is_some_and(lone)
        },
    },
    Difference {
        name: "a byte over 0x7F in the target",
        rule: "RFC 9112 3.2, RFC 3986 2 (a URI is ASCII)",
        example: Example::Request(b"GET /\xC3\xA9 HTTP/1.1\r\n\r\n"),
        accepts: "httparse, if the target is UTF-8",
        sees: |pair| pair.only_we_refuse("InvalidTarget").is_some_and(|at| pair.input[at] > 0x7F),
    },
    Difference {
        name: "a version from HTTP/1.2 to HTTP/1.9",
        rule: "RFC 9112 2.3, RFC 9110 2.5 (a higher minor version is to be read as the highest known)",
        example: Example::Response(b"HTTP/1.2 200 OK\r\n\r\n"),
        accepts: "linecut",
        sees: |pair| {
            let version = |eight: &[u8]| eight.starts_with(b"HTTP/1.") && eight[7] >= b'2';
            pair.only_they_refuse() == Some(Error::Version)
                && pair.start_line().windows(8).any(version)
        },
    },
];

/// Of configurations that leave whitespace behind a name an error.
pub const CUT_NAMES: &[Difference] = &[Difference {
    name: "the input ends in whitespace behind a name",
    rule: "RFC 9112 5.1 (which error it is shows at the next byte)",
    example: Example::Lines(b"Host "),
    accepts: "neither; linecut asks for one byte more",
    sees: |pair| {
        let last = pair.lines().skip(1).last().unwrap_or_default();
        let name = last.trim_ascii_end();
        pair.only_they_refuse() == Some(Error::HeaderName)
            && matches!(pair.ours, Outcome::Partial)
            && !name.is_empty()
            && last.len() > name.len()
            && last[name.len()..].iter().all(|byte| b" \t".contains(byte))
            && !name.iter().any(|byte| b" \t:".contains(byte))
    },
}];

/// Of every configuration.
pub const START_LINES: &[Amendment] = &[
    Amendment {
        name: "no SP and no reason behind the status",
        rule: "RFC 9112 4 (httparse gives an empty reason, linecut none)",
        example: Example::Response(b"HTTP/1.1 200\r\n\r\n"),
        amend: |_, ours, theirs| {
            let (Some(ours), Some(theirs)) = (reason(ours), reason(theirs)) else { return false };
            let differ = ours.is_none() && theirs.as_deref() == Some(b"");
            if differ {
                ours.clone_from(theirs);
            }
            differ
        },
    },
    Amendment {
        name: "a byte over 0x7F in the reason",
        rule: "RFC 9112 4, obs-text (httparse gives an empty reason, linecut the bytes)",
        example: Example::Response(b"HTTP/1.1 404 Non trouv\xE9\r\n\r\n"),
        amend: |_, ours, theirs| {
            let (Some(ours), Some(theirs)) = (reason(ours), reason(theirs)) else { return false };
            let high = ours.iter().flatten().any(|byte| *byte > 0x7F);
            let differ = high && theirs.as_deref() == Some(b"");
            if differ {
                theirs.clone_from(ours);
            }
            differ
        },
    },
];

/// The reason of a response.
pub fn reason(head: &mut Head) -> Option<&mut Option<Vec<u8>>> {
    match &mut head.start {
        Some(Start::Response { reason, .. }) => Some(reason),
        _ => None,
    }
}

/// What httparse makes of the input.
pub fn theirs(config: &ParserConfig, input: &[u8], what: What) -> Theirs {
    let mut headers = [const { MaybeUninit::uninit() }; MAX_HEADERS];
    let (result, start, fields) = if what == What::Request {
        let mut head = ::httparse::Request::new(&mut []);
        let result = config.parse_request_with_uninit_headers(&mut head, input, &mut headers);
        let text = |part: Option<&str>| part.unwrap_or_default().as_bytes().to_vec();
        let (method, target) = (text(head.method), text(head.path));
        (result, Start::Request { method, target, version: version(head.version) }, head.headers)
    } else {
        let mut head = ::httparse::Response::new(&mut []);
        let result = config.parse_response_with_uninit_headers(&mut head, input, &mut headers);
        let start = Start::Response {
            version: version(head.version),
            status: head.code.unwrap_or_default(),
            reason: head.reason.map(|reason| reason.as_bytes().to_vec()),
        };
        (result, start, head.headers)
    };
    match result {
        Ok(Status::Complete(end)) => Theirs::Head(Head {
            start: Some(start),
            fields: fields.iter().map(|h| (h.name.as_bytes().to_vec(), h.value.to_vec())).collect(),
            defects: Vec::new(),
            end,
            complete: true,
        }),
        Ok(Status::Partial) => Theirs::More,
        Err(error) => Theirs::Refused(error),
    }
}

fn version(minor: Option<u8>) -> Option<String> {
    minor.map(|minor| format!("1.{minor}"))
}

#[test]
fn strict_reads_as_httparse_reads() {
    let comparison = Comparison {
        title: "strict and httparse as it comes",
        ours: ParserBuilder::strict(),
        theirs: ParserConfig::default(),
        whats: &[What::Request, What::Response],
        differences: &[STRICT, CUT_NAMES],
        amendments: &[START_LINES],
    };
    comparison.run(&corpora(1, MUTANTS));
}
