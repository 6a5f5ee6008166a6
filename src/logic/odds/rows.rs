//! Odds in a reader's language: a row for each outcome, with how likely it is in each case.

use std::collections::{BTreeMap, BTreeSet};

use super::ratio::Sum;
use super::{Asked, Ending, Odds, Ratio};
use crate::logic::example::Open;
use crate::logic::program::{PointId, Program, Role};
use crate::logic::trace::words::Words;
use crate::logic::trace::{Names, Printer};
use crate::logic::value::Value;

/// The odds of a case, and in whose words they are told.
#[derive(Clone, Copy)]
pub struct NamedOdds<'a> {
    /// What was run.
    pub open: &'a Open<'a>,
    /// What was asked.
    pub of: &'a [Asked],
    /// How likely each outcome is.
    pub odds: &'a Odds,
    /// The names of the book.
    pub names: &'a Names<'a>,
    /// The words of the language.
    pub words: &'a Words,
    /// Who refuses, by the point of the refusal: a section with its title.
    pub refuses: &'a dyn Fn(PointId) -> String,
}

/// An outcome of one or several cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What kind of outcome.
    pub kind: RowKind,
    /// What came out, a cell for each thing asked; a single one where nothing did.
    pub cells: Vec<String>,
    /// How likely it is in each case.
    pub shares: Vec<Ratio>,
    /// Where the outcome stands among those of the first case, if it is one of them.
    pub outcome: Option<usize>,
}

/// A kind of outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// The runs end with values.
    Values,
    /// A `require` did not hold, or the game ended.
    Refused,
    /// The budget ended first.
    Unresolved,
    /// The runs never end.
    Endless,
}

impl NamedOdds<'_> {
    /// What each column of [`Row::cells`] is.
    pub fn heads(&self) -> Vec<String> {
        let printer = self.printer();
        self.of
            .iter()
            .map(|asked| match asked {
                Asked::Output(_) => printer.name(&super::ask::written(self.open, asked), Role::Inner),
                Asked::State(_) => printer.name(&super::ask::written(self.open, asked), Role::Definition),
                Asked::Field(thing, _) => {
                    let written = super::ask::written(self.open, asked);
                    let field = written.rsplit('.').next().unwrap_or_default();
                    format!("{}, {}", printer.value(&Value::Entity(*thing)), printer.name(field, Role::Inner))
                }
            })
            .collect()
    }

    /// A value in words.
    pub fn value(&self, value: &Value) -> String {
        self.printer().value(value)
    }

    /// A name of the logic in words.
    pub fn name(&self, name: &str, role: Role) -> String {
        self.printer().name(name, role)
    }

    /// The cells of an outcome.
    fn cells(&self, ending: &Ending, printer: &Printer<'_>) -> (RowKind, Vec<String>) {
        match ending {
            Ending::Values(values) => (RowKind::Values, values.iter().map(|value| printer.value(value)).collect()),
            Ending::Refused(point) => {
                let by = (self.refuses)(*point);
                (RowKind::Refused, vec![self.words.fill("refused", &[("by", &by)])])
            }
            Ending::Over(end) => {
                let program = self.open.program;
                let printer =
                    Printer { language: Some((self.words, self.names, &program.block_of(*end).id)), ..*printer };
                let name = printer.name(program.end_name(*end), Role::Part);
                (RowKind::Refused, vec![self.words.fill("over", &[("what", &name)])])
            }
        }
    }

    fn printer(&self) -> Printer<'_> {
        let program: &Program = self.open.program;
        let point = self.open.steps.last().map(|step| step.definition(program));
        let section = point.map_or("", |point| &program.block_of(point).id);
        Printer { program, things: self.open.things.names(), language: Some((self.words, self.names, section)) }
    }
}

