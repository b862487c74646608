//! The HTTP/1 cases.

use serde_json::Value;

use super::load::{Case, Kind, Text, check_keys, hex, known, latin1, list, number, text};
use super::run::Want;
use crate::naive::http1::{Failure, Head, Outcome, Start};

/// The names of errors and defects.
const KINDS: &[&str] = &[
    "BareCr",
    "BareLf",
    "Bom",
    "EmptyName",
    "ExtraSpace",
    "InvalidChunkExtension",
    "InvalidChunkSize",
    "InvalidMethod",
    "InvalidName",
    "InvalidStatus",
    "InvalidTarget",
    "InvalidValue",
    "InvalidVersion",
    "LeadingWhitespace",
    "MissingColon",
    "Nul",
    "ObsFold",
    "SpaceBeforeColon",
    "TooLong",
    "TooManyFields",
    "UnexpectedEof",
    "UnusualVersion",
];

/// What a way gives, by the kind of the case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Got {
    /// Of a request or a response.
    Head(Outcome),
    /// Of a capture: its heads, and where the rest begins.
    Capture(Vec<Result<Head, Failure>>, usize),
    /// Of a chunk-size line: the size and the bytes consumed.
    Chunk(Result<Option<(u64, usize)>, Failure>),
}

/// The right outcome of a case in one profile, and an outcome in the same form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Http1Want {
    /// The input, of which the rest of a capture is the end.
    input: Vec<u8>,
    seen: Seen,
}

/// See [`Http1Want`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    Ok(SeenHead),
    Eof(SeenHead),
    Partial,
    Err(&'static str, u64),
    Blocks(Vec<Seen>, Text),
    Size(u64, u64),
    NotApplicable,
}

/// A head as the cases write it. Where it ends is not part of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenHead {
    start: Option<SeenStart>,
    fields: Vec<(Text, Text)>,
    defects: Vec<(&'static str, u64, u64)>,
    complete: bool,
}

/// A start line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SeenStart {
    Req(Text, Text, Option<String>),
    Res(Option<String>, u64, Option<Text>),
}

impl Want<Got> for Http1Want {
    fn applies(&self) -> bool {
        self.seen != Seen::NotApplicable
    }

    fn seen(&self, got: Got) -> Http1Want {
        let seen = match got {
            Got::Head(Outcome::Ok(head)) => Seen::Ok(seen_head(head)),
            Got::Head(Outcome::Eof(head)) => Seen::Eof(seen_head(head)),
            Got::Head(Outcome::Partial) | Got::Chunk(Ok(None)) => Seen::Partial,
            Got::Head(Outcome::Err(kind, offset)) | Got::Chunk(Err((kind, offset))) => {
                Seen::Err(kind, offset)
            }
            Got::Chunk(Ok(Some((size, used)))) => Seen::Size(size, used as u64),
            Got::Capture(heads, rest) => {
                let rest = self.input.get(rest..).unwrap_or(b"(out of bounds)");
                let heads = heads.into_iter().map(seen_block).collect();
                Seen::Blocks(heads, Text(rest.to_vec()))
            }
        };
        Http1Want { input: self.input.clone(), seen }
    }

    fn without_kinds(mut self) -> Http1Want {
        match &mut self.seen {
            Seen::Err(kind, _) => *kind = "any",
            Seen::Blocks(blocks, _) => {
                if let Some(Seen::Err(kind, _)) = blocks.last_mut() {
                    *kind = "any";
                }
            }
            _ => {}
        }
        self
    }

    fn show(&self) -> String {
        format!("{:?}", self.seen)
    }
}

/// A head in the form of the cases.
fn seen_head(head: Head) -> SeenHead {
    let start = head.start.map(|start| match start {
        Start::Request { method, target, version } => {
            SeenStart::Req(Text(method), Text(target), version)
        }
        Start::Response { version, status, reason } => {
            SeenStart::Res(version, u64::from(status), reason.map(Text))
        }
    });
    let fields = head.fields.into_iter();
    SeenHead {
        start,
        fields: fields.map(|(name, value)| (Text(name), Text(value))).collect(),
        defects: head.defects,
        complete: head.complete,
    }
}

/// A head of a capture. The cases do not say of those whether they are complete.
fn seen_block(head: Result<Head, Failure>) -> Seen {
    match head {
        Ok(head) => Seen::Ok(SeenHead { complete: true, ..seen_head(head) }),
        Err((kind, offset)) => Seen::Err(kind, offset),
    }
}

