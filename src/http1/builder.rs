//! The builder of push parsers: the switches and limits of a profile. Knows no behaviour.

use crate::slice::interner::Interner;

use super::names::Names;
use super::options::Options;
use super::parser::Parser;

/// Makes a [`Parser`] of one of the two profiles, with switches and limits.
///
/// A switch that is on forgives its deviation and lists it as a defect; off, the deviation is an
/// error. No switch changes what strict accepts. **Each leniency can let two parsers of one message
/// disagree, which is how requests are smuggled**: on a connection use the strict profile, and
/// forgive single things knowingly.
///
/// ```
/// use linecut::http1::ParserBuilder;
/// let mut parser = ParserBuilder::strict().obs_fold(true).build();
/// let mut input = (&b"HTTP/1.1 200 OK\r\nA: 1\r\n 2\r\n\r\n"[..]).into();
/// let response = parser.parse_response(&mut input)?.unwrap();
/// assert_eq!(response.headers().get("a").unwrap(), "1 2");
/// assert_eq!(response.defects().len(), 1);
/// # Ok::<(), linecut::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParserBuilder {
    options: Options,
    interner: Option<Interner>,
}

/// Defines the setters of the switches.
macro_rules! switches {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            pub fn $name(&mut self, yes: bool) -> &mut Self {
                self.options.$name = yes;
                self
            }
        )*
    };
}

impl ParserBuilder {
    /// Begins with the profile for services: every switch off.
    ///
    /// ```
    /// let mut parser = linecut::http1::ParserBuilder::strict().build();
    /// assert!(parser.parse_response(&mut (&b"HTTP/2 200\n"[..]).into()).is_err());
    /// ```
    #[must_use]
    pub const fn strict() -> Self {
        Self { options: Options::STRICT, interner: None }
    }

    /// Begins with the profile for captured heads: every switch on.
    ///
    /// ```
    /// let mut parser = linecut::http1::ParserBuilder::lenient().build();
    /// assert!(parser.parse_response(&mut (&b"HTTP/2 200\n\n"[..]).into())?.is_some());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    #[must_use]
    pub const fn lenient() -> Self {
        Self { options: Options::LENIENT, interner: None }
    }

