//! Files to library: walks `rules-*`, decides what each file is, and reads them all before it complains.

mod ahead;
mod pictures;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::model::{Book, Example, Language, Library, Translation};
use super::site_file::SiteFile;
use super::yaml::{Node, shape};
use super::{build, format, map, names, picture, texts};
use crate::diagnostic::codes::{self, Code};
use crate::diagnostic::{Diagnostic, FileId, Place};
use crate::files::{self, FileError, Followed};
pub use ahead::Parses;
use ahead::{Ahead, Refusal, Shelf};

/// How many languages a library may have: a site has pages for every two of them.
const MOST_LANGUAGES: usize = 40;

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
    Unreadable(FileError),
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoLibrary(root) => {
                write!(formatter, "no rulebooks here: `{}` holds no folder named rules-en, rules-ja …", root.display())
            }
            Self::Unreadable(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for LoadError {}

/// The folders of a library in which its files stand, as far as they can be listed.
pub fn folders(root: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let mut found = Vec::new();
    for (_, folder) in language_folders(root)? {
        let inner = entries(root, &folder).into_iter().filter(|entry| entry.stands == Followed::Folder);
        found.extend(inner.map(|entry| entry.path));
        found.push(folder);
    }
    Ok(found)
}

/// Every file of a library that can be found, sorted: what a change of any of them makes stale.
pub fn files(root: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let mut found = Vec::new();
    let languages = language_folders(root)?;
    if languages.is_empty() {
        return Err(LoadError::NoLibrary(root.to_owned()));
    }
    for (_, folder) in languages {
        // A language, its books, their data and cases: nothing deeper is read, and a link to a folder above has no end.
        let mut open = vec![(folder, 2)];
        while let Some((folder, deeper)) = open.pop() {
            for entry in entries(root, &folder) {
                match entry.stands {
                    Followed::File => found.push(entry.path),
                    Followed::Folder if deeper > 0 => open.push((entry.path, deeper - 1)),
                    _ => {}
                }
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Reads the library at `root`.
pub fn load(root: &Path) -> Result<Loaded, LoadError> {
    load_with(root, &Wanted::default())
}

/// What of a library is read.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Texts that stand in place of what is in their files, as if they were saved: each by the path of its file below the
    /// root, with `/` between the parts. A translation that is not there yet is read as well.
    pub unsaved: BTreeMap<String, String>,
    /// Which translations.
    pub translations: Translations,
    /// Files as they were parsed before: those that are as they were then are not parsed again.
    pub parses: Option<Arc<Parses>>,
}

/// Which translations of a book are read.
#[derive(Clone, Debug, Default)]
pub enum Translations {
    /// All.
    #[default]
    All,
    /// None but the one into this language.
    Only(Option<Language>),
}

impl Translations {
    fn has(&self, language: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(only) => only.as_deref() == Some(language),
        }
    }
}

/// Reads so much of the library at `root`.
pub fn load_with(root: &Path, wanted: &Wanted) -> Result<Loaded, LoadError> {
    let folders = language_folders(root)?;
    if folders.is_empty() {
        return Err(LoadError::NoLibrary(root.to_owned()));
    }
    let mut loader = Loader {
        shelf: Shelf { root: root.to_owned(), unsaved: &wanted.unsaved, parses: wanted.parses.as_deref() },
        translations: &wanted.translations,
        ahead: Ahead::default(),
        library: Library::default(),
        diagnostics: Vec::new(),
    };
    loader.stray_languages();
    loader.site();
    // A book's own language is where its book.yaml stands, so references come before translations.
    let mut books: BTreeMap<String, Vec<(Language, PathBuf)>> = BTreeMap::new();
    let mut unlisted = Vec::new();
    for (language, folder) in folders {
        let Some(entries) = loader.list(&folder) else {
            unlisted.push(language);
            continue;
        };
        for Entry { path, name, stands } in entries {
            if stands == Followed::Folder && is_yaml(&name) {
                loader.stray_folder(&path, FOLDER_FOR_FILE);
            } else if stands == Followed::Folder {
                books.entry(name).or_default().push((language.clone(), path));
            } else if name == "terms.yaml" {
                if let Some((_, node)) = loader.read(&path, &format::SHARED_TERMS) {
                    loader.library.shared_terms.insert(language.clone(), build::terms(&node));
                    loader.library.shared_synonyms.insert(language.clone(), build::synonyms(&node));
                }
            } else if is_yaml(&name) {
                loader.stray(&path, "only terms.yaml and one folder for each book stand here");
            } else {
                loader.refuse_entry(&path, &stands);
            }
        }
        loader.library.languages.push(language);
    }
    for (language, book, folder) in loader.new_folders() {
        let known = books.entry(book).or_default();
        if known.iter().all(|(other, _)| *other != language) {
            known.push((language.clone(), folder));
        }
        if !loader.library.languages.contains(&language) {
            loader.library.languages.push(language);
        }
    }
    for (id, folders) in books {
        let before = loader.diagnostics.len();
        loader.book(&id, &folders, &unlisted);
        for diagnostic in &mut loader.diagnostics[before..] {
            diagnostic.book.get_or_insert_with(|| id.clone());
        }
    }
    Ok(Loaded { library: loader.library, diagnostics: loader.diagnostics })
}

struct Loader<'a> {
    shelf: Shelf<'a>,
    translations: &'a Translations,
    ahead: Ahead,
    library: Library,
    diagnostics: Vec<Diagnostic>,
}

impl Loader<'_> {
    /// The folders of books in which something stands that is not saved: language, book and folder.
    fn new_folders(&self) -> Vec<(Language, String, PathBuf)> {
        let folder = |path: &String| {
            let mut parts = path.split('/');
            let language = parts.next()?.strip_prefix("rules-")?;
            let book = parts.next().filter(|_| parts.next().is_some())?;
            let folder = self.shelf.root.join(format!("rules-{language}")).join(book);
            (!folder.is_dir()).then(|| (language.to_owned(), book.to_owned(), folder))
        };
        let mut folders: Vec<_> = self.shelf.unsaved.keys().filter_map(folder).collect();
        folders.dedup();
        folders
    }

    /// Reads what is said of the site. It stands beside the rulebooks, where no link is followed.
    fn site(&mut self) {
        let path = self.shelf.root.join("site.yaml");
        if files::is_link(&path) {
            let message = "this is a link, and beside the rulebooks none is followed".to_owned();
            self.refuse(&path, &codes::UNREADABLE_FILE, message, "put the file itself in its place");
        } else if !files::is_gone(&path)
            && let Some((_, node)) = self.read(&path, &format::SITE)
        {
            self.library.site = SiteFile::new(&node);
        }
        let other = self.shelf.root.join("site.yml");
        if files::follow(&self.shelf.root, &other) == Followed::File && !files::is_link(&other) {
            self.stray(&other, "what is said of the site stands in site.yaml");
        }
    }

    /// Reads a book from its folders; there may be more of them in the languages that could not be listed.
    fn book(&mut self, id: &str, folders: &[(Language, PathBuf)], unlisted: &[Language]) {
        let is_reference =
            |folder: &Path| !matches!(files::follow(&self.shelf.root, &folder.join("book.yaml")), Followed::Nowhere);
        let references: Vec<_> = folders.iter().filter(|(_, folder)| is_reference(folder)).collect();
        let Some((language, folder)) = references.first() else {
            if !unlisted.is_empty() {
                self.library.unread.insert(id.to_owned());
                return;
            }
            let entries = self.list(&folders[0].1).unwrap_or_default();
            let Some(first) = entries.into_iter().find(|entry| is_yaml(&entry.name)) else { return };
            if let Some(file) = self.text(&first.path) {
                let message = format!("the book `{id}` has no book.yaml in any language");
                let help = format!(
                    "write one in the folder of its reference language, or start with `rulestone new book {id}`"
                );
                self.diagnostics
                    .push(Diagnostic::new(&codes::MISSING_BOOK_FILE, Place::new(file, 0..0), message).help(help));
            }
            return;
        };
        let Some(mut book) = self.reference(id, language, folder) else {
            self.library.unread.insert(id.to_owned());
            return;
        };
        book.unread.extend(unlisted.iter().cloned());
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
            if !self.translations.has(other) {
                continue;
            }
            let (translation, whole) = self.translation(folder);
            book.translations.insert(other.clone(), translation);
            if !whole {
                book.unread.insert(other.clone());
            }
        }
        name_symbols(&mut book);
        self.library.books.push(book);
    }

    fn reference(&mut self, id: &str, language: &str, folder: &Path) -> Option<Book> {
        let (file, node) = self.read(&folder.join("book.yaml"), &format::BOOK)?;
        if let Err(reason) = names::check_id(id) {
            let help = "a book's folder is its id, and that becomes part of addresses";
            self.diagnostics.push(Diagnostic::new(&codes::BAD_ID, Place::new(file, 0..0), reason).help(help));
            return None;
        }
        let mut book = build::book(id, language, file, &node);
        let found = self.list(folder);
        let mut whole = found.is_some();
        let mut cases = Vec::new();
        for Entry { path, name, stands } in found.into_iter().flatten() {
            if stands == Followed::Folder && name == "data" {
                let (tables, all) = self.folder(&path, &format::DATA);
                whole &= all;
                for node in tables {
                    if let Some(told) = build::too_many_cells(&node) {
                        self.diagnostics.push(told.in_book(&book.id));
                        whole = false;
                    } else {
                        book.data.extend(build::data(&node));
                    }
                }
            } else if stands == Followed::Folder && name == "cases" {
                let (files, all) = self.folder(&path, &format::CASES);
                whole &= all;
                cases.extend(files.iter().flat_map(build::cases));
            } else if stands == Followed::Folder && name == picture::FOLDER {
                let (pictures, all) = self.pictures(&path);
                (book.pictures, book.unfit_pictures) = pictures;
                whole &= all;
            } else if let Some((shape, put)) = of_whole_book(&name) {
                match self.read(&path, shape) {
                    Some((_, node)) => {
                        put(&mut book, &node);
                        book.waivers.extend(build::waivers(&node));
                    }
                    None => whole = false,
                }
            } else if stands == Followed::Folder && is_yaml(&name) {
                self.stray_folder(&path, FOLDER_FOR_FILE);
            } else if stands == Followed::Folder {
                // Drafts of other kinds may lie beside the chapters; chapters may not lie deeper.
                if entries(&self.shelf.root, &path).iter().any(|inner| is_yaml(&inner.name)) {
                    self.stray_folder(
                        &path,
                        "chapters stand in the folder of their book, below it only data tables in `data` and cases in `cases`",
                    );
                }
            } else if is_yaml(&name) && name != "book.yaml" {
                match self.chapter_name(&path).and_then(|chapter| Some((chapter, self.read(&path, &format::CHAPTER)?)))
                {
                    Some((chapter, (file, node))) => book.chapters.push(build::chapter(chapter, file, &node)),
                    None => whole = false,
                }
            } else {
                self.refuse_entry(&path, &stands);
            }
        }
        if !whole {
            book.unread.insert(book.reference.clone());
        }
        self.join_cases(&mut book, cases);
        Some(book)
    }

    /// What the files of a folder hold, as far as they can be read, and whether that is all.
    fn folder(&mut self, path: &Path, shape: &shape::Shape) -> (Vec<Node>, bool) {
        let Some(entries) = self.list(path) else { return (Vec::new(), false) };
        let files: Vec<Entry> = entries.into_iter().filter(|entry| is_yaml(&entry.name)).collect();
        let read: Vec<_> = files.iter().map(|file| self.read(&file.path, shape)).collect();
        let all = read.iter().all(Option::is_some);
        (read.into_iter().flatten().map(|(_, node)| node).collect(), all)
    }

    /// Puts each case behind the examples of its section.
    fn join_cases(&mut self, book: &mut Book, cases: Vec<((String, Place), Vec<Example>)>) {
        if cases.is_empty() {
            return;
        }
        let mut at = HashMap::new();
        for (chapter, sections) in book.chapters.iter().map(|chapter| &chapter.sections).enumerate() {
            for (section, known) in sections.iter().enumerate() {
                at.entry(known.id.clone()).or_insert((chapter, section));
            }
        }
        for ((id, place), cases) in cases {
            if let Some((chapter, section)) = at.get(&id) {
                book.chapters[*chapter].sections[*section].examples.extend(cases);
            } else if book.unread.is_empty() {
                let message = format!("these are the cases of a section `{id}`, which there is not");
                let known = at.keys().map(String::as_str);
                let help = names::suggestion_after(self.diagnostics.len(), &id, known)
                    .unwrap_or_else(|| "name a section of this book".to_owned());
                self.diagnostics.push(Diagnostic::new(&codes::DANGLING_REFERENCE, place, message).help(help));
            }
        }
    }

    /// The translation, and whether every file of it could be read.
    fn translation(&mut self, folder: &Path) -> (Translation, bool) {
        let mut translation = Translation::default();
        let found = self.list(folder);
        let mut whole = found.is_some();
        for Entry { path, name, stands } in found.into_iter().flatten() {
            if name == "terms.yaml" {
                match self.read(&path, &format::TRANSLATED_TERMS) {
                    Some((_, node)) => {
                        translation.set_terms(build::terms(&node));
                        translation.synonyms = build::synonyms(&node);
                        translation.waivers = build::waivers(&node);
                    }
                    None => whole = false,
                }
            } else if name == "assumptions.yaml" {
                self.stray(&path, "assumptions stand in the reference language, with their reasons in every language");
            } else if name == "rulings.yaml" {
                self.stray(&path, "rulings stand in the reference language, with their words in every language");
            } else if name == "maps.yaml" {
                self.stray(&path, "maps stand in the reference language, with their words in every language");
            } else if stands == Followed::Folder && name == picture::FOLDER {
                let (pictures, all) = self.pictures(&path);
                (translation.pictures, translation.unfit_pictures) = pictures;
                whole &= all;
            } else if stands == Followed::Folder {
                self.stray_folder(&path, "data tables and cases stand in the reference language only");
            } else if !is_yaml(&name) {
                self.refuse_entry(&path, &stands);
            } else if name != "book.yaml" {
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
        (translation, whole)
    }

    /// The id of the chapter that stands in `path`; the file's name becomes part of an address.
    fn chapter_name(&mut self, path: &Path) -> Option<String> {
        let name = file_name(path);
        let Some(stem) = name.strip_suffix(".yaml") else {
            self.stray(path, "the files of a book end in .yaml");
            return None;
        };
        if let Err(reason) = names::check_id(stem) {
            // What is in it is checked all the same, under the name that it should have.
            let near = names::to_id(stem).filter(|near| !path.with_file_name(format!("{near}.yaml")).exists());
            if let Some(file) = self.text(path) {
                let named = near.as_ref().map_or_else(String::new, |near| format!(" `{near}.yaml`"));
                let help = format!("rename the file{named}: its name becomes part of the chapter's address");
                self.diagnostics.push(Diagnostic::new(&codes::BAD_ID, Place::new(file, 0..0), reason).help(help));
            }
            return near;
        }
        Some(stem.to_owned())
    }

    fn read(&mut self, path: &Path, shape: &shape::Shape) -> Option<(FileId, Node)> {
        let before = self.diagnostics.len();
        let read = self.read_whole(path, shape);
        if read.is_none() {
            let places = self.diagnostics[before..].iter().filter_map(|finding| finding.place);
            self.library.unread_files.extend(places.map(|place| place.file));
        }
        read
    }

    fn read_whole(&mut self, path: &Path, shape: &shape::Shape) -> Option<(FileId, Node)> {
        let before = self.diagnostics.len();
        let (file, node) = match self.ahead.take(path, &self.shelf) {
            Ok(parsed) => parsed.join(&mut self.library.sources, &mut self.diagnostics)?,
            Err(Refusal { code, message, help }) => {
                self.refuse(path, code, message, &help);
                return None;
            }
        };
        build::name_sections(&node, &mut self.diagnostics[before..]);
        shape::check(&node, shape, &self.library.sources, &mut self.diagnostics);
        Some((file, node))
    }

    /// Keeps a file of which no more is read than its text.
    fn text(&mut self, path: &Path) -> Option<FileId> {
        match self.shelf.text(path, &mut self.library.sources, &mut self.diagnostics) {
            Ok((file, sound)) => sound.then_some(file),
            Err(Refusal { code, message, help }) => {
                self.refuse(path, code, message, &help);
                None
            }
        }
    }

    /// What stands in a folder; a finding if it cannot be listed.
    fn list(&mut self, folder: &Path) -> Option<Vec<Entry>> {
        let unsaved = self.shelf.new_files(folder);
        let listed = match list(&self.shelf.root, folder) {
            Err(error) if error.is_missing() && !unsaved.is_empty() => Ok(Vec::new()),
            listed => listed,
        };
        match listed {
            Ok(mut entries) => {
                let new = unsaved.into_iter().filter(|path| entries.iter().all(|entry| entry.path != *path));
                let new = new.map(|path| Entry { name: file_name(&path), path, stands: Followed::File });
                let new: Vec<Entry> = new.collect();
                if !new.is_empty() {
                    entries.extend(new);
                    entries.sort_by(|a, b| a.path.cmp(&b.path));
                }
                let files = entries.iter().filter(|entry| entry.stands == Followed::File && is_yaml(&entry.name));
                self.ahead.expect(files.map(|entry| entry.path.clone()));
                Some(entries)
            }
            Err(error) => {
                let message = format!("the folder cannot be read: {}", error.why());
                self.refuse(folder, &codes::UNREADABLE_FILE, message, &error.help());
                None
            }
        }
    }

    /// Says of a path why nothing of it was read.
    fn refuse(&mut self, path: &Path, code: &'static Code, message: String, help: &str) {
        let file = self.library.sources.add(self.shelf.shown(path), "");
        self.diagnostics.push(Diagnostic::new(code, Place::new(file, 0..0), message).help(help));
    }

    /// Says of something beside the files of a book why it is not opened.
    fn refuse_entry(&mut self, path: &Path, stands: &Followed) {
        let unfit = if *stands == Followed::Folder { None } else { unfit(stands) };
        if let Some((message, help)) = unfit {
            self.refuse(path, &codes::UNREADABLE_FILE, message, help);
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
        let file = self.library.sources.add(self.shelf.shown(path), "");
        let message = format!("this folder is not read: {why}");
        self.diagnostics
            .push(Diagnostic::new(&codes::STRAY_FILE, Place::new(file, 0..0), message).help("move or remove it"));
    }

    /// Folders that were surely meant to hold a language.
    fn stray_languages(&mut self) {
        let mut languages = 0;
        for Entry { path, name, stands } in entries(&self.shelf.root, &self.shelf.root) {
            let Some(language) = name.strip_prefix("rules-") else { continue };
            match names::check_language(language) {
                Err(reason) if stands == Followed::Folder => self.stray_folder(&path, &reason),
                Ok(()) if stands == Followed::Folder => {
                    languages += 1;
                    if languages > MOST_LANGUAGES {
                        self.stray_folder(&path, &format!("a library has at most {MOST_LANGUAGES} languages"));
                    }
                }
                Ok(()) => self.refuse_entry(&path, &stands),
                Err(_) => {}
            }
        }
    }
}

/// Why a folder is not read whose name is that of a file.
const FOLDER_FOR_FILE: &str = "its name ends as that of a file";

/// Puts the words of each symbol where a text shows it; in a language that has none those of the reference language.
fn name_symbols(book: &mut Book) {
    let symbols = std::mem::take(&mut book.symbols);
    if !symbols.is_empty() {
        let reference = book.reference.clone();
        for (language, text) in texts::proses_mut(book) {
            text.document.name_symbols(&|name| {
                let words = &symbols.iter().find(|symbol| symbol.name == name)?.words;
                Some(words.get(&language).or_else(|| words.get(&reference))?.value.clone())
            });
        }
    }
    book.symbols = symbols;
}

/// What is neither a file nor a folder of the library, with the mend.
fn unfit(stands: &Followed) -> Option<(String, &'static str)> {
    Some(match stands {
        Followed::File => return None,
        Followed::Folder => ("this is no file".to_owned(), "only files and folders belong here"),
        Followed::Nowhere => (
            "the file cannot be read: it is a link that leads nowhere".to_owned(),
            "remove the link, or mend where it leads",
        ),
        Followed::Outside => (
            "this link leads out of the rulebooks of the library, so it is not followed".to_owned(),
            "put the file itself in its place; a link may lead to another file below the `rules-` folders",
        ),
        Followed::Special(what) => (format!("this is {what}, no file"), "only files and folders belong here"),
    })
}

/// The `rules-LANG` folders, sorted, as many as are read.
fn language_folders(root: &Path) -> Result<Vec<(Language, PathBuf)>, LoadError> {
    let entries = list(root, root).map_err(LoadError::Unreadable)?;
    let folders = entries.into_iter().filter(|entry| entry.stands == Followed::Folder);
    let named = folders.filter_map(|entry| Some((entry.name.strip_prefix("rules-")?.to_owned(), entry.path)));
    Ok(named.filter(|(language, _)| names::check_language(language).is_ok()).take(MOST_LANGUAGES).collect())
}

/// Something in a folder.
struct Entry {
    path: PathBuf,
    name: String,
    stands: Followed,
}

/// What stands in a folder of the library at `root`, sorted by name, without hidden files and those of editors.
fn list(root: &Path, folder: &Path) -> Result<Vec<Entry>, FileError> {
    let mut found = Vec::new();
    for path in files::entries(folder)? {
        let name = file_name(&path);
        if name.starts_with('.') || name.ends_with('~') {
            continue;
        }
        let stands = files::follow(root, &path);
        // What an editor has taken away since the folder was listed is no link that leads nowhere.
        if stands != Followed::Nowhere || !files::is_gone(&path) {
            found.push(Entry { path, name, stands });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// As [`list`] does, where nothing needs to be said of a folder that cannot be listed.
fn entries(root: &Path, folder: &Path) -> Vec<Entry> {
    list(root, folder).unwrap_or_default()
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Takes what a file says into the book.
type Take = fn(&mut Book, &Node);

/// What a file in the folder of a book must hold, and where that goes, if it is about the whole book.
fn of_whole_book(name: &str) -> Option<(&'static shape::Shape, Take)> {
    Some(match name {
        "terms.yaml" => (&format::TERMS, |book, node| {
            book.terms = build::terms(node);
            book.synonyms = build::synonyms(node);
        }),
        "assumptions.yaml" => (&format::ASSUMPTIONS, |book, node| book.assumptions = build::assumptions(node)),
        "rulings.yaml" => (&format::RULINGS, |book, node| book.rulings = build::rulings(node)),
        "maps.yaml" => (&format::MAPS, |book, node| book.maps = map::read(node)),
        _ => return None,
    })
}

fn is_yaml(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("yaml") || end.eq_ignore_ascii_case("yml"))
}
