//! The data tables that sections show.

use super::fixture::{page, site};

/// A book whose one section shows a table, and its translation.
pub(crate) const TABLE_BOOK: &[(&str, &str)] = &[
    (
        "rules-en/game/book.yaml",
        "title: {en: Game, ja: ゲーム}\nprovenance:\n  en: |\n    Told.\n  ja: |\n    話。\nlanguages: [en, ja]\n\
         needs:\n  - {what: {en: the map, ja: マップ}, sections: [ports]}\n  - {what: {en: the cards, ja: カード}, sections: [ports]}\n",
    ),
    (
        "rules-en/game/01.yaml",
        "chapter: {title: One}\nsections:\n  - {id: ports, title: Ports, tables: [ports], text: \"^a These are ports:\"}\n",
    ),
    (
        "rules-en/game/terms.yaml",
        "terms:\n  - {id: ostia, name: Ostia, group: space}\n  - {id: cosa, name: Cosa, group: space}\n",
    ),
    (
        "rules-en/game/data/ports.yaml",
        "table: ports\ntitle: {en: The ports, ja: 港}\n\
         columns: {port: term, size: 0..20, walled: yes/no, proof: text, printed: text}\n\
         headers:\n  port: {en: Port, ja: 港}\n  size: {en: Size, ja: 大きさ}\n  walled: {en: Walled, ja: 城壁}\n  printed: {en: \"Printed <as>\", ja: 綴り}\n\
         rows:\n  - {port: ostia, size: 12, walled: yes, proof: hidden, printed: Hostia}\n  - {port: cosa, size: 3}\n",
    ),
    (
        "rules-ja/game/01.yaml",
        "chapter: {title: 一}\nsections:\n  - {id: ports, title: 港, text: \"^a 港は次のとおり：\"}\n",
    ),
    (
        "rules-ja/game/terms.yaml",
        "terms:\n  - {id: ostia, name: オスティア, forms: [Ostia], reading: おすてぃあ}\n  - {id: cosa, name: コーサ, reading: こーさ}\n",
    ),
];

/// A row of a page.
fn row<'a>(page: &'a str, id: &str) -> &'a str {
    let start = page.find(&format!("<tr id=\"{id}\">")).unwrap_or_else(|| panic!("no {id} in {page}"));
    page[start..].split("</tr>").next().unwrap_or_default()
}

#[test]
fn a_table_stands_below_the_text_with_terms_as_links() {
    let site = site(TABLE_BOOK);
    let english = page(&site, "en/game/01.html");
    assert!(english.contains("<caption id=\"ports.table-ports_\">The ports</caption>"), "{english}");
    assert!(english.find("These are ports") < english.find("<caption"));
    assert!(english.contains("<th scope=\"col\" class=\"short end\">Size</th>"), "numbers stand at the right");
    assert!(english.contains("Printed &lt;as&gt;"));
    let ostia = row(english, "ports.table-ports.ostia");
    assert!(
        ostia.contains("<th scope=\"row\" class=\"short\"><a href=\"glossary.html#ostia\">Ostia</a></th>"),
        "{ostia}"
    );
    assert!(ostia.contains(">12</td>") && ostia.contains(">yes</td>") && ostia.contains(">Hostia</td>"), "{ostia}");
    assert!(!english.contains("hidden</td>"), "a column without a header is not for readers");
    assert_eq!(row(english, "ports.table-ports.cosa").matches("</td>").count(), 3);
}

#[test]
fn days_stand_as_each_language_writes_them() {
    let ports = "table: ports\ncolumns: {port: term, listed: date}\n\
        headers:\n  port: {en: Port, ja: 港}\n  listed: {en: Listed, ja: 掲載}\nrows:\n  - {port: ostia, listed: 2010-04-06}\n";
    let dated =
        |&(path, text): &(&'static str, &'static str)| (path, if path.ends_with("ports.yaml") { ports } else { text });
    let site = site(&TABLE_BOOK.iter().map(dated).collect::<Vec<_>>());
    let cell = |path: &str| row(page(&site, path), "ports.table-ports.ostia").to_owned();
    assert!(cell("en/game/01.html").contains(">6 April 2010</td>"), "{}", cell("en/game/01.html"));
    assert!(cell("ja/game/01.html").contains(">2010年4月6日</td>"), "{}", cell("ja/game/01.html"));
}

#[test]
fn a_reader_gets_the_names_of_the_language_and_those_printed_on_the_map() {
    let site = site(TABLE_BOOK);
    let japanese = page(&site, "ja/game/01.html");
    let ostia = row(japanese, "ports.table-ports.ostia");
    let name = "<a href=\"glossary.html#ostia\">オスティア</a> <span class=\"original\" lang=\"en\">Ostia</span>";
    assert!(ostia.contains(name), "{ostia}");
    assert!(ostia.contains(">はい</td>"), "{ostia}");
    assert!(!row(japanese, "ports.table-ports.cosa").contains("Cosa"), "the glossary has no such form");
    // Side by side there is one table with both names.
    let pair = page(&site, "en-ja/game/01.html");
    assert_eq!(pair.matches("<table>").count(), 1);
    let ostia = row(pair, "ports.table-ports.ostia");
    let glossary = "<a href=\"../../ja/game/glossary.html#ostia\" lang=\"ja\">オスティア</a>";
    assert!(ostia.contains(">Ostia</a>") && ostia.contains(glossary) && !ostia.contains("original"), "{ostia}");
    assert!(ostia.contains(">12</td>"), "what is the same in both is said once: {ostia}");
    assert!(
        pair.contains("<caption id=\"ports.table-ports_\">The ports<span class=\"also\"> / <span lang=\"ja\">港</span></span></caption>"),
        "{pair}"
    );
}

#[test]
fn a_section_says_what_it_needs_and_the_book_lacks() {
    let site = site(TABLE_BOOK);
    let english = page(&site, "en/game/01.html");
    assert!(
        english.contains("notice-needs") && english.contains("Not in this book: </span>the map; the cards</p>"),
        "{english}"
    );
    assert!(page(&site, "ja/game/01.html").contains("</span>マップ；カード</p>"));
    assert!(page(&site, "ja-en/game/01.html").contains("</span>マップ；カード</p>"));
}
