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
    let row = page.split("<div class=\"row").find(|row| row.contains("Second.")).expect("a row");
    assert!(row.contains("lang=\"ja\"") && row.contains("第二。"), "{row}");
    assert!(page.contains("id=\"one\"") && page.contains("id=\"n1.1\""), "{page}");
    assert!(page.contains("Japanese: not translated yet."), "{page}");
    assert!(site.files.contains_key("ja-en/game/01.html"));
}

/// A book in three languages; the Japanese text has a statement that the others lack, the Russian one lacks one.
fn three() -> rulestone::site::Site {
    let translated = |title: &str, text: &str| {
        format!("chapter: {{title: {title}}}\nsections:\n  - {{id: one, title: {title}, text: \"{text}\"}}\n")
    };
    let ruling = "rulings:\n  - {id: last, on: [one.b], question: {en: May it, ru: Можно ли}, answer: {en: It may., ru: Можно.}, by: A, date: 2026-01-02}\n";
    fixture::site(&[
        ("rules-en/game/book.yaml", &format!("{}{OPTION}", fixture::BOOK)),
        ("rules-en/game/rulings.yaml", ruling),
        (
            "rules-en/game/01.yaml",
            &EN.replace("kind: doubt,", "kind: doubt, of: [a],").replace("see [[1]].", "see [[1.b]]."),
        ),
        ("rules-ja/game/01.yaml", &translated("一", "^a 第一。\\n\\n^b 第二。\\n\\n^c 第三。")),
        ("rules-ru/game/01.yaml", &translated("Один", "^a Первое.")),
    ])
}

const OPTION: &str = "options:\n  - id: reach\n    title: {en: Reach, ja: 範囲, ru: Дальность}\n    section: one\n    of: [b]\n    followed: far\n    \
    why:\n      en: |\n        Printed so.\n    readings: {far: {en: as far as it goes, ja: どこまでも, ru: докуда угодно}, near: {en: near by, ja: 近くだけ, ru: рядом}}\n";

#[test]
fn a_pair_has_pages_where_one_of_the_two_is_the_language_of_the_book() {
    let site = three();
    links::follow(&site);
    for pair in ["en-ja", "ja-en", "en-ru", "ru-en"] {
        for sheet in ["", "notes/"] {
            assert!(site.files.contains_key(&format!("{pair}/game/{sheet}01.html")), "{pair} {sheet}");
        }
    }
    // The others lead to where the script puts them together, as they did where they had pages.
    let moved = fixture::page(&site, "ja-ru/game/01.html");
    assert!(moved.contains("data-to=\"../../ja-en/game/01.html?beside=ru\""), "{moved}");
    assert!(moved.contains("content=\"0; url=../../ja-en/game/01.html?beside=ru\""), "{moved}");
    assert!(!site.files.contains_key("ja-ru/game/notes/01.html"));
    let page = fixture::page(&site, "ja-en/game/notes/01.html");
    assert!(page.contains("data-twin=\"../../../ru-en/game/notes/01.html\" href=\"01.html?beside=ru\""), "{page}");
    assert!(!fixture::page(&site, "en-ja/game/01.html").contains("data-twin"), "beside the book's own it has a page");
    let page = fixture::page(&site, "ja/game/notes/01.html");
    assert!(page.contains("href=\"../../../ja-en/game/notes/01.html?beside=ru\""), "{page}");
}

