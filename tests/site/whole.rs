//! The whole book on one page: every rule, no note, links that stay on it, and an index of terms.

use super::{fixture, links};

const ONE: &str = r#"chapter: {number: "1", title: "Armies"}
sections:
  - id: armies
    number: "1"
    title: Armies
    text: |
      ^a An army is led by a leader, see [[2.1]].
    notes:
      - {id: open, kind: doubt, of: [a], text: "Is it? Nobody says."}
      - {id: why, kind: design, text: "A remark on design."}
    examples:
      - {id: told, text: "As the rulebook tells it."}
      - {id: ours, own: yes, text: "As we tell it."}
"#;
const TWO: &str = r#"chapter: {number: "2", title: "Leaders & <men>"}
sections:
  - id: men
    number: "2.1"
    title: Men
    text: |
      A leader has no army of another leader. See [[1.a]].
"#;
const TERMS: &str = "terms:\n  - {id: leader, name: leader, forms: [leaders, captain], section: men}\n  - {id: army, name: army}\n  - \
    {id: ship, name: ship}\n";

fn site() -> rulestone::site::Site {
    fixture::site(&[
        ("rules-en/game/book.yaml", &fixture::BOOK.replace("The Game", "\"The {Game}\"")),
        ("rules-en/game/01-armies.yaml", ONE),
        ("rules-en/game/02-men.yaml", TWO),
        ("rules-en/game/terms.yaml", TERMS),
        (
            "rules-ja/game/02-men.yaml",
            "sections:\n  - id: men\n    title: 人\n    text: |\n      リーダーは別のリーダーの軍を持たない。[[1.a]]\n",
        ),
        ("rules-ja/game/terms.yaml", "terms:\n  - {id: leader, name: リーダー, reading: りーだー}\n"),
    ])
}

#[test]
fn the_whole_book_holds_the_rules_and_no_note_and_its_links_stay_on_it() {
    let site = site();
    links::follow(&site);
    let page = fixture::page(&site, "en/game/book.html");
    for expected in [
        "<h1 class=\"heading level-1\">The {Game}</h1>",
        "<article class=\"chapter\" id=\"_chapter-01-armies\">",
        "<h2 class=\"heading level-2\"><span class=\"num\">1</span> Armies",
        "<h2 class=\"heading level-2\"><span class=\"num\">2</span> Leaders &amp; &lt;men&gt;</h2>",
        "<a class=\"ref\" href=\"#men\">",
        "<a class=\"ref\" href=\"#armies.a\">",
        "<p>Is it? <a href=\"notes/01-armies.html#armies.note-open\">",
        "As the rulebook tells it.",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    for absent in ["A remark on design.", "As we tell it.", "class=\"more\""] {
        assert!(!page.contains(absent), "{absent}: {page}");
    }
    assert_eq!(page.matches("<details class=\"mark\">").count(), 1, "{page}");
    assert!(
        fixture::page(&site, "en/game/index.html").contains("href=\"book.html\">Whole book on one page, for printing<")
    );
    let page = fixture::page(&site, "ja/game/book.html");
    assert!(page.contains("notice-missing") && page.contains("<span lang=\"en\">Armies</span>"), "{page}");
    assert!(page.contains("hreflang=\"en\" href=\"../../en/game/book.html\""), "{page}");
}

#[test]
fn the_index_leads_from_each_term_to_the_sections_that_define_and_use_it() {
    let site = site();
    let page = fixture::page(&site, "en/game/book.html");
    let (_, index) = page.split_once("id=\"_index\"").expect("the index");
    let army = "<dt>army</dt> <dd><a href=\"#armies\"><span class=\"num\">1</span></a>, <a href=\"#men\"><span class=\"num\">2.1</span></a></dd>";
    let leader = "<dt>leader</dt> <dd class=\"forms\">leaders, captain</dd> <dd><a href=\"#armies\"><span class=\"num\">1</span></a>, <a href=\"#men\"><strong><span class=\"num\">2.1</span></strong></a></dd>";
    let at = |words: &str| index.find(words).unwrap_or_else(|| panic!("{words}: {index}"));
    assert!(at(army) < at(leader), "{index}");
    assert!(!index.contains("ship"), "what no section uses is not there: {index}");
    let page = fixture::page(&site, "ja/game/book.html");
    assert!(page.contains("<dt>リーダー</dt> <dd><a href=\"#men\"><strong>"), "{page}");
    assert!(page.contains("<dt lang=\"en\">army</dt>") || !page.contains(">army</dt>"), "{page}");
}

#[test]
fn sheets_carry_the_title_whatever_stands_in_it() {
    let site = site();
    let style = fixture::page(&site, "en/game/book.css");
    let title: Vec<String> = "The {Game}".chars().map(|c| format!("\\{:x} ", u32::from(c))).collect();
    let title = title.concat();
    assert!(style.contains(&format!("@top-left {{ content: \"{title}\"; }}")), "{style}");
    assert!(style.contains("counter(page)"), "{style}");
    assert!(fixture::page(&site, "en/game/book.html").contains("<link rel=\"stylesheet\" href=\"book.css\">"));
}

/// Each section of each shipped book stands on its page once, in each language.
#[test]
fn no_section_of_the_shipped_books_is_left_out() {
    let site = fixture::shipped();
    let library =
        rulestone::library::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR"))).expect("a library").library;
    for book in &library.books {
        for language in book.all_languages() {
            let page = fixture::page(site, &format!("{language}/{}/book.html", book.id));
            for (_, section) in book.sections() {
                let id = format!("<section class=\"section\" id=\"{}\">", section.id);
                let outside = id.replace("\"section\"", "\"section section-outside\"");
                assert_eq!(page.matches(&id).count() + page.matches(&outside).count(), 1, "{}: {id}", book.id);
            }
        }
    }
}
