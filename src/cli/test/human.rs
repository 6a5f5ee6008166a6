//! Verdicts for reading: a line for each example, and what is behind those that did not simply pass.

use std::collections::BTreeMap;

use super::super::output::{BAD, FAINT, FAIR, GOOD, Output, STRONG, counted};
use super::super::{CommandError, coverage as parts};
use super::{Report, name};
use crate::diagnostic::{Place, render};
use crate::logic::example::{ExampleResult, VerdictKind};
use crate::logic::mutate::Fate;
use crate::logic::trace::text;

/// How many steps of a failed run are shown.
const LAST_STEPS: usize = 60;

pub(super) fn print(report: &Report<'_>, output: &mut Output) -> Result<(), CommandError> {
    let mut unjudged: BTreeMap<&str, usize> = BTreeMap::new();
    for result in report.results {
        if report.is_unjudged(result) {
            *unjudged.entry(&result.book).or_default() += 1;
        } else {
            example(report, result, output)?;
        }
    }
    for (book, count) in unjudged {
        let (word, what) = (VerdictKind::Failed.name(), counted(count, "example"));
        let reason = "the logic of the book has mistakes";
        output.line(format_args!("{BAD}{word:>23}{BAD:#}  {book}: {what} cannot run, since {reason}"))?;
    }
    if report.coverage.is_some() {
        coverage(report, output)?;
    }
    if report.mutants.is_some() {
        mutants(report, output)?;
    }
    let parts = VerdictKind::ALL.into_iter().filter(|kind| report.count(*kind) > 0);
    let parts: Vec<String> = parts.map(|kind| format!("{} {}", report.count(kind), kind.name())).collect();
    let cases = report.results.iter().filter(|result| result.is_case).count();
    let mut all: Vec<String> = Vec::new();
    if report.results.len() > cases || cases == 0 {
        all.push(counted(report.results.len() - cases, "example"));
    }
    if cases > 0 {
        all.push(counted(cases, "case"));
    }
    let all = all.join(" and ");
    output.line(if parts.is_empty() { all } else { format!("{all}: {}", parts.join(", ")) })
}

fn example(report: &Report<'_>, result: &ExampleResult, output: &mut Output) -> Result<(), CommandError> {
    let verdict = &result.verdict;
    let style = match verdict.kind {
        VerdictKind::Passed => GOOD,
        VerdictKind::Failed => BAD,
        VerdictKind::ProseOnly => FAINT,
        VerdictKind::PassedUnderAssumption
        | VerdictKind::OtherReading
        | VerdictKind::Disputed
        | VerdictKind::Undetermined => FAIR,
    };
    let number = result.number.as_ref().map(|number| format!(" {FAINT}{number}{FAINT:#}")).unwrap_or_default();
    let under = match (verdict.kind, verdict.assumed.is_empty()) {
        (VerdictKind::PassedUnderAssumption, _) | (VerdictKind::Disputed, false) => {
            format!(" {FAINT}assumes {}{FAINT:#}", verdict.assumed.join(", "))
        }
        _ => String::new(),
    };
    let word = verdict.kind.name();
    output.line(format_args!("{style}{word:>23}{style:#}  {}{number}{under}", name(result)))?;
    for mistake in &result.diagnostics {
        output.line(format_args!("{}\n", render::human(mistake, &report.library.sources, true)))?;
    }
    for failure in &verdict.failures {
        output.line(format_args!("    {STRONG}{}{STRONG:#}", failure.key))?;
        output.line(format_args!("      expected  {}", failure.expected))?;
        output.line(format_args!("      got       {BAD}{}{BAD:#}", failure.got))?;
        output.line(format_args!("      {FAINT}at {}{FAINT:#}", at(report, failure.place)))?;
        if let Some(help) = &failure.help {
            output.line(format_args!("      {STRONG}help{STRONG:#}: {help}"))?;
        }
    }
    let disputed = [VerdictKind::Disputed, VerdictKind::OtherReading].contains(&verdict.kind);
    for dispute in verdict.disputes.iter().filter(|_| disputed) {
        output.line(format_args!("    {STRONG}{}{STRONG:#}", dispute.key))?;
        output.line(format_args!("      printed   {}", dispute.printed))?;
        output.line(format_args!("      by rule   {}", dispute.by_rule))?;
        if let Some(why) = &dispute.why {
            output.line(format_args!("      {FAINT}see the note `{why}`{FAINT:#}"))?;
        }
    }
    if verdict.kind == VerdictKind::OtherReading {
        output.line(format_args!("    {}", verdict.reason.as_deref().unwrap_or_default()))?;
    }
    if verdict.kind == VerdictKind::Undetermined {
        output.line(format_args!("    {}", verdict.reason.as_deref().unwrap_or_default()))?;
        output.line(format_args!("      {FAINT}at {}{FAINT:#}", at(report, result.place)))?;
    } else if verdict.kind == VerdictKind::Failed && verdict.failures.is_empty() && result.diagnostics.is_empty() {
        output.line(format_args!("    {}", verdict.reason.as_deref().unwrap_or_default()))?;
    }
    // A failure is told with the steps that led to it.
    if (report.trace.is_some() || !verdict.failures.is_empty()) && !verdict.trace.is_empty() {
        let shown = text(&report.trace(result), |section| report.cited(&result.book, section));
        // The last steps led to it; all of them only where they were asked for.
        let all = shown.lines().count();
        let left_out = if report.trace.is_some() { 0 } else { all.saturating_sub(LAST_STEPS) };
        if left_out > 0 {
            let words = format!("{left_out} steps before these: `--trace` shows them");
            output.line(format_args!("      {FAINT}│ … {words}{FAINT:#}"))?;
        }
        for line in shown.lines().skip(left_out) {
            output.line(format_args!("      {FAINT}│{FAINT:#} {line}"))?;
        }
    }
    Ok(())
}

