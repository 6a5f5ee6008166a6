//! A translation is not the reference text itself, nor written in another script.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::Pair;
use super::unit_pairs::{Form, UnitPair};
use crate::analyzer::{Script, runs};
use crate::characters::script::is_latin;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::markup::InlineKind;
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

/// Words of the reference text that stand in a unit of a translation into another script, and units in the same script that are
/// the reference text itself.
pub(super) fn units(library: &Library, book: &Book, units: &[UnitPair], diagnostics: &mut Vec<Diagnostic>) {
    let words = OnceCell::new();
    let words = || words.get_or_init(|| Words::of(library, book));
    let is_in_own_script = is_in_own_script(units);
    for unit in units {
        let pair = unit.pair;
        // Of a piece that is not translated at all, that is said.
        if pair.reference.source().trim() == pair.translated.source().trim() || foreign(pair).is_some() {
            continue;
        }
        // A table that quotes speaks of words.
        if unit.translated.form == Form::Cell && quotes(pair) {
            continue;
        }
        let (reference, translated) = (unit.reference.words.as_str(), unit.translated.words.as_str());
        let help = "translate it; a name that stays as it is in every language is a term with `do_not_translate: true`";
        if reference == translated {
            let words = words();
            let told: Vec<&str> = split(reference).filter(|word| words.is_word(word)).take(SURE).collect();
            // A word may be the same in two languages that share their letters.
            if told.len() == SURE || !told.is_empty() && is_in_own_script {
                let message = format!("this is the reference text itself: `{}` is not translated", told[0]);
                let finding = unit.finding(&codes::UNTRANSLATED_TEXT, 0..translated.len(), message);
                diagnostics.push(finding.help(help));
            }
            continue;
        }
        if !is_in_own_script || !translated.contains(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        for (at, run) in foreign_runs(translated) {
            let words = words();
            let all = || split(run);
            // What begins with capitals is the name of a document or a thing.
            let small = all().filter(|word| word.starts_with(char::is_lowercase) && words.is_word(word)).count();
            if small * 2 > all().count() {
                let word = all().find(|word| words.is_word(word)).unwrap_or(run);
                let message = format!("`{word}` is not translated");
                diagnostics.push(unit.finding(&codes::UNTRANSLATED_TEXT, at..at + run.len(), message).help(help));
            }
        }
    }
}

/// Words in Latin letters with what stands between them, each run with where it begins. What is quoted, or said again in
/// brackets, is not meant to be translated.
fn foreign_runs(words: &str) -> Vec<(usize, &str)> {
    let mut runs = Vec::new();
    let mut depth = 0_usize;
    let mut run: Option<(usize, usize)> = None;
    for (at, c) in words.char_indices() {
        match c {
            '(' | '（' | '「' | '『' | '«' | '“' | '„' => depth += 1,
            ')' | '）' | '」' | '』' | '»' | '”' => depth = depth.saturating_sub(1),
            c if is_latin(c) && depth == 0 => {
                let start = run.map_or(at, |(start, _)| start);
                run = Some((start, at + c.len_utf8()));
                continue;
            }
            c if c.is_alphabetic() => {}
            _ => continue,
        }
        runs.extend(run.take());
    }
    runs.extend(run);
    runs.into_iter().map(|(start, end)| (start, &words[start..end])).collect()
}

/// So many words in a row are no chance.
const SURE: usize = 3;

/// Whether the reference text quotes anything as it is.
fn quotes(pair: &Pair) -> bool {
    let mut found = false;
    let Some(prose) = pair.reference.prose() else { return false };
    prose.document.visit(&mut |inline| found |= matches!(inline.kind, InlineKind::Code(_)));
    found
}

/// Whether most letters of a translation are none of the Latin script.
fn is_in_own_script(units: &[UnitPair]) -> bool {
    let (mut own, mut latin) = (0, 0);
    for c in units.iter().flat_map(|unit| unit.translated.words.chars()).filter(|c| c.is_alphabetic()) {
        *(if is_latin(c) { &mut latin } else { &mut own }) += 1_usize;
    }
    own > latin
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
        words.find(|word| self.is_word(word)).map(str::to_owned)
    }

    fn is_word(&self, word: &str) -> bool {
        !self.kept.contains(word) && self.small.contains(&word.to_lowercase())
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
