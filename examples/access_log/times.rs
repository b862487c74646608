//! Request times of one path, as a histogram of milliseconds. Knows no path and no record.

/// Times over this many milliseconds share one bucket.
const LIMIT: u64 = 60_000;

/// That bucket.
const OVER: u16 = LIMIT as u16 + 1;

/// All buckets: 0 to `LIMIT`, and the one over it.
const BUCKETS: usize = OVER as usize + 1;

/// A list of this many buckets takes about as much room as the array of all of them divided by
/// eight, and inserting into it begins to cost.
const MAX_LISTED: usize = 8192;

/// Heap bytes of a listed bucket, and of the array.
const LISTED_BYTES: usize = size_of::<(u16, u32)>();
const ARRAY_BYTES: usize = BUCKETS * size_of::<u64>();

/// A histogram. Exact: one bucket a millisecond.
#[derive(Debug, Default)]
pub(crate) struct Times {
    buckets: Buckets,
    count: u64,
    max: u64,
}

/// The buckets that are not zero, or all.
#[derive(Debug)]
enum Buckets {
    /// Bucket and count, sorted by bucket.
    Listed(Vec<(u16, u32)>),
    /// A count for each bucket.
    All(Box<[u64]>),
    /// Given up to save memory.
    Dropped,
}

impl Default for Buckets {
    fn default() -> Self {
        Self::Listed(Vec::new())
    }
}

impl Times {
    /// Counts a time, in milliseconds. Gives the number of heap bytes that took.
    pub(crate) fn add(&mut self, millis: u64) -> usize {
        self.count += 1;
        self.max = self.max.max(millis);
        let bucket = millis.min(u64::from(OVER)) as u16; // at most OVER
        match &mut self.buckets {
            Buckets::Dropped => 0,
            Buckets::All(counts) => {
                counts[usize::from(bucket)] += 1;
                0
            }
            Buckets::Listed(list) => match list.binary_search_by_key(&bucket, |entry| entry.0) {
                Ok(at) if list[at].1 < u32::MAX => {
                    list[at].1 += 1;
                    0
                }
                Err(at) if list.len() < MAX_LISTED => {
                    list.insert(at, (bucket, 1));
                    LISTED_BYTES
                }
                _ => self.unlist(bucket),
            },
        }
    }

    /// Goes over to the array, and counts `bucket` there.
    fn unlist(&mut self, bucket: u16) -> usize {
        let mut counts = vec![0; BUCKETS].into_boxed_slice();
        let freed = self.heap_bytes();
        if let Buckets::Listed(list) = &self.buckets {
            list.iter().for_each(|(at, count)| counts[usize::from(*at)] = u64::from(*count));
        }
        counts[usize::from(bucket)] += 1;
        self.buckets = Buckets::All(counts);
        ARRAY_BYTES - freed
    }

    /// Heap bytes of the histogram.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.buckets {
            Buckets::Listed(list) => list.len() * LISTED_BYTES,
            Buckets::All(_) => ARRAY_BYTES,
            Buckets::Dropped => 0,
        }
    }

    /// Gives the histogram up. Count and maximum stay.
    pub(crate) fn drop_buckets(&mut self) {
        self.buckets = Buckets::Dropped;
    }

    /// The longest time, in milliseconds; `None` if there was no time.
    pub(crate) fn max(&self) -> Option<u64> {
        (self.count > 0).then_some(self.max)
    }

    /// The percentile by nearest rank, in milliseconds; one over the limit is `LIMIT + 1`. `None`
    /// if there was no time, or if the histogram was given up.
    pub(crate) fn percentile(&self, percent: u64) -> Option<u64> {
        if self.count == 0 {
            return None;
        }
        let rank = (u128::from(self.count) * u128::from(percent)).div_ceil(100).max(1);
        let mut seen = 0;
        let mut reached = |count: u64| {
            seen += u128::from(count);
            seen >= rank
        };
        match &self.buckets {
            Buckets::Listed(list) => list
                .iter()
                .find(|(_, count)| reached(u64::from(*count)))
                .map(|(bucket, _)| u64::from(*bucket)),
            Buckets::All(counts) => {
                counts.iter().position(|count| reached(*count)).map(|bucket| bucket as u64)
            }
            Buckets::Dropped => None,
        }
    }
}

/// Reads a time in seconds, as logs write it (`0.021`), in milliseconds, rounded half up. `None`
/// for anything else (`-`, an empty value, a list).
pub(crate) fn millis(seconds: &[u8]) -> Option<u64> {
    let dot = seconds.iter().position(|byte| *byte == b'.').unwrap_or(seconds.len());
    let (whole, fraction) = (&seconds[..dot], seconds.get(dot + 1..));
    let is_number = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    if !is_number(whole) || !fraction.is_none_or(is_number) {
        return None;
    }
    let digit = |index: usize| fraction.and_then(|f| f.get(index)).map_or(0, |d| d - b'0');
    let whole =
        whole.iter().fold(0_u64, |n, d| n.saturating_mul(10).saturating_add(u64::from(d - b'0')));
    let thousandths = (0..3).fold(0, |n, index| n * 10 + u64::from(digit(index)));
    let rounding = u64::from(digit(3) >= 5);
    Some(whole.saturating_mul(1000).saturating_add(thousandths + rounding))
}
