//! Every link leads somewhere, and the addresses that readers keep are there.

use std::collections::{BTreeMap, BTreeSet};

use rulestone::site::Site;

use super::{crawl, fixture};

/// Follows every link of a site; returns how many there are.
pub(super) fn follow(site: &Site) -> usize {
    let pages = crawl::pages(site);
    let ids: BTreeMap<&str, BTreeSet<&str>> =
        pages.iter().map(|(page, tags)| (*page, crawl::ids(page, tags))).collect();
    let mut links = 0;
    for (page, tags) in &pages {
        for tag in tags {
            for name in
                ["href", "src", "action", "aria-labelledby", "aria-controls", "data-index", "data-twin", "data-to"]
            {
                let Some(href) = tag.attributes.get(name) else { continue };
                if name.starts_with("aria") {
                    assert!(ids[page].contains(href.as_str()), "{page}: {name} {href}");
                    continue;
                }
                if ["https://", "http://", "mailto:"].iter().any(|scheme| href.starts_with(scheme)) {
                    assert_eq!(
                        tag.attributes.get("rel").map(String::as_str),
                        Some("noopener noreferrer"),
                        "{page}: {href}"
                    );
                    continue;
                }
                let (file, anchor) = crawl::target(page, href);
                assert!(site.files.contains_key(&file), "{page}: {href} leads to no file");
                let there = ids.get(file.as_str());
                assert!(
                    anchor.is_empty() || there.is_some_and(|ids| ids.contains(anchor.as_str())),
                    "{page}: {href}: no such anchor"
                );
                links += 1;
            }
        }
    }
    links
}

#[test]
fn every_link_of_the_shipped_books_leads_somewhere() {
    let site = fixture::shipped();
    assert!(follow(site) > 1000, "the shipped books have many links");
    assert!(site.files.contains_key(&site.first_page));
}

/// Each says it where it opens and is listed on the page, in the words of its language; a book that amends nothing has no
/// such page.
#[test]
fn sections_that_amend_another_document_say_so_and_are_listed() {
    let site = fixture::shipped();
    for (language, told) in [
        ("en", "Adds to base game 9.6.3."),
        ("ja", "基本ゲーム9.6.3に追加する。"),
        ("ru", "Дополняет: базовая игра 9.6.3."),
    ] {
        let list = fixture::page(site, &format!("{language}/sword-of-rome-5p/amendments.html"));
        assert_eq!(list.matches("class=\"amends\"").count(), 21, "{language}");
        let chapter = fixture::page(site, &format!("{language}/sword-of-rome-5p/09-movement.html"));
        for page in [list, chapter] {
            assert!(page.contains(told), "{language}: {page}");
        }
        assert!(!site.files.contains_key(&format!("{language}/hellenes/amendments.html")), "{language}");
    }
    assert!(fixture::page(site, "en-ja/sword-of-rome-5p/09-movement.html").contains("Adds to base game 9.6.3."));
}

#[test]
fn permanent_addresses_of_the_sword_of_rome() {
    let site = fixture::shipped();
    let pages = crawl::pages(site);
    let page = "en/sword-of-rome-5p/09-movement.html";
    let ids = crawl::ids(page, &pages[page]);
    for id in [
        "naval-combat",
        "naval-combat.a",
        "n9.6.4",
        "naval-combat.note-port-modifiers",
        "naval-combat.example-neapolis-to-syracuse",
    ] {
        assert!(ids.contains(id), "{page} has no #{id}");
    }
}

#[test]
fn a_wrongly_printed_number_is_an_address_too() {
    let site = fixture::site(&[
        ("rules-en/game/book.yaml", fixture::BOOK),
        (
            "rules-en/game/01.yaml",
            "chapter: {number: \"1\", title: One}\nsections:\n  - {id: first, number: \"1.1\", aliases: [\"1.9\"], title: First}\n",
        ),
    ]);
    let page = fixture::page(&site, "en/game/01.html");
    assert!(page.contains("id=\"n1.1\"") && page.contains("id=\"n1.9\""), "{page}");
}

#[test]
fn the_inventory_lists_every_section_with_an_address_that_leads_there() {
    let site = fixture::shipped();
    let pages = crawl::pages(site);
    let inventory: serde_json::Value = serde_json::from_slice(&site.files["rules.json"]).expect("JSON");
    assert_eq!(inventory["version"], 1);
    let mut sections = 0;
    for language in inventory["books"]
        .as_array()
        .expect("books")
        .iter()
        .flat_map(|book| book["languages"].as_array().expect("languages"))
    {
        for section in language["sections"].as_array().expect("sections") {
            let (file, anchor) = crawl::target("rules.json", section["url"].as_str().expect("an address"));
            let tags = pages.get(file.as_str()).unwrap_or_else(|| panic!("no page {file}"));
            assert!(crawl::ids(&file, tags).contains(anchor.as_str()), "{file}#{anchor}");
            assert!(section["fingerprint"].as_str().is_some_and(|print| print.len() == 8));
            sections += 1;
        }
    }
    assert!(sections > 40);
}

#[test]
fn a_chapter_may_be_called_like_another_page() {
    let chapter = "chapter: {title: Index}\nsections:\n  - {id: first, title: First}\n";
    let site = fixture::site(&[
        ("rules-en/game/book.yaml", fixture::BOOK),
        ("rules-en/game/index.yaml", chapter),
        ("rules-en/game/glossary.yaml", &chapter.replace("first", "second")),
        ("rules-en/game/verdicts.yaml", &chapter.replace("first", "third")),
    ]);
    follow(&site);
    assert!(fixture::page(&site, "en/game/index_.html").contains("id=\"first\""));
}

#[test]
fn a_section_may_be_called_like_a_part_of_the_page() {
    let sections = ["main", "search", "found", "hits", "contents", "n1"]
        .map(|id| format!("  - {{id: {id}, title: T}}\n"))
        .concat();
    let chapter = format!("chapter: {{title: One}}\nsections:\n  - {{id: one, number: \"1\", title: One}}\n{sections}");
    // `n1` is an id here and the anchor of the number 1; `crawl::ids` refuses an id that stands twice.
    follow(&fixture::site(&[("rules-en/game/book.yaml", fixture::BOOK), ("rules-en/game/01.yaml", &chapter)]));
}
