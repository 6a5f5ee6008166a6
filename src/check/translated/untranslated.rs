//! A translation is not the reference text itself, nor written in another script.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::Pair;
use crate::analyzer::{Script, runs};
use crate::diagnostic::{Diagnostic, codes};
use crate::library::{Book, Library, texts};

pub(super) fn check(library: &Library, book: &Book, pairs: &[Pair], diagnostics: &mut Vec<Diagnostic>) {
    // Few books need them.
    let words = OnceCell::new();
    for pair in pairs {
        let untouched = pair.reference.source().trim() == pair.translated.source().trim();
        let foreign = foreign(pair);
        if !untouched && foreign.is_none() {
            continue;
        }
        let Some(word) = words.get_or_init(|| Words::of(library, book)).to_translate(pair) else { continue };
        let (message, help) = if untouched {
            (format!("this is the reference text itself: `{word}` is not translated"), "translate it")
        } else {
            (format!("there is no {} in this translation", foreign.unwrap_or("word")), "translate it")
        };
        let help =
            format!("{help}; a name that stays as it is in every language is a term with `do_not_translate: true`");
        diagnostics.push(pair.finding(&codes::UNTRANSLATED_TEXT, pair.translated.place(), message).help(help));
    }
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

/// What tells the words of a book from its names.
struct Words {
    /// Those of terms that stay as they are.
    kept: HashSet<String>,
    /// Those that stand in small letters somewhere in the reference text.
    small: HashSet<String>,
}

impl Words {
    fn of(library: &Library, book: &Book) -> Self {
        let shared = library.shared_terms_in(&book.reference);
        let kept = book.terms.iter().chain(shared).filter(|term| term.do_not_translate).flat_map(names).collect();
        Self { kept, small: small_words(book) }
    }

    /// The first word of the reference piece that is no name.
    fn to_translate(&self, pair: &Pair) -> Option<String> {
        let pieces = pair.reference.words();
        let mut words = pieces.iter().flat_map(|words| split(words));
        let is_word = |word: &&str| !self.kept.contains(*word) && self.small.contains(&word.to_lowercase());
        words.find(is_word).map(str::to_owned)
    }
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
