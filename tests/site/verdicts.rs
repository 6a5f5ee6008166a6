//! What logic proves, as pages show it: verdicts, tables, options, assumptions.

use rulestone::site::Site;

use super::{crawl, fixture, links};

const BOOK: &str = r#"title: {en: The Game, ja: ゲーム}
provenance: {en: "Told."}
languages: [en]
books:
  - {id: base, title: {en: The Base Game, ja: 基本ゲーム}, relation: amends}
options:
  - id: storms
    title: {en: When storms come, ja: 嵐の時期}
    readings: {early: {en: Before the move., ja: 移動の前。}, late: {en: After the move.}}
    followed: early
    why: {en: "Printed <first>."}
    section: one
"#;

const ASSUMPTIONS: &str = r#"assumptions:
  - id: calm-seas
    reason: {en: "The sea is *calm*.", ja: 海は穏やか。}
    logic: |
      assume drift(season) = 1
"#;

const CHAPTER: &str = r#"chapter: {number: "1", title: One}
sections:
  - id: one
    number: "1"
    title: One
    text: "See the table."
    notes:
      - {id: misprint, kind: doubt, text: "It is printed otherwise."}
    labels: {drift: Drift of ships, season: Season, limit: Limit of ships, storm_limit: Storms, cost: Cost}
    logic: |
      type Season is spring, high_summer, winter
      state lost: 0..9
      table storm_limit(season: Season, fleet: 0..9) gives limit: 0..9
        | season      | fleet | limit         |
        | spring      | 1..3  | 2             |
        | spring      | not 1..3 | unknown    |
        | high_summer | any   | external base:9.6.3 |
        | winter      | ..4   | 1             |
        | winter      | 5..   | 2 * fleet - 8 |
      value drift(season: Season): 0..9 = external base:9.6.4
      procedure sail(season: Season) gives cost: 0..20 changes lost
        roll d6 as wave
        set cost to wave + drift(season)
        set lost to storms_cost()
      value storms_cost: 0..9 = if storms is early then 1 otherwise 2
    examples:
      - {id: told, text: "It moves."}
      - id: right
        text: "Two ships."
        run: {storm_limit: {season: spring, fleet: 2}}
        expect: 2
      - id: guessed
        text: "It drifts."
        given: {lost: 0}
        run: {sail: {season: winter}}
        dice: {wave: [4]}
        assume: [calm-seas]
        expect: {cost: 5}
      - id: misprinted
        text: "Three ships."
        run: {storm_limit: {season: spring, fleet: 2}}
        expect: {printed: 3, by_rule: 2, why: misprint}
      - id: open
        text: "It drifts."
        run: {drift: {season: winter}}
        expect: 1
      - id: wrong
        text: "One ship."
        run: {storm_limit: {season: winter, fleet: 1}}
        expect: 7
"#;

const JA: &str = "chapter: {title: 一}\nsections:\n  - id: one\n    title: 一番\n    labels: {storm_limit: 嵐}\n";

const TERMS: &str = "terms:\n  - {id: high-summer, name: High summer, group: concept}\n";

fn site() -> Site {
    fixture::site(&[
        ("rules-en/game/book.yaml", BOOK),
        ("rules-en/game/assumptions.yaml", ASSUMPTIONS),
        ("rules-en/game/terms.yaml", TERMS),
        ("rules-en/game/01.yaml", CHAPTER),
        ("rules-ja/game/01.yaml", JA),
    ])
}

/// The part of a page from `start` to `end`.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let (_, after) = page.split_once(start).unwrap_or_else(|| panic!("no {start:?} in {page}"));
    after.split_once(end).unwrap_or_else(|| panic!("no {end:?} behind {start:?} in {page}")).0
}

fn example<'a>(page: &'a str, id: &str) -> &'a str {
    between(page, &format!("<div class=\"example\" id=\"one.example-{id}\""), "<div class=\"example\"")
}

#[test]
fn links_lead_somewhere_and_no_id_stands_twice() {
    assert!(links::follow(&site()) > 100);
}

#[test]
fn each_example_carries_its_verdict() {
    let site = site();
    let page = fixture::page(&site, "en/game/proof/01.html");
    for (id, kind) in [
        ("told", "prose_only"),
        ("right", "passed"),
        ("guessed", "passed_under_assumption"),
        ("misprinted", "disputed"),
        ("open", "undetermined"),
    ] {
        let shown = example(page, id);
        let badge = format!("verdict-{kind}\" href=\"../verdicts.html#one.example-{id}\"");
        assert!(shown.contains(&badge), "{shown}");
    }
    let rules = fixture::page(&site, "en/game/01.html");
    assert!(rules.contains("verdict-passed\" href=\"proof/01.html#one.example-right\""), "{rules}");
    assert!(!rules.contains("<details class=\"steps\">"), "runs stand among the proofs: {rules}");
    assert!(page.contains("verdict-failed\" href=\"../verdicts.html#one.example-wrong\""), "{page}");
    assert!(page.contains("expected 7, got 1"), "{page}");
}

