//! What a run did, in the words of a reader's language: the same lines for the terminal and for the site.

mod brief;
mod condition;
mod lines;
mod names;
mod story;
mod values;
pub mod words;

pub use lines::{Detail, Line, folded, lines, text};
pub use names::Names;
pub use story::{Sentence, SentenceKind, story};
pub use values::{Printer, plain};
