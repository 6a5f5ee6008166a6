//! Which readings of a book its printed examples fit: each is run again under every reading of the options that it asks.

use std::collections::BTreeSet;

use super::read::Plan;
use super::run::run;
use super::verdict::{Dispute, Fit, Verdict, VerdictKind};
use crate::diagnostic::Diagnostic;
use crate::logic::limits::{Limits, Piece};
use crate::logic::program::{OptionId, PointId, Program};
use crate::logic::value::Symbol;

/// Runs a printed example; the runs under other readings share its allotment, and what is left of them when it ends is
/// not told.
pub(super) fn run_printed(
    program: &Program,
    external: &BTreeSet<PointId>,
    plan: &Plan<'_>,
    (piece, limits): (&Piece<'_>, &Limits),
) -> (Verdict, Vec<Diagnostic>) {
    let under = |readings: Vec<(OptionId, Symbol)>| {
        if piece.left() == 0 {
            return None;
        }
        let mut other = plan.clone();
        other.start.readings = readings;
        // What it says must come out; why is told by us, of the reading that it was written for.
        for step in &mut other.steps {
            step.because.clear();
            step.not_because.clear();
            step.considered.clear();
        }
        let (verdict, mistakes) = run(program, external, &other, (piece, limits));
        (!piece.has_ended()).then(|| (holds(&verdict) && mistakes.is_empty(), verdict))
    };
    let (mut verdict, mistakes) = run(program, external, plan, (piece, limits));
    if !holds(&verdict) || verdict.kind == VerdictKind::Disputed {
        return (verdict, mistakes);
    }

    let own = |option: OptionId| plan.start.readings.iter().find(|(other, _)| *other == option);
    for option in verdict.asked.clone() {
        let declared = &program.options[option.index()];
        let current = own(option).map_or(declared.followed, |(_, reading)| *reading);
        for reading in &declared.readings {
            let others = plan.start.readings.iter().filter(|(other, _)| *other != option).copied();
            let fits = if *reading == current {
                Some(true)
            } else {
                under(others.chain([(option, *reading)]).collect()).map(|(holds, _)| holds)
            };
            let Some(holds) = fits else { continue };
            verdict.fits.push(Fit { option, reading: *reading, holds });
        }
    }

    let chosen =
        plan.start.readings.iter().find(|(option, reading)| program.options[option.index()].followed != *reading);
    let Some((option, reading)) = chosen else { return (verdict, mistakes) };
    let Some((holds, followed)) = under(Vec::new()) else { return (verdict, mistakes) };
    if holds {
        return (verdict, mistakes);
    }
    let dispute = |failure: super::Failure| Dispute {
        key: failure.key,
        printed: failure.expected,
        by_rule: failure.got,
        why: None,
    };
    verdict.kind = VerdictKind::OtherReading;
    verdict.disputes = followed.failures.into_iter().map(dispute).collect();
    let name = |symbol: Symbol| program.symbols.get(symbol.index()).map_or("", String::as_str);
    let option = program.name(program.options[option.index()].name);
    let under =
        if verdict.assumed.is_empty() { String::new() } else { format!("; assumes {}", verdict.assumed.join(", ")) };
    verdict.reason = Some(format!("holds where {option} is {}, which is not followed{under}", name(*reading)));
    (verdict, mistakes)
}

fn holds(verdict: &Verdict) -> bool {
    !matches!(verdict.kind, VerdictKind::Failed | VerdictKind::Undetermined)
}
