//! Writing a site: the old one or the new one, never half of one, and never over something of somebody else's.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use rulestone::site::{MARKER, Site, SiteError, write};

fn site(files: &[(&str, &str)]) -> Site {
    Site {
        files: files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect(),
        first_page: "index.html".to_owned(),
    }
}

/// What stands in a folder, sorted.
fn listed(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn place() -> (tempfile::TempDir, PathBuf) {
    let root = tempfile::tempdir().expect("a temporary folder");
    let dir = root.path().join("out").join("site");
    (root, dir)
}

#[test]
fn a_site_replaces_the_one_before() {
    let (_root, dir) = place();
    let written = write(&site(&[("index.html", "old"), ("en/a.html", "a")]), &dir).expect("written");
    assert_eq!((written.files, written.bytes, written.changed), (2, 4, true));
    write(&site(&[("index.html", "new")]), &dir).expect("written again");
    assert_eq!(fs::read_to_string(dir.join("index.html")).expect("the page"), "new");
    assert_eq!(listed(&dir), [MARKER, "index.html"], "nothing of the old site is left");
    assert_eq!(
        listed(dir.parent().expect("the parent")),
        [".site.rulestone-lock", "site"],
        "nothing is left beside it"
    );
}

#[test]
fn the_same_site_is_left_alone() {
    let (_root, dir) = place();
    let site = site(&[("index.html", "same")]);
    write(&site, &dir).expect("written");
    let before = fs::metadata(dir.join("index.html")).expect("the page").modified().expect("a time");
    assert!(!write(&site, &dir).expect("written again").changed);
    assert_eq!(fs::metadata(dir.join("index.html")).expect("the page").modified().expect("a time"), before);
}

#[test]
fn a_folder_of_somebody_else_is_refused() {
    let (_root, dir) = place();
    fs::create_dir_all(&dir).expect("the folder");
    fs::write(dir.join("thesis.txt"), "three years").expect("the file");
    let error = write(&site(&[("index.html", "x")]), &dir).expect_err("refused");
    assert!(matches!(error, SiteError::Foreign(_)), "{error}");
    assert_eq!(listed(&dir), ["thesis.txt"]);
}

#[test]
fn a_file_is_no_place_for_a_site() {
    let (_root, dir) = place();
    fs::create_dir_all(dir.parent().expect("the parent")).expect("the folder");
    fs::write(&dir, "a file").expect("the file");
    assert!(matches!(write(&site(&[("index.html", "x")]), &dir), Err(SiteError::Foreign(_))));
    assert_eq!(fs::read_to_string(&dir).expect("still there"), "a file");
}

#[test]
fn an_empty_folder_is_taken() {
    let (_root, dir) = place();
    fs::create_dir_all(&dir).expect("the folder");
    write(&site(&[("index.html", "x")]), &dir).expect("written");
    assert!(dir.join(MARKER).is_file());
}

#[test]
fn a_write_that_fails_leaves_the_old_site_whole() {
    let (_root, dir) = place();
    write(&site(&[("index.html", "old")]), &dir).expect("written");
    // `en` cannot be a file and a folder.
    let error = write(&site(&[("en", "x"), ("en/index.html", "y"), ("index.html", "new")]), &dir).expect_err("fails");
    assert!(matches!(error, SiteError::Io { .. }), "{error}");
    assert_eq!(fs::read_to_string(dir.join("index.html")).expect("the page"), "old");
    assert_eq!(listed(dir.parent().expect("the parent")), [".site.rulestone-lock", "site"]);
}

#[test]
fn a_path_that_leaves_the_site_is_refused() {
    let (_root, dir) = place();
    for path in ["../evil.html", "/evil.html", "a/../../evil.html", "a\\b.html", ""] {
        let error = write(&site(&[(path, "x")]), &dir).expect_err("refused");
        assert!(matches!(error, SiteError::BadPath(_)), "{path:?}: {error}");
    }
    assert!(!dir.exists());
}

#[test]
fn what_a_killed_process_left_is_cleaned_up() {
    let (_root, dir) = place();
    write(&site(&[("index.html", "old")]), &dir).expect("written");
    let beside = |end: &str| dir.with_file_name(format!(".site.rulestone-{end}"));
    // Killed while it wrote the new site.
    fs::create_dir_all(beside("new").join("en")).expect("half a site");
    fs::write(beside("new").join("en/half.html"), "ha").expect("half a page");
    write(&site(&[("index.html", "newer")]), &dir).expect("written");
    assert_eq!(listed(&dir), [MARKER, "index.html"]);
    // Killed between the two renames: the old site has another name and nothing stands in its place.
    fs::rename(&dir, beside("old")).expect("renamed");
    fs::create_dir_all(beside("new")).expect("the new site");
    let error = write(&site(&[("../x", "x")]), &dir).expect_err("this write fails");
    assert!(matches!(error, SiteError::BadPath(_)), "{error}");
    assert_eq!(
        fs::read_to_string(dir.join("index.html")).expect("back again"),
        "newer",
        "even a failing write puts it back"
    );
    // Killed before it removed the old site.
    fs::create_dir_all(beside("old").join("en")).expect("an old site");
    write(&site(&[("index.html", "newest")]), &dir).expect("written");
    assert_eq!(listed(dir.parent().expect("the parent")), [".site.rulestone-lock", "site"]);
}

#[test]
fn several_writers_wait_for_each_other() {
    let (_root, dir) = place();
    let writers: Vec<_> = (0..4)
        .map(|number| {
            let dir = dir.clone();
            thread::spawn(move || {
                let text = number.to_string();
                let names: Vec<String> = (0..40).map(|page| format!("en/{page}.html")).collect();
                let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), text.as_str())).collect();
                write(&site(&files), &dir).expect("written");
            })
        })
        .collect();
    for writer in writers {
        writer.join().expect("no panic");
    }
    let first = fs::read_to_string(dir.join("en/0.html")).expect("a page");
    for page in 0..40 {
        assert_eq!(
            fs::read_to_string(dir.join(format!("en/{page}.html"))).expect("a page"),
            first,
            "one writer's site as a whole"
        );
    }
}
