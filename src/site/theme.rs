//! What somebody puts in the place of our templates and behind our style sheet, from a folder named on the command line.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::templates;
use crate::files::{self, FileError};
use crate::library::names;

/// The style sheet of a theme.
const STYLE: &str = "variables.css";

/// The folder of its templates.
const TEMPLATES: &str = "templates";

/// The largest file of a theme, in bytes.
const MAX_BYTES: u64 = 256 << 10;

/// Instructions that a page may take of the engine of the templates; ours take far less.
pub(super) const FUEL: u64 = 100_000_000;

/// A theme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// What stands behind our style sheet.
    pub(super) style: Option<String>,
    /// The templates that take the place of ours, by their names.
    pub(super) templates: BTreeMap<String, Template>,
}

/// A template of a theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) source: String,
    /// What the template is called whose place it takes: it may extend that.
    pub(super) ours: String,
}

/// Why a folder is no theme.
#[derive(Debug)]
pub enum BadTheme {
    /// There is none, or a file in it cannot be read.
    File(FileError),
    /// A file that is not read, though it looks as if it were meant to be.
    Unknown {
        /// The file.
        path: PathBuf,
        /// What would be right.
        help: String,
    },
    /// A link, a folder or a device where a file belongs.
    NoFile(PathBuf),
    /// A file that is not UTF-8.
    Encoding(PathBuf),
    /// A folder with nothing in it that would be read.
    Empty(PathBuf),
}

impl BadTheme {
    /// What would be right.
    pub fn help(&self) -> String {
        match self {
            Self::File(error) => error.help(),
            Self::Unknown { help, .. } => help.clone(),
            Self::NoFile(_) => "put the file itself in its place: in a theme no link is followed".to_owned(),
            Self::Encoding(_) => "save it as UTF-8".to_owned(),
            Self::Empty(_) => format!("put a `{STYLE}` or a folder `{TEMPLATES}` into it; docs/themes.md says more"),
        }
    }
}

impl std::fmt::Display for BadTheme {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(error) => error.fmt(formatter),
            Self::Unknown { path, .. } => write!(formatter, "`{}` is no file of a theme", names::shown_path(path)),
            Self::NoFile(path) => write!(formatter, "`{}` is no file", names::shown_path(path)),
            Self::Encoding(path) => write!(formatter, "`{}` is not UTF-8", names::shown_path(path)),
            Self::Empty(path) => write!(formatter, "`{}` holds no theme", names::shown_path(path)),
        }
    }
}

impl std::error::Error for BadTheme {}

impl Theme {
    /// Reads the theme in a folder.
    pub fn read(folder: &Path) -> Result<Self, BadTheme> {
        let mut theme = Self::default();
        for (name, path) in listed(folder)? {
            if name == STYLE {
                theme.style = Some(text(&path)?);
            } else if name == TEMPLATES {
                if !fs::symlink_metadata(&path).is_ok_and(|data| data.is_dir()) {
                    return Err(BadTheme::NoFile(path));
                }
                for (name, path) in listed(&path)? {
                    if !templates::names().any(|ours| ours == name) {
                        let help = names::suggestion(&name, templates::names()).unwrap_or_else(|| {
                            format!("the templates are {}", templates::names().collect::<Vec<_>>().join(", "))
                        });
                        return Err(BadTheme::Unknown { path, help });
                    }
                    let ours = format!("rulestone/{name}");
                    theme.templates.insert(name, Template { source: text(&path)?, ours });
                }
            } else if [".css", ".html"].iter().any(|end| name.ends_with(end)) {
                // A licence or a picture may lie beside them.
                let help = format!("a theme has one style sheet, `{STYLE}`, and its templates in `{TEMPLATES}`");
                return Err(BadTheme::Unknown { path, help });
            }
        }
        if theme == Self::default() { Err(BadTheme::Empty(folder.to_owned())) } else { Ok(theme) }
    }
}

/// What stands in a folder by its name, without hidden files and those of editors.
fn listed(folder: &Path) -> Result<Vec<(String, PathBuf)>, BadTheme> {
    let mut entries: Vec<_> = files::entries(folder)
        .map_err(BadTheme::File)?
        .into_iter()
        .map(|path| (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), path))
        .filter(|(name, _)| !name.starts_with('.') && !name.ends_with('~'))
        .collect();
    entries.sort();
    Ok(entries)
}

fn text(path: &Path) -> Result<String, BadTheme> {
    if !fs::symlink_metadata(path).is_ok_and(|data| data.is_file()) {
        return Err(BadTheme::NoFile(path.to_owned()));
    }
    let bytes = files::read(path, MAX_BYTES).map_err(BadTheme::File)?;
    String::from_utf8(bytes).map_err(|_| BadTheme::Encoding(path.to_owned()))
}
