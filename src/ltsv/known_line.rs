//! How a record takes over a line whose labels are known: by where its pieces end. Knows lists of
//! labels; no rule of the format, for such a line is proved to keep them.

use crate::scan::lists::Line;

use super::framer::Head;
use super::known::Known;
use super::labels::Labels;
use super::reading::Reading;
use super::selection::Selection;
use super::span::Span;
use super::stats::Tally;

impl Reading {
    /// Takes over a line that has shared labels.
    #[inline]
    pub(super) fn fill_known(&mut self, labels: &Labels, line: &Line<'_>, head: Head) {
        self.begin(line, head);
        self.have(labels);
        self.ends.clear();
        self.ends.extend_from_slice(line.ends);
        self.origin = line.origin as u32;
    }

    /// Takes over a line that has shared labels, of which some fields are selected. The record has no
    /// others, so it has its labels to itself.
    #[inline]
    pub(super) fn fill_selected(
        &mut self,
        selection: &Selection,
        labels: &Labels,
        line: &Line<'_>,
        head: Head,
    ) -> Tally {
        self.begin(line, head);
        self.shared = false;
        self.spans.clear();
        let end = |index: usize| line.ends[index] - line.origin as u32;
        self.spans.extend(selection.fields().map(|index| {
            let start = if index == 0 { 0 } else { end(index - 1) + 1 };
            Span { start, colon: start + labels.label_len(index) as u32, end: end(index) }
        }));
        let pieces = selection.pieces();
        Tally {
            pieces: pieces as u64,
            fields: self.spans.len() as u64,
            // The line's end is where its last piece ends.
            unread: line.len as u64 - u64::from(end(pieces - 1)),
            ..Tally::default()
        }
    }

    /// Notes the shared labels. They are mostly those of the record before.
    #[inline]
    fn have(&mut self, labels: &Labels) {
        if !self.labels.as_ref().is_some_and(|same| same.is(labels)) {
            self.labels = Some(labels.clone());
        }
        self.shared = true;
    }

    /// After a line without defects: shares its labels if they were seen before.
    #[cold]
    pub(super) fn share_labels(&mut self, known: &mut Known) {
        let block = &self.block;
        let labels = self.spans.iter().map(|span| span.label(block));
        if let Some(labels) = known.learn(self.spans.len(), labels) {
            self.have(labels);
            self.ends.clear();
            self.ends.extend(self.spans.iter().map(|span| span.end));
            self.origin = 0;
        }
    }
}
