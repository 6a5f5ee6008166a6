//! From the text of a block to what it says, with every mistake of the text reported at its place.

use crate::diagnostic::codes::Code;

use ast::{Block, Expr, Span};

pub mod ast;

/// Something in the text of a block that cannot be read.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// Which kind.
    pub code: &'static Code,
    /// Where, in bytes of the text.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

/// Reads a whole block of logic: what could be read, and every mistake in the order of the text.
#[must_use]
pub fn parse(_text: &str) -> (Block, Vec<Mistake>) {
    (Block::default(), Vec::new())
}

/// Reads one expression, as it stands in braces in prose.
#[must_use]
pub fn parse_expression(_text: &str) -> (Option<Expr>, Vec<Mistake>) {
    (None, Vec::new())
}
