//! Drafting and accepting translations: what is there is never overwritten, what is out of date is said.

use super::Scratch;

const RU: &str = "rules-ru/skirmish/01-turn.yaml";
const TERMS: &str = "rules-ru/skirmish/terms.yaml";
const EN: &str = "rules-en/skirmish/01-turn.yaml";

#[test]
fn a_draft_adds_what_is_missing_and_changes_nothing_else() {
    let demo = Scratch::demo();
    let before = demo.read(RU);
    let ran = demo.run(&["translate", "draft", "skirmish", "ru"]).ends(0);
    assert_eq!(ran.stdout, format!("4 pieces and 1 term to translate in:\n  {RU}\n  {TERMS}\n"));
    let after = demo.read(RU);
    assert!(after.starts_with(before.trim_end()), "what was there stays, to the byte:\n{after}");
    for expected in [
        "# Battle\n    # terms: battle → бой\n    title:\n",
        "# ^a Roll 2 dice for each unit.",
        "ties: |",
        "two-units: |",
    ] {
        assert!(after.contains(expected), "{expected:?} in\n{after}");
    }
    demo.run(&["check"]).ends(0);
    // Drafted pieces are still missing, and drafting again adds nothing.
    let status = demo.run(&["status", "--format", "json"]).ends(0).json();
    assert_eq!(status["books"][1]["missing"], 1, "{status}");
    let again = demo.run(&["translate", "draft", "skirmish", "ru"]).ends(0);
    assert_eq!(again.stdout, "the skeleton is there; 4 pieces and 1 term still to be translated\n");
    assert_eq!(demo.read(RU), after);
}

#[test]
fn a_draft_of_a_new_language_is_a_valid_library() {
    let demo = Scratch::demo();
    demo.run(&["translate", "draft", "skirmish", "ja"]).ends(0);
    let text = demo.read("rules-ja/skirmish/01-turn.yaml");
    assert!(text.contains("  - id: turn\n    # The turn\n    title:\n"), "{text}");
    let ran = demo.run(&["check", "--hints"]).ends(0);
    assert!(ran.stdout.contains("2 of 2 sections are not fully translated into ja"), "{}", ran.stdout);
}

#[test]
fn a_draft_fills_the_gaps_of_a_section_that_is_there() {
    let demo = Scratch::demo();
    demo.write(
        RU,
        "chapter: {title: Ход}\nsections:\n  - id: battle\n    title: Бой\n    text: |\n      ^a Бросьте кубик.\n\n      # не комментарий\n\n      ^b Шторм.\n    notes: {}\n\n  - id: turn\n    title: Ход\n",
    );
    demo.run(&["translate", "draft", "skirmish", "ru", "1.2"]).ends(0);
    let text = demo.read(RU);
    assert!(text.contains("      ^b Шторм.\n    # ties: Ties are not mentioned.\n"), "{text}");
    demo.run(&["check"]).ends(0);
    assert!(text.contains("examples:\n      # Two units roll 4 dice.\n      two-units: |"), "{text}");
    assert!(text.contains("\n\n  - id: turn"), "the next section stays apart:\n{text}");
}

#[test]
fn the_title_on_the_player_aid_is_drafted_and_accepted() {
    let demo = Scratch::demo();
    let en = demo.read(EN);
    let titled = en.replacen("    title: The turn\n", "    title: The turn\n    aid: Turn\n", 1);
    assert_ne!(en, titled);
    demo.write(EN, &titled);
    demo.run(&["translate", "draft", "skirmish", "ru", "turn"]).ends(0);
    let drafted = demo.read(RU);
    assert!(drafted.contains("    # Turn\n    aid:\n"), "{drafted}");
    demo.write(RU, drafted.replace("    aid:\n", "    aid: Ход\n"));
    let ran = demo.run(&["check", "--hints"]).ends(0);
    assert!(ran.stdout.contains("made from: title, aid, text"), "{}", ran.stdout);
    demo.run(&["translate", "accept", "skirmish", "ru", "turn"]).ends(0);
    let ran = demo.run(&["check", "--hints"]).ends(0);
    assert!(!ran.stdout.contains("aid"), "{}", ran.stdout);
}

