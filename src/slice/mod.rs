//! The embed-or-share layer: values, their sources, the policy, the counters. Knows no format.

pub(crate) mod growth;
mod inline;
pub(crate) mod intern_stats;
pub(crate) mod interner;
pub(crate) mod numbers;
pub(crate) mod rooted;
pub(crate) mod sharing;
pub(crate) mod small_bytes;
pub(crate) mod source;
pub(crate) mod stats;
mod traits;
mod views;

use core::ops::RangeBounds;

use interner::Interner;
use sharing::Sharing;
use small_bytes::SmallBytes;
use source::Value;
use stats::SliceStats;

/// Keeps values by one policy, and counts what became of them.
///
/// Use it where many values are kept: it says afterwards what was embedded, copied and shared, why,
/// and how much memory that holds. It knows no format, so other parsers can be built on it.
///
/// ```
/// use linecut::{ltsv, Sharing, Slicer};
/// let record = ltsv::Record::parse(b"host:192.0.2.1\tstatus:200\tua:curl/8.5.0")?;
/// let mut slicer = Slicer::new(Sharing::default());
/// let kept: Vec<_> = slicer.fields(&record).collect();
/// assert_eq!(kept[1].0, "status");
/// assert_eq!(kept[1].1, "200");
/// assert_eq!(slicer.stats().inline.values, 6);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Slicer {
    sharing: Sharing,
    interner: Option<Interner>,
    stats: SliceStats,
}

impl Slicer {
    /// Creates a slicer with this policy.
    ///
    /// ```
    /// let slicer = linecut::Slicer::new(linecut::Sharing::Never);
    /// assert_eq!(slicer.stats().bytes_kept(), 0);
    /// ```
    #[must_use]
    pub fn new(sharing: Sharing) -> Self {
        Self { sharing, interner: None, stats: SliceStats::default() }
    }

    /// Looks keys (and short values, if it stores any) up in a cache first.
    ///
    /// ```
    /// use linecut::{Interner, Sharing, Slicer};
    /// let mut slicer = Slicer::new(Sharing::default()).with_interner(Interner::with_seed(1));
    /// for _ in 0..3 {
    ///     slicer.key(b"X-Content-Type-Options-Of-This-Site");
    /// }
    /// assert_eq!(slicer.stats().interned.values, 2); // stored the second time
    /// ```
    #[must_use]
    pub fn with_interner(mut self, interner: Interner) -> Self {
        self.interner = Some(interner);
        self
    }

    /// Gives the interner, if there is one.
    ///
    /// ```
    /// assert!(linecut::Slicer::default().interner().is_none());
    /// ```
    #[must_use]
    pub const fn interner(&self) -> Option<&Interner> {
        self.interner.as_ref()
    }

    /// Keeps a value: inline, copied, or sharing its source.
    ///
    /// ```
    /// let mut slicer = linecut::Slicer::default();
    /// assert_eq!(slicer.keep("x".into()), "x");
    /// ```
    #[inline]
    pub fn keep(&mut self, value: Value<'_>) -> SmallBytes {
        if let Some(interned) = self.interner.as_mut().and_then(|interner| interner.value(&value)) {
            self.stats.count_interned(value.len());
            return interned;
        }
        self.keep_anew(value)
    }

    #[inline]
    fn keep_anew(&mut self, value: Value<'_>) -> SmallBytes {
        let stats = &mut self.stats;
        SmallBytes::keep(value, self.sharing, |outcome| stats.count(value.len(), outcome))
    }

    /// Keeps a key: a label or a field name. Keys never share a source.
    ///
    /// ```
    /// let mut slicer = linecut::Slicer::default();
    /// assert_eq!(slicer.key(b"Content-Type"), "Content-Type");
    /// ```
    #[inline]
    pub fn key(&mut self, key: &[u8]) -> SmallBytes {
        if let Some(interned) = self.interner.as_mut().and_then(|interner| interner.key(key)) {
            self.stats.count_interned(key.len());
            return interned;
        }
        self.keep_anew(Value::from(key))
    }

    /// Keeps every key and value of a record or a head, in order, as the iterator is driven.
    ///
    /// ```
    /// use linecut::{http1::Response, Slicer};
    /// let response = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n"[..])?.unwrap();
    /// let mut slicer = Slicer::default();
    /// let kept: Vec<_> = slicer.fields(response.headers()).collect();
    /// assert_eq!(kept, [("Server".into(), "x".into())]);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn fields<'s, 'r: 's, I>(
        &'s mut self,
        record: I,
    ) -> impl Iterator<Item = (SmallBytes, SmallBytes)> + use<'s, 'r, I>
    where
        I: IntoIterator<Item = (&'r [u8], Value<'r>)>,
        I::IntoIter: 's,
        I: 's,
    {
        record.into_iter().map(|(key, value)| (self.key(key), self.keep(value)))
    }

    /// Cuts a part out of a kept value, by this policy, and counts it as kept.
    ///
    /// # Panics
    ///
    /// If the range does not lie within the bytes.
    ///
    /// ```
    /// let mut slicer = linecut::Slicer::default();
    /// let path = slicer.slice(&"GET /index.html".into(), 4..);
    /// assert_eq!(path, "/index.html");
    /// ```
    pub fn slice(&mut self, bytes: &SmallBytes, range: impl RangeBounds<usize>) -> SmallBytes {
        let mut outcome = None;
        let part = bytes.slice_counted(range, self.sharing, |what| outcome = Some(what));
        if let Some(outcome) = outcome {
            self.stats.count(part.len(), outcome);
        }
        part
    }

    /// Gives the counters.
    ///
    /// ```
    /// assert_eq!(linecut::Slicer::default().stats().copied.values, 0);
    /// ```
    #[must_use]
    pub const fn stats(&self) -> &SliceStats {
        &self.stats
    }
}
