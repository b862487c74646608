//! The owned response head (RFC 9112 §4). Knows no request.

use crate::error::{Defect, ParseError};
use crate::slice::source::Source;

use super::engine::What;
use super::headers::Headers;
use super::owned::{Owned, head_methods, whole_head_methods};
use super::version::Version;

/// Owns a response head: version, status, reason and fields.
///
/// ```
/// use linecut::http1::Response;
/// let response = Response::parse(&b"HTTP/1.1 404 Not Found\r\nServer: x\r\n\r\n"[..])?.unwrap();
/// assert_eq!(response.status(), 404);
/// assert_eq!(response.reason(), Some(&b"Not Found"[..]));
/// assert_eq!(response.headers().get("server").unwrap(), "x");
/// assert!(response.is_complete() && response.defects().is_empty());
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Response {
    pub(super) owned: Owned,
}

impl Response {
    /// Parses the response head that a source begins with, by the strict rules; `None` if it is not
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
    /// use linecut::{ErrorKind, http1::Response};
    /// assert!(Response::parse(&b"HTTP/1.1 200 OK\r\nA: 1\r\n"[..])?.is_none());
    /// let error = Response::parse(&b"HTTP/2 200\r\n\r\n"[..]).unwrap_err();
    /// assert_eq!((error.kind, error.offset), (ErrorKind::InvalidVersion, 5));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn parse(source: impl Into<Source>) -> Result<Option<Self>, ParseError> {
        Ok(Owned::parse(source.into(), What::Response)?.map(|owned| Self { owned }))
    }

    /// Like [`parse`](Self::parse), of bytes that stay where they are: copies the head alone, to one
    /// right-sized block.
    ///
    /// # Errors
    ///
    /// As for `parse`.
    ///
    /// ```
    /// use linecut::http1::Response;
    /// let response = Response::parse_copy(b"HTTP/1.1 200 OK\r\nServer: a\r\n\r\nbody")?.unwrap();
    /// assert_eq!((response.status(), response.head_len()), (200, 30));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn parse_copy(bytes: &[u8]) -> Result<Option<Self>, ParseError> {
        Ok(Owned::parse_copy(bytes, What::Response)?.map(|owned| Self { owned }))
    }

    /// Gives the status: three digits, 0 to 999.
    ///
    /// ```
    /// use linecut::http1::Response;
    /// let head = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody"[..])?.unwrap();
    /// assert_eq!(head.status(), 200);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn status(&self) -> u16 {
        self.owned.status
    }

    /// Gives the reason phrase, not trimmed; `None` if not even the SP before it was there.
    ///
    /// ```
    /// use linecut::http1::Response;
    /// let head = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody"[..])?.unwrap();
    /// assert_eq!(head.reason(), Some(&b"OK"[..]));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn reason(&self) -> Option<&[u8]> {
        self.owned.has_reason.then(|| self.owned.second())
    }

    head_methods!();
    whole_head_methods!();
}
