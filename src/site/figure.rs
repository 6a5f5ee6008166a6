//! The odds that an example shows: one table with bars, and in words what they rest on; under the rule, all of it in one line.

use std::collections::BTreeSet;

use minijinja::Value;
use serde::Serialize;

use super::address::{self, Edition, Sheet};
use super::assumption;
use super::inputs::{self, Input};
use super::renderer::{Label, href};
use super::section::example_label;
use super::spans::{self, Cell};
use super::verdict::Case;
use super::wording::headed;
use crate::library::localized::View;
use crate::library::{Example, Section};
use crate::logic::figure::{Axis, Changes, Figure, Means, Show};
use crate::logic::machine::{TraceNode, What};
use crate::logic::odds::rows::{self, NamedOdds, Row, RowKind};
use crate::logic::odds::shown::{fraction, number, percent, points, whole_percent, whole_percents};
use crate::logic::odds::{Asked, EndedFirst, Ending, Odds, Policy, Ratio, Signed, Way, ask};
use crate::logic::program::{PointId, Role};
use crate::logic::types::Type;
use crate::logic::value::Value as Of;

/// How many rows a table has, and a cell of a grid; the unlikeliest others are one row.
const MOST_ROWS: usize = 24;
const MOST_IN_CELL: usize = 12;
/// How many outcomes the line under a rule names.
const MOST_NAMED: usize = 4;
/// How many letters of a name stand in that line.
const LONGEST_NAME: usize = 40;

/// A figure.
#[derive(Debug, Serialize)]
pub(super) struct FigureView {
    id: String,
    /// "Odds: Winner".
    title: String,
    /// What the table is called.
    label: String,
    /// Between what each share lies, where not all is resolved.
    bounds: Option<String>,
    heads: Vec<String>,
    /// What each case is called, where there are two.
    cases: Vec<String>,
    /// Whether there are fractions to be shown.
    exact: bool,
    /// How many columns the table has.
    columns: usize,
    /// The cells of a grid; one where there is none.
    cells: Vec<CellView>,
    means: Vec<Fact>,
    facts: Vec<Fact>,
    assumed: Vec<Link>,
    /// The sections that the run of the example rests on.
    decides: Vec<Cited>,
}

/// What stands of odds under a rule.
#[derive(Debug, Serialize)]
pub(super) struct LineView {
    /// What is asked: "Success".
    asked: String,
    parts: Vec<Part>,
    /// Whether more stands behind the line.
    more: bool,
    /// What case that is, and what is assumed in it.
    notes: Vec<String>,
    figure: FigureView,
    /// What the example gives.
    given: Vec<Input>,
    /// The example on the sheet of proofs.
    proof: Value,
    example: String,
}

/// An outcome in the line, or a case.
#[derive(Debug, Serialize)]
struct Part {
    name: String,
    percent: String,
}

/// A case of the odds.
#[derive(Debug, Serialize)]
struct CellView {
    /// The place of its value on each axis.
    at: String,
    axes: Vec<AxisView>,
    rows: Vec<RowView>,
}

#[derive(Clone, Debug, Serialize)]
struct AxisView {
    name: String,
    value: String,
}

#[derive(Debug, Serialize)]
struct RowView {
    /// What came out, where the row above does not say the same; one cell for all columns where it is no value.
    cells: Vec<Cell>,
    whole: bool,
    shares: Vec<Share>,
    difference: Option<String>,
}

#[derive(Debug, Serialize)]
struct Share {
    fraction: Option<String>,
    percent: String,
    /// How long its bar is, in hundredths of the longest; none where there is no bar.
    bar: Option<String>,
}

#[derive(Debug, Serialize)]
struct Cited {
    href: Value,
    number: Option<String>,
    title: Label,
}

/// What the odds rest on.
#[derive(Debug, Serialize)]
struct Fact {
    label: String,
    values: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Link {
    label: String,
    href: Value,
}

/// The odds that stand under a rule: of the first example that shows a grid, else of the first that shows any.
pub(super) fn under_rule<'a>(section: &'a Section, case: impl Fn(&'a Example) -> Case<'a>) -> Option<LineView> {
    let cases = || section.examples.iter().map(&case);
    let grid = cases().find(|case| case.has_grid() == Some(true));
    grid.or_else(|| cases().find(|case| case.has_grid().is_some()))?.line()
}

impl Case<'_> {
    /// The odds that the example shows.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime, `tell` asks for any")]
    pub(super) fn figure(&self) -> Option<FigureView> {
        self.tell(|teller| teller.view())
    }

