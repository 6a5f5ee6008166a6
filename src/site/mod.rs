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
mod cases;
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
mod imprint;
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
mod renderer;
mod ruling;
mod section;
mod share;
mod sitemap;
mod spans;
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

pub use address::{MARKER, section_url};
pub use base_url::{BadBaseUrl, BaseUrl};
pub use error::SiteError;
pub use theme::{BadTheme, Theme};
pub use write::{Written, recover, write};

use crate::beside;
use crate::library::history::History;
use crate::library::{Book, Chapter, Library, Section};
use crate::logic::example::Judged;
use crate::logic::figure::Figures;
use crate::search;
use crate::termbase::Termbase;
use renderer::Renderer;

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
    let mut renderer = Renderer::new(library, judged, figures, options)?;
    let termbases = beside::each(&library.books, beside::cores(), |book| Termbase::of(library, book));
    let tasks = tasks(library, &renderer.languages, &termbases);
    let made = beside::each(&tasks, beside::cores(), |task| {
        let mut own = renderer.another();
        task(&mut own).map(|()| own)
    });
    // In the order of the tasks, whatever the number of cores; so the first that fails is told.
    made.into_iter().try_for_each(|made| renderer.take(made?))?;
    keep_rest(&mut renderer, &termbases)?;
    Ok(Site { files: renderer.into_files(), first_page: address::FRONT.to_owned() })
}

/// Makes some files of a site, which ask nothing of others.
type Task<'t> = Box<dyn for<'p, 'a> Fn(&'p mut Renderer<'a>) -> Result<(), SiteError> + Sync + 't>;

/// The index of the search, which takes longest, and all pages.
fn tasks<'t>(library: &'t Library, languages: &[&'t str], termbases: &'t [Termbase<'t>]) -> Vec<Task<'t>> {
    let mut tasks: Vec<Task<'t>> = vec![Box::new(index), Box::new(inventory::keep), Box::new(home::pages)];
    for &language in languages {
        tasks.push(Box::new(move |renderer| cards::keep(renderer, language)));
    }
    for (book, termbase) in library.books.iter().zip(termbases) {
        let languages = book.all_languages();
        for &language in &languages {
            tasks.push(Box::new(move |renderer| whole::page(renderer, termbase, book, language)));
            tasks.push(Box::new(move |renderer| of_book(renderer, termbase, book, language)));
            for at in 0..book.chapters.len() {
                let others: Vec<&str> = languages.iter().copied().filter(|other| *other != language).collect();
                tasks.push(Box::new(move |renderer| {
                    chapter::pages(renderer, book, language, at)?;
                    others.iter().try_for_each(|other| pair::pages(renderer, book, language, other, at))
                }));
            }
        }
    }
    tasks
}

/// The pages of a book that are of no chapter.
fn of_book(renderer: &mut Renderer<'_>, termbase: &Termbase<'_>, book: &Book, language: &str) -> Result<(), SiteError> {
    book::page(renderer, book, language)?;
    aid::page(renderer, book, language)?;
    map::page(renderer, termbase, book, language)?;
    glossary::page(renderer, book, language)?;
    doubts::page(renderer, book, language)?;
    amendments::page(renderer, book, language)?;
    if renderer.counts(book).proven { verdicts::page(renderer, book, language) } else { Ok(()) }
}

/// The search index of the site.
fn index(renderer: &mut Renderer<'_>) -> Result<(), SiteError> {
    let url = |language: &str, book: &Book, chapter: &Chapter, section: &Section| {
        section_url(language, &book.id, &chapter.id, &section.id)
    };
    let collection = search::collect(renderer.library, search::Gaps::Filled, &url);
    let vocabulary = search::browser::Vocabulary::of(&collection);
    let parts = beside::each(&renderer.languages, beside::cores(), |language| {
        search::browser::index_parts(&collection, &vocabulary, language, search::browser::Sizes::default())
    });
    parts
        .into_iter()
        .flatten()
        .try_for_each(|part| renderer.keep(address::index_part(&part.name), part.script.into_bytes()))
}

/// What stands beside the pages, and what is made of them.
fn keep_rest<'a>(renderer: &mut Renderer<'a>, termbases: &[Termbase<'a>]) -> Result<(), SiteError> {
    let (library, options) = (renderer.library, renderer.options);
    for (address, content) in assets::FILES {
        renderer.keep((*address).to_owned(), content.to_vec())?;
    }
    if let Some(colors) = colors::style(&library.site) {
        renderer.keep(assets::COLORS.to_owned(), colors.into_bytes())?;
    }
    if let Some(style) = options.theme.as_ref().and_then(|theme| theme.style.clone()) {
        renderer.keep(assets::THEME.to_owned(), style.into_bytes())?;
    }
    for book in &library.books {
        for (language, name, picture) in book.all_pictures() {
            renderer.keep(address::picture(language, &book.id, name), picture.bytes.to_vec())?;
        }
    }
    for language in renderer.languages.clone() {
        offline::manifest(renderer, language)?;
    }
    offline::lists(renderer)?;
    // Behind the lists of what is kept for reading offline: those who keep the pages need no second form of them, and what
    // leads to others is for those who come from elsewhere.
    for (address, content) in &options.printed {
        renderer.keep(address.clone(), content.clone())?;
    }
    for (book, termbase) in library.books.iter().zip(termbases).filter(|_| options.epub.is_some()) {
        for language in book.all_languages() {
            epub::keep(renderer, termbase, book, language)?;
        }
    }
    formerly::pages(renderer)?;
    match &options.base_url {
        Some(base) => elsewhere(renderer, base),
        None => Ok(()),
    }
}

/// What a site has for other sites and programs once its address is known.
fn elsewhere(renderer: &mut Renderer<'_>, base: &BaseUrl) -> Result<(), SiteError> {
    let (address, content) = assets::SHARE;
    renderer.keep(address.to_owned(), content.to_vec())?;
    for book in &renderer.library.books {
        for language in book.all_languages() {
            share::pages(renderer, base, book, language)?;
        }
    }
    lost::page(renderer, base)?;
    feed::keep(renderer, base)?;
    sitemap::keep(renderer, base)
}
