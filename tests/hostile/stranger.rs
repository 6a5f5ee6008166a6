//! A small library that a stranger made, and the program run on it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A copy of `tests/cli/demo` for one test to spoil.
pub(super) struct Stranger {
    folder: TempDir,
}

impl Stranger {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        crate::cli::copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/demo"), folder.path());
        Self { folder }
    }

    pub(super) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(super) fn path(&self, below: impl AsRef<Path>) -> PathBuf {
        self.root().join(below)
    }

    pub(super) fn write(&self, below: impl AsRef<Path>, text: &str) {
        let path = self.path(below);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    /// Replaces the one `old` in a file by `new`.
    #[track_caller]
    pub(super) fn edit(&self, below: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.path(below)).expect("the file is there");
        assert_eq!(text.matches(old).count(), 1, "{old:?} stands once in {below}");
        self.write(below, &text.replace(old, new));
    }

    /// Runs the program on the library.
    pub(super) fn run(&self, arguments: &[impl AsRef<OsStr>]) -> Ran {
        run(self.root(), arguments)
    }
}

/// What the program did.
pub(super) struct Ran {
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) status: Option<i32>,
}

/// Runs the program on the library at `root`.
pub(super) fn run(root: &Path, arguments: &[impl AsRef<OsStr>]) -> Ran {
    let output: Output = Command::new(env!("CARGO_BIN_EXE_rulestone"))
        .arg("--root")
        .arg(root)
        .args(arguments)
        .env("COLUMNS", "80")
        .env_remove("NO_COLOR")
        .output()
        .expect("the program starts");
    Ran {
        stdout: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
        status: output.status.code(),
    }
}
