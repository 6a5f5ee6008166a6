//! `rulestone completions`

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::output::Output;
use super::{Arguments, Outcome, Success};

/// Print a completion script for a shell
///
/// For bash, for example: `rulestone completions bash > ~/.local/share/bash-completion/completions/rulestone`
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self, output: &mut Output) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "rulestone", &mut script);
        output.line(String::from_utf8_lossy(&script).trim_end())?;
        Ok(Success::Fine)
    }
}
