//! From the text of a block to what it says, with every mistake of the text reported at its place.

use crate::diagnostic::codes::{self, Code};

use ast::{Block, Expr, Span};
use lines::Line;

pub mod ast;
mod glyphs;
mod lexer;
mod lines;
mod parser;
pub mod print;
mod slips;
pub mod words;

#[cfg(test)]
mod tests;

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

impl Mistake {
    fn syntax(span: Span, message: impl Into<String>, help: Option<String>) -> Self {
        Self { code: &codes::LOGIC_SYNTAX, span, message: message.into(), help }
    }
}

/// Reads a whole block of logic: what could be read, and every mistake in the order of the text.
///
/// Where the meaning of a slip is plain (`==` for `is`), the line is read as it was meant. Any other mistake costs the
/// line it stands in, or the definition whose head that is. Whoever goes on with a block that has mistakes should hold
/// back findings about a definition whose span has a mistake in it.
#[must_use]
pub fn parse(text: &str) -> (Block, Vec<Mistake>) {
    let mut mistakes = Vec::new();
    let lines = lines::read(text, &mut mistakes);
    let mut block = parser::block(&lines, &mut mistakes);
    block.cites = lines.iter().flat_map(Line::cites).collect();
    block.mentions = lines.iter().flat_map(Line::mentions).collect();
    (block, in_order(mistakes))
}

/// Reads one expression, as it stands in braces in prose.
#[must_use]
pub fn parse_expression(text: &str) -> (Option<Expr>, Vec<Mistake>) {
    let mut mistakes = Vec::new();
    let tokens = lines::read_one(text, &mut mistakes);
    let expression = parser::expression(&tokens, span(0, text.len()), &mut mistakes);
    (expression, in_order(mistakes))
}

fn in_order(mut mistakes: Vec<Mistake>) -> Vec<Mistake> {
    mistakes.sort_by_key(|mistake| mistake.span);
    mistakes.dedup_by_key(|mistake| mistake.span);
    mistakes
}

/// Texts beyond 4 GiB are refused long before.
fn span(start: usize, end: usize) -> Span {
    let place = |byte| u32::try_from(byte).unwrap_or(u32::MAX);
    Span { start: place(start), end: place(end) }
}
