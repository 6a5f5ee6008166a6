//! `show`: one section, in one language or several.

use super::{Scratch, rulestone, rulestone_in, shipped};
use crate::diagnostics::compare;

/// A section of `tests/cli/parley`, a book in three languages of which two are not finished.
#[track_caller]
fn golden(name: &str, columns: usize, arguments: &[&str]) {
    let ran = rulestone_in(columns, &shipped().join("tests/cli/parley"), &[&["show"], arguments].concat()).ends(0);
    let text = format!("{}\n===== stderr\n{}", ran.stdout, ran.stderr);
    if let Err(difference) = compare(text, &shipped().join("tests/cli/parley-golden").join(name)) {
        panic!("{difference}");
    }
}

#[test]
fn what_belongs_together_stands_in_one_row() {
    golden("two.txt", 80, &["offers", "--lang", "en,ja"]);
    golden("two-from-japanese.txt", 80, &["offers", "--lang", "ja,ru"]);
    golden("three.txt", 110, &["offers", "--lang", "en,ja,ru"]);
}

#[test]
fn a_table_keeps_its_rows_where_a_third_language_lacks_it() {
    let parley = Scratch::empty();
    super::copy(&shipped().join("tests/cli/parley"), parley.root());
    let table = "      | 提案 | 費用 |\n      |---|---|\n      | 休戦 | 1 |\n      | 身代金 | 3 |\n";
    let paragraph = "\n      この段落は訳者が補ったもので、英語版には対応する段落がない。\n";
    parley.edit("rules-ja/parley/01-talks.yaml", &format!("{table}{paragraph}"), "");
    let show = ["show", "offers", "--lang", "en,ja,ru"];
    let lines = |library: &Scratch| rulestone_in(120, library.root(), &show).ends(0).stdout;
    let row = |text: &str, words: [&str; 3]| {
        let row = text.lines().find(|line| line.starts_with(words[0])).unwrap_or_else(|| panic!("{text}"));
        let cells: Vec<_> = row.split('┃').map(str::trim).collect();
        assert_eq!(cells, words, "{text}");
    };
    row(&lines(&parley), ["Offer  │ Cost", "–", "Предложение │ Цена"]);
    row(&lines(&parley), ["Ransom │ 3", "", "Выкуп       │ 3"]);
    // Rows that are not as many cannot be told apart by their place.
    parley.edit("rules-ru/parley/01-talks.yaml", "      | Выкуп | 3 |\n", "");
    row(&lines(&parley), ["Ransom │ 3", "", ""]);
}

#[test]
fn narrow_columns_stand_below_each_other() {
    golden("narrow.txt", 60, &["offers", "--lang", "en,ja"]);
    golden("three-narrow.txt", 40, &["1", "--lang", "ja,ru,en"]);
    for (columns, beside) in [(66, false), (67, true)] {
        let ran = rulestone_in(columns, shipped(), &["show", "hellenes:combat", "--lang", "en,ru"]).ends(0);
        let widest = ran.stdout.lines().map(unicode_width::UnicodeWidthStr::width).max();
        assert_eq!(ran.stdout.contains('┃'), beside, "{columns}");
        assert!(widest.is_some_and(|widest| widest <= columns), "{columns}: {}", ran.stdout);
    }
}

#[test]
fn one_language_says_of_each_piece_what_stands_in_for_it() {
    golden("one.txt", 80, &["offers", "--lang", "ja"]);
    golden("missing.txt", 80, &["truce", "--lang", "ru"]);
    golden("no-such-language.txt", 80, &["truce", "--lang", "de,en,fr,en"]);
}

#[test]
fn an_outdated_text_is_what_readers_get_unless_it_stands_beside_another() {
    let parley = Scratch::empty();
    super::copy(&shipped().join("tests/cli/parley"), parley.root());
    parley.edit("rules-en/parley/book.yaml", "languages: [en]", "languages: [en]\noutdated: {ja: hide, ru: reference}");
    let hidden = parley.run(&["show", "offers", "--lang", "ja"]).ends(0).stdout;
    assert!(hidden.contains("[out of date: not shown]") && !hidden.contains("撤回できない"), "{hidden}");
    let reference = parley.run(&["show", "offers", "--lang", "ru"]).ends(0).stdout;
    assert!(reference.contains("[out of date: this is the en text]"), "{reference}");
    assert!(reference.contains("stands for the whole year") && !reference.contains("нельзя взять"), "{reference}");
    let both = parley.run(&["show", "offers", "--lang", "ja,ru"]).ends(0).stdout;
    assert!(both.contains("撤回できない") && both.contains("нельзя взять"), "{both}");
    let json = parley.run(&["show", "offers", "--lang", "ja,ru", "--format", "json"]).ends(0).json();
    let piece = |at: usize| &json["sections"][at]["pieces"][1];
    assert_eq!(*piece(0), serde_json::json!({"piece": "text", "state": "outdated", "language": "ja", "hidden": true}));
    assert!(json["sections"][0]["text"].is_null(), "{json}");
    assert_eq!((&piece(1)["language"], &piece(1)["hidden"]), (&"en".into(), &false.into()));
    assert_eq!(json["sections"][0]["notes"][1]["readings"]["weaker"], "弱い陣営が先に話す。");
}

