//! The odds that an example shows: a chart, its numbers as a table, and in words what they rest on.

use minijinja::Value;
use serde::Serialize;

use super::odds::{Bar, Chart, Stands, svg};
use super::press::href;
use super::verdict::Case;
use super::wording::headed;
use super::{address, assumption};
use crate::library::localized::View;
use crate::logic::figure::{Figure, Show};
use crate::logic::odds::rows::{self, Kind, Row, Told};
use crate::logic::odds::shown::{fraction, number, percent, points};
use crate::logic::odds::{EndedFirst, Ending, Odds, Policy, Ratio, Signed, Way, ask};
use crate::logic::program::{PointId, Role};

/// How many rows a table has; the unlikeliest others are one row.
const MOST_ROWS: usize = 24;
/// How many bars a chart has.
const MOST_BARS: usize = 12;

/// A figure.
#[derive(Debug, Serialize)]
pub(super) struct FigureView {
    id: String,
    /// "Odds: Winner".
    title: String,
    /// What the table is called.
    label: String,
    /// Above the fractions.
    exactly: String,
    chart: Value,
    /// Between what each share lies, where not all is resolved.
    bounds: Option<String>,
    heads: Vec<String>,
    /// What each case is called, where there are two.
    cases: Vec<String>,
    /// Whether there is a column for fractions.
    exact: bool,
    rows: Vec<RowView>,
    means: Vec<Fact>,
    facts: Vec<Fact>,
    assumed: Vec<Link>,
}

#[derive(Debug, Serialize)]
struct RowView {
    /// What came out; one cell for all columns where it is no value.
    cells: Vec<String>,
    whole: bool,
    shares: Vec<Share>,
    difference: Option<String>,
}

#[derive(Debug, Serialize)]
struct Share {
    fraction: Option<String>,
    percent: String,
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

impl Case<'_> {
    /// The odds that the example shows.
    pub(super) fn figure(&self) -> Option<FigureView> {
        let figure = self.press.figures.of(&self.linker.book.id, &self.section.id, &self.example.id)?;
        let view = View::new(self.linker.book, self.linker.edition.language());
        let program = figure.wanted.open.program;
        let refuses = |point: PointId| {
            let section = &program.blocks[program.point(point).block.index()].id;
            let found = self.linker.book.section(section);
            found.map_or_else(|| section.clone(), |(_, section)| view.label(section))
        };
        let told: Vec<Told<'_>> = figure
            .odds
            .iter()
            .map(|odds| Told {
                open: &figure.wanted.open,
                of: &figure.wanted.of,
                odds,
                names: &self.wording.names,
                words: &self.wording.words,
                refuses: &refuses,
            })
            .collect();
        Some(Teller { case: self, figure, told: *told.first()? }.view(&told))
    }
}

/// Who tells a figure to the reader of a page.
struct Teller<'a> {
    case: &'a Case<'a>,
    figure: &'a Figure<'a>,
    /// The first case.
    told: Told<'a>,
}

