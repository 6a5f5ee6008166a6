//! Numbers with the right form of a noun: `{n | card|cards}`. The categories are those of Unicode's CLDR for whole numbers.

/// "3 cards": the number and the form that goes with it; without forms the number alone. The message says how many forms the
/// language needs.
pub fn counted(language: &str, number: i64, forms: &[&str]) -> Result<String, String> {
    if forms.is_empty() {
        return Ok(number.to_string());
    }
    let (count, at) = category(language, number.unsigned_abs());
    if forms.len() != count {
        let s = if count == 1 { "" } else { "s" };
        return Err(format!(
            "a noun has {count} form{s} beside a number in this language, and here are {}",
            forms.len()
        ));
    }
    let form = forms[at];
    // Japanese counters stand close behind the number; elsewhere the two stay on one line.
    let space = if form.chars().next().is_some_and(|c| c as u32 >= 0x2E80) { "" } else { "\u{A0}" };
    Ok(format!("{number}{space}{form}"))
}

/// How many forms a language has, and which of them goes with a number.
fn category(language: &str, number: u64) -> (usize, usize) {
    let primary = language.split('-').next().unwrap_or(language);
    match primary {
        "ja" | "zh" | "ko" => (1, 0),
        "ru" | "uk" | "be" => {
            let form = match (number % 10, number % 100) {
                (_, 11..=14) => 2,
                (1, _) => 0,
                (2..=4, _) => 1,
                _ => 2,
            };
            (3, form)
        }
        "fr" => (2, usize::from(number > 1)),
        _ => (2, usize::from(number != 1)),
    }
}

/// Whether nouns of a language have several forms beside numbers.
pub fn has_forms(language: &str) -> bool {
    category(language, 0).0 > 1
}

/// The category of the form that goes with a number, as Unicode's CLDR calls it; `None` in a language whose nouns have one
/// form only.
pub fn form(language: &str, number: u64) -> Option<&'static str> {
    match category(language, number) {
        (1, _) => None,
        (_, 0) => Some("one"),
        (2, _) => Some("other"),
        (_, 1) => Some("few"),
        _ => Some("many"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn russian_has_three_forms_by_the_last_digits() {
        let cards = ["карта", "карты", "карт"];
        let shown = |number| counted("ru", number, &cards).unwrap_or_default();
        for (number, form) in [
            (1, "карта"),
            (2, "карты"),
            (5, "карт"),
            (11, "карт"),
            (14, "карт"),
            (21, "карта"),
            (104, "карты"),
            (112, "карт"),
        ] {
            assert_eq!(shown(number), format!("{number}\u{A0}{form}"));
        }
    }

    #[test]
    fn a_japanese_counter_stands_close() {
        assert_eq!(counted("ja", 3, &["枚"]).as_deref(), Ok("3枚"));
        assert_eq!(counted("en", 1, &["card", "cards"]).as_deref(), Ok("1\u{A0}card"));
        assert!(counted("en", 1, &["card"]).is_err(), "English needs two forms");
    }
}
