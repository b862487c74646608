//! Keeps values in a given way and measures what that costs: allocations, bytes alive, time. Knows
//! no policy.

use std::hint::black_box;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Instant;

use crate::counting::{Counts, counted};
use crate::sources::{Buffer, RecordAt, Way, wanted};

/// A manner of keeping. Only `keep` is measured in time.
pub(crate) trait Keeping {
    /// What values are cut from.
    type Source;
    /// A record that was parsed, as far as keeping needs it.
    type Ready;
    /// What is kept.
    type Kept: Send;

    fn source(&self, buffer: Vec<u8>) -> Self::Source;
    fn ready(&self, buffer: &Buffer, record: &RecordAt) -> Self::Ready;
    fn keep(&self, source: &Self::Source, ready: &Self::Ready, out: &mut Vec<Self::Kept>);
}

/// What keeping costs in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    pub(crate) values: u64,
    /// Made by keeping; those for the buffers are not counted.
    pub(crate) allocations: u64,
    /// Bytes of the wanted values.
    pub(crate) kept: u64,
    /// Heap bytes once every buffer was let go by its reader. The values' own slots (24 bytes each)
    /// are not in it.
    pub(crate) alive: u64,
}

impl Memory {
    /// Bytes alive for each byte kept.
    pub(crate) fn amplification(&self) -> f64 {
        match self.kept {
            0 => 1.0,
            kept => self.alive as f64 / kept as f64,
        }
    }
}

/// Buffers are read one after another, values kept, and the buffer let go.
pub(crate) fn memory<K: Keeping>(keeping: &K, buffers: &[Buffer], way: Way) -> Memory {
    let wanted = wanted(buffers, way);
    let mut memory = Memory::default();
    // A slot for each batch, so that sending waits for nothing and allocates nothing.
    let (send, receive) = sync_channel(wanted.len());
    let hold = |batches: Receiver<Vec<K::Kept>>| batches.into_iter().collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let (hold_here, receive) = match way {
            Way::OtherThread => {
                scope.spawn(move || hold(receive));
                (None, None)
            }
            _ => (Some(hold), Some(receive)),
        };
        let mut alive = 0;
        for (buffer, records) in buffers.iter().zip(&wanted) {
            let (batch, counts) = keep_of(keeping, buffer, records, &mut memory);
            alive += counts.alive;
            send.send(batch).expect("whoever holds them is there");
        }
        memory.alive = alive.max(0) as u64;
        // Ends the holder's wait. What it holds is dropped when all was counted.
        drop(send);
        drop(hold_here.zip(receive).map(|(hold, receive)| hold(receive)));
    });
    memory
}

/// Keeps what is wanted of one buffer; gives what was counted, once the buffer is let go.
fn keep_of<K: Keeping>(
    keeping: &K,
    buffer: &Buffer,
    records: &[RecordAt],
    memory: &mut Memory,
) -> (Vec<K::Kept>, Counts) {
    let ready: Vec<K::Ready> = records.iter().map(|record| keeping.ready(buffer, record)).collect();
    let wanted = records.iter().flat_map(|record| &buffer.values[record.values.clone()]);
    memory.kept += wanted.clone().map(|range| range.len() as u64).sum::<u64>();
    let values = wanted.count();
    memory.values += values as u64;
    // Room for all, so that only what is kept allocates below.
    let mut batch = Vec::with_capacity(values);
    let (source, made) = counted(|| keeping.source(read(buffer)));
    let ((), kept) =
        counted(|| ready.iter().for_each(|ready| keeping.keep(&source, ready, &mut batch)));
    let ((), let_go) = counted(|| drop(source));
    memory.allocations += kept.allocations;
    (batch, made.plus(kept).plus(let_go))
}

/// The buffer as its reader has it, with all its room.
fn read(buffer: &Buffer) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(buffer.capacity);
    bytes.extend_from_slice(&buffer.bytes);
    bytes
}

/// Buffers of at most this many bytes together are timed.
const TIMED_BYTES: usize = 4 << 20;

/// A timed run keeps and drops at least this many values.
const TIMED_VALUES: usize = 50_000;

/// What a batch for the other thread holds, at least.
const BATCH: usize = 1024;

/// Keeps and drops all again and again, each call a run; gives nanoseconds a value. The buffers
/// stay, so that a run is nothing but keeping and dropping.
pub(crate) fn timed<'a, K: Keeping + 'a>(
    keeping: K,
    buffers: &[Buffer],
    way: Way,
) -> impl FnMut() -> f64 + use<'a, K> {
    let mut bytes = 0;
    let enough = buffers.iter().take_while(|buffer| {
        let first = bytes == 0;
        bytes += buffer.capacity;
        first || bytes <= TIMED_BYTES
    });
    let buffers = &buffers[..enough.count()];
    let mut values = 0;
    let mut sources = Vec::new();
    for (buffer, records) in buffers.iter().zip(wanted(buffers, way)) {
        values += records.iter().map(|record| record.values.len()).sum::<usize>();
        let ready: Vec<K::Ready> =
            records.iter().map(|record| keeping.ready(buffer, record)).collect();
        sources.push((keeping.source(read(buffer)), ready));
    }
    let repeats = TIMED_VALUES.div_ceil(values.max(1));
    move || {
        let start = Instant::now();
        match way {
            Way::OtherThread => by_two_threads(&keeping, &sources, repeats),
            _ => by_one_thread(&keeping, &sources, repeats),
        }
        start.elapsed().as_nanos() as f64 / (repeats * values.max(1)) as f64
    }
}

type Sources<K> = [(<K as Keeping>::Source, Vec<<K as Keeping>::Ready>)];

fn by_one_thread<K: Keeping>(keeping: &K, sources: &Sources<K>, repeats: usize) {
    let mut batch = Vec::new();
    for (source, ready) in (0..repeats).flat_map(|_| sources) {
        ready.iter().for_each(|ready| keeping.keep(source, ready, &mut batch));
        black_box(&mut batch).clear();
    }
}

/// Another thread drops what this one keeps, while this one goes on.
fn by_two_threads<K: Keeping>(keeping: &K, sources: &Sources<K>, repeats: usize) {
    let (send, receive): (SyncSender<Vec<K::Kept>>, _) = sync_channel(2);
    let (give_back, empty) = sync_channel(4);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for mut batch in receive {
                batch.clear();
                // At the end nobody wants it back.
                let _ = give_back.send(batch);
            }
        });
        let mut batch = Vec::new();
        let mut batches = 1;
        for (source, ready) in (0..repeats).flat_map(|_| sources) {
            ready.iter().for_each(|ready| keeping.keep(source, ready, &mut batch));
            if batch.len() >= BATCH {
                let next = if batches < 3 { Vec::new() } else { empty.recv().unwrap_or_default() };
                batches += 1;
                let full = std::mem::replace(&mut batch, next);
                send.send(full).expect("the other thread is there");
            }
        }
        drop(send);
    });
}

/// The median of runs, the policies in turns.
pub(crate) fn medians(runs: &mut [Box<dyn FnMut() -> f64 + '_>], rounds: usize) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); runs.len()];
    for round in 0..=rounds {
        for (times, run) in times.iter_mut().zip(&mut *runs) {
            let time = run();
            // The first round warms caches and the allocator.
            if round > 0 {
                times.push(time);
            }
        }
    }
    times
        .iter_mut()
        .map(|times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect()
}
