//! Finds the library and reads it, and finds books, languages and sections by what was typed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::CommandError;
use super::output::{Output, counted};
use super::{ceiling, new};
use crate::check::{self, Again, Checked};
use crate::diagnostic::{Diagnostic, FileId, Severity, Summary, codes};
use crate::files::{self, Lock, OwnFolder};
use crate::library::history::{self, History};
use crate::library::{self, Book, Library, LoadError, Loaded, Translations, Wanted, names};
use crate::translate::FileEdit;

/// The folder that holds the `rules-*` folders: the one named, or the nearest upwards from here.
pub(super) fn root(named: Option<PathBuf>) -> Result<PathBuf, CommandError> {
    if let Some(root) = named {
        return Ok(root);
    }
    let here = here()?;
    here.ancestors().find(|folder| holds_rules(folder)).map(Path::to_owned).ok_or_else(|| no_library(&here))
}

/// The folder that the command was begun in.
pub(super) fn here() -> Result<PathBuf, CommandError> {
    let here = std::env::current_dir();
    here.map_err(|error| CommandError::new(format!("no folder to work in: {error}"), "name the library with --root"))
}

/// The right to change the library at `root`, until dropped: taken before it is read, so that no other command of ours changes
/// it in between. What a command has left there that was killed is cleared away.
pub(super) fn lock(root: &Path, output: &mut Output) -> Result<Lock, CommandError> {
    // Nothing is made in a folder that is no library.
    match library::folders(root) {
        Err(LoadError::Unreadable(error)) if !error.is_missing() => Err(error.into()),
        Ok(folders) if !folders.is_empty() => lock_new(root, output),
        _ => Err(no_library(root)),
    }
}

/// As [`lock`] does, for a folder that may become a library.
pub(super) fn lock_new(root: &Path, output: &mut Output) -> Result<Lock, CommandError> {
    let lock = Lock::take(&OwnFolder::of(root), "sources.lock", || {
        output.note("another command is changing this library: waiting for it");
    })?;
    let folders = library::folders(root).unwrap_or_default();
    for folder in folders.iter().chain([&root.join("schemas")]) {
        for path in files::clear(folder, new::may_be_fresh) {
            if path.is_dir() {
                let path = names::shown_path(&path);
                output.note(format_args!(
                    "`{path}` has a name of ours and holds what is not ours: take out what you want to keep, then remove it"
                ));
                continue;
            }
            output.note(format_args!(
                "`{}` was left by a command that was interrupted, and holds a text that another program had saved: compare \
                 it with the file of that name, then remove it",
                names::shown_path(&path)
            ));
        }
    }
    Ok(lock)
}

/// Reads and checks the library at `root`.
pub(super) fn library(root: &Path) -> Result<Checked, CommandError> {
    let checked = check::check(load(root, Translations::All)?, ceiling::meter());
    ceiling::hold()?;
    Ok(checked)
}

/// The same with the memory of whoever does it after each change.
pub(super) fn library_again(root: &Path, again: &mut Again) -> Result<Checked, CommandError> {
    let wanted = Wanted { parses: Some(Arc::clone(&again.parses)), ..Wanted::default() };
    let checked = again.check(load_so_much(root, &wanted)?, ceiling::meter());
    ceiling::hold()?;
    Ok(checked)
}

fn load(root: &Path, translations: Translations) -> Result<Loaded, CommandError> {
    load_so_much(root, &Wanted { translations, ..Wanted::default() })
}

fn load_so_much(root: &Path, wanted: &Wanted) -> Result<Loaded, CommandError> {
    let _reading = ceiling::meter().begin(u64::MAX, "the reading of the library".to_owned(), None);
    Ok(library::load_with(root, wanted)?)
}

/// Reads the library at `root`, with the values in its texts, and checks no more.
pub(super) fn unchecked(root: &Path) -> Result<Checked, CommandError> {
    let read = check::read(load(root, Translations::All)?, ceiling::meter());
    ceiling::hold()?;
    Ok(read)
}

/// Reads the library at `root` for who looks something up: says so where it is not whole, for what is not found may be there.
pub(super) fn library_to_look_in(root: &Path, output: &mut Output) -> Result<Checked, CommandError> {
    let read = unchecked(root)?;
    tell_gaps(&read.library, &read.diagnostics, output);
    Ok(read)
}

/// Reads the library at `root` for who runs something of one of its books and is told of it in that language: other
/// translations are left out, and logic is compiled by whoever knows the book.
pub(super) fn library_to_run(
    root: &Path,
    language: Option<&str>,
    output: &mut Output,
) -> Result<Library, CommandError> {
    let Loaded { library, diagnostics } = load(root, Translations::Only(language.map(str::to_owned)))?;
    ceiling::meter().know(&library.sources);
    check_language(&library, language)?;
    tell_gaps(&library, &diagnostics, output);
    Ok(library)
}

