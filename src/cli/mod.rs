//! The command line: what was typed becomes a call of the library, and its answer becomes text and an exit status.
//!
//! Results go to stdout, everything else to stderr. Exit status 0: fine. 1: an error diagnostic, a failed example, or nothing found.
//! 2: wrong usage, or the command cannot run.

mod build;
mod ceiling;
mod check;
mod completions;
mod coverage;
mod error;
mod explain;
mod export;
mod filter;
mod import;
mod merge;
mod migrate;
mod new;
mod odds;
mod open;
mod output;
mod play;
mod restructure;
mod rulings;
mod run_target;
mod search;
mod show;
mod simulate;
mod site;
mod status;
mod terminal;
mod terms;
mod test;
mod translate;
mod user_program;

use std::path::PathBuf;
use std::process::ExitCode;
use std::{panic, thread};

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

use error::CommandError;
use output::Output;

use crate::diagnostic::grouped;
use crate::library::history::READER;
use crate::logic::limits::{self, Limits};

/// What a command comes to, if it could run.
type Outcome = Result<Success, CommandError>;

/// Whether what the command looked at is fine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Success {
    /// Exit status 0.
    Fine,
    /// Exit status 1: an error diagnostic, a failed example, or nothing found.
    Wrong,
}

impl From<bool> for Success {
    fn from(fine: bool) -> Self {
        if fine { Self::Fine } else { Self::Wrong }
    }
}

/// Rulebooks as structured text in several languages: search them, publish them, prove them.
#[derive(Debug, Parser)]
#[command(name = "rulestone", version, max_term_width = 100, disable_help_subcommand = true)]
struct Arguments {
    /// The library: the folder that holds rules-en, rules-ja … [default: the nearest such folder upwards from here]
    #[arg(long, global = true, value_name = "DIR")]
    root: Option<PathBuf>,

    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Color,

    /// What one piece of work may take, or the whole command: `proof=1000000`. Once for each limit; docs/cli.md lists them
    #[arg(long = "budget", global = true, value_name = "NAME=NUMBER")]
    budgets: Vec<String>,

    #[command(subcommand)]
    command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Build),
    Check(check::Check),
    Test(test::Test),
    Play(play::Play),
    Odds(odds::OddsOf),
    Simulate(simulate::Simulate),
    Search(search::Search),
    Show(show::Show),
    Site(site::Site),
    Status(status::Status),
    Terms(terms::Terms),
    #[command(subcommand)]
    Rulings(rulings::Rulings),
    #[command(subcommand)]
    Translate(translate::Translate),
    Export(export::Export),
    Merge(merge::MergeBack),
    #[command(subcommand)]
    New(new::New),
    Import(import::Import),
    #[command(flatten)]
    Restructure(restructure::Restructure),
    Migrate(migrate::Migrate),
    Explain(explain::Explain),
    Completions(completions::Completions),
}

/// The stack that a command has, in bytes: how deep texts and logic may be nested was measured with it.
const STACK: usize = 8 << 20;

/// Runs the program with the arguments of this process.
pub fn run() -> ExitCode {
    // How large the stack of the first thread is, the system decides: on some it is a few KiB. A thread without need would have
    // the allocator set much address space aside for it, of which there may be little.
    if ceiling::stack_of_first_thread() >= STACK as u64 {
        return command();
    }
    match thread::Builder::new().name("command".to_owned()).stack_size(STACK).spawn(command) {
        Ok(command) => command.join().unwrap_or_else(|panic| panic::resume_unwind(panic)),
        Err(_) => command(),
    }
}

fn command() -> ExitCode {
    leave_out_panics_of_readers();
    let typed = search::let_exclusions_through(std::env::args_os());
    let arguments = match Arguments::try_parse_from(typed) {
        Ok(arguments) => arguments,
        Err(said) => {
            let mut output = Output::new(Color::Auto);
            let told = output.usage(&said).map(|()| Success::Fine);
            let wrong = said.exit_code() != 0;
            return if wrong { ExitCode::from(2) } else { ended(told, &mut output) };
        }
    };
    let mut output = Output::new(arguments.color);
    if let Err(error) = limits(&arguments.budgets).map(|limits| ceiling::set(limits, arguments.color)) {
        output.error(&error);
        return ExitCode::from(2);
    }
    let root = arguments.root;
    let _rest = ceiling::meter().begin(u64::MAX, "the rest of the command".to_owned(), None);
    let outcome = match arguments.command {
        Command::Build(command) => command.run(root, &mut output),
        Command::Check(command) => command.run(root, &mut output),
        Command::Test(command) => command.run(root, &mut output),
        Command::Play(command) => command.run(root, &mut output),
        Command::Odds(command) => command.run(root, &mut output),
        Command::Simulate(command) => command.run(root, &mut output),
        Command::Search(command) => command.run(root, &mut output),
        Command::Show(command) => command.run(root, &mut output),
        Command::Site(command) => command.run(root, &mut output),
        Command::Status(command) => command.run(root, &mut output),
        Command::Terms(command) => command.run(root, &mut output),
        Command::Rulings(command) => command.run(root, &mut output),
        Command::Translate(command) => command.run(root, &mut output),
        Command::Export(command) => command.run(root, &mut output),
        Command::Merge(command) => command.run(root, &mut output),
        Command::New(command) => command.run(root, &mut output),
        Command::Import(command) => command.run(root, &mut output),
        Command::Restructure(command) => command.run(root, &mut output),
        Command::Migrate(command) => command.run(root, &mut output),
        Command::Explain(command) => command.run(root, &mut output),
        Command::Completions(command) => command.run(&mut output),
    };
    ended(outcome, &mut output)
}

