//! What every page has, and how the parts of a rule are set.

use super::{crawl, fixture};

#[test]
fn pages_forbid_what_they_do_not_need() {
    let site = fixture::shipped();
    for (page, tags) in crawl::pages(site) {
        let policy = tags
            .iter()
            .find(|tag| tag.attributes.get("http-equiv").is_some_and(|name| name == "Content-Security-Policy"));
        let policy = policy.map(|tag| tag.attributes["content"].as_str()).unwrap_or_default();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{page}: {policy}");
        for tag in &tags {
            assert!(tag.name != "style" && !tag.attributes.contains_key("style"), "{page}: a style in {}", tag.name);
            assert!(tag.name != "script" || tag.attributes.contains_key("src"), "{page}: a script in the page");
            let handler = tag.attributes.keys().find(|name| name.starts_with("on"));
            assert!(handler.is_none(), "{page}: {handler:?}");
        }
        assert_eq!(tags.iter().filter(|tag| tag.name == "h1").count(), 1, "{page}: one h1");
        assert!(tags.iter().any(|tag| tag.name == "html" && tag.attributes.contains_key("lang")), "{page}");
    }
}

#[test]
fn headings_do_not_skip_a_level() {
    for (page, tags) in crawl::pages(fixture::shipped()) {
        let mut before = 0;
        for tag in tags.iter().filter(|tag| tag.name.len() == 2 && tag.name.starts_with('h') && tag.name != "hr") {
            let level: usize = tag.name[1..].parse().expect("a level");
            assert!(level <= before + 1, "{page}: h{level} after h{before}");
            before = level;
        }
    }
}

#[test]
fn the_same_library_gives_the_same_bytes() {
    let (one, other) = (&fixture::shipped().files, fixture::shipped_again().files);
    assert!(one.keys().eq(other.keys()));
    let differ: Vec<&String> = one.keys().filter(|path| one[*path] != other[*path]).collect();
    assert!(differ.is_empty(), "{differ:?}");
}

const CHAPTER: &str = r#"chapter: {number: "1", title: One}
sections:
  - id: one
    number: "1"
    title: One
    text: |
      ^a See [[1.2]], [[1.2.b|the second]], [[base:16.1]] and [[base:3|the base]].

      ^b The following move:

      - leaders
      - units

      After it.
    notes:
      - {id: first, kind: editor, text: "One."}
      - {id: second, kind: editor, text: "Two."}
      - {id: open, kind: doubt, of: [a], text: "Or not, see [[1.2]]? It is not said."}
      - id: two-ways
        kind: variant
        text: "Two ways."
        readings: {wide: "All.", narrow: "One."}
        followed: narrow
    examples:
      - {id: e, text: "It moves."}
  - id: two
    number: "1.2"
    title: Two & a half
    text: |
      - ^a First.
      - ^b Second.
    logic: |
      value pay: 1..9 = 2
"#;

fn sheet(path: &str) -> String {
    let site = fixture::site(&[("rules-en/game/book.yaml", fixture::BOOK), ("rules-en/game/01.yaml", CHAPTER)]);
    fixture::page(&site, path).to_owned()
}

fn chapter() -> String {
    sheet("en/game/01.html")
}

