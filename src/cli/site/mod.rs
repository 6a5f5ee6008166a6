//! `rulestone site`

mod browser;
mod print;

use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{Output, STRONG, counted, summary};
use super::{CommandError, Outcome, Success, ceiling, open};
use crate::check::Checked;
use crate::diagnostic::{Diagnostic, Severity, Summary};
use crate::files::{Cache, Left};
use crate::library::{Book, Library, names};
use crate::logic::example::{Judged, judge};
use crate::logic::figure::{self, Figures, KeptFigures};
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

/// Where the site will stand, and what it has beside pages.
#[derive(Debug, Default, Args)]
pub(super) struct Web {
    /// The address the site will have on the web, with http or https: for search engines, shared links and a feed
    ///
    /// With it the site has whole addresses for search engines (canonical, hreflang, sitemap.xml), a page for each section whose
    /// head says what the rule is, for those who share it, a page for addresses that lead nowhere (404.html), and a feed
    /// of rulings (feed.xml).
    #[arg(long, value_name = "URL", value_parser = BaseUrl::parse)]
    base_url: Option<BaseUrl>,
    /// Make each book an EPUB too, for e-readers
    ///
    /// One for each language, with the rules, their examples and an index of terms. It says that it was changed last at
    /// `SOURCE_DATE_EPOCH` (seconds since 1970), or on 1980-01-01 where that is not set, so that the same books make the same bytes.
    #[arg(long)]
    epub: bool,
    /// Print each book and its player aid as PDFs too, with a Chromium or Chrome that is there
    ///
    /// The browser is the one that the variable `RULESTONE_CHROMIUM` names, or else one on the PATH (`chromium`, `chromium-browser`,
    /// `google-chrome-stable`, `google-chrome`, `chrome`, `microsoft-edge`). It has no network, a profile of its own, and 120 seconds
    /// for each page. Where there is none, or it fails, the site is written without what is missing, and the exit status is 1.
    #[arg(long)]
    pdf: bool,
    /// A folder with templates and a style sheet of your own; docs/themes.md says what stands in it
    ///
    /// Its templates take the place of ours and can hold scripts, so a folder that came with somebody else's library is as safe
    /// as its maker. Without this option no theme is ever used.
    #[arg(long, value_name = "DIR")]
    theme: Option<PathBuf>,
}

/// A site that was written.
pub(super) struct Made {
    pub(super) folder: PathBuf,
    /// The page to open first.
    pub(super) first: PathBuf,
    /// How many pages it has.
    pub(super) pages: usize,
    /// Whether it has all that it was to have.
    pub(super) whole: bool,
}

/// The folder of the site within a library.
const FOLDER: &str = "site";

impl Site {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let folder = folder(&root, self.out)?;
        let Checked { library, logic, diagnostics } = open::library(&root)?;
        let counts = Summary::of(&diagnostics);
        if counts.errors > 0 {
            output.diagnostics(&diagnostics, &library.sources, Severity::Error);
            output.note(format_args!("{}: the site is left as it is", summary(counts)));
            return Ok(Success::Wrong);
        }
        let judged = judge(&library, logic, ceiling::meter());
        ceiling::hold()?;
        let (figures, amiss) = figures(&library, &judged, &Cache::of(&root, None), output)?;
        output.diagnostics(&amiss, &library.sources, Severity::Warning);
        let made = write(&library, &judged, &figures, &root, (folder, self.web), output)?;
        output.note(format_args!("{} written to {}", counted(made.pages, "page"), names::shown_path(&made.folder)));
        output.line(format_args!("{STRONG}{}{STRONG:#}", names::shown_path(&made.first)))?;
        Ok((made.whole && Summary::of(&amiss).errors == 0).into())
    }
}

/// The odds that examples show, kept in `cache` where they have been worked out; and what is wrong with the others.
pub(super) fn figures<'j>(
    library: &Library,
    judged: &'j Judged,
    cache: &Cache,
    output: &mut Output,
) -> Result<(Figures<'j>, Vec<Diagnostic>), CommandError> {
    let (figures, amiss) = figure::figures(library, judged, Some(KeptFigures::new(cache)), ceiling::meter());
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

/// Writes the site, with PDFs and EPUBs where they are wanted.
pub(super) fn write<'l>(
    library: &'l Library,
    judged: &Judged,
    figures: &Figures<'_>,
    root: &Path,
    (folder, web): (PathBuf, Web),
    output: &mut Output,
) -> Result<Made, CommandError> {
    let languages = |book: &'l Book| book.translations.keys().map(move |language| (book, language.as_str()));
    let history = open::history(root, library.books.iter().flat_map(languages), output);
    let theme = web.theme.as_deref().map(Theme::read).transpose();
    let theme = theme.map_err(|error| CommandError::new(error.to_string(), error.help()))?;
    let epub = if web.epub { Some(modified()?) } else { None };
    let mut options = site::Options { history, theme, base_url: web.base_url, epub, ..site::Options::default() };
    let render = |options: &site::Options| -> Result<site::Site, CommandError> {
        let making = ceiling::meter().begin(u64::MAX, "the making of the site".to_owned(), None);
        let rendered = site::render(library, judged, figures, options)?;
        drop(making);
        ceiling::hold()?;
        Ok(rendered)
    };
    let mut rendered = render(&options)?;
    let mut whole = true;
    if web.pdf {
        let printed = print::pages(&rendered, output)?;
        whole = printed.whole;
        if !printed.files.is_empty() {
            // Pages lead to what could be printed, and to nothing else.
            options.printed = printed.files;
            rendered = render(&options)?;
        }
    }
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
    Ok(Made { folder, first, pages, whole })
}

/// When the books were changed last, as EPUBs say: nothing that depends on when or where they are made.
fn modified() -> Result<jiff::Timestamp, CommandError> {
    /// 1980-01-01: the first day of the format that they are packed in.
    const FIRST: i64 = 315_532_800;
    let Some(said) = std::env::var_os("SOURCE_DATE_EPOCH").filter(|said| !said.is_empty()) else {
        return Ok(jiff::Timestamp::constant(FIRST, 0));
    };
    let seconds = said.to_str().and_then(|said| said.parse().ok());
    // XML writes years in four digits.
    let seconds = seconds.filter(|seconds| (0..253_402_300_800).contains(seconds));
    seconds.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok()).ok_or_else(|| {
        let said = said.to_string_lossy();
        let said = names::repeated(&said);
        CommandError::new(
            format!("SOURCE_DATE_EPOCH is `{said}`, which is no time"),
            "give it seconds since 1970-01-01, as `git log -1 --format=%ct` does, or leave it out",
        )
    })
}
