//! HTTP/1 heads: start lines and field lines, borrowed and owned, strict and lenient. Knows nothing
//! of LTSV, nor of how bytes are found or kept; framing and meaning of messages are the caller's.
//!
//! The rules are those of RFC 9112 (messages, §2 to §7) and RFC 9110 (§5 fields). Two profiles:
//! *strict* for services, where the first deviation is the error; *lenient* for captured headers,
//! which forgives what real servers send and lists each deviation as a defect with its span. What
//! strict accepts, lenient reads the same, without a defect.
//!
//! Whitespace (OWS) is SP and HTAB only. Names compare without ASCII case and keep theirs. Values
//! are bytes. An error's offset is the first byte that cannot belong to a valid message.
//!
//! Which door to take: [`parse_head`] for speed, borrowed; [`Request`] and [`Response`] to own a
//! head; [`Parser`] for a connection, or for the lenient profile; [`Capture`] for a dump of several
//! heads; [`header_lines`] for a field section alone; [`chunk_size`] for chunked bodies.

mod builder;
mod capture;
mod capture_head;
mod chunk;
mod engine;
mod feed;
mod field_line;
mod head;
mod headers;
mod kept;
mod lines;
mod list;
mod names;
mod options;
mod owned;
mod parser;
mod plain;
mod request;
mod response;
mod rewrite;
mod start_line;
mod version;
mod write;

pub use builder::ParserBuilder;
pub use capture::Capture;
pub use capture_head::{Head, HeadKind};
pub use chunk::chunk_size;
pub use head::{HeadRef, HeaderSpan, StartLine, parse_head};
pub use headers::{Headers, Iter};
pub use lines::{HeaderLines, header_lines};
pub use list::{ListItems, NotCombinable, list_items};
pub use parser::Parser;
pub use request::Request;
pub use response::Response;
pub use version::Version;
