//! Which readings a book's printed examples fit is found by running them under each.

use crate::cli::Scratch;

/// Two printed examples about one option with three readings: the dice of both sides, of one or of none are limited.
fn library(first: &str, second: &str) -> Scratch {
    let library = Scratch::demo();
    let book = library.read("rules-en/skirmish/book.yaml");
    let reading = |name: &str| format!("      {name}: {{en: As {name}.}}\n");
    library.write(
        "rules-en/skirmish/book.yaml",
        format!(
            "{book}options:\n  - id: dice-limit\n    title: {{en: Dice}}\n    readings:\n{}{}{}    followed: weaker-only\n    \
             why: {{en: It fits all.}}\n    section: battle\n",
            reading("weaker-only"),
            reading("limited"),
            reading("unlimited")
        ),
    );
    library.write(
        "rules-en/skirmish/01-turn.yaml",
        format!(
            "chapter: {{number: \"1\", title: The turn}}\nsections:\n  - id: battle\n    number: \"1.1\"\n    title: Dice\n    \
             labels: {{counted: Dice that count, dice: dice, strength: strength, weaker: weaker, all: All}}\n    text: |\n      \
             ^a Roll dice.\n    logic: |\n      value counted(dice: 0..9, strength: 0..9, weaker: yes/no): 0..9 = min(dice, strength)\n      \
             exception all to counted\n        when dice_limit is unlimited or (dice_limit is weaker_only and not weaker)\n        \
             then dice\n    examples:\n      - {{id: first, text: It., {first}}}\n      - {{id: second, text: It., {second}}}\n",
        ),
    );
    std::fs::remove_dir_all(library.path("rules-ru")).expect("the translation");
    library
}

const STRONGER: &str = "run: {counted: {dice: 4, strength: 2, weaker: no}}";
const WEAKER: &str = "run: {counted: {dice: 3, strength: 1, weaker: yes}}";

#[test]
fn the_page_tells_which_printed_examples_each_reading_fits() {
    let library = library(&format!("{STRONGER}, expect: 4"), &format!("{WEAKER}, expect: 1, because: [battle]"));
    library.run(&["build"]).ends(0);
    let page = library.read("site/en/skirmish/notes/01-turn.html");
    let shown = |reading: &str| {
        let from = page.find(&format!("As {reading}.")).expect("the reading");
        let line = &page[from..from + page[from..].find("</li>").expect("its end")];
        let word = |word: &str| {
            let part = line.split(word).nth(1).map(|part| part.split("</span>").next().expect("its end"));
            part.map_or(String::new(), |part| {
                ["1", "2"].into_iter().filter(|n| part.contains(&format!("Example {n}"))).collect()
            })
        };
        (word("Fits:"), word("Does not fit:"))
    };
    let both = |fits: &str, unfit: &str| (fits.to_owned(), unfit.to_owned());
    assert_eq!(shown("weaker-only"), both("12", ""));
    assert_eq!(shown("limited"), both("2", "1"));
    assert_eq!(shown("unlimited"), both("1", "2"));
}

#[test]
fn what_holds_under_every_reading_tells_none_apart() {
    let plain = "run: {counted: {dice: 2, strength: 2, weaker: no}}, expect: 2";
    let library = library(plain, plain);
    library.run(&["build"]).ends(0);
    assert!(!library.read("site/en/skirmish/notes/01-turn.html").contains("Fits:"));
}

#[test]
fn a_printed_example_that_names_another_reading_does_not_simply_pass() {
    let other = format!("options: {{dice_limit: limited}}, {STRONGER}, expect: 2");
    let ran = library(&other, &format!("{WEAKER}, expect: 1")).run(&["test"]).ends(0);
    assert!(ran.stdout.contains("other_reading  skirmish::battle::first"), "{}", ran.stdout);
    assert!(ran.stdout.contains("printed   2\n") && ran.stdout.contains("by rule   4\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("holds where dice_limit is limited, which is not followed"), "{}", ran.stdout);
    let own = other.replace("options", "own: yes, options");
    let ran = library(&own, &format!("{WEAKER}, expect: 1")).run(&["test"]).ends(0);
    assert!(ran.stdout.contains("2 passed"), "{}", ran.stdout);
}

#[test]
fn a_reading_that_changes_nothing_is_no_matter() {
    let other = format!("options: {{dice_limit: unlimited}}, {STRONGER}, expect: 4");
    let ran = library(&other, &format!("{WEAKER}, expect: 1")).run(&["test"]).ends(0);
    assert!(ran.stdout.contains("2 passed"), "{}", ran.stdout);
}

#[test]
fn the_runs_under_other_readings_share_the_allotment_of_the_example() {
    let library = library(&format!("{STRONGER}, expect: 4"), &format!("{WEAKER}, expect: 1"));
    // Enough for the run itself, not for the others: nothing is told of them, and the verdict is the same.
    let enough = (1..60).find(|steps| library.run(&["test", "--budget", &format!("example={steps}")]).status == 0);
    let steps = enough.expect("a few steps are enough");
    library.run(&["build", "--budget", &format!("example={steps}")]).ends(0);
    assert!(!library.read("site/en/skirmish/notes/01-turn.html").contains("Does not fit:"));
}
