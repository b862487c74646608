//! The push parser: heads out of a buffer that the caller fills. Knows no socket.

use bytes::{Buf, BytesMut};

use crate::error::{ErrorKind, ParseError};
use crate::slice::interner::Interner;

use super::engine::{Engine, What};
use super::feed::Feed;
use super::headers::Headers;
use super::names::Names;
use super::options::Options;
use super::owned::{Begin, Owned, Read};
use super::request::Request;
use super::response::Response;
use super::start_line::BOM;

/// Reads heads out of chunks that arrive by themselves, strictly or leniently.
///
/// The caller appends to one buffer; the parser takes a whole head off its front and leaves the
/// rest, the body. Between calls the buffer may only grow; one that is shorter than what was looked
/// at is taken for another one, and read from its start. Feeding byte by byte costs linear work
/// in all, and gives the same heads, errors and offsets as feeding at once. Offsets count from the
/// first byte ever given to this parser; bytes that the caller takes off the buffer itself (a
/// body) do not count.
///
/// A head is copied to one right-sized block, so that it pins nothing of the buffer.
///
/// ```
/// use bytes::BytesMut;
/// use linecut::http1::ParserBuilder;
/// let mut parser = ParserBuilder::strict().build();
/// let mut buffer = BytesMut::from(&b"GET / HTTP/1.1\r\nHost: "[..]);
/// assert!(parser.parse_request(&mut buffer)?.is_none());
/// buffer.extend_from_slice(b"example.com\r\n\r\nbody");
/// let request = parser.parse_request(&mut buffer)?.unwrap();
/// assert_eq!(request.headers().get("host").unwrap(), "example.com");
/// assert_eq!(buffer, "body");
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Parser {
    options: Options,
    /// The head that is being read, if it did not come whole.
    engine: Option<Engine>,
    /// Bytes of the heads before.
    offset: u64,
    feed: Feed,
    /// What makes names keys.
    names: Option<Names>,
    /// The error that was met: it is given again until a reset.
    failed: Option<ParseError>,
}

impl Parser {
    pub(super) fn with(options: Options, names: Option<Names>) -> Self {
        Self { options, engine: None, offset: 0, feed: Feed::new(), names, failed: None }
    }

    /// Gives the offset that the next head begins at.
    ///
    /// ```
    /// let mut parser = linecut::http1::ParserBuilder::strict().build();
    /// parser.parse_request(&mut (&b"GET / HTTP/1.1\r\n\r\n"[..]).into())?;
    /// assert_eq!(parser.offset(), 18);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Gives the interner that names go through, if there is one.
    ///
    /// ```
    /// assert!(linecut::http1::ParserBuilder::strict().build().interner().is_none());
    /// ```
    #[must_use]
    pub fn interner(&self) -> Option<&Interner> {
        self.names.as_ref().map(Names::interner)
    }