/// The exit status that an outcome stands for; why a command could not run is said.
fn ended(outcome: Outcome, output: &mut Output) -> ExitCode {
    match outcome {
        // A broken pipe: the reader has seen enough, as in `rulestone show 9.6 | head`.
        Ok(Success::Fine) | Err(CommandError::BrokenPipe) => ExitCode::SUCCESS,
        Ok(Success::Wrong) => ExitCode::from(1),
        Err(error) => {
            output.error(&error);
            ExitCode::from(2)
        }
    }
}

/// A file that somebody damaged may make the reader of the history panic. That ends as a sentence about the history, so the
/// panic itself is not reported; those of all other threads are, as ever.
fn leave_out_panics_of_readers() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some(READER) {
            report(panic);
        }
    }));
}

/// The limits as they were typed, and the usual ones.
fn limits(typed: &[String]) -> Result<Limits, CommandError> {
    let mut limits = Limits::default();
    for one in typed {
        limits::parse(&mut limits, one).map_err(|(message, help)| CommandError::new(message, help))?;
    }
    Ok(limits)
}

/// The limits as a table, in Markdown.
fn limits_page() -> String {
    use std::fmt::Write as _;
    let mut page = String::from(
        "\n## Limits\n\nEach piece of work has an allotment, which is the same in any order and on any machine; over the whole command \
         stand `steps`, `time` and `memory`. `--budget NAME=NUMBER` sets one, for this command only. What the allotment of a piece cuts off \
         is told, and the rest goes on. Where one over the whole command ends, the command ends with 2: nothing is published, no \
         site and no edited file, and the message names the place that used most of it. What it had kept in `.rulestone` by then is whole, and stays.\n\n\
         A site is held in memory until it is written, so that `memory` bounds it too.\n\n\
         | limit | bounds | at most | where it ends |\n|---|---|---|---|\n",
    );
    for limit in &limits::ALL {
        let most = grouped(limit.of(&Limits::default()));
        let _ = writeln!(page, "| `{}` | {} | {most} {} | {} |", limit.name, limit.bounds, limit.unit, limit.ends);
    }
    page.push_str(
        "\nTime is that of the processor, so that waiting for a person, a lock or a disk is free. Memory is watched on Linux only, time on \
         every Unix; elsewhere steps are what is counted. Not to be set: a file has 4 MB at most, a book 20,000 definitions, the proof of a \
         table 100,000,000 looks at cells; a table of odds tells 500 rows one by one, their picture 12; a trace names 500 elements of a value, \
         a failed assertion keeps 2,000 characters of what came out. `test --mutate` compiles and proves each book anew for each change that it \
         tries, each proof with an allotment of its own: `--count` bounds that product.\n",
    );
    page
}

/// The reference page of the command line, in Markdown: `docs/cli.md` is this text.
pub fn reference() -> String {
    use std::fmt::Write as _;
    let mut page = String::from(
        "# Command line\n\nWritten from the program itself; a test keeps it true.\n\nResults go to stdout, everything else to stderr. Exit status: 0 fine; \
         1 an error diagnostic, a failed example, or nothing found; 2 wrong usage, or the command cannot run.\n",
    );
    let mut root = Arguments::command().term_width(100);
    root.build();
    let mut open: Vec<(String, clap::Command)> = vec![("rulestone".to_owned(), root)];
    while let Some((name, mut command)) = open.pop() {
        let help = command.render_long_help().to_string();
        let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
        let _ = write!(page, "\n## {name}\n\n```text\n{}\n```\n", lines.join("\n").trim_end());
        let children = command.get_subcommands().map(|child| (format!("{name} {}", child.get_name()), child.clone()));
        let children: Vec<_> = children.collect();
        open.extend(children.into_iter().rev());
    }
    page.push_str(&limits_page());
    page
}
