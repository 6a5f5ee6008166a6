//! Libraries from strangers: what may be in them, and what must not come of it.

mod history;
mod repository;
