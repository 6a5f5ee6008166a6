//! One walk through the commits, newest first, for several folders at once.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};
use std::path::Path;
use std::rc::Rc;

use gix_hash::ObjectId;
use gix_object::{Kind, TreeRefIter};

use super::commit::{Commit, Parsed};
use super::gap::Gap;
use super::objects::Objects;
use super::repository::Repository;

/// How many commits that changed a folder are read; a translation older than that has no difference worth reading.
pub(super) const MOST_CHANGES: usize = 1000;

/// How many commits are looked at.
pub(super) const MOST_COMMITS: usize = 20_000;

/// Which folder, by its place in the list that the walk was given.
pub(super) type Folder = usize;

/// The names that lead to a folder.
pub(super) type Names = Vec<Vec<u8>>;

/// A commit that changed some of the folders.
pub(super) struct Change {
    pub(super) commit: Commit,
    /// All files right in the folder as the commit left them.
    pub(super) folders: BTreeMap<Folder, Vec<FileVersion>>,
}

/// A file as a commit left it.
pub(super) struct FileVersion {
    /// Its name, without `.yaml`.
    pub(super) id: String,
    /// What tells its bytes from all others.
    pub(super) blob: ObjectId,
    /// Its bytes; none if the change before (the newer one) had the same, or if they cannot be read.
    pub(super) bytes: Option<Vec<u8>>,
}

/// A commit that can be read, with what it has in the place of each folder.
struct Known {
    parsed: Parsed,
    folders: Vec<Option<ObjectId>>,
}

/// A commit that waits for its turn: the newest comes first, among equals the one that was found first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    time: i64,
    found: std::cmp::Reverse<usize>,
    id: ObjectId,
    folders: BTreeSet<Folder>,
}

/// Where the walk stands.
pub(super) struct Walk {
    objects: Objects,
    folders: Vec<Names>,
    shallow: HashSet<ObjectId>,
    waiting: BinaryHeap<Waiting>,
    /// For which folders a commit is or was waiting.
    found: HashMap<ObjectId, BTreeSet<Folder>>,
    /// None if it cannot be read.
    known: HashMap<ObjectId, Option<Rc<Known>>>,
    /// The folders of a root tree, which many commits may share.
    trees: HashMap<ObjectId, Vec<Option<ObjectId>>>,
    /// The files that the last change of a folder had.
    before: Vec<HashSet<ObjectId>>,
    changes: Vec<usize>,
    looked_at: usize,
    gap: Option<Gap>,
}

impl Walk {
    /// From the commit that is checked out around `root`. The names of folders begin at `root`.
    pub(super) fn new(root: &Path, folders: Vec<Names>) -> Result<Option<Self>, Gap> {
        let Some(repository) = Repository::around(root)? else { return Ok(None) };
        let head = repository.head()?;
        let below = |names: Names| repository.within.iter().cloned().chain(names).collect();
        let folders: Vec<Names> = folders.into_iter().map(below).collect();
        let mut walk = Self {
            objects: Objects::new(repository.shared.clone())?,
            shallow: repository.shallow()?,
            waiting: BinaryHeap::new(),
            found: HashMap::new(),
            known: HashMap::new(),
            trees: HashMap::new(),
            before: vec![HashSet::new(); folders.len()],
            changes: vec![0; folders.len()],
            looked_at: 0,
            gap: None,
            folders,
        };
        if walk.known(head).is_some() {
            walk.wait(head, &(0..walk.folders.len()).collect());
        }
        Ok(Some(walk))
    }

    /// What stood in the way so far.
    pub(super) fn gap(&self) -> Option<Gap> {
        self.gap
    }

    /// The next older commit that changed one of the folders that are still asked for.
    pub(super) fn next(&mut self, asked: &BTreeSet<Folder>) -> Option<Change> {
        while let Some(Waiting { id, folders, .. }) = self.waiting.pop() {
            let folders: BTreeSet<Folder> = folders.intersection(asked).copied().collect();
            if folders.is_empty() {
                continue;
            }
            if self.looked_at == MOST_COMMITS {
                self.waiting.clear();
                self.gap.get_or_insert(Gap::Commits);
                return None;
            }
            self.looked_at += 1;
            let Some(known) = self.known(id) else { continue };
            let changed = self.follow(id, &known, folders);
            if !changed.is_empty() {
                let folders = changed.into_iter().map(|folder| (folder, self.files(folder, known.folders[folder])));
                return Some(Change { commit: known.parsed.commit.clone(), folders: folders.collect() });
            }
        }
        None
    }

    /// Lets the parents wait that may tell more; the folders that the commit changed. As `git log` does it: of a merge that
    /// took a folder from one parent as it was, the others tell nothing about that folder.
    fn follow(&mut self, id: ObjectId, known: &Known, folders: BTreeSet<Folder>) -> Vec<Folder> {
        let parents = self.parents(id, known);
        let mut further: BTreeMap<usize, BTreeSet<Folder>> = BTreeMap::new();
        let mut changed = Vec::new();
        for folder in folders {
            let mine = known.folders[folder];
            if let Some(same) = parents.iter().position(|(_, parent)| parent.folders[folder] == mine) {
                further.entry(same).or_default().insert(folder);
                continue;
            }
            if !parents.is_empty() || mine.is_some() {
                if self.changes[folder] == MOST_CHANGES {
                    self.gap.get_or_insert(Gap::Changes);
                    continue;
                }
                self.changes[folder] += 1;
                changed.push(folder);
            }
            for parent in 0..parents.len() {
                further.entry(parent).or_default().insert(folder);
            }
        }
        for (parent, folders) in further {
            self.wait(parents[parent].0, &folders);
        }
        changed
    }

