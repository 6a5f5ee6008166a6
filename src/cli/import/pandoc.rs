//! What pandoc makes of documents that are neither Markdown nor plain text.

use std::env;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::cli::{CommandError, user_program};
use crate::files::Scratch;
use crate::import::MAX_SOURCE_BYTES;
use crate::library::names::{repeated, shown_path};

/// Endings of files, and what pandoc calls such files.
const FORMATS: [(&str, &str); 8] = [
    ("html", HTML),
    ("htm", HTML),
    ("xhtml", HTML),
    ("docx", "docx"),
    ("odt", "odt"),
    ("rtf", "rtf"),
    ("epub", "epub"),
    ("rst", "rst"),
];

/// Blocks and spans that only say how something looks are not kept.
const HTML: &str = "html-native_divs-native_spans";

/// So long may it take.
const LIMIT: Duration = Duration::from_secs(120);

/// So much of what it says is looked at, in bytes.
const SAID: u64 = 64 << 10;

/// What pandoc calls files with that ending.
pub(super) fn format(ending: &str) -> Option<&'static str> {
    FORMATS.iter().find(|(known, _)| *known == ending).map(|(_, format)| *format)
}

/// The document as Markdown.
pub(super) fn to_markdown(path: &Path, format: &str) -> Result<Vec<u8>, CommandError> {
    const MADE: &str = "made.md";
    const LOG: &str = "said.txt";
    let Some(pandoc) = user_program::on_path(OsStr::new("pandoc"), &env::var_os("PATH").unwrap_or_default()) else {
        return Err(CommandError::new(
            format!("`{}` can only be read through pandoc, which is not on the PATH", shown_path(path)),
            "install pandoc (https://pandoc.org/installing.html, or your system's package `pandoc`), or save the document as Markdown",
        ));
    };
    // What cannot be read is said before anything is started.
    std::fs::File::open(path)
        .map_err(|error| CommandError::plain(format!("cannot read `{}`: {error}", shown_path(path))))?;
    let whole = std::path::absolute(path)?;
    let scratch = Scratch::new()?;
    let made = scratch.open(MADE)?;
    let log = scratch.open(LOG)?;
    let mut command = Command::new(pandoc);
    // In its sandbox it reads no file but the one that is named, whatever that one asks for.
    command.args(["--sandbox", "--wrap=none", "--to=gfm", "--from", format, "--"]).arg(&whole);
    command.current_dir(scratch.path()).stdin(Stdio::null()).stdout(Stdio::from(made)).stderr(Stdio::from(log));
    let mut child = command.spawn().map_err(|error| failed(path, &format!("pandoc does not start ({error})")))?;
    let ended = user_program::wait(&mut child, LIMIT)?;
    let Some(ended) = ended else {
        return Err(failed(path, &format!("pandoc was not ready after {} seconds and was stopped", LIMIT.as_secs())));
    };
    if !ended.success() {
        let said = scratch.read(LOG, SAID).unwrap_or_default();
        let said = String::from_utf8_lossy(&said);
        let last = said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
        return Err(failed(path, &format!("pandoc cannot read it ({ended}): {}", repeated(last))));
    }
    Ok(scratch.read(MADE, MAX_SOURCE_BYTES)?)
}

fn failed(path: &Path, why: &str) -> CommandError {
    CommandError::new(
        format!("`{}`: {why}", shown_path(path)),
        "run `pandoc --to=gfm` on it yourself and import what it makes; pandoc 2.15 or later is needed",
    )
}
