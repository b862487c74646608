//! What making and dropping a copy costs, by its size.

use std::hint::black_box;
use std::time::Instant;

use linecut::{Sharing, Source};

use super::markdown::{ratio, table};
use crate::keeping::medians;

pub const SIZES: [usize; 6] = [32, 64, 128, 256, 512, 1024];

/// Copies a round.
const COPIES: usize = 4096;

/// Makes and drops a copy of so many bytes.
#[inline]
pub fn copy(source: &Source, size: usize) {
    black_box(&black_box(source.value(0..size)).keep_with(Sharing::Never));
}

pub fn source() -> Source {
    Source::from(vec![b'x'; 1024])
}

/// Time a copy against the one of 32 bytes.
pub fn times(rounds: usize) -> String {
    let source = source();
    let mut runs: Vec<Box<dyn FnMut() -> f64 + '_>> = Vec::new();
    for size in SIZES {
        let source = &source;
        runs.push(Box::new(move || {
            let start = Instant::now();
            (0..COPIES).for_each(|_| copy(source, size));
            start.elapsed().as_nanos() as f64
        }));
    }
    let times = medians(&mut runs, rounds);
    let rows =
        SIZES.iter().zip(&times).map(|(size, time)| [size.to_string(), ratio(time / times[0])]);
    table(["bytes", "time, as against 32 bytes"], rows)
}
