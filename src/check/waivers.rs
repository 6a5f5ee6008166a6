//! Waivers: a finding that is right as it is stays silent, with a reason; a waiver that silences nothing is itself found.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, FileId, Severity, codes};
use crate::library::{Library, Waiver, names};

/// Removes what is waived and reports the waivers that nothing needed.
///
/// Errors cannot be waived: a library with an error cannot be relied on, whatever the reason.
pub(super) fn apply(library: &Library, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    apply_to(library, diagnostics, Codes::Checks)
}

/// Of which findings waivers are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Codes {
    /// Those of the checks.
    Checks,
    /// Those of dictionaries, which are not always there: without them a waiver is not useless.
    Spelling,
}

/// The same for findings of one kind.
pub(super) fn apply_to(library: &Library, diagnostics: Vec<Diagnostic>, of: Codes) -> Vec<Diagnostic> {
    let waivers: Vec<(&str, Option<&str>, &Waiver)> = library
        .books
        .iter()
        .flat_map(|book| {
            let own = book.sections().map(|(_, section)| (Some(section.id.as_str()), &section.waivers));
            let translated = book.translations.values().flat_map(|translation| &translation.sections);
            let translated = translated.map(|(id, section)| (Some(id.as_str()), &section.waivers));
            let glossaries = book.translations.values().map(|translation| &translation.waivers);
            let others = std::iter::once(&book.waivers).chain(glossaries).map(|waivers| (None, waivers));
            own.chain(translated)
                .chain(others)
                .flat_map(move |(id, waivers)| waivers.iter().map(move |waiver| (book.id.as_str(), id, waiver)))
        })
        .filter(|(_, _, waiver)| (waiver.code == codes::UNKNOWN_WORD.name) == (of == Codes::Spelling))
        .collect();
    let mut known: HashMap<Key<'_>, HashMap<Option<String>, usize>> = HashMap::new();
    for (at, (book, section, waiver)) in waivers.iter().enumerate() {
        // A whole file is too much to be silent about.
        if section.is_some() || waiver.text.is_some() {
            let key = (waiver.code.as_str(), *book, *section, waiver.place.file);
            known.entry(key).or_default().entry(waiver.text.as_deref().map(letters)).or_insert(at);
        }
    }
    let mut used = vec![false; waivers.len()];
    let mut kept = Vec::with_capacity(diagnostics.len());
    for diagnostic in diagnostics {
        let by = diagnostic.place.zip(diagnostic.book.as_deref()).and_then(|(place, book)| {
            let key = (diagnostic.code.name, book, diagnostic.section.as_deref(), place.file);
            let of_place = known.get(&key).filter(|_| diagnostic.severity < Severity::Error)?;
            let of_words = of_place.get(&Some(letters(library.sources.slice(place))));
            of_words.into_iter().chain(of_place.get(&None)).min()
        });
        match by {
            Some(by) => used[*by] = true,
            None => kept.push(diagnostic),
        }
    }
    for ((book, section, waiver), _) in waivers.into_iter().zip(used).filter(|(_, used)| !used) {
        // What it silences may hang on a file that could not be read.
        if library.book(book).is_some_and(|book| !book.unread.is_empty()) {
            continue;
        }
        let help = match codes::find(&waiver.code) {
            None => names::suggestion(&waiver.code, codes::ALL.iter().map(|code| code.name))
                .unwrap_or_else(|| "no diagnostic has this code: `rulestone explain` lists them".to_owned()),
            Some(code) if code.severity == Severity::Error => "an error cannot be waived: mend what it says".to_owned(),
            Some(_) if waiver.text.is_some() => {
                "remove it, or write under `text` the very words that the finding marks".to_owned()
            }
            Some(_) if section.is_none() => "write under `text` the very words that the finding marks".to_owned(),
            Some(_) => "remove it".to_owned(),
        };
        let message = format!("this waiver of `{}` silences nothing", waiver.code);
        let diagnostic = Diagnostic::new(&codes::UNUSED_WAIVER, waiver.place, message).help(help);
        kept.push(match section {
            Some(section) => diagnostic.in_section(book, section),
            None => diagnostic.in_book(book),
        });
    }
    kept
}

/// Where a waiver holds: its code, book, section and file.
type Key<'k> = (&'k str, &'k str, Option<&'k str>, FileId);

/// A line end is no difference: the words may be broken over two lines.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