    switches! {
        /// Removes a byte order mark at the start of the input. Files have one, connections do not.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"\xEF\xBB\xBFHTTP/1.1 200 OK\r\n\r\n";
        /// let mut parser = ParserBuilder::strict().bom(true).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().bom(false).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        bom;
        /// Ends a line at an LF without a CR (RFC 9112 §2.2 lets a recipient do so).
        ///
        /// Danger: a peer that ends lines at CRLF alone sees one line where this parser sees two.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"HTTP/1.1 200 OK\n\n";
        /// let mut parser = ParserBuilder::strict().bare_lf(true).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().bare_lf(false).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        bare_lf;
        /// Reads a bare CR in a value or reason as SP, and more than one CR before an LF as a line
        /// end (RFC 9112 §2.2).
        ///
        /// Danger: peers that end a line at a bare CR see other fields.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"HTTP/1.1 200 OK\r\nA: 1\r2\r\n\r\n";
        /// let mut parser = ParserBuilder::strict().bare_cr(true).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().bare_cr(false).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        bare_cr;
        /// Reads NUL in a value or reason as SP (RFC 9110 §5.5).
        ///
        /// Danger: peers that end a value at NUL see another one.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"HTTP/1.1 200 OK\r\nA: 1\0\r\n\r\n";
        /// let mut parser = ParserBuilder::strict().nul(true).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().nul(false).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        nul;
        /// Keeps other control bytes in values and reasons (RFC 9110 §5.5).
        ///
        /// Danger: they act on terminals and logs that show them.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"HTTP/1.1 200 OK\r\nA: \x01\r\n\r\n";
        /// let mut parser = ParserBuilder::strict().control_bytes(true).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().control_bytes(false).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        control_bytes;
        /// Joins a value that is folded over lines with one SP (RFC 9112 §5.2).
        ///
        /// Danger: a peer that does not fold sees a line of its own.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"HTTP/1.1 200 OK\r\nA: 1\r\n 2\r\n\r\n";
        /// let mut parser = ParserBuilder::strict().obs_fold(true).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().obs_fold(false).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        obs_fold;
        /// Takes whitespace between name and colon off (RFC 9112 §5.1, which has servers refuse it
        /// and proxies remove it from responses).
        ///
        /// Danger: a peer that does not sees another field, or none.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"HTTP/1.1 200 OK\r\nA : 1\r\n\r\n";
        /// let mut parser = ParserBuilder::strict().space_before_colon(true).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().space_before_colon(false).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        space_before_colon;
        /// Drops whitespace-led lines that no field precedes (RFC 9112 §2.2).
        ///
        /// Danger: a peer may read them as fields, or as a part of the start line.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"HTTP/1.1 200 OK\r\n A: 1\r\n\r\n";
        /// let mut parser = ParserBuilder::strict().whitespace_led_lines(true).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().whitespace_led_lines(false).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        whitespace_led_lines;
        /// Divides the start line at runs of SP and HTAB, and skips leading ones (RFC 9112 §3, §4).
        ///
        /// Danger: a peer that divides at single SPs sees another target.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"HTTP/1.1  200 OK\r\n\r\n";
        /// let mut parser = ParserBuilder::strict().start_line_whitespace(true).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().start_line_whitespace(false).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        start_line_whitespace;
        /// Accepts `HTTP/d`, `HTTP/d.d`, `HTTP` and `ICY` for a version (RFC 9112 §2.3), as dumps
        /// of HTTP/2 and /3 and old servers have them.
        ///
        /// Danger: framing rules hang on the version.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"HTTP/2 200 OK\r\n\r\n";
        /// let mut parser = ParserBuilder::strict().unusual_versions(true).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().unusual_versions(false).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        unusual_versions;
        /// Accepts any bytes but NUL and whitespace in a target (RFC 9112 §3.2).
        ///
        /// Danger: raw bytes may be decoded or cut otherwise behind this parser.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"GET /\x80 HTTP/1.1\r\n\r\n";
        /// let mut parser = ParserBuilder::strict().unusual_targets(true).build();
        /// assert!(parser.parse_request(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().unusual_targets(false).build();
        /// assert!(parser.parse_request(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        unusual_targets;
        /// Keeps fields whose name is no token (RFC 9110 §5.1). They never equal a valid name.
        ///
        /// A bare CR in such a name still needs [`bare_cr`](Self::bare_cr).
        ///
        /// Danger: a peer may strip the odd bytes and see a name that this parser does not.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"HTTP/1.1 200 OK\r\nA b: 1\r\n\r\n";
        /// let mut parser = ParserBuilder::strict().non_token_names(true).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().non_token_names(false).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        non_token_names;
        /// Drops lines without a colon or without a name, with their folds (RFC 9112 §5).
        ///
        /// A bare CR in such a line still needs [`bare_cr`](Self::bare_cr).
        ///
        /// Danger: a peer may read them as folds, or as the end of the head.
        ///
        /// ```
        /// use linecut::http1::ParserBuilder;
        /// let input = b"HTTP/1.1 200 OK\r\nA\r\n\r\n";
        /// let mut parser = ParserBuilder::strict().lines_without_colon(true).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into())?.is_some());
        /// let mut parser = ParserBuilder::lenient().lines_without_colon(false).build();
        /// assert!(parser.parse_response(&mut (&input[..]).into()).is_err());
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        lines_without_colon;
    }

    /// Limits the length of a head, in bytes, leading empty lines included. More is the error
    /// `TooLong`, at the first byte too many. Default: 1 MiB; at most 2 GiB.
    ///
    /// ```
    /// use linecut::{ErrorKind, http1::ParserBuilder};
    /// let mut parser = ParserBuilder::strict().max_head_len(10).build();
    /// let error = parser.parse_request(&mut (&b"GET / HTTP/1.1\r\n"[..]).into()).unwrap_err();
    /// assert_eq!((error.kind, error.offset), (ErrorKind::TooLong, 10));
    /// ```
    pub fn max_head_len(&mut self, bytes: usize) -> &mut Self {
        self.options.max_head_len = bytes.min(1 << 31);
        self
    }

