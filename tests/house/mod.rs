//! The order of the house: which part of the source may know which.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// The rooms of `src`, each knowing only those before it.
const ROOMS: [&str; 17] = [
    "characters",
    "beside",
    "diagnostic",
    "files",
    "analyzer",
    "library",
    "logic",
    "termbase",
    "check",
    "search",
    "translate",
    "restructure",
    "migrate",
    "site",
    "import",
    "exchange",
    "cli",
];

/// The rooms of `src/logic`, each knowing only those before it.
const ROOMS_OF_LOGIC: [&str; 23] = [
    "bits",
    "calendar",
    "value",
    "types",
    "syntax",
    "program",
    "walk",
    "compile",
    "machine",
    "trace",
    "limits",
    "prove",
    "text_values",
    "book",
    "woven",
    "external",
    "example",
    "coverage",
    "odds",
    "figure",
    "mutate",
    "play",
    "simulate",
];

#[test]
fn each_room_knows_only_those_before_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (folder, path, rooms) in
        [(source.clone(), "crate", &ROOMS[..]), (source.join("logic"), "crate::logic", &ROOMS_OF_LOGIC[..])]
    {
        let known = knowledge(&folder, path);
        assert_eq!(
            known.keys().map(String::as_str).collect::<Vec<_>>(),
            {
                let mut sorted = rooms.to_vec();
                sorted.sort_unstable();
                sorted
            },
            "the rooms of {path}"
        );
        let place = |room: &str| rooms.iter().position(|other| *other == room);
        let upward: Vec<String> = known
            .iter()
            .flat_map(|(room, known)| known.iter().map(move |(other, file)| (room, other, file)))
            .filter(|(room, other, _)| place(other) > place(room))
            .map(|(_, other, file)| format!("{} knows {path}::{other}", file.display()))
            .collect();
        assert!(upward.is_empty(), "{}", upward.join("\n"));
    }
}

#[test]
fn what_looks_upward_is_seen() {
    for (text, seen) in [
        ("use crate::logic::odds::refusal;", true),
        ("use crate::logic::{odds, value};", true),
        ("use super::super::odds::Odds;", true),
        ("let odds = crate::logic::odds::odds(case);", true),
        ("use super::odds::Odds;", false),
        ("// use crate::logic::odds;", false),
        ("#[cfg(test)]\nmod tests { use crate::logic::odds; }", false),
    ] {
        let named = named(text, 2, "crate::logic");
        assert_eq!(named.iter().any(|room| room == "odds"), seen, "{text}: {named:?}");
    }
}

/// Which other rooms of a folder each knows, with a file that shows it.
fn knowledge(folder: &Path, path: &str) -> BTreeMap<String, BTreeMap<String, PathBuf>> {
    let mut known: BTreeMap<String, BTreeMap<String, PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the source") {
        let place = entry.expect("an entry").path();
        let room = place.file_stem().expect("a name").to_string_lossy().into_owned();
        if matches!(room.as_str(), "mod" | "lib" | "main") {
            continue;
        }
        known.entry(room).or_default();
    }
    let rooms: Vec<String> = known.keys().cloned().collect();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let file = entry.expect("an entry").path();
            if file.is_dir() {
                if !file.ends_with("tests") {
                    open.push(file);
                }
                continue;
            }
            let below = file.strip_prefix(folder).expect("a file of the folder");
            let room = below.components().next().expect("a part").as_os_str().to_string_lossy();
            let room = room.trim_end_matches(".rs");
            let is_test = below.file_stem().is_some_and(|stem| stem == "tests");
            if !rooms.iter().any(|other| other == room) || is_test {
                continue;
            }
            // `super` of `mod.rs` is that of its folder.
            let deep = below.components().count() - usize::from(file.ends_with("mod.rs"));
            let text = fs::read_to_string(&file).expect("a file");
            for other in named(&text, deep, path) {
                if other != room && rooms.contains(&other) {
                    known.entry(room.to_owned()).or_default().entry(other).or_insert_with(|| below.to_owned());
                }
            }
        }
    }
    known
}

/// What a source names of the folder of that path, which is so many modules above it. Comments and tests are left out.
fn named(text: &str, deep: usize, path: &str) -> Vec<String> {
    let text = Regex::new("//[^\n]*").expect("a pattern").replace_all(text, "");
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let up = format!(r"\b(?:{path}::|(?:super::){{{deep}}})(\{{[^}}]*\}}|\w+)");
    let words = Regex::new(r"\w+").expect("a pattern");
    let found =
        Regex::new(&up).expect("a pattern").captures_iter(text).map(|found| found[1].to_owned()).collect::<Vec<_>>();
    found.iter().flat_map(|found| words.find_iter(found).map(|word| word.as_str().to_owned())).collect()
}
