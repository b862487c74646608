//! The owned byte string of 24 bytes: embedded, copied, shared or static. Knows no format.
//!
//! A plain safe enum. `Inline` holds its length in a fieldless enum of 24 variants: the unused
//! values of that byte are where the compiler puts the other variants' tags, so that the whole is
//! 24 bytes and `Option` of it too (with a `u8` as the length it would be 32). Tests assert it.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::ops::{Bound, RangeBounds};
use core::str::Utf8Error;

use bytes::Bytes;

use super::inline::Inline;
use super::sharing::{CopyReason, Sharing, shares};
use super::source::{Root, Source, Value};

/// Owns a byte string: up to 23 bytes in place, longer ones in a right-sized block of their own or
/// sharing the [`Source`](crate::Source) they were cut from.
///
/// It is what a kept value is. It has the size of a `String`, is `Send + Sync`, derefs to `[u8]`,
/// compares and hashes as its bytes in every state, so that maps keyed by it are asked with `&[u8]`.
///
/// **What it keeps alive:** when [`is_shared`](Self::is_shared), the whole root it was cut from,
/// [`referenced_len`](Self::referenced_len) bytes, neighbours included: a harmless header that
/// shares a head keeps the cookie beside it in memory. [`compact`](Self::compact) lets the root go.
///
/// ```
/// use linecut::SmallBytes;
/// use std::collections::HashMap;
/// let mut map = HashMap::new();
/// map.insert(SmallBytes::from("host"), SmallBytes::from_static(b"example.com"));
/// assert_eq!(map.get(&b"host"[..]).unwrap(), "example.com");
/// assert_eq!(format!("{:?}", map[&b"host"[..]]), r#"b"example.com""#);
/// ```
#[derive(Clone)]
pub struct SmallBytes(Repr);

#[derive(Clone)]
enum Repr {
    Inline(Inline),
    Copied(Box<[u8]>),
    Shared { root: Arc<Root>, start: u32, len: u32 },
    Static(&'static [u8]),
}

/// What became of a kept value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome<'a> {
    Inline,
    Copied(CopyReason),
    /// Shared with this source, if it was cut from one just now.
    Shared {
        source: Option<&'a Source>,
    },
}

