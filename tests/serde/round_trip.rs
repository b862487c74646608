//! What goes to a record, or to a line, comes back equal.

use std::collections::BTreeMap;

use linecut::SmallBytes;
use linecut::ltsv::{Absent, Record};
use linecut::serde::{DeserializeOptions, SerializeOptions, from_text, to_record};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Everything {
    text: String,
    bytes: SmallBytes,
    flag: bool,
    small: i8,
    large: u64,
    huge: i128,
    real: f64,
    single: f32,
    letter: char,
    maybe: Option<u32>,
    maybe_text: Option<String>,
    #[serde(default)]
    many: Vec<i16>,
    #[serde(default)]
    texts: Vec<String>,
    pair: (u8, bool),
    method: Method,
    meters: Meters,
    #[serde(rename = "with.dots-and_all")]
    renamed: u8,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize, Debug, Clone, Copy, PartialEq)]
#[serde(rename_all = "UPPERCASE")]
enum Method {
    Get,
    Post,
}

#[derive(Serialize, Deserialize, Debug, Clone, Copy, PartialEq)]
struct Meters(u32);

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Inner {
    inner_text: String,
    #[serde(deserialize_with = "from_text")]
    inner_number: i64,
    #[serde(default, deserialize_with = "from_text")]
    inner_maybe: Option<f64>,
    #[serde(default, deserialize_with = "from_text")]
    inner_many: Vec<u8>,
}

/// Text that a line can hold.
fn text() -> impl Strategy<Value = String> {
    "[^\t\n\r\0]{0,40}"
}

prop_compose! {
    fn inner()(
        inner_text in text(), inner_number in any::<i64>(),
        inner_maybe in option::of(-1e300..1e300), inner_many in vec(any::<u8>(), 0..4),
    ) -> Inner {
        Inner { inner_text, inner_number, inner_maybe, inner_many }
    }
}

prop_compose! {
    fn everything()(
        text in text(), bytes in vec(any::<u8>().prop_map(|byte| byte.max(14)), 0..40),
        (flag, small, large, huge) in any::<(bool, i8, u64, i128)>(),
        (real, single) in (any::<f64>(), any::<f32>()),
        letter in any::<char>().prop_filter("what a line holds", |c| !"\t\n\r\0".contains(*c)),
        // What the markers stand for is `None` when it comes back.
        maybe_text in option::of(text().prop_filter("no marker", |text| !["", "-"].contains(&&**text))),
        (maybe, post, meters, renamed) in any::<(Option<u32>, bool, u32, u8)>(),
        (many, texts, pair) in (vec(any::<i16>(), 0..4), vec(text(), 0..4), any::<(u8, bool)>()),
        inner in inner(), rest in btree_map("x_[0-9A-Za-z_.-]{1,8}", text(), 0..5),
    ) -> Everything {
        let method = if post { Method::Post } else { Method::Get };
        Everything {
            text, bytes: bytes.into(), flag, small, large, huge, real, single, letter, maybe,
            maybe_text, many, texts, pair, method, meters: Meters(meters), renamed, inner, rest,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_record_gives_back_what_it_was_given(value in everything()) {
        let mut record = to_record(&value).unwrap();
        prop_assert_eq!(&record.deserialize::<Everything>().unwrap(), &value);
        record.compact();
        prop_assert_eq!(&record.deserialize::<Everything>().unwrap(), &value);
    }

    #[test]
    fn markers_come_back_as_nothing(value in everything()) {
        let record = SerializeOptions::new().absent("-").to_record(&value).unwrap();
        prop_assert_eq!(record.get("maybe").is_some_and(|text| text == "-"), value.maybe.is_none());
        prop_assert_eq!(&record.deserialize::<Everything>().unwrap(), &value);
    }

    #[test]
    fn without_markers_every_text_comes_back(map in btree_map(text(), option::of(text()), 0..6)) {
        let record = to_record(&map).unwrap();
        let mut options = DeserializeOptions::new();
        let back: BTreeMap<String, Option<String>> =
            options.absent(Absent::new([""; 0])).deserialize(&record).unwrap();
        let due: BTreeMap<_, _> = map.into_iter().filter(|(_, text)| text.is_some()).collect();
        prop_assert_eq!(back, due);
    }

    #[test]
    fn any_map_of_bytes_comes_back(map in btree_map(vec(any::<u8>(), 0..40), vec(any::<u8>(), 0..40), 0..40)) {
        let map: BTreeMap<SmallBytes, SmallBytes> =
            map.into_iter().map(|(label, value)| (label.into(), value.into())).collect();
        let record = to_record(&map).unwrap();
        prop_assert_eq!(record.deserialize::<BTreeMap<SmallBytes, SmallBytes>>().unwrap(), map);
    }

    /// Whatever a line holds, a map of it is what the record says, or an error.
    #[test]
    fn no_line_is_too_odd(pieces in vec((0..4u8, vec(any::<u8>(), 0..6)), 0..12)) {
        let mut line = Vec::new();
        for (label, value) in pieces {
            line.extend([b'\t', b'a' + label, b':']);
            line.extend(value);
        }
        let record = Record::parse_lenient(&line);
        let all: BTreeMap<SmallBytes, Vec<SmallBytes>> = record.deserialize().unwrap();
        prop_assert_eq!(all.values().map(Vec::len).sum::<usize>(), record.len());
        for (label, values) in &all {
            prop_assert!(record.get_all(label).eq(values.iter().map(|value| &**value)));
        }
        let unique = record.deserialize::<BTreeMap<SmallBytes, SmallBytes>>();
        prop_assert_eq!(unique.is_err(), record.has_duplicates());
    }
}

#[cfg(feature = "std")]
mod lines {
    use super::*;
    use linecut::ltsv::{Reader, Writer};

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn lines_give_back_what_was_written(values in vec(everything(), 1..4)) {
            let mut writer = Writer::from_writer(Vec::new());
            for value in &values {
                writer.serialize(value).unwrap();
            }
            let lines = writer.into_inner().unwrap();
            let back: Vec<Everything> =
                Reader::from_reader(&lines[..]).into_deserialize().collect::<Result<_, _>>().unwrap();
            prop_assert_eq!(back, values);
        }
    }
}
