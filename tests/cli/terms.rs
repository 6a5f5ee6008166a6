//! `terms`: the glossary of a small book in English and Japanese beside its texts. After a wanted change run the tests with
//! `SNAPSHOTS=overwrite` and read the difference.

use super::{Ran, Scratch, rulestone_in, shipped};
use crate::diagnostics::compare;

fn terms_in(columns: usize, arguments: &[&str]) -> Ran {
    let all: Vec<&str> = ["terms"].into_iter().chain(arguments.iter().copied()).collect();
    rulestone_in(columns, &shipped().join("tests/cli/harbour"), &all)
}

fn terms(arguments: &[&str]) -> Ran {
    terms_in(100, arguments)
}

#[track_caller]
fn golden(name: &str, ran: &Ran) {
    let text = format!("{}\n===== stderr\n{}", ran.stdout, ran.stderr);
    if let Err(difference) = compare(text, &shipped().join("tests/cli/harbour-golden").join(name)) {
        panic!("{difference}");
    }
}

#[test]
fn the_glossary_is_a_table_or_a_list_where_that_is_too_wide() {
    golden("list.txt", &terms(&[]).ends(0));
    golden("list-narrow.txt", &terms_in(30, &[]).ends(0));
    golden("list-ja.txt", &terms(&["--lang", "ja"]).ends(0));
}

#[test]
fn a_term_is_shown_side_by_side_or_below_each_other() {
    golden("interception.txt", &terms(&["interception"]).ends(0));
    golden("interception-narrow.txt", &terms_in(44, &["interception"]).ends(0));
}

#[test]
fn a_term_answers_to_every_form_and_language() {
    for typed in ["interception", "Interceptions", "intercepted", "ambush", "迎撃", "要撃"] {
        let found = terms(&[typed, "--format", "json"]).ends(0).json();
        assert_eq!((&found["terms"][0]["id"], &found["exact"]), (&"interception".into(), &true.into()), "{typed}");
    }
}

#[test]
fn only_missing_names_the_sections_in_which_a_language_lacks_it() {
    golden("missing.txt", &terms(&["interception", "--missing"]).ends(0));
    let found = terms(&["interception", "--missing", "--format", "json"]).ends(0).json();
    let sections = found["terms"][0]["sections"].as_array().expect("a list");
    let ids: Vec<_> = sections.iter().map(|section| &section["id"]).collect();
    assert_eq!(ids, ["relief"], "what is not translated at all lacks no term: {found}");
    assert_eq!(sections[0]["languages"]["ja"]["state"], "unused");
    let ran = terms(&["storm", "--missing"]).ends(1);
    assert!(ran.stderr.contains("wherever the reference text does"), "{}", ran.stderr);
}

#[test]
fn a_word_that_is_no_term_is_shown_where_it_stands() {
    let ran = terms(&["admiral"]).ends(0);
    assert!(ran.stderr.contains("`admiral` is no term") && ran.stdout.contains("1.4 Relief"), "{}", ran.stdout);
    let ran = terms(&["intreception"]).ends(1);
    assert!(ran.stderr.contains("did you mean `interception`?"), "{}", ran.stderr);
    terms(&["xyzzyplugh"]).ends(1);
    terms(&["fleet", "--lang", "ru"]).ends(2);
    terms(&["fleet", "--candidates"]).ends(2);
}

#[test]
fn a_use_has_its_place_and_its_sentence() {
    let found = terms(&["blockade", "--format", "json", "--lang", "en"]).ends(0).json();
    let first = &found["terms"][0]["sections"][0]["languages"]["en"];
    assert_eq!(first["excerpt"], "The blockade of a harbour does not end, and an interception costs nothing.");
    assert_eq!(first["highlights"], serde_json::json!([[4, 12]]));
    assert_eq!((&first["file"], &first["line"]), (&"rules-en/harbour/01-sea.yaml".into(), &12.into()));
}

#[test]
fn what_the_glossary_lacks_is_found_in_each_language() {
    golden("candidates.txt", &terms(&["--candidates", "--lang", "en,ja"]).ends(0));
    let found = terms(&["--candidates", "--format", "json", "--limit", "1"]).ends(0).json();
    assert_eq!(found["lists"][0]["language"], "en", "the reference language, if none is named");
    assert_eq!(found["lists"][0]["candidates"].as_array().map(Vec::len), Some(1));
}

