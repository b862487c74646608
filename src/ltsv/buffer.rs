//! The bytes that a reader has read and not given out. Knows `io::Read` and sizes; no line.

use std::io::{self, Read};
use std::vec;
use std::vec::Vec;

use crate::slice::growth;

/// A buffer that grew goes back to this size at least.
const LEAST_NORMAL: usize = 4096;
/// And does so after this many refills that needed no more.
const EASY_REFILLS: u32 = 16;

#[derive(Debug)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    /// What is filled and not consumed.
    start: usize,
    end: usize,
    /// The size it had at first, or goes back to.
    normal: usize,
    /// Refills in a row that a buffer of that size would have done for.
    easy_refills: u32,
}

impl Buffer {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            bytes: vec![0; capacity],
            start: 0,
            end: 0,
            normal: capacity.max(LEAST_NORMAL),
            easy_refills: 0,
        }
    }

    #[inline]
    pub(super) fn data(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    #[inline]
    pub(super) fn consume(&mut self, bytes: usize) {
        self.start += bytes;
    }

    pub(super) fn clear(&mut self) {
        (self.start, self.end) = (0, 0);
    }

    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    /// Goes back to the normal size at once, if the buffer is far above it and what is left fits.
    #[inline]
    pub(super) fn settle(&mut self) {
        if growth::is_far_above(self.bytes.len(), self.normal) {
            self.shrink();
        }
    }

    #[cold]
    fn shrink(&mut self) {
        if self.end - self.start <= self.normal {
            self.move_to_front();
            self.bytes.truncate(self.normal);
            self.bytes.shrink_to_fit();
        }
    }

    fn move_to_front(&mut self) {
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
    }

    /// Reads more behind what is left, which moves to the front; `false` at the end of the input. The
    /// buffer doubles when it is full, and goes back to its size when that has been enough for a
    /// while.
    pub(super) fn fill(&mut self, input: &mut impl Read) -> io::Result<bool> {
        self.move_to_front();
        let left = self.end;
        if left == self.bytes.len() {
            self.bytes.reserve_exact(growth::fitting(2 * left) - left);
            self.bytes.resize(self.bytes.capacity(), 0);
            self.easy_refills = 0;
        } else if self.bytes.len() > self.normal && left <= self.normal / 2 {
            // Not at once, for lines that do not fit may come again and again.
            self.easy_refills += 1;
            if self.easy_refills == EASY_REFILLS {
                self.shrink();
            }
        } else {
            self.easy_refills = 0;
        }
        // A buffer that grew for one line does not fill up with those behind it.
        let room = self.bytes.len().min(left + self.normal);
        loop {
            match input.read(&mut self.bytes[left..room]) {
                Ok(n) => {
                    self.end += n;
                    return Ok(n > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}
