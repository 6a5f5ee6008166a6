//! What is wrong with the writing of a text, whatever it says. One check per file; each sees texts and their language, and
//! knows no other.

mod brackets;
mod doubled;
mod kana;
mod kana_spelling;
mod quotes;
mod scripts;
mod spaces;
mod width;
mod yo;

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::library::markup::Run;
use crate::library::{Book, Library, Line, Prose, texts};

/// A passage that has more findings of a kind is no text; what is said then is enough.
const MOST_FINDINGS: usize = 50;

/// A paragraph, a cell or a line of a book.
pub(super) struct Passage<'a> {
    /// What is read.
    pub(super) words: String,
    pub(super) language: &'a str,
    book: &'a Book,
    section: Option<&'a str>,
    origin: Origin<'a>,
}

/// Where a passage was taken from.
enum Origin<'a> {
    Line(&'a Line),
    Prose(&'a Prose, Run),
}

impl Passage<'_> {
    /// A finding at some of its words.
    pub(super) fn finding(&self, code: &'static Code, at: Range<usize>, message: String) -> Diagnostic {
        let diagnostic = Diagnostic::new(code, self.place_of(at), message);
        match self.section {
            Some(section) => diagnostic.in_section(&self.book.id, section),
            None => diagnostic.in_book(&self.book.id),
        }
    }

    /// The place of some of its words.
    pub(super) fn place_of(&self, at: Range<usize>) -> Place {
        match &self.origin {
            Origin::Line(line) => line.place_of(at),
            Origin::Prose(prose, run) => prose.place_of(run.range(at)),
        }
    }
}

pub(super) fn check(_: &Library, book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    let passages = passages(book);
    for passage in &passages {
        for check in [brackets::check, scripts::check, width::check, doubled::check, spaces::check] {
            let before = diagnostics.len();
            check(passage, diagnostics);
            diagnostics.truncate(before + MOST_FINDINGS);
        }
    }
    kana::check(&passages, diagnostics);
    kana_spelling::check(book, &passages, diagnostics);
    quotes::check(&passages, diagnostics);
    yo::check(&passages, diagnostics);
}

/// All that a book says, in every language.
pub(super) fn passages(book: &Book) -> Vec<Passage<'_>> {
    let mut found = Vec::new();
    for owned in texts::proses(book) {
        found.extend(owned.text.document.passages().into_iter().map(|run| Passage {
            words: run.text.clone(),
            language: owned.language,
            book,
            section: owned.section,
            origin: Origin::Prose(owned.text, run),
        }));
    }
    let names = book.all_languages().into_iter().flat_map(|language| {
        let names = book.terms_in(language).iter().filter_map(|term| term.name.as_ref());
        names.map(move |text| texts::Owned { text, language, section: None })
    });
    found.extend(texts::lines(book).into_iter().chain(names).map(|owned| Passage {
        words: owned.text.value.clone(),
        language: owned.language,
        book,
        section: owned.section,
        origin: Origin::Line(owned.text),
    }));
    found
}

/// The words of a text, each with where it begins: runs of letters for which `letter` holds.
pub(super) fn words(text: &str, letter: impl Fn(char) -> bool) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find(&letter).map(|at| rest + at) {
        let end = text[start..].find(|c| !letter(c)).map_or(text.len(), |at| start + at);
        found.push((start, &text[start..end]));
        rest = end;
    }
    found
}
