//! What records and heads tell of themselves by each of their views, against plain lists of fields.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Debug;

use linecut::http1::{self, Headers, Request, Response, Version};
use linecut::ltsv::{self, Absent, Presence, Record, RecordRef};
use linecut::{Defect, ErrorKind, ParseError, Sharing, Value};

/// Names and values.
type Fields = [(Vec<u8>, Vec<u8>)];

/// No label and no name has this in it.
const NO_NAME: &[u8] = b"\n:";

fn is_duplicate(error: &ParseError) -> bool {
    matches!(error.kind, ErrorKind::DuplicateLabel { first } if first < error.offset)
}

/// The fields as a map is shown.
fn shown(fields: &Fields) -> String {
    let literal = |bytes: &[u8]| format!("b\"{}\"", bytes.escape_ascii());
    let field =
        |(name, value): &(Vec<u8>, Vec<u8>)| format!("{}: {}", literal(name), literal(value));
    format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
}

fn shows(what: &impl Debug, due: &str) {
    assert_eq!(format!("{what:?}"), due);
}

/// A record, which has these fields.
pub fn record(record: &Record, fields: &Fields) {
    assert_eq!(record.is_empty(), fields.is_empty());
    assert!(record.labels().eq(fields.iter().map(|(label, _)| &label[..])));
    let distinct: HashSet<_> = fields.iter().map(|(label, _)| label).collect();
    assert_eq!(record.has_duplicates(), distinct.len() < fields.len());
    assert!(record.get(NO_NAME).is_none() && record.get_last(NO_NAME).is_none());
    assert_eq!(record.get_unique(NO_NAME), Ok(None));
    let mut iter = record.into_iter();
    for left in (0..fields.len()).rev() {
        assert!(iter.next().is_some());
        assert_eq!(iter.size_hint(), (left, Some(left)));
    }
    if let Some(labels) = record.shared_labels() {
        assert!(labels.keys().iter().map(|key| &key[..]).eq(record.labels()));
        assert_eq!(labels.has_duplicates(), record.has_duplicates());
        assert_eq!((labels.is_empty(), labels.len()), (record.is_empty(), record.len()));
        assert!(*labels == labels.clone() && labels.index_of(NO_NAME).is_none());
        shows(labels, &format!("{:?}", labels.keys()));
    }
    shows(record, &shown(fields));
    built(record, fields);
    typed(record, fields);
    super::slices::kept_fields(record);
}

/// The same record made of its fields, cloned, added to and emptied.
fn built(record: &Record, fields: &Fields) {
    let mut made: Record = fields.iter().map(|(label, value)| (label, value)).collect();
    assert_eq!(made, *record);
    let mut clone = made.clone();
    made.compact();
    assert_eq!((made.heap_size(), made.new_blocks()), (clone.heap_size(), 0));
    clone.extend(fields.iter().map(|(label, value)| (label, value)));
    assert!(clone.len() == 2 * made.len() && clone.iter().take(made.len()).eq(&made));
    assert!(clone.iter().skip(made.len()).eq(&made), "added behind");
    assert_eq!(clone == made, made.is_empty());
    let kept: Vec<_> = clone.iter().map(|(_, value)| value.keep_with(Sharing::Always)).collect();
    clone.push_field(b"one", b"more");
    clone.clear();
    assert!(clone.is_empty() && clone == Record::default());
    assert!(kept.iter().zip(fields).all(|(kept, (_, value))| kept == value), "kept for good");
    let shared = kept.iter().any(|kept| kept.is_shared());
    assert_eq!(clone.new_blocks() > 0, shared, "a block that a value shares is left alone");
}

