//! What is a reason for a value, and what is none: also where steps were passed by.

use crate::cli::Scratch;

/// The rules of two sections, `condition` and `battle`; the example is in the second.
fn library(steps: &str, expect: &str, reasons: &str) -> Scratch {
    let library = Scratch::demo();
    let steps = steps.replace('\n', "\n        ");
    library.write(
        "rules-en/skirmish/01-turn.yaml",
        format!(
            "chapter: {{number: \"1\", title: The turn}}\nsections:\n  - id: condition\n    title: Condition\n    labels: {{ok: may}}\n    \
             text: |\n      ^a When.\n    logic: |\n      value ok(n: 0..9) = n > 5\n  - id: battle\n    title: Battle\n    \
             labels: {{Unit: unit, strength: strength, one: one, two: two, squad: squad, best: best, go: go, n: number, left: left, unit: unit, third: third}}\n    \
             text: |\n      ^a A rule.\n    logic: |\n      entity Unit\n        strength: 0..9\n      state squad: list of Unit = []\n      \
             state best: Unit or none = none\n\n      procedure go(n: 0..9, one: Unit, two: Unit) gives left: number changes Unit, squad, best\n        {steps}\n    \
             examples:\n      - id: it\n        text: It.\n        given: {{Unit: {{first: {{strength: 3}}, second: {{strength: 4}}}}, squad: [first, second], best: second}}\n        \
             run: {{go: {{n: 1, one: first, two: second}}}}\n        expect: {expect}\n        {reasons}\n"
        ),
    );
    std::fs::remove_dir_all(library.path("rules-ru")).expect("the translation");
    library
}

#[track_caller]
fn depends(steps: &str, expect: &str, on_the_condition: bool) {
    let (right, wrong) = if on_the_condition { ("because", "not_because") } else { ("not_because", "because") };
    let ran = library(steps, expect, &format!("{right}: [condition]")).run(&["test"]).ends(0);
    assert!(ran.stdout.contains("1 passed"), "{}", ran.stdout);
    let ran = library(steps, expect, &format!("{wrong}: [condition]")).run(&["test"]).ends(1);
    assert!(ran.stdout.contains(wrong), "{}", ran.stdout);
}

#[test]
fn a_local_that_would_have_named_another_thing() {
    let other = "set left to 0\nlet unit = one\nif ok(n)\n  set unit to two\n  lower unit.strength by 1";
    depends(other, "{second: {strength: 4}}", true);
    depends("set left to 0\nlet unit = one\nif ok(n)\n  lower unit.strength by 1", "{second: {strength: 4}}", false);
}

#[test]
fn what_was_not_removed_is_there_for_that_reason() {
    let count = "if ok(n)\n  remove two\nset left to count of unit in Unit where unit.strength > 0";
    depends(count, "{left: 2}", true);
    depends(&count.replace("remove two", "lower two.strength by 4, removing it at 0"), "{left: 2}", true);
    let listed = "set left to 0\nif ok(n)\n  remove two";
    depends(listed, "{squad: [first, second]}", true);
    depends(listed, "{best: second}", true);
    depends(listed, "{second: {strength: 4}}", true);
    depends(listed, "{first: {strength: 3}}", false);
    depends("set left to 0\nif ok(n)\n  remove two from squad", "{best: second}", false);
}

#[test]
fn what_was_not_made_is_not_there_for_that_reason() {
    let made =
        "if ok(n)\n  create Unit(strength: 5) as third\nset left to count of unit in Unit where unit.strength > 0";
    depends(made, "{left: 2}", true);
}
