//! Statements and their blocks.

use crate::library::names;
use crate::logic::syntax::ast::{Expr, ExprKind, Quantity, Source, Span, Statement, StatementKind};
use crate::logic::syntax::lexer::{Token, TokenKind};
use crate::logic::syntax::lines::{Content, Line};
use crate::logic::syntax::{Mistake, slips, words};

use super::heads::{goes_on, needs_block, nothing_below};
use super::reader::{Reader, too_complex};
use super::{DEEPEST, Read};

/// Reads the whole of `line` behind the label and the first word of its statement.
fn whole<T>(line: &Line, mistakes: &mut Vec<Mistake>, read: impl FnOnce(&mut Reader) -> Read<T>) -> Read<T> {
    let mut reader = Reader::of_line(line, mistakes);
    reader.take_label();
    reader.step();
    let result = read(&mut reader)?;
    reader.finish()?;
    Some(result)
}

/// Reads a block of statements that stands in `depth` others.
pub(super) fn statements(lines: &[Line], depth: u32, mistakes: &mut Vec<Mistake>) -> Vec<Statement> {
    let mut statements = Vec::new();
    if depth >= DEEPEST {
        if let Some(line) = lines.first() {
            too_complex(line.span, mistakes);
        }
        return statements;
    }
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let mut reader = Reader::of_line(line, mistakes);
        let label = reader.take_label();
        match reader.word() {
            word @ ("if" | "pick" | "choose" | "may" | "divide") => {
                let from = at;
                while lines
                    .get(at)
                    .is_some_and(|next| next.starts_with("otherwise") || (word != "if" && begins_if_none(next)))
                {
                    at += 1;
                }
                let others = &lines[from..at];
                let kind = if word == "if" {
                    branches(line, others, depth, mistakes)
                } else {
                    candidates(line, others, word == "pick", depth, mistakes)
                };
                statements.extend(kind.map(|kind| Statement { label, kind, span: line.span }));
            }
            "for" | "repeat" => {
                let head = whole(line, mistakes, loop_head);
                let body = block(line, head.is_some(), depth, mistakes);
                let kind = head.map(|head| match head {
                    Loop::Each(source) => StatementKind::ForEach(*source, body),
                    Loop::Until(condition, once) => StatementKind::RepeatUntil { condition, once, body },
                    Loop::Times(count) => StatementKind::RepeatTimes(count, body),
                });
                statements.extend(kind.map(|kind| Statement { label, kind, span: line.span }));
            }
            word @ ("at" | "in") => {
                let once = word == "at";
                let (second, form) = if once { ("once", "at once") } else { ("secret", "in secret") };
                let head = whole(line, mistakes, |reader| reader.expect_word(second, form));
                let body = block(line, head.is_some(), depth, mistakes);
                let made = if once { StatementKind::AtOnce } else { StatementKind::InSecret };
                let kind = head.map(|()| made(body));
                statements.extend(kind.map(|kind| Statement { label, kind, span: line.span }));
            }
            _ => {
                let kind = plain(line, mistakes);
                if kind.is_some() {
                    nothing_below(line, mistakes);
                }
                if goes_on(line).is_none() {
                    statements.extend(kind.map(|kind| Statement { label, kind, span: line.span }));
                    // They are read all the same: what they say most likely belongs here.
                    statements.extend(self::statements(&line.below, depth + 1, mistakes));
                }
            }
        }
    }
    statements
}

/// The block below `line`; whether there is one matters only where the head is `whole`.
fn block(line: &Line, whole: bool, depth: u32, mistakes: &mut Vec<Mistake>) -> Vec<Statement> {
    if whole {
        needs_block(line, "the block", mistakes);
    }
    statements(&line.below, depth + 1, mistakes)
}

enum Loop {
    Each(Box<Source>),
    /// With whether there is a turn before it looks.
    Until(Expr, bool),
    Times(Expr),
}

fn loop_head(reader: &mut Reader) -> Read<Loop> {
    if reader.word() == "each" && reader.word_ahead(1) != "in" {
        reader.step();
        return Some(Loop::Each(Box::new(reader.source("for each x in S where C")?)));
    }
    if reader.word_ahead(1) == "in" {
        let span = reader.span();
        reader.slip(span, "`each` is missing", "write `for each x in S`");
        return Some(Loop::Each(Box::new(reader.source("for each x in S where C")?)));
    }
    let once = reader.word() == "at";
    if once {
        for word in ["at", "least", "once"] {
            reader.expect_word(word, "repeat at least once until C")?;
        }
        reader.expect_word("until", "repeat at least once until C")?;
        return Some(Loop::Until(reader.expression()?, once));
    }
    if reader.take_word("until") {
        return Some(Loop::Until(reader.expression()?, once));
    }
    let count = reader.expression()?;
    reader.expect_word("times", "repeat 3 times")?;
    Some(Loop::Times(count))
}

