//! The policy: copy a value or share its source. Knows lengths and capacities, no bytes.

/// Decides how a value that does not fit inline is kept: copied, or sharing its source.
///
/// Values of up to 23 bytes are embedded and never ask. For the rest, sharing is free in bytes
/// copied but keeps the *whole* root alive: three kept values of a 64 KiB buffer pin 64 KiB.
/// The default bounds that: what a shared value pins is at most four times its own length.
///
/// ```
/// use linecut::{Sharing, Source};
/// let source = Source::from(vec![b'x'; 8192]);
/// let small = source.value(0..300).keep();            // 300 * 4 < 8192: copied
/// let large = source.value(0..4000).keep();           // 4000 * 4 >= 8192: shared
/// assert!(!small.is_shared() && large.is_shared());
/// assert!(source.value(0..300).keep_with(Sharing::Always).is_shared());
/// ```
///
/// # The bound
///
/// Once no [`Source`](crate::Source), reading record or borrowed [`Value`](crate::Value) of a root
/// is left, the heap bytes alive are at most `max(factor, 1)` times the sum of the lengths of the
/// live kept values, plus one reference-counted header for each pinned root. This holds after any
/// sequence of keep, slice, clone, compact and drop, for `Never` (factor 1) and `Bounded`.
///
/// A kept record counts its line and a kept head its head. Beside their bytes both have a table:
/// a record 1 to 12 bytes a field and some for its position, a head 2 to 16 bytes a field, and 32
/// bytes for each listed defect (at most 1,024), which lines and heads of next to nothing but
/// separators can exceed the bound with.
///
/// Outside the bound: `Always`, `CopyUpTo`, [`SmallBytes::into_bytes`](crate::SmallBytes::into_bytes)
/// a capacity stated too small in [`Source::with_root_capacity`](crate::Source::with_root_capacity),
/// the table of an [`Interner`](crate::Interner), and lists of labels that records
/// [share](crate::ltsv::Labels).
///
/// # Secrets
///
/// What is shared keeps its neighbours: a long harmless value keeps the cookie beside it in memory.
/// Where secrets pass through, copy: `Sharing::Never` for all that is kept,
/// [`compact`](crate::SmallBytes::compact) for one value.
///
/// ```
/// use linecut::{Sharing, Source};
/// let source = Source::from([&b"session=secret\t"[..], &[b'x'; 300]].concat());
/// let mut kept = source.value(15..315).keep();
/// assert_eq!(kept.referenced_len(), 315);                          // the secret beside it, too
/// assert_eq!(source.value(15..315).keep_with(Sharing::Never).referenced_len(), 300);
/// kept.compact();
/// assert_eq!(kept.referenced_len(), 300);                          // let go
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sharing {
    /// Never share: every value is its own inline or right-sized copy.
    Never,
    /// Copy up to this many bytes and share anything longer. A fixed cutoff, as Ruby's
    /// `str_subseq` has it; it does not bound what is pinned.
    CopyUpTo(usize),
    /// Share only what is longer than `copy_up_to` bytes **and** long against its root:
    /// `len * factor >= root capacity`.
    Bounded {
        /// Values of up to this many bytes are copied.
        copy_up_to: usize,
        /// How many times its own length a shared value may pin.
        factor: usize,
    },
    /// Share whatever does not fit inline. Pins without a bound.
    Always,
}

impl Default for Sharing {
    /// `Bounded { copy_up_to: 256, factor: 4 }`.
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Says why a value that did not fit inline was copied and not shared.
///
/// ```
/// use linecut::{CopyReason, Sharing, Slicer, Source};
/// let mut slicer = Slicer::new(Sharing::default());
/// let source = Source::from(vec![b'x'; 8192]);
/// slicer.keep(source.value(0..300));
/// assert_eq!(slicer.stats().copied_because(CopyReason::RootTooLarge), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CopyReason {
    /// The policy is [`Sharing::Never`].
    Policy,
    /// The value is within the policy's `copy_up_to`.
    Short,
    /// `len * factor` is below the root's capacity.
    RootTooLarge,
    /// What the root pins is not known (a `Bytes` that others share).
    UnknownRoot,
    /// The value was borrowed from a plain slice.
    NoSource,
    /// The value ends past `u32::MAX` in its root.
    TooFar,
}

