//! Puts an owned head together: its source or a block of its own, its fields, what it was. Knows no
//! request and no response.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::{Defect, Defects, ParseError};
use crate::scan::head::FewLines;
use crate::slice::sharing::Sharing;
use crate::slice::source::Source;

use super::engine::{Engine, What};
use super::head::HeaderSpan;
use super::headers::Headers;
use super::options::Options;
use super::plain::{self, Plain};
use super::start_line::Start;
use super::version::Version;

/// A head of any kind that owns its bytes.
#[derive(Clone, Debug)]
pub(super) struct Owned {
    pub(super) headers: Headers,
    /// The original bytes, where the headers' block is a rewritten one.
    original: Option<Box<[u8]>>,
    pub(super) version: Version,
    pub(super) status: u16,
    /// Method, in the headers' block.
    first: Range<u32>,
    /// Target or reason, in the headers' block.
    second: Range<u32>,
    pub(super) has_reason: bool,
    pub(super) complete: bool,
    pub(super) head_len: usize,
    /// Boxed, for few heads have any.
    defects: Option<Box<Defects>>,
}

/// A head that was read, before it has an owner.
pub(super) struct Read {
    pub(super) start: Start,
    reason: Option<Vec<u8>>,
    pub(super) spans: Vec<HeaderSpan>,
    pub(super) len: usize,
    complete: bool,
    rewritten: Vec<u8>,
    moved: Vec<u32>,
    pub(super) defects: Defects,
}

/// What comes of bytes at first sight.
pub(super) enum Begin {
    /// A whole head.
    Whole(Read),
    /// An engine that goes on where it is not plainly well formed.
    Engine(Engine),
    /// An engine that would ask for more.
    Cut(Engine),
}

impl Read {
    /// What an engine that is done has read.
    pub(super) fn from_engine(engine: &mut Engine) -> Self {
        Self {
            start: core::mem::take(&mut engine.start),
            reason: core::mem::take(&mut engine.reason),
            spans: core::mem::take(&mut engine.spans),
            len: engine.at,
            complete: engine.complete,
            rewritten: core::mem::take(&mut engine.rewritten),
            moved: core::mem::take(&mut engine.moved),
            defects: core::mem::take(&mut engine.defects),
        }
    }

    /// Reads a head as far as it is plainly well formed.
    pub(super) fn begin(bytes: &[u8], what: What, options: &Options) -> Begin {
        if options.limits_parts() {
            return Begin::Engine(Engine::new(what, options));
        }
        let (mut start, mut spans) = (Start::default(), Vec::new());
        match plain::read(bytes, what, options.limits(), &mut start, &mut spans) {
            Plain::Whole(len) => Begin::Whole(Self {
                start,
                reason: None,
                spans,
                len,
                complete: true,
                rewritten: Vec::new(),
                moved: Vec::new(),
                defects: Defects::default(),
            }),
            Plain::Begun { at, cut } => {
                let engine = Engine::resumed(what, options, spans, start, at);
                if cut { Begin::Cut(engine) } else { Begin::Engine(engine) }
            }
            Plain::NotSure => Begin::Engine(Engine::with_storage(what, options, spans)),
        }
    }

    fn needs_a_block(&self) -> bool {
        !self.moved.is_empty() || self.reason.is_some()
    }
}

/// Reads a whole head of `bytes`; `None` if it is not whole.
pub(super) fn read(
    bytes: &[u8],
    what: What,
    options: &Options,
) -> Result<Option<Read>, ParseError> {
    match Read::begin(bytes, what, options) {
        Begin::Whole(read) => Ok(Some(read)),
        Begin::Cut(_) => Ok(None),
        Begin::Engine(mut engine) => {
            Ok(engine.run(bytes, options, false)?.then(|| Read::from_engine(&mut engine)))
        }
    }
}

impl Owned {
    /// Parses the head that a source begins with, strictly, and keeps the source if the head fills
    /// enough of it.
    pub(super) fn parse(source: Source, what: What) -> Result<Option<Self>, ParseError> {
        Ok(read(&source, what, &Options::STRICT)?.map(|read| Self::of_source(read, source)))
    }