/// An `if` and the lines that begin with `otherwise` behind it.
fn branches(line: &Line, others: &[Line], depth: u32, mistakes: &mut Vec<Mistake>) -> Read<StatementKind> {
    if u32::try_from(others.len()).is_ok_and(|count| count + depth >= DEEPEST) {
        too_complex(line.span, mistakes);
        return None;
    }
    let mut last = Vec::new();
    let mut conditions: Vec<(Read<Expr>, Vec<Statement>, Span)> = Vec::new();
    let condition = whole(line, mistakes, condition_of);
    let body = block(line, condition.is_some(), depth, mistakes);
    conditions.push((condition, body, line.span));
    let mut closed = false;
    for (other, depth) in others.iter().zip(depth + 1..) {
        if closed {
            let help = Some("`otherwise` without a condition is the last one".to_owned());
            mistakes.push(Mistake::syntax(other.span, "this `otherwise` is never reached", help));
        }
        let condition = whole(other, mistakes, |reader| {
            if reader.is_at_end() || reader.symbol() == ":" {
                return Some(None);
            }
            reader.expect_word("if", "otherwise if C")?;
            condition_of(reader).map(Some)
        });
        let body = block(other, condition.is_some(), depth, mistakes);
        match condition {
            Some(None) => {
                closed = true;
                last = body;
            }
            Some(Some(condition)) => conditions.push((Some(condition), body, other.span)),
            None => conditions.push((None, body, other.span)),
        }
    }
    let mut kind = None;
    let mut below = Span::default();
    for (condition, body, span) in conditions.into_iter().rev() {
        // A branch whose head cannot be read is lost; the others are kept.
        let Some(condition) = condition else { continue };
        if let Some(kind) = kind.take() {
            last = vec![Statement { label: None, kind, span: below }];
        }
        kind = Some(StatementKind::If(condition, body, std::mem::take(&mut last)));
        below = span;
    }
    kind
}

fn condition_of(reader: &mut Reader) -> Read<Expr> {
    let condition = reader.expression()?;
    if reader.word() == "then" {
        let span = reader.span();
        reader.step();
        let help = "leave it out, and put what is done below, deeper than this line";
        reader.slip(span, "`then` belongs to an `if` within an expression", help);
        if !reader.is_at_end() {
            return None;
        }
    }
    Some(condition)
}

/// `pick` and `choose`, with what is done where there is no candidate.
fn candidates(
    line: &Line,
    others: &[Line],
    pick: bool,
    depth: u32,
    mistakes: &mut Vec<Mistake>,
) -> Read<StatementKind> {
    nothing_below(line, mistakes);
    let head = whole(line, mistakes, |reader| {
        let divided = reader.word_before() == "divide";
        let form = match (pick, divided) {
            (true, _) => "pick x at random from S where C",
            (_, true) => "divide 5 x by P among S where C",
            _ => "choose x by P from S where C",
        };
        let quantity = match (pick, divided) {
            (true, _) => Quantity::One,
            (_, true) => Quantity::Divided(reader.expression()?, None),
            _ => reader.quantity()?,
        };
        let name = reader.name("a name for what is taken")?;
        let order = reader.span();
        let ordered = reader.word() == "in" && reader.word_ahead(1) == "order";
        if ordered {
            reader.step();
            reader.step();
        }
        match (&quantity, ordered) {
            (Quantity::All, false) => {
                let help = "say in which order: `choose all x in order by P from S`";
                return reader.fail(name.span, "of all there is nothing to choose but their order", help);
            }
            (Quantity::One | Quantity::May | Quantity::Divided(..), true) => {
                let help = "say how many: `choose 2 x in order by P from S`, or `all`";
                return reader.fail(reader.since(order), "only several are in an order", help);
            }
            _ => {}
        }
        let by = if pick {
            reader.expect_word("at", form)?;
            reader.expect_word("random", form)?;
            None
        } else if reader.word() == "from" || divided && reader.word() == "among" {
            // Who plays alone need not be named.
            Some(Expr { kind: ExprKind::None, span: name.span })
        } else {
            reader.expect_word("by", form)?;
            Some(reader.expression()?)
        };
        reader.expect_word(if divided { "among" } else { "from" }, form)?;
        let source = reader.source_of(name)?;
        let quantity = match quantity {
            Quantity::Divided(count, _) if reader.word() == "each" => {
                for word in ["each", "at", "most"] {
                    reader.expect_word(word, "divide 5 x by P among S where C each at most E")?;
                }
                Quantity::Divided(count, Some(Box::new(reader.expression()?)))
            }
            quantity => quantity,
        };
        Some((by, (quantity, ordered), source))
    });
    let mut otherwise = None;
    for other in others {
        if otherwise.is_some() {
            mistakes.push(Mistake::syntax(other.span, "this `otherwise` is never reached", None));
        }
        let whole = whole(other, mistakes, |reader| {
            if reader.take_word("there") {
                reader.expect_word("is", IF_NONE)?;
                reader.expect_word("none", IF_NONE)?;
            } else {
                let message = "what to do without a candidate stands below `if there is none`";
                reader.slip(other.span, message, "write `if there is none` for `otherwise`");
            }
            Some(())
        });
        let body = block(other, whole.is_some(), depth, mistakes);
        otherwise.get_or_insert(body);
    }
    let (by, (quantity, ordered), source) = head?;
    Some(match by {
        Some(by) => StatementKind::Choose { quantity, ordered, by, source, otherwise },
        None => StatementKind::Pick { source, otherwise },
    })
}

