//! The page: for each finding what was found in Ruby, the same here, and what carries over.

use linecut::Sharing;

use super::intern::Stored;
use super::markdown::grouped;
use super::{cells, intern, limits, servers, shrink, sizes, worst};
use crate::lengths::Lengths;

/// Timed rounds, each so short that most are not interrupted by other processes.
const ROUNDS: usize = 301;

/// Tables of counts, the same on every run; the page has them as they are, which a test checks.
pub fn counts() -> [(&'static str, String); 5] {
    [
        ("the embed limit", limits::counts()),
        ("servers", servers::counts()),
        ("the worst case", worst::counts()),
        ("shrinking", shrink::counts()),
        ("interning", intern::counts()),
    ]
}

pub fn print() {
    let [(_, limits), (_, servers), (_, worst), (_, shrinking), (_, interning)] = counts();
    println!("{}", introduction());
    println!("## The embed limit, against a real parser\n\n{}", embed_limit(&limits));
    println!("## Value lengths of each server\n\n{}", lengths(&servers));
    println!("## The cost of a copy, by size\n\n{}", cost_by_size());
    println!("## The worst that stays alive, both ways\n\n{}", worst_case(&worst));
    println!("## 127 against 128\n\n{}", around_powers());
    println!("## Shrinking what is kept\n\n{}", shrunk(&shrinking));
    println!("## Interning\n\n{}", interned(&interning).trim_end());
}

/// What the processor calls itself. Its name alone may say little.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_string())
    };
    let field = |name| field(name).unwrap_or_else(|| "not known".to_string());
    format!("{}, family {}, model {}", field("model name"), field("cpu family"), field("model\t"))
}

fn introduction() -> String {
    format!(
        "\
# What a kept byte costs: the evidence

Ruby met the question of this crate in `str_subseq`: embed a substring in its own slot, or share the parent's buffer and
keep it alive? What was found there (Ruby Feature #22186 and its pull requests) is quoted here in the lines that begin
**Ruby**; it is the thread's, and not measured again. Below each is the same question asked of this crate, and what
carries over. `docs/evidence.sh` writes this page anew.

Counts (allocations, bytes asked for, roots) come from a counting allocator, are the same on every run, and are checked by
`tests/evidence.rs`. Times are ratios of medians of {ROUNDS} interleaved rounds on a machine shared with others, and a tenth
more or less means nothing; the processor: {}. The log is `fixtures/ltsv/nginx.ltsv`, several
times over for the counts; the heads are those of `fixtures/http1`. Bytes are without the values' own slots of 24 bytes
unless said otherwise.
",
        processor()
    )
}

fn embed_limit(counts: &str) -> String {
    format!(
        "\
**Ruby**: with a higher embed limit a log collector's LTSV parser (fluentd) ran 1.12 to 1.24 times as fast; response heads
(`Net::HTTP`) are the other case; a parser whose source is shared already (by a regular expression's match) gains
nothing.

Here every value is parsed and kept, and the rest let go; values longer than the cutoff share their source.

{counts}
Time of parsing, keeping and dropping:

{}
**What carries over**: the memory, not the speed. Sharing makes no object here, only a count, so that for lines a copy is
the slower way at every cutoff; for heads it is about even. What a cutoff gains is sources that go, where each line or head
has one of its own. Where a source is shared already it gains nothing: at 23, 128 and 256 the same blocks stay, for the few
values that are longer, and the copies come on top of them, so that a higher fixed cutoff keeps *more* alive. Only a rule
that looks at the root (`Bounded`), or copying all, lets the blocks go.
",
        limits::times(ROUNDS)
    )
}

fn lengths(counts: &str) -> String {
    let mut all = Lengths::default();
    servers::by_server().values().for_each(|lengths| all.add_all(lengths));
    let percent = |part: u64, of: u64| format!("{:.0} %", part as f64 * 100.0 / of as f64);
    format!(
        "\
**Ruby**: of 109 header values of a few sites 44 were embedded and 65 longer; of these, 44 were copied at a cutoff of 128
and 55 at 256: 68 % and 85 %.

{counts}
**What carries over**: here {} are embedded; of the longer ones {} are copied at 128 and {} at 256. (The fixtures'
longest values are made up, so take no frequency of long values from them.) `cargo run --release --example retention`
counts your own.
",
        percent(all.embedded, all.values),
        percent(all.copied_128, all.longer),
        percent(all.copied_256, all.longer),
    )
}

fn cost_by_size() -> String {
    format!(
        "\
**Ruby**: from 32 to 1,024 bytes, embedding falls from 39.3 to 14.9 million a second: 2.6 times the time.

Here a copy is made and dropped, by `Sharing::Never`:

{}
**What carries over**: a copy of 128 bytes costs little more than one of 32; what is paid is the allocation. Values that
are embedded (up to 23 bytes) do not pay it.
",
        sizes::times(ROUNDS)
    )
}

fn worst_case(counts: &str) -> String {
    format!(
        "\
**Ruby**: in the worst case 6.4 times the bytes were retained.

Bytes alive for each byte kept, or for each byte of the source where that stays too:

{counts}
**What carries over**: both ways have a worst case, but not of the same size. Copying costs at most the values once more,
with their slots, while the source is needed anyway. Sharing has no bound: one value of 24 bytes pins {} times its
length, and a fixed cutoff only moves the length at which that begins. `tests/bound.rs` holds the default to 4 times over
20,000 random roots.
",
        grouped(worst::worst(Sharing::Always))
    )
}

fn around_powers() -> String {
    format!(
        "\
**Ruby**: buffers of 127 bytes took 162,720 KB where those of 128 took 289,080 KB: one byte more, for a terminator, went
to the next larger cell.

Here a million buffers of glibc's allocator, each size in a process of its own:

{}
**What carries over**: the step is there and is smaller. glibc's cells are 16 bytes apart and 8 of them are its own: 2^k
bytes take 16 more than 2^k − 8, and there is no doubling. The one step in time, between 120 and 128 bytes, is where its
quickest lists end (cells of up to 128 bytes). Copies are right-sized, so they take the cell of their length; buffers that
grow take capacities that fill a cell.
",
        cells::table_of(ROUNDS)
    )
}

fn shrunk(counts: &str) -> String {
    format!(
        "\
**Ruby**: shrinking on freeze saved 1.2 MB of arrays and 1.9 MB of strings.

{counts}
**What carries over**: what grew has room that nobody uses any more. A kept record has none: it is one block, made at its
size, and smaller than its values' lists alone.
"
    )
}

fn interned(counts: &str) -> String {
    format!(
        "\
**Ruby**: interning keys brought the bytes allocated from 20.1 to 16.4 million; a parser's own cache was 25 % faster where
the built-in table gave 3 %.

The interner as it is by default, 256 entries; keys and values are kept by the default policy.

{counts}
{}
**What carries over**: the bytes, not the speed. Keys that repeat and are too long to be embedded cost no block after the
second time; but a look-up takes about as long as the small block that it saves. Shorter keys are embedded and never
looked up: an access log's labels gain nothing from an interner and lose nothing. The penalty where all keys are new is a
hash each, for a key is stored at its second sight: {} times the bytes alive. Interning is off unless it is asked for, and
values are off unless that is asked for too.
",
        intern::times(ROUNDS),
        penalty()
    )
}

/// Bytes alive where all keys are new, with an interner against without.
fn penalty() -> String {
    let [_, (_, new), ..] = intern::inputs(10);
    let [off, keys] =
        [Stored::Nothing, Stored::Keys].map(|stored| intern::run(stored, &new).alive as f64);
    format!("{:.2}", keys / off)
}
