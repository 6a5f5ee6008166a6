//! The reference site: a library in, pages out, and a folder of them replaced in one step.
//!
//! [`render`] is pure: the same library and verdicts give the same bytes. [`write`] puts them on disk.

mod address;
mod aid;
mod amendments;
mod assets;
mod assumption;
mod base_url;
mod book;
mod cards;
mod chapter;
mod collation;
mod colors;
mod contents;
mod data;
mod doubts;
mod epub;
mod error;
mod feed;
mod figure;
mod formerly;
mod glossary;
mod home;
mod html;
mod inputs;
mod inventory;
mod language;
mod link;
mod lost;
mod map;
mod mark;
mod notes;
mod notice;
pub mod odds;
mod offline;
mod option;
mod outdated;
mod pair;
mod press;
mod ruling;
mod section;
mod share;
mod sitemap;
mod story;
pub mod strings;
mod tables;
mod templates;
mod term_index;
mod terms;
mod theme;
mod trace;
mod verdict;
mod verdicts;
mod whole;
mod wording;
mod write;

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::thread;

pub use address::{MARKER, section_url};
pub use base_url::{BadBaseUrl, BaseUrl};
pub use error::SiteError;
pub use theme::{BadTheme, Theme};
pub use write::{Written, recover, write};

use crate::library::history::History;
use crate::library::{Book, Chapter, Library, Section};
use crate::logic::example::Judged;
use crate::logic::figure::Figures;
use crate::search;
use crate::termbase::Termbase;
use press::Press;

/// What a site is made with.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What the site is called; without it as `site.yaml` says, and "Rulebooks" in each language without that.
    pub title: Option<String>,
    /// What its maker puts in the place of our templates and behind our style sheet. Never taken from a library by itself:
    /// templates can hold scripts.
    pub theme: Option<Theme>,
    /// Where it will stand on the web: what other sites and programs are told of it needs whole addresses.
    pub base_url: Option<BaseUrl>,
    /// What outdated translations were made from: their pages say what has changed since.
    pub history: History,
    /// Whether each book is made as an EPUB too, and when they were changed last, as they will say.
    pub epub: Option<jiff::Timestamp>,
    /// Pages of the site that were printed, by the address of each PDF; see [`Site::printable`].
    pub printed: BTreeMap<String, Vec<u8>>,
}

/// A site in memory.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its files by their path, with `/` between folders.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The page to open first.
    pub first_page: String,
}

impl Site {
    /// The pages that are made for paper, each with the address of its PDF.
    pub fn printable(&self) -> Vec<(&str, String)> {
        let printed = |path: &str| {
            let stem = path.strip_suffix(".html")?;
            let [_, _, page] = stem.split('/').collect::<Vec<_>>()[..] else { return None };
            address::PRINTED.contains(&page).then(|| format!("{stem}.pdf"))
        };
        self.files.keys().filter_map(|path| Some((path.as_str(), printed(path)?))).collect()
    }
}

/// Makes the site of a library; `judged` is what its examples prove, `figures` the odds that they show.
pub fn render(library: &Library, judged: &Judged, figures: &Figures<'_>, options: &Options) -> Result<Site, SiteError> {
    let of_theme = options.theme.as_ref().is_some_and(|theme| !theme.templates.is_empty());
    make(library, judged, figures, options).map_err(|error| match error {
        SiteError::Template(error) if of_theme => SiteError::Theme(error),
        other => other,
    })
}

fn make(library: &Library, judged: &Judged, figures: &Figures<'_>, options: &Options) -> Result<Site, SiteError> {
    let mut press = Press::new(library, judged, figures, options)?;
    let termbases: Vec<Termbase<'_>> = library.books.iter().map(|book| Termbase::of(library, book)).collect();
    let languages = press.languages.clone();
    let index = || index(library, &languages);
    let index = thread::scope(|scope| {
        let beside = thread::Builder::new().name("index".to_owned()).stack_size(STACK).spawn_scoped(scope, index);
        let made = pages(&mut press, &termbases);
        made.map(|()| match beside {
            Ok(beside) => beside.join().unwrap_or_else(|panicked| resume_unwind(panicked)),
            // There is no room for a thread: it is made here.
            Err(_) => index(),
        })
    })?;
    for part in index {
        press.keep(address::index_part(&part.name), part.script.into_bytes())?;
    }
    keep_rest(&mut press, &termbases)?;
    Ok(Site { files: press.into_files(), first_page: address::FRONT.to_owned() })
}