#[test]
fn languages_stand_side_by_side_by_display_width() {
    let ran = rulestone(shipped(), &["show", "sword-of-rome-5p:9.6.4", "--lang", "en,ja"]).ends(0);
    let lines: Vec<&str> =
        ran.stdout.lines().take_while(|line| !line.contains('←')).filter(|line| line.contains('┃')).collect();
    let columns: Vec<usize> = lines
        .iter()
        .map(|line| unicode_width::UnicodeWidthStr::width(line.split('┃').next().expect("a first column")))
        .collect();
    assert!(lines.len() > 10 && columns.iter().all(|column| *column == columns[0]), "{columns:?}\n{}", ran.stdout);
    assert!(lines[0].contains("9.6.4 Naval combat") && lines[0].contains("9.6.4 海上戦闘"), "{}", ran.stdout);
}

#[test]
fn the_json_has_what_other_programs_rely_on() {
    let ran = rulestone(shipped(), &["show", "sword-of-rome-5p:12.5.2.4", "--lang", "ja", "--format", "json"]).ends(0);
    let section = &ran.json()["sections"][0];
    assert_eq!(
        (&section["id"], &section["number"], &section["language"]),
        (&"allied-interdiction".into(), &"15.2.4".into(), &"ja".into())
    );
    let ran =
        rulestone(shipped(), &["show", "sword-of-rome-5p:naval-combat", "--lang", "en", "--format", "json"]).ends(0);
    let section = &ran.json()["sections"][0];
    let numbers: Vec<_> =
        section["references"].as_array().expect("a list").iter().map(|reference| &reference["number"]).collect();
    assert_eq!(numbers, ["9.6.3", "11.1.1", "12.4.3"]);
    assert!(section["referred_to_by"].as_array().expect("a list").iter().any(|from| from["number"] == "7.4.6"));
    assert_eq!(section["examples"][0]["verdict"], "passed_under_assumption");
    assert_eq!((&section["examples"][0]["own"], &section["examples"][1]["own"]), (&false.into(), &true.into()));
    for key in ["book", "title", "text", "notes"] {
        assert!(!section[key].is_null(), "{key} in {section}");
    }
}

#[test]
fn what_is_missing_is_shown_in_the_reference_language_and_said() {
    let demo = Scratch::demo();
    let ran = demo.run(&["show", "1.2", "--lang", "ru"]).ends(0);
    assert!(
        ran.stdout.contains("[not translated: this is the en text]") && ran.stdout.contains("Roll 2 dice"),
        "{}",
        ran.stdout
    );
    let ran = demo.run(&["show", "1.2", "--lang", "ja"]).ends(0);
    assert!(ran.stderr.contains("not translated into ja"), "{}", ran.stderr);
}

#[test]
fn a_section_answers_to_every_way_of_writing_it_and_a_chapter_to_its_number() {
    for typed in ["1.2", "[[1.2]]", "１．２", "1.2.b", "battle", "skirmish:1.2"] {
        let shown = Scratch::demo().run(&["show", typed, "--format", "json"]).ends(0).json();
        assert_eq!(shown["sections"][0]["id"], "battle", "{typed}");
    }
    let shown = rulestone(shipped(), &["show", "sword-of-rome-5p:9", "--format", "json"]).ends(0).json();
    assert_eq!(shown["sections"].as_array().map(Vec::len), Some(4), "the sections of chapter 9");
}

#[test]
fn an_unknown_section_is_status_1_with_a_suggestion() {
    let demo = Scratch::demo();
    let ran = demo.run(&["show", "batle"]).ends(1);
    assert!(ran.stdout.is_empty() && ran.stderr.contains("did you mean `battle`?"), "{}", ran.stderr);
    demo.run(&["show", "other:1.2"]).ends(2);
}

/// Lines without the blanks at their ends.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).collect()
}

