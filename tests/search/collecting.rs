//! From a library to what search is given.

use std::fs;

use rulestone::library::{self, Library};
use rulestone::search::{Collection, Filter, Gaps, Passage, SearchIndex, collect};

use super::stamp;

/// A library of these files, read.
fn loaded(files: &[(&str, &str)]) -> Library {
    let root = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        let file = root.path().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder");
        fs::write(file, text).expect("the file");
    }
    library::load(root.path()).expect("a library").library
}

fn collected(gaps: Gaps) -> Collection {
    let library = loaded(&[
        (
            "rules-en/game/book.yaml",
            "title: {en: Game}\nprovenance:\n  en: |\n    Told.\nlanguages: [en]\noptions:\n  - {id: size, title: {en: Size}, readings: {big: {en: All count.}, small: {en: One counts.}}, followed: big, why: {en: So printed.}, section: one}\n",
        ),
        (
            "rules-en/game/01.yaml",
            "chapter: {number: \"1\", title: One}\nsections:\n  - id: one\n    number: \"1.1\"\n    aliases: [\"1.9\"]\n    title: First\n    text: |\n      \
             ^a See *two* [[1.2]].\n\n      - an item\n    notes:\n      - {id: n, kind: doubt, text: A note.}\n    examples:\n      - {id: e, text: An example.}\n  \
             - {id: two, number: \"1.2\", title: Second, text: Text.}\n",
        ),
        (
            "rules-en/game/terms.yaml",
            "terms:\n  - {id: army, name: army, forms: [armies], group: concept, section: one}\n  \
             - {id: roll, name: roll, group: concept}\n  - {id: rome, name: Rome, group: concept}\n  \
             - {id: unit, name: unit, group: concept}\n\
             synonyms:\n  - [sight, look, see]\n",
        ),
        ("rules-en/terms.yaml", "synonyms:\n  - [army, troops, host]\n  - [romed, wandered]\n  - [Romes, capital]\n"),
        ("rules-ja/game/01.yaml", "chapter: {title: 一}\nsections:\n  - {id: one, title: 第一}\n"),
        (
            "rules-ja/game/terms.yaml",
            "terms:\n  - {id: army, name: 軍隊, forbidden: [軍], reading: ぐんたい}\n  \
             - {id: roll, name: 出目, reading: でめ}\n  - {id: rome, name: ローマ, reading: ろーま}\n  \
             - {id: unit, name: 傭兵CU, reading: ようへいcu}\n",
        ),
    ]);
    collect(&library, gaps, &|language, book, chapter, section| {
        format!("{language}/{}/{}#{}", book.id, chapter.id, section.id)
    })
}

fn texts(passages: &[Passage]) -> String {
    passages.iter().map(|passage| passage.text.as_str()).collect::<Vec<_>>().join("\n\n")
}

#[test]
fn sections_come_as_plain_text_with_all_their_names() {
    let collection = collected(Gaps::Left);
    let one = collection.entries.iter().find(|entry| entry.id == "one" && entry.language == "en").expect("the section");
    assert_eq!(texts(&one.body), "See two 1.2.\n\nan item");
    let asides = one.asides.iter().map(|aside| format!("{} {}", aside.mark, aside.text)).collect::<Vec<_>>();
    assert_eq!(
        asides,
        [".note-n A note.", ".option-size Size All count. One counts. So printed.", ".example-e An example."]
    );
    assert_eq!((one.number.as_deref(), &one.aliases[..]), (Some("1.1"), &["1.9".to_owned()][..]));
    assert_eq!((one.url.as_str(), one.file.as_str(), one.line), ("en/game/01#one", "rules-en/game/01.yaml", 3));
    assert_eq!(one.homes, ["army"]);
    let army = &collection.terms[0];
    assert_eq!(
        (army.names["en"].forms.join(","), army.names["ja"].forbidden.join(",")),
        ("armies".to_owned(), "軍".to_owned())
    );
}

#[test]
fn a_reading_in_kana_leads_to_its_name() {
    let collection = collected(Gaps::Filled);
    let forms = |id: &str| {
        let term = collection.terms.iter().find(|term| term.id == id).expect("the term");
        term.names["ja"].forms.clone()
    };
    assert_eq!(forms("army"), ["ぐんたい"]);
    assert_eq!(forms("roll"), [""; 0], "too short: it would be found inside other words");
    assert_eq!(forms("rome"), [""; 0], "the same name to search");
    assert_eq!(forms("unit"), [""; 0], "it only tells how the name sorts");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let index =
        SearchIndex::open(&super::cache(folder.path()), &stamp(1), || collected(Gaps::Filled)).expect("an index");
    let results = index.search(&index.parse("ぐんたい").expect("a query"), &Filter::default()).expect("results");
    assert_eq!(results.hits[0].id, "one", "the home of the concept");
}

