//! `rulestone test`: verdicts in every form, traces, coverage, and changes that no example notices. After a wanted change run
//! the tests with `SNAPSHOTS=overwrite` and read the difference.

use std::path::PathBuf;

use serde_json::Value;

use super::{Scratch, copy, rulestone, shipped};
use crate::diagnostics::compare;

/// A little book whose examples come to every verdict but `failed`.
fn duel() -> PathBuf {
    shipped().join("tests/cli/duel")
}

/// A copy of it with a change.
fn changed(from: &str, to: &str) -> Scratch {
    let scratch = Scratch::empty();
    copy(&duel(), scratch.root());
    let path = scratch.root().join("rules-en/duel/01-combat.yaml");
    let text = std::fs::read_to_string(&path).expect("the chapter");
    assert!(text.contains(from), "{from}");
    std::fs::write(path, text.replace(from, to)).expect("a file");
    scratch
}

#[track_caller]
fn golden(name: &str, text: &str) {
    if let Err(difference) = compare(text.to_owned(), &shipped().join("tests/cli/duel-golden").join(name)) {
        panic!("{difference}");
    }
}

/// The times of a run differ; nothing else does.
fn timeless(text: &str) -> String {
    let mut parts = text.split(" time=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + " time=\"0\"" + part.split_once('"').map_or("", |(_, rest)| rest))
}

#[test]
fn every_verdict_is_told_and_only_a_failed_one_fails() {
    let ran = rulestone(&duel(), &["test"]).ends(0);
    golden("human.txt", &ran.stdout);
    let ran = rulestone(&duel(), &["test", "--format", "junit"]).ends(0);
    golden("junit.xml", &timeless(&ran.stdout));
}

#[test]
fn a_failure_shows_expected_and_got_side_by_side_with_the_steps() {
    let scratch = changed("armed: +1 when weapon is sword", "armed: +2 when weapon is sword");
    let ran = rulestone(scratch.root(), &["test", "--filter", "duel::strike"]).ends(1);
    golden("failed.txt", &ran.stdout);
    let ran = rulestone(scratch.root(), &["test", "--format", "junit", "--filter", "a-wound"]).ends(1);
    golden("failed.xml", &timeless(&ran.stdout));
}

#[test]
fn dice_that_do_not_fit_are_told_by_their_label_and_place() {
    let scratch = changed("dice: {blow: [4]}", "dice: {blow: [4, 2]}");
    let ran = rulestone(scratch.root(), &["test", "--filter", "misprint"]).ends(1);
    golden("too-many.txt", &ran.stdout);
    let scratch = changed("dice: {blow: [4]}", "dice: {blow: [7]}");
    let ran = rulestone(scratch.root(), &["test", "--filter", "misprint"]).ends(1);
    golden("no-face.txt", &ran.stdout);
    let scratch = changed("        dice: {blow: [4]}\n", "");
    let ran = rulestone(scratch.root(), &["test", "--filter", "misprint"]).ends(1);
    golden("too-few.txt", &ran.stdout);
}

#[test]
fn an_assumption_cannot_prove_itself() {
    let scratch = changed(
        "run: {reach: {gap: 4}}\n        expect: 6\n        because",
        "run: {range_effect: {gap: 4}}\n        expect: 3\n        because",
    );
    let ran = rulestone(scratch.root(), &["test", "--filter", "four-spaces"]).ends(1);
    assert!(ran.stdout.contains("depends on nothing but an assumption"), "{}", ran.stdout);
}

#[test]
fn a_reason_that_is_none_fails() {
    let scratch = changed("because: [range]", "not_because: [range]");
    let ran = rulestone(scratch.root(), &["test", "--filter", "four-spaces"]).ends(1);
    assert!(ran.stdout.contains("expected  range is no reason"), "{}", ran.stdout);
}

