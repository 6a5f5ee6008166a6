//! Where a reference leads from the page at hand, and what it shows there.

use super::address::{self, Edition, Sheet};
use super::epub;
use super::renderer::Label;
use super::strings::Strings;
use super::terms::Marker;
use crate::library::localized::{Piece, State, View};
use crate::library::markup::{Reference, StatementLabel};
use crate::library::picture::Picture;
use crate::library::references::{Target, resolve};
use crate::library::{Book, Chapter, Library, Prose, Section};

/// The page at hand, as references see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linker<'a> {
    /// The library.
    pub(super) library: &'a Library,
    /// The book the text belongs to.
    pub(super) book: &'a Book,
    /// What the page is read in; links stay in it.
    pub(super) edition: Edition<'a>,
    /// What it shows of a chapter; from notes links lead to notes.
    pub(super) sheet: Sheet,
    /// Where links to chapters of the book lead.
    pub(super) binding: Binding,
    /// The language in which references are named.
    pub(super) text_language: &'a str,
    /// The page's address.
    pub(super) page: &'a str,
    /// The words of the page around the text.
    pub(super) strings: &'a Strings,
    /// What marks the terms of the glossary, where they are marked.
    pub(super) terms: Option<&'a Marker<'a>>,
}

/// How the chapters of a book are put together where the page at hand belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    /// A page for each.
    Site,
    /// All on one page.
    Page,
    /// A file for each within an EPUB, which has nothing else to lead to.
    Epub,
}

/// What a reference shows.
#[derive(Debug)]
pub(super) enum Shown {
    /// A link.
    Link {
        /// Its address.
        href: String,
        /// The section's number with the statement's letter.
        number: Option<String>,
        /// The section's title.
        title: String,
        /// Whether the number is enough to name it, for the title is only its opening words.
        untitled: bool,
        /// The title's language, if it is not that of the text.
        title_language: Option<String>,
        /// The other book's title, if it leads there.
        book: Option<String>,
        /// The author's words for it.
        words: Option<String>,
    },
    /// Words that lead nowhere.
    Plain {
        /// The words.
        words: String,
        /// What is meant, if the words do not say it.
        explained: Option<String>,
        /// Whether it should have led somewhere.
        lost: bool,
    },
}

impl<'a> Linker<'a> {
    /// The same page for a text in another language, whose terms are not those of the page.
    pub(super) fn in_language(self, language: &'a str) -> Self {
        let terms = self.terms.filter(|_| language == self.text_language);
        Self { text_language: language, terms, ..self }
    }

    /// The same page where no term is marked.
    pub(super) fn without_terms(self) -> Self {
        Self { terms: None, ..self }
    }

    /// The way to a page of the site.
    pub(super) fn to(&self, address: &str) -> String {
        address::relative(self.page, address)
    }

    /// The picture of that name that readers of the text see, and the way to it.
    pub(super) fn picture(&self, name: &str) -> Option<(String, &'a Picture)> {
        let (language, picture) = self.book.picture(name, self.text_language)?;
        let address = match self.binding {
            Binding::Epub => epub::picture(language, name),
            Binding::Site | Binding::Page => address::picture(language, &self.book.id, name),
        };
        Some((self.to(&address), picture))
    }

    /// The address of a chapter as links from this page find it.
    pub(super) fn chapter(&self, edition: Edition<'_>, book: &Book, chapter: &Chapter) -> String {
        match (edition, self.sheet) {
            (Edition::One(language), _) if self.binding == Binding::Page && book.id == self.book.id => {
                address::book(language, &book.id, "book")
            }
            _ if self.binding == Binding::Epub && book.id == self.book.id => epub::chapter(chapter),
            (_, Sheet::Notes) => address::sheet(Sheet::Notes, edition, &book.id, &chapter.id),
            (_, Sheet::Rules | Sheet::Proof) => address::chapter(edition, &book.id, &chapter.id),
        }
    }

    /// The way to a section, or to one of its statements.
    pub(super) fn section(
        &self,
        book: &Book,
        chapter: &Chapter,
        section: &Section,
        letter: Option<StatementLabel>,
    ) -> String {
        let edition = edition_of(self.edition, book);
        let page = self.chapter(edition, book, chapter);
        let anchor = match letter.filter(|letter| has_statement(edition, book, section, *letter)) {
            Some(letter) => address::statement(&section.id, letter),
            None => address::anchor(&section.id),
        };
        self.to(&format!("{page}#{anchor}"))
    }

    /// The way to the beginning of a chapter.
    fn whole_chapter(&self, book: &Book, chapter: &Chapter) -> String {
        let page = self.chapter(edition_of(self.edition, book), book, chapter);
        // On a page that holds more than the chapter its first section is where it begins.
        match chapter.sections.first() {
            Some(first) if self.binding != Binding::Site || page == self.page => {
                self.to(&format!("{page}#{}", address::anchor(&first.id)))
            }
            _ => self.to(&page),
        }
    }

