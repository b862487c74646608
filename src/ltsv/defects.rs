//! A bounded list of defects that counts them all. Knows no rule.

use alloc::vec::Vec;

use crate::error::Defect;

/// How many defects of one record are listed.
const KEPT: usize = 1024;

#[derive(Clone, Debug, Default)]
pub(super) struct Defects {
    list: Vec<Defect>,
    total: u64,
}

impl Defects {
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.total = 0;
    }

    pub(super) fn push(&mut self, defect: Defect) {
        self.total += 1;
        if self.list.len() < KEPT {
            self.list.push(defect);
        }
    }

    pub(super) fn list(&self) -> &[Defect] {
        &self.list
    }

    pub(super) fn total(&self) -> u64 {
        self.total
    }

    pub(super) fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The same with no room to spare.
    pub(super) fn to_kept(&self) -> Self {
        Self {
            list: self.list.as_slice().into(),
            total: self.total,
        }
    }
}
