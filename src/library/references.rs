//! What a reference leads to.

use super::markup::Reference;
use super::model::{Book, Chapter, Library, Section};
use super::names;

/// Where a reference leads.
#[derive(Debug)]
pub enum Target<'a> {
    /// To a section of the library, perhaps to one of its statements.
    Section {
        /// The section's book.
        book: &'a Book,
        /// Its chapter.
        chapter: &'a Chapter,
        /// The section.
        section: &'a Section,
        /// The statement.
        letter: Option<char>,
    },
    /// To a book that is not in the library.
    Outside {
        /// The book's name.
        book: String,
        /// The number or id there.
        target: String,
    },
    /// To an own number that the document leaves out.
    LeftOut {
        /// The number.
        number: String,
    },
}

/// Why a reference leads nowhere.
#[derive(Debug)]
pub enum Lost {
    /// No such section in the book that is meant; perhaps one above it, or one of another book.
    Dangling {
        /// How to name that.
        suggestion: Option<String>,
    },
    /// The section is there, the statement is not.
    NoStatement {
        /// The section's id.
        section: String,
        /// The letters it has.
        letters: String,
    },
    /// Several sections answer to it.
    Ambiguous {
        /// How to name each.
        candidates: Vec<String>,
    },
    /// No such book.
    UnknownBook {
        /// The books there are.
        known: Vec<String>,
    },
}

/// Finds what `reference`, written in `book`, leads to.
///
/// A bare number or id means the book at hand; only if it has none are the other books looked at, and then the book
/// must be named.
pub fn resolve<'a>(library: &'a Library, book: &'a Book, reference: &Reference) -> Result<Target<'a>, Lost> {
    let target = reference.target.as_str();
    if let Some(name) = &reference.book {
        if let Some(other) = library.book(name) {
            return within(other, target, reference.letter)?.ok_or_else(|| dangling(other, reference));
        }
        if book.related.iter().any(|related| related.id == *name) {
            let letter = reference.letter.map_or_else(String::new, |letter| format!(".{letter}"));
            return Ok(Target::Outside { book: name.clone(), target: format!("{target}{letter}") });
        }
        let known = library.books.iter().map(|book| book.id.clone());
        let known = known.chain(book.related.iter().map(|related| related.id.clone())).collect();
        return Err(Lost::UnknownBook { known });
    }
    if let Some(found) = within(book, target, reference.letter)? {
        return Ok(found);
    }
    let elsewhere: Vec<String> = library
        .books
        .iter()
        .filter(|other| other.id != book.id && !(other.numbered(target).is_empty() && other.section(target).is_none()))
        .map(|other| format!("{}:{target}", other.id))
        .collect();
    match &elsewhere[..] {
        [] => Err(dangling(book, reference)),
        [one] => Err(Lost::Dangling { suggestion: Some(one.clone()) }),
        _ => Err(Lost::Ambiguous { candidates: elsewhere }),
    }
}

fn within<'a>(book: &'a Book, target: &str, letter: Option<char>) -> Result<Option<Target<'a>>, Lost> {
    let number = book.reference_forms.get(target).map_or(target, |form| form.value.as_str());
    let mut found = book.numbered(number);
    if let Some(by_id) = book.section(target)
        && !found.iter().any(|(_, section)| section.id == by_id.1.id)
    {
        found.push(by_id);
    }
    match &found[..] {
        [] if book.is_left_out(number) => Ok(Some(Target::LeftOut { number: number.to_owned() })),
        [] => Ok(None),
        [(chapter, section)] => {
            let letters = section.text.as_ref().map(|text| text.document.letters()).unwrap_or_default();
            match letter {
                Some(letter) if !letters.iter().any(|(has, _)| *has == letter) => {
                    let letters = letters.iter().map(|(letter, _)| *letter).collect();
                    Err(Lost::NoStatement { section: section.id.clone(), letters })
                }
                letter => Ok(Some(Target::Section { book, chapter, section, letter })),
            }
        }
        several => Err(Lost::Ambiguous { candidates: several.iter().map(|(_, section)| section.id.clone()).collect() }),
    }
}

fn dangling(book: &Book, reference: &Reference) -> Lost {
    let target = reference.target.as_str();
    // 9.1 is no slip for 9.8; but whoever looks for 9.6.8 may mean a part of 9.6.
    let number = target.starts_with(|c: char| c.is_ascii_digit());
    let above = names::with_above(target).find(|above| number && !book.with_number(above).is_empty());
    Lost::Dangling { suggestion: above.map(|above| reference.address_of(above)) }
}
