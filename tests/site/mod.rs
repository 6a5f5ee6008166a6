//! The reference site, through its public door: a library in, pages out.

mod crawl;
mod epub;
mod fixture;
mod formerly;
mod forms;
mod hostile;
mod links;
mod maps;
mod odds;
mod pages;
mod pictures;
mod replacing;
mod share;
mod states;
mod tables;
mod terms;
mod themes;
mod verdicts;
mod whole;
mod words;

pub(crate) use tables::TABLE_BOOK;
