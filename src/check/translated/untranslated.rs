//! A translation is not the reference text itself, nor written in another script.

use std::collections::HashSet;

use super::Pair;
use crate::analyzer::{Script, runs};
use crate::diagnostic::{Diagnostic, codes};
use crate::library::{Book, Library, texts};

pub(super) fn check(library: &Library, pair: &Pair, diagnostics: &mut Vec<Diagnostic>) {
    let untouched = pair.reference.source().trim() == pair.translated.source().trim();
    let foreign = foreign(pair);
    if !untouched && foreign.is_none() {
        return;
    }
    let Some(word) = words_to_translate(library, pair).next() else { return };
    let (message, help) = if untouched {
        (format!("this is the reference text itself: `{word}` is not translated"), "translate it")
    } else {
        (format!("there is no {} in this translation", foreign.unwrap_or("word")), "translate it")
    };
    let help = format!("{help}; a name that stays as it is in every language is a term with `do_not_translate: true`");
    diagnostics.push(pair.finding(&codes::UNTRANSLATED_TEXT, pair.translated.place(), message).help(help));
}

/// What a translation into a script of its own lacks, if it holds no character of that script.
fn foreign(pair: &Pair) -> Option<&'static str> {
    let (wanted, missing) = match pair.language {
        "ja" => (Script::Japanese, "Japanese"),
        "ru" => (Script::Cyrillic, "Russian"),
        _ => return None,
    };
    (!runs(pair.translated.source()).iter().any(|run| run.script == wanted)).then_some(missing)
}

/// The words of the reference piece that are no names: they stand in small letters somewhere in the reference text, and
/// in no term that stays as it is.
fn words_to_translate<'a>(library: &Library, pair: &'a Pair) -> impl Iterator<Item = String> + 'a {
    let kept = kept_words(pair.book);
    let small = small_words(pair.book);
    let shared = library.shared_terms.get(&pair.book.reference);
    let shared: HashSet<String> =
        shared.into_iter().flatten().filter(|term| term.do_not_translate).flat_map(names).collect();
    let words = pair.reference.words();
    let words: Vec<String> = words.iter().flat_map(|words| split(words)).map(str::to_owned).collect();
    words.into_iter().filter(move |word| {
        let is_name = kept.contains(word.as_str()) || shared.contains(word.as_str());
        !is_name && small.contains(&word.to_lowercase())
    })
}

fn kept_words(book: &Book) -> HashSet<String> {
    book.terms.iter().filter(|term| term.do_not_translate).flat_map(names).collect()
}

fn names(term: &crate::library::Term) -> Vec<String> {
    term.name.iter().chain(&term.forms).flat_map(|name| split(&name.value)).map(str::to_owned).collect()
}

/// Every word of the reference text that begins with a small letter.
fn small_words(book: &Book) -> HashSet<String> {
    let proses = texts::proses(book).into_iter().filter(|owned| owned.language == book.reference);
    let runs = proses.flat_map(|owned| owned.text.document.runs()).map(|run| run.text);
    let lines = texts::lines(book).into_iter().filter(|owned| owned.language == book.reference);
    let mut found = HashSet::new();
    for words in runs.chain(lines.map(|owned| owned.text.value.clone())) {
        found.extend(split(&words).filter(|word| word.starts_with(char::is_lowercase)).map(str::to_owned));
    }
    found
}

/// Words of at least three letters: shorter ones are signs as often as words.
fn split(words: &str) -> impl Iterator<Item = &str> {
    words.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().nth(2).is_some())
}
