//! A book as an EPUB: the rules alone, a file for each chapter, with contents and an index of terms. All that it holds is
//! well-formed XML: our templates and our HTML are written so, and what XML cannot say at all is left out at the end.

mod zip;

use minijinja::{Value, context, value::Serde};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::address::{self, Edition};
use super::link::{Binding, Linker};
use super::renderer::{Label, Renderer};
use super::whole::{Listed, chapter_view, listed};
use super::{SiteError, imprint, language, term_index};
use crate::files::hex;
use crate::library::localized::View;
use crate::library::picture::{self, Picture};
use crate::library::{Book, Chapter};
use crate::termbase::Termbase;

/// What says where the package stands.
const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<container version=\"1.0\" \
    xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n<rootfiles>\n<rootfile full-path=\"book/package.opf\" \
    media-type=\"application/oebps-package+xml\"/>\n</rootfiles>\n</container>\n";

/// How it looks where the reader's own program has no wish of its own.
const STYLE: &str = include_str!("../../../templates/epub/style.css");

/// The folder of all but the container's own files.
const FOLDER: &str = "book";

/// A chapter in the contents.
#[derive(Serialize)]
struct Entry {
    file: String,
    number: Option<String>,
    title: Label,
    listed: Vec<Listed>,
}

/// Where a chapter stands within the EPUB, from its root.
pub(super) fn chapter(chapter: &Chapter) -> String {
    // No other file of ours begins so.
    format!("{FOLDER}/c-{}.xhtml", address::anchor(&chapter.id))
}

/// Where a picture stands within the EPUB.
pub(super) fn picture(language: &str, name: &str) -> String {
    format!("{FOLDER}/{}/{language}/{name}", picture::FOLDER)
}

/// Makes the EPUB of a book in one language, if EPUBs are made.
pub(super) fn keep(
    renderer: &mut Renderer<'_>,
    termbase: &Termbase<'_>,
    book: &Book,
    language: &str,
) -> Result<(), SiteError> {
    let Some(modified) = renderer.options.epub else { return Ok(()) };
    let address = address::epub(language, &book.id);
    let mut files = vec![
        ("mimetype".to_owned(), b"application/epub+zip".to_vec()),
        ("META-INF/container.xml".to_owned(), CONTAINER.as_bytes().to_vec()),
    ];
    let mut put = |name: &str, text: &str| files.push((format!("{FOLDER}/{name}"), plain(text).into_bytes()));
    let nav = format!("{FOLDER}/nav.xhtml");
    let linker = bound(renderer, book, language, &nav);
    let terms = term_index::entries(termbase, &linker);
    let has_index = !terms.is_empty();
    let entries: Vec<Entry> = book.chapters.iter().map(|chapter| entry(&linker, chapter)).collect();
    let about = about(&linker, modified);
    let shown = pictures(book, language);
    let listed = shown.iter().map(|(file, picture)| (file[FOLDER.len() + 1..].to_owned(), picture.format.media_type()));
    let listed: Vec<_> = listed.collect();
    let contents = context! { chapters => Serde(entries), index => has_index, pictures => listed, ..about.clone() };
    put("package.opf", &text(renderer, language, "epub/package.opf", contents.clone())?);
    put("nav.xhtml", &text(renderer, language, "epub/nav.xhtml", contents)?);
    put("title.xhtml", &text(renderer, language, "epub/title.xhtml", about)?);
    for chapter in &book.chapters {
        let file = self::chapter(chapter);
        let view = chapter_view(renderer, &bound(renderer, book, language, &file), chapter, 0);
        let page = text(renderer, language, "epub/chapter.xhtml", context! { chapter => Serde(view) })?;
        put(&file[FOLDER.len() + 1..], &page);
    }
    if has_index {
        put("index.xhtml", &text(renderer, language, "epub/index.xhtml", context! { terms => Serde(terms) })?);
    }
    put("style.css", STYLE);
    files.extend(shown.into_iter().map(|(file, picture)| (file, picture.bytes.to_vec())));
    let packed = zip::pack(&files).ok_or_else(|| SiteError::TooLarge(address.clone()))?;
    renderer.keep(address, packed)
}

/// The pictures that its readers may see, with their places within the EPUB.
fn pictures<'b>(book: &'b Book, language: &str) -> Vec<(String, &'b Picture)> {
    let seen = book.all_pictures().filter(|(of, ..)| *of == language || *of == book.reference);
    seen.map(|(of, name, picture)| (self::picture(of, name), picture)).collect()
}

/// Links of a file within the EPUB: they stay in it.
fn bound<'a>(renderer: &'a Renderer<'_>, book: &'a Book, language: &'a str, file: &'a str) -> Linker<'a> {
    Linker { binding: Binding::Epub, ..renderer.linker(book, Edition::One(language), file) }
}

fn entry(linker: &Linker<'_>, chapter: &Chapter) -> Entry {
    let view = View::new(linker.book, linker.edition.language());
    Entry {
        file: self::chapter(chapter)[FOLDER.len() + 1..].to_owned(),
        number: view.chapter_number(chapter),
        title: Label::chapter(&view, chapter),
        listed: listed(linker, chapter),
    }
}

/// What the EPUB says of itself.
fn about(linker: &Linker<'_>, modified: jiff::Timestamp) -> Value {
    let (book, language) = (linker.book, linker.edition.language());
    let view = View::new(book, language);
    context! {
        identifier => identifier(&book.id, language),
        modified => modified.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        title => Serde(Label::named(&book.title, &book.id, book, language)),
        edition => view.edition(),
        publisher => book.publisher.as_deref(),
        designer => book.designer.as_deref(),
        license => book.license.as_ref().map(|(license, _)| license),
        imprint => imprint::of_book(linker.strings, view.book),
    }
}

/// What a book in a language is known by wherever and whenever it is made: a UUID of our own making (version 8).
fn identifier(book: &str, language: &str) -> String {
    let mut bytes = Sha256::digest(format!("rulestone book\0{book}\0{language}"));
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = hex(&bytes[..16]);
    format!("urn:uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

fn text(renderer: &Renderer<'_>, language: &str, template: &str, body: Value) -> Result<String, SiteError> {
    let strings = renderer.strings(language);
    let around = context! {
        language,
        direction => language::direction(language),
        interface => (strings.language != language).then_some(strings.language),
        t => strings.value(),
        ..body
    };
    renderer.text(template, around)
}

/// The text without the characters that no XML may hold; those of control have been replaced where texts are read.
fn plain(text: &str) -> String {
    text.chars().map(|c| if is_xml(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::{identifier, plain};

    #[test]
    fn a_book_is_known_by_itself_and_its_language() {
        let english = identifier("hellenes", "en");
        assert_eq!(english, identifier("hellenes", "en"));
        assert_ne!(english, identifier("hellenes", "ja"));
        assert_ne!(english, identifier("hellenes-en", ""));
        let parts: Vec<&str> = english.strip_prefix("urn:uuid:").expect("a UUID").split('-').collect();
        assert_eq!(parts.iter().map(|part| part.len()).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
        assert!(parts[2].starts_with('8') && parts[3].starts_with(['8', '9', 'a', 'b']), "{english}");
    }

    #[test]
    fn what_xml_cannot_say_is_not_said() {
        assert_eq!(plain("a\u{ffff}b\u{1}\t\u{10ffff}"), "a\u{fffd}b\u{fffd}\t\u{10ffff}");
    }
}
