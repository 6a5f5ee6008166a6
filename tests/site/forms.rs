//! Documents that number and label their rules in other ways than ours.

use super::{crawl, fixture};

const STATUTE: &str = "title: {ja: 灯台規程, en: Lighthouse Order}\nprovenance:\n  ja: |\n    作り話。\nlanguages: [ja]\nwords: official\n\
    effective: 2026-04-01\nlicense: CC0-1.0\nnumbering:\n  continuous: yes\n  shown: {ja: \"第{n}条\", en: \"Article {n}\"}\n  \
    chapters: {ja: \"第{n}章\", en: \"Chapter {n}\"}\n";

const KEEPERS: &str = "chapter: {number: \"2\", title: 灯台守}\nsections:\n  - {id: night, title: 夜の部, level: \"2\"}\n  - id: watch\n    \
    number: \"14\"\n    title: 見張り\n    text: |\n      ^1 灯台守は夜に見張る。\n\n      ^2 次の者は見張らない。\n\n      - ^2.一 病の者\n        - \
    ^2.一.イ 熱のある者\n        - ^2.一.ロ 咳のある者\n      - ^2.二 船に乗る者\n    examples:\n      - {id: ill, of: [2.一.イ], draft: yes, text: 熱が\
    ある。}\n  - id: relief\n    number: \"15の2\"\n    text: |\n      ^1 第14条第2項第1号イの者（[[14.2.1.イ]]）は、[[1]]に従い、[[14、15の2]]で\
    交替する。\n\n      ^2 交替は一度だけとする。\n";

const SUPPLEMENT: &str = "chapter: {title: 附則}\nsections:\n  - id: s-1\n    number: 附則第1条\n    text: |\n      この規程は四月から施行する。\n";

fn site() -> rulestone::site::Site {
    fixture::site(&[
        ("rules-ja/order/book.yaml", STATUTE),
        (
            "rules-ja/order/01-aim.yaml",
            "chapter: {number: \"1\", title: 目的}\nsections:\n  - {id: aim, number: \"1\", title: 目的}\n",
        ),
        ("rules-ja/order/02-keepers.yaml", KEEPERS),
        ("rules-ja/order/03-supplement.yaml", SUPPLEMENT),
        ("rules-en/order/02-keepers.yaml", "chapter: {title: Keepers}\nsections:\n  - {id: watch, title: The watch}\n"),
    ])
}

#[test]
fn numbers_are_shown_as_the_book_says_in_each_language() {
    let site = site();
    let japanese = fixture::page(&site, "ja/order/02-keepers.html");
    assert!(japanese.contains("<span class=\"num\">第14条</span> 見張り"), "{japanese}");
    assert!(japanese.contains("<span class=\"num\">第2章</span> 灯台守"), "{japanese}");
    let english = fixture::page(&site, "en/order/02-keepers.html");
    assert!(english.contains("<span class=\"num\">Article 14</span> The watch"), "{english}");
    assert!(english.contains("<span class=\"num\">Chapter 2</span> Keepers"), "{english}");
}

#[test]
fn a_section_without_a_title_shows_its_number_and_is_named_by_its_opening_words() {
    let site = site();
    let page = fixture::page(&site, "ja/order/02-keepers.html");
    assert!(
        page.contains("untitled\"><span class=\"anchor\" id=\"n15.2\"></span><span class=\"num\">第15の2条</span> <a"),
        "{page}"
    );
    let contents = fixture::page(&site, "ja/order/index.html");
    assert!(contents.contains("<span class=\"num\">第15の2条</span> <span class=\"name\">第14条第2項"), "{contents}");
    // What is not a bare number stands as it is.
    assert!(
        contents.contains("<span class=\"num\">附則第1条</span> <span class=\"name\">この規程は四月から施行する。"),
        "{contents}"
    );
}

#[test]
fn statements_have_their_printed_labels_and_addresses_by_their_parts() {
    let site = site();
    let page = fixture::page(&site, "ja/order/02-keepers.html");
    for (anchor, shown) in
        [("watch.1", "1"), ("watch.2", "2"), ("watch.2.1", "一"), ("watch.2.1.イ", "イ"), ("watch.2.2", "二")]
    {
        assert!(page.contains(&format!("id=\"{anchor}\"")), "{anchor}: {page}");
        assert!(
            page.contains(&format!("href=\"#{anchor}\" title=\"14{}\">{shown} </a>", &anchor[5..])),
            "{anchor}: {page}"
        );
    }
    // The statement within a statement, a chapter-wide number, and two in a row.
    assert!(page.contains("href=\"#watch.2.1.イ\""), "{page}");
    assert!(page.contains("href=\"01-aim.html#aim\""), "{page}");
    assert!(page.contains("、<a class=\"ref\" href=\"#relief\"") || page.contains("href=\"#relief\""), "{page}");
    assert!(page.contains("例</a> <a href=\"#watch.2.1.イ\">2.1.イ</a>"), "{page}");
    let pages = crawl::pages(&site);
    let (page, anchor) = crawl::target("ja/order/02-keepers.html", "#watch.2.1.イ");
    assert!(crawl::ids(&page, &pages[page.as_str()]).contains(anchor.as_str()), "{anchor}");
}

#[test]
fn headings_lie_below_one_that_says_how_deep_it_is() {
    let site = site();
    let page = fixture::page(&site, "ja/order/02-keepers.html");
    for (id, level) in [("night", 2), ("watch", 3), ("relief", 3)] {
        let heading = page.split(&format!("id=\"{id}\">")).nth(1).expect(id);
        assert!(heading.trim_start().starts_with(&format!("<h{level} ")), "{id}: {heading:.80}");
    }
}

#[test]
fn a_page_says_whose_words_it_has() {
    let site = site();
    let page = fixture::page(&site, "ja/order/02-keepers.html");
    for said in ["本文は発行元によるもので", "2026-04-01より有効。", "本文のライセンス：CC0-1.0。"]
    {
        assert!(page.contains(said), "{said}");
    }
    assert!(!page.contains("書き直した"));
    // A book without logic has no verdicts.
    assert!(!site.files.contains_key("ja/order/verdicts.html"));
    assert!(!page.contains("verdict"), "{page}");
}
