//! The ways to read HTTP/1 heads.

use bytes::BytesMut;
use linecut::http1::{
    Capture, HeadKind, Headers, Parser, ParserBuilder, Request, Response, StartLine, Version,
    header_lines, parse_head,
};
use linecut::{Defect, ParseError, Source};

use crate::naive::http1::{Failure, Head, Outcome, Start, What};

/// Names and values.
type Fields = Vec<(Vec<u8>, Vec<u8>)>;

fn failure(error: &ParseError) -> Failure {
    (error.kind.name(), error.offset)
}

fn defects(list: &[Defect]) -> Vec<(&'static str, u64, u64)> {
    list.iter().map(|d| (d.kind.name(), d.span.start, d.span.end)).collect()
}

fn fields(headers: &Headers) -> Fields {
    let fields: Vec<_> = headers.iter().map(|(n, v)| (n.to_vec(), v.to_vec())).collect();
    assert_eq!(fields.len(), headers.len());
    for (i, (name, value)) in fields.iter().enumerate() {
        let (n, v) = headers.field(i).unwrap();
        super::keep_by_each_policy(v);
        assert!(n == name && v == *value);
        let same = || fields.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
        assert_eq!(headers.get(name.to_ascii_uppercase()).unwrap(), same().next().unwrap().1);
        assert!(headers.get_all(name).eq(same().map(|(_, value)| value.clone())));
        assert_eq!(headers.get_unique(name).is_err(), same().count() > 1);
    }
    let mut compact = headers.clone();
    compact.compact();
    assert!(compact.iter().eq(headers.iter()));
    if super::looked_at(&fields) {
        super::views::headers(headers, &fields);
    }
    fields
}

fn number(version: Version) -> Option<String> {
    version.number().map(str::to_owned)
}

fn request(request: &Request, raw: &[u8]) -> Head {
    assert_eq!(request.raw(), &raw[..request.head_len()]);
    let fields = fields(request.headers());
    if super::looked_at(&fields) {
        super::views::request(request, &fields);
    }
    Head {
        start: Some(Start::Request {
            method: request.method().to_vec(),
            target: request.target().to_vec(),
            version: number(request.version()),
        }),
        fields,
        defects: defects(request.defects()),
        end: request.head_len(),
        complete: request.is_complete(),
    }
}

fn response(response: &Response, raw: &[u8]) -> Head {
    assert_eq!(response.raw(), &raw[..response.head_len()]);
    let fields = fields(response.headers());
    if super::looked_at(&fields) {
        super::views::response(response, &fields);
    }
    Head {
        start: Some(Start::Response {
            version: number(response.version()),
            status: response.status(),
            reason: response.reason().map(<[u8]>::to_vec),
        }),
        fields,
        defects: defects(response.defects()),
        end: response.head_len(),
        complete: response.is_complete(),
    }
}

/// `parse_head`, borrowed and strict, into storage that was used before. Not for input that begins
/// like the other kind of head: it tells the kinds apart by itself.
pub fn borrowed(bytes: &[u8]) -> Outcome {
    let mut spans = Vec::new();
    parse_head(b"HTTP/1.1 200 OK\r\nX: y\r\n\r\n", &mut spans).unwrap();
    match parse_head(bytes, &mut spans) {
        Ok(Some(head)) => Outcome::Ok(Head {
            start: Some(match head.start {
                StartLine::Request { method, target, version } => Start::Request {
                    method: method.to_vec(),
                    target: target.to_vec(),
                    version: number(version),
                },
                StartLine::Response { version, status, reason } => Start::Response {
                    version: number(version),
                    status,
                    reason: reason.map(<[u8]>::to_vec),
                },
            }),
            fields: spans
                .iter()
                .map(|span| (span.name(bytes).to_vec(), span.value(bytes).to_vec()))
                .collect(),
            defects: Vec::new(),
            end: head.len,
            complete: true,
        }),
        Ok(None) => Outcome::Partial,
        Err(error) => Outcome::Err(error.kind.name(), error.offset),
    }
}

/// `Request::parse` and `Response::parse`, strict.
pub fn owned(source: impl Into<Source>, what: What) -> Outcome {
    let source = source.into();
    let raw = source.to_vec();
    let copied = match what {
        What::Request => Request::parse_copy(&raw).map(|head| head.map(|it| request(&it, &raw))),
        _ => Response::parse_copy(&raw).map(|head| head.map(|it| response(&it, &raw))),
    };
    let head = match what {
        What::Request => Request::parse(source).map(|head| head.map(|head| request(&head, &raw))),
        _ => Response::parse(source).map(|head| head.map(|head| response(&head, &raw))),
    };
    assert_eq!(copied, head, "a copy");
    match head {
        Ok(Some(head)) => Outcome::Ok(head),
        Ok(None) => Outcome::Partial,
        Err(error) => Outcome::Err(error.kind.name(), error.offset),
    }
}

