//! Reads one head, in the types of the naive twins. Knows the crate's API and nothing of the corpora.

use bytes::BytesMut;
use linecut::http1::{Headers, Parser, ParserBuilder, Request, Response, Version};
use linecut::{Defect, ErrorKind, ParseError};

use crate::naive::http1::{Head, Outcome, Start, What};

/// What a parser of these switches makes of the input, whole.
pub fn whole(builder: &ParserBuilder, input: &[u8], what: What) -> Outcome {
    in_chunks(builder, [input], what)
}

/// What the strict profile makes of the input.
pub fn strict(input: &[u8], what: What) -> Outcome {
    whole(&ParserBuilder::strict(), input, what)
}

/// What a parser of these switches makes of the chunks, asked after each, and told at last that
/// nothing more comes.
pub fn in_chunks<'a>(
    builder: &ParserBuilder,
    chunks: impl IntoIterator<Item = &'a [u8]>,
    what: What,
) -> Outcome {
    let mut parser = builder.build();
    let mut buffer = BytesMut::new();
    for chunk in chunks {
        buffer.extend_from_slice(chunk);
        match ask(&mut parser, &mut buffer, what, false) {
            Ok(None) => {}
            Ok(Some(head)) => return Outcome::Ok(head),
            Err(error) => return Outcome::Err(error.kind.name(), error.offset),
        }
    }
    let len = buffer.len() as u64;
    match ask(&mut parser, &mut buffer, what, true) {
        Ok(Some(head)) => Outcome::Eof(head),
        Ok(None) => Outcome::Partial,
        Err(error) => {
            assert_eq!(error, ParseError::new(ErrorKind::UnexpectedEof, len));
            Outcome::Partial
        }
    }
}

fn ask(
    parser: &mut Parser,
    buffer: &mut BytesMut,
    what: What,
    finish: bool,
) -> Result<Option<Head>, ParseError> {
    Ok(match (what, finish) {
        (What::Request, false) => parser.parse_request(buffer)?.as_ref().map(request),
        (What::Request, true) => parser.finish_request(buffer)?.as_ref().map(request),
        (What::Response, false) => parser.parse_response(buffer)?.as_ref().map(response),
        (What::Response, true) => parser.finish_response(buffer)?.as_ref().map(response),
        (What::Headers, _) => {
            let before = buffer.len();
            let headers = match finish {
                false => parser.parse_headers(buffer)?,
                true => parser.finish_headers(buffer)?,
            };
            headers.map(|headers| Head {
                start: None,
                fields: fields(&headers),
                defects: Vec::new(), // a bare section does not tell them
                end: before - buffer.len(),
                complete: !finish,
            })
        }
    })
}

/// A request head.
pub fn request(head: &Request) -> Head {
    Head {
        start: Some(Start::Request {
            method: head.method().to_vec(),
            target: head.target().to_vec(),
            version: number(head.version()),
        }),
        fields: fields(head.headers()),
        defects: defects(head.defects()),
        end: head.head_len(),
        complete: head.is_complete(),
    }
}

/// A response head.
pub fn response(head: &Response) -> Head {
    Head {
        start: Some(Start::Response {
            version: number(head.version()),
            status: head.status(),
            reason: head.reason().map(<[u8]>::to_vec),
        }),
        fields: fields(head.headers()),
        defects: defects(head.defects()),
        end: head.head_len(),
        complete: head.is_complete(),
    }
}

/// A head of a capture, with its end counted from its start.
pub fn captured(head: &linecut::http1::Head<'_>) -> Head {
    Head {
        start: Some(Start::Response {
            version: number(head.version()),
            status: head.status(),
            reason: head.reason().map(<[u8]>::to_vec),
        }),
        fields: fields(head.headers()),
        defects: defects(head.defects()),
        end: head.as_bytes().len(),
        complete: head.is_complete(),
    }
}

fn fields(headers: &Headers) -> Vec<(Vec<u8>, Vec<u8>)> {
    headers.iter().map(|(name, value)| (name.to_vec(), value.to_vec())).collect()
}

fn defects(list: &[Defect]) -> Vec<(&'static str, u64, u64)> {
    list.iter().map(|d| (d.kind.name(), d.span.start, d.span.end)).collect()
}

fn number(version: Version) -> Option<String> {
    version.number().map(str::to_owned)
}
