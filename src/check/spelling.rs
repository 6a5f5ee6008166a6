//! Words that neither a dictionary nor the book itself knows. Only where dictionaries were named: what a check finds does not
//! depend on what the machine has.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use spellbook::Dictionary;

use super::Checked;
use super::waivers;
use super::writing::{Passage, passages, words};
use crate::analyzer::Analyzer;
use crate::characters::script::{is_cyrillic, is_latin};
use crate::diagnostic::{Diagnostic, codes, sort};
use crate::files::{self, FileError};
use crate::library::{Book, Library};

/// The largest file of a dictionary that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// A word that a book writes so often in whatever form is a word of the book.
const OWN: usize = 3;

/// So many words are looked up for what they should be; that takes long.
const MOST_SUGGESTIONS: usize = 100;

/// So many unknown words of one language of a book are told.
const MOST_TOLD: usize = 500;

/// Dictionaries as Hunspell has them, by language.
#[derive(Debug, Default)]
pub struct Dictionaries {
    by_language: BTreeMap<String, Dictionary>,
}

/// Why there are no dictionaries.
#[derive(Debug)]
pub enum DictionaryError {
    /// A file or the folder could not be read.
    Unreadable(FileError),
    /// A file is no dictionary: which, and why.
    Malformed(PathBuf, String),
    /// The folder has none for these languages.
    None(Vec<String>),
}

impl Dictionaries {
    /// Those of a folder for some languages: `LANG.aff` with `LANG.dic`, or `LANG_REGION.aff`, of several the first by name.
    pub fn read(folder: &Path, languages: &[&str]) -> Result<Self, DictionaryError> {
        let mut entries = files::entries(folder).map_err(DictionaryError::Unreadable)?;
        entries.sort();
        let mut by_language = BTreeMap::new();
        for language in languages {
            let is_of = |path: &&PathBuf| {
                let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
                let own = stem.split(['_', '-']).next().is_some_and(|own| own == *language);
                own && path.extension().is_some_and(|extension| extension == "aff")
            };
            let Some(affixes) = entries.iter().find(is_of) else { continue };
            by_language.insert((*language).to_owned(), dictionary(affixes)?);
        }
        if by_language.is_empty() {
            return Err(DictionaryError::None(languages.iter().map(|language| (*language).to_owned()).collect()));
        }
        Ok(Self { by_language })
    }

    /// The languages that there are.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.by_language.keys().map(String::as_str)
    }
}

fn dictionary(affixes: &Path) -> Result<Dictionary, DictionaryError> {
    let text = |path: &Path| {
        let bytes = files::read_named(path, LARGEST).map_err(DictionaryError::Unreadable)?;
        let malformed = |_| DictionaryError::Malformed(path.to_owned(), "it is not UTF-8".to_owned());
        String::from_utf8(bytes).map_err(malformed)
    };
    let (rules, stems) = (text(affixes)?, text(&affixes.with_extension("dic"))?);
    Dictionary::new(&rules, &stems).map_err(|error| DictionaryError::Malformed(affixes.to_owned(), error.to_string()))
}

/// Adds what dictionaries find to what was found of a library.
pub fn spelling(checked: &mut Checked, dictionaries: &Dictionaries) {
    let mut found = Vec::new();
    for book in &checked.library.books {
        let passages = passages(book);
        for (language, dictionary) in &dictionaries.by_language {
            let own: Vec<_> = passages.iter().filter(|passage| passage.language == language).collect();
            unknown(&checked.library, book, language, dictionary, &own, &mut found);
        }
    }
    checked.diagnostics.extend(waivers::apply_to(&checked.library, found, waivers::Codes::Spelling));
    sort(&mut checked.diagnostics, &checked.library.sources);
}

fn unknown(
    library: &Library,
    book: &Book,
    language: &str,
    dictionary: &Dictionary,
    passages: &[&Passage],
    found: &mut Vec<Diagnostic>,
) {
    let analyzer = Analyzer::default();
    let stem =
        |word: &str| analyzer.cut(word).into_iter().next().map_or_else(|| word.to_lowercase(), |token| token.term);
    let mut known: HashMap<&str, bool> = HashMap::new();
    let mut strange = Vec::new();
    for passage in passages {
        for (at, word) in words(&passage.words, |c| c.is_alphabetic() || matches!(c, '\'' | '’' | '\u{301}')) {
            let word = word.trim_matches(['\'', '’']);
            // A name within a sentence is none that a dictionary is asked for.
            let is_name = word.starts_with(char::is_uppercase) && !begins_sentence(&passage.words[..at]);
            if !is_name && is_word(word, language) && !*known.entry(word).or_insert_with(|| is_known(dictionary, word))
            {
                strange.push((*passage, at, word));
            }
        }
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (_, _, word) in &strange {
        *counts.entry(stem(word)).or_default() += 1;
    }
    let terms = book.terms_in(language).iter().chain(library.shared_terms_in(language));
    let names = terms.flat_map(|term| term.name.iter().chain(&term.forms));
    let own: HashSet<String> =
        names.flat_map(|name| words(&name.value, char::is_alphabetic)).map(|(_, word)| stem(word)).collect();
    let told = |(_, _, word): &&(&Passage, usize, &str)| {
        let stem = stem(word);
        !own.contains(&stem) && counts.get(&stem).is_none_or(|count| *count < OWN)
    };
    let mut suggested: HashMap<&str, Option<String>> = HashMap::new();
    for (passage, at, word) in strange.iter().filter(told).take(MOST_TOLD) {
        if suggested.len() < MOST_SUGGESTIONS && !suggested.contains_key(word) {
            let mut suggestions = Vec::new();
            dictionary.suggest(word, &mut suggestions);
            suggested.insert(word, suggestions.into_iter().next());
        }
        let message = format!("`{word}` is no word that the dictionary or the glossary knows");
        let help = match suggested.get(word) {
            Some(Some(meant)) => format!("write `{meant}`, if that is meant, or name it in the glossary"),
            _ => "if it is right, name it in the glossary".to_owned(),
        };
        found.push(passage.finding(&codes::UNKNOWN_WORD, *at..at + word.len(), message).help(help));
    }
}

/// Whether a dictionary knows a word, or each of the parts that it is made of.
fn is_known(dictionary: &Dictionary, word: &str) -> bool {
    let plain: String = word.chars().filter(|c| *c != '\u{301}').map(|c| if c == '’' { '\'' } else { c }).collect();
    let without_points = || plain.replace('ё', "е").replace('Ё', "Е");
    dictionary.check(&plain) || plain.contains(['ё', 'Ё']) && dictionary.check(&without_points())
}

/// Whether a sentence begins behind some words.
fn begins_sentence(before: &str) -> bool {
    let before = before.trim_end_matches(|c: char| c.is_whitespace() || "«„“\"(".contains(c));
    before.chars().next_back().is_none_or(|c| ".!?:…".contains(c))
}

/// Whether something is a word of a language: of its script, longer than a sign, and no abbreviation in capitals.
fn is_word(word: &str, language: &str) -> bool {
    let own = |c: char| if language == "ru" { is_cyrillic(c) } else { is_latin(c) };
    let letters = || word.chars().filter(|c| c.is_alphabetic());
    letters().nth(2).is_some() && letters().all(own) && letters().skip(1).all(char::is_lowercase)
}
