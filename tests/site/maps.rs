//! The maps of a book: each place leads to what the book says of it; legend, list and set-up say the same in words.

use std::fmt::Write as _;

use super::fixture::{page, site};

const BOOK: &str =
    "title: {en: Game, ja: ゲーム}\nprovenance:\n  en: |\n    Told.\n  ja: |\n    話。\nlanguages: [en, ja]\n";
const CHAPTER: &str = "chapter: {title: One}\nsections:\n  - {id: ports, title: Ports, tables: [ports], text: \"^a Ostia is a port.\"}\n  \
     - {id: seas, title: Seas, text: \"^a Ships sail.\"}\n";
const TERMS: &str = "terms:\n  - {id: ostia, name: Ostia, group: space}\n  - {id: cosa, name: 'Cosa <b>', group: space}\n  \
     - {id: sea, name: The sea, group: space, section: seas}\n  - {id: rome, name: Rome, group: power}\n";
const MAPS: &str = "maps:\n  - id: sketch\n    title: {en: Sketch, ja: 略図}\n    note: {en: 'See [[seas]]. <i>Ours</i>', ja: 話}\n    places: areas\n    column: area\n    size: [100, 50]\n    \
     positions: {ostia: [20, 20], cosa: [20, 40], sea: [80, 30]}\n    signs:\n      - {column: sea, sign: wave, name: {en: sea, ja: 海}}\n      - {column: port, sign: ring, name: {en: port, ja: 港}}\n    \
     borders:\n      table: borders\n      from: from\n      to: to\n      lines:\n        - {column: kind, is: hazard, line: double, name: {en: hazardous, ja: 危険}}\n    \
     setups:\n      - {id: start, title: {en: at the start, ja: 開始時}, table: setup, column: at, show: [power, ships]}\n  \
     - {id: grid, title: {en: Grid, ja: 枠}, note: {en: Told., ja: 話}, places: ports, column: port, squares: square}\n";
const AREAS: &str = "table: areas\ncolumns: {area: term, sea: yes/no, port: yes/no}\nrows:\n  - {area: ostia, port: yes}\n  - {area: cosa}\n  - {area: sea, sea: yes}\n";
const BORDERS: &str = "table: borders\ncolumns: {from: term, to: term, kind: text}\nrows:\n  - {from: ostia, to: cosa}\n  - {from: ostia, to: sea, kind: hazard}\n";
const SETUP: &str = "table: setup\ncolumns: {at: term, power: term, ships: 0..9}\nheaders: {power: {en: power, ja: 勢力}, ships: {en: ships, ja: 艦}}\nrows:\n  - {at: ostia, power: rome, ships: 3}\n";
const PORTS: &str = "table: ports\ntitle: {en: The ports, ja: 港}\ncolumns: {port: term, square: text}\nheaders: {port: {en: Port, ja: 港}}\nrows:\n  - {port: ostia, square: 2B}\n  - {port: cosa, square: 1A}\n";

fn files() -> Vec<(&'static str, &'static str)> {
    vec![
        ("rules-en/game/book.yaml", BOOK),
        ("rules-en/game/01.yaml", CHAPTER),
        ("rules-en/game/terms.yaml", TERMS),
        ("rules-en/game/maps.yaml", MAPS),
        ("rules-en/game/data/areas.yaml", AREAS),
        ("rules-en/game/data/borders.yaml", BORDERS),
        ("rules-en/game/data/setup.yaml", SETUP),
        ("rules-en/game/data/ports.yaml", PORTS),
        ("rules-ja/game/terms.yaml", "terms:\n  - {id: ostia, name: オスティア}\n  - {id: rome, name: ローマ}\n"),
    ]
}

