//! The program from outside: what is typed, what is printed on which stream, and the exit status.

mod behind;
mod campaign;
mod check;
mod exchange;
mod library;
mod manners;
mod migrate;
mod odds;
mod play;
mod prefill;
mod search;
mod show;
mod simulate;
mod site;
mod spelling;
mod staleness;
mod status;
mod structure;
mod suggest;
mod terms;
mod test;
mod translate;
mod units;
mod watch;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use tempfile::TempDir;

/// The shipped library.
fn shipped() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What the program did.
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) status: i32,
}

impl Ran {
    /// Fails unless it ended with `status`, and shows both streams then.
    #[track_caller]
    pub(crate) fn ends(self, status: i32) -> Self {
        assert_eq!(self.status, status, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// What was printed, as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        let value: serde_json::Value = serde_json::from_str(&self.stdout).expect("JSON on stdout");
        assert_eq!(value["version"], 1, "every object names its version");
        value
    }
}

/// Runs the program on a library.
pub(crate) fn rulestone(root: &Path, arguments: &[&str]) -> Ran {
    rulestone_in(80, root, arguments)
}

/// Where programs that are started here keep their state: not where the developer's own do.
pub(crate) fn state() -> &'static Path {
    static STATE: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a temporary folder"));
    STATE.path()
}

/// Runs the program where lines are so wide.
fn rulestone_in(columns: usize, root: &Path, arguments: &[&str]) -> Ran {
    ran(program(columns, root, arguments).output().expect("the program starts"))
}

fn program(columns: usize, root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulestone"));
    command.arg("--root").arg(root).args(arguments);
    command.env("COLUMNS", columns.to_string()).env("XDG_STATE_HOME", state()).env_remove("NO_COLOR");
    command
}

pub(crate) fn ran(output: Output) -> Ran {
    Ran {
        stdout: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
        status: output.status.code().expect("no signal"),
    }
}

/// A library of its own for a test that changes it.
pub(crate) struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// An empty folder.
    pub(crate) fn empty() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// A copy of `tests/cli/demo`: a small book in English, half of it in Russian.
    pub(crate) fn demo() -> Self {
        let scratch = Self::empty();
        copy(&shipped().join("tests/cli/demo"), scratch.root());
        scratch
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, below: impl AsRef<Path>) -> PathBuf {
        self.root().join(below)
    }

    pub(crate) fn read(&self, below: &str) -> String {
        fs::read_to_string(self.path(below)).expect("the file is there")
    }

    pub(crate) fn read_bytes(&self, below: &str) -> Vec<u8> {
        fs::read(self.path(below)).expect("the file is there")
    }

    pub(crate) fn write(&self, below: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        let path = self.path(below);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    /// Replaces the one `old` in a file by `new`.
    #[track_caller]
    pub(crate) fn edit(&self, below: &str, old: &str, new: &str) {
        let text = self.read(below);
        assert_eq!(text.matches(old).count(), 1, "{old:?} stands once in {below}");
        self.write(below, text.replace(old, new));
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        rulestone(self.root(), arguments)
    }

    /// Runs the program with paths in its environment.
    pub(crate) fn run_with(&self, arguments: &[&str], environment: &[(&str, &Path)]) -> Ran {
        let mut command = program(80, self.root(), arguments);
        ran(command.envs(environment.iter().copied()).output().expect("the program starts"))
    }
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder can be made");
    for entry in fs::read_dir(from).expect("the folder can be listed") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("the file can be copied");
        }
    }
}
