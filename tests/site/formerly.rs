//! An address that ever existed leads to its successor.

use std::collections::BTreeMap;

use rulestone::site::{BaseUrl, Options, Site};

use super::{crawl, fixture};

const BOOK: &str = "title: {en: The Game, ja: ゲーム}\nprovenance:\n  en: |\n    Told.\nlanguages: [en, ja]\n";

/// `04-war` was `04-battle`; `rout` was `flight` there and then went to `05-after`; `loot` was `spoils`, and has statements that stood
/// in `rout` and `clash`. That of `clash.a` is there again.
fn site(base: Option<&str>) -> Site {
    let library = fixture::library(&[
        ("rules-en/game/book.yaml", BOOK),
        (
            "rules-en/game/04-war.yaml",
            "chapter: {number: \"4\", title: \"War <b>\", formerly: [04-battle, index]}\nsections:\n  - id: clash\n    number: \"4.1\"\n    \
             title: Clash\n    formerly: [\"04-battle#fight\", \"04-war#n4\", \"04-war#fight\"]\n    text: |\n      ^a They clash.\n    notes:\n      \
             - {id: why, kind: design, text: So.}\n",
        ),
        (
            "rules-en/game/05-after.yaml",
            "chapter: {number: \"5\", title: After}\nsections:\n  - id: rout\n    number: \"5.1\"\n    title: \"Rout <i>\"\n    \
             formerly: [\"04-battle#flight\", \"04-war#flight\", \"04-war#rout\"]\n    text: |\n      ^a They run.\n  - id: loot\n    \
             number: \"5.2\"\n    title: Loot\n    formerly: [\"05-after#spoils\", \"05-after#rout.b\", \"04-battle#clash.c\", \"04-war#clash.a\"]\n",
        ),
        ("rules-ja/game/04-war.yaml", "chapter: {title: 戦}\nsections:\n  - {id: clash, title: 衝突}\n"),
        ("rules-ja/game/05-after.yaml", "chapter: {title: 後}\nsections:\n  - {id: rout, title: 敗走}\n"),
    ]);
    let base_url = base.map(|base| BaseUrl::parse(base).expect("an address"));
    fixture::render(&library, &Options { base_url, ..Options::default() })
}

fn ids<'t>(tags: &'t BTreeMap<&str, Vec<crawl::Tag>>, page: &str) -> Vec<&'t str> {
    crawl::ids(page, &tags[page]).into_iter().collect()
}

/// The address to which a page leads on by itself.
fn refresh<'t>(tags: &'t BTreeMap<&str, Vec<crawl::Tag>>, page: &str) -> &'t str {
    let tags = tags.get(page).unwrap_or_else(|| panic!("no {page}"));
    let mut refresh = tags.iter().filter(|tag| tag.attributes.get("http-equiv").is_some_and(|of| of == "refresh"));
    let content = &refresh.next().unwrap_or_else(|| panic!("{page} leads nowhere")).attributes["content"];
    content.strip_prefix("0; url=").expect("at once")
}

#[test]
fn a_former_id_is_an_anchor_of_its_section_in_every_edition() {
    let site = site(None);
    let pages = crawl::pages(&site);
    for page in ["en/game/04-war.html", "ja/game/04-war.html", "en-ja/game/04-war.html", "en/game/notes/04-war.html"] {
        let ids = ids(&pages, page);
        for id in ["clash", "fight", "n4", "n4.1"] {
            assert!(ids.contains(&id), "{page}: {ids:?}");
        }
        let text = fixture::page(&site, page);
        let heading = text.split("id=\"clash\"").nth(1).and_then(|rest| rest.split("Clash").next().or(Some(rest)));
        assert!(heading.expect("the heading").contains("<span class=\"anchor\" id=\"fight\"></span>"), "{page}");
    }
    let after = ids(&pages, "en/game/05-after.html");
    assert!(after.contains(&"rout.b"), "{after:?}");
    for page in ["en/game/05-after.html", "ja/game/book.html"] {
        assert!(ids(&pages, page).contains(&"spoils"), "{page}");
    }
    let whole = ids(&pages, "en/game/book.html");
    for id in ["fight", "flight", "spoils", "_chapter-04-battle", "_chapter-04-war"] {
        assert!(whole.contains(&id), "{whole:?}");
    }
}

