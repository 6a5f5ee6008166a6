//! `new` makes a start that is right from the first moment, and refuses to harm what is there.

use super::Scratch;
use rulestone::logic::limits::Meter;

#[test]
fn a_new_book_is_clean_and_can_be_built_on() {
    for language in ["en", "ja"] {
        let scratch = Scratch::empty();
        let ran =
            scratch.run(&["new", "book", "my-game", "--lang", language, "--title", "My \"Game\": one # two"]).ends(0);
        assert!(ran.stdout.contains(&format!("rules-{language}/my-game/book.yaml")), "{}", ran.stdout);
        for (name, _, _) in rulestone::library::format::FILES {
            assert!(scratch.path(format!("schemas/{name}.json")).is_file(), "the files name their schema");
        }
        let ran = scratch.run(&["check", "--hints"]).ends(0);
        assert!(ran.stdout.ends_with("1 book checked: 0 errors, 0 warnings, 0 hints\n"), "{}", ran.stdout);
        let ran = scratch.run(&["new", "section", "my-game", "01-introduction", "winning", "--number", "1.1"]).ends(0);
        assert_eq!(ran.stdout, format!("rules-{language}/my-game/01-introduction.yaml:14\n"));
        scratch.run(&["check"]).ends(0);
        let shown = scratch.run(&["show", "1.1", "--format", "json"]).ends(0).json();
        assert_eq!(shown["sections"][0]["title"], "Winning");
    }
}

#[test]
fn a_new_chapter_is_filled_with_sections() {
    let demo = Scratch::demo();
    let ran = demo.run(&["new", "chapter", "skirmish", "09-sea", "--number", "9"]).ends(0);
    assert_eq!(ran.stdout, "rules-en/skirmish/09-sea.yaml\n");
    assert!(
        demo.read("rules-en/skirmish/09-sea.yaml").contains("chapter: {number: \"9\", title: \"Sea\"}\nsections: []\n")
    );
    for (id, number) in [("fleets", "9.1"), ("ports", "9.2")] {
        demo.run(&["new", "section", "skirmish", "09-sea", id, "--number", number]).ends(0);
    }
    let shown = demo.run(&["show", "9.2", "--format", "json"]).ends(0).json();
    assert_eq!(shown["sections"][0]["title"], "Ports");
    for (arguments, message) in [
        (&["new", "chapter", "skirmish", "09-sea"][..], "already has a chapter `09-sea`"),
        (&["new", "chapter", "skirmish", "10-land", "--number", "9"], "already has a chapter 9"),
        (&["new", "chapter", "skirmish", "../evil"], "is no id"),
    ] {
        let ran = demo.run(arguments).ends(2);
        assert!(ran.stderr.contains(message), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn nothing_that_is_there_is_overwritten() {
    let demo = Scratch::demo();
    for (arguments, message) in [
        (&["new", "book", "skirmish"][..], "is already there"),
        (&["new", "book", "skirmish", "--lang", "ja"][..], "is already there"),
        (&["new", "book", "../evil"][..], "is no id"),
        (&["new", "section", "skirmish", "01-turn", "battle"][..], "already has a section `battle`"),
        (&["new", "section", "skirmish", "01-turn", "fire", "--number", "1.2"][..], "already has a section 1.2"),
        (&["new", "section", "skirmish", "01-tern", "fire"][..], "did you mean `01-turn`?"),
    ] {
        let ran = demo.run(arguments).ends(2);
        assert!(ran.stderr.contains(message), "{arguments:?}: {}", ran.stderr);
    }
    assert!(!demo.path("rules-ja").exists() && !demo.path("evil").exists() && !demo.path("rules-en/evil").exists());
}

#[test]
fn an_unsaved_text_stands_in_place_of_its_file() {
    use rulestone::library::{Wanted, load_with};

    let demo = Scratch::demo();
    let chapter = "rules-en/skirmish/01-turn.yaml";
    let unsaved = demo.read(chapter).replace("see [[1.2]]", "see [[1.3]]");
    let findings = |texts| {
        let loaded = load_with(demo.root(), &Wanted { unsaved: texts, ..Wanted::default() }).expect("a library");
        rulestone::check::check(loaded, &Meter::default())
            .diagnostics
            .into_iter()
            .map(|found| found.code.name)
            .collect::<Vec<_>>()
    };
    let saved = findings(std::collections::BTreeMap::new());
    assert!(!saved.contains(&"dangling-reference"), "{saved:?}");
    let now = findings([(chapter.to_owned(), unsaved)].into());
    assert!(now.contains(&"dangling-reference"), "{now:?}");
}
