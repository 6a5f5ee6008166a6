//! Why a command could not run: what stands on stderr before exit status 2.

use std::io;

use crate::files::FileError;
use crate::site::SiteError;
use crate::translate::EditError;

use crate::search::SearchError;

/// Why a command could not run.
#[derive(Debug)]
pub(super) enum CommandError {
    /// The reader of stdout has gone.
    BrokenPipe,
    /// What went wrong, and the mend.
    Failed {
        /// One sentence.
        message: String,
        /// Where: a file with line and column.
        at: Option<String>,
        /// What would be right.
        help: Option<String>,
    },
}

impl CommandError {
    /// A failure with its mend.
    pub(super) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Failed { message: message.into(), at: None, help: Some(help.into()) }
    }

    /// A failure that says all by itself.
    pub(super) fn plain(message: impl std::fmt::Display) -> Self {
        Self::Failed { message: format!("{message}"), at: None, help: None }
    }
}

impl From<SearchError> for CommandError {
    fn from(error: SearchError) -> Self {
        Self::plain(error)
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::BrokenPipe;
        }
        Self::new(
            format!("cannot write to stdout or read from stdin: {error}"),
            "make room where the output goes, and run the command again; what it had written to files stands",
        )
    }
}

impl From<FileError> for CommandError {
    fn from(error: FileError) -> Self {
        Self::new(error.to_string(), error.help())
    }
}

impl From<EditError> for CommandError {
    fn from(error: EditError) -> Self {
        Self::Failed { message: error.to_string(), at: None, help: error.help() }
    }
}

impl From<SiteError> for CommandError {
    fn from(error: SiteError) -> Self {
        Self::Failed { message: error.to_string(), at: None, help: error.help() }
    }
}
