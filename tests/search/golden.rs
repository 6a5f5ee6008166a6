//! Golden queries on a shipped book, by itself: written by people who knew the rules but not the program, before it was run.

use std::path::Path;

use rulestone::diagnostic::Sources;
use rulestone::library::yaml;
use rulestone::search::{Filter, Gaps, SearchIndex, Stamp, collect};

const BOOK: &str = "sword-of-rome-5p";

/// At least nine of ten must lead to the right section of the Sword of Rome first; those that do not are listed.
fn nine_of_ten(language: &str) {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let loaded = rulestone::library::load(home).expect("the shipped library");
    let (library, _) = rulestone::check::check(loaded);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let index = SearchIndex::open(folder.path(), &Stamp::default(), || {
        collect(&library, Gaps::Left, &|_, _, _, _| String::new())
    })
    .expect("an index");

    let path = home.join(format!("tests/search/golden-{language}.yaml"));
    let text = std::fs::read_to_string(path).expect("the queries");
    let mut sources = Sources::default();
    let file = sources.add(format!("golden-{language}.yaml"), text);
    let root = yaml::parse(file, &sources, &mut Vec::new()).expect("YAML");

    let filter = Filter { languages: vec![language.to_owned()], books: vec![BOOK.to_owned()], ..Filter::default() };
    let mut missed = Vec::new();
    for node in root.items() {
        let word = |key: &str| node.get(key).and_then(|value| value.text()).expect("a query and its section");
        let (query, wanted) = (word("query"), word("first"));
        let results = index.search(&index.parse(query).expect("a query"), &filter).expect("an answer");
        let found = results.hits.first();
        if !found.is_some_and(|hit| hit.number.as_deref() == Some(wanted) || hit.id == wanted) {
            let found = found.map(|hit| hit.number.clone().unwrap_or_else(|| hit.id.clone()));
            missed.push(format!("{query}: wanted {wanted}, found {}", found.unwrap_or_else(|| "nothing".to_owned())));
        }
    }
    let all = root.items().len();
    assert!(all >= 80, "there are {all} queries");
    assert!(missed.len() * 10 <= all, "{} of {all} missed:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn english() {
    nine_of_ten("en");
}

#[test]
fn japanese() {
    nine_of_ten("ja");
}
