//! The `http` crate accepts what the strict profile accepts: names, values, methods, statuses. Its
//! targets are another grammar; the differences are listed.

use http::{HeaderName, HeaderValue, Method, StatusCode, Uri};

use super::corpus::{self, Sample};
use super::mutate::{Rng, mutants};
use super::read;
use super::report::{Counts, Table, show};
use crate::naive::http1::{Head, Outcome, Start, What};

/// How many names and values are made up.
const MADE_UP: usize = 20_000;

/// The longest name of the `http` crate, in bytes.
const MAX_NAME_LEN: usize = 65_535;

fn check_field(name: &[u8], value: &[u8]) {
    let theirs = HeaderName::from_bytes(name);
    if name.len() > MAX_NAME_LEN {
        assert!(theirs.is_err(), "a known difference");
        return;
    }
    let theirs = theirs.unwrap_or_else(|error| panic!("name {}: {error}", show(name)));
    assert!(theirs.as_str().as_bytes().eq_ignore_ascii_case(name), "{}", show(name));
    let theirs = HeaderValue::from_bytes(value);
    let theirs = theirs.unwrap_or_else(|error| panic!("value {}: {error}", show(value)));
    assert_eq!(theirs.as_bytes(), value);
}

/// Whether the `http` crate takes every part but the target. Gives that.
fn check_head(head: &Head) -> Option<&[u8]> {
    for (name, value) in &head.fields {
        check_field(name, value);
    }
    match head.start.as_ref()? {
        Start::Request { method, target, .. } => {
            let theirs = Method::from_bytes(method).expect("a method");
            assert_eq!(theirs.as_str().as_bytes(), method);
            Some(target)
        }
        Start::Response { status, .. } => {
            assert_eq!(StatusCode::from_u16(*status).is_ok(), *status >= 100, "{status}");
            None
        }
    }
}

/// What `http::Uri` makes of a target.
fn uri(target: &[u8]) -> &'static str {
    match Uri::try_from(target) {
        Err(_) => "refused",
        Ok(uri) if uri.to_string().as_bytes() == target => "the same",
        Ok(uri) => {
            let mut whole = target.to_vec();
            if let Some(at) = whole.iter().position(|byte| *byte == b'#') {
                whole.truncate(at);
                if uri.to_string().as_bytes() == whole {
                    return "without what begins at `#`";
                }
            }
            let mut slashed = target.to_vec();
            slashed.push(b'/');
            if uri.to_string().as_bytes() == slashed { "with `/` behind it" } else { "another" }
        }
    }
}

/// Runs the strict heads of a corpus; adds a row.
fn run(corpus: &str, inputs: &[Sample], table: &mut Table) {
    let (mut heads, mut fields, mut targets) = (0, 0, Counts::default());
    for sample in inputs {
        let Outcome::Ok(head) = read::strict(&sample.bytes, sample.what) else { continue };
        heads += 1;
        fields += head.fields.len();
        if let Some(target) = check_head(&head) {
            targets.add(uri(target));
        }
    }
    if !inputs.is_empty() {
        table.row(&[&corpus, &inputs.len(), &heads, &fields, &targets.line()]);
    }
}

#[test]
fn what_strict_heads_hold_the_http_crate_takes() {
    let columns = ["corpus", "inputs", "strict heads, taken", "fields, taken", "targets"];
    let mut table = Table::new("The `http` crate on strict heads", &columns);
    let fixtures = corpus::each_head(&corpus::fixtures());
    run("cases", &corpus::cases(), &mut table);
    run("fixtures", &fixtures, &mut table);
    run("captured", &corpus::each_head(&corpus::captured()), &mut table);
    run("captured-requests", &corpus::captured_requests(), &mut table);
    let changed: Vec<Sample> = mutants(&fixtures, 3, MADE_UP).collect();
    run("changed heads", &changed, &mut table);
    table.print();
}

/// A strict response with one field line of these bytes; its fields, if it is accepted.
fn fields_of(name: &[u8], value: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let head = [b"HTTP/1.1 200 OK\r\n", name, b":", value, b"\r\n\r\n"].concat();
    match read::strict(&head, What::Response) {
        Outcome::Ok(head) => head.fields,
        _ => Vec::new(),
    }
}

