//! The setters of the options, and the builder of push parsers. Knows no behaviour.

use alloc::vec::Vec;

use crate::error::Position;
use crate::slice::interner::Interner;

use super::options::{OnError, Options, Select};
use super::parser::Parser;
#[allow(unused_imports)] // for the setters' docs
use super::stats::ReadStats;

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

        /// Chooses what becomes of a line that is refused. Default: [`OnError::Report`](super::OnError).
        ///
        /// ```
        /// use linecut::ltsv::{OnError, ParserBuilder, Record};
        /// let mut parser = ParserBuilder::new().strict(true).on_error(OnError::SkipRecord).build();
        /// let mut input = (&b"junk\na:1\n"[..]).into();
        /// assert_eq!(parser.parse_record(&mut input, &mut Record::new()), Ok(true));
        /// assert_eq!((parser.stats().errors, parser.stats().skipped_bytes), (1, 5));
        /// ```
        pub fn on_error(&mut self, on_error: OnError) -> &mut Self {
            self.options.on_error = on_error;
            self
        }

        /// Locates only the fields with these labels; records have no others. Labels are compared
        /// as wholes, never searched for. Every line is still looked at to its end, so that all
        /// defects are known, unless [`stop_early`](Self::stop_early) is set.
        ///
        /// ```
        /// use linecut::ltsv::{ParserBuilder, Record};
        /// let mut parser = ParserBuilder::new().select(["st", "c"]).build();
        /// let mut record = Record::new();
        /// parser.parse_record(&mut (&b"st:1\tstatus:2\tc:3\n"[..]).into(), &mut record)?;
        /// assert!(record.labels().eq([&b"st"[..], b"c"]));
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        pub fn select<L: AsRef<[u8]>>(&mut self, labels: impl IntoIterator<Item = L>) -> &mut Self {
            let stop_early = self.options.select.as_ref().is_some_and(|select| select.stop_early);
            let mut select = Select { labels: Vec::new(), stop_early };
            for label in labels {
                if select.find(label.as_ref()).is_none() {
                    select.labels.push(label.as_ref().into());
                }
            }
            self.options.select = Some(select);
            self
        }

        /// With [`select`](Self::select): leaves a line as soon as each label was found once.
        ///
        /// What is behind is then not looked at: defects, repeated labels and the `max_fields`
        /// limit are known only up to there, and [`ReadStats`] counts it in `unread_bytes`. (The
        /// strict rules look at the whole line all the same.) Default: off.
        ///
        /// ```
        /// use linecut::ltsv::{ParserBuilder, Record};
        /// let mut parser = ParserBuilder::new().select(["a"]).stop_early(true).build();
        /// let mut record = Record::new();
        /// parser.parse_record(&mut (&b"a:1\tjunk\ta:2\n"[..]).into(), &mut record)?;
        /// assert_eq!((record.len(), record.defects().len()), (1, 0));
        /// assert_eq!(parser.stats().unread_bytes, 9);
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        pub fn stop_early(&mut self, yes: bool) -> &mut Self {
            match &mut self.options.select {
                Some(select) => select.stop_early = yes,
                none => *none = Some(Select { labels: Vec::new(), stop_early: yes }),
            }
            self
        }

        /// Holds a last line without its line end back: a server may still be writing it. At the
        /// end of what is there a reader gives `Ok(false)`, and reads on when it is asked again;
        /// `finish` gives what is held, unless a parser holds it back as well.
        ///
        /// ```
        /// use linecut::ltsv::{ParserBuilder, Record};
        /// let mut parser = ParserBuilder::new().hold_partial(true).build();
        /// let mut record = Record::new();
        /// let mut input = (&b"a:1\nb:"[..]).into();
        /// assert!(parser.parse_record(&mut input, &mut record)?);
        /// assert!(!parser.finish(&mut input, &mut record)?);
        /// assert_eq!(input, "b:");
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        pub fn hold_partial(&mut self, yes: bool) -> &mut Self {
            self.options.hold_partial = yes;
            self
        }

        /// Begins to count at `position`, for input that resumes where another reader stopped. A
        /// byte order mark is looked for at byte 0 alone.
        ///
        /// ```
        /// use linecut::{Position, ltsv::{ParserBuilder, Record}};
        /// let stopped = Position { byte: 4, line: 2, record: 1 };
        /// let mut parser = ParserBuilder::new().position(stopped).build();
        /// let mut record = Record::new();
        /// parser.parse_record(&mut (&b"b:2\n"[..]).into(), &mut record)?;
        /// assert_eq!(record.position(), stopped);
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        pub fn position(&mut self, position: Position) -> &mut Self {
            self.options.position = position;
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

        /// Gives the keys of [shared label lists](super::Labels::keys) through an interner, so that a
        /// label that stands in many lists is kept once. What is made by this builder gets a copy of
        /// it, with what it holds. Default: none.
        ///
        /// ```
        /// use linecut::{Interner, ltsv::{ParserBuilder, Record}};
        /// let mut parser = ParserBuilder::new().interner(Interner::with_seed(1)).build();
        /// let mut input = (&b"a-label-longer-than-23-bytes:1\na-label-longer-than-23-bytes:2\n"[..]).into();
        /// let mut record = Record::new();
        /// while parser.parse_record(&mut input, &mut record)? {}
        /// assert_eq!(parser.interner().unwrap().len(), 1);
        /// # Ok::<(), linecut::ParseError>(())
        /// ```
        pub fn interner(&mut self, interner: Interner) -> &mut Self {
            self.options.interner = Some(interner);
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
        Parser::with(self.options.clone())
    }
}

impl Default for ParserBuilder {
    fn default() -> Self {
        Self::new()
    }
}
