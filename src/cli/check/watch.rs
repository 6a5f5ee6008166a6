//! `rulestone check --watch`: checks again after each change, and tells what has come and what has gone.

use std::collections::HashMap;
use std::path::Path;

use super::changes::Changes;
use super::{Check, Format};
use crate::check::{Again, Checked};
use crate::cli::ceiling;
use crate::cli::output::{FAINT, GOOD, Output, STRONG, counted, summary};
use crate::cli::{CommandError, Outcome, Success, open};
use crate::diagnostic::{Diagnostic, Severity, Sources, Summary, render};
use crate::library::Library;

pub(super) fn watch(check: &Check, root: &Path, output: &mut Output) -> Outcome {
    if !root.is_dir() {
        open::library(root)?;
    }
    let mut changes = Changes::of(root).map_err(|error| cannot(&error))?;
    let mut polling = false;
    let mut last: Option<Checked> = None;
    let mut trouble = None;
    let mut again = Again::default();
    loop {
        if let Some(error) = changes.polling.as_ref().filter(|_| !polling) {
            output.note(format_args!("the system tells no changes ({error}): looking once a second"));
            polling = true;
        }
        ceiling::count_anew();
        match open::library_again(root, &mut again) {
            Ok(checked) => {
                if trouble.take().is_some() || last.as_ref().is_none_or(|last| !same(last, &checked)) {
                    tell(check, last.as_ref(), &checked, output)?;
                    last = Some(checked);
                }
            }
            Err(CommandError::BrokenPipe) => return Ok(Success::Fine),
            Err(error) => {
                let told = format!("{error:?}");
                if trouble.as_ref() != Some(&told) {
                    output.error(&error);
                    output.note(format_args!("{FAINT}waiting until it can be read{FAINT:#}"));
                    trouble = Some(told);
                }
            }
        }
        if !changes.wait(trouble.is_some()).map_err(|error| cannot(&error))? {
            return Ok(Success::Fine);
        }
    }
}

fn cannot(error: &notify::Error) -> CommandError {
    CommandError::new(format!("cannot watch the library: {error}"), "run `rulestone check` after each change instead")
}

/// Whether nothing was written but what stood there before.
fn same(one: &Checked, other: &Checked) -> bool {
    let files =
        |library: &Library| library.sources.files().map(|file| (file.path.clone(), file.text.clone())).collect();
    let (before, now): (Vec<_>, Vec<_>) = (files(&one.library), files(&other.library));
    before == now && one.diagnostics.len() == other.diagnostics.len()
}

/// One answer.
fn tell(
    check: &Check,
    earlier: Option<&Checked>,
    Checked { library, diagnostics: found, .. }: &Checked,
    output: &mut Output,
) -> Result<(), CommandError> {
    if check.format == Format::Json {
        return output.json_line(&render::json(found, &library.sources));
    }
    let least = check.least();
    let none = (Sources::default(), Vec::new());
    let (sources_then, found_then) =
        earlier.map_or((&none.0, &none.1), |earlier| (&earlier.library.sources, &earlier.diagnostics));
    output.line(format_args!("{STRONG}{}{STRONG:#}", jiff::Zoned::now().strftime("%H:%M:%S")))?;
    for new in beyond((found, &library.sources), (found_then, sources_then), least) {
        match check.format {
            Format::Human => output.line(format_args!("{}\n", render::human(new, &library.sources, true)))?,
            _ => output.line(render::short(new, &library.sources))?,
        }
    }
    for gone in beyond((found_then, sources_then), (found, &library.sources), least) {
        output.line(format_args!("{GOOD}gone{GOOD:#}: {FAINT}{}{FAINT:#}", render::short(gone, sources_then)))?;
    }
    output.line(format_args!("{} checked: {}", counted(library.books.len(), "book"), summary(Summary::of(found))))
}

/// The findings of one check that another has not. A finding is the same wherever in its file it stands now; of several
/// that say the same, the last ones are those that came.
fn beyond<'a>(
    (found, sources): (&'a [Diagnostic], &Sources),
    (other, other_sources): (&[Diagnostic], &Sources),
    least: Severity,
) -> Vec<&'a Diagnostic> {
    let mut known: HashMap<_, usize> = HashMap::new();
    for diagnostic in other {
        *known.entry(key(diagnostic, other_sources)).or_default() += 1;
    }
    let mut new = Vec::new();
    for diagnostic in found.iter().filter(|diagnostic| diagnostic.severity >= least) {
        match known.get_mut(&key(diagnostic, sources)) {
            Some(count) if *count > 0 => *count -= 1,
            _ => new.push(diagnostic),
        }
    }
    new
}

fn key<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> (&'a str, &'a str, Severity, &'a str) {
    let path = diagnostic.place.map_or("", |place| sources.file(place.file).path.as_str());
    (path, diagnostic.code.name, diagnostic.severity, &diagnostic.message)
}
