//! Two parsers side by side: what both say of an input, and the table of what they may differ in.

use ::httparse::{Error, ParserConfig};
use linecut::http1::ParserBuilder;

use super::assembled;
use super::corpus::{self, Sample};
use super::httparse::theirs;
use super::mutate::mutants;
use super::read;
use super::report::{Counts, Table, show};
use crate::naive::http1::{Head, Outcome, What};

/// What httparse says.
#[derive(Debug)]
pub enum Theirs {
    Head(Head),
    More,
    Refused(Error),
}

/// What both say of an input.
pub struct Pair<'a> {
    pub input: &'a [u8],
    pub ours: Outcome,
    pub theirs: Theirs,
}

impl Pair<'_> {
    /// Our error if it is of this kind and httparse has none.
    pub fn only_we_refuse(&self, due: &str) -> Option<usize> {
        match (&self.ours, &self.theirs) {
            (_, Theirs::Refused(_)) => None,
            (Outcome::Err(kind, at), _) => (*kind == due).then_some(*at as usize),
            _ => None,
        }
    }

    /// httparse's error if we have none.
    pub fn only_they_refuse(&self) -> Option<Error> {
        match (&self.ours, &self.theirs) {
            (Outcome::Err(..), _) => None,
            (_, Theirs::Refused(error)) => Some(*error),
            _ => None,
        }
    }

    /// The lines, with their line ends, that follow any empty ones.
    pub fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let empty = self.input.iter().take_while(|byte| b"\r\n".contains(byte)).count();
        self.input[empty..].split_inclusive(|byte| *byte == b'\n')
    }

    /// The start line, or what there is of it.
    pub fn start_line(&self) -> &[u8] {
        self.lines().next().unwrap_or_default()
    }
}

