//! `x in s where c with highest e`, and what is made of it.

use super::expressions::{Typed, broken};
use super::scope::{Body, LocalKind};
use crate::logic::program::{Collection, Expr, ExprKind, Fold, Selection, Slot};
use crate::logic::syntax::ast::{self, Select, Source, Span};
use crate::logic::types::{Interval, Type};
use crate::logic::value::Value;

/// A selection, the type of its elements, and how many there can be at most.
pub(super) struct Selected {
    pub(super) selection: Selection,
    pub(super) element: Type,
    pub(super) most: Option<i64>,
}

impl Body<'_, '_> {
    /// Resolves a source; the name of its element stays visible until [`Body::leave`].
    pub(super) fn source(&mut self, source: &Source, kind: LocalKind) -> Selected {
        let (of, ty) = self.expr(&source.of);
        let element = if let Some(element) = ty.element() {
            element.clone()
        } else {
            if ty != Type::Unknown {
                let message = format!("this cannot be walked through: it is {}", self.words(&ty));
                let help = "write a list, set, bag, map, range, data table, enumeration or entity type";
                self.mismatch(source.of.span, message, help);
            }
            Type::Unknown
        };
        let most = most(&of, self);
        let slot = self.declare(&source.name, element.clone(), kind);
        if let Some(filter) = source.filter.as_ref().filter(|filter| rounds_the_count(filter)) {
            let help = "put brackets around the count: `(count of x in S where C) / 2, rounded up`";
            self.mismatch(filter.span, "this rounds what stands in the `where`", help);
        }
        let filter = source.filter.as_ref().map(|filter| Box::new(self.condition(filter)));
        let extreme = source.extreme.as_ref().map(|(highest, of)| {
            let (value, _) = self.number(of, "what is compared");
            (*highest, Box::new(value))
        });
        Selected { selection: Selection { slot, of: Box::new(of), filter, extreme }, element, most }
    }

    pub(super) fn select(
        &mut self,
        select: Select,
        value: Option<&ast::Expr>,
        source: &Source,
        span: Span,
        want: Option<&Type>,
    ) -> Typed {
        let mark = self.locals.len();
        let Selected { selection, element, most } = self.source(source, LocalKind::Element);
        let made = value.map(|value| match select {
            Select::Sum | Select::Highest | Select::Lowest => self.number(value, "what is counted"),
            _ => self.expr_as(value, want.map(Type::without_none).and_then(Type::element)),
        });
        self.leave(mark);
        let collect = |kind, made: Option<Typed>| {
            let (value, ty) = made.map_or((None, element.clone()), |(value, ty)| (Some(Box::new(value)), ty));
            let ty = Box::new(ty);
            let ty = match kind {
                Collection::List => Type::List(ty),
                Collection::Set => Type::Set(ty),
                Collection::Bag => Type::Bag(ty),
            };
            (Fold::Collect(kind, value), ty)
        };
        let (fold, ty) = match (select, made) {
            (Select::Count, _) => (Fold::Count, Type::Number(Interval { low: Some(0), high: most })),
            (Select::Some, _) => (Fold::Some, Type::YesNo),
            (Select::Only, _) => (Fold::Only, element),
            (Select::Sum, Some((value, ty))) => {
                let each = self.bounds_of(&value, &ty);
                let times = Interval { low: Some(0), high: most };
                let ty =
                    if ty == Type::Fraction { ty } else { Type::Number(each.multiply(times).join(Interval::only(0))) };
                (Fold::Sum(Box::new(value)), ty)
            }
            (Select::Highest | Select::Lowest, Some((value, ty))) => {
                (Fold::Extreme(select == Select::Highest, Box::new(value)), ty)
            }
            (Select::List, made) => collect(Collection::List, made),
            (Select::Set, made) => collect(Collection::Set, made),
            (Select::Bag, made) => collect(Collection::Bag, made),
            // The parser gives these a value.
            (Select::Sum | Select::Highest | Select::Lowest, None) => return broken(span),
        };
        (Expr { kind: ExprKind::Select(fold, selection), span }, ty)
    }

    pub(super) fn every(&mut self, name: &ast::Name, of: &ast::Expr, condition: &ast::Expr, span: Span) -> Typed {
        let source =
            Source { name: name.clone(), of: of.clone(), filter: None, extreme: None, span: name.span.to(of.span) };
        let mark = self.locals.len();
        let selected = self.source(&source, LocalKind::Element);
        let condition = self.condition(condition);
        self.leave(mark);
        (Expr { kind: ExprKind::Every(selected.selection, Box::new(condition)), span }, Type::YesNo)
    }

    /// The slot of a name that is visible only in a condition.
    pub(super) fn filter(&mut self, name: &ast::Name, ty: Type, condition: &ast::Expr) -> (Slot, Expr) {
        let mark = self.locals.len();
        let slot = self.declare(name, ty, LocalKind::Element);
        let condition = self.condition(condition);
        self.leave(mark);
        (slot, condition)
    }
}

/// Whether a condition ends in a rounding that has nothing to round in it: the whole selection was meant.
fn rounds_the_count(filter: &ast::Expr) -> bool {
    let mut last = filter;
    while let ast::ExprKind::Binary(_, _, right) | ast::ExprKind::Not(right) = &last.kind {
        last = right;
    }
    let ast::ExprKind::Rounded(of, _) = &last.kind else { return false };
    std::ptr::eq(last, filter) || matches!(of.kind, ast::ExprKind::Number(_))
}

/// How many elements there can be, where that is plain to see.
fn most(of: &Expr, body: &Body<'_, '_>) -> Option<i64> {
    let count = match &of.kind {
        ExprKind::Constant(Value::List(elements)) => elements.len(),
        ExprKind::Rows(data) => body.compiler.program.data[data.index()].rows.len(),
        ExprKind::Collect(_, elements) => elements.len(),
        _ => return None,
    };
    i64::try_from(count).ok()
}
