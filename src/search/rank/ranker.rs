//! Scores one plan among the sections of one language, at one step of relaxation.
//!
//! The page does the same: `templates/search/6-rank.js`.

use std::collections::HashSet;

use rustc_hash::FxHashMap;
use tantivy::DocId;

use crate::analyzer::pattern::{Pattern, distinct};
use crate::search::SearchIndex;
use crate::search::glossary::Lead;
use crate::search::plan::{Need, Own, Plan, Word};
use crate::search::query::Field;
use crate::search::results::{Filter, Relaxation};

use super::standing::{Standing, Text};
use super::together::{self, Sought};
use super::weights;

/// What sections are worth.
pub(super) type Scores = FxHashMap<DocId, f64>;

/// A part of a query that means something by itself: where it is said, the sections that are about it, what says it, and how much
/// it counts.
struct Unit {
    said: Scores,
    homes: Scores,
    patterns: Vec<Pattern>,
    weight: f64,
}

/// Scores for one language and one step.
#[derive(Clone, Copy)]
pub(super) struct Ranker<'a> {
    index: &'a SearchIndex,
    texts: &'a Standing<'a>,
    filter: &'a Filter,
    step: Relaxation,
    /// Whether what stands above a section counts.
    paths: bool,
}

impl<'a> Ranker<'a> {
    pub(super) fn new(index: &'a SearchIndex, texts: &'a Standing<'a>, filter: &'a Filter, step: Relaxation) -> Self {
        Self { index, texts, filter, step, paths: false }
    }

    /// What has everything that `plan` needs.
    pub(super) fn whole(&self, plan: &Plan) -> tantivy::Result<Scores> {
        let needs = plan.needs.iter().filter(|need| !need.optional);
        let musts = needs.map(|need| self.need(need)).collect::<tantivy::Result<_>>()?;
        self.within(musts, plan)
    }

    /// What has at least something of it, but all that is strict: the better, the more it has.
    pub(super) fn some(&self, plan: &Plan) -> tantivy::Result<Scores> {
        let needs = plan.needs.iter().filter(|need| !need.optional);
        let (strict, loose): (Vec<&Need>, Vec<&Need>) = needs.partition(|need| need.strict);
        let mut musts = strict.into_iter().map(|need| self.need(need)).collect::<tantivy::Result<Vec<_>>>()?;
        if !loose.is_empty() {
            let mut found = Self { paths: true, ..*self }.any_of(&loose)?;
            if self.step != Relaxation::AnyWord {
                let whole = loose.into_iter().map(|need| self.need(need)).collect::<tantivy::Result<_>>()?;
                for (section, score) in all(whole) {
                    found.entry(section).and_modify(|sum| *sum += weights::WHOLE * score);
                }
            }
            musts.push(found);
        }
        self.within(musts, plan)
    }

    fn within(&self, musts: Vec<Scores>, plan: &Plan) -> tantivy::Result<Scores> {
        let mut found = all(musts);
        for need in &plan.excluded {
            for section in self.need(need)?.keys() {
                found.remove(section);
            }
        }
        if !self.filter.books.is_empty() {
            let wanted = self.of_books(&self.filter.books)?;
            found.retain(|section, _| wanted.contains(section));
        }
        if !plan.title_key.is_empty() {
            for section in self.texts.with(self.index.fields.title_key, &plan.title_key)? {
                found.entry(section).and_modify(|score| *score += weights::WHOLE_TITLE);
            }
        }
        Ok(found)
    }

    fn of_books(&self, books: &[String]) -> tantivy::Result<HashSet<DocId>> {
        let mut found = HashSet::new();
        for book in books {
            found.extend(self.texts.with(self.index.fields.book, book)?);
        }
        Ok(found)
    }

