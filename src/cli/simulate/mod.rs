//! `rulestone simulate`

mod rank;
mod reached;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::odds::case::{self, Asking};
use super::odds::{Answered, CaseArgs, Form, Report, at_least_one, time};
use super::output::{self, FAINT, Output};
use super::{CommandError, Outcome, Success, ceiling, open};
use crate::beside;
use crate::diagnostic::grouped;
use crate::library::Library;
use crate::logic::example::Open;
use crate::logic::machine::Ended;
use crate::logic::odds::shown::several;
use crate::logic::odds::{Case, Effort, Odds, Ratio};
use crate::logic::program::Program;
use crate::logic::simulate::{Broken, Runs, Simulated, simulate};
use crate::logic::trace::Names;
use crate::logic::trace::words::Words;

/// Seeded runs: how often each outcome comes, and how sure that is, for what exact odds cannot finish
///
/// Starts as `rulestone odds` does, and shows what the runs came to: how many, the share, between which shares the true one lies
/// (95 %), and the seed of the first such run, which `rulestone play --seed SEED --auto` plays again. Of numbers it tells the mean
/// with the half width of its interval (95 %), and percentiles. The same seed gives the same figures on any machine, whatever the
/// number of its cores.
///
/// The seeds are SEED, SEED + 1 and so on. Choices that no policy makes are left to the seed, as `play --auto` does; a policy may
/// be a value, `first`, `last` or `random`; the best choice (`highest NAME`) only `odds` can find.
#[derive(Debug, Args)]
pub(super) struct Simulate {
    #[command(flatten)]
    asking: CaseArgs,
    /// How many runs
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000, value_parser = at_least_one::<u64>)]
    runs: u64,
    /// The seed of the first run
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Two readings of an option side by side: `option=one|other`
    #[arg(long, value_name = "OPTION=ONE|OTHER", conflicts_with = "with")]
    reading: Option<String>,
    /// Each other reading of each option in turn, ranked by how far it shifts the mean of the number that is asked first
    #[arg(long, conflicts_with_all = ["with", "reading"])]
    rank: bool,
    /// In how many of the runs each section took effect, and which parts of the logic did in none; takes several times as long
    #[arg(long, conflicts_with = "rank")]
    coverage: bool,
}

impl Simulate {
    pub(super) fn run(mut self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        if self.asking.format == Form::Svg && (self.rank || self.coverage) {
            let message = if self.rank { "a ranking has no picture" } else { "what the runs reached has no picture" };
            return Err(CommandError::new(message, "leave out --format svg"));
        }
        let mut library = open::library_to_run(&open::root(root)?, self.asking.lang.as_deref(), output)?;
        let readings = self.readings()?;
        let prepared = case::prepare(&self.asking, &mut library, output)?;
        let (opened, asked) = case::ask(&mut self.asking, &prepared, &readings, "simulated", &mut library, output)?;
        if self.rank {
            let ([one], [open], [asking]) = (&prepared[..], &opened[..], &asked[..]) else {
                return Err(CommandError::new(
                    "readings of two examples cannot be ranked together",
                    "name one example",
                ));
            };
            return self.rank(one, open, asking, &library, output);
        }
        let mut cases = Vec::new();
        for (at, ((one, open), asking)) in prepared.iter().zip(&opened).zip(&asked).enumerate() {
            let book = open::book(&library, &one.what.book)?;
            let case = case_of(asking, open);
            let started = Instant::now();
            let sampled = match self.count(&case, &one.name) {
                Ok(sampled) => sampled,
                Err(broken) => return tell(&broken, open.program, &library, output),
            };
            ceiling::hold()?;
            let seconds = started.elapsed().as_secs_f64();
            let language = self.asking.lang.as_deref().unwrap_or(&book.reference);
            let names = Names::new(&library, book, language, Some(open.program));
            let name = if readings.is_empty() { one.name.clone() } else { case::readings(&asked, at, &names) };
            let rests = asking.rests(open, &self.asking.policies, &self.asking.judgements);
            let odds = odds_of(&sampled);
            cases.push(Answered { name, open, of: case.of, book, names, odds, sampled: Some(sampled), rests, seconds });
        }
        let same_run = prepared.iter().all(|one| one.name == prepared[0].name);
        self.print(&prepared[0].name, same_run, cases, &library, output)
    }

    /// The readings of each case, as `option=reading`; none where there is a single case.
    fn readings(&mut self) -> Result<Vec<Vec<String>>, CommandError> {
        if let Some(both) = &self.reading {
            let slip = || {
                let message = format!("`{both}` names no option with two readings");
                CommandError::new(message, "write `--reading option=one|other`")
            };
            let (option, readings) = both.split_once('=').ok_or_else(slip)?;
            let (one, other) = readings.split_once('|').ok_or_else(slip)?;
            let lines = [one, other].map(|reading| vec![format!("{}={}", option.trim(), reading.trim())]);
            self.asking.with.clone_from(&lines[1]);
            return Ok(lines.to_vec());
        }
        Ok(self.asking.readings())
    }

