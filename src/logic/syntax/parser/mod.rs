//! From lines of tokens to definitions, statements and expressions.

mod contributions;
mod expressions;
mod heads;
mod items;
mod plain;
mod primaries;
mod procedures;
mod reader;
mod selections;
mod statements;
mod tables;
mod types;

pub(super) use items::block;
use reader::Reader;

use super::Mistake;
use super::ast::{Expr, Span};
use super::lexer::Token;

/// How deep expressions, types and statements may nest, so that no walk over the tree runs out of stack.
pub(super) const DEEPEST: u32 = 64;

/// Something read, or nothing where a mistake was reported.
type Read<T> = Option<T>;

/// Reads `tokens` as one expression; `span` is where it should stand.
pub(super) fn expression(tokens: &[Token], span: Span, mistakes: &mut Vec<Mistake>) -> Read<Expr> {
    let mut reader = Reader::new(tokens, Span { start: span.end, end: span.end }, mistakes);
    let expression = reader.expression()?;
    reader.finish()?;
    Some(expression)
}
