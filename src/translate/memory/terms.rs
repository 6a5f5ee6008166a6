//! The terms of the glossary that stand in a reference text, with their names in the language of the translation.

use std::collections::HashSet;
use std::ops::Range;

use crate::analyzer::occurrences::{Inflected, exact};
use crate::analyzer::pattern::CutText;
use crate::analyzer::{Analyzer, Kind};
use crate::library::markup;
use crate::library::{Book, Library, Line, Term};

/// How many forbidden variants a line names.
const MOST_FORBIDDEN: usize = 3;

/// The glossary of a book for a translator.
#[derive(Debug)]
pub struct Terms<'a> {
    analyzer: Analyzer,
    forms: Vec<Form<'a>>,
}

/// A term that stands in a text.
#[derive(Clone, Copy, Debug)]
pub struct TermUse<'a> {
    /// The term in the reference language.
    pub reference: &'a Term,
    /// The term in the language of the translation, if it has a name there.
    pub translated: Option<&'a Term>,
}

/// A name or another form of a term.
struct Form<'a> {
    of: TermUse<'a>,
    name: &'a str,
    /// Terms of the analyzer that stand in every text in which the form stands.
    needed: Vec<String>,
    inflected: Option<Inflected>,
}

impl std::fmt::Debug for Form<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name)
    }
}

impl<'a> Terms<'a> {
    /// The terms of `book`, and those that all books share.
    pub fn of(library: &'a Library, book: &'a Book, language: &str) -> Self {
        let analyzer = Analyzer::default();
        let shared = |language: &str| library.shared_terms.get(language).map_or(&[][..], Vec::as_slice);
        let own = || book.terms_in(language).iter().chain(shared(language)).filter(|term| term.name.is_some());
        let mut forms = Vec::new();
        for reference in book.terms.iter().chain(shared(&book.reference)) {
            let of = TermUse { reference, translated: own().find(|term| term.id == reference.id) };
            forms.extend(reference.name.iter().chain(&reference.forms).map(|line: &Line| {
                let tokens = analyzer.cut(&line.value).into_iter().filter(|token| token.kind != Kind::Bigram);
                let needed = tokens.map(|token| token.term).collect();
                Form { of, name: &line.value, needed, inflected: Inflected::of(&analyzer, &line.value) }
            }));
        }
        Self { analyzer, forms }
    }

    /// The terms that stand in a text, in its order; what is only part of a longer name is left out.
    pub fn uses(&self, text: &str) -> Vec<TermUse<'a>> {
        let mut found: Vec<(usize, TermUse<'a>)> = Vec::new();
        for run in markup::parse(text).runs() {
            self.uses_in(&run.text, &mut found);
        }
        found.into_iter().map(|(_, term)| term).collect()
    }

    fn uses_in(&self, text: &str, found: &mut Vec<(usize, TermUse<'a>)>) {
        let cut = CutText::new(&self.analyzer, text);
        let tokens = self.analyzer.cut(text);
        let present: HashSet<&str> = tokens.iter().map(|token| token.term.as_str()).collect();
        let mut places: Vec<(Range<usize>, TermUse<'a>)> = Vec::new();
        for form in &self.forms {
            if form.needed.iter().any(|term| !present.contains(term.as_str())) {
                continue;
            }
            let places_of = match &form.inflected {
                Some(inflected) => inflected.find(text, &cut),
                None => exact(text, form.name),
            };
            places.extend(places_of.into_iter().map(|range| (range, form.of)));
        }
        places.sort_by_key(|(range, _)| (range.start, usize::MAX - range.end));
        let mut end = 0;
        let first = found.len();
        for (range, term) in places {
            let within = range.end <= end;
            let (start, known) = (range.start, found.iter().any(|(_, known)| known.reference.id == term.reference.id));
            end = end.max(range.end);
            if !within && !known {
                found.push((start, term));
            }
        }
        found[first..].sort_by_key(|(start, _)| *start);
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