#[test]
fn accepting_records_the_reference_text_and_a_later_change_is_said() {
    let demo = Scratch::demo();
    let ran = demo.run(&["check", "--hints"]).ends(0);
    assert!(ran.stdout.contains("hint[unaccepted-translation]"), "{}", ran.stdout);
    assert_eq!(
        demo.run(&["translate", "accept", "skirmish", "ru", "1"]).ends(0).stdout,
        "2 pieces accepted in 1 file\n"
    );
    let accepted = demo.read(RU);
    assert!(accepted.contains("см. [[1.2]].\n    from: {title: "), "behind the section's last line:\n{accepted}");
    assert!(accepted.ends_with("  # остальное позже\n"), "comments survive:\n{accepted}");
    assert_eq!(
        demo.run(&["translate", "accept", "skirmish", "ru", "1"]).ends(0).stdout,
        "0 pieces accepted in 0 files\n"
    );
    assert_eq!(demo.read(RU), accepted);

    // White space is no change; a word is.
    demo.edit(EN, "has a move and a battle", "has a move\n      and a battle");
    assert!(!demo.run(&["check"]).ends(0).stdout.contains("outdated"));
    demo.edit(EN, "Each turn has", "Every turn has");
    let ran = demo.run(&["check"]).ends(0);
    assert!(ran.stdout.contains("warning[outdated-translation]"), "{}", ran.stdout);
    let status = demo.run(&["status", "--format", "json"]).ends(0).json();
    // 11 words of the outdated text, of the missing section 1 + 15 + 4 + 5, letter marks counted, and 2 of the title of the
    // chapter, which nobody has accepted.
    assert_eq!((&status["books"][1]["outdated"], &status["books"][1]["words"]), (&1.into(), &38.into()), "{status}");
    demo.run(&["translate", "accept", "skirmish", "ru", "--all"]).ends(0);
    assert!(!demo.run(&["check"]).ends(0).stdout.contains("outdated"));
}

#[test]
fn a_chapter_title_is_accepted_by_the_name_of_its_file() {
    let demo = Scratch::demo();
    let accept = ["translate", "accept", "skirmish", "ru", "01-turn"];
    assert_eq!(demo.run(&accept).ends(0).stdout, "1 piece accepted in 1 file\n");
    demo.edit(EN, "title: The turn}", "title: Turns}");
    let ran = demo.run(&["check"]).ends(0);
    assert!(
        ran.stdout.contains("`rulestone translate accept skirmish ru 01-turn`"),
        "the help can be run: {}",
        ran.stdout
    );
    demo.run(&accept).ends(0);
    assert!(!demo.run(&["check"]).ends(0).stdout.contains("outdated"));
}

#[test]
fn what_cannot_be_accepted_or_drafted_is_said() {
    let demo = Scratch::demo();
    let ran = demo.run(&["translate", "accept", "skirmish", "ru", "battle"]).ends(1);
    assert!(ran.stderr.contains("`battle` is not translated yet"), "{}", ran.stderr);
    for (arguments, message) in [
        (&["translate", "accept", "skirmish", "ja", "--all"][..], "`rulestone translate draft skirmish ja` begins one"),
        (&["translate", "accept", "skirmish", "ru", "batle"][..], "did you mean `battle`?"),
        (&["translate", "accept", "skirmsh", "ru", "--all"][..], "did you mean `skirmish`?"),
        (&["translate", "draft", "skirmish", "en"][..], "en is the reference language of `skirmish`"),
        (&["translate", "accept", "skirmish", "en", "1"][..], "en is the reference language of `skirmish`"),
        (&["translate", "draft", "skirmish", "English"][..], "`English` is no language code"),
    ] {
        let ran = demo.run(arguments).ends(2);
        assert!(ran.stderr.contains(message), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn what_stands_behind_the_terms_of_a_glossary_stays_behind_them() {
    const TERMS: &str = "rules-ru/skirmish/terms.yaml";
    let demo = Scratch::demo();
    let waivers = "waivers:\n  - {code: yo-spelling, text: еще, reason: Так в источнике.}\n";
    demo.write(TERMS, format!("terms:\n  - id: battle\n    name: бой\n    definition: |\n      Схватка.\n\n{waivers}"));
    demo.write(
        "rules-en/skirmish/terms.yaml",
        "terms:\n  - {id: battle, name: battle, definition: A fight.}\n  - {id: move, name: move, definition: A step.}\n",
    );
    demo.run(&["translate", "accept", "skirmish", "ru", "battle"]).ends(0);
    demo.run(&["translate", "draft", "skirmish", "ru"]).ends(0);
    let text = demo.read(TERMS);
    assert!(text.contains("      Схватка.\n    from: ") && text.contains("  - id: move\n"), "{text}");
    assert!(text.ends_with(waivers), "{text}");
    // The draft has no definition yet, so there is nothing to accept.
    assert_eq!(
        demo.run(&["translate", "accept", "skirmish", "ru", "battle"]).ends(0).stdout,
        "0 pieces accepted in 0 files\n"
    );
}
