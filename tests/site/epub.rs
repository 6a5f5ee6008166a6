//! A book as an EPUB: a ZIP that is known by its first bytes, XML that is well-formed whatever the texts say, links that stay
//! in it. That programs accept it, epubcheck says (`.ci/run`).

use std::collections::{BTreeMap, BTreeSet};

use gix_zlib::{Decompress, FlushDecompress};
use rulestone::library::Library;
use rulestone::site::{Options, Site};

use super::{fixture, hostile};

const FIRST: i64 = 315_532_800;

fn site(library: &Library) -> Site {
    let epub = jiff::Timestamp::from_second(FIRST).ok();
    fixture::render(library, &Options { epub, ..Options::default() })
}

fn game() -> Library {
    fixture::library(&[
        ("rules-en/game/book.yaml", fixture::BOOK),
        (
            "rules-en/game/01-armies.yaml",
            "chapter: {number: \"1\", title: Armies}\nsections:\n  - id: 9-armies\n    number: \"1\"\n    title: Armies\n    text: |\n      \
             ^a An army\\\n      halts, see [[2.1]] and [[more:5]], [so](https://example.org/?\"<>).\n\n      ---\n\n      - ^b A leader.\n    notes:\n      \
             - {id: open, kind: doubt, of: [a], text: \"Is it? Nobody says.\"}\n      - {id: why, kind: design, text: A remark.}\n    examples:\n      \
             - {id: told, text: As told.}\n      - {id: ours, own: yes, text: As we tell it.}\n",
        ),
        (
            "rules-en/game/02-men.yaml",
            "chapter: {number: \"2\", title: \"Men & <others>\"}\nsections:\n  - id: men\n    number: \"2.1\"\n    title: Men\n    text: |\n      \
             See [[1.a]]: a leader.\n",
        ),
        ("rules-en/game/terms.yaml", "terms:\n  - {id: leader, name: leader, definition: Who leads., section: men}\n"),
        ("rules-en/more/book.yaml", "title: {en: More}\nprovenance: {en: Told.}\nlanguages: [en]\n"),
        (
            "rules-en/more/01.yaml",
            "chapter: {number: \"5\", title: Fleets}\nsections:\n  - {id: fleets, number: \"5\", title: Fleets, text: Sail.}\n",
        ),
    ])
}

/// The files of a ZIP in their order, by its directory.
fn unpacked(zip: &[u8]) -> Vec<(String, Vec<u8>)> {
    let number = |at: usize, bytes: usize| {
        zip[at..at + bytes].iter().rev().fold(0_usize, |all, byte| all << 8 | usize::from(*byte))
    };
    let end = zip.len() - 22;
    let mut at = number(end + 16, 4);
    let mut files = Vec::new();
    for _ in 0..number(end + 10, 2) {
        let (method, packed, size) = (number(at + 10, 2), number(at + 20, 4), number(at + 24, 4));
        let (name, local) = (number(at + 28, 2), number(at + 42, 4));
        let path = String::from_utf8(zip[at + 46..at + 46 + name].to_vec()).expect("a name");
        let stored = &zip[local + 30 + name..local + 30 + name + packed];
        let mut content = vec![0; size];
        if method == 8 {
            let bytes = [&[0x78, 0x9c], stored].concat();
            Decompress::new().decompress(&bytes, &mut content, FlushDecompress::None).expect("deflated");
        } else {
            content.copy_from_slice(stored);
        }
        files.push((path, content));
        at += 46 + name;
    }
    files
}

pub(super) fn texts(site: &Site, address: &str) -> BTreeMap<String, String> {
    let zip = site.files.get(address).unwrap_or_else(|| panic!("no {address}"));
    let texts = unpacked(zip).into_iter().filter(|(path, _)| !path.contains("/pictures/"));
    texts.map(|(path, bytes)| (path, String::from_utf8(bytes).expect("UTF-8"))).collect()
}

