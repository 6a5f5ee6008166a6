//! What stays as it is in every language stands in a translation in the same letters.

use super::Pair;
use crate::analyzer::occurrences::{Written, exact, sorted};
use crate::diagnostic::{Diagnostic, codes};
use crate::library::{Book, Library};

pub(super) fn check(library: &Library, book: &Book, pairs: &[Pair], diagnostics: &mut Vec<Diagnostic>) {
    let shared = library.shared_terms.get(&book.reference).into_iter().flatten();
    let kept = book.terms.iter().chain(shared).filter(|term| term.do_not_translate);
    let names: Vec<&str> = kept.filter_map(|term| term.name.as_ref()).map(|name| name.value.as_str()).collect();
    let written = Written::of(names.iter().copied());
    if names.is_empty() {
        return;
    }
    for pair in pairs {
        let words = pair.reference.words();
        let here = sorted(words.iter().flat_map(|words| written.candidates(words)));
        if here.is_empty() {
            continue;
        }
        let translated = joined(pair.translated.source());
        for name in here.into_iter().map(|at| names[at]) {
            if words.iter().any(|words| !exact(words, name).is_empty()) && !translated.contains(&joined(name)) {
                let message = format!("`{name}` stays as it is in every language, and is not here");
                let help = format!("write `{name}` in these letters");
                let place = pair.translated.place();
                diagnostics.push(pair.finding(&codes::DO_NOT_TRANSLATE, place, message).help(help));
            }
        }
    }
}

/// A name may be broken over two lines.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
