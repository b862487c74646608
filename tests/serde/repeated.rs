//! Labels that stand twice, asked for as one value and as many.

use std::collections::BTreeMap;

use linecut::serde::{DeserializeError, DeserializeErrorKind, DeserializeOptions, Duplicates};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::record;

fn ask<T: DeserializeOwned>(duplicates: Duplicates, line: &str) -> Result<T, DeserializeError> {
    let mut options = DeserializeOptions::new();
    options.duplicates(duplicates).deserialize(&record(line))
}

const FORGED: &str = "status:500\tua:x\tstatus:200\tstatus:404";

#[test]
fn one_value_is_refused_or_chosen() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Hit<T> {
        status: T,
    }
    fn chosen<T: DeserializeOwned + PartialEq + std::fmt::Debug>(first: T, last: T) {
        let error = ask::<Hit<T>>(Duplicates::Error, FORGED).unwrap_err();
        assert_eq!(*error.kind(), DeserializeErrorKind::DuplicateLabel { first: 0 });
        assert_eq!((error.label(), error.offset()), (Some(&b"status"[..]), 16));
        assert_eq!(ask::<Hit<T>>(Duplicates::First, FORGED).unwrap().status, first);
        assert_eq!(ask::<Hit<T>>(Duplicates::Last, FORGED).unwrap().status, last);
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Code(u16);
    #[derive(Deserialize, Debug, PartialEq)]
    enum Status {
        #[serde(rename = "500")]
        Internal,
        #[serde(rename = "404")]
        NotFound,
    }
    chosen::<u16>(500, 404);
    chosen::<String>("500".into(), "404".into());
    chosen::<Option<f64>>(Some(500.0), Some(404.0));
    chosen::<linecut::SmallBytes>("500".into(), "404".into());
    chosen(Code(500), Code(404));
    chosen(Status::Internal, Status::NotFound);
}

#[test]
fn a_map_has_each_label_once() {
    type Map = BTreeMap<String, String>;
    let error = ask::<Map>(Duplicates::Error, FORGED).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1: status at byte 16: label is not unique, first at byte 0"
    );
    let first = ask::<Map>(Duplicates::First, FORGED).unwrap();
    assert_eq!((first.len(), &*first["status"], &*first["ua"]), (2, "500", "x"));
    assert_eq!(ask::<Map>(Duplicates::Last, FORGED).unwrap()["status"], "404");
}

#[test]
fn a_sequence_has_them_all() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Hit {
        status: Vec<u16>,
        ua: Vec<String>,
        #[serde(default)]
        none: Vec<String>,
    }
    let due = Hit { status: vec![500, 200, 404], ua: vec!["x".into()], none: vec![] };
    for duplicates in [Duplicates::Error, Duplicates::First, Duplicates::Last] {
        assert_eq!(ask::<Hit>(duplicates, FORGED).unwrap(), due);
    }
    let maps: BTreeMap<String, Vec<u16>> = ask(Duplicates::Error, "a:1\tb:2\ta:3").unwrap();
    assert_eq!((&*maps["a"], &*maps["b"]), (&[1, 3][..], &[2][..]));
    let some: BTreeMap<String, Option<Vec<u16>>> = ask(Duplicates::Error, "a:1\tb:-\ta:3").unwrap();
    assert_eq!((some["a"].as_deref(), some["b"].as_deref()), (Some(&[1, 3][..]), None));
    let each: BTreeMap<String, Vec<Option<u16>>> = ask(Duplicates::Error, "a:1\ta:-").unwrap();
    assert_eq!(each["a"], [Some(1), None]);
}

#[test]
fn an_array_has_as_many_as_it_says() {
    type Map<T> = BTreeMap<String, T>;
    assert_eq!(ask::<Map<[u8; 2]>>(Duplicates::Error, "a:1\ta:2").unwrap()["a"], [1, 2]);
    assert_eq!(ask::<Map<(u8, char)>>(Duplicates::Error, "a:1\ta:x").unwrap()["a"], (1, 'x'));
    assert_eq!(ask::<Map<[u8; 1]>>(Duplicates::Error, "a:1").unwrap()["a"], [1]);
    for line in ["a:1", "a:1\ta:2\ta:3"] {
        let error = ask::<Map<[u8; 2]>>(Duplicates::Error, line).unwrap_err();
        assert_eq!(error.label(), Some(&b"a"[..]), "{error}");
    }
    assert!(ask::<Map<[u8; 0]>>(Duplicates::Error, "a:1").is_err());
}

#[test]
fn a_bad_element_is_named_by_its_own_place() {
    type Map = BTreeMap<String, Vec<u8>>;
    let error = ask::<Map>(Duplicates::Error, "a:1\tb:2\ta:x").unwrap_err();
    assert_eq!(error.to_string(), "line 1: a at byte 10: invalid digit found in string");
    let error = ask::<BTreeMap<String, u8>>(Duplicates::Last, "a:1\tb:2\ta:x").unwrap_err();
    assert_eq!(error.offset(), 10);
}

#[test]
fn many_labels_are_one_chain_each() {
    let mut line = String::new();
    for index in 0..3000 {
        line += &format!("k{}:{index}\t", index % 1000);
    }
    let map: BTreeMap<String, Vec<u32>> = ask(Duplicates::Error, line.trim_end()).unwrap();
    assert_eq!(map.len(), 1000);
    for (index, values) in (0..1000).map(|index| (index, &map[&format!("k{index}")])) {
        assert_eq!(**values, [index, index + 1000, index + 2000]);
    }
}

#[test]
fn labels_that_look_alike_are_not_the_same() {
    let alike = "request_a_time:1\trequest_b_time:2\tlabel_one:3\tlXbel_one:4";
    let map: BTreeMap<String, u8> = ask(Duplicates::Error, alike).unwrap();
    assert_eq!((map.len(), map["label_one"], map["lXbel_one"]), (4, 3, 4));
    let twice = format!("{alike}\tlXbel_one:5");
    assert!(ask::<BTreeMap<String, u8>>(Duplicates::Error, &twice).is_err());
}
