//! Valid HTTP/1 heads. Knows the grammars of RFC 9110 and RFC 9112, no parser.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use ::arbitrary::{Arbitrary, Result, Unstructured};

use crate::http1::Version;

use super::bytes::{FieldAt, bytes_of, len, member, push, push_class};

/// The bytes of a token (RFC 9110 §5.6.2).
const TOKEN: &[u8] =
    b"!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Names whose fields decide about messages, and others that repeat or are long.
const NAMES: &[&str] = &[
    "Host",
    "Content-Length",
    "Transfer-Encoding",
    "Connection",
    "Cookie",
    "Set-Cookie",
    "Location",
    "accept-encoding",
    "Strict-Transport-Security-Of-This-Site",
];

const METHODS: &[&str] = &["GET", "HEAD", "POST", "PUT", "OPTIONS", "CONNECT", "PATCH"];

/// Optional whitespace around a value (RFC 9110 §5.6.3).
const OWS: &[&str] = &[" ", "", "\t", "  ", " \t "];

/// The most fields of a head.
const MOST_FIELDS: usize = 60;

/// A byte of a value: SP, HTAB, visible or obs-text (RFC 9110 §5.5).
fn value_byte(byte: u8) -> u8 {
    match byte {
        b'\t' | b' '..=b'~' | 0x80.. => byte,
        control => b'@' + (control & 0x1F),
    }
}

/// A byte of a request target as strict parsing takes it: visible ASCII.
fn target_byte(byte: u8) -> u8 {
    if byte.is_ascii_graphic() { byte } else { b'!' + byte % 94 }
}

/// Appends one of `known`, or a token.
fn push_token(
    u: &mut Unstructured<'_>,
    bytes: &mut Vec<u8>,
    known: &[&str],
) -> Result<Range<usize>> {
    if u.ratio(3, 4u8)? {
        return Ok(push(bytes, u.choose(known)?.as_bytes()));
    }
    let len = len(u, 1)?;
    push_class(u, bytes, len, |byte| member(byte, TOKEN))
}

/// Appends field lines and the empty line.
fn push_fields(u: &mut Unstructured<'_>, bytes: &mut Vec<u8>) -> Result<Vec<FieldAt>> {
    let most = if u.ratio(1, 8u8)? { MOST_FIELDS } else { 10 };
    let count = u.int_in_range(0..=most)?;
    let mut fields = Vec::with_capacity(count);
    for _ in 0..count {
        let name = push_token(u, bytes, NAMES)?;
        bytes.push(b':');
        push(bytes, u.choose(OWS)?.as_bytes());
        let len = len(u, 0)?;
        let value = push_class(u, bytes, len, value_byte)?;
        // At its ends whitespace would be no part of the value.
        for at in [value.start, value.end.wrapping_sub(1)] {
            if let Some(end @ (b' ' | b'\t')) = bytes.get_mut(at).filter(|_| !value.is_empty()) {
                *end = b'_';
            }
        }
        push(bytes, u.choose(OWS)?.as_bytes());
        push(bytes, b"\r\n");
        fields.push((name, value));
    }
    push(bytes, b"\r\n");
    Ok(fields)
}

/// Appends `HTTP/1.` and a digit.
fn push_version(u: &mut Unstructured<'_>, bytes: &mut Vec<u8>) -> Result<u8> {
    let minor = u.choose(&[1, 1, 1, 0, 0, 2, 9])?;
    push(bytes, b"HTTP/1.");
    bytes.push(b'0' + minor);
    Ok(*minor)
}

/// Holds a valid HTTP/1 request head (RFC 9112 §3): strict parsing accepts it and gives exactly its
/// parts.
///
/// It is a head as the grammar has it, which says nothing about sense: it may have no `Host`, or two
/// of `Content-Length`.
///
/// ```
/// use arbitrary::{Arbitrary, Unstructured};
/// use linecut::{arbitrary::Http1Request, http1::Request};
/// let head = Http1Request::arbitrary(&mut Unstructured::new(b"some bytes that a fuzzer made up"))?;
/// let request = Request::parse(&head[..]).expect("valid").expect("whole");
/// assert_eq!((request.method(), request.target()), (head.method(), head.target()));
/// assert_eq!(request.headers().len(), head.fields().len());
/// # Ok::<(), arbitrary::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Http1Request {
    pub(super) bytes: Vec<u8>,
    method: Range<usize>,
    target: Range<usize>,
    minor: u8,
    fields: Vec<FieldAt>,
}

bytes_of!(Http1Request);

impl Http1Request {
    /// Gives the method.
    ///
    /// ```
    /// use arbitrary::{Arbitrary, Unstructured};
    /// use linecut::arbitrary::Http1Request;
    /// let head = Http1Request::arbitrary(&mut Unstructured::new(&[5; 80]))?;
    /// assert!(head.starts_with(head.method()));
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    #[must_use]
    pub fn method(&self) -> &[u8] {
        &self.bytes[self.method.clone()]
    }

    /// Gives the request target.
    ///
    /// ```
    /// use arbitrary::{Arbitrary, Unstructured};
    /// use linecut::arbitrary::Http1Request;
    /// let head = Http1Request::arbitrary(&mut Unstructured::new(&[5; 80]))?;
    /// assert!(head.target().iter().all(u8::is_ascii_graphic));
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    #[must_use]
    pub fn target(&self) -> &[u8] {
        &self.bytes[self.target.clone()]
    }
}

