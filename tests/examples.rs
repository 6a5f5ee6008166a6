//! Every example of the shipped books as a test of its own, named `book::section::example`. Only a failed one fails: what is
//! disputed, undetermined or told in prose says so in `rulestone test`.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use rulestone::diagnostic::{Sources, render};
use rulestone::logic::book::compile_library;
use rulestone::logic::example::{ExampleResult, VerdictKind, judge};
use rulestone::logic::limits::Meter;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let loaded = rulestone::library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped library");
    let library = loaded.library;
    let results = judge(&library, compile_library(&library, &Meter::default()), &Meter::default()).results;
    assert!(results.len() > 10, "the examples are found");
    let trials = results.iter().map(|result| {
        let name = format!("{}::{}::{}", result.book, result.section, result.id);
        let outcome = match result.verdict.kind {
            VerdictKind::Failed => Err(Failed::from(told(result, &library.sources))),
            _ => Ok(()),
        };
        Trial::test(name, move || outcome).with_kind(result.verdict.kind.name())
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

/// What was expected and what came out, each with its place.
fn told(result: &ExampleResult, sources: &Sources) -> String {
    let mut text = result.verdict.reason.clone().unwrap_or_default();
    for failure in &result.verdict.failures {
        let (path, position) = sources.position(failure.place);
        write!(
            text,
            "\n{path}:{}:{}: {}\n  expected  {}\n  got       {}",
            position.line, position.column, failure.key, failure.expected, failure.got
        )
        .expect("a string takes everything");
    }
    for mistake in &result.diagnostics {
        write!(text, "\n{}", render::human(mistake, sources, false)).expect("a string takes everything");
    }
    text
}