    /// One need, by its own words or through the glossary.
    fn need(&self, need: &Need) -> tantivy::Result<Scores> {
        let mut ways = need.leads.iter().map(|lead| self.lead(lead)).collect::<tantivy::Result<Vec<_>>>()?;
        let step = if need.strict { Relaxation::None } else { self.step };
        match &need.own {
            Own::Nothing => {}
            Own::Word(word) => ways.push(self.word(word, step)?),
            Own::All(needs) => {
                let needed = needs.iter().filter(|need| !need.optional);
                ways.push(all(needed.map(|need| self.need(need)).collect::<tantivy::Result<_>>()?));
            }
        }
        if !need.leads.is_empty() {
            let own = need.words().into_iter().map(|word| self.word(word, step)).collect::<tantivy::Result<_>>()?;
            ways.push(constant(all(own).into_keys(), weights::OWN_WORDS));
        }
        if !need.segments.is_empty() {
            let segments = need.segments.iter().map(|segment| self.need(segment)).collect::<tantivy::Result<_>>()?;
            ways.push(boost(all(segments), weights::OTHER_NAME));
        }
        let mut found = any(ways);
        if let Some(book) = &need.book {
            let wanted = self.of_books(std::slice::from_ref(book))?;
            found.retain(|section, _| wanted.contains(section));
        }
        Ok(found)
    }

    /// At least one of `needs`; the more of them, the rarer, and the nearer to each other, the better.
    fn any_of(&self, needs: &[&Need]) -> tantivy::Result<Scores> {
        let (mut ways, mut sought) = (Vec::new(), Vec::new());
        let mut of_needs = Vec::new();
        for need in needs {
            let mut units = Vec::new();
            for part in need.singles().into_iter().filter(|part| !part.optional) {
                units.extend(self.units(part)?);
            }
            of_needs.push((need, units));
        }
        let several = of_needs.iter().map(|(_, units)| units.len()).sum::<usize>() > 1;
        for (need, units) in of_needs {
            // What words in a row name is as good as each of them.
            let leads: &[Lead] = if matches!(need.own, Own::All(_)) { &need.leads } else { &[] };
            let named = any(leads.iter().map(|lead| self.lead(lead)).collect::<tantivy::Result<_>>()?);
            let named_homes = self.homes(leads)?;
            let called: Vec<Pattern> = leads.iter().flat_map(|lead| self.other_names(lead)).collect();
            for Unit { said, homes, patterns, weight } in units {
                let patterns =
                    distinct(patterns.into_iter().chain(called.iter().cloned()).filter(|one| !one.is_empty()));
                let mut found: HashSet<DocId> = homes.keys().copied().collect();
                for pattern in &patterns {
                    found.extend(self.texts.own(pattern)?);
                }
                let rarity = self.rarity(found.len());
                let at_home = homes.keys().chain(named_homes.keys()).copied().collect();
                sought.push(Sought { rarity: rarity * weight, patterns, homes: at_home });
                ways.push(boost(said, weight));
                // Who asks for a leader and more does not ask what a leader is.
                ways.push(boost(homes, if several { weights::SHARED_HOME * rarity.sqrt() } else { 1.0 }));
            }
            ways.push(named);
        }
        let mut found = any(ways);
        for (section, together) in together::together(self.texts, &sought)? {
            *found.entry(section).or_default() += weights::MATCHED_WORD * together;
        }
        Ok(found)
    }

    /// From 0, it is in all sections, to 1.
    fn rarity(&self, found: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a rank needs no more than a few digits")]
        let found = found as f64;
        let sections = self.texts.sections();
        ((sections + 1.0) / (found + 1.0)).ln() / (sections + 1.0).ln()
    }

