//! What the language itself works out: members further on in their type, and days of the calendar.

use super::expressions::{broken, make};
use super::scope::Body;
use super::statements::number;
use crate::logic::calendar::{Part, Unit};
use crate::logic::program::{Expr, ExprKind, Primitive};
use crate::logic::syntax::ast::{self, Span};
use crate::logic::types::{Interval, Type};
use crate::logic::value::Value;

fn primitive(call: Primitive, of: Vec<Expr>, ty: Type, span: Span) -> Expr {
    make(ExprKind::Primitive(call, of), ty, span)
}

impl Body<'_, '_> {
    /// `column shifted by 2`: the member so many places further on, and no further than the last or the first.
    pub(super) fn shifted(&mut self, of: &ast::Expr, by: &ast::Expr, span: Span) -> Expr {
        let before = self.compiler.findings.len();
        let value = self.expr(of);
        let value = self.there(value, of, "what is shifted must be there");
        let by = self.expr_for(by, &Type::NUMBER, "by how much it is shifted");
        if self.compiler.findings.len() > before {
            return broken(span);
        }
        let Type::Symbols(members) = &value.ty else {
            let message = format!("only a member of a type is shifted, and this is {}", self.words(&value.ty));
            self.mismatch(of.span, message, "numbers are added: `… + 2`");
            return broken(span);
        };
        let Some(all) = self.compiler.all_in_order(members).cloned() else {
            let message = format!("{} may be of several types, or of none", self.words(&value.ty));
            self.mismatch(of.span, message, "shift what is declared to be of one type");
            return broken(span);
        };
        let ty = super::types::members(&all);
        let all = Value::List(std::sync::Arc::new(all.into_iter().map(Value::Symbol).collect()));
        let all = make(ExprKind::Constant(all), Type::List(Box::new(ty.clone())), span);
        primitive(Primitive::Shifted, vec![value, by, all], ty, span)
    }

    /// An expression that gives a date.
    fn date(&mut self, expr: &ast::Expr, what: &str) -> Expr {
        self.expr_for(expr, &Type::Date, what)
    }

    /// `6 April 2010`.
    pub(super) fn day_of(&mut self, year: &ast::Expr, month: u8, day: i64, span: Span) -> Expr {
        if let Some(date) = self
            .compiler
            .literal(&ast::Expr { kind: ast::ExprKind::Date(Box::new(year.clone()), month, day), span }, &Type::Date)
        {
            return make(ExprKind::Constant(date), Type::Date, span);
        }
        let year = self.expr_for(year, &Type::NUMBER, "the year of a date");
        let parts = vec![year, number(i64::from(month), span), number(day, span)];
        primitive(Primitive::DayOf, parts, Type::Date, span)
    }

    /// `e + 6 months`.
    pub(super) fn later(&mut self, of: &ast::Expr, (later, count, unit): (bool, &ast::Expr, Unit), span: Span) -> Expr {
        let of = self.date(of, &format!("what {} are counted from", unit.plural()));
        let count = self.expr_for(count, &Type::NUMBER, &format!("how many {}", unit.plural()));
        let (at, ty) = (count.span, count.ty.clone());
        let count = if later { count } else { make(ExprKind::Negate(Box::new(count)), ty, at) };
        primitive(Primitive::Later(unit), vec![of, count], Type::Date, span)
    }

    /// `days from e to f`.
    pub(super) fn elapsed(&mut self, unit: Unit, from: &ast::Expr, to: &ast::Expr, span: Span) -> Expr {
        let of = [from, to].map(|end| self.date(end, &format!("what {} are counted between", unit.plural())));
        primitive(Primitive::Elapsed(unit), of.to_vec(), Type::NUMBER, span)
    }
}

/// A date as a number, the later the greater.
pub(super) fn days_of(date: Expr) -> Expr {
    let span = date.span;
    let first = Value::Date(crate::logic::calendar::Date::FIRST);
    let first = make(ExprKind::Constant(first), Type::Date, span);
    primitive(Primitive::Elapsed(Unit::Day), vec![first, date], Type::NUMBER, span)
}

/// `date.year`; none where a date has no such part.
pub(super) fn part_of_date(of: Expr, called: &str, span: Span) -> Option<Expr> {
    let part = Part::called(called)?;
    let range = match part {
        Part::Year => Interval::new(1, 9999),
        Part::Month => Interval::new(1, 12),
        Part::Day => Interval::new(1, 31),
    };
    Some(primitive(Primitive::PartOf(part), vec![of], Type::Number(range), span))
}
