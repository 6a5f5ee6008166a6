//! The index on disk: fresh when it should be, whole and ours whatever happened to it, shared by many.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use rulestone::files::{Cache, Key};
use rulestone::search::{Collection, Filter, IndexHome, SearchIndex};

use super::{cache, collection, stamp};

/// Opens the index for a state of the files; says whether it was built.
fn open(folder: &Path, state: u64) -> (SearchIndex, bool) {
    open_in(&cache(folder), state)
}

fn open_in(cache: &Cache, state: u64) -> (SearchIndex, bool) {
    let built = Cell::new(false);
    let index = SearchIndex::open(cache, &stamp(state), || {
        built.set(true);
        collection()
    });
    (index.unwrap(), built.get())
}

fn works(index: &SearchIndex) -> bool {
    index.search(&index.parse("naval combat").unwrap(), &Filter::default()).unwrap().total > 0
}

fn file(folder: &Path) -> PathBuf {
    folder.join("search/index")
}

#[test]
fn it_is_built_once_per_state_of_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let (index, built) = open(folder.path(), 1);
    assert!(built && works(&index) && *index.place() == IndexHome::Disk);
    let (index, built) = open(folder.path(), 1);
    assert!(!built && works(&index));
    assert!(open(folder.path(), 2).1, "another content is another state");
    assert!(!open(folder.path(), 2).1);
    assert!(works(&index), "an index that is open stays whole");
}

#[test]
fn leftovers_of_a_killed_build_go_with_the_next_and_nothing_else_does() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path(), 1);
    let unfinished = folder.path().join("search/.index.aaaaaaaaaaaa.rulestone-part");
    let alien = folder.path().join("search/novel.txt");
    fs::write(&unfinished, "half").unwrap();
    fs::write(&alien, "precious").unwrap();
    assert!(!open(folder.path(), 1).1 && open(folder.path(), 2).1);
    assert!(!unfinished.exists() && alien.exists());
}

#[test]
fn a_broken_or_alien_index_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path(), 1);
    let whole = fs::read(file(folder.path())).unwrap();
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        bytes
    };
    let mut damaged =
        vec![Vec::new(), b"\0garbage".to_vec(), whole[..whole.len() / 2].to_vec(), [&whole[..], b"x"].concat()];
    damaged.extend((0..40).map(|part| flipped(part * (whole.len() - 1) / 39)));
    for bytes in damaged {
        fs::write(file(folder.path()), &bytes).unwrap();
        let (index, built) = open(folder.path(), 1);
        assert!(built && works(&index), "{} bytes", bytes.len());
    }
}

#[test]
fn what_another_user_has_made_is_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let key = |name: &str| Key::in_folder(&folder.path().join(name)).unwrap();
    let shared = folder.path().join("shared");
    assert!(open_in(&Cache::with_key(&shared, key("one")), 1).1);
    assert!(!open_in(&Cache::with_key(&shared, key("one")), 1).1);
    assert!(open_in(&Cache::with_key(&shared, key("other")), 1).1);
}

#[test]
fn a_folder_that_cannot_be_written_gives_an_index_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").unwrap();
    let (index, _) = open(&file, 1);
    assert!(works(&index));
    assert!(matches!(index.place(), IndexHome::Memory(reason) if !reason.is_empty()), "{:?}", index.place());
}

#[test]
fn many_may_open_it_at_once() {
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let path = folder.path();
            scope.spawn(move || {
                for round in 0..4 {
                    let (index, _) = open(path, 1 + (thread + round) % 3);
                    assert!(works(&index));
                    assert_eq!(*index.place(), IndexHome::Disk);
                }
            });
        }
    });
}

#[test]
fn an_empty_collection_is_an_index_too() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let index = SearchIndex::open(&cache(folder.path()), &stamp(1), Collection::default).unwrap();
        for query in ["naval", "9.6.4", "海上戦闘の損害", "naval combat tabel", "nav*", "term:x", "id:x*"] {
            let results = index.search(&index.parse(query).unwrap(), &Filter::default()).unwrap();
            assert_eq!(results.total, 0);
        }
    }
}
