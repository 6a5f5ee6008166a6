//! `rulestone simulate --coverage`: in how many of the runs each section took effect, and what in no run did.

use serde_json::{Value, json};

use super::super::odds::{Answered, Report};
use super::super::output::{FAIR, GOOD, Output, STRONG};
use super::super::{CommandError, coverage};
use crate::diagnostic::Sources;
use crate::logic::coverage::SectionReached;
use crate::logic::odds::shown::several;
use crate::logic::simulate::Simulated;

/// For reading, below the runs.
pub(super) fn print(case: &Answered<'_>, sources: &Sources, output: &mut Output) -> Result<(), CommandError> {
    let Some((runs, sections)) = sections(case) else { return Ok(()) };
    output.line(format_args!("\n{STRONG}{:>8}  {:>8}{STRONG:#}  of {}", "runs", "parts", several(runs, "run")))?;
    for section in &sections {
        let reached = section.total - section.untouched.len();
        let style = if section.untouched.is_empty() && section.runs > 0 { GOOD } else { FAIR };
        let cited = section.number.as_deref().unwrap_or(&section.section);
        let parts = format!("{reached}/{}", section.total);
        output.line(format_args!("{style}{:>8}  {parts:>8}{style:#}  {cited}", section.runs))?;
        coverage::list(&section.untouched, case.open.program, sources, output)?;
    }
    let ran = sections.iter().filter(|section| section.runs > 0).count();
    let all = sections.len();
    let total: usize = sections.iter().map(|section| section.total).sum();
    let left: usize = sections.iter().map(|section| section.untouched.len()).sum();
    output.line(format_args!(
        "{STRONG}{ran} of {all}{STRONG:#} sections and {STRONG}{} of {total}{STRONG:#} parts took effect in a run",
        total - left
    ))
}

/// For other programs: the report, with what each case reached.
pub(super) fn json(report: &Report<'_>, sources: &Sources) -> Value {
    let mut object = report.json();
    let all: Vec<Value> = report.cases.iter().map(|case| of_case(case, sources)).collect();
    object["coverage"] = all.first().cloned().unwrap_or_default();
    for (case, reached) in object["cases"].as_array_mut().into_iter().flatten().zip(all) {
        case["coverage"] = reached;
    }
    object
}

fn of_case(case: &Answered<'_>, sources: &Sources) -> Value {
    let sections = sections(case).map(|(_, sections)| sections).unwrap_or_default();
    let one = |section: &SectionReached| {
        json!({
            "section": section.section,
            "number": section.number,
            "runs": section.runs,
            "total": section.total,
            "covered": section.total - section.untouched.len(),
            "untouched": coverage::json(&section.untouched, case.open.program, sources),
        })
    };
    sections.iter().map(one).collect()
}

/// How many runs there were, and how far they reached.
fn sections(case: &Answered<'_>) -> Option<(u64, Vec<SectionReached>)> {
    let Simulated { runs, reached, .. } = case.sampled.as_ref()?;
    Some((*runs, reached.as_ref()?.sections(case.open.program)))
}
