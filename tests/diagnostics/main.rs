//! Each library with a mistake as a trial of its own, by the name of its folder. After a wanted change run the tests with
//! `SNAPSHOTS=overwrite` and read the difference.

mod built;
mod cases;

use std::fmt::Write as _;
use std::process::ExitCode;

use cases::{cases, check, compare, home};
use libtest_mimic::{Arguments, Failed, Trial};
use rulestone::diagnostic::{Diagnostic, Sources, Summary, render};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let names = cases();
    assert!(names.len() > 5, "the cases are found");
    let trials = names.into_iter().map(|name| {
        Trial::test(name.clone(), move || {
            let (sources, diagnostics) = check(&name);
            compare(human(&sources, &diagnostics), &home().join(&name).join("expected.txt")).map_err(Failed::from)
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
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
