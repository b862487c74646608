//! What becomes of the bytes that no value can hold when a value is written. Knows values; knows no
//! line and no writer.

use std::vec::Vec;

#[allow(unused_imports)] // for the docs
use crate::error::ErrorKind;
use crate::scan;

use super::escape::Escape;
#[allow(unused_imports)] // for the docs
use super::writer::Writer;

/// Says what a [`Writer`] does with the bytes that no LTSV value can hold: TAB, LF, CR and NUL.
///
/// It is about values alone. Labels are never changed: one that would not read back is refused.
///
/// ```
/// use linecut::ltsv::{Escape, OnIllegal, WriterBuilder};
/// for (on_illegal, due) in [
///     (OnIllegal::Reject, ""),
///     (OnIllegal::Replace(b' '), "ua:a b\\c\n"),
///     (OnIllegal::Escape(Escape::Backslash), "ua:a\\tb\\\\c\n"),
/// ] {
///     let mut writer = WriterBuilder::new().on_illegal(on_illegal).from_writer(Vec::new());
///     let _ = writer.write_fields([("ua", "a\tb\\c")]);
///     assert_eq!(writer.into_inner()?, due.as_bytes());
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnIllegal {
    /// Refuses the record, with [`ErrorKind::InvalidValue`]. What is written is what was given.
    #[default]
    Reject,
    /// Writes this byte instead of each of them. What it stood for is lost.
    Replace(u8),
    /// Escapes *every* value, also those without such a byte, so that who reads it can unescape
    /// every value and get exactly what was given: if only some were escaped, a value that looks
    /// like an escape could not be told from one that is. For values that are not escaped already.
    Escape(Escape),
}

impl OnIllegal {
    /// Appends a value as it is to be written. `Err` is where its first illegal byte is, if such are
    /// rejected; then nothing is appended.
    pub(super) fn push_value(self, value: &[u8], out: &mut Vec<u8>) -> Result<(), usize> {
        match self {
            Self::Escape(escape) => escape.escape_into(value, out),
            _ if all_legal(value) => out.extend_from_slice(value),
            Self::Replace(with) => {
                out.extend(value.iter().map(|byte| if is_legal(*byte) { *byte } else { with }));
            }
            Self::Reject => return scan::find_not(is_legal, value).map_or(Ok(()), Err),
        }
        Ok(())
    }
}

/// Tells whether a byte may stand in a value.
#[inline]
pub(super) fn is_legal(byte: u8) -> bool {
    !matches!(byte, b'\t' | b'\n' | b'\r' | b'\0')
}

/// Tells whether a value may be written as it is. Looks at every byte without a branch, which
/// compilers turn into vector code: illegal bytes are rare.
#[inline]
fn all_legal(value: &[u8]) -> bool {
    value.iter().fold(true, |legal, byte| legal & is_legal(*byte))
}
