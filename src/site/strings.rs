//! The words of the pages around the text, in the languages that Rulestone itself speaks.

use std::collections::BTreeMap;

use minijinja::{Value, value::Serde};

use super::language;
use crate::diagnostic::Sources;
use crate::library::yaml::{self, Node};

/// The files of interface strings, by language; English first, for it stands in for every other language.
pub const FILES: &[(&str, &str)] = &[
    ("en", include_str!("../../templates/strings/en.yaml")),
    ("ja", include_str!("../../templates/strings/ja.yaml")),
    ("ru", include_str!("../../templates/strings/ru.yaml")),
];

/// The interface strings of one language.
#[derive(Debug)]
pub(super) struct Strings {
    /// The language they are really in.
    pub(super) language: &'static str,
    words: BTreeMap<String, String>,
}

impl Strings {
    /// The strings of `language`, or English ones if it has none.
    pub(super) fn of(language: &str) -> Self {
        let found = FILES.iter().find(|(code, _)| *code == language).unwrap_or(&FILES[0]);
        Self { language: found.0, words: read(found.1) }
    }

    /// The same for a site that has a title of its own.
    pub(super) fn titled(mut self, title: Option<&str>) -> Self {
        if let Some(title) = title {
            self.words.insert("site_title".to_owned(), title.to_owned());
        }
        self
    }

    /// The string of that name; an unknown one shows its name, which the tests find.
    pub(super) fn get<'a>(&'a self, name: &'a str) -> &'a str {
        self.words.get(name).map_or(name, String::as_str)
    }

    /// The string of that name with `{word}` replaced by its value.
    pub(super) fn fill(&self, name: &str, values: &[(&str, &str)]) -> String {
        let mut text = self.get(name).to_owned();
        for (word, value) in values {
            text = text.replace(&format!("{{{word}}}"), value);
        }
        text
    }

    /// What readers of this language call another one.
    pub(super) fn language_name<'a>(&'a self, code: &'a str) -> &'a str {
        self.words.get(&format!("language_{code}")).map_or_else(|| language::name(code), String::as_str)
    }

    /// All strings, for a template.
    pub(super) fn value(&self) -> Value {
        Value::from(Serde(&self.words))
    }
}

/// Reads a flat mapping of names to texts.
pub fn read(text: &str) -> BTreeMap<String, String> {
    let mut sources = Sources::default();
    let file = sources.add("strings".to_owned(), text);
    let node = yaml::parse(file, &sources, &mut Vec::new());
    let entries = node.iter().flat_map(Node::entries);
    entries.filter_map(|entry| Some((entry.key.clone(), entry.value.text()?.to_owned()))).collect()
}