    /// The odds that the example shows, as they stand under its rule.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime, `tell` asks for any")]
    pub(super) fn line(&self) -> Option<LineView> {
        self.tell(|teller| teller.line())
    }

    /// Whether its odds are a grid; none where it has no odds.
    pub(super) fn has_grid(&self) -> Option<bool> {
        let figure = self.renderer.figures.of(&self.linker.book.id, &self.section.id, &self.example.id)?;
        Some(!figure.wanted.axes.is_empty())
    }

    fn tell<T>(&self, tell: impl FnOnce(&Teller<'_>) -> T) -> Option<T> {
        let figure = self.renderer.figures.of(&self.linker.book.id, &self.section.id, &self.example.id)?;
        let view = View::new(self.linker.book, self.linker.edition.language());
        let program = figure.wanted.open.program;
        let refuses = |point: PointId| {
            let section = &program.block_of(point).id;
            let found = self.linker.book.section(section);
            found.map_or_else(|| section.clone(), |(_, section)| view.label(section))
        };
        let told = |odds| NamedOdds {
            open: &figure.wanted.open,
            of: &figure.wanted.of,
            odds,
            names: &self.wording.names,
            words: &self.wording.words,
            refuses: &refuses,
        };
        let told: Vec<NamedOdds<'_>> = figure.odds.iter().map(told).collect();
        let first = *told.first()?;
        // Two cases that are compared stand side by side, those of a grid below each other.
        let apart = if figure.wanted.axes.is_empty() { told.len() } else { 1 };
        let cells = told.chunks(apart).collect();
        Some(tell(&Teller { case: self, figure, told: first, cells }))
    }
}

/// Who tells a figure to the reader of a page.
struct Teller<'a> {
    case: &'a Case<'a>,
    figure: &'a Figure<'a>,
    /// The first case.
    told: NamedOdds<'a>,
    /// What stands side by side, in the order of the cells.
    cells: Vec<&'a [NamedOdds<'a>]>,
}