/// A parser of one of the two profiles.
pub fn profile(strict: bool) -> Parser {
    if strict { ParserBuilder::strict() } else { ParserBuilder::lenient() }.build()
}

/// The push parser, fed these chunks; asked after each.
pub fn pushed<'a>(
    mut parser: Parser,
    chunks: impl IntoIterator<Item = &'a [u8]>,
    what: What,
    strict: bool,
) -> Outcome {
    let mut buffer = BytesMut::new();
    let mut all = Vec::new();
    for chunk in chunks {
        buffer.extend_from_slice(chunk);
        all.extend_from_slice(chunk);
        match ask(&mut parser, &mut buffer, what, &all, false) {
            Ok(None) => {}
            Ok(Some(head)) => {
                assert_eq!(buffer.len(), all.len() - head.end, "the head is taken off");
                return Outcome::Ok(head);
            }
            Err(error) => return Outcome::Err(error.kind.name(), error.offset),
        }
    }
    match ask(&mut parser, &mut buffer, what, &all, true) {
        Ok(Some(head)) => {
            assert!(!strict, "strict gives no cut head");
            Outcome::Eof(head)
        }
        Ok(None) => Outcome::Partial,
        Err(error) => {
            assert_eq!(failure(&error), ("UnexpectedEof", all.len() as u64));
            Outcome::Partial
        }
    }
}

fn ask(
    parser: &mut Parser,
    buffer: &mut BytesMut,
    what: What,
    all: &[u8],
    finish: bool,
) -> Result<Option<Head>, ParseError> {
    let before = buffer.len();
    Ok(match (what, finish) {
        (What::Request, false) => parser.parse_request(buffer)?.map(|head| request(&head, all)),
        (What::Request, true) => parser.finish_request(buffer)?.map(|head| request(&head, all)),
        (What::Response, false) => parser.parse_response(buffer)?.map(|head| response(&head, all)),
        (What::Response, true) => parser.finish_response(buffer)?.map(|head| response(&head, all)),
        (What::Headers, _) => {
            let headers = if finish {
                parser.finish_trailers(buffer)?
            } else {
                parser.parse_trailers(buffer)?
            };
            headers.map(|headers| Head {
                start: None,
                fields: fields(&headers),
                defects: Vec::new(),
                end: before - buffer.len(),
                complete: !finish,
            })
        }
    })
}

/// `header_lines`, for a section that has its empty line.
pub fn lines(section: &[u8]) -> Result<Fields, Failure> {
    header_lines(section)
        .map(|line| line.map(|(n, v)| (n.to_vec(), v.to_vec())).map_err(|e| failure(&e)))
        .collect()
}

/// What a head of a dump is among the others, once more.
fn kind(head: &linecut::http1::Head<'_>) -> HeadKind {
    let reason = head.reason().unwrap_or_default().to_ascii_lowercase();
    let is_location = |(name, _): (&[u8], _)| name.eq_ignore_ascii_case(b"location");
    match head.status() / 100 {
        1 => HeadKind::Informational,
        2 if head.status() == 200 && reason == b"connection established" => HeadKind::Connect,
        3 if head.headers().iter().any(is_location) => HeadKind::Redirect,
        _ => HeadKind::Final,
    }
}

/// `Capture`.
pub fn capture(input: &[u8], prefix: &[u8]) -> (Vec<Result<Head, Failure>>, usize) {
    let mut capture = Capture::new(input).line_prefix(prefix);
    let mut end = 0;
    let heads = capture
        .by_ref()
        .map(|head| match head {
            Ok(head) => {
                assert!(head.range().start >= end, "heads do not overlap");
                end = head.range().end;
                assert_eq!(head.as_bytes().len() as u64, end - head.range().start);
                assert_eq!(head.defect_count(), head.defects().len() as u64);
                assert_eq!(head.kind(), kind(&head));
                Ok(Head {
                    start: Some(Start::Response {
                        version: number(head.version()),
                        status: head.status(),
                        reason: head.reason().map(<[u8]>::to_vec),
                    }),
                    fields: fields(head.headers()),
                    defects: defects(head.defects()),
                    end: end as usize,
                    complete: head.is_complete(),
                })
            }
            Err(error) => Err(failure(&error)),
        })
        .collect();
    (heads, input.len() - capture.rest().len())
}

/// `chunk_size` of the whole; every shorter prefix of an accepted line needs more.
pub fn chunk(input: &[u8]) -> Result<Option<(u64, usize)>, Failure> {
    let outcome = linecut::http1::chunk_size(input).map_err(|error| failure(&error));
    if let Ok(Some((_, used))) = outcome {
        for len in 0..used {
            assert_eq!(linecut::http1::chunk_size(&input[..len]), Ok(None));
        }
    }
    outcome
}
