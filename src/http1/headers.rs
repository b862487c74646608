//! Owned header fields: one block and where the fields lie in it. Knows no start line.

use alloc::boxed::Box;
use core::fmt;

use crate::error::{ErrorKind, ParseError};
use crate::slice::source::{Source, Value};

use super::head::HeaderSpan;

/// Owns the fields of a head, in order.
///
/// Names compare without ASCII case and keep theirs. The same name twice is kept twice. Values are
/// bytes without the whitespace around them.
///
/// **What it keeps alive:** its block. That is a right-sized copy of the head, unless the head was
/// parsed from a [`Source`] that it fills for the most part. Values kept from it may share the
/// block; [`compact`](Self::compact) makes it one of the head's size.
///
/// ```
/// use linecut::http1::Response;
/// let response =
///     Response::parse(&b"HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n"[..])?.unwrap();
/// let headers = response.headers();
/// assert_eq!(headers.get("set-cookie").unwrap(), "a=1");
/// assert_eq!(headers.get_all("set-cookie").count(), 2);
/// assert!(headers.get_unique("set-cookie").is_err());
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Default)]
pub struct Headers {
    pub(super) block: Source,
    pub(super) spans: Box<[HeaderSpan]>,
}

impl Headers {
    /// Gives the number of fields.
    ///
    /// ```
    /// assert_eq!(linecut::http1::Headers::default().len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Tells whether there is no field.
    ///
    /// ```
    /// assert!(linecut::http1::Headers::default().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Gives field `index`, as name and value.
    ///
    /// ```
    /// # use linecut::http1::Response;
    /// let response = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n"[..])?.unwrap();
    /// let (name, value) = response.headers().field(0).unwrap();
    /// assert_eq!((name, value.as_bytes()), (&b"Server"[..], &b"x"[..]));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn field(&self, index: usize) -> Option<(&[u8], Value<'_>)> {
        let span = self.spans.get(index)?;
        Some((span.name(&self.block), self.block.value(span.value_range())))
    }

    /// Gives the first value with this name, whatever its case.
    ///
    /// ```
    /// # use linecut::http1::Response;
    /// let response = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n"[..])?.unwrap();
    /// assert_eq!(response.headers().get("SERVER").unwrap(), "x");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn get(&self, name: impl AsRef<[u8]>) -> Option<Value<'_>> {
        self.get_all(name).next()
    }

    /// Gives every value with this name, in order.
    ///
    /// ```
    /// # use linecut::http1::Response;
    /// let response = Response::parse(&b"HTTP/1.1 200 OK\r\nVia: a\r\nvia: b\r\n\r\n"[..])?.unwrap();
    /// assert!(response.headers().get_all("Via").eq([b"a", b"b"]));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn get_all<N: AsRef<[u8]>>(&self, name: N) -> impl Iterator<Item = Value<'_>> + use<'_, N> {
        self.with_name(name).map(|span| self.block.value(span.value_range()))
    }

    fn with_name<N: AsRef<[u8]>>(&self, name: N) -> impl Iterator<Item = &HeaderSpan> + use<'_, N> {
        self.spans
            .iter()
            .filter(move |span| span.name(&self.block).eq_ignore_ascii_case(name.as_ref()))
    }

    /// Gives the value with this name, and insists that there is no other.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::DuplicateLabel`] at the second such field, naming the first, as offsets in the
    /// block (the head, unless it was rewritten).
    ///
    /// ```
    /// # use linecut::http1::Response;
    /// let head = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n";
    /// let response = Response::parse(&head[..])?.unwrap();
    /// assert_eq!(response.headers().get_unique("content-length").unwrap_err().offset, 36);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn get_unique(&self, name: impl AsRef<[u8]>) -> Result<Option<Value<'_>>, ParseError> {
        let mut spans = self.with_name(name);
        match (spans.next(), spans.next()) {
            (Some(first), Some(second)) => {
                let first = first.name_range().start as u64;
                let second = second.name_range().start as u64;
                Err(ParseError::new(ErrorKind::DuplicateLabel { first }, second))
            }
            (first, _) => Ok(first.map(|span| self.block.value(span.value_range()))),
        }
    }

    /// Tells whether there is a field with this name.
    ///
    /// ```
    /// # use linecut::http1::Response;
    /// let response = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n"[..])?.unwrap();
    /// assert!(response.headers().contains("server"));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, name: impl AsRef<[u8]>) -> bool {
        self.get(name).is_some()
    }

    /// Tells whether a name stands twice. Sorts the names: n log n, whatever they are.
    ///
    /// ```
    /// # use linecut::http1::Response;
    /// let response = Response::parse(&b"HTTP/1.1 200 OK\r\nVia: a\r\nvia: b\r\n\r\n"[..])?.unwrap();
    /// assert!(response.headers().has_duplicates());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn has_duplicates(&self) -> bool {
        let mut names: alloc::vec::Vec<_> =
            self.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
        names.sort_unstable();
        names.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Iterates over the fields as name and value, in order.
    ///
    /// ```
    /// # use linecut::http1::Response;
    /// let response = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n"[..])?.unwrap();
    /// assert_eq!(response.headers().iter().len(), 1);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter { headers: self, spans: self.spans.iter() }
    }

    /// Lets a larger source go: copies the head to one block of its size, if it is in a larger one.
    ///
    /// ```
    /// # use linecut::{http1::Response, Source};
    /// let mut bytes = b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n".to_vec();
    /// bytes.reserve_exact(60);
    /// let response = Response::parse(bytes)?.unwrap();
    /// let mut headers = response.into_headers();
    /// headers.compact();
    /// assert_eq!(headers.get("server").unwrap(), "x");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn compact(&mut self) {
        let end = self.spans.iter().map(|span| span.value_range().end).max().unwrap_or(0);
        if self.block.root_capacity().is_none_or(|capacity| capacity > end) {
            self.block = Source::from(&self.block[..end]);
        }
    }
}

/// Iterates over the fields of [`Headers`] as name and value.
///
/// ```
/// assert_eq!(linecut::http1::Headers::default().iter().count(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    headers: &'a Headers,
    spans: core::slice::Iter<'a, HeaderSpan>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a [u8], Value<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let span = self.spans.next()?;
        let block = &self.headers.block;
        Some((span.name(block), block.value(span.value_range())))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.spans.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}
impl core::iter::FusedIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a Headers {
    type Item = (&'a [u8], Value<'a>);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl PartialEq for Headers {
    /// Compares names without ASCII case, and values, in order.
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self.iter().zip(other).all(|((a, x), (b, y))| a.eq_ignore_ascii_case(b) && x == y)
    }
}

impl Eq for Headers {}

impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(name, value)| (Value::from(name), value))).finish()
    }
}
