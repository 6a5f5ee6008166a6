//! `rulestone site`

use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{Output, STRONG, counted, summary};
use super::{CommandError, Outcome, Success, ceiling, open};
use crate::diagnostic::{Diagnostic, Severity, Summary};
use crate::files::{Cache, Left};
use crate::library::{Book, Library, names};
use crate::logic::example::{Judged, judge};
use crate::logic::figure::{self, Figures, Kept};
use crate::site::{self, BaseUrl, Theme};

/// Write the reference site
///
/// A folder of plain pages that can be opened by double click, put on any web server, or copied to a tablet. An
/// interrupted run leaves the old site whole; a library with errors leaves it as it is.
#[derive(Debug, Args)]
pub(super) struct Site {
    /// The folder to write to [default: site in the library]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    web: Web,
}

/// Where the site will stand.
#[derive(Debug, Default, Args)]
pub(super) struct Web {
    /// The address the site will have on the web, with http or https: for search engines, shared links and a feed
    ///
    /// With it the site has whole addresses for search engines (canonical, hreflang, sitemap.xml), a page for each section whose
    /// head says what the rule is, for those who share it, a page for addresses that lead nowhere (404.html), and a feed
    /// of rulings (feed.xml).
    #[arg(long, value_name = "URL", value_parser = BaseUrl::parse)]
    base_url: Option<BaseUrl>,
    /// A folder with templates and a style sheet of your own; docs/themes.md says what stands in it
    ///
    /// Its templates take the place of ours and can hold scripts, so a folder that came with somebody else's library is as safe
    /// as its maker. Without this option no theme is ever used.
    #[arg(long, value_name = "DIR")]
    theme: Option<PathBuf>,
}

/// The folder of the site within a library.
const FOLDER: &str = "site";

impl Site {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let folder = folder(&root, self.out)?;
        let (library, diagnostics) = open::library(&root)?;
        let counts = Summary::of(&diagnostics);
        if counts.errors > 0 {
            output.diagnostics(&diagnostics, &library.sources, Severity::Error);
            output.note(format_args!("{}: the site is left as it is", summary(counts)));
            return Ok(Success::Wrong);
        }
        let judged = judge(&library, ceiling::meter());
        ceiling::hold()?;
        let (figures, amiss) = figures(&library, &judged, &Cache::of(&root, None), output)?;
        output.diagnostics(&amiss, &library.sources, Severity::Warning);
        let (folder, first, pages) = write(&library, &judged, &figures, &root, (folder, self.web), output)?;
        output.note(format_args!("{} written to {}", counted(pages, "page"), names::shown_path(&folder)));
        output.line(format_args!("{STRONG}{}{STRONG:#}", names::shown_path(&first)))?;
        Ok((Summary::of(&amiss).errors == 0).into())
    }
}

/// The odds that examples show, kept in `cache` where they have been worked out; and what is wrong with the others.
pub(super) fn figures<'j>(
    library: &Library,
    judged: &'j Judged,
    cache: &Cache,
    output: &mut Output,
) -> Result<(Figures<'j>, Vec<Diagnostic>), CommandError> {
    let (figures, amiss) = figure::figures(library, judged, Some(Kept::new(cache)), ceiling::meter());
    ceiling::hold()?;
    if let Some(reason) = &figures.not_kept {
        let folder = names::shown_path(cache.path());
        output.note(format_args!("odds cannot be kept in `{folder}` ({reason}), so they are worked out each time"));
    }
    Ok((figures, amiss))
}

/// The folder to write to, with the site back in it if it was away when a command was interrupted.
pub(super) fn folder(root: &Path, out: Option<PathBuf>) -> Result<PathBuf, CommandError> {
    // A link that the user has named is the user's own; one that came with the library is not followed.
    let folder = out.map_or_else(|| root.join(FOLDER), |out| out.canonicalize().unwrap_or(out));
    site::recover(&folder)?;
    Ok(folder)
}

/// Writes the site; returns its folder, its first page, and how many pages it has.
pub(super) fn write<'l>(
    library: &'l Library,
    judged: &Judged,
    figures: &Figures<'_>,
    root: &Path,
    (folder, web): (PathBuf, Web),
    output: &mut Output,
) -> Result<(PathBuf, PathBuf, usize), CommandError> {
    let languages = |book: &'l Book| book.translations.keys().map(move |language| (book, language.as_str()));
    let history = open::history(root, library.books.iter().flat_map(languages), output);
    let theme = web.theme.as_deref().map(Theme::read).transpose();
    let theme = theme.map_err(|error| CommandError::new(error.to_string(), error.help()))?;
    let options = site::Options { history, theme, base_url: web.base_url, ..site::Options::default() };
    let making = ceiling::meter().begin(u64::MAX, "the making of the site".to_owned(), None);
    let rendered = site::render(library, judged, figures, &options)?;
    drop(making);
    ceiling::hold()?;
    let written = site::write(&rendered, &folder)?;
    for Left { folder, why } in &written.left {
        let folder = names::shown_path(folder);
        match why {
            Some(why) => output.note(format_args!("`{folder}` is no longer wanted and cannot be removed ({why}): remove it yourself")),
            None => output.note(format_args!(
                "`{folder}` holds files that were put into the site while it was being replaced: take out what you want to \
                 keep, then remove it"
            )),
        }
    }
    if let Some(first) = written.refused.first() {
        let more = match written.refused.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        output.note(format_args!(
            "the list `{}` named `{}`{more}, which no site of ours has: that was not written by Rulestone, and such files stay",
            names::shown_path(&folder.join(site::MARKER)),
            names::repeated(first),
        ));
    }
    let pages =
        rendered.files.keys().filter(|path| Path::new(path).extension().is_some_and(|end| end == "html")).count();
    let first = folder.join(&rendered.first_page);
    Ok((folder, first, pages))
}
