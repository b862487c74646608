//! Rewrites a folded or repaired value (RFC 9112 §5.2, RFC 9110 §5.5). Knows the bytes of one value.

use alloc::vec::Vec;
use core::ops::Range;

use super::engine::is_blank;
use super::start_line::to_space;

/// Appends the value that `raw` stands for to `out`: NUL and bare CR become SP, then each run of
/// whitespace with a line end in it becomes exactly one SP. `fold` is told of each such run.
/// `raw` is the bytes behind the colon, line ends between its lines included.
pub(super) fn rewrite(raw: &[u8], out: &mut Vec<u8>, mut fold: impl FnMut(Range<usize>)) {
    let mut at = 0;
    while at < raw.len() {
        let (end, folds) = space_run(raw, at);
        if folds {
            fold(at..end);
            out.push(b' ');
        } else {
            out.extend(raw[at..end].iter().map(|byte| to_space(*byte)));
        }
        let text = raw[end..].iter().position(|byte| is_space(*byte));
        let text_end = text.map_or(raw.len(), |len| end + len);
        out.extend_from_slice(&raw[end..text_end]);
        at = text_end;
    }
}

/// What can be in a run: whitespace, what becomes SP, and line ends.
fn is_space(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, 0 | b'\r' | b'\n')
}

/// The run at `at`: where it ends, and whether there is a line end in it. An LF is always one, for
/// a value has none of its own.
fn space_run(raw: &[u8], at: usize) -> (usize, bool) {
    let len = raw[at..].iter().take_while(|byte| is_space(**byte)).count();
    (at + len, raw[at..at + len].contains(&b'\n'))
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init)] // a list of one run
mod tests {
    use super::*;
    use alloc::vec;

    fn rewritten(raw: &[u8]) -> (Vec<u8>, Vec<Range<usize>>) {
        let (mut out, mut folds) = (Vec::new(), Vec::new());
        rewrite(raw, &mut out, |run| folds.push(run));
        (out, folds)
    }

    #[test]
    fn a_fold_is_one_space() {
        assert_eq!(rewritten(b"b \t\r\n\t\t c"), (b"b c".to_vec(), vec![1..8]));
        assert_eq!(rewritten(b"b\r\n \r\n c\n d"), (b"b c d".to_vec(), vec![1..7, 8..10]));
    }

    #[test]
    fn nul_and_bare_cr_are_spaces_and_may_be_part_of_a_fold() {
        assert_eq!(rewritten(b"a\0b\rc\t d"), (b"a b c\t d".to_vec(), vec![]));
        assert_eq!(rewritten(b"x\0\r\n y"), (b"x y".to_vec(), vec![1..5]));
    }
}