#[test]
fn a_map_shows_places_borders_by_kind_and_what_stands_there() {
    let site = site(&files());
    let english = page(&site, "en/game/map.html");
    // A place leads to the section where it is at home, or to the glossary; its name is no markup.
    assert!(english.contains("<a class=\"map-place\" href=\"01.html#seas\" aria-label=\"The sea, sea\">"), "{english}");
    assert!(english.contains("href=\"glossary.html#cosa\" aria-label=\"Cosa &lt;b&gt;\""), "{english}");
    assert!(!english.contains("<b>") && !english.contains("<i>"), "{english}");
    // The signs and lines are drawn, and the legend says what they mean.
    for part in [
        "class=\"map-wave\"",
        "class=\"map-ring\"",
        "map-line-double",
        "map-line-plain",
        "> hazardous</li>",
        "> port</li>",
        "> Border</li>",
        "> Place</li>",
    ] {
        assert!(english.contains(part), "no {part} in {english}");
    }
    // The list: borders both ways with their kind, the sections that name the place, what stands there.
    let ostia = english.split("id=\"_place-sketch-ostia\"").nth(1).and_then(|rest| rest.split("</div>").next());
    let ostia = ostia.expect("an entry of the list");
    assert!(ostia.contains("href=\"#_place-sketch-cosa\">Cosa &lt;b&gt;</a>"), "{ostia}");
    assert!(ostia.contains("href=\"#_place-sketch-sea\">The sea</a> (hazardous)"), "{ostia}");
    assert!(ostia.contains("<dd>Rome, ships\u{a0}3</dd>") && ostia.contains("<a href=\"01.html#ports\">"), "{ostia}");
    // The set-up is a picture of its own.
    assert!(
        english.contains("<summary>Set-up: at the start</summary>") && english.contains("At each place: power, ships")
    );
    assert!(
        english.contains("<tspan class=\"map-unit\"") && english.contains(">Rome, ships\u{a0}3</tspan>"),
        "{english}"
    );
    let grid = english.split("map-squares").nth(1).expect("a grid");
    assert!(grid.contains("aria-label=\"2B\"") && grid.contains("href=\"01.html#ports.table-ports.ostia\""), "{grid}");
}

#[test]
fn the_map_is_found_from_the_book_its_contents_and_its_table_in_each_language() {
    let site = site(&files());
    assert!(page(&site, "en/game/index.html").contains("<li><a href=\"map.html\">Map</a></li>"));
    assert!(page(&site, "en/game/01.html").contains("<a href=\"map.html#_map-grid\">On the map</a>"));
    let japanese = page(&site, "ja/game/map.html");
    assert!(japanese.contains(">オスティア</tspan>") && japanese.contains(">ローマ、艦\u{a0}3</tspan>"), "{japanese}");
    assert!(japanese.contains("lang=\"en\" ") || japanese.contains("lang=\"en\">"), "a name in English says so");
    let offline = page(&site, "ja/game/offline.json");
    assert!(offline.contains("ja/game/map.html"), "{offline}");
    let without: Vec<_> = files().into_iter().filter(|(path, _)| !path.ends_with("maps.yaml")).collect();
    let site = super::fixture::site(&without);
    assert!(!site.files.contains_key("en/game/map.html") && !page(&site, "en/game/index.html").contains("map.html"));
}

#[test]
fn what_is_wrong_with_a_map_is_left_out_of_it() {
    let maps = MAPS.replace("ostia: [20, 20], ", "nobody: [1, 1], ").replace("cosa: [20, 40]", "cosa: [200, 40]");
    let mut files = files();
    files[3].1 = Box::leak(maps.into_boxed_str());
    let site = site(&files);
    let english = page(&site, "en/game/map.html");
    let picture = english.split("</svg>").next().expect("a picture");
    assert_eq!(picture.matches("class=\"map-place\"").count(), 1, "only the sea has a place: {picture}");
    assert!(!picture.contains("map-line"), "and a border without its ends is none: {picture}");
}

#[test]
fn a_large_map_is_drawn_whole() {
    let (mut areas, mut terms, mut borders) = (String::new(), "terms:\n".to_owned(), String::new());
    let mut positions = String::new();
    let count = 10_000_u32;
    for at in 0..count {
        let _ = writeln!(areas, "  - {{area: p{at}}}");
        let _ = writeln!(terms, "  - {{id: p{at}, name: Xq{at}}}");
        let _ = writeln!(positions, "      p{at}: [{}, {}]", at % 1000, at / 1000 * 90);
        for next in 1..=5 {
            let _ = writeln!(borders, "  - {{from: p{at}, to: p{}}}", (at + next * 7) % count);
        }
    }
    let maps = format!(
        "maps:\n  - id: sketch\n    title: {{en: Sketch}}\n    note: {{en: Ours}}\n    places: areas\n    column: area\n    size: [1000, 1000]\n    positions:\n{positions}    borders: {{table: borders, from: from, to: to}}\n"
    );
    let files = [
        ("rules-en/game/book.yaml", "title: {en: Game}\nprovenance:\n  en: |\n    Told.\nlanguages: [en]\n".to_owned()),
        ("rules-en/game/01.yaml", CHAPTER.to_owned()),
        ("rules-en/game/terms.yaml", terms),
        ("rules-en/game/maps.yaml", maps),
        ("rules-en/game/data/areas.yaml", format!("table: areas\ncolumns: {{area: term}}\nrows:\n{areas}")),
        (
            "rules-en/game/data/borders.yaml",
            format!("table: borders\ncolumns: {{from: term, to: term}}\nrows:\n{borders}"),
        ),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let site = site(&files);
    assert_eq!(page(&site, "en/game/map.html").matches("class=\"map-place\"").count(), 10_000);
}