    /// Limits the number of fields. One more is the error `TooManyFields`, at its first byte.
    /// Default: 4,096.
    ///
    /// ```
    /// use linecut::{ErrorKind, http1::ParserBuilder};
    /// let mut parser = ParserBuilder::strict().max_headers(1).build();
    /// let mut input = (&b"HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\n\r\n"[..]).into();
    /// let error = parser.parse_response(&mut input).unwrap_err();
    /// assert_eq!((error.kind, error.offset), (ErrorKind::TooManyFields, 23));
    /// ```
    pub fn max_headers(&mut self, fields: usize) -> &mut Self {
        self.options.max_headers = fields;
        self
    }

    /// Limits the length of a field name, in bytes. A longer one is the error `TooLong`, at the
    /// first byte too many. Default: no limit but the head's.
    ///
    /// ```
    /// use linecut::{ErrorKind, http1::ParserBuilder};
    /// let mut parser = ParserBuilder::strict().max_name_len(3).build();
    /// let error = parser.parse_headers(&mut (&b"Host: a\r\n\r\n"[..]).into()).unwrap_err();
    /// assert_eq!((error.kind, error.offset), (ErrorKind::TooLong, 3));
    /// ```
    pub fn max_name_len(&mut self, bytes: usize) -> &mut Self {
        self.options.max_name_len = bytes;
        self
    }

    /// Limits the length of a field value, in bytes of the input between the whitespace around it,
    /// folds included. A longer one is the error `TooLong`, at the first byte too many. Default: no
    /// limit but the head's.
    ///
    /// ```
    /// use linecut::{ErrorKind, http1::ParserBuilder};
    /// let mut parser = ParserBuilder::strict().max_value_len(3).build();
    /// let error = parser.parse_headers(&mut (&b"A:  1234\r\n\r\n"[..]).into()).unwrap_err();
    /// assert_eq!((error.kind, error.offset), (ErrorKind::TooLong, 7));
    /// ```
    pub fn max_value_len(&mut self, bytes: usize) -> &mut Self {
        self.options.max_value_len = bytes;
        self
    }

    /// Limits how many defects of a head are listed, in the order they are noted (a dropped line or a
    /// fold at its end). All are counted. Default: 1,024.
    ///
    /// ```
    /// use linecut::http1::ParserBuilder;
    /// let mut parser = ParserBuilder::lenient().max_defects(1).build();
    /// let response = parser.parse_response(&mut (&b"HTTP/2 200\n\n"[..]).into())?.unwrap();
    /// assert_eq!((response.defects().len(), response.defect_count()), (1, 3));
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn max_defects(&mut self, defects: usize) -> &mut Self {
        self.options.max_defects = defects;
        self
    }

    /// Gives heads their names as [keys](super::Headers::keys) that went through an interner. Heads
    /// with the same names, in the same order, share one list of them. Each parser gets a copy of the
    /// interner, with what it holds. Default: none.
    ///
    /// ```
    /// use linecut::{Interner, http1::ParserBuilder};
    /// let mut parser = ParserBuilder::strict().interner(Interner::with_seed(1)).build();
    /// let head = b"HTTP/1.1 200 OK\r\nX-Name-Longer-Than-23-Bytes: 1\r\n\r\n";
    /// let first = parser.parse_response(&mut (&head[..]).into())?.unwrap();
    /// let second = parser.parse_response(&mut (&head[..]).into())?.unwrap();
    /// assert_eq!(first.headers().keys().unwrap(), ["X-Name-Longer-Than-23-Bytes"]);
    /// assert_eq!(first.headers().keys().unwrap().as_ptr(), second.headers().keys().unwrap().as_ptr());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn interner(&mut self, interner: Interner) -> &mut Self {
        self.interner = Some(interner);
        self
    }

    /// Makes the parser.
    ///
    /// ```
    /// let parser = linecut::http1::ParserBuilder::strict().build();
    /// assert_eq!(parser.offset(), 0);
    /// ```
    #[must_use]
    pub fn build(&self) -> Parser {
        Parser::with(self.options, self.interner.clone().map(Names::new))
    }
}
