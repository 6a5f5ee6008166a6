//! Writing a site: the old one or the new one, never half of one, and never over something of somebody else's.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use rulestone::files::FileError;
use rulestone::files::Left;
use rulestone::site::{MARKER, Site, SiteError, recover, write};

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
    let written = write(&site(&[("index.html", "old"), ("en/b/a.html", "a")]), &dir).expect("written");
    assert_eq!((written.files, written.bytes, written.changed), (2, 4, true));
    write(&site(&[("index.html", "new")]), &dir).expect("written again");
    assert_eq!(fs::read_to_string(dir.join("index.html")).expect("the page"), "new");
    assert_eq!(listed(&dir), [MARKER, "index.html"], "nothing of the old site is left");
    assert_eq!(listed(dir.parent().expect("the parent")), ["site"], "nothing is left beside it");
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
    assert!(matches!(write(&site(&[("index.html", "x")]), &dir), Err(SiteError::File(FileError::Alien { .. }))));
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
    // No file system has so long a name.
    let long = format!("en/b/{}.html", "a".repeat(300));
    let new = site(&[("en/index.html", "x"), (&long, "y"), ("index.html", "new")]);
    let error = write(&new, &dir).expect_err("fails");
    assert!(matches!(error, SiteError::File(_)), "{error}");
    assert_eq!(fs::read_to_string(dir.join("index.html")).expect("the page"), "old");
    assert_eq!(listed(dir.parent().expect("the parent")), ["site"]);
}

#[test]
fn a_path_that_leaves_the_site_is_refused() {
    let (_root, dir) = place();
    for path in ["../evil.html", "/evil.html", "a/../../evil.html", "a\\b.html", "", ".git/HEAD", "CNAME"] {
        let error = write(&site(&[(path, "x")]), &dir).expect_err("refused");
        assert!(matches!(error, SiteError::BadPath(_)), "{path:?}: {error}");
    }
    assert!(!dir.exists());
}

/// A folder beside the site, as an interrupted call leaves it.
fn beside(dir: &Path, kind: &str) -> PathBuf {
    dir.with_file_name(format!(".site.rulestone-{kind}-abcdefghijkl"))
}

#[test]
fn what_a_killed_process_left_is_cleaned_up() {
    let (_root, dir) = place();
    write(&site(&[("index.html", "old")]), &dir).expect("written");
    // Killed while it wrote the new site.
    let half = beside(&dir, "new");
    fs::create_dir_all(half.join("en/b")).expect("half a site");
    fs::write(half.join("en/b/half.html"), "ha").expect("half a page");
    let list = "0000  en/b/half.html\n0000  en/b/not-yet.html\n";
    fs::write(half.join(format!("{MARKER}.part")), list).expect("the list");
    assert_eq!(write(&site(&[("index.html", "newer")]), &dir).expect("written").left, []);
    assert_eq!(listed(&dir), [MARKER, "index.html"]);
    assert_eq!(listed(dir.parent().expect("the parent")), ["site"]);
    // Killed before it removed the old site, and in the middle of that.
    write(&site(&[("index.html", "x"), ("en/b/a.html", "a")]), &beside(&dir, "new")).expect("a displaced site");
    fs::remove_file(beside(&dir, "new").join("index.html")).expect("removed");
    write(&site(&[("index.html", "newest")]), &dir).expect("written");
    assert_eq!(listed(dir.parent().expect("the parent")), ["site"]);
}

#[test]
fn a_site_that_was_put_aside_comes_back_before_anything_else() {
    let (_root, dir) = place();
    write(&site(&[("index.html", "old")]), &dir).expect("written");
    fs::rename(&dir, beside(&dir, "old")).expect("put aside");
    write(&site(&[("index.html", "new")]), &beside(&dir, "new")).expect("a new one that was not put in place");
    recover(&dir).expect("recovered");
    assert_eq!(fs::read_to_string(dir.join("index.html")).expect("back again"), "old");
    assert_eq!(listed(dir.parent().expect("the parent")), ["site"]);
}

#[test]
fn what_somebody_has_put_into_a_displaced_site_stays_and_is_told() {
    let (_root, dir) = place();
    write(&site(&[("index.html", "old")]), &dir).expect("written");
    let left = beside(&dir, "new");
    write(&site(&[("index.html", "x"), ("rules.json", "a")]), &left).expect("a displaced site");
    fs::write(left.join("notes.txt"), "precious").expect("a file of somebody's");
    fs::write(left.join("rules.json"), "changed by hand").expect("a change of somebody's");
    let written = write(&site(&[("index.html", "new")]), &dir).expect("written");
    let kept = Left { folder: left.clone(), why: None };
    assert_eq!(written.left, [kept]);
    assert_eq!(listed(&left), [MARKER, "notes.txt", "rules.json"]);
}

