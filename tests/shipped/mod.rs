//! The books that come with the program: read, checked and judged once for all tests that look at them.

use std::path::Path;
use std::sync::LazyLock;

use rulestone::check::{Checked, check};
use rulestone::diagnostic::Severity;
use rulestone::library::{self, Library};
use rulestone::logic::example::{Judged, judge};
use rulestone::logic::limits::Meter;

static SHIPPED: LazyLock<(Library, Judged)> = LazyLock::new(again);

/// The same as [`library`] and [`judged`], made anew.
pub(crate) fn again() -> (Library, Judged) {
    let loaded = library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped library");
    let Checked { library, logic, diagnostics } = check(loaded, &Meter::default());
    assert!(!diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error), "{diagnostics:?}");
    let judged = judge(&library, logic, &Meter::default());
    (library, judged)
}

/// The library, which must be without errors.
pub(crate) fn library() -> &'static Library {
    &SHIPPED.0
}

/// Its logic and the verdicts of its examples.
pub(crate) fn judged() -> &'static Judged {
    &SHIPPED.1
}
