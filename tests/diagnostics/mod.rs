//! What checks say, as far as one run of all is not enough: the pages of codes, hostile files, other renderings. Each library
//! with a mistake is a trial of its own ([`main`](main.rs)).

pub(crate) mod cases;

mod again;
mod built;
mod garbled_logic;
mod hostile;
mod pages;
mod renderings;

use std::panic::catch_unwind;

use cases::{cases, check, home};
pub(crate) use cases::{check_at, compare};

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