    /// Takes a request head off the buffer; `None` if it is not whole yet.
    ///
    /// # Errors
    ///
    /// The first deviation that the profile does not forgive. The buffer stays as it is, and every
    /// further call gives the same error, until a [`reset`](Self::reset): a connection cannot go on
    /// from there.
    ///
    /// ```
    /// let mut parser = linecut::http1::ParserBuilder::lenient().build();
    /// let request = parser.parse_request(&mut (&b"GET  / HTTP/1.1\n\n"[..]).into())?.unwrap();
    /// assert_eq!(request.defects().len(), 3);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    pub fn parse_request(&mut self, buffer: &mut BytesMut) -> Result<Option<Request>, ParseError> {
        if self.feed.absorb(buffer, What::Request) {
            return Ok(None);
        }
        Ok(self.parse(buffer, What::Request, false)?.map(|owned| Request { owned }))
    }

    /// Takes a response head off the buffer; `None` if it is not whole yet.
    ///
    /// # Errors
    ///
    /// As for [`parse_request`](Self::parse_request).
    ///
    /// ```
    /// let mut parser = linecut::http1::ParserBuilder::lenient().build();
    /// let response = parser.parse_response(&mut (&b"HTTP/2 204 \r\n\r\n"[..]).into())?.unwrap();
    /// assert_eq!(response.status(), 204);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    pub fn parse_response(
        &mut self,
        buffer: &mut BytesMut,
    ) -> Result<Option<Response>, ParseError> {
        if self.feed.absorb(buffer, What::Response) {
            return Ok(None);
        }
        Ok(self.parse(buffer, What::Response, false)?.map(|owned| Response { owned }))
    }

    /// Takes a bare field section off the buffer, its empty line included: the headers behind a
    /// start line of another kind (SIP, RTSP), or of a part of a multipart body.
    ///
    /// # Errors
    ///
    /// As for [`parse_request`](Self::parse_request).
    ///
    /// ```
    /// let mut parser = linecut::http1::ParserBuilder::strict().build();
    /// let headers = parser.parse_headers(&mut (&b"Via: SIP/2.0/UDP a\r\n\r\n"[..]).into())?.unwrap();
    /// assert_eq!(headers.get("via").unwrap(), "SIP/2.0/UDP a");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[inline]
    pub fn parse_headers(&mut self, buffer: &mut BytesMut) -> Result<Option<Headers>, ParseError> {
        if self.feed.absorb(buffer, What::Fields) {
            return Ok(None);
        }
        Ok(self.parse(buffer, What::Fields, false)?.map(|owned| owned.headers))
    }

    /// Takes the trailers of a chunked body off the buffer (RFC 9112 §7.1.2), behind the chunk-size
    /// line of the last chunk. They are apart from the headers, and not to be merged into them
    /// unseen (RFC 9110 §6.5.1).
    ///
    /// # Errors
    ///
    /// As for [`parse_request`](Self::parse_request).
    ///
    /// ```
    /// let mut parser = linecut::http1::ParserBuilder::strict().build();
    /// let trailers = parser.parse_trailers(&mut (&b"Digest: x\r\n\r\n"[..]).into())?.unwrap();
    /// assert_eq!(trailers.len(), 1);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn parse_trailers(&mut self, buffer: &mut BytesMut) -> Result<Option<Headers>, ParseError> {
        self.parse_headers(buffer)
    }

    /// Like [`parse_request`](Self::parse_request), when nothing more will come: `None` if nothing
    /// is left but empty lines. A head cut off is given with
    /// [`is_complete`](Request::is_complete) false if the profile accepts bare LF line ends (as the
    /// lenient one does).
    ///
    /// # Errors
    ///
    /// As for `parse_request`; and [`ErrorKind::UnexpectedEof`] if the head is cut.
    ///
    /// ```
    /// let mut parser = linecut::http1::ParserBuilder::lenient().build();
    /// let mut buffer = (&b"GET / HTTP/1.1\r\nHost: exam"[..]).into();
    /// assert!(parser.parse_request(&mut buffer)?.is_none());
    /// let request = parser.finish_request(&mut buffer)?.unwrap();
    /// assert!(!request.is_complete());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn finish_request(&mut self, buffer: &mut BytesMut) -> Result<Option<Request>, ParseError> {
        Ok(self.parse(buffer, What::Request, true)?.map(|owned| Request { owned }))
    }

    /// Like [`finish_request`](Self::finish_request), for a response.
    ///
    /// # Errors
    ///
    /// As for `finish_request`.
    ///
    /// ```
    /// use linecut::{ErrorKind, http1::ParserBuilder};
    /// let mut parser = ParserBuilder::strict().build();
    /// let error = parser.finish_response(&mut (&b"HTTP/1.1 200 OK\r\n"[..]).into()).unwrap_err();
    /// assert_eq!((error.kind, error.offset), (ErrorKind::UnexpectedEof, 17));
    /// ```
    pub fn finish_response(
        &mut self,
        buffer: &mut BytesMut,
    ) -> Result<Option<Response>, ParseError> {
        Ok(self.parse(buffer, What::Response, true)?.map(|owned| Response { owned }))
    }

    /// Like [`finish_request`](Self::finish_request), for a bare field section.
    ///
    /// # Errors
    ///
    /// As for `finish_request`.
    ///
    /// ```
    /// let mut parser = linecut::http1::ParserBuilder::lenient().build();
    /// let headers = parser.finish_headers(&mut (&b"A: 1"[..]).into())?.unwrap();
    /// assert_eq!(headers.get("a").unwrap(), "1");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn finish_headers(&mut self, buffer: &mut BytesMut) -> Result<Option<Headers>, ParseError> {
        Ok(self.parse(buffer, What::Fields, true)?.map(|owned| owned.headers))
    }

    /// Like [`finish_request`](Self::finish_request), for trailers.
    ///
    /// # Errors
    ///
    /// As for `finish_request`.
    ///
    /// ```
    /// let mut parser = linecut::http1::ParserBuilder::strict().build();
    /// assert!(parser.finish_trailers(&mut (&b"A: 1"[..]).into()).is_err());
    /// ```
    pub fn finish_trailers(
        &mut self,
        buffer: &mut BytesMut,
    ) -> Result<Option<Headers>, ParseError> {
        self.finish_headers(buffer)
    }

    fn parse(
        &mut self,
        buffer: &mut BytesMut,
        what: What,
        finish: bool,
    ) -> Result<Option<Owned>, ParseError> {
        let Some(mut read) = self.read(buffer, what, finish)? else {
            return Ok(None);
        };
        let offset = self.offset;
        read.defects.map_spans(|span| span.start + offset..span.end + offset);
        let len = read.len;
        let mut owned = Owned::of_bytes(read, buffer);
        if let Some(names) = &mut self.names {
            let keys = names.keys(owned.headers.iter().map(|(name, _)| name));
            owned.headers.set_keys(keys);
        }
        buffer.advance(len);
        self.offset += len as u64;
        self.engine = None;
        Ok(Some(owned))
    }

    fn read(
        &mut self,
        buffer: &[u8],
        what: What,
        finish: bool,
    ) -> Result<Option<Read>, ParseError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let result = self.run(buffer, what, finish);
        result.map_err(|error| {
            let error = error.shifted(self.offset);
            self.failed = Some(error);
            error
        })
    }

    /// Reads on, with offsets from the start of this head.
    fn run(&mut self, buffer: &[u8], what: What, finish: bool) -> Result<Option<Read>, ParseError> {
        let known = self.feed.known();
        self.feed.stop();
        // One kind of head was begun, and is asked for again, of a buffer that grew.
        let goes_on = |engine: &Engine| engine.what == what && engine.at.max(known) <= buffer.len();
        let engine = match &mut self.engine {
            Some(engine) if goes_on(engine) => {
                engine.at = engine.at.max(known);
                engine
            }
            engine => match Read::begin(buffer, what, &self.options) {
                Begin::Whole(read) => return Ok(Some(read)),
                Begin::Engine(begun) | Begin::Cut(begun) => engine.insert(begun),
            },
        };
        if engine.run(buffer, &self.options, false)? {
            return Ok(Some(Read::from_engine(engine)));
        }
        self.feed.start(engine, buffer.len(), &self.options);
        if !finish || is_empty(buffer, &self.options) {
            return Ok(None);
        }
        self.feed.stop();
        let cut = ParseError::new(ErrorKind::UnexpectedEof, buffer.len() as u64);
        if !self.options.bare_lf {
            return Err(cut);
        }
        match engine.run(buffer, &self.options, true) {
            Ok(true) => Ok(Some(Read::from_engine(engine))),
            // Too much is so whatever would have followed; anything else may be the cut's doing.
            Err(error) if matches!(error.kind, ErrorKind::TooLong | ErrorKind::TooManyFields) => {
                Err(error)
            }
            Ok(false) | Err(_) => Err(cut),
        }
    }

    /// Forgets a head that was begun, and an error: the next call begins with the first byte of
    /// the buffer it is given. Offsets go on from the last whole head.
    ///
    /// ```
    /// let mut parser = linecut::http1::ParserBuilder::strict().build();
    /// assert!(parser.parse_request(&mut (&b"\0"[..]).into()).is_err());
    /// parser.reset();
    /// assert!(parser.parse_request(&mut (&b"GET / HTTP/1.1\r\n\r\n"[..]).into())?.is_some());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn reset(&mut self) {
        self.engine = None;
        self.failed = None;
        self.feed.stop();
    }
}

/// Whether there is nothing but empty lines, behind a byte order mark that may be there.
fn is_empty(buffer: &[u8], options: &Options) -> bool {
    let lines = buffer.strip_prefix(BOM).filter(|_| options.bom).unwrap_or(buffer);
    lines.iter().all(|byte| matches!(byte, b'\r' | b'\n'))
}