/// The stack of the thread that makes the index, in bytes: as deep as texts are nested, it goes into them.
const STACK: usize = 8 << 20;

/// The search index of the site, which asks nothing of its pages.
fn index(library: &Library, languages: &[&str]) -> Vec<search::browser::Part> {
    let url = |language: &str, book: &Book, chapter: &Chapter, section: &Section| {
        section_url(language, &book.id, &chapter.id, &section.id)
    };
    let collection = search::collect(library, search::Gaps::Filled, &url);
    let parts = |language| search::browser::index_parts(&collection, language, search::browser::Sizes::default());
    languages.iter().flat_map(|language| parts(language)).collect()
}

/// The pages of the books, and those before them.
fn pages<'a>(press: &mut Press<'a>, termbases: &[Termbase<'a>]) -> Result<(), SiteError> {
    home::front(press)?;
    for language in press.languages.clone() {
        home::page(press, language)?;
        home::search(press, language)?;
    }
    for (book, termbase) in press.library.books.iter().zip(termbases) {
        let languages = book.all_languages();
        for &language in &languages {
            book::page(press, book, language)?;
            aid::page(press, book, language)?;
            whole::page(press, termbase, book, language)?;
            map::page(press, termbase, book, language)?;
            glossary::page(press, book, language)?;
            doubts::page(press, book, language)?;
            amendments::page(press, book, language)?;
            verdicts::page(press, book, language)?;
            for at in 0..book.chapters.len() {
                chapter::pages(press, book, language, at)?;
                for &other in languages.iter().filter(|other| **other != language) {
                    pair::pages(press, book, language, other, at)?;
                }
            }
        }
    }
    Ok(())
}

/// What stands beside the pages, and what is made of them.
fn keep_rest<'a>(press: &mut Press<'a>, termbases: &[Termbase<'a>]) -> Result<(), SiteError> {
    let (library, options) = (press.library, press.options);
    press.keep("rules.json".to_owned(), inventory::json(library, press.judged).into_bytes())?;
    for (address, content) in assets::FILES {
        press.keep((*address).to_owned(), content.to_vec())?;
    }
    if let Some(colors) = colors::style(&library.site) {
        press.keep(assets::COLORS.to_owned(), colors.into_bytes())?;
    }
    if let Some(style) = options.theme.as_ref().and_then(|theme| theme.style.clone()) {
        press.keep(assets::THEME.to_owned(), style.into_bytes())?;
    }
    for language in press.languages.clone() {
        cards::keep(press, language)?;
        offline::manifest(press, language)?;
    }
    for book in &library.books {
        for language in book.all_languages() {
            offline::list(press, book, language)?;
        }
    }
    // Behind the lists of what is kept for reading offline: those who keep the pages need no second form of them, and what
    // leads to others is for those who come from elsewhere.
    for (address, content) in &options.printed {
        press.keep(address.clone(), content.clone())?;
    }
    for (book, termbase) in library.books.iter().zip(termbases).filter(|_| options.epub.is_some()) {
        for language in book.all_languages() {
            epub::keep(press, termbase, book, language)?;
        }
    }
    formerly::pages(press)?;
    match &options.base_url {
        Some(base) => elsewhere(press, base),
        None => Ok(()),
    }
}

/// What a site has for other sites and programs once its address is known.
fn elsewhere(press: &mut Press<'_>, base: &BaseUrl) -> Result<(), SiteError> {
    let (address, content) = assets::SHARE;
    press.keep(address.to_owned(), content.to_vec())?;
    for book in &press.library.books {
        for language in book.all_languages() {
            share::pages(press, base, book, language)?;
        }
    }
    lost::page(press, base)?;
    feed::keep(press, base)?;
    sitemap::keep(press, base)
}
