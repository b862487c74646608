//! What each type is given of a field.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;

use linecut::ltsv::{Absent, Record};
use linecut::serde::DeserializeOptions;
use serde::Deserialize;

use crate::record;

/// The value of the only field `v`, as a type.
fn one<'r, T: Deserialize<'r>>(record: &'r Record) -> Result<T, linecut::serde::DeserializeError> {
    #[derive(Deserialize)]
    struct One<T> {
        v: T,
    }
    record.deserialize::<One<T>>().map(|one| one.v)
}

/// Asserts what is read of each text, `None` where it is refused.
fn reads<T>(cases: &[(&str, Option<T>)])
where
    T: for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug + Clone,
{
    for (text, due) in cases {
        let record = record(format!("v:{text}"));
        assert_eq!(one::<T>(&record).ok(), *due, "{text:?} as {}", std::any::type_name::<T>());
        // A kept record gives the same.
        assert_eq!(one::<T>(&record.clone()).ok(), *due, "{text:?}, kept");
    }
}

#[test]
fn numbers_are_whole_texts() {
    reads::<u8>(&[
        ("0", Some(0)),
        ("255", Some(255)),
        ("007", Some(7)),
        ("+12", Some(12)), // as `FromStr` has it
        ("256", None),
        ("-1", None),
        ("12abc", None),
        (" 12", None),
        ("12 ", None),
        ("1.0", None),
        ("0x1", None),
        ("1_0", None),
        ("", None),
        ("-", None),
    ]);
    reads::<i8>(&[("-128", Some(-128)), ("-129", None), ("127", Some(127)), ("128", None)]);
    reads::<u16>(&[("65535", Some(u16::MAX)), ("65536", None)]);
    reads::<i16>(&[("-32768", Some(i16::MIN)), ("32768", None)]);
    reads::<u32>(&[("4294967295", Some(u32::MAX)), ("4294967296", None)]);
    reads::<i32>(&[("-2147483648", Some(i32::MIN))]);
    reads::<u64>(&[("18446744073709551615", Some(u64::MAX)), ("18446744073709551616", None)]);
    reads::<i64>(&[("-9223372036854775808", Some(i64::MIN))]);
    reads::<u128>(&[("340282366920938463463374607431768211455", Some(u128::MAX))]);
    reads::<i128>(&[("-170141183460469231731687303715884105728", Some(i128::MIN))]);
    reads::<f64>(&[
        ("0.021", Some(0.021)),
        ("1e3", Some(1000.0)),
        ("inf", Some(f64::INFINITY)),
        ("0.021, 0.042", None),
        (" 1", None),
        ("1s", None),
        ("", None),
    ]);
    reads::<f32>(&[("0.5", Some(0.5))]);
}

#[test]
fn bools_and_chars_are_whole_texts() {
    reads::<bool>(&[
        ("true", Some(true)),
        ("false", Some(false)),
        ("True", None),
        ("1", None),
        ("", None),
    ]);
    reads::<char>(&[("x", Some('x')), ("é", Some('é')), ("xy", None), ("", None)]);
}

#[test]
fn text_stays_as_it_is() {
    reads::<String>(&[
        ("00501", Some("00501".into())),
        ("true", Some("true".into())),
        (" x ", Some(" x ".into())),
        ("", Some("".into())),
        ("-", Some("-".into())),
    ]);
    reads::<IpAddr>(&[("192.0.2.1", Some([192, 0, 2, 1].into())), ("192.0.2", None)]);
}

#[test]
fn options_know_the_markers() {
    reads::<Option<u16>>(&[
        ("200", Some(Some(200))),
        ("-", Some(None)),
        ("", Some(None)),
        ("--", None),
        (" ", None),
    ]);
    reads::<Option<String>>(&[("-", Some(None)), ("/-", Some(Some("/-".into())))]);
    reads::<()>(&[("-", Some(())), ("", Some(())), ("x", None)]);
    let missing = record("other:1");
    assert_eq!(one::<Option<u8>>(&missing).unwrap(), None);
}