#[test]
fn made_up_fields_that_strict_accepts_the_http_crate_takes() {
    let mut rng = Rng::new(4);
    let mut accepted = 0;
    for number in 0..MADE_UP {
        let text = |rng: &mut Rng, odd: usize, plain: &[u8]| -> Vec<u8> {
            let len = rng.below(90);
            let byte = |rng: &mut Rng| {
                if rng.one_in(odd) { rng.below(256) as u8 } else { rng.pick(plain) }
            };
            (0..len).map(|_| byte(rng)).collect()
        };
        let odd = if number % 4 == 0 { 20 } else { 200 };
        let name = text(&mut rng, odd, b"abyzABYZ019!#$%&'*+-.^_`|~");
        let value = text(&mut rng, odd, b"az09 \t,;=\"\x80\xC3\xA9\xFF~!:\\");
        for (name, value) in fields_of(&name, &value) {
            accepted += 1;
            check_field(&name, &value);
        }
    }
    assert!(accepted > MADE_UP / 4, "{accepted}");
}

/// Byte by byte the two crates agree on what a name and a value may hold.
#[test]
fn names_and_values_are_of_the_same_bytes() {
    for byte in 0..=255 {
        let (name, value) = ([b'a', byte, b'b'], [b'a', byte, b'b']);
        let ours = fields_of(&name, b"x").iter().any(|field| field.0 == name);
        assert_eq!(HeaderName::from_bytes(&name).is_ok(), ours, "name byte {byte:#04x}");
        let ours = fields_of(b"x", &value).iter().any(|field| field.1 == value);
        assert_eq!(HeaderValue::from_bytes(&value).is_ok(), ours, "value byte {byte:#04x}");
        let request = [b"a", &[byte][..], b"b / HTTP/1.1\r\n\r\n"].concat();
        let ours = match read::strict(&request, What::Request) {
            Outcome::Ok(head) => check_head(&head).is_some_and(|target| target == b"/"),
            _ => false,
        };
        let method = [b'a', byte, b'b'];
        assert_eq!(Method::from_bytes(&method).is_ok(), ours, "method byte {byte:#04x}");
    }
}

/// Three digits are a status here; there they have to be 100 or more.
#[test]
fn statuses_below_100_are_only_ours() {
    for status in 0..1000 {
        let head = format!("HTTP/1.1 {status:03} x\r\n\r\n");
        let head = read::strict(head.as_bytes(), What::Response);
        let due = Start::Response {
            version: Some("1.1".to_string()),
            status,
            reason: Some(b"x".to_vec()),
        };
        assert!(matches!(head, Outcome::Ok(head) if head.start == Some(due)), "{status}");
        assert_eq!(StatusCode::from_u16(status).is_ok(), status >= 100, "{status}");
    }
}

/// A name over 65,535 bytes is too long there; here the head's limit alone counts.
#[test]
fn names_have_another_longest_length() {
    let longest = vec![b'a'; MAX_NAME_LEN];
    let longer = [&longest[..], b"a"].concat();
    for name in [&longest, &longer] {
        let fields = fields_of(name, b"x");
        assert_eq!(fields, [(name.clone(), b"x".to_vec())]);
        assert_eq!(HeaderName::from_bytes(name).is_ok(), name.len() <= MAX_NAME_LEN);
    }
}

/// Which bytes of a target `http::Uri` refuses, of those that strict accepts (0x21 to 0x7E).
#[test]
fn targets_are_another_grammar() {
    let mut table =
        Table::new("Targets that strict accepts, and `http::Uri`", &["target", "outcome"]);
    let refused = |before: &str| -> String {
        let target = |byte: u8| [before.as_bytes(), &[byte], b"b"].concat();
        (0x21..=0x7E).filter(|byte| uri(&target(*byte)) == "refused").map(char::from).collect()
    };
    let (path, query) = (refused("/a"), refused("/a?"));
    assert_eq!(path, "<>`");
    assert_eq!(query, "\"<>");
    table.row(&[&format!("one of `{path}` in a path"), &"refused"]);
    table.row(&[&format!("one of `{query}` in a query"), &"refused"]);
    for (target, due) in [
        ("/a#b", "without what begins at `#`"),
        ("*", "the same"),
        ("example.com:80", "the same"),
        ("http://example.com/a", "the same"),
        ("http://example.com", "with `/` behind it"),
        ("a/b", "refused"),
        ("?a", "refused"),
    ] {
        let request = format!("GET {target} HTTP/1.1\r\n\r\n");
        assert!(matches!(read::strict(request.as_bytes(), What::Request), Outcome::Ok(_)));
        assert_eq!(uri(target.as_bytes()), due, "{target}");
        table.row(&[&format!("`{target}`"), &due]);
    }
    let long = [&b"/"[..], &[b'a'; 65_534]].concat();
    assert_eq!((uri(&long[..65_534]), uri(&long)), ("the same", "refused"));
    table.row(&[&"over 65,534 bytes", &"refused"]);
    table.print();
}
