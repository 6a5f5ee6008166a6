//! Earlier reference texts, as git keeps them: what an outdated translation was made from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;

use super::build;
use super::fingerprint::{Fingerprint, Numbering, Reason};
use super::localized::{View, pieces};
use super::model::{Book, Chapter, Library, Term};
use super::text::Text;
use super::unfinished::{Unfinished, unfinished};
use super::yaml::{self, MAX_FILE_BYTES};
use crate::diagnostic::Sources;

/// How far back to look; a translation older than that has no difference worth reading.
const MOST_COMMITS: usize = 1000;

/// A reference text that is no longer the one of today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// The text as it was written.
    pub text: String,
    /// The commit that changed it; none if the change is not committed yet.
    pub changed: Option<Commit>,
}

/// A commit of the library's repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its abbreviated name.
    pub name: String,
    /// Its day, `2026-11-20`.
    pub date: String,
    /// The first line of its message.
    pub subject: String,
}

/// A text that a translation was made from: the book, the id of the section or chapter, the piece, the hash of its words.
type Key = (String, String, String, String);

/// The texts that the outdated pieces of a library were made from, as far as its history has them.
#[derive(Clone, Debug, Default)]
pub struct History {
    texts: BTreeMap<Key, Earlier>,
}

impl History {
    /// Looks in the git repository that holds the library at `root`. Without git, without a repository, or for a text that
    /// was never committed, there is nothing to find, and that is no error.
    pub fn of(root: &Path, library: &Library) -> Self {
        let mut history = Self::default();
        for book in &library.books {
            let mut wanted = BTreeSet::new();
            for language in book.translations.keys() {
                let open = unfinished(&View::new(book, language));
                let changed = open.into_iter().filter(|piece| piece.reason == Some(Reason::Words));
                wanted.extend(changed.filter_map(|piece| key(book, &piece)));
            }
            history.find(root, book, wanted);
        }
        history
    }

    /// The text that an outdated piece was made from.
    pub fn earlier(&self, book: &Book, piece: &Unfinished<'_>) -> Option<&Earlier> {
        self.texts.get(&key(book, piece)?)
    }

    /// Walks back from today until every wanted text is found.
    fn find(&mut self, root: &Path, book: &Book, mut wanted: BTreeSet<Key>) {
        let folder = format!("rules-{}/{}/", book.reference, book.id);
        let mut read = BTreeMap::new();
        let mut later = None;
        if wanted.is_empty() {
            return;
        }
        for commit in commits(root, &folder) {
            let Some(files) = files(root, &commit.name, &folder, &mut read) else { return };
            let numbers = Numbers::of(&files, book);
            for file in &files {
                for (holder, piece, text, hash) in texts(book, file, &numbers) {
                    let key = (book.id.clone(), holder.to_owned(), piece, hash);
                    if wanted.remove(&key) {
                        self.texts.insert(key, Earlier { text: text.to_owned(), changed: later.clone() });
                    }
                }
            }
            if wanted.is_empty() {
                return;
            }
            later = Some(commit);
        }
    }
}

fn key(book: &Book, piece: &Unfinished<'_>) -> Option<Key> {
    Some((book.id.clone(), piece.holder.id().to_owned(), piece.key.clone(), piece.made_from?.to_owned()))
}

/// Every text of a file: its holder, the name of the piece, the text, the hash of its words.
fn texts<'a>(book: &Book, file: &'a File, numbers: &Numbers<'_>) -> Vec<(&'a str, String, &'a str, String)> {
    let mut texts = Vec::new();
    let chapter = match file {
        File::Chapter(chapter) => chapter,
        File::Terms(terms) => {
            let definitions = terms.iter().filter_map(|term| {
                let definition = term.definition.as_ref()?;
                let hash = Fingerprint::of(definition, &book.id, numbers).words().to_owned();
                Some((term.id.as_str(), "definition".to_owned(), definition.source.as_str(), hash))
            });
            return definitions.collect();
        }
    };
    if let Some(title) = &chapter.title {
        let hash = Fingerprint::of_line(title).words().to_owned();
        texts.push((chapter.id.as_str(), "title".to_owned(), title.value.as_str(), hash));
    }
    for section in &chapter.sections {
        for piece in pieces(book, section) {
            let hash = match piece.text {
                Text::Line(_) => piece.fingerprint.words().to_owned(),
                Text::Prose(prose) => Fingerprint::of(prose, &book.id, numbers).words().to_owned(),
            };
            texts.push((&section.id, piece.key, piece.text.source(), hash));
        }
    }
    texts
}

