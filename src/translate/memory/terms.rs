//! The terms of the glossary that stand in a reference text, with their names in the language of the translation.

use std::collections::{HashMap, HashSet};

use crate::analyzer::Analyzer;
use crate::analyzer::longest::Longest;
use crate::analyzer::pattern::CutText;
use crate::analyzer::phrases::Phrases;
use crate::analyzer::written::Written;
use crate::library::markup;
use crate::library::{Book, Library, Term};

/// How many forbidden variants a line names.
const MOST_FORBIDDEN: usize = 3;

/// The glossary of a book for a translator.
#[derive(Debug)]
pub struct Terms<'a> {
    analyzer: Analyzer,
    /// What each name and each other form is one of.
    forms: Vec<TermUse<'a>>,
    /// The forms that are made of words.
    inflected: Phrases,
    /// All others, in their letters.
    written: Written,
}

/// A term that stands in a text.
#[derive(Clone, Copy, Debug)]
pub struct TermUse<'a> {
    /// The term in the reference language.
    pub reference: &'a Term,
    /// The term in the language of the translation, if it has a name there.
    pub translated: Option<&'a Term>,
}

impl<'a> Terms<'a> {
    /// The terms of `book`, and those that all books share.
    pub fn of(library: &'a Library, book: &'a Book, language: &str) -> Self {
        let own =
            book.terms_in(language).iter().chain(library.shared_terms_in(language)).filter(|term| term.name.is_some());
        let mut translated: HashMap<&str, &Term> = HashMap::new();
        for term in own {
            translated.entry(&term.id).or_insert(term);
        }
        let (inflected, written) = (Phrases::default(), Written::default());
        let mut terms = Self { analyzer: Analyzer::default(), forms: Vec::new(), inflected, written };
        for reference in book.terms.iter().chain(library.shared_terms_in(&book.reference)) {
            let of = TermUse { reference, translated: translated.get(reference.id.as_str()).copied() };
            for form in reference.name.iter().chain(&reference.forms) {
                let at = terms.forms.len();
                terms.forms.push(of);
                if !terms.inflected.add(&terms.analyzer, at, &form.value) {
                    terms.written.add(at, &form.value);
                }
            }
        }
        terms
    }

    /// The terms that stand in a text, in its order; what is only part of a longer name is left out.
    pub fn uses(&self, text: &str) -> Vec<TermUse<'a>> {
        let mut found: Vec<TermUse<'a>> = Vec::new();
        let mut known: HashSet<&str> = HashSet::new();
        for run in markup::parse(text).runs() {
            let mut here = Longest::default();
            self.inflected.each(&run.text, &CutText::new(&self.analyzer, &run.text), |range, at| here.add(range, at));
            self.written.each_whole(&run.text, |range, at| here.add(range, at));
            let mut until = 0;
            for (range, at) in here.all() {
                // What contains it begins no later, so it was met before.
                let within = range.end <= until;
                until = until.max(range.end);
                if !within && known.insert(&self.forms[at].reference.id) {
                    found.push(self.forms[at]);
                }
            }
        }
        found
    }
}

impl TermUse<'_> {
    /// The reference name.
    pub fn name(&self) -> &str {
        self.reference.name.as_ref().map_or(&self.reference.id, |name| &name.value)
    }

    /// The name in the language of the translation.
    pub fn translation(&self) -> Option<&str> {
        self.translated.and_then(|term| term.name.as_ref()).map(|name| name.value.as_str())
    }

    /// What must not be written there.
    pub fn forbidden(&self) -> Vec<&str> {
        let term = self.translated.map_or(&[][..], |term| &term.forbidden);
        term.iter().map(|line| line.value.as_str()).collect()
    }

    /// All of it in some words: `fleet → 艦隊 (not 船団)`.
    pub fn line(&self) -> String {
        let forbidden = self.forbidden();
        let more = if forbidden.len() > MOST_FORBIDDEN { " …" } else { "" };
        let first = forbidden.iter().take(MOST_FORBIDDEN).copied().collect::<Vec<_>>().join(", ");
        let not = if first.is_empty() { String::new() } else { format!(" (not {first}{more})") };
        format!("{} → {}{not}", self.name(), self.translation().unwrap_or("?"))
    }
}
