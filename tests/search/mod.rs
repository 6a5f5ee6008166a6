//! Search through its public door: a collection in, ranked sections out.

mod browser;
mod collecting;
mod collection;
mod folder;
mod golden;
mod numbers;
mod ranking;
mod vectors;

use std::path::Path;
use std::sync::LazyLock;

use rulestone::files::{Cache, Key};
use rulestone::search::{Filter, Results, SearchIndex, Stamp, StampedFile};
use tempfile::TempDir;

use collection::collection;

/// A stamp of one file in this state.
fn stamp(state: u64) -> Stamp {
    Stamp::new(vec![StampedFile::new("a.yaml", &state.to_le_bytes())])
}

/// A cache in a folder, with a key of its own.
fn cache(folder: &Path) -> Cache {
    let key = Key::in_folder(&folder.join("state"));
    Cache::with_key(folder, key.unwrap_or_else(|_| Key::in_folder(&folder.with_extension("state")).unwrap()))
}

/// What `text` finds in the small library.
fn search(text: &str) -> Results {
    search_in(text, &Filter::default())
}

fn search_in(text: &str, filter: &Filter) -> Results {
    index().search(&index().parse(text).unwrap(), filter).unwrap()
}

/// Asks what may be no sound query; its excerpts must still be sound.
fn try_search(text: &str) {
    let Ok(query) = index().parse(text) else { return };
    for hit in index().search(&query, &Filter::default()).unwrap().hits {
        assert!(hit.excerpt.marks.iter().all(|mark| hit.excerpt.text.get(mark.clone()).is_some()), "{text}");
    }
}

/// One index for all queries.
fn index() -> &'static SearchIndex {
    static INDEX: LazyLock<(TempDir, SearchIndex)> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let index = SearchIndex::open(&cache(folder.path()), &stamp(1), collection).unwrap();
        (folder, index)
    });
    &INDEX.1
}

/// The hits as `language number`, best first.
fn places(results: &Results) -> Vec<String> {
    results.hits.iter().map(|hit| format!("{} {}", hit.language, hit.number.as_deref().unwrap_or("-"))).collect()
}
