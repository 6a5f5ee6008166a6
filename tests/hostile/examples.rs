//! Examples without end: what is kept of all of them has one bound, and what takes too much is told by its name.

use std::fmt::Write as _;

use serde_json::Value;

use crate::cli::{Ran, Scratch};

/// A library with this logic, and these examples in one section. `labels` are the names that readers see, with commas.
fn library(labels: &str, logic: &str, examples: &str) -> Scratch {
    let library = Scratch::demo();
    let labels: Vec<String> = labels.split(", ").map(|name| format!("{name}: the {name}")).collect();
    let indented = |text: &str, by: &str| {
        text.lines().fold(String::new(), |mut all, line| {
            let _ = writeln!(all, "{by}{line}");
            all
        })
    };
    let chapter = format!(
        "chapter: {{number: \"1\", title: The turn}}\nsections:\n  - id: battle\n    title: Battle\n    labels: {{{}}}\n    \
         text: |\n      ^a A rule.\n    logic: |\n{}    examples:\n{}",
        labels.join(", "),
        indented(logic, "      "),
        indented(examples, "      ")
    );
    library.write("rules-en/skirmish/01-turn.yaml", &chapter);
    std::fs::remove_dir_all(library.path("rules-ru")).expect("the translation");
    library
}

/// A count that goes as far as an example says.
const COUNTING: &str = "state total: 0..1000 = 0\n\nprocedure go(n: 0..1000) changes total\n  set total to 0\n  repeat n times\n    raise total by 1\n";

/// Examples that count, each so far.
fn counting(far: impl IntoIterator<Item = usize>) -> Scratch {
    let examples = far.into_iter().enumerate().fold(String::new(), |mut all, (at, far)| {
        let _ = writeln!(
            all,
            "- id: far-{far}-{at}\n  text: One.\n  run: {{go: {{n: {far}}}}}\n  expect: {{total: {far}}}"
        );
        all
    });
    library("total, n, go", COUNTING, &examples)
}

/// What `test` tells as JSON.
fn told(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}", ran.stderr))
}

/// How many lines the trace of each example has, and whether it says that it was cut, by how far it counts.
fn lines(library: &Scratch) -> Vec<(String, usize, bool)> {
    let ran = library.run(&["--budget", "traces=10000", "test", "--format", "json", "--trace"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let told = told(&ran);
    let one = |example: &Value| {
        let trace = example["trace"].as_array().expect("a trace");
        let far = example["id"].as_str().and_then(|id| id.rsplit_once('-')).expect("an id").0.to_owned();
        let cut = trace.last().is_some_and(|line| line["text"].as_str().is_some_and(|text| text.starts_with('…')));
        (far, trace.len(), cut)
    };
    let mut all: Vec<_> = told["examples"].as_array().expect("examples").iter().map(one).collect();
    all.sort();
    all
}

#[test]
fn the_traces_of_all_examples_have_one_bound() {
    let far = |at: usize| if at.is_multiple_of(4) { 20 } else { 900 };
    let all = lines(&counting((0..40).map(far)));
    let sum: usize = all.iter().map(|(_, lines, _)| lines).sum();
    assert!((5_000..=10_040).contains(&sum), "{sum}");
    for (far, lines, cut) in &all {
        assert_eq!(*cut, far == "far-900", "{all:?}");
        assert!(*lines > 20, "{far}: {lines}");
    }
    assert_eq!(all, lines(&counting((0..40).rev().map(far))), "in any order");
    assert_eq!(all, lines(&counting((0..40).map(|at| if at < 10 { 20 } else { 900 }))), "in any order");
}

#[test]
fn small_examples_that_take_too_much_are_told_together() {
    let ran = counting((0..100).map(|_| 900)).run(&["--budget", "steps=100000", "test"]);
    assert_eq!(ran.status, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("took the examples of `skirmish`"), "{}", ran.stderr);
}

#[test]
fn lists_of_lists_are_told_in_part() {
    let row = |name: &str| vec![name; 24].join(", ");
    let lists = format!("  let one = [{}]\n  let two = [{}]\n  let three = [{}]\n", row("1"), row("one"), row("two"));
    let logic = format!(
        "procedure go gives out: number, all: list of list of list of number\n{lists}  set out to 1\n  set all to three\n"
    );
    let examples = "- id: it\n  text: It.\n  run: go\n  expect: {out: 2, all: []}\n";
    let ran = library("go, out, all, one, two, three", &logic, examples).run(&["test", "--format", "json", "--trace"]);
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    let told = told(&ran);
    let trace = told["examples"][0]["trace"].as_array().expect("a trace");
    let longest = trace.iter().filter_map(|line| Some(line["text"].as_str()?.chars().count())).max();
    assert!(longest.is_some_and(|longest| (1_000..3_000).contains(&longest)), "{longest:?}");
}

#[test]
fn what_an_assertion_compares_is_kept_in_part() {
    let members: Vec<String> = (0..24).map(|at| format!("member_{}{at}", "x".repeat(500))).collect();
    let logic = format!("type Long is {}\n\nvalue all: list of Long = [{}]\n", members.join(", "), members.join(", "));
    let examples = "- id: it\n  text: It.\n  run: all\n  expect: []\n";
    let ran = library("all", &logic, examples).run(&["test", "--format", "json"]);
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    let told = told(&ran);
    let got = told["examples"][0]["failures"][0]["got"].as_str().expect("what came out");
    assert!(got.starts_with("[member_x") && got.ends_with('…') && got.chars().count() == 2_001, "{got}");
}

#[test]
fn what_was_meant_is_asked_so_often_in_all_examples_together() {
    let examples = (0..300).fold(String::new(), |mut all, at| {
        let _ = writeln!(all, "- id: e{at}\n  text: One.\n  run: {{go: {{n: 1}}}}\n  expect: {{totl: 1}}");
        all
    });
    let library = library("total, n, go", COUNTING, &examples);
    for command in ["check", "test"] {
        let ran = library.run(&[command, "--format", "json"]);
        assert_eq!(ran.status, 1, "{}", ran.stderr);
        assert_eq!(ran.stdout.matches("`totl` is no output, state or thing of this run").count() % 300, 0);
        assert_eq!(ran.stdout.matches("did you mean `total`?").count(), 200, "{command}");
    }
}
