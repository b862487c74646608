//! The escapes that servers and applications put into values, both ways. Knows bytes; knows no
//! field, no line and no writer.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::scan;

/// Names how a program escapes the bytes that it does not want in a value.
///
/// LTSV itself has no escapes, and no reader here decodes any: what an escape means is known only to
/// who configured the program that wrote the log. Take the kind that fits and call
/// [`unescape`](Self::unescape) on the values that need it; [`escape`](Self::escape) is the reverse,
/// for writing.
///
/// | written by | kind |
/// | --- | --- |
/// | nginx, `log_format` without `escape=` or with `escape=default` | [`Nginx`](Self::Nginx) |
/// | nginx, `escape=json` | [`NginxJson`](Self::NginxJson) |
/// | nginx, `escape=none` | none: nothing is escaped, a TAB in a User-Agent forges fields |
/// | Apache httpd 2.0.46 and later | [`Apache`](Self::Apache) |
/// | h2o | [`Nginx`](Self::Nginx), and it is lossy: see there |
/// | application logs with `\n` and `\t` | [`Backslash`](Self::Backslash) |
///
/// ```
/// use linecut::ltsv::Escape;
/// assert_eq!(Escape::Nginx.unescape(br"tab\x09here"), &b"tab\there"[..]);
/// assert_eq!(Escape::Apache.unescape(br#"say \"hi\""#), &br#"say "hi""#[..]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Escape {
    /// `\xHH` with two hexadecimal digits for `"`, `\` and every byte below 0x20 or above 0x7E.
    ///
    /// Source: nginx, [`log_format`](https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format),
    /// `escape=default`. [`escape`](Self::escape) writes what nginx writes, byte for byte (upper
    /// case); decoding takes digits of either case. A `-` that nginx logs for an absent value is
    /// no escape and stays.
    ///
    /// **h2o** (its `escape: apache`, the default; `lib/core/logconf.c`) writes `\xhh` in lower case
    /// for `"` and bytes below 0x20 or above 0x7C, but leaves the backslash as it is. That is lossy:
    /// text that looked like an escape when it came in, such as a path `\x41`, cannot be told from
    /// an escape and is decoded too. This kind fits h2o better than [`Apache`](Self::Apache), which
    /// would find escapes in `C:\new` as well.
    Nginx,
    /// The escapes of a JSON string: `\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, and `\uXXXX`,
    /// with surrogate pairs, as UTF-8. Half a pair is kept as it is.
    ///
    /// Source: RFC 8259 §7, and nginx, `log_format`, `escape=json`, which uses `\u00XX` (upper case)
    /// for the bytes below 0x20 that have no letter, and leaves all from 0x7F on as they are.
    /// [`escape`](Self::escape) writes what nginx writes, byte for byte. (h2o's `escape: json`
    /// writes each *byte* above 0x7D as `\u00xx`, so what was UTF-8 decodes to two or more
    /// characters for one.)
    NginxJson,
    /// `\"`, `\\`, `\b`, `\n`, `\r`, `\t`, `\v`, and `\xhh` with two hexadecimal digits for any other
    /// byte below 0x20 or above 0x7E.
    ///
    /// Source: Apache httpd,
    /// [`mod_log_config`](https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats), format
    /// notes, and `ap_escape_logitem` in `server/util.c`. There is no `\f`: a form feed is `\x0c`.
    /// [`escape`](Self::escape) writes what Apache writes, byte for byte (lower case), but for NUL,
    /// which ends Apache's strings and is `\x00` here; decoding takes digits of either case.
    Apache,
    /// `\t`, `\n`, `\r`, `\0` and `\\` for TAB, LF, CR, NUL and the backslash: just what a value
    /// cannot hold.
    ///
    /// Source: no standard; the habit of application logs that keep a stack trace on one line. The
    /// shortest of all, and the one that leaves UTF-8 and quotes as they are.
    Backslash,
}

