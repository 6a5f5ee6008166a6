//! What each option of the shipped books changes: the examples that come to another result under another reading, and no
//! others.

use std::fmt::Write as _;
use std::path::Path;

use rulestone::logic::example::{ExampleResult, VerdictKind, run_book};
use rulestone::logic::limits::Meter;

use crate::shipped;

/// The kept list: by book, option and reading the examples that no longer hold.
const KEPT: &str = "tests/book/options.txt";

#[test]
fn another_reading_changes_the_results_it_should_and_only_those() {
    let (library, judged) = (shipped::library(), shipped::judged());
    let mut list = String::new();
    for book in super::proof::with_logic(library) {
        let Some(logic) = judged.logic(&book.id) else { continue };
        let followed = holds(judged.of_book(&book.id));
        for (at, option) in logic.program.options.iter().enumerate() {
            for reading in option.readings.iter().filter(|reading| **reading != option.followed) {
                let mut program = logic.program.clone();
                program.options[at].followed = *reading;
                let other = run_book(book, Some(&program), &Meter::default());
                let changed: Vec<_> = followed.iter().filter(|name| !holds(other.iter()).contains(name)).collect();
                let name = program.name(option.name);
                assert!(!changed.is_empty(), "{}: no example shows what `{name}` changes", book.id);
                let reading = &program.symbols[reading.index()];
                writeln!(list, "{} {name} = {reading}", book.id).expect("written");
                for example in changed {
                    writeln!(list, "  {example}").expect("written");
                }
            }
        }
    }
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(KEPT);
    let expected = snapbox::Data::read_from(&kept, Some(snapbox::data::DataFormat::Text)).raw();
    snapbox::Assert::new().action_env("SNAPSHOTS").eq(list, expected);
}

/// The examples that hold, by section and id.
fn holds<'a>(results: impl Iterator<Item = &'a ExampleResult>) -> Vec<String> {
    let bad = [VerdictKind::Failed, VerdictKind::Undetermined];
    let good = results.filter(|result| !bad.contains(&result.verdict.kind));
    good.map(|result| format!("{} {}", result.section, result.id)).collect()
}
