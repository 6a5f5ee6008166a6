//! What stays as it is in every language stands in a translation in the same letters.

use super::Pair;
use crate::check::occurrences::exact;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::Library;

pub(super) fn check(library: &Library, pair: &Pair, diagnostics: &mut Vec<Diagnostic>) {
    let shared = library.shared_terms.get(&pair.book.reference).into_iter().flatten();
    let kept = pair.book.terms.iter().chain(shared).filter(|term| term.do_not_translate);
    let words = pair.reference.words();
    let translated = pair.translated.source();
    for name in kept.filter_map(|term| term.name.as_ref()).map(|name| name.value.as_str()) {
        if words.iter().any(|words| !exact(words, name).is_empty()) && !joined(translated).contains(&joined(name)) {
            let message = format!("`{name}` stays as it is in every language, and is not here");
            let help = format!("write `{name}` in these letters");
            let place = pair.translated.place();
            diagnostics.push(pair.finding(&codes::DO_NOT_TRANSLATE, place, message).help(help));
        }
    }
}

/// A name may be broken over two lines.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
