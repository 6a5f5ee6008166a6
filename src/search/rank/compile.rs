//! Turns a plan into an index query, at one step of relaxation.

use std::collections::HashSet;
use std::sync::Arc;

use tantivy::collector::{Count, DocSetCollector};
use tantivy::query::doc_predicate_query::{DocPredicateQuery, FunctionPredicate};
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, EmptyQuery, Occur, PhraseQuery, Query, TermQuery,
    TermSetQuery,
};
use tantivy::schema::{Field as IndexField, IndexRecordOption};

use tantivy::{DocId, SegmentReader};

use crate::analyzer::pattern::{Pattern, Slot, distinct};
use crate::search::SearchIndex;
use crate::search::glossary::Lead;
use crate::search::index::{Fields, TextField};
use crate::search::plan::{Need, Own, Plan, Word};
use crate::search::query::Field;
use crate::search::results::{Filter, Relaxation};

use super::together::Sought;
use super::weights;

type Compiled = Box<dyn Query>;

/// What `pattern` matches in any text.
pub(crate) fn anywhere(fields: &Fields, pattern: &Pattern) -> Compiled {
    any(fields.texts().into_iter().map(|text| in_text(text, pattern)).collect())
}

/// A part of a query that means something by itself: where it is said, the sections that are about it, and what says it.
struct Unit {
    said: Compiled,
    homes: Compiled,
    patterns: Vec<Pattern>,
}

