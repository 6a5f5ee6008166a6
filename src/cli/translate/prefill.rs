//! `rulestone translate prefill`

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;

use crate::cli::merge::{bring, unreadable};
use crate::cli::output::Output;
use crate::cli::{CommandError, Outcome, Success, open, user_program};
use crate::exchange::{Beside, MAX_BYTES, Merge, answered, ask, exchange_units, open_units};
use crate::files::Scratch;
use crate::library::localized::View;
use crate::library::names::repeated;

/// So much of what a program says of its troubles is looked at, in bytes.
const SAID: u64 = 64 << 10;

/// Have a program of yours draft what is not translated
///
/// The program is given JSON on its input, the units with their context, terms and what is like them, and answers with JSON on its
/// output; docs/exchange.md has both, with an example. What it answers is checked and written as drafts: nothing of it is accepted,
/// and what is there is never changed. Nothing in a library can name a program.
#[derive(Debug, Args)]
pub(in crate::cli) struct Prefill {
    /// The book
    book: String,
    /// The language to translate into
    #[arg(value_parser = open::language)]
    language: String,
    /// The program: a name on the PATH, or a path
    #[arg(long, value_name = "PROGRAM")]
    with: OsString,
    /// Ask for so many units at most
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// Stop the program after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Print what the program would be asked, and start nothing
    #[arg(long)]
    ask: bool,
    /// Say what would be done, and write nothing
    #[arg(long, conflicts_with = "ask")]
    dry_run: bool,
    /// Arguments of the program, behind `--`
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

impl Prefill {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let _lock = if self.ask { None } else { Some(open::lock(&root, output)?) };
        let now = open::checked_to_change(&root)?;
        let book = super::book(&now.library, &self.book, &self.language)?;
        let view = View::as_written(book, &self.language);
        let all = exchange_units(&view, Beside::default());
        let units = open_units(&all, usize::try_from(self.most).unwrap_or(usize::MAX));
        let asked = serde_json::to_vec_pretty(&ask(&now.library, &view, &units)).map_err(CommandError::plain)?;
        if self.ask {
            output.line(String::from_utf8_lossy(&asked))?;
            return Ok(Success::Fine);
        }
        if units.is_empty() {
            output.line("nothing is missing")?;
            return Ok(Success::Fine);
        }
        let program = self.program()?;
        let answer = self.answer(&program, &asked)?;
        let name = program.display().to_string();
        let file = answered(&name, &answer, &self.language, &units).map_err(|error| unreadable(&name, &error))?;
        let merge = Merge::new(book, &self.language, &[file], false);
        bring(&root, &now, vec![merge], None, self.dry_run, output)
    }

    /// Where the program is. A name is looked up as a shell does it; whoever writes a path means the file there.
    fn program(&self) -> Result<PathBuf, CommandError> {
        let named = Path::new(&self.with);
        if named.components().count() > 1 {
            let path = std::path::absolute(named)?;
            if user_program::can_run(&path) {
                return Ok(path);
            }
            let message = format!("`{}` is no program that can be run", named.display());
            return Err(CommandError::new(message, "name a file that may be executed"));
        }
        user_program::on_path(&self.with, &env::var_os("PATH").unwrap_or_default()).ok_or_else(|| {
            let message = format!("there is no program `{}` on the PATH", named.display());
            CommandError::new(message, "write its path, with a `/` in it: `./translate`")
        })
    }

    /// What the program answers.
    fn answer(&self, program: &Path, asked: &[u8]) -> Result<Vec<u8>, CommandError> {
        const ANSWER: &str = "answer.json";
        const LOG: &str = "said.txt";
        let scratch = Scratch::new()?;
        let question = File::open(scratch.put("asked.json", asked)?)?;
        let mut command = Command::new(program);
        command.args(&self.arguments).stdin(Stdio::from(question));
        command.stdout(Stdio::from(scratch.open(ANSWER)?)).stderr(Stdio::from(scratch.open(LOG)?));
        let name = program.display();
        let failed =
            |why: String| CommandError::new(format!("`{name}` {why}"), "run it yourself on what `--ask` prints");
        let mut child = command.spawn().map_err(|error| failed(format!("does not start: {error}")))?;
        let limit = Duration::from_secs(u64::from(self.limit));
        let Some(ended) = user_program::wait(&mut child, limit)? else {
            return Err(failed(format!(
                "was not ready after {} seconds and was stopped; --limit gives it more",
                self.limit
            )));
        };
        if !ended.success() {
            let said = scratch.read(LOG, SAID).unwrap_or_default();
            let said = String::from_utf8_lossy(&said);
            let last = said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
            return Err(failed(format!("has failed ({ended}): {}", repeated(last))));
        }
        Ok(scratch.read(ANSWER, MAX_BYTES)?)
    }
}
