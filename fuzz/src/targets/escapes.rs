//! The escapes of LTSV values, both ways, against the naive twin.
//!
//! Input: a value, which is escaped, and decoded.

use std::borrow::Cow;

use linecut::ltsv::Escape;

use crate::naive::escape::{self, Kind};

/// Runs one input.
pub fn target(data: &[u8]) {
    let bytes = &data[..data.len().min(1024)];
    for kind in Kind::ALL {
        let ours = ours(kind);
        let escaped = ours.escape(bytes);
        let due = escape::escape(kind, bytes);
        assert_eq!(*escaped, *due, "{kind:?}, escaped");
        assert_eq!(matches!(escaped, Cow::Borrowed(_)), due == bytes, "{kind:?}, copied");
        assert!(!due.iter().any(|byte| b"\t\n\r\0".contains(byte)), "{kind:?} makes a value");
        assert_eq!(*ours.unescape(&escaped), *bytes, "{kind:?}, there and back");

        let decoded = ours.unescape(bytes);
        let due = escape::unescape(kind, bytes);
        assert_eq!(*decoded, *due, "{kind:?}, decoded");
        assert!(decoded.len() <= bytes.len(), "{kind:?}, no longer");
        assert!(
            due != bytes || matches!(decoded, Cow::Borrowed(_)),
            "{kind:?}, copied for nothing"
        );
    }
}

/// The crate's own name of a kind.
pub fn ours(kind: Kind) -> Escape {
    match kind {
        Kind::Nginx => Escape::Nginx,
        Kind::NginxJson => Escape::NginxJson,
        Kind::Apache => Escape::Apache,
        Kind::Backslash => Escape::Backslash,
    }
}