/// Compiles for one index and one step.
#[derive(Clone, Copy)]
pub(super) struct Compiler<'a> {
    index: &'a SearchIndex,
    step: Relaxation,
    /// Whether what stands above a section counts.
    paths: bool,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(index: &'a SearchIndex, step: Relaxation) -> Self {
        Self { index, step, paths: false }
    }

    /// What has everything that `plan` needs, within `filter`.
    pub(super) fn whole(&self, plan: &Plan, filter: &Filter) -> tantivy::Result<Compiled> {
        let needs = plan.needs.iter().filter(|need| !need.optional);
        let clauses = needs.map(|need| (Occur::Must, self.need(need))).collect();
        self.within(clauses, plan, filter)
    }

    /// What has at least something of it, but all that is strict: the better, the more it has.
    ///
    /// With what was looked for, by which it is told what stands together.
    pub(super) fn some(&self, plan: &Plan, filter: &Filter) -> tantivy::Result<(Compiled, Vec<Sought>)> {
        let needs = plan.needs.iter().filter(|need| !need.optional);
        let (strict, loose): (Vec<&Need>, Vec<&Need>) = needs.partition(|need| need.strict);
        let mut clauses: Vec<_> = strict.into_iter().map(|need| (Occur::Must, self.need(need))).collect();
        let mut sought = Vec::new();
        if !loose.is_empty() {
            let (found, units) = Self { paths: true, ..*self }.any_of(&loose)?;
            sought = units;
            clauses.push((Occur::Must, found));
            if self.step != Relaxation::AnyWord {
                let whole = all(loose.into_iter().map(|need| self.need(need)).collect());
                clauses.push((Occur::Should, boost(whole, weights::WHOLE)));
            }
        }
        Ok((self.within(clauses, plan, filter)?, sought))
    }

    fn within(&self, mut clauses: Vec<(Occur, Compiled)>, plan: &Plan, filter: &Filter) -> tantivy::Result<Compiled> {
        let fields = &self.index.fields;
        if !plan.excluded.is_empty() {
            clauses.push((Occur::Must, constant(self.without(&plan.excluded)?, 0.0)));
        }
        for (field, wanted) in [(fields.language, &filter.languages), (fields.book, &filter.books)] {
            if !wanted.is_empty() {
                let either = any(wanted.iter().map(|value| term(field, value)).collect());
                clauses.push((Occur::Must, constant(either, 0.0)));
            }
        }
        if !plan.title_key.is_empty() {
            clauses.push((Occur::Should, constant(term(fields.title_key, &plan.title_key), weights::WHOLE_TITLE)));
        }
        Ok(Box::new(BooleanQuery::new(clauses)))
    }

    /// Every section that has none of `words`.
    ///
    /// Not `MustNot`: in tantivy 0.27 that seeks backwards in phrases, which its debug assertions do not forgive.
    fn without(&self, words: &[Word]) -> tantivy::Result<Compiled> {
        let found = any(words.iter().map(|word| self.word(word, Relaxation::None)).collect());
        let excluded = Arc::new(self.found(&*found)?);
        let stays = FunctionPredicate::from(move |_: &SegmentReader| {
            let excluded = Arc::clone(&excluded);
            Ok(move |document: DocId| !excluded.contains(&document))
        });
        Ok(Box::new(DocPredicateQuery::from(stays)))
    }

    /// What `query` finds.
    fn found(&self, query: &dyn Query) -> tantivy::Result<HashSet<DocId>> {
        let found = self.index.searcher.search(query, &DocSetCollector)?;
        // An index has one segment, so that a document is known by its place in it.
        Ok(found.into_iter().map(|address| address.doc_id).collect())
    }

    /// One need, by its own words or through the glossary.
    fn need(&self, need: &Need) -> Compiled {
        let mut ways = match &need.own {
            Own::Nothing => Vec::new(),
            Own::Word(word) => vec![self.word(word, if need.strict { Relaxation::None } else { self.step })],
            Own::All(needs) => {
                vec![all(needs.iter().filter(|need| !need.optional).map(|need| self.need(need)).collect())]
            }
        };
        if !need.leads.is_empty() {
            ways.push(constant(self.own_words(need), weights::OWN_WORDS));
        }
        ways.extend(need.leads.iter().flat_map(|lead| self.lead(lead)));
        if !need.segments.is_empty() {
            let segments = all(need.segments.iter().map(|segment| self.need(segment)).collect());
            ways.push(boost(segments, weights::OTHER_NAME));
        }
        let found = any(ways);
        match &need.book {
            Some(book) => all(vec![found, constant(term(self.index.fields.book, book), 0.0)]),
            None => found,
        }
    }

    /// At least one of `needs`; the more of them, and the rarer, the better.
    fn any_of(&self, needs: &[&Need]) -> tantivy::Result<(Compiled, Vec<Sought>)> {
        let sections = self.index.searcher.num_docs();
        let (mut ways, mut sought) = (Vec::new(), Vec::new());
        let units = |need: &Need| {
            need.singles().into_iter().filter(|part| !part.optional).flat_map(|part| self.units(part)).collect()
        };
        let of_needs: Vec<(&Need, Vec<Unit>)> = needs.iter().map(|need| (*need, units(need))).collect();
        let several = of_needs.iter().map(|(_, units)| units.len()).sum::<usize>() > 1;
        for (need, units) in of_needs {
            // What words in a row name is as good as each of them.
            let leads: &[Lead] = if matches!(need.own, Own::All(_)) { &need.leads } else { &[] };
            let named = || leads.iter().flat_map(|lead| self.lead(lead));
            let named_homes = self.found(&*any(leads.iter().flat_map(|lead| self.home(lead)).collect()))?;
            let called: Vec<Pattern> = leads.iter().flat_map(|lead| self.other_names(lead)).collect();
            for Unit { said, homes, mut patterns } in units {
                let found = any(vec![said.box_clone(), homes.box_clone()]);
                let count = self.index.searcher.search(&*found, &Count)?;
                #[expect(clippy::cast_precision_loss, reason = "a rank needs no more than a few digits")]
                let rarity = ((sections + 1) as f32 / (count + 1) as f32).ln()
                    / ((sections + 1) as f32).ln().max(f32::MIN_POSITIVE);
                patterns.extend(called.iter().cloned());
                let patterns = distinct(patterns.into_iter().filter(|pattern| !pattern.is_empty()));
                let homes_here = &self.found(&*homes)? | &named_homes;
                sought.push(Sought { rarity, patterns, homes: homes_here });
                let met = any([found].into_iter().chain(named()).collect());
                ways.push(constant(met, weights::MATCHED_WORD * rarity));
                ways.push(said);
                // Who asks for a leader and more does not ask what a leader is.
                ways.push(boost(homes, if several { rarity.sqrt() } else { 1.0 }));
            }
            ways.extend(named());
        }
        Ok((any(ways), sought))
    }

    /// The parts of a need that mean something by themselves, each as loosely as it can be understood.
    fn units(&self, need: &Need) -> Vec<Unit> {
        let words = need.words();
        let whole = words.iter().map(|word| self.word(word, Relaxation::None));
        let whole = whole.chain(need.leads.iter().flat_map(|lead| self.names(lead)));
        let homes = |leads: &[Lead]| any(leads.iter().flat_map(|lead| self.home(lead)).collect());
        let whole_patterns = words.iter().map(|word| word.pattern.clone());
        let whole_patterns = whole_patterns.chain(need.leads.iter().flat_map(|lead| self.other_names(lead)));
        let whole_patterns: Vec<Pattern> = whole_patterns.collect();
        if need.segments.is_empty() {
            let chunks: Vec<&Pattern> = words.iter().flat_map(|word| &word.chunks).collect();
            let parts: Vec<Compiled> = chunks.iter().map(|chunk| self.chunk(chunk)).collect();
            // A word of one piece is one unit, not two.
            let several = chunks.len() > 1;
            let (parts, rest) = if several { (parts, Vec::new()) } else { (Vec::new(), parts) };
            let said = any(rest.into_iter().chain(whole).collect());
            let part =
                |(said, chunk): (Compiled, &&Pattern)| Unit { said, homes: homes(&[]), patterns: loosely(chunk) };
            let rest = chunks.iter().filter(|_| !several).flat_map(|chunk| loosely(chunk));
            let patterns = rest.chain(whole_patterns).collect();
            let whole = Unit { said, homes: homes(&need.leads), patterns };
            return parts.into_iter().zip(&chunks).map(part).chain([whole]).collect();
        }
        let segments = need.segments.iter().map(|segment| {
            let own = segment.words().into_iter().map(|word| self.chunk(&word.pattern));
            let keys: Vec<Pattern> =
                segment.leads.iter().map(|lead| Pattern::of(&self.index.analyzer, &lead.key)).collect();
            let named = segment.leads.iter().zip(&keys).flat_map(|(lead, key)| {
                std::iter::once(self.pattern(key, None)).chain(self.names(lead)).collect::<Vec<_>>()
            });
            let called = segment.leads.iter().flat_map(|lead| self.other_names(lead));
            let patterns = segment.words().into_iter().flat_map(|word| loosely(&word.pattern));
            let said = any(own.chain(named).collect());
            let patterns = patterns.chain(keys).chain(called).collect();
            Unit { said, homes: homes(&segment.leads), patterns }
        });
        let patterns = whole_patterns;
        segments.chain([Unit { said: any(whole.collect()), homes: homes(&need.leads), patterns }]).collect()
    }

    /// What else a concept is called, in any language.
    fn other_names(&self, lead: &Lead) -> Vec<Pattern> {
        let glossary = &self.index.glossary;
        let languages = glossary.terms()[lead.term].names.keys();
        languages.flat_map(|language| glossary.other_names(&self.index.analyzer, lead, language)).collect()
    }

    /// A part of a word, or at least some of its pieces.
    fn chunk(&self, chunk: &Pattern) -> Compiled {
        let mut ways = vec![self.pattern(chunk, None)];
        if chunk.slots.len() > 1 {
            ways.extend(chunk.pieces().iter().map(|piece| boost(self.pattern(piece, None), weights::PIECE)));
        }
        any(ways)
    }

    /// Where all words of a need stand themselves.
    fn own_words(&self, need: &Need) -> Compiled {
        all(need
            .words()
            .into_iter()
            .map(|word| self.word(word, if need.strict { Relaxation::None } else { self.step }))
            .collect())
    }

    /// A word's own text, number and id.
    fn word(&self, word: &Word, step: Relaxation) -> Compiled {
        let fields = &self.index.fields;
        let address_only = matches!(word.field, Some(Field::Number | Field::Id));
        let text = match step {
            _ if address_only => Box::new(EmptyQuery),
            Relaxation::None => self.pattern(&word.pattern, word.field.as_ref()),
            _ => all(word.pattern.pieces().iter().map(|piece| self.pattern(piece, word.field.as_ref())).collect()),
        };
        let mut ways = vec![text];
        if let Some(number) = word.number.as_ref().map(ToString::to_string).filter(|_| word.field != Some(Field::Id)) {
            if word.address {
                ways.push(constant(term(fields.number, &number), weights::NUMBER));
                ways.push(constant(term(fields.alias, &number), weights::ALIAS));
                ways.push(constant(term(fields.number_prefix, &number), weights::UNDER_NUMBER));
            } else {
                ways.push(constant(term(fields.number, &number), weights::MAYBE_NUMBER));
            }
        }
        if word.address && word.field != Some(Field::Number) {
            let ids = word.ids.iter().map(|id| tantivy::Term::from_field_text(fields.id, id));
            ways.push(constant(Box::new(TermSetQuery::new(ids)), weights::ID));
        }
        // The best reading counts alone, so that the sections under a number keep their order.
        Box::new(DisjunctionMaxQuery::new(ways))
    }

    /// A concept by its home and its other names, in texts of the language that has the name.
    fn lead(&self, lead: &Lead) -> Vec<Compiled> {
        self.home(lead).into_iter().chain(self.names(lead)).collect()
    }

    /// The section that is about a concept.
    fn home(&self, lead: &Lead) -> [Compiled; 2] {
        let fields = &self.index.fields;
        let home = || term(fields.home, &lead.term.to_string());
        // A part for any language, the rest where the reader's word is the name: translations come after the original.
        let own = self.index.glossary.languages(&self.index.analyzer, lead);
        let own = any(own.into_iter().map(|language| term(fields.language, language)).collect());
        [
            constant(home(), weights::HOME * weights::OTHER_NAME),
            constant(all(vec![home(), own]), weights::HOME * (1.0 - weights::OTHER_NAME)),
        ]
    }

    /// A concept's other names.
    fn names(&self, lead: &Lead) -> Vec<Compiled> {
        let in_language = |language: &String| {
            let names = self.index.glossary.other_names(&self.index.analyzer, lead, language);
            let ways_to_say = names.iter().map(|name| self.pattern(name, None)).collect();
            let said: Compiled = Box::new(DisjunctionMaxQuery::new(ways_to_say));
            let within = all(vec![said, constant(term(self.index.fields.language, language), 0.0)]);
            boost(within, weights::OTHER_NAME)
        };
        self.index.glossary.terms()[lead.term].names.keys().map(in_language).collect()
    }

    /// A pattern in the texts that `field` names.
    fn pattern(&self, pattern: &Pattern, field: Option<&Field>) -> Compiled {
        let fields = &self.index.fields;
        let title = || boost(in_text(fields.title, pattern), weights::TITLE);
        let body = || boost(in_text(fields.body, pattern), weights::BODY);
        let asides = || boost(in_text(fields.asides, pattern), weights::ASIDES);
        let rows = || boost(in_text(fields.rows, pattern), weights::ROWS);
        match field {
            Some(Field::Title) => title(),
            Some(Field::Body) => any(vec![body(), rows()]),
            Some(Field::Note) => asides(),
            _ if self.paths => {
                let path = boost(in_text(fields.path, pattern), weights::PATH);
                any(vec![title(), path, body(), asides(), rows()])
            }
            _ => any(vec![title(), body(), asides(), rows()]),
        }
    }
}