impl<'a> Arbitrary<'a> for Http1Request {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let mut bytes = Vec::new();
        let method = push_token(u, &mut bytes, METHODS)?;
        bytes.push(b' ');
        let len = len(u, 1)?;
        let target = push_class(u, &mut bytes, len, target_byte)?;
        bytes.push(b' ');
        let minor = push_version(u, &mut bytes)?;
        push(&mut bytes, b"\r\n");
        let fields = push_fields(u, &mut bytes)?;
        Ok(Self { bytes, method, target, minor, fields })
    }

    /// A head without a field takes this much; how much others take is for the bytes to say.
    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (7, None)
    }
}

/// Holds a valid HTTP/1 response head (RFC 9112 §4): strict parsing accepts it and gives exactly
/// its parts.
///
/// The SP before the reason may be missing, as in what real servers send and every parser takes.
///
/// ```
/// use arbitrary::{Arbitrary, Unstructured};
/// use linecut::{arbitrary::Http1Response, http1::Response};
/// let head = Http1Response::arbitrary(&mut Unstructured::new(b"some bytes that a fuzzer made"))?;
/// let response = Response::parse(&head[..]).expect("valid").expect("whole");
/// assert_eq!((response.status(), response.reason()), (head.status(), head.reason()));
/// assert_eq!(response.headers().len(), head.fields().len());
/// # Ok::<(), arbitrary::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Http1Response {
    pub(super) bytes: Vec<u8>,
    status: u16,
    reason: Option<Range<usize>>,
    minor: u8,
    fields: Vec<FieldAt>,
}

bytes_of!(Http1Response);

impl Http1Response {
    /// Gives the status: 0 to 999.
    ///
    /// ```
    /// use arbitrary::{Arbitrary, Unstructured};
    /// use linecut::arbitrary::Http1Response;
    /// let head = Http1Response::arbitrary(&mut Unstructured::new(&[5; 80]))?;
    /// assert_eq!(head[9..12], *format!("{:03}", head.status()).as_bytes());
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Gives the reason; `None` if not even the SP before it is there.
    ///
    /// ```
    /// use arbitrary::{Arbitrary, Unstructured};
    /// use linecut::arbitrary::Http1Response;
    /// let head = Http1Response::arbitrary(&mut Unstructured::new(&[5; 80]))?;
    /// assert_eq!(head.reason().is_some(), head[12] == b' ');
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    #[must_use]
    pub fn reason(&self) -> Option<&[u8]> {
        self.reason.clone().map(|reason| &self.bytes[reason])
    }
}

impl<'a> Arbitrary<'a> for Http1Response {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let mut bytes = Vec::new();
        let minor = push_version(u, &mut bytes)?;
        let status = u.int_in_range(0..=999u16)?;
        bytes.push(b' ');
        bytes.extend([status / 100, status / 10 % 10, status % 10].map(|digit| b'0' + digit as u8));
        let reason = if u.ratio(7, 8u8)? {
            bytes.push(b' ');
            let len = len(u, 0)?;
            Some(push_class(u, &mut bytes, len, value_byte)?)
        } else {
            None
        };
        push(&mut bytes, b"\r\n");
        let fields = push_fields(u, &mut bytes)?;
        Ok(Self { bytes, status, reason, minor, fields })
    }

    /// A head without a field takes this much; how much others take is for the bytes to say.
    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (6, None)
    }
}

macro_rules! head_parts {
    ($type:ident) => {
        impl $type {
            /// Gives the version, `HTTP/1.` and a digit.
            ///
            /// ```
            /// use arbitrary::{Arbitrary, Unstructured};
            #[doc = concat!("use linecut::arbitrary::", stringify!($type), ";")]
            #[doc = concat!(
                        "let head = ", stringify!($type), "::arbitrary(&mut Unstructured::new(&[5; 80]))?;"
                    )]
            /// assert!(head.version().to_string().starts_with("HTTP/1."));
            /// # Ok::<(), arbitrary::Error>(())
            /// ```
            #[must_use]
            pub fn version(&self) -> Version {
                Version::Http { major: 1, minor: Some(self.minor) }
            }

            /// Iterates over the fields as name and value, in order, without the whitespace around
            /// values.
            ///
            /// ```
            /// use arbitrary::{Arbitrary, Unstructured};
            #[doc = concat!("use linecut::arbitrary::", stringify!($type), ";")]
            #[doc = concat!(
                        "let head = ", stringify!($type), "::arbitrary(&mut Unstructured::new(&[5; 80]))?;"
                    )]
            /// assert!(head.fields().all(|(name, value)| !name.is_empty() && !value.ends_with(b" ")));
            /// # Ok::<(), arbitrary::Error>(())
            /// ```
            pub fn fields(&self) -> impl ExactSizeIterator<Item = (&[u8], &[u8])> + Clone {
                let part = |at: &Range<usize>| &self.bytes[at.start..at.end];
                self.fields.iter().map(move |(name, value)| (part(name), part(value)))
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($type), "(b\"{}\")"), self.bytes.escape_ascii())
            }
        }
    };
}

head_parts!(Http1Request);
head_parts!(Http1Response);
