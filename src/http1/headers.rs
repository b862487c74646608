//! Owned header fields: one block of their own, or a source that they share. Knows no start line.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::error::{ErrorKind, ParseError};
use crate::slice::small_bytes::SmallBytes;
use crate::slice::source::{Source, Value};

use super::head::HeaderSpan;
use super::kept::KeptFields;

/// Owns the fields of a head, in order.
///
/// Names compare without ASCII case and keep theirs. The same name twice is kept twice. Values are
/// bytes without the whitespace around them.
///
/// **What it keeps alive:** one block, a right-sized copy of the head with 2 to 8 bytes more for each
/// field; or a [`Source`], if the head was parsed from one that it fills for the most part, or has a
/// value that is worth sharing. From a source values can be shared, from a block they are copied.
/// [`compact`](Self::compact) lets a source go.
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
    form: Form,
    /// The names, if the parser has an interner.
    keys: Option<Arc<Vec<SmallBytes>>>,
}

#[derive(Clone)]
enum Form {
    Kept(KeptFields),
    /// Boxed, so that the other form stays small.
    Sharing(Box<Sharing>),
}

/// Fields in a source.
#[derive(Clone)]
struct Sharing {
    source: Source,
    spans: Box<[HeaderSpan]>,
}

impl Headers {
    /// Copies a head to one block.
    pub(super) fn kept(spans: &[HeaderSpan], head: &[u8]) -> Self {
        Self { form: Form::Kept(KeptFields::new(spans, head)), keys: None }
    }

    /// Copies a head of which the lines are listed, if all fields are like most.
    #[inline]
    pub(super) fn of_lines(head: &[u8], lines: &[u32]) -> Option<Self> {
        Some(Self { form: Form::Kept(KeptFields::of_lines(head, lines)?), keys: None })
    }

    /// Keeps the source that a head begins.
    pub(super) fn sharing(spans: Vec<HeaderSpan>, source: Source) -> Self {
        let sharing = Sharing { source, spans: spans.into_boxed_slice() };
        Self { form: Form::Sharing(Box::new(sharing)), keys: None }
    }

    /// The bytes that the fields lie in, and what was copied with them.
    pub(super) fn data(&self) -> &[u8] {
        match &self.form {
            Form::Kept(kept) => kept.layout().data,
            Form::Sharing(sharing) => &sharing.source,
        }
    }

    /// Where a field lies in the data.
    fn span(&self, index: usize) -> Option<HeaderSpan> {
        match &self.form {
            Form::Kept(kept) => kept.layout().span(index),
            Form::Sharing(sharing) => sharing.spans.get(index).copied(),
        }
    }

    /// Gives the number of fields.
    ///
    /// ```
    /// assert_eq!(linecut::http1::Headers::default().len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.form {
            Form::Kept(kept) => kept.layout().len(),
            Form::Sharing(sharing) => sharing.spans.len(),
        }
    }

    /// Tells whether there is no field.
    ///
    /// ```
    /// assert!(linecut::http1::Headers::default().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
        match &self.form {
            Form::Kept(kept) => {
                let layout = kept.layout();
                let span = layout.span(index)?;
                Some((span.name(layout.data), Value::from(span.value(layout.data))))
            }
            Form::Sharing(sharing) => {
                let span = sharing.spans.get(index)?;
                Some((span.name(&sharing.source), sharing.source.value(span.value_range())))
            }
        }
    }

    /// Gives the names as keys, if the parser has an
    /// [interner](super::ParserBuilder::interner). A clone of a key allocates nothing: it is inline,
    /// or shares bytes that hold names alone.
    ///
    /// ```
    /// use linecut::{Interner, SmallBytes, http1::ParserBuilder};
    /// let mut parser = ParserBuilder::strict().interner(Interner::with_seed(1)).build();
    /// let head = b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n";
    /// let response = parser.parse_response(&mut (&head[..]).into())?.unwrap();
    /// let keys = response.headers().keys().unwrap();
    /// let kept: Vec<(SmallBytes, SmallBytes)> = keys
    ///     .iter()
    ///     .zip(response.headers())
    ///     .map(|(key, (_, value))| (key.clone(), value.keep()))
    ///     .collect();
    /// assert_eq!(kept, [("Server".into(), "x".into())]);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn keys(&self) -> Option<&[SmallBytes]> {
        self.keys.as_ref().map(|keys| &keys[..])
    }

    pub(super) fn set_keys(&mut self, keys: Arc<Vec<SmallBytes>>) {
        self.keys = Some(keys);
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
        self.iter()
            .filter(move |(other, _)| other.eq_ignore_ascii_case(name.as_ref()))
            .map(|(_, value)| value)
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
        let (name, data) = (name.as_ref(), self.data());
        let mut with_name = (0..self.len())
            .filter_map(|index| Some((index, self.span(index)?)))
            .filter(|(_, span)| span.name(data).eq_ignore_ascii_case(name));
        match (with_name.next(), with_name.next()) {
            (Some((_, first)), Some((_, second))) => {
                let first = first.name_range().start as u64;
                let second = second.name_range().start as u64;
                Err(ParseError::new(ErrorKind::DuplicateLabel { first }, second))
            }
            (first, _) => Ok(first.and_then(|(index, _)| Some(self.field(index)?.1))),
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
        let mut names: Vec<_> = self.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
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
        Iter { headers: self, next: 0, len: self.len() }
    }

    /// Makes it one block of the least size: lets a source go, and all bytes of the head but names and
    /// values, so that [offsets](Self::get_unique) count without them.
    ///
    /// ```
    /// # use linecut::{http1::Response, Source};
    /// let head = Source::from(b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n".to_vec());
    /// let mut headers = Response::parse(head)?.unwrap().into_headers();
    /// headers.compact();
    /// assert_eq!(headers.heap_size(), 7 + 5);
    /// assert_eq!(headers.get("server").unwrap(), "x");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn compact(&mut self) {
        let spans: Vec<_> = (0..self.len()).filter_map(|index| self.span(index)).collect();
        let data = self.data();
        let len = spans.iter().map(|span| span.name_range().len() + span.value_range().len()).sum();
        let mut packed = Vec::with_capacity(len);
        let mut push = |bytes: &[u8]| {
            let start = packed.len();
            packed.extend_from_slice(bytes);
            start..packed.len()
        };
        let moved =
            |span: &HeaderSpan| HeaderSpan::new(push(span.name(data)), push(span.value(data)));
        let spans: Vec<_> = spans.iter().map(moved).collect();
        self.form = Form::Kept(KeptFields::new(&spans, &packed));
    }

    /// Gives the bytes on the heap: those of the block. What a source holds is not counted, for it is
    /// shared.
    ///
    /// ```
    /// assert_eq!(linecut::http1::Headers::default().heap_size(), 0);
    /// ```
    #[must_use]
    pub fn heap_size(&self) -> usize {
        match &self.form {
            Form::Kept(kept) => kept.heap_size(),
            Form::Sharing(_) => 0,
        }
    }
}

impl Default for Form {
    fn default() -> Self {
        Self::Kept(KeptFields::default())
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
    next: usize,
    len: usize,
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a [u8], Value<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let field = self.headers.field(self.next)?;
        self.next += 1;
        Some(field)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.len - self.next;
        (left, Some(left))
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
