//! What a language calls itself and how it runs.

use crate::characters::script::{is_cyrillic, is_han, is_hiragana, is_katakana};

/// Languages by what their readers call them. One that is missing here is shown by its code.
const NAMES: &[(&str, &str)] = &[
    ("ar", "العربية"),
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("en", "English"),
    ("es", "Español"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("he", "עברית"),
    ("hu", "Magyar"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("ko", "한국어"),
    ("la", "Latina"),
    ("nl", "Nederlands"),
    ("no", "Norsk"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("ru", "Русский"),
    ("sv", "Svenska"),
    ("tr", "Türkçe"),
    ("uk", "Українська"),
    ("zh", "中文"),
];

/// What its own readers call a language.
pub(super) fn name(code: &str) -> &str {
    NAMES.iter().find(|(known, _)| *known == code).map_or(code, |(_, name)| name)
}

/// `rtl` for scripts that run from the right.
pub(super) fn direction(code: &str) -> &'static str {
    if matches!(primary(code), "ar" | "fa" | "he" | "ur" | "yi") { "rtl" } else { "ltr" }
}

/// Whether a text of this language is set in Han characters anyway.
fn has_han(code: &str) -> bool {
    matches!(primary(code), "ja" | "zh" | "ko")
}

/// The language of a quoted word that cannot be of the language around it: kana is Japanese wherever it stands.
pub(super) fn of_quoted(words: &str, around: &str, book: &[&str]) -> Option<&'static str> {
    let any = |test: fn(char) -> bool| words.chars().any(test);
    if !has_han(around) && (any(|c| is_hiragana(c) || is_katakana(c)) || any(is_han) && book.contains(&"ja")) {
        return Some("ja");
    }
    let cyrillic = any(is_cyrillic);
    (cyrillic && book.contains(&"ru") && primary(around) != "ru").then_some("ru")
}

fn primary(code: &str) -> &str {
    code.split('-').next().unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use super::of_quoted;

    #[test]
    fn quoted_words_are_marked_by_script() {
        assert_eq!(of_quoted("ゴール", "en", &["en"]), Some("ja"));
        assert_eq!(of_quoted("海上戦闘", "en", &["en", "ja"]), Some("ja"));
        assert_eq!(of_quoted("海上戦闘", "en", &["en", "zh"]), None);
        assert_eq!(of_quoted("Lilybauem", "ja", &["en", "ja"]), None);
        assert_eq!(of_quoted("ゴール", "ja", &["en", "ja"]), None);
    }
}