#[test]
fn conflicts_are_names_instead_of_names_two_spellings_and_shared_names() {
    golden("conflicts.txt", &terms(&["--conflicts"]).ends(0));
    let found = terms(&["--conflicts", "--format", "json"]).ends(0).json();
    let lists = found["lists"].as_array().expect("a list");
    let of = |kind: &str, language: &str| {
        lists.iter().find(|list| list["kind"] == kind && list["language"] == language).expect(kind)["conflicts"][0]
            .clone()
    };
    let renamed = of("renamed", "ja");
    assert_eq!((&renamed["concept"], &renamed["other"]), (&"blockade".into(), &"包囲".into()));
    assert_eq!(of("spelling", "en")["rare"], "Lilybauem");
    assert_eq!(of("spelling", "ja")["rare"], "パトロル");
    assert_eq!(of("shared-name", "en")["concepts"], serde_json::json!(["storm", "wind"]));
}

#[test]
fn a_name_of_katakana_is_a_word_of_its_own() {
    let game = Scratch::empty();
    game.write("rules-ja/game/book.yaml", "title: {ja: ゲーム}\nprovenance:\n  ja: |\n    話。\nlanguages: [ja]\n");
    game.write(
        "rules-ja/game/terms.yaml",
        "terms:\n  - {id: kos, name: コス, forbidden: [ロス], reading: こす, group: space}\n  \
         - {id: town, name: 都市, reading: とし, group: concept}\n",
    );
    let section = |id: &str, text: &str| format!("  - {{id: {id}, title: {id}, text: {text}}}\n");
    let sections = [
        section("cost", "コストは3。クロスする。"),
        section("raise", "反乱を起こす。"),
        section("end", "アルコス・ポリスへ。"),
        section("kos", "港コスへ行く。"),
        section("dot", "コス・ロドスへ行く。"),
        section("half", "都市国家のｺｽへ行く。"),
    ];
    game.write("rules-ja/game/01.yaml", format!("chapter: {{title: 一}}\nsections:\n{}", sections.concat()));
    let used = |term: &str| {
        let found = game.run(&["terms", term, "--format", "json"]).ends(0).json();
        let sections = found["terms"][0]["sections"].as_array().expect("a list").clone();
        sections.iter().map(|section| section["id"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(used("kos"), ["kos", "dot", "half"]);
    assert_eq!(used("town"), ["half"], "other scripts have no such words");
    let checked = game.run(&["check"]).stdout;
    assert!(!checked.contains("forbidden-variant"), "{checked}");
}

#[test]
fn references_in_a_definition_keep_their_book_and_their_statement() {
    let library = Scratch::empty();
    for (book, definition) in [("alpha", "See [[1.2.a]] or [[beta:1.2]] or [[1|the start]]."), ("beta", "None.")] {
        library.write(
            format!("rules-en/{book}/book.yaml"),
            format!("title: {{en: The {book} game}}\nprovenance:\n  en: |\n    Made up.\nlanguages: [en]\n"),
        );
        library.write(
            format!("rules-en/{book}/01.yaml"),
            "chapter: {number: \"1\", title: Moves}\nsections:\n  - id: lanes\n    number: \"1.2\"\n    title: Lanes\n    \
             text: |\n      ^a Ships keep to a lane.\n",
        );
        library.write(
            format!("rules-en/{book}/terms.yaml"),
            format!(
                "terms:\n  - id: lane\n    name: lane\n    group: concept\n    definition: |\n      {definition}\n"
            ),
        );
    }
    let found = library.run(&["terms", "lane", "--format", "json"]).ends(0).json();
    let told = &found["terms"][0]["languages"]["en"]["definition"];
    assert_eq!(told, "See 1.2.a or The beta game 1.2 or the start.", "{found}");
    let read = library.run(&["terms", "lane"]).ends(0).stdout;
    assert!(read.contains("The beta game 1.2"), "{read}");
}
