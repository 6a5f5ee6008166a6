//! `show`: one section, in one language or several.

use super::{Scratch, rulestone, shipped};

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
    assert!(ran.stdout.contains("[not fully translated]") && ran.stdout.contains("Roll 2 dice"), "{}", ran.stdout);
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
