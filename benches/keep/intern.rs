//! Interning: off, keys, keys and short values; for keys that repeat and for keys that are all new.

use std::time::Instant;

use linecut::http1::Response;
use linecut::ltsv::Record;
use linecut::{Interner, Sharing, Slicer, SmallBytes};

use super::inputs;
use super::markdown::{grouped, ratio, table};
use crate::counting::{Counts, counted};
use crate::keeping::medians;

/// What is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    Nothing,
    Keys,
    KeysAndValues,
}

pub const STORED: [(&str, Stored); 3] = [
    ("off", Stored::Nothing),
    ("keys", Stored::Keys),
    ("keys and values up to 64", Stored::KeysAndValues),
];

/// Keys and values, one behind the other.
pub type Fields = Vec<(Vec<u8>, Vec<u8>)>;

/// The fixtures so often, and made-up lines to match.
pub fn inputs(times: usize) -> [(&'static str, Fields); 4] {
    [
        ("eight keys of 32 bytes that repeat", inputs::keys_and_values(500 * times, false)),
        ("all keys new, of 32 bytes", inputs::keys_and_values(500 * times, true)),
        ("names of response heads", head_fields(times)),
        ("labels of an access log", log_fields(times)),
    ]
}

fn head_fields(times: usize) -> Fields {
    let heads = inputs::head_buffers(times);
    let responses = heads.iter().filter_map(|head| Response::parse(&head.bytes[..]).ok()?);
    responses
        .flat_map(|response| {
            let fields = response.headers().iter();
            fields.map(|(name, value)| (name.to_vec(), value.to_vec())).collect::<Vec<_>>()
        })
        .collect()
}

fn log_fields(times: usize) -> Fields {
    let log = inputs::log(times);
    let lines = log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let record = |line| Record::parse(line).expect("a good log");
    lines
        .map(record)
        .flat_map(|record| {
            record.iter().map(|(label, value)| (label.to_vec(), value.to_vec())).collect::<Vec<_>>()
        })
        .collect()
}

pub fn slicer(stored: Stored) -> Slicer {
    let slicer = Slicer::new(Sharing::default());
    let interner = Interner::with_seed(0x1E7E_12ED);
    match stored {
        Stored::Nothing => slicer,
        Stored::Keys => slicer.with_interner(interner),
        Stored::KeysAndValues => slicer.with_interner(interner.max_value_len(64)),
    }
}

/// Keeps every key and value.
pub fn keep(slicer: &mut Slicer, fields: &Fields, out: &mut Vec<(SmallBytes, SmallBytes)>) {
    let kept =
        fields.iter().map(|(key, value)| (slicer.key(key), slicer.keep((&value[..]).into())));
    out.extend(kept);
}

/// What is asked for to keep all, the interner's table included.
pub fn run(stored: Stored, fields: &Fields) -> Counts {
    let mut out = Vec::with_capacity(fields.len());
    let (_slicer, counts) = counted(|| {
        let mut slicer = slicer(stored);
        keep(&mut slicer, fields, &mut out);
        slicer
    });
    counts
}

pub fn counts() -> String {
    let rows = inputs(10).into_iter().flat_map(|(name, fields)| {
        STORED.map(|(stored_name, stored)| {
            let Counts { allocations, requested, alive } = run(stored, &fields);
            let [allocations, requested, alive] =
                [allocations, requested, alive as u64].map(grouped);
            [name.into(), stored_name.into(), allocations, requested, alive]
        })
    });
    table(["input", "interned", "allocations", "bytes allocated", "bytes alive"], rows)
}

/// Time to keep and drop all, against no interner. The interner is a warm one.
pub fn times(rounds: usize) -> String {
    let rows = inputs(1).into_iter().map(|(name, fields)| {
        let mut runs: Vec<Box<dyn FnMut() -> f64 + '_>> = Vec::new();
        for (_, stored) in STORED {
            let fields = &fields;
            let (mut slicer, mut out) = (slicer(stored), Vec::new());
            runs.push(Box::new(move || {
                let start = Instant::now();
                keep(&mut slicer, fields, &mut out);
                out.clear();
                start.elapsed().as_nanos() as f64
            }));
        }
        let times = medians(&mut runs, rounds);
        [name.to_string(), ratio(times[0] / times[1]), ratio(times[0] / times[2])]
    });
    table(["times as fast as without", "keys", "keys and values up to 64"], rows)
}