impl SmallBytes {
    /// Creates an empty string.
    ///
    /// ```
    /// assert!(linecut::SmallBytes::new().is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self(Repr::Inline(Inline::EMPTY))
    }

    /// Creates a string that refers to static bytes; usable in constants.
    ///
    /// ```
    /// use linecut::SmallBytes;
    /// const HOST: SmallBytes = SmallBytes::from_static(b"host");
    /// assert_eq!(HOST, "host");
    /// ```
    #[must_use]
    pub const fn from_static(bytes: &'static [u8]) -> Self {
        Self(Repr::Static(bytes))
    }

    /// Copies `bytes`, inline if they fit.
    #[inline]
    pub(crate) fn copy(bytes: &[u8]) -> Self {
        match Inline::new(bytes) {
            Some(inline) => Self(Repr::Inline(inline)),
            None => Self(Repr::Copied(Box::from(bytes))),
        }
    }

    pub(super) fn from_box(bytes: Box<[u8]>) -> Self {
        match Inline::new(&bytes) {
            Some(inline) => Self(Repr::Inline(inline)),
            None => Self(Repr::Copied(bytes)),
        }
    }

    /// The decision of the crate: embed, copy or share. `note` is told.
    ///
    /// Embedding and copying are compiled into the caller, where the policy is mostly a constant.
    #[inline(always)]
    pub(super) fn keep<'a>(
        value: Value<'a>,
        sharing: Sharing,
        note: impl FnOnce(Outcome<'a>),
    ) -> Self {
        let bytes = value.bytes;
        if let Some(inline) = Inline::new(bytes) {
            note(Outcome::Inline);
            return Self(Repr::Inline(inline));
        }
        let reason = match value.source {
            None => CopyReason::NoSource,
            Some(source) => match copies(&source.root, bytes.len(), sharing) {
                Some(reason) => reason,
                None => match place_in(&source.root, bytes) {
                    Ok(place) => {
                        note(Outcome::Shared { source: Some(source) });
                        return Self::share(&source.root, place);
                    }
                    Err(reason) => reason,
                },
            },
        };
        note(Outcome::Copied(reason));
        Self(Repr::Copied(Box::from(bytes)))
    }

    #[inline(always)]
    fn share(root: &Arc<Root>, (start, len): (u32, u32)) -> Self {
        match root.as_static() {
            None => Self(Repr::Shared { root: Arc::clone(root), start, len }),
            Some(forever) => Self::part_of_static(forever, start, len),
        }
    }

    #[cold]
    fn part_of_static(forever: &'static [u8], start: u32, len: u32) -> Self {
        Self(Repr::Static(&forever[start as usize..][..len as usize]))
    }

    /// Gives the bytes.
    ///
    /// ```
    /// assert_eq!(linecut::SmallBytes::from("x").as_bytes(), b"x");
    /// ```
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Repr::Inline(inline) => inline.as_bytes(),
            Repr::Copied(bytes) => bytes,
            Repr::Shared { root, start, len } => {
                &root.bytes()[*start as usize..*start as usize + *len as usize]
            }
            Repr::Static(bytes) => bytes,
        }
    }

    /// Views the bytes as UTF-8.
    ///
    /// # Errors
    ///
    /// If they are none.
    ///
    /// ```
    /// assert_eq!(linecut::SmallBytes::from("x").to_str(), Ok("x"));
    /// ```
    pub fn to_str(&self) -> Result<&str, Utf8Error> {
        core::str::from_utf8(self)
    }

    /// Tells whether the bytes are embedded.
    ///
    /// ```
    /// use linecut::SmallBytes;
    /// assert!(SmallBytes::from("up to twenty-three byte").is_inline());
    /// assert!(!SmallBytes::from("more than twenty-three b").is_inline());
    /// ```
    #[must_use]
    pub const fn is_inline(&self) -> bool {
        matches!(self.0, Repr::Inline(_))
    }

    /// Tells whether the bytes lie in a root that other values may share.
    ///
    /// ```
    /// let source = linecut::Source::from(vec![b'x'; 600]);
    /// assert!(source.value(0..500).keep().is_shared());
    /// ```
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        matches!(self.0, Repr::Shared { .. })
    }

    /// Cuts a part out, by the default policy: judged against the root, not against this value.
    ///
    /// # Panics
    ///
    /// If the range does not lie within the bytes.
    ///
    /// ```
    /// let kept = linecut::Source::from(vec![b'x'; 2000]).value(0..1500).keep();
    /// assert!(kept.slice(0..1000).is_shared());            // 1000 * 4 >= 2000
    /// assert!(!kept.slice(..400).is_shared());             // 400 * 4 < 2000
    /// ```
    #[must_use]
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Self {
        self.slice_with(range, Sharing::DEFAULT)
    }

    /// Cuts a part out, by a policy of the caller's choice.
    ///
    /// # Panics
    ///
    /// If the range does not lie within the bytes.
    ///
    /// ```
    /// use linecut::Sharing;
    /// let kept = linecut::Source::from(vec![b'x'; 2000]).value(0..1500).keep();
    /// assert!(kept.slice_with(0..100, Sharing::Always).is_shared());
    /// ```
    #[must_use]
    pub fn slice_with(&self, range: impl RangeBounds<usize>, sharing: Sharing) -> Self {
        self.slice_counted(range, sharing, |_| ())
    }

    /// [`slice_with`](Self::slice_with), and `note` is told.
    pub(super) fn slice_counted(
        &self,
        range: impl RangeBounds<usize>,
        sharing: Sharing,
        note: impl FnOnce(Outcome<'static>),
    ) -> Self {
        let start = match range.start_bound() {
            Bound::Included(n) => *n,
            Bound::Excluded(n) => *n + 1,
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(n) => *n + 1,
            Bound::Excluded(n) => *n,
            Bound::Unbounded => self.len(),
        };
        let part = &self[start..end];
        // A root was counted when this value was kept.
        let shared = Outcome::Shared { source: None };
        if let Some(inline) = Inline::new(part) {
            note(Outcome::Inline);
            return Self(Repr::Inline(inline));
        }
        let reason = match &self.0 {
            Repr::Static(bytes) => {
                note(shared);
                return Self(Repr::Static(&bytes[start..end]));
            }
            Repr::Shared { root, .. } => match copies(root, part.len(), sharing) {
                Some(reason) => reason,
                None => match place_in(root, part) {
                    Ok(place) => {
                        note(shared);
                        return Self::share(root, place);
                    }
                    Err(reason) => reason,
                },
            },
            Repr::Inline(_) | Repr::Copied(_) => CopyReason::NoSource,
        };
        note(Outcome::Copied(reason));
        Self(Repr::Copied(Box::from(part)))
    }

    /// Lets the source go: a shared value becomes a copy of its own size. Others stay as they are.
    ///
    /// ```
    /// let mut kept = linecut::Source::from(vec![b'x'; 600]).value(0..500).keep();
    /// assert!(kept.referenced_len() >= 600);
    /// kept.compact();
    /// assert_eq!(kept.referenced_len(), 500);
    /// ```
    pub fn compact(&mut self) {
        if self.is_shared() {
            *self = Self::copy(self);
        }
    }

    /// Converts into [`Bytes`], without a copy unless the bytes are inline. A shared value goes on
    /// sharing its root, so the result and its clones are outside [the bound](Sharing#the-bound).
    ///
    /// ```
    /// assert_eq!(linecut::SmallBytes::from("x").into_bytes(), bytes::Bytes::from_static(b"x"));
    /// ```
    #[must_use]
    pub fn into_bytes(self) -> Bytes {
        match self.0 {
            Repr::Inline(_) => Bytes::copy_from_slice(&self),
            Repr::Copied(bytes) => Bytes::from(bytes),
            Repr::Shared { .. } => Bytes::from_owner(self),
            Repr::Static(bytes) => Bytes::from_static(bytes),
        }
    }

    /// Gives the number of bytes of data this value keeps alive: its own length, or its root's
    /// capacity when it is shared, or nothing when it is static. (A root of unknown size cannot be
    /// shared.)
    ///
    /// ```
    /// use linecut::SmallBytes;
    /// assert_eq!(SmallBytes::from("abc").referenced_len(), 3);
    /// assert_eq!(SmallBytes::from_static(b"abc").referenced_len(), 0);
    /// ```
    #[must_use]
    pub fn referenced_len(&self) -> usize {
        match &self.0 {
            Repr::Inline(_) | Repr::Copied(_) => self.len(),
            Repr::Shared { root, .. } => root.capacity().unwrap_or(root.bytes().len()),
            Repr::Static(_) => 0,
        }
    }

    /// Gives the number of heap bytes that would go if this were the last value of its root:
    /// nothing when inline or static, the length of a copy, the root and its header when shared.
    ///
    /// ```
    /// use linecut::SmallBytes;
    /// assert_eq!(SmallBytes::from("abc").heap_size(), 0);
    /// assert_eq!(SmallBytes::from(vec![b'x'; 100]).heap_size(), 100);
    /// ```
    #[must_use]
    pub fn heap_size(&self) -> usize {
        match &self.0 {
            Repr::Inline(_) | Repr::Static(_) => 0,
            Repr::Copied(bytes) => bytes.len(),
            Repr::Shared { .. } => self.referenced_len() + ROOT_OVERHEAD,
        }
    }
}

