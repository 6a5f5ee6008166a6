//! The index as its users see it: opened, then asked.

mod fields;
mod folder;
mod frozen;
mod generation;
mod stored;

use std::path::Path;

use super::glossary::Glossary;
use super::plan::Planner;
use super::query::{Query, QueryError};
use super::results::{Filter, Results};
use super::stamp::Stamp;
use super::{Collection, SearchError, rank};
use crate::analyzer::Analyzer;

pub(crate) use fields::{Fields, TextField, forms};
pub(crate) use generation::sort_entries;
pub(crate) use stored::{Stored, unwrap_lines};

use folder::Folder;
use generation::Generation;

/// Where an index lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In the folder that was asked for; the next process finds it there.
    Disk,
    /// In this process only, because the folder cannot be written: the reason.
    Memory(String),
}

/// An index of sections that is fresh for the stamp it was opened with.
#[derive(Debug)]
pub struct SearchIndex {
    pub(crate) analyzer: Analyzer,
    pub(crate) fields: Fields,
    pub(crate) glossary: Glossary,
    pub(crate) searcher: tantivy::Searcher,
    place: Place,
    books: Vec<String>,
}

impl SearchIndex {
    /// Opens the index in `folder`, building it from `collection` if it is missing, made for another stamp, or broken.
    ///
    /// Several processes may do this at once: one builds, the others wait for it. Fails only if the index cannot be
    /// built in
    /// memory either.
    pub fn open(folder: &Path, stamp: &Stamp, collection: impl FnOnce() -> Collection) -> Result<Self, SearchError> {
        Self::open_with(folder, stamp, || Ok(collection()))
    }

    /// The same as [`Self::open`]; nothing is built or kept where the collection fails.
    pub fn open_with<E: From<SearchError>>(
        folder: &Path,
        stamp: &Stamp,
        collection: impl FnOnce() -> Result<Collection, E>,
    ) -> Result<Self, E> {
        let (analyzer, fields) = (Analyzer::default(), Fields::default());
        let (folder, stamp) = (Folder::new(folder), stamp.digest());
        if let Some(generation) = folder.fresh(&fields, &stamp) {
            return Ok(Self::new(analyzer, fields, generation, Place::Disk));
        }
        let locked = folder.lock();
        if locked.is_ok() {
            // Another process may have built it while this one waited for the lock.
            if let Some(generation) = folder.fresh(&fields, &stamp) {
                return Ok(Self::new(analyzer, fields, generation, Place::Disk));
            }
        }
        let built = generation::build(&fields, &analyzer, collection()?);
        let built = built.map_err(|source| SearchError::new("build it", source))?;
        let published = locked.map_err(tantivy::TantivyError::from).and_then(|locked| locked.publish(&built, &stamp));
        let place = published.map_or_else(|error| Place::Memory(error.to_string()), |()| Place::Disk);
        Ok(Self::new(analyzer, fields, built.generation, place))
    }

    fn new(analyzer: Analyzer, fields: Fields, generation: Generation, place: Place) -> Self {
        let glossary = Glossary::new(&analyzer, generation.shared.terms);
        Self { analyzer, fields, glossary, searcher: generation.searcher, place, books: generation.shared.books }
    }

    /// Where the index lives.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The number of sections, each language counted.
    pub fn sections(&self) -> u64 {
        self.searcher.num_docs()
    }

    /// Reads a query; the ids of the books in the index may stand in it before a colon.
    pub fn parse(&self, text: &str) -> Result<Query, QueryError> {
        Query::parse(text, &self.books)
    }

    /// Finds the sections that `query` asks for. Fails only if the index cannot be read.
    pub fn search(&self, query: &Query, filter: &Filter) -> Result<Results, SearchError> {
        let answer = Planner::new(self).plan(query).and_then(|plan| rank::answer(self, &plan, filter));
        answer.map_err(|source| SearchError::new("search it", source))
    }
}
