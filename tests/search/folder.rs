//! The index on disk: fresh when it should be, whole whatever happened to it, shared by many.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use rulestone::search::{Collection, Filter, Place, SearchIndex};

use super::{collection, stamp};

/// Opens the index for a stamp; says whether it was built.
fn open(folder: &Path, length: u64) -> (SearchIndex, bool) {
    let built = Cell::new(false);
    let index = SearchIndex::open(folder, &stamp(length), || {
        built.set(true);
        collection()
    });
    (index.unwrap(), built.get())
}

fn works(index: &SearchIndex) -> bool {
    index.search(&index.parse("naval combat").unwrap(), &Filter::default()).unwrap().total > 0
}

/// The folders of generations.
fn generations(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("search")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    paths.sort();
    paths
}

#[test]
fn it_is_built_once_per_state_of_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let (index, built) = open(folder.path(), 1);
    assert!(built && works(&index) && *index.place() == Place::Disk);
    let (index, built) = open(folder.path(), 1);
    assert!(!built && works(&index));
    assert!(open(folder.path(), 2).1, "another length is another state");
    assert!(!open(folder.path(), 2).1);
}

#[test]
fn the_generation_before_stays_for_late_readers_and_older_ones_go() {
    let folder = tempfile::tempdir().unwrap();
    let (reader, _) = open(folder.path(), 1);
    for length in 2..6 {
        open(folder.path(), length);
        assert!(generations(folder.path()).len() <= 2);
    }
    assert!(works(&reader), "an index that is open stays whole");
}

#[test]
fn leftovers_of_a_killed_build_do_no_harm_and_go_with_the_next() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path(), 1);
    let unfinished = folder.path().join("search/unfinished-2");
    fs::create_dir(&unfinished).unwrap();
    fs::write(unfinished.join("half.idx"), "half").unwrap();
    let orphan = folder.path().join("search/generation-7");
    fs::create_dir(&orphan).unwrap();
    for leftover in [&unfinished, &orphan] {
        fs::write(leftover.join("rulestone-search"), "").unwrap();
    }
    fs::write(folder.path().join("search/current.json.new"), "{\"sta").unwrap();
    let (index, built) = open(folder.path(), 1);
    assert!(!built && works(&index));
    let (index, built) = open(folder.path(), 2);
    assert!(built && works(&index) && *index.place() == Place::Disk);
    assert!(!unfinished.exists() && !orphan.exists());
}

#[test]
fn what_is_not_ours_stays_whatever_it_is_called() {
    let folder = tempfile::tempdir().unwrap();
    let aliens = ["generation-1/photo.jpg", "generation-next/a/b", "unfinished-2/novel.txt", "unfinished-novel/1.txt"];
    let aliens = aliens.map(|alien| folder.path().join("search").join(alien));
    for alien in &aliens {
        fs::create_dir_all(alien.parent().unwrap()).unwrap();
        fs::write(alien, "precious").unwrap();
    }
    let file = folder.path().join("search/generation-2");
    fs::write(&file, "precious").unwrap();
    for length in 1..5 {
        let (index, built) = open(folder.path(), length);
        assert!(built && works(&index) && *index.place() == Place::Disk, "{:?}", index.place());
    }
    for alien in aliens.iter().chain([&file]) {
        assert_eq!(fs::read_to_string(alien).unwrap(), "precious", "{}", alien.display());
    }
    assert_eq!(generations(folder.path()).len(), aliens.len() + 2, "our own still go");
}

#[test]
fn a_broken_or_alien_index_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path(), 1);
    let pointer = folder.path().join("search/current.json");
    for garbage in ["", "\u{0}garbage", "{}", "{\"stamp\":\"\",\"generation\":\"../..\",\"files\":{}}"] {
        fs::write(&pointer, garbage).unwrap();
        let (index, built) = open(folder.path(), 1);
        assert!(built && works(&index), "{garbage:?}");
    }
}

#[test]
fn every_damaged_file_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path(), 1);
    let count = fs::read_dir(&generations(folder.path())[0]).unwrap().count();
    for place in 0..count {
        for damage in [|_: Vec<u8>| Vec::new(), |bytes: Vec<u8>| bytes.iter().map(|byte| byte ^ 0x55).collect()] {
            let current = generations(folder.path()).pop().unwrap();
            let mut files: Vec<PathBuf> = fs::read_dir(current).unwrap().map(|file| file.unwrap().path()).collect();
            files.sort();
            let bytes = fs::read(&files[place]).unwrap();
            fs::write(&files[place], damage(bytes)).unwrap();
            let (index, _) = open(folder.path(), 1);
            assert!(works(&index), "{}", files[place].display());
        }
    }
}

#[test]
fn a_folder_that_cannot_be_written_gives_an_index_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").unwrap();
    let (index, _) = open(&file, 1);
    assert!(works(&index));
    assert!(matches!(index.place(), Place::Memory(reason) if !reason.is_empty()), "{:?}", index.place());
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
                    assert_eq!(*index.place(), Place::Disk);
                }
            });
        }
    });
    assert!(generations(folder.path()).len() <= 2);
}

#[test]
fn an_empty_collection_is_an_index_too() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let index = SearchIndex::open(folder.path(), &stamp(1), Collection::default).unwrap();
        for query in ["naval", "9.6.4", "海上戦闘の損害", "naval combat tabel", "nav*", "term:x", "id:x*"] {
            let results = index.search(&index.parse(query).unwrap(), &Filter::default()).unwrap();
            assert_eq!(results.total, 0);
        }
    }
}
