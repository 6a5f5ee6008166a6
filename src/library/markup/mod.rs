//! The text of a rule: Markdown with references, values written from logic, symbols, and statement letters.
//!
//! [`cut`] takes our own marks out before Markdown sees them, [`parse`] turns the rest into a [`Document`]. Nothing of
//! HTML survives that, so a document is safe to print whatever the author wrote.

mod cut;
mod document;
mod label;
mod leftover;
mod parse;

pub use document::{
    Alignment, Block, Document, Finding, Inline, InlineKind, Mark, OBJECT, Paragraph, Reference, Run, Shown, Written,
    expression, item_letter,
};
pub(crate) use document::{
    is_wide, passages_of, plain_inlines, seen_as_words, soft_break, visit_blocks, visit_inlines,
};
pub use label::StatementLabel;
pub(crate) use parse::depth;
pub use parse::parse;
