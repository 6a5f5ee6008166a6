//! Modifiers and permissions: what adds up or decides together, from wherever it stands.

use crate::logic::syntax::Mistake;
use crate::logic::syntax::ast::{Contribution, Expr, ItemKind};
use crate::logic::syntax::lines::Line;

use super::Read;
use super::heads::{needs_block, nothing_below, whole};
use super::reader::Reader;

/// What the lines below a head are.
#[derive(Clone, Copy, PartialEq)]
enum HeadKind {
    Modifier,
    Permission,
    /// `add to` does not tell.
    Either,
}

/// The lines below a head.
#[derive(Default)]
struct Lines {
    at_least: Option<Expr>,
    at_most: Option<Expr>,
    contributions: Vec<Contribution>,
}

pub(super) fn modifier(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let head = whole(line, mistakes, |reader| {
        let head = reader.head("the name of a modifier")?;
        let ty = if reader.take_symbol(":") { Some(reader.ty()?) } else { None };
        Some((head, ty))
    });
    let Lines { at_least, at_most, contributions } = lines(line, HeadKind::Modifier, mistakes);
    let (head, ty) = head?;
    Some(ItemKind::Modifier { head, ty, at_least, at_most, contributions })
}

pub(super) fn permission(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let head = whole(line, mistakes, |reader| {
        let form = "permission name(a: 0..3) forbidden unless";
        let head = reader.head("the name of a permission")?;
        match reader.permission_mode(form)? {
            Some(allowed) => Some((head, allowed)),
            None => reader.expected("`allowed except` or `forbidden unless`", Some(form)),
        }
    });
    let contributions = lines(line, HeadKind::Permission, mistakes).contributions;
    let (head, allowed) = head?;
    Some(ItemKind::Permission { head, allowed, contributions })
}

pub(super) fn add_to(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let head = whole(line, mistakes, |reader| {
        reader.expect_word("to", "add to naval_modifier")?;
        let target = reader.name("the name of a modifier or permission")?;
        let reads = reader.reads()?;
        Some((target, reads, reader.permission_mode("add to may_sail forbidden unless")?))
    });
    if head.is_some() {
        needs_block(line, "what is added", mistakes);
    }
    let contributions = lines(line, HeadKind::Either, mistakes).contributions;
    let (target, reads, allowed) = head?;
    Some(ItemKind::AddTo { target, reads, allowed, contributions })
}

impl Reader<'_> {
    /// `allowed except` (`true`) or `forbidden unless`, where it is written.
    fn permission_mode(&mut self, form: &str) -> Read<Option<bool>> {
        let allowed = match self.word() {
            "allowed" => true,
            "forbidden" => false,
            _ => return Some(None),
        };
        self.step();
        self.expect_word(if allowed { "except" } else { "unless" }, form)?;
        Some(Some(allowed))
    }
}

fn lines(line: &Line, kind: HeadKind, mistakes: &mut Vec<Mistake>) -> Lines {
    let mut lines = Lines::default();
    for below in &line.below {
        nothing_below(below, mistakes);
        let mut reader = Reader::of_line(below, mistakes);
        if reader.word() == "at" && ["most", "least"].contains(&reader.word_ahead(1)) {
            let most = reader.word_ahead(1) == "most";
            // Only the head's own section says where the caps are.
            cap(&mut reader, kind, if most { &mut lines.at_most } else { &mut lines.at_least });
        } else {
            lines.contributions.extend(contribution(&mut reader, kind, below));
        }
    }
    lines
}

fn cap(reader: &mut Reader, kind: HeadKind, slot: &mut Option<Expr>) -> Read<()> {
    let start = reader.span();
    reader.step();
    reader.step();
    let cap = reader.expression()?;
    reader.finish()?;
    if kind != HeadKind::Modifier {
        return reader.fail(start, "a cap stands only under the head of a modifier", "put it under `modifier …`");
    }
    if slot.is_some() {
        return reader.fail(start, "this cap stands twice", "write one of them, with `min(…)` or `max(…)`");
    }
    *slot = Some(cap);
    Some(())
}

fn contribution(reader: &mut Reader, kind: HeadKind, line: &Line) -> Read<Contribution> {
    let label = if !reader.word().is_empty() && reader.symbol_ahead(1) == ":" {
        let label = reader.name("a label")?;
        reader.step();
        Some(label)
    } else {
        None
    };
    let start = reader.span();
    let signed = match reader.symbol() {
        "+" => {
            reader.step();
            true
        }
        "-" => true,
        _ => false,
    };
    let body = reader.body()?;
    let place = reader.span();
    let when = reader.when()?;
    if kind == HeadKind::Permission && signed {
        return reader.fail(start, "a case of a permission is a condition, not a number", "write when it applies");
    }
    if kind == HeadKind::Permission && when.is_some() {
        return reader.fail(place, "a case of a permission has no `when`", "join the conditions with `and`");
    }
    let missing = matches!(body, crate::logic::syntax::ast::Body::Missing(_));
    if !signed && !missing && (kind == HeadKind::Modifier || when.is_some()) {
        return reader.fail(start, "a contribution to a modifier begins with `+` or `-`", "write `+1 when …`");
    }
    reader.finish()?;
    Some(Contribution { label, body, when, span: line.span })
}