/// What one escape stands for.
enum Decoded {
    Byte(u8),
    Char(char),
}

impl Escape {
    /// Decodes the escapes in `bytes`.
    ///
    /// Borrowed when there is nothing to decode. Escapes that the kind does not know, and those
    /// that are cut (by a length limit, say), are kept as they are. Each byte is decoded once: what
    /// comes out of an escape is never looked at again. The result is bytes, not always UTF-8, and
    /// may hold TAB, LF, CR or NUL: it is no value to write to a line again without
    /// [`escape`](Self::escape).
    ///
    /// Cost: one pass; one allocation of the length of `bytes` if anything is decoded, else none.
    ///
    /// ```
    /// use std::borrow::Cow;
    /// use linecut::ltsv::Escape;
    /// assert_eq!(Escape::NginxJson.unescape(br"\u0041\ud83d\ude00"), "A😀".as_bytes());
    /// assert_eq!(Escape::Backslash.unescape(br"a\\nb"), &br"a\nb"[..]); // once
    /// let unknown = Escape::Nginx.unescape(br"C:\new \x4");
    /// assert!(matches!(unknown, Cow::Borrowed(br"C:\new \x4")));
    /// ```
    #[must_use]
    pub fn unescape(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        let mut out = Vec::new();
        // What of `bytes` is in `out`, and where to look on.
        let (mut done, mut from) = (0, 0);
        while let Some(found) = scan::find(b'\\', &bytes[from..]) {
            let start = from + found;
            from = start + 1;
            if let Some((decoded, len)) = self.decode(&bytes[from..]) {
                if done == 0 {
                    // No escape is shorter than what it stands for.
                    out.reserve_exact(bytes.len());
                }
                out.extend_from_slice(&bytes[done..start]);
                decoded.push_to(&mut out);
                from += len;
                done = from;
            }
        }
        if done == 0 {
            return Cow::Borrowed(bytes);
        }
        out.extend_from_slice(&bytes[done..]);
        Cow::Owned(out)
    }

    /// Escapes `bytes`, so that [`unescape`](Self::unescape) gives exactly them again, whatever they
    /// are.
    ///
    /// The result holds no TAB, LF, CR or NUL, so it is a valid value of LTSV. Borrowed when there
    /// is nothing to escape. Each kind says how near it comes to what its server writes.
    ///
    /// Cost: one pass; an allocation if anything is escaped, else none.
    ///
    /// ```
    /// use linecut::ltsv::Escape;
    /// assert_eq!(Escape::Nginx.escape(b"a\tb\\"), &br"a\x09b\x5C"[..]);
    /// assert_eq!(Escape::NginxJson.escape(b"a\tb\x01"), &br"a\tb\u0001"[..]);
    /// assert_eq!(Escape::Apache.escape("é\x0C".as_bytes()), &br"\xc3\xa9\x0c"[..]);
    /// assert_eq!(Escape::Backslash.escape("é\0".as_bytes()), "é\\0".as_bytes());
    /// ```
    #[must_use]
    pub fn escape(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        if self.find_special(bytes).is_none() {
            return Cow::Borrowed(bytes);
        }
        let mut out = Vec::with_capacity(bytes.len());
        self.escape_into(bytes, &mut out);
        Cow::Owned(out)
    }

    /// Appends `bytes` escaped.
    pub(super) fn escape_into(self, bytes: &[u8], out: &mut Vec<u8>) {
        let mut rest = bytes;
        while let Some(at) = self.find_special(rest) {
            out.extend_from_slice(&rest[..at]);
            self.encode(rest[at], out);
            rest = &rest[at + 1..];
        }
        out.extend_from_slice(rest);
    }

