//! Finds sections by the words of any language that a library speaks.
//!
//! [`Collection`] → [`SearchIndex`] (kept on disk, rebuilt by itself when a [`Stamp`] no longer fits) → [`Results`].
//! One [`Analyzer`] cuts texts, queries and excerpts; [`browser`] hands the same cut's data to the site's script.

pub mod browser;
mod collect;
mod collection;
mod error;
mod excerpt;
mod glossary;
mod index;
mod plan;
pub mod query;
mod rank;
mod results;
mod stamp;

pub use crate::analyzer::Analyzer;
pub use crate::library::RuleNumber;
pub use collect::{Gaps, collect};
pub use collection::{Collection, Entry, Names, Passage, Term};
pub use error::SearchError;
pub use index::{IndexHome, SearchIndex};
pub use query::{Query, QueryError};
pub use results::{Excerpt, Filter, Hit, Relaxation, Results};
pub use stamp::{Stamp, StampedFile};
