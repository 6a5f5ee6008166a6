//! `rulestone site` and the address that it is told.

use std::fs;

use super::{rulestone, shipped};

#[test]
fn an_address_that_is_none_is_refused_with_what_is_wrong() {
    for (address, wrong) in [
        ("rules.example.org", "it has to begin with `https://` or `http://`"),
        ("ftp://example.org/", "it has to begin with `https://` or `http://`"),
        ("https://", "the name of a computer"),
        ("https://me:secret@example.org/", "leave out what stands before `@`"),
        ("https://example.org/?page=1", "leave out `?` or `#`"),
        ("https://example.org/a/../b", "name the folder in full"),
        ("https://example.org/\u{1b}[31m", "\\u{1b}"),
    ] {
        for command in ["site", "build"] {
            let ran = rulestone(shipped(), &[command, "--base-url", address]).ends(2);
            let told = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(told.contains(wrong) && told.contains("--base-url"), "{address}: {}", ran.stderr);
            assert!(!ran.stderr.contains('\u{1b}'), "{:?}", ran.stderr);
        }
    }
}

/// A library of one book, with `site.yaml` and a theme that it brings.
fn library() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in [
        ("rules-en/demo/book.yaml", "title: {en: Demo}\nprovenance:\n  en: |\n    Made up.\nlanguages: [en]\n"),
        (
            "rules-en/demo/01-one.yaml",
            "chapter: {title: One, formerly: [01-first]}\nsections:\n  - {id: one, title: One, formerly: [\"01-first#start\"]}\n",
        ),
        ("site.yaml", "title: Rules of the club\ncolors:\n  light: {paper: \"#fff\"}\n"),
        (
            "theme/templates/home.html",
            "{% extends \"rulestone/home.html\" %}{% block main %}<p>THEIRS</p>{% endblock %}",
        ),
    ] {
        let file = root.path().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder");
        fs::write(file, text).expect("the file");
    }
    root
}

#[test]
fn a_theme_is_taken_where_it_is_named_and_nowhere_else() {
    for command in ["site", "build"] {
        let root = library();
        let home = || fs::read_to_string(root.path().join("site/en/index.html")).expect("a page");
        rulestone(root.path(), &[command]).ends(0);
        assert!(home().contains("Rules of the club") && !home().contains("THEIRS"), "{}", home());
        assert!(root.path().join("site/assets/colors.css").is_file());
        assert!(root.path().join("site/en/demo/01-first.html").is_file());
        let theme = root.path().join("theme").to_string_lossy().into_owned();
        rulestone(root.path(), &[command, "--theme", &theme]).ends(0);
        assert!(home().contains("THEIRS"), "{}", home());
        // What a theme has brought goes with it.
        fs::write(root.path().join("theme/variables.css"), ":root { --measure: 9rem; }").expect("a file");
        rulestone(root.path(), &[command, "--theme", &theme]).ends(0);
        assert!(root.path().join("site/assets/theme.css").is_file());
        rulestone(root.path(), &[command]).ends(0);
        assert!(!home().contains("THEIRS") && !root.path().join("site/assets/theme.css").exists());
        fs::write(root.path().join("theme/templates/home.html"), "{{ nothing.there }}").expect("a file");
        let ran = rulestone(root.path(), &[command, "--theme", &theme]).ends(2);
        let told = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("home.html:1") && told.contains("without --theme"), "{}", ran.stderr);
        let ran = rulestone(root.path(), &[command, "--theme", &format!("{theme}/nowhere")]).ends(2);
        assert!(ran.stderr.contains("nowhere"), "{}", ran.stderr);
        assert!(home().contains("Rules of the club"), "the site is left as it was");
    }
}

#[test]
#[cfg(unix)]
fn a_site_file_that_is_a_link_is_not_followed() {
    let root = library();
    let file = root.path().join("site.yaml");
    for to in ["/etc/hostname", "rules-en/demo/book.yaml", "nowhere"] {
        fs::remove_file(&file).expect("the file");
        std::os::unix::fs::symlink(to, &file).expect("a link");
        let ran = rulestone(root.path(), &["check"]).ends(1);
        assert!(ran.stdout.contains("site.yaml") && ran.stdout.contains("this is a link"), "{}", ran.stdout);
        rulestone(root.path(), &["site"]).ends(1);
        assert!(!root.path().join("site").exists());
    }
}

#[test]
fn an_address_that_stands_twice_is_told() {
    let root = library();
    let twice =
        "chapter: {title: One}\nsections:\n  - {id: one, title: One, formerly: [\"01-one#start\", \"01-one#start\"]}\n";
    fs::write(root.path().join("rules-en/demo/01-one.yaml"), twice).expect("a file");
    let ran = rulestone(root.path(), &["check"]).ends(1);
    assert!(ran.stdout.contains("the address `01-one#start` stands twice"), "{}", ran.stdout);
}

#[test]
fn a_former_id_finds_its_section() {
    let root = library();
    let ran = rulestone(root.path(), &["show", "start"]).ends(0);
    assert!(ran.stdout.contains("One"), "{}", ran.stdout);
}
