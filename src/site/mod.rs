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
mod chapter;
mod collation;
mod contents;
mod data;
mod doubts;
mod error;
mod feed;
mod figure;
mod glossary;
mod home;
mod html;
mod inputs;
mod inventory;
mod language;
mod link;
mod lost;
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
pub mod strings;
mod tables;
mod templates;
mod term_index;
mod terms;
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
    /// What the site is called; "Rulebooks" in each language without it.
    pub title: Option<String>,
    /// Where it will stand on the web: what other sites and programs are told of it needs whole addresses.
    pub base_url: Option<BaseUrl>,
    /// What outdated translations were made from: their pages say what has changed since.
    pub history: History,
}

/// A site in memory.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its files by their path, with `/` between folders.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The page to open first.
    pub first_page: String,
}

/// Makes the site of a library; `judged` is what its examples prove, `figures` the odds that they show.
pub fn render(library: &Library, judged: &Judged, figures: &Figures<'_>, options: &Options) -> Result<Site, SiteError> {
    let mut press = Press::new(library, judged, figures, options)?;
    home::front(&mut press)?;
    for language in press.languages.clone() {
        home::page(&mut press, language)?;
        home::search(&mut press, language)?;
    }
    for book in &library.books {
        let languages = book.all_languages();
        // The texts of a book without a glossary are not read for it.
        let has_terms = !book.terms.is_empty()
            || languages.iter().any(|language| !library.shared_terms_in(language).is_empty());
        let termbase = has_terms.then(|| Termbase::of(library, book));
        for &language in &languages {
            book::page(&mut press, book, language)?;
            aid::page(&mut press, book, language)?;
            whole::page(&mut press, termbase.as_ref(), book, language)?;
            glossary::page(&mut press, book, language)?;
            doubts::page(&mut press, book, language)?;
            amendments::page(&mut press, book, language)?;
            verdicts::page(&mut press, book, language)?;
            for at in 0..book.chapters.len() {
                chapter::pages(&mut press, book, language, at)?;
                for &other in languages.iter().filter(|other| **other != language) {
                    pair::page(&mut press, book, language, other, at)?;
                }
            }
        }
    }
    press.keep("rules.json".to_owned(), inventory::json(library, judged).into_bytes())?;
    for (address, content) in assets::FILES {
        press.keep((*address).to_owned(), content.to_vec())?;
    }
    let url = |language: &str, book: &Book, chapter: &Chapter, section: &Section| {
        section_url(language, &book.id, &chapter.id, &section.id)
    };
    let collection = search::collect(library, search::Gaps::Filled, &url);
    for language in press.languages.clone() {
        let index = search::browser::index_script(&collection, language);
        press.keep(address::index(language), index.into_bytes())?;
        terms::keep(&mut press, language)?;
        offline::manifest(&mut press, language)?;
    }
    for book in &library.books {
        for language in book.all_languages() {
            offline::list(&mut press, book, language)?;
        }
    }
    // Behind the lists of what is kept for reading offline: pages that lead to others are for those who come from elsewhere.
    if let Some(base) = &options.base_url {
        elsewhere(&mut press, base)?;
    }
    Ok(Site { files: press.into_files(), first_page: address::FRONT.to_owned() })
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
