//! A library checked again and again while it changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use rulestone::check::{Again, Checked, check};
use rulestone::diagnostic::render;
use rulestone::library::{Wanted, load_with};
use rulestone::logic::limits::Meter;

/// What was found, as it is told.
fn said(checked: &Checked) -> Vec<String> {
    let sources = &checked.library.sources;
    checked.diagnostics.iter().map(|finding| render::short(finding, sources)).collect()
}

/// Slips in the shipped books, one after another, each put right by a later one: what is kept tells the same as what is looked
/// at anew.
#[test]
fn what_is_kept_is_what_would_be_found() {
    const SLIPS: [(&str, &str, &str); 12] = [
        ("rules-en/hellenes", "the ", "teh the "),
        ("rules-ru/hellenes", "ё", "е"),
        ("rules-ja/sword-of-rome-5p", "。", "."),
        ("rules-en/sword-of-rome-5p", "^b ", "^z "),
        ("rules-en/sword-of-rome-5p", "- id: ", "- id: x"),
        ("rules-en/hellenes", "[[", "[[sword-of-rome-5p:"),
        ("rules-ja/hellenes", "[[", "[[sword-of-rome-5p:"),
        ("rules-en/peloponnesian-war", "number: \"", "number: \"1"),
        ("rules-en/hellenes", "name: ", "name: A"),
        ("rules-ru/sword-of-rome-5p", "title: ", "title: Ц"),
        ("rules-en/terms.yaml", "name: ", "name: B"),
        ("rules-en/hellenes", "value ", "value x"),
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fresh = rulestone::library::load(root).expect("the shipped library").library;
    let files: Vec<(String, Arc<str>)> =
        fresh.sources.files().map(|file| (file.path.clone(), Arc::clone(&file.text))).collect();
    let mut again = Again::default();
    let mut unsaved: BTreeMap<String, String> = BTreeMap::new();
    let mut seed = 7_u64;
    let mut below = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap_or(0) % most
    };
    let mut told = BTreeSet::new();
    for _ in 0..8 {
        if !unsaved.is_empty() && below(3) == 0 {
            let path = unsaved.keys().nth(below(unsaved.len())).cloned().expect("one of them");
            unsaved.remove(&path);
        } else {
            let (folder, old, new) = SLIPS[below(SLIPS.len())];
            let may: Vec<_> =
                files.iter().filter(|(path, text)| path.starts_with(folder) && text.contains(old)).collect();
            let (path, text) = may[below(may.len())];
            let places: Vec<usize> = text.match_indices(old).map(|(at, _)| at).collect();
            let at = places[below(places.len())];
            unsaved.insert(path.clone(), format!("{}{new}{}", &text[..at], &text[at + old.len()..]));
        }
        let load = |parses| {
            load_with(root, &Wanted { unsaved: unsaved.clone(), parses, ..Wanted::default() }).expect("a library")
        };
        let with_memory = again.check(load(Some(Arc::clone(&again.parses))), &Meter::default());
        let without = check(load(None), &Meter::default());
        assert_eq!(said(&with_memory), said(&without), "{:?}", unsaved.keys().collect::<Vec<_>>());
        told.extend(without.diagnostics.iter().map(|finding| finding.code.name));
    }
    assert!(told.len() > 3, "{told:?}");
}
