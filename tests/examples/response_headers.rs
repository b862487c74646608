//! `response_headers`: heads, figures, outputs, exit codes, bad input.

use std::fs;

use serde_json::{Value, json};

use super::response_headers_twin::file;
use super::run::{Run, files, fixture, keys, noise, run, run_fed, temporary, write_run};

const REDIRECTS: &str = "fixtures/http1/curl-h2-nginx-redirect-chain.head";

fn response_headers(args: &[&str]) -> Run {
    run("response_headers", args)
}

/// The output for what comes from standard input.
fn of_stdin(bytes: &[u8]) -> Run {
    run_fed("response_headers", &["--json", "-"], |stdin| stdin.write_all(bytes))
}

/// The status of each head of the first file.
fn statuses(json: &Value) -> Vec<u64> {
    let heads = json[0]["heads"].as_array().expect("a list");
    heads.iter().map(|head| head["status"].as_u64().expect("a number")).collect()
}

#[test]
fn json_has_exactly_the_promised_keys() {
    let json = response_headers(&["--json", "fixtures/http1/nginx-root.head"]).good_json();
    let [only] = &json.as_array().expect("a list")[..] else { panic!("one file: {json}") };
    let mut promised =
        ["file", "heads", "rest_bytes", "values", "embedded", "longer", "copied_128", "copied_256"];
    promised.sort_unstable();
    assert_eq!(keys(only), promised);
    let head = &only["heads"][0];
    assert_eq!(keys(head), ["defects", "fields", "reason", "status", "version"]);
    assert_eq!((&head["version"], &head["status"]), (&json!("1.1"), &json!(200)));
    assert_eq!((&head["reason"], &head["defects"]), (&json!("OK"), &json!([])));
    assert_eq!(head["fields"][0], json!(["Server", "nginx/1.22.1"]));
    assert_eq!(only["rest_bytes"], 0);

    let json = of_stdin(b"HTTP/1.1 200\nA : 1\r\n\r\n").good_json();
    let defects = json!([
        {"kind": "BareLf", "span": [12, 13]},
        {"kind": "SpaceBeforeColon", "span": [14, 15]},
    ]);
    assert_eq!(json[0]["heads"][0]["defects"], defects);
    assert_eq!((&json[0]["heads"][0]["reason"], &json[0]["file"]), (&Value::Null, &json!("-")));
}

#[test]
fn heads_are_those_of_the_naive_twin() {
    let mut dumps = files("fixtures/http1", "");
    assert!(dumps.len() > 200, "{}", dumps.len());
    // More, where they are at hand.
    dumps.extend(files("../shared/corpora/captured", ".head"));
    dumps.extend(files("../shared/corpora/captured", ".raw"));
    let args: Vec<&str> =
        std::iter::once("--json").chain(dumps.iter().map(String::as_str)).collect();
    let run = response_headers(&args);
    let json = run.json();
    assert_eq!(json.as_array().map(Vec::len), Some(dumps.len()));
    let mut damaged = false;
    for (name, object) in dumps.iter().zip(json.as_array().expect("a list")) {
        let input = fs::read(format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))).expect("a dump");
        let (right, is_damaged) = file(name, &input, b"");
        assert_eq!(object, &right, "{name}");
        damaged |= is_damaged;
    }
    assert_eq!(run.code, Some(i32::from(damaged)), "{}", run.stderr);
}

#[test]
fn every_head_of_a_redirect_is_listed() {
    let json = response_headers(&["--json", REDIRECTS]).good_json();
    assert_eq!(statuses(&json), [301, 302, 307, 200]);
    assert_eq!(json[0]["heads"][0]["version"], "2");
    let json = response_headers(&["--json", "fixtures/http1/haproxy-proxy-early.head"]).good_json();
    assert_eq!(statuses(&json), [103, 103, 200]);
    let json = response_headers(&["--json", "fixtures/http1/apache2-trace.raw"]).good_json();
    let body = fixture("http1/apache2-trace.raw").len() - "44\r\n".len();
    assert_eq!(statuses(&json), [200]);
    assert!(json[0]["rest_bytes"].as_u64().is_some_and(|rest| rest > 70 && rest < body as u64));
}

#[test]
fn a_prefix_chooses_the_lines() {
    let verbose = "fixtures/http1/curl-verbose.txt";
    let json = response_headers(&["--json", "--prefix", "< ", verbose]).good_json();
    assert_eq!(statuses(&json), [301, 103, 200]);
    let (right, _) = file(verbose, &fixture("http1/curl-verbose.txt"), b"< ");
    assert_eq!(json[0], right);
    assert_eq!(response_headers(&["--prefix=< ", "--json", verbose]).good_json(), json);
    response_headers(&["--json", verbose]).assert_complaint(0, verbose, "no response head");
}

#[test]
fn values_are_counted_by_length() {
    let head = |lengths: &[usize]| {
        let lines = lengths.iter().map(|len| format!("A: {}\r\n", "x".repeat(*len)));
        format!("HTTP/1.1 200 OK\r\n{}\r\n", lines.collect::<String>())
    };
    let json = of_stdin(head(&[0, 23, 24, 128, 129, 256, 257]).as_bytes()).good_json();
    let keys = ["values", "embedded", "longer", "copied_128", "copied_256"];
    assert_eq!(keys.map(|key| json[0][key].as_u64().expect("a number")), [7, 2, 5, 2, 4]);
}

