//! What values are cut from: one reference-counted root that knows what it pins. Knows no format.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Deref, Range};
use core::str::{FromStr, Utf8Error};
use core::sync::atomic::{AtomicBool, Ordering};

use bytes::{Bytes, BytesMut};

use super::sharing::Sharing;
use super::small_bytes::SmallBytes;

/// The bytes behind a [`Source`], and how many bytes of memory they pin.
pub(super) struct Root {
    storage: Storage,
    /// What the storage pins where it cannot be asked itself; `None` = not known.
    stated: Option<usize>,
}

enum Storage {
    /// A boxed slice too: it is a vector without room.
    Vec(Vec<u8>),
    Bytes(Bytes),
    Static(&'static [u8]),
}

impl Root {
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.storage {
            Storage::Vec(vec) => vec,
            Storage::Bytes(bytes) => bytes,
            Storage::Static(bytes) => bytes,
        }
    }

    #[inline]
    pub(super) fn capacity(&self) -> Option<usize> {
        match &self.storage {
            Storage::Vec(vec) => Some(vec.capacity()),
            Storage::Bytes(_) => self.stated,
            Storage::Static(_) => Some(0),
        }
    }

    #[inline]
    pub(super) fn as_static(&self) -> Option<&'static [u8]> {
        match &self.storage {
            Storage::Static(bytes) => Some(bytes),
            _ => None,
        }
    }
}

/// Holds the bytes that values are cut from, and knows how much memory they pin.
///
/// A parser that owns its buffer wraps it in a `Source`; the values it hands out can then share
/// the buffer when they are kept. Cloning a source counts a reference and copies nothing.
///
/// The capacity of what is pinned decides whether sharing is worth it, so it has to be the truth:
/// a `Vec` and a `Box<[u8]>` know theirs; a [`Bytes`] that nobody else holds is taken over
/// (its allocation's capacity is then known); of a `Bytes` that others hold it is not known, and
/// values of such a source are copied, never shared. [`Source::with_root_capacity`] states it.
///
/// ```
/// use linecut::Source;
/// let source = Source::from(b"status:200\tua:curl/8.5.0".to_vec());
/// let status = source.value(7..10).keep();
/// drop(source);
/// assert_eq!(status, "200");
/// ```
pub struct Source {
    pub(super) root: Arc<Root>,
    /// Set when the first value shares the root, so that statistics count it once. It is here and
    /// not in the root because a map's key must not hold a cell that changes.
    counted: AtomicBool,
}

impl Source {
    fn of(storage: Storage, stated: Option<usize>) -> Self {
        Self { root: Arc::new(Root { storage, stated }), counted: AtomicBool::new(false) }
    }

    /// Creates a source over bytes that live forever. It pins nothing: long values kept from it
    /// refer to the static bytes.
    ///
    /// ```
    /// let source = linecut::Source::from_static(b"a static text of more than 23 bytes");
    /// assert_eq!(source.root_capacity(), Some(0));
    /// assert_eq!(source.value(0..30).keep().referenced_len(), 0);
    /// ```
    #[must_use]
    pub fn from_static(bytes: &'static [u8]) -> Self {
        Self::of(Storage::Static(bytes), None)
    }

    /// Creates a source over shared bytes whose allocation is known to be of `capacity` bytes
    /// (at least `bytes.len()` is assumed). Use it where a `Bytes` was split from a buffer whose
    /// size the caller knows.
    ///
    /// A capacity stated too small voids [the bound](Sharing#the-bound).
    ///
    /// ```
    /// use bytes::{Bytes, BytesMut};
    /// use linecut::Source;
    /// let whole = Bytes::from(vec![b'x'; 4096]);
    /// let part = Source::with_root_capacity(whole.slice(0..2000), 4096);
    /// assert_eq!(part.root_capacity(), Some(4096));
    /// assert_eq!(Source::from(whole.slice(0..2000)).root_capacity(), None);
    /// ```
    #[must_use]
    pub fn with_root_capacity(bytes: Bytes, capacity: usize) -> Self {
        let capacity = capacity.max(bytes.len());
        Self::of(Storage::Bytes(bytes), Some(capacity))
    }

