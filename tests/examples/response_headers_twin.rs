//! What `response_headers` has to say, from what the naive parser gives.

use serde_json::{Value, json};

use crate::naive::http1::{Head, Start, capture};

/// The JSON object of a file, and whether one of its heads is damaged.
pub(crate) fn file(name: &str, input: &[u8], prefix: &[u8]) -> (Value, bool) {
    let (outcomes, rest) = capture(input, prefix);
    let heads: Vec<&Head> = outcomes.iter().filter_map(|outcome| outcome.as_ref().ok()).collect();
    let lengths: Vec<usize> =
        heads.iter().flat_map(|head| &head.fields).map(|(_, value)| value.len()).collect();
    let count =
        |from: usize, to: usize| lengths.iter().filter(|len| (from..=to).contains(*len)).count();
    let object = json!({
        "file": name,
        "heads": heads.iter().map(|head| head_json(head)).collect::<Vec<_>>(),
        "rest_bytes": input.len() - rest,
        "values": lengths.len(),
        "embedded": count(0, 23),
        "longer": count(24, usize::MAX),
        "copied_128": count(24, 128),
        "copied_256": count(24, 256),
    });
    (object, outcomes.iter().any(Result::is_err))
}

fn head_json(head: &Head) -> Value {
    let Some(Start::Response { version, status, reason }) = &head.start else {
        panic!("not a response: {head:?}");
    };
    let fields: Vec<Value> =
        head.fields.iter().map(|(name, value)| json!([latin1(name), latin1(value)])).collect();
    let defects: Vec<Value> = head
        .defects
        .iter()
        .map(|(kind, start, end)| json!({"kind": kind, "span": [start, end]}))
        .collect();
    json!({
        "version": version,
        "status": status,
        "reason": reason.as_ref().map(|reason| latin1(reason)),
        "fields": fields,
        "defects": defects,
    })
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}
