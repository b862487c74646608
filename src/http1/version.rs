//! The protocol version as a start line writes it. Knows no start line.

use core::fmt;

/// Names the protocol version that a start line was written with.
///
/// Strict parsing gives `HTTP/1.x` alone; lenient parsing also what dumps of other protocols and
/// old servers have. `HTTP/2.0` reads as `HTTP/2`.
///
/// ```
/// use linecut::http1::Version;
/// let version = Version::Http { major: 1, minor: Some(1) };
/// assert_eq!(version.to_string(), "HTTP/1.1");
/// assert_eq!(version.number(), Some("1.1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Version {
    /// `HTTP` alone, as very old servers wrote it.
    Bare,
    /// `HTTP/` with a digit, and mostly a dot and another.
    Http {
        /// 0 to 9.
        major: u8,
        /// 0 to 9, if there is one.
        minor: Option<u8>,
    },
    /// `ICY`, of internet radio servers.
    Icy,
}

impl Version {
    /// `HTTP/1.1`.
    ///
    /// ```
    /// assert_eq!(linecut::http1::Version::HTTP_11.to_string(), "HTTP/1.1");
    /// ```
    pub const HTTP_11: Self = Self::Http { major: 1, minor: Some(1) };

    /// Gives the part that tells versions apart: `1.1`, `2`, `icy`; none for a bare `HTTP`.
    ///
    /// ```
    /// use linecut::http1::Version;
    /// assert_eq!(Version::Http { major: 2, minor: None }.number(), Some("2"));
    /// assert_eq!(Version::Bare.number(), None);
    /// assert_eq!(Version::Icy.number(), Some("icy"));
    /// ```
    #[must_use]
    pub fn number(self) -> Option<&'static str> {
        match self {
            Self::Bare => None,
            Self::Icy => Some("icy"),
            Self::Http { major, minor } => {
                let len = if minor.is_some() { 3 } else { 1 };
                let entry = usize::from(major) * 10 + usize::from(minor.unwrap_or(0));
                NUMBERS.get(entry * 3..entry * 3 + len)
            }
        }
    }
}

/// `0.0`, `0.1` and so on to `9.9`, one behind the other.
const NUMBERS: &str = match core::str::from_utf8(&NUMBER_BYTES) {
    Ok(numbers) => numbers,
    Err(_) => panic!("digits and dots"),
};

const NUMBER_BYTES: [u8; 300] = {
    let mut bytes = [b'.'; 300];
    let mut entry = 0;
    while entry < 100 {
        bytes[entry * 3] = b'0' + (entry / 10) as u8;
        bytes[entry * 3 + 2] = b'0' + (entry % 10) as u8;
        entry += 1;
    }
    bytes
};

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.number()) {
            (Self::Icy, _) => f.write_str("ICY"),
            (_, Some(number)) => write!(f, "HTTP/{number}"),
            (_, None) => f.write_str("HTTP"),
        }
    }
}