fn at(report: &Report<'_>, place: Place) -> String {
    let (path, position) = report.library.sources.position(place);
    format!("{path}:{}:{}", position.line, position.column)
}

fn coverage(report: &Report<'_>, output: &mut Output) -> Result<(), CommandError> {
    output.line("")?;
    let rows = report.coverage.as_deref().unwrap_or_default();
    for row in rows {
        let style = if row.untouched.is_empty() { GOOD } else { FAIR };
        let cited = row.number.as_deref().unwrap_or(&row.section);
        let counts = format!("{}/{}", row.covered, row.total);
        let kind = row.kind;
        let named = format!("{} {cited}", row.book);
        output.line(format_args!("{style}{counts:>8}{style:#}  {kind:<12}  {named}"))?;
        let Some(compiled) = report.compiled(&row.book) else { continue };
        parts::list(&row.untouched, &compiled.program, &report.library.sources, output)?;
    }
    let (covered, total) = rows.iter().fold((0, 0), |(covered, total), row| (covered + row.covered, total + row.total));
    output.line(format_args!("{STRONG}{covered} of {total}{STRONG:#} parts of the logic are exercised\n"))
}

fn mutants(report: &Report<'_>, output: &mut Output) -> Result<(), CommandError> {
    output.line("")?;
    let all = report.mutants.as_deref().unwrap_or_default();
    for mutant in
        all.iter().filter(|mutant| matches!(mutant.fate, Fate::Unnoticed | Fate::Unreached | Fate::Equivalent))
    {
        let style = if mutant.fate == Fate::Equivalent { FAINT } else { FAIR };
        let cited = mutant.number.as_deref().unwrap_or(&mutant.section);
        let (fate, change, text) = (mutant.fate.name(), &mutant.change, &mutant.text);
        output.line(format_args!("{style}{fate:>10}{style:#}  {} {cited}: {change}", mutant.book))?;
        output.line(format_args!("{:>10}  {FAINT}{}{FAINT:#}  {text}", "", at(report, mutant.place)))?;
    }
    let fates = [Fate::Noticed, Fate::Unnoticed, Fate::Unreached, Fate::Equivalent, Fate::Refused];
    let count = |fate| all.iter().filter(|mutant| mutant.fate == fate).count();
    let parts: Vec<String> = fates.into_iter().map(|fate| format!("{} {}", count(fate), fate.name())).collect();
    output.line(format_args!("{STRONG}{}{STRONG:#}: {}\n", counted(all.len(), "change"), parts.join(", ")))
}
