//! A `.git` that leads to another repository on the reader's disk shows nothing of it.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::files_below;
use super::history::{changed, is_told, is_untold};
use super::repository::Repository;
use crate::cli::Scratch;

/// Why nothing is shown where a `.git` leads to a repository that does not lead back.
const FOREIGN: &str = "leads to another repository that does not name the library";

/// The same where it is a link or holds one.
#[cfg(unix)]
const LINKED: &str = "is a symbolic link, which is not followed";

/// What a page shows of the earlier text.
const REMOVED: &str = "<del>last</del>";

/// Somebody else's folder, outside of the library.
struct Elsewhere(TempDir);

impl Elsewhere {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }
}

/// A library whose whole history stands in a repository elsewhere, as `main/.git`; nothing leads there yet.
fn apart() -> (Scratch, Elsewhere) {
    let (duel, repository, _) = changed();
    repository.write_loose();
    let elsewhere = Elsewhere::new();
    fs::create_dir(elsewhere.path("main")).expect("a folder");
    fs::rename(repository.path(""), elsewhere.path("main/.git")).expect("it can be moved");
    (duel, elsewhere)
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
    fs::write(path, text).expect("the file can be written");
}

/// Makes a folder such as git makes for a worktree: `.git` leads there, `commondir` to what all share, `gitdir` back.
fn worktree(own: &Path, common: &str, back: &Path) {
    write(&own.join("HEAD"), "ref: refs/heads/main\n");
    write(&own.join("commondir"), &format!("{common}\n"));
    write(&own.join("gitdir"), &format!("{}\n", back.display()));
}

fn leads_to(duel: &Scratch, own: &Path) {
    duel.write(".git", format!("gitdir: {}\n", own.display()));
}

/// Fails unless neither terminal nor site has anything of the history, and one sentence says why.
#[track_caller]
fn shows_nothing(duel: &Scratch, why: &str) {
    is_untold(duel.root(), why);
    assert!(!pages(duel).contains(REMOVED), "the site shows a text from elsewhere");
}

/// All texts of the site.
fn pages(duel: &Scratch) -> String {
    let read = |path: &PathBuf| fs::read(path).expect("the file can be read");
    files_below(&duel.path("site")).iter().map(|path| String::from_utf8_lossy(&read(path)).into_owned()).collect()
}

#[test]
fn a_worktree_that_its_repository_names_has_its_history() {
    // Elsewhere two folders need not have a common root.
    for relative in [false, cfg!(unix)] {
        let (duel, elsewhere) = apart();
        let own = elsewhere.path("main/.git/worktrees/duel");
        worktree(&own, "../..", &duel.path(".git"));
        leads_to(&duel, &own);
        if relative {
            // As git writes it where `worktree.useRelativePaths` is set.
            let up = "../".repeat(own.canonicalize().expect("it is there").components().count() - 1);
            let back = duel.path(".git").canonicalize().expect("it is there");
            write(&own.join("gitdir"), &format!("{up}{}\n", back.display().to_string().trim_start_matches('/')));
        }
        is_told(duel.root());
        duel.run(&["site"]);
        assert!(pages(&duel).contains(REMOVED), "the site shows it, so its absence elsewhere says something");
    }
}

#[test]
fn a_submodule_that_its_repository_names_has_its_history() {
    let (duel, repository, _) = changed();
    repository.write_loose();
    let outer = tempfile::tempdir().expect("a temporary folder");
    let (own, library) = (outer.path().join(".git/modules/books/duel"), outer.path().join("books/duel"));
    fs::create_dir_all(own.parent().expect("a folder")).expect("a folder");
    fs::rename(repository.path(""), &own).expect("it can be moved");
    crate::cli::copy(duel.root(), &library);
    write(&library.join(".git"), "gitdir: ../../.git/modules/books/duel\n");
    let config = |worktree: &str| {
        let core = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n";
        let more = "[remote \"origin\"]\n\turl = https://example.org/duel\n\tworktree = ../../../../books/duel\n";
        write(&own.join("config"), &format!("{core}{worktree}{more}"));
    };
    for way_back in ["worktree = ../../../../books/duel", "worktree = \"../../../../books/duel\""] {
        config(&format!("\t{way_back}\n"));
        is_told(&library);
    }
    // Where `git sparse-checkout` puts it.
    config("");
    write(&own.join("config.worktree"), "[core]\n\tworktree = ../../../../books/duel\n");
    is_told(&library);
    fs::remove_file(own.join("config.worktree")).expect("it is there");
    // Of another checkout, of none, and of one that is not there.
    for other in ["\tworktree = ../../../../books\n", "", "\tworktree = ../../../../books/duet\n"] {
        config(other);
        is_untold(&library, FOREIGN);
    }
}

#[test]
fn a_repository_elsewhere_that_does_not_name_the_library_is_not_read() {
    let (duel, elsewhere) = apart();
    leads_to(&duel, &elsewhere.path("main/.git"));
    shows_nothing(&duel, FOREIGN);
    // One for bare repositories, or that git itself has put apart.
    fs::rename(elsewhere.path("main/.git"), elsewhere.path("main.git")).expect("it can be moved");
    leads_to(&duel, &elsewhere.path("main.git"));
    shows_nothing(&duel, FOREIGN);
    fs::remove_file(elsewhere.path("main.git/config")).expect("it is there");
    shows_nothing(&duel, FOREIGN);
}