#[test]
fn a_verdict_tells_what_it_rests_on() {
    let site = site();
    let page = fixture::page(&site, "en/game/proof/01.html");
    let guessed = example(page, "guessed");
    assert!(guessed.contains("<a href=\"../verdicts.html#_assumption-calm-seas\">Assumption 1</a>"), "{guessed}");
    assert!(guessed.contains("The sea is <em>calm</em>."), "{guessed}");
    let disputed = example(page, "misprinted");
    assert!(
        disputed.contains("printed 3 · by the rule 2 · <a href=\"../notes/01.html#one.note-misprint\">why</a>"),
        "{disputed}"
    );
    assert!(example(page, "open").contains("Needs The Base Game 9.6.4, which is not in this document."));
    let ja = fixture::page(&site, "ja/game/proof/01.html");
    assert!(ja.contains("海は穏やか。") && ja.contains("基本ゲーム 9.6.4"), "{ja}");
}

#[test]
fn the_steps_of_a_run_cite_sections_and_need_no_script() {
    let site = site();
    let shown = example(fixture::page(&site, "en/game/proof/01.html"), "guessed").to_owned();
    let (_, steps) = shown.split_once("<details class=\"steps\">").expect("steps");
    assert!(shown.contains("<dt>Given</dt><dd><span>Lost: 0</span></dd>"), "{shown}");
    let cited = "<a class=\"cited\" href=\"../01.html#one\">1</a>";
    for told in [
        format!("<li data-kind=\"roll\">Wave: rolled 4 (d6). {cited}</li>"),
        format!("<li data-kind=\"change\">Lost: 0 → 1. {cited}</li>"),
        format!("<li data-kind=\"end\">Result – Sail: Cost: 5. {cited}</li>"),
    ] {
        assert!(shown.contains(&told), "no {told} in {shown}");
    }
    assert!(steps.contains(cited) && steps.contains("<li>Wave: 4 (d6)</li>"), "a step says no section again: {steps}");
    assert!(
        steps.contains("<li>Assumed <a class=\"cited\" href=\"../verdicts.html#_assumption-calm-seas\">"),
        "{steps}"
    );
    assert_eq!(steps.matches("<ul>").count(), steps.matches("</ul>").count());
    assert_eq!(steps.matches("<li>").count(), steps.matches("</li>").count());
}

#[test]
fn tables_of_logic_stand_among_the_proofs_in_words() {
    let site = site();
    let page = fixture::page(&site, "en/game/proof/01.html");
    let table = between(page, "<div class=\"logic-tables\">", "</table>");
    for words in [
        "<caption>Storms</caption>",
        "<th scope=\"col\" class=\"short start\">Season</th>",
        ">1–3</td>",
        ">all but 1–3</td>",
        ">not stated</td>",
        ">High summer</td>",
        ">any</td>",
        "see <span class=\"ref outside\">The Base Game 9.6.3</span>",
        ">≤ 4</td>",
        ">≥ 5</td>",
        "<code>2 * fleet - 8</code>",
    ] {
        assert!(table.contains(words), "no {words} in {table}");
    }
    assert!(fixture::page(&site, "ja/game/proof/01.html").contains("<caption>嵐</caption>"));
    assert!(!fixture::page(&site, "en/game/01.html").contains("<caption>"), "the text has the table");
}

#[test]
fn an_option_stands_in_its_section_and_on_the_page_of_verdicts() {
    let site = site();
    for (page, id) in [("en/game/notes/01.html", "one.option-storms"), ("en/game/verdicts.html", "_option-storms")] {
        let page = fixture::page(&site, page);
        let shown = between(page, &format!("id=\"{id}\""), "</ul>");
        let followed = "<li class=\"followed\">Before the move. <span class=\"badge\">followed here</span></li>";
        assert!(shown.contains(followed) && shown.contains("<li>After the move.</li>"), "{shown}");
        assert!(page.contains("Printed &lt;first&gt;."), "the author's words are no markup: {page}");
    }
    let rules = fixture::page(&site, "en/game/01.html");
    let mark = "<p class=\"mark\"><a class=\"doubt\" href=\"notes/01.html#one.option-storms\" title=\"We play: Before the move.\">Unclear</a></p>";
    assert!(fixture::page(&site, "assets/cards-en.js").contains("\"text\":\"We play: Before the move.\""));
    assert!(rules.contains(mark) && !rules.contains("Printed &lt;first&gt;."), "{rules}");
    let ja = fixture::page(&site, "ja/game/notes/01.html");
    assert!(ja.contains("移動の前。") && ja.contains("<span lang=\"en\">After the move.</span>"), "{ja}");
}

