//! Numbers with the right form of a noun: `{n | card|cards}`. How many forms a language has, and which goes with a number, is what
//! Unicode's CLDR says of cardinal numbers.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules, PluralRulesOptions};

use crate::characters::script::is_unspaced;

/// Forms are those that numbers below this ask for. Beyond it, French and some others have a form for whole millions.
const NUMBERS: u64 = 1000;

/// How the nouns of a language stand beside numbers.
struct Forms {
    /// None for a language that CLDR does not know.
    rules: Option<PluralRules>,
    /// The categories that numbers ask for, in the order of CLDR: zero, one, two, few, many, other.
    categories: Vec<PluralCategory>,
}

impl Forms {
    fn new(language: &str) -> Self {
        let locale = Locale::try_from_str(language).ok();
        let rules =
            locale.and_then(|locale| PluralRules::try_new((&locale).into(), PluralRulesOptions::default()).ok());
        let Some(rules) = rules else { return Self { rules: None, categories: vec![PluralCategory::Other] } };
        let mut categories: Vec<PluralCategory> = (0..NUMBERS).map(|number| rules.category_for(number)).collect();
        categories.sort_unstable();
        categories.dedup();
        Self { rules: Some(rules), categories }
    }

    /// Those of a language, found once.
    fn of(language: &str) -> Rc<Self> {
        thread_local! {
            static KNOWN: RefCell<HashMap<String, Rc<Forms>>> = RefCell::default();
        }
        KNOWN.with_borrow_mut(|known| {
            if let Some(forms) = known.get(language) {
                return Rc::clone(forms);
            }
            let forms = Rc::new(Self::new(language));
            known.insert(language.to_owned(), Rc::clone(&forms));
            forms
        })
    }

    /// Which of the categories goes with a number.
    fn at(&self, number: u64) -> usize {
        let category = self.rules.as_ref().map_or(PluralCategory::Other, |rules| rules.category_for(number));
        // What only larger numbers ask for is written with the form for all others, which is the last.
        self.categories.iter().position(|known| *known == category).unwrap_or(self.categories.len() - 1)
    }
}

/// "3 cards": the number and the form that goes with it; without forms the number alone. The message says how many forms the
/// language needs.
pub fn counted(language: &str, number: i64, forms: &[&str]) -> Result<String, String> {
    if forms.is_empty() {
        return Ok(number.to_string());
    }
    let known = Forms::of(language);
    if forms.len() != known.categories.len() {
        let count = known.categories.len();
        let s = if count == 1 { "" } else { "s" };
        let names: Vec<&str> = known.categories.iter().map(|category| name(*category)).collect();
        let which = if count == 1 { String::new() } else { format!(" ({})", names.join(", ")) };
        return Err(format!(
            "a noun has {count} form{s} beside a number in this language{which}, and here are {}",
            forms.len()
        ));
    }
    let form = forms[known.at(number.unsigned_abs())];
    // Japanese counters stand close behind the number; elsewhere the two stay on one line.
    let space = if form.starts_with(is_unspaced) { "" } else { "\u{A0}" };
    Ok(format!("{number}{space}{form}"))
}

/// Whether nouns of a language have several forms beside numbers.
pub fn has_forms(language: &str) -> bool {
    Forms::of(language).categories.len() > 1
}

/// The category of the form that goes with a number, as CLDR calls it; `None` in a language whose nouns have one form only.
pub fn form(language: &str, number: u64) -> Option<&'static str> {
    let known = Forms::of(language);
    (known.categories.len() > 1).then(|| name(known.categories[known.at(number)]))
}

fn name(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
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
        let told = counted("en", 1, &["card"]).expect_err("English needs two forms");
        assert_eq!(told, "a noun has 2 forms beside a number in this language (one, other), and here are 1");
    }

    #[test]
    fn every_language_has_the_forms_that_it_has() {
        let names = |language: &str| -> Vec<&str> {
            Forms::of(language).categories.iter().map(|category| name(*category)).collect()
        };
        assert_eq!(names("pl"), ["one", "few", "many"]);
        assert_eq!(names("cs"), ["one", "few", "other"]);
        assert_eq!(names("ar"), ["zero", "one", "two", "few", "many", "other"]);
        assert_eq!(names("lv"), ["zero", "one", "other"]);
        for (language, forms) in [("fr", 2), ("pt-BR", 2), ("ko", 1), ("xx", 1)] {
            assert_eq!(names(language).len(), forms, "{language}");
        }
        let of = |language: &str, number| form(language, number).unwrap_or("-");
        assert_eq!([0, 1, 2].map(|number| of("fr", number)), ["one", "one", "other"]);
        assert_eq!(of("fr", 1_000_000), "other", "millions have no form of their own here");
        assert_eq!([1, 3, 5, 22, 12].map(|number| of("pl", number)), ["one", "few", "many", "few", "many"]);
        assert_eq!([1, 3, 5].map(|number| of("cs", number)), ["one", "few", "other"]);
        assert_eq!(
            [0, 1, 2, 5, 11, 100].map(|number| of("ar", number)),
            ["zero", "one", "two", "few", "many", "other"]
        );
    }
}
