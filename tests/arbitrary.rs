//! Generated lines and heads: valid ones are read as what they tell, nearly valid ones are near
//! misses of every kind.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::Deref;

use arbitrary::{Arbitrary, Unstructured};
use linecut::arbitrary::{
    Http1Request, Http1Response, LtsvLine, Mutation, NearlyHttp1Request, NearlyHttp1Response,
    NearlyLtsvLine,
};
use linecut::http1::{Headers, ParserBuilder, Request, Response};
use linecut::ltsv::{self, Record};

const SEEDS: u64 = if cfg!(debug_assertions) { 4_000 } else { 40_000 };

/// Data as a fuzzer has it: of any length, most of it not random at all.
fn data(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 24
    };
    let len = [0, 4, 40, 400, 4000][seed as usize % 5];
    let style = next() % 4;
    (0..len + next() % (len + 1))
        .map(|_| match style {
            0 => b"\t\n\r\0: ,a"[next() as usize % 8],
            _ => next() as u8,
        })
        .collect()
}

/// Every seed's value, both ways that `Arbitrary` has.
fn each<T: for<'a> Arbitrary<'a> + Debug + Clone + Deref<Target = [u8]>>(check: impl Fn(&T)) {
    for seed in 0..SEEDS {
        let data = data(seed);
        let made = T::arbitrary(&mut Unstructured::new(&data)).expect("any data makes a value");
        check(&made);
        check(&T::arbitrary_take_rest(Unstructured::new(&data)).expect("any data makes a value"));
    }
}

#[test]
fn valid_lines_are_read_as_what_they_tell() {
    each(|line: &LtsvLine| {
        let record = Record::parse(line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        let read = record.iter().map(|(label, value)| (label, value.as_bytes()));
        assert!(line.fields().eq(read), "{line:?}");
        assert_eq!(record.is_terminated(), line.is_terminated());
        assert_eq!(line.is_terminated(), line.len() > line.content().len());
        assert!(line.starts_with(line.content()));
        assert_eq!(line.clone().into_bytes(), line.as_bytes());
        assert_eq!(Vec::from(line.clone()), line.as_ref());
    });
}

fn same_fields<'a>(
    headers: &'a Headers,
    told: impl ExactSizeIterator<Item = (&'a [u8], &'a [u8])>,
) -> bool {
    told.eq(headers.iter().map(|(name, value)| (name, value.as_bytes())))
}

#[test]
fn valid_requests_are_read_as_what_they_tell() {
    each(|head: &Http1Request| {
        let request = Request::parse(&head[..]).unwrap_or_else(|error| panic!("{error}: {head:?}"));
        let request = request.unwrap_or_else(|| panic!("not whole: {head:?}"));
        assert_eq!(request.method(), head.method());
        assert_eq!(request.target(), head.target());
        assert_eq!(request.version(), head.version());
        assert!(same_fields(request.headers(), head.fields()), "{head:?}");
        assert_eq!(request.head_len(), head.len());
    });
}

#[test]
fn valid_responses_are_read_as_what_they_tell() {
    each(|head: &Http1Response| {
        let response =
            Response::parse(&head[..]).unwrap_or_else(|error| panic!("{error}: {head:?}"));
        let response = response.unwrap_or_else(|| panic!("not whole: {head:?}"));
        assert_eq!(response.status(), head.status());
        assert_eq!(response.reason(), head.reason());
        assert_eq!(response.version(), head.version());
        assert!(same_fields(response.headers(), head.fields()), "{head:?}");
        assert_eq!(response.head_len(), head.len());
    });
}

/// What many values of a nearly valid kind have been.
#[derive(Debug, Default)]
struct Seen {
    values: u32,
    refused: u32,
    unlike: u32,
    by_mutation: BTreeMap<Mutation, u32>,
}

impl Seen {
    fn note(&mut self, refused: bool, unlike: bool, mutations: &[Mutation]) {
        assert!((1..=3).contains(&mutations.len()));
        self.values += 1;
        self.refused += u32::from(refused);
        self.unlike += u32::from(unlike);
        for mutation in mutations {
            *self.by_mutation.entry(*mutation).or_default() += 1;
        }
    }

