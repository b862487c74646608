//! Buffers of a power of two, of a little less, of a little more: what they take of the system's
//! memory. Each size is measured in a process of its own.

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use super::markdown::{grouped, ratio, table};
use crate::keeping::medians;

/// Buffers alive at once.
pub const BUFFERS: usize = 1_000_000;

/// The argument that makes a process the child.
pub const ARGUMENT: &str = "--resident";

pub const POWERS: [u32; 4] = [6, 7, 8, 9];

/// Size of a buffer by its power: less, equal, more.
pub fn sizes(power: u32) -> [usize; 3] {
    let size = 1 << power;
    [size - 8, size, size + 1]
}

/// Makes them all; their first and last bytes are written.
pub fn make(count: usize, size: usize) -> Vec<Vec<u8>> {
    (0..count)
        .map(|number| {
            let mut buffer: Vec<u8> = Vec::with_capacity(size);
            buffer.resize(size, number as u8);
            buffer
        })
        .collect()
}

/// The child: prints its resident KiB with the buffers, less those without.
pub fn child(size: &str) {
    let size = size.parse().expect("a size");
    let before = resident();
    let buffers = make(BUFFERS, size);
    let slots = (BUFFERS * size_of::<Vec<u8>>()) as u64 / 1024;
    println!("{}", resident() - before - slots);
    drop(black_box(buffers));
}

/// Resident KiB of this process, from /proc.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("it is always there");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).expect("a number")
}

/// Resident KiB of a million buffers.
pub fn resident_of(size: usize) -> u64 {
    let program = std::env::current_exe().expect("this program");
    let output = Command::new(program).args([ARGUMENT, &size.to_string()]).output();
    let output = output.expect("it starts once more");
    let text = String::from_utf8(output.stdout).expect("a number");
    text.trim().parse().expect("a number")
}

/// Resident memory, and time to make and drop, of each size.
pub fn table_of(rounds: usize) -> String {
    let rows = POWERS.into_iter().flat_map(|power| {
        let sizes = sizes(power);
        let mut runs: Vec<Box<dyn FnMut() -> f64>> = Vec::new();
        for size in sizes {
            runs.push(Box::new(move || {
                let start = Instant::now();
                drop(black_box(make(2000, size)));
                start.elapsed().as_nanos() as f64
            }));
        }
        let times = medians(&mut runs, rounds);
        let names = ["2^k − 8", "2^k", "2^k + 1"];
        [0, 1, 2].map(|at| {
            let kib = resident_of(sizes[at]);
            let each = format!("{:.0}", kib as f64 * 1024.0 / BUFFERS as f64);
            // The last figures differ from run to run.
            let kib = grouped((kib + 50) / 100 * 100);
            [names[at].into(), sizes[at].to_string(), kib, each, ratio(times[at] / times[1])]
        })
    });
    let head =
        ["capacity", "bytes", "resident KiB of a million", "bytes each", "time, as against 2^k"];
    table(head, rows)
}
