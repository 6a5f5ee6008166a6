//! What a reference leads to.

use super::localized::View;
use super::markup::{Reference, StatementLabel};
use super::model::{Book, Chapter, Library, Section};
use super::number::RuleNumber;

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
        letter: Option<StatementLabel>,
    },
    /// To a chapter as a whole.
    Chapter {
        /// The chapter's book.
        book: &'a Book,
        /// The chapter.
        chapter: &'a Chapter,
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
        /// The labels of those it has.
        labels: Vec<String>,
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

/// What a reference shows where nobody can follow it: the author's words, or what it leads to by its number, by its title if it
/// has none; what is of another book than that of `view`, with that book's title.
pub fn in_words(library: &Library, view: &View<'_>, reference: &Reference) -> String {
    if let Some(words) = &reference.words {
        return words.clone();
    }
    let of = |book: &Book, named: String| {
        let is_own = book.id == view.book.id;
        if is_own { named } else { format!("{} {named}", View::new(book, view.language).short_title()) }
    };
    match resolve(library, view.book, reference) {
        Ok(Target::Section { book, section, letter, .. }) => {
            let view = View::new(book, view.language);
            of(book, view.cited(section, letter).unwrap_or_else(|| view.label(section)))
        }
        Ok(Target::Chapter { book, chapter }) => {
            let view = View::new(book, view.language);
            let title = || view.chapter_title(chapter).map_or(chapter.id.clone(), |title| title.text.value.clone());
            of(book, view.chapter_number(chapter).unwrap_or_else(title))
        }
        Ok(Target::Outside { book, target }) => format!("{} {target}", view.related_short(&book).unwrap_or(&book)),
        Ok(Target::LeftOut { number }) => number,
        Err(_) => reference.address_of(&reference.target),
    }
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
        if is_related(book, name) {
            let letter = reference.letter.map_or_else(String::new, |letter| format!(".{letter}"));
            return Ok(Target::Outside { book: name.clone(), target: format!("{target}{letter}") });
        }
        return Err(unknown(library, book));
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

/// What is wrong with the name of a book that stands in `book`: nothing, or that nobody knows it.
pub fn unknown_book(library: &Library, book: &Book, name: &str) -> Option<Lost> {
    let known = library.book(name).is_some() || is_related(book, name);
    (!known).then(|| unknown(library, book))
}

fn is_related(book: &Book, name: &str) -> bool {
    book.related.iter().any(|related| related.id == *name)
}

fn unknown(library: &Library, book: &Book) -> Lost {
    let known = library.books.iter().map(|book| book.id.clone());
    Lost::UnknownBook { known: known.chain(book.related.iter().map(|related| related.id.clone())).collect() }
}

/// What `target`, perhaps with a letter behind it, is in `book`: a section, a statement of one, a chapter. What is no number or id
/// as a whole may be one with the label of a statement: the 2.a of 15.2.a.
fn within<'a>(book: &'a Book, target: &str, letter: Option<StatementLabel>) -> Result<Option<Target<'a>>, Lost> {
    let number = book.reference_forms.get(target).map_or(target, |form| form.value.as_str());
    let whole = letter.map_or_else(|| number.to_owned(), |letter| format!("{number}.{letter}"));
    match &named(book, &whole)[..] {
        [] => {}
        [(chapter, section)] => return Ok(Some(Target::Section { book, chapter, section, letter: None })),
        several => return Err(ambiguous(several)),
    }
    let mut lacking = None;
    for (found, label) in parted(book, &whole) {
        match &found[..] {
            [] => {}
            [(chapter, section)] => match StatementLabel::parse(&label) {
                Some(label) if section.has_statement(label) => {
                    return Ok(Some(Target::Section { book, chapter, section, letter: Some(label) }));
                }
                _ => lacking = lacking.or(Some(*section)),
            },
            several => return Err(ambiguous(several)),
        }
    }
    if let Some(chapter) = book.chapter_named(&whole) {
        return Ok(Some(Target::Chapter { book, chapter }));
    }
    if book.is_left_out(number) {
        return Ok(Some(Target::LeftOut { number: number.to_owned() }));
    }
    match lacking.filter(|_| letter.is_some()) {
        Some(section) => {
            let labels = section.text.iter().flat_map(|text| text.document.letters());
            Err(Lost::NoStatement {
                section: section.id.clone(),
                labels: labels.map(|(label, _)| label.to_string()).collect(),
            })
        }
        None => Ok(None),
    }
}

/// The sections of a number or an id.
fn named<'a>(book: &'a Book, name: &str) -> Vec<(&'a Chapter, &'a Section)> {
    let mut found = book.numbered(name);
    if let Some(by_id) = book.section(name)
        && !found.iter().any(|(_, section)| section.id == by_id.1.id)
    {
        found.push(by_id);
    }
    found
}

/// The sections that the beginning of `name` names, each time with the rest of it, the longest first.
fn parted<'a>(book: &'a Book, name: &str) -> Vec<(Vec<(&'a Chapter, &'a Section)>, String)> {
    let number = book.numbering.read(name);
    let by_number = number.iter().flat_map(|number| {
        let prefixes = number.prefixes().skip(1);
        prefixes.filter_map(|prefix| Some((book.with_key(&prefix), number.behind(&prefix)?)))
    });
    let by_id = name.split_once('.').map(|(id, label)| (book.section(id).into_iter().collect(), label.to_owned()));
    by_number.chain(by_id).collect()
}

fn ambiguous(several: &[(&Chapter, &Section)]) -> Lost {
    let mut candidates: Vec<String> = several.iter().map(|(_, section)| section.id.clone()).collect();
    candidates.dedup();
    Lost::Ambiguous { candidates }
}

fn dangling(book: &Book, reference: &Reference) -> Lost {
    let target = reference.target.as_str();
    // 9.1 is no slip for 9.8; but whoever looks for 9.6.8 may mean a part of 9.6.
    let number = target.starts_with(|c: char| c.is_ascii_digit());
    let read = book.numbering.read(target).filter(|_| number);
    let above = read.iter().flat_map(RuleNumber::prefixes).find_map(|above| book.with_key(&above).first().copied());
    let above = above.map(|(_, section)| reference.address_of(section.number().unwrap_or(&section.id)));
    Lost::Dangling { suggestion: above }
}
