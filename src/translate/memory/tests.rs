//! What is suggested, and what never may be.

use std::fmt::Write as _;
use std::fs;

use tempfile::TempDir;

use super::{Asked, Memory, Terms, open};
use crate::library::fingerprint::hash;
use crate::library::{Library, load};

/// A library of these files.
fn library(files: &[(&str, &str)]) -> (TempDir, Library) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }
    let loaded = load(folder.path()).expect("a library");
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    (folder, loaded.library)
}

const BOOK: &str = "title: {en: A}\nprovenance:\n  en: |\n    Made for a test.\nlanguages: [en]\n";

/// The score, the place and the translation of each suggestion.
fn found(memory: &Memory<'_>, text: &str, home: &str, least: usize) -> Vec<String> {
    let found = memory.matches(text, home, least, 5);
    let line = |one: &super::Suggestion<'_, '_>| {
        let marks = if one.only_marks { " marks" } else { "" };
        format!("{} {}{marks}: {}", one.score, one.pair.place(), one.pair.translation)
    };
    found.iter().map(line).collect()
}

fn shelf() -> (TempDir, Library) {
    let chapter = "chapter: {title: Battle}\nsections:\n  - id: battle\n    number: \"1\"\n    title: Battle\n    text: |\n      ^a Roll 2 dice for each unit.\n\n      ^b A storm\n      stops every battle.\n\n      | die | hits |\n      |---|---|\n      | six | one hit |\n    labels: {old: A changed word, lone: Not translated}\n";
    let translated = format!(
        "chapter: {{title: Бой}}\nsections:\n  - id: battle\n    title: Бой\n    text: |\n      ^a Бросьте 2 кубика за отряд.\n\n      ^b Шторм прекращает бой.\n\n      | кубик | потери |\n      |---|---|\n      | шесть | одна |\n    labels: {{old: Старое слово}}\n    from: {{labels.old: {}}}\n",
        hash("An old word")
    );
    let other = "chapter: {title: Battle}\nsections:\n  - id: fight\n    title: Battle\n    text: |\n      Roll 2 dice for each unit.\n";
    library(&[
        ("rules-en/a/book.yaml", BOOK),
        ("rules-en/a/01-battle.yaml", chapter),
        ("rules-ru/a/01-battle.yaml", &translated),
        ("rules-en/b/book.yaml", BOOK),
        ("rules-en/b/01-fight.yaml", other),
        (
            "rules-ru/b/01-fight.yaml",
            "chapter: {title: Сражение}\nsections:\n  - id: fight\n    title: Бой\n    text: |\n      Два кубика.\n",
        ),
    ])
}

#[test]
fn what_is_the_same_is_found_whole_or_as_a_statement() {
    let (_folder, library) = shelf();
    let memory = Memory::of(&library, "en", "ru");
    let roll = "Roll 2  dice\nfor each unit.";
    assert_eq!(found(&memory, roll, "b", 90), ["100 b fight: Два кубика.", "100 a 1.a: Бросьте 2 кубика за отряд."]);
    assert_eq!(found(&memory, roll, "a", 90)[0], "100 a 1.a: Бросьте 2 кубика за отряд.");
    assert_eq!(found(&memory, "A storm stops every battle.", "a", 90), ["100 a 1.b: Шторм прекращает бой."]);
    assert_eq!(found(&memory, "six | one hit", "a", 90), ["100 a 1: шесть | одна"]);
    // What several places translate alike is told once.
    assert_eq!(found(&memory, "Battle", "a", 90), ["100 a 01-battle title: Бой", "100 b 01-fight title: Сражение"]);
}

#[test]
fn what_is_like_is_found_with_its_score() {
    let (_folder, library) = shelf();
    let memory = Memory::of(&library, "en", "ru");
    let scores = |text: &str| found(&memory, text, "a", 60);
    assert_eq!(scores("Roll 3 dice for each unit.")[0], "95 a 1.a marks: Бросьте 2 кубика за отряд.");
    assert_eq!(scores("Roll 2 dice for every unit.")[0], "83 a 1.a: Бросьте 2 кубика за отряд.");
    assert_eq!(scores("roll 2 dice for each unit")[0], "99 a 1.a: Бросьте 2 кубика за отряд.");
    assert!(scores("Each player has 2 cards.").is_empty());
    assert!(scores("").is_empty() && scores("—").is_empty());
}

