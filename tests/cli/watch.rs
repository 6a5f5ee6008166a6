//! `check --watch`: an answer after each change, told as what has come and what has gone.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::Scratch;

const CHAPTER: &str = "rules-en/skirmish/01-turn.yaml";

/// Longer than any answer takes on any machine.
const LIMIT: Duration = Duration::from_secs(60);

/// The program while it watches a library.
struct Watching {
    program: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn of(library: &Scratch, arguments: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_rulestone"))
            .arg("--root")
            .arg(library.root())
            .args(["check", "--watch"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, lines) = channel();
        let out = program.stdout.take().expect("a pipe");
        let err = program.stderr.take().expect("a pipe");
        let errors = sender.clone();
        std::thread::spawn(move || forward(BufReader::new(out), |line| sender.send(line).is_ok()));
        std::thread::spawn(move || forward(BufReader::new(err), |line| errors.send(line).is_ok()));
        Self { program, lines }
    }

    /// What is said up to the line that holds `end`, with it.
    #[track_caller]
    fn until(&self, end: &str) -> String {
        let limit = Instant::now() + LIMIT;
        let mut said = String::new();
        while !said.contains(end) {
            match self.lines.recv_timeout(limit.saturating_duration_since(Instant::now())) {
                Ok(line) => said = said + &line + "\n",
                Err(RecvTimeoutError::Timeout) => panic!("{end:?} is not said in time:\n{said}"),
                Err(RecvTimeoutError::Disconnected) => panic!("it ended without {end:?}:\n{said}"),
            }
        }
        said
    }

    /// Closes its input, and waits for its end.
    fn ends(mut self) -> i32 {
        drop(self.program.stdin.take());
        let limit = Instant::now() + LIMIT;
        loop {
            match self.program.try_wait().expect("it can be waited for") {
                Some(status) => return status.code().expect("no signal"),
                None if Instant::now() > limit => panic!("it does not end"),
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It has ended, if all went well.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn forward(mut from: impl BufRead, mut to: impl FnMut(String) -> bool) {
    let mut line = String::new();
    while from.read_line(&mut line).is_ok_and(|read| read > 0) && to(line.trim_end().to_owned()) {
        line.clear();
    }
}

#[test]
fn what_comes_is_told_and_what_goes() {
    let demo = Scratch::demo();
    let watching = Watching::of(&demo, &[]);
    watching.until("checked: 0 errors");
    demo.edit(CHAPTER, "see [[1.2]]", "see [[1.3]]");
    let said = watching.until("checked: 1 error,");
    assert!(said.contains("error[dangling-reference]: no section `1.3`"), "{said}");
    demo.edit(CHAPTER, "see [[1.3]]", "see [[1.2]]");
    let said = watching.until("checked: 0 errors");
    assert!(said.contains("gone: rules-en/skirmish/01-turn.yaml:7:49: error[dangling-reference]"), "{said}");
    assert_eq!(watching.ends(), 0);
}

#[test]
fn a_finding_that_only_moves_is_not_told_again() {
    let demo = Scratch::demo();
    demo.edit(CHAPTER, "see [[1.2]]", "see [[1.3]]");
    let watching = Watching::of(&demo, &["--format", "short"]);
    assert!(watching.until("checked: 1 error,").contains("no section `1.3`"));
    let text = demo.read(CHAPTER);
    demo.write(CHAPTER, format!("# A line more\n{text}"));
    let said = watching.until("checked: 1 error,");
    assert!(!said.contains("1.3"), "{said}");
    assert_eq!(watching.ends(), 0);
}

#[test]
fn files_are_replaced_by_rename_come_and_go() {
    let demo = Scratch::demo();
    let watching = Watching::of(&demo, &["--format", "short"]);
    watching.until("checked: 0 errors");
    let text = demo.read(CHAPTER);
    demo.write(".new", text.replace("see [[1.2]]", "see [[1.3]]"));
    fs::rename(demo.path(".new"), demo.path(CHAPTER)).expect("the file can be replaced");
    assert!(watching.until("checked: 1 error,").contains("no section `1.3`"));
    demo.write(".new", text);
    fs::rename(demo.path(".new"), demo.path(CHAPTER)).expect("the file can be replaced");
    watching.until("checked: 0 errors");
    // A folder that was not there at the start, and then a file in it.
    demo.write("rules-en/other/book.yaml", "title: {en: Other}\nlanguages: [en]\nprovenance: {en: \"\"}\nwrong: 1\n");
    assert!(watching.until("2 books checked").contains("rules-en/other/book.yaml"));
    demo.write("rules-en/other/01-one.yaml", "chapter: {title: One}\nsections: 3\n");
    assert!(watching.until("2 books checked").contains("rules-en/other/01-one.yaml"));
    fs::remove_dir_all(demo.path("rules-en/other")).expect("the folder can be removed");
    assert!(watching.until("1 book checked").contains("gone: rules-en/other/book.yaml"));
    assert_eq!(watching.ends(), 0);
}

#[test]
fn a_library_that_is_gone_is_waited_for() {
    let demo = Scratch::demo();
    let watching = Watching::of(&demo, &[]);
    watching.until("checked: 0 errors");
    for folder in ["rules-en", "rules-ru"] {
        fs::rename(demo.path(folder), demo.path(folder.replace("rules", "away"))).expect("a folder can be moved");
    }
    watching.until("no rulebooks here");
    for folder in ["rules-ru", "rules-en"] {
        fs::rename(demo.path(folder.replace("rules", "away")), demo.path(folder)).expect("a folder can be moved");
    }
    watching.until("checked: 0 errors");
    demo.edit(CHAPTER, "see [[1.2]]", "see [[1.3]]");
    watching.until("checked: 1 error,");
    assert_eq!(watching.ends(), 0);
}

#[test]
fn for_programs_each_check_is_one_line() {
    let demo = Scratch::demo();
    let watching = Watching::of(&demo, &["--format", "json"]);
    let object = |line: &str| serde_json::from_str::<serde_json::Value>(line.trim()).expect("one object");
    assert_eq!(object(&watching.until("\"summary\""))["summary"]["errors"], 0);
    demo.edit(CHAPTER, "see [[1.2]]", "see [[1.3]]");
    assert_eq!(object(&watching.until("dangling-reference"))["summary"]["errors"], 1);
    assert_eq!(watching.ends(), 0);
}

#[test]
fn mends_and_reports_of_one_check_do_not_go_with_it() {
    let demo = Scratch::demo();
    assert!(demo.run(&["check", "--watch", "--fix"]).ends(2).stderr.contains("cannot be used with"));
    assert!(demo.run(&["check", "--watch", "--format", "sarif"]).ends(2).stderr.contains("human, short and json"));
    let nowhere = super::rulestone(&demo.path("nowhere"), &["check", "--watch"]).ends(2);
    assert!(nowhere.stderr.contains("nowhere"), "{}", nowhere.stderr);
}
