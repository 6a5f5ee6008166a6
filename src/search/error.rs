//! Why an index cannot be opened. A missing, old or broken index is no error: it is rebuilt.

use std::fmt;

/// An index could neither be opened nor built, on disk or in memory.
#[derive(Debug)]
pub struct SearchError {
    doing: &'static str,
    source: tantivy::TantivyError,
}

impl SearchError {
    pub(crate) fn new(doing: &'static str, source: impl Into<tantivy::TantivyError>) -> Self {
        Self { doing, source: source.into() }
    }
}

impl fmt::Display for SearchError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "search index: cannot {}: {}", self.doing, self.source)
    }
}

impl std::error::Error for SearchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}
