//! Whatever fails, and wherever a command is killed: the library is whole, and the next build succeeds.
//!
//! Each system call that changes the disk is made to fail in turn, and the program is killed there in turn, by strace: so
//! nothing in the program knows that it is being tested, and nothing that writes can be forgotten.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use rulestone::site::MARKER;

use crate::cli::{Scratch, copy};

/// What changes the disk. Where a system calls one of them otherwise, it is never met, which is told.
const CALLS: [&str; 12] = [
    "write",
    "pwrite64",
    "rename",
    "renameat",
    "renameat2",
    "linkat",
    "fsync",
    "fdatasync",
    "unlink",
    "unlinkat",
    "mkdir",
    "ftruncate",
];

/// What is done there.
const FAULTS: [&str; 2] = ["error=ENOSPC", "signal=KILL"];

/// More calls than any of the commands makes of one kind.
const MOST: usize = 400;

/// A library in which most of the commands have something to do.
fn library() -> Scratch {
    Scratch::demo()
}

/// One in which something can be played.
fn raid() -> Scratch {
    let raid = Scratch::empty();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/raid"), raid.root());
    raid
}

/// A library with a site that the next build replaces.
fn with_site() -> Scratch {
    let library = library();
    library.run(&["build"]).ends(0);
    library.edit("rules-en/skirmish/01-turn.yaml", "Roll 2 dice", "Roll 2 dice at once,");
    library
}

/// The same where the site lies in a repository of its own.
fn with_published_site() -> Scratch {
    let library = with_site();
    library.write("site/.git/HEAD", "ref: refs/heads/pages\n");
    library.write("site/CNAME", "rules.example\n");
    library
}

struct Case {
    name: &'static str,
    library: fn() -> Scratch,
    command: &'static [&'static str],
}

const CASES: [Case; 8] = [
    Case { name: "the first build", library, command: &["build"] },
    Case { name: "a build that replaces a site", library: with_site, command: &["build"] },
    Case { name: "a build into a repository", library: with_published_site, command: &["build"] },
    Case { name: "accept", library, command: &["translate", "accept", "skirmish", "ru", "--all"] },
    Case { name: "draft of a new language", library, command: &["translate", "draft", "skirmish", "ja"] },
    Case { name: "draft of gaps", library, command: &["translate", "draft", "skirmish", "ru"] },
    Case { name: "new book", library, command: &["new", "book", "other"] },
    Case {
        name: "play --save",
        library: raid,
        command: &["play", "the-first-raid", "--seed", "3", "--auto", "--save", "a-draft"],
    },
];

#[test]
#[ignore = "takes minutes and needs strace; .ci/run runs it"]
fn every_write_fails_once_and_is_killed_once() {
    if Command::new("strace").arg("-V").output().is_err() {
        eprintln!("SKIPPED: strace is not installed");
        return;
    }
    let mut work: Vec<(&Case, &str, &str)> = Vec::new();
    for case in &CASES {
        work.extend(CALLS.iter().flat_map(|call| FAULTS.iter().map(move |fault| (case, *call, *fault))));
    }
    work.reverse();
    let work = Mutex::new(work);
    let met: Mutex<BTreeMap<&str, usize>> = Mutex::new(BTreeMap::new());
    let next = || work.lock().expect("no panic").pop();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((case, call, fault)) = next() {
                    let count = inject(case, call, fault);
                    *met.lock().expect("no panic").entry(case.name).or_default() += count;
                }
            });
        }
    });
    let met = met.into_inner().expect("no panic");
    println!("faults by command: {met:?}");
    for case in &CASES {
        assert!(met.get(case.name).is_some_and(|count| *count > 10), "{} writes, so it must meet faults", case.name);
    }
}