/// A file of the reference language as it was.
enum File {
    Chapter(Box<Chapter>),
    Terms(Vec<Term>),
}

/// The numbers of sections as they were.
struct Numbers<'a> {
    /// None where two sections had the number.
    sections: BTreeMap<String, Option<String>>,
    book: &'a Book,
}

impl<'a> Numbers<'a> {
    fn of(files: &[Rc<File>], book: &'a Book) -> Self {
        let mut sections: BTreeMap<String, Option<String>> = BTreeMap::new();
        let chapters = || {
            files.iter().filter_map(|file| match &**file {
                File::Chapter(chapter) => Some(chapter),
                File::Terms(_) => None,
            })
        };
        let all = || chapters().flat_map(|chapter| &chapter.sections);
        let mut add = |number: &str, id: &str| {
            let entry = sections.entry(number.to_owned());
            entry.and_modify(|known| *known = None).or_insert_with(|| Some(id.to_owned()));
        };
        all().for_each(|section| section.number().into_iter().for_each(|number| add(number, &section.id)));
        let own = sections.clone();
        let mut others: BTreeMap<String, Option<String>> = BTreeMap::new();
        for section in all() {
            for (alias, _) in section.aliases.iter().filter(|(alias, _)| !own.contains_key(alias)) {
                let entry = others.entry(alias.clone());
                entry.and_modify(|known| *known = None).or_insert_with(|| Some(section.id.clone()));
            }
        }
        sections.extend(others);
        Self { sections, book }
    }
}

impl Numbering for Numbers<'_> {
    fn section(&self, number: &str) -> Option<String> {
        let number = self.book.reference_forms.get(number).map_or(number, |form| form.value.as_str());
        self.sections.get(number).cloned().flatten()
    }
}

/// The commits that touched a folder, the newest first.
fn commits(root: &Path, folder: &str) -> Vec<Commit> {
    let most = format!("--max-count={MOST_COMMITS}");
    let Some(log) = git(root, &["log", &most, "--format=%h%x09%cs%x09%s", "--", folder]) else { return Vec::new() };
    let commit = |line: &str| {
        let mut parts = line.splitn(3, '\t').map(str::to_owned);
        Some(Commit { name: parts.next()?, date: parts.next()?, subject: parts.next()? })
    };
    String::from_utf8_lossy(&log).lines().filter_map(commit).collect()
}

/// The chapters and the glossary in a folder at a commit. What an earlier commit shares with it is not read again.
fn files(
    root: &Path,
    commit: &str,
    folder: &str,
    read: &mut BTreeMap<String, Option<Rc<File>>>,
) -> Option<Vec<Rc<File>>> {
    let tree = git(root, &["ls-tree", "-z", commit, "--", folder])?;
    let tree = String::from_utf8_lossy(&tree).into_owned();
    let mut now = BTreeMap::new();
    for entry in tree.split('\0') {
        let Some((about, path)) = entry.split_once('\t') else { continue };
        let Some(blob) = about.split(' ').nth(2).filter(|_| about.contains(" blob ")) else { continue };
        let Some(id) = path.rsplit('/').next().and_then(|name| name.strip_suffix(".yaml")) else { continue };
        let file = read.remove(blob).unwrap_or_else(|| file(root, blob, id));
        now.insert(blob.to_owned(), file);
    }
    *read = now;
    Some(read.values().flatten().cloned().collect())
}

fn file(root: &Path, blob: &str, id: &str) -> Option<Rc<File>> {
    let bytes = git(root, &["cat-file", "blob", blob])?;
    let text = String::from_utf8(bytes).ok().filter(|text| text.len() as u64 <= MAX_FILE_BYTES)?;
    let mut sources = Sources::default();
    let file = sources.add(id.to_owned(), text);
    let root = yaml::parse(file, &sources, &mut Vec::new())?;
    if root.get("terms").is_some() {
        return Some(Rc::new(File::Terms(build::terms(&root))));
    }
    root.get("sections")?;
    Some(Rc::new(File::Chapter(Box::new(build::chapter(id.to_owned(), file, &root)))))
}

/// What git answers; none if it is not there or does not know.
fn git(root: &Path, arguments: &[&str]) -> Option<Vec<u8>> {
    let mut git = Command::new("git");
    git.arg("-C").arg(root).args(arguments).stdin(Stdio::null()).stderr(Stdio::null());
    let output = git.output().ok()?;
    output.status.success().then_some(output.stdout)
}
