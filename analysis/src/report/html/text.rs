//! Texts and numbers on the page.

/// A text that is no markup.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A number with thin spaces between thousands.
pub(super) fn number(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A part as a percentage with its sign.
pub(super) fn percent(part: f64) -> String {
    let text = format!("{:+.1}%", part * 100.0);
    text.replace('-', "\u{2212}")
}

/// A part of a whole as a percentage.
pub(super) fn share(part: u64, whole: u64) -> String {
    let percent = part as f64 * 100.0 / whole.max(1) as f64;
    match percent {
        _ if part == 0 => "0%".to_owned(),
        ..0.01 => "&lt;0.01%".to_owned(),
        ..1.0 => format!("{percent:.2}%"),
        99.95.. if part < whole => "&gt;99.9%".to_owned(),
        _ => format!("{percent:.1}%"),
    }
}

/// A weight without needless zeros.
pub(super) fn weight(weight: f64) -> String {
    let text = format!("{weight:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(number(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!((number(999), number(0)), ("999".to_owned(), "0".to_owned()));
        assert_eq!((percent(0.1234), percent(-0.5)), ("+12.3%".to_owned(), "\u{2212}50.0%".to_owned()));
        assert_eq!(
            (share(1, 1_000_000), share(999_999, 1_000_000)),
            ("&lt;0.01%".to_owned(), "&gt;99.9%".to_owned())
        );
        assert_eq!((weight(2.0), weight(0.25)), ("2".to_owned(), "0.25".to_owned()));
    }

    #[test]
    fn names_are_no_markup() {
        assert_eq!(escape("<b a='\"&\">"), "&lt;b a=&#39;&quot;&amp;&quot;&gt;");
    }
}
