//! What several definitions have in common: head, condition, body.

use crate::library::names;
use crate::logic::syntax::Mistake;
use crate::logic::syntax::ast::{Body, Expr, Head, Missing, Name, Target};
use crate::logic::syntax::lexer::TokenKind;
use crate::logic::syntax::lines::{Line, wants_more};

use super::Read;
use super::reader::Reader;

/// Longest reference to a rule of another document, in characters: a book and a number, as `base:9.6.4`.
const MOST_REFERENCE: usize = names::MAX_ID + 1 + crate::library::MAX_NUMBER;

/// Reads the whole of `line` behind its first word.
pub(super) fn whole<T>(line: &Line, mistakes: &mut Vec<Mistake>, read: impl FnOnce(&mut Reader) -> Read<T>) -> Read<T> {
    let mut reader = Reader::of_line(line, mistakes);
    reader.step();
    let result = read(&mut reader)?;
    reader.finish()?;
    Some(result)
}

/// Words with which no line begins, so that one which does was meant to go on with the line above.
const WITHIN: [&str; 13] =
    ["among", "and", "costing", "for", "in", "is", "of", "or", "supposing", "through", "where", "within", "without"];

/// With what the line below `line` begins, where it goes on with `line`.
pub(super) fn goes_on(line: &Line) -> Option<&TokenKind> {
    let first = &line.below.first()?.tokens().first()?.kind;
    let within = match first {
        TokenKind::Symbol(sign) => ["+", "-", "*", "/", "<", "<=", ">", ">="].contains(sign),
        TokenKind::Word(word) => WITHIN.contains(&word.as_str()),
        _ => false,
    };
    within.then_some(first)
}

/// Reports the lines below `line`, which has no block.
pub(super) fn nothing_below(line: &Line, mistakes: &mut Vec<Mistake>) {
    if let Some(first) = line.below.first() {
        let message = "this line is deeper than the one before, which has no block";
        let help = Some(match goes_on(line) {
            Some(begin) if wants_more(begin) => {
                format!("if it goes on with the line above, end that with `{begin}`, or put brackets around all of it")
            }
            Some(_) => "if it goes on with the line above, put brackets around all of it".to_owned(),
            None => "put it under the line it belongs to".to_owned(),
        });
        mistakes.push(Mistake::syntax(first.span, message, help));
    }
}

/// Reports that `line` has no block below it.
pub(super) fn needs_block(line: &Line, what: &str, mistakes: &mut Vec<Mistake>) {
    if line.below.is_empty() {
        let help = Some("put it on the next lines, deeper than this one".to_owned());
        mistakes.push(Mistake::syntax(line.span, format!("{what} is missing below this line"), help));
    }
}

impl Reader<'_> {
    /// `name(params) reads a, b`.
    pub(super) fn head(&mut self, what: &str) -> Read<Head> {
        let name = self.name(what)?;
        let mut params = Vec::new();
        if self.take_symbol("(") {
            if self.symbol() != ")" {
                params = self.params("the name of a parameter")?;
            }
            self.expect_symbol(")", "name(a: 0..3, b: yes/no)")?;
        }
        Some(Head { name, params, reads: self.reads()? })
    }

    /// `reads a, b`, where it is written.
    pub(super) fn reads(&mut self) -> Read<Vec<Name>> {
        if self.take_word("reads") { self.names("the name of a state") } else { Some(Vec::new()) }
    }

    /// `name` or `name.label`.
    pub(super) fn target(&mut self) -> Read<Target> {
        let name = self.name("the name of a definition")?;
        let label = if self.take_symbol(".") { Some(self.any_name("a label")?) } else { None };
        Some(Target { name, label })
    }

    /// `when C`, where it is written; the last `=` of the line does not belong to the condition.
    pub(super) fn when(&mut self) -> Read<Option<Expr>> {
        if !self.take_word("when") {
            return Some(None);
        }
        let mut open = 0_usize;
        for (index, token) in self.rest().iter().enumerate() {
            match token.kind {
                TokenKind::Symbol("(" | "[") => open += 1,
                TokenKind::Symbol(")" | "]") => open = open.saturating_sub(1),
                TokenKind::Symbol("=") if open == 0 => self.equals = Some(self.position() + index),
                _ => {}
            }
        }
        let condition = self.expression()?;
        self.equals = None;
        Some(Some(condition))
    }

    /// `= E`, `= external base:9.6.4` or `= unknown`.
    pub(super) fn value_body(&mut self, form: &str) -> Read<Body<Expr>> {
        self.expect_symbol("=", form)?;
        self.body()
    }

    /// `then E`: what holds under a condition.
    pub(super) fn then_body(&mut self, form: &str) -> Read<Body<Expr>> {
        let start = self.span();
        if self.take_symbol("=") {
            self.slip(start, "what holds under a condition stands behind `then`", "write `when C then E`");
        } else {
            self.expect_word("then", form)?;
        }
        self.body()
    }

    /// `E`, `external base:9.6.4` or `unknown`.
    pub(super) fn body(&mut self) -> Read<Body<Expr>> {
        match self.missing()? {
            Some(missing) => Some(Body::Missing(missing)),
            None => Some(Body::Written(self.expression()?)),
        }
    }

    /// `external base:9.6.4` or `unknown`, if it stands here.
    pub(super) fn missing(&mut self) -> Read<Option<Missing>> {
        let start = self.span();
        if self.take_word("unknown") {
            return Some(Some(Missing { source: None, span: start }));
        }
        if !self.take_word("external") {
            return Some(None);
        }
        let place = self.span();
        let Some(reference) = self.take_reference() else {
            return self.expected("a book and a number", Some("external base:9.6.4"));
        };
        if reference.chars().nth(MOST_REFERENCE).is_some() {
            let message = format!("the reference `{}` is too long", names::repeated(&reference));
            return self.fail(place, message, &format!("a book and a number have at most {MOST_REFERENCE} characters"));
        }
        if reference.starts_with(|c: char| c.is_ascii_digit()) {
            return self.fail(
                place,
                format!("`{reference}` names no book"),
                &format!("write `external base:{reference}`"),
            );
        }
        let source = (reference != "unknown").then_some(reference);
        Some(Some(Missing { source, span: self.since(start) }))
    }
}
