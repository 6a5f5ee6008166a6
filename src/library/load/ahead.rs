//! Reads and parses files of a folder ahead of whoever builds the library of them, on all cores.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound::{Excluded, Unbounded};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::super::names;
use super::super::yaml::{self, Node};
use super::unfit;
use crate::beside;
use crate::diagnostic::codes::{self, Code};
use crate::diagnostic::{Diagnostic, FileId, SourceFile, Sources};
use crate::files::{self, FileError};

/// So many files are parsed at once for each core; their trees are held until they are asked for.
const BATCH: usize = 8;

/// Where files are read from.
pub(super) struct Shelf<'a> {
    pub(super) root: PathBuf,
    /// Texts that stand in place of what is in their files.
    pub(super) unsaved: &'a BTreeMap<String, String>,
    /// Files as they were parsed before.
    pub(super) parses: Option<&'a Parses>,
}

/// Files as they were parsed, by their paths, for whoever reads the same library again.
#[derive(Debug, Default)]
pub struct Parses(Mutex<HashMap<PathBuf, Arc<Parsed>>>);

impl Parses {
    /// What was made of a file, if it held the same.
    fn get(&self, path: &Path, bytes: &[u8]) -> Option<Arc<Parsed>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(path).filter(|parsed| parsed.source.text.as_bytes() == bytes).cloned()
    }

    fn put(&self, path: &Path, parsed: &Arc<Parsed>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(path.to_owned(), Arc::clone(parsed));
    }
}

/// Why a file is not read, and what to do.
pub(super) struct Refusal {
    pub(super) code: &'static Code,
    pub(super) message: String,
    pub(super) help: String,
}

impl Shelf<'_> {
    /// A path as messages write it.
    pub(super) fn shown(&self, path: &Path) -> String {
        names::shown_path(path.strip_prefix(&self.root).unwrap_or(path))
    }

    /// The texts that stand in a folder and are not saved.
    pub(super) fn new_files(&self, folder: &Path) -> Vec<PathBuf> {
        if self.unsaved.is_empty() {
            return Vec::new();
        }
        let inside = format!("{}/", self.shown(folder));
        let names = self.unsaved.range(inside.clone()..).map_while(|(path, _)| path.strip_prefix(&inside));
        names.filter(|name| !name.contains('/')).map(|name| folder.join(name)).collect()
    }

    /// What a file holds.
    fn bytes(&self, path: &Path) -> Result<Vec<u8>, Refusal> {
        let is_new = self.unsaved.contains_key(&self.shown(path)) && files::is_gone(path);
        if !is_new && let Some((message, help)) = unfit(&files::follow(&self.root, path)) {
            return Err(Refusal { code: &codes::UNREADABLE_FILE, message, help: help.to_owned() });
        }
        let read = match self.unsaved.get(&self.shown(path)) {
            Some(text) if text.len() as u64 > yaml::MAX_FILE_BYTES => {
                Err(FileError::TooLarge { path: path.to_owned(), limit: yaml::MAX_FILE_BYTES })
            }
            Some(text) => Ok(text.clone().into_bytes()),
            None => files::read(path, yaml::MAX_FILE_BYTES),
        };
        read.map_err(|error| match error {
            FileError::TooLarge { limit, .. } => Refusal {
                code: &codes::FILE_TOO_LARGE,
                message: format!("the file has more than {limit} bytes, which is the most that is read"),
                help: "split the chapter".to_owned(),
            },
            error => Refusal {
                code: &codes::UNREADABLE_FILE,
                message: format!("the file cannot be read: {}", error.why()),
                help: error.help(),
            },
        })
    }

    /// Keeps the text of a file; whether it can be read on: in another encoding every further finding would be about words that
    /// nobody wrote.
    pub(super) fn text(
        &self,
        path: &Path,
        sources: &mut Sources,
        findings: &mut Vec<Diagnostic>,
    ) -> Result<(FileId, bool), Refusal> {
        Ok(self.decoded(path, &self.bytes(path)?, sources, findings))
    }

    fn decoded(
        &self,
        path: &Path,
        bytes: &[u8],
        sources: &mut Sources,
        findings: &mut Vec<Diagnostic>,
    ) -> (FileId, bool) {
        let file = yaml::decode(self.shown(path), bytes, sources, findings);
        (file, std::str::from_utf8(bytes).is_ok())
    }

    fn parsed(&self, path: &Path) -> Result<Arc<Parsed>, Refusal> {
        let bytes = self.bytes(path)?;
        if let Some(known) = self.parses.and_then(|parses| parses.get(path, &bytes)) {
            return Ok(known);
        }
        let (mut sources, mut findings) = (Sources::default(), Vec::new());
        let (file, sound) = self.decoded(path, &bytes, &mut sources, &mut findings);
        let node = sound.then(|| yaml::parse(file, &sources, &mut findings)).flatten();
        let parsed = Arc::new(Parsed { source: sources.file(file).clone(), findings, node });
        if let Some(parses) = self.parses {
            parses.put(path, &parsed);
        }
        Ok(parsed)
    }
}

/// A file that was parsed apart from all others.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    source: SourceFile,
    findings: Vec<Diagnostic>,
    node: Option<Node>,
}

impl Parsed {
    /// Puts it among the files of the library, and what is wrong with it among the findings.
    pub(super) fn join(self, sources: &mut Sources, diagnostics: &mut Vec<Diagnostic>) -> Option<(FileId, Node)> {
        let file = sources.adopt(self.source);
        diagnostics.extend(self.findings.into_iter().map(|mut finding| {
            finding.set_file(file);
            finding
        }));
        let mut node = self.node?;
        node.set_file(file);
        Some((file, node))
    }
}

/// The files that are read next.
#[derive(Default)]
pub(super) struct Ahead {
    /// Listed, and not parsed.
    coming: BTreeSet<PathBuf>,
    parsed: HashMap<PathBuf, Result<Arc<Parsed>, Refusal>>,
}

impl Ahead {
    /// These will probably be asked for, in the order of their paths.
    pub(super) fn expect(&mut self, paths: impl Iterator<Item = PathBuf>) {
        self.coming.extend(paths);
    }

    /// A file. With it those are parsed that will be asked for next.
    pub(super) fn take(&mut self, path: &Path, from: &Shelf<'_>) -> Result<Parsed, Refusal> {
        self.shared(path, from).map(Arc::unwrap_or_clone)
    }

    fn shared(&mut self, path: &Path, from: &Shelf<'_>) -> Result<Arc<Parsed>, Refusal> {
        if let Some(parsed) = self.parsed.remove(path) {
            return parsed;
        }
        let cores = beside::cores();
        let next = self.coming.range::<Path, _>((Excluded(path), Unbounded)).take(cores * BATCH - 1);
        let batch: Vec<PathBuf> = std::iter::once(path.to_owned()).chain(next.cloned()).collect();
        let parsed = beside::each(&batch, cores, |path| from.parsed(path));
        for path in &batch {
            self.coming.remove(path);
        }
        self.parsed.extend(batch.into_iter().zip(parsed));
        self.parsed.remove(path).unwrap_or_else(|| from.parsed(path))
    }
}
