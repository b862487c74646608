//! The byte strings of the crate in types of a program's own, in records and in other formats.

use std::collections::{BTreeMap, HashMap};

use linecut::{SmallBytes, Value};
use serde::{Deserialize, Serialize};

use crate::record;

#[test]
fn small_bytes_take_any_label_and_value() {
    let line = record(b"a:1\t\xff:\xfe\tlong:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    let map: HashMap<SmallBytes, SmallBytes> = line.deserialize().unwrap();
    assert_eq!(map.len(), 3);
    assert_eq!(map[&b"\xff"[..]], b"\xfe");
    assert_eq!(map[&b"long"[..]].len(), 30);
    // Text labels are another matter.
    assert!(line.deserialize::<HashMap<String, SmallBytes>>().is_err());
}

#[test]
fn json_has_them_as_strings() {
    let map = BTreeMap::from([(SmallBytes::from("a"), SmallBytes::from("é"))]);
    let json = serde_json::to_string(&map).unwrap();
    assert_eq!(json, r#"{"a":"é"}"#);
    assert_eq!(serde_json::from_str::<BTreeMap<SmallBytes, SmallBytes>>(&json).unwrap(), map);
    let raw = SmallBytes::from(b"\xff\x01");
    let json = serde_json::to_string(&raw).unwrap();
    assert_eq!(json, "[255,1]");
    assert_eq!(serde_json::from_str::<SmallBytes>(&json).unwrap(), raw);
    assert_eq!(serde_json::from_reader::<_, SmallBytes>(&b"\"a\\n\""[..]).unwrap(), "a\n");
    assert!(serde_json::from_str::<SmallBytes>("7").is_err());
}

#[test]
fn values_are_lent() {
    #[derive(Serialize, Deserialize)]
    struct Hit<'a> {
        #[serde(borrow)]
        host: Value<'a>,
    }
    let json = r#"{"host":"a"}"#;
    let hit: Hit<'_> = serde_json::from_str(json).unwrap();
    assert_eq!(hit.host, "a");
    assert_eq!(serde_json::to_string(&hit).unwrap(), json);
    // With an escape there is nothing in the input to lend.
    assert!(serde_json::from_str::<Value<'_>>(r#""\u0061""#).is_err());
}
