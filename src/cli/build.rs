//! `rulestone build`

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use super::output::{BAD, FAINT, GOOD, Output, STRONG, counted, summary};
use super::{Outcome, Success, ceiling, open, search, site};
use crate::beside;
use crate::check::Checked;
use crate::diagnostic::{Severity, Summary};
use crate::files::Cache;
use crate::library::names;
use crate::logic::example::{ExampleResult, VerdictKind, judge};
use crate::logic::figure::Figures;
use crate::search::Stamp;
use crate::translate::{Count, Progress, status};

/// Check the library, run its examples, build the search index and write the site
///
/// The main job. A library with errors is reported and nothing is written; the old site and the old index stay.
#[derive(Debug, Args)]
pub(super) struct Build {
    /// The folder to write the site to [default: site in the library]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Where the search index and the odds of examples are kept [default: .rulestone in the library]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    web: site::Web,
}

impl Build {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let start = Instant::now();
        let root = open::root(root)?;
        let folder = site::folder(&root, self.out)?;
        // Before the reading: a file that changes meanwhile must make the index stale.
        let stamp = Stamp::of(&root)?;
        let Checked { library, logic, diagnostics } = open::library(&root)?;
        let counts = Summary::of(&diagnostics);
        let files = library.sources.files().count();
        let books = counted(library.books.len(), "book");
        stage(output, "checked", &format!("{books} in {}: {}", counted(files, "file"), summary(counts)));
        output.diagnostics(&diagnostics, &library.sources, Severity::Warning);
        if counts.errors > 0 {
            output.note("nothing was written; the old site, if there is one, is as it was");
            return Ok(Success::Wrong);
        }
        let judged = judge(&library, logic, ceiling::meter());
        ceiling::hold()?;
        stage(output, "examples", &verdicts(&judged.results));
        let failed: Vec<_> =
            judged.results.iter().filter(|result| result.verdict.kind == VerdictKind::Failed).collect();
        for result in &failed {
            let reason = result.verdict.reason.as_deref().unwrap_or_default();
            output
                .note(format_args!("{BAD}failed{BAD:#} {}::{}::{}: {reason}", result.book, result.section, result.id));
        }
        let cache = Cache::of(&root, self.cache.as_deref());
        let (figures, amiss) = site::figures(&library, &judged, &cache, output)?;
        if !figures.all.is_empty() || !amiss.is_empty() {
            stage(output, "odds", &odds(&figures));
            output.diagnostics(&amiss, &library.sources, Severity::Warning);
        }
        let (index, made) = beside::both(
            || search::keep(&library, &stamp, &cache),
            || site::write(&library, &judged, &figures, &root, (folder, self.web), output),
        );
        let index = search::said(index?, &cache, output);
        stage(output, "indexed", &counted(usize::try_from(index.sections()).unwrap_or(usize::MAX), "section"));
        let made = made?;
        stage(output, "site", &format!("{} in {}", counted(made.pages, "page"), shown(&made.folder)));
        for progress in status(&library).iter().filter(|progress| !progress.reference) {
            stage(output, "language", &language(progress));
        }
        let seconds = start.elapsed().as_secs_f64();
        output.note(format_args!("{GOOD}done{GOOD:#} in {seconds:.1} s; open the site at"));
        output.line(format_args!("{STRONG}{}{STRONG:#}", shown(&made.first)))?;
        if !failed.is_empty() {
            output.note("`rulestone test` shows what the failed examples expected and got");
        }
        Ok((made.whole && failed.is_empty() && Summary::of(&amiss).errors == 0).into())
    }
}

/// "14 examples: 3 passed, 11 told in prose only", with the words of the verdicts.
fn verdicts(results: &[ExampleResult]) -> String {
    let count = |kind: VerdictKind| results.iter().filter(|result| result.verdict.kind == kind).count();
    let parts = VerdictKind::ALL.into_iter().filter(|kind| count(*kind) > 0);
    let parts: Vec<String> = parts.map(|kind| format!("{} {}", count(kind), kind.name())).collect();
    let all = counted(results.len(), "example");
    if parts.is_empty() { all } else { format!("{all}: {}", parts.join(", ")) }
}

/// "9 figures, 2 cases worked out".
fn odds(figures: &Figures<'_>) -> String {
    let all = counted(figures.all.len(), "figure");
    match figures.worked_out {
        0 => format!("{all}, none changed"),
        count => format!("{all}, {} worked out", counted(count, "case")),
    }
}

fn stage(output: &mut Output, name: &str, words: &str) {
    output.note(format_args!("{FAINT}{name:>10}{FAINT:#}  {words}"));
}

fn language(progress: &Progress) -> String {
    let Progress { book, language, all: Count { sections, current, missing, .. }, .. } = progress;
    let missing = if *missing > 0 { format!(", {missing} not fully translated") } else { String::new() };
    format!("{book} {language}: {current} of {} current{missing}", counted(*sections, "section"))
}

/// The path as a person can open it: whole, where the file is there.
fn shown(path: &Path) -> String {
    names::shown_path(&path.canonicalize().unwrap_or_else(|_| path.to_owned()))
}