#[test]
fn references_show_number_and_title_or_the_words_of_the_author() {
    let page = chapter();
    assert!(page.contains(r##"<a class="ref" href="#two"><span class="num">1.2</span> <span class="name">Two &amp; a half</span></a>"##), "{page}");
    assert!(page.contains(r##"<a class="ref" href="#two.b" title="1.2.b Two &amp; a half">the second</a>"##), "{page}");
    assert!(page.contains(r#"<span class="ref outside">The Base Game 16.1</span>"#), "{page}");
    assert!(page.contains(r#"<span class="ref outside" title="The Base Game 3">the base</span>"#), "{page}");
}

#[test]
fn the_opening_section_is_the_heading_of_the_page() {
    let page = chapter();
    assert!(
        page.contains(
            "<h1 class=\"heading level-1\"><span class=\"anchor\" id=\"n1\"></span><span class=\"num\">1</span> One "
        ),
        "{page}"
    );
}

#[test]
fn a_list_belongs_to_the_statement_before_it() {
    let page = chapter();
    let (_, statement) = page.split_once("id=\"one.b\"").expect("statement b");
    let (statement, after) = statement.split_once("</div>").expect("its end");
    assert!(statement.contains("<li>units</li>") && after.trim_start().starts_with("<p>After it."), "{page}");
}

#[test]
fn doubts_come_first_and_several_notes_of_the_editor_are_folded() {
    let page = sheet("en/game/notes/01.html");
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("no {words:?} in {page}"));
    assert!(at("id=\"one.note-open\"") < at("id=\"one.note-two-ways\""));
    assert!(at("id=\"one.note-two-ways\"") < at("<details class=\"folded\">"));
    assert!(at("<details class=\"folded\">") < at("id=\"one.note-first\""));
    assert!(page.contains("narrow <span class=\"badge\">followed here</span>"), "{page}");
    assert!(page.contains("verdict-prose_only"), "{page}");
}

#[test]
fn the_rules_carry_one_mark_for_each_open_question_and_no_note() {
    let page = chapter();
    assert_eq!(page.matches("<p class=\"mark\">").count(), 2, "{page}");
    let (_, statement) = page.split_once("id=\"one.a\"").expect("statement a");
    let (statement, _) = statement.split_once("id=\"one.b\"").expect("its end");
    let mark = "<p class=\"mark\"><a class=\"doubt\" href=\"notes/01.html#one.note-open\" title=\"Or not, see 1.2 Two &amp; a half?\">Unclear</a></p>";
    assert!(statement.contains(mark), "{statement}");
    let without_titles = page.replace("title=\"Or not", "").replace("title=\"We play", "");
    let is_quiet = !["Or not", "We play", "Two ways."].iter().any(|words| without_titles.contains(words));
    assert!(is_quiet, "{page}");
    let cards = sheet("assets/cards-en.js");
    let card = |id: &str, text: &str| format!("\"{id}\":{{\"name\":\"Unclear\",\"number\":\"1\",\"text\":\"{text}\"}}");
    for card in [card("one.note-open", "Or not, see 1.2 Two & a half?"), card("one.note-two-ways", "We play: One.")] {
        assert!(cards.contains(&card), "{card}: {cards}");
    }
    // An address that led to a note still leads there.
    let (_, more) = page.split_once("<p class=\"more\">").expect("the way to the notes");
    let more = more.split_once("</p>").expect("its end").0;
    for id in ["one.note-open", "one.note-two-ways", "one.note-first"] {
        assert!(more.contains(&format!("id=\"{id}\"")), "{id}: {more}");
    }
    assert!(more.contains("href=\"notes/01.html#one\"") && more.contains("href=\"proof/01.html#one\""), "{more}");
}

#[test]
fn from_notes_links_lead_to_notes() {
    let page = sheet("en/game/notes/01.html");
    assert!(page.contains(r##"<a class="ref" href="#two">"##), "{page}");
    assert!(page.contains(r#"<a href="../01.html" data-sheet="rules">Rules</a>"#), "{page}");
    assert!(page.contains(r#"<span aria-current="page" data-sheet="notes">Notes</span>"#), "{page}");
    assert!(!sheet("en/game/proof/01.html").contains("id=\"two\""), "of what nothing runs there is no proof");
}

#[test]
fn sections_say_who_refers_to_them_once() {
    let page = sheet("en/game/notes/01.html");
    let (_, back) = page.split_once("Referred to by").expect("back links");
    let (back, _) = back.split_once("</ul>").expect("their end");
    assert_eq!(back.matches("href=\"#one\"").count(), 1, "two references, one link: {back}");
}
