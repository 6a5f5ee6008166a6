//! Finds out why a section is a hit: where the words stand in its texts, and which concept led to it where they do not.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use crate::analyzer::pattern::{CutText, Pattern};
use crate::library::prefixes;
use crate::search::SearchIndex;
use crate::search::excerpt;
use crate::search::glossary::Lead;
use crate::search::index::Stored;
use crate::search::plan::{Need, Own, Plan, Word};
use crate::search::query::Field;
use crate::search::results::{Excerpt, Relaxation};

/// A place to mark, and which need of the plan it meets.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mark {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) need: usize,
}

/// Why a section is a hit.
#[derive(Debug)]
pub(crate) struct Trace {
    pub(super) via: Option<String>,
    title: Vec<Mark>,
    body: Vec<Mark>,
    asides: Vec<Vec<Mark>>,
    rows: Vec<Vec<Mark>>,
}

impl Trace {
    /// Looks into the texts of `stored` with the same cut and the same patterns that found it.
    pub(super) fn new(index: &SearchIndex, plan: &Plan, step: Relaxation, stored: &Stored) -> Self {
        let texts = Texts::new(index, stored);
        let reader = Reader { index, step, stored, texts: &texts };
        let wanted = || plan.needs.iter().enumerate().filter(|(_, need)| !need.optional);
        let via = wanted().find_map(|(_, need)| reader.via(need));
        let sought: Vec<(usize, HashSet<_>)> = wanted().map(|(place, need)| (place, reader.patterns(need))).collect();
        let marks = |text: &CutText, field: &Field| {
            let mut marks: Vec<Mark> = Vec::new();
            for (place, patterns) in &sought {
                let patterns = patterns.iter().filter(|(_, only)| only.is_none_or(|only| only == field));
                let ranges = patterns.flat_map(|(pattern, _)| text.find(pattern));
                marks.extend(ranges.map(|range| Mark { start: range.start, end: range.end, need: *place }));
            }
            marks.sort();
            marks.dedup();
            marks
        };
        let title = marks(&texts.title, &Field::Title);
        let body = marks(&texts.body, &Field::Body);
        let asides = texts.asides.iter().map(|aside| marks(aside, &Field::Note)).collect();
        let rows = texts.rows.iter().map(|row| marks(row, &Field::Body)).collect();
        Self { via, title, body, asides, rows }
    }

    /// Bytes of the title to mark.
    pub(super) fn title(&self) -> Vec<Range<usize>> {
        excerpt::join(&self.title)
    }

    /// The best window of the rule text, or of the aside or row that meets most needs if the rule text meets none; and
    /// the mark of the passage that it shows.
    pub(super) fn excerpt(&self, stored: &Stored) -> (Excerpt, String) {
        let others = self.asides.iter().zip(&stored.asides).chain(self.rows.iter().zip(&stored.rows));
        let aside = others.rev().max_by_key(|(marks, _)| needs_met(marks).len());
        match aside {
            Some((marks, passage)) if self.body.is_empty() && !marks.is_empty() => {
                (excerpt::cut_out(&passage.text, marks).0, passage.mark.clone())
            }
            _ => {
                let (excerpt, at) = excerpt::cut_out(&stored.body, &self.body);
                let mark = if self.title_says_it_all() { "" } else { stored.mark_at(at) };
                (excerpt, mark.to_owned())
            }
        }
    }

    /// Whether all that was found in the rule text stands in the title, too: then the section as a whole was meant.
    fn title_says_it_all(&self) -> bool {
        needs_met(&self.title).is_superset(&needs_met(&self.body))
    }
}

/// The different needs that `marks` meet.
fn needs_met(marks: &[Mark]) -> BTreeSet<usize> {
    marks.iter().map(|mark| mark.need).collect()
}

/// The texts of a section, cut.
struct Texts {
    title: CutText,
    body: CutText,
    asides: Vec<CutText>,
    rows: Vec<CutText>,
}

impl Texts {
    fn new(index: &SearchIndex, stored: &Stored) -> Self {
        let cut = |text: &String| CutText::new(&index.analyzer, text);
        Self {
            title: cut(&stored.title),
            body: cut(&stored.body),
            asides: stored.asides.iter().map(|aside| cut(&aside.text)).collect(),
            rows: stored.rows.iter().map(|row| cut(&row.text)).collect(),
        }
    }

    fn has(&self, pattern: &Pattern, field: Option<&Field>) -> bool {
        let title = || self.title.has(pattern);
        let body = || self.body.has(pattern);
        let asides = || self.asides.iter().any(|aside| aside.has(pattern));
        let rows = || self.rows.iter().any(|row| row.has(pattern));
        match field {
            Some(Field::Title) => title(),
            Some(Field::Body) => body() || rows(),
            Some(Field::Note) => asides(),
            _ => title() || body() || asides() || rows(),
        }
    }
}