/// So many files are named that cannot be read.
const NAMED: usize = 3;

/// Says that the library has errors, if it has any, and what of it cannot be read; whether it has none.
pub(super) fn tell_gaps(library: &Library, diagnostics: &[Diagnostic], output: &mut Output) -> bool {
    let errors = Summary::of(diagnostics).errors;
    if errors == 0 {
        return true;
    }
    for (file, Diagnostic { message, help, .. }) in unread(library, diagnostics).take(NAMED) {
        let (file, help) = (file.unwrap_or_default(), help.as_deref().unwrap_or_default());
        output.note(format_args!("`{file}`: {message}: {help}"));
    }
    let errors = counted(errors, "error");
    output.note(format_args!("the library has {errors}, so something may not be found: run `rulestone check`"));
    false
}

/// Reads the library at `root` for who changes it: what cannot be read would count as missing, and be written anew.
pub(super) fn library_to_change(root: &Path) -> Result<Library, CommandError> {
    let read = unchecked(root)?;
    let failed = unread(&read.library, &read.diagnostics).next().map(|(file, finding)| CommandError::Failed {
        message: finding.message.clone(),
        at: file.map(str::to_owned),
        help: finding.help.clone(),
    });
    failed.map_or(Ok(read.library), Err)
}

/// The same, checked.
pub(super) fn checked_to_change(root: &Path) -> Result<Checked, CommandError> {
    let checked = library(root)?;
    let failed = unread(&checked.library, &checked.diagnostics).next().map(|(file, finding)| CommandError::Failed {
        message: finding.message.clone(),
        at: file.map(str::to_owned),
        help: finding.help.clone(),
    });
    failed.map_or(Ok(checked), Err)
}

/// Checks the library at `root` as it would be with these changes.
pub(super) fn library_with(root: &Path, edits: &[(FileId, FileEdit)], now: &Library) -> Result<Checked, CommandError> {
    let edited = edits.iter().map(|(file, edit)| (now.sources.file(*file), edit));
    library_of(root, edited.map(|(file, edit)| (file.path.clone(), edit.applied(&file.text))).collect())
}

/// The same with these texts of files, which may be new, by their paths below the root.
pub(super) fn library_of(root: &Path, unsaved: BTreeMap<String, String>) -> Result<Checked, CommandError> {
    let checked = check::check(load_so_much(root, &Wanted { unsaved, ..Wanted::default() })?, ceiling::meter());
    ceiling::hold()?;
    Ok(checked)
}

/// What of the library leads elsewhere than it did at the last commit; nothing where there is none.
pub(super) fn moved_references(root: &Path, library: &Library) -> Result<Vec<Diagnostic>, CommandError> {
    let unsaved = history::committed(root, library).unwrap_or_default();
    if unsaved.is_empty() {
        return Ok(Vec::new());
    }
    let before = load_so_much(root, &Wanted { unsaved, ..Wanted::default() })?.library;
    Ok(check::moved_references(&before, library))
}

/// The same, and not checked.
pub(super) fn unchecked_of(root: &Path, unsaved: BTreeMap<String, String>) -> Result<Library, CommandError> {
    let read = check::read(load_so_much(root, &Wanted { unsaved, ..Wanted::default() })?, ceiling::meter());
    ceiling::hold()?;
    Ok(read.library)
}

/// What says of a file or folder that it cannot be read, or that nothing of it is in the library, with its path.
fn unread<'a>(
    library: &'a Library,
    diagnostics: &'a [Diagnostic],
) -> impl Iterator<Item = (Option<&'a str>, &'a Diagnostic)> {
    let is_out = |finding: &Diagnostic| {
        let file = finding.place.map(|place| place.file);
        finding.severity == Severity::Error && file.is_some_and(|file| library.unread_files.contains(&file))
    };
    let unread = diagnostics.iter().filter(move |finding| finding.code == &codes::UNREADABLE_FILE || is_out(finding));
    unread.map(|finding| (finding.place.map(|place| library.sources.file(place.file).path.as_str()), finding))
}

/// The earlier texts of these translations; a note where not all could be read.
pub(super) fn history<'a>(
    root: &Path,
    asked: impl IntoIterator<Item = (&'a Book, &'a str)>,
    output: &mut Output,
) -> History {
    let history = History::of(root, asked);
    if let Some(untold) = &history.untold {
        output.note(format_args!("what has changed since is not known of every outdated piece: {untold}"));
    }
    history
}

