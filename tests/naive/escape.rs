//! The escapes in LTSV values, byte by byte.
//!
//! Sources: nginx, `log_format` (`escape=default`, `escape=json`); RFC 8259 7 for JSON; Apache
//! httpd, `ap_escape_logitem`; for `Backslash` the habit of application logs.

/// Whose escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `\xHH` for the double quote, the backslash, and all that is not printable ASCII.
    Nginx,
    /// JSON strings; only the double quote, the backslash and what is below 0x20 are escaped.
    NginxJson,
    /// Letters, and `\xhh` for the rest that is not printable ASCII.
    Apache,
    /// TAB, LF, CR, NUL and the backslash, by letter.
    Backslash,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Nginx, Kind::NginxJson, Kind::Apache, Kind::Backslash];

    /// The letter behind the backslash that stands for a byte.
    fn letter(self, byte: u8) -> Option<char> {
        let letter = match (self, byte) {
            (Kind::Nginx, _) => return None,
            (_, b'\\') => '\\',
            (_, b'\n') => 'n',
            (_, b'\r') => 'r',
            (_, b'\t') => 't',
            (Kind::Backslash, 0) => '0',
            (Kind::Backslash, _) => return None,
            (_, b'"') => '"',
            (_, 0x08) => 'b',
            (Kind::NginxJson, 0x0C) => 'f',
            (Kind::Apache, 0x0B) => 'v',
            _ => return None,
        };
        Some(letter)
    }

    /// Whether a byte may stand for itself.
    fn is_plain(self, byte: u8) -> bool {
        let printable = (0x20..=0x7E).contains(&byte);
        match self {
            Kind::Nginx | Kind::Apache => printable && byte != b'"' && byte != b'\\',
            Kind::NginxJson => byte >= 0x20 && byte != b'"' && byte != b'\\',
            Kind::Backslash => !b"\t\n\r\0\\".contains(&byte),
        }
    }
}

/// Escapes as the program would.
pub fn escape(kind: Kind, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for &byte in bytes {
        if kind.is_plain(byte) {
            out.push(byte);
        } else if let Some(letter) = kind.letter(byte) {
            out.extend([b'\\', letter as u8]);
        } else {
            let escaped = match kind {
                Kind::NginxJson => format!("\\u{byte:04X}"),
                Kind::Apache => format!("\\x{byte:02x}"),
                Kind::Nginx | Kind::Backslash => format!("\\x{byte:02X}"),
            };
            out.extend(escaped.into_bytes());
        }
    }
    out
}

/// Decodes; what is no escape stays as it is.
pub fn unescape(kind: Kind, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match one_escape(kind, &bytes[at..]) {
            Some((decoded, len)) => {
                out.extend(decoded);
                at += len;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    out
}

/// What the escape that `bytes` begins with stands for, and its length.
fn one_escape(kind: Kind, bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    let (b'\\', letter) = (*bytes.first()?, *bytes.get(1)?) else { return None };
    match (kind, letter) {
        (Kind::Nginx | Kind::Apache, b'x') => {
            let number = number(bytes.get(2..4)?)?;
            return Some((vec![number as u8], 4));
        }
        (Kind::NginxJson, b'u') => return unicode(bytes),
        (Kind::NginxJson, b'/') => return Some((vec![b'/'], 2)),
        _ => {}
    }
    let byte = (0..=0xFF).find(|byte| kind.letter(*byte) == Some(letter as char))?;
    Some((vec![byte], 2))
}

/// One `\uXXXX`, or two that are a surrogate pair.
fn unicode(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    let unit = |at: usize| {
        let escape = bytes.get(at..at + 6)?;
        if escape.starts_with(b"\\u") { number(&escape[2..]) } else { None }
    };
    let first = unit(0)?;
    if let Some(c) = char::from_u32(first) {
        return Some((c.to_string().into_bytes(), 6));
    }
    let pair = [first as u16, unit(6)? as u16];
    let text = String::from_utf16(&pair).ok()?;
    Some((text.into_bytes(), 12))
}

/// Hexadecimal digits, of either case.
fn number(digits: &[u8]) -> Option<u32> {
    let mut number = 0;
    for &digit in digits {
        number = number * 16 + char::from(digit).to_digit(16)?;
    }
    Some(number)
}