impl Teller<'_> {
    fn view(&self) -> FigureView {
        let words = &self.case.wording.words;
        let heads = self.heads();
        let cases = if self.compares() { self.cases() } else { Vec::new() };
        let asked = heads.join(" · ");
        let most = if self.cells.len() > 1 { MOST_IN_CELL } else { MOST_ROWS };
        let rows: Vec<(Vec<Row>, Option<Row>)> =
            self.cells.iter().map(|told| self.fewer(self.rows(told), most)).collect();
        // A bar of the others would dwarf all that are told one by one.
        let shares = rows.iter().flat_map(|(rows, _)| rows).flat_map(|row| &row.shares);
        let longest = shares.map(Ratio::approximate).fold(0.0, f64::max);
        let unresolved = rows.iter().flat_map(|(rows, _)| rows).any(|row| row.kind == RowKind::Unresolved);
        let stops = self.stops();
        let cells = rows.iter().zip(&stops).map(|((rows, others), (at, axes))| CellView {
            at: at.clone(),
            axes: axes.clone(),
            rows: self.shown_rows(rows, others.as_ref(), longest),
        });
        let cells: Vec<CellView> = cells.collect();
        let mut shares = cells.iter().flat_map(|cell| &cell.rows).flat_map(|row| &row.shares);
        FigureView {
            id: format!("{}_odds", address::aside(&self.case.section.id, "example", &self.case.example.id)),
            title: format!("{}: {asked}", headed(words.get("odds"))),
            label: self.case.linker.strings.fill("odds_table", &[("asked", &asked)]),
            bounds: unresolved.then(|| words.get("bounds").to_owned()),
            means: if self.cells.len() > 1 { Vec::new() } else { self.means(&heads) },
            columns: heads.len() + if cases.is_empty() { 2 } else { cases.len() + 2 },
            heads,
            exact: shares.any(|share| share.fraction.is_some()),
            cases,
            cells,
            facts: self.facts(),
            assumed: self.assumed(),
            decides: self.decides(),
        }
    }

    fn heads(&self) -> Vec<String> {
        self.told.heads().iter().map(|head| headed(head)).collect()
    }

    /// Whether two readings stand side by side.
    fn compares(&self) -> bool {
        self.cells.first().is_some_and(|told| told.len() > 1)
    }

    /// The line under the rule, and what it opens.
    fn line(&self) -> LineView {
        let strings = self.case.linker.strings;
        let (axes, stops) = (&self.figure.wanted.axes, self.stops());
        let yes = |told: &[NamedOdds<'_>]| {
            let yes = |ending: &Ending| matches!(ending, Ending::Values(values) if values[..] == [Of::yes_no(true)]);
            let odds = told.first().map(|told| told.odds);
            let found = odds.and_then(|odds| odds.outcomes.iter().find(|outcome| yes(&outcome.ending)));
            found.map_or_else(Ratio::zero, |outcome| outcome.probability.clone())
        };
        let mut notes: Vec<String> = Vec::new();
        let (parts, more) = if self.asks_yes_or_no() && self.resolved() {
            // Of yes and no one says both; beside it there is room for the other cases.
            let along = axes.len() == 1;
            let shown = if along { &self.cells[..] } else { &self.cells[..1] };
            let name = |at: usize| if along { stops[at].1[0].value.clone() } else { String::new() };
            let parts =
                shown.iter().enumerate().take(MOST_NAMED).map(|(at, told)| (name(at), whole_percent(&yes(told))));
            (parts.collect::<Vec<_>>(), shown.len() > MOST_NAMED)
        } else {
            let (rows, others) = self.fewer(self.rows(self.cells[0]), MOST_NAMED);
            let rows: Vec<Row> = rows.into_iter().chain(others).take(MOST_NAMED + 2).collect();
            let shares: Vec<Ratio> = rows.iter().map(|row| row.shares[0].clone()).collect();
            let percents = match self.figure.wanted.show {
                Show::Exactly => whole_percents(&shares),
                Show::AtLeast | Show::AtMost => shares.iter().map(whole_percent).collect(),
            };
            let name = |row: &Row| headed(&row.cells.join(" / "));
            let parts: Vec<_> = rows.iter().map(name).zip(percents).collect();
            let told = parts.len();
            (parts, told < self.cells[0][0].odds.outcomes.len() && self.figure.wanted.show != Show::Exactly)
        };
        if axes.len() > 1 || (axes.len() == 1 && parts.iter().all(|(name, _)| *name != stops[0].1[0].value)) {
            let told = axes.iter().zip(&stops[0].1).filter(|(axis, _)| !self.is_followed(axis));
            notes.extend(told.map(|(_, axis)| format!("{}: {}", axis.name, axis.value)));
        }
        if self.compares() {
            notes.extend(self.cases().into_iter().next());
        }
        notes.extend(self.readings());
        // One assumption is named, of several only how many they are.
        match &self.assumed()[..] {
            [] => {}
            [one] => notes.push(one.label.clone()),
            several => notes.push(strings.fill("assumed_several", &[("count", &several.len().to_string())])),
        }
        let example = example_label(strings, self.case.section, self.case.example);
        if axes.is_empty() {
            notes.insert(0, example.clone());
        }
        let part = |(name, percent): (String, String)| {
            let name = shortened(&name);
            // "0: 40 %", but "Elite 67 %".
            let colon = name.ends_with(|c: char| c.is_ascii_digit());
            Part {
                name: if colon { format!("{name}:") } else { name },
                percent: strings.fill("percent", &[("number", &percent)]),
            }
        };
        let changed: Vec<&str> = axes.iter().map(|axis| axis.written.as_str()).collect();
        let linker = self.case.linker;
        let page = address::sheet(
            Sheet::Proof,
            Edition::One(linker.edition.language()),
            &linker.book.id,
            &self.case.chapter.id,
        );
        let anchor = address::aside(&self.case.section.id, "example", &self.case.example.id);
        LineView {
            asked: shortened(&self.heads().join(" / ")),
            parts: parts.into_iter().map(part).collect(),
            more,
            notes: notes.iter().map(|note| shortened(note)).collect(),
            figure: self.view(),
            given: inputs::inputs(self.case.wording, strings, self.case.section, self.case.example, &changed),
            proof: href(linker.to(&format!("{page}#{anchor}"))),
            example,
        }
    }

    /// Whether the first value of an axis is the reading that the book follows.
    fn is_followed(&self, axis: &Axis) -> bool {
        let first = axis.stops.first().map(|stop| &stop.means);
        match (axis.of, first) {
            (Changes::Reading(option), Some(Means::Reading(reading))) => {
                self.told.open.program.options[option.index()].followed == *reading
            }
            _ => false,
        }
    }

    /// Whether a single yes or no is asked.
    fn asks_yes_or_no(&self) -> bool {
        let yes_no = |asked: &Asked| matches!(ask::declared(&self.figure.wanted.open, asked), Some(Type::YesNo));
        matches!(&self.figure.wanted.of[..], [one] if yes_no(one))
    }

    /// Whether all runs of all cases end with values.
    fn resolved(&self) -> bool {
        let refused = |odds: &Odds| odds.outcomes.iter().any(|one| !matches!(one.ending, Ending::Values(_)));
        self.figure.odds.iter().all(|odds| odds.unresolved.is_zero() && odds.endless.is_zero() && !refused(odds))
    }

    /// Where each cell stands on the axes, and what that is in words.
    fn stops(&self) -> Vec<(String, Vec<AxisView>)> {
        let axes = &self.figure.wanted.axes;
        let names: Vec<String> = axes.iter().map(|axis| self.axis_name(axis)).collect();
        let mut stops: Vec<(String, Vec<AxisView>)> = vec![(String::new(), Vec::new())];
        for (axis, name) in axes.iter().zip(&names) {
            let values: Vec<String> = axis.stops.iter().map(|stop| self.stop(axis, &stop.means)).collect();
            let turned = |(at, before): &(String, Vec<AxisView>)| -> Vec<(String, Vec<AxisView>)> {
                let next = |(number, value): (usize, &String)| {
                    let place = format!("{at} {number}");
                    let mut axes = before.clone();
                    axes.push(AxisView { name: name.clone(), value: value.clone() });
                    (place.trim_start().to_owned(), axes)
                };
                values.iter().enumerate().map(next).collect()
            };
            stops = stops.iter().flat_map(turned).collect();
        }
        stops
    }

    /// "Grade"; with the thing whose it is where another axis has the same name, or another thing the same field.
    fn axis_name(&self, axis: &Axis) -> String {
        let program = self.told.open.program;
        let field = |axis: &Axis| axis.written.rsplit('.').next().unwrap_or_default().to_owned();
        let alike = self.figure.wanted.axes.iter().filter(|other| field(other) == field(axis)).count() > 1;
        headed(&match axis.of {
            Changes::Field(thing, _) => {
                let name = self.told.name(&field(axis), Role::Inner);
                let world = &self.told.open.start.world;
                let others = world.thing(thing).is_some_and(|own| world.all(own.ty).nth(1).is_some());
                if alike || others { format!("{}, {name}", self.told.value(&Of::Entity(thing))) } else { name }
            }
            Changes::State(id) => self.told.name(program.name(program.states[id.index()].name), Role::Definition),
            Changes::Argument(name) | Changes::Choice(name) => self.told.name(program.name(name), Role::Inner),
            Changes::Reading(id) => self.told.name(program.name(program.options[id.index()].name), Role::Option),
        })
    }

    fn stop(&self, axis: &Axis, means: &Means) -> String {
        let program = self.told.open.program;
        headed(&match means {
            Means::Value(value) => self.told.value(value),
            // As a heading it ends with no full stop.
            Means::Reading(reading) => {
                let reading = program.symbols.get(reading.index()).map_or("?", String::as_str);
                self.told.name(reading, Role::Option).trim_end_matches(['.', '。']).to_owned()
            }
            Means::Policy(policy) => match axis.of {
                Changes::Choice(_) => self.way(policy),
                Changes::Field(..) | Changes::State(_) | Changes::Argument(_) | Changes::Reading(_) => {
                    self.policy(policy)
                }
            },
        })
    }

    /// The sections whose rules the run of the example used, in the order in which it came to them.
    fn decides(&self) -> Vec<Cited> {
        let linker = self.case.linker;
        let view = View::new(linker.book, linker.edition.language());
        let program = self.told.open.program;
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        let trace = self.case.result().map_or(&[][..], |result| &result.verdict.trace);
        for node in TraceNode::each(trace) {
            let block = program.block_of(node.point);
            let used = !matches!(node.what, What::NotApplied { .. } | What::Excepted { .. } | What::Cut);
            if used && !block.assumed && seen.insert(&block.id) {
                found.extend(linker.book.section(&block.id).map(|(chapter, section)| Cited {
                    href: href(linker.section(linker.book, chapter, section, None)),
                    number: view.number(section),
                    title: Label::section(&view, section),
                }));
            }
        }
        found
    }

    /// The rows in their order, with the reason of what is not resolved.
    fn rows(&self, told: &[NamedOdds<'_>]) -> Vec<Row> {
        let words = &self.case.wording.words;
        let mut rows = rows::rows(told);
        match self.figure.wanted.show {
            Show::Exactly => {}
            Show::AtLeast => rows::cumulative(&mut rows, true, words),
            Show::AtMost => rows::cumulative(&mut rows, false, words),
        }
        for row in rows.iter_mut().filter(|row| row.kind == RowKind::Unresolved) {
            let reason = self.figure.odds.iter().find(|odds| !odds.unresolved.is_zero()).map(|odds| self.ended(odds));
            row.cells = vec![format!("{} ({})", row.cells.join(" "), reason.unwrap_or_default())];
        }
        rows
    }

    /// Which budget ended first.
    fn ended(&self, odds: &Odds) -> String {
        let strings = self.case.linker.strings;
        let budget = self.figure.budget;
        let number = |number: u64| crate::diagnostic::grouped(number).replace(',', strings.get("thousands"));
        let Some(ended) = odds.ended else { return String::new() };
        match ended {
            EndedFirst::States => strings.fill("odds_ended_states", &[("number", &number(budget.states as u64))]),
            EndedFirst::Steps => strings.fill("odds_ended_steps", &[("number", &number(budget.steps))]),
            EndedFirst::Bytes => strings.get("odds_ended").to_owned(),
            EndedFirst::Words => strings.get("odds_ended_words").to_owned(),
            EndedFirst::Ways => strings.fill("odds_ended_ways", &[("number", &number(budget.states as u64))]),
        }
    }

    /// As many rows as fit, and the others in one.
    fn fewer(&self, rows: Vec<Row>, most: usize) -> (Vec<Row>, Option<Row>) {
        let apart = self.figure.wanted.show == Show::Exactly;
        rows::fewer(rows, most, apart, self.case.wording.words.get("others"))
    }

    /// The rows of a cell; that of the others has no bars.
    fn shown_rows(&self, rows: &[Row], others: Option<&Row>, longest: f64) -> Vec<RowView> {
        let all = || rows.iter().map(|row| (row, longest)).chain(others.map(|row| (row, 0.0)));
        let words: Vec<Vec<String>> =
            all().map(|(row, _)| row.cells.iter().map(|cell| headed(cell)).collect()).collect();
        all().zip(spans::spans(&words)).map(|((row, longest), cells)| self.row(row, cells, longest)).collect()
    }

    /// A row; its bars are as long as their shares of `longest`, and none where that is nothing.
    fn row(&self, row: &Row, cells: Vec<Cell>, longest: f64) -> RowView {
        let fraction = |share: &Ratio| fraction(share).filter(|_| !share.is_zero());
        let bar = |share: &Ratio| {
            let long = share.approximate() / longest * 100.0;
            (longest > 0.0 && !share.is_zero()).then(|| format!("{:.1}", long.clamp(0.5, 100.0)))
        };
        let share =
            |share: &Ratio| Share { fraction: fraction(share), percent: self.local(&percent(share)), bar: bar(share) };
        let difference = match &row.shares[..] {
            [first, second] => Some(self.local(&points(&Signed::difference(second, first)))),
            _ => None,
        };
        RowView {
            cells,
            whole: row.cells.len() != self.told.of.len(),
            shares: row.shares.iter().map(share).collect(),
            difference,
        }
    }

    /// The mean of everything asked that is a number: "Mean: Losses" and "7/3 ≈ 2.3333".
    fn means(&self, heads: &[String]) -> Vec<Fact> {
        let words = &self.case.wording.words;
        let valued = |odds: &Odds| odds.outcomes.iter().all(|outcome| matches!(outcome.ending, Ending::Values(_)));
        let resolved = |odds: &Odds| odds.unresolved.is_zero() && odds.endless.is_zero();
        let all = self.figure.odds.iter().all(|odds| valued(odds) && resolved(odds));
        let mean = |(at, head): (usize, &String)| {
            let means: Vec<Option<Signed>> = self.figure.odds.iter().map(|odds| odds.mean(at)).collect();
            if means.iter().all(Option::is_none) {
                return None;
            }
            let told =
                means.iter().map(|mean| mean.as_ref().map_or_else(|| "–".to_owned(), |mean| self.local(&number(mean))));
            let among = if all { String::new() } else { format!(" ({})", words.get("mean_among")) };
            let label = format!("{}: {head}{among}", headed(words.get("mean")));
            Some(Fact { label, values: told.collect() })
        };
        heads.iter().enumerate().filter_map(mean).collect()
    }

    /// What the two cases are called: by the readings in which they differ.
    fn cases(&self) -> Vec<String> {
        let program = self.told.open.program;
        let names = self.figure.wanted.settings().into_iter().map(|setting| {
            let with = &self.figure.wanted.with;
            let readings: Vec<String> = with
                .iter()
                .filter_map(|(option, _)| setting.readings.get(option.index()))
                .filter_map(|reading| program.symbols.get(reading.index()))
                // As a heading it ends with no full stop.
                .map(|reading| headed(self.told.name(reading, Role::Option).trim_end_matches(['.', '。'])))
                .collect();
            readings.join(self.case.linker.strings.get("list_comma"))
        });
        names.collect()
    }

    /// How choices are made, and how the rules are read.
    fn facts(&self) -> Vec<Fact> {
        let (strings, wanted) = (self.case.linker.strings, &self.figure.wanted);
        let program = self.told.open.program;
        let policies = wanted.policies.iter().map(|policy| self.policy(policy));
        let judged = wanted.judgements.iter().map(|(name, value)| {
            format!("{}: {}", headed(&self.told.name(program.name(*name), Role::Definition)), self.told.value(value))
        });
        // What differs stands above the columns; here only what it is about.
        let compared = wanted.with.iter().filter_map(|(option, _)| {
            Some(headed(&self.told.name(program.name(program.options.get(option.index())?.name), Role::Option)))
        });
        let facts = [
            (strings.get("odds_policies"), policies.chain(judged).collect::<Vec<_>>()),
            (strings.get("input_options"), self.readings()),
            (strings.get("odds_compared"), compared.collect()),
        ];
        let fact = |(label, values): (&str, _)| Fact { label: label.to_owned(), values };
        facts.into_iter().filter(|(_, values)| !values.is_empty()).map(fact).collect()
    }

    /// The readings of the example that are not the ones followed, where no case has its own.
    fn readings(&self) -> Vec<String> {
        let (program, wanted) = (self.told.open.program, &self.figure.wanted);
        let own = wanted.open.start.readings.iter();
        let own = own.filter(|(option, _)| wanted.axes.iter().all(|axis| axis.of != Changes::Reading(*option)));
        let told = own.filter_map(|(option, reading)| {
            let option = program.options.get(option.index())?;
            let reading = program.symbols.get(reading.index())?;
            Some(format!(
                "{}: {}",
                headed(&self.told.name(program.name(option.name), Role::Option)),
                self.told.name(reading, Role::Option)
            ))
        });
        told.collect()
    }

    /// "Retreats: no; target: the first".
    fn policy(&self, policy: &Policy) -> String {
        let strings = self.case.linker.strings;
        let mut name = headed(&self.told.name(self.told.open.program.name(policy.label), Role::Inner));
        if let Some(player) = &policy.by {
            name = strings.fill("odds_policy_of", &[("choice", &name), ("player", &self.told.value(player))]);
        }
        format!("{name}: {}", self.way(policy))
    }

    fn way(&self, policy: &Policy) -> String {
        let strings = self.case.linker.strings;
        let asked = |at: &usize| {
            let written = self.told.of.get(*at).map(|asked| ask::written(self.told.open, asked)).unwrap_or_default();
            written.split('.').map(|part| self.told.name(part, Role::Key)).collect::<Vec<_>>().join(", ")
        };
        match &policy.way {
            Way::Always(value) => self.told.value(value),
            Way::First => strings.get("odds_first").to_owned(),
            Way::Last => strings.get("odds_last").to_owned(),
            Way::Random => strings.get("odds_random").to_owned(),
            Way::Highest(at) => strings.fill("odds_highest", &[("what", &asked(at))]),
            Way::Lowest(at) => strings.fill("odds_lowest", &[("what", &asked(at))]),
        }
    }

    fn assumed(&self) -> Vec<Link> {
        let linker = self.case.linker;
        let wanted = &self.figure.wanted;
        let sets = wanted.open.start.assumed.iter().chain(&wanted.assumed);
        let ids = sets.filter_map(|at| self.told.open.program.assumptions.get(*at)).map(|set| &set.id);
        ids.map(|id| Link { label: assumption::label(linker, id), href: href(assumption::href(linker, id)) }).collect()
    }

    /// Digits as the reader's language writes them.
    fn local(&self, number: &str) -> String {
        number.replace('.', self.case.linker.strings.get("decimal")).replace('-', "−")
    }
}

/// A name that is no longer than its place in a line.
fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    let cut: String = name.chars().take(LONGEST_NAME - 1).collect();
    format!("{}…", cut.trim_end())
}
