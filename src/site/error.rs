//! Why a site could not be made or written.

use std::path::PathBuf;

use crate::files::{FileError, TreeError};

/// Why a site could not be made or written.
#[derive(Debug)]
pub enum SiteError {
    /// A template of the program is at fault.
    Template(minijinja::Error),
    /// A template of the theme is at fault, or does not go with one of ours.
    Theme(minijinja::Error),
    /// Two pages would have the same address, at least where upper and lower case are the same.
    SamePage(String),
    /// A file of the site would stand outside its folder.
    BadPath(String),
    /// The folder holds something, and no site of ours.
    Foreign(PathBuf),
    /// These files are in the way: they are not ours, or somebody has changed them.
    NotOurs(Vec<PathBuf>),
    /// A file of the site would be larger, or hold more, than its format can say.
    TooLarge(String),
    /// A file could not be read or written.
    File(FileError),
}

impl SiteError {
    /// What would be right.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Template(_) | Self::BadPath(_) => None,
            Self::TooLarge(_) => Some("divide the book, or leave out --epub".to_owned()),
            Self::Theme(_) => Some("mend that template, or make the site without --theme".to_owned()),
            Self::SamePage(_) => Some("rename a chapter or a book".to_owned()),
            Self::Foreign(_) => Some("name another folder with --out, or empty this one yourself".to_owned()),
            Self::NotOurs(_) => Some("move them away, or name another folder with --out".to_owned()),
            Self::File(error) => Some(error.help()),
        }
    }
}

impl std::fmt::Display for SiteError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Template(error) => write!(formatter, "a page could not be made: {error:#}"),
            Self::Theme(error) => write!(formatter, "a page could not be made with the theme: {error:#}"),
            Self::SamePage(path) => write!(formatter, "two pages of the site would be `{path}`"),
            Self::TooLarge(path) => write!(formatter, "`{path}` would be larger than an EPUB can be"),
            Self::BadPath(path) => write!(formatter, "`{path}` is no place inside a site"),
            Self::Foreign(path) => write!(
                formatter,
                "`{}` is not empty and holds no list of files that Rulestone wrote; nothing was written",
                path.display()
            ),
            Self::NotOurs(paths) => {
                let named: Vec<_> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
                write!(
                    formatter,
                    "{} would be overwritten, and Rulestone did not write it or somebody has changed it since; nothing was written",
                    named.join(", ")
                )
            }
            Self::File(error) => write!(formatter, "{error}"),
        }
    }
}

impl std::error::Error for SiteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Template(error) | Self::Theme(error) => Some(error),
            Self::File(error) => Some(error),
            Self::SamePage(_) | Self::BadPath(_) | Self::TooLarge(_) | Self::Foreign(_) | Self::NotOurs(_) => None,
        }
    }
}

impl From<minijinja::Error> for SiteError {
    fn from(error: minijinja::Error) -> Self {
        Self::Template(error)
    }
}

impl From<TreeError> for SiteError {
    fn from(error: TreeError) -> Self {
        match error {
            TreeError::File(error) => Self::File(error),
            TreeError::Foreign(path) => Self::Foreign(path),
            TreeError::NotOurs(paths) => Self::NotOurs(paths),
            TreeError::BadPath(path) => Self::BadPath(path),
        }
    }
}