#[test]
fn the_text_says_the_same() {
    let run = response_headers(&[REDIRECTS, "fixtures/http1/nginx-root.head"]);
    assert_eq!((run.code, &*run.stderr), (Some(0), ""));
    let lines = |text: &str| run.stdout.lines().filter(|line| line.trim() == text).count();
    assert_eq!((lines("HTTP/2 301"), lines("HTTP/1.1 200 OK")), (1, 1), "{}", run.stdout);
    assert_eq!(lines("server: nginx/1.22.1"), 4, "{}", run.stdout);
    let table = response_headers(&["--table", REDIRECTS, "fixtures/http1/nginx-root.head"]);
    assert!(run.stdout.ends_with(&table.stdout), "{}", run.stdout);
    let words: Vec<Vec<&str>> =
        table.stdout.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    let [chain, root, all] = &words[..] else { panic!("{}", table.stdout) };
    assert_eq!((chain[5], all[5]), (REDIRECTS, "all"));
    for column in 0..5 {
        let number = |row: &Vec<&str>| row[column].parse::<u64>().expect("a number");
        assert_eq!(number(chain) + number(root), number(all));
    }
}

#[test]
fn text_from_a_dump_cannot_act_on_a_terminal() {
    let dump = b"HTTP/1.1 200 \x1B[2J\r\nA\x1B: \x07\xC2\x9B\r\n\r\n";
    let run = run_fed("response_headers", &["-"], |stdin| stdin.write_all(dump));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", run.stdout);
}

#[test]
fn a_file_that_cannot_be_read_does_not_hide_the_others() {
    let run = response_headers(&["--json", "no/such.head", "fixtures/http1", REDIRECTS]);
    run.assert_complaint(1, "no/such.head", "");
    run.assert_complaint(1, "fixtures/http1:", "");
    assert_eq!(run.json(), response_headers(&["--json", REDIRECTS]).good_json());
}

#[test]
fn a_file_without_a_head_is_all_rest() {
    let noise = noise(100_000);
    for (name, bytes) in [("noise.head", &noise[..]), ("empty.head", b""), ("lf.head", b"\n\n")] {
        let name = temporary(name, bytes);
        let run = response_headers(&["--json", &name]);
        run.assert_complaint(0, &name, "no response head");
        let json = run.json();
        assert_eq!(json[0], file(&name, bytes, b"").0);
        assert_eq!(response_headers(&[&name]).code, Some(0));
    }
}

#[test]
fn a_damaged_head_is_a_failure_and_the_rest_begins_there() {
    let first = b"HTTP/1.1 100 Continue\r\n\r\n";
    let second = b"HTTP/1.1 200 OK\r\nA: 1\r\n\rB: 2\r\n\r\n";
    let run = of_stdin(&[&first[..], second].concat());
    run.assert_complaint(1, "-", "at byte 48");
    let json = run.json();
    assert_eq!((statuses(&json), &json[0]["rest_bytes"]), (vec![100], &json!(second.len())));
}

#[test]
fn a_dump_that_is_cut_gives_what_there_is() {
    let whole = fixture("http1/nginx-root.head");
    let cut = &whole[..whole.len() - 10];
    let json = of_stdin(cut).good_json();
    assert_eq!(json[0], file("-", cut, b"").0);
    let run = run_fed("response_headers", &["-"], |stdin| stdin.write_all(cut));
    assert!(run.stdout.contains("the head is cut"), "{}", run.stdout);
}

#[test]
fn a_line_of_100_mb_is_no_head_and_a_body_is_no_matter() {
    const LONG: usize = 100_000_000;
    let run = run_fed("response_headers", &["--json", "-"], |stdin| write_run(stdin, b'x', LONG));
    run.assert_complaint(0, "-", "no response head");
    assert_eq!(run.json()[0]["rest_bytes"], LONG);

    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n";
    let run = run_fed("response_headers", &["--json", "-"], |stdin| {
        stdin.write_all(head)?;
        write_run(stdin, b'\n', LONG)
    });
    let json = run.good_json();
    assert_eq!((statuses(&json), &json[0]["rest_bytes"]), (vec![200], &json!(LONG)));

    let start = b"HTTP/1.1 200 OK\r\nA: ";
    let run = run_fed("response_headers", &["--json", "-"], |stdin| {
        stdin.write_all(start)?;
        write_run(stdin, b'x', LONG)
    });
    run.assert_complaint(1, "-", "longer than the limit");
    assert_eq!(run.json()[0]["rest_bytes"], start.len() + LONG);
}

#[test]
fn heads_behind_the_window_are_not_silently_lost() {
    let run = run_fed("response_headers", &["--json", "--prefix", "< ", "-"], |stdin| {
        write_run(stdin, b'\n', 20_000_000)?;
        stdin.write_all(b"< HTTP/1.1 200 OK\r\n< \r\n")
    });
    run.assert_complaint(1, "-", "the first 16777216 bytes only");
}

#[test]
fn the_command_line() {
    for args in [&[][..], &["--json"], &["--jason", REDIRECTS], &["--prefix"], &["--prefix", "x"]] {
        let run = response_headers(args);
        assert_eq!((run.code, &*run.stdout), (Some(2), ""), "{args:?}");
        assert!(run.stderr.contains("response_headers --help"), "{}", run.stderr);
    }
    let run = response_headers(&["--help"]);
    assert_eq!((run.code, &*run.stderr), (Some(0), ""));
    assert!(run.stdout.contains("Usage: response_headers"), "{}", run.stdout);
}
