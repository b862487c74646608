//! httparse's switches beside the single switches of this crate that mean the same, or nearly.

use ::httparse::{Error, ParserConfig};
use linecut::http1::ParserBuilder;

use super::httparse::{CUT_NAMES, START_LINES, STRICT, reason};
use super::side_by_side::{Amendment, Comparison, Difference, Example, Pair, Theirs, corpora};
use crate::naive::http1::{Head, Outcome, What};

/// How many changed heads are run for each switch.
const MUTANTS: usize = 5_000;

/// `start_line_whitespace` takes HTABs as well, and whitespace before the line.
const START_LINE_WHITESPACE: &[Difference] = &[Difference {
    name: "HTAB between two parts of the start line, or whitespace before it",
    rule: "RFC 9112 3, 4 (whitespace-delimited parts: SP, HTAB; leading whitespace is ignored)",
    example: Example::Request(b"GET /\tHTTP/1.1\r\n\r\n"),
    accepts: "linecut",
    sees: |pair| {
        let line = pair.start_line();
        matches!(pair.only_they_refuse(), Some(Error::Token | Error::Version | Error::Status))
            && (line.contains(&b'\t') || line.starts_with(b" "))
    },
}];

const REASON: &[Amendment] = &[Amendment {
    name: "more than one SP before the reason",
    rule: "RFC 9112 4 (httparse skips them all; linecut keeps what follows the first, as in strict)",
    example: Example::Response(b"HTTP/1.1 200  OK\r\n\r\n"),
    amend: |_, ours, theirs| {
        let (Some(Some(ours)), Some(Some(theirs))) = (reason(ours), reason(theirs)) else {
            return false;
        };
        let spaces = ours.iter().take_while(|byte| **byte == b' ').count();
        let differ = spaces > 0 && !theirs.starts_with(b" ");
        if differ {
            ours.drain(..spaces);
        }
        differ
    },
}];

const FOLDS: &[Amendment] = &[Amendment {
    name: "a folded value",
    rule: "RFC 9112 5.2 (httparse gives the line ends; linecut one SP for each fold)",
    example: Example::Response(b"HTTP/1.1 200 OK\r\nA: 1\r\n 2\r\n\r\n"),
    amend: |_, _, theirs| {
        let mut folded = false;
        for (_, value) in &mut theirs.fields {
            if value.contains(&b'\n') {
                folded = true;
                *value = unfolded(value);
            }
        }
        folded
    },
}];

/// Each run of whitespace with a line end in it as one SP.
fn unfolded(value: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for (number, line) in value.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if number > 0 && !line.is_empty() {
            out.push(b' ');
        }
        out.extend_from_slice(line);
    }
    out
}

/// `lines_without_colon` drops what has no name or no colon, and nothing else.
const DROPPED_LINES: &[Difference] = &[
    Difference {
        name: "a name that is no token",
        rule: "RFC 9110 5.1",
        example: Example::Lines(b"A B: 1\r\n\r\n"),
        accepts: "httparse, without the line",
        sees: |pair| pair.only_we_refuse("InvalidName").is_some(),
    },
    Difference {
        name: "whitespace before the colon",
        rule: "RFC 9112 5.1",
        example: Example::Lines(b"A : 1\r\n\r\n"),
        accepts: "httparse, without the line",
        sees: |pair| pair.only_we_refuse("SpaceBeforeColon").is_some(),
    },
    Difference {
        name: "a control byte in a value",
        rule: "RFC 9110 5.5",
        example: Example::Lines(b"A: \x01\r\n\r\n"),
        accepts: "httparse, without the line",
        sees: |pair| pair.only_we_refuse("InvalidValue").is_some(),
    },
    Difference {
        name: "a fold behind a field",
        rule: "RFC 9112 5.2",
        example: Example::Lines(b"A: 1\r\n 2\r\n\r\n"),
        accepts: "httparse, without the fold: the value is cut",
        sees: |pair| pair.only_we_refuse("ObsFold").is_some(),
    },
    Difference {
        name: "a whitespace-led line before the first field",
        rule: "RFC 9112 2.2",
        example: Example::Lines(b" A: 1\r\n\r\n"),
        accepts: "httparse, without the line",
        sees: |pair| pair.only_we_refuse("LeadingWhitespace").is_some(),
    },
    Difference {
        name: "NUL in a line that is dropped",
        rule: "RFC 9110 5.5",
        example: Example::Lines(b"A \0\r\n\r\n"),
        accepts: "linecut, without the line",
        sees: |pair| {
            pair.only_they_refuse() == Some(Error::HeaderName)
                && pair.lines().skip(1).any(|line| line.contains(&0))
        },
    },
];

/// Whether the line behind the start line holds whitespace alone.
fn blank_first(pair: &Pair<'_>) -> bool {
    let line = pair.lines().nth(1).unwrap_or_default();
    let text = line.strip_suffix(b"\n").unwrap_or_default();
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    !text.is_empty() && text.iter().all(|byte| b" \t".contains(byte))
}

/// `whitespace_led_lines` drops lines that httparse reads as fields.
const LED_LINES: &[Difference] = &[
    Difference {
        name: "a line of whitespace before the first field",
        rule: "RFC 9112 2.2 (it is passed over; httparse ends the head there)",
        example: Example::Lines(b" \r\nA: 1\r\n\r\n"),
        accepts: "httparse, as the end of the head",
        sees: |pair| blank_first(pair) && matches!(pair.theirs, Theirs::Head(_)),
    },
    Difference {
        name: "a whitespace-led line that is no field, before the first field",
        rule: "RFC 9112 2.2 (each such line is passed over, without further processing)",
        example: Example::Lines(b" A\r\n\r\n"),
        accepts: "linecut, without the line",
        sees: |pair| {
            let led = |line: &[u8]| line.first().is_some_and(|byte| b" \t".contains(byte));
            matches!(
                pair.only_they_refuse(),
                Some(Error::HeaderName | Error::HeaderValue | Error::NewLine)
            ) && pair.lines().nth(1).is_some_and(led)
        },
    },
];

