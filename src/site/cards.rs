//! What the script shows on the cards of terms and of marks: what a term means, what is played where the rules are unclear.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use super::address::{self, Edition};
use super::link::Linker;
use super::renderer::Renderer;
use super::{SiteError, glossary, html, mark};
use crate::library::Book;
use crate::library::localized::View;
use crate::library::typeset::typeset;
use crate::search::browser::Part;

/// The cards of a book in a language, by the anchors that their links lead to.
#[derive(Serialize)]
struct Cards {
    terms: BTreeMap<String, Card>,
    marks: BTreeMap<String, Card>,
}

#[derive(Serialize)]
struct Card {
    /// The number of the section, for a mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    name: String,
    text: String,
    /// The language of the text, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<String>,
}

/// Keeps the cards of all books in one language: a script like the parts of the search index, for the same loader.
pub(super) fn keep(renderer: &mut Renderer<'_>, language: &str) -> Result<(), SiteError> {
    let library = renderer.library;
    let books = library.books.iter().filter(|book| book.all_languages().contains(&language));
    let books: BTreeMap<&str, Cards> = books.map(|book| (book.id.as_str(), cards(renderer, book, language))).collect();
    let part = Part::new(address::cards_name(language), &json!({ "books": books }).to_string());
    renderer.keep(address::cards(language), part.script.into_bytes())
}

fn cards(renderer: &Renderer<'_>, book: &Book, language: &str) -> Cards {
    let page = address::book(language, &book.id, "glossary");
    let linker = renderer.linker(book, Edition::One(language), &page);
    Cards { terms: terms(renderer, &linker), marks: marks(&linker) }
}

fn terms(renderer: &Renderer<'_>, linker: &Linker<'_>) -> BTreeMap<String, Card> {
    let language = linker.edition.language();
    let view = View::new(linker.book, language);
    let told = glossary::concepts(renderer.library, linker.book).into_iter().filter_map(|(reference, names)| {
        let (code, prose) = glossary::definition(&view, reference, &names)?;
        let text = html::plain_words(&prose.document, &linker.in_language(code));
        let (spoken, name) = glossary::name(&view, reference, &names);
        let name = typeset(name, spoken, None);
        Some((address::anchor(&reference.id), Card { number: None, name, text, lang: other(code, language) }))
    });
    told.collect()
}

fn marks(linker: &Linker<'_>) -> BTreeMap<String, Card> {
    let language = linker.edition.language();
    let view = View::new(linker.book, language);
    let sections = linker.book.chapters.iter().flat_map(|chapter| &chapter.sections);
    let told = sections.flat_map(|section| {
        mark::lines(linker, &view, section).into_iter().map(|line| {
            let name = linker.strings.get(line.summary).to_owned();
            let lang = other(line.language, language);
            let number = view.number(section);
            (line.anchor, Card { number, name, text: typeset(&line.words, line.language, None), lang })
        })
    });
    told.collect()
}

/// A language that is not that of the cards.
fn other(code: &str, language: &str) -> Option<String> {
    (code != language).then(|| code.to_owned())
}
