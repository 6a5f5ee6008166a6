//! The glossary of a book as a termbase: where each language uses a concept, what the glossary lacks, and where it and the
//! texts disagree.

mod agreement;
mod candidates;
mod conflicts;
mod declined;
mod excerpt;
mod find;
mod grammar;
mod names;
mod occurrences;
mod passages;
mod plain;
mod spotter;
mod units;
mod uses;

use std::collections::{BTreeMap, HashMap, HashSet};

use names::{Found, Names};
use passages::Passages;
use uses::Places;

use crate::analyzer::Analyzer;
use crate::analyzer::spans::Spans;
use crate::library::{Book, Library, Line, Section, Term};

pub use candidates::Candidate;
pub use conflicts::{Conflict, What};
pub use excerpt::Excerpt;
pub use find::Match;
pub(crate) use names::MOST_ALIKE;
pub use occurrences::{Occurrence, occurrences};
pub use spotter::Spotter;
pub use uses::{Cell, Row, Use};

/// The glossary of a book beside its texts.
#[derive(Debug)]
pub struct Termbase<'a> {
    /// The book.
    pub book: &'a Book,
    /// The languages, that of the reference first.
    pub languages: Vec<&'a str>,
    /// The concepts of the book, then those that all books share.
    pub concepts: Vec<Concept<'a>>,
    analyzer: Analyzer,
    sections: Vec<&'a Section>,
    /// What each language says, in the order of the languages.
    texts: Vec<Text<'a>>,
}

/// A concept of a glossary.
#[derive(Debug)]
pub struct Concept<'a> {
    /// Its id.
    pub id: &'a str,
    /// Whether it stands in the glossary that all books share.
    pub shared: bool,
    /// What it is in each language; the reference language's where the name stays as it is.
    pub terms: BTreeMap<&'a str, &'a Term>,
}

/// What a book says in one language, and the names that stand there.
#[derive(Debug)]
struct Text<'a> {
    passages: Passages<'a>,
    /// Of each passage, what the names of concepts say of it.
    covered: Vec<Spans>,
    /// Of each concept, the passages that name it, and where.
    uses: Vec<Vec<(usize, Found)>>,
}

impl<'a> Text<'a> {
    fn of(analyzer: &Analyzer, names: &Names, concepts: usize, passages: Passages<'a>) -> Self {
        let mut uses = vec![Vec::new(); concepts];
        let mut covered = Vec::with_capacity(passages.all.len());
        for (at, passage) in passages.all.iter().enumerate() {
            let found = names.find(analyzer, &passage.words);
            covered.push(Spans::of(found.iter().map(|found| found.range.clone())));
            for found in found {
                uses[found.concept].push((at, found));
            }
        }
        Self { passages, covered, uses }
    }

    /// Where a concept is named; also as part of longer names, if they are asked for.
    fn places(&self, concept: usize, within: bool) -> Places {
        let mut places = Places::new();
        for (at, found) in self.uses[concept].iter().filter(|(_, found)| within || !found.within) {
            match places.last_mut().filter(|(last, _)| last == at) {
                Some((_, ranges)) => ranges.push(found.range.clone()),
                None => places.push((*at, vec![found.range.clone()])),
            }
        }
        places
    }
}

impl<'a> Termbase<'a> {
    /// The termbase of a book.
    pub fn of(library: &'a Library, book: &'a Book) -> Self {
        let analyzer = Analyzer::default();
        let languages = book.all_languages();
        let concepts = concepts(library, book, &languages);
        let texts = languages.iter().map(|language| {
            let mut names = Names::default();
            for (at, concept) in concepts.iter().enumerate() {
                for name in concept.names(language) {
                    names.add(&analyzer, at, &name.value);
                }
            }
            Text::of(&analyzer, &names, concepts.len(), Passages::of(book, language))
        });
        let texts = texts.collect();
        let sections = book.sections().map(|(_, section)| section).collect();
        Self { book, languages, concepts, analyzer, sections, texts }
    }
}

/// The names of a book in a language that are not looked for, because too many are made of the same words.
pub(crate) fn crowded<'a>(library: &'a Library, book: &'a Book, language: &'a str) -> Vec<&'a Line> {
    let (analyzer, mut names) = (Analyzer::default(), Names::default());
    let concepts = concepts(library, book, &[language]);
    let all = concepts.iter().enumerate().flat_map(|(at, concept)| concept.names(language).map(move |name| (at, name)));
    all.filter(|(at, name)| !names.add(&analyzer, *at, &name.value)).map(|(_, name)| name).collect()
}

impl<'a> Concept<'a> {
    /// Its name in a language.
    pub fn name(&self, language: &str) -> Option<&'a str> {
        self.terms.get(language).and_then(|term| term.name.as_ref()).map(|name| name.value.as_str())
    }

    /// Its name and other forms in a language.
    fn names(&self, language: &str) -> impl Iterator<Item = &'a Line> {
        let term = self.terms.get(language).copied();
        term.into_iter().flat_map(|term| term.name.iter().chain(&term.forms))
    }
}

fn concepts<'a>(library: &'a Library, book: &'a Book, languages: &[&'a str]) -> Vec<Concept<'a>> {
    let mut concepts: Vec<Concept> = Vec::new();
    // Of two terms with one id the first counts.
    let by_id = |language: &str| -> HashMap<&'a str, &'a Term> {
        book.terms_in(language).iter().rev().map(|term| (term.id.as_str(), term)).collect()
    };
    let glossaries: Vec<_> = languages.iter().map(|language| (*language, by_id(language))).collect();
    for reference in &book.terms {
        let term = |(language, terms): &(&'a str, HashMap<&str, &'a Term>)| {
            let own = terms.get(reference.id.as_str()).copied();
            // What stays as it is in every language may have a definition of its own in one.
            let kept = reference.do_not_translate.then_some(reference);
            let own = own.filter(|own| own.name.is_some() || kept.is_none());
            own.or(kept).map(|term| (*language, term))
        };
        let terms = glossaries.iter().filter_map(term).collect();
        concepts.push(Concept { id: &reference.id, shared: false, terms });
    }
    let own: HashSet<&str> = book.terms.iter().map(|term| term.id.as_str()).collect();
    let mut shared: HashMap<&str, usize> = HashMap::new();
    for language in languages {
        // What a book says of a term counts before what all say.
        for term in library.shared_terms_in(language).iter().filter(|term| !own.contains(term.id.as_str())) {
            let at = *shared.entry(&term.id).or_insert_with(|| {
                concepts.push(Concept { id: &term.id, shared: true, terms: BTreeMap::new() });
                concepts.len() - 1
            });
            concepts[at].terms.entry(language).or_insert(term);
        }
    }
    concepts
}