#[test]
fn a_refusal_has_to_be_the_one_that_is_named() {
    let scratch = changed("expect: {refused: [strike]}", "expect: {refused: [range]}");
    let ran = rulestone(scratch.root(), &["test", "--filter", "not-drawn"]).ends(1);
    assert!(ran.stdout.contains("expected  refused by range"), "{}", ran.stdout);
    let scratch = changed("drawn: no}", "drawn: yes}, anna: {life: 2}");
    let ran = rulestone(scratch.root(), &["test", "--filter", "not-drawn"]).ends(1);
    assert!(ran.stdout.contains("nothing") || ran.stdout.contains("no dice for `blow`"), "{}", ran.stdout);
}

#[test]
fn a_trace_speaks_the_language_asked_for() {
    for language in ["en", "ja"] {
        let ran = rulestone(&duel(), &["test", "--trace", "--lang", language, "--filter", "a-wound"]).ends(0);
        golden(&format!("trace-{language}.txt"), &ran.stdout);
    }
}

#[test]
fn coverage_and_changes_list_what_no_example_notices() {
    let ran = rulestone(&duel(), &["test", "--coverage"]).ends(0);
    golden("coverage.txt", &ran.stdout);
    let first = rulestone(&duel(), &["test", "--mutate", "--seed", "7", "--count", "20"]).ends(0);
    golden("mutate.txt", &first.stdout);
    let again = rulestone(&duel(), &["test", "--mutate", "--seed", "7", "--count", "20"]).ends(0);
    assert_eq!(first.stdout, again.stdout, "a seed chooses the same changes for ever");
}

/// A book of one section with this logic.
fn book_of(logic: &str, example: &str) -> Scratch {
    let scratch = Scratch::empty();
    let home = scratch.root().join("rules-en/duel");
    std::fs::create_dir_all(&home).expect("a folder");
    let about = std::fs::read_to_string(duel().join("rules-en/duel/book.yaml")).expect("the book");
    std::fs::write(home.join("book.yaml"), about).expect("a file");
    let chapter = "chapter: {number: \"1\", title: Combat}\nsections:\n  - id: strike\n    number: \"1.1\"\n    \
                   title: The strike\n    logic: |\n";
    let logic = logic.lines().fold(String::new(), |all, line| all + "      " + line + "\n");
    std::fs::write(home.join("01-combat.yaml"), format!("{chapter}{logic}    examples:\n      - {example}\n"))
        .expect("a file");
    scratch
}

#[test]
fn a_loop_that_is_never_empty_does_not_hold() {
    let logic = "state sum: 0..99 = 0\nprocedure total(all: list of 0..9) changes sum\n  for each one in all\n    \
                 raise sum by one";
    let scratch = book_of(logic, "{id: two, text: Two., run: {total: {all: [1, 2]}}, expect: {sum: 3}}");
    let ran = rulestone(scratch.root(), &["test", "--coverage"]);
    assert!(ran.stdout.contains("for each one in all — never empty"), "{}", ran.stdout);
}

#[test]
fn no_example_is_asked_for_that_could_not_be() {
    let logic = "type Side is athens, sparta\nstate sum: 0..99 = 0\nprocedure total(last: 1..9)\n  for each one in 1..last\n    \
                 raise sum by one\n  for each side in Side\n    raise sum by 1\n  for each row in setup\n    raise sum by row.count\n  if last > 5\n    lower sum by 1\n  \
                 otherwise\n    raise sum by (if last > 3 then 1 otherwise 2)";
    let scratch = book_of(logic, "{id: two, text: Two., run: {total: {last: 2}}, expect: {sum: 9}}");
    let data = scratch.root().join("rules-en/duel/data");
    std::fs::create_dir_all(&data).expect("a folder");
    let rows = "table: setup\ncolumns: {count: 0..9}\nrows:\n  - {count: 1}\n  - {count: 2}\n";
    std::fs::write(data.join("setup.yaml"), rows).expect("a file");
    let ran = rulestone(scratch.root(), &["test", "--coverage"]);
    let untouched: Vec<&str> = ran
        .stdout
        .lines()
        .filter_map(|line| line.split_once("  ")?.1.split_once(" — "))
        .map(|(_, told)| told)
        .collect();
    assert_eq!(untouched, ["never held", "never taken"], "{}", ran.stdout);
}

