//! Where a command's words go: results to stdout, everything else to stderr, with colours only where they are wanted.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use serde_json::Value;

use super::Color;
use super::error::CommandError;
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

    /// Whether the result is written in colours.
    pub(super) fn is_coloured(&self) -> bool {
        self.out.current_choice() != ColorChoice::Never
    }

    /// A line of the result.
    pub(super) fn line(&mut self, text: impl std::fmt::Display) -> Result<(), CommandError> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// A JSON object as the whole result.
    pub(super) fn json(&mut self, value: &Value) -> Result<(), CommandError> {
        self.line(format_args!("{value:#}"))
    }

    /// A line about what is going on. A failure to say so is no reason to stop.
    pub(super) fn note(&mut self, text: impl std::fmt::Display) {
        let _ = writeln!(self.err, "{text}");
    }

    /// Asks for a line of input: words without a line end.
    pub(super) fn prompt(&mut self, text: impl std::fmt::Display) {
        let _ = write!(self.err, "{text}");
        let _ = self.err.flush();
    }

    /// Why the command cannot run.
    pub(super) fn error(&mut self, error: &CommandError) {
        if let CommandError::Failed { message, at, help } = error {
            self.note(format_args!("{BAD}error{BAD:#}: {message}"));
            if let Some(at) = at {
                self.note(format_args!("  {FAINT}at {at}{FAINT:#}"));
            }
            if let Some(help) = help {
                self.note(format_args!("  {STRONG}help{STRONG:#}: {help}"));
            }
        }
    }

    /// Diagnostics of at least `least` on stderr, as people read them.
    pub(super) fn diagnostics(&mut self, diagnostics: &[Diagnostic], sources: &Sources, least: Severity) {
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity >= least) {
            self.note(format_args!("{}\n", render::human(diagnostic, sources, true)));
        }
    }
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
