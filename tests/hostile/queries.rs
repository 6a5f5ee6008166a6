//! Queries that want more than their answer is worth.