#[test]
fn markers_can_be_others() {
    let line = record("a:null\tb:-\tc:");
    let map = |absent: Option<Absent>| {
        let mut options = DeserializeOptions::new();
        if let Some(absent) = absent {
            options.absent(absent);
        }
        options.deserialize::<BTreeMap<String, Option<String>>>(&line).unwrap()
    };
    let due = |values: [Option<&str>; 3]| {
        let values = values.map(|value| value.map(String::from));
        ["a", "b", "c"].map(String::from).into_iter().zip(values).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(map(None), due([Some("null"), None, None]));
    // The built-in markers are those of the default set.
    assert_eq!(map(None), map(Some(Absent::default())));
    assert_eq!(map(Some(Absent::new(["null"]))), due([None, Some("-"), Some("")]));
    assert_eq!(map(Some(Absent::new([""; 0]))), due([Some("null"), Some("-"), Some("")]));
}

#[test]
fn borrowed_values_lie_in_the_record() {
    #[derive(Deserialize)]
    struct Borrowed<'a> {
        text: &'a str,
        bytes: &'a [u8],
        optional: Option<&'a str>,
        #[serde(borrow)]
        cow: Cow<'a, str>,
        #[serde(borrow)]
        cow_bytes: Cow<'a, [u8]>,
        value: linecut::Value<'a>,
    }
    let record = record(b"text:a\tbytes:\xff\toptional:b\tcow:c\tcow_bytes:\xfe\tvalue:\xfd");
    let borrowed: Borrowed<'_> = record.deserialize().unwrap();
    assert_eq!((borrowed.text, borrowed.bytes), ("a", &b"\xff"[..]));
    assert_eq!(borrowed.optional, Some("b"));
    assert!(matches!(borrowed.cow, Cow::Borrowed("c")));
    assert!(matches!(borrowed.cow_bytes, Cow::Borrowed(b"\xfe")));
    assert_eq!(borrowed.value, b"\xfd");
    let block = record.get("text").unwrap().as_bytes().as_ptr();
    assert_eq!(borrowed.text.as_ptr(), block);
}

#[test]
fn maps_take_every_label() {
    let record = record("a:1\tb:\tc:x y");
    let owned: HashMap<String, String> = record.deserialize().unwrap();
    assert_eq!((owned.len(), &*owned["a"], &*owned["b"], &*owned["c"]), (3, "1", "", "x y"));
    let borrowed: BTreeMap<&str, &[u8]> = record.deserialize().unwrap();
    assert_eq!(borrowed["c"], b"x y");
    let json: serde_json::Value = record.deserialize().unwrap();
    assert_eq!(json, serde_json::json!({"a": "1", "b": "", "c": "x y"}));
    let numbers = crate::record("1:x\t2:y");
    assert_eq!(numbers.deserialize::<BTreeMap<u8, char>>().unwrap()[&2], 'y');
    let empty = crate::record("");
    assert!(empty.deserialize::<HashMap<String, String>>().unwrap().is_empty());
}

#[test]
fn structs_take_what_they_name() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "kebab-case", default)]
    struct Hit {
        #[serde(alias = "s")]
        status: u16,
        user_agent: Agent,
        method: Option<Method>,
        #[serde(rename = "n.1")]
        nothing: Marker,
    }
    impl Default for Hit {
        fn default() -> Self {
            Self { status: 1, user_agent: Agent("?".into()), method: None, nothing: Marker }
        }
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Agent(String);
    #[derive(Deserialize, Debug, PartialEq)]
    struct Marker;
    #[derive(Deserialize, Debug, PartialEq)]
    enum Method {
        #[serde(rename = "GET")]
        Get,
        Other,
    }
    let hit = record("s:200\tuser-agent:x\tmethod:GET\tn.1:-\tjunk:1\tjunk:2");
    let due = Hit {
        status: 200,
        user_agent: Agent("x".into()),
        method: Some(Method::Get),
        nothing: Marker,
    };
    assert_eq!(hit.deserialize::<Hit>().unwrap(), due);
    assert_eq!(record("x:1").deserialize::<Hit>().unwrap(), Hit::default());
    let other = record("method:Other").deserialize::<Hit>().unwrap();
    assert_eq!(other.method, Some(Method::Other));
    assert!(record("method:PUT").deserialize::<Hit>().is_err());
}

#[test]
fn what_wraps_a_record_is_seen_through() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Wrapped(BTreeMap<String, u8>);
    let record = record("a:1");
    let due = BTreeMap::from([("a".to_owned(), 1)]);
    assert_eq!(record.deserialize::<Wrapped>().unwrap().0, due);
    assert_eq!(record.deserialize::<Option<Wrapped>>().unwrap(), Some(Wrapped(due)));
    record.deserialize::<()>().unwrap();
    record.deserialize::<serde::de::IgnoredAny>().unwrap();
}

#[test]
fn what_nobody_asks_for_is_not_looked_at() {
    #[derive(Deserialize)]
    struct Hit {
        status: u16,
    }
    let record = record(b"ua:\xff\xfe\t\xff:x\tstatus:200\tdup:1\tdup:\xff");
    assert_eq!(record.deserialize::<Hit>().unwrap().status, 200);
}
