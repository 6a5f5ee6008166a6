//! A library whose author means harm: whatever it says is shown as words.

use super::{crawl, fixture, links};

const EVIL: &str = r#""><script>alert(1)</script><img src=x onerror=alert(2)>'"#;

fn site() -> rulestone::site::Site {
    fixture::render(&library(), &rulestone::site::Options::default())
}

/// What it says is markup wherever a text may stand.
pub(super) fn library() -> rulestone::library::Library {
    let long = "x".repeat(3000);
    let quoted = EVIL.replace('\'', "''");
    let book = format!(
        "title: {{en: '{quoted}', ja: '{quoted}'}}\nshort: {{en: '{quoted}'}}\nedition: '{quoted}'\npublisher: '{quoted}'\n\
         designer: '{quoted}'\nlicense: '{quoted}'\nprovenance:\n  en: |\n    {EVIL}\nlanguages: [en]\n\
         books:\n  - {{id: base, title: {{en: '{quoted}'}}, relation: amends}}\n\
         options:\n  - {{id: '{quoted}', title: {{en: '{quoted}'}}, readings: {{'{quoted}': {{en: '{quoted}'}}}}, followed: '{quoted}', \
         why: {{en: '{quoted}'}}, section: one}}\n"
    );
    let assumptions = format!(
        "assumptions:\n  - id: '{quoted}'\n    reason: {{en: '{quoted}'}}\n    logic: |\n      assume open(n) = 1\n"
    );
    let chapter = format!(
        "chapter: {{number: '1', title: '{quoted}'}}\nsections:\n  - id: one\n    number: '1.1'\n    aliases: ['{quoted}', '1 2']\n    \
         title: '{quoted}'\n    outside: base\n    text: |\n      ^a {EVIL}\n\n      [a](javascript:alert(3)) [b](data:text/html,x) [c](https://example.org/?\"'<>)\n\n      \
         {{<b>value</b>}} `{EVIL}` [[base:3|{EVIL}]] [[9.9|{EVIL}]] ![p](https://example.org/x.png)\n\n      \
         | {EVIL} | b |\n      |---|---|\n      | {long} | 2 |\n\n      {long}\n    notes:\n      - {{id: '{quoted}', kind: doubt, text: '{quoted}'}}\n      \
         - id: v\n        kind: variant\n        text: t\n        readings: {{'{quoted}': '{quoted}'}}\n    labels: {{open: '{quoted}', n: '{quoted}', t: '{quoted}'}}\n    \
         logic: |\n      value open(n: 0..9): 0..9 = external base:9\n      table t(n: 0..9) gives a: 0..99\n        | n | a |\n        | any | open(n) |\n    \
         examples:\n      - {{id: '{quoted}', text: '{quoted}'}}\n      \
         - {{id: run, text: x, run: {{t: {{n: 3}}}}, assume: ['{quoted}'], expect: {{printed: 2, by_rule: 1, why: '{quoted}'}}}}\n  \
         - {{id: '{quoted}', title: Bad id, text: 'x'}}\n"
    );
    let terms = format!(
        "terms:\n  - id: t\n    name: '{quoted}'\n    forms: ['{quoted}']\n    forbidden: ['{quoted}']\n    definition: |\n      {EVIL}\n    group: concept\n    section: one\n    reading: '{quoted}'\n"
    );
    let ja =
        format!("chapter: {{title: '{quoted}'}}\nsections:\n  - {{id: one, title: '{quoted}', text: '{quoted}'}}\n");
    fixture::library(&[
        ("rules-en/game/book.yaml", &book),
        ("rules-en/game/assumptions.yaml", &assumptions),
        ("rules-en/game/01.yaml", &chapter),
        ("rules-en/game/terms.yaml", &terms),
        ("rules-ja/game/01.yaml", &ja),
    ])
}

#[test]
fn nothing_of_the_text_becomes_markup() {
    let site = site();
    let pages = crawl::pages(&site);
    assert!(pages.contains_key("en/game/01.html") && pages.contains_key("en-ja/game/01.html"));
    for (page, tags) in &pages {
        for tag in tags {
            assert!(!["b", "iframe", "style", "object"].contains(&tag.name.as_str()), "{page}: a {}", tag.name);
            let ours =
                || tag.attributes.get("src").is_some_and(|src| src.trim_start_matches("../").starts_with("assets/"));
            assert!(
                !["script", "img"].contains(&tag.name.as_str()) || ours(),
                "{page}: a {} that is not ours",
                tag.name
            );
            for (name, value) in &tag.attributes {
                assert!(!name.starts_with("on"), "{page}: {name}");
                let link = ["href", "src", "action"].contains(&name.as_str());
                assert!(
                    !link || !value.trim_start().starts_with("javascript:") && !value.starts_with("data:"),
                    "{page}: {value}"
                );
            }
        }
    }
    let sheets = ["", "notes/", "proof/"].map(|sheet| fixture::page(&site, &format!("en/game/{sheet}01.html")));
    let page = sheets.concat();
    assert!(page.contains("&lt;script&gt;alert(1)"), "it is shown as words");
    let kinds: Vec<&str> = ["disputed", "<caption>", "<div class=\"trace\">", "note-option", "class=\"assumed\""]
        .into_iter()
        .filter(|part| !page.contains(part))
        .collect();
    assert!(kinds.is_empty(), "not tried: {kinds:?} in {page}");
}

#[test]
fn its_links_still_lead_somewhere() {
    links::follow(&site());
}

#[test]
fn the_search_index_ends_no_script() {
    let site = site();
    let index = fixture::page(&site, "assets/search-en.js");
    assert!(!index.contains('<') && index.contains("\\u003cscript>"), "{index}");
}