const LED_FIELD: &[Amendment] = &[Amendment {
    name: "a whitespace-led line that would be a field, before the first field",
    rule: "RFC 9112 2.2 (httparse reads it as a field; linecut passes over it)",
    example: Example::Lines(b" A: 1\r\nB: 2\r\n\r\n"),
    amend: |input, ours, theirs| {
        let Some(at) = end_of_start_line(input) else { return false };
        let led = input[at..].first().is_some_and(|byte| b" \t".contains(byte));
        let differ = led && theirs.fields.len() == ours.fields.len() + 1;
        if differ {
            theirs.fields.remove(0);
        }
        differ
    },
}];

fn end_of_start_line(input: &[u8]) -> Option<usize> {
    let empty = input.iter().take_while(|byte| b"\r\n".contains(byte)).count();
    input[empty..].iter().position(|byte| *byte == b'\n').map(|lf| empty + lf + 1)
}

const RESPONSES: &[What] = &[What::Response];
const REQUESTS: &[What] = &[What::Request];

/// A comparison of one switch of each.
fn switch(
    title: &'static str,
    ours: fn(&mut ParserBuilder, bool) -> &mut ParserBuilder,
    theirs: fn(&mut ParserConfig, bool) -> &mut ParserConfig,
) -> Comparison {
    let (mut builder, mut config) = (ParserBuilder::strict(), ParserConfig::default());
    ours(&mut builder, true);
    theirs(&mut config, true);
    Comparison {
        title,
        ours: builder,
        theirs: config,
        whats: RESPONSES,
        differences: &[STRICT],
        amendments: &[START_LINES],
    }
}

type Builder = ParserBuilder;
type Config = ParserConfig;

fn start_lines() -> Vec<Comparison> {
    let spaces = Builder::start_line_whitespace;
    vec![
        Comparison {
            whats: REQUESTS,
            differences: &[STRICT, CUT_NAMES, START_LINE_WHITESPACE],
            ..switch(
                "`start_line_whitespace` and `allow_multiple_spaces_in_request_line_delimiters`",
                spaces,
                Config::allow_multiple_spaces_in_request_line_delimiters,
            )
        },
        Comparison {
            differences: &[STRICT, CUT_NAMES, START_LINE_WHITESPACE],
            amendments: &[REASON, START_LINES],
            ..switch(
                "`start_line_whitespace` and `allow_multiple_spaces_in_response_status_delimiters`",
                spaces,
                Config::allow_multiple_spaces_in_response_status_delimiters,
            )
        },
    ]
}

fn field_lines() -> Vec<Comparison> {
    vec![
        Comparison {
            differences: &[STRICT, CUT_NAMES],
            amendments: &[START_LINES, FOLDS],
            ..switch(
                "`obs_fold` and `allow_obsolete_multiline_headers_in_responses`",
                Builder::obs_fold,
                Config::allow_obsolete_multiline_headers_in_responses,
            )
        },
        switch(
            "`space_before_colon` and `allow_spaces_after_header_name_in_responses`",
            Builder::space_before_colon,
            Config::allow_spaces_after_header_name_in_responses,
        ),
        Comparison {
            differences: &[STRICT, DROPPED_LINES],
            ..switch(
                "`lines_without_colon` and `ignore_invalid_headers_in_responses`",
                Builder::lines_without_colon,
                Config::ignore_invalid_headers_in_responses,
            )
        },
        Comparison {
            whats: REQUESTS,
            differences: &[STRICT, DROPPED_LINES],
            ..switch(
                "`lines_without_colon` and `ignore_invalid_headers_in_requests`",
                Builder::lines_without_colon,
                Config::ignore_invalid_headers_in_requests,
            )
        },
        Comparison {
            whats: &[What::Request, What::Response],
            differences: &[STRICT, CUT_NAMES, LED_LINES],
            amendments: &[START_LINES, LED_FIELD],
            ..switch(
                "`whitespace_led_lines` and `allow_space_before_first_header_name`",
                Builder::whitespace_led_lines,
                Config::allow_space_before_first_header_name,
            )
        },
    ]
}

#[test]
fn single_switches_read_as_those_of_httparse() {
    let corpora = corpora(2, MUTANTS);
    for comparison in start_lines().into_iter().chain(field_lines()) {
        comparison.run(&corpora);
    }
}

/// With two of its switches httparse makes a field of a dropped line's fold; no pair of ours does.
#[test]
fn the_fold_of_a_dropped_line_is_no_field() {
    let input = b"HTTP/1.1 200 OK\r\nno colon\r\n x: y\r\n\r\n";
    let mut config = ParserConfig::default();
    config.ignore_invalid_headers_in_responses(true).allow_space_before_first_header_name(true);
    let mut headers = [::httparse::EMPTY_HEADER; 4];
    let mut theirs = ::httparse::Response::new(&mut headers);
    assert!(config.parse_response(&mut theirs, input).is_ok_and(|status| status.is_complete()));
    assert_eq!(theirs.headers[0].name, "x");
    let mut builder = ParserBuilder::strict();
    builder.lines_without_colon(true).whitespace_led_lines(true);
    let ours = super::read::whole(&builder, input, What::Response);
    let Outcome::Ok(Head { fields, defects, .. }) = ours else { panic!("{ours:?}") };
    assert_eq!(fields, []);
    assert_eq!(defects, [("MissingColon", 17, 32)]);
}