/// Values as numbers, as markers, as lists of upstreams.
fn typed(record: &Record, fields: &Fields) {
    let absent = Absent::default();
    assert_eq!(absent.get(record, NO_NAME), Presence::Missing);
    assert_eq!(Presence::Missing.present(), None);
    assert_eq!(absent.parse::<u32>(record, NO_NAME), Ok(None));
    let mut place = record.position().byte;
    let mut seen = HashSet::new();
    for (label, value) in fields {
        upstreams(value);
        if seen.insert(label) {
            let is_marker = value.is_empty() || value == b"-";
            let got = absent.get(record, label);
            let due = Some(Value::from(&value[..])).filter(|_| !is_marker);
            assert_eq!(got.present(), due);
            assert_eq!(got == Presence::Absent, is_marker);
            let text = std::str::from_utf8(value).ok();
            let number = text.and_then(|text| text.parse::<u32>().ok());
            match absent.parse::<u32>(record, label) {
                Ok(got) => assert!(got == number && got.is_some() != is_marker),
                Err(error) => {
                    assert!(number.is_none() && !is_marker && error.label == *label);
                    // Only then it is known here how much lies before it.
                    let known = record.defect_count() == 0;
                    assert!(!known || error.offset == place + label.len() as u64 + 1);
                    let told = format!("{} at byte {}: ", error.label, error.offset);
                    assert!(error.to_string().starts_with(&told));
                    let source = std::error::Error::source(&error).unwrap();
                    assert_eq!(error.to_string()[told.len()..], source.to_string());
                }
            }
        }
        place += (label.len() + value.len()) as u64 + 2;
    }
}

/// The items, put together again, are the value; and no item has a separator in it.
fn upstreams(value: &[u8]) {
    let mut whole = Vec::new();
    let mut group = 0;
    for (number, item) in ltsv::upstreams(value).enumerate() {
        match item.group - group {
            0 if number == 0 => {}
            0 => whole.extend_from_slice(b", "),
            1 => whole.extend_from_slice(b" : "),
            more => panic!("{more} groups at once"),
        }
        group = item.group;
        assert!(!item.value.windows(2).any(|pair| pair == b", "));
        assert!(!item.value.windows(3).any(|three| three == b" : "));
        whole.extend_from_slice(item.value);
    }
    assert_eq!(whole, value);
}

/// A borrowed record, which has these fields.
pub fn borrowed(record: &RecordRef<'_>, fields: &Fields) {
    let distinct: HashSet<_> = fields.iter().map(|(label, _)| label).collect();
    assert_eq!(record.has_duplicates(), distinct.len() < fields.len());
    assert_eq!((record.get(NO_NAME), record.get_last(NO_NAME)), (None, None));
    assert_eq!(record.get_unique(NO_NAME), Ok(None));
    for (label, _) in fields.iter().take(40) {
        let same = || fields.iter().filter(|(other, _)| other == label).map(|(_, v)| &v[..]);
        assert_eq!(record.get(label), same().next());
        assert_eq!(record.get_last(label), same().next_back());
        assert!(record.get_all(label).eq(same()));
        match record.get_unique(label) {
            Ok(value) => assert!(value == same().next() && same().count() == 1),
            Err(error) => assert!(is_duplicate(&error) && same().count() > 1),
        }
    }
    // As a whole, and piece by piece: that is other code.
    let folded = record.fields().fold(Vec::new(), |mut all, piece| {
        all.push(piece);
        all
    });
    let mut pieces = record.fields();
    let stepped: Vec<_> = std::iter::from_fn(|| pieces.next()).collect();
    let seen = |piece: &Result<ltsv::Field<'_>, Defect>| match piece {
        Ok(field) => Ok((field.offset(), field.defects().collect::<Vec<_>>())),
        Err(defect) => Err(defect.clone()),
    };
    assert!(folded.iter().map(seen).eq(stepped.iter().map(seen)));
    let bytes = |piece: &Result<ltsv::Field<'_>, Defect>| match piece {
        Ok(field) => (field.label().to_vec(), field.value().to_vec()),
        Err(_) => Default::default(),
    };
    assert!(folded.iter().map(bytes).eq(stepped.iter().map(bytes)));
    let line = ltsv::fields(record.as_bytes()).flatten();
    assert!(
        line.map(|field| (field.label(), field.value()))
            .eq(stepped.iter().flatten().map(|field| (field.label(), field.value())))
    );
}

