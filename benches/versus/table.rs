//! The rows, how each is measured, and the report.

use std::hint::black_box;
use std::time::Instant;

use linecut::__internal::{Backend, set_backend};
use serde_json::json;

/// Rounds of each row, ours and the peer's in turns.
const ROUNDS: usize = 15;

/// Rounds of a row whose rounds are short, which another process disturbs less often but then by
/// far more.
const SHORT_ROUNDS: usize = 201;

/// One comparison.
pub struct Row<'a> {
    pub job: &'a str,
    pub input: &'a str,
    pub peer: &'a str,
    pub version: &'a str,
    /// Peer's time over ours that has to be reached.
    pub at_least: f64,
}

pub struct Table {
    filter: Option<String>,
    rows: Vec<serde_json::Value>,
    short: usize,
}

impl Table {
    pub fn from_args() -> Self {
        let filter = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
        println!(
            "{:<44} {:<12} {:<26} {:>10} {:>10} {:>7} {:>7}",
            "job", "input", "peer", "ours ns", "peer ns", "ratio", "needs"
        );
        Self { filter, rows: Vec::new(), short: 0 }
    }

    pub fn wants(&self, job: &str) -> bool {
        self.filter.as_ref().is_none_or(|filter| job.contains(filter.as_str()))
    }

    /// Measures a row with the backend that the crate chooses by itself.
    pub fn row(
        &mut self,
        row: Row<'_>,
        per: usize,
        ours: impl FnMut() -> u64,
        peer: impl FnMut() -> u64,
    ) {
        self.measure(best(), ROUNDS, &row, per, ours, peer);
    }

    /// Measures a row in many rounds, for work of less than a tenth of a millisecond or so.
    pub fn short_row(
        &mut self,
        row: &Row<'_>,
        per: usize,
        ours: impl FnMut() -> u64,
        peer: impl FnMut() -> u64,
    ) {
        self.measure(best(), SHORT_ROUNDS, row, per, ours, peer);
    }

    /// Measures a row whose peer does another amount: `scale` of ours.
    pub fn scaled_row(
        &mut self,
        row: Row<'_>,
        per: usize,
        scale: f64,
        ours: impl FnMut() -> u64,
        peer: impl FnMut() -> u64,
    ) {
        if let Some((ours, peer)) = self.times(best(), ROUNDS, &row, per, ours, peer) {
            self.add(best(), &row, ours, peer / scale);
        }
    }

    /// Measures a row with one backend. Each closure does the whole input once and gives a number
    /// that depends on its work; times are given for each of `per` units.
    pub fn row_with(
        &mut self,
        backend: Backend,
        row: Row<'_>,
        per: usize,
        ours: impl FnMut() -> u64,
        peer: impl FnMut() -> u64,
    ) {
        self.measure(backend, ROUNDS, &row, per, ours, peer);
    }

    fn measure(
        &mut self,
        backend: Backend,
        rounds: usize,
        row: &Row<'_>,
        per: usize,
        ours: impl FnMut() -> u64,
        peer: impl FnMut() -> u64,
    ) {
        if let Some((ours, peer)) = self.times(backend, rounds, row, per, ours, peer) {
            self.add(backend, row, ours, peer);
        }
    }

    /// The medians of both, unless the row is not wanted.
    fn times(
        &self,
        backend: Backend,
        rounds: usize,
        row: &Row<'_>,
        per: usize,
        mut ours: impl FnMut() -> u64,
        mut peer: impl FnMut() -> u64,
    ) -> Option<(f64, f64)> {
        if !self.wants(row.job) || !backend.is_available() {
            return None;
        }
        set_backend(backend);
        let (mut our_times, mut peer_times) = (Vec::new(), Vec::new());
        let time = |times: &mut Vec<f64>, work: &mut dyn FnMut() -> u64| {
            let start = Instant::now();
            black_box(work());
            times.push(start.elapsed().as_nanos() as f64 / per as f64);
        };
        for round in 0..=rounds {
            time(&mut our_times, &mut ours);
            time(&mut peer_times, &mut peer);
            if round == 0 {
                // Warms caches, pages and predictors.
                our_times.clear();
                peer_times.clear();
            }
        }
        Some((median(&mut our_times), median(&mut peer_times)))
    }

    fn add(&mut self, backend: Backend, row: &Row<'_>, ours: f64, peer: f64) {
        let ratio = peer / ours;
        let reached = ratio >= row.at_least;
        self.short += usize::from(!reached);
        println!(
            "{:<44} {:<12} {:<26} {ours:>10.2} {peer:>10.2} {ratio:>7.2} {:>7.2} {}{}",
            row.job,
            row.input,
            format!("{} {}", row.peer, row.version),
            row.at_least,
            backend.name(),
            if reached { "" } else { "  SHORT" },
        );
        self.rows.push(json!({
            "job": row.job, "input": row.input, "ours_ns": ours, "peer": row.peer,
            "peer_version": row.version, "peer_ns": peer, "ratio": ratio,
            "at_least": row.at_least, "backend": backend.name(),
        }));
    }

    /// Adds a line about something that is counted and not timed.
    pub fn check(&mut self, job: &str, what: &str, reached: bool) {
        self.short += usize::from(!reached);
        println!("{job}: {what}{}", if reached { "" } else { "  SHORT" });
        self.rows.push(json!({ "job": job, "check": what, "reached": reached }));
    }

    /// Writes `target/versus.json`; gives the exit status.
    pub fn finish(self) -> i32 {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/target/versus.json");
        let text = serde_json::to_string_pretty(&json!({ "rows": self.rows })).expect("JSON");
        if let Err(error) = std::fs::write(path, text) {
            eprintln!("target/versus.json: {error}");
            return 1;
        }
        println!("{} rows, {} short", self.rows.len(), self.short);
        i32::from(self.short > 0)
    }
}

/// The backend that the crate chooses by itself.
fn best() -> Backend {
    let best = Backend::ALL.into_iter().rev().find(|backend| backend.is_available());
    best.expect("portable")
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
