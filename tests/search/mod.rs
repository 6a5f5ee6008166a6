//! Search through its public door: a collection in, ranked sections out.

mod browser;
mod collection;
mod folder;
mod ranking;
mod vectors;

use std::path::Path;

use rulestone::search::{Filter, Results, SearchIndex, Stamp, StampedFile};

use collection::collection;

/// A stamp of one file of this length.
fn stamp(length: u64) -> Stamp {
    Stamp::new(vec![StampedFile { path: "a.yaml".into(), length, modified: 1 }])
}

fn open(folder: &Path) -> SearchIndex {
    SearchIndex::open(folder, &stamp(1), collection).unwrap()
}

/// What `text` finds in the small library.
fn search(text: &str) -> Results {
    search_in(text, &Filter::default())
}

fn search_in(text: &str, filter: &Filter) -> Results {
    let folder = tempfile::tempdir().unwrap();
    let index = open(folder.path());
    index.search(&index.parse(text).unwrap(), filter).unwrap()
}

/// The hits as `language number`, best first.
fn places(results: &Results) -> Vec<String> {
    results.hits.iter().map(|hit| format!("{} {}", hit.language, hit.number.as_deref().unwrap_or("-"))).collect()
}
