//! LTSV (labeled tab-separated values): lines into fields, records, streams of them. Knows nothing
//! of HTTP, nor of how bytes are found or kept.
//!
//! The grammar is that of ltsv.org, over bytes: a line is fields separated by one TAB, ended by LF
//! or CRLF (the last may lack it); a field is a label, a colon, a value; a label is one or more of
//! `[0-9A-Za-z_.-]`; a value is any bytes but NUL, TAB, LF, CR. There is no quoting, no escaping,
//! no comment, no trimming. A line is split at TABs, a field at its *first* colon.
//!
//! | | strict | lenient (the default) |
//! | --- | --- | --- |
//! | repeated label | accepted | accepted |
//! | empty piece (leading, double, trailing TAB) | error `EmptyField` | dropped + defect |
//! | no colon | error `MissingColon` | dropped + defect |
//! | empty label | error `EmptyLabel` | dropped + defect |
//! | byte outside the label set | error `InvalidLabel` | kept + defect |
//! | NUL or CR in a value | error `InvalidValue` | kept + defect |
//! | blank line | empty record | skipped, and counted |
//! | byte order mark at the start of a stream | error `InvalidLabel` | removed + defect `Bom` |
//! | line over the limit | error `TooLong` | error `TooLong` |
//!
//! After an error the reader goes on with the next line. `a:` is an empty value, `a:-` the byte
//! `-`, a missing label `None`: three different answers.
//!
//! Which door to take: [`fields`] for one line at hand, [`records()`] for a whole buffer or a memory
//! map, [`Reader`] for a file, [`Parser`] for chunks that arrive by themselves, [`Record::parse`]
//! for one line to own. [`Writer`] writes records back; [`Escape`] decodes what servers escape.

#[cfg(feature = "std")]
mod buffer;
mod builder;
mod duplicates;
mod escape;
mod fields;
mod framer;
mod iter;
mod kept;
mod known;
mod known_line;
mod labels;
mod lines;
mod lookup;
#[cfg(feature = "std")]
mod on_illegal;
mod options;
mod parser;
#[cfg(feature = "std")]
mod reader;
#[cfg(feature = "std")]
mod reader_builder;
#[cfg(feature = "std")]
mod reader_iter;
mod reading;
mod record;
mod records;
mod selection;
mod span;
mod split;
mod stats;
mod values;
mod visit;
#[cfg(feature = "std")]
mod writer;
#[cfg(feature = "std")]
mod writer_builder;

pub use builder::ParserBuilder;
pub use escape::Escape;
pub use fields::{Field, FieldDefects, Fields, fields};
pub use iter::Iter;
pub use labels::Labels;
#[cfg(feature = "std")]
pub use on_illegal::OnIllegal;
pub use options::OnError;
pub use parser::Parser;
#[cfg(feature = "std")]
pub use reader::Reader;
#[cfg(feature = "std")]
pub use reader_builder::ReaderBuilder;
#[cfg(feature = "std")]
pub use reader_iter::{IntoRecords, Records};
pub use record::Record;
pub use records::{RecordRef, RecordRefs, records};
pub use split::split_at_lines;
pub use stats::ReadStats;
pub use values::{Absent, FieldError, Presence, Upstream, Upstreams, upstreams};
#[cfg(feature = "std")]
pub use writer::Writer;
#[cfg(feature = "std")]
pub use writer_builder::WriterBuilder;
