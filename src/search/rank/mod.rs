//! Ranks the sections that meet a plan: those that have all of it and, where they fit as well, those that have some.

mod ranker;
mod standing;
mod title;
mod together;
mod trace;
mod weights;

use std::cmp::Ordering;

use rustc_hash::FxHashSet;
use tantivy::schema::Value;
use tantivy::{DocAddress, DocId, TantivyDocument};

use super::SearchIndex;
use super::excerpt;
use super::index::{Stored, Tongue};
use super::plan::Plan;
use super::results::{Excerpt, Filter, Hit, Relaxation, Results};

pub(crate) use standing::Standing;
pub(crate) use trace::{Mark, Trace};

use ranker::{Ranker, Scores};
use title::Titles;

/// So many more than are asked for are looked at, of those that have all and of those that lack something: their titles may speak
/// of more than those of the best by text.
const RESERVE: usize = 100;

/// The best sections for `plan`, of the languages whose texts are given.
pub(crate) fn answer(
    index: &SearchIndex,
    texts: &[Standing<'_>],
    plan: &Plan,
    filter: &Filter,
) -> tantivy::Result<Results> {
    let mut results = Results {
        total: 0,
        hits: Vec::new(),
        corrected: plan.corrected.clone(),
        relaxation: Relaxation::None,
        left_out: plan.left_out.clone(),
        absent: plan.absent.clone(),
    };
    let mut answers =
        texts.iter().map(|texts| best(index, texts, plan, filter)).collect::<tantivy::Result<Vec<_>>>()?;
    let whole: usize = answers.iter().map(|answer| answer.whole).sum();
    let some: usize = answers.iter().map(|answer| answer.some).sum();
    results.total = if whole == 0 { some } else { whole };
    let met = answers.iter().filter(|answer| whole == 0 || answer.whole > 0);
    results.relaxation = met.map(|answer| answer.step).min().unwrap_or(Relaxation::None);
    let mut ranked: Vec<Ranked> = answers.iter_mut().flat_map(|answer| std::mem::take(&mut answer.best)).collect();
    // What is equal in several languages comes first in the reader's, then by the codes of the languages.
    ranked.sort_by_key(|one| filter.reader.as_ref() != Some(&one.stored.language));
    ranked.sort_by(|left, right| by_worth(left, right).then(left.stored.book.cmp(&right.stored.book)));
    let least = ranked.first().map_or(0.0, |best| best.score * weights::WORTH_SHOWING);
    let shown = ranked.into_iter().filter(|one| whole == 0 || !one.partial || one.score >= least).take(filter.limit);
    results.hits.extend(shown.map(|Ranked { score, step, stored, .. }| hit(index, plan, step, score, stored)));
    Ok(results)
}

/// What one language has.
struct Answer {
    /// How far the plan had to be loosened to find anything.
    step: Relaxation,
    /// How many sections have all of it, and how many some.
    whole: usize,
    some: usize,
    best: Vec<Ranked>,
}

/// A section on its way to become a hit.
struct Ranked {
    score: f64,
    /// By what it is ordered.
    worth: f64,
    section: DocId,
    /// Whether it lacks something.
    partial: bool,
    step: Relaxation,
    stored: Stored,
}

/// The best first.
fn by_worth(left: &Ranked, right: &Ranked) -> Ordering {
    right.worth.total_cmp(&left.worth)
}

/// By what a section is ordered: those that a number finds by how they have it, whatever else is said there. What is equal but
/// for the order in which it was added up is equal.
fn worth(plan: &Plan, score: f64) -> f64 {
    let kinds = [weights::NUMBER, weights::ALIAS, weights::ID, weights::UNDER_NUMBER];
    let kind = kinds.into_iter().find(|kind| plan.is_number() && score >= *kind);
    (kind.unwrap_or(score) * 1e6).round()
}

/// The best sections of one language with what their titles are worth.
fn best(index: &SearchIndex, texts: &Standing<'_>, plan: &Plan, filter: &Filter) -> tantivy::Result<Answer> {
    let (step, whole) = whole(index, texts, plan, filter)?;
    if whole.is_empty() && step != Relaxation::AnyWord {
        return Ok(Answer { step, whole: 0, some: 0, best: Vec::new() });
    }
    let ranker = Ranker::new(index, texts, filter, step);
    let found = if plan.has_alternatives() { ranker.some(plan)? } else { ranker.whole(plan)? };
    let some = found.len();
    let mut sections: Vec<(DocId, f64)> = found.into_iter().collect();
    // In the order in which they will be shown, but for what their titles are worth.
    sections.sort_by(|left, right| worth(plan, right.1).total_cmp(&worth(plan, left.1)).then(left.0.cmp(&right.0)));
    let (mut whole_left, mut partial_left) =
        (filter.limit.saturating_add(RESERVE), filter.limit.saturating_add(RESERVE));
    sections.retain(|(section, _)| {
        let left = if whole.contains(section) { &mut whole_left } else { &mut partial_left };
        let fits = *left > 0;
        *left = left.saturating_sub(1);
        fits
    });
    let mut titles = Titles::new(index, plan);
    let mut best = Vec::new();
    for (section, score) in sections {
        let stored = stored(index, texts.tongue, section)?;
        let score = score + weights::TITLE_SHARE * titles.share(&stored);
        let partial = !whole.contains(&section);
        let step = if partial { Relaxation::AnyWord } else { step };
        best.push(Ranked { score, worth: worth(plan, score), section, partial, step, stored });
    }
    best.sort_by(|left, right| by_worth(left, right).then(left.section.cmp(&right.section)));
    Ok(Answer { step, whole: whole.len(), some, best })
}

/// The sections that have all of `plan`, and how it was loosened for that; any word must do where there are none.
fn whole(
    index: &SearchIndex,
    texts: &Standing<'_>,
    plan: &Plan,
    filter: &Filter,
) -> tantivy::Result<(Relaxation, FxHashSet<DocId>)> {
    let pieces = plan.has_joined_words().then_some(Relaxation::Pieces);
    for step in [Relaxation::None].into_iter().chain(pieces) {
        let found: Scores = Ranker::new(index, texts, filter, step).whole(plan)?;
        if !found.is_empty() {
            return Ok((step, found.into_keys().collect()));
        }
    }
    let last = if plan.has_alternatives() { Relaxation::AnyWord } else { Relaxation::None };
    Ok((last, FxHashSet::default()))
}

/// The statement of a section that was asked for by its number.
fn asked(plan: &Plan, stored: &Stored) -> Option<(Excerpt, String)> {
    let marks = plan.numbers.iter().flat_map(|asked| stored.keys.iter().filter_map(|key| asked.strip_prefix(key)));
    let mut marks = marks.filter(|mark| mark.starts_with('.'));
    let (mark, text) = marks.find_map(|mark| Some((mark, stored.statement(mark)?)))?;
    Some((excerpt::cut_out(text, &[]).0, mark.to_owned()))
}

fn stored(index: &SearchIndex, tongue: &Tongue, section: DocId) -> tantivy::Result<Stored> {
    let document: TantivyDocument = tongue.searcher.doc(DocAddress::new(0, section))?;
    let text = document.get_first(index.fields.stored).and_then(|value| value.as_str()).unwrap_or_default();
    Ok(serde_json::from_str(text).map_err(std::io::Error::other)?)
}

fn hit(index: &SearchIndex, plan: &Plan, step: Relaxation, score: f64, stored: Stored) -> Hit {
    let trace = Trace::new(index, plan, step, &stored);
    let (excerpt, mark) = asked(plan, &stored).unwrap_or_else(|| trace.excerpt(&stored));
    Hit {
        relaxation: step,
        title_marks: trace.title(),
        excerpt,
        mark,
        via: trace.via,
        score,
        book: stored.book,
        language: stored.language,
        number: stored.number,
        id: stored.id,
        title: stored.title,
        file: stored.file,
        line: stored.line,
    }
}
