//! Libraries with a mistake: each folder here is one, and `expected.txt` is what `check` says of it.
//!
//! A folder without a `rules-*` folder holds only `expected.txt`; its library cannot be kept in git and is made by
//! [`built`](super::built).

use std::fs;
use std::path::{Path, PathBuf};

use rulestone::check::Dictionaries;
use rulestone::diagnostic::{Diagnostic, Sources};
use rulestone::logic::limits::Meter;
use snapbox::Data;

/// Where the folders are.
pub(crate) fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics")
}

/// Every case: its name, in order.
pub(crate) fn cases() -> Vec<String> {
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
pub(crate) fn check(name: &str) -> (Sources, Vec<Diagnostic>) {
    let folder = home().join(name);
    let kept = fs::read_dir(&folder).expect("the case").any(|entry| entry.expect("an entry").path().is_dir());
    if kept {
        return check_at(&folder);
    }
    let built = tempfile::tempdir().expect("a temporary folder");
    super::built::build(name, built.path());
    check_at(built.path())
}

/// Checks the library at `root`.
pub(crate) fn check_at(root: &Path) -> (Sources, Vec<Diagnostic>) {
    let load = |root: &Path| rulestone::library::load(root).expect("a library");
    let mut checked = rulestone::check::check(load(root), &Meter::default());
    let dictionaries = root.join("dictionaries");
    if dictionaries.is_dir() {
        let dictionaries = Dictionaries::read(&dictionaries, &["en", "ru"]).expect("dictionaries");
        rulestone::check::spelling(&mut checked, &dictionaries);
    }
    let rulestone::check::Checked { library, mut diagnostics, .. } = checked;
    // What the library was at the last commit.
    let committed = root.join("committed");
    if committed.is_dir() {
        diagnostics.extend(rulestone::check::moved_references(&load(&committed).library, &library));
    }
    (library.sources, diagnostics)
}

/// Compares with a kept text; the difference, if there is one and `SNAPSHOTS=overwrite` is not set.
pub(crate) fn compare(actual: String, kept: &Path) -> Result<(), String> {
    let assert = snapbox::Assert::new().action_env("SNAPSHOTS");
    let name = kept.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(kept).display().to_string();
    let expected = Data::read_from(kept, Some(snapbox::data::DataFormat::Text)).raw();
    assert.try_eq(Some(&name), Data::text(actual).raw(), expected).map_err(|error| format!("{name}\n{error}"))
}