    fn of_source(mut read: Read, source: Source) -> Self {
        // The list of the fields counts as well: both together are what the head keeps alive.
        let spans = read.spans.len() * size_of::<HeaderSpan>();
        let keep = source
            .root_capacity()
            .is_some_and(|capacity| Sharing::DEFAULT.may_pin(read.len, capacity + spans));
        if keep && !read.needs_a_block() {
            let headers = Headers::sharing(core::mem::take(&mut read.spans), source);
            return Self::with_headers(read, headers, None);
        }
        Self::of_bytes(read, &source)
    }

    /// Parses the head that `bytes` begin with, strictly, and copies it.
    pub(super) fn parse_copy(bytes: &[u8], what: What) -> Result<Option<Self>, ParseError> {
        let options = &Options::STRICT;
        if let Some(owned) = Self::plain(bytes, what, options) {
            return Ok(Some(owned));
        }
        Ok(read(bytes, what, options)?.map(|read| Self::of_bytes(read, bytes)))
    }

    /// Copies a head that is plainly well formed, straight to its block if it can be.
    fn plain(bytes: &[u8], what: What, options: &Options) -> Option<Self> {
        let (mut start, mut lines) = (Start::default(), FewLines::new());
        let len = plain::lines(bytes, what, options.limits(), &mut start, &mut lines)?;
        let lines = lines.list();
        // A value is less than its line.
        let (mut before, mut longest) = (0, 0);
        for lf in lines {
            longest = longest.max(lf - before);
            before = *lf;
        }
        let head = &bytes[..len];
        let block =
            if shares(longest as usize, len) { None } else { Headers::of_lines(head, lines) };
        let headers = match block {
            Some(headers) => headers,
            None => copied(plain::spans(head, lines)?, head),
        };
        Some(Self::new(&start, headers, len))
    }

    /// A head with nothing out of the ordinary.
    fn new(start: &Start, headers: Headers, head_len: usize) -> Self {
        let range = |range: &Range<usize>| range.start as u32..range.end as u32;
        Self {
            headers,
            original: None,
            version: start.version,
            status: start.status,
            first: range(&start.first),
            second: range(&start.second),
            has_reason: start.has_reason,
            complete: true,
            head_len,
            defects: None,
        }
    }

    /// Copies the head that `bytes` begin with to a right-sized block.
    pub(super) fn of_bytes(mut read: Read, bytes: &[u8]) -> Self {
        let head = &bytes[..read.len];
        if !read.needs_a_block() {
            let headers = copied(core::mem::take(&mut read.spans), head);
            return Self::with_headers(read, headers, None);
        }
        let block = rewritten_block(&mut read, head);
        // Copied from; it need not be there beside the copies.
        read.rewritten = Vec::new();
        let headers = copied(core::mem::take(&mut read.spans), &block);
        Self::with_headers(read, headers, Some(head.into()))
    }

    fn with_headers(read: Read, headers: Headers, original: Option<Box<[u8]>>) -> Self {
        let defects = read.defects;
        Self {
            original,
            complete: read.complete,
            defects: (!defects.is_empty()).then(|| Box::new(defects)),
            ..Self::new(&read.start, headers, read.len)
        }
    }

    fn part(&self, range: &Range<u32>) -> &[u8] {
        &self.headers.data()[range.start as usize..range.end as usize]
    }

    /// The method.
    pub(super) fn first(&self) -> &[u8] {
        self.part(&self.first)
    }

    /// The target or the reason.
    pub(super) fn second(&self) -> &[u8] {
        self.part(&self.second)
    }

    /// The original bytes.
    pub(super) fn raw(&self) -> &[u8] {
        match &self.original {
            Some(original) => original,
            None => &self.headers.data()[..self.head_len],
        }
    }

    pub(super) fn defects(&self) -> &[Defect] {
        self.defects.as_ref().map_or(&[], |defects| defects.list())
    }

    pub(super) fn defect_count(&self) -> u64 {
        self.defects.as_ref().map_or(0, |defects| defects.total())
    }
}

/// Copies fields to one block; to a source, where a value is long enough to be shared from it.
fn copied(spans: Vec<HeaderSpan>, bytes: &[u8]) -> Headers {
    if spans.iter().any(|span| shares(span.value_range().len(), bytes.len())) {
        Headers::sharing(spans, Source::from(bytes))
    } else {
        Headers::kept(&spans, bytes)
    }
}