#[test]
fn gaps_of_a_translation_are_left_or_filled() {
    let japanese = |gaps| {
        let entries = collected(gaps).entries.into_iter().filter(|entry| entry.language == "ja");
        entries.map(|entry| (entry.id, entry.title, texts(&entry.body))).collect::<Vec<_>>()
    };
    let told = |id: &str, title: &str, body: &str| (id.to_owned(), title.to_owned(), body.to_owned());
    assert_eq!(japanese(Gaps::Left), [told("one", "第一", "")]);
    assert_eq!(
        japanese(Gaps::Filled),
        [told("one", "第一", "See two 1.2.\n\nan item"), told("two", "Second", "Text.")]
    );
}

#[test]
fn rows_of_a_table_come_with_their_addresses() {
    let library = loaded(crate::site::TABLE_BOOK);
    let collection = collect(&library, Gaps::Left, &|_, _, _, _| String::new());
    let rows = |language: &str| {
        let entry = collection.entries.iter().find(|entry| entry.language == language).expect("the section");
        entry.rows.iter().map(|row| format!("{} {}", row.mark, row.text)).collect::<Vec<_>>()
    };
    assert_eq!(rows("en"), [".table-ports.ostia Ostia · 12 · Hostia", ".table-ports.cosa Cosa · 3"]);
    assert_eq!(rows("ja"), [".table-ports.ostia オスティア (Ostia) · 12 · Hostia", ".table-ports.cosa コーサ · 3"]);
}

#[test]
fn a_synonym_leads_to_the_concept_or_to_the_other_words() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let index = SearchIndex::open(&super::cache(folder.path()), &stamp(1), || collected(Gaps::Left)).expect("an index");
    let search = |query: &str| {
        let results = index.search(&index.parse(query).expect("a query"), &Filter::default()).expect("an answer");
        results.hits.into_iter().map(|hit| (hit.id, hit.language, hit.via)).collect::<Vec<_>>()
    };
    let hit =
        |id: &str, language: &str, via: Option<&str>| (id.to_owned(), language.to_owned(), via.map(str::to_owned));
    // The shared glossary knows the word for a concept of the book, which has its home and its names in each language.
    assert_eq!(search("troops"), [hit("one", "en", Some("army")), hit("one", "ja", Some("軍隊"))]);
    // The book's own glossary knows words that name no concept.
    assert_eq!(search("looking"), [hit("one", "en", Some("sight"))]);
    assert_eq!(search("see"), [hit("one", "en", None)]);
}

#[test]
fn an_everyday_word_is_no_proper_name_of_the_same_stem() {
    let collection = collected(Gaps::Left);
    let rome = collection.terms.iter().find(|term| term.id == "rome").expect("the term");
    assert_eq!(rome.names["en"].forbidden, ["capital"], "and not what leads to \"romed\"");
}

#[test]
fn a_word_that_merely_is_the_id_of_a_section_did_not_find_it() {
    let library = loaded(&[
        ("rules-en/game/book.yaml", "title: {en: Game}\nprovenance:\n  en: |\n    Told.\nlanguages: [en]\n"),
        (
            "rules-en/game/01.yaml",
            "chapter: {number: \"1\", title: One}\nsections:\n  - {id: siege, number: \"1.1\", title: Investing a town, \
             text: An army rests before it.}\n",
        ),
        (
            "rules-en/game/terms.yaml",
            "terms:\n  - {id: invest, name: invest, forms: [investing], forbidden: [siege], group: concept, section: siege}\n",
        ),
    ]);
    let collection = collect(&library, Gaps::Left, &|_, _, _, _| String::new());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let index = SearchIndex::open(&super::cache(folder.path()), &stamp(1), || collection).expect("an index");
    let via = |query: &str| {
        let results = index.search(&index.parse(query).expect("a query"), &Filter::default()).expect("an answer");
        results.hits.first().expect("a section").via.clone()
    };
    assert_eq!(via("army siege").as_deref(), Some("invest"), "no text has the word");
    assert_eq!(via("siege"), None, "alone it is the address of the section");
}
