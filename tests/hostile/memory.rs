//! No input makes a parser hold more than a multiple of its length that is stated here and in
//! `docs/promises.md`, plus what the limits allow. The figures are the worst of many inputs that
//! were made to be worst, at a length where constants do not count.

use bytes::BytesMut;
use linecut::http1::{self, Capture, ParserBuilder, Request, Response};
use linecut::ltsv::{self, Reader, Record};
use linecut::{Interner, Source};

use super::counting::{Cost, alive, cost};
use super::inputs::{self, Input};

/// Bytes of a long input, and of the longest one.
const N: usize = if cfg!(debug_assertions) { 1 << 12 } else { 1 << 18 };
const LONGEST: usize = if cfg!(debug_assertions) { 1 << 16 } else { 1 << 21 };

/// A kind of parser and what it may hold.
struct Bound {
    name: &'static str,
    /// For each byte of input (of the longest line or head, where there are several).
    factor: f64,
    /// Beside that, whatever the input: a read buffer, room for the listed defects, and so on.
    constant: usize,
}

impl Bound {
    /// Parses all inputs, and tells the one that came nearest to the bound.
    fn check(&self, inputs: &[Input], parse: impl Fn(&[u8]) -> Cost) {
        let mut worst = (0.0, "");
        for (name, input) in inputs {
            let peak = parse(input).peak;
            let factor = peak.saturating_sub(self.constant) as f64 / input.len() as f64;
            if factor >= worst.0 {
                worst = (factor, name);
            }
            let bound = self.factor * input.len() as f64 + self.constant as f64;
            assert!(peak as f64 <= bound, "{}: {peak} > {bound}, {name}", self.name);
        }
        let (factor, input) = worst;
        println!(
            "{:<44} at most {:>4} n + {:>7}; worst {factor:.2} n + {}: {input}",
            self.name, self.factor, self.constant, self.constant
        );
    }
}

/// All kinds of input, short and long; and the densest ones at lengths from `LONGEST / 2` on, for a
/// vector that doubles has most to spare just behind a power of two.
fn small_and_large(make: impl Fn(usize) -> Vec<Input>, dense: &[&[u8]]) -> Vec<Input> {
    let mut inputs = [make(30), make(3000), make(N)].concat();
    for part in dense {
        for step in 8..=16 {
            let n = LONGEST / 16 * step + 100;
            inputs.push((format!("{} to {n}", part.escape_ascii()), inputs::repeat(part, n)));
        }
    }
    inputs
}

#[test]
fn ltsv_parsers_hold_a_small_multiple_of_a_line() {
    let inputs = small_and_large(inputs::ltsv, &[b"a:\t", b"@:\t", b"a:\t\t", b"\t"]);
    Bound { name: "fields", factor: 0.0, constant: 0 }
        .check(&inputs, |input| cost(|| ltsv::fields(input).count()));
    Bound { name: "records", factor: 0.0, constant: LISTS }.check(&inputs, |input| {
        cost(|| {
            ltsv::records(input).for_each(|record| {
                let _ = record.map(|r| r.fields().count());
            });
        })
    });
    Bound { name: "Reader and one Record", factor: READER, constant: BUFFER + LISTS + DEFECTS }
        .check(&inputs, |input| {
            cost(|| {
                let mut reader = Reader::from_reader(input);
                let mut record = Record::new();
                while !matches!(reader.read_record(&mut record), Ok(false)) {}
            })
        });
    Bound { name: "Parser and one Record", factor: PARSER, constant: LISTS + DEFECTS }.check(
        &inputs,
        |input| {
            let mut buffer = BytesMut::from(input);
            cost(|| {
                let mut parser = ltsv::Parser::new();
                let mut record = Record::new();
                while !matches!(parser.finish(&mut buffer, &mut record), Ok(false)) {}
            })
        },
    );
    Bound { name: "a kept Record", factor: KEPT, constant: DEFECTS }.check(&inputs, |input| {
        let mut record = Record::parse_lenient(input);
        let kept = cost(|| record.clone());
        record.compact();
        Cost { peak: kept.left, ..kept }
    });
    Bound { name: "has_duplicates", factor: DUPLICATES, constant: 1024 }.check(&inputs, |input| {
        let record = Record::parse_lenient(input);
        cost(|| record.has_duplicates())
    });
}

/// The read buffer of a `Reader`, by default.
const BUFFER: usize = 64 << 10;
/// Room for the positions that the scanner can find in two windows of 8 KiB, and for the lines of one.
const LISTS: usize = 97 << 10;
/// 64 lists of labels that a reader has met, of up to 256 labels and 4,096 bytes each: what finds
/// them in a line takes more than they do.
const LABELS: usize = 64 * (32 << 10);
/// 1,024 listed defects of 40 bytes, and the half as long list that it grew from.
const DEFECTS: usize = 60 << 10;
/// 4,096 fields of a head, of 16 bytes, in a vector that doubles.
const FIELDS: usize = 4096 * 16 * 2;

const READER: f64 = 17.0;
const PARSER: f64 = 15.0;
const KEPT: f64 = 3.5;
const DUPLICATES: f64 = 13.0;

