//! The length of inline bytes, as a type whose unused values the compiler can give to other states.

/// How many bytes a `SmallBytes` holds without an allocation.
pub(super) const INLINE: usize = 23;

macro_rules! inline_len {
    ($($variant:ident)*) => {
        /// 0 to 23, with a niche for the tags of the other states.
        #[derive(Clone, Copy)]
        #[repr(u8)]
        pub(super) enum InlineLen { $($variant),* }

        /// Every length, by its number.
        const INLINE_LENS: [InlineLen; INLINE + 1] = [$(InlineLen::$variant),*];
    };
}
inline_len!(L0 L1 L2 L3 L4 L5 L6 L7 L8 L9 L10 L11 L12 L13 L14 L15 L16 L17 L18 L19 L20 L21 L22 L23);

impl InlineLen {
    /// The length of bytes that fit.
    #[inline(always)]
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        INLINE_LENS.get(bytes.len()).copied()
    }
}
