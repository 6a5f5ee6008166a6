//! `status --logic`: which sections are run, and why the others are not.

use std::path::Path;

use super::{Scratch, rulestone};

const CHAPTER: &str = "rules-en/duel/01.yaml";

fn duel() -> Scratch {
    let duel = Scratch::empty();
    duel.write("rules-en/duel/book.yaml", "title: {en: Duel}\nprovenance:\n  en: |\n    Told.\nlanguages: [en]\n");
    duel.write(
        CHAPTER,
        "chapter: {number: \"1\", title: The duel}\nsections:\n  - id: duels\n    number: \"1\"\n    title: Duels\n\
        \x20 - id: hand\n    number: \"1.1\"\n    title: The hand\n    text: |\n      ^a A hand holds {limit} cards.\n\
        \x20   logic: |\n      value limit: 0..9 = 2\n    labels: {limit: hand limit}\n\
        \x20 - id: story\n    number: \"1.2\"\n    title: The story\n    text: |\n      ^a Two barons hate each other.\n\
        \x20   no_logic: Background.\n\
        \x20 - id: end\n    number: \"1.3\"\n    title: The end\n    text: |\n      ^a The last card ends the duel.\n",
    );
    duel.run(&["check"]).ends(0);
    duel
}

#[test]
fn sections_are_counted_by_what_they_say_of_logic() {
    let duel = duel();
    let line = "  4 sections: 1 with logic, 1 that say why they have none, 1 heading, 1 open\n";
    assert_eq!(duel.run(&["status", "--logic"]).ends(0).stdout, format!("duel\n{line}"));
    let details = "  1.2 story: Background.\n  open 1.3 end rules-en/duel/01.yaml:20\n";
    assert_eq!(duel.run(&["status", "--logic", "--details"]).ends(0).stdout, format!("duel\n{line}{details}"));
    let object = duel.run(&["status", "--logic", "--format", "json"]).ends(0).json();
    let expected = serde_json::json!({"version": 1, "books": [{
        "book": "duel", "sections": 4, "with_logic": 1, "headings": 1,
        "excused": [{"section": "story", "reason": "Background."}],
        "open": [{"section": "end", "at": "rules-en/duel/01.yaml:20"}], "external": [],
    }]});
    assert_eq!(object, expected);
    // What is closed is open no more.
    let said = duel.read(CHAPTER) + "    no_logic: Its place in the turn is run by the procedure of the turn.\n";
    duel.write(CHAPTER, &said);
    let closed = duel.run(&["status", "--logic"]).ends(0).stdout;
    assert!(closed.ends_with("1 with logic, 2 that say why they have none, 1 heading, 0 open\n"), "{closed}");
}

#[test]
fn a_book_without_logic_is_counted_only_when_it_is_named() {
    let duel = duel();
    duel.edit(CHAPTER, "    logic: |\n      value limit: 0..9 = 2\n    labels: {limit: hand limit}\n", "");
    duel.edit(CHAPTER, "{limit}", "two");
    assert_eq!(duel.run(&["status", "--logic"]).ends(0).stdout, "");
    let named = duel.run(&["status", "--logic", "--book", "duel"]).ends(0).stdout;
    assert!(named.starts_with("duel\n  4 sections: 0 with logic,"), "{named}");
    duel.run(&["status", "--logic", "--book", "dual"]).ends(2);
}

#[test]
fn what_is_left_to_other_documents_is_listed_with_what_stands_in() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = ["status", "--logic", "--details", "--book", "peloponnesian-war"];
    let told = rulestone(shipped, &all).ends(0).stdout;
    assert!(told.contains("of the logic left to other documents: "), "{told}");
    assert!(
        told.contains(
            "\n  strategy_box: strategy-matrices; tables rules-en/peloponnesian-war/04-strategic-planning.yaml:"
        ),
        "{told}"
    );
    assert!(told.contains("\n  greece: the-map; sketch rules-en/"), "{told}");
    assert!(told.contains("\n  losses_that_rouse: no document; tables rules-en/"), "{told}");
    let object = rulestone(shipped, &["status", "--logic", "--format", "json", "--book", "hellenes"]).ends(0).json();
    let external = object["books"][0]["external"].as_array().expect("a list");
    assert!(external.iter().any(|one| one["name"] == "disbands" && one["told_by"] == "hellenes:9.2.3"), "{external:?}");
}