    /// Finds the first byte that does not stay as it is. An arm for each set of bytes, so that each
    /// is a loop of its own, without a call for each byte.
    #[inline]
    fn find_special(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Nginx | Self::Apache => scan::find_not(
                |byte| matches!(byte, 0x20..=0x7E) && byte != b'"' && byte != b'\\',
                bytes,
            ),
            Self::NginxJson => {
                scan::find_not(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\', bytes)
            }
            Self::Backslash => {
                scan::find_not(|byte| !matches!(byte, b'\t' | b'\n' | b'\r' | b'\0' | b'\\'), bytes)
            }
        }
    }

    /// The escapes of one letter: the letter, and the byte that it stands for.
    fn letters(self) -> &'static [(u8, u8)] {
        match self {
            Self::Nginx => &[],
            Self::NginxJson => &[
                (b'"', b'"'),
                (b'\\', b'\\'),
                (b'/', b'/'),
                (b'b', 0x08),
                (b'f', 0x0C),
                (b'n', b'\n'),
                (b'r', b'\r'),
                (b't', b'\t'),
            ],
            Self::Apache => &[
                (b'"', b'"'),
                (b'\\', b'\\'),
                (b'b', 0x08),
                (b'n', b'\n'),
                (b'r', b'\r'),
                (b't', b'\t'),
                (b'v', 0x0B),
            ],
            Self::Backslash => {
                &[(b'\\', b'\\'), (b'n', b'\n'), (b'r', b'\r'), (b't', b'\t'), (b'0', b'\0')]
            }
        }
    }

    /// Reads one escape, from behind its backslash: what it stands for, and its length there.
    fn decode(self, rest: &[u8]) -> Option<(Decoded, usize)> {
        let (first, digits) = rest.split_first()?;
        match (self, first) {
            (Self::Nginx | Self::Apache, b'x') => {
                Some((Decoded::Byte(hex(digits.get(..2)?)? as u8), 3))
            }
            (Self::NginxJson, b'u') => {
                decode_unicode(digits).map(|(c, len)| (Decoded::Char(c), len))
            }
            _ => {
                let (_, byte) = self.letters().iter().find(|(letter, _)| letter == first)?;
                Some((Decoded::Byte(*byte), 1))
            }
        }
    }

    /// Appends the escape of a special byte.
    fn encode(self, byte: u8, out: &mut Vec<u8>) {
        const UPPER: &[u8; 16] = b"0123456789ABCDEF";
        const LOWER: &[u8; 16] = b"0123456789abcdef";
        if let Some((letter, _)) = self.letters().iter().find(|(_, other)| *other == byte) {
            out.extend_from_slice(&[b'\\', *letter]);
            return;
        }
        let (prefix, digits): (&[u8], _) = match self {
            Self::NginxJson => (b"\\u00", UPPER),
            Self::Apache => (b"\\x", LOWER),
            // Of `Backslash`, every special byte has a letter.
            Self::Nginx | Self::Backslash => (b"\\x", UPPER),
        };
        out.extend_from_slice(prefix);
        out.push(digits[usize::from(byte >> 4)]);
        out.push(digits[usize::from(byte & 15)]);
    }
}

impl Decoded {
    fn push_to(self, out: &mut Vec<u8>) {
        match self {
            Self::Byte(byte) => out.push(byte),
            Self::Char(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// Reads a `\uXXXX`, or two that are a pair, from behind the first `\u`: the character, and the
/// length from behind the backslash.
fn decode_unicode(digits: &[u8]) -> Option<(char, usize)> {
    let unit = hex(digits.get(..4)?)?;
    match unit {
        0xD800..=0xDBFF => {
            let second = digits[4..].strip_prefix(b"\\u")?;
            let low = hex(second.get(..4)?)?.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
            let c = char::from_u32(0x10000 + ((unit - 0xD800) << 10) + low)?;
            Some((c, 11))
        }
        _ => Some((char::from_u32(unit)?, 5)),
    }
}

/// The value of hexadecimal digits of either case; at most eight.
fn hex(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |value, digit| Some(value << 4 | char::from(*digit).to_digit(16)?))
}