impl Reader<'_> {
    /// How many are chosen, behind `choose` or `may`.
    fn quantity(&mut self) -> Read<Quantity> {
        if self.word_before() == "may" {
            self.expect_word("choose", "may choose x by P from S where C")?;
            return Some(Quantity::May);
        }
        if self.word() == "any" {
            self.step();
            return Some(Quantity::Any);
        }
        if self.word() == "all" && !self.word_ahead(1).is_empty() && ["in", "by"].contains(&self.word_ahead(2)) {
            self.step();
            return Some(Quantity::All);
        }
        if self.take_up_to() {
            return Some(Quantity::UpTo(self.expression()?));
        }
        // A name alone is that of what is chosen.
        if !self.word().is_empty() && ["by", "from"].contains(&self.word_ahead(1)) || self.is_at_end() {
            return Some(Quantity::One);
        }
        let counted = ["(", ".", "[", "+", "-", "*", "/"];
        if self.number().is_some()
            || self.symbol() == "("
            || !self.word_ahead(1).is_empty()
            || counted.contains(&self.symbol_ahead(1))
        {
            return Some(Quantity::Exactly(self.expression()?));
        }
        Some(Quantity::One)
    }
}

/// What stands before the alternative of a choice.
const IF_NONE: &str = "if there is none";

/// Whether a line is `if there is none`.
fn begins_if_none(line: &Line) -> bool {
    let word = |at: usize, text: &str| matches!(line.tokens().get(at), Some(Token { kind: TokenKind::Word(word), .. }) if word == text);
    word(0, "if") && word(1, "there")
}

/// A statement of one line.
fn plain(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<StatementKind> {
    if matches!(line.content, Content::Row(_)) {
        mistakes.push(Mistake::syntax(line.span, "a row stands only in a table", None));
        return None;
    }
    let mut reader = Reader::of_line(line, mistakes);
    reader.take_label();
    let word = reader.word().to_owned();
    if !words::STATEMENTS.contains(&word.as_str()) || word == "otherwise" {
        return no_statement(line, mistakes);
    }
    whole(line, mistakes, |reader| match word.as_str() {
        "let" => reader.let_statement(),
        "set" => reader.set_statement(),
        "raise" | "lower" => reader.change_statement(),
        "add" => reader.add_statement(),
        "remove" => reader.remove_statement(),
        "create" => reader.create_statement(),
        "roll" => reader.roll_statement(),
        "draw" => reader.draw_statement(),
        "look" => reader.look_statement(),
        "shuffle" => reader.shuffle_statement(),
        "put" => reader.put_statement(),
        "require" => reader.require_statement(),
        "do" => reader.do_statement(),
        "leave" => reader.leave_statement(),
        "end" => reader.end_statement(),
        _ => reader.stop_statement(),
    })
}

fn no_statement(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<StatementKind> {
    let mut reader = Reader::of_line(line, mistakes);
    reader.take_label();
    let (word, span) = (reader.word(), reader.span());
    let lower = word.to_ascii_lowercase();
    if word == "otherwise" {
        let help = "it stands behind an `if`, `choose` or `pick`, as deep as that";
        return reader.fail(span, "this `otherwise` belongs to nothing", help);
    }
    if word.is_empty() {
        return reader.expected("a statement", None);
    }
    if reader.is_bad_ahead(1) {
        return None;
    }
    if words::STATEMENTS.contains(&lower.as_str()) {
        return reader.fail(span, format!("`{word}`: keywords are lower-case"), &format!("write `{lower}`"));
    }
    if [".", "[", "="].contains(&reader.symbol_ahead(1)) {
        let help = "write `let x = E` for a new name, `set x to E` for what is there";
        return reader.fail(span, format!("no statement begins with `{word}`"), help);
    }
    if reader.symbol_ahead(1) == "(" {
        return reader.fail(span, format!("no statement begins with `{word}`"), &format!("write `do {word}(…)`"));
    }
    if words::DEFINITIONS.contains(&word) {
        let help = "put it at the start of the line, as deep as `procedure`";
        return reader.fail(span, "a definition stands outside procedures", help);
    }
    let help = slips::statement(&lower)
        .map(|meant| format!("write {meant}"))
        .or_else(|| names::suggestion(word, words::STATEMENTS.iter().copied()))
        .unwrap_or_else(|| "begin with `let`, `set`, `if`, `for each`, `do` …".to_owned());
    reader.fail(span, format!("no statement begins with `{word}`"), &help)
}
