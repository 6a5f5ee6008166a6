//! The pages for paper as PDFs: the site is laid out in a folder of its own, and a browser prints from there.

use std::collections::BTreeMap;

use super::super::CommandError;
use super::super::output::{Output, counted};
use super::browser::{self, Browser};
use crate::files::Scratch;
use crate::library::names;
use crate::site;

/// What was printed.
pub(super) struct Printed {
    /// The PDFs by their address.
    pub(super) files: BTreeMap<String, Vec<u8>>,
    /// Whether they are all that were wanted.
    pub(super) whole: bool,
}

/// Prints the pages of `site` that are made for paper. What cannot be printed is told and left out.
pub(super) fn pages(site: &site::Site, output: &mut Output) -> Result<Printed, CommandError> {
    let mut printed = Printed { files: BTreeMap::new(), whole: false };
    let browser = match Browser::find() {
        Ok(browser) => browser,
        Err(error) => {
            output.error(&error);
            output.note("the site is written without PDFs");
            return Ok(printed);
        }
    };
    let pages = site.printable();
    let program = names::shown_path(browser.path());
    output.note(format_args!("printing {} with {program}", counted(pages.len(), "page")));
    if browser::is_root() {
        output.note("as root the browser runs without its sandbox: it refuses to start otherwise");
    }
    let scratch = Scratch::new()?;
    let is_needed = |path: &str| path.starts_with("assets/") || path.ends_with("/book.css");
    for (path, content) in site.files.iter().filter(|(path, _)| is_needed(path)) {
        scratch.put(path, content)?;
    }
    printed.whole = true;
    for (page, pdf) in pages {
        scratch.put(page, &site.files[page])?;
        match browser.print(&scratch, page) {
            Ok(content) => {
                printed.files.insert(pdf, content);
            }
            Err(why) => {
                printed.whole = false;
                output.error(&CommandError::new(
                    format!("`{pdf}` could not be printed with {program}: {why}"),
                    "print the page from a browser by hand; a browser out of a snap may need TMPDIR to name a folder in your home, \
                     one without a sandbox a script of yours in RULESTONE_CHROMIUM that adds `--no-sandbox`",
                ));
                // What no page can be printed with would fail, and take its time, with each.
                if printed.files.is_empty() {
                    output.note("no further page is tried; the site is written without PDFs");
                    return Ok(printed);
                }
            }
        }
    }
    Ok(printed)
}
