//! What the browser gets: an index script that is inert as text, and the same answers as the command line.

use std::collections::BTreeMap;
use std::path::Path;

use rulestone::search::browser::{self, Part, Sizes, Vocabulary};
use rulestone::search::{Collection, Entry, Filter, Names, Passage, Relaxation, SearchIndex, Term};
use serde::Deserialize;

use super::{collection, stamp};

/// So small that even the index of a small library has many parts.
const SMALL: Sizes = Sizes { records: 800, words: 300, sections: 500 };

fn index_parts(collection: &Collection, language: &str, sizes: Sizes) -> Vec<Part> {
    browser::index_parts(collection, &Vocabulary::of(collection), language, sizes)
}

#[test]
fn the_index_is_the_one_that_the_browser_tests_load() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search/pages");
    for language in ["en", "ja", "ru"] {
        let parts = index_parts(&collection(), language, SMALL);
        let made: String = parts.into_iter().map(|part| part.script).collect();
        let path = folder.join(format!("{language}.js"));
        if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
            std::fs::write(&path, &made).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), made, "{}", path.display());
    }
}

#[test]
fn nothing_in_a_text_can_end_the_script() {
    let text = "</script><!-- \u{2028}\u{2029} \\";
    let body = vec![Passage { text: text.into(), ..Passage::default() }];
    let entry = Entry { language: "en".into(), body, ..Entry::default() };
    let entry =
        Entry { id: text.into(), title: text.into(), number: Some(text.into()), keys: vec![text.into()], ..entry };
    let names = Names { name: text.into(), forms: vec!["a</script>".into()], forbidden: Vec::new() };
    let names = [("en".to_owned(), names)].into();
    let term = Term { book: None, id: text.into(), names };
    let collection = Collection { entries: vec![entry], terms: vec![term], ..Collection::default() };
    let parts = index_parts(&collection, "en", Sizes::default());
    assert_eq!(kinds(&parts), ["", "r", "s", "w"]);
    for part in &parts {
        assert!(!part.script.contains(['<', '\u{2028}', '\u{2029}']), "{}", part.script);
        let content = content(part);
        if part.name.contains("-s0-") {
            assert_eq!(content[0]["body"], text);
        }
    }
}

/// What a part holds.
fn content(part: &Part) -> serde_json::Value {
    let before = format!("(globalThis.rulestoneParts ??= {{}})[\"{}\"] = ", part.name);
    let json = part.script.strip_prefix(&before).unwrap().strip_suffix(";\n").unwrap();
    serde_json::from_str(json).unwrap()
}

fn kinds(parts: &[Part]) -> Vec<&str> {
    let mut kinds: Vec<&str> =
        parts.iter().map(|part| part.name.strip_prefix("search-en").unwrap().get(1..2).unwrap_or("")).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

#[test]
fn a_part_of_another_build_has_another_name() {
    let parts = |collection: &Collection| index_parts(collection, "en", SMALL);
    let (before, mut changed) = (parts(&collection()), collection());
    assert!(before.len() > 12, "{}", before.len());
    let again = parts(&collection());
    assert!(before.iter().zip(&again).all(|(one, two)| one.name == two.name && one.script == two.script));
    changed.entries[0].body[0].text.push_str(" Xyzzy.");
    let by_name: BTreeMap<&str, &str> = before.iter().map(|part| (&*part.name, &*part.script)).collect();
    let after = parts(&changed);
    let kept = after[1..].iter().filter(|part| by_name.get(&*part.name) == Some(&&*part.script)).count();
    assert!(kept > 0 && kept < after.len() - 1, "{kept} of {}", after.len());
    assert!(after[1..].iter().all(|part| by_name.get(&*part.name).is_none_or(|script| *script == part.script)));
    assert_ne!(content(&before[0])["stamp"], content(&after[0])["stamp"]);
}

#[test]
fn parts_grow_in_number_and_not_in_size() {
    let body = |n: usize| {
        vec![Passage { text: format!("The fleet of admiral n{n} sails to port q{n}."), mark: String::new() }]
    };
    let entry = |n: usize| Entry { language: "en".into(), id: format!("s-{n}"), body: body(n), ..Entry::default() };
    let of = |count: usize| Collection { entries: (0..count).map(entry).collect(), ..Collection::default() };
    let sizes = Sizes { records: 4000, words: 2000, sections: 2000 };
    let [few, many] = [500, 5000].map(|count| index_parts(&of(count), "en", sizes));
    let all = |parts: &[Part]| parts.iter().map(|part| part.script.len()).sum::<usize>();
    assert!(all(&many) < 13 * all(&few), "{} {}", all(&few), all(&many));
    assert!(
        many[0].script.len() < 12 * few[0].script.len() && many[0].script.len() < 40_000,
        "{}",
        many[0].script.len()
    );
    // But for the words that are in all of them.
    let long = many.iter().filter(|part| part.script.len() > 4500 && !part.name.ends_with("search-en")).count();
    assert!(long <= 12, "{long}");
}

#[test]
fn the_script_holds_every_part_in_order() {
    for name in ["cut", "parseQuery", "open", "correct", "plan", "search", "excerpt", "answer", "attach"] {
        assert!(browser::SCRIPT.contains(&format!("function {name}(")) || name == "search", "{name}");
    }
    assert!(browser::SCRIPT.find("function cut(") < browser::SCRIPT.find("function attach("));
    assert!(!browser::SCRIPT.contains("innerHTML") && !browser::SCRIPT.contains("eval("));
}

/// A line of `queries.json`, which `queries.test.mjs` asks the browser side too.
#[derive(Deserialize)]
struct Asked {
    language: String,
    query: String,
    /// Ids of the first hits, best first.
    first: Vec<String>,
    /// How many sections match.
    total: usize,
    via: Option<String>,
    /// What follows the address of the section in that of the first hit.
    #[serde(default)]
    mark: String,
    #[serde(default)]
    corrected: Vec<(String, String)>,
    #[serde(default)]
    relaxation: Option<String>,
    /// What was too much to ask at once, as typed.
    #[serde(default)]
    left_out: Vec<String>,
}

#[test]
fn both_sides_answer_alike() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search/queries.json");
    let all: Vec<Asked> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let index = SearchIndex::open(&super::cache(folder.path()), &stamp(1), collection).unwrap();
    for asked in all {
        let filter = Filter { languages: vec![asked.language.clone()], ..Filter::default() };
        let results = index.search(&index.parse(&asked.query).unwrap(), &filter).unwrap();
        let found: Vec<&str> = results.hits.iter().take(asked.first.len()).map(|hit| hit.id.as_str()).collect();
        let relaxation = match results.relaxation {
            Relaxation::None => "none",
            Relaxation::Pieces => "pieces",
            Relaxation::AnyWord => "any-word",
        };
        let shown = format!("{} {}", asked.language, asked.query);
        assert_eq!(found, asked.first, "{shown}");
        assert_eq!(results.total, asked.total, "{shown}");
        assert_eq!(results.hits.first().and_then(|hit| hit.via.clone()), asked.via, "{shown}");
        assert_eq!(results.hits.first().map_or("", |hit| &hit.mark), asked.mark, "{shown}");
        assert_eq!(results.corrected, asked.corrected, "{shown}");
        assert_eq!(results.left_out, asked.left_out, "{shown}");
        assert_eq!(relaxation, asked.relaxation.as_deref().unwrap_or("none"), "{shown}");
    }
}
