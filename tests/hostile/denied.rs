//! What the system denies is named as what it is, refused before anything is written, and leaves nothing behind.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
use std::process::Command;

use super::files::listed;
use super::files::unix::{denied, limited, pipe};
use super::files_below;
use crate::cli::Scratch;

const EN: &str = "rules-en/skirmish/01-turn.yaml";

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

#[test]
fn a_page_that_cannot_be_read_is_not_taken_for_somebody_elses() {
    for unread in ["site/en/index.html", "site/.rulestone-site"] {
        let demo = built();
        allow(&demo, unread, 0o0);
        let Some(ran) = denied(&demo, &["build"]) else { return };
        assert_eq!(ran.status, 2, "{}", ran.stderr);
        assert!(ran.stderr.contains("cannot read") && ran.stderr.contains(unread), "{}", ran.stderr);
        assert!(ran.stderr.contains("give yourself permission to read it"), "{}", ran.stderr);
    }
}

#[test]
fn a_site_in_which_somebody_may_write_nothing_stays_and_leaves_nothing_beside() {
    for closed in ["site", "site/en"] {
        let demo = built();
        let before = listed(demo.root());
        // Without the right of the superuser, a folder of somebody else's is closed.
        if chown(demo.path(closed), Some(65_534), None).is_err() {
            println!("SKIPPED: only the superuser can give a folder away");
            return;
        }
        let Some(ran) = denied(&demo, &["build"]) else { return };
        assert_eq!(ran.status, 2, "{}", ran.stderr);
        assert!(ran.stderr.contains(closed) && ran.stderr.contains("is read-only"), "{}", ran.stderr);
        assert_eq!(listed(demo.root()), before);
    }
    // Where nothing is to be changed, nothing need be writable.
    let demo = Scratch::demo();
    demo.run(&["build"]).ends(0);
    allow(&demo, "site/en", 0o555);
    let ran = demo.run(&["build"]);
    allow(&demo, "site/en", 0o755);
    ran.ends(0);
}

#[test]
fn a_site_beside_which_nothing_can_be_listed_is_replaced() {
    let demo = Scratch::demo();
    let out = demo.path("pages/site").display().to_string();
    demo.run(&["build", "--out", &out]).ends(0);
    demo.edit(EN, "Roll 2 dice", "Roll 3 dice");
    // So that pages are removed too.
    fs::remove_dir_all(demo.path("rules-ru")).expect("the translation");
    allow(&demo, "pages", 0o333);
    let ran = denied(&demo, &["build", "--out", &out]);
    allow(&demo, "pages", 0o755);
    let Some(ran) = ran else { return };
    ran.ends(0);
    assert!(demo.read("pages/site/en/skirmish/01-turn.html").contains("Roll 3 dice"));
    assert_eq!(listed(&demo.path("pages")), ["site"]);
}

#[test]
fn what_is_mounted_within_a_site_stays_where_it_is() {
    let demo = built();
    let script = "mount --bind \"$1/site/en\" \"$1/site/en\" || exit 77; exec \"$0\" --root \"$1\" build";
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", script, env!("CARGO_BIN_EXE_rulestone")]).arg(demo.root());
    let ran = command.env("XDG_STATE_HOME", crate::cli::state()).output().ok();
    let Some(ran) = ran.filter(|ran| ran.status.code() != Some(77) && !ran.stderr.starts_with(b"unshare")) else {
        println!("SKIPPED: nothing can be mounted here");
        return;
    };
    crate::cli::ran(ran).ends(0);
    assert!(demo.read("site/en/skirmish/01-turn.html").contains("Roll 3 dice"));
    assert_eq!(listed(demo.root()), [".rulestone", "rules-en", "rules-ru", "site"]);
}

#[test]
fn a_folder_whose_name_only_reminds_of_ours_stays() {
    let demo = Scratch::demo();
    let (visible, other) = ("rules-en/my.rulestone-fresh-notes", "rules-en/.x.rulestone-fresh-notes");
    let ours = "rules-en/.x.rulestone-fresh-abcdefghijkl";
    for folder in [visible, other, ours] {
        demo.write(format!("{folder}/book.yaml"), "title");
    }
    let ran = demo.run(&["translate", "accept", "skirmish", "ru", "1"]).ends(0);
    assert!(demo.path(visible).join("book.yaml").exists() && demo.path(other).join("book.yaml").exists());
    assert!(ran.stderr.contains(other) && !ran.stderr.contains(visible), "{}", ran.stderr);
    assert!(!demo.path(ours).exists());
}

#[test]
fn too_few_open_files_are_named_by_whoever_changes_something() {
    for files in 4..10 {
        for command in [
            "new book other",
            "new section skirmish 01-turn more",
            "translate accept skirmish ru 1",
            "translate draft skirmish ru",
            "check --fix",
            "site",
        ] {
            let ran = limited(&Scratch::demo(), &format!("-n {files}"), command);
            let tells = |text: &str| text.contains("allow more open files (`ulimit -n`)");
            // Files are read beside each other, so that one may be unreadable of which `check` then tells as a finding.
            let is_told = ran.status == 2 && tells(&ran.stderr) || ran.status == 1 && tells(&ran.stdout);
            assert!(ran.status == 0 || is_told, "{command} with {files}: {}{}", ran.stdout, ran.stderr);
        }
    }
}
