//! Quotes, apostrophes and minus signs as printers set them, where an author typed what the keyboard has.

/// `text` of `language`, character for character; `before` is what stands before it.
pub(crate) fn typeset(text: &str, language: &str, before: Option<char>) -> String {
    let mut set = String::with_capacity(text.len());
    let (mut before, mut rest) = (before, text.chars());
    while let Some(c) = rest.next() {
        let behind = rest.clone().next();
        let shown = match c {
            '"' if language == "en" => quote(before, behind, ['“', '”']),
            // '74
            '\'' if language == "en" && behind.is_some_and(|c| c.is_ascii_digit()) => '’',
            '\'' if language == "en" => quote(before, behind, ['‘', '’']),
            '-' if begins(before) && behind.is_some_and(|c| c.is_ascii_digit()) => '−',
            _ => c,
        };
        set.push(shown);
        before = Some(shown);
    }
    set
}

/// The quote that opens, or the one that closes; an apostrophe is like the one that closes.
fn quote(before: Option<char>, behind: Option<char>, [opening, closing]: [char; 2]) -> char {
    if begins(before) && behind.is_none_or(|c| !c.is_whitespace()) { opening } else { closing }
}

/// Whether a word begins behind `before`.
fn begins(before: Option<char>) -> bool {
    before.is_none_or(|c| c.is_whitespace() || "([{“‘«„「（—–/".contains(c))
}

#[cfg(test)]
mod tests {
    use super::typeset;

    #[test]
    fn quotes_and_signs_of_english_are_those_of_print() {
        let set = |text: &str| typeset(text, "en", None);
        assert_eq!(set("The players' \"turn\" isn't over."), "The players’ “turn” isn’t over.");
        assert_eq!(set("(\"see 'here'\")"), "(“see ‘here’”)");
        assert_eq!(set("-1 to the roll (-2, not 3-3 or non-player)"), "−1 to the roll (−2, not 3-3 or non-player)");
        assert_eq!(set("rock '74"), "rock ’74");
    }

    #[test]
    fn other_languages_keep_their_quotes_and_have_the_minus() {
        assert_eq!(typeset("сказано \"так\": -1", "ru", None), "сказано \"так\": −1");
        assert_eq!(typeset("「-1」", "ja", None), "「−1」");
    }

    #[test]
    fn what_goes_on_opens_nothing() {
        assert_eq!(typeset("\" and -1", "en", Some('a')), "” and −1");
        assert_eq!(typeset("'s", "en", Some('a')), "’s");
        assert_eq!(typeset("-3", "en", Some('5')), "-3");
    }
}