#[test]
fn a_change_that_the_proof_of_exceptions_refuses_is_refused() {
    let logic = "value hits(die: 1..6): 0..2 = 0\nexception high to hits when die > 3 then 2\n\
                 exception low to hits when die < 4 then 1";
    let scratch = book_of(logic, "{id: two, text: Two., run: {hits: {die: 6}}, expect: 2}");
    let ran = rulestone(scratch.root(), &["test", "--mutate", "--format", "json"]).json();
    let fate = |change: &str| {
        let mutants = ran["mutants"].as_array().expect("a list");
        let found = mutants.iter().filter(|mutant| mutant["change"].as_str().is_some_and(|text| text.contains(change)));
        found.map(|mutant| mutant["fate"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    // With `die < 5`, a 4 is a case of both.
    assert_eq!(fate("4 → 5"), ["refused"]);
}

#[test]
fn errors_beside_none_that_were_shown_are_no_others() {
    let scratch = book_of("value hits: 0..2 = 1", "{id: one, text: \"See [[9.9]].\", run: hits, expect: 1}");
    let ran = rulestone(scratch.root(), &["test"]).ends(1);
    assert!(ran.stderr.contains("error: the library has ") && !ran.stderr.contains("other"), "{}", ran.stderr);
}

#[test]
fn json_has_the_keys_that_other_programs_rely_on() {
    let object = rulestone(&duel(), &["test", "--format", "json", "--coverage", "--mutate", "--trace"]).ends(0).json();
    let examples = object["examples"].as_array().expect("a list");
    for example in examples {
        for key in ["book", "section", "number", "id", "verdict", "reason", "cites", "seconds"] {
            assert!(example.get(key).is_some(), "{key} in {example}");
        }
        assert!(example["seconds"].is_f64());
    }
    let of = |id: &str| examples.iter().find(|example| example["id"] == id).expect("the example");
    assert_eq!(of("misprint")["verdict"], "disputed");
    assert_eq!(of("misprint")["disputes"][0]["by_rule"], "5");
    assert_eq!(of("four-spaces")["assumed"][0], "range-table");
    assert_eq!(of("unknown-table")["needs"], "base:7.2");
    assert_eq!(of("a-wound")["cites"], serde_json::json!(["strike"]));
    assert_eq!(of("told")["reason"], Value::Null);
    assert_eq!(object["summary"]["passed"], 4);
    assert_eq!(object["summary"]["failed"], 0);
    assert!(object["coverage"].as_array().is_some_and(|rows| rows.iter().all(|row| row["total"].is_u64())));
    assert!(object["mutants"].as_array().is_some_and(|mutants| !mutants.is_empty()));
}

#[test]
fn a_filter_without_an_example_and_logic_with_mistakes_end_with_1() {
    let ran = rulestone(&duel(), &["test", "--filter", "nobody"]).ends(1);
    assert!(ran.stderr.contains("no example has `nobody` in its name"), "{}", ran.stderr);
    let scratch = changed("roll d6 as blow", "roll d6 blow");
    let ran = rulestone(scratch.root(), &["test"]).ends(1);
    assert!(ran.stderr.contains("logic-syntax"), "{}", ran.stderr);
    // What is wrong stands there once, not once for each example.
    assert_eq!(ran.stdout.matches("mistakes").count(), 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("examples cannot run, since the logic of the book has mistakes"), "{}", ran.stdout);
    rulestone(&duel(), &["test", "--lang", "ru"]).ends(2);
}

#[test]
fn a_trace_names_the_fields_of_a_record_in_the_language_of_the_reader() {
    let ran = rulestone(shipped(), &["test", "--filter", "athens-has-fewer", "--trace", "--lang", "ru"]);
    assert!(ran.stdout.contains("(событие: нет, Монеты на карте: 3, лидер: 0, "), "{}", ran.stdout);
}

#[test]
fn a_filter_leaves_the_changes_of_other_books_alone() {
    let ran = rulestone(shipped(), &["test", "--filter", "hits::", "--mutate", "--count", "200"]);
    assert!(!ran.stdout.contains("sword-of-rome-5p"), "{}", ran.stdout);
    assert!(ran.stdout.contains("unreached  hellenes"), "what the examples left do not reach is told");
}
