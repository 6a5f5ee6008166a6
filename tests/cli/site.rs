//! `rulestone site` and the address that it is told.

use std::fs;
use std::process::Command;

use super::{Ran, Scratch, ran, rulestone, shipped};

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

/// The demo as a site with these flags, where the program is run with this environment.
fn made(flags: &[&str], environment: &[(&str, &str)]) -> (Scratch, Ran) {
    let demo = Scratch::demo();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulestone"));
    command.arg("--root").arg(demo.root()).arg("site").args(flags);
    command.env("XDG_STATE_HOME", super::state()).env_remove("RULESTONE_CHROMIUM").env_remove("SOURCE_DATE_EPOCH");
    let ran = ran(command.envs(environment.iter().copied()).output().expect("the program starts"));
    (demo, ran)
}

#[test]
fn without_a_browser_the_site_is_written_and_the_mend_told() {
    let (demo, ran) = made(&["--pdf"], &[("PATH", "")]);
    let ran = ran.ends(1);
    for told in
        ["no browser is there that prints", "`chromium`", "RULESTONE_CHROMIUM", "the site is written without PDFs"]
    {
        assert!(ran.stderr.contains(told), "{told}: {}", ran.stderr);
    }
    assert!(demo.path("site/index.html").is_file());
    assert!(!demo.read("site/en/skirmish/book.html").contains(".pdf"));
    let (_, ran) = made(&["--pdf"], &[("RULESTONE_CHROMIUM", "/nowhere/chromium")]);
    assert!(ran.ends(1).stderr.contains("`/nowhere/chromium`, which RULESTONE_CHROMIUM names"));
}

/// Programs that are no browser: one fails, one makes something else, one would be the library's own.
#[test]
#[cfg(unix)]
fn a_browser_that_fails_is_told_with_its_last_words() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Scratch::empty();
    let program = |name: &str, text: &str| {
        folder.write(name, format!("#!/bin/sh\n{text}\n"));
        std::fs::set_permissions(folder.path(name), std::fs::Permissions::from_mode(0o755)).expect("a program");
        folder.path(name).display().to_string()
    };
    let fails = program("fails", "echo 'No usable sandbox! \u{1b}[31m' >&2\necho more >&2\nexit 3");
    let (demo, ran) = made(&["--pdf"], &[("RULESTONE_CHROMIUM", &fails)]);
    let ran = ran.ends(1);
    assert!(ran.stderr.contains("it made no PDF (exit status: 3): No usable sandbox! \\u{1b}[31m"), "{}", ran.stderr);
    assert!(ran.stderr.contains("no further page is tried"), "{}", ran.stderr);
    assert!(demo.path("site/index.html").is_file() && !demo.path("site/en/skirmish/book.pdf").exists());
    let other = program("other", "for a; do case $a in --print-to-pdf=*) echo no PDF >\"${a#*=}\";; esac; done");
    let (_, ran) = made(&["--pdf"], &[("RULESTONE_CHROMIUM", &other)]);
    assert!(ran.ends(1).stderr.contains("it made no PDF (exit status: 0)"));
    // It is called without a network, in a folder that is not the library's.
    let good = program(
        "good",
        "for a; do case $a in --print-to-pdf=*) { echo %PDF-1.4; pwd; echo \"$@\"; } >\"${a#*=}\";; esac; done",
    );
    let (demo, ran) = made(&["--pdf"], &[("RULESTONE_CHROMIUM", &good)]);
    ran.ends(0);
    let pdf = demo.read("site/en/skirmish/book.pdf");
    assert!(pdf.contains("MAP * ~NOTFOUND") && pdf.contains("/en/skirmish/book.html"), "{pdf}");
    let folder = pdf.lines().nth(1).expect("a folder");
    assert!(!folder.starts_with(&demo.root().display().to_string()), "{folder}");
    assert!(!std::path::Path::new(folder).exists(), "{folder} is gone");
    assert!(demo.read("site/en/skirmish/book.html").contains("href=\"book.pdf\""));
    assert!(demo.read("site/.rulestone-site").contains("en/skirmish/book.pdf"));
}

#[test]
fn a_real_browser_prints() {
    let (demo, ran) = made(&["--pdf"], &[]);
    if ran.stderr.contains("no browser is there") || ran.stderr.contains("No usable sandbox") {
        println!("SKIPPED: a PDF needs a Chromium or Chrome that starts");
        return;
    }
    let ran = ran.ends(0);
    assert!(ran.stderr.contains("printing "), "{}", ran.stderr);
    let pdf = demo.read_bytes("site/en/skirmish/book.pdf");
    let has = |words: &[u8]| pdf.windows(words.len()).any(|part| part == words);
    assert!(pdf.starts_with(b"%PDF-") && has(b"/StructTreeRoot") && has(b"/Outlines"), "tagged, with bookmarks");
}

#[test]
fn an_epub_says_when_it_was_changed_and_no_time_is_none() {
    for said in ["yesterday", "-1", "1e9", "253402300800"] {
        let (demo, ran) = made(&["--epub"], &[("SOURCE_DATE_EPOCH", said)]);
        let ran = ran.ends(2);
        assert!(ran.stderr.contains(&format!("SOURCE_DATE_EPOCH is `{said}`, which is no time")), "{}", ran.stderr);
        assert!(!demo.path("site").exists());
    }
    let epub = |environment: &[(&str, &str)]| {
        let (demo, ran) = made(&["--epub"], environment);
        ran.ends(0);
        demo.read_bytes("site/en/skirmish/book.epub")
    };
    let at = |seconds| epub(&[("SOURCE_DATE_EPOCH", seconds)]);
    assert_eq!(epub(&[]), at("315532800"), "1980-01-01 is the usual");
    assert_ne!(at("315532800"), at("1700000000"));
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
