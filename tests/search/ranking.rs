//! What is found, in which order, why, and how it is shown.

use rulestone::search::{Excerpt, Filter, Hit, Relaxation};

use super::{places, search, search_in};

fn marked(text: &str, marks: &[std::ops::Range<usize>]) -> Vec<String> {
    marks.iter().map(|mark| text[mark.clone()].to_owned()).collect()
}

fn excerpt_marks(Excerpt { text, marks }: &Excerpt) -> Vec<String> {
    marked(text, marks)
}

fn hit<'a>(results: &'a rulestone::search::Results, language: &str, id: &str) -> &'a Hit {
    let hit = results.hits.iter().find(|hit| hit.language == language && hit.id == id);
    hit.unwrap_or_else(|| panic!("{language} {id} is not among {:?}", places(results)))
}

#[test]
fn a_number_finds_its_section_then_those_under_it_in_their_order() {
    let english = Filter { languages: vec!["en".into()], ..Filter::default() };
    assert_eq!(places(&search_in("5.10", &english)), ["en 5.10", "en 5.10.1"]);
    assert_eq!(places(&search_in("9.6", &english)), ["en 9.6", "en 9.6.4"]);
    assert_eq!(places(&search_in("5", &english))[..2], ["en 5.2", "en 5.2"]);
}

#[test]
fn a_number_that_is_not_there_is_answered_by_the_nearest() {
    let english = Filter { languages: vec!["en".into()], ..Filter::default() };
    let results = search_in("5.1", &english);
    assert_eq!(results.absent, [("5.1".to_owned(), Some("5".to_owned()))], "5.1 is no prefix of 5.10");
    assert_eq!(places(&results), places(&search_in("5", &english)));
    let results = search("number:77.3");
    assert_eq!((results.absent, results.total), (vec![("77.3".to_owned(), None)], 0));
    assert!(search("9.6.4.a").absent.is_empty() && search("2d6").absent.is_empty());
    // Among other words it may be a quantity.
    let results = search_in("carthage 5.1", &english);
    assert!(results.absent.is_empty() && places(&results)[0] == "en 15.2.4", "{:?}", places(&results));
}

#[test]
fn an_alias_a_statement_and_a_sign_lead_to_the_number() {
    for query in [
        "12.5.2.4",
        "number:12.5.2.4",
        "15.2.4.a",
        "15.2.4 a",
        "п.15.2.4",
        "п. 15.2.4",
        "§15.2.4",
        "rule 15.2.4",
        "ルール15.2.4",
        "１５．２．４",
    ] {
        let results = search(query);
        assert_eq!((places(&results)[0].as_str(), results.relaxation), ("en 15.2.4", Relaxation::None), "{query}");
    }
}

#[test]
fn a_book_may_stand_before_a_number() {
    let results = search("hellas:5.2");
    assert_eq!((results.total, results.hits[0].book.as_str()), (1, "hellas"));
    assert_eq!(search("5.2").hits[0].book, "hellas", "equal scores come in the order of the books");
}

#[test]
fn an_id_is_an_address() {
    assert_eq!(places(&search("draw-cards")), ["en 5.2", "ja 5.2"]);
    assert_eq!(search("id:naval*").total, 4);
}

#[test]
fn titles_and_homes_come_before_texts() {
    let results = search("naval combat");
    assert_eq!(places(&results)[0], "en 9.6.4");
    assert_eq!(results.relaxation, Relaxation::None);
    assert_eq!(places(&search("reinforcement"))[0], "en 5.10");
}

#[test]
fn the_words_of_a_row_belong_to_its_section() {
    let results = search("rhegium");
    let found = hit(&results, "en", "naval-movement");
    assert_eq!(found.excerpt.text, "Rhegium · 2");
    assert_eq!(excerpt_marks(&found.excerpt), ["Rhegium"]);
    assert_eq!((search("body:rhegium").total, search("note:rhegium").total), (1, 0));
}

