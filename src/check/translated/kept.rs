//! What stays as it is in every language stands in a translation in the same letters.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::Pair;
use crate::analyzer::longest::Longest;
use crate::analyzer::written::Written;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::text::collapse_whitespace;
use crate::library::{Book, Library};

pub(super) fn check(library: &Library, book: &Book, pairs: &[Pair], diagnostics: &mut Vec<Diagnostic>) {
    let shared = library.shared_terms_in(&book.reference);
    let kept = book.terms.iter().chain(shared).filter(|term| term.do_not_translate);
    let names: Vec<&str> = kept.filter_map(|term| term.name.as_ref()).map(|name| name.value.as_str()).collect();
    if names.is_empty() {
        return;
    }
    let in_reference = Written::of(names.iter().copied());
    let joined_names: Vec<String> = names.iter().map(|name| joined(name)).collect();
    let in_translation = Written::of(joined_names.iter().map(String::as_str));
    for pair in pairs {
        let translated = OnceCell::new();
        let is_there = |name: &str| {
            let translated = translated.get_or_init(|| {
                let mut there = HashSet::new();
                in_translation.each(&joined(pair.translated.source()), |_, at| {
                    there.insert(joined_names[at].as_str());
                });
                there
            });
            translated.contains(name)
        };
        // A name that is part of a longer one is not told beside it.
        let mut lacking = HashSet::new();
        for words in pair.reference.words() {
            let mut here = Longest::default();
            in_reference.each_whole(&words, |range, at| {
                if !is_there(&joined_names[at]) {
                    here.add(range, at);
                }
            });
            lacking.extend(here.side_by_side().map(|(_, at)| at));
        }
        let mut lacking: Vec<usize> = lacking.into_iter().collect();
        lacking.sort_unstable();
        for name in lacking.into_iter().map(|at| names[at]) {
            let message = format!("`{name}` stays as it is in every language, and is not here");
            let help = format!("write `{name}` in these letters");
            let place = pair.translated.place();
            diagnostics.push(pair.finding(&codes::DO_NOT_TRANSLATE, place, message).help(help));
        }
    }
}

/// A name may be broken over two lines.
fn joined(text: &str) -> String {
    collapse_whitespace(text)
}
