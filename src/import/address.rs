//! Ids of sections and names of chapter files: made of titles or numbers, unique in a book.

use std::collections::HashSet;

use crate::library::RuleNumber;
use crate::library::names;

/// Longest id that is made of a title, in characters.
const MOST: usize = 60;

/// The ids that are given in a book.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    taken: HashSet<String>,
    next: std::collections::HashMap<String, usize>,
    untitled: usize,
}

impl Addresses {
    /// The id of a section with this title and number, in the chapter of that place.
    pub(super) fn section(&mut self, title: Option<&str>, number: Option<&str>, chapter: usize) -> String {
        let by_title = title.and_then(of_title);
        if let Some(id) = by_title {
            return self.unique(id);
        }
        if let Some(id) = number.and_then(of_number) {
            let id = format!("r-{id}");
            if !self.taken.contains(&id) {
                return self.unique(id);
            }
            // The same number again: a part of the document that counts anew.
            return self.unique(format!("c{chapter}-{id}"));
        }
        self.untitled += 1;
        self.unique(format!("section-{}", self.untitled))
    }

    fn unique(&mut self, id: String) -> String {
        if self.taken.insert(id.clone()) {
            return id;
        }
        loop {
            let next = self.next.entry(id.clone()).or_insert(1);
            *next += 1;
            let other = format!("{id}-{next}");
            if self.taken.insert(other.clone()) {
                return other;
            }
        }
    }
}

/// The name of a chapter's file without what orders it.
pub(super) fn of_chapter(title: Option<&str>, number: Option<&str>) -> String {
    let by_number = || number.and_then(of_number).map(|number| format!("chapter-{number}"));
    title.and_then(of_title).or_else(by_number).unwrap_or_else(|| "chapter".to_owned())
}

/// A title in kebab-case, if it is in Latin letters without accents.
fn of_title(title: &str) -> Option<String> {
    if title.chars().any(|c| c.is_alphanumeric() && !c.is_ascii()) {
        return None;
    }
    let mut id = String::new();
    // An apostrophe parts no words: players’.
    let plain: String = title.chars().filter(|c| !matches!(c, '\'' | '’')).collect();
    for word in plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if !id.is_empty() && id.len() + 1 + word.len() > MOST {
            break;
        }
        if !id.is_empty() {
            id.push('-');
        }
        id.push_str(&word.to_ascii_lowercase());
    }
    names::check_id(&id).is_ok().then_some(id)
}

/// A number in kebab-case: 702.9c is `702-9c`, 第三条の二 is `3-2`.
fn of_number(number: &str) -> Option<String> {
    let plain = number.is_ascii().then(|| number.to_owned());
    let id = plain.or_else(|| RuleNumber::printed(number).ok().map(|number| number.to_string()))?;
    let words = id.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    (names::check_id(&id).is_ok() && id.len() < 70).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_come_from_titles_or_numbers_and_are_unique() {
        let mut ids = Addresses::default();
        assert_eq!(ids.section(Some("Players’ Turns: who?"), Some("3"), 1), "players-turns-who");
        assert_eq!(ids.section(Some("Players' turns who"), None, 1), "players-turns-who-2");
        assert_eq!(ids.section(None, Some("702.9c"), 1), "r-702-9c");
        assert_eq!(ids.section(Some("移動"), Some("第三条の二"), 1), "r-3-2");
        assert_eq!(ids.section(None, Some("3.2"), 12), "c12-r-3-2");
        assert_eq!(ids.section(Some("Ход"), None, 1), "section-1");
        assert_eq!(ids.section(None, Some("2.1а"), 1), "r-2-1");
    }
}