#[test]
fn what_went_to_another_chapter_is_named_where_it_stood() {
    let site = site(None);
    for (page, to) in [
        ("en/game/04-war.html", "05-after.html#rout"),
        ("ja/game/04-war.html", "05-after.html#rout"),
        ("ja-en/game/04-war.html", "05-after.html#rout"),
        ("en/game/notes/04-war.html", "05-after.html#rout"),
    ] {
        let pages = crawl::pages(&site);
        let leads = |id: &str| {
            let mut links = pages[page].iter().filter(|tag| tag.name == "a");
            links.any(|tag| tag.attributes.get("id").is_some_and(|has| has == id))
        };
        assert!(leads("clash.c") && !leads("clash.a"), "{page}");
        let of = |id: &str| {
            let mut link = pages[page].iter().filter(|tag| tag.attributes.get("id").is_some_and(|has| has == id));
            link.next().unwrap_or_else(|| panic!("{page} has no {id}")).attributes["href"].clone()
        };
        assert_eq!([of("flight"), of("rout")], [to, to], "{page}");
    }
    assert!(!fixture::page(&site, "en/game/05-after.html").contains("class=\"moved\""));
    assert!(fixture::page(&site, "en/game/04-war.html").contains("Rout &lt;i&gt;"));
}

#[test]
fn a_former_chapter_leads_to_that_of_today() {
    let site = site(None);
    let pages = crawl::pages(&site);
    for (page, to) in [
        ("en/game/04-battle.html", "04-war.html"),
        ("ja/game/04-battle.html", "04-war.html"),
        ("en-ja/game/04-battle.html", "04-war.html"),
        ("ja-en/game/04-battle.html", "04-war.html"),
        ("en/game/notes/04-battle.html", "04-war.html"),
        // Nothing of it is proven.
        ("en/game/proof/04-battle.html", "../04-war.html"),
        ("en/game/index_.html", "04-war.html"),
    ] {
        assert_eq!(refresh(&pages, page), to, "{page}");
        let script = pages[page].iter().find(|tag| tag.name == "script").expect("a script");
        assert_eq!(script.attributes["data-to"], to);
        let src = &script.attributes["src"];
        assert!(src.ends_with("assets/moved.js") && src.matches("../").count() == page.matches('/').count(), "{src}");
        assert!(fixture::page(&site, page).contains("War &lt;b&gt;") || page.starts_with("ja"), "{page}");
        let links = pages[page].iter().filter(|tag| tag.name == "a");
        assert_eq!(links.map(|tag| tag.attributes["href"].as_str()).collect::<Vec<_>>(), [to]);
    }
    assert!(site.files.contains_key("assets/moved.js"));
    let kept = fixture::page(&site, "en/game/offline.json");
    assert!(!kept.contains("04-battle"), "{kept}");
    assert!(fixture::page(&site, "en/game/index.html").contains("The Game"), "the book's own page");
}

#[test]
fn a_shared_address_leads_to_the_section_of_today() {
    let site = site(Some("https://rules.example.org/"));
    let pages = crawl::pages(&site);
    assert_eq!(refresh(&pages, "en/game/s/fight.html"), "../04-war.html#clash");
    assert_eq!(refresh(&pages, "ja/game/s/flight.html"), "../05-after.html#rout");
    let page = fixture::page(&site, "en/game/s/fight.html");
    assert!(page.contains("content=\"https://rules.example.org/en/game/s/clash.html\""), "{page}");
    let old = fixture::page(&site, "en/game/04-battle.html");
    assert!(old.contains("<link rel=\"canonical\" href=\"https://rules.example.org/en/game/04-war.html\">"), "{old}");
    assert!(!fixture::page(&site, "sitemap.xml").contains("battle"));
}

#[test]
fn a_site_in_which_nothing_was_renamed_has_nothing_for_it() {
    let site = fixture::site(&[
        ("rules-en/game/book.yaml", fixture::BOOK),
        ("rules-en/game/01.yaml", "chapter: {title: One}\nsections:\n  - {id: one, title: One}\n"),
    ]);
    assert!(!fixture::page(&site, "en/game/01.html").contains("class=\"moved\""));
}
