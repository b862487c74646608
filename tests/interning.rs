//! Parsers that have an interner: keys are what the input says, whatever is cached, and are there
//! once.

use bytes::BytesMut;
use linecut::http1::{Parser, ParserBuilder, Response};
use linecut::{Interner, SmallBytes, ltsv};

const LONG: [&str; 3] = [
    "X-A-Header-Name-Of-More-Than-23-Bytes",
    "X-A-Header-Name-Of-More-Than-24-Bytes",
    "Strict-Transport-Security-Report",
];

fn parse(parser: &mut Parser, head: &str) -> Response {
    parser.parse_response(&mut BytesMut::from(head)).unwrap().unwrap()
}

fn head(names: &[&str]) -> String {
    let fields: String = names.iter().map(|name| format!("{name}: 1\r\n")).collect();
    format!("HTTP/1.1 200 OK\r\n{fields}\r\n")
}

fn assert_keys(response: &Response) {
    let keys = response.headers().keys().expect("the parser has an interner");
    assert!(response.headers().iter().map(|(name, _)| name).eq(keys.iter().map(|key| &key[..])));
}

#[test]
fn heads_have_their_names_as_keys() {
    let mut parser = ParserBuilder::strict().interner(Interner::with_seed(1)).build();
    let (a, b) =
        (head(&["Server", LONG[0], LONG[1]]), head(&["server", LONG[1], LONG[0], LONG[0]]));
    let first = parse(&mut parser, &a);
    let other = parse(&mut parser, &b);
    let again = parse(&mut parser, &a);
    let mut none = parse(&mut parser, "HTTP/1.1 204 No Content\r\n\r\n");
    [&first, &other, &again, &none].into_iter().for_each(assert_keys);
    let keys = |response: &Response| response.headers().keys().unwrap().as_ptr();
    assert_eq!(keys(&first), keys(&again), "one list");
    assert_ne!(keys(&first), keys(&other), "names keep their case and order");
    // Two names, kept once each, however many lists they are in.
    let stats = parser.interner().unwrap().stats();
    assert_eq!((parser.interner().unwrap().len(), stats.misses), (2, 2));
    // A cut head has keys as well, compact headers keep theirs, and so do clones.
    none = parse(&mut parser, &a);
    let mut headers = none.into_headers();
    headers.compact();
    assert_eq!(headers.clone().keys().unwrap(), first.headers().keys().unwrap());
    let key: SmallBytes = headers.keys().unwrap()[1].clone();
    assert!(key.is_shared() && key.referenced_len() == key.len(), "a name's root is its own");
    let plain = Response::parse(a.as_bytes()).unwrap().unwrap();
    assert!(plain.headers().keys().is_none());
}

#[test]
fn changing_names_stay_right_and_bounded() {
    let mut parser =
        ParserBuilder::lenient().interner(Interner::with_seed(1).max_entries(16)).build();
    for i in 0..2000 {
        let name = format!("X-A-Name-That-Comes-But-Once-{i}");
        let names = [LONG[i % 3], &name, LONG[i * 7 % 3]];
        assert_keys(&parse(&mut parser, &head(&names[..1 + i % 3])));
    }
    assert!(parser.interner().unwrap().len() <= 16);
}

#[test]
fn lists_of_labels_are_made_of_interned_keys() {
    let mut builder = ltsv::ReaderBuilder::new();
    builder.interner(Interner::with_seed(1));
    let long = "a_label_of_more_than_23_bytes";
    let log = format!("{long}:1\ta:2\n{long}:1\tb:2\n").repeat(2);
    let mut reader = builder.from_reader(log.as_bytes());
    let mut record = ltsv::Record::new();
    let mut keys = Vec::new();
    while reader.read_record(&mut record).unwrap() {
        keys.extend(record.shared_labels().map(|labels| labels.keys().to_vec()));
    }
    assert_eq!(keys, [[long, "a"], [long, "b"]]);
    assert_eq!(keys[0][0].as_ptr(), keys[1][0].as_ptr(), "kept once");
    let interner = reader.interner().unwrap();
    assert_eq!((interner.len(), interner.stats().hits, interner.stats().misses), (1, 1, 1));
}
