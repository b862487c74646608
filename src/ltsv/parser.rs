//! The push parser: records out of a buffer that the caller fills. Knows no reader.

use bytes::{Buf, BytesMut};

use crate::error::{ErrorKind, ParseError, Position};
use crate::slice::interner::Interner;

use super::framer::{Framer, Head, Step};
use super::known::Known;
use super::lines::LineAt;
use super::options::{OnError, Options};
use super::record::Record;
use super::stats::ReadStats;

/// Reads records out of chunks that arrive by themselves, from a socket or a codec.
///
/// The caller appends to one buffer; the parser takes whole lines off its front. Between calls the
/// buffer may only grow; where other bytes follow, call [`reset`](Self::reset).
///
/// ```
/// use bytes::BytesMut;
/// use linecut::ltsv::{Parser, Record};
/// let (mut parser, mut record) = (Parser::new(), Record::new());
/// let mut buffer = BytesMut::from(&b"a:1\tb:"[..]);
/// assert!(!parser.parse_record(&mut buffer, &mut record)?);   // not whole yet
/// buffer.extend_from_slice(b"2\n");
/// assert!(parser.parse_record(&mut buffer, &mut record)?);
/// assert_eq!(record.get("b").unwrap(), "2");
/// assert!(!parser.finish(&mut buffer, &mut record)?);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Parser {
    framer: Framer,
    known: Known,
    /// After an error that ends reading.
    stopped: bool,
}

impl Parser {
    /// Creates a lenient parser; [`ParserBuilder`](super::ParserBuilder) makes others.
    ///
    /// ```
    /// assert_eq!(linecut::ltsv::Parser::new().position().byte, 0);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::with(Options::new())
    }

    pub(super) fn with(options: Options) -> Self {
        let known = Known::with(&options);
        Self { framer: Framer::new(options), known, stopped: false }
    }

    /// Takes the next whole line off `buffer` and reads it into `record`; `false` if there is none
    /// yet.
    ///
    /// # Errors
    ///
    /// If the line is refused (strict rules, limits). It is taken off all the same, and the next
    /// call goes on with the next line.
    ///
    /// ```
    /// use linecut::ltsv::{Parser, Record};
    /// let mut buffer = (&b"a:1\nb:2\n"[..]).into();
    /// let (mut parser, mut record) = (Parser::new(), Record::new());
    /// let mut n = 0;
    /// while parser.parse_record(&mut buffer, &mut record)? {
    ///     n += 1;
    /// }
    /// assert_eq!(n, 2);
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn parse_record(
        &mut self,
        buffer: &mut BytesMut,
        record: &mut Record,
    ) -> Result<bool, ParseError> {
        self.parse(buffer, record, false)
    }

    /// Like [`parse_record`](Self::parse_record), when nothing more will come: a last line without
    /// its line end is a record too. To be called until it gives `false`.
    ///
    /// # Errors
    ///
    /// As for `parse_record`.
    ///
    /// ```
    /// use linecut::ltsv::{Parser, Record};
    /// let mut buffer = (&b"a:1"[..]).into();
    /// let (mut parser, mut record) = (Parser::new(), Record::new());
    /// assert!(!parser.parse_record(&mut buffer, &mut record)?);
    /// assert!(parser.finish(&mut buffer, &mut record)?);
    /// assert!(!record.is_terminated());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn finish(
        &mut self,
        buffer: &mut BytesMut,
        record: &mut Record,
    ) -> Result<bool, ParseError> {
        self.parse(buffer, record, true)
    }

    fn parse(
        &mut self,
        buffer: &mut BytesMut,
        record: &mut Record,
        eof: bool,
    ) -> Result<bool, ParseError> {
        let result = self.parse_on(buffer, record, eof && !self.framer.options.hold_partial);
        if result != Ok(true) {
            // Nothing of an earlier line is taken for this one.
            record.clear();
        }
        result
    }

    #[inline]
    fn parse_on(
        &mut self,
        buffer: &mut BytesMut,
        record: &mut Record,
        eof: bool,
    ) -> Result<bool, ParseError> {
        while !self.stopped {
            if let Some(consumed) = read_known(&mut self.framer, &mut self.known, buffer, record) {
                buffer.advance(consumed);
                return Ok(true);
            }
            let (result, consumed) = match self.framer.step(buffer, eof) {
                Step::Line { at, line, head } => {
                    let read = read_line(
                        &mut self.framer,
                        &mut self.known,
                        &buffer[at..],
                        &line,
                        head,
                        record,
                    );
                    (read.map(|()| true), at + line.next)
                }
                Step::Error { error, consumed, .. } => (Err(error), consumed),
                Step::More { consumed } | Step::End { consumed } => (Ok(false), consumed),
            };
            buffer.advance(consumed);
            match (result, self.framer.options.on_error) {
                (Err(_), OnError::SkipRecord) => {}
                (result, on_error) => {
                    self.stopped = result.is_err() && on_error == OnError::Stop;
                    return result;
                }
            }
        }
        Ok(false)
    }

    /// Forgets what was found ahead: the next call begins with the first byte of the buffer it is
    /// given, as the start of a line. Positions and numbers go on.
    ///
    /// ```
    /// use linecut::ltsv::{Parser, Record};
    /// let (mut parser, mut record) = (Parser::new(), Record::new());
    /// parser.parse_record(&mut (&b"a:1\nb:2\n"[..]).into(), &mut record)?;
    /// parser.reset();
    /// parser.parse_record(&mut (&b"c:3\n"[..]).into(), &mut record)?;
    /// assert_eq!(record.get("c").unwrap(), "3");
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn reset(&mut self) {
        self.framer.restart(self.framer.position());
        self.stopped = false;
    }

    /// Gives where the next line begins.
    ///
    /// ```
    /// use linecut::ltsv::{Parser, Record};
    /// let mut parser = Parser::new();
    /// parser.parse_record(&mut (&b"a:1\n"[..]).into(), &mut Record::new())?;
    /// assert_eq!((parser.position().byte, parser.position().line), (4, 2));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Position {
        self.framer.position()
    }

    /// Gives what was read so far, in numbers.
    ///
    /// ```
    /// assert_eq!(linecut::ltsv::Parser::new().stats().records, 0);
    /// ```
    #[must_use]
    pub fn stats(&self) -> &ReadStats {
        &self.framer.stats
    }

    /// Gives the interner that keys of label lists go through, if there is one.
    ///
    /// ```
    /// let parser = linecut::ltsv::Parser::new();
    /// assert!(parser.interner().is_none());
    /// ```
    #[must_use]
    pub fn interner(&self) -> Option<&Interner> {
        self.known.interner()
    }
}

