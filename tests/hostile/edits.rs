//! No edit is lost: two commands at once, an editor's save in between, a command that was killed.

use std::fs;
use std::process::{Child, Command, Stdio};

use crate::cli::{Scratch, state};

const RU: &str = "rules-ru/skirmish/01-turn.yaml";

/// A book with a chapter of which two sections wait to be accepted.
fn waiting() -> Scratch {
    let demo = Scratch::demo();
    let section = |id: &str, text: &str| format!("  - id: {id}\n    title: Ход\n    text: |\n      ^a {text}\n");
    let reference = |id: &str, number: &str| {
        format!(
            "  - id: {id}\n    number: \"{number}\"\n    title: The turn\n    text: |\n      ^a One thing is done.\n"
        )
    };
    demo.write(
        "rules-en/skirmish/02-more.yaml",
        format!(
            "chapter: {{number: \"2\", title: More}}\nsections:\n{}{}",
            reference("one", "2.1"),
            reference("two", "2.2")
        ),
    );
    demo.write(
        "rules-ru/skirmish/02-more.yaml",
        format!("chapter: {{title: Ещё}}\nsections:\n{}{}", section("one", "Одно."), section("two", "Одно.")),
    );
    demo
}

fn accept(demo: &Scratch, section: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_rulestone"))
        .arg("--root")
        .arg(demo.root())
        .args(["translate", "accept", "skirmish", "ru", section])
        .env("XDG_STATE_HOME", state())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Rounds of two commands at once, with an editor's save in between.
#[cfg(target_os = "linux")]
fn rounds(count: usize) {
    for round in 0..count {
        let demo = waiting();
        let file = demo.path("rules-ru/skirmish/02-more.yaml");
        let children = [accept(&demo, "one"), accept(&demo, "two")];
        // At another moment in each round: early, while they load, while they write.
        std::thread::sleep(std::time::Duration::from_micros((round as u64 * 997) % 60_000));
        let mark = format!("# saved in round {round}\n");
        let overwritten = save(&file, &mark);
        let ended = children.map(|child| child.wait_with_output().expect("it ends"));
        let told: Vec<String> = ended.iter().map(|ran| String::from_utf8_lossy(&ran.stderr).into_owned()).collect();
        let text = fs::read_to_string(&file).expect("the file is there");
        assert!(text.starts_with(&mark), "what the editor saved stands in its place: {told:?}\n{text}");
        // What an editor overwrites without having read it, it overwrites; all else that was reported as done is there.
        let done = ended.iter().filter(|ran| ran.status.code() == Some(0)).count();
        assert!(accepted(&text) + overwritten >= done, "{done} done, {overwritten} overwritten: {told:?}\n{text}");
        for (ran, told) in ended.iter().zip(&told).filter(|(ran, _)| ran.status.code() != Some(0)) {
            assert!(ran.status.code() == Some(2) && told.contains("02-more.yaml"), "{told}");
        }
    }
}

/// Saves as an editor does: what was read, with a line more, in the place of whatever is there by now. How many records of what
/// was accepted are overwritten by that.
#[cfg(target_os = "linux")]
fn save(file: &std::path::Path, mark: &str) -> usize {
    use rustix::fs::{CWD, RenameFlags};
    let read = fs::read_to_string(file).expect("the file is whole");
    let beside = file.with_extension("editor");
    fs::write(&beside, format!("{mark}{read}")).expect("written");
    rustix::fs::renameat_with(CWD, &beside, CWD, file, RenameFlags::EXCHANGE).expect("exchanged");
    let overwritten = fs::read_to_string(&beside).expect("what stood there");
    fs::remove_file(beside).expect("removed");
    accepted(&overwritten) - accepted(&read)
}

#[cfg(target_os = "linux")]
fn accepted(text: &str) -> usize {
    text.matches("from:").count()
}

#[cfg(target_os = "linux")]
#[test]
fn two_commands_at_once_and_a_save_in_between_lose_nothing() {
    rounds(20);
}

/// As many as SECURITY.md promises; the whole gate runs it.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes a minute; .ci/run runs it"]
fn two_hundred_rounds_of_two_commands_and_a_save_lose_nothing() {
    rounds(200);
}

#[test]
fn two_commands_at_once_both_come_through() {
    for _ in 0..10 {
        let demo = waiting();
        for child in [accept(&demo, "one"), accept(&demo, "two")] {
            assert!(child.wait_with_output().expect("it ends").status.success());
        }
        assert_eq!(demo.read("rules-ru/skirmish/02-more.yaml").matches("from:").count(), 2);
    }
}

#[test]
fn what_a_killed_command_left_is_cleared_away_unless_it_is_somebodys_text() {
    let demo = Scratch::demo();
    let folder = demo.path(RU).parent().expect("a folder").to_owned();
    let part = folder.join(".01-turn.yaml.abcdefghijkl.rulestone-part");
    let saved = folder.join(".01-turn.yaml.0000000000000000-1111111111111111-abcdefghijkl.rulestone-change");
    fs::write(&part, "half of a te").expect("written");
    let of_schema = "schemas/.book.json.abcdefghijkl.rulestone-part";
    demo.write(of_schema, "{");
    fs::write(&saved, "what an editor had saved").expect("written");
    demo.run(&["check"]).ends(0);
    assert!(part.exists(), "whoever only reads removes nothing");
    let ran = demo.run(&["translate", "accept", "skirmish", "ru", "1"]).ends(0);
    assert!(!part.exists() && saved.exists());
    assert!(!demo.path(of_schema).exists());
    assert!(ran.stderr.contains("was left by a command that was interrupted"), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn a_file_stays_its_owners() {
    use std::os::unix::fs::{MetadataExt as _, chown};

    let demo = waiting();
    let file = demo.path("rules-ru/skirmish/02-more.yaml");
    if chown(&file, Some(65_534), Some(65_534)).is_err() {
        println!("SKIPPED: only the superuser can give a file away");
        return;
    }
    demo.run(&["translate", "accept", "skirmish", "ru", "one"]).ends(0);
    let data = fs::metadata(&file).expect("there");
    assert_eq!((data.uid(), data.gid()), (65_534, 65_534));
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_keep_its_group_is_opened_to_no_other() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
    use std::process::Command;

    let demo = waiting();
    let file = demo.path("rules-ru/skirmish/02-more.yaml");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o660)).expect("ours");
    let mut open = vec![demo.root().to_owned()];
    while let Some(path) = open.pop() {
        if chown(&path, Some(65_534), Some(65_534)).is_err() {
            println!("SKIPPED: only the superuser can give a file away");
            return;
        }
        open.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
    }
    chown(&file, None, Some(65_533)).expect("as before");
    let run = |arguments: &[&str]| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", env!("CARGO_BIN_EXE_rulestone"), "--root"]);
        command.arg(demo.root()).args(arguments).env("XDG_STATE_HOME", demo.path("state")).output()
    };
    if !run(&["status"]).is_ok_and(|ran| ran.status.success()) {
        println!("SKIPPED: there is no setpriv, or others may not start the program");
        return;
    }
    let ran = run(&["translate", "accept", "skirmish", "ru", "one"]).expect("as before");
    assert!(ran.status.success(), "{ran:?}");
    let data = fs::metadata(&file).expect("there");
    assert_eq!((data.gid(), data.mode() & 0o777), (65_534, 0o600));
}

