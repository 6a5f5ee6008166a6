//! What the system denies is named as what it is, refused before anything is written, and leaves nothing behind.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::process::Command;

use super::files::listed;
use super::files::unix::{limited, pipe, without_rights};
use super::files_below;
use crate::cli::{Ran, Scratch};

const EN: &str = "rules-en/skirmish/01-turn.yaml";

/// Runs a command of somebody to whom permissions apply; none where only the superuser is there.
fn denied(demo: &Scratch, arguments: &[&str]) -> Option<Ran> {
    if fs::metadata(demo.root()).expect("there").uid() != 0 {
        return Some(demo.run(arguments));
    }
    let ran = without_rights(demo, arguments).ok().filter(|ran| !ran.stderr.starts_with("setpriv"));
    if ran.is_none() {
        println!("SKIPPED: the superuser is denied nothing, and there is no setpriv");
    }
    ran
}

/// Lets a file or folder of ours be used in this way only.
fn allow(demo: &Scratch, below: &str, mode: u32) {
    fs::set_permissions(demo.path(below), fs::Permissions::from_mode(mode)).expect("ours");
}

/// A library with a site that the next build changes.
fn built() -> Scratch {
    let demo = Scratch::demo();
    demo.run(&["build"]).ends(0);
    demo.edit(EN, "Roll 2 dice", "Roll 3 dice");
    demo
}

#[test]
fn a_new_book_is_refused_before_anything_is_written() {
    for (name, what) in [("schemas", "a pipe"), ("schemas", "a file"), ("schemas", "a link"), ("rules-en", "a file")] {
        let folder = Scratch::empty();
        match what {
            "a pipe" => pipe(&folder.path(name)),
            "a link" => symlink("nowhere", folder.path(name)).expect("a link"),
            _ => folder.write(name, "a file"),
        }
        let ran = folder.run(&["new", "book", "other"]).ends(2);
        assert!(ran.stderr.contains("where a folder belongs") && ran.stderr.contains(what), "{}", ran.stderr);
        assert_eq!(listed(folder.root()), [name]);
    }
    let closed = Scratch::empty();
    allow(&closed, "", 0o555);
    let Some(ran) = denied(&closed, &["new", "book", "other"]) else { return };
    allow(&closed, "", 0o755);
    assert!(ran.status == 2 && ran.stderr.contains("cannot write to"), "{}", ran.stderr);
    assert_eq!(listed(closed.root()), Vec::<String>::new());
    // Where nothing is to be made, nothing need be allowed.
    closed.run(&["new", "book", "one"]).ends(0);
    allow(&closed, "schemas", 0o555);
    denied(&closed, &["new", "book", "two"]).expect("as before").ends(0);
    // Whether an id is taken must be known.
    fs::create_dir(closed.path("rules-ja")).expect("a folder");
    allow(&closed, "rules-ja", 0o0);
    let ran = denied(&closed, &["new", "book", "three"]).expect("as before").ends(2);
    assert!(ran.stderr.contains("rules-ja/three") && ran.stderr.contains("permission to read it"), "{}", ran.stderr);
    allow(&closed, "rules-ja", 0o755);
}

#[test]
fn nothing_new_is_made_in_the_folder_of_another_language() {
    let demo = Scratch::demo();
    symlink("rules-en", demo.path("rules-ja")).expect("a link");
    let before = files_below(&demo.path("rules-en"));
    let ran = demo.run(&["new", "book", "other", "--lang", "ja"]).ends(2);
    assert!(ran.stderr.contains("a link to a file of another language"), "{}", ran.stderr);
    assert_eq!(files_below(&demo.path("rules-en")), before);
    let demo = Scratch::demo();
    fs::create_dir(demo.path("rules-ja")).expect("a folder");
    symlink("../rules-ru/skirmish", demo.path("rules-ja/skirmish")).expect("a link");
    for file in files_below(&demo.path("rules-ru")) {
        fs::remove_file(file).expect("a translation");
    }
    let ran = demo.run(&["translate", "draft", "skirmish", "ja"]).ends(2);
    assert!(ran.stderr.contains("a link to a file of another language"), "{}", ran.stderr);
    assert_eq!(listed(&demo.path("rules-ru/skirmish")), Vec::<String>::new());
}

#[test]
fn what_cannot_be_read_is_named_each_time_by_whoever_looks_something_up() {
    for unread in ["rules-en", "rules-en/skirmish", EN] {
        let demo = Scratch::demo();
        let mode = fs::metadata(demo.path(unread)).expect("there").permissions().mode();
        allow(&demo, unread, 0o0);
        for command in [
            &["search", "dice"][..],
            &["search", "dice"],
            &["search", "dice", "--book", "skirmish"],
            &["show", "battle"],
            &["status"],
        ] {
            let Some(ran) = denied(&demo, command) else { return };
            for told in [unread, "cannot be read: permission is denied", "give yourself permission to read it"] {
                assert!(ran.stderr.contains(told), "{command:?}: {}", ran.stderr);
            }
        }
        allow(&demo, unread, mode);
        demo.run(&["search", "dice"]).ends(0);
    }
    let demo = Scratch::demo();
    allow(&demo, "", 0o311);
    let ran = denied(&demo, &["translate", "accept", "skirmish", "ru", "1"]);
    allow(&demo, "", 0o755);
    let Some(ran) = ran else { return };
    assert!(ran.stderr.contains("cannot list") && ran.stderr.contains("permission to read it"), "{}", ran.stderr);
}
