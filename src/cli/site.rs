//! `rulestone site`

use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{Output, STRONG, counted, summary};
use super::search::CACHE;
use super::{CommandError, Outcome, Success, open};
use crate::diagnostic::{Diagnostic, Severity, Summary};
use crate::library::history::History;
use crate::library::{Library, names};
use crate::logic::example::{Judged, judge};
use crate::logic::figure::{self, Figures, Kept};
use crate::site;

/// Write the reference site
///
/// A folder of plain pages that can be opened by double click, put on any web server, or copied to a tablet. An
/// interrupted run leaves the old site whole; a library with errors leaves it as it is.
#[derive(Debug, Args)]
pub(super) struct Site {
    /// The folder to write to [default: site in the library]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The folder of the site within a library.
const FOLDER: &str = "site";

impl Site {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let (library, diagnostics) = open::library(&root)?;
        let counts = Summary::of(&diagnostics);
        if counts.errors > 0 {
            output.diagnostics(&diagnostics, &library.sources, Severity::Error);
            output.note(format_args!("{}: the site is left as it is", summary(counts)));
            return Ok(Success::Wrong);
        }
        let judged = judge(&library);
        let (figures, amiss) = figures(&library, &judged, &root, None, output);
        output.diagnostics(&amiss, &library.sources, Severity::Warning);
        let (folder, first, pages) = write(&library, &judged, &figures, &root, self.out)?;
        output.note(format_args!("{} written to {}", counted(pages, "page"), names::shown_path(&folder)));
        output.line(format_args!("{STRONG}{}{STRONG:#}", names::shown_path(&first)))?;
        Ok((Summary::of(&amiss).errors == 0).into())
    }
}

/// The odds that examples show, kept in the folder `cache` where they have been worked out; and what is wrong with the others.
pub(super) fn figures<'j>(
    library: &Library,
    judged: &'j Judged,
    root: &Path,
    cache: Option<PathBuf>,
    output: &mut Output,
) -> (Figures<'j>, Vec<Diagnostic>) {
    let cache = cache.unwrap_or_else(|| root.join(CACHE));
    let (figures, amiss) = figure::figures(library, judged, Some(&Kept::new(&cache)));
    if let Some(reason) = &figures.not_kept {
        let folder = names::shown_path(&cache);
        output.note(format_args!("odds cannot be kept in `{folder}` ({reason}), so they are worked out each time"));
    }
    (figures, amiss)
}

/// Writes the site; returns its folder, its first page, and how many pages it has.
pub(super) fn write(
    library: &Library,
    judged: &Judged,
    figures: &Figures<'_>,
    root: &Path,
    out: Option<PathBuf>,
) -> Result<(PathBuf, PathBuf, usize), CommandError> {
    let folder = out.unwrap_or_else(|| root.join(FOLDER));
    let options = site::Options { history: History::of(root, library), ..site::Options::default() };
    let rendered = site::render(library, judged, figures, &options).map_err(CommandError::plain)?;
    site::write(&rendered, &folder).map_err(CommandError::plain)?;
    let pages =
        rendered.files.keys().filter(|path| Path::new(path).extension().is_some_and(|end| end == "html")).count();
    let first = folder.join(&rendered.first_page);
    Ok((folder, first, pages))
}
