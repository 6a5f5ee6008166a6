//! Rule numbers however they are printed and typed.

use std::path::Path;

use rulestone::library::NumberScheme;
use rulestone::search::{Collection, Entry, Filter, Passage, Results, RuleNumber, SearchIndex};
use serde::Deserialize;

use super::{cache, stamp};

#[derive(Deserialize)]
struct Case {
    text: String,
    /// Its components with dots between them; none if it is no number.
    parts: Option<String>,
    #[serde(default)]
    dotted: bool,
    /// Those that it has where it is known to be a number, if it is none for all that a player types.
    printed: Option<String>,
}

#[test]
fn numbers_are_read_as_written_down() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search/numbers.json");
    let cases: Vec<Case> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(cases.len() >= 40);
    for case in cases {
        let read = RuleNumber::parse(&case.text);
        assert_eq!(read.as_ref().map(ToString::to_string), case.parts, "{}", case.text);
        assert_eq!(read.is_some_and(|number| number.is_dotted()), case.dotted, "{}", case.text);
        if case.printed.is_some() {
            assert_eq!(case.parts, None, "{}", case.text);
            let guessed = RuleNumber::guess(&case.text).map(|number| number.to_string());
            assert_eq!(guessed, case.printed, "{}", case.text);
        }
    }
}

/// A statute, an ordinance and rules with letters, each with what it prints.
fn collection() -> Collection {
    let section = |book: &str, language: &str, number: &str, title: &str, text: &str| Entry {
        book: book.into(),
        language: language.into(),
        id: format!("s{}", number.chars().map(|char| u32::from(char).to_string()).collect::<String>()),
        number: Some(number.into()),
        keys: vec![NumberScheme::default().key(number)],
        title: title.into(),
        body: vec![Passage { mark: String::new(), text: text.into() }],
        ..Entry::default()
    };
    let entries = vec![
        section("statute", "ja", "第十四条", "届出", "届出は書面による。"),
        section("statute", "ja", "第十五条", "審査", "第十四条の届出を審査する。"),
        section("statute", "ja", "第十五条の二", "延長", "審査は一度だけ延ばせる。"),
        section("road", "ru", "2.1", "Обязанности", "Водитель обязан."),
        section("road", "ru", "2.1.1", "Документы", "Иметь при себе документы."),
        section("road", "ru", "2.1.1(1)", "Полис", "Полис можно показать на экране."),
        section("cards", "en", "6.1", "Runs", "A run has phases."),
        section("cards", "en", "6.1.2", "Attack", "Name a server."),
        section("cards", "en", "6.1.2a", "Change", "The server may change."),
        section("cards", "en", "6.1.2b", "Position", "The position stays."),
        section("cards", "en", "6.1.12", "Later", "Something else; see 6.1.2."),
    ];
    Collection { entries, ..Collection::default() }
}

fn asked(text: &str) -> Results {
    let folder = tempfile::tempdir().unwrap();
    let index = SearchIndex::open(&cache(folder.path()), &stamp(1), collection).unwrap();
    index.search(&index.parse(text).unwrap(), &Filter::default()).unwrap()
}

fn numbers(results: &Results) -> Vec<&str> {
    results.hits.iter().filter_map(|hit| hit.number.as_deref()).collect()
}

#[test]
fn a_number_is_found_in_any_form() {
    for (text, number) in [
        ("第15条", "第十五条"),
        ("第十五条", "第十五条"),
        ("15条", "第十五条"),
        ("15", "第十五条"),
        ("15条の2", "第十五条の二"),
        ("2.1.1(1)", "2.1.1(1)"),
        ("2.1.1.1", "2.1.1(1)"),
        ("п. 2.1.1", "2.1.1"),
        ("6.1.2a", "6.1.2a"),
        ("6.1.2(a)", "6.1.2a"),
        ("rule 6.1.2 b", "6.1.2b"),
    ] {
        let results = asked(text);
        assert_eq!(numbers(&results).first(), Some(&number), "{text}");
        assert!(results.absent.is_empty(), "{text}");
    }
}

#[test]
fn what_lies_under_a_number_follows_it() {
    assert_eq!(numbers(&asked("6.1.2"))[..3], ["6.1.2", "6.1.2a", "6.1.2b"]);
    assert_eq!(numbers(&asked("2.1")), ["2.1", "2.1.1", "2.1.1(1)"]);
    assert_eq!(numbers(&asked("第15条"))[..2], ["第十五条", "第十五条の二"]);
}

#[test]
fn a_number_that_is_not_there_is_said_to_be_missing() {
    let results = asked("6.1.3");
    assert_eq!(results.absent, [("6.1.3".to_owned(), Some("6.1".to_owned()))]);
    assert_eq!(numbers(&results)[0], "6.1");
    assert_eq!(asked("第99条").absent, [("第99条".to_owned(), None)]);
    // A letter that no section has is that of a statement.
    assert!(asked("6.1c").absent.is_empty());
}

#[test]
fn each_number_leads_to_its_own_statement() {
    let statute = || Entry {
        id: "lettered".into(),
        number: Some("7.1".into()),
        keys: vec!["7.1".into()],
        body: vec![
            Passage { mark: String::new(), text: "In general.".into() },
            Passage { mark: ".a".into(), text: "First.".into() },
            Passage { mark: ".b".into(), text: "Second.".into() },
        ],
        ..collection().entries.swap_remove(6)
    };
    let other = || Entry { id: "other".into(), number: Some("7.2".into()), keys: vec!["7.2".into()], ..statute() };
    let folder = tempfile::tempdir().unwrap();
    let entries = || Collection { entries: vec![statute(), other()], ..Collection::default() };
    let index = SearchIndex::open(&cache(folder.path()), &stamp(1), entries).unwrap();
    let results = index.search(&index.parse("7.1.a 7.2.b").unwrap(), &Filter::default()).unwrap();
    let mut marks: Vec<_> =
        results.hits.iter().map(|hit| (hit.number.as_deref().unwrap(), hit.mark.as_str())).collect();
    marks.sort_unstable();
    assert_eq!(marks, [("7.1", ".a"), ("7.2", ".b")]);
}