#[test]
fn the_options_of_a_section_are_shown_in_the_language_of_the_reader() {
    let parley = Scratch::empty();
    super::copy(&shipped().join("tests/cli/parley"), parley.root());
    parley.edit(
        "rules-en/parley/book.yaml",
        "languages: [en]",
        "languages: [en]\noptions:\n  - id: ransom-price\n    title: {en: Price of a ransom, ja: 身代金の額}\n    readings:\n      \
         three: {en: Three., ja: 3。}\n      five: {en: Five., ja: 5。}\n    followed: three\n    \
         why: {en: \"The table says so, see [[1.1]].\", ja: \"表にそうある。\"}\n    section: truce",
    );
    let shown = |language: &str| parley.run(&["show", "truce", "--lang", language]).ends(0).stdout;
    let english = shown("en");
    let expected = [
        "Option (ransom-price)",
        "  Price of a ransom",
        "  • Three. (followed here)",
        "  • Five.",
        "  The table says so, see 1.1.",
    ];
    assert!(lines(&english).windows(5).any(|part| part == expected), "{english}");
    let japanese = shown("ja");
    assert!(japanese.contains("  身代金の額\n  • 3。 (followed here)\n  • 5。\n  表にそうある。"), "{japanese}");
    let russian = shown("ru");
    assert!(russian.contains("Option (ransom-price) [not translated: this is the en text]"), "{russian}");
    let both = shown("en,ja");
    assert!(both.lines().any(|line| line.contains("Price of a ransom") && line.contains("身代金の額")), "{both}");
    let json = parley.run(&["show", "truce", "--lang", "ja", "--format", "json"]).ends(0).json();
    let option = &json["sections"][0]["options"][0];
    assert_eq!((&option["id"], &option["followed"]), (&"ransom-price".into(), &"three".into()));
    assert_eq!((&option["readings"]["five"], &option["why"]), (&"5。".into(), &"表にそうある。".into()));
}

#[test]
fn what_is_part_of_a_statement_stands_below_its_words() {
    let parley = Scratch::empty();
    super::copy(&shipped().join("tests/cli/parley"), parley.root());
    let text = "^a A truce lasts until:\n\n      - winter;\n      - a side breaks it, which it may do only by a declaration before \
         the whole assembly of its league.\n\n      | a | b |\n      |---|---|\n      | 1 | 2 |\n\n      After it:\n\n      - war.\n";
    parley.edit("rules-en/parley/01-talks.yaml", "^a A truce lasts until winter.\n", text);
    let shown = parley.run(&["show", "truce", "--lang", "en"]).ends(0).stdout;
    let shown: Vec<&str> = lines(&shown).into_iter().filter(|line| !line.is_empty()).skip(2).collect();
    let expected = [
        "a  A truce lasts until:",
        "   • winter;",
        "   • a side breaks it, which it may do only by a declaration before the whole",
        "     assembly of its league.",
        "   a │ b",
        "   ──┼──",
        "   1 │ 2",
        "After it:",
        "• war.",
        "← 1.1 Offers",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn the_tables_of_a_section_are_shown_and_what_it_needs() {
    let game = Scratch::empty();
    for (path, text) in crate::site::TABLE_BOOK {
        game.write(path, text);
    }
    let english = game.run(&["show", "ports", "--lang", "en"]).ends(0).stdout;
    let table = [
        "The ports",
        "Port  │ Size │ Walled │ Printed <as>",
        "──────┼──────┼────────┼─────────────",
        "Ostia │   12 │ yes    │ Hostia",
        "Cosa  │    3 │        │",
    ];
    assert!(lines(&english).windows(5).any(|part| part == table), "{english}");
    assert!(english.contains("[needed here, but not in this book: the map; the cards]"), "{english}");
    let japanese = game.run(&["show", "ports", "--lang", "ja"]).ends(0).stdout;
    assert!(japanese.contains("オスティア (Ostia) │     12 │ はい"), "wide characters count two: {japanese}");
    let both = rulestone_in(160, game.root(), &["show", "ports", "--lang", "en,ja"]).ends(0).stdout;
    assert!(both.lines().any(|line| line.starts_with("Cosa") && line.contains("コーサ")), "{both}");
    let below = rulestone_in(40, game.root(), &["show", "ports", "--lang", "en,ja"]).ends(0).stdout;
    assert!(below.contains("• Port: Cosa") && below.contains("• 港: コーサ"), "{below}");
    let json = game.run(&["show", "ports", "--lang", "ja", "--format", "json"]).ends(0).json();
    let section = &json["sections"][0];
    assert_eq!(section["tables"][0]["rows"][1], serde_json::json!(["コーサ", "3", "", ""]));
    assert_eq!(section["needs"], serde_json::json!(["マップ", "カード"]));
}