#[test]
fn a_new_book_that_failed_can_be_begun_again() {
    let folder = Scratch::empty();
    folder.write("schemas", "a file where the folder belongs");
    folder.run(&["new", "book", "other"]).ends(2);
    assert!(!folder.path("rules-en").exists(), "no book without its schemas");
    fs::remove_file(folder.path("schemas")).expect("the file");
    folder.run(&["new", "book", "other"]).ends(0);
    folder.run(&["check"]).ends(0);
}

#[test]
fn a_title_that_no_book_may_have_is_refused() {
    for title in ["Roll\u{1b}[31m", "two\nlines", "\u{202e}desrever", "a\tb", "", " ", &"long ".repeat(201)] {
        let demo = Scratch::demo();
        demo.run(&["new", "book", "other", "--title", title]).ends(2);
        demo.run(&["new", "section", "skirmish", "01-turn", "more", "--title", title]).ends(2);
        assert!(!demo.path("rules-en/other").exists() && !demo.read("rules-en/skirmish/01-turn.yaml").contains("more"));
    }
}

#[test]
fn a_title_with_what_yaml_cannot_hold_is_written_so_that_it_can_be_read() {
    for title in ["\u{fffe}", "a\u{ffff}b"] {
        let demo = Scratch::demo();
        demo.run(&["new", "book", "other", "--title", title]).ends(0);
        demo.run(&["new", "section", "skirmish", "01-turn", "more", "--title", title]).ends(0);
        demo.run(&["check"]).ends(0);
        demo.run(&["build"]).ends(0);
    }
}

#[test]
fn a_new_book_appears_whole() {
    let demo = Scratch::demo();
    demo.run(&["new", "book", "other"]).ends(0);
    demo.run(&["new", "book", "other"]).ends(2);
    let names = fs::read_dir(demo.path("rules-en")).expect("listed").flatten();
    assert!(names.map(|entry| entry.file_name()).all(|name| !name.to_string_lossy().starts_with('.')));
    demo.run(&["check"]).ends(0);
}
