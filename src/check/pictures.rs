//! Texts show pictures and symbols that there are, and every picture is shown.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::markup::Shown;
use crate::library::picture::FOLDER;
use crate::library::{Book, Library, names, texts};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        let mut used: BTreeSet<&str> = BTreeSet::new();
        for owned in texts::proses(book) {
            for (shown, range) in owned.text.document.shown() {
                if let Shown::Picture(name) = shown {
                    used.insert(name);
                }
                if let Some((message, help)) = lacking(book, shown, owned.language, diagnostics.len()) {
                    let place = owned.text.place_of(range);
                    let diagnostic = Diagnostic::new(&codes::DANGLING_REFERENCE, place, message).help(help);
                    diagnostics.push(owned.finding(&book.id, diagnostic));
                }
            }
        }
        symbols(book, diagnostics);
        used.extend(book.symbols.iter().map(|symbol| symbol.file.0.as_str()));
        if book.unread.is_empty() {
            unused(book, &used, diagnostics);
        }
    }
}

/// Why what a text shows is not there, and the mend.
fn lacking(book: &Book, shown: Shown<'_>, language: &str, found: usize) -> Option<(String, String)> {
    match shown {
        Shown::Picture(name) => no_picture(book, name, language, found),
        Shown::Symbol(name) if book.symbol(name).is_some() => None,
        Shown::Symbol(name) => {
            let known = book.symbols.iter().map(|symbol| symbol.name.as_str());
            let help = names::suggestion_after(found, name, known);
            let help = help
                .unwrap_or_else(|| "name it under `symbols` in book.yaml, or write `\\{` for a plain brace".to_owned());
            Some((format!("the book has no symbol `{}`", names::repeated(name)), help))
        }
    }
}

fn no_picture(book: &Book, name: &str, language: &str, found: usize) -> Option<(String, String)> {
    let unfit = |language: &str| match book.translations.get(language) {
        Some(translation) => translation.unfit_pictures.contains(name),
        None => book.unfit_pictures.contains(name),
    };
    // What cannot be shown is told where it lies.
    if book.picture(name, language).is_some() || unfit(language) || unfit(&book.reference) {
        return None;
    }
    let reference = &book.reference;
    let folder = format!("rules-{reference}/{}/{FOLDER}", book.id);
    let help = names::suggestion_after(found, name, book.pictures.keys().map(String::as_str));
    let help = help.unwrap_or_else(|| format!("put the file into {folder}"));
    Some((format!("there is no picture `{}` in {folder}", names::repeated(name)), help))
}

/// Symbols have names that texts can write, and pictures.
fn symbols(book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    for symbol in &book.symbols {
        let mut push = |code, place, message, help: String| {
            diagnostics.push(Diagnostic::new(code, place, message).help(help).in_book(&book.id));
        };
        if let Err(reason) = names::check_id(&symbol.name) {
            push(&codes::BAD_ID, symbol.place, reason, "texts write the name of a symbol: `{:tap}`".to_owned());
        }
        let (file, place) = &symbol.file;
        if let Some((message, help)) = no_picture(book, file, &book.reference, 0) {
            push(&codes::DANGLING_REFERENCE, *place, message, help);
        }
    }
}

fn unused(book: &Book, used: &BTreeSet<&str>, diagnostics: &mut Vec<Diagnostic>) {
    for (_, name, picture) in book.all_pictures().filter(|(_, name, _)| !used.contains(name)) {
        let message = format!("no text and no symbol shows `{name}`");
        let diagnostic = Diagnostic::new(&codes::UNUSED_PICTURE, Place::new(picture.file, 0..0), message);
        diagnostics
            .push(diagnostic.help(format!("write `![What it shows]({name})`, or remove the file")).in_book(&book.id));
    }
}
