//! The owned request head (RFC 9112 §3). Knows no response.

use crate::error::{Defect, ParseError};
use crate::slice::source::Source;

use super::engine::What;
use super::headers::Headers;
use super::owned::{Owned, head_methods, whole_head_methods};
use super::version::Version;

/// Owns a request head: method, target, version and fields.
///
/// ```
/// use linecut::http1::Request;
/// let request = Request::parse(&b"GET /index.html HTTP/1.1\r\nHost: example.com\r\n\r\n"[..])?.unwrap();
/// assert_eq!((request.method(), request.target()), (&b"GET"[..], &b"/index.html"[..]));
/// assert_eq!(request.headers().get("host").unwrap(), "example.com");
/// assert_eq!(request.version().to_string(), "HTTP/1.1");
/// assert!(request.is_complete() && request.defects().is_empty());
/// assert_eq!(request.head_len(), request.raw().len());
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    pub(super) owned: Owned,
}

impl Request {
    /// Parses the request head that a source begins with, by the strict rules; `None` if it is not
    /// whole. What follows the head is not looked at. At most 1 MiB and 4,096 fields; for other
    /// limits and the lenient rules see [`Parser`](super::Parser).
    ///
    /// The source is kept if the head fills a quarter of it or more, and copied from otherwise.
    ///
    /// # Errors
    ///
    /// The first deviation from RFC 9112, at the first byte that cannot belong to a valid message.
    ///
    /// ```
    /// use linecut::{ErrorKind, http1::Request};
    /// assert!(Request::parse(&b"GET / HTTP/1.1\r\n"[..])?.is_none());
    /// let error = Request::parse(&b"GET  / HTTP/1.1\r\n\r\n"[..]).unwrap_err();
    /// assert_eq!((error.kind, error.offset), (ErrorKind::InvalidTarget, 4));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn parse(source: impl Into<Source>) -> Result<Option<Self>, ParseError> {
        Ok(Owned::parse(source.into(), What::Request)?.map(|owned| Self { owned }))
    }

    /// Like [`parse`](Self::parse), of bytes that stay where they are: copies the head alone, to one
    /// right-sized block.
    ///
    /// # Errors
    ///
    /// As for `parse`.
    ///
    /// ```
    /// use linecut::http1::Request;
    /// let request = Request::parse_copy(b"GET / HTTP/1.1\r\nHost: a\r\n\r\nbody")?.unwrap();
    /// assert_eq!((request.target(), request.head_len()), (&b"/"[..], 27));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn parse_copy(bytes: &[u8]) -> Result<Option<Self>, ParseError> {
        Ok(Owned::parse_copy(bytes, What::Request)?.map(|owned| Self { owned }))
    }

    /// Gives the method: a token, whose case matters (RFC 9110 §9.1).
    ///
    /// ```
    /// use linecut::http1::Request;
    /// let head = Request::parse(&b"GET /a?b HTTP/1.1\r\n\r\n"[..])?.unwrap();
    /// assert_eq!(head.method(), b"GET");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn method(&self) -> &[u8] {
        self.owned.first()
    }

    /// Gives the request target as it is written, in any of its four forms (RFC 9112 §3.2).
    ///
    /// ```
    /// use linecut::http1::Request;
    /// let head = Request::parse(&b"GET /a?b HTTP/1.1\r\n\r\n"[..])?.unwrap();
    /// assert_eq!(head.target(), b"/a?b");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn target(&self) -> &[u8] {
        self.owned.second()
    }

    head_methods!();
    whole_head_methods!();
}
