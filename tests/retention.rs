//! The example `retention`: its counts against those of this file, which parses by splitting; its
//! outputs; bad input. (`cargo test --test retention` alone builds no example: run
//! `cargo build --examples` before it.)
#![cfg(feature = "std")]

// Made for the other examples' tests; not all of it is used here.
#[allow(dead_code)]
#[path = "examples/run.rs"]
mod run;

use serde_json::{Value, json};

use run::{Run, files, fixture, keys, noise, run, run_fed, temporary};

const LOG: &str = "fixtures/ltsv/nginx.ltsv";
const HEAD: &str = "fixtures/http1/nginx-root.head";
const WAYS: [&str; 4] =
    ["one value a record", "all values", "one record in 1,000", "all, on another thread"];
const BLOCK: usize = 64 << 10;
/// The longest value that is embedded.
const INLINE: usize = 23;

/// Counts only; times take long without optimization.
fn retention(args: &[&str]) -> Run {
    timed(&[&["--rounds", "0"], args].concat())
}

fn timed(args: &[&str]) -> Run {
    run("retention", args)
}

/// Lines and the lengths of their values. The log is a good one.
fn log_lengths(log: &[u8]) -> Vec<(usize, Vec<usize>)> {
    let lines = log.split_inclusive(|byte| *byte == b'\n');
    lines
        .map(|line| {
            let end = line.len() - usize::from(line.ends_with(b"\n"));
            let pieces = line[..end].split(|byte| *byte == b'\t');
            let value =
                |piece: &[u8]| piece.splitn(2, |byte| *byte == b':').nth(1).map(<[u8]>::len);
            (line.len(), pieces.map(|piece| value(piece).expect("a colon")).collect())
        })
        .collect()
}

/// The lengths of a good head's values.
fn head_lengths(head: &[u8]) -> Vec<usize> {
    let text = String::from_utf8(head.to_vec()).expect("ASCII");
    let lines = text.split("\r\n").skip(1).take_while(|line| !line.is_empty());
    lines.map(|line| line.split_once(':').expect("a colon").1.trim().len()).collect()
}

/// The lengths of what is kept of each line.
fn wanted(lines: &[(usize, Vec<usize>)], way: &str) -> Vec<Vec<usize>> {
    let of = |(number, (_, values)): (usize, &(usize, Vec<usize>))| match way {
        "one value a record" => vec![values[number % values.len()]],
        "one record in 1,000" if number % 1000 != 0 => Vec::new(),
        _ => values.clone(),
    };
    lines.iter().enumerate().map(of).collect()
}

fn row<'j>(json: &'j Value, way: &str, policy: &str) -> &'j Value {
    let rows = json["groups"][0]["rows"].as_array().expect("rows");
    let found = rows.iter().find(|row| row["way"] == way && row["policy"] == policy);
    found.unwrap_or_else(|| panic!("no row {way}, {policy}"))
}

fn numbers(row: &Value) -> [usize; 4] {
    ["values", "allocations", "bytes_kept", "bytes_alive"]
        .map(|key| row[key].as_u64().expect("a number") as usize)
}

fn figures(lengths: &[usize]) -> Value {
    let count = |wants: fn(usize) -> bool| lengths.iter().filter(|len| wants(**len)).count();
    json!({
        "values": lengths.len(),
        "embedded": count(|len| len <= INLINE),
        "longer": count(|len| len > INLINE),
        "copied_128": count(|len| len > INLINE && len <= 128),
        "copied_256": count(|len| len > INLINE && len <= 256),
    })
}

