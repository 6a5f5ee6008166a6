//! The list of a site's files may be somebody else's: it makes nothing ours that no site of ours has.

use sha2::{Digest as _, Sha256};

use crate::cli::Scratch;

/// Adds a file of somebody else's to the site and, as `sha256sum` would, to its list.
fn claim(demo: &Scratch, path: &str) {
    demo.write(format!("site/{path}"), path);
    let hash: Vec<String> = Sha256::digest(path).iter().map(|byte| format!("{byte:02x}")).collect();
    let list = demo.read("site/.rulestone-site");
    demo.write("site/.rulestone-site", format!("{list}{}  {path}\n", hash.concat()));
}

#[test]
fn a_list_claims_nothing_that_no_site_has() {
    let others = [
        ".git/HEAD",
        ".git/refs/heads/index.html",
        "CNAME",
        "en/.htaccess",
        "en/skirmish/photo.png",
        "robots.txt",
        "assets/x/y.css",
    ];
    let demo = Scratch::demo();
    demo.run(&["build"]).ends(0);
    for path in others {
        claim(&demo, path);
    }
    // A page that an earlier state of the library had, which is gone with its chapter.
    claim(&demo, "en/skirmish/09-gone.html");
    for command in ["site", "build"] {
        let ran = demo.run(&[command]).ends(0);
        assert_eq!(ran.stderr.contains("which no site of ours has"), command == "site", "{}", ran.stderr);
        for path in others {
            assert_eq!(demo.read(&format!("site/{path}")), path, "{command}");
        }
        assert!(!demo.path("site/en/skirmish/09-gone.html").exists(), "{command}");
        assert!(!demo.read("site/.rulestone-site").contains(".git"), "the list is our own again");
    }
}

#[test]
fn an_unfinished_list_beside_the_site_claims_nothing_either() {
    let demo = Scratch::demo();
    let beside = ".site.rulestone-new-abcdefghijkl";
    let lines = ["CNAME", ".git/HEAD", "en/index.html"].map(|path| format!("0  {path}\n"));
    demo.write(format!("{beside}/.rulestone-site.part"), lines.concat());
    demo.write(format!("{beside}/CNAME"), "mine");
    demo.write(format!("{beside}/.git/HEAD"), "mine");
    demo.write(format!("{beside}/en/index.html"), "half a page of ours");
    let ran = demo.run(&["site"]).ends(0);
    assert!(ran.stderr.contains(beside), "{}", ran.stderr);
    for path in ["CNAME", ".git/HEAD"] {
        assert_eq!(demo.read(&format!("{beside}/{path}")), "mine");
    }
    assert!(!demo.path(beside).join("en").exists());
}