/// Injects a fault at each of the calls of a command in turn; how many there were.
fn inject(case: &Case, call: &str, fault: &str) -> usize {
    let whole = (case.library)();
    // Without a key at first, so that its making fails too.
    let state = tempfile::tempdir().expect("a temporary folder");
    for at in 1..=MOST {
        let library = Scratch::empty();
        copy(whole.root(), library.root());
        let log = library.path("strace.log");
        let status = Command::new("strace")
            .args(["-f", "-qq", "--seccomp-bpf", "-o"])
            .arg(&log)
            .arg(format!("--trace={call}"))
            .arg(format!("--inject={call}:{fault}:when={at}"))
            .arg(env!("CARGO_BIN_EXE_rulestone"))
            .arg("--root")
            .arg(library.root())
            .args(case.command)
            .env("XDG_STATE_HOME", state.path())
            .output()
            .expect("strace starts");
        let log_text = fs::read_to_string(&log).unwrap_or_default();
        fs::remove_file(&log).expect("the log");
        let injected = log_text.contains("(INJECTED)") || log_text.contains("killed by SIGKILL");
        if !injected {
            return at - 1;
        }
        let told = format!(
            "{}: {call} {at}, {fault}\n{}{}\n{log_text}",
            case.name,
            String::from_utf8_lossy(&status.stdout),
            String::from_utf8_lossy(&status.stderr)
        );
        assert!(!told.contains("panicked"), "{told}");
        is_whole(&library, &told);
        if case.command.starts_with(&["new", "book"]) && !status.status.success() {
            // Either the book is there, whole, and only that could not be said; or the command can be run again.
            let is_there = library.path("rules-en/other").exists();
            assert!(
                !is_there || fault.starts_with("signal") || told.contains("what it had written to files stands"),
                "{told}"
            );
            assert!(is_there || library.run(case.command).status == 0, "it cannot be run again: {told}");
        }
        let built = library.run(&["build"]);
        assert_eq!(built.status, 0, "the next build fails: {}\n{told}", built.stderr);
        is_current(&library, &told);
    }
    panic!("{}: more than {MOST} calls of {call}", case.name);
}

/// Every file of the library reads as one that was written to its end, and the site, if there is one, is a whole one.
fn is_whole(library: &Scratch, told: &str) {
    let loaded = rulestone::library::load(library.root()).expect("a library");
    let rulestone::check::Checked { diagnostics: found, .. } =
        rulestone::check::check(loaded, &rulestone::logic::limits::Meter::default());
    let errors: Vec<_> = found
        .iter()
        .filter(|one| one.severity == rulestone::diagnostic::Severity::Error)
        .map(|one| &one.message)
        .collect();
    assert!(errors.is_empty(), "{errors:?}\n{told}");
    if library.path("site").join(MARKER).is_file() && !library.path("site/.git").exists() {
        assert_eq!(amiss(&library.path("site")), Vec::<String>::new(), "{told}");
    }
    if library.path("site/.git").exists() {
        assert_eq!(library.read("site/CNAME"), "rules.example\n", "{told}");
        assert_eq!(library.read("site/.git/HEAD"), "ref: refs/heads/pages\n", "{told}");
    }
}

/// The site is that of the library now, and nothing was left beside it or among the sources.
fn is_current(library: &Scratch, told: &str) {
    let site = library.path("site");
    assert_eq!(amiss(&site), Vec::<String>::new(), "{told}");
    let beside = fs::read_dir(library.root()).expect("listed").flatten();
    let left: Vec<_> = beside
        .map(|entry| entry.file_name())
        .filter(|name| name.to_string_lossy().contains(".rulestone-"))
        .filter(|name| name != MARKER)
        .collect();
    assert!(left.is_empty(), "{left:?}\n{told}");
}

/// The files of a site that are not as its list says.
fn amiss(site: &Path) -> Vec<String> {
    let list = fs::read_to_string(site.join(MARKER)).unwrap_or_else(|_| "?  no list".to_owned());
    let lines = list.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once("  "));
    let wrong = lines.filter(|(hash, path)| fs::read(site.join(path)).map_or(true, |content| sum(&content) != **hash));
    wrong.map(|(_, path)| path.to_owned()).collect()
}

fn sum(content: &[u8]) -> String {
    use std::fmt::Write as _;

    use sha2::{Digest, Sha256};
    Sha256::digest(content).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
