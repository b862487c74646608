//! The findings of docs/evidence.md, as far as they are counts; and that the page has them as they
//! are now. Counted by an allocator, thread by thread, so that other tests do not disturb.
#![cfg(feature = "std")]

#[allow(dead_code)]
#[path = "../examples/retention/counting.rs"]
mod counting;
#[allow(dead_code)]
#[path = "../examples/retention/keeping.rs"]
mod keeping;
#[allow(dead_code)]
#[path = "../examples/response_headers/lengths.rs"]
mod lengths;
#[allow(dead_code)]
#[path = "../examples/retention/sources.rs"]
mod sources;

#[allow(dead_code)]
#[path = "../benches/keep"]
mod keep {
    pub(crate) mod cells;
    pub(crate) mod inputs;
    pub(crate) mod intern;
    pub(crate) mod limits;
    pub(crate) mod markdown;
    pub(crate) mod page;
    pub(crate) mod servers;
    pub(crate) mod shrink;
    pub(crate) mod sizes;
    pub(crate) mod worst;
}

use keep::intern::{self, Stored};
use keep::limits::{CUTOFFS, Input, Run};
use keep::{page, servers, shrink, worst};
use linecut::Sharing;

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

fn runs(input: &Input) -> [Run; 5] {
    CUTOFFS.map(|(_, sharing)| input.run(sharing))
}

#[test]
fn the_page_has_the_counts_of_today() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/evidence.md"));
    let text = text.expect("the page");
    for (name, table) in page::counts() {
        assert!(text.contains(&table), "{name}: run docs/evidence.sh; now it is\n{table}");
    }
}

#[test]
fn a_cutoff_lets_sources_go_only_where_they_are_not_shared_already() {
    let [(_, lines), (_, blocks), (_, heads)] = Input::all(8);
    for input in [&lines, &heads] {
        let [runs @ .., _] = runs(input);
        assert!(runs.windows(2).all(|pair| pair[1].roots < pair[0].roots));
        assert!(runs.windows(2).all(|pair| pair[1].alive < pair[0].alive));
        assert_eq!(runs[3].roots, 0);
    }
    // Blocks that are shared anyway: the same roots stay at every fixed cutoff, and the copies come
    // on top.
    let [at_23, at_128, at_256, none, default] = runs(&blocks);
    let Input::Blocks(buffers) = &blocks else { panic!("blocks") };
    assert_eq!([at_23.roots, at_128.roots, at_256.roots, none.roots].map(|n| n as usize), {
        let all = buffers.len();
        [all, all, all, 0]
    });
    assert!(at_23.alive < at_128.alive && at_128.alive < at_256.alive && none.alive < at_23.alive);
    assert_eq!(at_23.kept, none.kept);
    // The default asks the root, and no value of this log is long against a block.
    assert_eq!((default.roots, default.alive), (0, none.alive));
}

#[test]
fn servers_are_counted_completely() {
    let values: u64 = servers::by_server().values().map(|lengths| lengths.values).sum();
    let heads = keep::inputs::heads();
    let fields: usize =
        heads.iter().flat_map(|(_, heads)| heads).map(|head| head.values.len()).sum();
    assert_eq!(values as usize, fields);
    assert!(fields > 1000 && servers::by_server().len() > 30);
}

#[test]
fn sharing_has_no_worst_case_and_copying_has_one() {
    assert!(worst::worst(Sharing::Always) > 2000);
    for len in [24, 129, 257, 1024, 16_383] {
        let (alive, kept) = worst::one_value(len, Sharing::default());
        assert_eq!(alive, kept, "copied: {len}");
        // With slots, beside a source that stays: the source, the copies, a slot each.
        let (alive, source) = worst::all_values(len, Sharing::Never);
        let count = (worst::SOURCE / len) as u64;
        assert!(alive <= 2 * source + 24 * count + 100, "{len}: {alive}");
    }
    let (alive, kept) = worst::one_value(129, Sharing::CopyUpTo(128));
    assert!(alive > 500 * kept, "a fixed cutoff moves the worst case to 129 bytes");
}

#[test]
fn what_is_kept_is_smaller_shrunk_and_a_record_is_smallest() {
    let shrink::Shrunk { lists_grown, lists_fit, values_grown, values_fit, records, lines } =
        shrink::of(&keep::inputs::log(1));
    assert_eq!(lines, 300);
    assert!(lists_fit < lists_grown && values_fit < values_grown);
    assert!(records < lists_fit, "{records}: labels, values and all");
}

#[test]
fn interning_pays_for_long_keys_that_repeat_and_costs_little_for_new_ones() {
    let [repeated, new, heads, log] = intern::inputs(10).map(|(_, fields)| {
        [Stored::Nothing, Stored::Keys, Stored::KeysAndValues]
            .map(|stored| intern::run(stored, &fields))
    });
    let [off, keys, both] = repeated;
    assert!(keys.requested * 3 < off.requested && both.allocations < 100);
    assert_eq!(
        off.allocations - keys.allocations,
        40_000 - 28,
        "a block a key, but for the first two of each"
    );
    let [off, keys, _] = new;
    assert_eq!(keys.allocations - off.allocations, 1, "the table of what was seen");
    assert!(keys.alive - off.alive < 5000, "nothing is stored");
    let [off, keys, both] = heads;
    assert!(keys.allocations < off.allocations && both.allocations < keys.allocations);
    let [off, keys, _] = log;
    assert_eq!(keys, off, "labels are embedded and never looked up");
}
