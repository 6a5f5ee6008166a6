//! What is wrong with a query, where, and how to mend it.

use std::fmt;

/// A query that cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
    /// Character of the query where it goes wrong, counted from 1.
    pub column: usize,
}

impl fmt::Display for QueryError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "query, column {}: {} ({})", self.column, self.message, self.help)
    }
}

impl std::error::Error for QueryError {}