#[test]
fn files_of_somebody_else_in_the_site_stay() {
    let (_root, dir) = place();
    write(&site(&[("index.html", "old"), ("en/b/gone.html", "a"), ("en/b/stays.html", "b")]), &dir).expect("written");
    fs::create_dir_all(dir.join(".git/objects")).expect("a repository");
    fs::write(dir.join(".git/HEAD"), "ref: refs/heads/pages").expect("its head");
    fs::write(dir.join("CNAME"), "rules.example").expect("a name");
    fs::write(dir.join("en/b/own.html"), "mine").expect("a page of one's own");
    let new = site(&[("index.html", "new"), ("en/b/stays.html", "b"), ("ja/b/new.html", "c")]);
    assert!(write(&new, &dir).expect("written").changed);
    assert_eq!(listed(&dir), [".git", MARKER, "CNAME", "en", "index.html", "ja"]);
    assert_eq!(listed(&dir.join("en/b")), ["own.html", "stays.html"]);
    assert_eq!(fs::read_to_string(dir.join("index.html")).expect("the page"), "new");
    assert_eq!(fs::read_to_string(dir.join(".git/HEAD")).expect("the head"), "ref: refs/heads/pages");
    assert!(!write(&new, &dir).expect("written again").changed);
}

#[test]
fn a_folder_with_nothing_to_be_seen_is_taken_and_what_is_hidden_stays() {
    let (_root, dir) = place();
    fs::create_dir_all(dir.join(".git")).expect("a repository");
    write(&site(&[("index.html", "x")]), &dir).expect("written");
    assert_eq!(listed(&dir), [".git", MARKER, "index.html"]);
}

#[test]
fn a_file_of_somebody_else_in_the_way_is_refused_and_nothing_is_written() {
    let (_root, dir) = place();
    write(&site(&[("index.html", "old"), ("rules.json", "a")]), &dir).expect("written");
    fs::write(dir.join("rules.json"), "changed by hand").expect("changed");
    fs::create_dir(dir.join("ja")).expect("a folder of one's own");
    fs::write(dir.join("ja/index.html"), "mine").expect("a page of one's own");
    fs::write(dir.join("en"), "mine").expect("a file of one's own");
    for way in ["rules.json", "ja/index.html", "en/index.html"] {
        let error = write(&site(&[("index.html", "new"), (way, "x")]), &dir).expect_err("refused");
        assert!(matches!(&error, SiteError::NotOurs(paths) if paths.len() == 1), "{error}");
    }
    assert_eq!(listed(&dir), [MARKER, "en", "index.html", "ja", "rules.json"]);
    assert_eq!(fs::read_to_string(dir.join("index.html")).expect("the page"), "old");
}

#[test]
fn a_list_that_came_with_a_clone_removes_nothing_of_ones_own() {
    let (_root, dir) = place();
    fs::create_dir_all(dir.join(".git")).expect("a repository");
    fs::create_dir_all(dir.parent().expect("the parent").join("other")).expect("a folder outside");
    let files = [".git/config", "CNAME", "mine.html", "../other/thesis.txt"];
    let mut list = "# Written by Rulestone\n".to_owned();
    for file in files {
        fs::write(dir.join(file), "precious").expect("a file");
        list.extend([&"0".repeat(64), "  ", file, "\n"]);
    }
    fs::write(dir.join(MARKER), list).expect("a list");
    write(&site(&[("index.html", "x")]), &dir).expect("written");
    for file in files {
        assert_eq!(fs::read_to_string(dir.join(file)).expect("still there"), "precious", "{file}");
    }
}

#[cfg(unix)]
#[test]
fn links_and_pipes_are_no_places_for_a_site() {
    use std::os::unix::fs::symlink;
    let (root, dir) = place();
    let elsewhere = root.path().join("elsewhere");
    fs::create_dir_all(&elsewhere).expect("a folder");
    fs::create_dir_all(dir.parent().expect("the parent")).expect("the parent");
    symlink(&elsewhere, &dir).expect("a link");
    let refused = write(&site(&[("index.html", "x")]), &dir).expect_err("refused");
    assert!(refused.to_string().contains("is a link"), "{refused}");
    fs::remove_file(&dir).expect("the link");
    write(&site(&[("index.html", "x")]), &dir).expect("written");
    symlink(&elsewhere, dir.join("en")).expect("a link inside");
    let refused = write(&site(&[("index.html", "x"), ("en/index.html", "a")]), &dir).expect_err("refused");
    assert!(matches!(refused, SiteError::NotOurs(_)), "{refused}");
    assert!(listed(&elsewhere).is_empty());
}

#[test]
fn several_writers_wait_for_each_other() {
    let (_root, dir) = place();
    let writers: Vec<_> = (0..4)
        .map(|number| {
            let dir = dir.clone();
            thread::spawn(move || {
                let text = number.to_string();
                let names: Vec<String> = (0..40).map(|page| format!("en/b/{page}.html")).collect();
                let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), text.as_str())).collect();
                write(&site(&files), &dir).expect("written");
            })
        })
        .collect();
    for writer in writers {
        writer.join().expect("no panic");
    }
    let first = fs::read_to_string(dir.join("en/b/0.html")).expect("a page");
    for page in 0..40 {
        assert_eq!(
            fs::read_to_string(dir.join(format!("en/b/{page}.html"))).expect("a page"),
            first,
            "one writer's site as a whole"
        );
    }
}
