//! Suggestions for a terminal.

use anstyle::Style;

use crate::cli::CommandError;
use crate::cli::output::{FAINT, FAIR, Output, STRONG};
use crate::cli::terminal::{self, Span, difference, flowing, wrap};
use crate::library::difference::Difference;
use crate::library::history::Earlier;
use crate::library::localized::State;
use crate::library::unfinished::Holder;
use crate::translate::memory::{Matches, Open, Suggestion, TermUse};

/// The widest line.
const MEASURE: usize = 100;

/// A piece with all that is known about it.
pub(super) fn piece(open: &Open<'_, '_>, earlier: Option<&Earlier>, output: &mut Output) -> Result<(), CommandError> {
    let number = match open.piece.holder {
        Holder::Section(_, section) => section.number().unwrap_or(&section.id),
        other => other.id(),
    };
    output.line(format_args!(
        "{STRONG}{number} {}{STRONG:#} {FAIR}{}{FAIR:#}",
        open.piece.key,
        open.piece.state.name()
    ))?;
    write(&[Span::new(flowing(open.source()), Style::new())], 2, output)?;
    terms(&open.matches, output)?;
    if let Some(old) = open.old {
        output.line(format_args!("  {STRONG}now{STRONG:#} {FAINT}from an older reference text{FAINT:#}"))?;
        write(&[Span::new(flowing(old), Style::new())], 6, output)?;
        if let Some(earlier) = earlier {
            output.line(format_args!("    {FAINT}what has changed since{FAINT:#}"))?;
            write(&difference(&Difference::between(&earlier.text, open.source()), output.is_coloured()), 6, output)?;
        }
    }
    for one in &open.matches.whole {
        suggestion(one, open.source(), output)?;
    }
    for unit in &open.matches.units {
        let letter = unit.letter.map_or_else(|| unit.kind.to_owned(), |letter| format!("^{letter}"));
        let first: String = unit.source.split_whitespace().take(8).collect::<Vec<_>>().join(" ");
        let more = if first.len() < unit.source.len() { " …" } else { "" };
        output.line(format_args!("  {STRONG}{letter}{STRONG:#} {FAINT}{first}{more}{FAINT:#}"))?;
        for one in &unit.suggestions {
            suggestion(one, unit.source, output)?;
        }
    }
    output.line("")
}

/// The terms of a text in one paragraph.
pub(super) fn terms(matches: &Matches<'_, '_>, output: &mut Output) -> Result<(), CommandError> {
    if matches.terms.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = matches.terms.iter().map(TermUse::line).collect();
    write(&[Span::new(format!("terms: {}", lines.join("; ")), FAINT)], 2, output)
}

/// A translation, where it stands, and what differs.
pub(super) fn suggestion(one: &Suggestion<'_, '_>, today: &str, output: &mut Output) -> Result<(), CommandError> {
    let mut remarks = vec![one.pair.place()];
    if one.times > 1 {
        remarks.push(format!("{} times", one.times));
    }
    if one.only_marks {
        remarks.push("other numbers or references".to_owned());
    }
    if one.pair.state == State::Unaccepted {
        remarks.push("not accepted".to_owned());
    }
    let score = format!("{} %", one.score);
    output.line(format_args!("  {STRONG}{score:>5}{STRONG:#} {FAINT}{}{FAINT:#}", remarks.join(", ")))?;
    if one.score < 100 {
        let today = Difference::between(one.pair.reference, today);
        write(&difference(&today, output.is_coloured()), 6, output)?;
    }
    write(&[Span::new(flowing(one.pair.translation), STRONG)], 6, output)
}

/// Lines that fit the terminal, indented.
fn write(spans: &[Span], indent: usize, output: &mut Output) -> Result<(), CommandError> {
    let columns = terminal::columns(MEASURE).saturating_sub(indent);
    for line in wrap(spans, columns) {
        output.line(format_args!("{:indent$}{line}", ""))?;
    }
    Ok(())
}