#[test]
fn inflections_meet() {
    assert_eq!(places(&search("осаждающие отряд")), ["ru 8.1"]);
    assert_eq!(places(&search("ships losing")), ["en 9.6.4"]);
    assert_eq!(places(&search("побежденных кораблей")), ["ru 9.6.4"]);
    assert_eq!(places(&search("player choices")), ["en 11.1.1"]);
}

#[test]
fn a_query_finds_other_languages_through_the_glossary_and_says_so() {
    let results = search("naval combat");
    assert_eq!(hit(&results, "en", "naval-combat").via, None);
    assert_eq!(hit(&results, "ja", "naval-combat").via.as_deref(), Some("海上戦闘"));
    assert_eq!(hit(&results, "ru", "naval-combat").via.as_deref(), Some("морской бой"));
    let results = search("морского боя");
    assert_eq!(places(&results)[0], "ru 9.6.4");
    assert_eq!(hit(&results, "en", "naval-combat").via.as_deref(), Some("naval combat"));
    assert_eq!(marked("Naval combat", &hit(&results, "en", "naval-combat").title_marks), ["Naval combat"]);
}

#[test]
fn a_japanese_compound_is_taken_apart_by_the_glossary() {
    let results = search("カルタゴの傭兵");
    let english = hit(&results, "en", "cu-reinforcements");
    assert_eq!(english.via.as_deref(), Some("Carthage"));
    assert_eq!(excerpt_marks(&english.excerpt), ["Carthage", "mercenary"]);
}

#[test]
fn a_forbidden_variant_finds_the_right_name() {
    let results = search("Lilybauem");
    let english = hit(&results, "en", "naval-combat");
    assert_eq!(english.via.as_deref(), Some("Lilybaeum"));
    assert_eq!(excerpt_marks(&english.excerpt), ["Lilybaeum"]);
    assert!(results.corrected.is_empty(), "{:?}", results.corrected);
    assert_eq!(hit(&results, "ja", "naval-combat").via.as_deref(), Some("リリバエウム"));
}

#[test]
fn japanese_runs_are_phrases_first_and_pieces_later() {
    let results = search("艦隊");
    assert_eq!((results.total, results.relaxation), (1, Relaxation::None));
    let results = search("艦隊戻る");
    assert_eq!((places(&results), results.relaxation), (vec!["ja 9.6.4".into()], Relaxation::AnyWord));
    let results = search("海上の戦闘");
    assert_eq!(places(&results)[0], "ja 9.6.4");
}

#[test]
fn one_kanji_finds_something() {
    let results = search("港");
    assert_eq!(places(&results), ["ja 11.1.1", "ja 5.2"]);
    assert_eq!(excerpt_marks(&hit(&results, "ja", "avoiding").excerpt), ["港"]);
}

#[test]
fn middle_dots_widths_and_kana_do_not_matter() {
    for query in ["ノンプレイヤー", "ノン・プレイヤー", "ﾉﾝﾌﾟﾚｲﾔｰ", "のんぷれいやー", "2D6", "２ｄ６"]
    {
        assert!(places(&search(query)).contains(&"ja 9.6.4".into()), "{query}");
    }
}

#[test]
fn all_words_before_any_word() {
    let results = search("leader port sicily");
    assert_eq!(results.relaxation, Relaxation::AnyWord);
    assert_eq!(places(&results)[0], "en 5.2", "two of three words");
    assert_eq!(search("army leader").relaxation, Relaxation::None);
}

#[test]
fn phrases_prefixes_exclusions_and_fields() {
    assert_eq!(places(&search("\"off map\"")), ["en 5.10.1"]);
    assert_eq!(search("\"map off\"").total, 0, "a quoted phrase is never loosened");
    assert_eq!(search("reinforcem* -mercenary").total, 1);
    assert_eq!(places(&search("title:naval -combat -\"by sea\"")), ["en 15.2.4"]);
    assert_eq!(places(&search("note:neapolis")), ["en 9.6.4"]);
    assert_eq!(search("body:neapolis").total, 0);
    assert_eq!(places(&search("осажд*")), ["ru 8.1"]);
}

