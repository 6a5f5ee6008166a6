//! `migrate` takes out what is found without being said, and nothing that a reader sees changes.

use super::{Scratch, copy, shipped};

const BOOK: &str = "title: {en: Duel, ja: 決闘}\nprovenance:\n  en: |\n    Made for a test.\n  ja: |\n    試験用。\nlanguages: [en, ja]";

const CHAPTER: &str = "chapter: {title: Duel}
sections:
  - id: blows
    number: \"1\"
    title: Blows
    text: |
      ^a A blow costs 1 strength; what is left is counted.
    labels:
      strength: Strength
      blows_dealt: How many blows
      is_over: Is over
    logic: |
      state strength: 0..9 = 9

      state blows_dealt: number = 0

      value is_over reads strength: yes/no = strength is 0

      procedure strike changes strength,
          blows_dealt
        lower strength by 1
        raise blows_dealt by 1
    examples:
      - id: twice
        text: |
          Struck once, 8 are left.
        run: strike
        expect: {strength: 8, blows_dealt: 1}
";

const TRANSLATED: &str = "chapter: {title: 決闘}
sections:
  - id: blows
    title: 打撃
    text: |
      ^a 打撃1回につき戦力を1失い、残りを数える。
    labels: {strength: 戦力, blows_dealt: 打撃数, is_over: 決着, strike: 打撃}
    examples:
      twice: |
        1回打たれれば8が残る。
";

fn duel() -> Scratch {
    let scratch = Scratch::empty();
    for (name, text) in [
        ("rules-en/duel/book.yaml", BOOK),
        ("rules-en/duel/01-duel.yaml", CHAPTER),
        ("rules-en/duel/terms.yaml", "terms: []\n"),
        ("rules-ja/duel/01-duel.yaml", TRANSLATED),
        ("rules-ja/duel/terms.yaml", "terms: []\n"),
    ] {
        scratch.write(name, text);
    }
    scratch.run(&["translate", "accept", "duel", "ja", "--all"]).ends(0);
    scratch.run(&["check"]).ends(0);
    scratch
}

#[test]
fn what_is_found_goes_and_what_a_reader_sees_stays() {
    let duel = duel();
    let show = || duel.run(&["show", "1", "--lang", "en,ja"]).ends(0).stdout;
    let told = || duel.run(&["test", "--trace", "all", "--lang", "ja"]).ends(0).stdout;
    let before = (show(), told());
    let ran = duel.run(&["migrate"]).ends(0);
    assert_eq!(ran.stdout, "duel: edition 2; 2 labels and 2 clauses taken out\n");
    let chapter = duel.read("rules-en/duel/01-duel.yaml");
    assert!(chapter.contains("    labels:\n      blows_dealt: How many blows\n    logic"), "{chapter}");
    assert!(chapter.contains("value is_over: yes/no = strength is 0\n"), "{chapter}");
    assert!(chapter.contains("procedure strike\n        lower"), "{chapter}");
    assert!(duel.read("rules-en/duel/book.yaml").ends_with("languages: [en, ja]\nrule_language: 2\n"));
    let translated = duel.read("rules-ja/duel/01-duel.yaml");
    assert!(translated.contains("labels: {strength: 戦力"), "what translators wrote stays: {translated}");
    assert!(!translated.contains("labels.strength") && translated.contains("labels.blows_dealt"), "{translated}");
    duel.run(&["check"]).ends(0);
    assert_eq!((show(), told()), before);
    let again = duel.run(&["migrate", "duel"]).ends(0);
    assert_eq!(again.stdout, "duel: edition 2 already, nothing to do\n");
}

#[test]
fn a_book_with_mistakes_is_left_as_it_is() {
    let duel = duel();
    let broken = CHAPTER.replace("raise blows_dealt", "raise blows_delt");
    duel.write("rules-en/duel/01-duel.yaml", &broken);
    let ran = duel.run(&["migrate"]).ends(2);
    assert!(ran.stderr.contains("the logic of `duel` has mistakes"), "{}", ran.stderr);
    assert_eq!(duel.read("rules-en/duel/01-duel.yaml"), broken);
    assert_eq!(duel.read("rules-en/duel/book.yaml"), BOOK);
    let ran = duel.run(&["migrate", "dule"]).ends(2);
    assert!(ran.stderr.contains("did you mean `duel`?"), "{}", ran.stderr);
}

#[test]
fn an_edition_that_is_not_known_is_refused() {
    let duel = duel();
    for (edition, help) in [("1", "`rulestone migrate` moves the book to it"), ("3", "that knows its edition")] {
        duel.write("rules-en/duel/book.yaml", format!("{BOOK}\nrule_language: {edition}\n"));
        let ran = duel.run(&["check"]).ends(1);
        let message = format!("this Rulestone knows edition 2 of the rule language, not `{edition}`");
        assert!(ran.stdout.contains(&message) && ran.stdout.contains(help), "{}", ran.stdout);
    }
    duel.write("rules-en/duel/book.yaml", format!("{BOOK}\nrule_language: 1\n"));
    duel.run(&["migrate"]).ends(0);
    assert!(duel.read("rules-en/duel/book.yaml").ends_with("rule_language: 2\n"));
    duel.run(&["check"]).ends(0);
    duel.write("rules-en/duel/book.yaml", format!("{BOOK}\nrule_language: 3\n"));
    let ran = duel.run(&["migrate"]).ends(2);
    assert!(ran.stderr.contains("not `3`"), "{}", ran.stderr);
}

#[test]
fn the_shipped_books_are_moved() {
    let scratch = Scratch::empty();
    for folder in ["rules-en", "rules-ja", "rules-ru"] {
        copy(&shipped().join(folder), &scratch.path(folder));
    }
    let ran = scratch.run(&["migrate"]).ends(0);
    assert!(ran.stdout.lines().all(|line| line.ends_with("edition 2 already, nothing to do")), "{}", ran.stdout);
}
