//! Ranks the sections that meet a plan: strictly first, then looser, until something is found.

mod compile;
mod trace;
mod weights;

use tantivy::collector::{Count, TopDocs};
use tantivy::schema::Value;
use tantivy::{DocAddress, TantivyDocument};

use super::SearchIndex;
use super::index::Stored;
use super::plan::Plan;
use super::results::{Filter, Hit, Relaxation, Results};

pub(crate) use compile::anywhere;
pub(crate) use trace::{Mark, Trace};

use compile::Compiler;

/// The best sections for `plan`.
pub(crate) fn answer(index: &SearchIndex, plan: &Plan, filter: &Filter) -> tantivy::Result<Results> {
    let mut steps = vec![Relaxation::None];
    steps.extend(plan.has_joined_words().then_some(Relaxation::Pieces));
    steps.extend(plan.has_alternatives().then_some(Relaxation::AnyWord));
    let most = usize::try_from(index.sections()).unwrap_or(usize::MAX);
    let limit = filter.limit.min(most);
    let mut results = Results {
        total: 0,
        hits: Vec::new(),
        corrected: plan.corrected.clone(),
        relaxation: Relaxation::None,
        left_out: plan.left_out.clone(),
    };
    // tantivy 0.27 fails at a set of terms where there are no documents at all.
    let steps = if most == 0 { Vec::new() } else { steps };
    for step in steps {
        let query = Compiler::new(index, step).query(plan, filter)?;
        // The collector cannot be asked for no hits at all.
        let best = TopDocs::with_limit(limit.max(1)).order_by_score();
        let (total, best) = index.searcher.search(&*query, &(Count, best))?;
        if total > 0 {
            let hits = best.into_iter().take(limit).map(|(score, address)| hit(index, plan, step, score, address));
            results = Results { total, hits: hits.collect::<tantivy::Result<_>>()?, relaxation: step, ..results };
            break;
        }
    }
    Ok(results)
}

fn hit(index: &SearchIndex, plan: &Plan, step: Relaxation, score: f32, address: DocAddress) -> tantivy::Result<Hit> {
    let document: TantivyDocument = index.searcher.doc(address)?;
    let text = document.get_first(index.fields.stored).and_then(|value| value.as_str()).unwrap_or_default();
    let stored: Stored = serde_json::from_str(text).map_err(std::io::Error::other)?;
    let trace = Trace::new(index, plan, step, &stored);
    let excerpt = trace.excerpt(&stored);
    Ok(Hit {
        via: trace.via,
        title_marks: trace.title,
        excerpt,
        score,
        book: stored.book,
        language: stored.language,
        number: stored.number,
        id: stored.id,
        title: stored.title,
        file: stored.file,
        line: stored.line,
    })
}
