//! Libraries from strangers: what may be in them, and what must not come of it.

mod budgets;
mod edits;
mod faults;
mod files;
mod growth;
mod history;
mod leading_out;
mod names;
mod queries;
mod repository;
mod stranger;
mod words;