#[test]
fn a_worktree_of_somebody_else_is_not_read() {
    let (duel, elsewhere) = apart();
    let own = elsewhere.path("main/.git/worktrees/theirs");
    write(&elsewhere.path("theirs/.git"), &format!("gitdir: {}\n", own.display()));
    worktree(&own, "../..", &elsewhere.path("theirs/.git"));
    leads_to(&duel, &own);
    shows_nothing(&duel, FOREIGN);
    fs::remove_file(own.join("gitdir")).expect("it is there");
    shows_nothing(&duel, FOREIGN);
}

#[test]
fn a_folder_of_the_library_that_poses_as_a_worktree_leads_nowhere() {
    let (duel, elsewhere) = apart();
    let common = elsewhere.path("main/.git").display().to_string();
    for own in ["inner", "worktrees/inner", "inner/.git/worktrees/x"] {
        worktree(&duel.path(own), &common, &duel.path(".git"));
        duel.write(".git", format!("gitdir: {own}\n"));
        shows_nothing(&duel, FOREIGN);
    }
}

#[test]
fn a_repository_of_the_library_leads_nowhere_by_its_commondir() {
    let (duel, elsewhere) = apart();
    worktree(&duel.path(".git"), &elsewhere.path("main/.git").display().to_string(), &duel.path(".git"));
    shows_nothing(&duel, FOREIGN);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_repository_is_not_followed() {
    use std::os::unix::fs::symlink;
    let (duel, elsewhere) = apart();
    symlink(elsewhere.path("main/.git"), duel.path(".git")).expect("a link");
    shows_nothing(&duel, LINKED);
    // A link to a file that leads on is none the better for it.
    fs::remove_file(duel.path(".git")).expect("it is there");
    let own = elsewhere.path("main/.git/worktrees/theirs");
    worktree(&own, "../..", &elsewhere.path("theirs/.git"));
    write(&elsewhere.path("theirs/.git"), &format!("gitdir: {}\n", own.display()));
    symlink(elsewhere.path("theirs/.git"), duel.path(".git")).expect("a link");
    shows_nothing(&duel, LINKED);
    // Nor is a folder that leads there by a link on the way.
    fs::remove_file(duel.path(".git")).expect("it is there");
    symlink(elsewhere.path("main"), duel.path("inner")).expect("a link");
    duel.write(".git", "gitdir: inner/.git\n");
    shows_nothing(&duel, FOREIGN);
}

#[cfg(unix)]
#[test]
fn a_repository_of_the_library_that_names_it_leads_nowhere_by_its_links() {
    use std::os::unix::fs::symlink;
    let (duel, elsewhere) = apart();
    write(&duel.path("inner/HEAD"), "ref: refs/heads/main\n");
    write(&duel.path("inner/config"), "[core]\n\tworktree = ..\n");
    duel.write(".git", "gitdir: inner\n");
    for part in ["refs", "objects"] {
        symlink(elsewhere.path("main/.git").join(part), duel.path("inner").join(part)).expect("a link");
    }
    shows_nothing(&duel, LINKED);
    // Nor is a way back taken through a link.
    fs::rename(duel.path("inner/config"), elsewhere.path("config")).expect("it can be moved");
    symlink(elsewhere.path("config"), duel.path("inner/config")).expect("a link");
    shows_nothing(&duel, LINKED);
}

#[cfg(unix)]
#[test]
fn a_link_in_a_repository_is_not_followed() {
    let loose = |repository: &Repository| repository.write_loose();
    let packed = |repository: &Repository| {
        repository.write_pack(&[]);
    };
    let (_, _, commit) = changed();
    let commit = commit.to_string();
    let file = format!("objects/{}/{}", &commit[..2], &commit[2..]);
    for part in ["HEAD", "refs", "refs/heads", "refs/heads/main", "objects", &file[..10], &file] {
        links_at(part, loose);
    }
    for part in ["HEAD", "objects", "objects/pack", "objects/pack/pack-1.idx", "objects/pack/pack-1.pack"] {
        links_at(part, packed);
    }
    // Elsewhere stands a file with that name.
    for part in ["packed-refs", "shallow", "commondir", "objects/info", "objects/info/alternates"] {
        links_at(part, |repository| {
            repository.write_loose();
            let head = fs::read_to_string(repository.path("refs/heads/main")).expect("it is there");
            match part {
                "packed-refs" => {
                    fs::remove_file(repository.path("refs/heads/main")).expect("it is there");
                    repository.write(part, format!("{} refs/heads/main\n", head.trim_end()));
                }
                "objects/info" => repository.write("objects/info/packs", ""),
                "commondir" => repository.write(part, ".\n"),
                _ => repository.write(part, ""),
            }
        });
    }
}

/// Puts a part of a repository elsewhere and a link in its place; nothing is shown then.
#[cfg(unix)]
#[track_caller]
fn links_at(part: &str, written: impl Fn(&Repository)) {
    let (duel, repository, _) = changed();
    written(&repository);
    let elsewhere = Elsewhere::new();
    let there = elsewhere.path("part");
    fs::rename(repository.path(part), &there).expect("it can be moved");
    std::os::unix::fs::symlink(&there, repository.path(part)).expect("a link");
    eprintln!("a link at {part}");
    shows_nothing(&duel, LINKED);
}
