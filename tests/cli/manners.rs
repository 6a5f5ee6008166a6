//! Manners: streams, exit status, colours, help, and the reference page.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{Scratch, ran, rulestone, shipped};

#[test]
fn without_a_library_the_message_says_what_to_do() {
    let empty = Scratch::empty();
    for command in ["check", "status", "build", "site"] {
        let ran = empty.run(&[command]).ends(2);
        assert!(ran.stdout.is_empty(), "{command}: {}", ran.stdout);
        assert!(
            ran.stderr.contains("no rulebooks here") && ran.stderr.contains("rulestone new book"),
            "{command}: {}",
            ran.stderr
        );
    }
    empty.run(&["search", "word"]).ends(2);
    rulestone(&empty.path("no-such-folder"), &["check"]).ends(2);
}

#[test]
fn the_library_is_found_from_a_folder_inside_it() {
    let demo = Scratch::demo();
    let output =
        Command::new(env!("CARGO_BIN_EXE_rulestone")).arg("check").current_dir(demo.path("rules-en/skirmish")).output();
    ran(output.expect("the program starts")).ends(0);
}

#[test]
fn colours_only_where_they_are_wanted() {
    let plain = rulestone(shipped(), &["show", "sword-of-rome-5p:9.6.4"]).ends(0);
    assert!(!plain.stdout.contains('\u{1b}'), "a pipe gets no escape sequences");
    let coloured = rulestone(shipped(), &["--color", "always", "show", "sword-of-rome-5p:9.6.4"]).ends(0);
    assert!(coloured.stdout.contains('\u{1b}'));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulestone"))
        .args(["explain"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    let ran = ran(output).ends(0);
    assert!(ran.stderr.is_empty(), "{}", ran.stderr);
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in
        [&["frobnicate"][..], &["check", "--format", "xml"][..], &["search"][..], &["explain", "no-such-code"][..]]
    {
        rulestone(shipped(), arguments).ends(2);
    }
    rulestone(shipped(), &["--help"]).ends(0);
    rulestone(shipped(), &["--version"]).ends(0);
}

#[test]
fn every_code_can_be_explained_and_every_shell_completed() {
    for code in rulestone::diagnostic::codes::ALL {
        let ran = rulestone(shipped(), &["explain", code.name]).ends(0);
        assert!(ran.stdout.starts_with(&format!("# {}\n", code.name)), "{}", ran.stdout);
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(rulestone(shipped(), &["completions", shell]).ends(0).stdout.contains("translate"), "{shell}");
    }
}

#[test]
fn the_reference_page_is_true() {
    let page = snapbox::Data::read_from(&shipped().join("docs/cli.md"), None);
    snapbox::Assert::new().action_env("SNAPSHOTS").eq(rulestone::cli::reference(), page.raw());
}

#[test]
fn a_procedure_is_explained_with_the_rules_that_join_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logic/fixtures/joined");
    let explained = |name: &str| rulestone(&root, &["explain", name]).ends(0).stdout;
    let march = explained("march");
    let places = [
        "before march when",
        "instead of march as wreck",
        "procedure march(",
        "  instead of march.attrition",
        "  attrition: roll",
        "after march as tiring",
    ];
    let found: Vec<_> =
        places.iter().map(|place| march.find(place).unwrap_or_else(|| panic!("no {place} in {march}"))).collect();
    assert!(found.is_sorted(), "{march}");
    assert!(march.contains("  · 1.4") && march.ends_with("changes tired, Unit\n"), "{march}");
    assert!(
        explained("forage")
            .contains("    before forage.luck as counted  · 1.6\n      raise tries by 1\n    luck: roll")
    );
    let unknown = rulestone(&root, &["explain", "mrch"]).ends(2);
    assert!(unknown.stderr.contains("did you mean `march`?"), "{}", unknown.stderr);
}
