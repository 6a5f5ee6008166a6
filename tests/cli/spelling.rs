//! `check --spelling`: words that neither a dictionary nor the book knows.

use super::Scratch;

const RU: &str = "rules-ru/game/01.yaml";

/// A text in two languages with a misspelt word, a name of the glossary in another case, and one within a sentence.
fn book() -> Scratch {
    let book = Scratch::empty();
    book.write(
        "rules-en/game/book.yaml",
        "title: {en: Game, ru: Игра}\nprovenance:\n  en: |\n    Told.\n  ru: |\n    Так.\nlanguages: [en, ru]\n",
    );
    book.write(
        "rules-en/game/01.yaml",
        "chapter: {number: \"1\", title: Sea}\nsections:\n  - id: fleets\n    number: \"1.1\"\n    title: Fleets\n    text: |\n      \
         ^a A trireme sails to Delos.\n",
    );
    book.write(
        RU,
        "chapter: {title: Игра}\nsections:\n  - id: fleets\n    title: Игра\n    text: |\n      ^a Так перимещают триеру на Делос.\n",
    );
    book.write("rules-en/game/terms.yaml", "terms:\n  - {id: trireme, name: trireme, group: concept}\n");
    book.write("rules-ru/game/terms.yaml", "terms:\n  - {id: trireme, name: триера}\n");
    book.write("words/ru_RU.aff", "SET UTF-8\nTRY еи\n");
    book.write("words/ru_RU.dic", "4\nигра\nтак\nперемещают\nна\n");
    book
}

#[test]
fn a_word_that_nobody_knows_is_told_with_what_may_be_meant() {
    let book = book();
    assert!(!book.run(&["check", "--hints"]).ends(0).stdout.contains("unknown-word"), "without dictionaries");
    let words = book.path("words");
    let words = words.to_str().expect("a path");
    let ran = book.run(&["check", "--hints", "--spelling", words, "--format", "short"]).ends(0);
    let told: Vec<&str> = ran.stdout.lines().filter(|line| line.contains("unknown-word")).collect();
    assert_eq!(told.len(), 1, "{}", ran.stdout);
    assert!(told[0].starts_with(&format!("{RU}:6:14: ")) && told[0].contains("write `перемещают`"), "{}", told[0]);
    assert!(ran.stderr.contains("no dictionary for en"), "{}", ran.stderr);
}

#[test]
fn a_waiver_of_a_word_is_not_useless_without_dictionaries() {
    let book = book();
    let waived =
        book.read(RU) + "    waivers:\n      - {code: unknown-word, text: перимещают, reason: Так в источнике.}\n";
    book.write(RU, waived);
    let words = book.path("words");
    let words = words.to_str().expect("a path");
    for arguments in [&["check", "--hints"][..], &["check", "--hints", "--spelling", words]] {
        let told = book.run(arguments).ends(0).stdout;
        assert!(!told.contains("unknown-word"), "{arguments:?}: {told}");
    }
}

#[test]
fn a_folder_without_dictionaries_is_refused() {
    let book = book();
    for (folder, file, content) in
        [("none", "none/de.aff", "SET UTF-8\n"), ("bad", "bad/ru.aff", "SET UTF-8\nPFX A Y x\n")]
    {
        book.write(file, content);
        let path = book.path(folder);
        let ran = book.run(&["check", "--spelling", path.to_str().expect("a path")]).ends(2);
        assert!(ran.stderr.contains("dictionary") || ran.stderr.contains("ru.dic"), "{folder}: {}", ran.stderr);
    }
    let missing = book.path("missing");
    book.run(&["check", "--spelling", missing.to_str().expect("a path")]).ends(2);
}
