//! Header values as lists, and several fields of one name as one value (RFC 9110 §5.3, §5.6.1).
//! Knows values; no parser.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use super::field_line::trim;
use super::headers::Headers;

/// Splits a value that is a list at its commas, those in quoted strings excepted.
///
/// Items come without the whitespace around them; empty ones are passed over, as a recipient has to
/// (RFC 9110 §5.6.1.2). A quoted string that is not closed goes to the end. Not for `Set-Cookie`
/// (dates in it have commas), nor for values that are no list, such as dates.
///
/// ```
/// let value = br#"a, "b, \"c" , ,d;q=0.5"#;
/// let items: Vec<_> = linecut::http1::list_items(value).collect();
/// assert_eq!(items, [&b"a"[..], br#""b, \"c""#, b"d;q=0.5"]);
/// ```
#[must_use]
pub fn list_items(value: &[u8]) -> ListItems<'_> {
    ListItems { rest: Some(value) }
}

/// Iterates over the items of a list; see [`list_items`].
///
/// ```
/// assert_eq!(linecut::http1::list_items(b"gzip, br").count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct ListItems<'a> {
    rest: Option<&'a [u8]>,
}

impl<'a> Iterator for ListItems<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            let rest = self.rest.take()?;
            let end = comma_outside_quotes(rest);
            self.rest = end.map(|comma| &rest[comma + 1..]);
            let item = &rest[trim(rest, 0, end.unwrap_or(rest.len()))];
            if !item.is_empty() {
                return Some(item);
            }
        }
    }
}

impl core::iter::FusedIterator for ListItems<'_> {}

fn comma_outside_quotes(value: &[u8]) -> Option<usize> {
    let (mut quoted, mut escaped) = (false, false);
    value.iter().position(|byte| {
        let was_escaped = core::mem::take(&mut escaped);
        match byte {
            b'\\' if quoted => escaped = !was_escaped,
            b'"' if !was_escaped => quoted = !quoted,
            _ => {}
        }
        *byte == b',' && !quoted
    })
}

/// Says that fields of this name cannot be combined to one value: `Set-Cookie` (RFC 9110 §5.3).
///
/// ```
/// use linecut::http1::Headers;
/// let error = Headers::default().combined("set-cookie").unwrap_err();
/// assert_eq!(error.to_string(), "Set-Cookie fields cannot be combined");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotCombinable;

impl fmt::Display for NotCombinable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Set-Cookie fields cannot be combined")
    }
}

impl core::error::Error for NotCombinable {}

impl Headers {
    /// Gives all values with this name as one, joined by `, ` (RFC 9110 §5.3); `None` if there is
    /// none. Borrowed if there is one.
    ///
    /// # Errors
    ///
    /// For `Set-Cookie`, whose values have commas of their own: use [`get_all`](Self::get_all).
    ///
    /// ```
    /// use linecut::http1::Response;
    /// let head = b"HTTP/1.1 200 OK\r\nVary: Accept\r\nvary: Cookie\r\nSet-Cookie: a=1\r\n\r\n";
    /// let response = Response::parse(&head[..])?.unwrap();
    /// assert_eq!(response.headers().combined("Vary").unwrap().unwrap(), &b"Accept, Cookie"[..]);
    /// assert!(response.headers().combined("Set-Cookie").is_err());
    /// # Ok::<(), linecut::ParseError>(())
    /// ```
    pub fn combined(&self, name: impl AsRef<[u8]>) -> Result<Option<Cow<'_, [u8]>>, NotCombinable> {
        let name = name.as_ref();
        if name.eq_ignore_ascii_case(b"set-cookie") {
            return Err(NotCombinable);
        }
        let mut values = self.get_all(name);
        let Some(first) = values.next() else { return Ok(None) };
        let Some(second) = values.next() else { return Ok(Some(Cow::Borrowed(first.as_bytes()))) };
        let mut all = Vec::from(first.as_bytes());
        for value in core::iter::once(second).chain(values) {
            all.extend_from_slice(b", ");
            all.extend_from_slice(&value);
        }
        Ok(Some(Cow::Owned(all)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hide_commas_and_backslashes_hide_quotes() {
        let items = |value| list_items(value).collect::<Vec<_>>();
        assert_eq!(items(b""), [b""; 0]);
        assert_eq!(items(b" , ,\t"), [b""; 0]);
        assert_eq!(items(br#""\\", b"#), [&br#""\\""#[..], b"b"]);
        assert_eq!(items(br#""a\", b"#), [&br#""a\", b"#[..]]);
        assert_eq!(items(br"a\, b"), [&br"a\"[..], b"b"], "no escape outside quotes");
    }
}