impl Teller<'_> {
    fn view(&self, told: &[Told<'_>]) -> FigureView {
        let words = &self.case.wording.words;
        let heads: Vec<String> = self.told.heads().iter().map(|head| headed(head)).collect();
        let rows = self.rows(told);
        let cases = if told.len() > 1 { self.cases() } else { Vec::new() };
        let asked = heads.join(" · ");
        let title = format!("{}: {asked}", headed(words.get("odds")));
        let (bars, others) = self.fewer(rows.clone(), MOST_BARS);
        // A bar of the others would dwarf all that are told one by one.
        let without = |row: &Row| Bar { shares: vec![0.0; row.shares.len()], ..self.bar(row) };
        let chart = Chart {
            title: title.clone(),
            // Of a single thing the words of the page around say what it is; of several, which part of a label is which.
            caption: if heads.len() > 1 {
                heads.join(self.case.linker.strings.get("list_comma"))
            } else {
                String::new()
            },
            legend: cases.clone(),
            others: words.get("others").to_owned(),
            bars: bars.iter().map(|row| self.bar(row)).chain(others.iter().map(without)).collect(),
        };
        let (rows, others) = self.fewer(rows, MOST_ROWS);
        let shown: Vec<RowView> = rows.iter().chain(&others).map(|row| self.row(row)).collect();
        FigureView {
            id: format!("{}_odds", address::aside(&self.case.section.id, "example", &self.case.example.id)),
            title,
            label: self.case.linker.strings.fill("odds_table", &[("asked", &asked)]),
            exactly: headed(words.get("exact")),
            chart: Value::from_safe_string(svg(&chart, Stands::InPage)),
            bounds: rows.iter().any(|row| row.kind == Kind::Unresolved).then(|| words.get("bounds").to_owned()),
            means: self.means(&heads),
            heads,
            exact: told.len() == 1 && shown.iter().any(|row| row.shares.iter().any(|share| share.fraction.is_some())),
            cases,
            rows: shown,
            facts: self.facts(),
            assumed: self.assumed(),
        }
    }

    /// The rows in their order, with the reason of what is not resolved.
    fn rows(&self, told: &[Told<'_>]) -> Vec<Row> {
        let words = &self.case.wording.words;
        let mut rows = rows::rows(told);
        match self.figure.wanted.show {
            Show::Exactly => {}
            Show::AtLeast => rows::cumulative(&mut rows, true, words),
            Show::AtMost => rows::cumulative(&mut rows, false, words),
        }
        for row in rows.iter_mut().filter(|row| row.kind == Kind::Unresolved) {
            let reason = self.figure.odds.iter().find(|odds| !odds.unresolved.is_zero()).map(|odds| self.ended(odds));
            row.cells = vec![format!("{} ({})", row.cells.join(" "), reason.unwrap_or_default())];
        }
        rows
    }

    /// Which budget ended first.
    fn ended(&self, odds: &Odds) -> String {
        let strings = self.case.linker.strings;
        let budget = self.figure.budget;
        let number = |number: u64| crate::logic::odds::shown::grouped(number).replace(',', strings.get("thousands"));
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

    fn bar(&self, row: &Row) -> Bar {
        Bar {
            label: headed(&row.cells.join(self.case.linker.strings.get("list_comma"))),
            shares: row.shares.iter().map(Ratio::approximate).collect(),
            percents: row.shares.iter().map(|share| self.local(&percent(share))).collect(),
            // They are few already.
            kept: true,
        }
    }

    fn row(&self, row: &Row) -> RowView {
        let fraction = |share: &Ratio| fraction(share).filter(|_| !share.is_zero());
        let share = |share: &Ratio| Share { fraction: fraction(share), percent: self.local(&percent(share)) };
        let difference = match &row.shares[..] {
            [first, second] => Some(self.local(&points(&Signed::difference(second, first)))),
            _ => None,
        };
        RowView {
            cells: row.cells.iter().map(|cell| headed(cell)).collect(),
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
                .filter_map(|reading| program.symbols.get(reading.0 as usize))
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
        let readings = wanted.open.start.readings.iter().filter_map(|(option, reading)| {
            let option = program.options.get(option.index())?;
            let reading = program.symbols.get(reading.0 as usize)?;
            Some(format!(
                "{}: {}",
                headed(&self.told.name(program.name(option.name), Role::Option)),
                self.told.name(reading, Role::Option)
            ))
        });
        // What differs stands above the columns; here only what it is about.
        let compared = wanted.with.iter().filter_map(|(option, _)| {
            Some(headed(&self.told.name(program.name(program.options.get(option.index())?.name), Role::Option)))
        });
        let facts = [
            (strings.get("odds_policies"), policies.chain(judged).collect::<Vec<_>>()),
            (strings.get("input_options"), readings.collect()),
            (strings.get("odds_compared"), compared.collect()),
        ];
        let fact = |(label, values): (&str, _)| Fact { label: label.to_owned(), values };
        facts.into_iter().filter(|(_, values)| !values.is_empty()).map(fact).collect()
    }

    /// "Retreats: no; target: the first".
    fn policy(&self, policy: &Policy) -> String {
        let strings = self.case.linker.strings;
        let mut name = headed(&self.told.name(self.told.open.program.name(policy.label), Role::Inner));
        if let Some(player) = &policy.by {
            name = strings.fill("odds_policy_of", &[("choice", &name), ("player", &self.told.value(player))]);
        }
        let asked = |at: &usize| {
            let written = self.told.of.get(*at).map(|asked| ask::written(self.told.open, asked)).unwrap_or_default();
            written.split('.').map(|part| self.told.name(part, Role::Key)).collect::<Vec<_>>().join(", ")
        };
        let way = match &policy.way {
            Way::Always(value) => self.told.value(value),
            Way::First => strings.get("odds_first").to_owned(),
            Way::Last => strings.get("odds_last").to_owned(),
            Way::Random => strings.get("odds_random").to_owned(),
            Way::Highest(at) => strings.fill("odds_highest", &[("what", &asked(at))]),
            Way::Lowest(at) => strings.fill("odds_lowest", &[("what", &asked(at))]),
        };
        format!("{name}: {way}")
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
