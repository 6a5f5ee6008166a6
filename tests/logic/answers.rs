//! What an example says of a question: who is asked, what is offered, what is answered; and what a refused step leaves.

use crate::cli::{Ran, Scratch};

/// A book of one section with this logic and these cases.
fn library(logic: &str, cases: &str) -> Scratch {
    let library = Scratch::demo();
    let indented = |text: &str, by: usize| -> String {
        text.lines().flat_map(|line| [" ".repeat(by).as_str(), line, "\n"].map(str::to_owned)).collect()
    };
    let chapter = format!(
        "chapter: {{number: \"1\", title: The turn}}\nsections:\n  - id: battle\n    number: \"1.1\"\n    title: Battle\n    \
         text: |\n      ^a Fight.\n    logic: |\n{}",
        indented(logic, 6)
    );
    library.write("rules-en/skirmish/01-turn.yaml", chapter);
    let cases = format!("sections:\n  - id: battle\n    cases:\n{}", indented(cases, 6));
    library.write("rules-en/skirmish/cases/01-turn.yaml", cases);
    std::fs::remove_dir_all(library.path("rules-ru")).expect("the translation");
    library
}

const QUESTIONS: &str = "\
type Side is red, blue
record Bid
  answer: Side
  who: Side
procedure forced gives chosen: Side
  choose target by red from Side where target is blue
  set chosen to target
procedure free gives chosen: Side
  choose target by red from Side
  set chosen to target
procedure picked gives chosen: Side
  pick target at random from Side
  set chosen to target
procedure bid(first: Bid, second: Bid) gives chosen: Side
  choose offer by red from [first, second]
  set chosen to offer.who
type Reply is answer, refuse
procedure weigh(one: map of Reply to 0..9, two: map of Reply to 0..9) gives chosen: 0..9
  choose split by red from [one, two]
  set chosen to split[refuse]
";

fn tested(library: &Scratch, status: i32) -> Ran {
    library.run(&["test"]).ends(status)
}

#[track_caller]
fn passes(logic: &str, cases: &str) {
    let ran = tested(&library(logic, cases), 0);
    assert!(ran.stdout.contains("1 case: 1 passed"), "{}{}", ran.stdout, ran.stderr);
}

#[track_caller]
fn fails(logic: &str, cases: &str) -> String {
    let ran = tested(&library(logic, cases), 1);
    assert!(ran.stdout.contains("1 case: 1 failed"), "{}{}", ran.stdout, ran.stderr);
    ran.stdout + &ran.stderr
}

#[test]
fn what_is_said_of_a_question_that_answers_itself_is_compared_too() {
    let case = |answer: &str| {
        format!("- id: one\n  run: forced\n  choices: {{target: [{answer}]}}\n  expect: {{chosen: blue}}\n")
    };
    passes(QUESTIONS, &case("{answer: blue, by: red, from: [blue]}"));
    let by = fails(QUESTIONS, &case("{answer: blue, by: blue}"));
    assert!(by.contains("`target` is chosen by red, not by `blue`"), "{by}");
    let from = fails(QUESTIONS, &case("{answer: blue, from: [red, blue]}"));
    assert!(from.contains("`red` is no candidate for `target` here"), "{from}");
}

#[test]
fn an_answer_has_no_other_keys() {
    let message = |run: &str, key: &str, answer: &str| {
        let case = format!("- id: one\n  run: {run}\n  {key}: {{target: [{answer}]}}\n  expect: {{chosen: blue}}\n");
        library(QUESTIONS, &case).run(&["check", "--format", "short"]).ends(1).stdout
    };
    for (run, key, answer, told) in [
        ("free", "choices", "{answer: blue, bye: red}", "an answer has no `bye` (did you mean `by`?)"),
        ("free", "choices", "{answer: blue, form: [red]}", "an answer has no `form` (did you mean `from`?)"),
        ("free", "choices", "{by: red}", "what is answered is missing"),
        ("free", "choices", "{answer: blue, from: red}", "`from` must be a list of what is offered, not a text"),
        ("picked", "draws", "{answer: blue, by: red}", "what is picked at random is chosen by nobody"),
    ] {
        let said = message(run, key, answer);
        assert!(said.contains(told), "{answer}: {said}");
    }
    passes(
        QUESTIONS,
        "- id: one\n  run: picked\n  draws: {target: [{answer: blue, from: [red, blue]}]}\n  expect: {chosen: blue}\n",
    );
}

#[test]
fn a_value_may_have_a_field_of_that_name() {
    let case = |answer: &str, chosen: &str| {
        format!(
            "- id: one\n  run: {{bid: {{first: {{answer: red, who: blue}}, second: {{answer: red, who: red}}}}}}\n  \
             choices: {{offer: [{answer}]}}\n  expect: {{chosen: {chosen}}}\n"
        )
    };
    passes(QUESTIONS, &case("{answer: red, who: blue}", "blue"));
    passes(QUESTIONS, &case("{answer: {answer: red, who: red}, by: red}", "red"));
    let slip = library(QUESTIONS, &case("{answer: red, whoo: blue}", "blue")).run(&["test"]).ends(1);
    let said = slip.stdout + &slip.stderr;
    assert!(!said.contains("an answer has no") && said.contains("whoo"), "{said}");
    passes(
        QUESTIONS,
        "- id: one\n  run: {weigh: {one: {answer: 3, refuse: 1}, two: {answer: 1, refuse: 3}}}\n  \
         choices: {split: [{answer: 1, refuse: 3}]}\n  expect: {chosen: 3}\n",
    );
}

const MAKING: &str = "\
entity Unit
  strength: 0..6
procedure muster(strength: 0..6) changes Unit
  create Unit(strength: strength) as first
  require first.strength > 2
";

#[test]
fn what_a_refused_step_made_has_no_name() {
    let steps = |expect: &str| {
        format!(
            "- id: one\n  steps:\n    - run: {{muster: {{strength: 1}}}}\n      expect: {{refused: [battle]}}\n    \
             - run: {{muster: {{strength: 5}}}}\n      expect: {expect}\n"
        )
    };
    let all = steps("{first: {strength: 5}}");
    passes(MAKING, &all);
    let trace = library(MAKING, &all).run(&["test", "--trace"]).ends(0).stdout;
    assert!(!trace.contains("first 2") && !trace.contains("first_2"), "{trace}");
    fails(
        MAKING,
        "- id: one\n  steps:\n    - run: {muster: {strength: 1}}\n      expect: {refused: [battle], first: {strength: 1}}\n",
    );
}