/// The fields of a head, which are these.
pub fn headers(headers: &Headers, fields: &Fields) {
    assert_eq!(headers.is_empty(), fields.is_empty());
    assert!(headers.get(NO_NAME).is_none() && !headers.contains(NO_NAME));
    assert_eq!(headers.get_unique(NO_NAME), Ok(None));
    assert_eq!(headers.combined(NO_NAME), Ok(None));
    let distinct: HashSet<_> = fields.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
    assert_eq!(headers.has_duplicates(), distinct.len() < fields.len());
    assert_eq!(headers.into_iter().size_hint(), (fields.len(), Some(fields.len())));
    for (name, value) in fields {
        assert!(headers.contains(name.to_ascii_lowercase()));
        let same = || fields.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
        let values: Vec<_> = same().map(|(_, value)| &value[..]).collect();
        match headers.get_unique(name) {
            Ok(got) => assert!(got.unwrap() == *value && values.len() == 1),
            Err(error) => assert!(is_duplicate(&error) && values.len() > 1),
        }
        match headers.combined(name) {
            Ok(got) => {
                assert_eq!(matches!(got, Some(Cow::Borrowed(_))), values.len() == 1);
                assert_eq!(got.unwrap(), values.join(&b", "[..]));
            }
            Err(error) => {
                assert!(name.eq_ignore_ascii_case(b"set-cookie"));
                assert_eq!(error.to_string(), "Set-Cookie fields cannot be combined");
            }
        }
        assert!(http1::list_items(value).eq(items(value).iter()), "{value:?}");
    }
    if let Some(keys) = headers.keys() {
        assert!(keys.iter().eq(fields.iter().map(|(name, _)| name)));
    }
    let mut compact = headers.clone();
    assert_eq!(compact, *headers);
    compact.compact();
    assert_eq!(compact, *headers);
    let len: usize = fields.iter().map(|(name, value)| name.len() + value.len()).sum();
    assert!(compact.heap_size() >= len && compact.heap_size() <= len + 8 * fields.len() + 16);
    assert_eq!(headers.is_empty(), *headers == Headers::default());
    shows(headers, &shown(fields));
    let refused = match fields.first() {
        Some((name, _)) if name.starts_with(b"\xEF\xBB\xBF") => Some(("Bom", 0)),
        _ => None,
    };
    let written = written(b"", fields, refused, |out| headers.append_to(out));
    #[cfg(feature = "std")]
    same_written(&written, |out| headers.write_to(out));
    if let Some(section) = written.filter(|_| are_strict(fields)) {
        let read: Result<Vec<_>, _> = http1::header_lines(&section).collect();
        let due = fields.iter().map(|(name, value)| (&name[..], &value[..]));
        assert!(read.unwrap().into_iter().eq(due), "written and read");
    }
}

/// The items of a list, byte by byte.
fn items(value: &[u8]) -> Vec<Vec<u8>> {
    let mut items = vec![Vec::new()];
    let (mut quoted, mut bytes) = (false, value.iter());
    while let Some(byte) = bytes.next() {
        match byte {
            b',' if !quoted => items.push(Vec::new()),
            byte => items.last_mut().unwrap().push(*byte),
        }
        match byte {
            b'"' => quoted = !quoted,
            b'\\' if quoted => items.last_mut().unwrap().extend(bytes.next()),
            _ => {}
        }
    }
    let is_space = |byte: &u8| b" \t".contains(byte);
    for item in &mut items {
        item.drain(..item.iter().take_while(|byte| is_space(byte)).count());
        item.truncate(item.iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1));
    }
    items.retain(|item| !item.is_empty());
    items
}