impl CopyReason {
    pub(crate) const ALL: [Self; 6] = [
        Self::Policy,
        Self::Short,
        Self::RootTooLarge,
        Self::UnknownRoot,
        Self::NoSource,
        Self::TooFar,
    ];
}

impl Sharing {
    pub(crate) const DEFAULT: Self = Self::Bounded { copy_up_to: 256, factor: 4 };

    /// Why a value of `len` bytes is copied whatever its root is. Asked only for what does not fit
    /// inline.
    #[inline]
    pub(crate) const fn copies(self, len: usize) -> Option<CopyReason> {
        match self {
            Self::Never => Some(CopyReason::Policy),
            Self::CopyUpTo(n) | Self::Bounded { copy_up_to: n, .. } if len <= n => {
                Some(CopyReason::Short)
            }
            _ => None,
        }
    }

    /// How many times its own length a value that is not short may pin.
    #[inline]
    pub(crate) const fn factor(self) -> usize {
        match self {
            Self::Bounded { factor, .. } => factor,
            Self::Never | Self::CopyUpTo(_) | Self::Always => usize::MAX,
        }
    }

    /// Whether `len` bytes may keep a block of `capacity` bytes alive as a whole (a record its
    /// block, a head its source). `Never` and `CopyUpTo` have no factor of their own and take
    /// the default's.
    pub(crate) fn may_pin(self, len: usize, capacity: usize) -> bool {
        match self {
            Self::Always => true,
            Self::Bounded { factor, .. } => fits(len, factor, capacity),
            Self::Never | Self::CopyUpTo(_) => fits(len, 1, capacity),
        }
    }
}

/// `Ok` if a value of `len` bytes that [`Sharing::copies`] lets through may share a root that pins
/// `root_capacity` bytes.
#[inline]
pub(crate) fn shares(
    len: usize,
    factor: usize,
    root_capacity: Option<usize>,
) -> Result<(), CopyReason> {
    match root_capacity {
        None => Err(CopyReason::UnknownRoot),
        Some(capacity) if fits(len, factor, capacity) => Ok(()),
        Some(_) => Err(CopyReason::RootTooLarge),
    }
}

#[inline]
fn fits(len: usize, factor: usize, capacity: usize) -> bool {
    len.saturating_mul(factor.max(1)) >= capacity
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Sharing {
        fn decide(self, len: usize, root_capacity: Option<usize>) -> Result<(), CopyReason> {
            self.copies(len).map_or_else(|| shares(len, self.factor(), root_capacity), Err)
        }
    }

    #[test]
    fn bounded_decides_by_length_and_by_root() {
        let policy = Sharing::default();
        assert_eq!(policy.decide(256, Some(256)), Err(CopyReason::Short));
        assert_eq!(policy.decide(257, Some(1028)), Ok(()));
        assert_eq!(policy.decide(257, Some(1029)), Err(CopyReason::RootTooLarge));
        assert_eq!(policy.decide(257, None), Err(CopyReason::UnknownRoot));
        let huge = Sharing::Bounded { copy_up_to: 0, factor: usize::MAX };
        assert_eq!(huge.decide(24, Some(usize::MAX)), Ok(()), "the product saturates");
    }

    #[test]
    fn a_factor_of_zero_is_one() {
        let policy = Sharing::Bounded { copy_up_to: 0, factor: 0 };
        assert_eq!(policy.decide(24, Some(24)), Ok(()));
        assert_eq!(policy.decide(24, Some(25)), Err(CopyReason::RootTooLarge));
    }

    #[test]
    fn fixed_cutoffs_ignore_the_root() {
        assert_eq!(Sharing::CopyUpTo(128).decide(128, Some(1 << 20)), Err(CopyReason::Short));
        assert_eq!(Sharing::CopyUpTo(128).decide(129, Some(1 << 20)), Ok(()));
        assert_eq!(Sharing::Always.decide(24, Some(1 << 20)), Ok(()));
        assert_eq!(Sharing::Always.decide(24, None), Err(CopyReason::UnknownRoot));
        assert_eq!(Sharing::Never.decide(1 << 20, Some(1 << 20)), Err(CopyReason::Policy));
    }
}