/// Why a value of `len` bytes of this root is copied, if it is.
#[inline(always)]
fn copies(root: &Root, len: usize, sharing: Sharing) -> Option<CopyReason> {
    // Static bytes pin nothing, so no policy is asked.
    let reason = sharing.copies(len).filter(|_| root.as_static().is_none());
    reason.or_else(|| shares(len, sharing.factor(), root.capacity()).err())
}

/// Where `bytes` lie in their root, as start and length. Not for the caller's code, which is to stay
/// small enough to be inlined: few values come here.
#[inline(never)]
fn place_in(root: &Root, bytes: &[u8]) -> Result<(u32, u32), CopyReason> {
    let whole = root.bytes();
    // By address. A slice from elsewhere is found out and copied.
    let start = (bytes.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
    let end = start.checked_add(bytes.len()).filter(|end| *end <= whole.len());
    let end = end.ok_or(CopyReason::NoSource)?;
    match (u32::try_from(start), u32::try_from(end)) {
        (Ok(start), Ok(end)) => Ok((start, end - start)),
        _ => Err(CopyReason::TooFar),
    }
}

/// What a pinned root costs beside its bytes: the two counters of an `Arc`, and the root itself.
pub(super) const ROOT_OVERHEAD: usize = 2 * size_of::<usize>() + size_of::<Root>();

#[cfg(test)]
mod tests {
    use super::super::inline::INLINE;
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    #[test]
    fn the_unused_inline_tail_is_zero() {
        let Repr::Inline(inline) = SmallBytes::copy(b"abc").0 else { panic!("not inline") };
        assert_eq!(inline.tail(), [0; 20]);
    }

    #[test]
    fn a_slice_from_elsewhere_is_found_out_and_copied() {
        let source = Source::from(vec![b'x'; 600]);
        let elsewhere = vec![b'y'; 600];
        let value = Value { bytes: &elsewhere, source: Some(&source) };
        let mut outcome = None;
        let kept = SmallBytes::keep(value, Sharing::Always, |what| outcome = Some(what));
        assert!(matches!(outcome, Some(Outcome::Copied(CopyReason::NoSource))));
        assert_eq!(kept, elsewhere);
    }

    #[test]
    fn every_length_around_the_limit_survives() {
        let bytes: Vec<u8> = (0..64).collect();
        let source = Source::from(bytes.clone());
        for start in 0..40 {
            for len in 0..=24 {
                let kept = source.value(start..start + len).keep_with(Sharing::Always);
                assert_eq!(kept, bytes[start..start + len]);
                assert_eq!(kept.is_inline(), len <= INLINE);
            }
        }
    }
}
