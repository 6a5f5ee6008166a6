//! The pictures of a book: what lies in its folder for them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{Entry, FileError, Followed, Loader, unfit};
use crate::diagnostic::{Diagnostic, Place, codes};
use crate::files;
use crate::library::picture::{self, Format, Picture};

/// The pictures of a folder by name, and the names of those that cannot be shown.
pub(super) type Pictures = (BTreeMap<String, Picture>, BTreeSet<String>);

impl Loader<'_> {
    /// The pictures that lie in a folder, and whether it could be listed.
    pub(super) fn pictures(&mut self, folder: &Path) -> (Pictures, bool) {
        let mut pictures = Pictures::default();
        let Some(entries) = self.list(folder) else { return (pictures, false) };
        for Entry { path, name, stands } in entries {
            if stands == Followed::Folder {
                self.stray_folder(&path, "pictures lie in `pictures` itself");
            } else if let Some(format) = Format::of(&name) {
                match self.picture(&path, &stands, format) {
                    Some(picture) => drop(pictures.0.insert(name, picture)),
                    None => drop(pictures.1.insert(name)),
                }
            } else {
                let file = self.library.sources.add(self.shelf.shown(&path), "");
                let message = format!("this file is not read: {}", picture::NAMES);
                let diagnostic = Diagnostic::new(&codes::STRAY_FILE, Place::new(file, 0..0), message);
                self.diagnostics.push(diagnostic.help("rename it, or save it as SVG or PNG"));
            }
        }
        (pictures, true)
    }

    fn picture(&mut self, path: &Path, stands: &Followed, format: Format) -> Option<Picture> {
        if let Some((message, help)) = unfit(stands) {
            self.refuse(path, &codes::UNREADABLE_FILE, message, help);
            return None;
        }
        let bytes = match files::read(path, picture::MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(FileError::TooLarge { limit, .. }) => {
                let message = format!("the picture has more than {limit} bytes, which is the most that is shown");
                self.refuse(path, &codes::FILE_TOO_LARGE, message, "simplify it, or save it in a smaller size");
                return None;
            }
            Err(error) => {
                let message = format!("the file cannot be read: {}", error.why());
                self.refuse(path, &codes::UNREADABLE_FILE, message, &error.help());
                return None;
            }
        };
        // Of a drawing the place of what is wrong can be shown.
        let text = if format == Format::Svg { String::from_utf8_lossy(&bytes) } else { "".into() };
        let file = self.library.sources.add(self.shelf.shown(path), text.into_owned());
        match picture::read(file, format, &bytes) {
            Ok(picture) => Some(picture),
            Err(picture::Unfit { range, message, help }) => {
                self.diagnostics
                    .push(Diagnostic::new(&codes::BAD_PICTURE, Place::new(file, range), message).help(help));
                None
            }
        }
    }
}
