//! Heads one behind the other in arbitrary pieces, and under limits: the same heads, errors and
//! offsets as of the whole at once, which the naive twin judges where there are no limits.
//!
//! Input: what the heads are and the profile, with an interner or without (a byte each); the limits of
//! a head, of its fields, of a name and of a value (a byte each, 0: none), the cuts; then the heads.

use bytes::BytesMut;
use linecut::http1::{Parser, ParserBuilder};
use linecut::{Interner, ParseError};

use super::choices::{Choices, Cuts, bounded};
use crate::conformance::read;
use crate::naive::http1::{self as naive, Failure, Head, Outcome, What};
use crate::ways::with_each_backend;

/// The heads, with ends and spans counted from the start of the stream, and how the stream ended.
#[derive(Debug, PartialEq, Eq)]
struct Given {
    heads: Vec<Head>,
    error: Option<Failure>,
    /// Where the rest begins that is no head.
    rest: usize,
}

/// Runs one input.
pub fn target(data: &[u8]) {
    let mut choices = Choices::new(data);
    let (kind, interned) = (choices.byte(), choices.flag());
    let strict = kind % 2 == 1;
    let what = [What::Response, What::Request, What::Headers][usize::from(kind) / 2 % 3];
    let mut builder = if strict { ParserBuilder::strict() } else { ParserBuilder::lenient() };
    let limits = [choices.byte(), choices.byte(), choices.byte(), choices.byte()];
    set_limits(&mut builder, limits);
    if interned {
        builder.interner(Interner::with_seed(7).max_entries(3));
    }
    let cuts = Cuts::choose(&mut choices);
    let stream = bounded(choices.rest(), 1024, 40, |byte| byte == b'\n');
    let whole = drive(&builder, [stream], what);
    assert_eq!(builder.build().interner().is_some(), interned);
    if limits == [0; 4] {
        assert_eq!(whole, twin(stream, what, strict), "{what:?}, strict {strict}, whole");
    }
    with_each_backend(|backend| {
        let cut = drive(&builder, cuts.chunks(stream), what);
        assert_eq!(cut, whole, "{backend}, {what:?}, strict {strict}, {cuts:?}");
    });
}

fn set_limits(builder: &mut ParserBuilder, limits: [u8; 4]) {
    let [head, fields, name, value] = limits.map(usize::from);
    if head > 0 {
        builder.max_head_len(head * 4);
    }
    if fields > 0 {
        builder.max_headers(fields - 1);
    }
    if name > 0 {
        builder.max_name_len(name);
    }
    if value > 0 {
        builder.max_value_len(value - 1);
    }
}

/// Feeds the chunks, and asks for heads after each until there is none.
fn drive<'a>(
    builder: &ParserBuilder,
    chunks: impl IntoIterator<Item = &'a [u8]>,
    what: What,
) -> Given {
    let mut parser = builder.build();
    let mut buffer = BytesMut::new();
    let mut given = Given { heads: Vec::new(), error: None, rest: 0 };
    let mut chunks = chunks.into_iter();
    loop {
        let chunk = chunks.next();
        buffer.extend_from_slice(chunk.unwrap_or_default());
        loop {
            let asked = ask(&mut parser, &mut buffer, what, chunk.is_none());
            match asked {
                Ok(Some(mut head)) => {
                    given.rest += head.end;
                    head.end = given.rest;
                    assert_eq!(parser.offset(), given.rest as u64);
                    given.heads.push(head);
                }
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(ask(&mut parser, &mut buffer, what, false), Err(error), "it stays");
                    given.error = Some((error.kind.name(), error.offset));
                    begins_anew(&mut parser, builder);
                    return given;
                }
            }
        }
        if chunk.is_none() {
            begins_anew(&mut parser, builder);
            return given;
        }
    }
}

/// After a reset a parser reads another connection's bytes as a new one does.
fn begins_anew(parser: &mut Parser, builder: &ParserBuilder) {
    parser.reset();
    let head = &b"HTTP/1.1 200 OK\r\nA: 1\r\n\r\n"[..];
    let read = |parser: &mut Parser| {
        let mut buffer = BytesMut::from(head);
        let head = parser.parse_response(&mut buffer);
        (head.map(|head| head.as_ref().map(read::response)).map_err(|e| e.kind), buffer)
    };
    assert_eq!(read(parser), read(&mut builder.build()), "after a reset");
}

fn ask(
    parser: &mut Parser,
    buffer: &mut BytesMut,
    what: What,
    finish: bool,
) -> Result<Option<Head>, ParseError> {
    let before = buffer.len();
    Ok(match (what, finish) {
        (What::Request, false) => parser.parse_request(buffer)?.as_ref().map(read::request),
        (What::Request, true) => parser.finish_request(buffer)?.as_ref().map(read::request),
        (What::Response, false) => parser.parse_response(buffer)?.as_ref().map(read::response),
        (What::Response, true) => parser.finish_response(buffer)?.as_ref().map(read::response),
        (What::Headers, _) => {
            let headers = match finish {
                false => parser.parse_headers(buffer)?,
                true => parser.finish_headers(buffer)?,
            };
            headers.map(|headers| Head {
                start: None,
                fields: headers.iter().map(|(n, v)| (n.to_vec(), v.to_vec())).collect(),
                defects: Vec::new(),
                end: before - buffer.len(),
                complete: !finish,
            })
        }
    })
}

/// What the naive twin makes of the stream, head by head.
fn twin(stream: &[u8], what: What, strict: bool) -> Given {
    let mut given = Given { heads: Vec::new(), error: None, rest: 0 };
    loop {
        let at = given.rest;
        match naive::head(&stream[at..], what, strict) {
            Outcome::Ok(mut head) | Outcome::Eof(mut head) => {
                for (_, start, end) in &mut head.defects {
                    (*start, *end) = (*start + at as u64, *end + at as u64);
                }
                if what == What::Headers {
                    head.defects.clear();
                }
                head.end += at;
                given.rest = head.end;
                given.heads.push(head);
            }
            Outcome::Partial => {
                let end = stream.len() as u64;
                let empty = is_empty(&stream[at..], strict);
                given.error = (!empty).then_some(("UnexpectedEof", end));
                return given;
            }
            Outcome::Err(kind, offset) => {
                given.error = Some((kind, offset + at as u64));
                return given;
            }
        }
    }
}

/// Whether there is nothing but empty lines, which are no head that was cut.
fn is_empty(rest: &[u8], strict: bool) -> bool {
    let lines = rest.strip_prefix(b"\xEF\xBB\xBF").filter(|_| !strict).unwrap_or(rest);
    lines.iter().all(|byte| b"\r\n".contains(byte))
}
