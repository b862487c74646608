//! Real heads: strict where they are HTTP/1, lenient where they are dumps of other protocols, and
//! byte-identical when written back.

use linecut::ParseError;
use linecut::http1::{Capture, ParserBuilder, Request, Response, parse_head};

use super::corpus::{self, Sample};
use super::read;
use super::report::{Counts, Table, show};
use crate::naive::http1::{Head, Outcome, Start, What};

/// What came of a collection.
#[derive(Default)]
struct Sum {
    files: usize,
    heads: usize,
    fields: usize,
    bytes: usize,
    defects: Counts,
}

impl Sum {
    fn add(&mut self, heads: &[Head]) {
        self.files += 1;
        self.heads += heads.len();
        for head in heads {
            self.fields += head.fields.len();
            self.bytes += head.end;
            for (kind, ..) in &head.defects {
                self.defects.add(kind);
            }
        }
    }

    fn row(&self, table: &mut Table, corpus: &str, profile: &str, result: &str) {
        if self.files > 0 {
            let defects = self.defects.line();
            table.row(&[
                &corpus,
                &profile,
                &self.files,
                &self.heads,
                &self.fields,
                &self.bytes,
                &defects,
                &result,
            ]);
        }
    }
}

fn table(title: &'static str) -> Table {
    let columns =
        ["corpus", "profile", "files", "heads", "fields", "bytes of heads", "defects", "result"];
    Table::new(title, &columns)
}

/// The bytes that a response head is written back as, raw.
fn written_raw_response(head: &Response) -> Vec<u8> {
    head.raw().to_vec()
}

/// The bytes that a request head is written back as, raw.
fn written_raw_request(head: &Request) -> Vec<u8> {
    head.raw().to_vec()
}

/// Holds a head that was written normalised to the one at hand: the same parts and fields.
fn check_normalised(written: &[u8], due: &Head, file: &Sample) {
    let head = Head { end: written.len(), ..due.clone() };
    assert_eq!(read::strict(written, file.what), Outcome::Ok(head), "{}: written", file.name);
}

/// Reads the heads that a file begins with, each in turn, strictly. Gives them, and where the rest
/// begins.
fn strict_chain(file: &Sample) -> Result<(Vec<Head>, usize), ParseError> {
    let (mut heads, mut written, mut at) = (Vec::new(), Vec::new(), 0);
    let mut spans = Vec::new();
    while file.bytes[at..].starts_with(b"HTTP/") {
        let head = Response::parse(&file.bytes[at..])?;
        let head = head.unwrap_or_else(|| panic!("{}: a head that is cut", file.name));
        written.extend(written_raw_response(&head));
        // Borrowed, the same.
        let bytes = &file.bytes[at..];
        let borrowed = parse_head(bytes, &mut spans)?.expect("a whole head");
        assert_eq!(borrowed.len, head.head_len(), "{}", file.name);
        let fields = spans.iter().map(|span| (span.name(bytes), span.value(bytes)));
        assert!(head.headers().iter().map(|(n, v)| (n, v.as_bytes())).eq(fields), "{}", file.name);
        let mut normalised = Vec::new();
        head.append_to(&mut normalised)?;
        check_normalised(&normalised, &read::response(&head), file);
        heads.push(read::response(&head));
        at += head.head_len();
    }
    assert_eq!(written, file.bytes[..at], "{}: raw bytes", file.name);
    Ok((heads, at))
}

/// Reads a file as a capture: its heads, and where the rest begins.
fn capture(file: &Sample) -> (Vec<Head>, usize) {
    let mut capture = Capture::new(&file.bytes);
    let heads = capture
        .by_ref()
        .map(|head| head.unwrap_or_else(|error| panic!("{}: {error}", file.name)))
        .map(|head| read::captured(&head))
        .collect();
    (heads, file.bytes.len() - capture.rest().len())
}

/// Reads a file of HTTP/1 heads in every way.
fn http1_file(file: &Sample) -> Vec<Head> {
    let (heads, rest) =
        strict_chain(file).unwrap_or_else(|error| panic!("{}: strict: {error}", file.name));
    assert!(!heads.is_empty());
    if file.name.ends_with(".head") {
        assert_eq!(rest, file.bytes.len(), "{}: nothing behind the heads", file.name);
    }
    assert_eq!(capture(file), (heads.clone(), rest), "{}: as a capture", file.name);
    // The push parser, fed in chunks, takes one head after the other off the front.
    let mut at = 0;
    for head in &heads {
        let chunks = file.bytes[at..].chunks(100);
        let pushed = read::in_chunks(&ParserBuilder::strict(), chunks, What::Response);
        assert_eq!(pushed, Outcome::Ok(head.clone()), "{}: in chunks", file.name);
        at += head.end;
    }
    heads
}

/// Reads a dump of HTTP/2 or HTTP/3, or whatever begins with such a version.
fn other_version_file(file: &Sample) -> Vec<Head> {
    let error = strict_chain(file).expect_err("strict refuses other versions");
    assert_eq!((error.kind.name(), error.offset), ("InvalidVersion", 5), "{}", file.name);
    let (heads, rest) = capture(file);
    assert!(!heads.is_empty() && heads.iter().all(|head| head.complete), "{}", file.name);
    assert_eq!(rest, file.bytes.len(), "{}: nothing behind the heads", file.name);
    heads
}

