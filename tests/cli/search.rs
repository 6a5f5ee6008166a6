//! `search`: what players type, on the shipped library and on a small one that changes.

use super::{Ran, Scratch, rulestone, shipped};

fn search(arguments: &[&str]) -> Ran {
    let cache = tempfile::tempdir().expect("a temporary folder");
    let cache = cache.path().to_str().expect("a path in UTF-8");
    rulestone(shipped(), &[&["search", "--format", "json", "--cache", cache], arguments].concat())
}

/// What is found in the Sword of Rome, whatever other books are shipped.
fn search_in_rome(arguments: &[&str]) -> Ran {
    search(&[&["--book", "sword-of-rome-5p"], arguments].concat())
}

/// The number of the first section found in the Sword of Rome.
fn first(arguments: &[&str]) -> String {
    let found = search_in_rome(arguments).ends(0).json();
    found["results"][0]["number"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn what_the_product_promises_is_found_first() {
    for (words, number) in
        [("傭兵", "7.2.4"), ("不穏レベル 上限", "20.1"), ("interdict", "9.6.4"), ("12.5.2.4", "15.2.4")]
    {
        assert_eq!(first(&[words]), number, "{words}");
        assert_eq!(first(&words.split(' ').collect::<Vec<_>>()), number, "{words} as words");
    }
}

#[test]
fn a_query_in_one_language_finds_another_by_way_of_the_glossary() {
    let found = search_in_rome(&["mercenary", "--lang", "ja"]).ends(0).json();
    let hit = &found["results"][0];
    assert_eq!((&hit["number"], &hit["language"]), (&"7.2.4".into(), &"ja".into()), "{found}");
    assert!(hit["via"].is_string(), "{hit}");
    assert!(search_in_rome(&["傭兵", "--lang", "ja"]).ends(0).json()["results"][0]["via"].is_null());
}

#[test]
fn a_misprint_leads_to_the_right_name() {
    let found = search_in_rome(&["Lilybauem"]).ends(0).json();
    let excerpt = found["results"][0]["excerpt"].as_str().expect("an excerpt");
    assert!(excerpt.contains("Lilybaeum"), "{excerpt}");
}

#[test]
fn the_json_has_what_other_programs_rely_on() {
    let found = search_in_rome(&["interdict", "--lang", "en", "--limit", "1"]).ends(0).json();
    assert_eq!(found["query"], "interdict");
    assert!(found["total"].as_u64() > Some(1));
    let hit = &found["results"][0];
    for key in ["book", "language", "number", "id", "title", "score", "excerpt", "file", "line"] {
        assert!(!hit[key].is_null(), "{key} in {hit}");
    }
    let excerpt: Vec<char> = hit["excerpt"].as_str().expect("text").chars().collect();
    let marks = hit["highlights"].as_array().expect("a list");
    assert!(!marks.is_empty());
    for mark in marks {
        let at = |end: usize| usize::try_from(mark[end].as_u64().expect("a number")).expect("small");
        let word: String = excerpt[at(0)..at(1)].iter().collect();
        assert!(word.to_lowercase().starts_with("interdict"), "{word}");
    }
}

#[test]
fn words_can_be_excluded_and_options_still_stand_behind_them() {
    let with = search(&["unrest", "--lang", "en"]).ends(0).json()["total"].as_u64();
    let without = search(&["unrest", "-hand", "--lang", "en", "--limit", "1"]).ends(0).json();
    assert!(without["total"].as_u64() < with, "{without}");
    assert_eq!(without["results"].as_array().map(Vec::len), Some(1), "--limit behind -hand is an option");
}

#[test]
fn nothing_found_is_status_1_and_a_wrong_query_status_2() {
    search(&["xyzzyplugh"]).ends(1);
    let ran = search(&["\"open"]).ends(2);
    assert!(ran.stderr.contains("quote is not closed"), "{}", ran.stderr);
}

#[test]
fn an_unknown_language_or_book_is_said() {
    for (option, name, help) in
        [("--lang", "xx", "its languages are en, ja"), ("--book", "sword-of-rome", "sword-of-rome-5p")]
    {
        let ran = search(&["interdict", option, name]).ends(2);
        assert!(ran.stderr.contains(help), "{}", ran.stderr);
    }
}

#[test]
fn the_index_refreshes_itself() {
    let demo = Scratch::demo();
    demo.run(&["search", "catapult"]).ends(1);
    demo.edit("rules-en/skirmish/01-turn.yaml", "Roll 2 dice", "Roll 2 dice for the catapult,");
    demo.run(&["search", "catapult"]).ends(0);
    assert!(demo.path(".rulestone").is_dir());
    demo.write(".rulestone/current", "garbage");
    demo.run(&["search", "catapult"]).ends(0);
}

#[test]
fn storm_and_assault_stay_apart_in_russian() {
    let demo = Scratch::demo();
    demo.edit("rules-ru/skirmish/01-turn.yaml", "есть движение и бой", "есть шторм и бой; штурма нет");
    let found = demo.run(&["search", "битва", "--lang", "ru", "--format", "json"]).ends(0).json();
    assert_eq!(found["results"][0]["via"], "бой");
    let found = demo.run(&["search", "Штурм", "--format", "json"]).ends(0).json();
    assert_eq!(found["corrected"], serde_json::json!([]));
}
