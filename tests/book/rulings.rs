//! Ten rulings on a small book: shown where they rule, found by what was asked, and told when their text has changed.

use std::fmt::Write as _;

use crate::cli::Scratch;

const CHAPTER: &str = "rules-en/skirmish/01-turn.yaml";
const RULINGS: &str = "rules-en/skirmish/rulings.yaml";

/// A section with ten statements, and a ruling on each; the tenth is withdrawn.
fn library() -> Scratch {
    let library = Scratch::demo();
    let mut chapter =
        "chapter: {number: \"1\", title: The turn}\nsections:\n  - id: battle\n    number: \"1.1\"\n    title: Battle\n    text: |\n".to_owned();
    let mut rulings = "# Answers.\nrulings:\n".to_owned();
    for (at, letter) in ('a'..='j').enumerate() {
        writeln!(chapter, "      ^{letter} Statement {letter} has {} words of its own.\n", at + 2).expect("a string");
        writeln!(
            rulings,
            "  - id: ruling-{letter}\n    question: {{en: What of quincunx{letter} then?}}\n    answer: {{en: It is so.}}\n    by: Anna Example, developer\n    \
             date: 2026-03-{:02}\n    source: https://example.org/{letter}\n    on: [battle.{letter}]{}",
            at + 1,
            if letter == 'j' { "\n    withdrawn: 2026-04-01" } else { "" }
        )
        .expect("a string");
    }
    library.write(CHAPTER, chapter);
    library.write(RULINGS, rulings);
    std::fs::remove_dir_all(library.path("rules-ru")).expect("the translation");
    library
}

#[test]
fn two_of_ten_are_told_when_their_statements_change_and_no_others() {
    let library = library();
    let hints = library.run(&["check", "--hints", "--format", "short"]).ends(0).stdout;
    assert_eq!(hints.matches("hint[unrecorded-ruling]").count(), 9, "{hints}");
    let ran = library.run(&["rulings", "accept", "skirmish", "--all"]).ends(0);
    assert!(ran.stdout.contains("9 rulings accepted"), "{}", ran.stdout);
    assert!(library.read(RULINGS).starts_with("# Answers.\n"), "what is not asked for stays");
    let clean = library.run(&["check", "--hints"]).ends(0).stdout;
    assert!(clean.contains("0 errors, 0 warnings, 0 hints"), "{clean}");

    // Another letter, white space: no change. Two statements and a withdrawn one get other words.
    library.edit(CHAPTER, "^b Statement b has 3 words", "^b Statement b has 30 words");
    library.edit(CHAPTER, "^h Statement h has", "^h Statement h now has");
    library.edit(CHAPTER, "^j Statement j has", "^j Statement j now has");
    library.edit(CHAPTER, "^c Statement c has", "^c  Statement c\n      has");
    let told = library.run(&["check", "--format", "short"]).ends(0).stdout;
    let outdated: Vec<&str> = told.lines().filter(|line| line.contains("outdated-ruling")).collect();
    assert_eq!(outdated.len(), 2, "{told}");
    assert!(outdated[0].contains("`battle.b` has changed since the ruling `ruling-b` was given"), "{told}");
    assert!(outdated[1].contains("`battle.h` has changed since the ruling `ruling-h` was given"), "{told}");
    let listed = library.run(&["rulings", "list"]).ends(0).stdout;
    assert_eq!((listed.matches("  outdated").count(), listed.matches("  withdrawn").count()), (2, 1), "{listed}");
    library.run(&["rulings", "accept", "skirmish", "ruling-b", "ruling-h"]).ends(0);
    library.run(&["check", "--hints"]).ends(0);
    assert!(!library.run(&["check"]).ends(0).stdout.contains("outdated-ruling"));
}

#[test]
fn a_ruling_stands_at_its_statement_and_is_found_by_its_question() {
    let library = library();
    library.run(&["rulings", "accept", "skirmish", "--all"]).ends(0);
    library.edit(CHAPTER, "^b Statement b has 3 words", "^b Statement b has 30 words");
    library.run(&["build"]).ends(0);
    let page = library.read("site/en/skirmish/notes/01-turn.html");
    let of = |letter: char| {
        let from = page.find(&format!("id=\"battle.ruling-ruling-{letter}\"")).expect("the ruling");
        &page[from..from + page[from..].find("</time>").expect("its date")]
    };
    let rules = library.read("site/en/skirmish/01-turn.html");
    let marks = rules.matches(">Ruling</a></p>").count();
    assert_eq!(marks, 9, "those on this section that nobody withdrew: {rules}");
    let cards = library.read("site/assets/cards-en.js");
    assert!(cards.contains("(the rule has changed since") && !rules.contains("quincunxa"), "{cards}");
    assert!(of('a').contains("quincunxa") && of('a').contains("#battle.a\"") && of('a').contains("Anna Example"));
    assert!(!of('a').contains("badge") && of('b').contains("the rule has changed since"), "{}", of('b'));
    assert!(of('j').contains("withdrawn 2026-04-01"), "{}", of('j'));
    assert!(library.read("site/en/skirmish/doubts.html").contains("quincunxa"));
    let found = library.run(&["search", "quincunxd"]).ends(0).stdout;
    assert!(found.contains("1.1"), "{found}");
    let shown = library.run(&["show", "1.1"]).ends(0).stdout;
    assert!(shown.contains("Ruling (ruling-j), Anna Example, developer, 2026-03-10, withdrawn 2026-04-01"), "{shown}");
}

#[test]
fn what_is_wrong_with_a_ruling_is_told_at_its_place() {
    let wrong = |from: &str, to: &str| {
        let library = library();
        library.edit(RULINGS, from, to);
        let told = library.run(&["check", "--format", "short"]).ends(1).stdout;
        told.lines().next().unwrap_or_default().to_owned()
    };
    let nowhere = wrong("on: [battle.c]", "on: [batle.c]");
    assert!(
        nowhere.contains("the ruling `ruling-c` is on `batle.c`, which there is not") && nowhere.contains("battle"),
        "{nowhere}"
    );
    let letter = wrong("on: [battle.c]", "on: [battle.z]");
    assert!(letter.contains("name a statement that `battle` has"), "{letter}");
    let date = wrong("date: 2026-03-03", "date: 2026-02-30");
    assert!(date.contains("wrong-value") && date.contains("`2026-02-30` is no date"), "{date}");
    let before = wrong("withdrawn: 2026-04-01", "withdrawn: 2025-04-01");
    assert!(before.contains("before it was given"), "{before}");
    let twice = wrong("id: ruling-b", "id: ruling-a");
    assert!(twice.contains("duplicate-id"), "{twice}");
    let library = library();
    let ran = library.run(&["rulings", "accept", "skirmish", "ruling-x"]).ends(2);
    assert!(ran.stderr.contains("`skirmish` has no ruling `ruling-x`"), "{}", ran.stderr);
    let script = wrong("source: https://example.org/a", "source: \"javascript:alert(1)\"\n    colour: red");
    assert!(script.contains("unknown-key"), "{script}");
}

#[test]
fn only_a_web_address_becomes_a_link() {
    let library = library();
    library.edit(RULINGS, "source: https://example.org/a", "source: \"javascript:alert(1)\"");
    library.edit(RULINGS, "source: https://example.org/b", "source: 'https://example.org/\"><script>'");
    library.run(&["build"]).ends(0);
    let page = library.read("site/en/skirmish/notes/01-turn.html");
    assert!(page.contains(" · javascript:alert(1)") && !page.contains("href=\"javascript:"), "the source is words");
    assert!(!page.contains("<script>\"") && !page.contains("\"><script>"), "and no markup");
}
