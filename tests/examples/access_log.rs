//! `access_log`: figures, outputs, exit codes, bad input.

use std::fmt::Write as _;
use std::fs;

use serde_json::{Value, json};

use super::access_log_twin::summary;
use super::run::{Run, files, fixture, keys, noise, run, run_fed, temporary, write_run};

const NGINX: &str = "fixtures/ltsv/nginx.ltsv";

fn access_log(args: &[&str]) -> Run {
    run("access_log", args)
}

/// The summary of what comes from standard input.
fn of_stdin(bytes: &[u8]) -> Run {
    run_fed("access_log", &["--json", "-"], |stdin| stdin.write_all(bytes))
}

#[test]
fn json_has_exactly_the_promised_keys() {
    let json = access_log(&["--json", NGINX]).good_json();
    let mut promised = [
        "records",
        "fields",
        "bytes",
        "blank",
        "duplicates",
        "defects",
        "errors",
        "status",
        "top",
        "other_paths",
        "size_sum",
    ];
    promised.sort_unstable();
    assert_eq!(keys(&json), promised);
    let top = json["top"].as_array().expect("a list");
    assert_eq!(top.len(), 10);
    assert!(top.iter().all(|path| keys(path) == ["count", "max", "p50", "p95", "p99", "path"]));
}

#[test]
fn figures_are_those_of_the_naive_twin() {
    let mut logs = files("fixtures/ltsv", ".ltsv");
    assert!(logs.len() >= 8, "{logs:?}");
    // Larger logs, where they are at hand.
    logs.extend(files("../shared/corpora/ltsv", ".ltsv"));
    for log in &logs {
        let input = fs::read(format!("{}/{log}", env!("CARGO_MANIFEST_DIR"))).expect("a log");
        assert_eq!(access_log(&["--json", log]).json(), summary(&input, false), "{log}");
        let strict = access_log(&["--json", "--strict", log]).json();
        assert_eq!(strict, summary(&input, true), "strict {log}");
    }
}

#[test]
fn figures_of_a_log_that_can_be_counted_by_hand() {
    let json = access_log(&["--json", "fixtures/ltsv/valid.ltsv"]).good_json();
    let right = json!({
        "records": 7, "fields": 40, "bytes": 579, "blank": 1, "duplicates": 1,
        "defects": {}, "errors": {}, "status": {"2xx": 4, "3xx": 1, "5xx": 1},
        "top": [
            {"path": "/a", "count": 2, "p50": 1, "p95": 2, "p99": 2, "max": 2},
            {"path": "/b", "count": 2, "p50": 1001, "p95": 60_001, "p99": 60_001, "max": 61_500},
            {"path": "/last", "count": 1, "p50": 10, "p95": 10, "p99": 10, "max": 10},
        ],
        "other_paths": 0, "size_sum": 37,
    });
    assert_eq!(json, right);
    let json = access_log(&["--json", "fixtures/ltsv/invalid.ltsv"]).good_json();
    let defects = json!({
        "Bom": 1, "EmptyField": 3, "EmptyLabel": 1, "InvalidLabel": 1, "InvalidValue": 2,
        "MissingColon": 2,
    });
    assert_eq!((&json["defects"], &json["errors"]), (&defects, &json!({})));
}

#[test]
fn the_table_says_the_same() {
    let run = access_log(&[NGINX]);
    assert_eq!((run.code, &*run.stderr), (Some(0), ""));
    let has = |words: &[&str]| {
        run.stdout.lines().any(|line| line.split_whitespace().eq(words.iter().copied()))
    };
    assert!(has(&["records", "300"]), "{}", run.stdout);
    assert!(has(&["fields", "3,900"]), "{}", run.stdout);
    assert!(has(&["bytes", "129,890"]), "{}", run.stdout);
    let json = access_log(&["--json", NGINX]).good_json();
    for path in json["top"].as_array().expect("a list") {
        let words: Vec<String> = ["count", "p50", "p95", "p99", "max", "path"]
            .iter()
            .map(|key| path[*key].to_string().trim_matches('"').to_string())
            .collect();
        assert!(has(&words.iter().map(String::as_str).collect::<Vec<_>>()), "{}", run.stdout);
    }
}

#[test]
fn the_table_says_where_a_defect_was_first() {
    let run = access_log(&[NGINX, "fixtures/ltsv/invalid.ltsv"]);
    let line = run.stdout.lines().find(|line| line.starts_with("EmptyLabel")).unwrap_or_default();
    assert!(line.ends_with(" 158 of fixtures/ltsv/invalid.ltsv"), "{}", run.stdout);
    let run = access_log(&["--strict", "fixtures/ltsv/invalid.ltsv"]);
    let line = run.stdout.lines().find(|line| line.starts_with("EmptyField")).unwrap_or_default();
    assert!(line.ends_with(" 50"), "{}", run.stdout);
}

