//! Libraries from strangers: what may be in them, and what must not come of it.

mod budgets;
mod edits;
mod faults;
mod files;
mod history;
mod names;
mod queries;
mod repository;
mod stranger;
mod words;
