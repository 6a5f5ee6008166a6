//! Suggestions from what was translated before, on the terminal, as JSON and in drafts.

use super::Scratch;

const RU: &str = "rules-ru/skirmish/01-turn.yaml";
const EN: &str = "rules-en/skirmish/01-turn.yaml";
const TERMS: &str = "rules-ru/skirmish/terms.yaml";

/// The demo with its battle translated and accepted, and a siege that is like it and is not.
fn besieged() -> Scratch {
    let demo = Scratch::demo();
    demo.write(
        RU,
        "chapter: {title: Ход}\nsections:\n  - id: turn\n    title: Ход\n    text: |\n      ^a В каждом ходу есть движение и бой; см. [[1.2]].\n  - id: battle\n    title: Бой\n    text: |\n      ^a Бросьте 2 кубика за каждый отряд.\n\n      ^b Шторм на море прекращает любой бой.\n    notes:\n      ties: О ничьих ничего не сказано.\n",
    );
    demo.run(&["translate", "accept", "skirmish", "ru", "--all"]).ends(0);
    let siege = "  - id: siege\n    number: \"1.3\"\n    title: Siege\n    text: |\n      ^a Roll 3 dice for each unit.\n\n      ^b Famine ends\n      the siege.\n\n      ^c A storm at sea stops every siege.\n    notes:\n      - id: ties\n        kind: doubt\n        text: Ties are not mentioned.\n";
    let text = demo.read(EN);
    demo.write(EN, text + siege);
    demo
}

#[test]
fn what_is_like_is_suggested_with_its_difference() {
    let demo = besieged();
    demo.edit(EN, "Each turn has", "Every turn has");
    let ran = demo.run(&["translate", "suggest", "skirmish", "ru"]).ends(0);
    assert_eq!(
        ran.stdout,
        "\
1 text outdated
  ^a Every turn has a move and a battle; see [[1.2]].
  terms: battle → бой
  now from an older reference text
      ^a В каждом ходу есть движение и бой; см. [[1.2]].

1.3 text missing
  ^a Roll 3 dice for each unit.
  ^b Famine ends the siege.
  ^c A storm at sea stops every siege.
  ^a Roll 3 dice for each unit.
   95 % skirmish 1.2.a, other numbers or references
      Roll [-2-]{+3+} dice for each unit.
      Бросьте 2 кубика за каждый отряд.
  ^c A storm at sea stops every siege.
   85 % skirmish 1.2.b
      A storm at sea stops every [-battle.-]{+siege.+}
      Шторм на море прекращает любой бой.

1.3 notes.ties missing
  Ties are not mentioned.
  100 % skirmish 1.2 notes.ties
      О ничьих ничего не сказано.

"
    );
    assert_eq!(ran.stderr, "nothing that is translated into ru is like 2 of 5 open pieces to 70 %\n");
}

#[test]
fn what_was_typed_is_looked_for() {
    let demo = besieged();
    let ran = demo.run(&["translate", "suggest", "skirmish", "ru", "--text", "A storm"]).ends(1);
    assert_eq!(ran.stderr, "nothing that is translated into ru is like it to 70 %\n");
    let typed = ["translate", "suggest", "skirmish", "ru", "--text", "Roll 2 dice for each battle.", "--limit", "1"];
    let ran = demo.run(&typed).ends(0);
    assert_eq!(
        ran.stdout,
        "  terms: battle → бой
   83 % skirmish 1.2.a
      Roll 2 dice for each [-unit.-]{+battle.+}
      Бросьте 2 кубика за каждый отряд.
"
    );
    let coloured = demo.run(&[&typed[..], &["--color", "always"]].concat()).ends(0);
    assert!(!coloured.stdout.contains("[-") && coloured.stdout.contains('\u{1b}'), "{}", coloured.stdout);
}

#[test]
fn programs_get_all_of_it() {
    let demo = besieged();
    let told = demo.run(&["translate", "suggest", "skirmish", "ru", "siege", "--format", "json"]).ends(0).json();
    assert_eq!((&told["book"], &told["language"]), (&"skirmish".into(), &"ru".into()));
    let text = &told["pieces"][1];
    assert_eq!((&text["piece"], &text["state"], &text["number"]), (&"text".into(), &"missing".into(), &"1.3".into()));
    let unit = &text["units"][0];
    let best = &unit["suggestions"][0];
    assert_eq!((&unit["statement"], &best["score"], &best["statement"]), (&"a".into(), &95.into(), &"a".into()));
    assert_eq!(best["only_numbers_or_references"], true);
    assert_eq!(best["difference"][1], serde_json::json!({"change": "removed", "text": "2 "}));
    let exact = &told["pieces"][2]["suggestions"][0];
    assert_eq!((&exact["score"], &exact["piece"]), (&100.into(), &"notes.ties".into()));
    assert_eq!(exact["translation"], "О ничьих ничего не сказано.");
}

