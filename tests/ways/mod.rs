//! Every way into the crate's parsers, with outcomes in the naive twins' types, so that cases,
//! properties and fuzz targets compare the same things.
#![allow(dead_code)]

pub mod http1;
pub mod ltsv;
pub mod slices;
pub mod views;

use std::sync::{Mutex, PoisonError};

use linecut::__internal::{Backend, set_backend};

/// Runs `run` once with each backend that this machine has. The backend is one for the whole
/// process, so only one thread at a time is in here.
pub fn with_each_backend(mut run: impl FnMut(&'static str)) {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    for backend in Backend::ALL.into_iter().filter(|backend| backend.is_available()) {
        set_backend(backend);
        run(backend.name());
    }
}

/// The points at which an input of `len` bytes is split in two: all up to 4 KiB, 64 seeded ones
/// above.
pub fn split_points(len: usize) -> Vec<usize> {
    if len <= 4096 {
        return (0..=len).collect();
    }
    let mut state = 0x9E37_79B9_7F4A_7C15u64 ^ len as u64;
    let mut points: Vec<usize> = (0..64)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as usize % (len + 1)
        })
        .collect();
    points.sort_unstable();
    points
}

/// Whether what has these fields is looked at by each of its views. That takes longer than reading it,
/// so a fuzzer does it for one in eight, which the fields tell; the tests do it for all.
fn looked_at(fields: &[(Vec<u8>, Vec<u8>)]) -> bool {
    let sum = |bytes: &[u8]| bytes.iter().fold(bytes.len(), |sum, byte| sum + usize::from(*byte));
    let fields = || fields.iter().flat_map(|(name, value)| [name, value]);
    !cfg!(fuzzing) || fields().map(|bytes| sum(bytes)).sum::<usize>().is_multiple_of(8)
}

/// Every policy keeps the same bytes.
pub fn keep_by_each_policy(value: linecut::Value<'_>) {
    use linecut::Sharing;
    for sharing in [
        Sharing::Never,
        Sharing::CopyUpTo(0),
        Sharing::CopyUpTo(128),
        Sharing::Always,
        Sharing::default(),
        Sharing::Bounded { copy_up_to: 0, factor: 1 },
    ] {
        assert_eq!(value.keep_with(sharing), value, "{sharing:?}");
    }
}
