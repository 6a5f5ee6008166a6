//! `rulestone odds`

pub(super) mod case;
mod json;
mod notation;
mod picture;
mod refusal;
mod table;
mod waiting;

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use clap::{Args, ValueEnum};

use self::case::Asking;
use super::output::{FAINT, Output};
use super::{CommandError, Outcome, Success, ceiling, open};
use crate::diagnostic::grouped;
use crate::library::Book;
use crate::library::localized::View;
use crate::logic::example::Open;
use crate::logic::odds::refusal::within;
use crate::logic::odds::rows::{self, NamedOdds, Row};
use crate::logic::odds::shown::several;
use crate::logic::odds::{Asked, Budget, EndedFirst, Odds, ask, odds_counted};

use crate::logic::program::PointId;
use crate::logic::simulate::Simulated;
use crate::logic::trace::Names;
use crate::logic::trace::words::Words;
use crate::logic::types::Type;

/// Exact odds: how likely each outcome is, over every way that the dice can fall
///
/// Starts as `rulestone play` does, from a worked example, whose dice and choices are left open, or from anything that the
/// logic of a book can run. Two cases stand side by side: two examples, or one under two readings (--with). The odds are
/// fractions of whole numbers, never estimates; --format json has all their digits.
///
/// An example that has odds of its own (its key `odds`) asks what it asks there, unless --of, --policy or --judge say otherwise.
///
/// Choices of players have to be made by a policy, as far as they matter. A policy is `label=value`, the value written as in
/// `choices` of an example; `label=first`, `label=last` or `label=random`, of the candidates in their order; or
/// `label=highest NAME` or `label=lowest NAME`, which finds the choices that make the expected NAME highest or lowest, where
/// NAME is among what is asked (yes counts 1, no and none 0). `label@player=…` is for this player only. A candidate that
/// is called `first` comes before the word.
///
/// Where the budget ends first, what is known is told, and how much is not. A choice without a policy, or one that cannot be
/// followed, ends with 2; something that the document does not have, or a mistake of the logic, with 1.
#[derive(Debug, Args)]
pub(super) struct OddsOf {
    #[command(flatten)]
    asking: CaseArgs,
    /// Give up at so many states: more resolve more, fewer end sooner [default: a million]
    #[arg(long, value_name = "NUMBER", value_parser = at_least_one::<usize>)]
    states: Option<usize>,
    /// Give up after so many steps of the logic [default: 200,000,000]
    #[arg(long, value_name = "NUMBER", value_parser = at_least_one::<u64>)]
    steps: Option<u64>,
}

/// What is asked of what.
#[derive(Debug, Args)]
pub(super) struct CaseArgs {
    /// One example or two: its `book::section::example`, or a part that no other has; with --run the book
    #[arg(value_name = "EXAMPLE|BOOK", num_args = 0..=2)]
    pub(super) targets: Vec<String>,
    /// What to run, as in an example: "{attack: {unit: x}}"
    #[arg(long, value_name = "YAML")]
    pub(super) run: Option<String>,
    /// The state before, in a YAML file with the keys given, options and assume of an example
    #[arg(long, value_name = "FILE", requires = "run")]
    pub(super) given: Option<PathBuf>,
    /// What is asked, with commas: outputs of the last step, states, fields of things as `wolves.strength` [default: all outputs]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) of: Vec<String>,
    /// How a choice is made; once for each choice, or once for each player of it
    #[arg(long = "policy", value_name = "LABEL=HOW")]
    pub(super) policies: Vec<String>,
    /// What a judgement comes to
    #[arg(long = "judge", value_name = "NAME=VALUE")]
    pub(super) judgements: Vec<String>,
    /// Beside it, the same under another reading of an option; several all hold in the second case
    #[arg(long = "with", value_name = "OPTION=READING")]
    pub(super) with: Vec<String>,
    /// Each number, or it and all above or below it
    #[arg(long, value_enum, default_value_t, value_name = "WHICH")]
    pub(super) show: Show,
    /// The language of the names [default: the reference language of the book]
    #[arg(long, value_parser = open::language, value_name = "LANG")]
    pub(super) lang: Option<String>,
    /// How it is written
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Form,
}

/// Which numbers a row stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Show {
    /// A single number
    #[default]
    Exactly,
    /// It and all above it
    AtLeast,
    /// It and all below it
    AtMost,
}

/// How they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// For reading
    #[default]
    Table,
    /// One object for other programs
    Json,
    /// A picture
    Svg,
}

