//! Counts statuses of a log with all threads: the file is read once and split at line ends.
//!
//! ```text
//! threads [--json] FILE...
//! ```

#[path = "terminal/mod.rs"]
mod terminal;

use std::collections::BTreeMap;
use std::process::ExitCode;

use linecut::SmallBytes;
use linecut::ltsv::{records, split_at_lines};
use rayon::prelude::*;

/// How often each status was seen.
type Counts = BTreeMap<SmallBytes, u64>;

fn main() -> ExitCode {
    let (options, paths): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let json = options.iter().any(|option| option == "--json");
    if options.iter().any(|option| option != "--json") || paths.is_empty() {
        return terminal::misused("threads", "usage: threads [--json] FILE...");
    }
    let mut counts = Counts::new();
    let mut exit = ExitCode::SUCCESS;
    for path in paths {
        match std::fs::read(&path) {
            Ok(log) => merge(&mut counts, count(&log)),
            Err(error) => {
                terminal::complain("threads", path, error);
                exit = ExitCode::from(terminal::UNREADABLE);
            }
        }
    }
    print(&counts, json);
    exit
}

/// Counts one log. A thread looks at a part of it, borrowed; it keeps each status once, inline.
fn count(log: &[u8]) -> Counts {
    let parts = split_at_lines(log, rayon::current_num_threads() * 4);
    parts.into_par_iter().map(count_part).reduce(Counts::new, |mut all, part| {
        merge(&mut all, part);
        all
    })
}

fn count_part(part: &[u8]) -> Counts {
    let mut counts = Counts::new();
    for record in records(part).flatten() {
        let Some(status) = record.get(b"status") else { continue };
        match counts.get_mut(status) {
            Some(count) => *count += 1,
            None => {
                counts.insert(SmallBytes::from(status), 1);
            }
        }
    }
    counts
}

fn merge(all: &mut Counts, part: Counts) {
    for (status, count) in part {
        *all.entry(status).or_default() += count;
    }
}

fn print(counts: &Counts, json: bool) {
    if json {
        let object = counts.iter().map(|(status, count)| (status.to_string(), (*count).into()));
        println!("{}", serde_json::Value::Object(object.collect()));
        return;
    }
    for (status, count) in counts {
        println!("{:>14}  {}", terminal::grouped(*count), terminal::printable(status, 40));
    }
}
