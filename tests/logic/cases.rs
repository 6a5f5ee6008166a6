//! Cases prove the logic in files of their own: without a text, with nothing to translate, and on no reader's page.

use crate::cli::Scratch;

const CASES: &str = "rules-en/skirmish/cases/01-turn.yaml";

/// A book with one section, an example for its readers, and these cases.
fn library(cases: &str) -> Scratch {
    let library = Scratch::demo();
    library.write(
        "rules-en/skirmish/01-turn.yaml",
        "chapter: {number: \"1\", title: The turn}\nsections:\n  - id: battle\n    number: \"1.1\"\n    title: Battle\n    \
         labels: {twice: twice, die: die, one: one}\n    text: |\n      ^a Roll.\n    logic: |\n      value twice(die: 1..6): 2..20 = 2 * die\n      \
         exception one to twice when die is 1 then 20\n    examples:\n      - id: told\n        own: yes\n        text: |\n          \
         A 3 counts as 6.\n        run: {twice: {die: 3}}\n        expect: 6\n        because: [battle]\n",
    );
    library.write(CASES, cases);
    std::fs::remove_dir_all(library.path("rules-ru")).expect("the translation");
    library
}

const SOUND: &str = "sections:\n  - id: battle\n    cases:\n      # A 1 counts as 20.\n      - id: hidden-one\n        \
                     run: {twice: {die: 1}}\n        expect: 20\n        because: [battle.one]\n";

#[test]
fn a_case_is_run_and_counted_but_stands_on_no_page() {
    let library = library(SOUND);
    library.run(&["check"]).ends(0);
    let ran = library.run(&["test", "--coverage"]).ends(0);
    assert!(ran.stdout.contains("passed  skirmish::battle::hidden-one"), "{}", ran.stdout);
    assert!(ran.stdout.contains("1 example and 1 case: 2 passed"), "{}", ran.stdout);
    assert!(ran.stdout.contains("2 of 2 parts of the logic are exercised"), "{}", ran.stdout);
    library.run(&["build"]).ends(0);
    assert!(!library.read("site/en/skirmish/01-turn.html").contains("hidden-one"));
    let verdicts = library.read("site/en/skirmish/verdicts.html");
    assert!(!verdicts.contains("hidden-one") && verdicts.contains("Cases:"), "{verdicts}");
    assert!(verdicts.contains("examples of this edition: 1; cases without a text: 1"), "{verdicts}");
    library.run(&["search", "hidden"]).ends(1);
}

#[test]
fn a_failing_case_is_told_like_an_example() {
    let library = library(&SOUND.replace("expect: 20", "expect: 2"));
    let ran = library.run(&["test"]).ends(1);
    assert!(ran.stdout.contains("failed  skirmish::battle::hidden-one"), "{}", ran.stdout);
    assert!(ran.stdout.contains(&format!("at {CASES}:7:17")), "{}", ran.stdout);
    library.run(&["site"]).ends(0);
    let verdicts = library.read("site/en/skirmish/verdicts.html");
    assert!(verdicts.contains("<code>hidden-one</code>") && verdicts.contains("expected 2, got 20"), "{verdicts}");
}

/// The first finding of `check`.
fn finding(cases: &str) -> String {
    let ran = library(cases).run(&["check", "--format", "short"]).ends(1);
    ran.stdout.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn what_is_wrong_with_a_file_of_cases_is_told_at_its_place() {
    let nowhere = finding(&SOUND.replace("id: battle", "id: batle"));
    assert_eq!(
        nowhere,
        format!(
            "{CASES}:2:9: error[dangling-reference]: these are the cases of a section `batle`, which there is not (did you mean `battle`?)"
        )
    );
    let twice = finding(&SOUND.replace("hidden-one", "told"));
    assert!(
        twice.starts_with(&format!("{CASES}:5:13: error[duplicate-id]: the id `told` names two examples")),
        "{twice}"
    );
    let told = finding(&SOUND.replace("        run:", "        text: |\n          A text.\n        run:"));
    assert!(told.contains("error[unknown-key]") && told.contains("a case has no key `text`"), "{told}");
    let logic = finding(&SOUND.replace("{die: 1}", "{dye: 1}"));
    assert!(logic.starts_with(&format!("{CASES}:6:")), "{logic}");
}

#[test]
fn a_case_needs_no_translation_and_takes_none() {
    let library = Scratch::demo();
    let section = library.read("rules-en/skirmish/01-turn.yaml");
    let id = section.lines().find_map(|line| line.strip_prefix("  - id: ")).expect("a section").to_owned();
    library.write(CASES, format!("sections:\n  - id: {id}\n    cases: []\n"));
    library.run(&["check"]).ends(0);
    library.write("rules-ru/skirmish/cases/01-turn.yaml", format!("sections:\n  - id: {id}\n    cases: []\n"));
    let ran = library.run(&["check"]).ends(0);
    assert!(ran.stdout.contains("data tables and cases stand in the reference language only"), "{}", ran.stdout);
}