/// A case with its odds.
pub(super) struct Answered<'a> {
    /// What it is called beside the other one.
    pub(super) name: String,
    pub(super) open: &'a Open<'a>,
    pub(super) of: Vec<Asked>,
    pub(super) book: &'a Book,
    pub(super) names: Names<'a>,
    pub(super) odds: Odds,
    /// The runs that they were counted in, where they were.
    pub(super) sampled: Option<Simulated>,
    /// What it rests on, as it is written.
    pub(super) rests: Vec<Rest>,
    pub(super) seconds: f64,
}

/// On what odds rest, of one kind.
pub(super) struct Rest {
    /// The key in JSON, and the word in front of the line.
    pub(super) kind: &'static str,
    pub(super) all: Vec<String>,
}

/// What the renderings need.
pub(super) struct Report<'a> {
    /// What was run; the first where two examples were.
    pub(super) title: String,
    /// Whether it is the same in all cases.
    pub(super) same_run: bool,
    /// One case or two.
    pub(super) cases: Vec<Answered<'a>>,
    pub(super) language: &'a str,
    pub(super) words: Words,
    pub(super) budget: Budget,
    pub(super) show: Show,
}

impl OddsOf {
    pub(super) fn run(mut self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let mut library = open::library_to_run(&open::root(root)?, self.asking.lang.as_deref(), output)?;
        let prepared = case::prepare(&self.asking, &mut library, output)?;
        let readings = self.asking.readings();
        let (opened, asked) = case::ask(&mut self.asking, &prepared, &readings, case::CANNOT, &mut library, output)?;
        let mut cases = Vec::new();
        for (at, ((one, open), asking)) in prepared.iter().zip(&opened).zip(&asked).enumerate() {
            let book = open::book(&library, &one.what.book)?;
            let meter = ceiling::meter();
            let place = open.steps.first().map(|step| step.place);
            let piece = meter.begin(u64::MAX, format!("the odds of `{}`", one.name), place);
            let case = asking.case(open, self.budget());
            let started = Instant::now();
            let (found, effort) = waiting::patiently(self.budget().states, || odds_counted(&case));
            piece.spend(effort.in_steps());
            drop(piece);
            ceiling::hold()?;
            let odds = match found {
                Ok(odds) => odds,
                Err(refused) => return refusal::tell(&refused, &case, book, &library, output),
            };
            let seconds = started.elapsed().as_secs_f64();
            let names =
                Names::new(&library, book, self.asking.lang.as_deref().unwrap_or(&book.reference), Some(open.program));
            let name = if self.asking.with.is_empty() { one.name.clone() } else { case::readings(&asked, at, &names) };
            let rests = asking.rests(open, &self.asking.policies, &self.asking.judgements);
            cases.push(Answered { name, open, of: case.of, book, names, odds, sampled: None, rests, seconds });
        }
        let (Some(first), Some(case)) = (prepared.first(), cases.first()) else { return Ok(Success::Wrong) };
        let language = self.asking.lang.as_deref().unwrap_or(&case.book.reference);
        let title = first.name.clone();
        let words = Words::of(language);
        let same_run = prepared.iter().all(|one| one.name == title);
        let report = Report { title, same_run, cases, language, words, budget: self.budget(), show: self.asking.show };
        report.print(self.asking.format, output)?;
        report.effort(output);
        Ok(Success::Fine)
    }

    fn budget(&self) -> Budget {
        let budget = ceiling::meter().limits().odds;
        let (states, steps) = (self.states.unwrap_or(budget.states), self.steps.unwrap_or(budget.steps));
        Budget { states, steps, ..budget }
    }
}

impl CaseArgs {
    /// The readings of each case, as `option=reading`; none where they are those of its book.
    pub(super) fn readings(&self) -> Vec<Vec<String>> {
        if self.with.is_empty() { Vec::new() } else { vec![Vec::new(), self.with.clone()] }
    }

    /// Whether what is asked can be shown together, and as it is wanted.
    pub(super) fn check(&self, opened: &[Open<'_>], asked: &[Asking<'_>]) -> Result<(), CommandError> {
        if let [first, second] = asked {
            if first.names != second.names {
                let [first, second] = [first, second].map(|asking| asking.names.join(", "));
                let message = format!("the two cases give different things: {first}; {second}");
                return Err(CommandError::new(message, "name with --of what both have"));
            }
            if !self.with.is_empty() && first.setting.readings == second.setting.readings {
                let message = format!("the first case has {} already", self.with.join(", "));
                return Err(CommandError::new(message, "name another reading with --with"));
            }
        }
        let (Some(open), Some(asking)) = (opened.first(), asked.first()) else { return Ok(()) };
        let number = |one: &Asked| matches!(ask::declared(open, one), Some(Type::Number(_) | Type::Fraction));
        if self.show != Show::Exactly && !matches!(&asking.of[..], [one] if number(one)) {
            let message =
                format!("only a single number is at least or at most something: asked is {}", asking.names.join(", "));
            return Err(CommandError::new(message, "name one number with --of, or leave out --show"));
        }
        Ok(())
    }
}

