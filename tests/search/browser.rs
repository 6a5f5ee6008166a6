//! What the browser gets: an index script that is inert as text, and the same answers as the command line.

use std::path::Path;

use rulestone::search::{Collection, Entry, Filter, Passage, Relaxation, SearchIndex, browser};
use serde::Deserialize;

use super::{collection, stamp};

#[test]
fn the_index_script_is_the_one_that_the_browser_tests_load() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search/pages");
    for language in ["en", "ja", "ru"] {
        let (path, made) = (folder.join(format!("{language}.js")), browser::index_script(&collection(), language));
        if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
            std::fs::write(&path, &made).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), made, "{}", path.display());
    }
}

#[test]
fn nothing_in_a_text_can_end_the_script() {
    let text = "</script><!-- \u{2028}\u{2029} \"\\";
    let body = vec![Passage { text: text.into(), ..Passage::default() }];
    let entry = Entry { language: "en".into(), body, ..Entry::default() };
    let script = browser::index_script(&Collection { entries: vec![entry], ..Collection::default() }, "en");
    assert!(!script.contains(['<', '\u{2028}', '\u{2029}']), "{script}");
    let json = script.strip_prefix("window.rulestoneIndex = ").unwrap().strip_suffix(";\n").unwrap();
    let value: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(value["entries"][0]["body"], text);
}

#[test]
fn the_script_holds_every_part_in_order() {
    for name in ["cut", "parseQuery", "prepare", "correct", "plan", "search", "excerpt", "attach"] {
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
