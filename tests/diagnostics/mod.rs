//! The checks from outside: each folder here is a library with a mistake, and `expected.txt` is what `check` says of it.
//!
//! A folder without a `rules-*` folder holds only `expected.txt`; its library cannot be kept in git and is made by
//! [`built`]. After a wanted change run the tests with `SNAPSHOTS=overwrite` and read the difference.

mod built;
mod garbled_logic;
mod hostile;
mod pages;
mod renderings;

use std::fmt::Write as _;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use rulestone::diagnostic::{Diagnostic, Sources, Summary, render};
use rulestone::logic::limits::Meter;
use snapbox::Data;

/// Where the folders are.
fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics")
}

/// Every case: its name, in order.
fn cases() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(home())
        .expect("the folder of the cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .filter(|name| cfg!(unix) || name != "unreadable-file")
        .collect();
    names.sort();
    names
}

/// Checks the library of a case.
fn check(name: &str) -> (Sources, Vec<Diagnostic>) {
    let folder = home().join(name);
    let kept = fs::read_dir(&folder).expect("the case").any(|entry| entry.expect("an entry").path().is_dir());
    if kept {
        return check_at(&folder);
    }
    let built = tempfile::tempdir().expect("a temporary folder");
    built::build(name, built.path());
    check_at(built.path())
}

/// Checks the library at `root`.
pub(crate) fn check_at(root: &Path) -> (Sources, Vec<Diagnostic>) {
    let loaded = rulestone::library::load(root).expect("a library");
    let rulestone::check::Checked { library, diagnostics, .. } = rulestone::check::check(loaded, &Meter::default());
    (library.sources, diagnostics)
}

/// What a person without colours sees.
fn human(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        writeln!(text, "{}\n", render::human(diagnostic, sources, false)).expect("a string takes everything");
    }
    let Summary { errors, warnings, hints } = Summary::of(diagnostics);
    writeln!(text, "{errors} errors, {warnings} warnings, {hints} hints").expect("a string takes everything");
    text
}

/// Compares with a kept text; the difference, if there is one and `SNAPSHOTS=overwrite` is not set.
pub(crate) fn compare(actual: String, kept: &Path) -> Result<(), String> {
    let assert = snapbox::Assert::new().action_env("SNAPSHOTS");
    let name = kept.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(kept).display().to_string();
    let expected = Data::read_from(kept, Some(snapbox::data::DataFormat::Text)).raw();
    assert.try_eq(Some(&name), Data::text(actual).raw(), expected).map_err(|error| format!("{name}\n{error}"))
}

/// Runs `test` for each name and fails at the end with all that failed, each by its name.
pub(crate) fn for_each(
    names: impl IntoIterator<Item = String>,
    test: impl Fn(&str) -> Result<(), String> + std::panic::RefUnwindSafe,
) {
    let mut failed = Vec::new();
    for name in names {
        match catch_unwind(|| test(&name)) {
            Ok(Ok(())) => {}
            Ok(Err(reason)) => failed.push(format!("{name}: {reason}")),
            Err(_) => failed.push(format!("{name}: panicked, see above")),
        }
    }
    assert!(failed.is_empty(), "{} failed\n\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn every_case_reads_as_expected() {
    assert!(cases().len() > 5, "the cases are found");
    for_each(cases(), |name| {
        let (sources, diagnostics) = check(name);
        compare(human(&sources, &diagnostics), &home().join(name).join("expected.txt"))
    });
}