    /// The parents that can be read.
    fn parents(&mut self, id: ObjectId, known: &Known) -> Vec<(ObjectId, Rc<Known>)> {
        if self.shallow.contains(&id) {
            if !known.parsed.parents.is_empty() {
                self.gap.get_or_insert(Gap::Shallow);
            }
            return Vec::new();
        }
        known.parsed.parents.iter().filter_map(|parent| Some((*parent, self.known(*parent)?))).collect()
    }

    fn wait(&mut self, id: ObjectId, folders: &BTreeSet<Folder>) {
        let Some(known) = self.known(id) else { return };
        let found = std::cmp::Reverse(self.found.len());
        let before = self.found.entry(id).or_default();
        let folders: BTreeSet<Folder> = folders.difference(before).copied().collect();
        before.extend(&folders);
        if !folders.is_empty() {
            self.waiting.push(Waiting { time: known.parsed.time, found, id, folders });
        }
    }

    fn known(&mut self, id: ObjectId) -> Option<Rc<Known>> {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let known = self.read(id);
        let known = self.note(known).map(Rc::new);
        self.known.insert(id, known.clone());
        known
    }

    fn read(&mut self, id: ObjectId) -> Result<Known, Gap> {
        let parsed = Parsed::new(id, &self.objects.read(&id, Kind::Commit)?)?;
        if let Some(folders) = self.trees.get(&parsed.tree) {
            return Ok(Known { folders: folders.clone(), parsed });
        }
        let folders = Below::new(&self.folders).find(&mut self.objects, parsed.tree, self.folders.len())?;
        self.trees.insert(parsed.tree, folders.clone());
        Ok(Known { parsed, folders })
    }

    /// The YAML files right in a folder.
    fn files(&mut self, folder: Folder, tree: Option<ObjectId>) -> Vec<FileVersion> {
        let Some(tree) = tree else { return Vec::new() };
        let tree = self.objects.read(&tree, Kind::Tree);
        let entries = tree.and_then(|tree| {
            let entries = TreeRefIter::from_bytes(&tree, gix_hash::Kind::Sha1);
            let entry = |entry: Result<gix_object::tree::EntryRef<'_>, _>| {
                let entry = entry.map_err(|_| Gap::Damaged)?;
                let name = String::from_utf8_lossy(entry.filename);
                let id = name.strip_suffix(".yaml").filter(|_| entry.mode.is_blob());
                Ok(id.map(|id| (id.to_owned(), entry.oid.to_owned())))
            };
            entries.map(entry).filter_map(Result::transpose).collect::<Result<Vec<_>, Gap>>()
        });
        let entries = self.note(entries).unwrap_or_default();
        let now = entries.iter().map(|(_, blob)| *blob).collect();
        let before = std::mem::replace(&mut self.before[folder], now);
        let version = |(id, blob): (String, ObjectId)| {
            let bytes = (!before.contains(&blob)).then(|| self.objects.read(&blob, Kind::Blob));
            let bytes = bytes.and_then(|bytes| self.note(bytes));
            FileVersion { id, blob, bytes }
        };
        entries.into_iter().map(version).collect()
    }

    /// What could be read; what could not is remembered.
    fn note<T>(&mut self, read: Result<T, Gap>) -> Option<T> {
        read.map_err(|gap| self.gap.get_or_insert(gap)).ok()
    }
}

/// The folders below a folder that lead to those that are asked for, so that each tree is read once.
#[derive(Default)]
struct Below {
    /// Those that are the folder itself.
    here: Vec<Folder>,
    further: BTreeMap<Vec<u8>, Below>,
}

impl Below {
    fn new(folders: &[Names]) -> Self {
        let mut top = Self::default();
        for (folder, names) in folders.iter().enumerate() {
            let mut below = &mut top;
            for name in names {
                below = below.further.entry(name.clone()).or_default();
            }
            below.here.push(folder);
        }
        top
    }

    /// The tree of each folder, below the tree `root`.
    fn find(&self, objects: &mut Objects, root: ObjectId, count: usize) -> Result<Vec<Option<ObjectId>>, Gap> {
        let mut found = vec![None; count];
        let mut open = vec![(self, root)];
        while let Some((below, tree)) = open.pop() {
            below.here.iter().for_each(|folder| found[*folder] = Some(tree));
            if below.further.is_empty() {
                continue;
            }
            let bytes = objects.read(&tree, Kind::Tree)?;
            for entry in TreeRefIter::from_bytes(&bytes, gix_hash::Kind::Sha1) {
                let entry = entry.map_err(|_| Gap::Damaged)?;
                let name: &[u8] = entry.filename;
                if let Some(next) = below.further.get(name).filter(|_| entry.mode.is_tree()) {
                    open.push((next, entry.oid.to_owned()));
                }
            }
        }
        Ok(found)
    }
}