#[test]
fn side_by_side_the_rules_have_their_marks_and_the_notes_a_page_of_their_own() {
    let site = three();
    let page = fixture::page(&site, "en-ja/game/01.html");
    let rows = rows_from(page, "First\nline.");
    assert_eq!(rows[0].matches("<p class=\"mark\">").count(), 2, "one in each language: {}", rows[0]);
    assert!(rows[0].contains("href=\"notes/01.html#one.note-n\""), "{}", rows[0]);
    assert_eq!(rows[1].matches("href=\"notes/01.html#one.option-reach\"").count(), 2, "{}", rows[1]);
    for (language, played) in [("en", "as far as it goes"), ("ja", "どこまでも")] {
        assert!(fixture::page(&site, &format!("assets/cards-{language}.js")).contains(played), "{language}");
    }
    assert!(!page.contains("class=\"note "), "{page}");
    assert!(
        page.contains("<span class=\"anchor\" id=\"one.option-reach\">"),
        "old addresses lead to the notes: {page}"
    );
    let notes = fixture::page(&site, "en-ja/game/notes/01.html");
    assert!(!notes.contains("class=\"mark\""), "{notes}");
    let at = |words: &str| notes.find(words).unwrap_or_else(|| panic!("{words}: {notes}"));
    assert!(
        at("Second.") < at("note-ruling")
            && at("note-ruling") < at("note-option")
            && at("note-option") < at("note-doubt")
    );
    assert!(notes.contains("id=\"one.note-n\"") && notes.contains("id=\"one.note-n__\""), "{notes}");
    assert!(
        notes.contains("Japanese: not translated yet.") || notes.contains("日本語：まだ翻訳されていません。"),
        "{notes}"
    );
    assert_eq!(notes.matches("Is it?").count(), 1, "the reference text stands in for nothing: {notes}");
    assert!(notes.contains("範囲") && notes.contains("Reach"), "{notes}");
}

#[test]
fn the_statements_that_one_side_lacks_have_their_anchors_on_the_other() {
    let site = three();
    links::follow(&site);
    let page = fixture::page(&site, "ru-en/game/01.html");
    let second = rows_from(page, "Second.")[0];
    assert!(second.contains("<div class=\"statement\" id=\"one.b\">"), "{second}");
    assert_eq!(page.matches("id=\"one.a\"").count(), 1, "{page}");
    assert!(page.contains("href=\"#one.b\""), "{page}");
    // Also what the text of the book does not have.
    let page = fixture::page(&site, "en-ja/game/01.html");
    assert!(page.contains("<div class=\"statement\" id=\"one.c\">"), "{page}");
}

/// The rows of a pair page from the one that has `words`, to the end of its section.
fn rows_from<'a>(page: &'a str, words: &str) -> Vec<&'a str> {
    let (before, _) = page.split_once(words).unwrap_or_else(|| panic!("no {words} in {page}"));
    let start = before.rfind("<div class=\"row").expect("a row");
    let section = page[start..].split("</section>").next().expect("a section");
    section.split("<div class=\"row").skip(1).collect()
}

#[test]
fn a_side_says_of_each_piece_that_it_is_missing() {
    let site = current();
    let page = fixture::page(&site, "en-ja/game/01.html");
    let (_, section) = page.split_once("id=\"two\"").expect("the second section");
    assert_eq!(section.matches("Japanese: not translated yet.").count(), 2, "title and text: {section}");
    let rows = rows_from(page, "Only English");
    assert!(rows[0].contains("<div class=\"text side missing\" lang=\"ja\"><p class=\"notice\""), "{}", rows[0]);
    let swapped = fixture::page(&site, "ja-en/game/01.html");
    assert!(rows_from(swapped, "Only English")[0].contains("日本語：まだ翻訳されていません。"), "{swapped}");
    // In the language of the page, whichever side lacks it.
    let site = fixture::site(&[
        ("rules-en/game/book.yaml", fixture::BOOK),
        ("rules-en/game/01.yaml", EN),
        ("rules-ja/game/01.yaml", "chapter: {title: 一}\nsections: []\n"),
        ("rules-ru/game/01.yaml", "sections: []\n"),
    ]);
    links::follow(&site);
    let page = fixture::page(&site, "ru-en/game/01.html");
    let (head, section) = page.split_once("id=\"two\"").expect("the second section");
    assert_eq!(section.matches("Перевода ещё нет (русский).").count(), 2, "{section}");
    assert!(head.contains("Перевода ещё нет (русский)."), "{head}");
}

