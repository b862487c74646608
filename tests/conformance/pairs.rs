//! Every single switch and every pair of them. What they accept follows from what the lenient profile
//! accepts: a head is read the same, or is an error at the first deviation that is not forgiven.

use linecut::http1::ParserBuilder;

use super::assembled;
use super::corpus::{self, Sample};
use super::faults;
use super::lines::check_origin;
use super::mutate::{Rng, mutants};
use super::read;
use super::report::{Table, show};
use super::switches::{Profile, SWITCHES, singles_and_pairs};
use crate::naive;
use crate::naive::http1::{Defect, Head, Outcome, What};

/// How many changed heads are run, each with every pair.
const MUTANTS: usize = 2_000;

/// How many heads are put together of odd lines.
const ASSEMBLED: usize = 2_000;

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// An input, and what the two profiles make of it.
struct Known {
    sample: Sample,
    strict: Outcome,
    lenient: Outcome,
    /// The defects of the lenient head, also of a bare section.
    defects: Vec<Defect>,
}

impl Known {
    fn new(sample: Sample) -> Self {
        let strict = read::strict(&sample.bytes, sample.what);
        let lenient = read::whole(&ParserBuilder::lenient(), &sample.bytes, sample.what);
        let twin = naive::http1::head(&sample.bytes, sample.what, false);
        let defects = match twin {
            Outcome::Ok(head) | Outcome::Eof(head) => head.defects,
            _ => Vec::new(),
        };
        if let (What::Request | What::Response, Outcome::Ok(head)) = (sample.what, &lenient) {
            assert_eq!(head.defects, defects);
        }
        Self { sample, strict, lenient, defects }
    }

    fn input(&self) -> &[u8] {
        &self.sample.bytes
    }
}

/// Counts over all profiles.
#[derive(Default)]
struct Seen {
    run: u64,
    accepted: u64,
    with_defects: u64,
    refused: u64,
    other: u64,
}

/// Holds what a profile makes of an input to what the two profiles make of it.
fn check(profile: &Profile, known: &Known, got: &Outcome, seen: &mut Seen) {
    let message = || {
        format!(
            "{}: {} ({:?}) of {}\nlenient {:?}\ngot {got:?}",
            profile.name,
            known.sample.name,
            known.sample.what,
            show(known.input()),
            known.lenient
        )
    };
    seen.run += 1;
    // What strict accepts is read the same, without defects.
    if let Outcome::Ok(head) = &known.strict {
        assert!(head.defects.is_empty());
        assert_eq!(*got, known.strict, "{}", message());
    }
    if begins_with_a_name_of_bom(profile, known) {
        return;
    }
    let due = faults::due(known.input(), &known.defects, profile);
    match (got, &known.lenient) {
        (Outcome::Ok(head), Outcome::Ok(lenient)) => {
            seen.accepted += 1;
            seen.with_defects += u64::from(!known.defects.is_empty());
            accepted(profile, known, head, lenient, &message());
        }
        (Outcome::Eof(head), Outcome::Eof(lenient)) => {
            seen.other += 1;
            assert!(profile.has("bare_lf"), "{}", message());
            accepted(profile, known, head, lenient, &message());
        }
        (Outcome::Err(_, at), Outcome::Ok(_) | Outcome::Eof(_)) => {
            seen.refused += 1;
            assert_eq!(Some(*at), due, "{}", message());
        }
        (Outcome::Err(_, at), Outcome::Err(_, end)) => {
            seen.refused += 1;
            assert!(at <= end, "{}", message());
        }
        (Outcome::Err(..), Outcome::Partial) => seen.refused += 1,
        (Outcome::Partial, Outcome::Partial) => seen.other += 1,
        (Outcome::Partial, Outcome::Eof(_)) => {
            seen.other += 1;
            assert!(!profile.has("bare_lf") || due.is_some(), "{}", message());
        }
        _ => panic!("{}", message()),
    }
}

/// A byte order mark that is not taken off a bare section begins its first line, and where any bytes
/// may do so, that line is another than the one that the lenient profile reads.
fn begins_with_a_name_of_bom(profile: &Profile, known: &Known) -> bool {
    known.sample.what == What::Headers
        && known.input().starts_with(BOM)
        && !profile.has("bom")
        && (profile.has("non_token_names") || profile.has("lines_without_colon"))
}

/// Holds an accepted head to the lenient one: the same start line, fields and defects.
fn accepted(profile: &Profile, known: &Known, head: &Head, lenient: &Head, message: &str) {
    for (kind, ..) in &known.defects {
        assert!(profile.forgives(kind), "{kind}: {message}");
    }
    assert_eq!(head, lenient, "{message}");
    check_origin(known.input(), head, &known.defects, message);
}

