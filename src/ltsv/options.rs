//! What can be chosen about reading, for every way to read. Knows values, no behaviour.

use super::parser::Parser;

/// Default limit of a record: 16 MiB.
const MAX_RECORD_LEN: usize = 16 << 20;

#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub(super) strict: bool,
    pub(super) max_record_len: usize,
    pub(super) max_fields: usize,
}

impl Options {
    pub(super) const fn new() -> Self {
        Self { strict: false, max_record_len: MAX_RECORD_LEN, max_fields: usize::MAX }
    }
}

/// The setters that [`ParserBuilder`] and `ReaderBuilder` share.
macro_rules! option_setters {
    () => {
        /// Refuses every deviation from the grammar instead of listing it as a defect.
        ///
        /// Default: lenient.
        ///
        /// ```
        /// use linecut::ltsv::{ParserBuilder, Record};
        /// let mut parser = ParserBuilder::new().strict(true).build();
        /// let mut input = (&b"junk\n"[..]).into();
        /// assert!(parser.parse_record(&mut input, &mut Record::new()).is_err());
        /// ```
        pub fn strict(&mut self, yes: bool) -> &mut Self {
            self.options.strict = yes;
            self
        }

        /// Limits the length of a line, without its end, in bytes. A longer one is the error
        /// `TooLong`, whose offset is the first byte too many; reading goes on with the next line.
        ///
        /// Default: 16 MiB. At most `u32::MAX`.
        ///
        /// ```
        /// use linecut::{ErrorKind, ltsv::{ParserBuilder, Record}};
        /// let mut parser = ParserBuilder::new().max_record_len(3).build();
        /// let mut input = (&b"a:12\nb:3\n"[..]).into();
        /// let mut record = Record::new();
        /// let error = parser.parse_record(&mut input, &mut record).unwrap_err();
        /// assert_eq!((error.kind, error.offset), (ErrorKind::TooLong, 3));
        /// assert_eq!(parser.parse_record(&mut input, &mut record), Ok(true));
        /// ```
        pub fn max_record_len(&mut self, bytes: usize) -> &mut Self {
            self.options.max_record_len = bytes.min(u32::MAX as usize);
            self
        }

        /// Limits the number of fields of a record. One more is the error `TooManyFields`, whose
        /// offset is that of the first field too many; reading goes on with the next line.
        ///
        /// Default: no limit but the record's length.
        ///
        /// ```
        /// use linecut::{ErrorKind, ltsv::{ParserBuilder, Record}};
        /// let mut parser = ParserBuilder::new().max_fields(1).build();
        /// let mut input = (&b"a:1\tb:2\n"[..]).into();
        /// let error = parser.parse_record(&mut input, &mut Record::new()).unwrap_err();
        /// assert_eq!((error.kind, error.offset), (ErrorKind::TooManyFields, 4));
        /// ```
        pub fn max_fields(&mut self, fields: usize) -> &mut Self {
            self.options.max_fields = fields;
            self
        }
    };
}
#[cfg(feature = "std")]
pub(super) use option_setters;

/// Makes a [`Parser`] with other than the default options.
///
/// ```
/// use linecut::ltsv::ParserBuilder;
/// let parser = ParserBuilder::new().strict(true).max_record_len(64 * 1024).build();
/// assert_eq!(parser.position().line, 1);
/// ```
#[derive(Clone, Debug)]
pub struct ParserBuilder {
    options: Options,
}

impl ParserBuilder {
    /// Creates a builder with the defaults: lenient, records of up to 16 MiB.
    ///
    /// ```
    /// let parser = linecut::ltsv::ParserBuilder::new().build();
    /// # drop(parser);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { options: Options::new() }
    }

    option_setters!();

    /// Makes the parser.
    ///
    /// ```
    /// assert_eq!(linecut::ltsv::ParserBuilder::new().build().stats().records, 0);
    /// ```
    #[must_use]
    pub fn build(&self) -> Parser {
        Parser::with(self.options)
    }
}

impl Default for ParserBuilder {
    fn default() -> Self {
        Self::new()
    }
}
