//! What a person asked for, before the glossary and the index are consulted.

mod error;
mod limits;
mod parse;

pub use error::QueryError;
pub use limits::{MOST_PREFIXES, MOST_WORDS};

/// A parsed query: all clauses must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Its parts, in the order typed.
    pub clauses: Vec<Clause>,
    /// What was too much to ask at once, as typed.
    pub left_out: Vec<String>,
}

/// One word or phrase of a query.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Clause {
    /// What to look for, as typed, without quotes, sign, field or star.
    pub text: String,
    /// Where to look; `None` for everywhere.
    pub field: Option<Field>,
    /// Whether it stood in quotes and must be found literally.
    pub quoted: bool,
    /// Whether it ended in `*` and its last word is only the beginning of one.
    pub prefix: bool,
    /// Whether it stood behind `-` and must not be found.
    pub excluded: bool,
    /// Character of the query where it begins, counted from 1.
    pub column: usize,
}

impl Clause {
    /// The same for clauses that ask for the same, so that they count once.
    pub(crate) fn identity(&self) -> Self {
        Self { text: self.text.to_lowercase(), column: 0, ..self.clone() }
    }
}

/// A part of a section that a clause may be confined to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Field {
    /// `title:`
    Title,
    /// `body:`, the rule text.
    Body,
    /// `note:`, notes and examples.
    Note,
    /// `id:`, the section's id.
    Id,
    /// `number:`, the section's number or an alias.
    Number,
    /// `term:`, a concept of the glossary by id or by any name.
    Term,
    /// The id of a book, as in `hellenes:5.2`.
    Book(String),
}