#[test]
fn several_files_are_summed() {
    let (a, b) = ("fixtures/ltsv/h2o.ltsv", "fixtures/ltsv/invalid.ltsv");
    let sum = access_log(&["--json", a, b]).good_json();
    // One log after the other is not the same as one log, but these two figures are.
    let (one, two) = (access_log(&["--json", a]).json(), access_log(&["--json", b]).json());
    for key in ["records", "fields", "bytes", "blank", "duplicates", "size_sum"] {
        let parts = one[key].as_u64().expect("a number") + two[key].as_u64().expect("a number");
        assert_eq!(sum[key], parts, "{key}");
    }
    assert_eq!(sum["defects"]["Bom"], 1);
    let twice = access_log(&["--json", NGINX, NGINX]).good_json();
    let once = access_log(&["--json", NGINX]).good_json();
    let count = |json: &Value| json["top"][0]["count"].as_u64().expect("a number");
    assert_eq!(count(&twice), 2 * count(&once));
    assert_eq!(twice["top"][0]["p95"], once["top"][0]["p95"]);
}

#[test]
fn standard_input_and_gzip_give_the_same_figures() {
    let json = access_log(&["--json", NGINX]).good_json();
    assert_eq!(of_stdin(&fixture("ltsv/nginx.ltsv")).good_json(), json);
    assert_eq!(access_log(&["--json", "fixtures/ltsv/nginx.ltsv.gz"]).good_json(), json);
    // Logs are also joined by joining their gzip files.
    let twice = fixture("ltsv/nginx.ltsv.gz").repeat(2);
    let twice = access_log(&["--json", &temporary("twice.ltsv.gz", &twice)]).good_json();
    assert_eq!(twice, access_log(&["--json", NGINX, NGINX]).good_json());
}

#[test]
fn a_missing_file_does_not_hide_the_others() {
    let run = access_log(&["--json", "no/such.ltsv", NGINX]);
    run.assert_complaint(1, "no/such.ltsv", "");
    assert_eq!(run.json(), access_log(&["--json", NGINX]).json());
    let alone = access_log(&["no/such.ltsv"]);
    alone.assert_complaint(1, "no/such.ltsv", "");
    assert!(alone.stdout.starts_with("records "), "{}", alone.stdout);
}

#[test]
fn a_directory_is_no_log() {
    let run = access_log(&["--json", "fixtures/ltsv"]);
    run.assert_complaint(1, "fixtures/ltsv", "");
    assert_eq!(run.json()["records"], 0);
}

#[test]
fn a_gzip_file_cut_short_gives_what_can_be_read() {
    let whole = fixture("ltsv/nginx.ltsv.gz");
    let cut = temporary("cut.ltsv.gz", &whole[..whole.len() / 2]);
    let run = access_log(&["--json", &cut]);
    run.assert_complaint(1, &cut, "cut short");
    let records = run.json()["records"].as_u64().expect("a number");
    assert!((50..300).contains(&records), "{records}");

    for (name, bytes) in [("only-head.ltsv.gz", &whole[..5]), ("empty.ltsv.gz", &[])] {
        let file = temporary(name, bytes);
        access_log(&["--json", &file]).assert_complaint(1, &file, "cut short");
    }
    let file = temporary("not.ltsv.gz", &fixture("ltsv/nginx.ltsv"));
    let run = access_log(&["--json", &file, NGINX]);
    run.assert_complaint(1, &file, "gzip");
    assert_eq!(run.json()["records"], 300);
}

#[test]
fn a_binary_file_is_read_and_doubted() {
    let bytes = noise(300_000);
    let file = temporary("noise.bin", &bytes);
    let run = access_log(&["--json", &file]);
    run.assert_complaint(0, &file, "is this LTSV?");
    let json = run.json();
    assert_eq!(json["bytes"], bytes.len());
    assert_eq!(json, summary(&bytes, false));
}

#[test]
fn an_empty_file_has_nothing_in_it() {
    let json = access_log(&["--json", &temporary("empty.ltsv", b"")]).good_json();
    assert_eq!(json, summary(b"", false));
    assert_eq!(access_log(&[&temporary("empty2.ltsv", b"")]).code, Some(0));
}

