//! What search is given to search in: sections as plain text, and the glossary's concepts with their names.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

/// Everything that one index holds.
#[derive(Debug, Clone, Default)]
pub struct Collection {
    /// One entry per section and language.
    pub entries: Vec<Entry>,
    /// The concepts of every glossary.
    pub terms: Vec<Term>,
    /// What each book is called in short: by its id, then by language.
    pub titles: BTreeMap<String, BTreeMap<String, String>>,
}

/// One section in one language, as search sees it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Entry {
    /// Id of the book.
    pub book: String,
    /// Language of this text, such as `en`.
    pub language: String,
    /// Id of the section, unique in the book.
    pub id: String,
    /// Number as printed, if the section has one.
    pub number: Option<String>,
    /// What the number is looked up by, its parts joined by dots: [`RuleNumber`](crate::library::RuleNumber).
    pub keys: Vec<String>,
    /// The same of other numbers that lead here: under which documents cite the section, and of its statements.
    pub aliases: Vec<String>,
    /// Title; empty where there is none.
    pub title: String,
    /// The rule text, by statements.
    pub body: Vec<Passage>,
    /// Notes and examples.
    pub asides: Vec<Passage>,
    /// The rows of the data tables that stand in it: the cells of each.
    pub rows: Vec<Passage>,
    /// File that the text comes from, as the caller wants it shown.
    pub file: String,
    /// Line in `file`, counted from 1.
    pub line: u32,
    /// Ids of the glossary terms that name this section as theirs.
    pub homes: Vec<String>,
    /// Page of the site, relative to its root; empty where there is none.
    pub url: String,
}

/// A part of a section that has an address of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// What follows the address of the section in that of the passage: `.b` for a statement; empty if it has none.
    pub mark: String,
    /// It as plain text; a blank line parts paragraphs.
    pub text: String,
}

/// One concept of a glossary with its names in every language.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Term {
    /// Book whose glossary holds the concept; `None` for a concept that all books share.
    pub book: Option<String>,
    /// Id of the concept, unique in its book.
    pub id: String,
    /// Names by language.
    pub names: BTreeMap<String, Names>,
}

/// The names of a concept in one language.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Names {
    /// The preferred name.
    pub name: String,
    /// Other accepted names, inflections that stemming cannot reach, abbreviations.
    pub forms: Vec<String>,
    /// Wrong names. They lead to the concept, because players type them, but are never looked for in texts.
    pub forbidden: Vec<String>,
}

/// The concepts of a collection by their books and ids.
pub(crate) struct TermPlaces<'a>(HashMap<(Option<&'a str>, &'a str), usize>);

impl<'a> TermPlaces<'a> {
    pub(crate) fn of(terms: &'a [Term]) -> Self {
        // Of two concepts with one id the first counts.
        let places = terms.iter().enumerate().rev();
        Self(places.map(|(place, term)| ((term.book.as_deref(), term.id.as_str()), place)).collect())
    }

    /// The place in `terms` of the concept that `id` means in `book`: the book's own before a shared one.
    pub(crate) fn term_of(&self, book: &str, id: &str) -> Option<usize> {
        self.0.get(&(Some(book), id)).or_else(|| self.0.get(&(None, id))).copied()
    }
}
