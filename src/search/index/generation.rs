//! One finished index: built in memory, kept as one run of bytes, and asked from memory again.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::directory::{Directory as _, RamDirectory};
use tantivy::tokenizer::TokenizerManager;
use tantivy::{Index, ReloadPolicy, Searcher};

use crate::analyzer::Analyzer;
use crate::search::collection::{Collection, Entry, Term, TermPlaces};

use super::cut::{self, Cut};
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

/// The sections of one language: how rare a word is and how long a text, is told by the texts of that language.
#[derive(Debug)]
pub(crate) struct Tongue {
    pub(crate) language: String,
    /// Of one segment, so that a section is known by its place in it.
    pub(crate) searcher: Searcher,
}

/// An index that can be asked.
#[derive(Debug)]
pub(crate) struct Generation {
    /// By the codes of the languages.
    pub(crate) tongues: Vec<Tongue>,
    pub(crate) shared: Shared,
}

/// An index that has just been made.
#[derive(Debug)]
pub(super) struct Built {
    files: Vec<(RamDirectory, Index)>,
    pub(super) generation: Generation,
}

/// What stands before the files of a packed index.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    shared: Shared,
    /// For each language its files with their lengths, in their order.
    sizes: Vec<(String, Vec<(String, usize)>)>,
}

/// Indexes `collection`.
pub(super) fn build(fields: &Fields, analyzer: &Analyzer, mut collection: Collection) -> tantivy::Result<Built> {
    let mut entries = std::mem::take(&mut collection.entries);
    sort_entries(&mut entries);
    let mut books: Vec<String> = entries.iter().map(|entry| entry.book.clone()).collect();
    books.dedup();
    let places = TermPlaces::of(&collection.terms);
    let mut languages: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
    for entry in entries {
        languages.entry(entry.language.clone()).or_default().push(entry);
    }
    let (mut files, mut tongues) = (Vec::new(), Vec::new());
    for (language, entries) in languages {
        let directory = RamDirectory::create();
        let index = build_one(fields, analyzer, &places, directory.clone(), entries)?;
        tongues.push(Tongue { language, searcher: searcher(&index)? });
        files.push((directory, index));
    }
    let generation = Generation { tongues, shared: Shared { terms: collection.terms, books } };
    Ok(Built { files, generation })
}

/// Indexes the sections of one language.
fn build_one(
    fields: &Fields,
    analyzer: &Analyzer,
    places: &TermPlaces,
    directory: RamDirectory,
    entries: Vec<Entry>,
) -> tantivy::Result<Index> {
    let paths = paths(&entries);
    // One segment keeps the order of the sections, and needs neither threads nor locks.
    let tokenizers = TokenizerManager::default();
    tokenizers.register(cut::NAME, Cut::default());
    let builder = Index::builder().schema(fields.schema.clone()).tokenizers(tokenizers);
    let mut writer = builder.single_segment_index_writer(directory, WRITER_MEMORY)?;
    for (entry, path) in entries.into_iter().map(Stored::from).zip(&paths) {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let mut document = fields.document(analyzer, places, &entry, &path);
        document.add_text(fields.stored, serde_json::to_string(&entry).map_err(io::Error::other)?);
        writer.add_document(document)?;
    }
    writer.finalize()
}

/// Orders by book; the sections of a book stay as they stand in it.
pub(crate) fn sort_entries<E: Borrow<Entry>>(entries: &mut [E]) {
    entries.sort_by(|left, right| left.borrow().book.cmp(&right.borrow().book));
}

impl Built {
    /// All of it as one run of bytes.
    pub(super) fn packed(&self) -> tantivy::Result<Vec<u8>> {
        let (mut sizes, mut contents) = (Vec::new(), Vec::new());
        for (tongue, (directory, index)) in self.generation.tongues.iter().zip(&self.files) {
            let managed: BTreeSet<PathBuf> = index.directory().list_managed_files().into_iter().collect();
            let mut files = Vec::new();
            for path in managed.into_iter().filter(|path| directory.exists(path).unwrap_or(false)) {
                let bytes = directory.open_read(&path)?.read_bytes()?;
                files.push((path.to_string_lossy().into_owned(), bytes.len()));
                contents.push(bytes);
            }
            sizes.push((tongue.language.clone(), files));
        }
        let head = Head { shared: self.generation.shared.clone(), sizes };
        let mut packed = serde_json::to_vec(&head).map_err(io::Error::other)?;
        packed.push(b'\n');
        for bytes in &contents {
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
    let mut rest = &packed[end + 1..];
    let mut tongues = Vec::new();
    for (language, files) in head.sizes {
        let directory = RamDirectory::create();
        for (path, size) in &files {
            let (bytes, others) = rest.split_at_checked(*size)?;
            directory.atomic_write(Path::new(path), bytes).ok()?;
            rest = others;
        }
        let index = Index::open(directory).ok()?;
        if index.schema() != fields.schema {
            return None;
        }
        tongues.push(Tongue { language, searcher: searcher(&index).ok()? });
    }
    Some(Generation { tongues, shared: head.shared })
}

fn searcher(index: &Index) -> tantivy::Result<Searcher> {
    let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
    Ok(reader.searcher())
}
