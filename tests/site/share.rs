//! What a site tells other sites and programs once its address is known.

use rulestone::site::{BaseUrl, Options, Site};

use super::{crawl, fixture};

const AT: &str = "https://rules.example.org/lib/";

const BOOK: &str = "title: {en: The Game, ja: ゲーム}\nprovenance:\n  en: |\n    Told.\nlanguages: [en, ja]\n";

const RULINGS: &str = "rulings:\n  \
    - {id: older, on: [one.a], question: {en: \"Both <b>?\"}, answer: {en: Only one.}, by: The designer, date: 2026-02-01}\n  \
    - {id: newer, on: [two], answer: {en: \"Not & never.\"}, by: A & B, date: 2026-03-01}\n  \
    - {id: gone, on: [two], answer: {en: Never mind.}, date: 2025-03-01, withdrawn: 2026-04-01}\n  \
    - {id: undated, on: [two], answer: {en: Some day.}}\n";

fn files() -> Vec<(&'static str, String)> {
    let long = "word ".repeat(100);
    vec![
        ("rules-en/game/book.yaml", BOOK.to_owned()),
        ("rules-en/game/rulings.yaml", RULINGS.to_owned()),
        (
            "rules-en/game/01.yaml",
            format!(
                "chapter: {{number: \"1\", title: One}}\nsections:\n  - id: one\n    number: \"1.1\"\n    title: \"First \\\"><script>\"\n    \
                 text: |\n      ^a It *moves*, see [[two]]: \"><script>alert(1)</script>\n\n      ^b Then.\n  \
                 - {{id: two, number: \"1.2\", title: Second, text: \"{long}\"}}\n  - {{id: three, title: Empty}}\n"
            ),
        ),
        (
            "rules-ja/game/01.yaml",
            "chapter: {title: 一}\nsections:\n  - {id: one, title: 最初, text: \"^a 動く。\"}\n".to_owned(),
        ),
    ]
}

fn site(base: Option<&str>) -> Site {
    let files = files();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let base_url = base.map(|base| BaseUrl::parse(base).expect("an address"));
    fixture::render(&fixture::library(&files), &Options { base_url, ..Options::default() })
}

/// The values of an attribute of all tags that have another one.
fn values<'t>(tags: &'t [crawl::Tag], key: (&str, &str), wanted: &str) -> Vec<&'t str> {
    let is_it = |tag: &&crawl::Tag| tag.attributes.get(key.0).is_some_and(|value| value == key.1);
    tags.iter().filter(is_it).filter_map(|tag| tag.attributes.get(wanted)).map(String::as_str).collect()
}

#[test]
fn without_an_address_nothing_is_said_that_would_need_one() {
    let site = site(None);
    for name in ["sitemap.xml", "404.html", "feed.xml", "assets/share.js", "en/game/s/one.html"] {
        assert!(!site.files.contains_key(name), "{name}");
    }
    for (page, tags) in crawl::pages(&site) {
        let links = tags.iter().filter(|tag| tag.name == "link");
        let rels: Vec<_> = links.filter_map(|tag| tag.attributes.get("rel")).collect();
        assert!(!rels.iter().any(|rel| matches!(rel.as_str(), "canonical" | "alternate")), "{page}: {rels:?}");
    }
}

#[test]
fn every_page_says_its_whole_address_and_those_of_its_translations() {
    let site = site(Some("https://rules.example.org/lib"));
    let pages = crawl::pages(&site);
    for (page, tags) in &pages {
        let canonical = values(tags, ("rel", "canonical"), "href");
        match *page {
            "404.html" => assert!(canonical.is_empty(), "{page}"),
            page if page.contains("/s/") => {
                assert_eq!(canonical, [format!("{AT}{}/game/01.html", &page[..2])], "{page}");
            }
            page => assert_eq!(canonical, [format!("{AT}{page}")], "{page}"),
        }
        // Whoever is named as a translation names the others.
        let links: Vec<_> =
            tags.iter().filter(|tag| tag.name == "link" && tag.attributes.contains_key("hreflang")).collect();
        for link in links {
            let other = link.attributes["href"].strip_prefix(AT).expect("a whole address");
            let back = values(&pages[other], ("rel", "alternate"), "href");
            assert!(back.contains(&format!("{AT}{page}").as_str()) || *page == "index.html", "{page} and {other}");
        }
    }
    let twins = values(&pages["en/game/01.html"], ("rel", "alternate"), "hreflang");
    assert_eq!(twins, ["en", "ja"]);
    assert_eq!(values(&pages["en/index.html"], ("hreflang", "x-default"), "href"), [format!("{AT}index.html")]);
    assert!(
        values(&pages["en-ja/game/01.html"], ("rel", "alternate"), "hreflang").is_empty(),
        "two languages are no third"
    );
}

