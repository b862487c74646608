//! What connects the formats with other crates, one room for each feature. Each knows the formats
//! from outside; no format knows any of them.

#[cfg(feature = "arbitrary")]
pub mod arbitrary;
#[cfg(feature = "serde")]
pub mod serde;