    /// Counts the runs of a case, and shows whoever waits how far they are.
    fn count(&self, case: &Case<'_>, name: &str) -> Result<Simulated, Broken> {
        let place = case.open.steps.first().map(|step| step.place);
        let piece = ceiling::meter().begin(u64::MAX, format!("the runs of `{name}`"), place);
        let attended = output::is_attended();
        let mut shown = false;
        let runs = Runs { seed: self.seed, count: self.runs, threads: beside::cores(), are_watched: self.coverage };
        let found = simulate(case, runs, &mut |done, steps| {
            piece.spend(steps);
            if attended && done < self.runs {
                shown = true;
                output::progress(Some(&bar(done, self.runs)));
            }
            let over = ceiling::meter().is_over();
            // Whoever asks for many runs has each batch of them measured, not all together.
            if !over {
                ceiling::count_anew();
            }
            !over
        });
        if shown {
            output::progress(None);
        }
        found
    }

    fn print(
        &self,
        title: &str,
        same_run: bool,
        cases: Vec<Answered<'_>>,
        library: &Library,
        output: &mut Output,
    ) -> Outcome {
        let Some(first) = cases.first() else { return Ok(Success::Wrong) };
        let language = self.asking.lang.as_deref().unwrap_or(&first.book.reference);
        let words = Words::of(language);
        let (title, budget) = (title.to_owned(), ceiling::meter().limits().odds);
        let report = Report { title, same_run, cases, language, words, budget, show: self.asking.show };
        match self.asking.format {
            Form::Json if self.coverage => output.json(&reached::json(&report, &library.sources))?,
            Form::Json | Form::Svg => report.print(self.asking.format, output)?,
            Form::Table => {
                report.print(Form::Table, output)?;
                for case in &report.cases {
                    reached::print(case, &library.sources, output)?;
                }
            }
        }
        for (at, case) in report.cases.iter().enumerate() {
            let Some(sampled) = &case.sampled else { continue };
            let which = if report.cases.len() > 1 { format!("{}: ", at + 1) } else { String::new() };
            let (runs, seed, spent) = (several(sampled.runs, "run"), self.seed, time(case.seconds));
            output.note(format_args!("{FAINT}{which}{runs} from seed {seed}, {spent}{FAINT:#}"));
        }
        Ok(Success::Fine)
    }
}

/// A case, each run of which may be a whole game.
fn case_of<'a>(asking: &Asking<'a>, open: &'a Open<'a>) -> Case<'a> {
    let limits = ceiling::meter().limits();
    let mut case = asking.case(open, limits.odds);
    case.setting.budget = limits.of_a_game();
    case
}

/// How far the runs are.
fn bar(done: u64, runs: u64) -> String {
    const WIDTH: u64 = 30;
    let full = usize::try_from(done.saturating_mul(WIDTH) / runs.max(1)).unwrap_or_default();
    let rest = usize::try_from(WIDTH).unwrap_or_default().saturating_sub(full);
    let (bar, rest) = ("█".repeat(full), "·".repeat(rest));
    format!("{bar}{rest} {} of {}", grouped(done), several(runs, "run"))
}

/// Shares as odds, so that they are shown in the same way.
fn odds_of(sampled: &Simulated) -> Odds {
    Odds {
        outcomes: sampled.shares(),
        unresolved: Ratio::zero(),
        endless: Ratio::zero(),
        effort: Effort { steps: sampled.steps, ..Effort::default() },
        ended: None,
    }
}

/// Why there is nothing to count.
fn tell(broken: &Broken, program: &Program, library: &Library, output: &mut Output) -> Outcome {
    let (seed, ended) = match broken {
        Broken::Best(label) => {
            let message = format!("single runs cannot find the best choice of `{}`", program.name(*label));
            return Err(CommandError::new(
                message,
                "choose first, last, random or a value; `rulestone odds` finds the best",
            ));
        }
        Broken::Ended { seed, ended } => (seed, ended),
    };
    let (message, place, help) = match &**ended {
        Ended::Error(error) => {
            let place = program.place_in(program.point(error.point).block, error.span);
            (error.message.clone(), place, error.help.clone().unwrap_or_default())
        }
        Ended::Undetermined { source, point } => {
            let what = source.clone().unwrap_or_else(|| "what no document tells".to_owned());
            let help = "assume it in the example, or give it with --judge".to_owned();
            (format!("it needs {what}"), program.place(*point), help)
        }
        Ended::Done(_) | Ended::Refused(_) | Ended::Over(_) => return Ok(Success::Fine),
    };
    let (path, position) = library.sources.position(place);
    let at = Some(format!("{path}:{}:{}", position.line, position.column));
    output.error(&CommandError::Failed {
        message: format!("the run of seed {seed} broke off: {message}"),
        at,
        help: Some(help),
    });
    Ok(Success::Wrong)
}
