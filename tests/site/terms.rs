//! Terms of the glossary in the rules, and what the card of a link shows of them.

use super::{crawl, fixture, links};

const CHAPTER: &str = r"chapter: {title: One}
sections:
  - id: one
    title: The routed army
    text: |
      ^a An army that is *routed*, the `army`, and [the army](https://example.org/army) with [[two|an army]].

      ^b Two armies at a siege
      train. The *siege train* again.

      ### Army

      | army |
      |------|
      | fleet |
  - {id: two, title: Two, text: An army and a fleet and a plain word.}
  - {id: army-home, title: Home, text: An army is many.}
";

const TERMS: &str = r#"terms:
  - {id: army, name: army, definition: "Many \"><script> units.", group: concept, section: army-home}
  - {id: fleet, name: fleet, definition: "See [[two]].", group: concept}
  - {id: siege, name: siege, definition: A long wait., group: concept}
  - {id: train, name: siege train, definition: Heavy arms., group: concept}
  - {id: routed, name: routed, group: concept}
"#;

fn site() -> rulestone::site::Site {
    fixture::site(&[
        ("rules-en/game/book.yaml", fixture::BOOK),
        ("rules-en/game/01.yaml", CHAPTER),
        ("rules-en/game/terms.yaml", TERMS),
        ("rules-ja/game/01.yaml", "chapter: {title: 一}\nsections:\n  - {id: two, title: 二, text: 軍は動く。}\n"),
        ("rules-ja/game/terms.yaml", "terms:\n  - {id: army, name: 軍}\n"),
    ])
}

#[test]
fn a_term_is_marked_once_in_a_section_and_only_among_plain_words() {
    let site = site();
    links::follow(&site);
    let page = fixture::page(&site, "en/game/01.html");
    let marked: Vec<&str> =
        page.split("<a class=\"term\" href=\"").skip(1).filter_map(|rest| Some(rest.split_once("</a>")?.0)).collect();
    let expected = [
        "glossary.html#army\">army",
        // The longest name, over the end of a line.
        "glossary.html#train\">siege\ntrain",
        "glossary.html#fleet\">fleet",
        "glossary.html#army\">army",
        "glossary.html#fleet\">fleet",
    ];
    assert_eq!(marked, expected, "{page}");
    assert!(page.contains("<code>army</code>") && page.contains("<p class=\"subheading\">Army</p>"), "{page}");
    let notes = fixture::page(&site, "en/game/notes/01.html");
    assert_eq!(notes.matches("<a class=\"term\" href=\"../glossary.html#").count(), expected.len());
}

#[test]
fn terms_are_marked_in_the_language_of_the_page_alone() {
    let site = site();
    let page = fixture::page(&site, "ja/game/01.html");
    assert!(page.contains("<a class=\"term\" href=\"glossary.html#army\">軍</a>は動く"), "{page}");
    assert_eq!(page.matches("class=\"term\"").count(), 1, "what is not translated has its own terms: {page}");
}

#[test]
fn what_terms_mean_is_kept_for_cards_as_plain_words() {
    let site = site();
    let script = fixture::page(&site, "assets/cards-en.js");
    let before = "(globalThis.rulestoneParts ??= {})[\"cards-en\"] = ";
    assert!(script.starts_with(before) && !script.contains('<'), "{script}");
    let json = script.trim_start_matches(before).trim_end().trim_end_matches(';');
    let told: serde_json::Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(
        told["books"]["game"]["terms"]["army"],
        serde_json::json!({"name": "army", "text": "Many “><script> units."})
    );
    assert_eq!(told["books"]["game"]["terms"]["fleet"]["text"], "See Two.");
    assert!(told["books"]["game"]["terms"]["routed"].is_null(), "nothing is told of it");
    assert!(fixture::page(&site, "en/game/offline.json").contains("assets/cards-en.js"));
    let ids: Vec<_> = told["books"]["game"]["terms"].as_object().expect("terms").keys().cloned().collect();
    let pages = crawl::pages(&site);
    let there = crawl::ids("en/game/glossary.html", &pages["en/game/glossary.html"]);
    assert!(ids.iter().all(|id| there.contains(id.as_str())), "{ids:?}");
}
