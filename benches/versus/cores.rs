//! The machine's cores, and which of them a thread runs on.

use std::sync::OnceLock;

/// All cores, read before the first thread is pinned: a pinned one sees its own alone.
static CORES: OnceLock<Vec<core_affinity::CoreId>> = OnceLock::new();

/// Pins this thread to a core, by number; where there is no such core, to none.
pub fn pin(number: usize) {
    let cores = CORES.get_or_init(|| core_affinity::get_core_ids().unwrap_or_default());
    if let Some(core) = cores.get(number) {
        core_affinity::set_for_current(*core);
    }
}
