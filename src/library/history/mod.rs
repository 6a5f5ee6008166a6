//! Earlier reference texts, as git keeps them: what an outdated translation was made from.
//!
//! A library may be a stranger's, and its repository too. So no program is started, no configuration is obeyed, nothing
//! is fetched and no variable of the environment counts; what is read is bounded, and what cannot be read is one sentence.

mod apart;
mod commit;
mod committed;
mod gap;
mod git_dir;
mod gitfile;
mod objects;
mod outline;
mod repository;
mod version;
mod walk;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use gix_hash::ObjectId;

pub use self::apart::READER;
pub use self::commit::Commit;
pub use self::committed::committed;

use self::apart::Apart;
use self::gap::Gap;
use self::version::{Numbers, Version};
use self::walk::{Change, FileVersion, Folder, Names, Walk};
use super::fingerprint::Reason;
use super::localized::View;
use super::model::Book;
use super::unfinished::{Unfinished, unfinished};

/// How long a history is read at most. A repository of ordinary size takes a fraction, and an enormous one ends by the
/// number of its commits and bytes, so that what is found depends on no clock; this is for a disk that does not answer.
const LONGEST: Duration = Duration::from_secs(5);

/// A reference text that is no longer the one of today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// The text as it was written.
    pub text: String,
    /// The commit that changed it; none if the change is not committed yet.
    pub changed: Option<Commit>,
}

/// A text that a translation was made from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    book: String,
    /// The id of the section, chapter or term.
    holder: String,
    /// The name of the piece.
    piece: String,
    /// The hash of its words.
    words: String,
}

/// The texts that the outdated pieces of a library were made from, as far as its history has them.
#[derive(Clone, Debug, Default)]
pub struct History {
    texts: BTreeMap<Key, Earlier>,
    /// Why texts may be missing, in a sentence, if some were not found and not all of the history could be read. A library
    /// without a repository and a text that was never committed are no reason.
    pub untold: Option<String>,
}

impl History {
    /// Looks in the git repository that holds the library at `root`, for these translations of its books.
    pub fn of<'a>(root: &Path, asked: impl IntoIterator<Item = (&'a Book, &'a str)>) -> Self {
        let mut searches: Vec<Search<'a>> = Vec::new();
        for (book, language) in asked {
            let open = unfinished(&View::new(book, language));
            let changed = open.into_iter().filter(|piece| piece.reason == Some(Reason::Words));
            let wanted: BTreeSet<Key> = changed.filter_map(|piece| key(book, &piece)).collect();
            match searches.iter_mut().find(|search| std::ptr::eq(search.book, book)) {
                Some(search) => search.wanted.extend(wanted),
                None => searches.push(Search::new(book, wanted)),
            }
        }
        searches.retain(|search| !search.wanted.is_empty());
        let mut history = Self::default();
        if !searches.is_empty() {
            history.untold = history.find(root, &mut searches).err().map(|gap| gap.to_string());
        }
        history
    }

    /// The text that an outdated piece was made from.
    pub fn earlier(&self, book: &Book, piece: &Unfinished<'_>) -> Option<&Earlier> {
        self.texts.get(&key(book, piece)?)
    }

    /// Walks back from today until every wanted text is found or the history has ended.
    fn find(&mut self, root: &Path, searches: &mut [Search<'_>]) -> Result<(), Gap> {
        let (root, folders) = (root.to_owned(), searches.iter().map(Search::folder).collect());
        let reader = Apart::start(Instant::now() + LONGEST, move |asked, answered| {
            let mut walk = Walk::new(&root, folders);
            for folders in asked {
                if answered.send(step(&mut walk, &folders)).is_err() {
                    return;
                }
            }
        })?;
        loop {
            let open = |(folder, search): (Folder, &Search<'_>)| (!search.wanted.is_empty()).then_some(folder);
            let open: BTreeSet<Folder> = searches.iter().enumerate().filter_map(open).collect();
            if open.is_empty() {
                return Ok(());
            }
            let Some(Change { commit, folders }) = reader.ask(open)?? else { return Ok(()) };
            for (folder, files) in folders {
                searches[folder].look(&commit, files, &mut self.texts);
            }
        }
    }
}

/// The next change of one of the folders; none where the whole history has been read.
fn step(walk: &mut Result<Option<Walk>, Gap>, folders: &BTreeSet<Folder>) -> Result<Option<Change>, Gap> {
    let Some(walk) = walk.as_mut().map_err(|gap| *gap)? else { return Ok(None) };
    match (walk.next(folders), walk.gap()) {
        (None, Some(gap)) => Err(gap),
        (change, _) => Ok(change),
    }
}

fn key(book: &Book, piece: &Unfinished<'_>) -> Option<Key> {
    let (holder, words) = (piece.holder.id().to_owned(), piece.made_from?.to_owned());
    Some(Key { book: book.id.clone(), holder, piece: piece.key.clone(), words })
}

/// What is looked for in the history of one book.
struct Search<'a> {
    book: &'a Book,
    wanted: BTreeSet<Key>,
    /// The files that the last commit had.
    versions: BTreeMap<ObjectId, Option<Rc<Version>>>,
    /// The states of sections, chapters and terms that were looked at.
    seen: HashSet<(String, u64)>,
    /// What decided then which number led to which section.
    numbering: Option<u64>,
    /// The last commit: next to it, what is found now was changed.
    later: Option<Commit>,
}

