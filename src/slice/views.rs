//! Other ways to look at a value's bytes: as Latin-1 text, escaped. Knows no format.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::source::Value;

impl<'a> Value<'a> {
    /// Views the bytes as Latin-1 text, which never fails: each byte is the character of its
    /// number. Header values of old servers are that (RFC 9110 §5.5 says "historically").
    ///
    /// Cost: none for ASCII; else one allocation.
    ///
    /// ```
    /// let value = linecut::Value::from(&b"Dienstag, 31. M\xE4rz"[..]);
    /// assert_eq!(value.to_latin1(), "Dienstag, 31. März");
    /// assert!(value.to_str().is_err());
    /// ```
    #[must_use]
    pub fn to_latin1(self) -> Cow<'a, str> {
        let bytes = self.as_bytes();
        match core::str::from_utf8(bytes) {
            Ok(text) if text.is_ascii() => Cow::Borrowed(text),
            _ => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect::<String>()),
        }
    }

    /// Shows the bytes safely, on a terminal or in a log: what is no printable ASCII is escaped as
    /// in a Rust byte string.
    ///
    /// ```
    /// let value = linecut::Value::from(&b"x\x1B[2J\r\n"[..]);
    /// assert_eq!(value.escaped().to_string(), r"x\x1b[2J\r\n");
    /// ```
    #[must_use]
    pub fn escaped(self) -> impl fmt::Display + use<'a> {
        self.as_bytes().escape_ascii()
    }
}
