//! Size, allocations and bytes alive of every peer in four ways of keeping. Counted, not timed.

use linecut::{Slicer, SmallBytes, Source};

use super::peers::{self, By, Visit};
use crate::keeping::{Memory, memory};
use crate::sources::{self, Buffer, Kind, Way, wanted};
use crate::versus::input;
use crate::versus::table::Table;

const JOB: &str = "keep, bytes alive";

struct Line {
    name: String,
    size: usize,
    embeds: usize,
    ways: [Memory; 4],
}

impl Line {
    /// Bytes alive with the values' own slots.
    fn with_slots(&self, way: usize) -> u64 {
        self.ways[way].alive + self.ways[way].values * self.size as u64
    }
}

struct Lines<'b> {
    buffers: &'b [Buffer],
    lines: Vec<Line>,
}

impl Visit for Lines<'_> {
    fn visit<S, T: Send>(&mut self, name: &str, embeds: usize, by: By<S, T>) {
        let ways = Way::ALL.map(|way| memory(&by, self.buffers, way));
        self.lines.push(Line { name: name.to_string(), size: size_of::<T>(), embeds, ways });
    }
}

/// What the bound allows: four times what is kept, and a header for each root that is shared.
fn bound(buffers: &[Buffer], way: Way) -> u64 {
    let shared = Source::from(vec![0; 600]).value(0..500).keep();
    let header = (shared.heap_size() - shared.referenced_len()) as u64;
    let mut slicer = Slicer::default();
    for (buffer, records) in buffers.iter().zip(wanted(buffers, way)) {
        let mut bytes = Vec::with_capacity(buffer.capacity);
        bytes.extend_from_slice(&buffer.bytes);
        let source = Source::from(bytes);
        for record in records {
            for place in &buffer.values[record.values] {
                let _: SmallBytes = slicer.keep(source.value(place.clone()));
            }
        }
    }
    4 * slicer.stats().bytes_kept() + header * slicer.stats().roots_shared
}

/// Prints an input's lines and checks them. `lowest_in`: in how many ways ours has to be lowest.
fn of(table: &mut Table, input: &str, buffers: &[Buffer], lowest_in: usize) {
    let mut lines = Lines { buffers, lines: Vec::new() };
    peers::ours(&mut lines);
    peers::others(&mut lines);
    let [ours, others @ ..] = &lines.lines[..] else { return };
    println!("\n{JOB}, {input}: allocations, heap bytes alive, and these with the values' slots");
    println!("{:<20}{:>5}{:>7}  {}", "", "size", "embeds", Way::ALL.map(column_title).concat());
    for line in &lines.lines {
        let column = |way: usize| {
            let Memory { allocations, alive, .. } = line.ways[way];
            format!("{allocations:>10}{alive:>11}{:>11}  ", line.with_slots(way))
        };
        let columns = [0, 1, 2, 3].map(column).concat();
        println!("{:<20}{:>5}{:>7}  {columns}", line.name, line.size, line.embeds);
    }
    let mut lowest = 0;
    for (number, way) in Way::ALL.into_iter().enumerate() {
        let alive = ours.ways[number].alive;
        let bound = bound(buffers, way);
        let title = format!("{input}, {}: {alive} alive, within the bound of {bound}", way.name());
        table.check(JOB, &title, alive <= bound);
        // The other policies are ours too.
        let peers = others.iter().filter(|line| !line.name.starts_with("SmallBytes"));
        let least = peers.min_by_key(|line| line.ways[number].alive);
        lowest += usize::from(least.is_some_and(|least| alive <= least.ways[number].alive));
    }
    let title = format!("{input}: the fewest of all in {lowest} of 4 ways, {lowest_in} wanted");
    table.check(JOB, &title, lowest >= lowest_in);
}

fn column_title(way: Way) -> String {
    format!("{:>32}  ", way.name())
}

pub fn rows(table: &mut Table) {
    if !table.wants(JOB) {
        return;
    }
    of(table, "nginx", &sources::buffers(Kind::Log, &input::log("nginx.ltsv", 8 << 20)), 3);
    let is_text = |head: &Vec<u8>| std::str::from_utf8(head).is_ok();
    let heads: Vec<Vec<u8>> = input::heads(|_| true).into_iter().filter(is_text).collect();
    let buffers: Vec<Buffer> =
        heads.iter().flat_map(|head| sources::buffers(Kind::Heads, head)).collect();
    // The made-up long values of some heads fill a quarter of their buffer and more. The default
    // shares those: an allocation less for up to four times the bytes. `Never` does not.
    of(table, "heads", &buffers, 0);
}
