//! Translations: what is missing or out of date says so, in the reader's language, and every fragment names its own.

use super::{crawl, fixture, links};
use rulestone::library::fingerprint::hash;

const EN: &str = r#"chapter: {number: "1", title: One}
sections:
  - id: one
    number: "1"
    title: One
    text: |
      ^a First
      line.

      ^b Second.
    notes:
      - {id: n, kind: doubt, text: "Is it?"}
  - {id: two, number: "1.1", title: Two, text: "Only English, see [[1]]."}
"#;

fn site(from: &str) -> rulestone::site::Site {
    let ja = format!(
        "chapter: {{title: 一}}\nsections:\n  - id: one\n    title: 一番\n    text: |\n      ^a 第一の\n      規定。\n\n      ^b 第二。\n    \
         notes: {{n: \"そうか？\"}}\n    from: {{title: {}, text: {from}, notes.n: {}}}\n",
        hash("One"),
        hash("Is it?"),
    );
    fixture::site(&[
        ("rules-en/game/book.yaml", fixture::BOOK),
        ("rules-en/game/01.yaml", EN),
        ("rules-ja/game/01.yaml", &ja),
    ])
}

fn current() -> rulestone::site::Site {
    site(&hash("^ First line. ^ Second."))
}

#[test]
fn a_current_translation_has_no_notice() {
    let site = current();
    links::follow(&site);
    let page = fixture::page(&site, "ja/game/01.html");
    let (section, _) = page.split_once("id=\"two\"").expect("the second section");
    assert!(!section.contains("class=\"notice"), "{section}");
    assert!(section.contains("第一の規定。"), "a line end inside Japanese is no space: {section}");
    assert!(fixture::page(&site, "en/game/01.html").contains("First\nline."), "but it is one in English");
}

#[test]
fn a_missing_piece_shows_the_reference_text_with_its_language_and_one_notice() {
    let site = current();
    let page = fixture::page(&site, "ja/game/01.html");
    let (_, section) = page.split_once("id=\"two\"").expect("the second section");
    assert_eq!(section.matches("class=\"notice notice-missing\"").count(), 1, "{section}");
    assert!(section.contains("英語の本文を表示しています"), "{section}");
    assert!(section.contains("<span lang=\"en\">Two</span>"), "{section}");
    assert!(section.contains("<div class=\"text rules\" lang=\"en\">"), "{section}");
}

#[test]
fn an_outdated_piece_says_so_and_leads_to_the_reference_text() {
    let site = site("00000000");
    let page = fixture::page(&site, "ja/game/01.html");
    assert!(page.contains("class=\"notice notice-outdated\""), "{page}");
    assert!(page.contains("href=\"../../en/game/01.html#one\">英語の本文を読む</a>"), "{page}");
    assert!(!fixture::page(&site, "en/game/01.html").contains("notice-outdated"));
}

#[test]
fn two_languages_stand_side_by_side_statement_by_statement() {
    let site = current();
    let page = fixture::page(&site, "en-ja/game/01.html");
    let row = page.split("<div class=\"row\">").find(|row| row.contains("Second.")).expect("a row");
    assert!(row.contains("lang=\"ja\"") && row.contains("第二。"), "{row}");
    assert!(page.contains("id=\"one\"") && page.contains("id=\"n1.1\""), "{page}");
    assert!(page.contains("Japanese: not translated yet."), "{page}");
    assert!(site.files.contains_key("ja-en/game/01.html"));
}

#[test]
fn a_language_without_words_of_its_own_gets_english_ones() {
    let site = fixture::site(&[
        ("rules-en/game/book.yaml", fixture::BOOK),
        ("rules-en/game/01.yaml", EN),
        ("rules-de/game/01.yaml", "chapter: {title: Eins}\nsections:\n  - {id: one, title: Eins}\n"),
    ]);
    links::follow(&site);
    let page = fixture::page(&site, "de/game/01.html");
    assert!(page.contains("<html lang=\"de\">") && page.contains("<header class=\"masthead\" lang=\"en\">"), "{page}");
    let labelled = crawl::tags(page).into_iter().filter(|tag| tag.name == "summary");
    assert!(labelled.into_iter().all(|tag| tag.attributes.get("lang").is_some_and(|lang| lang == "en")), "{page}");
}

#[test]
fn pages_name_their_counterparts() {
    let site = current();
    let page = fixture::page(&site, "en/game/01.html");
    assert!(page.contains("<link rel=\"alternate\" hreflang=\"ja\" href=\"../../ja/game/01.html\">"), "{page}");
    assert!(page.contains("href=\"../../ja/game/01.html#one\""), "{page}");
    assert!(page.contains("href=\"../../en-ja/game/01.html#one\""), "{page}");
}

#[test]
fn the_search_of_a_language_finds_what_its_pages_show() {
    let site = current();
    let index = fixture::page(&site, "assets/search-ja.js");
    assert!(
        index.contains("ja/game/01.html#two") && index.contains("Only English"),
        "a section that is not translated: {index}"
    );
}
