//! YAML files as trees that know the place of everything, and the shapes that such trees must have.
//!
//! Only this module knows which YAML reader is used. It reads into a [`Node`] tree instead of typed values so that one
//! run reports *all* mistakes of a file, not the first.

mod characters;
mod node;
mod read;
mod scalar;
pub mod schema;
pub mod shape;
mod syntax;
mod tags;
mod write;

pub use crate::files::MAX_FILE_BYTES;
pub use node::{Entry, Node, Value};
pub use read::{MAX_TEXT_BYTES, decode, parse};
pub use scalar::{Scalar, Style, yes_no};
pub use write::Written;
pub(crate) use write::{quoted, wrapped};
