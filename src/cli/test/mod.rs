//! `rulestone test`

mod human;
mod json;
mod junit;

use std::collections::HashSet;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::output::{BAD, Output, counted};
use super::{Outcome, ceiling, open};
use crate::check::Checked;
use crate::diagnostic::{Diagnostic, Severity};
use crate::library::{Book, Library};
use crate::logic::book::{Compiled, of_book};
use crate::logic::coverage::{Coverage, coverage};
use crate::logic::example::{ExampleResult, Judged, VerdictKind, judge};
use crate::logic::mutate::{Mutant, mutate};
use crate::logic::trace::words::Words;
use crate::logic::trace::{Detail, Line, Names, lines};

/// Run the worked examples of the rulebooks
///
/// Each example gets a verdict: passed, `passed_under_assumption`, failed, `other_reading`, disputed, undetermined or
/// `prose_only`. Only a failed one, or an error of the library, makes the exit status 1.
#[derive(Debug, Args)]
pub(super) struct Test {
    /// Only the examples in whose `book::section::example` this stands, or with this section number
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Show the steps of each run, each with the section it comes from: what was rolled, chosen and changed, or all of it
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, default_missing_value = "brief")]
    trace: Option<Trace>,
    /// Show which parts of the logic no example exercises
    #[arg(long)]
    coverage: bool,
    /// Change the logic on purpose and list the changes that no example notices
    #[arg(long)]
    mutate: bool,
    /// What chooses the changes of --mutate: the same number chooses the same ones
    #[arg(long, default_value_t = 1, value_name = "NUMBER", requires = "mutate")]
    seed: u64,
    /// How many changes --mutate tries in each book
    #[arg(long, default_value_t = 100, value_name = "NUMBER", requires = "mutate")]
    count: usize,
    /// The language of traces [default: the reference language of the book]
    #[arg(long, value_parser = open::language, value_name = "LANG")]
    lang: Option<String>,
    /// How to print the verdicts
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// How much of a run is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Trace {
    /// What was rolled, drawn, chosen, changed and refused, and what decided about it
    Brief,
    /// Every step
    All,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For reading
    #[default]
    Human,
    /// One object for other programs
    Json,
    /// `JUnit` XML for build servers
    Junit,
}

/// What was run and what came of it.
struct Report<'a> {
    library: &'a Library,
    compiled: &'a [Compiled],
    results: &'a [ExampleResult],
    coverage: Option<Vec<Coverage>>,
    mutants: Option<Vec<Mutant>>,
    trace: Option<Trace>,
    language: Option<String>,
}

impl Test {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let Checked { library, logic, diagnostics } = open::library(&root)?;
        open::check_language(&library, self.lang.as_deref())?;
        let Judged { compiled, findings, mut results, .. } = judge(&library, logic, ceiling::meter());
        ceiling::hold()?;
        if let Some(filter) = &self.filter {
            results.retain(|result| name(result).contains(filter) || result.number.as_deref() == Some(filter));
        }
        let errors: Vec<Diagnostic> =
            diagnostics.into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect();
        // Mistakes of the logic come first, those of an example with its verdict; all others are the work of `check`.
        let logic: Vec<Diagnostic> =
            findings.into_iter().filter(|finding| finding.severity == Severity::Error).collect();
        output.diagnostics(&logic, &library.sources, Severity::Error);
        let said = |told: &Diagnostic| (told.code.name, told.place, told.message.clone());
        let told: HashSet<_> =
            logic.iter().chain(results.iter().flat_map(|result| &result.diagnostics)).map(said).collect();
        let others = errors.iter().filter(|error| !told.contains(&said(error))).count();
        if others > 0 {
            let some_told = !logic.is_empty() || results.iter().any(|result| !result.diagnostics.is_empty());
            let counted = counted(others, if some_told { "other error" } else { "error" });
            output.note(format_args!("{BAD}error{BAD:#}: the library has {counted}: `rulestone check` shows them"));
        }
        let coverage = self.coverage.then(|| {
            let whole = compiled.iter().filter(|compiled| compiled.whole);
            whole.flat_map(|compiled| coverage(&compiled.program, &results)).collect()
        });
        let chosen = (self.seed, self.count);
        let mutants = self.mutate.then(|| {
            // A filter that leaves a book without examples leaves nothing that could notice its changes.
            let asked = |book: &str| self.filter.is_none() || results.iter().any(|result| result.book == book);
            let books = library.books.iter().zip(&compiled);
            let books = books.filter(|(book, compiled)| compiled.whole && asked(&book.id));
            books.flat_map(|(book, compiled)| mutate(book, compiled, &results, chosen, ceiling::meter())).collect()
        });
        ceiling::hold()?;
        let _reporting = ceiling::meter().begin(u64::MAX, "the report of the examples".to_owned(), None);
        let report = Report {
            library: &library,
            compiled: &compiled,
            results: &results,
            coverage,
            mutants,
            trace: self.trace,
            language: self.lang,
        };
        match self.format {
            Format::Human => human::print(&report, output)?,
            Format::Json => output.json(&json::object(&report))?,
            Format::Junit => output.line(junit::document(&report))?,
        }
        if results.is_empty()
            && let Some(filter) = &self.filter
        {
            output.note(format_args!("no example has `{filter}` in its name"));
            return Ok(false.into());
        }
        let failed = results.iter().any(|result| result.verdict.kind == VerdictKind::Failed);
        Ok((!failed && errors.is_empty()).into())
    }
}

/// The name of an example in every output: `book::section::example`.
fn name(result: &ExampleResult) -> String {
    format!("{}::{}::{}", result.book, result.section, result.id)
}

impl Report<'_> {
    /// How many examples have this verdict.
    fn count(&self, kind: VerdictKind) -> usize {
        self.results.iter().filter(|result| result.verdict.kind == kind).count()
    }

    /// Whether it failed for no fault of its own: its book's logic has mistakes, which are told once.
    fn is_unjudged(&self, result: &ExampleResult) -> bool {
        let whole = self.compiled(&result.book).is_some_and(|compiled| compiled.whole);
        !whole && result.verdict.kind == VerdictKind::Failed && result.diagnostics.is_empty()
    }

    fn compiled(&self, book: &str) -> Option<&Compiled> {
        of_book(self.compiled, book)
    }

    fn book(&self, result: &ExampleResult) -> Option<&Book> {
        self.library.book(&result.book)
    }

    /// The steps of a run, in the language that was asked for.
    fn trace(&self, result: &ExampleResult) -> Vec<Line> {
        let (Some(compiled), Some(book)) = (self.compiled(&result.book), self.book(result)) else { return Vec::new() };
        let language = self.language.as_deref().unwrap_or(&book.reference);
        let names = Names::new(self.library, book, language, Some(&compiled.program));
        let detail = if self.trace == Some(Trace::All) { Detail::All } else { Detail::Brief };
        let (trace, things) = (&result.verdict.trace, &result.verdict.things);
        lines(&compiled.program, trace, things, &names, &Words::of(language), detail)
    }

    /// A section's number, or its id where it has none.
    fn cited(&self, book: &str, section: &str) -> String {
        let found = self.library.book(book).and_then(|book| book.section(section));
        found.and_then(|(_, section)| section.number()).unwrap_or(section).to_owned()
    }
}