    /// What `reference` shows on this page.
    pub(super) fn show(&self, reference: &Reference) -> Shown {
        let as_written = || {
            let letter = reference.letter.map_or_else(String::new, |letter| format!(".{letter}"));
            format!("{}{letter}", reference.target)
        };
        match resolve(self.library, self.book, reference) {
            Ok(Target::Section { book, chapter, section, letter }) => {
                let view = View::new(book, self.text_language);
                if self.binding == Binding::Epub && book.id != self.book.id {
                    let number = view.number(section).unwrap_or_else(|| section.id.clone());
                    let cited = [("number", number.as_str()), ("book", view.short_title())];
                    return plain(reference, self.strings.fill("outside_reference", &cited));
                }
                let words = reference.words.clone();
                let title = Label::section(&view, section);
                Shown::Link {
                    href: self.section(book, chapter, section, letter),
                    number: view.cited(section, letter),
                    title: title.text,
                    untitled: section.title.is_none() && section.number.is_some(),
                    title_language: title.lang,
                    book: (book.id != self.book.id).then(|| view.short_title().to_owned()),
                    words,
                }
            }
            Ok(Target::Chapter { book, chapter }) => {
                let view = View::new(book, self.text_language);
                let (number, title) = (view.chapter_number(chapter), Label::chapter(&view, chapter));
                if self.binding == Binding::Epub && book.id != self.book.id {
                    let number = number.as_deref().unwrap_or(&title.text);
                    let cited = [("number", number), ("book", view.short_title())];
                    return plain(reference, self.strings.fill("outside_reference", &cited));
                }
                Shown::Link {
                    href: self.whole_chapter(book, chapter),
                    number,
                    title: title.text,
                    untitled: chapter.title.is_none() && chapter.number.is_some(),
                    title_language: title.lang,
                    book: (book.id != self.book.id).then(|| view.short_title().to_owned()),
                    words: reference.words.clone(),
                }
            }
            Ok(Target::Outside { book, target }) => {
                let title = View::new(self.book, self.text_language).related_short(&book).unwrap_or(&book).to_owned();
                let cited = self.strings.fill("outside_reference", &[("number", &target), ("book", &title)]);
                plain(reference, cited)
            }
            Ok(Target::LeftOut { number }) => {
                let explained = self.strings.fill("left_out_reference", &[("number", &number)]);
                Shown::Plain {
                    words: reference.words.clone().unwrap_or(number),
                    explained: Some(explained),
                    lost: false,
                }
            }
            Err(_) => Shown::Plain {
                words: reference.words.clone().unwrap_or_else(as_written),
                explained: Some(self.strings.get("lost_reference").to_owned()),
                lost: true,
            },
        }
    }

    /// What `reference` shows, as plain words.
    pub(super) fn plain(&self, reference: &Reference) -> String {
        match self.show(reference) {
            Shown::Plain { words, .. } | Shown::Link { words: Some(words), .. } => words,
            Shown::Link { number, title, untitled, .. } => {
                [number, (!untitled).then_some(title)].into_iter().flatten().collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// The edition in which a book is read by a reader of `edition`: its own language where it lacks the reader's.
pub(super) fn edition_of<'a>(edition: Edition<'a>, book: &'a Book) -> Edition<'a> {
    let languages = book.all_languages();
    let has = |language: &str| languages.contains(&language);
    match edition {
        Edition::Two(left, right) if has(left) && has(right) && edition.has_pages(book) => edition,
        Edition::One(language) | Edition::Two(language, _) if has(language) => Edition::One(language),
        Edition::One(_) | Edition::Two(..) => Edition::One(&book.reference),
    }
}

fn plain(reference: &Reference, cited: String) -> Shown {
    match reference.words.clone() {
        Some(words) => Shown::Plain { words, explained: Some(cited), lost: false },
        None => Shown::Plain { words: cited, explained: None, lost: false },
    }
}

/// Whether the texts that are shown have the statement; a translation may lack one. Of two languages side by side one may
/// have it that the other lacks.
fn has_statement(edition: Edition<'_>, book: &Book, section: &Section, letter: StatementLabel) -> bool {
    let shows = |piece: Option<Piece<'_, Prose>>| {
        let piece = piece.filter(|piece| !piece.hidden);
        piece.is_some_and(|piece| piece.text.document.letters().iter().any(|(has, _)| *has == letter))
    };
    match edition {
        Edition::One(language) => shows(View::new(book, language).text(section)),
        Edition::Two(left, right) => [left, right].into_iter().any(|language| {
            let piece = View::as_written(book, language).text(section);
            shows(piece.filter(|piece| piece.state != State::Missing))
        }),
    }
}