impl<'a> Search<'a> {
    fn new(book: &'a Book, wanted: BTreeSet<Key>) -> Self {
        Self { book, wanted, versions: BTreeMap::new(), seen: HashSet::new(), numbering: None, later: None }
    }

    /// The folder of its reference texts.
    fn folder(&self) -> Names {
        vec![format!("rules-{}", self.book.reference).into_bytes(), self.book.id.clone().into_bytes()]
    }

    /// Looks at what a commit made of the folder.
    fn look(&mut self, commit: &Commit, files: Vec<FileVersion>, found: &mut BTreeMap<Key, Earlier>) {
        let mut before = std::mem::take(&mut self.versions);
        let mut new = BTreeSet::new();
        for FileVersion { id, blob, bytes } in files {
            let version = before.remove(&blob).unwrap_or_else(|| {
                new.insert(blob);
                Some(Rc::new(Version::new(id, bytes?)?))
            });
            self.versions.entry(blob).or_insert(version);
        }
        let files: Vec<Rc<Version>> = self.versions.values().flatten().cloned().collect();
        let numbers = Numbers::new(&files, self.book);
        // In any order: which file comes first says nothing.
        let numbering = files.iter().fold(0, |all: u64, file| all.wrapping_add(file.numbering()));
        let renumbered = self.numbering.replace(numbering) != Some(numbering);
        let holders: BTreeSet<String> = self.wanted.iter().map(|key| key.holder.clone()).collect();
        for (blob, file) in &self.versions {
            let Some(file) = file.as_ref().filter(|_| renumbered || new.contains(blob)) else { continue };
            let mut unseen = BTreeSet::new();
            for holder in &holders {
                let state = file.state(holder, numbering);
                if state.is_some_and(|state| self.seen.insert((holder.clone(), state))) {
                    unseen.insert(holder.as_str());
                }
            }
            if unseen.is_empty() {
                continue;
            }
            let wanted = |holder: &str| unseen.contains(holder);
            for (holder, piece, text, words) in file.texts(self.book, &numbers, &wanted) {
                let key = Key { book: self.book.id.clone(), holder: holder.to_owned(), piece, words };
                if self.wanted.remove(&key) {
                    found.insert(key, Earlier { text: text.to_owned(), changed: self.later.clone() });
                }
            }
        }
        self.later = Some(commit.clone());
    }
}
