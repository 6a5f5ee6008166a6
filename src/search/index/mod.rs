//! The index as its users see it: opened, then asked.

mod cut;
mod fields;
mod generation;
mod kept;
mod passages;
mod stored;

use super::glossary::Glossary;
use super::plan::Planner;
use super::query::{Query, QueryError};
use super::results::{Filter, Results};
use super::stamp::Stamp;
use super::{Collection, SearchError, rank};
use crate::analyzer::Analyzer;
use crate::files::Cache;

pub(crate) use fields::{Fields, TextField, forms};
pub(crate) use generation::{Tongue, sort_entries};
pub(crate) use passages::{PASSAGE, cut_apart, parted, paths};
pub(crate) use stored::{Stored, joined, unwrap_lines};

use generation::Generation;
use kept::KeptIndex;

/// Where an index lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexHome {
    /// In the folder that was asked for; the next process finds it there.
    Disk,
    /// In this process only, because it cannot be kept: the reason.
    Memory(String),
    /// In this process only, because it is not to be kept.
    Once,
}

/// An index of sections that is fresh for the stamp it was opened with.
#[derive(Debug)]
pub struct SearchIndex {
    pub(crate) analyzer: Analyzer,
    pub(crate) fields: Fields,
    pub(crate) glossary: Glossary,
    pub(crate) tongues: Vec<Tongue>,
    place: IndexHome,
    books: Vec<String>,
}

impl SearchIndex {
    /// Opens the index that is kept in `cache`, building it from `collection` if it is missing, made for another stamp, or not
    /// ours.
    ///
    /// Several processes may do this at once: one builds, the others wait for it. Fails only if the index cannot be built.
    pub fn open(cache: &Cache, stamp: &Stamp, collection: impl FnOnce() -> Collection) -> Result<Self, SearchError> {
        Self::open_with(cache, stamp, || Ok((collection(), true)))
    }

    /// The same as [`Self::open`]; nothing is built or kept where the collection fails, and kept only what is said to be worth
    /// keeping: of what is not whole, each command has to say so.
    pub fn open_with<E: From<SearchError>>(
        cache: &Cache,
        stamp: &Stamp,
        collection: impl FnOnce() -> Result<(Collection, bool), E>,
    ) -> Result<Self, E> {
        let (analyzer, fields) = (Analyzer::default(), Fields::default());
        let kept = KeptIndex { cache, stamp: stamp.digest() };
        if let Some(generation) = kept.load(&fields) {
            return Ok(Self::new(analyzer, fields, generation, IndexHome::Disk));
        }
        let locked = kept.lock();
        if locked.is_ok() {
            // Another process may have built it while this one waited for the lock.
            if let Some(generation) = kept.load(&fields) {
                return Ok(Self::new(analyzer, fields, generation, IndexHome::Disk));
            }
        }
        let (collection, is_whole) = collection()?;
        let built = generation::build(&fields, &analyzer, collection);
        let built = built.map_err(|source| SearchError::new("build it", source))?;
        let place = if is_whole {
            let stored = locked.and_then(|_lock| kept.store(&built));
            stored.map_or_else(IndexHome::Memory, |()| IndexHome::Disk)
        } else {
            IndexHome::Once
        };
        Ok(Self::new(analyzer, fields, built.generation, place))
    }

    fn new(analyzer: Analyzer, fields: Fields, generation: Generation, place: IndexHome) -> Self {
        let glossary = Glossary::new(&analyzer, generation.shared.terms);
        Self { analyzer, fields, glossary, tongues: generation.tongues, place, books: generation.shared.books }
    }

    /// Where the index lives.
    pub fn place(&self) -> &IndexHome {
        &self.place
    }

    /// The number of sections, each language counted.
    pub fn sections(&self) -> u64 {
        self.tongues.iter().map(|tongue| tongue.searcher.num_docs()).sum()
    }

    /// Reads a query; the ids of the books in the index may stand in it before a colon.
    pub fn parse(&self, text: &str) -> Result<Query, QueryError> {
        Query::parse(text, &self.books)
    }

    /// Finds the sections that `query` asks for. Fails only if the index cannot be read.
    pub fn search(&self, query: &Query, filter: &Filter) -> Result<Results, SearchError> {
        let answer = || {
            let wanted = |tongue: &&Tongue| filter.languages.is_empty() || filter.languages.contains(&tongue.language);
            let texts = self.tongues.iter().filter(wanted).map(|tongue| rank::Standing::new(self, tongue));
            let texts = texts.collect::<tantivy::Result<Vec<_>>>()?;
            let plan = Planner::new(self, &texts, &filter.books).plan(query)?;
            rank::answer(self, &texts, &plan, filter)
        };
        answer().map_err(|source| SearchError::new("search it", source))
    }
}