/// The same outcome in two chunks, and where `by_bytes` byte by byte.
fn check_splits(profile: &Profile, known: &Known, whole: &Outcome, cut: usize, by_bytes: bool) {
    let (input, what) = (known.input(), known.sample.what);
    let (first, second) = input.split_at(cut);
    let two = read::in_chunks(&profile.builder, [first, second], what);
    assert_eq!(two, *whole, "{}: cut at {cut}: {}", profile.name, show(input));
    if by_bytes {
        let bytes = read::in_chunks(&profile.builder, input.chunks(1), what);
        assert_eq!(bytes, *whole, "{}: by bytes: {}", profile.name, show(input));
    }
}

/// Runs every single switch and pair over the inputs.
fn run(inputs: Vec<Sample>, title: &'static str) {
    let mut rng = Rng::new(5);
    let mut seen = Seen::default();
    let profiles = singles_and_pairs();
    let inputs: Vec<Known> = inputs.into_iter().map(Known::new).collect();
    for known in &inputs {
        for profile in &profiles {
            let whole = read::whole(&profile.builder, known.input(), known.sample.what);
            check(profile, known, &whole, &mut seen);
            let len = known.input().len();
            let by_bytes = len < 256 && rng.one_in(4);
            if len < 4096 {
                check_splits(profile, known, &whole, rng.below(len + 1), by_bytes);
            }
        }
    }
    let mut table = Table::new(
        title,
        &["inputs", "profiles", "runs", "accepted", "of them with defects", "refused", "cut short"],
    );
    let Seen { run, accepted, with_defects, refused, other } = seen;
    table.row(&[&inputs.len(), &profiles.len(), &run, &accepted, &with_defects, &refused, &other]);
    table.print();
    assert!(accepted > 0 && refused > 0);
}

/// A head without its start line.
fn section(sample: &Sample) -> Option<Sample> {
    let lf = sample.bytes.iter().position(|byte| *byte == b'\n')?;
    let bytes = sample.bytes[lf + 1..].to_vec();
    Some(Sample { name: sample.name.clone(), what: What::Headers, bytes })
}

#[test]
fn every_switch_has_a_kind_of_defect() {
    let mut kinds: Vec<_> = SWITCHES.iter().flat_map(|switch| switch.forgives).collect();
    let all = kinds.len();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), all, "no kind belongs to two switches");
    assert_eq!(singles_and_pairs().len(), 1 + 13 + 78);
}

#[test]
fn a_bare_cr_in_a_name_needs_its_own_switch() {
    let head = b"GET / HTTP/1.1\r\na\rb: 1\r\n\r\n";
    let mut builder = ParserBuilder::strict();
    let alone = read::whole(builder.non_token_names(true), head, What::Request);
    assert_eq!(alone, Outcome::Err("BareCr", 17));
    let both = read::whole(builder.bare_cr(true), head, What::Request);
    assert!(matches!(both, Outcome::Ok(head) if head.fields[0].0 == b"a\rb"));
}

#[test]
fn a_byte_order_mark_that_stays_begins_the_first_name() {
    let section = b"\xEF\xBB\xBFA: 1\r\n\r\n";
    let mut builder = ParserBuilder::strict();
    let stays = read::whole(builder.non_token_names(true), section, What::Headers);
    assert!(matches!(stays, Outcome::Ok(head) if head.fields[0].0 == b"\xEF\xBB\xBFA"));
    let taken_off = read::whole(builder.bom(true), section, What::Headers);
    assert!(matches!(taken_off, Outcome::Ok(head) if head.fields[0].0 == b"A"));
}

#[test]
fn pairs_of_switches_on_cases_and_fixtures() {
    let mut inputs = corpus::cases();
    inputs.extend(corpus::each_head(&corpus::fixtures()));
    let sections: Vec<Sample> = inputs.iter().filter_map(section).collect();
    inputs.extend(sections);
    run(inputs, "Pairs of switches: cases and fixtures");
}

#[test]
fn pairs_of_switches_on_changed_heads() {
    let bases = corpus::each_head(&corpus::fixtures());
    run(mutants(&bases, 6, MUTANTS).collect(), "Pairs of switches: changed heads");
}

#[test]
fn pairs_of_switches_on_changed_sections() {
    let bases: Vec<Sample> =
        corpus::each_head(&corpus::fixtures()).iter().filter_map(section).collect();
    run(mutants(&bases, 7, MUTANTS / 2).collect(), "Pairs of switches: changed field sections");
}

#[test]
fn pairs_of_switches_on_assembled_heads() {
    run(assembled::heads(8, ASSEMBLED), "Pairs of switches: heads of odd lines");
}
