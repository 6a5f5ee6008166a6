//! One finished index: built in memory, written to a folder once, and never changed there.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tantivy::directory::{MmapDirectory, RamDirectory};
use tantivy::{Index, ReloadPolicy, Searcher};

use crate::analyzer::Analyzer;
use crate::search::collection::{Collection, Entry, Term};
use crate::search::number;

use super::fields::Fields;
use super::frozen::Frozen;
use super::stored::Stored;

/// The file beside the index's own that holds what is no section.
const SHARED_FILE: &str = "shared.json";

/// Indexes up to this many bytes are summed up whenever they are opened, which takes a few milliseconds at most.
const CHECKED_SIZE: u64 = 32 << 20;

/// Memory that tantivy may plan with; a rulebook needs a small part of it.
const WRITER_MEMORY: usize = 64 << 20;

/// What an index knows beside its sections.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Shared {
    pub(crate) terms: Vec<Term>,
    /// Ids of all books, sorted.
    pub(crate) books: Vec<String>,
}

/// An index that can be asked.
#[derive(Debug)]
pub(crate) struct Generation {
    pub(crate) searcher: Searcher,
    pub(crate) shared: Shared,
}

/// An index that is still in memory only.
#[derive(Debug)]
pub(super) struct Built {
    directory: RamDirectory,
    pub(super) generation: Generation,
}

/// Names and lengths of a generation's files: a cheap proof that all of them were written to the end.
pub(super) type Manifest = BTreeMap<String, u64>;

/// Indexes `collection`.
pub(super) fn build(fields: &Fields, analyzer: &Analyzer, mut collection: Collection) -> tantivy::Result<Built> {
    let mut entries = std::mem::take(&mut collection.entries);
    // Hits of the same score come out in the order in which they went in.
    sort_entries(&mut entries);
    let entries: Vec<Stored> = entries.into_iter().map(Stored::from).collect();
    let directory = RamDirectory::create();
    // One segment keeps that order, and needs neither threads nor locks.
    let builder = Index::builder().schema(fields.schema.clone());
    let mut writer = builder.single_segment_index_writer(directory.clone(), WRITER_MEMORY)?;
    for entry in &entries {
        let mut document = fields.document(analyzer, &collection, entry);
        document.add_text(fields.stored, serde_json::to_string(entry).map_err(io::Error::other)?);
        writer.add_document(document)?;
    }
    let index = writer.finalize()?;
    let mut books: Vec<String> = entries.into_iter().map(|entry| entry.book).collect();
    books.dedup();
    let generation = Generation { searcher: searcher(&index)?, shared: Shared { terms: collection.terms, books } };
    Ok(Built { directory, generation })
}

/// Orders by book, number, id and language.
pub(crate) fn sort_entries<E: Borrow<Entry>>(entries: &mut [E]) {
    entries.sort_by(|left, right| {
        let (left, right) = (left.borrow(), right.borrow());
        let numbers = number::compare(left.number.as_deref(), right.number.as_deref());
        left.book.cmp(&right.book).then(numbers).then(left.id.cmp(&right.id)).then(left.language.cmp(&right.language))
    });
}

impl Built {
    /// Writes everything into `folder`, which must exist and hold nothing of an index; what else lies there counts as written.
    pub(super) fn write(&self, folder: &Path) -> tantivy::Result<Manifest> {
        self.directory.persist(&MmapDirectory::open(folder)?)?;
        let shared = serde_json::to_vec(&self.generation.shared).map_err(io::Error::other)?;
        fs::write(folder.join(SHARED_FILE), shared)?;
        Ok(manifest(folder)?)
    }
}

/// Opens what stands in `folder`, if it is what was written there.
pub(super) fn open(fields: &Fields, folder: &Path, expected: &Manifest) -> Option<Generation> {
    if manifest(folder).ok()? != *expected {
        return None;
    }
    let index = Index::open(Frozen::open(folder)?).ok()?;
    let size: u64 = expected.values().sum();
    // tantivy trusts its files; bytes that changed since would be a panic or nonsense rather than an error.
    let sound = size > CHECKED_SIZE || index.validate_checksum().is_ok_and(|damaged| damaged.is_empty());
    if !sound || index.schema() != fields.schema {
        return None;
    }
    let shared = serde_json::from_slice(&fs::read(folder.join(SHARED_FILE)).ok()?).ok()?;
    Some(Generation { searcher: searcher(&index).ok()?, shared })
}

fn searcher(index: &Index) -> tantivy::Result<Searcher> {
    let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
    Ok(reader.searcher())
}

fn manifest(folder: &Path) -> io::Result<Manifest> {
    let mut manifest = Manifest::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        manifest.insert(file.file_name().to_string_lossy().into_owned(), file.metadata()?.len());
    }
    Ok(manifest)
}
