//! The folder of an index on disk: a small pointer file names the current generation; everything else is written
//! beside it first.
//!
//! A kill at any moment leaves either the old or the new pointer, and both name a whole generation. What a killed
//! build leaves behind is removed by the next one; what somebody else left there is not.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::fields::Fields;
use super::generation::{self, Built, Generation, Manifest};

const POINTER: &str = "current.json";
/// Written under the lock only, so that one name is enough; a leftover is overwritten.
const NEXT_POINTER: &str = "current.json.new";
const LOCK: &str = "lock";
const GENERATION: &str = "generation-";
const UNFINISHED: &str = "unfinished-";

/// The file that tells a generation from a folder which only happens to be called so: the user chooses where the
/// cache is, and what else lies there is not ours to remove.
const MARKER: &str = "rulestone-search";
const MARKER_TEXT: &str = "A search index of rulestone. It is removed when newer ones have taken its place.\n";

/// What the pointer file says.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Pointer {
    /// Digest of the stamp that the generation was made for.
    stamp: String,
    generation: String,
    /// Kept one round for readers who looked at the pointer just before it changed.
    previous: Option<String>,
    files: Manifest,
}

/// The folder, whether or not it exists.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
}

/// The right to change the folder, until dropped.
#[derive(Debug)]
pub(super) struct Locked<'a> {
    folder: &'a Folder,
    _file: File,
}

impl Folder {
    pub(super) fn new(path: &Path) -> Self {
        // A folder of its own: other caches may live beside it, and cleaning up must not meet them.
        Self { path: path.join("search") }
    }

    /// The current generation, if it is whole and was made for `stamp`.
    pub(super) fn fresh(&self, fields: &Fields, stamp: &str) -> Option<Generation> {
        let pointer = self.pointer()?;
        if pointer.stamp != stamp {
            return None;
        }
        generation::open(fields, &self.path.join(&pointer.generation), &pointer.files)
    }

    /// Waits until no other process is building here.
    pub(super) fn lock(&self) -> io::Result<Locked<'_>> {
        fs::create_dir_all(&self.path)?;
        let file = File::options().create(true).truncate(false).write(true).open(self.path.join(LOCK))?;
        file.lock()?;
        Ok(Locked { folder: self, _file: file })
    }

    fn pointer(&self) -> Option<Pointer> {
        let pointer: Pointer = serde_json::from_slice(&fs::read(self.path.join(POINTER)).ok()?).ok()?;
        // Only names that this file gives out: an alien pointer must not lead out of the folder.
        number_of(&pointer.generation, GENERATION).is_some().then_some(pointer)
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let entries = fs::read_dir(&self.path)?;
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }
}

impl Locked<'_> {
    /// Writes `built` and makes it current for `stamp`.
    pub(super) fn publish(&self, built: &Built, stamp: &str) -> tantivy::Result<()> {
        let path = &self.folder.path;
        let names = self.folder.names()?;
        // Beyond whatever lies there: what is not ours keeps its name too.
        let taken = names.iter().filter_map(|name| number_of(name, GENERATION).or_else(|| number_of(name, UNFINISHED)));
        let number = taken.max().map_or(1, |newest| newest.saturating_add(1));
        let unfinished = path.join(format!("{UNFINISHED}{number}"));
        fs::create_dir(&unfinished)?;
        // Before anything else, so that a killed build can be told, too.
        fs::write(unfinished.join(MARKER), MARKER_TEXT)?;
        let files = built.write(&unfinished)?;
        let generation = format!("{GENERATION}{number}");
        fs::rename(&unfinished, path.join(&generation))?;

        let previous = self.folder.pointer().map(|pointer| pointer.generation);
        let pointer = Pointer { stamp: stamp.to_owned(), generation, previous, files };
        fs::write(path.join(NEXT_POINTER), serde_json::to_vec(&pointer).map_err(io::Error::other)?)?;
        fs::rename(path.join(NEXT_POINTER), path.join(POINTER))?;
        self.clean(&pointer);
        Ok(())
    }

    /// Removes what neither `pointer` nor a late reader needs. What cannot be removed now will be next time.
    fn clean(&self, pointer: &Pointer) {
        let kept = |name: &String| *name == pointer.generation || Some(name) == pointer.previous.as_ref();
        let named = |name: &String| name.starts_with(GENERATION) || name.starts_with(UNFINISHED);
        for name in self.folder.names().unwrap_or_default().iter().filter(|name| named(name) && !kept(name)) {
            let path = self.folder.path.join(name);
            if path.join(MARKER).is_file() {
                let _ = remove(&path);
            }
        }
    }
}

/// The number in a name that begins with `kind`.
fn number_of(name: &str, kind: &str) -> Option<u64> {
    name.strip_prefix(kind)?.parse().ok()
}

/// Removes a generation: the marker last, so that one that is removed in part only is still known as ours.
fn remove(generation: &Path) -> io::Result<()> {
    for file in fs::read_dir(generation)? {
        let file = file?;
        if file.file_name() != MARKER {
            fs::remove_file(file.path())?;
        }
    }
    fs::remove_file(generation.join(MARKER))?;
    fs::remove_dir(generation)
}
