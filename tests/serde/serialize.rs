//! What a record of a value holds.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::net::IpAddr;

use linecut::SmallBytes;
use linecut::serde::{SerializeErrorKind as Kind, SerializeOptions, to_record};
use serde::Serialize;

use crate::record;

/// The one field of a map, as a line.
fn line<T: Serialize>(value: T) -> String {
    let record = to_record(&BTreeMap::from([("v", value)])).unwrap();
    let fields =
        record.iter().map(|(label, value)| format!("{}:{value}", String::from_utf8_lossy(label)));
    fields.collect::<Vec<_>>().join("\t")
}

#[test]
fn each_type_has_its_text() {
    #[derive(Serialize)]
    struct Meters(u8);
    #[derive(Serialize)]
    struct Pair(u8, u8);
    #[derive(Serialize)]
    struct Nothing;
    #[derive(Serialize)]
    enum Method {
        Get,
    }
    assert_eq!(line(-7i8), "v:-7");
    assert_eq!(line(u128::MAX), "v:340282366920938463463374607431768211455");
    assert_eq!(line(0.1f64), "v:0.1");
    assert_eq!(line(0.1f32), "v:0.1");
    assert_eq!(line(true), "v:true");
    assert_eq!(line('é'), "v:é");
    assert_eq!(line("x y"), "v:x y");
    assert_eq!(line(String::new()), "v:");
    assert_eq!(line(Cow::Borrowed("x")), "v:x");
    assert_eq!(line(IpAddr::from([192, 0, 2, 1])), "v:192.0.2.1");
    assert_eq!(line(SmallBytes::from("x")), "v:x");
    assert_eq!(line(Some(1)), "v:1");
    assert_eq!(line(None::<u8>), "");
    assert_eq!(line(()), "v:");
    assert_eq!(line(Nothing), "v:");
    assert_eq!(line(Meters(5)), "v:5");
    assert_eq!(line(Method::Get), "v:Get");
    assert_eq!(line([1, 2]), "v:1\tv:2");
    assert_eq!(line(vec!["a"; 3]), "v:a\tv:a\tv:a");
    assert_eq!(line((1, 'x')), "v:1\tv:x");
    assert_eq!(line(Pair(1, 2)), "v:1\tv:2");
    assert_eq!(line([Some(1), None, Some(2)]), "v:1\tv:2");
    assert_eq!(line(Some([Meters(1)])), "v:1");
    assert_eq!(line([0u8; 0]), "");
}

#[test]
fn bytes_go_as_they_are() {
    let map = BTreeMap::from([(SmallBytes::from(b"\xff"), SmallBytes::from(b"\xfe\0"))]);
    let record = to_record(&map).unwrap();
    assert_eq!(record.get(b"\xff").unwrap(), b"\xfe\0");
}

#[test]
fn structs_keep_their_order_and_flatten() {
    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    struct Hit {
        status_code: u16,
        #[serde(flatten)]
        client: Client,
        #[serde(skip)]
        #[expect(dead_code)]
        secret: u8,
        #[serde(flatten)]
        more: BTreeMap<&'static str, Option<u8>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        user: Option<String>,
    }
    #[derive(Serialize)]
    struct Client {
        host: &'static str,
        port: Option<u16>,
    }
    let hit = Hit {
        status_code: 200,
        client: Client { host: "a", port: None },
        secret: 1,
        more: BTreeMap::from([("b", Some(1)), ("c", None)]),
        user: None,
    };
    assert_eq!(to_record(&hit).unwrap(), record("status-code:200\thost:a\tb:1"));
    let marked = SerializeOptions::new().absent("-").to_record(&hit).unwrap();
    assert_eq!(marked, record("status-code:200\thost:a\tport:-\tb:1\tc:-"));
}

#[test]
fn tags_are_fields() {
    #[derive(Serialize)]
    #[serde(tag = "type")]
    enum Line {
        Hit { status: u16 },
        End,
    }
    assert_eq!(to_record(&Line::Hit { status: 200 }).unwrap(), record("type:Hit\tstatus:200"));
    assert_eq!(to_record(&Line::End).unwrap(), record("type:End"));
    assert_eq!(to_record(&Some(Box::new(Line::End))).unwrap(), record("type:End"));
}

#[test]
fn keys_have_one_text() {
    #[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
    enum Key {
        Host,
    }
    assert_eq!(to_record(&BTreeMap::from([(Key::Host, 1)])).unwrap(), record("Host:1"));
    assert_eq!(to_record(&BTreeMap::from([(7u8, 1)])).unwrap(), record("7:1"));
    assert_eq!(to_record(&BTreeMap::from([('k', 1)])).unwrap(), record("k:1"));
    let error = to_record(&BTreeMap::from([(None::<u8>, 1)])).unwrap_err();
    assert_eq!(*error.kind(), Kind::NoLabel);
    assert!(to_record(&BTreeMap::from([((1, 2), 1)])).is_err());
}

#[test]
fn what_is_nested_is_refused_by_name() {
    #[derive(Serialize)]
    enum Data {
        One(u8),
        Two(u8, u8),
        Named { x: u8 },
    }
    let refused = |error: linecut::serde::SerializeError| {
        assert_eq!(*error.kind(), Kind::Nested);
        assert_eq!(error.label(), Some(&b"b"[..]));
    };
    refused(to_record(&BTreeMap::from([("b", BTreeMap::from([("x", 1)]))])).unwrap_err());
    refused(to_record(&BTreeMap::from([("b", Data::One(1))])).unwrap_err());
    refused(to_record(&BTreeMap::from([("b", Data::Two(1, 2))])).unwrap_err());
    refused(to_record(&BTreeMap::from([("b", Data::Named { x: 1 })])).unwrap_err());
    refused(to_record(&BTreeMap::from([("b", vec![vec![1]])])).unwrap_err());
}

#[test]
fn what_has_no_labels_is_no_record() {
    #[derive(Serialize)]
    enum Data {
        One(u8),
        Named { x: u8 },
    }
    #[derive(Serialize)]
    struct Nothing;
    for error in [
        to_record(&1).unwrap_err(),
        to_record("x").unwrap_err(),
        to_record(&[1]).unwrap_err(),
        to_record(&(1, 2)).unwrap_err(),
        to_record(&()).unwrap_err(),
        to_record(&None::<u8>).unwrap_err(),
        to_record(&Nothing).unwrap_err(),
        to_record(&Data::One(1)).unwrap_err(),
        to_record(&Data::Named { x: 1 }).unwrap_err(),
    ] {
        assert_eq!(error.kind(), &Kind::NoRecord);
        assert_eq!(error.to_string(), "only a struct or a map is a record");
    }
}

#[test]
fn what_a_type_says_itself_names_the_label() {
    struct Unwilling;
    impl Serialize for Unwilling {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("no"))
        }
    }
    let error = to_record(&BTreeMap::from([("a", Unwilling)])).unwrap_err();
    assert_eq!(error.to_string(), "a: no");
    assert!(format!("{error:?}").contains("b\"a\""));
}