    /// Gives all bytes.
    ///
    /// ```
    /// assert_eq!(linecut::Source::from(vec![1, 2]).as_bytes(), [1, 2]);
    /// ```
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.root.bytes()
    }

    /// Gives the number of bytes that a value sharing this source keeps alive, if it is known.
    ///
    /// ```
    /// let mut buffer = Vec::with_capacity(65_536);
    /// buffer.extend_from_slice(b"GET / HTTP/1.1\r\n\r\n");
    /// assert!(linecut::Source::from(buffer).root_capacity().unwrap() >= 65_536);
    /// ```
    #[must_use]
    pub fn root_capacity(&self) -> Option<usize> {
        self.root.capacity()
    }

    /// Cuts a value out. Nothing is copied and no reference is counted before it is kept.
    ///
    /// # Panics
    ///
    /// If the range does not lie within the source.
    ///
    /// ```
    /// let source = linecut::Source::from(b"key:value".to_vec());
    /// assert_eq!(source.value(4..9), *b"value");
    /// ```
    #[inline]
    #[must_use]
    pub fn value(&self, range: Range<usize>) -> Value<'_> {
        Value { bytes: &self.as_bytes()[range], source: Some(self) }
    }

    /// The same for a part that is at hand. (Bytes from elsewhere are found out when they are kept.)
    #[inline]
    pub(crate) fn lend<'a>(&'a self, part: &'a [u8]) -> Value<'a> {
        Value { bytes: part, source: Some(self) }
    }

    /// The `Vec` behind this source, if nothing else refers to it. A record being read writes its
    /// next block through this; `None` says that a kept value shares the block.
    pub(crate) fn reuse(&mut self) -> Option<&mut Vec<u8>> {
        let root = Arc::get_mut(&mut self.root)?;
        *self.counted.get_mut() = false;
        match &mut root.storage {
            Storage::Vec(vec) => Some(vec),
            _ => None,
        }
    }
}

impl Source {
    /// True for the first slicer that asks.
    #[inline]
    pub(super) fn count_once(&self) -> bool {
        !self.counted.load(Ordering::Relaxed) && !self.counted.swap(true, Ordering::Relaxed)
    }
}

impl Clone for Source {
    /// Counts a reference.
    fn clone(&self) -> Self {
        let counted = AtomicBool::new(self.counted.load(Ordering::Relaxed));
        Self { root: Arc::clone(&self.root), counted }
    }
}

impl Default for Source {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl Deref for Source {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl AsRef<[u8]> for Source {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("len", &self.len())
            .field("root_capacity", &self.root_capacity())
            .finish()
    }
}

impl From<Vec<u8>> for Source {
    /// Takes the vector over; its capacity is what a sharing value pins.
    fn from(vec: Vec<u8>) -> Self {
        Self::of(Storage::Vec(vec), None)
    }
}

impl From<Box<[u8]>> for Source {
    fn from(boxed: Box<[u8]>) -> Self {
        Self::of(Storage::Vec(boxed.into_vec()), None)
    }
}

impl From<&[u8]> for Source {
    /// Copies the bytes into a block of their size.
    fn from(bytes: &[u8]) -> Self {
        Self::from(Box::<[u8]>::from(bytes))
    }
}

impl<const N: usize> From<&[u8; N]> for Source {
    /// Copies the bytes into a block of their size.
    fn from(bytes: &[u8; N]) -> Self {
        Self::from(&bytes[..])
    }
}

impl From<&str> for Source {
    /// Copies the text into a block of its size.
    fn from(text: &str) -> Self {
        Self::from(text.as_bytes())
    }
}

impl From<String> for Source {
    fn from(text: String) -> Self {
        Self::from(text.into_bytes())
    }
}

impl From<BytesMut> for Source {
    fn from(bytes: BytesMut) -> Self {
        Self::from(bytes.freeze())
    }
}

impl From<Bytes> for Source {
    /// Takes the root over if nobody else holds it (its capacity is then known; a part of a larger
    /// buffer is moved to its front). Otherwise keeps the handle, with a root of unknown size.
    fn from(bytes: Bytes) -> Self {
        if bytes.is_unique() {
            // `try_into_mut().capacity()` would only tell the part behind the first byte;
            // the vector owns the whole allocation.
            Self::from(Vec::from(bytes))
        } else {
            Self::of(Storage::Bytes(bytes), None)
        }
    }
}

/// Borrows some bytes, and remembers the [`Source`] they can be shared from.
///
/// Looking at a value is free: it is a slice. [`Value::keep`] makes it owned, by a [`Sharing`]
/// policy. Equality and hash are those of the bytes.
///
/// ```
/// use linecut::Value;
/// let value = Value::from(&b"8080"[..]);
/// assert_eq!(value.parse::<u16>(), Ok(8080));
/// assert_eq!(value.to_str(), Ok("8080"));
/// assert_eq!(value.keep(), "8080");
/// ```
#[derive(Clone, Copy)]
pub struct Value<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) source: Option<&'a Source>,
}