    /// The parts of a need that mean something by themselves, each as loosely as it can be understood.
    fn units(&self, need: &Need) -> tantivy::Result<Vec<Unit>> {
        let words = need.words();
        let weight = if need.weak { weights::WEAK } else { 1.0 };
        let mut whole = Vec::new();
        for word in &words {
            whole.push(self.word(word, Relaxation::None)?);
        }
        for lead in &need.leads {
            whole.push(self.names(lead)?);
        }
        let whole_patterns = words.iter().map(|word| word.pattern.clone());
        let whole_patterns = whole_patterns.chain(need.leads.iter().flat_map(|lead| self.other_names(lead)));
        let whole_patterns: Vec<Pattern> = whole_patterns.filter(|pattern| !pattern.is_empty()).collect();
        let mut units = Vec::new();
        if need.segments.is_empty() {
            let chunks: Vec<&Pattern> = words.iter().flat_map(|word| &word.chunks).collect();
            let (mut said, mut patterns) = (whole, whole_patterns);
            // A word of one piece is one unit, not two.
            let several = chunks.len() > 1;
            for chunk in chunks {
                let found = self.chunk(chunk)?;
                if several {
                    units.push(Unit { said: found, homes: Scores::default(), patterns: loosely(chunk), weight });
                } else {
                    said.push(found);
                    patterns.extend(loosely(chunk));
                }
            }
            units.push(Unit { said: any(said), homes: self.homes(&need.leads)?, patterns, weight });
            return Ok(units);
        }
        for segment in &need.segments {
            let (mut said, mut patterns) = (Vec::new(), Vec::new());
            for word in segment.words() {
                said.push(self.chunk(&word.pattern)?);
                patterns.extend(loosely(&word.pattern));
            }
            for lead in &segment.leads {
                let key = Pattern::of(&self.index.analyzer, &lead.key);
                said.push(self.pattern(&key, None)?);
                said.push(self.names(lead)?);
                patterns.push(key);
                patterns.extend(self.other_names(lead));
            }
            units.push(Unit { said: any(said), homes: self.homes(&segment.leads)?, patterns, weight });
        }
        units.push(Unit { said: any(whole), homes: self.homes(&need.leads)?, patterns: whole_patterns, weight });
        Ok(units)
    }

    /// A part of a word, or at least some of its pieces.
    fn chunk(&self, chunk: &Pattern) -> tantivy::Result<Scores> {
        let mut ways = vec![self.pattern(chunk, None)?];
        if chunk.slots.len() > 1 {
            for piece in chunk.pieces() {
                ways.push(boost(self.pattern(&piece, None)?, weights::PIECE));
            }
        }
        Ok(any(ways))
    }

    /// A word's own text, number and id.
    fn word(&self, word: &Word, step: Relaxation) -> tantivy::Result<Scores> {
        let fields = &self.index.fields;
        let mut ways = Vec::new();
        if !matches!(word.field, Some(Field::Number | Field::Id)) {
            let patterns = if step == Relaxation::None { vec![word.pattern.clone()] } else { word.pattern.pieces() };
            let texts = patterns.iter().map(|pattern| self.pattern(pattern, word.field.as_ref()));
            ways.push(all(texts.collect::<tantivy::Result<_>>()?));
        }
        if let Some(number) = word.number.as_ref().filter(|_| word.field != Some(Field::Id)) {
            let numbered = self.texts.with(fields.number, number)?;
            if word.address {
                ways.push(constant(numbered.into_iter(), weights::NUMBER));
                ways.push(constant(self.texts.with(fields.alias, number)?.into_iter(), weights::ALIAS));
                ways.push(constant(self.texts.with(fields.number_prefix, number)?.into_iter(), weights::UNDER_NUMBER));
            } else {
                ways.push(constant(numbered.into_iter(), weights::MAYBE_NUMBER));
            }
        }
        if word.address && word.field != Some(Field::Number) {
            for id in &word.ids {
                ways.push(constant(self.texts.with(fields.id, id)?.into_iter(), weights::ID));
            }
        }
        // The best reading counts alone, so that the sections under a number keep their order.
        Ok(best(ways))
    }

    /// A concept by its home and its other names.
    fn lead(&self, lead: &Lead) -> tantivy::Result<Scores> {
        Ok(any(vec![self.home(lead)?, self.names(lead)?]))
    }

    /// The sections that are about concepts.
    fn homes(&self, leads: &[Lead]) -> tantivy::Result<Scores> {
        Ok(any(leads.iter().map(|lead| self.home(lead)).collect::<tantivy::Result<_>>()?))
    }