/// Reads one section against a plan.
struct Reader<'a> {
    index: &'a SearchIndex,
    step: Relaxation,
    stored: &'a Stored,
    texts: &'a Texts,
}

impl Reader<'_> {
    /// The name of the concept that led here, if the need's own words do not stand here.
    fn via(&self, need: &Need) -> Option<String> {
        match &need.own {
            Own::Word(word) if self.stands(word, need.strict) => return None,
            Own::All(needs) if needs.iter().all(|need| self.own_stands(need)) => return None,
            _ => {}
        }
        let name = |lead: &&Lead| self.index.glossary.name(lead, &self.stored.language).map(str::to_owned);
        let whole = need.leads.iter().filter(|lead| self.leads_here(lead));
        let parts = need.all_leads().into_iter().filter(|lead| self.leads_here(lead));
        let parts: Vec<&Lead> = whole.chain(parts).collect();
        parts.iter().find_map(name)
    }

    fn own_stands(&self, need: &Need) -> bool {
        match &need.own {
            Own::Nothing => false,
            Own::Word(word) => self.stands(word, need.strict),
            Own::All(needs) => needs.iter().all(|need| self.own_stands(need)),
        }
    }

    /// Whether a word itself, its number or its id is here.
    fn stands(&self, word: &Word, strict: bool) -> bool {
        let text = match self.step {
            Relaxation::Pieces | Relaxation::AnyWord if !strict => {
                let has = |pattern: &Pattern| self.texts.has(pattern, word.field.as_ref());
                let has_some = |chunk: &Pattern| has(chunk) || chunk.pieces().iter().any(has);
                let any_chunk = self.step == Relaxation::AnyWord && word.chunks.iter().any(has_some);
                any_chunk || (!word.pattern.is_empty() && word.pattern.pieces().iter().all(has))
            }
            _ => self.texts.has(&word.pattern, word.field.as_ref()),
        };
        text || self.is_addressed(word)
    }

    /// Whether a word found the section by its number or its id. A word that is no address and merely is the id did not.
    fn is_addressed(&self, word: &Word) -> bool {
        let asked = word.number.as_ref();
        if !word.address {
            return asked.is_some_and(|asked| self.stored.keys.contains(asked));
        }
        let mut keys = self.stored.keys.iter().chain(&self.stored.aliases);
        let numbered = asked.is_some_and(|asked| keys.any(|key| prefixes(key).any(|prefix| prefix == asked)));
        numbered || word.ids.iter().any(|id| *id == self.stored.id.to_lowercase())
    }

    /// Whether a concept is here under another name, or is at home here.
    fn leads_here(&self, lead: &Lead) -> bool {
        let names = self.index.glossary.other_names(&self.index.analyzer, lead, &self.stored.language);
        let term = &self.index.glossary.terms()[lead.term];
        let of_book = term.book.as_deref().is_none_or(|book| book == self.stored.book);
        names.iter().any(|name| self.texts.has(name, None)) || (of_book && self.stored.homes.contains(&term.id))
    }

    /// A part of a word, or its pieces if it does not stand here in one piece.
    fn whole_or_pieces(&self, chunk: &Pattern) -> Vec<Pattern> {
        if self.texts.has(chunk, None) { vec![chunk.clone()] } else { chunk.pieces() }
    }

    /// Everything to mark for a need, with the only text to mark it in.
    fn patterns<'n>(&self, need: &'n Need) -> HashSet<(Pattern, Option<&'n Field>)> {
        let mut patterns = HashSet::new();
        for word in need.words() {
            let field = word.field.as_ref().filter(|field| !matches!(field, Field::Book(_)));
            patterns.insert((word.pattern.clone(), field));
            let loosened = match self.step {
                _ if need.strict => Vec::new(),
                Relaxation::None => Vec::new(),
                Relaxation::Pieces => word.pattern.pieces(),
                Relaxation::AnyWord => word.chunks.iter().flat_map(|chunk| self.whole_or_pieces(chunk)).collect(),
            };
            patterns.extend(loosened.into_iter().map(|pattern| (pattern, field)));
        }
        for segment in &need.segments {
            patterns.extend(segment.words().into_iter().map(|word| (word.pattern.clone(), None)));
        }
        for lead in need.all_leads() {
            let names = self.index.glossary.other_names(&self.index.analyzer, lead, &self.stored.language);
            patterns.extend(names.into_iter().map(|name| (name, None)));
        }
        patterns
    }
}
