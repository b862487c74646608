//! The escapes: one-line cases by kind, a slow twin, and what servers really wrote.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use linecut::ltsv::{Escape, fields};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

const KINDS: [Escape; 4] = [Escape::Nginx, Escape::NginxJson, Escape::Apache, Escape::Backslash];

/// Escaped, and what it decodes to. What decodes to itself has to be borrowed.
type Case = (&'static [u8], &'static [u8]);

const NGINX: &[Case] = &[
    (b"", b""),
    (b"plain", b"plain"),
    (br"\x22", b"\""),
    (br"\x5C\x22", b"\\\""),
    (br"a\x09b\x0A\x00\xFF", b"a\tb\n\0\xFF"),
    (br"\xe3\x81\x82", b"\xE3\x81\x82"),
    (br"\xeF", b"\xEF"),
    (br"\x5Cx41", br"\x41"),
    (br"\\x41", br"\A"),
    (br"\", br"\"),
    (br"\x", br"\x"),
    (br"\x4", br"\x4"),
    (br"\x4g", br"\x4g"),
    (br"\xg4", br"\xg4"),
    (br"\x+1", br"\x+1"),
    (br"\X41", br"\X41"),
    (br#"\n\t\\\"\u0041"#, br#"\n\t\\\"\u0041"#),
    (br"\x4\x42", br"\x4B"),
    (br"\x41\", br"A\"),
];

const NGINX_JSON: &[Case] = &[
    (b"plain", b"plain"),
    (br#"\"\\\/\b\f\n\r\t"#, b"\"\\/\x08\x0C\n\r\t"),
    (br"\u0000\u001f\u001F", b"\0\x1F\x1F"),
    (br"\u0041\u00e9\u3042", "Aéあ".as_bytes()),
    (br"\ud83d\ude00", "😀".as_bytes()),
    (br"\uD800\uDC00\uDBFF\uDFFF", "\u{10000}\u{10FFFF}".as_bytes()),
    (br"\ud83d", br"\ud83d"),
    (br"\ude00", br"\ude00"),
    (br"\ud83d\u0041", br"\ud83dA"),
    (br"\ud83d\ud83d\ude00", "\\ud83d😀".as_bytes()),
    (br"\ud83d\ude0", br"\ud83d\ude0"),
    (br"\ud83d\n", b"\\ud83d\n"),
    (br"\ud83dx\ude00", br"\ud83dx\ude00"),
    (br"\u", br"\u"),
    (br"\u004", br"\u004"),
    (br"\u00g1", br"\u00g1"),
    (br"\U0041", br"\U0041"),
    (br"\x41\v\0\q", br"\x41\v\0\q"),
    (br"\\u0041", br"\u0041"),
    (br"\\\n", b"\\\n"),
    (b"\xFF\\n\xC3", b"\xFF\n\xC3"),
    (br"a\", br"a\"),
];

const APACHE: &[Case] = &[
    (b"plain", b"plain"),
    (br#"\"\\\b\n\r\t\v"#, b"\"\\\x08\n\r\t\x0B"),
    (br"\x00\x0c\xe3\x7F", b"\0\x0C\xE3\x7F"),
    (br"\\x41", br"\x41"),
    (br"\f\a\0\/\q", br"\f\a\0\/\q"),
    (br"\u0041", br"\u0041"),
    (br"\x", br"\x"),
    (br"\xe", br"\xe"),
    (br"\", br"\"),
    (br"\\\", br"\\"),
];

const BACKSLASH: &[Case] = &[
    (b"plain", b"plain"),
    (br"\t\n\r\\\0", b"\t\n\r\\\0"),
    (br"\\n", br"\n"),
    (br"\\\n", b"\\\n"),
    (br"\012", b"\x0012"),
    (br#"\x41\"\b\q"#, br#"\x41\"\b\q"#),
    (br"\", br"\"),
    (br"\\\", br"\\"),
];

#[test]
fn cases_decode() {
    for (kind, cases) in KINDS.into_iter().zip([NGINX, NGINX_JSON, APACHE, BACKSLASH]) {
        for (escaped, due) in cases {
            let decoded = kind.unescape(escaped);
            assert_eq!(decoded, *due, "{kind:?} of {}", escaped.escape_ascii());
            let borrowed = matches!(decoded, Cow::Borrowed(_));
            // Only what holds an escape that the kind knows is copied.
            assert_eq!(borrowed, escaped == due, "{kind:?} of {}", escaped.escape_ascii());
        }
    }
}

/// The escape of a byte, kind by kind, as the servers' documentation has it.
fn escaped_byte(kind: Escape, byte: u8) -> Vec<u8> {
    let literal = vec![byte];
    let ascii_print = (0x20..0x7F).contains(&byte);
    match (kind, byte) {
        (Escape::Nginx, b'"' | b'\\') => format!("\\x{byte:02X}").into_bytes(),
        (Escape::Nginx, _) if ascii_print => literal,
        (Escape::Nginx, _) => format!("\\x{byte:02X}").into_bytes(),
        (Escape::NginxJson | Escape::Apache, b'"' | b'\\') => vec![b'\\', byte],
        (Escape::NginxJson | Escape::Apache | Escape::Backslash, b'\n') => br"\n".to_vec(),
        (Escape::NginxJson | Escape::Apache | Escape::Backslash, b'\r') => br"\r".to_vec(),
        (Escape::NginxJson | Escape::Apache | Escape::Backslash, b'\t') => br"\t".to_vec(),
        (Escape::NginxJson | Escape::Apache, 8) => br"\b".to_vec(),
        (Escape::NginxJson, 12) => br"\f".to_vec(),
        (Escape::NginxJson, 0..0x20) => format!("\\u{byte:04X}").into_bytes(),
        (Escape::Apache, 11) => br"\v".to_vec(),
        (Escape::Apache, _) if !ascii_print => format!("\\x{byte:02x}").into_bytes(),
        (Escape::Backslash, b'\\') => br"\\".to_vec(),
        (Escape::Backslash, 0) => br"\0".to_vec(),
        _ => literal,
    }
}

#[test]
fn every_byte_is_escaped_as_documented() {
    for kind in KINDS {
        for byte in 0..=255 {
            let due = escaped_byte(kind, byte);
            let escaped = kind.escape(&[byte]).into_owned();
            assert_eq!(escaped, due, "{kind:?} of {byte:#x}");
            assert_eq!(kind.unescape(&due), [byte].as_slice(), "{kind:?} of {byte:#x}");
        }
    }
}

fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ltsv").join(name);
    fs::read(path).expect("a fixture")
}

#[test]
fn what_servers_wrote_comes_out_again_byte_for_byte() {
    for (name, kind) in [
        ("nginx.ltsv", Escape::Nginx),
        ("isucon.ltsv", Escape::Nginx),
        ("hostile-nginx-default.ltsv", Escape::Nginx),
        ("nginx-json.ltsv", Escape::NginxJson),
        ("apache.ltsv", Escape::Apache),
        ("hostile-apache.ltsv", Escape::Apache),
    ] {
        let mut escapes = 0;
        for line in fixture(name).split(|byte| *byte == b'\n') {
            for field in fields(line) {
                let value = field.expect("a field").value();
                let decoded = kind.unescape(value);
                escapes += usize::from(decoded != value);
                assert_eq!(kind.escape(&decoded), value, "{name}");
            }
        }
        assert_eq!(escapes > 0, name.starts_with("hostile") || name == "apache.ltsv", "{name}");
    }
}

#[test]
fn the_same_requests_escaped_and_raw_agree() {
    let (escaped, raw) =
        (fixture("hostile-nginx-default.ltsv"), fixture("hostile-nginx-none.ltsv"));
    let raw: Vec<&[u8]> = raw.split(|byte| *byte == b'\n').collect();
    for (line, raw) in escaped.split(|byte| *byte == b'\n').zip(raw) {
        let mut decoded = Vec::new();
        for field in fields(line).map(|field| field.expect("a field")) {
            // Where nginx has no value, `default` logs a hyphen and `none` nothing.
            let value = if field.value() == b"-" { b"" } else { field.value() };
            decoded.push([field.label(), b":", &Escape::Nginx.unescape(value)].concat());
        }
        assert_eq!(decoded.join(&b'\t').escape_ascii().to_string(), raw.escape_ascii().to_string());
    }
}

/// Text full of escapes, whole, cut and wrong.
fn escapish() -> impl Strategy<Value = Vec<u8>> {
    let pieces: &[&[u8]] = &[
        b"\\",
        b"\\",
        b"\\x",
        b"\\x4",
        b"\\x5C",
        b"\\u",
        b"\\u005c",
        b"\\ud83d",
        b"\\ude00",
        b"u",
        b"x",
        b"4",
        b"5c",
        b"n",
        b"t",
        b"0",
        b"\"",
        b"/",
        b"\t",
        b"\n",
        b"\r",
        b"\0",
        b"\x7F",
        b"\xFF",
        b"\xC3\xA9",
        b"plain text",
    ];
    let pieces: Vec<Vec<u8>> = pieces.iter().map(|piece| piece.to_vec()).collect();
    let piece = prop_oneof![4 => select(pieces), 1 => any::<u8>().prop_map(|byte| vec![byte])];
    vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// One or two `\uXXXX` at the start of `bytes` that make one character, by way of UTF-16.
fn unicode_escape(bytes: &[u8], units: usize) -> Option<String> {
    let mut wide = Vec::new();
    for escape in bytes.get(..6 * units)?.chunks(6) {
        let digits = escape.strip_prefix(br"\u")?;
        let digits =
            str::from_utf8(digits).ok().filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
        wide.push(u16::from_str_radix(digits, 16).ok()?);
    }
    String::from_utf16(&wide).ok().filter(|text| text.chars().count() == 1)
}

/// Decodes a byte at a time, by trying the escape of every byte: the slow twin.
fn decoded_slowly(kind: Escape, mut rest: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    'bytes: while let Some((first, tail)) = rest.split_first() {
        for units in [1, 2] {
            if let Some(text) = unicode_escape(rest, units).filter(|_| kind == Escape::NginxJson) {
                out.extend_from_slice(text.as_bytes());
                rest = &rest[6 * units..];
                continue 'bytes;
            }
        }
        for byte in (0..=255u8).filter(|_| *first == b'\\') {
            let mut forms = vec![escaped_byte(kind, byte)];
            match (kind, byte) {
                (Escape::Nginx | Escape::Apache, _) => forms.push(format!("\\x{byte:02x}").into()),
                (Escape::NginxJson, b'/') => forms.push(br"\/".to_vec()),
                _ => {}
            }
            for form in forms.iter().filter(|form| form.len() > 1) {
                let here = rest.get(..form.len()).unwrap_or_default();
                // The letter as it is, digits of either case.
                if here.starts_with(&form[..2]) && here.eq_ignore_ascii_case(form) {
                    out.push(byte);
                    rest = &rest[form.len()..];
                    continue 'bytes;
                }
            }
        }
        out.push(*first);
        rest = tail;
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn escaping_is_reversible(bytes in prop_oneof![escapish(), vec(any::<u8>(), 0..200)]) {
        for kind in KINDS {
            let escaped = kind.escape(&bytes);
            prop_assert!(!escaped.iter().any(|byte| b"\t\n\r\0".contains(byte)), "{:?}", kind);
            let due: Vec<u8> = bytes.iter().flat_map(|byte| escaped_byte(kind, *byte)).collect();
            prop_assert_eq!(&escaped[..], &due[..], "{:?}", kind);
            prop_assert_eq!(matches!(escaped, Cow::Borrowed(_)), due == bytes, "{:?}", kind);
            prop_assert_eq!(&kind.unescape(&escaped)[..], &bytes[..], "{:?}", kind);
        }
    }

    #[test]
    fn decoding_agrees_with_the_slow_twin(bytes in escapish()) {
        for kind in KINDS {
            let decoded = kind.unescape(&bytes);
            prop_assert!(decoded.len() <= bytes.len());
            prop_assert_eq!(&decoded[..], &decoded_slowly(kind, &bytes)[..], "{:?}", kind);
        }
    }
}