impl<'a> Value<'a> {
    /// Gives the bytes, for as long as the source is borrowed.
    ///
    /// ```
    /// assert_eq!(linecut::Value::from("x").as_bytes(), b"x");
    /// ```
    #[inline]
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Views the bytes as UTF-8.
    ///
    /// # Errors
    ///
    /// If they are none; the bytes themselves are never refused.
    ///
    /// ```
    /// assert!(linecut::Value::from(&b"\xff"[..]).to_str().is_err());
    /// ```
    pub fn to_str(self) -> Result<&'a str, Utf8Error> {
        core::str::from_utf8(self.bytes)
    }

    /// Parses the bytes as a number, an address, anything that has `FromStr`. Nothing is trimmed.
    ///
    /// # Errors
    ///
    /// If the bytes are no UTF-8, or not what `T` wants: `12abc` is no number, nor is ` 12`.
    ///
    /// ```
    /// use linecut::Value;
    /// assert_eq!(Value::from("12").parse::<u8>(), Ok(12));
    /// assert!(Value::from("12abc").parse::<u8>().is_err());
    /// assert!(Value::from("300").parse::<u8>().is_err());
    /// ```
    pub fn parse<T: FromStr>(self) -> Result<T, ValueError<T::Err>> {
        let text = self.to_str().map_err(ValueError::Utf8)?;
        text.parse().map_err(ValueError::Parse)
    }

    /// Keeps the value by the default policy: inline, copied, or sharing its source.
    ///
    /// Cost: up to 23 bytes no allocation; a copy one; a shared value a reference count.
    ///
    /// ```
    /// assert!(linecut::Value::from("GET").keep().is_inline());
    /// ```
    #[inline]
    #[must_use]
    pub fn keep(self) -> SmallBytes {
        self.keep_with(Sharing::DEFAULT)
    }

    /// Keeps the value by a policy of the caller's choice. [`Slicer::keep`](crate::Slicer::keep)
    /// does the same and counts.
    ///
    /// ```
    /// use linecut::{Sharing, Source};
    /// let source = Source::from(vec![b'x'; 600]);
    /// assert!(!source.value(0..600).keep_with(Sharing::Never).is_shared());
    /// ```
    #[inline]
    #[must_use]
    pub fn keep_with(self, sharing: Sharing) -> SmallBytes {
        SmallBytes::keep(self, sharing, |_| ())
    }
}

/// Says why [`Value::parse`] failed.
///
/// ```
/// use linecut::{Value, ValueError};
/// assert!(matches!(Value::from("x").parse::<u8>(), Err(ValueError::Parse(_))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError<E> {
    /// The bytes are no UTF-8.
    Utf8(Utf8Error),
    /// The text is not what the type wants.
    Parse(E),
}

impl<E: fmt::Display> fmt::Display for ValueError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utf8(error) => error.fmt(f),
            Self::Parse(error) => error.fmt(f),
        }
    }
}

impl<E: core::error::Error + 'static> core::error::Error for ValueError<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Utf8(error) => Some(error),
            Self::Parse(error) => Some(error),
        }
    }
}