#[test]
fn a_line_of_100_mb_is_one_error() {
    const LONG: usize = 100_000_000;
    let first = b"req:GET /before HTTP/1.1\tstatus:200\n";
    let last = b"req:GET /after HTTP/1.1\tstatus:200\n";
    let feed = |stdin: &mut dyn std::io::Write| {
        stdin.write_all(first)?;
        write_run(stdin, b'x', LONG)?;
        stdin.write_all(b"\n")?;
        stdin.write_all(last)
    };
    let json = run_fed("access_log", &["--json", "-"], feed).good_json();
    assert_eq!(json["bytes"], first.len() + LONG + 1 + last.len());
    assert_eq!((&json["records"], &json["errors"]), (&json!(2), &json!({"TooLong": 1})));
    assert_eq!(json["status"], json!({"2xx": 2}));

    // Without an end, as a file that is no log has it.
    let run = run_fed("access_log", &["-"], |stdin| write_run(stdin, 0, LONG));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let line = run.stdout.lines().find(|line| line.starts_with("TooLong")).unwrap_or_default();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words, ["TooLong", "1", "16777216"], "{}", run.stdout);
}

#[test]
fn later_paths_are_counted_together() {
    let mut log = String::new();
    for path in 0..100_003 {
        writeln!(log, "req:GET /{path} HTTP/1.1\treqtime:0.001").expect("memory");
    }
    log.push_str("uri:/0\trequest_time:0.003\nuri:/100002\n");
    let json = of_stdin(log.as_bytes()).good_json();
    assert_eq!(json["other_paths"], 4);
    let top: Vec<&str> = json["top"].as_array().expect("a list")[..3]
        .iter()
        .map(|path| path["path"].as_str().expect("a path"))
        .collect();
    assert_eq!(top, ["/0", "/1", "/10"]);
    let first = json!({"path": "/0", "count": 2, "p50": 1, "p95": 3, "p99": 3, "max": 3});
    assert_eq!(json["top"][0], first);
}

#[test]
fn percentiles_of_many_different_times() {
    let mut log = String::new();
    // Each millisecond of a minute once, in a mixed order, and some more.
    for n in 0..60_000_u64 {
        let time = n * 7919 % 60_000;
        writeln!(log, "uri:/\treqtime:{}.{:03}", time / 1000, time % 1000).expect("memory");
    }
    assert_eq!(of_stdin(log.as_bytes()).good_json(), summary(log.as_bytes(), false));
}

#[test]
fn a_record_may_have_more_defects_than_are_listed() {
    let json = of_stdin(&[&[b'\t'; 5000][..], b"\na:1\tb:2\tc:3\n"].concat()).json();
    let defects = json["defects"].as_object().expect("an object");
    let sum: u64 = defects.values().filter_map(Value::as_u64).sum();
    assert_eq!((sum, &json["defects"]["EmptyField"]), (5001, &json!(1024)));
}

#[test]
fn odd_values_are_no_figures() {
    let log = b"status:-\tsize:-\turi:/\treqtime:-\trequest_time:0.1\n\
        status:000\tsize:+5\turi:/?a\treqtime:0.1, 0.2\n\
        status:2000\tsize:18446744073709551616\turi:/\treqtime:1e3\n\
        status:\tsize:\turi:\treqtime:0.1\n\
        status:099\tsize:1.5\treq:-\turi:-\treqtime:.5\n\
        req:GET  /two HTTP/1.1\treqtime:99999999999999999999\n\
        req:GET ?q HTTP/1.1\treqtime:1.\n";
    let json = of_stdin(log).good_json();
    assert_eq!(json["status"], json!({"other": 5}));
    assert_eq!(json["size_sum"], 0);
    let path = |path: &str, count: u64, p50: Value, max: Value| json!({"path": path, "count": count, "p50": p50, "p95": p50, "p99": p50, "max": max});
    let top = json!([
        path("/", 3, json!(100), json!(100)),
        path("", 1, Value::Null, Value::Null),
        path("-", 1, Value::Null, Value::Null),
        path("/two", 1, json!(60_001), json!(u64::MAX)),
    ]);
    assert_eq!(json["top"], top);
}

#[test]
fn text_from_a_log_cannot_act_on_a_terminal() {
    let log = b"uri:/\x1B[2J\xC2\x9B\xFF\tstatus:200\n";
    let run = run_fed("access_log", &["-"], |stdin| stdin.write_all(log));
    assert!(run.stdout.contains(r"/\u{1b}[2J\u{9b}"), "{}", run.stdout);
    assert!(run.stdout.chars().all(|c| c == '\n' || !c.is_control()), "{}", run.stdout);
}

#[test]
fn the_command_line() {
    for args in [&[][..], &["--json"], &["--jason", NGINX]] {
        let run = access_log(args);
        assert_eq!((run.code, &*run.stdout), (Some(2), ""), "{args:?}");
        assert!(run.stderr.contains("access_log --help"), "{}", run.stderr);
    }
    for args in [&["--help"][..], &["-h", NGINX]] {
        let run = access_log(args);
        assert_eq!((run.code, &*run.stderr), (Some(0), ""), "{args:?}");
        assert!(run.stdout.contains("Usage: access_log"), "{}", run.stdout);
    }
    access_log(&["--", "--json"]).assert_complaint(1, "--json", "");
}
