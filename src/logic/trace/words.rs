//! The few words of traces that are not the book's own.

use std::collections::BTreeMap;

use crate::diagnostic::Sources;
use crate::library::yaml::{self, Node};
use crate::logic::calendar::Date;

/// The files of words by language; English first, for it stands in for every other language.
pub const FILES: &[(&str, &str)] = &[
    ("en", include_str!("../../../templates/trace/en.yaml")),
    ("ja", include_str!("../../../templates/trace/ja.yaml")),
    ("ru", include_str!("../../../templates/trace/ru.yaml")),
];

/// The words of one language.
#[derive(Clone, Debug)]
pub struct Words(BTreeMap<String, String>);

impl Words {
    /// The words of `language`, or English ones if it has none.
    pub fn of(language: &str) -> Self {
        let found = FILES.iter().find(|(code, _)| *code == language).unwrap_or(&FILES[0]);
        let mut sources = Sources::default();
        let file = sources.add("words".to_owned(), found.1);
        let node = yaml::parse(file, &sources, &mut Vec::new());
        let entries = node.iter().flat_map(Node::entries);
        Self(entries.filter_map(|entry| Some((entry.key.clone(), entry.value.text()?.to_owned()))).collect())
    }

    /// The word of that name; an unknown one shows its name, which the tests find.
    pub fn get<'a>(&'a self, name: &'a str) -> &'a str {
        self.0.get(name).map_or(name, String::as_str)
    }

    /// The words of that name with values for what stands in braces, in one go: a value may hold what looks like a place for
    /// another.
    pub fn fill(&self, name: &str, values: &[(&str, &str)]) -> String {
        let mut rest = self.get(name);
        let mut text = String::new();
        while let Some((before, behind)) = rest.split_once('{') {
            text.push_str(before);
            let Some((key, after)) = behind.split_once('}') else { break };
            text.push_str(values.iter().find(|(name, _)| *name == key).map_or("", |(_, value)| value));
            rest = after;
        }
        text + rest
    }

    /// A day as the language writes it.
    pub fn date(&self, date: Date) -> String {
        let (year, month, day) = date.parts();
        let name = self.get("months").split_whitespace().nth(usize::from(month).saturating_sub(1)).unwrap_or_default();
        let [year, day] = [year.to_string(), day.to_string()];
        self.fill("date", &[("year", &year), ("month", name), ("day", &day)])
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_the_same_words() {
        let english: Vec<String> = Words::of("en").names().map(str::to_owned).collect();
        assert!(english.len() > 15);
        for (language, _) in FILES {
            let words = Words::of(language);
            assert_eq!(words.names().collect::<Vec<_>>(), english, "{language}");
            assert!(english.iter().all(|name| !words.get(name).is_empty()), "{language}");
        }
    }
}