#[test]
fn a_section_has_a_page_whose_head_says_the_rule() {
    let site = site(Some(AT));
    let pages = crawl::pages(&site);
    let page = fixture::page(&site, "en/game/s/one.html");
    assert!(page.contains("<title>1.1 First “&gt;&lt;script&gt; · The Game</title>"), "{page}");
    let tags = &pages["en/game/s/one.html"];
    let text = "It moves, see 1.2 Second: “><script>alert(1)</script> Then.";
    assert_eq!(values(tags, ("name", "description"), "content"), [text]);
    assert_eq!(values(tags, ("property", "og:description"), "content"), [text]);
    assert_eq!(values(tags, ("property", "og:title"), "content"), ["1.1 First “><script> · The Game"]);
    assert_eq!(values(tags, ("property", "og:type"), "content"), ["article"]);
    assert_eq!(values(tags, ("property", "og:locale"), "content"), ["en_US"]);
    assert_eq!(values(tags, ("property", "og:locale:alternate"), "content"), ["ja_JP"]);
    assert_eq!(values(tags, ("property", "og:url"), "content"), [format!("{AT}en/game/s/one.html")]);
    assert_eq!(values(tags, ("http-equiv", "refresh"), "content"), ["0; url=../01.html#one"]);
    assert!(
        tags.iter().filter(|tag| tag.name == "script").all(|tag| tag.attributes["src"] == "../../../assets/share.js")
    );
    let links: Vec<_> = tags.iter().filter(|tag| tag.name == "a").map(|tag| tag.attributes["href"].as_str()).collect();
    assert_eq!(links, ["../01.html#one"]);
    let long = values(&pages["en/game/s/two.html"], ("name", "description"), "content")[0];
    assert!(long.chars().count() <= 300 && long.chars().count() > 280 && long.ends_with("word…"), "{long}");
    assert!(values(&pages["en/game/s/three.html"], ("name", "description"), "content").is_empty());
    let japanese = &pages["ja/game/s/one.html"];
    assert_eq!(values(japanese, ("name", "description"), "content"), ["動く。"]);
    assert_eq!(values(japanese, ("property", "og:locale"), "content"), ["ja_JP"]);
}

#[test]
fn the_sitemap_lists_every_page_that_stands_for_itself() {
    let site = site(Some(AT));
    let map = fixture::page(&site, "sitemap.xml");
    for page in crawl::pages(&site).keys() {
        let is_listed = map.contains(&format!("<loc>{AT}{page}</loc>"));
        assert_eq!(is_listed, !page.contains("/s/") && *page != "404.html", "{page}");
    }
    assert!(map.contains(&format!("hreflang=\"ja\" href=\"{AT}ja/game/01.html\"/>")), "{map}");
    assert!(!site.files.contains_key("robots.txt"), "what robots may do is for the whole server to say");
}

#[test]
fn the_page_for_lost_readers_works_at_any_depth_and_leads_to_the_search() {
    let site = site(Some(AT));
    let tags = &crawl::pages(&site)["404.html"];
    for tag in tags {
        for way in ["href", "src", "action"].iter().filter_map(|name| tag.attributes.get(*name)) {
            let file = way.strip_prefix("/lib/").or(way.strip_prefix("#_main").map(|_| "404.html"));
            assert!(file.is_some_and(|file| site.files.contains_key(file)), "{}: {way}", tag.name);
        }
    }
    let forms: Vec<_> =
        tags.iter().filter(|tag| tag.name == "form").filter_map(|tag| tag.attributes.get("action")).collect();
    assert_eq!(forms, ["/lib/en/search.html", "/lib/ja/search.html"]);
}

#[test]
fn rulings_are_told_in_a_feed_the_newest_first() {
    let site = site(Some(AT));
    let feed = fixture::page(&site, "feed.xml");
    let place = |words: &str| feed.find(words).unwrap_or_else(|| panic!("no {words} in {feed}"));
    assert!(place("2026-04-01") < place("2026-03-01") && place("2026-03-01") < place("2026-02-01"), "{feed}");
    assert!(
        feed.contains("<updated>2026-04-01T00:00:00Z</updated>\n<author>"),
        "the feed is as new as its newest ruling"
    );
    assert!(feed.contains("Both &lt;b&gt;? Only one.") || feed.contains("Both &lt;b&gt;?\n\nOnly one."), "{feed}");
    assert!(feed.contains("<name>A &amp; B</name>") && feed.contains("(withdrawn 2026-04-01)"), "{feed}");
    assert!(!feed.contains("Some day."), "what has no day is no news");
    let (page, anchor) = ("en/game/notes/01.html", "two.ruling-newer");
    assert!(feed.contains(&format!("<link href=\"{AT}{page}#{anchor}\"/>")), "{feed}");
    assert!(crawl::ids(page, &crawl::pages(&site)[page]).contains(anchor));
    let links = crawl::pages(&site);
    assert_eq!(values(&links["en/game/01.html"], ("type", "application/atom+xml"), "href"), ["../../feed.xml"]);
}

#[test]
fn pages_for_others_grow_with_the_sections_and_not_with_their_square() {
    let size = |count: usize| {
        let sections: Vec<String> =
            (0..count).map(|at| format!("  - {{id: s{at}, title: T, text: \"Some text.\"}}\n")).collect();
        let sections = sections.concat();
        let chapter = format!("chapter: {{title: One}}\nsections:\n{sections}");
        let library =
            fixture::library(&[("rules-en/game/book.yaml", fixture::BOOK), ("rules-en/game/01.yaml", &chapter)]);
        let base_url = Some(BaseUrl::parse(AT).expect("an address"));
        let site = fixture::render(&library, &Options { base_url, ..Options::default() });
        let stubs = site.files.iter().filter(|(path, _)| path.contains("/s/"));
        stubs.map(|(_, content)| content.len()).sum::<usize>()
    };
    let (few, many) = (size(20), size(200));
    assert!(many < few * 11, "{few} and {many}");
}