/// What `append` puts behind what is there, unless it refuses: then the byte at fault is the first
/// that no line can hold, and nothing is put there.
fn written(
    start: &[u8],
    fields: &Fields,
    refused: Option<(&'static str, usize)>,
    append: impl Fn(&mut Vec<u8>) -> Result<(), ParseError>,
) -> Option<Vec<u8>> {
    let is_break = |byte: &u8| b"\r\n\0".contains(byte);
    let mut due = start.to_vec();
    let mut breaks = start.iter().position(is_break);
    if !start.is_empty() {
        due.extend_from_slice(b"\r\n");
    }
    for (part, end) in fields.iter().flat_map(|(name, value)| [(name, ": "), (value, "\r\n")]) {
        let at = part.iter().position(is_break);
        breaks = breaks.or(at.map(|at| due.len() + at));
        due.extend_from_slice(part);
        due.extend_from_slice(end.as_bytes());
    }
    due.extend_from_slice(b"\r\n");
    let kind = |at: usize| match due[at] {
        b'\r' => "BareCr",
        b'\n' => "BareLf",
        _ => "Nul",
    };
    let refused = refused.or(breaks.map(|at| (kind(at), at)));
    let mut out = b"before".to_vec();
    let result = append(&mut out);
    match refused {
        None => assert_eq!((result, &out[6..]), (Ok(()), &due[..])),
        Some((kind, at)) => {
            let error = result.unwrap_err();
            assert_eq!((error.kind.name(), error.offset), (kind, at as u64));
            assert_eq!(out, b"before", "nothing is appended");
        }
    }
    refused.is_none().then_some(due)
}

/// The same to an `io::Write`.
#[cfg(feature = "std")]
fn same_written(due: &Option<Vec<u8>>, write: impl Fn(&mut Vec<u8>) -> std::io::Result<()>) {
    let mut out = Vec::new();
    match (write(&mut out), due) {
        (Ok(()), Some(due)) => assert_eq!(out, *due),
        (Err(error), None) => {
            assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
            assert!(out.is_empty());
        }
        (result, due) => panic!("{result:?}, {due:?}"),
    }
}

fn is_control(byte: &u8) -> bool {
    matches!(byte, 0..=8 | 10..=31 | 127)
}

/// Whether a strict parser reads these fields as they are.
fn are_strict(fields: &Fields) -> bool {
    let is_token = |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte);
    fields.iter().all(|(name, value)| {
        !name.is_empty() && name.iter().all(is_token) && !value.iter().any(is_control)
    })
}

/// A version as it is written.
fn version(version: Version) -> String {
    match version {
        Version::Bare => "HTTP".to_owned(),
        Version::Http { major, minor: None } => format!("HTTP/{major}"),
        Version::Http { major, minor: Some(minor) } => format!("HTTP/{major}.{minor}"),
        Version::Icy => "ICY".to_owned(),
    }
}

/// A request, which has these fields: what it writes is the same, without a defect.
pub fn request(request: &Request, fields: &Fields) {
    let version = version(request.version());
    assert_eq!(request.version().to_string(), version);
    assert!(request.defect_count() >= request.defects().len() as u64);
    assert_eq!(request.clone().into_headers(), *request.headers());
    let start = [request.method(), request.target(), version.as_bytes()].join(&b' ');
    let written = written(&start, fields, None, |out| request.append_to(out));
    #[cfg(feature = "std")]
    same_written(&written, |out| request.write_to(out));
    let is_plain = |bytes: &[u8]| !bytes.is_empty() && bytes.iter().all(u8::is_ascii_alphanumeric);
    let target = request.target().strip_prefix(b"/").map(is_plain);
    let plain = is_plain(request.method()) && target == Some(true) && version == "HTTP/1.1";
    if let Some(head) = written.filter(|_| plain && are_strict(fields)) {
        let read = Request::parse_copy(&head).unwrap().unwrap();
        assert_eq!(read.raw(), head);
        assert_eq!((read.method(), read.target()), (request.method(), request.target()));
        assert_eq!(read.headers(), request.headers());
        assert_eq!((read.version(), read.defect_count()), (request.version(), 0));
    }
}

/// A response, likewise; an absent reason reads back as an empty one.
pub fn response(response: &Response, fields: &Fields) {
    let version = version(response.version());
    assert_eq!(response.version().to_string(), version);
    assert!(response.defect_count() >= response.defects().len() as u64);
    assert_eq!(response.clone().into_headers(), *response.headers());
    let reason = response.reason().unwrap_or_default();
    let mut start = format!("{version} {:03} ", response.status()).into_bytes();
    start.extend_from_slice(reason);
    let written = written(&start, fields, None, |out| response.append_to(out));
    #[cfg(feature = "std")]
    same_written(&written, |out| response.write_to(out));
    let plain = (100..600).contains(&response.status()) && version == "HTTP/1.1";
    let plain = plain && reason.trim_ascii() == reason && !reason.iter().any(is_control);
    if let Some(head) = written.filter(|_| plain && are_strict(fields)) {
        let read = Response::parse_copy(&head).unwrap().unwrap();
        assert_eq!(read.raw(), head);
        assert_eq!((read.status(), read.reason()), (response.status(), Some(reason)));
        assert_eq!(read.headers(), response.headers());
        assert_eq!((read.version(), read.defect_count()), (response.version(), 0));
    }
}