#[test]
fn it_says_when_there_is_nothing_to_do_or_nothing_known() {
    let demo = besieged();
    let ran = demo.run(&["translate", "suggest", "skirmish", "ru", "turn"]).ends(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", "nothing is missing or outdated in ru\n"));
    let ran = demo.run(&["translate", "suggest", "skirmish", "ja", "battle"]).ends(1);
    assert!(ran.stdout.starts_with("1.2 title missing\n  Battle\n  terms: battle → ?\n"), "{}", ran.stdout);
    assert_eq!(ran.stderr, "nothing that is translated into ja is like 4 open pieces to 70 %\n");
    for (arguments, message) in [
        (&["en"][..], "en is the reference language of `skirmish`"),
        (&["ru", "batle"][..], "did you mean `battle`?"),
        (&["ru", "--min", "0"][..], "0 is not in 1..=100"),
        (&["ru", "1", "--text", "x"][..], "cannot be used with"),
    ] {
        let ran = demo.run(&[&["translate", "suggest", "skirmish"], arguments].concat()).ends(2);
        assert!(ran.stderr.contains(message), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn a_draft_tells_what_is_known_as_comments() {
    let demo = besieged();
    let plain = besieged();
    demo.run(&["translate", "draft", "skirmish", "ru", "siege"]).ends(0);
    plain.run(&["translate", "draft", "skirmish", "ru", "siege", "--plain"]).ends(0);
    let text = demo.read(RU);
    assert!(
        text.ends_with(
            "
  - id: siege
    # Siege
    title:
    # ^a Roll 3 dice for each unit.
    #
    # ^b Famine ends
    # the siege.
    #
    # ^c A storm at sea stops every siege.
    # ^a 95 %, skirmish 1.2.a, other numbers or references: Бросьте 2 кубика за каждый отряд.
    # ^c 85 %, skirmish 1.2.b: Шторм на море прекращает любой бой.
    text: |
    notes:
      # Ties are not mentioned.
      # 100 %, skirmish 1.2 notes.ties: О ничьих ничего не сказано.
      ties: |
"
        ),
        "{text}"
    );
    let without: Vec<&str> = text.lines().filter(|line| !line.contains(" %, ")).collect();
    assert_eq!(plain.read(RU).lines().collect::<Vec<_>>(), without);
    // A draft that stands is left as it is, whatever is known by now.
    demo.edit(RU, "^b Шторм на море прекращает", "^b Буря прекращает");
    let before = demo.read(RU);
    demo.run(&["translate", "draft", "skirmish", "ru", "siege"]).ends(0);
    assert_eq!(demo.read(RU), before);
}

#[test]
fn a_draft_of_the_glossary_is_still_to_be_filled() {
    let demo = Scratch::demo();
    demo.edit("rules-en/skirmish/book.yaml", "languages: [en]", "languages: [en, ru]");
    demo.edit(
        "rules-en/skirmish/terms.yaml",
        "    section: battle\n",
        "    section: battle\n    definition: |\n      A fight.\n",
    );
    demo.write(
        "rules-en/skirmish/terms.yaml",
        demo.read("rules-en/skirmish/terms.yaml")
            + "  - id: fleet\n    name: fleet\n    forms: [ships]\n    definition: |\n      Ships of one player.\n",
    );
    demo.write(
        "rules-en/other/book.yaml",
        "title: {en: Other}\nprovenance:\n  en: |\n    For a test.\nlanguages: [en]\n",
    );
    demo.write("rules-en/other/01-a.yaml", "chapter: {title: A}\nsections:\n  - id: a\n    title: A\n");
    demo.write("rules-en/other/terms.yaml", "terms:\n  - {id: navy, name: Fleet}\n");
    demo.write("rules-ru/other/terms.yaml", "terms:\n  - {id: navy, name: флот}\n");
    let before = demo.read(TERMS);
    demo.run(&["translate", "draft", "skirmish", "ru"]).ends(0);
    let drafted = demo.read(TERMS);
    assert_eq!(
        drafted,
        before.trim_end().to_owned()
            + "
  - id: syracuse
    # Syracuse
    # stays as it is in every language
    name:
  - id: fleet
    # fleet, ships
    # other: флот
    name:
    # Ships of one player.
    definition: |
"
    );
    let ran = demo.run(&["check"]).ends(0);
    assert!(ran.stdout.contains("2 terms have no name in ru: `syracuse`, `fleet`"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("missing-key"), "{}", ran.stdout);
    demo.run(&["translate", "draft", "skirmish", "ru"]).ends(0);
    assert_eq!(demo.read(TERMS), drafted);
    // A new glossary, and one that is laid out so that nothing can be put into it.
    demo.run(&["translate", "draft", "skirmish", "ja"]).ends(0);
    assert!(demo.read("rules-ja/skirmish/terms.yaml").contains("terms:\n  - id: battle\n    # battle\n    name:\n"));
    demo.write(TERMS, "terms: [{id: battle, name: бой}]\n");
    demo.run(&["translate", "draft", "skirmish", "ru"]).ends(0);
    assert_eq!(demo.read(TERMS), "terms: [{id: battle, name: бой}]\n");
}
