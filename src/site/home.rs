//! The front door of the library: one page for all languages, one in each language, and the search pages.

use minijinja::{Value, context, value::Serde};

use super::address;
use super::book::Progress;
use super::renderer::{Crumb, Frame, Label, Renderer, choices, href};
use super::{SiteError, imprint};
use crate::library::Book;
use crate::library::localized::View;

/// The pages before those of the books.
pub(super) fn pages(renderer: &mut Renderer<'_>) -> Result<(), SiteError> {
    front(renderer)?;
    for language in renderer.languages.clone() {
        page(renderer, language)?;
        search(renderer, language)?;
    }
    Ok(())
}

/// The page at the root, where every text is in its own language.
fn front(renderer: &mut Renderer<'_>) -> Result<(), SiteError> {
    let address = address::FRONT;
    let languages = renderer.languages.iter().map(|code| {
        let strings = renderer.strings(code);
        let books = renderer.library.books.iter().filter(|book| book.all_languages().contains(code));
        let book = |book: &Book| {
            context! {
                href => href(address::relative(address, &address::book(code, &book.id, "index"))),
                title => Serde(Label::named(&book.title, &book.id, book, code)),
            }
        };
        context! {
            code => *code,
            name => super::language::name(code),
            imprint => imprint::of_all(strings, &renderer.library.books),
            description => renderer.library.site.description.in_language(code),
            interface => (strings.language != *code).then_some(strings.language),
            href => href(address::relative(address, &address::home(code))),
            books => books.map(book).collect::<Vec<_>>(),
        }
    });
    let mut titles: Vec<Label> = Vec::new();
    for code in &renderer.languages {
        let strings = renderer.strings(code);
        let title = Label::new(renderer.title(strings), strings.language, renderer.main_language());
        if titles.iter().all(|other| other.text != title.text) {
            titles.push(title);
        }
    }
    let body = context! { entrances => languages.collect::<Vec<_>>(), titles => Serde(titles) };
    let frame = Frame {
        address: address.to_owned(),
        language: renderer.main_language(),
        title: Vec::new(),
        crumbs: Vec::new(),
        alternates: renderer.languages.iter().map(|code| (*code, address::home(code))).collect(),
        contents: None,
        book: None,
    };
    renderer.page("front.html", frame, body)
}

/// The library in one language.
fn page(renderer: &mut Renderer<'_>, language: &str) -> Result<(), SiteError> {
    let address = address::home(language);
    let books = renderer.library.books.iter().map(|book| {
        let to = |of: &str, page: &str| href(address::relative(&address, &address::book(of, &book.id, page)));
        let has = book.all_languages().contains(&language);
        let own = if has { language } else { &book.reference };
        let editions = book.all_languages().into_iter().map(|other| (other, address::book(other, &book.id, "index")));
        context! {
            title => Serde(Label::named(&book.title, &book.id, book, language)),
            href => to(own, "index"),
            glossary => to(own, "glossary"),
            doubts => to(own, "doubts"),
            publisher => book.publisher.as_deref(),
            edition => View::new(book, language).edition(),
            chapters => book.chapters.len(),
            sections => book.sections().count(),
            progress => has.then(|| Serde(Progress::of(book, language))).map(Value::from),
            editions => Serde(choices(&address, language, editions)),
        }
    });
    let body = context! { books => books.collect::<Vec<_>>() };
    let frame = Frame {
        language,
        title: Vec::new(),
        crumbs: Vec::new(),
        alternates: renderer.languages.iter().map(|code| (*code, address::home(code))).collect(),
        contents: None,
        book: None,
        address: address.clone(),
    };
    renderer.page("home.html", frame, body)
}

/// The search page of one language.
fn search(renderer: &mut Renderer<'_>, language: &str) -> Result<(), SiteError> {
    let address = address::search(language);
    let strings = renderer.strings(language);
    let books = renderer.library.books.iter().filter(|book| book.all_languages().contains(&language)).map(|book| {
        let to = |page: &str| href(address::relative(&address, &address::book(language, &book.id, page)));
        context! {
            title => Serde(Label::named(&book.title, &book.id, book, language)),
            href => to("index"),
            glossary => to("glossary"),
        }
    });
    let frame = Frame {
        language,
        title: vec![strings.get("search").to_owned()],
        crumbs: vec![
            Crumb {
                label: Label { text: renderer.title(strings), lang: None },
                href: Some(href(address::relative(&address, &address::home(language)))),
            },
            Crumb { label: Label { text: strings.get("search").to_owned(), lang: None }, href: None },
        ],
        alternates: renderer.languages.iter().map(|code| (*code, address::search(code))).collect(),
        contents: None,
        book: None,
        address: address.clone(),
    };
    let body = context! { books => books.collect::<Vec<_>>() };
    renderer.page("search.html", frame, body)
}
