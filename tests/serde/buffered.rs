//! What serde buffers before it knows the types: behind `flatten`, in tagged and untagged enums.

use std::collections::BTreeMap;

use linecut::serde::{DeserializeOptions, Duplicates, from_text};
use serde::{Deserialize, Serialize};

use crate::record;

#[derive(Deserialize, Serialize, Debug, PartialEq, Default)]
#[serde(default)]
struct Timing {
    #[serde(deserialize_with = "from_text")]
    reqtime: f64,
    #[serde(deserialize_with = "from_text")]
    apptime: Option<f64>,
    #[serde(deserialize_with = "from_text")]
    ok: bool,
    #[serde(deserialize_with = "from_text")]
    upstream: Vec<u16>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Hit<T> {
    status: u16,
    #[serde(flatten)]
    rest: T,
}

#[test]
fn text_behind_flatten_is_text() {
    let record = record("status:200\tzip:00501\tnone:-");
    let hit: Hit<BTreeMap<String, String>> = record.deserialize().unwrap();
    assert_eq!((hit.status, &*hit.rest["zip"], &*hit.rest["none"]), (200, "00501", "-"));
    let hit: Hit<BTreeMap<&str, &str>> = record.deserialize().unwrap();
    assert_eq!(hit.rest["zip"], "00501");
}

#[test]
fn numbers_behind_flatten_come_by_from_text() {
    let line = "status:200\treqtime:0.021\tapptime:-\tok:true\tupstream:1\tupstream:2";
    let hit: Hit<Timing> = record(line).deserialize().unwrap();
    let timing = Timing { reqtime: 0.021, apptime: None, ok: true, upstream: vec![1, 2] };
    assert_eq!(hit, Hit { status: 200, rest: timing });
    let hit: Hit<Timing> = record("status:200\tupstream:3\tapptime:1").deserialize().unwrap();
    assert_eq!((hit.rest.apptime, hit.rest.upstream), (Some(1.0), vec![3]));
    let error = record("status:200\treqtime:12abc").deserialize::<Hit<Timing>>().unwrap_err();
    assert_eq!(error.to_string(), "line 1: invalid float literal at byte 0");
}

#[test]
fn numbers_behind_flatten_say_what_helps() {
    #[derive(Deserialize, Debug)]
    struct Bare {
        #[expect(dead_code)]
        reqtime: f64,
    }
    let error = record("status:200\treqtime:0.021").deserialize::<Hit<Bare>>().unwrap_err();
    assert!(error.to_string().contains("linecut::serde::from_text"), "{error}");
}

#[test]
fn repeats_and_bytes_behind_flatten_cost_only_who_asks() {
    let line = b"status:200\tdup:1\tdup:2\tua:\xff\treqtime:1";
    let hit: Hit<Timing> = record(line).deserialize().unwrap();
    assert_eq!(hit.rest.reqtime, 1.0);
    let twice = record("status:200\treqtime:1\treqtime:2");
    let error = twice.deserialize::<Hit<Timing>>().unwrap_err();
    let due = "line 1: reqtime at byte 21: label is not unique, first at byte 11";
    assert_eq!(error.to_string(), due);
    // With more than one such label it might be either.
    let both = record("status:200\treqtime:1\treqtime:2\tx:\tx:");
    let error = both.deserialize::<Hit<Timing>>().unwrap_err();
    assert_eq!(error.to_string(), "line 1: label is not unique, and f64 is due at byte 0");
    let error = twice.deserialize::<Hit<BTreeMap<String, String>>>().unwrap_err();
    assert!(error.to_string().contains("label is not unique"), "{error}");
    let mut options = DeserializeOptions::new();
    let last: Hit<Timing> = options.duplicates(Duplicates::Last).deserialize(&twice).unwrap();
    assert_eq!(last.rest.reqtime, 2.0);
    let all: Hit<BTreeMap<String, Vec<String>>> = twice.deserialize().unwrap();
    assert_eq!(all.rest["reqtime"], ["1", "2"]);
    assert!(record(line).deserialize::<Hit<BTreeMap<String, serde_json::Value>>>().is_err());
}

#[test]
fn without_a_buffer_from_text_knows_the_places() {
    let error = record("reqtime:1\treqtime:2").deserialize::<Timing>().unwrap_err();
    let due = "line 1: reqtime at byte 10: label is not unique, first at byte 0";
    assert_eq!(error.to_string(), due);
    let error = record("a:1\treqtime:x").deserialize::<Timing>().unwrap_err();
    assert_eq!(error.to_string(), "line 1: reqtime at byte 12: invalid float literal");
    let timing: Timing = record("reqtime:2.5\tapptime:").deserialize().unwrap();
    assert_eq!((timing.reqtime, timing.apptime), (2.5, None));
}

#[test]
fn enums_take_a_tag_or_what_fits() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "type", rename_all = "lowercase")]
    enum Tagged {
        Hit {
            #[serde(deserialize_with = "from_text")]
            status: u16,
        },
        Note {
            text: String,
        },
    }
    let hit: Tagged = record("type:hit\tstatus:200").deserialize().unwrap();
    assert_eq!(hit, Tagged::Hit { status: 200 });
    let note: Tagged = record("text:200\ttype:note").deserialize().unwrap();
    assert_eq!(note, Tagged::Note { text: "200".into() });
    assert!(record("type:other").deserialize::<Tagged>().is_err());

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum Any {
        Hit {
            #[serde(deserialize_with = "from_text")]
            status: u16,
        },
        Text(BTreeMap<String, String>),
    }
    assert_eq!(record("status:200").deserialize::<Any>().unwrap(), Any::Hit { status: 200 });
    let text: Any = record("status:2oo").deserialize().unwrap();
    assert_eq!(text, Any::Text(BTreeMap::from([("status".into(), "2oo".into())])));
}

#[test]
fn from_text_takes_other_formats_too() {
    let due = Timing { reqtime: 0.5, apptime: None, ok: true, upstream: vec![1, 2] };
    for json in [
        r#"{"reqtime": 0.5, "apptime": null, "ok": true, "upstream": [1, 2]}"#,
        r#"{"reqtime": "0.5", "apptime": "-", "ok": "true", "upstream": ["1", "\u0032"]}"#,
    ] {
        assert_eq!(serde_json::from_str::<Timing>(json).unwrap(), due);
        assert_eq!(serde_json::from_reader::<_, Timing>(json.as_bytes()).unwrap(), due);
    }
    let some: Timing = serde_json::from_str(r#"{"apptime": -1}"#).unwrap();
    assert_eq!(some.apptime, Some(-1.0));
    assert!(serde_json::from_str::<Timing>(r#"{"reqtime": null}"#).is_err());
    assert!(serde_json::from_str::<Timing>(r#"{"ok": {}}"#).is_err());
}