/// Reads a case.
pub fn case(case: &Value, at: &str) -> Case<Http1Want> {
    let keys = ["id", "kind", "why", "source", "input_hex", "line_prefix", "strict", "lenient"];
    check_keys(case, &keys, at);
    let kind = match text(&case["kind"], at).as_str() {
        "req" => Kind::Request,
        "res" => Kind::Response,
        "cap" => Kind::Capture,
        "chunk" => Kind::Chunk,
        other => panic!("{at}: unknown kind of case {other}"),
    };
    let input = hex(&case["input_hex"], at);
    let strict = want(&case["strict"], None, at);
    let lenient = want(&case["lenient"], Some(&strict), at);
    let with_input = |seen| Http1Want { input: input.clone(), seen };
    Case {
        id: case["id"].as_str().unwrap_or_default().to_string(),
        kind,
        prefix: match case.get("line_prefix") {
            Some(prefix) => latin1(prefix, at),
            None => Vec::new(),
        },
        strict: with_input(strict),
        lenient: with_input(lenient),
        bytes: input,
    }
}

/// Reads an outcome. `strict` is the strict one while the lenient one is read.
fn want(outcome: &Value, strict: Option<&Seen>, at: &str) -> Seen {
    let parts = list(outcome, at);
    let name = parts.first().map(|name| text(name, at));
    match (name.as_deref(), parts.len(), strict) {
        (Some("ok"), 3, None) => Seen::Ok(head(&parts[1..], true, at)),
        (Some("ok"), 4, Some(_)) => Seen::Ok(head(&parts[1..], true, at)),
        (Some("eof"), 4, Some(_)) => Seen::Eof(head(&parts[1..], false, at)),
        (Some("partial"), 1, _) => Seen::Partial,
        (Some("err"), 3, _) => error(parts, at),
        (Some("same"), 1, Some(same @ (Seen::Ok(_) | Seen::Size(..)))) => same.clone(),
        (Some("blocks"), 3, Some(_)) => {
            let blocks = list(&parts[1], at).iter();
            let blocks = blocks.map(|value| block(value, at)).collect();
            Seen::Blocks(blocks, Text(latin1(&parts[2], at)))
        }
        (Some("size"), 3, _) => Seen::Size(number(&parts[1], at), number(&parts[2], at)),
        (Some("n/a"), 1, _) => Seen::NotApplicable,
        _ => panic!("{at}: unknown outcome {outcome}"),
    }
}

/// Reads `["err", kind, offset]`.
fn error(parts: &[Value], at: &str) -> Seen {
    Seen::Err(known(&parts[1], KINDS, at), number(&parts[2], at))
}

/// Reads a head of a capture, or the error in its place.
fn block(block: &Value, at: &str) -> Seen {
    let parts = list(block, at);
    if parts.len() == 3 && parts[0] == "err" {
        return error(parts, at);
    }
    assert_eq!(parts.len(), 3, "{at}: unknown block {block}");
    Seen::Ok(head(parts, true, at))
}

/// Reads start line and fields, and defects where there are any to be listed.
fn head(parts: &[Value], complete: bool, at: &str) -> SeenHead {
    let fields = list(&parts[1], at).iter();
    let defects = parts.get(2).map_or(&[][..], |defects| list(defects, at));
    SeenHead {
        start: start(&parts[0], at),
        fields: fields.map(|pair| field(pair, at)).collect(),
        defects: defects.iter().map(|value| defect(value, at)).collect(),
        complete,
    }
}

/// Reads a start line.
fn start(start: &Value, at: &str) -> Option<SeenStart> {
    if start.is_null() {
        return None;
    }
    let [kind, a, b, c] = list(start, at) else {
        panic!("{at}: unknown start line {start}");
    };
    let version = |value: &Value| (!value.is_null()).then(|| text(value, at));
    Some(match text(kind, at).as_str() {
        "req" => SeenStart::Req(Text(latin1(a, at)), Text(latin1(b, at)), version(c)),
        "res" => {
            let reason = (!c.is_null()).then(|| Text(latin1(c, at)));
            SeenStart::Res(version(a), number(b, at), reason)
        }
        other => panic!("{at}: unknown start line {other}"),
    })
}

/// Reads a name and its value.
fn field(pair: &Value, at: &str) -> (Text, Text) {
    let [name, value] = list(pair, at) else {
        panic!("{at}: not a name and a value: {pair}");
    };
    (Text(latin1(name, at)), Text(latin1(value, at)))
}

/// Reads a defect.
fn defect(defect: &Value, at: &str) -> (&'static str, u64, u64) {
    let [kind, start, end] = list(defect, at) else {
        panic!("{at}: not a defect: {defect}");
    };
    (known(kind, KINDS, at), number(start, at), number(end, at))
}