/// A row for each outcome of any of the cases, in the order of their values: then refusals, then what is not resolved, then
/// what never ends.
pub fn rows(cases: &[NamedOdds<'_>]) -> Vec<Row> {
    let mut found: Vec<(&Ending, Row)> = Vec::new();
    // Things are numbered anew in each case, so that outcomes are the same if they are told the same.
    let mut by_text: BTreeMap<(bool, Vec<String>), usize> = BTreeMap::new();
    for (at, case) in cases.iter().enumerate() {
        let printer = case.printer();
        for (number, outcome) in case.odds.outcomes.iter().enumerate() {
            let (kind, cells) = case.cells(&outcome.ending, &printer);
            let known = *by_text.entry((kind == RowKind::Refused, cells.clone())).or_insert_with(|| {
                let shares = vec![Ratio::zero(); cases.len()];
                let outcome_of_first = (at == 0).then_some(number);
                found.push((&outcome.ending, Row { kind, cells, shares, outcome: outcome_of_first }));
                found.len() - 1
            });
            let share = &mut found[known].1.shares[at];
            *share = &*share + &outcome.probability;
        }
    }
    found.sort_by_key(|(ending, _)| *ending);
    let mut rows: Vec<Row> = found.into_iter().map(|(_, row)| row).collect();
    for (kind, word) in [(RowKind::Unresolved, "unresolved"), (RowKind::Endless, "endless")] {
        let share = |odds: &Odds| if kind == RowKind::Endless { odds.endless.clone() } else { odds.unresolved.clone() };
        let shares: Vec<Ratio> = cases.iter().map(|case| share(case.odds)).collect();
        if shares.iter().any(|share| !share.is_zero()) {
            let word = cases.first().map_or(word, |case| case.words.get(word));
            rows.push(Row { kind, cells: vec![word.to_owned()], shares, outcome: None });
        }
    }
    rows
}

/// Each number with the numbers above it (`at_least`) or below it; rows of a single number asked, in order.
pub fn cumulative(rows: &mut [Row], at_least: bool, words: &Words) {
    let word = words.get(if at_least { "at_least" } else { "at_most" });
    let mut numbers: Vec<&mut Row> = rows.iter_mut().filter(|row| row.kind == RowKind::Values).collect();
    if at_least {
        numbers.reverse();
    }
    let mut so_far: Vec<Ratio> = Vec::new();
    for row in numbers {
        if !so_far.is_empty() {
            row.shares = row.shares.iter().zip(&so_far).map(|(share, before)| share + before).collect();
        }
        so_far.clone_from(&row.shares);
        row.outcome = None;
        for cell in &mut row.cells {
            *cell = word.replace("{number}", cell);
        }
    }
}

/// The most telling rows in their order, so many at most, and the others in one that says how many they are. Of rows that are
/// `apart`, those are the likeliest. Rows that hold each other have no sum; of them those tell most that are neither nearly certain
/// nor nearly impossible.
pub fn fewer(mut rows: Vec<Row>, most: usize, apart: bool, others: &str) -> (Vec<Row>, Option<Row>) {
    let free = |row: &Row| matches!(row.kind, RowKind::Values | RowKind::Refused);
    let mut order: Vec<usize> = (0..rows.len()).filter(|at| free(&rows[*at])).collect();
    if order.len() <= most {
        return (rows, None);
    }
    let telling = |row: &Row| {
        let shares = row.shares.iter().map(Ratio::approximate);
        if apart { shares.sum::<f64>() } else { shares.map(|share| 0.5 - (share - 0.5).abs()).sum() }
    };
    let telling: Vec<f64> = rows.iter().map(telling).collect();
    order.sort_by(|a, b| telling[*b].total_cmp(&telling[*a]).then(a.cmp(b)));
    let rest: BTreeSet<usize> = order.split_off(most.saturating_sub(1)).into_iter().collect();
    let cases = rows.iter().map(|row| row.shares.len()).max().unwrap_or(0);
    let label = others.replace("{count}", &rest.len().to_string());
    // Rows that hold each other have no sum.
    let others = apart.then(|| {
        let mut sums = vec![Sum::default(); cases];
        for at in &rest {
            sums.iter_mut().zip(&rows[*at].shares).for_each(|(sum, share)| sum.add(share));
        }
        Row {
            kind: RowKind::Refused,
            cells: vec![label],
            shares: sums.into_iter().map(Sum::ratio).collect(),
            outcome: None,
        }
    });
    let mut numbers = 0..;
    rows.retain(|_| numbers.next().is_none_or(|at| !rest.contains(&at)));
    (rows, others)
}
