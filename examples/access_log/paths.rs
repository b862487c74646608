//! Requests by path, in bounded memory. Knows paths and times, no record.

use std::collections::HashMap;

use linecut::SmallBytes;

use crate::times::Times;

/// Distinct paths that are counted exactly; requests for later ones are counted together.
const MAX_PATHS: usize = 100_000;

/// Bytes of these paths together, for logs whose paths are absurdly long.
const MAX_PATH_BYTES: usize = 64 << 20;

/// Bytes of all histograms together. Past it, those of the least requested paths are given up.
const MAX_TIMES_BYTES: usize = 32 << 20;

/// How many requests each path had, and how long they took.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    by_path: HashMap<SmallBytes, PathStats>,
    path_bytes: usize,
    times_bytes: usize,
    others: u64,
}

/// What is known of a path.
#[derive(Debug, Default)]
pub(crate) struct PathStats {
    /// Requests.
    pub(crate) count: u64,
    /// How long they took, of those that say so.
    pub(crate) times: Times,
}

impl Paths {
    /// Counts a request. Allocates nothing for a path that was seen before, but for a new bucket
    /// in its histogram.
    pub(crate) fn add(&mut self, path: &[u8], millis: Option<u64>) {
        let is_full = self.is_full(path);
        let stats = match self.by_path.get_mut(path) {
            Some(stats) => stats,
            None if is_full => {
                self.others += 1;
                return;
            }
            None => {
                self.path_bytes += path.len();
                self.by_path.entry(SmallBytes::from(path)).or_default()
            }
        };
        stats.count += 1;
        if let Some(millis) = millis {
            self.times_bytes += stats.times.add(millis);
            if self.times_bytes > MAX_TIMES_BYTES {
                self.drop_rare_times();
            }
        }
    }

    fn is_full(&self, path: &[u8]) -> bool {
        self.by_path.len() == MAX_PATHS || self.path_bytes + path.len() > MAX_PATH_BYTES
    }

    /// Gives up the histograms of the paths with the fewest requests until half of the room is
    /// free. None of them is likely to be among the most frequent at the end; if one is, its
    /// percentiles are reported as unknown.
    fn drop_rare_times(&mut self) {
        let mut stats: Vec<&mut PathStats> = self.by_path.values_mut().collect();
        stats.sort_unstable_by_key(|stats| stats.count);
        for stats in stats {
            if self.times_bytes <= MAX_TIMES_BYTES / 2 {
                break;
            }
            self.times_bytes -= stats.times.heap_bytes();
            stats.times.drop_buckets();
        }
    }

    /// Requests for paths that are not counted on their own.
    pub(crate) fn others(&self) -> u64 {
        self.others
    }

    /// The `n` most frequent paths; of equally frequent ones the first by bytes.
    pub(crate) fn top(&self, n: usize) -> Vec<(&SmallBytes, &PathStats)> {
        let mut all: Vec<_> = self.by_path.iter().collect();
        all.sort_unstable_by(|a, b| b.1.count.cmp(&a.1.count).then_with(|| a.0.cmp(b.0)));
        all.truncate(n);
        all
    }
}
