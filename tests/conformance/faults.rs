//! Where the error has to be of a profile that does not forgive a defect: the first byte that cannot
//! be in what the profile accepts. Told from the defect and the text alone.

use super::switches::Profile;
use crate::naive::http1::Defect;

fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// The first byte from `at` on that is one of these; the end of the input if none is.
fn find(input: &[u8], at: usize, is: impl Fn(u8) -> bool) -> usize {
    input[at..].iter().position(|byte| is(*byte)).map_or(input.len(), |n| at + n)
}

/// The byte of this defect at fault.
fn of_defect(input: &[u8], defect: &Defect, profile: &Profile) -> usize {
    let start = defect.1 as usize;
    let begins_line = matches!(&input[..start], [] | [.., b'\n'] | b"\xEF\xBB\xBF");
    match defect.0 {
        // One SP is due there; what follows it is too much.
        "ExtraSpace" if input[start] == b' ' && !begins_line => start + 1,
        "UnusualVersion" => {
            let due = b"HTTP/1.".iter();
            start + due.zip(&input[start..]).take_while(|(due, byte)| due == byte).count()
        }
        "InvalidTarget" => find(input, start, |byte| !(0x21..=0x7E).contains(&byte)),
        // Up to a CR it may be a line without a colon, and then the CR is at fault.
        "InvalidName" if profile.has("lines_without_colon") && !profile.has("bare_cr") => {
            let odd = find(input, start, |byte| !is_token_byte(byte));
            hidden_cr(input, defect).unwrap_or(odd)
        }
        "InvalidName" => find(input, start, |byte| !is_token_byte(byte)),
        // Odd bytes may be a name's, up to the end of the line.
        "MissingColon" if profile.has("non_token_names") => {
            let lf = find(input, start, |byte| byte == b'\n');
            let ends = input[start..lf].iter().rev().take_while(|byte| **byte == b'\r').count();
            if profile.has("bare_cr") { lf - ends } else { lf - ends.min(1) }
        }
        "MissingColon" => find(input, start, |byte| !is_token_byte(byte)),
        "ObsFold" => find(input, start, |byte| byte == b'\n') + 1,
        _ => start,
    }
}

/// The first CR that ends no line, inside a name or a dropped line. It is not listed, but needs
/// `bare_cr` as well.
fn hidden_cr(input: &[u8], defect: &Defect) -> Option<usize> {
    let hides = ["InvalidName", "MissingColon", "EmptyName", "LeadingWhitespace"];
    if !hides.contains(&defect.0) {
        return None;
    }
    (defect.1 as usize..defect.2 as usize).find(|at| {
        let behind = find(input, *at, |byte| byte != b'\r');
        input[*at] == b'\r' && input.get(behind) != Some(&b'\n')
    })
}

/// Where the error is due of a head with these defects; none if all are forgiven.
pub fn due(input: &[u8], defects: &[Defect], profile: &Profile) -> Option<u64> {
    let unforgiven = defects.iter().filter(|defect| !profile.forgives(defect.0));
    let faults = unforgiven.map(|defect| of_defect(input, defect, profile));
    let crs = defects.iter().filter(|_| !profile.has("bare_cr"));
    let crs = crs.filter_map(|defect| hidden_cr(input, defect));
    faults.chain(crs).min().map(|at| at as u64)
}