#[test]
fn the_page_of_verdicts_tells_of_everything() {
    let site = site();
    let page = fixture::page(&site, "en/game/verdicts.html");
    assert_eq!(page.matches("<span class=\"total\">1</span>").count(), 6, "each kind once: {page}");
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("no {words:?} in {page}"));
    assert!(at("id=\"_disputed\"") < at("id=\"_examples\""), "disputes first");
    let set = between(page, "id=\"_assumption-calm-seas\"", "</section>");
    assert!(set.contains("Drift of ships <a href=\"01.html#one\""), "{set}");
    assert!(set.contains("(left to The Base Game 9.6.4)"), "{set}");
    assert!(set.contains("<a href=\"#one.example-guessed\">1 (3)</a>"), "{set}");
    let ids = crawl::tags(page).into_iter().filter_map(|tag| tag.attributes.get("id").cloned());
    assert_eq!(ids.filter(|id| id.starts_with("one.example-")).count(), 6);
    assert!(fixture::page(&site, "en/game/index.html").contains("<a href=\"verdicts.html\">Verdicts"));
}

#[test]
fn a_book_of_which_nothing_was_run_claims_no_proof() {
    const PLAYED: &str = "when it played the examples by them";
    const LOGIC: &str = "    logic: |\n      value pay: 1..9 = 2\n";
    assert!(fixture::page(&site(), "en/game/verdicts.html").contains(PLAYED));
    let chapter = |more: &str| {
        format!(
            "chapter: {{number: \"1\", title: One}}\nsections:\n  - id: one\n    title: One\n    text: \"Text.\"\n{more}"
        )
    };
    for (more, said) in [
        ("    examples:\n      - {id: told, text: A tale.}\n", "No program has run an example of this book yet"),
        ("", "This book has no examples."),
    ] {
        let files = |more: &str| {
            [("rules-en/game/book.yaml", fixture::BOOK.to_owned()), ("rules-en/game/01.yaml", chapter(more))]
        };
        let of = |files: &[(&str, String)]| {
            fixture::site(&files.iter().map(|(path, text)| (*path, text.as_str())).collect::<Vec<_>>())
        };
        let site = of(&files(&format!("{LOGIC}{more}")));
        let page = fixture::page(&site, "en/game/verdicts.html");
        assert!(page.contains(said) && !page.contains(PLAYED), "{page}");
        // Where there is nothing to run, nothing is said of it.
        let site = of(&files(more));
        assert!(!site.files.contains_key("en/game/verdicts.html"));
        assert!(!fixture::page(&site, "en/game/01.html").contains("verdict"));
    }
}

#[test]
fn the_inventory_has_the_verdicts() {
    let site = site();
    let inventory: serde_json::Value = serde_json::from_slice(&site.files["rules.json"]).expect("JSON");
    let book = &inventory["books"][0];
    assert_eq!(book["languages"][0]["verdicts"], "en/game/verdicts.html");
    let examples = book["examples"].as_array().expect("examples");
    assert_eq!(examples.len(), 6);
    assert_eq!(examples[2]["verdict"], "passed_under_assumption");
    assert_eq!(examples[2]["assumed"][0], "calm-seas");
    assert_eq!(examples[2]["anchor"], "one.example-guessed");
    assert_eq!(examples[3]["disputes"][0]["by_rule"], "2");
    assert_eq!(examples[4]["needs"], "base:9.6.4");
}

#[test]
fn given_days_stand_as_the_language_writes_them() {
    let book = "title: {en: Acts}\nprovenance: {en: \"Told.\"}\nlanguages: [en]\nrule_language: 2\n";
    let chapter = "chapter: {number: \"1\", title: One}\nsections:\n  - id: one\n    number: \"1\"\n    title: One\n    \
                   text: Of age at eighteen.\n    labels: {born: Born}\n    logic: |\n      entity Person\n        \
                   born: date\n      value age(p: Person, day: date): number = years from p.born to day\n    examples:\n      \
                   - id: seventeen\n        text: Seventeen.\n        given: {Person: {lena: {born: 1992-02-29}}}\n        \
                   run: {age: {p: lena, day: 2010-02-27}}\n        expect: 17\n";
    let site = fixture::site(&[("rules-en/acts/book.yaml", book), ("rules-en/acts/01.yaml", chapter)]);
    let page = fixture::page(&site, "en/acts/proof/01.html");
    assert!(page.contains("29 February 1992"), "{page}");
}