#[test]
fn what_is_outdated_or_missing_is_never_suggested() {
    let (_folder, library) = shelf();
    let memory = Memory::of(&library, "en", "ru");
    assert!(found(&memory, "A changed word", "a", 1).iter().all(|line| !line.contains("Старое")));
    assert!(found(&memory, "Not translated", "a", 100).is_empty());
    let terms = Terms::of(&library, &library.books[0], "ru");
    let asked = Asked { least: 70, limit: 3 };
    let open = open(&memory, &terms, &library.books[0], "ru", &[], asked);
    let told: Vec<_> = open.iter().map(|open| (open.piece.key.as_str(), open.piece.state.name(), open.old)).collect();
    assert_eq!(told, [("labels.lone", "missing", None), ("labels.old", "outdated", Some("Старое слово"))]);
}

#[test]
fn any_language_can_be_the_reference() {
    let book = BOOK.replace("en:", "ja:").replace("[en]", "[ja]");
    let chapter = "chapter: {title: 戦闘}\nsections:\n  - id: battle\n    title: 戦闘\n    text: |\n      艦隊ごとにダイスを1個振る。\n";
    let translated = "chapter: {title: Battle}\nsections:\n  - id: battle\n    title: Battle\n    text: |\n      Roll a die for each fleet.\n";
    let (_folder, library) = library(&[
        ("rules-ja/a/book.yaml", &book),
        ("rules-ja/a/01-battle.yaml", chapter),
        ("rules-en/a/01-battle.yaml", translated),
    ]);
    let memory = Memory::of(&library, "ja", "en");
    let scores = |text: &str| found(&memory, text, "a", 70);
    assert_eq!(scores("艦隊ごとに\nダイスを1個振る。"), ["100 a battle: Roll a die for each fleet."]);
    assert_eq!(scores("艦隊ごとにダイスを2個振る。"), ["98 a battle marks: Roll a die for each fleet."]);
    assert_eq!(scores("部隊ごとにダイスを1個振る。"), ["92 a battle: Roll a die for each fleet."]);
    assert!(Memory::of(&library, "en", "ja").matches("Battle", "a", 1, 5).is_empty());
}

#[test]
fn a_term_within_a_longer_one_is_not_told() {
    let terms = |names: [&str; 3]| {
        let [battle, naval, dice] = names;
        format!(
            "terms:\n  - id: battle\n    name: {battle}\n  - id: naval-battle\n    name: {naval}\n  - id: die\n    name: {dice}\n    forbidden: [кость]\n"
        )
    };
    let (_folder, library) = library(&[
        ("rules-en/a/book.yaml", BOOK),
        ("rules-en/a/terms.yaml", &terms(["battle", "naval battle", "die"]).replace("    forbidden: [кость]\n", "")),
        ("rules-ru/a/terms.yaml", &terms(["бой", "", "кубик"])),
    ]);
    let terms = Terms::of(&library, &library.books[0], "ru");
    let told = |text: &str| terms.uses(text).iter().map(super::TermUse::line).collect::<Vec<_>>();
    assert_eq!(told("Roll a die in naval battles."), ["die → кубик (not кость)", "naval battle → ?"]);
    assert_eq!(told("A naval battle is a battle."), ["naval battle → ?", "battle → бой"]);
}

#[test]
fn many_pieces_of_the_same_words_do_not_take_long() {
    let words = ["of", "the", "unit", "may", "move", "sea", "land", "card", "roll", "die", "win", "lose"];
    let mut seed = 7_u64;
    let mut labels = String::new();
    for at in 0..10_000 {
        let _ = write!(labels, "      l{at}:");
        for _ in 0..12 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let word = usize::try_from(seed >> 33).unwrap_or(0) % words.len();
            let _ = write!(labels, " {}", words[word]);
        }
        labels.push('\n');
    }
    let head = "chapter: {title: A}\nsections:\n  - id: a\n    title: A\n    labels:\n";
    let (_folder, library) = library(&[
        ("rules-en/a/book.yaml", BOOK),
        ("rules-en/a/01-a.yaml", &format!("{head}{labels}")),
        ("rules-ru/a/01-a.yaml", &format!("{head}{labels}")),
    ]);
    let memory = Memory::of(&library, "en", "ru");
    let section = &library.books[0].chapters[0].sections[0];
    for label in section.labels.values().take(500) {
        let text = format!("{} or", label.value);
        assert!(!memory.matches(&text, "a", 70, 3).is_empty());
    }
}
