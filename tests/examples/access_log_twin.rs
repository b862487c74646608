//! The figures of `access_log`, computed the slow and obvious way from what the naive parser gives.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::naive::ltsv::{Outcome, parse};

/// What `access_log --json` has to say of one file.
pub(crate) fn summary(input: &[u8], strict: bool) -> Value {
    let outcomes = parse(input, strict);
    let mut fields_of: Vec<BTreeMap<Vec<u8>, Vec<Vec<u8>>>> = Vec::new();
    let (mut fields, mut duplicates) = (0, 0);
    let mut defects: BTreeMap<&str, u64> = BTreeMap::new();
    let mut errors: BTreeMap<&str, u64> = BTreeMap::new();
    for outcome in &outcomes {
        match outcome {
            Outcome::Error { kind, .. } => *errors.entry(kind).or_default() += 1,
            Outcome::Record { fields: all, defects: found, .. } => {
                found.iter().for_each(|(kind, ..)| *defects.entry(kind).or_default() += 1);
                fields += all.len();
                let mut by_label: BTreeMap<Vec<u8>, Vec<Vec<u8>>> = BTreeMap::new();
                for (label, value) in all {
                    by_label.entry(label.clone()).or_default().push(value.clone());
                }
                duplicates += u64::from(by_label.values().any(|values| values.len() > 1));
                fields_of.push(by_label);
            }
        }
    }
    let first = |record: &BTreeMap<Vec<u8>, Vec<Vec<u8>>>, label: &str| {
        record.get(label.as_bytes()).map(|values| String::from_latin1(&values[0]))
    };
    let records: Vec<Request> = fields_of
        .iter()
        .map(|record| Request {
            status: first(record, "status"),
            req: first(record, "req"),
            uri: first(record, "uri"),
            reqtime: first(record, "reqtime"),
            request_time: first(record, "request_time"),
            size: first(record, "size"),
        })
        .collect();
    json!({
        "records": records.len(),
        "fields": fields,
        "bytes": input.len(),
        "blank": if strict { 0 } else { blank_lines(input) },
        "duplicates": duplicates,
        "defects": defects,
        "errors": errors,
        "status": status_classes(&records),
        "top": top(&records),
        "other_paths": 0,
        "size_sum": records.iter().filter_map(size).sum::<u64>(),
    })
}

/// The values that matter, one character a byte.
struct Request {
    status: Option<String>,
    req: Option<String>,
    uri: Option<String>,
    reqtime: Option<String>,
    request_time: Option<String>,
    size: Option<String>,
}

/// Bytes as text, one character each, and back.
trait Latin1 {
    fn from_latin1(bytes: &[u8]) -> String;
    fn to_latin1(&self) -> Vec<u8>;
}

impl Latin1 for String {
    fn from_latin1(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| char::from(*byte)).collect()
    }

    fn to_latin1(&self) -> Vec<u8> {
        self.chars().map(|character| u8::try_from(character).expect("Latin-1")).collect()
    }
}

/// Lines that are empty but for their end, a BOM before the first one not counted.
fn blank_lines(input: &[u8]) -> usize {
    let input = input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input);
    input.split_inclusive(|byte| *byte == b'\n').filter(|l| *l == b"\n" || *l == b"\r\n").count()
}

fn status_classes(requests: &[Request]) -> BTreeMap<String, u64> {
    let mut classes = BTreeMap::new();
    for status in requests.iter().filter_map(|request| request.status.as_ref()) {
        let is_number = status.len() == 3 && status.chars().all(|c| c.is_ascii_digit());
        let class = match status.parse::<u16>() {
            Ok(number) if is_number && (100..600).contains(&number) => {
                format!("{}xx", number / 100)
            }
            _ => "other".to_string(),
        };
        *classes.entry(class).or_default() += 1;
    }
    classes
}

fn size(request: &Request) -> Option<u64> {
    let size = request.size.as_ref()?;
    if size.starts_with('+') {
        return None;
    }
    size.parse().ok()
}

/// The second word of `req`, else `uri`, cut at the question mark.
fn path(request: &Request) -> Option<String> {
    let words = |req: &String| -> Vec<String> {
        req.split(' ').filter(|word| !word.is_empty()).map(str::to_string).collect()
    };
    let word = request.req.as_ref().map(words).and_then(|words| words.get(1).cloned());
    let target = match word {
        Some(word) => word,
        None => request.uri.clone()?,
    };
    if target.is_empty() {
        return None;
    }
    Some(target.chars().take_while(|character| *character != '?').collect())
}

/// A time in milliseconds: nanoseconds, rounded half up.
fn millis(seconds: &str) -> Option<u64> {
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    for part in [whole, fraction] {
        if part.is_empty() || !part.chars().all(|c| c.is_ascii_digit()) {
            return None;
        }
    }
    let nanos: u64 = format!("{fraction:0<9.9}").parse().ok()?;
    let whole: u64 = whole.parse().ok()?;
    Some((whole * 1_000_000_000 + nanos + 500_000) / 1_000_000)
}

/// How many requests, and the times of those that have one.
type Visits = (u64, Vec<u64>);

fn top(requests: &[Request]) -> Vec<Value> {
    let mut times_of: BTreeMap<Vec<u8>, Visits> = BTreeMap::new();
    for request in requests {
        let Some(path) = path(request) else { continue };
        let (count, times) = times_of.entry(path.to_latin1()).or_default();
        *count += 1;
        let reqtime = request.reqtime.as_ref().and_then(|time| millis(time));
        let time = reqtime.or(request.request_time.as_ref().and_then(|time| millis(time)));
        times.extend(time);
    }
    let mut all: Vec<(Vec<u8>, Visits)> = times_of.into_iter().collect();
    // Stable, and sorted by path already.
    all.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let entry = |(path, (count, mut times)): (Vec<u8>, Visits)| {
        times.sort_unstable();
        json!({
            "path": String::from_utf8_lossy(&path),
            "count": count,
            "p50": percentile(&times, 50),
            "p95": percentile(&times, 95),
            "p99": percentile(&times, 99),
            "max": times.last(),
        })
    };
    all.into_iter().take(10).map(entry).collect()
}

/// Nearest rank: the smallest time that at least so many per cent are not above.
fn percentile(sorted: &[u64], percent: usize) -> Option<u64> {
    let enough = |rank: &usize| (rank + 1) * 100 >= percent * sorted.len();
    (0..sorted.len()).find(enough).map(|rank| sorted[rank].min(60_001))
}