/// Whether a value of a block is shared from it by default.
fn shares(len: usize, block: usize) -> bool {
    let sharing = Sharing::DEFAULT;
    sharing.copies(len).is_none() && sharing.may_pin(len, block)
}

/// Writes all parts of a head to a block of their own, and moves the spans there.
fn rewritten_block(read: &mut Read, head: &[u8]) -> Vec<u8> {
    let fields = read.spans.iter();
    let room: usize = fields.map(|span| span.name_range().len() + span.value_range().len()).sum();
    let reason = read.reason.take();
    let first = &head[read.start.first.clone()];
    let second = reason.as_deref().unwrap_or(&head[read.start.second.clone()]);
    let mut block = Vec::with_capacity(room + first.len() + second.len());
    let mut push = |bytes: &[u8]| {
        let start = block.len();
        block.extend_from_slice(bytes);
        start..block.len()
    };
    let (first, second) = (push(first), push(second));
    let mut moved = read.moved.iter().peekable();
    for (index, span) in read.spans.iter_mut().enumerate() {
        let from = if moved.next_if(|at| **at as usize == index).is_some() {
            &read.rewritten[..]
        } else {
            head
        };
        *span = HeaderSpan::new(push(span.name(head)), push(span.value(from)));
    }
    read.start.first = first;
    read.start.second = second;
    block
}

/// The methods that all heads share, by an `owned: Owned`.
macro_rules! head_methods {
    () => {
        /// Gives the header fields.
        ///
        /// ```
        /// use linecut::http1::Response;
        /// let head = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody"[..])?.unwrap();
        /// assert_eq!(head.headers().get("server").unwrap(), "x");
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        #[must_use]
        pub fn headers(&self) -> &Headers {
            &self.owned.headers
        }

        /// Gives the header fields alone, and lets the rest go.
        ///
        /// ```
        /// use linecut::http1::Response;
        /// let head = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody"[..])?.unwrap();
        /// assert_eq!(head.into_headers().len(), 1);
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        #[must_use]
        pub fn into_headers(self) -> Headers {
            self.owned.headers
        }

        /// Gives the version of the start line.
        ///
        /// ```
        /// use linecut::http1::Response;
        /// let head = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody"[..])?.unwrap();
        /// assert_eq!(head.version().to_string(), "HTTP/1.1");
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        #[must_use]
        pub fn version(&self) -> Version {
            self.owned.version
        }

        /// Tells whether the empty line was there. A head that a lenient parser finished without
        /// it may be cut in its last field.
        ///
        /// ```
        /// use linecut::http1::Response;
        /// let head = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody"[..])?.unwrap();
        /// assert!(head.is_complete());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        #[must_use]
        pub fn is_complete(&self) -> bool {
            self.owned.complete
        }

        /// Lists what the lenient rules forgave, sorted by start; up to 1,024. Spans count from
        /// the first byte given to the parser.
        ///
        /// ```
        /// use linecut::http1::Response;
        /// let head = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody"[..])?.unwrap();
        /// assert!(head.defects().is_empty());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        #[must_use]
        pub fn defects(&self) -> &[Defect] {
            self.owned.defects()
        }

        /// Gives the number of all defects, listed or not.
        ///
        /// ```
        /// use linecut::http1::Response;
        /// let head = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody"[..])?.unwrap();
        /// assert_eq!(head.defect_count(), 0);
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        #[must_use]
        pub fn defect_count(&self) -> u64 {
            self.owned.defect_count()
        }
    };
}

/// The methods of heads that were parsed by themselves.
macro_rules! whole_head_methods {
    () => {
        /// Gives the length of the head in bytes, its empty line and any empty lines before it
        /// included: the body begins there.
        ///
        /// ```
        /// use linecut::http1::Response;
        /// let head = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody"[..])?.unwrap();
        /// assert_eq!(head.head_len(), 30);
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        #[must_use]
        pub fn head_len(&self) -> usize {
            self.owned.head_len
        }

        /// Gives the head's original bytes, whatever was repaired.
        ///
        /// ```
        /// use linecut::http1::Response;
        /// let head = Response::parse(&b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody"[..])?.unwrap();
        /// assert!(head.raw().ends_with(b"Server: x\r\n\r\n"));
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        #[must_use]
        pub fn raw(&self) -> &[u8] {
            self.owned.raw()
        }
    };
}
pub(super) use {head_methods, whole_head_methods};