impl Default for Parser {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads the next line of `data` if it is one like most: already found, within the limit, without a
/// defect, its labels those of a shared list that is expected. Gives how much of the data that was;
/// with `None` nothing has happened.
#[inline]
pub(super) fn read_known(
    framer: &mut Framer,
    known: &mut Known,
    data: &[u8],
    record: &mut Record,
) -> Option<usize> {
    let at = framer.ordinary(data)?;
    let line = framer.scanned(data, &at);
    let entry = known.expect(&line)?;
    let (reading, head) = (record.reading(), framer.next_head());
    match &entry.selection {
        None => {
            reading.fill_known(&entry.labels, &line, head);
            framer.pass_known(at, entry.labels.len());
        }
        Some(selection) => {
            let tally = reading.fill_selected(selection, &entry.labels, &line, head);
            framer.pass_selected(at, tally);
        }
    }
    Some(at.next)
}

/// Reads a line that the framer gave into `record`, and counts it.
#[inline]
pub(super) fn read_line(
    framer: &mut Framer,
    known: &mut Known,
    bytes: &[u8],
    line: &LineAt,
    head: Head,
    record: &mut Record,
) -> Result<(), ParseError> {
    let reading = record.reading();
    match reading.fill(framer.scanned(bytes, line), head, &framer.options, known) {
        Ok(tally) => {
            framer.accept(line, tally);
            Ok(())
        }
        Err(offset) => {
            reading.clear();
            framer.take_back(line, &head);
            Err(ParseError::new(ErrorKind::TooManyFields, offset))
        }
    }
}