#[test]
fn http1_parsers_hold_a_small_multiple_of_a_head() {
    let inputs = small_and_large(inputs::heads, &[b"a:\n", b"@:\n", b"a:\0\n", b"a\n"]);
    Bound { name: "chunk_size", factor: 0.0, constant: 0 }
        .check(&inputs, |input| cost(|| http1::chunk_size(input).is_ok()));
    Bound { name: "header_lines", factor: 0.0, constant: FIELDS + DEFECTS }
        .check(&inputs, |input| cost(|| http1::header_lines(input).count()));
    let limited = FIELDS + DEFECTS;
    Bound { name: "parse_head", factor: 0.0, constant: limited }.check(&inputs, |input| {
        let mut spans = Vec::new();
        cost(|| http1::parse_head(input, &mut spans).is_ok())
    });
    Bound { name: "Request::parse, Response::parse", factor: 1.0, constant: limited }.check(
        &inputs,
        |input| {
            let source = [Source::from(input), Source::from(input)];
            let [first, second] = source;
            let request = cost(|| Request::parse(first).map(|_| ()));
            let response = cost(|| Response::parse(second).map(|_| ()));
            Cost { peak: request.peak.max(response.peak), ..request }
        },
    );
    for (name, factor, constant, fields) in [
        ("Parser, 4,096 fields", PARSER_OF_HEADS, limited, 4096),
        ("Parser, fields without limit", PARSER_WITHOUT_LIMIT, limited, usize::MAX),
    ] {
        Bound { name, factor, constant }.check(&inputs, |input| {
            let mut builder = ParserBuilder::lenient();
            builder.max_headers(fields).max_head_len(1 << 30);
            let mut buffers = [(); 3].map(|()| BytesMut::from(input));
            cost(|| {
                let _ = builder.build().finish_request(&mut buffers[0]);
                let _ = builder.build().finish_response(&mut buffers[1]);
                let _ = builder.build().finish_headers(&mut buffers[2]);
            })
        });
    }
    Bound { name: "Capture, heads dropped", factor: PARSER_OF_HEADS, constant: limited }
        .check(&inputs, |input| cost(|| Capture::new(input).map(drop).count()));
    Bound { name: "Capture with a prefix", factor: CAPTURE_PREFIX, constant: limited }
        .check(&inputs, |input| cost(|| Capture::new(input).line_prefix("a").map(drop).count()));
}

const PARSER_OF_HEADS: f64 = 6.0;
const PARSER_WITHOUT_LIMIT: f64 = 20.0;
const CAPTURE_PREFIX: f64 = 28.0;

#[test]
fn lines_over_the_limit_cost_the_limit() {
    for limit in [0, 100, 10_000] {
        for (name, input) in inputs::ltsv(N) {
            let mut builder = ltsv::ReaderBuilder::new();
            builder.max_record_len(limit).buffer_capacity(BUFFER);
            let peak = cost(|| {
                let (mut reader, mut record) = (builder.from_reader(&input[..]), Record::new());
                while !matches!(reader.read_record(&mut record), Ok(false)) {}
            })
            .peak;
            let bound = READER as usize * limit + BUFFER + LISTS + DEFECTS;
            assert!(peak <= bound, "{peak} > {bound} at {limit}, {name}");
        }
    }
}

#[test]
fn lists_of_labels_stay_within_their_table() {
    // Lists of the most labels, and of the most bytes that do not fit inline, each often enough to
    // be remembered.
    for (labels, width) in [(256, 16), (170, 24), (16, 256)] {
        let mut lines = Vec::new();
        for list in 0..500 {
            let label = |n: usize| format!("l{list}_{n}{:x<width$}", "")[..width].to_owned() + ":";
            let line: Vec<String> = (0..labels).map(label).collect();
            lines.extend_from_slice(format!("{}\n", line.join("\t")).repeat(3).as_bytes());
        }
        let cost = cost(|| {
            let (mut reader, mut record) = (Reader::from_reader(&lines[..]), Record::new());
            while reader.read_record(&mut record).expect("lenient") {
                assert_eq!(record.len(), labels);
            }
        });
        println!("1,500 lines of {labels} labels of {width} bytes: {cost:?}");
        let line = lines.len() / 1500;
        let bound = READER as usize * line + BUFFER + LISTS + LABELS;
        assert!(cost.peak <= bound, "{} > {bound}", cost.peak);
    }
}

/// 16 lists of names that a parser with an interner has met, of up to 256 names and 4,096 bytes.
const NAMES: usize = 16 * (24 << 10);

#[test]
fn lists_of_names_stay_within_their_table() {
    // As long as a list may be; longer, which is not remembered at all; and long names.
    for (names, width, bound) in [(256, 16, NAMES), (300, 4, 24 << 10), (160, 25, NAMES)] {
        let heads: Vec<String> = (0..100)
            .map(|head| {
                let name = |n: usize| format!("n{head:02}{n:x<width$}", n = n)[..width].to_owned();
                let fields: String = (0..names).map(|n| name(n) + ": v\r\n").collect();
                format!("HTTP/1.1 200 OK\r\n{fields}\r\n")
            })
            .collect();
        let cost = cost(|| {
            let interner = Interner::with_seed(7).max_entries(2);
            let mut parser = ParserBuilder::strict().interner(interner).build();
            for head in heads.iter().flat_map(|head| [head, head]) {
                let response = parser.parse_response(&mut head.as_bytes().into());
                assert_eq!(response.expect("valid").expect("whole").headers().len(), names);
            }
            parser
        });
        println!("200 heads of {names} names of {width} bytes: {cost:?}");
        assert!(cost.left <= bound, "{names} names of {width} bytes: {} > {bound}", cost.left);
    }
}

#[test]
fn the_heap_size_of_a_value_is_what_goes_with_it() {
    let source = Source::from(vec![b'x'; 1000]);
    let values = [0..20, 0..100, 0..900];
    let values = values.map(|range| source.value(range).keep());
    drop(source);
    for (value, shared) in values.into_iter().zip([false, false, true]) {
        let told = value.heap_size();
        assert_eq!(value.is_shared(), shared);
        // What a copy takes is what dropping gives back.
        let alive = alive();
        drop(value);
        assert_eq!(alive - self::alive(), told as isize);
    }
}