    /// Most are refused, nearly none is as it was, every mutation comes often.
    fn check(&self, mutations: usize) {
        assert!(self.refused * 10 > self.values * 6, "{self:?}");
        assert!(self.refused * 100 < self.values * 99, "{self:?}");
        assert!(self.unlike * 100 > self.values * 99, "{self:?}");
        assert_eq!(self.by_mutation.len(), mutations, "{self:?}");
        assert!(self.by_mutation.values().all(|n| n * 100 > self.values), "{self:?}");
    }
}

#[test]
fn nearly_valid_lines_are_near_misses_of_every_kind() {
    let seen = std::cell::RefCell::new(Seen::default());
    each(|line: &NearlyLtsvLine| {
        let refused = Record::parse(line).is_err();
        let unlike = line.as_bytes() != line.valid().as_bytes();
        seen.borrow_mut().note(refused, unlike, line.mutations());
        // A mutation hurts its own place: at most three lines come of it, and most fields stay.
        let lines = ltsv::records(line);
        let kept: usize =
            lines.map(|record| record.expect("lenient").fields().flatten().count()).sum();
        if !line.mutations().contains(&Mutation::Cut) {
            assert!(kept + 3 >= line.valid().fields().len(), "{line:?}");
        }
    });
    seen.borrow().check(10);
}

#[test]
fn nearly_valid_heads_are_near_misses_of_every_kind() {
    let seen = std::cell::RefCell::new((Seen::default(), Seen::default()));
    each(|head: &NearlyHttp1Request| {
        let refused = !matches!(Request::parse(&head[..]), Ok(Some(_)));
        let unlike = head.as_bytes() != head.valid().as_bytes();
        seen.borrow_mut().0.note(refused, unlike, head.mutations());
        let _ = ParserBuilder::lenient().build().parse_request(&mut (&head[..]).into());
    });
    each(|head: &NearlyHttp1Response| {
        let refused = !matches!(Response::parse(&head[..]), Ok(Some(_)));
        let unlike = head.as_bytes() != head.valid().as_bytes();
        seen.borrow_mut().1.note(refused, unlike, head.mutations());
    });
    seen.borrow().0.check(13);
    seen.borrow().1.check(13);
}

#[test]
fn the_least_size_is_enough_and_told() {
    fn least<T: for<'a> Arbitrary<'a>>() -> usize {
        let (least, most) = T::size_hint(0);
        assert_eq!(most, None, "values go on as long as there is data");
        least
    }
    assert_eq!(least::<LtsvLine>() + 3, least::<NearlyLtsvLine>());
    assert_eq!(least::<Http1Request>() + 3, least::<NearlyHttp1Request>());
    assert_eq!(least::<Http1Response>() + 3, least::<NearlyHttp1Response>());
    for seed in 0..200 {
        // No value takes less than the hint says.
        let data = data(5 * seed + 3);
        let mut u = Unstructured::new(&data);
        let before = u.len();
        LtsvLine::arbitrary(&mut u).expect("any data makes a value");
        assert!(before - u.len() >= least::<LtsvLine>());
        let mut u = Unstructured::new(&data);
        Http1Request::arbitrary(&mut u).expect("any data makes a value");
        assert!(before - u.len() >= least::<Http1Request>());
        let mut u = Unstructured::new(&data);
        Http1Response::arbitrary(&mut u).expect("any data makes a value");
        assert!(before - u.len() >= least::<Http1Response>());
    }
}

#[test]
fn debug_shows_the_bytes() {
    let data = data(3);
    let line = NearlyLtsvLine::arbitrary(&mut Unstructured::new(&data)).expect("a value");
    let shown = format!("{line:?}");
    assert!(
        shown.starts_with("NearlyLtsvLine(b\"") && shown.contains(" of LtsvLine(b\""),
        "{shown}"
    );
    assert!(shown.contains(&line.escape_ascii().to_string()), "{shown}");
    let head = Http1Response::arbitrary(&mut Unstructured::new(&data)).expect("a value");
    assert!(format!("{head:?}").starts_with("Http1Response(b\"HTTP/1."));
}
