//! Inline bytes: their length, as a type whose unused values the compiler can give to other states,
//! and how they are put together. Knows no other state.

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

/// Up to 23 bytes, and zeros behind. Put together in registers and stored as words: a copy of a
/// length known only at run time would write pieces that the move of the whole has to wait for
/// (benches/slice.rs, sizes 4 to 23).
#[inline(always)]
pub(super) fn embed(bytes: &[u8]) -> [u8; INLINE] {
    let word = |from: usize| -> u64 {
        let rest = bytes.get(from..).unwrap_or_default();
        match (rest.first_chunk::<8>(), rest.first_chunk::<4>(), rest) {
            (Some(whole), _, _) => u64::from_le_bytes(*whole),
            (None, Some(low), [.., a, b, c, d]) => {
                let high = u64::from(u32::from_le_bytes([*a, *b, *c, *d]));
                u64::from(u32::from_le_bytes(*low)) | high << (8 * (rest.len() - 4))
            }
            (None, _, [first, .., last]) => {
                let middle = u64::from(rest[rest.len() / 2]) << (8 * (rest.len() / 2));
                u64::from(*first) | middle | u64::from(*last) << (8 * (rest.len() - 1))
            }
            (None, _, [one]) => u64::from(*one),
            _ => 0,
        }
    };
    let mut inline = [0; INLINE];
    inline[..8].copy_from_slice(&word(0).to_le_bytes());
    inline[8..16].copy_from_slice(&word(8).to_le_bytes());
    inline[16..].copy_from_slice(&word(16).to_le_bytes()[..7]);
    inline
}
