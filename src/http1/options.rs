//! The two profiles, for every way to read a head. Knows values; `builder.rs` sets them.

use crate::error::DEFECTS_KEPT;

#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub(super) bom: bool,
    pub(super) bare_lf: bool,
    pub(super) bare_cr: bool,
    pub(super) nul: bool,
    pub(super) control_bytes: bool,
    pub(super) obs_fold: bool,
    pub(super) space_before_colon: bool,
    pub(super) whitespace_led_lines: bool,
    pub(super) start_line_whitespace: bool,
    pub(super) unusual_versions: bool,
    pub(super) unusual_targets: bool,
    pub(super) non_token_names: bool,
    pub(super) lines_without_colon: bool,
    pub(super) max_head_len: usize,
    pub(super) max_headers: usize,
    pub(super) max_name_len: usize,
    pub(super) max_value_len: usize,
    pub(super) max_defects: usize,
}

impl Options {
    pub(super) const STRICT: Self = Self::all(false);
    pub(super) const LENIENT: Self = Self::all(true);

    /// The limits of the whole that plain heads have to keep.
    pub(super) const fn limits(&self) -> (usize, usize) {
        (self.max_head_len, self.max_headers)
    }

    /// Whether the exact parser has to look, for limits that the plain one does not know.
    pub(super) const fn limits_parts(&self) -> bool {
        self.max_name_len != usize::MAX || self.max_value_len != usize::MAX
    }

    const fn all(yes: bool) -> Self {
        Self {
            bom: yes,
            bare_lf: yes,
            bare_cr: yes,
            nul: yes,
            control_bytes: yes,
            obs_fold: yes,
            space_before_colon: yes,
            whitespace_led_lines: yes,
            start_line_whitespace: yes,
            unusual_versions: yes,
            unusual_targets: yes,
            non_token_names: yes,
            lines_without_colon: yes,
            max_head_len: 1 << 20,
            max_headers: 4096,
            max_name_len: usize::MAX,
            max_value_len: usize::MAX,
            max_defects: DEFECTS_KEPT,
        }
    }
}
