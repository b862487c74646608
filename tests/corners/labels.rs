//! Corners of shared lists of labels: which of them keep their place in a full table.

use linecut::ltsv::{Labels, Reader, Record};

fn read(log: &str) -> Vec<Record> {
    Reader::from_reader(log.as_bytes()).into_records().map(|record| record.unwrap()).collect()
}

fn labels(record: &Record) -> Option<&Labels> {
    record.shared_labels()
}

/// A full table: 64 lists, in turn, for many more records than make a list stale.
fn full_table() -> String {
    let round: String = (0..64).map(|list| format!("l{list}:1\n")).collect();
    round.repeat(100)
}

#[test]
fn lists_that_came_lately_keep_their_place() {
    let full = full_table();
    let log = format!("{full}{}{}", "new:1\n".repeat(4), &full[..full.len() / 100]);
    let records = read(&log);
    assert_eq!(records.len(), 6400 + 4 + 64);
    assert!(records[6400..6404].iter().all(|record| labels(record).is_none()));
    for list in 0..64 {
        let (before, after) = (labels(&records[3200 + list]), labels(&records[6404 + list]));
        assert!(before.unwrap().is(after.unwrap()), "list {list}");
    }
}

#[test]
fn a_list_out_of_use_makes_room() {
    for (pause, makes_room) in [(3900, false), (4200, true)] {
        // All but the list of the pause are as long ago.
        let log = format!("{}{}{}", full_table(), "l0:1\n".repeat(pause), "new:1\n".repeat(3));
        let records = read(&log);
        let last = records.last().unwrap();
        assert_eq!(labels(last).is_some(), makes_room, "{pause}");
        // The one that is in use stays.
        let (before, after) = (labels(&records[3200]), labels(&records[6400 + pause - 1]));
        assert!(before.unwrap().is(after.unwrap()));
    }
}