/// An input that shows a difference.
pub enum Example {
    Request(&'static [u8]),
    Response(&'static [u8]),
    /// The lines behind a start line, of either.
    Lines(&'static [u8]),
}

impl Example {
    /// The whole input, if there is one of this kind.
    fn input(&self, what: What) -> Option<Vec<u8>> {
        match (self, what) {
            (Self::Request(input), What::Request) | (Self::Response(input), What::Response) => {
                Some(input.to_vec())
            }
            (Self::Lines(lines), What::Request) => Some([b"GET / HTTP/1.1\r\n", *lines].concat()),
            (Self::Lines(lines), _) => Some([b"HTTP/1.1 200 OK\r\n", *lines].concat()),
            _ => None,
        }
    }

    /// As text for a table.
    fn show(&self) -> String {
        let (Self::Request(bytes) | Self::Response(bytes) | Self::Lines(bytes)) = self;
        format!("`{}`", bytes.escape_ascii())
    }
}

/// A difference in what is accepted.
pub struct Difference {
    pub name: &'static str,
    pub rule: &'static str,
    pub example: Example,
    pub accepts: &'static str,
    pub sees: fn(&Pair<'_>) -> bool,
}

/// A difference in what is given out where both accept: makes the two equal, and tells whether they
/// differed in this.
pub struct Amendment {
    pub name: &'static str,
    pub rule: &'static str,
    pub example: Example,
    pub amend: fn(&[u8], &mut Head, &mut Head) -> bool,
}

/// Two configurations to be held side by side.
pub struct Comparison {
    pub title: &'static str,
    pub ours: ParserBuilder,
    pub theirs: ParserConfig,
    pub whats: &'static [What],
    pub differences: &'static [&'static [Difference]],
    pub amendments: &'static [&'static [Amendment]],
}

/// How an input fared that both say the same of.
const BOTH_ACCEPT: &str = "both accept and read the same";
const BOTH_REFUSE: &str = "both refuse";
const BOTH_WANT_MORE: &str = "both want more";

impl Comparison {
    /// Holds both to one input; gives what came of it.
    fn judge(&self, sample: &Sample, counts: &mut Counts) -> &'static str {
        let input = &sample.bytes[..];
        let pair = Pair {
            input,
            ours: read::whole(&self.ours, input, sample.what),
            theirs: theirs(&self.theirs, input, sample.what),
        };
        match (&pair.ours, &pair.theirs) {
            (Outcome::Ok(ours), Theirs::Head(theirs))
                if self.same_head(input, ours, theirs, counts) =>
            {
                return BOTH_ACCEPT;
            }
            (Outcome::Err(..), Theirs::Refused(_)) => return BOTH_REFUSE,
            (Outcome::Partial, Theirs::More) => return BOTH_WANT_MORE,
            _ => {}
        }
        let mut all = self.differences.iter().copied().flatten();
        let Some(one) = all.find(|difference| (difference.sees)(&pair)) else {
            panic!(
                "{}: {} of {}: no difference of the table: ours {:?}, theirs {:?}",
                self.title,
                sample.name,
                show(&input[..input.len().min(3000)]),
                pair.ours,
                pair.theirs
            );
        };
        one.name
    }

    /// Whether both heads are the same, but for what is amended.
    fn same_head(&self, input: &[u8], ours: &Head, theirs: &Head, counts: &mut Counts) -> bool {
        let (mut ours, mut theirs) = (ours.clone(), theirs.clone());
        ours.defects.clear(); // theirs are not told
        let mut seen = Vec::new();
        for amendment in self.amendments.iter().copied().flatten() {
            if (amendment.amend)(input, &mut ours, &mut theirs) {
                seen.push(amendment.name);
            }
        }
        let same = ours == theirs;
        if same {
            seen.into_iter().for_each(|name| counts.add(name));
        }
        same
    }

    /// Holds both to all inputs, and prints what they differ in, a column for each corpus.
    pub fn run(&self, corpora: &[Corpus]) {
        self.run_examples();
        let mut columns = Vec::new();
        for corpus in corpora {
            let mut counts = Counts::default();
            let inputs = corpus.inputs.iter().filter(|sample| self.whats.contains(&sample.what));
            for sample in inputs {
                let judged = self.judge(sample, &mut counts);
                counts.add(judged);
                counts.add("inputs");
            }
            columns.push(counts);
        }
        let mut head = vec!["difference", "rule", "example", "accepted by"];
        head.extend(corpora.iter().map(|corpus| corpus.name));
        let mut table = Table::new(self.title, &head);
        let mut row = |name: &str, rule: &str, example: String, accepts: &str| {
            let counts: Vec<u64> = columns.iter().map(|counts| counts.of(name)).collect();
            let mut cells: Vec<&dyn ToString> = vec![&name, &rule, &example, &accepts];
            cells.extend(counts.iter().map(|count| count as &dyn ToString));
            table.row(&cells);
        };
        for one in self.differences.iter().copied().flatten() {
            row(one.name, one.rule, one.example.show(), one.accepts);
        }
        for one in self.amendments.iter().copied().flatten() {
            row(one.name, one.rule, one.example.show(), "both");
        }
        for sum in ["inputs", BOTH_ACCEPT, BOTH_REFUSE, BOTH_WANT_MORE] {
            row(sum, "", String::new(), "");
        }
        table.print();
    }

    /// Runs the example of every difference: it is seen as that.
    fn run_examples(&self) {
        let differences = self.differences.iter().copied().flatten();
        let amendments = self.amendments.iter().copied().flatten();
        let all = differences.map(|one| (one.name, &one.example));
        for (name, example) in all.chain(amendments.map(|one| (one.name, &one.example))) {
            for what in self.whats {
                let Some(bytes) = example.input(*what) else { continue };
                let sample = Sample { name: name.to_string(), what: *what, bytes };
                let mut counts = Counts::default();
                let judged = self.judge(&sample, &mut counts);
                assert!(judged == name || counts.of(name) == 1, "{}: {name}", self.title);
            }
        }
    }
}

/// Inputs of one origin.
pub struct Corpus {
    name: &'static str,
    inputs: Vec<Sample>,
}

/// The heads of all collections, each whole, and changed heads of the fixtures.
pub fn corpora(seed: u64, changed: usize) -> Vec<Corpus> {
    let fixtures = corpus::each_head(&corpus::fixtures());
    let mut captured = corpus::each_head(&corpus::captured());
    captured.extend(corpus::captured_requests());
    let assembled = assembled::heads(seed, changed);
    let changed = mutants(&fixtures, seed, changed).collect();
    let mut corpora = vec![
        Corpus { name: "cases", inputs: corpus::cases() },
        Corpus { name: "fixtures", inputs: fixtures },
        Corpus { name: "captured", inputs: captured },
        Corpus { name: "changed heads", inputs: changed },
        Corpus { name: "heads of odd lines", inputs: assembled },
    ];
    corpora.retain(|corpus| !corpus.inputs.is_empty());
    corpora
}
