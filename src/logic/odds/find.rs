//! From a case to its odds: explores, makes the choices, solves.

use super::explore::{Explored, explore};
use super::graph::Target;
use super::solve::{Limits, Unknown, Worth, choose_best, solve};
use super::{Case, Effort, EndedFirst, Ending, Odds, Outcome, Refusal, Way, bisimulation};
use crate::logic::program::NameId;
use crate::logic::value::Value;

/// How likely each outcome of a case is, or why that cannot be said.
///
/// Where the budget of the case ends, what is known by then is told, and how likely the rest is.
pub fn odds(case: &Case<'_>) -> Result<Odds, Refusal> {
    odds_counted(case).0
}

/// The same as [`odds`], and what it took, also where there are none.
pub fn odds_counted(case: &Case<'_>) -> (Result<Odds, Refusal>, Effort) {
    let mut effort = Effort::default();
    let found = find(case, &mut effort);
    (found, effort)
}

fn find(case: &Case<'_>, effort: &mut Effort) -> Result<Odds, Refusal> {
    let mut whole = case.clone();
    if whole.of.is_empty() {
        whole.of = super::ask::all(case.open);
    }
    let case = &whole;
    let mut explored = explore(case, effort)?;
    let made = choose(case, &mut explored);
    effort.words = explored.words();
    made?;
    let limits = limits(case, &explored);
    let Explored { graph, weights, ends, ended, .. } = explored;
    let solved = solve(&graph, &weights, ends.len(), Target::state(0), limits);
    effort.words = effort.words.saturating_add(limits.work - solved.work.min(limits.work));
    effort.ways = graph.ways();
    let found = ends.into_iter().zip(solved.ends).filter(|(_, probability)| !probability.is_zero());
    let mut outcomes: Vec<Outcome> = found.map(|(ending, probability)| Outcome { ending, probability }).collect();
    outcomes.sort_by(|a, b| a.ending.cmp(&b.ending));
    let ended = ended.or(solved.ended).filter(|_| !solved.unresolved.is_zero());
    Ok(Odds { outcomes, unresolved: solved.unresolved, endless: solved.endless, effort: *effort, ended })
}

/// What exploring has left for the numbers.
fn limits(case: &Case<'_>, explored: &Explored) -> Limits {
    Limits { work: case.budget.words.saturating_sub(explored.words()), bytes: case.budget.bytes }
}

/// Makes the choices that no policy has made on the way.
fn choose(case: &Case<'_>, explored: &mut Explored) -> Result<(), Refusal> {
    let undecided: Vec<u32> = explored.undecided.iter().map(|choice| choice.state).collect();
    let words = case.budget.words.saturating_sub(explored.words);
    if let Some(left) = bisimulation::settle(&mut explored.graph, &mut explored.weights, &undecided, words)
        && let Some(choice) = explored.undecided.iter().find(|choice| choice.state == left)
    {
        return Err(Refusal::Choice {
            label: choice.label,
            by: choice.by.clone(),
            candidates: choice.candidates.clone(),
            point: choice.point,
        });
    }
    let Some(first) = looking(case) else { return Ok(()) };
    let worths = (0..case.of.len()).map(|at| worth(case, &explored.ends, at, first)).collect::<Result<Vec<_>, _>>()?;
    let limits = limits(case, explored);
    let mut left = limits;
    let made = choose_best(&mut explored.graph, &explored.weights, &worths, Target::state(0), &mut left);
    explored.words = explored.words.saturating_add(limits.work - left.work.min(limits.work));
    let chosen_in = |state: u32| explored.looking.get(&state).copied().unwrap_or(first);
    made.map_err(|unknown| match unknown {
        Unknown::Cyclic(state) => Refusal::Cyclic { label: chosen_in(state) },
        Unknown::Unresolved(state) => {
            Refusal::Unresolved { label: chosen_in(state), ended: explored.ended.unwrap_or(EndedFirst::Words) }
        }
        Unknown::Limit(ended) => Refusal::Unresolved { label: first, ended },
    })
}

/// The first choice that looks for the highest or lowest.
fn looking(case: &Case<'_>) -> Option<NameId> {
    let looks = |way: &Way| matches!(way, Way::Highest(_) | Way::Lowest(_));
    case.policies.iter().find(|policy| looks(&policy.way)).map(|policy| policy.label)
}

/// What each ending is worth, by one of the things asked: what no policy looks for is worth nothing.
fn worth(case: &Case<'_>, ends: &[Ending], at: usize, label: NameId) -> Result<Vec<Worth>, Refusal> {
    let wanted = |way: &Way| matches!(way, Way::Highest(of) | Way::Lowest(of) if *of == at);
    if !case.policies.iter().any(|policy| wanted(&policy.way)) {
        return Ok(vec![(0, 1); ends.len()]);
    }
    let each = |ending: &Ending| match ending {
        Ending::Refused(_) | Ending::Over(_) => Ok((0, 1)),
        Ending::Values(values) => match values.get(at) {
            Some(Value::YesNo(held)) => Ok((i128::from(held.is_yes()), 1)),
            Some(Value::None) | None => Ok((0, 1)),
            Some(value) => value.as_ratio().ok_or_else(|| Refusal::NoNumber { label, value: value.clone() }),
        },
    };
    ends.iter().map(each).collect()
}