#[test]
fn a_prefix_goes_on_from_the_word_and_not_from_its_stem() {
    let results = search("interdict*");
    assert_eq!(results.total, 2);
    assert_eq!(search("movemen*").total, 2);
    assert_eq!(excerpt_marks(&search("receiv*").hits[0].excerpt), ["receives"]);
}

#[test]
fn a_concept_may_be_asked_for_by_id_or_name() {
    for query in ["term:naval-combat", "term:\"sea battle\"", "term:海上戦闘"] {
        let results = search(query);
        assert_eq!(results.total, 3, "{query}: {:?}", places(&results));
    }
}

#[test]
fn typing_errors_are_forgiven_in_unknown_words_only() {
    let results = search("Carthgae sicily");
    assert_eq!(results.corrected, [("Carthgae".to_owned(), "carthage".to_owned())]);
    assert_eq!(places(&results)[0], "en 5.2");
    let results = search("シチリヤ");
    assert_eq!(results.corrected, [("シチリヤ".to_owned(), "シチリア".to_owned())]);
    assert_eq!(places(&results), ["ja 5.2"]);
    for (query, place) in [("штурм", "ru 8.1"), ("шторм", "ru 8.2")] {
        let results = search(query);
        assert_eq!((places(&results), results.corrected.len()), (vec![place.to_owned()], 0));
    }
}

#[test]
fn three_letters_are_too_few_for_a_typing_error() {
    assert!(search("sae").corrected.is_empty());
}

#[test]
fn filters_and_limits() {
    let filter =
        Filter { languages: vec!["ja".into(), "ru".into()], books: vec!["rome".into()], limit: 1, ..Filter::default() };
    let results = search_in("9.6.4", &filter);
    assert_eq!((results.total, places(&results)), (2, vec!["ja 9.6.4".into()]));
    assert_eq!(search_in("9.6.4", &Filter { limit: 0, ..Filter::default() }).hits.len(), 0);
    assert_eq!(search_in("9.6.4", &Filter { limit: usize::MAX, ..Filter::default() }).hits.len(), 3);
}

#[test]
fn excerpts_mark_phrases_only_where_they_stand() {
    let results = search("海上戦闘");
    let avoiding = results.hits.iter().find(|hit| hit.id == "avoiding");
    assert!(avoiding.is_none_or(|hit| hit.excerpt.marks.is_empty()));
    let results = search("3OP");
    assert_eq!(excerpt_marks(&results.hits[0].excerpt), ["3 OP"], "the aside has the words, so it is shown");
}

#[test]
fn nothing_is_nothing() {
    let results = search("zzzzzzzzzzzz");
    assert_eq!((results.total, results.hits.len()), (0, 0));
}

#[test]
fn an_excluded_phrase_may_stand_behind_the_first_hit() {
    let results = search("9.6.4 -海上戦闘");
    assert_eq!(places(&results), ["en 9.6.4", "ru 9.6.4"], "excluded in its own language only");
}

#[test]
fn any_query_is_answered_or_refused() {
    let pieces = [
        "naval",
        "海上戦闘",
        "の",
        " ",
        "\"",
        "-",
        "*",
        ":",
        "title:",
        "rome:",
        "id:",
        "9.6.4",
        "カルタコ",
        "шторм",
        "!",
        "e\u{301}",
    ];
    let mut seed = 1_u64;
    for _ in 0..400 {
        let mut text = String::new();
        for _ in 0..8 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[usize::try_from(seed >> 60).unwrap()]);
        }
        super::try_search(&text);
    }
    super::try_search(&"naval 海上戦闘 xyzzy ".repeat(300));
    super::try_search(&"海上戦闘の損害".repeat(300));
}
