//! The rulings of all books as an Atom feed, for readers who want to hear of new ones.

use std::fmt::Write as _;

use super::SiteError;
use super::address::{self, Edition, Sheet};
use super::base_url::BaseUrl;
use super::html::{self, escape};
use super::renderer::{Label, Renderer};
use crate::library::localized::View;
use crate::library::{Book, Library, Ruling};

/// Where it stands.
pub(super) const ADDRESS: &str = "feed.xml";

/// Whether there is something to tell.
pub(super) fn is_wanted(library: &Library) -> bool {
    library.books.iter().flat_map(|book| &book.rulings).any(|ruling| updated(ruling).is_some())
}

/// Tells of all rulings that have a date, the newest first.
pub(super) fn keep(renderer: &mut Renderer<'_>, base: &BaseUrl) -> Result<(), SiteError> {
    let library = renderer.library;
    let rulings = library.books.iter().flat_map(|book| book.rulings.iter().map(move |ruling| (book, ruling)));
    let mut told: Vec<(&str, &Book, &Ruling)> =
        rulings.filter_map(|(book, ruling)| Some((updated(ruling)?, book, ruling))).collect();
    // The newest first; of one day in the order of the books.
    told.sort_by_key(|(date, ..)| std::cmp::Reverse(*date));
    let Some((newest, ..)) = told.first() else { return Ok(()) };
    let language = renderer.main_language();
    let strings = renderer.strings(language);
    let title = renderer.title(strings);
    let mut feed = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{language}\">\n\
         <title>{} · {}</title>\n<id>{id}</id>\n<link rel=\"self\" href=\"{id}\"/>\n<link href=\"{}\"/>\n\
         <updated>{newest}T00:00:00Z</updated>\n<author><name>{}</name></author>\n",
        escape(&title),
        escape(strings.get("rulings")),
        escape(&base.of(&address::home(language))),
        escape(&title),
        id = escape(&base.of(ADDRESS)),
    );
    for (date, book, ruling) in told {
        entry(renderer, base, language, (date, book, ruling), &mut feed);
    }
    feed.push_str("</feed>\n");
    renderer.keep(ADDRESS.to_owned(), feed.into_bytes())
}

/// When something was last said of a ruling; nothing where no day is told.
fn updated(ruling: &Ruling) -> Option<&str> {
    let dates = [&ruling.withdrawn, &ruling.date].into_iter().flatten().map(|(date, _)| date.as_str());
    dates.into_iter().find(|date| is_day(date))
}

/// Whether it is a day that a feed may name.
fn is_day(date: &str) -> bool {
    date.len() == 10 && date.parse::<jiff::civil::Date>().is_ok()
}

fn entry(renderer: &Renderer<'_>, base: &BaseUrl, language: &str, told: (&str, &Book, &Ruling), feed: &mut String) {
    let (date, book, ruling) = told;
    let own = if book.all_languages().contains(&language) { language } else { &book.reference };
    let Some((ruled, _)) = ruling.on.iter().find_map(|(on, _)| book.ruled(on)) else { return };
    let Some((chapter, section)) = book.section(&ruled.id) else { return };
    let notes = address::sheet(Sheet::Notes, Edition::One(own), &book.id, &chapter.id);
    let url = base.of(&format!("{notes}#{}", address::aside(&section.id, "ruling", &ruling.id)));
    let view = View::new(book, own);
    let strings = renderer.strings(own);
    let number = view.number(section);
    let cited: Vec<&str> = [Some(view.short_title()), number.as_deref()].into_iter().flatten().collect();
    let mut title = format!("{} {}", cited.join(" "), Label::section(&view, section).text);
    if let Some((day, _)) = &ruling.withdrawn {
        let _ = write!(title, " ({})", strings.fill("ruling_withdrawn", &[("date", day)]));
    }
    let linker = renderer.linker(book, Edition::One(own), &notes);
    let said = [&ruling.question, &ruling.answer].into_iter().filter_map(|texts| view.of_book(texts));
    let said: Vec<String> =
        said.map(|piece| html::plain_words(&piece.text.document, &linker.in_language(piece.language))).collect();
    let _ = write!(
        feed,
        "<entry>\n<title>{}</title>\n<id>{url}</id>\n<link href=\"{url}\"/>\n<updated>{date}T00:00:00Z</updated>\n",
        escape(&title),
        url = escape(&url),
    );
    if let Some(by) = &ruling.by {
        let _ = writeln!(feed, "<author><name>{}</name></author>", escape(by));
    }
    let _ = writeln!(feed, "<content type=\"text\">{}</content>\n</entry>", escape(&said.join("\n\n")));
}
