//! Ranks the sections that meet a plan: those that have all of it and, where they fit as well, those that have some.

mod compile;
mod title;
mod together;
mod trace;
mod weights;

use std::collections::HashSet;

use tantivy::collector::{Count, DocSetCollector, TopDocs};
use tantivy::query::Query;
use tantivy::schema::Value;
use tantivy::{DocAddress, DocId, TantivyDocument};

use super::SearchIndex;
use super::index::Stored;
use super::plan::Plan;
use super::results::{Filter, Hit, Relaxation, Results};

pub(crate) use compile::anywhere;
pub(crate) use trace::{Mark, Trace};

use compile::Compiler;
use title::Titles;
use together::Sought;

/// So many more than are asked for are looked at: their titles may speak of more than those of the best by text, and more
/// may stand together in them.
const RESERVE: usize = 100;

/// The best sections for `plan`.
pub(crate) fn answer(index: &SearchIndex, plan: &Plan, filter: &Filter) -> tantivy::Result<Results> {
    let mut results = Results {
        total: 0,
        hits: Vec::new(),
        corrected: plan.corrected.clone(),
        relaxation: Relaxation::None,
        left_out: plan.left_out.clone(),
    };
    let sections = usize::try_from(index.sections()).unwrap_or(usize::MAX);
    // tantivy 0.27 fails at a set of terms where there are no documents at all.
    if sections == 0 {
        return Ok(results);
    }
    let (step, whole) = whole(index, plan, filter)?;
    if whole.is_empty() && step != Relaxation::AnyWord {
        return Ok(results);
    }
    let compiler = Compiler::new(index, step);
    let (query, sought) = if plan.has_alternatives() {
        compiler.some(plan, filter)?
    } else {
        (compiler.whole(plan, filter)?, Vec::new())
    };
    let (found, best) = best(index, plan, &*query, &sought, filter.limit.min(sections))?;
    results.total = if whole.is_empty() { found } else { whole.len() };
    results.relaxation = step;
    let worth = best.first().map_or(0.0, |best| best.score * weights::WORTH_SHOWING);
    for Ranked { score, address, stored } in best {
        let partial = !whole.contains(&address);
        if partial && !whole.is_empty() && score < worth {
            continue;
        }
        let step = if partial { Relaxation::AnyWord } else { step };
        results.hits.push(hit(index, plan, step, score, stored));
    }
    Ok(results)
}

/// The sections that have all of `plan`, and how it was loosened for that; any word must do where there are none.
fn whole(index: &SearchIndex, plan: &Plan, filter: &Filter) -> tantivy::Result<(Relaxation, HashSet<DocAddress>)> {
    let pieces = plan.has_joined_words().then_some(Relaxation::Pieces);
    for step in [Relaxation::None].into_iter().chain(pieces) {
        let query = Compiler::new(index, step).whole(plan, filter)?;
        let found = index.searcher.search(&*query, &DocSetCollector)?;
        if !found.is_empty() {
            return Ok((step, found));
        }
    }
    let last = if plan.has_alternatives() { Relaxation::AnyWord } else { Relaxation::None };
    Ok((last, HashSet::new()))
}

/// A section on its way to become a hit.
struct Ranked {
    score: f32,
    address: DocAddress,
    stored: Stored,
}

/// How many `query` finds, and the best of them with what their titles are worth, without what stands apart in them.
fn best(
    index: &SearchIndex,
    plan: &Plan,
    query: &dyn Query,
    sought: &[Sought],
    limit: usize,
) -> tantivy::Result<(usize, Vec<Ranked>)> {
    let best = TopDocs::with_limit(limit + RESERVE).order_by_score();
    let (count, best) = index.searcher.search(query, &(Count, best))?;
    let mut sections: Vec<DocId> = best.iter().map(|(_, address)| address.doc_id).collect();
    sections.sort_unstable();
    let apart = together::apart(index, sought, &sections)?;
    let mut titles = Titles::new(index, plan);
    let ranked = best.into_iter().map(|(score, address)| {
        let stored = stored(index, address)?;
        let apart = apart.get(&address.doc_id).copied().unwrap_or_default();
        let score = score + weights::TITLE_SHARE * titles.share(&stored) - weights::MATCHED_WORD * apart;
        Ok(Ranked { score, address, stored })
    });
    let mut ranked = ranked.collect::<tantivy::Result<Vec<_>>>()?;
    ranked.sort_by(|left, right| right.score.total_cmp(&left.score).then(left.address.cmp(&right.address)));
    ranked.truncate(limit);
    Ok((count, ranked))
}

fn stored(index: &SearchIndex, address: DocAddress) -> tantivy::Result<Stored> {
    let document: TantivyDocument = index.searcher.doc(address)?;
    let text = document.get_first(index.fields.stored).and_then(|value| value.as_str()).unwrap_or_default();
    Ok(serde_json::from_str(text).map_err(std::io::Error::other)?)
}

fn hit(index: &SearchIndex, plan: &Plan, step: Relaxation, score: f32, stored: Stored) -> Hit {
    let trace = Trace::new(index, plan, step, &stored);
    let (excerpt, mark) = trace.excerpt(&stored);
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
