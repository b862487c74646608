//! One head by every way in and with every scanner backend, against the naive twin; and beside
//! httparse, with what the two may differ in.
//!
//! Input: the head, which is read as a request, as a response and as a field section.

use ::httparse::ParserConfig;
use linecut::__internal::head_positions;
use linecut::http1::ParserBuilder;

use super::choices::bounded;
use crate::conformance::httparse::{CUT_NAMES, START_LINES, STRICT, theirs};
use crate::conformance::read;
use crate::conformance::side_by_side::{Pair, Theirs};
use crate::naive::http1::{Defect, Head, Outcome, What, head};
use crate::ways::{http1, with_each_backend};

/// Runs one input.
pub fn target(data: &[u8]) {
    let bytes = bounded(data, 2048, 40, |byte| byte == b'\n');
    let mut positions = Vec::new();
    with_each_backend(|backend| positions.push((backend, head_positions(bytes))));
    let judge = positions.iter().find(|(backend, _)| *backend == "portable").expect("always there");
    for (backend, (lines, end)) in &positions {
        // A TAB and another TAB or CR may be taken for a line end that is none.
        let gives_up = *end == Err("unsure")
            && judge.1.0.starts_with(lines)
            && bytes.windows(2).any(|pair| pair == b"\t\t" || pair == b"\t\r");
        let same = (lines, end) == (&judge.1.0, &judge.1.1);
        // Some look whether there is room once a block.
        let full = [end, &judge.1.1].contains(&&Err("full"));
        assert!(same || gives_up || full, "{backend}, positions");
    }
    for what in [What::Request, What::Response] {
        strict(bytes, what);
        lenient(bytes, what);
        beside_httparse(bytes, what);
    }
    section(bytes);
}

fn strict(bytes: &[u8], what: What) {
    let due = head(bytes, what, true);
    let begin = bytes.iter().position(|byte| !b"\r\n".contains(byte)).unwrap_or(bytes.len());
    let is_response = bytes[begin..].starts_with(b"HTTP/");
    with_each_backend(|backend| {
        let pushed = http1::pushed(http1::profile(true), [bytes], what, true);
        assert_eq!(pushed, due, "{backend}, parser, {what:?}");
        assert_eq!(http1::owned(bytes, what), due, "{backend}, owned, {what:?}");
        if is_response == (what == What::Response) {
            assert_eq!(http1::borrowed(bytes), due, "{backend}, borrowed, {what:?}");
        }
    });
}

fn lenient(bytes: &[u8], what: What) {
    let due = head(bytes, what, false);
    with_each_backend(|backend| {
        let pushed = http1::pushed(http1::profile(false), [bytes], what, false);
        assert_eq!(pushed, due, "{backend}, lenient parser, {what:?}");
    });
    if let (Outcome::Ok(head), What::Response) = (&due, what) {
        few_defects(bytes, &head.defects);
    }
}

/// A parser that lists one defect counts them all.
fn few_defects(bytes: &[u8], due: &[Defect]) {
    let mut parser = ParserBuilder::lenient().max_defects(1).build();
    let head = parser.parse_response(&mut bytes.into()).unwrap().unwrap();
    assert_eq!(head.defects().len(), due.len().min(1));
    let listed = head.defects().iter().map(|d| (d.kind.name(), d.span.start, d.span.end));
    assert!(listed.into_iter().all(|defect| due.contains(&defect)));
    assert_eq!(head.defect_count(), due.len() as u64);
}

/// A field section by itself, which does not tell its defects.
fn section(bytes: &[u8]) {
    for strict in [true, false] {
        let mut due = head(bytes, What::Headers, strict);
        if let Outcome::Ok(head) | Outcome::Eof(head) = &mut due {
            head.defects.clear();
        }
        let pushed = http1::pushed(http1::profile(strict), [bytes], What::Headers, strict);
        assert_eq!(pushed, due, "section, strict {strict}");
        match due {
            Outcome::Ok(head) if strict => assert_eq!(http1::lines(bytes), Ok(head.fields)),
            Outcome::Err(kind, offset) if strict => {
                assert_eq!(http1::lines(bytes), Err((kind, offset)));
            }
            _ => {}
        }
    }
}

/// The strict profile and httparse as it comes: the same, or one of the differences that the
/// conformance tests list.
fn beside_httparse(input: &[u8], what: What) {
    let ours = read::whole(&ParserBuilder::strict(), input, what);
    let theirs = theirs(&ParserConfig::default(), input, what);
    let pair = Pair { input, ours, theirs };
    let same = match (&pair.ours, &pair.theirs) {
        (Outcome::Ok(ours), Theirs::Head(theirs)) => same_head(input, ours.clone(), theirs.clone()),
        (Outcome::Err(..), Theirs::Refused(_)) | (Outcome::Partial, Theirs::More) => true,
        _ => false,
    };
    let mut known = STRICT.iter().chain(CUT_NAMES);
    assert!(
        same || known.any(|difference| (difference.sees)(&pair)),
        "{what:?}: ours {:?}, theirs {:?}",
        pair.ours,
        pair.theirs
    );
}

fn same_head(input: &[u8], mut ours: Head, mut theirs: Head) -> bool {
    for amendment in START_LINES {
        (amendment.amend)(input, &mut ours, &mut theirs);
    }
    ours == theirs
}
