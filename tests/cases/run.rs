//! Running cases through ways, and the report.

use std::fmt::{Arguments, Debug};
use std::io::Write;

use super::load::{Case, Input};
use super::ways::ANY_KIND;

/// The longest piece of an outcome that is printed.
const SHOWN: usize = 300;

/// What a way of many runs calls for each: a note that tells the runs apart, the outcome.
pub type Give<'a, O> = &'a mut dyn FnMut(Arguments<'_>, O);

/// The function behind a way.
type Run<O> = Box<dyn Fn(&Input, Give<'_, O>)>;

/// A way into a parser. See `ways.rs`.
pub struct Way<O> {
    name: &'static str,
    is_twin: bool,
    run: Run<O>,
}

impl<O: 'static> Way<O> {
    /// A way that runs an input once; `None` where it does not apply.
    pub fn one(name: &'static str, run: impl Fn(&Input) -> Option<O> + 'static) -> Way<O> {
        Way::many(name, move |input, give| {
            if let Some(outcome) = run(input) {
                give(format_args!("once"), outcome);
            }
        })
    }

    /// A way that runs an input many times.
    pub fn many(name: &'static str, run: impl Fn(&Input, Give<'_, O>) + 'static) -> Way<O> {
        Way { name, is_twin: false, run: Box::new(run) }
    }

    /// The naive twin, which does not count as a way into the crate.
    pub fn twin(run: impl Fn(&Input) -> Option<O> + 'static) -> Way<O> {
        Way { is_twin: true, ..Way::one("naive twin", run) }
    }
}

/// The right outcome of a case in one profile. Outcomes are brought to its own form, so that
/// they can be compared and printed side by side.
pub trait Want<O>: Debug + PartialEq + Clone {
    /// Whether the case is one for this profile.
    fn applies(&self) -> bool;

    /// An outcome in the form of a wanted one.
    fn seen(&self, got: O) -> Self;

    /// The same with all error kinds taken for equal.
    fn without_kinds(self) -> Self;

    /// For messages.
    fn show(&self) -> String {
        format!("{self:?}")
    }
}

/// What came of all files of a format.
#[derive(Default)]
pub struct Report {
    counts: Vec<String>,
    run: usize,
    differing: usize,
}

impl Report {
    /// Runs the cases of one file.
    pub fn run_file<O: 'static, W: Want<O>>(
        &mut self,
        file: &str,
        cases: &[Case<W>],
        ways: &[Way<O>],
    ) {
        let (mut run, mut differing) = (0, 0);
        for case in cases {
            let mut runs = 0;
            let mut same = true;
            for (strict, want) in [(true, &case.strict), (false, &case.lenient)] {
                let input = Input {
                    bytes: case.bytes.clone(),
                    strict,
                    kind: case.kind,
                    prefix: case.prefix.clone(),
                };
                if want.applies() {
                    same &= run_profile(file, &case.id, &input, want, ways, &mut runs);
                }
            }
            run += usize::from(runs > 0);
            differing += usize::from(!same);
        }
        self.counts
            .push(format!("{file}: {run} run / {} in file / {differing} differing", cases.len()));
        self.run += run;
        self.differing += differing;
    }

    /// Prints the counts, and fails the test if there is reason to.
    pub fn finish(self) {
        for line in &self.counts {
            print(format_args!("{line}"));
        }
        assert!(self.run > 0, "no case was run");
        assert_eq!(self.differing, 0, "cases differ");
    }
}

/// Runs one case in one profile through all ways; false where one of them differs, or where
/// none but the twin applies.
fn run_profile<O, W: Want<O>>(
    file: &str,
    id: &str,
    input: &Input,
    want: &W,
    ways: &[Way<O>],
    runs: &mut usize,
) -> bool {
    let profile = if input.strict { "strict" } else { "lenient" };
    let mut same = true;
    let mut by_crate = false;
    for way in ways {
        let any_kind = ANY_KIND.contains(&(id, way.name));
        let mut reported = false;
        (way.run)(input, &mut |note, got| {
            *runs += 1;
            by_crate |= !way.is_twin;
            let got = want.seen(got);
            if reported || got == *want {
                return;
            }
            if any_kind && got.clone().without_kinds() == want.clone().without_kinds() {
                return;
            }
            reported = true;
            let (got, wanted) = shorten(&got.show(), &want.show());
            print(format_args!(
                "{id} ({file}, {profile}, {} {note}): got {got}, wanted {wanted}",
                way.name
            ));
        });
        same &= !reported;
    }
    if !by_crate && ways.iter().any(|way| !way.is_twin) {
        print(format_args!("{id} ({file}, {profile}): no way into the crate runs it"));
        same = false;
    }
    same
}

/// Prints a line past the capture of the test harness: the counts are shown of a passing run too.
fn print(line: Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Cuts two long texts to where they first differ.
fn shorten(got: &str, wanted: &str) -> (String, String) {
    let equal = got.chars().zip(wanted.chars()).take_while(|(a, b)| a == b);
    let equal = equal.count();
    let from = if equal > SHOWN / 2 { equal - SHOWN / 4 } else { 0 };
    let cut = |text: &str| {
        let mut piece: String = text.chars().skip(from).take(SHOWN).collect();
        if from > 0 {
            piece.insert_str(0, "...");
        }
        if text.chars().count() > from + SHOWN {
            piece.push_str("...");
        }
        piece
    };
    (cut(got), cut(wanted))
}
