//! What a search asks for beside its words, and what it answers.

use std::ops::Range;

/// Narrows a search; an empty list of languages or books means all of them.
#[derive(Debug, Clone)]
pub struct Filter {
    /// Languages to search in.
    pub languages: Vec<String>,
    /// Books to search in.
    pub books: Vec<String>,
    /// The language that the reader reads first: what is as good in several comes first in this one.
    pub reader: Option<String>,
    /// Most hits to return.
    pub limit: usize,
}

impl Default for Filter {
    fn default() -> Self {
        Self { languages: Vec::new(), books: Vec::new(), reader: None, limit: 20 }
    }
}

/// The answer to a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    /// How many sections have all that was asked for, or some of it if none has all; beyond the limit, too.
    pub total: usize,
    /// The best of them, best first; among them also such as lack a word but fit as well.
    pub hits: Vec<Hit>,
    /// Words of the query that occur nowhere, each with a word that was looked for in its stead.
    pub corrected: Vec<(String, String)>,
    /// How far the query had to be loosened to find anything: [`AnyWord`](Relaxation::AnyWord) if no section has all.
    pub relaxation: Relaxation,
    /// Words of the query that were too many to look for at once, as typed.
    pub left_out: Vec<String>,
    /// Numbers, as typed, that no section has, each with that of what it would lie under, by its components.
    pub absent: Vec<(String, Option<String>)>,
}

/// How far a query was loosened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relaxation {
    /// All words stand in the section, joined ones (off-map, 海上戦闘) side by side.
    None,
    /// All words stand in the section, but joined ones only piece by piece.
    Pieces,
    /// At least one word stands in the section.
    AnyWord,
}

/// One section that matches.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Id of the book.
    pub book: String,
    /// Language of the text found.
    pub language: String,
    /// Number as printed, if the section has one.
    pub number: Option<String>,
    /// Id of the section.
    pub id: String,
    /// Title.
    pub title: String,
    /// How far the query had to be loosened to find this section.
    pub relaxation: Relaxation,
    /// Rank among the hits of this query; not comparable between queries.
    pub score: f64,
    /// The glossary name, in the hit's language, that led here where the query's own words do not stand.
    pub via: Option<String>,
    /// What follows the address of the section in that of the passage found, such as `.b`; empty for the section itself.
    pub mark: String,
    /// The part of the text that shows best why it was found.
    pub excerpt: Excerpt,
    /// Bytes of `title` to mark.
    pub title_marks: Vec<Range<usize>>,
    /// File that the text comes from.
    pub file: String,
    /// Line in `file`, counted from 1.
    pub line: u32,
}

impl Hit {
    /// The letter of the statement found, if it is one.
    pub fn statement(&self) -> Option<&str> {
        // A note, an example or a row is `.note-id` and so on.
        self.mark.strip_prefix('.').filter(|rest| !rest.contains('-'))
    }
}

/// A part of a text with its words of interest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// About 160 columns of text, with `…` where it was cut.
    pub text: String,
    /// Bytes of `text` to mark: ascending, apart, on character boundaries.
    pub marks: Vec<Range<usize>>,
}
