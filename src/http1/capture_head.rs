//! One head of a dump, and what it is among the others. Knows no parser.

use crate::error::Defect;

use super::headers::Headers;
use super::owned::{Owned, head_methods};
use super::version::Version;

/// Says what a head of a dump is; see [`Head::kind`].
///
/// ```
/// use linecut::http1::{Capture, HeadKind};
/// let head = Capture::new(b"HTTP/1.1 100 Continue\r\n\r\n").next().unwrap()?;
/// assert_eq!(head.kind(), HeadKind::Informational);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeadKind {
    /// 1xx: another head follows (RFC 9110 §15.2).
    Informational,
    /// A proxy's answer to CONNECT, told by its customary reason, `Connection established`: no
    /// status of its own tells it from any other 200.
    Connect,
    /// 3xx with a `Location` (RFC 9110 §15.4): a client that follows asks again.
    Redirect,
    /// Any other.
    Final,
}

/// One head of a [`Capture`](super::Capture).
///
/// ```
/// let dump = b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n";
/// let head = linecut::http1::Capture::new(dump).next().unwrap()?;
/// assert_eq!((head.status(), head.reason()), (200, Some(&b"OK"[..])));
/// assert_eq!(head.range(), 0..30);
/// assert_eq!(head.as_bytes(), dump);
/// assert!(head.is_complete() && head.defects().is_empty() && head.defect_count() == 0);
/// assert_eq!(head.version().number(), Some("1.1"));
/// assert_eq!(head.into_headers().len(), 1);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Head<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) start: u64,
    pub(super) owned: Owned,
}

impl<'a> Head<'a> {
    /// Gives the status: three digits, 0 to 999.
    ///
    /// ```
    /// use linecut::http1::Capture;
    /// let head = Capture::new(b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody").next().unwrap()?;
    /// assert_eq!(head.status(), 200);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn status(&self) -> u16 {
        self.owned.status
    }

    /// Tells what the head is among the others of its dump, by its status and reason.
    ///
    /// ```
    /// use linecut::http1::{Capture, HeadKind};
    /// let dump = b"HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 302 Found\r\nLocation: /\r\n\r\n\
    ///     HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\n";
    /// let kinds: Vec<_> = Capture::new(dump).map(|head| head.map(|head| head.kind())).collect();
    /// let due = [HeadKind::Connect, HeadKind::Redirect, HeadKind::Informational, HeadKind::Final];
    /// assert_eq!(kinds, due.map(Ok));
    /// ```
    #[must_use]
    pub fn kind(&self) -> HeadKind {
        let reason = self.reason().unwrap_or_default();
        match self.status() {
            100..=199 => HeadKind::Informational,
            200 if reason.eq_ignore_ascii_case(b"connection established") => HeadKind::Connect,
            300..=399 if self.headers().contains("location") => HeadKind::Redirect,
            _ => HeadKind::Final,
        }
    }

    /// Gives the reason phrase, not trimmed; `None` if not even the SP before it was there.
    ///
    /// ```
    /// use linecut::http1::Capture;
    /// let head = Capture::new(b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody").next().unwrap()?;
    /// assert_eq!(head.reason(), Some(&b"OK"[..]));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn reason(&self) -> Option<&[u8]> {
        self.owned.has_reason.then(|| self.owned.second())
    }

    /// Gives where the head lies in the input, in bytes.
    ///
    /// ```
    /// use linecut::http1::Capture;
    /// let head = Capture::new(b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody").next().unwrap()?;
    /// assert_eq!(head.range(), 0..30);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn range(&self) -> core::ops::Range<u64> {
        self.start..self.start + self.bytes.len() as u64
    }

    /// Gives the head's bytes in the input, prefixes and lines between included.
    ///
    /// ```
    /// use linecut::http1::Capture;
    /// let head = Capture::new(b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody").next().unwrap()?;
    /// assert!(head.as_bytes().ends_with(b"\r\n\r\n"));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    head_methods!();
}
