//! Procedures and assumptions.

use crate::logic::syntax::Mistake;
use crate::logic::syntax::ast::{AssumeBody, Body, ItemKind, Joining, Name};
use crate::logic::syntax::lines::Line;

use super::Read;
use super::heads::{needs_block, nothing_below, whole};
use super::reader::Reader;
use super::statements::statements;

pub(super) fn procedure(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let head = whole(line, mistakes, |reader| {
        let start = reader.span();
        let head = reader.head("the name of a procedure")?;
        if let Some(first) = head.reads.first() {
            let span = start.to(first.span);
            return reader.fail(span, "a procedure reads any state without saying so", "leave `reads …` out");
        }
        let outputs = if reader.take_word("gives") { reader.params("the name of an output")? } else { Vec::new() };
        let changes = if reader.take_word("changes") { reader.changed()? } else { Vec::new() };
        if reader.word() == "gives" {
            return reader.fail(reader.span(), "`gives` stands before `changes`", "swap the two");
        }
        let missing = if reader.take_word("is") {
            match reader.missing()? {
                Some(missing) => Some(missing),
                None => return reader.expected("`external …`", Some("procedure name(…) is external base:12")),
            }
        } else {
            None
        };
        Some((head, outputs, changes, missing))
    });
    match &head {
        Some((.., Some(_))) => nothing_below(line, mistakes),
        Some(_) => needs_block(line, "what the procedure does", mistakes),
        None => {}
    }
    let written = statements(&line.below, 0, mistakes);
    let (head, outputs, changes, missing) = head?;
    let body = missing.map_or(Body::Written(written), Body::Missing);
    Some(ItemKind::Procedure { head, outputs, changes, body })
}

/// A rule that joins a procedure, and its statements.
pub(super) fn joined(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let head = whole(line, mistakes, |reader| {
        let joining = match reader.word_before() {
            "before" => Joining::Before,
            "after" => Joining::After,
            _ => {
                reader.expect_word("of", "instead of name when C")?;
                Joining::Instead
            }
        };
        let target = reader.target()?;
        if reader.symbol() == "(" {
            let help = "leave them out: a rule sees the parameters by their names";
            return reader.fail(reader.span(), "a rule that joins a procedure has no parameters of its own", help);
        }
        let name = if reader.take_word("as") { Some(reader.name("a name for the rule")?) } else { None };
        let ahead = if reader.take_word("ahead") {
            reader.expect_word("of", "before name ahead of other_rule when C")?;
            reader.names("the name of a rule, or the id of its section")?
        } else {
            Vec::new()
        };
        let when = if reader.take_word("when") { Some(reader.expression()?) } else { None };
        Some((joining, target, name, ahead, when))
    });
    if head.is_some() {
        needs_block(line, "what the rule does", mistakes);
    }
    let statements = statements(&line.below, 0, mistakes);
    let (joining, target, name, ahead, when) = head?;
    Some(ItemKind::Joined { joining, target, name, ahead, when, statements })
}

pub(super) fn assume(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let head = whole(line, mistakes, |reader| {
        let target = reader.target()?;
        if reader.take_word("of") {
            let (areas, links) = reader.two_tables("assume world of spaces and links")?;
            return Some((target, Vec::new(), None, Some(AssumeBody::Graph(areas, links))));
        }
        let params = reader.assumed_params()?;
        let when = reader.when()?;
        let gives = [("=", ""), ("", "then")].contains(&(reader.symbol(), reader.word()));
        let body = match (&when, gives) {
            (_, false) => None,
            (Some(_), true) => match reader.then_body("assume name(a, b) when C then E")? {
                Body::Written(expr) => Some(AssumeBody::Expr(expr)),
                Body::Missing(missing) => {
                    return reader.fail(missing.span, "an assumption supplies what is missing", "write a value");
                }
            },
            (None, true) => {
                reader.expect_symbol("=", "assume name(a, b) = E")?;
                Some(AssumeBody::Expr(reader.expression()?))
            }
        };
        Some((target, params, when, body))
    });
    match &head {
        Some((.., Some(_))) => nothing_below(line, mistakes),
        Some(_) => needs_block(line, "what is assumed (`= E`, or the statements of a procedure)", mistakes),
        None => {}
    }
    let written = statements(&line.below, 0, mistakes);
    let (target, params, when, body) = head?;
    let body = body.unwrap_or(AssumeBody::Statements(written));
    Some(ItemKind::Assume { target, params, when, body })
}

impl Reader<'_> {
    /// States and entity types.
    fn changed(&mut self) -> Read<Vec<Name>> {
        let mut names = Vec::new();
        loop {
            let entity = self.word().starts_with(|c: char| c.is_ascii_uppercase());
            let what = "the name of a state or an entity type";
            names.push(if entity { self.type_name(what)? } else { self.name(what)? });
            if !self.take_symbol(",") {
                return Some(names);
            }
        }
    }

    /// `(a, b)`: names without types.
    fn assumed_params(&mut self) -> Read<Vec<Name>> {
        if !self.take_symbol("(") {
            return Some(Vec::new());
        }
        let params = if self.symbol() == ")" { Vec::new() } else { self.names("the name of a parameter")? };
        if self.symbol() == ":" {
            return self.fail(
                self.span(),
                "an assumption names its parameters without their types",
                "leave the type out",
            );
        }
        self.expect_symbol(")", "assume name(a, b) when C then E")?;
        Some(params)
    }
}
