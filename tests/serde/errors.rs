//! What an error of a record says: the kind, the label, the line, the byte.

use std::collections::BTreeMap;
use std::error::Error;

use linecut::serde::{DeserializeError, DeserializeErrorKind as Kind};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::record;

fn error<T: DeserializeOwned + std::fmt::Debug>(line: impl AsRef<[u8]>) -> DeserializeError {
    let record = record(line);
    let error = record.deserialize::<T>().unwrap_err();
    assert_eq!(record.clone().deserialize::<T>().unwrap_err(), error, "kept");
    error
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code)]
struct Strict {
    status: u16,
    #[serde(default, alias = "h")]
    host: String,
    ok: Option<bool>,
    initial: Option<char>,
    time: Option<f32>,
}

#[test]
fn each_kind_has_its_place() {
    let cases: [(&[u8], &str); 9] = [
        (b"status:2oo", "line 1: status at byte 7: invalid digit found in string"),
        (
            b"host:a\tstatus:70000",
            "line 1: status at byte 14: number too large to fit in target type",
        ),
        (b"host:\xff", "line 1: host at byte 5: invalid utf-8 sequence of 1 bytes from index 0"),
        (b"ok:yes", "line 1: ok at byte 3: provided string was not `true` or `false`"),
        (b"initial:ab", "line 1: initial at byte 8: too many characters in string"),
        (b"time:0.021, 0.042", "line 1: time at byte 5: invalid float literal"),
        (b"host:a", "line 1: status at byte 0: no field with this label"),
        (
            b"junk\tstatus:1\tstatus:2",
            "line 1: status at byte 14: label is not unique, first at byte 5",
        ),
        (b"status:1\th:a\thost:b", "line 1: host at byte 0: more than one field for it"),
    ];
    for (line, due) in cases {
        assert_eq!(error::<Strict>(line).to_string(), due);
    }
    let unknown = error::<Strict>("status:1\tx:2");
    assert_eq!((unknown.label(), unknown.offset()), (Some(&b"x"[..]), 9));
    assert!(unknown.to_string().contains("unknown field `x`"), "{unknown}");
}

#[test]
fn kinds_are_data() {
    assert!(matches!(error::<Strict>("status:x").kind(), Kind::ParseInt(_)));
    assert!(error::<Strict>("status:x").source().is_some());
    assert!(matches!(error::<Strict>("time:x").kind(), Kind::ParseFloat(_)));
    assert!(matches!(error::<Strict>("ok:x").kind(), Kind::ParseBool(_)));
    assert!(matches!(error::<Strict>("initial:xy").kind(), Kind::ParseChar(_)));
    assert!(matches!(error::<Strict>(b"host:\xff").kind(), Kind::Utf8(_)));
    assert_eq!(*error::<Strict>("host:x").kind(), Kind::MissingLabel);
    let debug = format!("{:?}", error::<Strict>("status:x"));
    assert!(debug.contains("b\"status\"") && debug.contains("line: 1"), "{debug}");
}

#[test]
fn a_field_holds_nothing_nested() {
    type Map<T> = BTreeMap<String, T>;
    #[derive(Deserialize, Debug)]
    #[expect(dead_code)]
    struct Inner {
        b: u8,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code)]
    enum Data {
        One(u8),
        Two(u8, u8),
        Named { b: u8 },
    }
    for line in ["a:One", "a:Two", "a:Named"] {
        let error = error::<Map<Data>>(line);
        assert_eq!((error.kind(), error.offset()), (&Kind::Nested, 2));
    }
    for line in ["a:1", "a:1\ta:2"] {
        assert_eq!(*error::<Map<Inner>>(line).kind(), Kind::Nested);
        assert_eq!(*error::<Map<Map<u8>>>(line).kind(), Kind::Nested);
    }
}

#[test]
fn a_record_is_a_struct_or_a_map() {
    for error in [
        error::<u8>("a:1"),
        error::<String>("a:1"),
        error::<Vec<String>>("a:1"),
        error::<(String, String)>("a:1"),
    ] {
        assert!(error.to_string().contains("invalid type: map"), "{error}");
        assert_eq!(error.label(), None);
    }
}

#[test]
fn what_a_type_says_itself_is_placed() {
    #[derive(Deserialize, Debug)]
    #[serde(try_from = "BTreeMap<String, String>")]
    struct Picky;
    impl TryFrom<BTreeMap<String, String>> for Picky {
        type Error = &'static str;

        fn try_from(_: BTreeMap<String, String>) -> Result<Self, &'static str> {
            Err("not today")
        }
    }
    assert_eq!(error::<Picky>("a:1").to_string(), "line 1: not today at byte 0");
    #[derive(Deserialize, Debug)]
    struct Even(
        #[serde(deserialize_with = "even")]
        #[expect(dead_code)]
        u8,
    );
    fn even<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        let number = u8::deserialize(deserializer)?;
        if number % 2 == 0 { Ok(number) } else { Err(serde::de::Error::custom("odd")) }
    }
    let odd = error::<BTreeMap<String, Even>>("a:2\tb:3");
    assert_eq!(odd.to_string(), "line 1: b at byte 6: odd");
}
