//! `rulestone play`

mod ask;
mod save;
mod table;
mod typed;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;

use clap::Args;

use self::ask::Said;
use self::save::Saving;
use self::table::Table;
use super::output::Output;
use super::run_target::{self, What};
use super::{CommandError, Outcome, Success, ceiling, open};
use crate::logic::machine::Ended;
use crate::logic::play::{By, Position, Session};
use crate::logic::trace::Names;
use crate::logic::trace::words::Words;

/// Play a procedure in the terminal: dice from a seed or from the table, choices by number or name
///
/// Starts from a worked example, whose dice and choices are left open, or from anything that the logic of a book can run.
/// What happened stands on stdout, what is asked on stderr; answers are read from stdin, a line for each. At any question `?` tells
/// what may be typed, `r` shows the rule that asks, `u` takes the last answer back, `t` shows the steps so far (`t all` every one of
/// them), `s` the state and the things, and `q` ends without saving. What is chosen in secret is not seen while it is typed, and not
/// shown before all have chosen.
///
/// A refused action and one that needs what the document does not have are told and end with 0, as in `rulestone test`; a
/// mistake of the logic ends with 1. So does a field that the example does not give, because its own course never asks for
/// it: take the answer back, or copy what it gives into a file, add the field, and play with --run and --given. The steps of
/// an example in several steps are its own, whatever comes of the one before.
#[derive(Debug, Args)]
pub(super) struct Play {
    /// The example: its `book::section::example`, or a part that no other has; with --run the book
    #[arg(value_name = "EXAMPLE|BOOK")]
    target: Option<String>,
    /// Name what can be played
    #[arg(long, conflicts_with_all = ["run", "save"])]
    list: bool,
    /// What to run, as in an example: "{attack: {unit: x}}"
    #[arg(long, value_name = "YAML")]
    run: Option<String>,
    /// The state before, in a YAML file with the keys given, options and assume of an example
    #[arg(long, value_name = "FILE", requires = "run")]
    given: Option<PathBuf>,
    /// What rolls, draws and picks: the same number does the same again [default: a new one each time]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Ask for every die, draw and pick: real dice on the table
    #[arg(long)]
    ask: bool,
    /// Let the seed choose too
    #[arg(long)]
    auto: bool,
    /// The language of the names [default: the reference language of the book]
    #[arg(long, value_parser = open::language, value_name = "LANG")]
    lang: Option<String>,
    /// Write what was played into the section of what was run, as the draft of an example with this id
    #[arg(long, value_name = "ID", value_parser = open::id)]
    save: Option<String>,
    /// Write the draft into this new file instead; `-` is stdout, the steps then go to stderr
    #[arg(long, value_name = "FILE", requires = "save")]
    output: Option<PathBuf>,
}

impl Play {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let mut library = open::library_to_run(&root, self.lang.as_deref(), output)?;
        if self.ask && !self.auto && self.seed.is_some() {
            let message = "with --ask nothing is left to the seed";
            return Err(CommandError::new(message, "leave out --seed or --ask, or let the seed choose with --auto"));
        }
        if self.list || (self.target.is_none() && self.run.is_none()) {
            return run_target::list(&library, self.target.as_deref(), output);
        }
        let what = match &self.run {
            Some(run) => run_target::typed(&mut library, self.target.as_deref(), run, self.given.as_deref())?,
            None => run_target::example(&library, self.target.as_deref().unwrap_or_default())?,
        };
        let compiled = what.compile(&mut library, "played", output)?;
        let opened = what.open(&library, &compiled.program, "played", output)?;
        let What { book, example, keys, .. } = what;
        let book = open::book(&library, &book)?;
        let saving = match &self.save {
            Some(id) => Some(Saving::new(&root, &library, book, &opened, id, self.output.as_deref())?),
            None => None,
        };
        let by = |person: bool| if person { By::Person } else { By::Seed };
        let seed = self.seed.unwrap_or_else(any_seed);
        let (dice, choices) = (by(self.ask), by(!self.auto));
        let mut session = Session {
            meter: ceiling::meter(),
            open: &opened,
            seed,
            dice,
            choices,
            replies: Vec::new(),
            reasons_from: Some((0, 0)),
        };
        let language = self.lang.as_deref().unwrap_or(&book.reference);
        let words = Words::of(language);
        let names = Names::new(&library, book, language, Some(&compiled.program));
        let to_stderr = self.output.as_deref().is_some_and(save::is_stdout);
        let mut table = Table::new((&library, book), &opened, (language, &names, &words), to_stderr, output);
        if let Some((section, example)) = &example {
            table.tell_example(section, example);
        }
        let mut progress = None;
        let position = loop {
            ceiling::count_anew();
            let position = session.go_on(&mut progress);
            ceiling::hold()?;
            table.show(&session, &position, &library.sources)?;
            session.reasons_from = Some(table.shown());
            let Some(asked) = &position.asked else {
                if broke_off(&position) && !session.replies.is_empty() && table.again()? {
                    session.replies.pop();
                    table.back(&session.reach())?;
                    continue;
                }
                break position;
            };
            match table.ask(asked, &position)? {
                Said::Reply(reply) => session.replies.push(reply),
                Said::Undo => match session.replies.pop() {
                    Some(_) => table.back(&session.reach())?,
                    None => table.tell("there is no answer to take back"),
                },
                Said::Quit => {
                    table.tell(if saving.is_some() { "ended: nothing is saved" } else { "ended" });
                    return Ok(Success::Fine);
                }
            }
        };
        let wrong = broke_off(&position);
        if wrong && saving.is_some() {
            output.note("the run broke off: nothing is saved");
        } else if let Some(saving) = saving {
            let seed = table.seed_used.then_some(seed);
            saving.save(&keys, &position.steps, seed, output)?;
        }
        Ok((!wrong).into())
    }
}

/// Whether a mistake of the logic, or something that nobody gave, ended the run.
fn broke_off(position: &Position) -> bool {
    position.steps.iter().any(|step| matches!(step.ended, Some(Ended::Error(_))))
}

/// A seed that nobody knows before, short enough to be typed.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
