//! A repository from a stranger runs nothing, hides nothing else, and never stops a command.

use std::fs;
use std::path::Path;
use std::process::Command;

use gix_hash::ObjectId;

use super::repository::Repository;
use crate::cli::{Ran, Scratch, ran};

const EN: &str = "rules-en/duel/01.yaml";

/// The text that the translation was made from, and that of today.
const OLD: &str = "The last card ends the duel.";
const NEW: &str = "The first card ends the duel.";

/// The difference between them, as `status --details` shows it.
const DIFFERENCE: &str = "The [-last-]{+first+} card ends the duel.";

/// A small book whose one translation is current, in a folder of a scratch library.
fn duel(at: &str) -> Scratch {
    let scratch = Scratch::empty();
    let write = |file: &str, text: &str| scratch.write(format!("{at}{file}"), text);
    write(
        "rules-en/duel/book.yaml",
        "title: {en: Duel, ru: Дуэль}\nprovenance:\n  en: |\n    Told.\n  ru: |\n    Так.\nlanguages: [en, ru]\n",
    );
    write(
        EN,
        &format!(
            "chapter: {{number: \"1\", title: The duel}}\nsections:\n  - id: end\n    number: \"1.1\"\n    title: The end\n    text: |\n      ^a {OLD}\n"
        ),
    );
    write(
        "rules-ru/duel/01.yaml",
        "chapter: {title: Дуэль}\nsections:\n  - id: end\n    title: Конец\n    text: |\n      ^a Последняя карта завершает дуэль.\n",
    );
    run(&scratch.path(at), &["translate", "accept", "duel", "ru", "--all"], &[]).ends(0);
    scratch
}

/// The same with its outdated piece and a repository where the change has a commit; not written yet.
pub(super) fn changed() -> (Scratch, Repository, ObjectId) {
    let duel = duel("");
    let repository = Repository::new(duel.path(".git"));
    let first = repository.commit(duel.root(), (0, "The duel"), &[]);
    duel.edit(EN, OLD, NEW);
    let second = repository.commit(duel.root(), (1, "Quicker"), &[first]);
    repository.check_out(second);
    (duel, repository, second)
}

fn run(root: &Path, arguments: &[&str], environment: &[(&str, &Path)]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulestone"));
    command.arg("--root").arg(root).args(arguments).env("COLUMNS", "120").envs(environment.iter().copied());
    ran(command.output().expect("the program starts"))
}

fn details(root: &Path) -> Ran {
    run(root, &["status", "--details"], &[]).ends(0)
}

/// Fails unless the difference is shown with the commit that made it.
#[track_caller]
pub(super) fn is_told(root: &Path) {
    let details = details(root);
    let found = details.stdout.contains(DIFFERENCE) && details.stdout.contains("(Quicker)");
    assert!(found, "{}\n{}", details.stdout, details.stderr);
    assert_eq!(details.stderr, "", "where all is told there is nothing to add");
}

/// Fails unless the difference is not shown and one sentence says why.
#[track_caller]
pub(super) fn is_untold(root: &Path, why: &str) {
    let details = details(root);
    assert!(details.stdout.contains("the text it was made from is not in the git history"), "{}", details.stdout);
    assert!(details.stderr.contains(why) && details.stderr.lines().count() == 1, "{}", details.stderr);
    for command in [&["site"][..], &["translate", "suggest", "duel", "ru"]] {
        let told = run(root, command, &[]);
        assert!(told.status < 2 && told.stderr.matches(why).count() == 1, "{command:?}: {}", told.stderr);
    }
}

/// A program that leaves a file behind if it is run, and the path of the file.
#[cfg(unix)]
fn witness(scratch: &Scratch) -> (std::path::PathBuf, std::path::PathBuf) {
    use std::os::unix::fs::PermissionsExt;
    let (program, witness) = (scratch.path("program"), scratch.path("witness"));
    fs::write(&program, format!("#!/bin/sh\necho ran > '{}'\n", witness.display())).expect("a program");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it can be run");
    (program, witness)
}