/// A part of a word, and its pieces.
fn loosely(chunk: &Pattern) -> Vec<Pattern> {
    let pieces = if chunk.slots.len() > 1 { chunk.pieces() } else { Vec::new() };
    std::iter::once(chunk.clone()).chain(pieces).collect()
}

/// A pattern in one text.
fn in_text(text: TextField, pattern: &Pattern) -> Compiled {
    let slot = |slot: &Slot| match slot {
        Slot::Term(word) => term(text.terms, word),
        Slot::Forms(forms) => {
            let forms = forms.iter().map(|form| tantivy::Term::from_field_text(text.forms, form));
            constant(Box::new(TermSetQuery::new(forms)), weights::PREFIXED)
        }
    };
    let terms: Option<Vec<(usize, tantivy::Term)>> = pattern
        .slots
        .iter()
        .map(|(offset, slot)| match slot {
            Slot::Term(word) => Some((*offset, tantivy::Term::from_field_text(text.terms, word))),
            Slot::Forms(_) => None,
        })
        .collect();
    match (terms, pattern.slots.as_slice()) {
        (_, []) => Box::new(EmptyQuery),
        (_, [(_, only)]) => slot(only),
        (Some(terms), _) => {
            let factor = weights::phrase(terms.len());
            boost(Box::new(PhraseQuery::new_with_offset(terms)), factor)
        }
        // `off-ma*`: the index keeps no positions of unstemmed words.
        (None, slots) => all(slots.iter().map(|(_, one)| slot(one)).collect()),
    }
}

fn term(field: IndexField, text: &str) -> Compiled {
    Box::new(TermQuery::new(tantivy::Term::from_field_text(field, text), IndexRecordOption::WithFreqs))
}

fn all(queries: Vec<Compiled>) -> Compiled {
    // An intersection of nothing would match everything.
    if queries.is_empty() { Box::new(EmptyQuery) } else { Box::new(BooleanQuery::intersection(queries)) }
}

fn any(queries: Vec<Compiled>) -> Compiled {
    Box::new(BooleanQuery::union(queries))
}

fn boost(query: Compiled, factor: f32) -> Compiled {
    Box::new(BoostQuery::new(query, factor))
}

fn constant(query: Compiled, score: f32) -> Compiled {
    Box::new(ConstScoreQuery::new(query, score))
}