/// The book of that id.
pub(super) fn book<'a>(library: &'a Library, id: &str) -> Result<&'a Book, CommandError> {
    library.book(id).ok_or_else(|| {
        let known: Vec<_> = library.books.iter().map(|book| book.id.as_str()).collect();
        let help = names::suggestion(id, known.iter().copied()).unwrap_or_else(|| match known.len() {
            0 => "the library has no books".to_owned(),
            _ => format!("the books are {}", known.join(", ")),
        });
        CommandError::new(format!("there is no book `{id}`"), help)
    })
}

/// The ids of the sections named by id or number; each must be in the book.
pub(super) fn sections(book: &Book, named: &[String]) -> Result<Vec<String>, CommandError> {
    named
        .iter()
        .map(|name| {
            let by_id = book.section(name).map(|(_, section)| section.id.clone());
            let found = by_id.or_else(|| book.numbered(name).first().map(|(_, section)| section.id.clone()));
            found.ok_or_else(|| {
                let known =
                    book.sections().flat_map(|(_, section)| section.number().into_iter().chain([section.id.as_str()]));
                let help = names::suggestion(name, known)
                    .unwrap_or_else(|| "name a section by its number or its id".to_owned());
                CommandError::new(format!("`{}` has no section `{name}`", book.id), help)
            })
        })
        .collect()
}

/// The code of the language that this system speaks, without what country; empty if it says none.
pub(super) fn system_language() -> String {
    let system = sys_locale::get_locale().unwrap_or_default();
    system.split(['-', '_']).next().unwrap_or_default().to_owned()
}

/// A language as typed, if it is one.
pub(super) fn language(typed: &str) -> Result<String, String> {
    match names::check_language(typed) {
        Ok(()) => Ok(typed.to_owned()),
        Err(reason) => Err(format!("{reason}; write en, ja, ru or the like")),
    }
}

/// An id as typed, if it is one.
pub(super) fn id(typed: &str) -> Result<String, String> {
    names::check_id(typed).map(|()| typed.to_owned())
}

/// Whether the library has that language, if one is named.
pub(super) fn check_language(library: &Library, named: Option<&str>) -> Result<(), CommandError> {
    match named.filter(|named| !library.languages.iter().any(|language| language == named)) {
        Some(unknown) => Err(unknown_language(unknown, &library.languages)),
        None => Ok(()),
    }
}

fn unknown_language(unknown: &str, known: &[String]) -> CommandError {
    let message = format!("the library has nothing in the language `{unknown}`");
    CommandError::new(message, format!("its languages are {}", known.join(", ")))
}

/// Whether the library at `root` has these languages and books, told from its folders alone.
pub(super) fn check_names(root: &Path, languages: &[String], books: &[String]) -> Result<(), CommandError> {
    let mut is_whole = true;
    let mut names = |folder: &Path| -> Vec<String> {
        let entries = files::entries(folder);
        is_whole &= entries.is_ok();
        let folders = entries.into_iter().flatten().filter(|path| path.is_dir());
        let name = |path: PathBuf| Some(path.file_name()?.to_string_lossy().into_owned());
        let mut names: Vec<String> = folders.filter_map(name).collect();
        names.sort();
        names
    };
    let known: Vec<String> =
        names(root).iter().filter_map(|name| Some(name.strip_prefix("rules-")?.to_owned())).collect();
    if let Some(unknown) = languages.iter().find(|language| !known.contains(language)) {
        return Err(unknown_language(unknown, &known));
    }
    let mut shelved: Vec<String> =
        known.iter().flat_map(|language| names(&root.join(format!("rules-{language}")))).collect();
    shelved.sort();
    shelved.dedup();
    // What stands in a folder that cannot be read, nobody knows here; the reading of the library tells.
    if let Some(unknown) = books.iter().find(|book| is_whole && !shelved.contains(book)) {
        let help = names::suggestion(unknown, shelved.iter().map(String::as_str))
            .unwrap_or_else(|| format!("the books are {}", shelved.join(", ")));
        return Err(CommandError::new(format!("there is no book `{unknown}`"), help));
    }
    Ok(())
}

fn holds_rules(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("rules-") && entry.path().is_dir())
}

fn no_library(root: &Path) -> CommandError {
    CommandError::new(
        format!("no rulebooks here: `{}` holds no folder named rules-en, rules-ja …", root.display()),
        "name the library with --root, or start one with `rulestone new book my-game --root DIR`",
    )
}

impl From<LoadError> for CommandError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::NoLibrary(root) => no_library(&root),
            LoadError::Unreadable(error) => error.into(),
        }
    }
}