/// Reads a file without a status line.
fn headless_file(file: &Sample) {
    assert_eq!(
        capture(file),
        (Vec::new(), 0),
        "{}: no head, and all bytes are the rest",
        file.name
    );
}

/// Reads a collection of response files.
fn responses(files: &[Sample], corpus: &str, table: &mut Table) -> Sum {
    let (mut http1, mut other, mut none) = (Sum::default(), Sum::default(), Sum::default());
    for file in files.iter().filter(|file| file.what == What::Response) {
        match &file.bytes[..] {
            [b'H', b'T', b'T', b'P', b'/', b'1', b'.', ..] => http1.add(&http1_file(file)),
            [b'H', b'T', b'T', b'P', b'/', ..] => other.add(&other_version_file(file)),
            _ => {
                headless_file(file);
                none.add(&[]);
            }
        }
    }
    let result = "all accepted, raw bytes identical; the same as a capture, in chunks, rewritten";
    http1.row(table, &format!("{corpus}, `HTTP/1.`"), "strict", result);
    other.row(table, &format!("{corpus}, other versions"), "lenient", "all accepted");
    none.row(table, &format!("{corpus}, no status line"), "lenient", "no head, all bytes are rest");
    http1
}

/// Reads a collection of requests.
fn requests(files: &[Sample], corpus: &str, table: &mut Table) {
    let (mut sum, mut refused) = (Sum::default(), Vec::new());
    for file in files.iter().filter(|file| file.what == What::Request) {
        let head = match Request::parse(&file.bytes[..]) {
            Ok(head) => head.unwrap_or_else(|| panic!("{}: a head that is cut", file.name)),
            Err(error) => {
                refused.push(format!("{} ({} at {})", file.name, error.kind.name(), error.offset));
                continue;
            }
        };
        assert_eq!(written_raw_request(&head), file.bytes[..head.head_len()], "{}", file.name);
        if file.name.ends_with(".head") {
            assert_eq!(head.head_len(), file.bytes.len(), "{}: nothing behind it", file.name);
        }
        let mut normalised = Vec::new();
        head.append_to(&mut normalised).expect("a head without CR, LF and NUL in its parts");
        check_normalised(&normalised, &read::request(&head), file);
        let due = Outcome::Ok(read::request(&head));
        let lenient = ParserBuilder::lenient();
        assert_eq!(read::whole(&lenient, &file.bytes, What::Request), due, "{}", file.name);
        let chunks = file.bytes.chunks(100);
        let pushed = read::in_chunks(&ParserBuilder::strict(), chunks, What::Request);
        assert_eq!(pushed, due, "{}: in chunks", file.name);
        sum.add(&[read::request(&head)]);
    }
    assert_eq!(refused, [""; 0], "requests that strict refuses");
    sum.row(
        table,
        corpus,
        "strict",
        "all accepted, raw bytes identical; the same leniently, in chunks, rewritten",
    );
}

/// Reads a file of many heads, leniently, each taken off the front.
fn many_heads(file: &Sample) -> Vec<Head> {
    let (mut heads, mut at) = (Vec::new(), 0);
    while at < file.bytes.len() {
        // A window: no head is as long, and the parser need not be given the whole file each time.
        let window = &file.bytes[at..file.bytes.len().min(at + (64 << 10))];
        match read::whole(&ParserBuilder::lenient(), window, file.what) {
            Outcome::Ok(head) => {
                at += head.end;
                heads.push(head);
            }
            other => panic!("{}: {other:?} at {at}: {}", file.name, show(&window[..40])),
        }
    }
    heads
}

#[test]
fn fixtures_read_as_they_were_written() {
    let files = corpus::fixtures();
    let (prefixed, files): (Vec<Sample>, Vec<Sample>) =
        files.into_iter().partition(|file| file.name == "curl-verbose.txt");
    let mut table = table("Fixtures");
    let http1 = responses(&files, "fixtures/http1", &mut table);
    assert!(http1.files > 100 && http1.defects.line() == "none");
    requests(&files, "fixtures/http1, requests", &mut table);
    let [verbose] = &prefixed[..] else { panic!("one file with prefixes") };
    headless_file(verbose);
    let heads: Vec<_> = Capture::new(&verbose.bytes)
        .line_prefix("< ")
        .map(|head| read::captured(&head.expect("a head")))
        .collect();
    let status = |head: &Head| match head.start {
        Some(Start::Response { status, .. }) => status,
        _ => panic!("no response"),
    };
    assert_eq!(heads.iter().map(status).collect::<Vec<_>>(), [301, 103, 200]);
    table.print();
}

#[test]
fn captured_heads_are_strict_and_come_back_byte_for_byte() {
    let mut table = table("Captured heads");
    responses(&corpus::captured(), "captured", &mut table);
    requests(&corpus::captured_requests(), "captured-requests", &mut table);
    table.print();
}

#[test]
fn public_heads_read_leniently() {
    let mut table = table("Public heads");
    let (mut strict, mut lenient) = ([0, 0], [Sum::default(), Sum::default()]);
    for file in corpus::public() {
        let heads = many_heads(&file);
        let of = usize::from(file.what == What::Request);
        lenient[of].add(&heads);
        strict[of] += heads.iter().filter(|head| head.defects.is_empty()).count();
    }
    for (of, corpus) in ["public, responses", "public, requests"].into_iter().enumerate() {
        let result = format!("all accepted, {} without a defect", strict[of]);
        lenient[of].row(&mut table, corpus, "lenient", &result);
    }
    table.print();
}
