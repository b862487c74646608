//! Inline bytes: their length, as a type whose unused values the compiler can give to other states,
//! and how they are put together. Knows no other state.

/// How many bytes a `SmallBytes` holds without an allocation.
pub(super) const INLINE: usize = 23;

macro_rules! inline_len {
    ($($variant:ident)*) => {
        /// 0 to 23, with a niche for the tags of the other states.
        #[derive(Clone, Copy)]
        #[repr(u8)]
        enum InlineLen { $($variant),* }

        /// Every length, by its number.
        const INLINE_LENS: [InlineLen; INLINE + 1] = [$(InlineLen::$variant),*];
    };
}
inline_len!(L0 L1 L2 L3 L4 L5 L6 L7 L8 L9 L10 L11 L12 L13 L14 L15 L16 L17 L18 L19 L20 L21 L22 L23);

impl InlineLen {
    /// The length of bytes that fit.
    #[inline(always)]
    fn of(bytes: &[u8]) -> Option<Self> {
        INLINE_LENS.get(bytes.len()).copied()
    }
}

/// Bytes in place. The length comes last, so that the words before it are aligned.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Inline {
    bytes: [u8; INLINE],
    len: InlineLen,
}

impl Inline {
    pub(super) const EMPTY: Self = Self { bytes: [0; INLINE], len: InlineLen::L0 };

    /// Embeds `bytes`, if they fit. The unused tail is zero.
    #[inline(always)]
    pub(super) fn new(bytes: &[u8]) -> Option<Self> {
        InlineLen::of(bytes).map(|len| Self { bytes: embed(bytes), len })
    }

    #[inline(always)]
    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len as usize]
    }

    /// What is behind the bytes.
    #[cfg(test)]
    pub(super) fn tail(&self) -> &[u8] {
        &self.bytes[self.len as usize..]
    }
}

/// Up to 23 bytes, and zeros behind. Put together in registers and stored as words: a copy of a
/// length known only at run time would write pieces that the move of the whole has to wait for
/// (benches/slice.rs, sizes 4 to 23). The last word is read up to the last byte, so that it overlaps
/// the one before, and is shifted down: two branches in place of one for each length.
#[inline(always)]
fn embed(bytes: &[u8]) -> [u8; INLINE] {
    let len = bytes.len();
    let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight"));
    let words = if len <= 8 {
        [embed_short(bytes), 0, 0]
    } else if len <= 16 {
        [word(0), word(len - 8) >> (8 * (16 - len)), 0]
    } else {
        [word(0), word(8), word(len - 8) >> (8 * (24 - len))]
    };
    let mut inline = [0; INLINE];
    inline[..8].copy_from_slice(&words[0].to_le_bytes());
    inline[8..16].copy_from_slice(&words[1].to_le_bytes());
    inline[16..].copy_from_slice(&words[2].to_le_bytes()[..7]);
    inline
}

/// Up to 8 bytes as a word.
#[inline(always)]
fn embed_short(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>(), bytes) {
        (Some(low), Some(high), _) => {
            let high = u64::from(u32::from_le_bytes(*high));
            u64::from(u32::from_le_bytes(*low)) | high << (8 * (len - 4))
        }
        // Of two, the second byte is the last one too.
        (_, _, [first, second, ..]) => {
            let last = u64::from(bytes[len - 1]) << (8 * (len - 1));
            u64::from(u16::from_le_bytes([*first, *second])) | last
        }
        (_, _, [one]) => u64::from(*one),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_embedded_with_zeros_behind() {
        let bytes: [u8; 32] = core::array::from_fn(|at| 0xFF - at as u8);
        for len in 0..=INLINE {
            let inline = Inline::new(&bytes[..len]).expect("it fits");
            assert_eq!(inline.as_bytes(), &bytes[..len]);
            assert!(inline.tail().iter().all(|byte| *byte == 0), "{len}");
        }
        assert!(Inline::new(&bytes[..INLINE + 1]).is_none());
        assert_eq!(size_of::<Option<Inline>>(), INLINE + 1);
    }
}
