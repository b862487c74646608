//! Byte classes of the two grammars as tables made at compile time. Knows no input.

/// Bit of [`CLASS`]: a byte of an LTSV label, `[0-9A-Za-z_.-]`.
const LABEL: u8 = 1;
/// Bit of [`CLASS`]: `tchar` of RFC 9110 §5.6.2.
const TOKEN: u8 = 2;
/// Bit of [`CLASS`]: a byte of a field value or reason (HTAB, SP, VCHAR, obs-text; RFC 9110 §5.5).
const VALUE: u8 = 4;
/// Bit of [`CLASS`]: a byte of a request target, 0x21-0x7E.
const TARGET: u8 = 8;

const fn class_of(byte: u8) -> u8 {
    let mut class = 0;
    if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-') {
        class |= LABEL;
    }
    let mark = matches!(
        byte,
        b'!' | b'#'
            | b'$'
            | b'%'
            | b'&'
            | b'\''
            | b'*'
            | b'+'
            | b'-'
            | b'.'
            | b'^'
            | b'_'
            | b'`'
            | b'|'
            | b'~'
    );
    if byte.is_ascii_alphanumeric() || mark {
        class |= TOKEN;
    }
    if byte == b'\t' || (byte >= 0x20 && byte != 0x7F) {
        class |= VALUE;
    }
    if byte.is_ascii_graphic() {
        class |= TARGET;
    }
    class
}

/// A constant, not a static: code that is inlined elsewhere then finds it without a look-up.
const CLASS: &[u8; 256] = &{
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class_of(byte as u8);
        byte += 1;
    }
    table
};

/// One of the classes, to be chosen at run time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteClass(u8);

impl ByteClass {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const TOKEN: Self = Self(TOKEN);
    pub(crate) const VALUE: Self = Self(VALUE);
    pub(crate) const TARGET: Self = Self(TARGET);

    /// Tells whether a byte is of the class.
    #[inline]
    pub(crate) fn has(self, byte: u8) -> bool {
        CLASS[byte as usize] & self.0 != 0
    }
}

/// Tells whether a byte may stand in an LTSV label.
#[inline]
pub(crate) fn is_label(byte: u8) -> bool {
    CLASS[byte as usize] & LABEL != 0
}

/// Tells whether a byte is a `tchar`.
#[inline]
pub(crate) fn is_token(byte: u8) -> bool {
    CLASS[byte as usize] & TOKEN != 0
}

/// Tells whether a byte may stand in a field value or reason phrase.
#[inline]
pub(crate) fn is_value(byte: u8) -> bool {
    CLASS[byte as usize] & VALUE != 0
}

/// Tells whether a byte may stand in a request target.
#[inline]
pub(crate) fn is_target(byte: u8) -> bool {
    CLASS[byte as usize] & TARGET != 0
}

/// Two look-ups by nibble, `LO[b & 15] & HI[b >> 4]`, are not zero exactly for the bytes of a
/// class below 0x80: what vector code uses in place of [`CLASS`].
pub(super) struct Nibbles {
    pub(super) lo: [u8; 16],
    pub(super) hi: [u8; 16],
}

/// Gives each distinct row of 16 bytes (one high nibble) a bit of its own, unless the row is the
/// union of others, whose bits it then takes. A compile-time assertion checks that the bits do.
const fn nibbles(rows: &[u16; 8]) -> Nibbles {
    let mut table = Nibbles { lo: [0; 16], hi: [0; 16] };
    let mut bit = 0;
    let mut high = 0;
    while high < 8 {
        if rows[high] != 0 && !is_union(rows, high) && !seen_before(rows, high) {
            assert!(bit < 8, "more rows than bits");
            let mut i = 0;
            while i < 16 {
                if rows[high] >> i & 1 != 0 {
                    table.lo[i] |= 1 << bit;
                }
                // Every row that holds this one takes its bit.
                if i < 8 && rows[high] & !rows[i] == 0 {
                    table.hi[i] |= 1 << bit;
                }
                i += 1;
            }
            bit += 1;
        }
        high += 1;
    }
    table
}

/// Whether the rows that are smaller parts of this one make it up together.
const fn is_union(rows: &[u16; 8], high: usize) -> bool {
    let mut union = 0;
    let mut other = 0;
    while other < 8 {
        if rows[other] & !rows[high] == 0 && rows[other] != rows[high] {
            union |= rows[other];
        }
        other += 1;
    }
    union == rows[high]
}

const fn seen_before(rows: &[u16; 8], high: usize) -> bool {
    let mut other = 0;
    while other < high {
        if rows[other] == rows[high] {
            return true;
        }
        other += 1;
    }
    false
}

const fn class_rows(class: u8) -> [u16; 8] {
    let mut rows = [0; 8];
    let mut byte = 0;
    while byte < 128 {
        if class_of(byte as u8) & class != 0 {
            rows[byte >> 4] |= 1 << (byte & 15);
        }
        byte += 1;
    }
    rows
}

/// Not zero for label bytes.
pub(super) static LABEL_NIBBLES: Nibbles = nibbles(&class_rows(LABEL));
/// Not zero for token bytes.
pub(super) static TOKEN_NIBBLES: Nibbles = nibbles(&class_rows(TOKEN));

#[cfg(test)]
mod tests {
    use super::*;

    fn look(table: &Nibbles, byte: u8) -> u8 {
        if byte >= 0x80 { 0 } else { table.lo[byte as usize & 15] & table.hi[byte as usize >> 4] }
    }

    #[test]
    fn nibble_tables_agree_with_the_classes_for_every_byte() {
        for byte in 0..=255u8 {
            assert_eq!(look(&LABEL_NIBBLES, byte) != 0, is_label(byte), "label {byte:#x}");
            assert_eq!(look(&TOKEN_NIBBLES, byte) != 0, is_token(byte), "token {byte:#x}");
        }
    }

    #[test]
    fn classes_are_those_of_the_grammars() {
        let count = |is: fn(u8) -> bool| (0..=255u8).filter(|b| is(*b)).count();
        assert_eq!(count(is_label), 10 + 52 + 3);
        assert_eq!(count(is_token), 62 + 15);
        assert_eq!(count(is_value), 256 - 32 + 1 - 1);
        assert_eq!(count(is_target), 94);
    }
}