/// What a program is run for that checks signatures.
#[cfg(unix)]
const SIGNED: &str = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n =xxxx\n -----END PGP SIGNATURE-----\n";

#[cfg(unix)]
fn config(more: &str) -> String {
    format!("[core]\n\trepositoryformatversion = 1\n\tbare = false\n{more}")
}

/// Runs every command that looks into the history.
#[cfg(unix)]
fn run_all(root: &Path) {
    for command in [&["status", "--details"][..], &["site"], &["build"], &["translate", "suggest", "duel", "ru"]] {
        run(root, command, &[]);
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_checks_signatures_is_not_run() {
    let duel = duel("");
    let (program, witness) = witness(&duel);
    let repository = Repository::new(duel.path(".git"));
    let more = format!("[log]\n\tshowSignature = true\n[gpg]\n\tprogram = {}\n", program.display());
    repository.write("config", config(&more));
    let first = repository.commit_with(duel.root(), (0, "The duel"), &[], SIGNED);
    duel.edit(EN, OLD, NEW);
    repository.check_out(repository.commit_with(duel.root(), (1, "Quicker"), &[first], SIGNED));
    repository.write_loose();
    run_all(duel.root());
    assert!(!witness.exists(), "opening a library ran a program");
    is_told(duel.root());
}

#[cfg(unix)]
#[test]
fn a_remote_that_promised_objects_is_not_asked_for_them() {
    let (duel, repository, _) = changed();
    let (program, witness) = witness(&duel);
    let more = format!(
        "[extensions]\n\tpartialClone = origin\n[protocol \"ext\"]\n\tallow = always\n[remote \"origin\"]\n\turl = ext::{}\n\tpromisor = true\n",
        program.display()
    );
    repository.write("config", config(&more));
    repository.lose(&repository.holding(OLD));
    repository.write_pack(&[]);
    repository.write("objects/pack/pack-1.promisor", "");
    run_all(duel.root());
    assert!(!witness.exists(), "opening a library ran a program");
    is_untold(duel.root(), "the clone is partial");
}

#[cfg(unix)]
#[test]
fn a_folder_that_looks_like_the_inside_of_a_repository_is_none() {
    let scratch = duel("library/");
    let root = scratch.path("library");
    let (program, witness) = witness(&scratch);
    let outer = Repository::new(scratch.path(".git"));
    let first = outer.commit(scratch.root(), (0, "The duel"), &[]);
    // This one could be committed to the outer one, and come with any clone of it.
    let inner = Repository::new(root.clone());
    let more = format!("[log]\n\tshowSignature = true\n[gpg]\n\tprogram = {}\n", program.display());
    inner.write("config", config(&more).replace("bare = false", "bare = true"));
    let signed = inner.commit_with(&root, (0, "The duel"), &[], SIGNED);
    scratch.edit(&format!("library/{EN}"), OLD, NEW);
    outer.check_out(outer.commit(scratch.root(), (1, "Quicker"), &[first]));
    inner.check_out(inner.commit_with(&root, (1, "From inside"), &[signed], SIGNED));
    outer.write_loose();
    inner.write_loose();
    run_all(&root);
    assert!(!witness.exists(), "opening a library ran a program");
    is_told(&root);
    // Alone it is no repository either, and that needs no note.
    fs::remove_dir_all(scratch.path(".git")).expect("it is there");
    let details = details(&root);
    assert!(details.stdout.contains("is not in the git history") && details.stderr.is_empty(), "{}", details.stderr);
}

#[test]
fn the_environment_changes_nothing() {
    let (duel, repository, _) = changed();
    repository.write_loose();
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let other = Repository::new(elsewhere.path().join(".git"));
    other.write_loose();
    let (inside, folder) = (other.path(""), elsewhere.path());
    let settings = folder.join("settings");
    fs::write(&settings, "[core]\n\tworktree = /nowhere\n[safe]\n\tbareRepository = explicit\n").expect("a file");
    let variables = [
        ("GIT_DIR", inside.as_path()),
        ("GIT_COMMON_DIR", &inside),
        ("GIT_WORK_TREE", folder),
        ("GIT_CEILING_DIRECTORIES", duel.root()),
        ("GIT_OBJECT_DIRECTORY", folder),
        ("GIT_ALTERNATE_OBJECT_DIRECTORIES", folder),
        ("GIT_INDEX_FILE", folder),
        ("GIT_NAMESPACE", folder),
        ("GIT_SHALLOW_FILE", &settings),
        ("GIT_CONFIG", &settings),
        ("GIT_CONFIG_GLOBAL", &settings),
        ("GIT_CONFIG_SYSTEM", &settings),
        ("HOME", folder),
        ("XDG_CONFIG_HOME", folder),
    ];
    let plain = details(duel.root()).stdout;
    assert!(plain.contains(DIFFERENCE), "{plain}");
    for one in variables {
        assert_eq!(run(duel.root(), &["status", "--details"], &[one]).ends(0).stdout, plain, "{one:?}");
    }
    let counted = [
        ("GIT_CONFIG_COUNT", Path::new("1")),
        ("GIT_CONFIG_KEY_0", Path::new("core.bare")),
        ("GIT_CONFIG_VALUE_0", Path::new("nonsense")),
    ];
    let all: Vec<_> = variables.into_iter().chain(counted).collect();
    assert_eq!(run(duel.root(), &["status", "--details"], &all).ends(0).stdout, plain);
}

#[test]
fn packs_and_differences_are_read() {
    let (duel, repository, _) = changed();
    let (old, new) = (repository.holding(OLD), repository.holding(NEW));
    repository.write_pack(&[(old, new)]);
    is_told(duel.root());
}

#[test]
fn a_worktree_and_packed_branches_are_read() {
    let (duel, repository, commit) = changed();
    repository.write_pack(&[]);
    fs::remove_file(repository.path("refs/heads/main")).expect("it is there");
    repository.write("packed-refs", format!("# pack-refs with: peeled\n{commit} refs/heads/main\n"));
    is_told(duel.root());
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    fs::rename(duel.path(".git"), elsewhere.path().join("main.git")).expect("it can be moved");
    let own = elsewhere.path().join("main.git/worktrees/duel");
    fs::create_dir_all(&own).expect("a folder");
    fs::write(own.join("HEAD"), format!("{commit}\n")).expect("a file");
    fs::write(own.join("commondir"), "../..\n").expect("a file");
    fs::write(own.join("gitdir"), format!("{}\n", duel.path(".git").display())).expect("a file");
    duel.write(".git", format!("gitdir: {}\n", own.display()));
    is_told(duel.root());
}

#[test]
fn of_a_merge_only_the_side_that_it_took_is_followed() {
    let duel = duel("");
    let repository = Repository::new(duel.path(".git"));
    let base = repository.commit(duel.root(), (0, "The duel"), &[]);
    duel.edit(EN, OLD, "The reddest card ends the duel.");
    let dropped = repository.commit(duel.root(), (2, "A try"), &[base]);
    duel.edit(EN, "The reddest card ends the duel.", NEW);
    let taken = repository.commit(duel.root(), (1, "Quicker"), &[base]);
    repository.check_out(repository.commit(duel.root(), (3, "Merge, without the try"), &[dropped, taken]));
    repository.write_loose();
    is_told(duel.root());
}

#[test]
fn all_books_are_told_of() {
    let (duel, repository, second) = changed();
    for file in ["rules-en/duel/book.yaml", EN, "rules-ru/duel/01.yaml"] {
        duel.write(file.replace("duel/", "second/"), duel.read(file));
    }
    duel.edit("rules-en/second/01.yaml", NEW, OLD);
    run(duel.root(), &["translate", "accept", "second", "ru", "--all"], &[]).ends(0);
    let third = repository.commit(duel.root(), (2, "The second duel"), &[second]);
    duel.edit("rules-en/second/01.yaml", OLD, NEW);
    repository.check_out(repository.commit(duel.root(), (3, "Quicker too"), &[third]));
    repository.write_loose();
    let details = details(duel.root());
    assert_eq!(details.stdout.matches(DIFFERENCE).count(), 2, "{}", details.stdout);
    assert!(details.stdout.contains("(Quicker)") && details.stdout.contains("(Quicker too)"), "{}", details.stdout);
    assert_eq!(details.stderr, "");
}

#[test]
fn a_subject_cannot_steer_a_terminal() {
    let duel = duel("");
    let repository = Repository::new(duel.path(".git"));
    let first = repository.commit(duel.root(), (0, "The duel"), &[]);
    duel.edit(EN, OLD, NEW);
    let subject =
        "Safe\u{1b}]0;owned\u{7}\u{1b}[2J\r\u{9b}K\u{202e}txt\u{2066}\u{2028}\u{0}end\nerror: a line of its own";
    repository.check_out(repository.commit(duel.root(), (1, subject), &[first]));
    repository.write_loose();
    let human = details(duel.root()).stdout;
    assert!(human.contains("(Safe\u{fffd}]0;owned"), "{human}");
    let steers = |character: char| character.is_control() && character != '\n';
    assert!(!human.contains(steers) && !human.contains(['\u{202e}', '\u{2066}', '\u{2028}']), "{human:?}");
    assert!(!human.contains("a line of its own"), "{human}");
    let json = run(duel.root(), &["status", "--details", "--format", "json"], &[]).ends(0).json();
    let subject = json["books"][1]["open"][0]["commit"]["subject"].as_str().expect("a subject");
    assert!(subject.starts_with("Safe\u{fffd}") && !subject.contains(char::is_control), "{subject:?}");
}

#[test]
fn what_was_not_fetched_is_one_sentence() {
    let (duel, repository, second) = changed();
    let first = repository.holding("\nThe duel\n");
    repository.lose(&first);
    repository.write("shallow", format!("{second}\n"));
    repository.write_loose();
    is_untold(duel.root(), "the clone is shallow");
}

#[test]
fn objects_of_another_repository_are_not_borrowed() {
    let (duel, repository, _) = changed();
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    repository.write_loose();
    fs::rename(repository.path("objects"), elsewhere.path().join("objects")).expect("it can be moved");
    let alternate = format!("{}\n", elsewhere.path().join("objects").display());
    repository.write("objects/info/alternates", alternate);
    is_untold(duel.root(), "borrows objects from another one");
}

#[test]
fn a_damaged_pack_is_one_sentence() {
    let (duel, repository, _) = changed();
    let (old, new) = (repository.holding(OLD), repository.holding(NEW));
    let path = repository.write_pack(&[(old, new)]);
    let pack = fs::read(&path).expect("the pack");
    fs::write(&path, &pack[..pack.len() / 2]).expect("the pack");
    is_untold(duel.root(), "missing or damaged");
    fs::write(&path, "").expect("the pack");
    is_untold(duel.root(), "missing or damaged");
}

#[test]
fn a_damaged_object_is_one_sentence() {
    let (duel, repository, _) = changed();
    let old = repository.holding(OLD).to_string();
    repository.write_loose();
    let path = repository.path(&format!("objects/{}/{}", &old[..2], &old[2..]));
    let object = fs::read(&path).expect("the object");
    let damaged = |at: usize, byte: u8| {
        let mut object = object.clone();
        object[at] ^= byte;
        object
    };
    // Its beginning, the middle of it, its checksum; half of it, nothing of it.
    let last = object.len() - 1;
    for bytes in [damaged(0, 1), damaged(last / 2, 255), damaged(last, 1), object[..last / 2].to_vec(), Vec::new()] {
        fs::write(&path, bytes).expect("the object");
        is_untold(duel.root(), "missing or damaged");
    }
}

#[test]
fn a_repository_in_a_form_that_is_not_read_is_one_sentence() {
    let (duel, repository, _) = changed();
    repository.write_loose();
    for (head, why) in [
        ("ref: refs/heads/.invalid\n".to_owned(), "reftable"),
        (format!("{}\n", "0123456789abcdef".repeat(4)), "SHA-256"),
        ("ref: refs/../../../../etc/passwd\n".to_owned(), "not as git writes it"),
        ("ref: HEAD\n".to_owned(), "not as git writes it"),
        (String::new(), "not as git writes it"),
        ("ref: refs/heads/new\n".to_owned(), "has no commit"),
        ("ref: refs/heads/main\n".repeat(1000), "not as git writes it"),
        ("0123456789abcdef0123456789abcdef01234567\n".to_owned(), "missing or damaged"),
    ] {
        repository.write("HEAD", &head);
        is_untold(duel.root(), why);
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    let fifo = |path: &Path| {
        let _ = fs::remove_file(path);
        let made = Command::new("mkfifo").arg(path).status().is_ok_and(|status| status.success());
        if !made {
            eprintln!("SKIPPED: mkfifo is not installed");
        }
        made
    };
    let (duel, repository, second) = changed();
    let old = repository.holding(OLD).to_string();
    repository.write_loose();
    if !fifo(&repository.path(&format!("objects/{}/{}", &old[..2], &old[2..]))) {
        return;
    }
    is_untold(duel.root(), "missing or damaged");
    assert!(fifo(&repository.path("refs/heads/main")));
    is_untold(duel.root(), "not as git writes it");
    assert!(fifo(&repository.path("HEAD")));
    is_untold(duel.root(), "not as git writes it");
    repository.write("objects/pack/pack-1.idx", "");
    assert!(fifo(&repository.path("objects/pack/pack-1.idx")));
    fs::remove_file(repository.path("HEAD")).expect("it is there");
    repository.write("HEAD", format!("{second}\n"));
    is_untold(duel.root(), "missing or damaged");
    fs::remove_dir_all(duel.path(".git")).expect("it is there");
    assert!(fifo(&duel.path(".git")));
    is_untold(duel.root(), "not as git writes it");
}

#[test]
fn what_is_too_large_is_not_read() {
    let huge = " ".repeat(4 << 20);
    for packed in [false, true] {
        let duel = duel("");
        let repository = Repository::new(duel.path(".git"));
        let small = duel.read(EN);
        duel.write(EN, small.clone() + &huge);
        let first = repository.commit(duel.root(), (0, "The duel"), &[]);
        duel.write(EN, small);
        duel.edit(EN, OLD, NEW);
        let second = repository.commit(duel.root(), (1, "Quicker"), &[first]);
        repository.check_out(second);
        if packed {
            repository.write_pack(&[]);
        } else {
            repository.write_loose();
        }
        is_untold(duel.root(), "larger than what is read");
    }
    // So is a commit.
    let (duel, repository, second) = changed();
    repository.check_out(repository.commit(duel.root(), (2, &"long ".repeat(1 << 18)), &[second]));
    repository.write_loose();
    is_untold(duel.root(), "larger than what is read");
}

#[test]
fn a_small_difference_to_something_too_large_is_not_read() {
    let duel = duel("");
    let repository = Repository::new(duel.path(".git"));
    let base = repository.object(gix_object::Kind::Blob, [duel.read(EN).as_bytes(), &vec![b' '; 64 << 20]].concat());
    let first = repository.commit(duel.root(), (0, "The duel"), &[]);
    let old = repository.object(gix_object::Kind::Blob, duel.read(EN).into_bytes());
    duel.edit(EN, OLD, NEW);
    repository.check_out(repository.commit(duel.root(), (1, "Quicker"), &[first]));
    repository.write_pack(&[(old, base)]);
    is_untold(duel.root(), "larger than what is read");
}

#[test]
fn only_so_many_commits_are_read() {
    let duel = duel("");
    let repository = Repository::new(duel.path(".git"));
    let mut last = repository.commit(duel.root(), (0, "The duel"), &[]);
    duel.edit(EN, OLD, NEW);
    for day in 1..=1001 {
        duel.write("rules-en/duel/terms.yaml", format!("terms:\n  - {{id: card, name: Card {day}}}\n"));
        last = repository.commit(duel.root(), (day, "Quicker"), &[last]);
    }
    repository.check_out(last);
    repository.write_pack(&[]);
    let told = details(duel.root());
    assert!(told.stderr.contains("only the last 1000 commits"), "{}", told.stderr);
    assert!(!told.stdout.contains(DIFFERENCE), "{}", told.stdout);
}
