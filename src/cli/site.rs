//! `rulestone site`

use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{Output, STRONG, counted, summary};
use super::{CommandError, Outcome, Success, open};
use crate::diagnostic::{Severity, Summary};
use crate::library::Library;
use crate::logic::example::{Judged, judge};
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
        let (folder, first, pages) = write(&library, &judge(&library), &root, self.out)?;
        output.note(format_args!("{} written to {}", counted(pages, "page"), folder.display()));
        output.line(format_args!("{STRONG}{}{STRONG:#}", first.display()))?;
        Ok(Success::Fine)
    }
}

/// Writes the site; returns its folder, its first page, and how many pages it has.
pub(super) fn write(
    library: &Library,
    judged: &Judged,
    root: &Path,
    out: Option<PathBuf>,
) -> Result<(PathBuf, PathBuf, usize), CommandError> {
    let folder = out.unwrap_or_else(|| root.join(FOLDER));
    let rendered = site::render(library, judged, &site::Options::default()).map_err(CommandError::plain)?;
    site::write(&rendered, &folder).map_err(CommandError::plain)?;
    let pages =
        rendered.files.keys().filter(|path| Path::new(path).extension().is_some_and(|end| end == "html")).count();
    let first = folder.join(&rendered.first_page);
    Ok((folder, first, pages))
}
