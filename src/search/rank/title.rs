//! How much of a section's title a query speaks of.

use std::collections::HashMap;

use crate::analyzer::pattern::{CutText, Pattern};
use crate::analyzer::spans::Spans;
use crate::search::SearchIndex;
use crate::search::index::Stored;
use crate::search::plan::{Need, Plan};
use crate::search::query::Field;

/// Measures titles for one plan.
pub(super) struct Titles<'a> {
    index: &'a SearchIndex,
    plan: &'a Plan,
    /// What speaks of it, by the language of the title.
    patterns: HashMap<String, Vec<Pattern>>,
}

impl<'a> Titles<'a> {
    pub(super) fn new(index: &'a SearchIndex, plan: &'a Plan) -> Self {
        Self { index, plan, patterns: HashMap::new() }
    }

    /// From 0, nothing of it, to 1, all its words.
    pub(super) fn share(&mut self, stored: &Stored) -> f64 {
        let patterns = self
            .patterns
            .entry(stored.language.clone())
            .or_insert_with(|| patterns(self.index, self.plan, &stored.language));
        let title = CutText::new(&self.index.analyzer, &stored.title);
        let found = Spans::of(patterns.iter().flat_map(|pattern| title.find(pattern)));
        let said = title.tokens().iter().filter(|token| found.hold(&token.range)).count();
        #[expect(clippy::cast_precision_loss, reason = "a title has few words")]
        let share = said as f64 / title.tokens().len().max(1) as f64;
        share
    }
}

fn patterns(index: &SearchIndex, plan: &Plan, language: &str) -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for need in plan.needs.iter().filter(|need| !need.optional && !need.strict) {
        let words = need.segments.iter().flat_map(Need::words).chain(need.words());
        for word in words.filter(|word| matches!(word.field, None | Some(Field::Title))) {
            patterns.push(word.pattern.clone());
            patterns.extend(word.chunks.iter().cloned());
        }
        for lead in need.all_leads() {
            patterns.push(Pattern::of(&index.analyzer, &lead.key));
            patterns.extend(index.glossary.other_names(&index.analyzer, lead, language));
        }
    }
    patterns.retain(|pattern| !pattern.is_empty());
    patterns
}
