//! Russian names in their cases: a stemmer of plain words takes "Карфаген" for a participle and "залив" for a gerund.

use std::ops::Range;

use super::passages::Passage;
use crate::analyzer::Token;

/// Endings of nouns and adjectives.
const ENDINGS: [&str; 41] = [
    "", "а", "у", "ом", "ем", "е", "ы", "и", "ой", "ою", "ей", "ею", "ю", "я", "ам", "ами", "ах", "ям", "ями", "ях",
    "ов", "ев", "о", "ь", "й", "ый", "ий", "ая", "яя", "ое", "ее", "ые", "ого", "его", "ому", "ему", "ым", "им", "ых",
    "их", "ую",
];
/// The most letters of an ending.
const LONGEST: usize = 4;

/// A name of Russian words, each without its ending, in the letters that are compared.
pub(super) struct Declined {
    bases: Vec<Base>,
    /// Whether it has to begin with a capital.
    capital: bool,
}

/// A word without its ending.
struct Base {
    text: String,
    /// Before an ending, where a vowel flees: уровень, уровня.
    short: Option<String>,
}

impl Base {
    fn of(word: &str) -> Self {
        let text = word.trim_end_matches(VOWELS).to_owned();
        let mut short: Vec<char> = text.chars().collect();
        let at = short.len().saturating_sub(2);
        let flees = short.len() > 3 && matches!(short[at], 'е' | 'о') && !VOWELS.contains(&short[at - 1]);
        if flees {
            if short[at - 1] == 'л' {
                short[at] = 'ь';
            } else {
                short.remove(at);
            }
        }
        Self { text, short: flees.then(|| short.into_iter().collect()) }
    }

    fn fits(&self, form: &str) -> bool {
        let short = self.short.as_ref().is_some_and(|short| form != short && is_form(form, short));
        short || is_form(form, &self.text)
    }
}

impl Declined {
    /// None if `name` is not made of Russian words, or of a single short one.
    pub(super) fn of(name: &str) -> Option<Self> {
        let russian = |c: char| ('\u{0400}'..='\u{052F}').contains(&c);
        if !name.chars().all(|c| russian(c) || c == ' ') {
            return None;
        }
        let lower = name.to_lowercase().replace('ё', "е");
        let bases: Vec<Base> = lower.split_whitespace().map(Base::of).collect();
        let least = if bases.len() > 1 { 2 } else { 4 };
        let long = bases.iter().all(|base| base.text.chars().count() >= least);
        let capital = bases.len() == 1 && name.starts_with(char::is_uppercase);
        (long && !bases.is_empty()).then_some(Self { bases, capital })
    }

    /// How the forms of its first word begin.
    pub(super) fn beginning(&self) -> String {
        beginning(&self.bases[0].text)
    }

    /// Where it stands in a passage.
    pub(super) fn find(&self, passage: &Passage) -> Vec<Range<usize>> {
        let tokens = passage.cut.tokens();
        let windows = tokens.windows(self.bases.len()).filter(|window| self.fits(passage, window));
        windows.map(|window| window[0].range.start..window[window.len() - 1].range.end).collect()
    }

    fn fits(&self, passage: &Passage, window: &[Token]) -> bool {
        let joined = |pair: &[Token]| {
            let between = passage.words.get(pair[0].range.end..pair[1].range.start);
            between.is_some_and(|between| !between.is_empty() && between.chars().all(|c| c.is_whitespace() || c == '-'))
        };
        window.iter().zip(&self.bases).all(|(token, base)| base.fits(token.form()))
            && window.windows(2).all(joined)
            && (!self.capital || passage.words[window[0].range.clone()].starts_with(char::is_uppercase))
    }
}

/// Letters that endings are made of.
const VOWELS: [char; 8] = ['а', 'я', 'ы', 'и', 'е', 'о', 'ь', 'й'];

/// What a word and all its forms begin with.
pub(super) fn beginning(word: &str) -> String {
    word.chars().take(2).collect()
}

fn is_form(form: &str, base: &str) -> bool {
    let Some(ending) = form.strip_prefix(base).filter(|ending| ending.chars().count() <= LONGEST) else { return false };
    let without = ending.strip_prefix('и').filter(|rest| !rest.is_empty()).unwrap_or(ending);
    ENDINGS.contains(&ending) || ENDINGS.contains(&without)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_cases() {
        let is = |name: &str, form: &str| {
            let name = Declined::of(name).expect("Russian words");
            name.bases[0].fits(&form.to_lowercase())
        };
        for (name, form) in [
            ("Карфаген", "Карфагеном"),
            ("Потидея", "Потидее"),
            ("залив", "заливе"),
            ("морской", "морского"),
            ("действие", "действия"),
            ("уровень", "уровня"),
            ("владелец", "владельца"),
        ] {
            assert!(is(name, form), "{form}");
        }
        assert!(!is("союз", "союзник") && !is("действие", "действует"));
        assert!(Declined::of("тур").is_none() && Declined::of("CU вольсков").is_none() && Declined::of("").is_none());
    }
}
