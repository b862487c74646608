//! Copies that clone without an allocation, for keys that are handed out again and again.

use super::inline::INLINE;
use super::sharing::Sharing;
use super::small_bytes::SmallBytes;
use super::source::Source;

/// Copies bytes so that clones allocate nothing: inline, or to a root of their own.
pub(crate) fn own_root(bytes: &[u8]) -> SmallBytes {
    if bytes.len() <= INLINE {
        return SmallBytes::copy(bytes);
    }
    let source = Source::from(bytes);
    source.value(0..bytes.len()).keep_with(Sharing::Always)
}
