//! One finished index: built in memory, kept as one run of bytes, and asked from memory again.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::directory::{Directory as _, RamDirectory};
use tantivy::{Index, ReloadPolicy, Searcher};

use crate::analyzer::Analyzer;
use crate::search::collection::{Collection, Entry, Term, TermPlaces};
use crate::search::number;

use super::fields::Fields;
use super::passages::paths;
use super::stored::Stored;

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

/// An index that has just been made.
#[derive(Debug)]
pub(super) struct Built {
    directory: RamDirectory,
    index: Index,
    pub(super) generation: Generation,
}

/// What stands before the files of a packed index.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    shared: Shared,
    /// Each file with its length, in their order.
    sizes: Vec<(String, usize)>,
}

/// Indexes `collection`.
pub(super) fn build(fields: &Fields, analyzer: &Analyzer, mut collection: Collection) -> tantivy::Result<Built> {
    let mut entries = std::mem::take(&mut collection.entries);
    // Hits of the same score come out in the order in which they went in.
    sort_entries(&mut entries);
    let paths = paths(&entries);
    let entries: Vec<Stored> = entries.into_iter().map(Stored::from).collect();
    let directory = RamDirectory::create();
    // One segment keeps that order, and needs neither threads nor locks.
    let builder = Index::builder().schema(fields.schema.clone());
    let mut writer = builder.single_segment_index_writer(directory.clone(), WRITER_MEMORY)?;
    let places = TermPlaces::of(&collection.terms);
    for (entry, path) in entries.iter().zip(&paths) {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let mut document = fields.document(analyzer, &places, entry, &path);
        document.add_text(fields.stored, serde_json::to_string(entry).map_err(io::Error::other)?);
        writer.add_document(document)?;
    }
    let index = writer.finalize()?;
    let mut books: Vec<String> = entries.into_iter().map(|entry| entry.book).collect();
    books.dedup();
    let generation = Generation { searcher: searcher(&index)?, shared: Shared { terms: collection.terms, books } };
    Ok(Built { directory, index, generation })
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
    /// All of it as one run of bytes.
    pub(super) fn packed(&self) -> tantivy::Result<Vec<u8>> {
        let managed: BTreeSet<PathBuf> = self.index.directory().list_managed_files().into_iter().collect();
        let mut files = Vec::new();
        for path in managed.into_iter().filter(|path| self.directory.exists(path).unwrap_or(false)) {
            let bytes = self.directory.open_read(&path)?.read_bytes()?;
            files.push((path, bytes));
        }
        let sizes = files.iter().map(|(path, bytes)| (path.to_string_lossy().into_owned(), bytes.len())).collect();
        let head = Head { shared: self.generation.shared.clone(), sizes };
        let mut packed = serde_json::to_vec(&head).map_err(io::Error::other)?;
        packed.push(b'\n');
        for (_, bytes) in &files {
            packed.extend_from_slice(bytes);
        }
        Ok(packed)
    }
}

/// Opens what [`Built::packed`] gave; nothing if it is something else.
pub(super) fn open(fields: &Fields, packed: &[u8]) -> Option<Generation> {
    // JSON on one line holds no line end.
    let end = packed.iter().position(|byte| *byte == b'\n')?;
    let head: Head = serde_json::from_slice(&packed[..end]).ok()?;
    let directory = RamDirectory::create();
    let mut rest = &packed[end + 1..];
    for (path, size) in &head.sizes {
        let (bytes, others) = rest.split_at_checked(*size)?;
        directory.atomic_write(Path::new(path), bytes).ok()?;
        rest = others;
    }
    let index = Index::open(directory).ok()?;
    if index.schema() != fields.schema {
        return None;
    }
    Some(Generation { searcher: searcher(&index).ok()?, shared: head.shared })
}

fn searcher(index: &Index) -> tantivy::Result<Searcher> {
    let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
    Ok(reader.searcher())
}
