//! Files to library: walks `rules-*`, decides what each file is, and reads them all before it complains.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::model::{Book, Language, Library, Translation};
use super::yaml::{self, Node, shape};
use super::{build, format, names};
use crate::diagnostic::{Diagnostic, FileId, Place, codes};

/// A library with everything that is wrong with its files.
#[derive(Debug)]
pub struct Loaded {
    /// What could be read.
    pub library: Library,
    /// What is wrong with the files themselves; what is wrong between them is [`crate::check`]'s work.
    pub diagnostics: Vec<Diagnostic>,
}

/// Why no library could be read at all.
#[derive(Debug)]
pub enum LoadError {
    /// There is no `rules-*` folder in this folder.
    NoLibrary(PathBuf),
    /// The folder could not be listed.
    Io(PathBuf, io::Error),
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoLibrary(root) => {
                write!(formatter, "no rulebooks here: `{}` holds no folder named rules-en, rules-ja …", root.display())
            }
            Self::Io(path, error) => write!(formatter, "cannot list `{}`: {error}", path.display()),
        }
    }
}

impl std::error::Error for LoadError {}

/// Every file of a library, sorted: what a change of any of them makes stale.
pub fn files(root: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let mut found = Vec::new();
    for (_, folder) in language_folders(root)? {
        // A language, its books, their data: nothing deeper is read, and a link to a folder above has no end.
        let mut open = vec![(folder, 2)];
        while let Some((folder, deeper)) = open.pop() {
            for path in list(&folder)? {
                if !path.is_dir() {
                    found.push(path);
                } else if deeper > 0 {
                    open.push((path, deeper - 1));
                }
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Reads the library at `root`.
pub fn load(root: &Path) -> Result<Loaded, LoadError> {
    load_with(root, &BTreeMap::new())
}

/// Reads the library at `root` as it would be if these texts were saved: each by the path of its file below the root, with
/// `/` between the parts. A file that is not there yet is not read.
pub fn load_with(root: &Path, unsaved: &BTreeMap<String, String>) -> Result<Loaded, LoadError> {
    let mut loader = Loader { root: root.to_owned(), unsaved, library: Library::default(), diagnostics: Vec::new() };
    let folders = language_folders(root)?;
    if folders.is_empty() {
        return Err(LoadError::NoLibrary(root.to_owned()));
    }
    loader.stray_languages()?;
    // A book's own language is where its book.yaml stands, so references come before translations.
    let mut books: BTreeMap<String, Vec<(Language, PathBuf)>> = BTreeMap::new();
    for (language, folder) in folders {
        for path in list(&folder)? {
            let name = file_name(&path);
            if path.is_dir() {
                books.entry(name).or_default().push((language.clone(), path));
            } else if name == "terms.yaml" {
                if let Some((_, node)) = loader.read(&path, &format::SHARED_TERMS) {
                    loader.library.shared_terms.insert(language.clone(), build::terms(&node));
                }
            } else if is_yaml(&name) {
                loader.stray(&path, "only terms.yaml and one folder for each book stand here");
            }
        }
        loader.library.languages.push(language);
    }
    for (id, folders) in books {
        let before = loader.diagnostics.len();
        loader.book(&id, &folders)?;
        for diagnostic in &mut loader.diagnostics[before..] {
            diagnostic.book.get_or_insert_with(|| id.clone());
        }
    }
    Ok(Loaded { library: loader.library, diagnostics: loader.diagnostics })
}

struct Loader<'a> {
    root: PathBuf,
    /// Texts that stand in place of what is in their files.
    unsaved: &'a BTreeMap<String, String>,
    library: Library,
    diagnostics: Vec<Diagnostic>,
}

impl Loader<'_> {
    fn book(&mut self, id: &str, folders: &[(Language, PathBuf)]) -> Result<(), LoadError> {
        let references: Vec<_> = folders.iter().filter(|(_, folder)| folder.join("book.yaml").is_file()).collect();
        let Some((language, folder)) = references.first() else {
            let folder = &folders[0].1;
            let Some(first) = list(folder)?.into_iter().find(|path| is_yaml(&file_name(path))) else { return Ok(()) };
            if let Some(file) = self.text(&first) {
                let message = format!("the book `{id}` has no book.yaml in any language");
                let help = format!(
                    "write one in the folder of its reference language, or start with `rulestone new book {id}`"
                );
                self.diagnostics
                    .push(Diagnostic::new(&codes::MISSING_BOOK_FILE, Place::new(file, 0..0), message).help(help));
            }
            return Ok(());
        };
        let Some(mut book) = self.reference(id, language, folder)? else {
            self.library.unread.insert(id.to_owned());
            return Ok(());
        };
        for (other, folder) in folders.iter().filter(|(other, _)| other != language) {
            if let Some(file) =
                references.iter().any(|(with, _)| with == other).then(|| self.text(&folder.join("book.yaml"))).flatten()
            {
                let message = format!("the book `{id}` already has a book.yaml in rules-{language}");
                let help = "only the reference language has a book.yaml: remove one of the two";
                self.diagnostics.push(
                    Diagnostic::new(&codes::TWO_REFERENCES, Place::new(file, 0..0), message)
                        .help(help)
                        .related(Place::new(book.file, 0..0), "the other one"),
                );
            }
            let (translation, whole) = self.translation(folder)?;
            book.translations.insert(other.clone(), translation);
            if !whole {
                book.unread.insert(other.clone());
            }
        }
        self.library.books.push(book);
        Ok(())
    }

    fn reference(&mut self, id: &str, language: &str, folder: &Path) -> Result<Option<Book>, LoadError> {
        let Some((file, node)) = self.read(&folder.join("book.yaml"), &format::BOOK) else { return Ok(None) };
        if let Err(reason) = names::check_id(id) {
            let help = "a book's folder is its id, and that becomes part of addresses";
            self.diagnostics.push(Diagnostic::new(&codes::BAD_ID, Place::new(file, 0..0), reason).help(help));
            return Ok(None);
        }
        let text = |key: &str| build::word(&node, key).map(|(text, _)| text);
        let mut book = Book {
            id: id.to_owned(),
            reference: language.to_owned(),
            file,
            title: build::lines(&node, "title"),
            short: build::lines(&node, "short"),
            edition: build::lines(&node, "edition"),
            publisher: text("publisher"),
            designer: text("designer"),
            license: text("license"),
            provenance: build::proses(&node, "provenance"),
            languages: build::items(&node, "languages")
                .filter_map(|node| {
                    node.text().filter(|language| names::check_language(language).is_ok()).map(str::to_owned)
                })
                .collect(),
            outdated: build::outdated(&node),
            waivers: build::waivers(&node),
            options: build::options(&node),
            related: build::related_books(&node),
            reference_forms: build::lines(&node, "reference_forms"),
            missing: build::items(&node, "missing").filter_map(|node| node.text().map(str::to_owned)).collect(),
            chapters: Vec::new(),
            terms: Vec::new(),
            data: Vec::new(),
            assumptions: Vec::new(),
            translations: BTreeMap::new(),
            unread: BTreeSet::new(),
            index: OnceLock::new(),
        };
        let mut whole = true;
        for path in list(folder)? {
            let name = file_name(&path);
            if path.is_dir() && name == "data" {
                for path in list(&path)?.into_iter().filter(|path| is_yaml(&file_name(path))) {
                    match self.read(&path, &format::DATA) {
                        Some((_, node)) => book.data.extend(build::data(&node)),
                        None => whole = false,
                    }
                }
            } else if name == "terms.yaml" {
                match self.read(&path, &format::TERMS) {
                    Some((_, node)) => {
                        book.terms = build::terms(&node);
                        book.waivers.extend(build::waivers(&node));
                    }
                    None => whole = false,
                }
            } else if name == "assumptions.yaml" {
                match self.read(&path, &format::ASSUMPTIONS) {
                    Some((_, node)) => {
                        book.assumptions = build::assumptions(&node);
                        book.waivers.extend(build::waivers(&node));
                    }
                    None => whole = false,
                }
            } else if path.is_dir() {
                // Pictures and drafts of other kinds may lie beside the chapters; chapters may not lie deeper.
                if list(&path)?.iter().any(|inner| is_yaml(&file_name(inner))) {
                    self.stray_folder(
                        &path,
                        "chapters stand in the folder of their book, only data tables below it, in `data`",
                    );
                }
            } else if is_chapter(&path) {
                match self.chapter_name(&path).and_then(|chapter| Some((chapter, self.read(&path, &format::CHAPTER)?)))
                {
                    Some((chapter, (file, node))) => book.chapters.push(build::chapter(chapter, file, &node)),
                    None => whole = false,
                }
            }
        }
        if !whole {
            book.unread.insert(book.reference.clone());
        }
        Ok(Some(book))
    }

    /// The translation, and whether every file of it could be read.
    fn translation(&mut self, folder: &Path) -> Result<(Translation, bool), LoadError> {
        let mut translation = Translation::default();
        let mut whole = true;
        for path in list(folder)? {
            let name = file_name(&path);
            if name == "terms.yaml" {
                match self.read(&path, &format::TRANSLATED_TERMS) {
                    Some((_, node)) => {
                        translation.set_terms(build::terms(&node));
                        translation.waivers = build::waivers(&node);
                    }
                    None => whole = false,
                }
            } else if name == "assumptions.yaml" {
                self.stray(&path, "assumptions stand in the reference language, with their reasons in every language");
            } else if path.is_dir() {
                self.stray_folder(&path, "data tables stand in the reference language only");
            } else if is_chapter(&path) {
                let read = self
                    .chapter_name(&path)
                    .and_then(|chapter| Some((chapter, self.read(&path, &format::TRANSLATION)?)));
                let Some((chapter, (file, node))) = read else {
                    whole = false;
                    continue;
                };
                for (id, section) in build::translated_sections(&chapter, &node) {
                    if let Some(first) = translation.sections.get(&id) {
                        let message = format!("the section `{id}` is translated twice");
                        let diagnostic = Diagnostic::new(&codes::DUPLICATE_ID, section.place, message);
                        self.diagnostics
                            .push(diagnostic.related(first.place, "first here").help("keep one of the two"));
                    } else {
                        translation.sections.insert(id, section);
                    }
                }
                translation.chapters.insert(chapter, build::translated_chapter(file, &node));
            }
        }
        Ok((translation, whole))
    }

    /// The id of the chapter that stands in `path`; the file's name becomes part of an address.
    fn chapter_name(&mut self, path: &Path) -> Option<String> {
        let name = file_name(path);
        let Some(stem) = name.strip_suffix(".yaml") else {
            self.stray(path, "the files of a book end in .yaml");
            return None;
        };
        if let Err(reason) = names::check_id(stem) {
            if let Some(file) = self.text(path) {
                let help = "rename the file: its name becomes part of the chapter's address";
                self.diagnostics.push(Diagnostic::new(&codes::BAD_ID, Place::new(file, 0..0), reason).help(help));
            }
            return None;
        }
        Some(stem.to_owned())
    }

    fn read(&mut self, path: &Path, shape: &shape::Shape) -> Option<(FileId, Node)> {
        let file = self.text(path)?;
        let before = self.diagnostics.len();
        let node = yaml::parse(file, &self.library.sources, &mut self.diagnostics)?;
        build::name_sections(&node, &mut self.diagnostics[before..]);
        shape::check(&node, shape, &self.library.sources, &mut self.diagnostics);
        Some((file, node))
    }

    fn text(&mut self, path: &Path) -> Option<FileId> {
        let name = self.shown(path);
        let mut refuse = |code, message: String, help: &str| {
            let file = self.library.sources.add(name.clone(), "");
            self.diagnostics.push(Diagnostic::new(code, Place::new(file, 0..0), message).help(help));
        };
        let unsaved = self.unsaved.get(&name);
        let data = fs::metadata(path);
        let length = unsaved.map(|text| text.len() as u64).or(data.as_ref().ok().map(fs::Metadata::len));
        if let Some(length) = length.filter(|length| *length > yaml::MAX_FILE_BYTES) {
            let message = format!("the file has {length} bytes; at most {} are read", yaml::MAX_FILE_BYTES);
            refuse(&codes::FILE_TOO_LARGE, message, "split the chapter");
            return None;
        }
        match data {
            Ok(data) if !data.is_file() => {
                refuse(&codes::UNREADABLE_FILE, "this is no file".to_owned(), "only files and folders belong here");
                return None;
            }
            _ => {}
        }
        match unsaved.map_or_else(|| fs::read(path), |text| Ok(text.clone().into_bytes())) {
            Ok(bytes) => {
                let file = yaml::decode(name, &bytes, &mut self.library.sources, &mut self.diagnostics);
                // In another encoding every further finding would be about words that nobody wrote.
                std::str::from_utf8(&bytes).is_ok().then_some(file)
            }
            Err(error) => {
                let (why, help) = match error.kind() {
                    io::ErrorKind::NotFound => {
                        ("it is a link that leads nowhere".to_owned(), "remove the link, or mend where it leads")
                    }
                    io::ErrorKind::PermissionDenied => {
                        ("permission is denied".to_owned(), "give yourself permission to read it")
                    }
                    _ => (error.to_string(), "check the disk, or copy the file anew"),
                };
                refuse(&codes::UNREADABLE_FILE, format!("the file cannot be read: {why}"), help);
                None
            }
        }
    }

    fn stray(&mut self, path: &Path, why: &str) {
        if let Some(file) = self.text(path) {
            let message = format!("this file is not read: {why}");
            let help = match path.file_stem().filter(|_| is_yaml(&file_name(path))) {
                Some(stem) if path.extension().is_none_or(|end| end != "yaml") => {
                    format!("rename it to {}.yaml", stem.to_string_lossy())
                }
                _ => "move or rename it".to_owned(),
            };
            self.diagnostics.push(Diagnostic::new(&codes::STRAY_FILE, Place::new(file, 0..0), message).help(help));
        }
    }

    fn stray_folder(&mut self, path: &Path, why: &str) {
        let file = self.library.sources.add(self.shown(path), "");
        let message = format!("this folder is not read: {why}");
        self.diagnostics
            .push(Diagnostic::new(&codes::STRAY_FILE, Place::new(file, 0..0), message).help("move or remove it"));
    }

    /// Folders that were surely meant to hold a language.
    fn stray_languages(&mut self) -> Result<(), LoadError> {
        for path in list(&self.root)?.into_iter().filter(|path| path.is_dir()) {
            if let Some(language) = file_name(&path).strip_prefix("rules-")
                && let Err(reason) = names::check_language(language)
            {
                self.stray_folder(&path, &reason);
            }
        }
        Ok(())
    }

    fn shown(&self, path: &Path) -> String {
        let below = path.strip_prefix(&self.root).unwrap_or(path);
        names::shown_path(below)
    }
}

/// The `rules-LANG` folders, sorted.
fn language_folders(root: &Path) -> Result<Vec<(Language, PathBuf)>, LoadError> {
    let folders = list(root)?.into_iter().filter(|path| path.is_dir());
    let named = folders.filter_map(|path| Some((file_name(&path).strip_prefix("rules-")?.to_owned(), path)));
    Ok(named.filter(|(language, _)| names::check_language(language).is_ok()).collect())
}

/// What stands in a folder, sorted by name, without hidden files and those of editors.
fn list(folder: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let failed = |error| LoadError::Io(folder.to_owned(), error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = file_name(&path);
        if !name.starts_with('.') && !name.ends_with('~') {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether a path in a book's folder is meant to be a chapter.
fn is_chapter(path: &Path) -> bool {
    let name = file_name(path);
    is_yaml(&name) && name != "book.yaml" && !path.is_dir()
}

fn is_yaml(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("yaml") || end.eq_ignore_ascii_case("yml"))
}
