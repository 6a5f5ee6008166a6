//! Where a command's words go: results to stdout, everything else to stderr, with colours only where they are wanted. Nothing
//! else in this program prints, and all of it passes the [`filter`](super::filter).

use std::io::{self, IsTerminal as _, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use serde::Serialize;

use super::Color;
use super::error::CommandError;
use super::filter::{for_people, for_programs};
use crate::characters::on_one_line;
use crate::diagnostic::{Diagnostic, Severity, Sources, Summary, render};

/// Words that stand out.
pub(super) const STRONG: Style = Style::new().bold();
/// Words that step back.
pub(super) const FAINT: Style = Style::new().dimmed();
/// Words that were searched for.
pub(super) const MARK: Style = AnsiColor::Yellow.on_default().bold();
/// Good news.
pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Bad news.
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
/// News in between.
pub(super) const FAIR: Style = AnsiColor::Yellow.on_default();

/// How a command prints its result, where people and programs are all the choice there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For reading
    #[default]
    Human,
    /// One object for other programs
    Json,
}

/// The two streams of a command.
pub(super) struct Output {
    out: AutoStream<io::Stdout>,
    err: AutoStream<io::Stderr>,
}

impl Output {
    pub(super) fn new(color: Color) -> Self {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::AlwaysAnsi,
            Color::Never => ColorChoice::Never,
        };
        Self { out: AutoStream::new(io::stdout(), choice), err: AutoStream::new(io::stderr(), choice) }
    }

    /// Whether the result is shown in colours.
    pub(super) fn is_coloured(&self) -> bool {
        self.out.current_choice() != ColorChoice::Never
    }

    /// A line of the result.
    pub(super) fn line(&mut self, text: impl std::fmt::Display) -> Result<(), CommandError> {
        Ok(writeln!(self.out, "{}", for_people(&text.to_string()))?)
    }

    /// A JSON object as the whole result.
    pub(super) fn json(&mut self, value: &impl Serialize) -> Result<(), CommandError> {
        let text = serde_json::to_string_pretty(value).map_err(std::io::Error::from)?;
        Ok(writeln!(self.out, "{}", for_programs(&text))?)
    }

    /// A JSON object on one line: one result of several.
    pub(super) fn json_line(&mut self, value: &impl Serialize) -> Result<(), CommandError> {
        let text = serde_json::to_string(value).map_err(std::io::Error::from)?;
        Ok(writeln!(self.out, "{}", for_programs(&text))?)
    }

    /// A line about what is going on. A failure to say so is no reason to stop.
    pub(super) fn note(&mut self, text: impl std::fmt::Display) {
        let _ = writeln!(self.err, "{}", for_people(&text.to_string()));
    }

    /// Asks for a line of input: words without a line end.
    pub(super) fn prompt(&mut self, text: impl std::fmt::Display) {
        let _ = write!(self.err, "{}", for_people(&text.to_string()));
        let _ = self.err.flush();
    }

    /// Why the command cannot run.
    pub(super) fn error(&mut self, error: &CommandError) {
        if let CommandError::Failed { message, at, help } = error {
            // They name files, and a name may hold a line end.
            self.note(format_args!("{BAD}error{BAD:#}: {}", on_one_line(message)));
            if let Some(at) = at {
                self.note(format_args!("  {FAINT}at {}{FAINT:#}", on_one_line(at)));
            }
            if let Some(help) = help {
                self.note(format_args!("  {STRONG}help{STRONG:#}: {}", on_one_line(help)));
            }
        }
    }

    /// What the parser of arguments has to say: help and version on stdout, wrong usage on stderr. It repeats what was typed.
    pub(super) fn usage(&mut self, said: &clap::Error) -> Result<(), CommandError> {
        let said_with_colours = said.render().ansi().to_string();
        let text = for_people(&said_with_colours);
        let stream: &mut dyn Write = if said.use_stderr() { &mut self.err } else { &mut self.out };
        Ok(write!(stream, "{text}").and_then(|()| stream.flush())?)
    }

    /// Diagnostics of at least `least` on stderr, as people read them.
    pub(super) fn diagnostics(&mut self, diagnostics: &[Diagnostic], sources: &Sources, least: Severity) {
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity >= least) {
            self.note(format_args!("{}\n", render::human(diagnostic, sources, true)));
        }
    }
}

/// Whether somebody sits before stderr and may wonder.
pub(super) fn is_attended() -> bool {
    io::stderr().is_terminal()
}

/// A word on stderr from a thread of its own, beside what the command says.
pub(super) fn aside(text: &str) {
    let _ = writeln!(io::stderr(), "{}", for_people(text));
}

/// How far something is, on a line of stderr that the next takes the place of; nothing clears it.
pub(super) fn progress(told: Option<&str>) {
    let _ = write!(io::stderr(), "\r{}\u{1b}[K", for_people(told.unwrap_or_default()));
    let _ = io::stderr().flush();
}

/// "2 errors, 1 warning, 0 hints", in colours.
pub(super) fn summary(summary: Summary) -> String {
    let count = |count: usize, word: &str, style: Style| {
        let style = if count == 0 { Style::new() } else { style };
        format!("{style}{}{style:#}", counted(count, word))
    };
    [count(summary.errors, "error", BAD), count(summary.warnings, "warning", FAIR), count(summary.hints, "hint", FAINT)]
        .join(", ")
}

/// "1 error", "2 errors".
pub(super) fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
