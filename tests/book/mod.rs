//! Facts of the shipped books, counted and compared: what a slip of the hand must not change unnoticed.

mod hellenes;
mod hellenes_seasons;
mod options;
mod proof;
mod sword_of_rome;

use std::path::Path;

use rulestone::diagnostic::Severity;
use rulestone::library::Library;

/// The shipped library, which must be without errors.
fn shipped() -> Library {
    let loaded = rulestone::library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped library");
    let (library, diagnostics) = rulestone::check::check(loaded);
    assert!(!diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error), "{diagnostics:?}");
    library
}
