//! Tables as Markdown.

/// A table; the first column is text, the others are figures.
pub fn table<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(&head.map(str::to_string));
    let rules = (0..N).map(|column| if column == 0 { "---" } else { "---:" }.to_string());
    text.push_str(&line(&rules.collect::<Vec<_>>()));
    rows.into_iter().for_each(|row| text.push_str(&line(&row)));
    text
}

/// A number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A ratio of times.
pub fn ratio(ratio: f64) -> String {
    format!("{ratio:.2}")
}
