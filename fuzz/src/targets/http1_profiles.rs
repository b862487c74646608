//! The strict and the lenient profile, and one between them, with every scanner backend: what strict
//! accepts the others read the same, without a defect; and a profile accepts what the lenient one
//! accepts if it forgives all the defects, else its error is where the first of the others is. The
//! defects are the twin's.
//!
//! Input: what the head is (a byte), which switch or pair of switches is on (a byte); then the head.

use std::sync::LazyLock;

use linecut::http1::ParserBuilder;

use super::choices::{Choices, bounded};
use crate::conformance::lines::check_origin;
use crate::conformance::switches::{Profile, singles_and_pairs};
use crate::conformance::{faults, read};
use crate::naive::http1::{Defect, Outcome, What, head};
use crate::ways::with_each_backend;

const BOM: &[u8] = b"\xEF\xBB\xBF";

static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(singles_and_pairs);

/// Runs one input.
pub fn target(data: &[u8]) {
    let mut choices = Choices::new(data);
    let what = choices.pick(&[What::Response, What::Request, What::Headers]);
    let profile = &PROFILES[choices.below(PROFILES.len())];
    let input = bounded(choices.rest(), 1024, 40, |byte| byte == b'\n');
    let defects = match head(input, what, false) {
        Outcome::Ok(head) | Outcome::Eof(head) => head.defects,
        _ => Vec::new(),
    };
    with_each_backend(|_| {
        let known = Known {
            input,
            what,
            strict: read::strict(input, what),
            lenient: read::whole(&ParserBuilder::lenient(), input, what),
            defects: defects.clone(),
        };
        known.lists_the_defects();
        known.accepted_by_strict();
        known.check(profile, &read::whole(&profile.builder, input, what));
    });
}

/// An input, and what the two profiles make of it.
#[derive(Debug)]
struct Known<'a> {
    input: &'a [u8],
    what: What,
    strict: Outcome,
    lenient: Outcome,
    /// Of the lenient head, also of a bare section.
    defects: Vec<Defect>,
}

impl Known<'_> {
    /// A bare section does not tell its defects.
    fn lists_the_defects(&self) {
        if let (Outcome::Ok(head) | Outcome::Eof(head), true) =
            (&self.lenient, self.what != What::Headers)
        {
            assert_eq!(head.defects, self.defects, "{self:?}");
        }
    }

    fn accepted_by_strict(&self) {
        if let Outcome::Ok(head) = &self.strict {
            assert!(head.defects.is_empty() && self.defects.is_empty(), "{self:?}");
            assert_eq!(self.lenient, self.strict, "{self:?}");
        }
    }

    fn check(&self, profile: &Profile, got: &Outcome) {
        let message = || format!("{}: {self:?}\ngot {got:?}", profile.name);
        if let Outcome::Ok(_) = &self.strict {
            assert_eq!(*got, self.strict, "{}", message());
        }
        if self.begins_with_a_name_of_bom(profile) {
            return;
        }
        let due = faults::due(self.input, &self.defects, profile);
        match (got, &self.lenient) {
            (Outcome::Ok(head), Outcome::Ok(lenient))
            | (Outcome::Eof(head), Outcome::Eof(lenient)) => {
                let forgiven = self.defects.iter().all(|defect| profile.forgives(defect.0));
                assert!(forgiven && head == lenient, "{}", message());
                check_origin(self.input, head, &self.defects, &message());
            }
            (Outcome::Err(_, at), Outcome::Ok(_) | Outcome::Eof(_)) => {
                assert_eq!(Some(*at), due, "{}", message());
            }
            (Outcome::Err(_, at), Outcome::Err(_, end)) => assert!(at <= end, "{}", message()),
            (Outcome::Err(..) | Outcome::Partial, Outcome::Partial) => {}
            (Outcome::Partial, Outcome::Eof(_)) => {
                assert!(!profile.has("bare_lf") || due.is_some(), "{}", message());
            }
            _ => panic!("{}", message()),
        }
    }

    /// A mark that is not taken off a bare section begins its first line. Where any bytes may do so,
    /// that line is another than the one that the lenient profile reads.
    fn begins_with_a_name_of_bom(&self, profile: &Profile) -> bool {
        self.what == What::Headers
            && self.input.starts_with(BOM)
            && !profile.has("bom")
            && (profile.has("non_token_names") || profile.has("lines_without_colon"))
    }
}
