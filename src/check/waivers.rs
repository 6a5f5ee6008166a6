//! Waivers: a finding that is right as it is stays silent, with a reason; a waiver that silences nothing is itself found.

use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::library::{Library, Waiver};

/// Removes what is waived and reports the waivers that nothing needed.
///
/// Errors cannot be waived: a library with an error cannot be relied on, whatever the reason.
pub(super) fn apply(library: &Library, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let waivers: Vec<(&str, &str, &Waiver)> = library
        .books
        .iter()
        .flat_map(|book| {
            let own = book.sections().map(|(_, section)| (section.id.as_str(), &section.waivers));
            let translated = book.translations.values().flat_map(|translation| &translation.sections);
            let translated = translated.map(|(id, section)| (id.as_str(), &section.waivers));
            own.chain(translated).flat_map(move |(id, waivers)| waivers.iter().map(move |waiver| (book.id.as_str(), id, waiver)))
        })
        .collect();
    let mut used = vec![false; waivers.len()];
    let mut kept = Vec::with_capacity(diagnostics.len());
    for diagnostic in diagnostics {
        let by = waivers.iter().position(|(book, section, waiver)| {
            diagnostic.severity < Severity::Error
                && diagnostic.code.name == waiver.code
                && diagnostic.book.as_deref() == Some(book)
                && diagnostic.section.as_deref() == Some(section)
                && diagnostic.place.is_some_and(|place| {
                    place.file == waiver.place.file
                        && waiver.text.as_ref().is_none_or(|text| library.sources.slice(place) == text.as_str())
                })
        });
        match by {
            Some(by) => used[by] = true,
            None => kept.push(diagnostic),
        }
    }
    for ((book, section, waiver), _) in waivers.into_iter().zip(used).filter(|(_, used)| !used) {
        // What it silences may hang on a file that could not be read.
        if library.book(book).is_some_and(|book| !book.unread.is_empty()) {
            continue;
        }
        let help = match codes::find(&waiver.code) {
            None => "no diagnostic has this code: see `rulestone explain`",
            Some(code) if code.severity == Severity::Error => "an error cannot be waived: mend what it says",
            Some(_) => "remove the waiver",
        };
        let message = format!("this waiver of `{}` silences nothing", waiver.code);
        kept.push(Diagnostic::new(&codes::UNUSED_WAIVER, waiver.place, message).help(help).in_section(book, section));
    }
    kept
}
