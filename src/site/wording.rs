//! Names and values of a book's logic in the words of a page's reader.

use super::strings::Strings;
use crate::library::yaml::{Node, Value};
use crate::library::{Book, Library};
use crate::logic::calendar::Date;
use crate::logic::program::{Program, Role};
use crate::logic::trace::Names;
use crate::logic::trace::words::Words;

/// The words for the logic of one book in one language.
pub(super) struct Wording<'a> {
    /// What things are called.
    pub(super) names: Names<'a>,
    /// The words of traces.
    pub(super) words: Words,
    comma: String,
}

/// A name at the head of a line: with a capital, where the script has any.
pub(super) fn headed(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

impl<'a> Wording<'a> {
    pub(super) fn new(
        library: &'a Library,
        book: &'a Book,
        language: &'a str,
        strings: &Strings,
        program: Option<&'a Program>,
    ) -> Self {
        let comma = strings.get("list_comma").to_owned();
        Self { names: Names::new(library, book, language, program), words: Words::of(language), comma }
    }

    /// A day that is written `2010-04-06`, as the language writes it.
    pub(super) fn day(&self, written: &str) -> Option<String> {
        Date::parse(written).map(|day| self.words.date(day))
    }

    /// A plain value or a name, as logic and YAML write it.
    pub(super) fn word(&self, written: &str, role: Role, section: &str) -> String {
        if let Some(day) = self.day(written) {
            return day;
        }
        match written {
            "yes" | "true" => self.words.get("yes").to_owned(),
            "no" | "false" => self.words.get("no").to_owned(),
            "none" => self.words.get("none").to_owned(),
            number if number.chars().all(|c| c.is_ascii_digit() || "+-/.".contains(c)) => number.replace('-', "−"),
            name => self.names.of(name, role, section),
        }
    }

    /// Several of something.
    pub(super) fn list(&self, words: &[String]) -> String {
        words.join(&self.comma)
    }

    /// A value of an example.
    pub(super) fn node(&self, node: &Node, section: &str) -> String {
        match &node.value {
            Value::Null => self.words.get("nothing").to_owned(),
            Value::Scalar(scalar) => self.word(scalar.text.trim(), Role::Value, section),
            Value::List(items) if items.is_empty() => self.words.get("nothing").to_owned(),
            Value::List(items) => {
                let shown: Vec<String> = items.iter().map(|item| self.node(item, section)).collect();
                // Dice that are rolled together stand in a list of their own.
                let nested = items.iter().any(|item| matches!(item.value, Value::List(_)));
                if nested { shown.join("; ") } else { self.list(&shown) }
            }
            Value::Map(entries) => {
                let shown: Vec<String> =
                    entries.iter().map(|entry| self.entry(&entry.key, &entry.value, section)).collect();
                self.list(&shown)
            }
        }
    }

    /// A name and its value: "Strength: 3", or with brackets around a value that has names itself.
    pub(super) fn entry(&self, key: &str, value: &Node, section: &str) -> String {
        let (name, shown) = (self.word(key, Role::Key, section), self.node(value, section));
        if value.entries().is_empty() { format!("{name}: {shown}") } else { format!("{name} ({shown})") }
    }

    /// A value as a verdict tells it: each name in it is put into words.
    pub(super) fn told(&self, value: &str, section: &str) -> String {
        let bare = value.strip_prefix('[').and_then(|value| value.strip_suffix(']')).unwrap_or(value);
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let mut shown = String::new();
        let mut rest = bare;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| is_name(c) != is_name(first)).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            if is_name(first) {
                shown.push_str(&self.word(part, Role::Value, section));
            } else {
                shown.push_str(part);
            }
            rest = after;
        }
        shown
    }

    /// A key of `expect` as a verdict names it: `fleet.strength`.
    pub(super) fn key(&self, key: &str, section: &str) -> String {
        key.split('.').map(|part| self.word(part, Role::Key, section)).collect::<Vec<_>>().join(", ")
    }
}