    /// The section that is about a concept: worth less where the reader's word is not its name, for translations come after
    /// the original.
    fn home(&self, lead: &Lead) -> tantivy::Result<Scores> {
        let languages = self.index.glossary.languages(&self.index.analyzer, lead);
        let own = if languages.contains(&self.language()) { 1.0 } else { weights::OTHER_NAME };
        let homes = self.texts.with(self.index.fields.home, &lead.term.to_string())?;
        Ok(constant(homes.into_iter(), weights::HOME * own))
    }

    /// A concept's other names.
    fn names(&self, lead: &Lead) -> tantivy::Result<Scores> {
        let names = self.other_names(lead);
        let ways = names.iter().map(|name| self.pattern(name, None)).collect::<tantivy::Result<_>>()?;
        Ok(boost(best(ways), weights::OTHER_NAME))
    }

    fn other_names(&self, lead: &Lead) -> Vec<Pattern> {
        self.index.glossary.other_names(&self.index.analyzer, lead, self.language())
    }

    fn language(&self) -> &'a str {
        &self.texts.tongue.language
    }

    /// BM25 of a pattern in the texts that `field` names.
    fn pattern(&self, pattern: &Pattern, field: Option<&Field>) -> tantivy::Result<Scores> {
        let places = self.texts.of(pattern)?;
        let is_own = |text: Text| text.is_within(field);
        let own = places.values().filter(|here| here.iter().any(|(text, _)| is_own(*text))).count();
        #[expect(clippy::cast_precision_loss, reason = "a rank needs no more than a few digits")]
        let own = own as f64;
        let rarity = (1.0 + (self.texts.sections() - own + 0.5) / (own + 0.5)).ln();
        let counts = |text: Text| is_own(text) || self.paths && field.is_none();
        let mut found = Scores::default();
        for (section, here) in &*places {
            let mut sum = None;
            for (text, starts) in here.iter().filter(|(text, _)| counts(*text)) {
                #[expect(clippy::cast_precision_loss, reason = "a rank needs no more than a few digits")]
                let count = starts.len() as f64;
                let length = self.texts.length(*text, *section);
                let worth = weights::of_text(*text) * rarity * count * (weights::K1 + 1.0);
                let normal = count + weights::K1 * (1.0 - weights::B + weights::B * length);
                *sum.get_or_insert(0.0) += worth / normal;
            }
            found.extend(sum.map(|sum| (*section, sum)));
        }
        Ok(found)
    }
}

/// A part of a word, and its pieces.
fn loosely(chunk: &Pattern) -> Vec<Pattern> {
    let pieces = if chunk.slots.len() > 1 { chunk.pieces() } else { Vec::new() };
    distinct(std::iter::once(chunk.clone()).chain(pieces).filter(|pattern| !pattern.is_empty()))
}

/// What is met in one way at least, by all of them together.
fn any(ways: Vec<Scores>) -> Scores {
    let mut sum = Scores::default();
    for (section, score) in ways.into_iter().flatten() {
        *sum.entry(section).or_default() += score;
    }
    sum
}

/// What is met in each way.
fn all(ways: Vec<Scores>) -> Scores {
    let mut ways = ways.into_iter();
    let mut shared = ways.next().unwrap_or_default();
    for way in ways {
        shared.retain(|section, score| way.get(section).map(|other| *score += other).is_some());
    }
    shared
}

/// What is met in one way at least, by the best of them.
fn best(ways: Vec<Scores>) -> Scores {
    let mut most = Scores::default();
    for (section, score) in ways.into_iter().flatten() {
        let known = most.entry(section).or_default();
        *known = known.max(score);
    }
    most
}

fn boost(mut scores: Scores, factor: f64) -> Scores {
    for score in scores.values_mut() {
        *score *= factor;
    }
    scores
}

fn constant(sections: impl Iterator<Item = DocId>, score: f64) -> Scores {
    sections.map(|section| (section, score)).collect()
}
