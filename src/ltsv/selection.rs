//! Which fields of a list of labels are selected: found out once for each list. Knows labels; no line.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::labels::Labels;
use super::options::Select;

#[derive(Debug)]
pub(super) struct Selection {
    fields: Box<[u16]>,
    pieces: usize,
}

impl Selection {
    pub(super) fn new(labels: &Labels, select: &Select) -> Self {
        let mut found = vec![false; select.len()];
        let mut fields = Vec::new();
        for (index, label) in labels.keys().iter().enumerate() {
            let Some(number) = select.find(label) else { continue };
            fields.push(index as u16); // a list is short
            found[number] = true;
            if select.stop_early && found.iter().all(|found| *found) {
                return Self { fields: fields.into(), pieces: index + 1 };
            }
        }
        Self { fields: fields.into(), pieces: labels.len() }
    }

    /// Numbers of the fields that are selected.
    #[inline]
    pub(super) fn fields(&self) -> impl Iterator<Item = usize> + use<'_> {
        self.fields.iter().map(|index| usize::from(*index))
    }

    /// How many pieces are looked at.
    #[inline]
    pub(super) fn pieces(&self) -> usize {
        self.pieces
    }
}
