//! Rulestone keeps rulebooks as structured text in several languages and makes a search, a reference site and a proof of them.
//!
//! The layers, each knowing only those before it: [`files`], [`analyzer`], [`diagnostic`] → [`library`] → [`logic`], [`termbase`] →
//! [`check`], [`search`], [`translate`], [`site`] → [`cli`]. All but `cli` are pure functions of their inputs: they never print and never exit.

pub mod analyzer;
mod beside;
mod characters;
pub mod check;
pub mod cli;
pub mod diagnostic;
pub mod exchange;
pub mod files;
pub mod import;
pub mod library;
pub mod logic;
pub mod migrate;
pub mod restructure;
pub mod search;
pub mod site;
pub mod termbase;
pub mod translate;