#[test]
fn json_has_exactly_the_promised_keys() {
    let json = timed(&["--rounds", "1", "--json", LOG, HEAD]).good_json();
    assert_eq!(keys(&json), ["all", "files", "groups", "limit"]);
    let lengths = ["copied_128", "copied_256", "embedded", "longer", "values"];
    assert_eq!(keys(&json["all"]), lengths);
    for (file, name, kind) in [(0, LOG, "log"), (1, HEAD, "heads")] {
        let mut promised = [&["file", "kind"][..], &lengths].concat();
        promised.sort_unstable();
        assert_eq!(keys(&json["files"][file]), promised);
        assert_eq!(
            (&json["files"][file]["file"], &json["files"][file]["kind"]),
            (&json!(name), &json!(kind))
        );
        let group = &json["groups"][file];
        assert_eq!(
            keys(group),
            ["buffer_bytes", "buffers", "kind", "recommended", "records", "rows"]
        );
        assert_eq!(group["kind"], kind);
        assert_eq!(keys(&group["recommended"]), ["policy", "why"]);
        let rows = group["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), 4 * 11);
        for row in rows {
            let promised = [
                "allocations",
                "amplification",
                "bytes_alive",
                "bytes_kept",
                "ns_per_value",
                "policy",
                "values",
                "way",
            ];
            assert_eq!(keys(row), promised);
            assert!(row["ns_per_value"].as_f64().is_some_and(|ns| ns > 0.0), "{row}");
            let [_, _, kept, alive] = numbers(row);
            let amplification = row["amplification"].as_f64().expect("a number");
            assert!((amplification - alive as f64 / kept as f64).abs() < 1e-9, "{row}");
        }
    }
}

#[test]
fn values_are_counted_as_an_independent_count_has_them() {
    let json = retention(&["--json", LOG, HEAD]).good_json();
    let log: Vec<usize> = log_lengths(&fixture("ltsv/nginx.ltsv"))
        .into_iter()
        .flat_map(|(_, values)| values)
        .collect();
    let head = head_lengths(&fixture("http1/nginx-root.head"));
    for (object, lengths) in [
        (&json["files"][0], &log[..]),
        (&json["files"][1], &head),
        (&json["all"], &[&log[..], &head].concat()),
    ] {
        for (key, figure) in figures(lengths).as_object().expect("an object") {
            assert_eq!(&object[key], figure, "{key}");
        }
    }
    assert_eq!(json["groups"][0]["records"], 300);
    assert_eq!(json["groups"][1]["records"], 1);
}

#[test]
fn never_keeps_exactly_the_bytes_and_always_whole_blocks() {
    // A line past the first block, and more than 1,000 lines.
    let log = fixture("ltsv/nginx.ltsv").repeat(4);
    let json = retention(&["--json", &temporary("retention-4.ltsv", &log)]).good_json();
    let lines = log_lengths(&log);
    let source =
        linecut::Source::from(vec![0; 100]).value(0..50).keep_with(linecut::Sharing::Always);
    let header = source.heap_size() - source.referenced_len();
    for way in WAYS {
        let wanted = wanted(&lines, way);
        let longer = |lengths: &[usize]| -> Vec<usize> {
            lengths.iter().copied().filter(|len| *len > INLINE).collect()
        };
        let all = wanted.concat();
        let kept: usize = all.iter().sum();
        let copied = longer(&all);
        let never = numbers(row(&json, way, "Never"));
        assert_eq!(never, [all.len(), copied.len(), kept, copied.iter().sum()], "{way}");

        // Blocks of whole lines; one with a value that is not embedded stays.
        let (mut blocks, mut room) = (Vec::new(), 0);
        for ((len, _), wanted) in lines.iter().zip(&wanted) {
            if *len > room {
                blocks.push(false);
                room = BLOCK;
            }
            room -= len;
            *blocks.last_mut().expect("pushed") |= !longer(wanted).is_empty();
        }
        assert!(blocks.len() > 7 && json["groups"][0]["buffers"] == blocks.len());
        let pinned = blocks.iter().filter(|pinned| **pinned).count();
        let always = numbers(row(&json, way, "Always"));
        assert_eq!(always, [all.len(), 0, kept, pinned * (BLOCK + header)], "{way}");

        let records = wanted.iter().filter(|values| !values.is_empty()).count();
        let [values, allocations, bytes, alive] = numbers(row(&json, way, "whole record"));
        assert_eq!((values, allocations, bytes), (all.len(), records, kept), "{way}");
        assert!(alive >= kept, "{way}");
        for factor in [2, 4, 8] {
            let [_, _, _, alive] = numbers(row(&json, way, &format!("Bounded, factor {factor}")));
            assert!(alive <= factor * kept + pinned * header, "{way}, factor {factor}");
        }
    }
    // Sharing pins most where little is kept: here a few values of one line in 1,000.
    let amplification =
        |way, policy| row(&json, way, policy)["amplification"].as_f64().expect("it");
    assert!(amplification(WAYS[2], "Always") > 100.0 * amplification(WAYS[2], "Never"));
}

#[test]
fn a_head_is_read_into_a_buffer_of_8_kib() {
    let json = retention(&["--json", HEAD]).good_json();
    let lengths = head_lengths(&fixture("http1/nginx-root.head"));
    let longer = lengths.iter().filter(|len| **len > INLINE).count();
    assert!(longer > 0);
    let source =
        linecut::Source::from(vec![0; 100]).value(0..50).keep_with(linecut::Sharing::Always);
    let header = source.heap_size() - source.referenced_len();
    let kept = lengths.iter().sum();
    let always = numbers(row(&json, "all values", "Always"));
    assert_eq!(always, [lengths.len(), 0, kept, 8192 + header]);
    assert_eq!(numbers(row(&json, "all values", "Never"))[1], longer);
    let [_, allocations, _, alive] = numbers(row(&json, "all values", "whole record"));
    assert_eq!(allocations, 1);
    assert!(alive > kept && alive < 2 * fixture("http1/nginx-root.head").len(), "{alive}");
}

#[test]
fn the_same_files_get_the_same_counts_and_the_same_advice() {
    let mut args = vec!["--json"];
    let (logs, heads) = (files("fixtures/ltsv", ".ltsv"), files("fixtures/http1", ".head"));
    args.extend(logs.iter().chain(&heads).map(String::as_str));
    let json = retention(&args).json();
    assert_eq!(json, retention(&args).json());
    assert_eq!(json["groups"][0]["rows"][0]["ns_per_value"], Value::Null, "not timed");
    let limit = json["limit"].as_f64().expect("a number");
    for group in json["groups"].as_array().expect("groups") {
        let policy = &group["recommended"]["policy"];
        let rows = group["rows"].as_array().expect("rows");
        let of_it: Vec<&Value> = rows.iter().filter(|row| row["policy"] == *policy).collect();
        assert_eq!(of_it.len(), 4, "{policy}");
        assert!(of_it.iter().all(|row| row["amplification"].as_f64().expect("it") <= limit));
        assert!(group["recommended"]["why"].as_array().is_some_and(|why| !why.is_empty()));
    }
}

#[test]
fn requests_gzip_and_standard_input_are_read_too() {
    let request = fixture("http1/request-chromium-40-GET.head");
    let json = retention(&["--json", "fixtures/http1/request-chromium-40-GET.head"]).good_json();
    assert_eq!(json["all"], figures(&head_lengths(&request)));
    let plain = retention(&["--json", LOG]).good_json();
    assert_eq!(
        retention(&["--json", "fixtures/ltsv/nginx.ltsv.gz"]).good_json()["all"],
        plain["all"]
    );
    let log = fixture("ltsv/nginx.ltsv");
    let fed =
        run_fed("retention", &["--rounds", "0", "--json", "-"], |stdin| stdin.write_all(&log))
            .good_json();
    assert_eq!(fed["all"], plain["all"]);
    // A head without the ending in its name is known by how it begins.
    let head = fixture("http1/nginx-root.head");
    let fed =
        run_fed("retention", &["--rounds", "0", "--json", "-"], |stdin| stdin.write_all(&head))
            .good_json();
    assert_eq!(fed["files"][0]["kind"], "heads");
}

#[test]
fn the_text_says_the_same_and_where_sharing_pins() {
    let run = retention(&[LOG, HEAD]);
    assert_eq!((run.code, &*run.stderr), (Some(0), ""));
    for due in
        ["blocks of 64 KiB", "a buffer of 8 KiB", "recommended for logs", "recommended for heads"]
    {
        assert!(run.stdout.contains(due), "{due}? {}", run.stdout);
    }
    let json = retention(&["--json", LOG, HEAD]).good_json();
    let all: Vec<u64> = ["values", "embedded", "longer", "copied_128", "copied_256"]
        .map(|key| json["all"][key].as_u64().expect("a number"))
        .to_vec();
    let line = run.stdout.lines().find(|line| line.ends_with("  all")).expect("the sum");
    let words = line.replace(',', "");
    let told: Vec<u64> = words.split_whitespace().map_while(|word| word.parse().ok()).collect();
    assert_eq!(told, all);
}

#[test]
fn a_chart_is_drawn() {
    let path = temporary("retention.svg", b"");
    let run = retention(&["--svg", &path, LOG, HEAD]);
    assert_eq!((run.code, &*run.stderr), (Some(0), ""));
    let svg = std::fs::read_to_string(&path).expect("an SVG");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    for due in
        ["bytes alive / bytes kept (logs", "allocations a value (heads", "one value a record"]
    {
        assert!(svg.contains(due), "{due}");
    }
    assert!(svg.matches("<polyline").count() >= 16, "four lines in four charts");
    let run = retention(&["--svg", "no/such/folder/x.svg", LOG]);
    run.assert_complaint(1, "no/such/folder/x.svg", "");
    assert!(run.stdout.contains("recommended"), "the figures are there all the same");
}

#[test]
fn files_without_values_and_files_that_are_not_there() {
    let noise = temporary("retention-noise", &noise(100_000));
    let empty = temporary("retention-empty.head", b"");
    let run = retention(&["--json", &empty, "no/such.ltsv", LOG]);
    run.assert_complaint(1, &empty, "no value");
    run.assert_complaint(1, "no/such.ltsv", "");
    assert_eq!(run.json()["all"], retention(&["--json", LOG]).good_json()["all"]);
    let run = retention(&[&empty]);
    run.assert_complaint(1, "all files", "no value");
    assert_eq!(run.stdout, "");
    // Noise has colons, and so fields, of a kind.
    let run = retention(&["--json", &noise, HEAD]);
    assert!(!run.stderr.contains("panicked") && run.json()["groups"].is_array(), "{}", run.stderr);
}

#[test]
fn the_command_line() {
    for args in [&[][..], &["--json"], &["--jason", LOG], &["--svg"], &["--rounds", "x", LOG]] {
        let run = timed(args);
        assert_eq!((run.code, &*run.stdout), (Some(2), ""), "{args:?}");
        assert!(run.stderr.contains("retention --help"), "{}", run.stderr);
    }
    let run = retention(&["--help"]);
    assert_eq!((run.code, &*run.stderr), (Some(0), ""));
    assert!(run.stdout.contains("Usage: retention"), "{}", run.stdout);
}
