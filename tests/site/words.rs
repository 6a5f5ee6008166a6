//! The interface strings: every language says the same things.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rulestone::site::strings::{FILES, read};

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
}

#[test]
fn every_language_has_the_same_strings_with_the_same_places_to_fill() {
    let english = read(FILES[0].1);
    assert!(english.len() > 60);
    for (language, text) in FILES {
        let words = read(text);
        let names: BTreeSet<_> = words.keys().collect();
        assert_eq!(names, english.keys().collect(), "{language}");
        for (name, text) in &words {
            assert!(!text.is_empty(), "{language}: {name} is empty");
            // A language may do without a word, but has no others.
            assert!(placeholders(text).is_subset(&placeholders(&english[name])), "{language}: {name}");
        }
    }
}

/// Each `marker"name"` in the files of a folder.
fn used(folder: &str, markers: &[&str], end: &[char]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()));
            continue;
        }
        // Icons are no texts.
        let text = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
        for marker in markers {
            found.extend(text.split(marker).skip(1).filter_map(|rest| Some(rest.split(end).next()?.to_owned())));
        }
    }
    found
}

#[test]
fn no_string_is_unknown_and_none_is_unused() {
    let known = read(FILES[0].1);
    let mut asked = used("src/site", &["strings.get(\"", "strings.fill(\""], &['"']);
    // The templates are strict: a name that they do not find fails every test that makes a page.
    let unknown: Vec<_> = asked.iter().filter(|name| !known.contains_key(*name)).collect();
    assert!(unknown.is_empty(), "not defined: {unknown:?}");
    asked.extend(used("templates", &[" t.", "(t."], &[' ', ',', ')', '|', '}', '"']));
    // Names that are put together or chosen among.
    let parts = [
        "group_",
        "note_",
        "notice_",
        "search_",
        "language_",
        "words_",
        "verdict_",
        "input_",
        "sheet_",
        "mark",
        "amends",
        "cites",
    ];
    let unused: Vec<_> = known
        .keys()
        .filter(|name| !asked.contains(*name) && !parts.iter().any(|part| name.starts_with(part)))
        .collect();
    assert!(unused.is_empty(), "not used anywhere: {unused:?}");
}
