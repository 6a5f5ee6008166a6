//! Pictures and symbols, in the line and alone: on the pages of each language, in the EPUB, offline, and as words.

use std::path::Path;

use rulestone::library::{self, Library, markup};
use rulestone::site::{Options, Site};

use super::{epub, fixture};

fn library() -> Library {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics/fine-pictures");
    library::load(&root).expect("a library").library
}

fn site() -> Site {
    let epub = jiff::Timestamp::from_second(315_532_800).ok();
    fixture::render(&library(), &Options { epub, ..Options::default() })
}

#[test]
fn texts_show_what_lies_in_the_folder_of_the_book() {
    let site = site();
    let page = fixture::page(&site, "en/demo/09-movement.html");
    for wanted in [
        "<img class=\"symbol black\" src=\"pictures/tap.svg\" alt=\"tap\" title=\"tap\" width=\"24\" height=\"24\"/>\u{2060}. It",
        "1\u{2060}<img class=\"symbol\" src=\"pictures/coin-1.png\" alt=\"gold piece\" title=\"gold piece\" width=\"32\" height=\"32\"/>",
        "<figure>\n<img class=\"picture black\" src=\"pictures/way.svg\" alt=\"A unit goes from the left to the right\" width=\"120\" height=\"40\"/>\n<figcaption>One step</figcaption>\n</figure>",
    ] {
        assert!(page.contains(wanted), "{wanted}\n{page}");
    }
    for file in ["tap.svg", "coin-1.png", "way.svg"] {
        assert!(site.files.contains_key(&format!("en/demo/pictures/{file}")), "{file}");
    }
}

#[test]
fn a_language_shows_its_own_and_those_of_the_reference_language_else() {
    let site = site();
    let page = fixture::page(&site, "ja/demo/09-movement.html");
    assert!(
        page.contains("<img class=\"picture\" src=\"pictures/way.svg\" alt=\"ユニットが左から右へ進む\""),
        "{page}"
    );
    assert!(page.contains("src=\"../../en/demo/pictures/tap.svg\" alt=\"タップ\""), "{page}");
    assert!(!site.files.contains_key("ja/demo/pictures/tap.svg"));
    // Side by side each text shows its own.
    let pair = fixture::page(&site, "ja-en/demo/09-movement.html");
    assert!(
        pair.contains("../../ja/demo/pictures/way.svg") && pair.contains("../../en/demo/pictures/way.svg"),
        "{pair}"
    );
    let offline = fixture::page(&site, "ja/demo/offline.json");
    for file in ["ja/demo/pictures/way.svg", "en/demo/pictures/tap.svg", "en/demo/pictures/coin-1.png"] {
        assert!(offline.contains(file), "{file} in {offline}");
    }
}

#[test]
fn an_epub_holds_what_it_shows() {
    let site = site();
    let files = epub::texts(&site, "ja/demo/book.epub");
    let package = &files["book/package.opf"];
    for (file, kind) in
        [("ja/way.svg", "image/svg+xml"), ("en/tap.svg", "image/svg+xml"), ("en/coin-1.png", "image/png")]
    {
        assert!(package.contains(&format!("href=\"pictures/{file}\" media-type=\"{kind}\"")), "{package}");
    }
    let chapter = &files["book/c-09-movement.xhtml"];
    assert!(
        chapter.contains("src=\"pictures/ja/way.svg\"") && chapter.contains("src=\"pictures/en/tap.svg\""),
        "{chapter}"
    );
}

#[test]
fn where_only_words_are_shown_the_words_stand_in_brackets() {
    let library = library();
    let text = |language: &str| {
        let book = &library.books[0];
        let section = book.section("movement").expect("the section").1;
        let prose = match language {
            "en" => section.text.as_ref(),
            other => book.translations[other].sections["movement"].text.as_ref(),
        };
        prose.expect("a text").document.plain(&|reference: &markup::Reference| reference.target.clone())
    };
    let english = "A unit that has moved is turned [tap]. It costs 1[gold piece] a step.\nUnits move as shown:\n\
        [A unit goes from the left to the right] One step\nTo the left [an arrow] and back.";
    assert_eq!(text("en"), english);
    assert!(text("ja").starts_with("移動したユニットは回す[タップ]。1歩ごとに1[金貨]を払う。"), "{}", text("ja"));
}