impl Report<'_> {
    /// Calls `tell` with what there is to tell of each case.
    fn told<T>(&self, tell: impl FnOnce(&[NamedOdds<'_>]) -> T) -> T {
        let refuses: Vec<_> =
            self.cases.iter().map(|case| |point: PointId| case.refuses(self.language, point)).collect();
        let told: Vec<NamedOdds<'_>> = self
            .cases
            .iter()
            .zip(&refuses)
            .map(|(case, refuses)| NamedOdds {
                open: case.open,
                of: &case.of,
                odds: &case.odds,
                names: &case.names,
                words: &self.words,
                refuses,
            })
            .collect();
        tell(&told)
    }

    /// Prints it in a form.
    pub(super) fn print(&self, form: Form, output: &mut Output) -> Result<(), CommandError> {
        match form {
            Form::Table => table::print(self, output),
            Form::Json => output.json(&self.json()),
            Form::Svg => output.line(picture::svg(self).trim_end()),
        }
    }

    /// What other programs read.
    pub(super) fn json(&self) -> serde_json::Value {
        json::object(self)
    }

    /// The rows that are shown.
    pub(super) fn rows(&self) -> (Vec<String>, Vec<Row>) {
        self.told(|cases| {
            let mut rows = rows::rows(cases);
            match self.show {
                Show::Exactly => {}
                Show::AtLeast => rows::cumulative(&mut rows, true, &self.words),
                Show::AtMost => rows::cumulative(&mut rows, false, &self.words),
            }
            (cases.first().map(NamedOdds::heads).unwrap_or_default(), rows)
        })
    }

    /// What it took, and what the budget left open.
    fn effort(&self, output: &mut Output) {
        for (at, case) in self.cases.iter().enumerate() {
            let effort = case.odds.effort;
            let which = if self.cases.len() > 1 { format!("{}: ", at + 1) } else { String::new() };
            output.note(format_args!(
                "{FAINT}{which}{}, {}, {}, {}{FAINT:#}",
                several(effort.states as u64, "state"),
                several(effort.ways as u64, "way"),
                size(effort.bytes),
                time(case.seconds)
            ));
            if let Some(ended) = case.odds.ended {
                output.note(format_args!("{which}{}", self.ended_first(ended)));
            }
        }
    }

    /// Which budget ended first, and how to make it larger.
    fn ended_first(&self, ended: EndedFirst) -> String {
        let (within, more) = (within(self.budget, ended), notation::more(self.budget, ended));
        let less = match ended {
            EndedFirst::Words | EndedFirst::Bytes => {
                "ask for less with --of, fix more choices with --policy, or give more"
            }
            EndedFirst::States | EndedFirst::Steps | EndedFirst::Ways => "to resolve more",
        };
        format!(
            "not resolved within the budget of {within}; {less}: {more}; or `rulestone simulate`, which counts seeded runs"
        )
    }
}

/// A budget: with none there is nothing to tell.
pub(super) fn at_least_one<T: FromStr<Err: Display> + From<u8> + PartialOrd>(text: &str) -> Result<T, String> {
    match text.parse::<T>() {
        Ok(number) if number < T::from(1) => Err("it must be at least 1".to_owned()),
        read => read.map_err(|mistake| mistake.to_string()),
    }
}

impl Answered<'_> {
    /// The section that refuses, by number and title.
    fn refuses(&self, language: &str, point: PointId) -> String {
        let program = self.open.program;
        let section = &program.block_of(point).id;
        let found = self.book.section(section);
        found.map_or_else(|| section.clone(), |(_, section)| View::new(self.book, language).label(section))
    }
}

/// `41 MB`.
fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{} MB", grouped(bytes as u64 / 1_000_000)),
    }
}

/// `1.2 s`.
pub(super) fn time(seconds: f64) -> String {
    if seconds < 0.1 { format!("{seconds:.3} s") } else { format!("{seconds:.1} s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_at_least_one() {
        assert_eq!(at_least_one::<usize>("1"), Ok(1));
        assert!(at_least_one::<u64>("0").is_err() && at_least_one::<u64>("-1").is_err());
    }
}