/// Each element of an XML text with its attributes. Panics where the text is not well-formed.
fn elements<'t>(path: &str, text: &'t str) -> Vec<(&'t str, BTreeMap<&'t str, &'t str>)> {
    let fine = |words: &str| {
        let named = |word: &str| ["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|name| word.starts_with(name));
        assert!(words.split('&').skip(1).all(named), "{path}: {words}");
        assert!(!words.contains('<'), "{path}: {words}");
        assert!(
            !words.chars().any(|c| c < ' ' && !"\t\n\r".contains(c) || c > '\u{fffd}' && c < '\u{10000}'),
            "{path}"
        );
    };
    let (mut open, mut found) = (Vec::new(), Vec::new());
    let mut parts = text.split('<');
    assert_eq!(parts.next(), Some(""), "{path} begins with a tag");
    for part in parts {
        let (tag, words) = part.split_once('>').unwrap_or_else(|| panic!("{path}: <{part}"));
        fine(words);
        if tag.starts_with(['?', '!']) {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{path}: </{name}>");
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = BTreeMap::new();
        while !rest.trim().is_empty() {
            let (key, value) = rest.split_once("=\"").unwrap_or_else(|| panic!("{path}: <{tag}>"));
            let (value, after) = value.split_once('"').unwrap_or_else(|| panic!("{path}: <{tag}>"));
            fine(value);
            assert!(attributes.insert(key.trim(), value).is_none(), "{path}: <{tag}>");
            rest = after;
        }
        if !is_empty {
            open.push(name);
        }
        found.push((name, attributes));
    }
    assert!(open.is_empty(), "{path}: {open:?}");
    found
}

/// That all files are well-formed and listed, and each link leads to a file of the book, and to something in it.
fn check(files: &BTreeMap<String, String>) {
    let mut anchors: BTreeSet<String> = BTreeSet::new();
    let mut links = Vec::new();
    let marked = files.iter().filter(|(path, _)| !path.contains(".css") && *path != "mimetype");
    for (path, text) in marked {
        anchors.insert(path.clone());
        for (name, attributes) in elements(path, text) {
            if let Some(id) = attributes.get("id") {
                assert!(anchors.insert(format!("{path}#{id}")), "{path}: {id} twice");
            }
            assert!(!["script", "img", "iframe", "details", "input"].contains(&name), "{path}: <{name}>");
            assert!(attributes.keys().all(|key| !key.starts_with("on")), "{path}: {attributes:?}");
            links.extend(attributes.get("href").map(|to| (path.clone(), (*to).to_owned())));
        }
    }
    for (path, to) in links {
        let to_file = to.split('#').next().unwrap_or_default();
        if to.starts_with("https://") || to_file.contains(".css") {
            continue;
        }
        let to = if to.starts_with('#') { format!("{path}{to}") } else { format!("book/{to}") };
        assert!(anchors.contains(&to), "{path}: no {to}");
    }
    let package = &files["book/package.opf"];
    for path in files.keys().filter_map(|path| path.strip_prefix("book/")).filter(|path| *path != "package.opf") {
        assert_eq!(package.matches(&format!("href=\"{path}\"")).count(), 1, "{path}: {package}");
    }
}

#[test]
fn an_epub_holds_the_rules_and_its_links_stay_in_it() {
    let site = site(&game());
    let zip = &site.files["en/game/book.epub"];
    assert_eq!(
        &zip[..58],
        b"PK\x03\x04\x14\0\0\0\0\0\0\0\x21\0\x6f\x61\xab\x2c\x14\0\0\0\x14\0\0\0\x08\0\0\0mimetypeapplication/epub+zip"
    );
    let files = texts(&site, "en/game/book.epub");
    check(&files);
    let chapter = &files["book/c-01-armies.xhtml"];
    for expected in [
        "<h1><span class=\"num\">1</span> Armies</h1>",
        "An army<br/>",
        "<a class=\"ref\" href=\"c-02-men.xhtml#men\">",
        "<span class=\"ref outside\">More 5</span>",
        "href=\"https://example.org/?%22%3C%3E\"",
        "<hr/>",
        "<p class=\"mark\"><b>Unclear</b> Is it?</p>",
        "As told.",
    ] {
        assert!(chapter.contains(expected), "{expected}: {chapter}");
    }
    for absent in ["A remark.", "As we tell it.", "class=\"term\"", "notes/"] {
        assert!(!chapter.contains(absent), "{absent}: {chapter}");
    }
    let other = &files["book/c-02-men.xhtml"];
    assert!(other.contains("<h1><span class=\"num\">2</span> Men &amp; &lt;others&gt;</h1>"), "{other}");
    assert!(other.contains("href=\"c-01-armies.xhtml#9-armies.a\""), "{other}");
    let index = &files["book/index.xhtml"];
    assert!(index.contains("<a href=\"c-02-men.xhtml#men\"><strong>"), "{index}");
    let package = &files["book/package.opf"];
    assert!(package.contains("<meta property=\"dcterms:modified\">1980-01-01T00:00:00Z</meta>"), "{package}");
    assert!(
        !files.contains_key("book/c-01.xhtml") && !texts(&site, "en/more/book.epub").contains_key("book/index.xhtml")
    );
}

#[test]
fn pages_lead_to_it_where_it_was_made_and_readers_without_a_network_do_not_fetch_it() {
    let library = game();
    let with = site(&library);
    let link = "<a type=\"application/epub+zip\" href=\"book.epub\" aria-label=\"Whole book (EPUB)\" download=\"game-en.epub\">EPUB</a>";
    for page in ["en/game/index.html", "en/game/book.html"] {
        assert!(fixture::page(&with, page).contains(link), "{page}");
    }
    assert!(!fixture::page(&with, "en/game/offline.json").contains(".epub"));
    let without = fixture::render(&library, &Options::default());
    assert!(!without.files.keys().any(|path| path.contains(".epub")));
    assert!(without.files.values().all(|content| !String::from_utf8_lossy(content).contains("book.epub")));
    assert_eq!(with.files, site(&library).files, "the same books make the same bytes");
}

#[test]
fn pdfs_are_led_to_where_they_were_printed() {
    let library = game();
    let plain = fixture::render(&library, &Options::default());
    let pages: Vec<_> = plain.printable().into_iter().map(|(page, pdf)| format!("{page} {pdf}")).collect();
    assert_eq!(
        pages,
        ["en/game/book.html en/game/book.pdf", "en/more/book.html en/more/book.pdf"],
        "no book has an aid"
    );
    let printed = BTreeMap::from([("en/game/book.pdf".to_owned(), b"%PDF-".to_vec())]);
    let site = fixture::render(&library, &Options { printed, ..Options::default() });
    assert_eq!(site.files["en/game/book.pdf"], b"%PDF-");
    assert!(fixture::page(&site, "en/game/book.html").contains("<a type=\"application/pdf\" href=\"book.pdf\""));
    assert!(!fixture::page(&site, "en/more/book.html").contains(".pdf"));
    assert!(!fixture::page(&site, "en/game/offline.json").contains(".pdf"));
}

#[test]
fn whatever_a_book_says_an_epub_of_it_is_well_formed() {
    let site = site(&hostile::library());
    for language in ["en", "ja"] {
        check(&texts(&site, &format!("{language}/game/book.epub")));
    }
}

#[test]
fn every_shipped_book_is_one() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = rulestone::library::load(root).expect("the shipped library").library;
    let site = site(&library);
    for book in &library.books {
        for language in book.all_languages() {
            let files = texts(&site, &format!("{language}/{}/book.epub", book.id));
            check(&files);
            let chapters: String =
                files.iter().filter(|(path, _)| path.starts_with("book/c-")).map(|(_, text)| text.as_str()).collect();
            for (_, section) in book.sections() {
                assert_eq!(chapters.matches(&format!("<section id=\"{}\">", section.id)).count(), 1, "{}", section.id);
            }
        }
    }
}
