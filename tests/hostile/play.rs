//! `play` waits for a person: what changes meanwhile leads no draft out of the library, and an input without end has one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::cli::{Ran, Scratch, copy, ran};

/// The library in which everything is asked that can be asked.
fn raid() -> Scratch {
    let scratch = Scratch::empty();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/raid"), scratch.root());
    scratch
}

fn play(raid: &Scratch) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulestone"));
    command.arg("--root").arg(raid.root()).args(["play", "a-band-grows"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Plays with this file typed.
fn typed(raid: &Scratch, input: &Path) -> Ran {
    let input = fs::File::open(input).expect("the input");
    ran(play(raid).stdin(input).output().expect("the program starts"))
}

#[cfg(unix)]
#[test]
fn a_folder_that_becomes_a_link_while_play_waits_is_not_written_through() {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};

    for (folder, told) in [("rules-en/raid", "leads out of the library"), ("rules-en", "leads out of the library")] {
        let (raid, elsewhere) = (raid(), Scratch::empty());
        let mut child = play(&raid).args(["--save", "x"]).stdin(Stdio::piped()).spawn().expect("the program starts");
        // The question is asked when the first line is there: the file was looked at before.
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut said = String::new();
        stdout.read_line(&mut said).expect("a line");
        fs::rename(raid.path(folder), elsewhere.path("moved")).expect("moved");
        std::os::unix::fs::symlink(elsewhere.path("moved"), raid.path(folder)).expect("a link");
        let before = raid.read("rules-en/raid/01-raids.yaml");
        child.stdin.take().expect("a pipe").write_all(b"2\n").expect("it reads");
        stdout.read_to_string(&mut said).expect("text");
        let ended = ran(child.wait_with_output().expect("it ends")).ends(2);
        assert!(ended.stderr.contains(told), "{folder}: {}", ended.stderr);
        assert_eq!(raid.read("rules-en/raid/01-raids.yaml"), before, "{folder}");
        assert!(said.contains("- id: x\n"), "what was played is not lost: {said}");
    }
}

#[cfg(unix)]
#[test]
fn an_input_without_an_end_ends_the_play() {
    let ran = typed(&raid(), Path::new("/dev/zero")).ends(2);
    assert!(ran.stderr.contains("a line of the input has more than 65536 bytes"), "{}", ran.stderr);
    assert!(ran.stderr.len() < 10_000, "{} bytes", ran.stderr.len());
}

#[test]
fn lines_that_are_no_answers_end_the_play() {
    let raid = raid();
    for (line, told) in [
        ("nonsense", "100 lines in a row are no answer"),
        ("?", "100 lines in a row are no answer"),
        ("t", "100 lines in a row are no answer"),
        ("", "100 lines in a row are no answer"),
        ("u", "more than 10000 lines were given"),
    ] {
        raid.write("typed.txt", format!("{line}\n").repeat(20_000));
        let ran = typed(&raid, &raid.path("typed.txt")).ends(2);
        let last: String = ran.stderr.lines().rev().take(4).collect();
        assert!(last.contains(told), "{line}: {last}");
    }
    // As many as a person may need.
    raid.write("typed.txt", format!("{}2\n", "nonsense\n".repeat(90)));
    typed(&raid, &raid.path("typed.txt")).ends(0);
}
