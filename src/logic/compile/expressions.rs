//! Expressions: each becomes one of the program.

use std::collections::HashMap;

use super::decks::cards_of;
use super::kinds::kind_unknown;
use super::known::none_within;
use super::primitives::part_of_date;
use super::scope::Body;
use crate::diagnostic::codes;
use crate::library::names;
use crate::logic::program::{Absent, Collection, Expr, ExprKind, Fold, PointKind, Slot};
use crate::logic::syntax::ast::{self, Span};
use crate::logic::syntax::print;
use crate::logic::types::{Common, Fit, Interval, Type};
use crate::logic::value::Value;

/// What a part of a modifier is called in findings.
pub(super) const CONTRIBUTION: &str = "a contribution to it";

/// How deep expressions may lead, through values whose types are found on the way.
const DEEPEST: usize = 160;

pub(super) fn make(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// The value of a local.
pub(super) fn local(slot: Slot, ty: &Type, span: Span) -> Expr {
    make(ExprKind::Local(slot), ty.clone(), span)
}

/// What something holds, whatever that is.
pub(super) fn held(of: Expr) -> Expr {
    let (ty, span) = (of.ty.clone(), of.span);
    make(ExprKind::Held(Box::new(of)), ty, span)
}

/// What stands where a mistake was reported.
pub(super) fn broken(span: Span) -> Expr {
    make(ExprKind::Constant(Value::None), Type::Unknown, span)
}

impl Body<'_, '_> {
    /// An expression of any type.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Expr {
        self.expr_as(expr, None)
    }

    /// A condition.
    pub(super) fn condition(&mut self, expr: &ast::Expr) -> Expr {
        let before = self.compiler.findings.len();
        let typed = self.expr_as(expr, Some(&Type::YesNo));
        if self.compiler.findings.len() > before {
            return typed;
        }
        self.fit(typed, &Type::YesNo, "a condition")
    }

    /// An expression for a place of the type `want`.
    pub(super) fn expr_for(&mut self, expr: &ast::Expr, want: &Type, what: &str) -> Expr {
        let before = self.compiler.findings.len();
        if let ast::ExprKind::If(condition, then, otherwise) = &expr.kind
            && self.compiler.depth < DEEPEST
        {
            self.compiler.depth += 1;
            // Each way has to fit by itself, so that the finding is about the way that does not.
            let written = condition;
            let condition = Box::new(self.condition(written));
            let yes = self.point(PointKind::Way, then.span);
            let no = self.point(PointKind::Way, otherwise.span);
            let [held, failed] = [true, false].map(|holds| self.learned(written, &condition, holds));
            let then = Box::new(self.knowing(held, |body| body.expr_for(then, want, what)));
            let otherwise = Box::new(self.knowing(failed, |body| body.expr_for(otherwise, want, what)));
            self.compiler.depth -= 1;
            let ty = then.ty.join(&otherwise.ty).unwrap_or_else(|| want.clone());
            return make(ExprKind::If { condition, then, otherwise, yes, no }, ty, expr.span);
        }
        let typed = self.expr_as(expr, Some(want));
        if self.compiler.findings.len() > before {
            // One mistake, one finding: what it leads to further out is not said.
            return typed;
        }
        let typed = convert(typed, want);
        if none_within(want, &typed.ty) && want.accepts(&typed.ty) == Fit::Sometimes {
            return self.not_none(&typed, expr, &format!("{what} is {}", self.words(want)));
        }
        self.fit(typed, want, what)
    }

    /// Whether one may be any member of a type, and the other of another.
    fn of_two_types(&self, want: &Type, ty: &Type) -> bool {
        let (Type::Symbols(want), Type::Symbols(ty)) = (want.without_none(), ty.without_none()) else { return false };
        let named = |members| self.compiler.program.enumeration_of(members);
        matches!((named(want), named(ty)), (Some(one), Some(other)) if one != other)
    }

    /// Makes sure that a value goes where `want` is declared: proven, or looked at when it is stored.
    pub(super) fn fit(&mut self, expr: Expr, want: &Type, what: &str) -> Expr {
        let (span, ty) = (expr.span, expr.ty.clone());
        let expr = convert(expr, want);
        match want.accepts(&expr.ty) {
            Fit::Always => expr,
            Fit::Sometimes if kind_unknown(want, &ty) => {
                self.ask_the_kind(want, &ty, span, what);
                broken(span)
            }
            Fit::Sometimes if self.of_two_types(want, &ty) => {
                let message = format!("this is {}, but {what} is {}", self.words(&ty), self.words(want));
                let help = "members of two types are told apart: say which it becomes, by a table or `if … then … otherwise …`";
                self.mismatch(span, message, help);
                broken(span)
            }
            Fit::Sometimes => make(ExprKind::Checked(Box::new(expr), want.clone()), want.clone(), span),
            Fit::OutOfRange => {
                let message = format!("this is {}, but {what} is {}", self.words(&ty), self.words(want));
                self.report(&codes::OUT_OF_RANGE, span, message, "change the number, or the declared range");
                broken(span)
            }
            Fit::Never => {
                let message = format!("this is {}, but {what} is {}", self.words(&ty), self.words(want));
                let help = match (want.without_none(), ty.without_none()) {
                    (Type::Number(_), Type::Fraction) if what == CONTRIBUTION => {
                        "round it (`…, rounded up`), or declare the modifier `: fraction`"
                    }
                    (Type::Number(_), Type::Fraction) => "say how it is rounded: `…, rounded up` or `…, rounded down`",
                    (Type::YesNo, Type::Number(one)) if one.low == one.high => "write `yes` or `no`",
                    (Type::YesNo, Type::Number(_)) => "say what is asked of the number, such as `… > 0` or `… is 1`",
                    (Type::YesNo, Type::Symbols(_)) => "compare each: `x is a or x is b`, or write `x in [a, b]`",
                    (Type::YesNo, Type::List(_) | Type::Set(_) | Type::Bag(_)) => {
                        "ask `… is not empty`, or `some x in … where …`"
                    }
                    (Type::Number(_), Type::List(_) | Type::Set(_) | Type::Bag(_)) => {
                        "say which number: `count of x in …`, `sum of x for x in …`, `highest of x for x in …`"
                    }
                    (wanted, Type::Record(id)) if wanted.is_thing() && self.compiler.program.removed(*id).is_some() => {
                        "it is gone: hand over the fields that are needed of it"
                    }
                    (Type::Record(_), _) => "write a record: `(name: value, …)`",
                    (Type::List(_) | Type::Set(_) | Type::Bag(_), _) => "write a list: `[…]`",
                    (_, Type::List(_) | Type::Set(_) | Type::Bag(_)) => {
                        "it holds several: take each by `for each x in …`, or the one by `only x in …`"
                    }
                    _ => "",
                };
                self.mismatch(span, message, help);
                broken(span)
            }
        }
    }

    pub(super) fn words(&self, ty: &Type) -> String {
        self.compiler.program.describe(ty)
    }

    /// An expression for a place of the type `want`, if it is known.
    pub(super) fn expr_as(&mut self, expr: &ast::Expr, want: Option<&Type>) -> Expr {
        if self.compiler.depth >= DEEPEST {
            if !std::mem::replace(&mut self.compiler.too_deep, true) {
                let message = "this leads too deep into values that have no written type";
                let help = "write the types of some of the values that ask one another: `value name(…): 0..10 = …`";
                self.report(&codes::LOGIC_TOO_COMPLEX, expr.span, message, help);
            }
            return broken(expr.span);
        }
        self.compiler.depth += 1;
        let typed = self.expr_inside(expr, want);
        self.compiler.depth -= 1;
        self.narrowed(expr, typed)
    }

    fn expr_inside(&mut self, expr: &ast::Expr, want: Option<&Type>) -> Expr {
        use ast::ExprKind as E;
        let span = expr.span;
        match &expr.kind {
            E::Number(number) => {
                make(ExprKind::Constant(Value::Number(*number)), Type::Number(Interval::only(*number)), span)
            }
            E::YesNo(yes) => make(ExprKind::Constant(Value::yes_no(*yes)), Type::YesNo, span),
            E::None => make(ExprKind::Constant(Value::None), Type::Nothing, span),
            E::Name(name) => self.name_expr(name, span),
            E::Call(name, args) => self.call(name, args, span),
            E::Field(of, field) => self.field(of, field, span),
            E::Index(map, key) => self.entry(map, key, span),
            E::List(elements) => self.list(elements, span, want),
            E::Map(entries) => self.map(entries, span, want),
            E::Each(of) => {
                self.mismatch(span, "`each` says what a map begins with", "write it behind the `=` of a state");
                self.expr(of)
            }
            E::Without(of, part) => self.without(of, part, span),
            E::OrElse(of, instead) => self.or_else(of, instead, span, want),
            E::Record(fields) => self.record_literal(fields, span, want),
            E::Negate(of) => {
                let value = self.number(of, "what is negated");
                let bounds = self.bounds_of(&value).negate();
                let ty = if value.ty == Type::Fraction { Type::Fraction } else { Type::Number(bounds) };
                self.keep_bounds(span, bounds);
                make(ExprKind::Negate(Box::new(value)), ty, span)
            }
            E::Not(of) => make(ExprKind::Not(Box::new(self.condition(of))), Type::YesNo, span),
            E::IsEmpty(of, yes) => {
                let value = self.expr(of);
                let value = cards_of(value);
                if value.ty.element().is_none() && value.ty != Type::Unknown {
                    let message =
                        format!("only a list, set, bag or map can be empty, and this is {}", self.words(&value.ty));
                    self.mismatch(of.span, message, "compare it with `is none` if it may be missing");
                }
                make(ExprKind::IsEmpty(Box::new(value), *yes), Type::YesNo, span)
            }
            E::HalfOf(of) => {
                let value = self.number(of, "what is halved");
                let two = make(ExprKind::Constant(Value::Number(2)), Type::Number(Interval::only(2)), span);
                self.divide(value, two, span)
            }
            E::Rounded(of, rounding) => self.rounded(of, *rounding, span),
            E::Binary(op, a, b) => self.binary(*op, a, b, span),
            E::Range(low, high) => {
                let low = self.number(low, "an end of a range");
                let high = self.number(high, "an end of a range");
                self.backwards(self.bounds_of(&low), self.bounds_of(&high), span);
                let interval = Interval { low: self.bounds_of(&low).low, high: self.bounds_of(&high).high };
                let interval =
                    if interval.low > interval.high && interval.high.is_some() { Interval::ALL } else { interval };
                let ty = Type::Set(Box::new(Type::Number(interval)));
                make(ExprKind::Range(Box::new(low), Box::new(high)), ty, span)
            }
            E::If(condition, then, otherwise) => {
                let condition_expr = self.condition(condition);
                let [held, failed] = [true, false].map(|holds| self.learned(condition, &condition_expr, holds));
                let then_expr = self.knowing(held, |body| body.expr_as(then, want));
                let otherwise_expr = self.knowing(failed, |body| body.expr_as(otherwise, want));
                let ty = then_expr.ty.join(&otherwise_expr.ty).unwrap_or_else(|| {
                    let ways = [&then_expr, &otherwise_expr].map(|way| self.words(&way.ty));
                    let message = format!("one way gives {}, the other {}", ways[0], ways[1]);
                    self.mismatch(span, message, "let both give the same kind of thing");
                    Type::Unknown
                });
                let bounds = self.bounds_of(&then_expr).join(self.bounds_of(&otherwise_expr));
                self.keep_bounds(span, bounds);
                let yes = self.point(PointKind::Way, then.span);
                let no = self.point(PointKind::Way, otherwise.span);
                let kind = ExprKind::If {
                    condition: Box::new(condition_expr),
                    then: Box::new(convert(then_expr, &ty)),
                    otherwise: Box::new(convert(otherwise_expr, &ty)),
                    yes,
                    no,
                };
                make(kind, ty, span)
            }
            E::Min(of) => self.extreme(of, false, span),
            E::Max(of) => self.extreme(of, true, span),
            E::Select(select, value, source) => self.select(*select, value.as_deref(), source, span, want),
            E::Since(of, since) => self.since(of, since, span),
            E::During(of) => self.during(of, span),
            E::Supposing(of, supposed) => self.supposing(of, supposed, span, want),
            E::FirstOf(count, source) => self.first_of(count, source, span),
            E::Through(through) => self.through(through, span, want),
            E::Share(share) => self.share(share, span),
            E::Date(year, month, day) => self.day_of(year, *month, *day, span),
            E::Later(of, later, count, unit) => self.later(of, (*later, count, *unit), span),
            E::Kinds(names) => self.all_of_types(names, span),
            E::Elapsed(unit, from, to) => self.elapsed(*unit, from, to, span),
            E::Every(name, of, condition) => self.every(name, of, condition, span),
            E::Graph(question, graph, args, filters) => self.graph(*question, graph, args, filters, span),
        }
    }

    /// `e, or f`: what may be none, an entry that is not there, or the highest of nothing, and what holds then.
    fn or_else(&mut self, of: &ast::Expr, instead: &ast::Expr, span: Span, want: Option<&Type>) -> Expr {
        let before = self.compiler.findings.len();
        let mut value = self.expr_wide(of);
        match &mut value.kind {
            ExprKind::Entry(.., absent) | ExprKind::Select(Fold::Only(absent) | Fold::Extreme(.., absent), _) => {
                *absent = Absent::None;
                value.ty = value.ty.or_none();
            }
            _ => {}
        }
        let bounds = self.bounds_of(&Expr { ty: value.ty.without_none().clone(), ..value.clone() });
        let instead_expr = self.expr_as(instead, want.or(Some(value.ty.clone().without_none())));
        if self.compiler.findings.len() > before {
            return broken(span);
        }
        if !matches!(value.ty, Type::OrNone(_) | Type::Unknown) {
            let message = format!("this is always there: it is {}", self.words(&value.ty));
            let help = "leave `, or …` out, or put brackets around what may be missing: `2 * (m[k], or 0)`";
            self.mismatch(of.span, message, help);
            return broken(span);
        }
        let there = value.ty.without_none().clone();
        // `[]` is an empty set, bag or map, too.
        let is_empty = matches!(&instead_expr.ty, Type::List(of) if **of == Type::Nothing);
        let instead_expr = if is_empty { convert(instead_expr, &there) } else { instead_expr };
        let Some(ty) = there.join(&instead_expr.ty) else {
            let ways = [&there, &instead_expr.ty].map(|way| self.words(way));
            let message = format!("this is {}, and what holds in its place {}", ways[0], ways[1]);
            self.mismatch(span, message, "let both be of the same kind");
            return broken(span);
        };
        let bounds = bounds.join(self.bounds_of(&instead_expr));
        self.keep_bounds(span, bounds);
        let yes = self.point(PointKind::Way, of.span);
        let no = self.point(PointKind::Way, instead.span);
        let instead = Box::new(convert(instead_expr, &ty));
        make(ExprKind::OrElse { of: Box::new(value), instead, yes, no }, ty, span)
    }

    /// `[a: 1, b: 2]`.
    fn map(&mut self, entries: &[(ast::Expr, ast::Expr)], span: Span, want: Option<&Type>) -> Expr {
        let wanted = match want.map(Type::without_none) {
            Some(Type::Map(key, value)) => Some(((**key).clone(), (**value).clone())),
            _ => None,
        };
        let mut parts = Vec::new();
        let (mut keys, mut values) = (Common::default(), Common::default());
        let mut seen = HashMap::new();
        for (key, value) in entries {
            if let Some(first) = seen.insert(print::expression(key), key.span) {
                let block = self.block;
                self.report(&codes::DUPLICATE_DEFINITION, key.span, "this key stands twice", "keep one of the two");
                self.compiler.related((block, first), "first here");
            }
            for (written, common, want, what) in [
                (key, &mut keys, wanted.as_ref().map(|(key, _)| key), "the key"),
                (value, &mut values, wanted.as_ref().map(|(_, value)| value), "the entry"),
            ] {
                let typed = match want {
                    Some(want) => self.expr_for(written, want, what),
                    None => self.expr(written),
                };
                if let Err(before) = common.add(&typed.ty) {
                    let message = format!("a map holds {} and {}", self.words(&before), self.words(&typed.ty));
                    self.mismatch(written.span, message, "all keys must be of one kind, and all values");
                }
                parts.push(typed);
            }
        }
        let [key, value] = [keys, values].map(|common| Box::new(common.ty().unwrap_or(Type::Nothing)));
        make(ExprKind::Collect(Collection::Map, parts), Type::Map(key, value), span)
    }

    fn list(&mut self, elements: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        if let Some(Type::Deck(card)) = want {
            return self.deck(elements, card, span);
        }
        let wanted = want.map(Type::without_none).and_then(Type::element).cloned();
        let mut values = Vec::new();
        let mut common = Common::default();
        for element in elements {
            let value = self.expr_as(element, wanted.as_ref());
            if let Err(before) = common.add(&value.ty) {
                let message = format!("a list holds {} and {}", self.words(&before), self.words(&value.ty));
                self.mismatch(element.span, message, "all elements must be of one kind");
            }
            values.push(value);
        }
        let ty = common.ty().unwrap_or(Type::Nothing);
        let (kind, ty) = match want.map(Type::without_none) {
            Some(Type::Set(_)) => (Collection::Set, Type::Set(Box::new(ty))),
            Some(Type::Bag(_)) => (Collection::Bag, Type::Bag(Box::new(ty))),
            _ => (Collection::List, Type::List(Box::new(ty))),
        };
        make(ExprKind::Collect(kind, values), ty, span)
    }

    pub(super) fn field(&mut self, of: &ast::Expr, field: &ast::Name, span: Span) -> Expr {
        if self.in_text
            && let Some(part) = self.part_named(of, field, span)
        {
            return part;
        }
        if let ast::ExprKind::Name(name) = &of.kind
            && !self.is_local(name)
            && self.compiler.procedure_called(name).is_some()
        {
            return self.argument_of(name, field, span);
        }
        let value = self.expr(of);
        let value = self.there(value, of, "none has no fields");
        let inner = value.ty.clone();
        let fields = match &inner {
            Type::Entity(id) => &self.compiler.program.entities[usize::from(id.0)].fields,
            Type::Record(id) => &self.compiler.program.records[usize::from(id.0)].fields,
            Type::Unknown => return broken(span),
            Type::OneOf(kinds) => return self.field_of_kinds(&value, kinds, field, span),
            Type::Date => {
                return part_of_date(value, &field.text, span).unwrap_or_else(|| {
                    let message = format!("a date has no part `{}`", field.text);
                    self.report(&codes::UNKNOWN_NAME, field.span, message, "it has: year, month, day");
                    broken(span)
                });
            }
            _ => {
                let message = format!("{} has no fields", self.words(&inner));
                self.mismatch(field.span, message, "only an entity, a record or a row of data has fields");
                return broken(span);
            }
        };
        let name = |field: &crate::logic::program::Field| self.compiler.program.name(field.name);
        let named = self.compiler.names.get(&field.text);
        let Some(at) = fields.iter().position(|known| Some(&known.name) == named) else {
            // Of a thing that was removed only that is kept which somebody asks for.
            let removed = if let Type::Record(id) = inner { self.compiler.program.removed(id) } else { None };
            let fields = removed.map_or(fields, |entity| &entity.fields);
            let help = self
                .compiler
                .meant(&field.text, fields.iter().map(name))
                .unwrap_or_else(|| format!("it has: {}", names::listed(fields.iter().map(name))));
            let message = format!("{} has no field `{}`", self.words(&inner), field.text);
            self.report(&codes::UNKNOWN_NAME, field.span, message, help);
            return broken(span);
        };
        let index = u16::try_from(at).unwrap_or(u16::MAX);
        let kind = match inner {
            Type::Entity(id) => ExprKind::EntityField(Box::new(value), id, index),
            _ => ExprKind::RecordField(Box::new(value), index),
        };
        make(kind, fields[at].ty.clone(), span)
    }

    fn entry(&mut self, map: &ast::Expr, key: &ast::Expr, span: Span) -> Expr {
        let map_expr = self.expr(map);
        match map_expr.ty.clone() {
            Type::Map(key_type, value) => {
                let key = self.expr_for(key, &key_type, "the key");
                make(ExprKind::Entry(Box::new(map_expr), Box::new(key), Absent::Error), *value, span)
            }
            Type::Unknown => broken(span),
            ty => {
                let message = format!("only a map has entries, and this is {}", self.words(&ty));
                self.mismatch(map.span, message, "");
                broken(span)
            }
        }
    }
}

pub(super) fn end(end: Option<i64>) -> String {
    end.map_or_else(|| "…".to_owned(), |end| end.to_string())
}

/// A list becomes a set or bag where one is declared; all things of a type become a list, in the order of their making.
pub(super) fn convert(expr: Expr, to: &Type) -> Expr {
    let (kind, ty) = match (to.without_none(), &expr.ty) {
        // `[]` is an empty map, too.
        (Type::Map(..), Type::List(of)) if **of == Type::Nothing => {
            return make(ExprKind::Constant(Value::Map(Vec::new().into())), to.without_none().clone(), expr.span);
        }
        (Type::Set(_), Type::List(of)) => (Collection::Set, Type::Set(of.clone())),
        (Type::Bag(_), Type::List(of)) => (Collection::Bag, Type::Bag(of.clone())),
        (Type::List(_), Type::Set(of)) if matches!(expr.kind, ExprKind::All(_)) => {
            (Collection::List, Type::List(of.clone()))
        }
        _ => return expr,
    };
    let span = expr.span;
    make(ExprKind::Convert(kind, Box::new(expr)), ty, span)
}
