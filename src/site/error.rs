//! Why a site could not be made or written.

use std::io;
use std::path::PathBuf;

/// Why a site could not be made or written.
#[derive(Debug)]
pub enum SiteError {
    /// A template of the program is at fault.
    Template(minijinja::Error),
    /// Two pages would have the same address, at least where upper and lower case are the same.
    SamePage(String),
    /// A file of the site would stand outside its folder.
    BadPath(String),
    /// What should be replaced is no site of ours.
    Foreign(PathBuf),
    /// The file system said no.
    Io {
        /// What was tried.
        doing: &'static str,
        /// With which file or folder.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
}

impl std::fmt::Display for SiteError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Template(error) => write!(formatter, "a page could not be made: {error:#}"),
            Self::SamePage(path) => {
                write!(formatter, "two pages of the site would be `{path}`: rename a chapter or a book")
            }
            Self::BadPath(path) => write!(formatter, "`{path}` is no place inside a site"),
            Self::Foreign(path) => write!(
                formatter,
                "`{}` is not empty and was not written by Rulestone: name another folder, or remove it yourself",
                path.display()
            ),
            Self::Io { doing, path, error } => write!(formatter, "cannot {doing} `{}`: {error}", path.display()),
        }
    }
}

impl std::error::Error for SiteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Template(error) => Some(error),
            Self::Io { error, .. } => Some(error),
            Self::SamePage(_) | Self::BadPath(_) | Self::Foreign(_) => None,
        }
    }
}

impl From<minijinja::Error> for SiteError {
    fn from(error: minijinja::Error) -> Self {
        Self::Template(error)
    }
}
