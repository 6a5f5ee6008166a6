//! The translator's side: how far a translation is, a skeleton of what is missing, and the record of what it was made from.

mod accept;
mod draft;
mod edit;
mod findings;
mod insert;
pub mod memory;
mod named;
mod recorded;
mod records;
mod review;
mod rulings;
mod status;
mod texts;
mod whole;
mod words;
mod wrong;

pub use accept::{Accepted, accept};
pub use draft::{Draft, draft};
pub(crate) use edit::end_of_entry;
pub use edit::{EditError, FileEdit, apply_fixes, write};
pub(crate) use findings::FindingsByPlace;
pub use insert::add_example;
pub use named::{Named, Unknown};
pub(crate) use recorded::{Written, column, end_of_key, last_key, line_start};
pub use records::Records;
pub use review::{Reviewed, review};
pub use rulings::accept_rulings;
pub use status::{Count, Progress, status};
pub use texts::{Put, Texts};
pub use whole::{with_edits, write_all};
pub use words::Words;
