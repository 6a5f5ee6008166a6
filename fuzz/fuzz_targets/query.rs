//! No query makes the search panic, and what is marked in an excerpt stands in it.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rulestone::files::Cache;
use rulestone::library;
use rulestone::search::{Filter, Gaps, SearchIndex, Stamp, collect};

/// The shipped books, in memory: the cache is a folder that cannot be.
static INDEX: LazyLock<SearchIndex> = LazyLock::new(|| {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let library = library::load(&root).expect("the shipped library").library;
    let nowhere = Cache::of(&root, Some(std::path::Path::new("/dev/null/nowhere")));
    SearchIndex::open(&nowhere, &Stamp::default(), || collect(&library, Gaps::Left, &|_, _, _, _| String::new()))
        .expect("an index")
});

fuzz_target!(|text: &str| {
    let Ok(query) = INDEX.parse(text) else { return };
    for hit in INDEX.search(&query, &Filter::default()).expect("an answer").hits {
        assert!(hit.excerpt.marks.iter().all(|mark| hit.excerpt.text.get(mark.clone()).is_some()), "{text}");
    }
});