#[test]
fn what_is_out_of_date_is_said_above_the_statements_and_in_its_own_column() {
    let site = site("00000000");
    let page = fixture::page(&site, "en-ja/game/01.html");
    let rows = rows_from(page, "Japanese: the reference text has changed");
    assert!(rows[0].starts_with(" told\"><div class=\"text side\"></div>"), "{}", rows[0]);
    assert!(rows[1].contains("First\nline.") && rows[1].contains("第一の規定。"), "{}", rows[1]);
    assert!(
        rows[1].contains("data-language=\"English\"") && rows[1].contains("data-language=\"日本語\""),
        "{}",
        rows[1]
    );
}

#[test]
fn a_paragraph_too_many_stands_alone() {
    let ja = "chapter: {title: 一}\nsections:\n  - id: one\n    title: 一番\n    text: |\n      ^a 第一。\n\n      加えた段落。\n\n      ^b 第二。\n";
    let site = fixture::site(&[
        ("rules-en/game/book.yaml", fixture::BOOK),
        ("rules-en/game/01.yaml", EN),
        ("rules-ja/game/01.yaml", ja),
    ]);
    let rows = rows_from(fixture::page(&site, "en-ja/game/01.html"), "加えた段落");
    assert!(rows[0].contains("<p class=\"none\">–</p>"), "{}", rows[0]);
    assert!(rows[1].contains("Second.") && rows[1].contains("第二。"), "{}", rows[1]);
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
    let (page, bar) = page.split_once("<nav class=\"bar\"").expect("the bar");
    assert!(bar.starts_with(" lang=\"en\""), "{bar}");
    let labelled = crawl::tags(page).into_iter().filter(|tag| tag.name == "summary");
    assert!(labelled.into_iter().all(|tag| tag.attributes.get("lang").is_some_and(|lang| lang == "en")), "{page}");
}

#[test]
fn pages_name_their_counterparts() {
    let site = current();
    let page = fixture::page(&site, "en/game/01.html");
    assert!(page.contains("hreflang=\"ja\" href=\"../../ja/game/01.html\""), "{page}");
    assert!(page.contains("<a class=\"beside\" hreflang=\"ja\" href=\"../../en-ja/game/01.html\""), "{page}");
    let page = fixture::page(&site, "en/game/notes/01.html");
    assert!(page.contains("hreflang=\"ja\" href=\"../../../ja/game/notes/01.html\""), "{page}");
    assert!(page.contains("href=\"../../../ja/game/01.html#one\""), "{page}");
    assert!(page.contains("href=\"../../../en-ja/game/notes/01.html#one\""), "{page}");
}

#[test]
fn the_search_of_a_language_finds_what_its_pages_show() {
    let site = current();
    let parts = site.files.keys().filter(|name| name.starts_with("assets/search-ja"));
    let index: String = parts.map(|name| fixture::page(&site, name)).collect();
    assert!(
        index.contains("ja/game/01.html#two") && index.contains("Only English"),
        "a section that is not translated: {index}"
    );
}

#[test]
fn the_player_aid_shows_tagged_sections_and_says_what_is_missing_or_in_doubt() {
    let en = EN.replace("title: One\n    text", "title: One\n    aid: First things\n    text");
    let ja = "chapter: {title: 一}\nsections:\n  - id: one\n    title: 一番\n";
    let site = fixture::site(&[
        ("rules-en/game/book.yaml", fixture::BOOK),
        ("rules-en/game/01.yaml", &en),
        ("rules-ja/game/01.yaml", ja),
    ]);
    links::follow(&site);
    let page = fixture::page(&site, "en/game/aid.html");
    for expected in
        ["<h2 class=\"heading level-2\">First things</h2>", "href=\"01.html#one\"", "href=\"doubts.html#one\""]
    {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    assert!(!page.contains("Only English"), "what is not tagged is not there: {page}");
    let page = fixture::page(&site, "ja/game/aid.html");
    assert!(page.contains("<span lang=\"en\">First things</span>") && page.contains("notice-missing"), "{page}");
    assert!(fixture::page(&site, "en/game/01.html").contains("href=\"aid.html\""));
    assert!(!current().files.contains_key("en/game/aid.html"), "without a tag there is no page");
}
