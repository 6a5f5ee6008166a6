//! Numbers: arithmetic, rounding, and the range in which a result lies.

use super::expressions::{broken, make};
use super::scope::Body;
use crate::diagnostic::codes;
use crate::logic::program::{Arithmetic, Comparison, Expr, ExprKind, PointKind};
use crate::logic::syntax::ast::{self, Span};
use crate::logic::types::{Interval, Making, Rounding, Type};
use crate::logic::value::Value;

impl Body<'_, '_> {
    /// A number or fraction.
    pub(super) fn number(&mut self, expr: &ast::Expr, what: &str) -> Expr {
        let before = self.compiler.findings.len();
        let value = self.expr(expr);
        if self.compiler.findings.len() > before {
            return Expr { ty: Type::Unknown, ..value };
        }
        self.as_number(value, expr, what)
    }

    /// The same of what is compiled already.
    pub(super) fn as_number(&mut self, value: Expr, expr: &ast::Expr, what: &str) -> Expr {
        match &value.ty {
            Type::Number(_) | Type::Fraction | Type::Unknown => value,
            Type::OrNone(inner) if matches!(**inner, Type::Number(_) | Type::Fraction) => {
                self.there(value, expr, &format!("{what} must be a number"))
            }
            ty => {
                let message = format!("{what} must be a number, and this is {}", self.words(ty));
                let help = match ty.without_none() {
                    Type::Symbols(_) => "members are not numbers: compare them by `<`, or ask with `is` or `in [a, b]`",
                    Type::List(_) | Type::Set(_) | Type::Bag(_) => {
                        "say which number: `count of x in …`, `sum of x for x in …`, `highest of x for x in …`"
                    }
                    Type::YesNo => "write `if … then 1 otherwise 0`",
                    Type::Date => {
                        "say what is counted: `… + 3 days`, `… - 1 month`, `days from … to …`; of a date there is `.year`"
                    }
                    Type::Entity(_) | Type::OneOf(_) | Type::Record(_) => "name a field of it, behind a dot",
                    _ => "",
                };
                self.mismatch(expr.span, message, help);
                broken(expr.span)
            }
        }
    }

    /// The whole numbers between which a number lies.
    pub(super) fn bounds_of(&self, expr: &Expr) -> Interval {
        match &expr.ty {
            Type::Number(interval) => *interval,
            Type::Fraction => self.compiler.bounds.get(&(self.block, expr.span)).copied().unwrap_or(Interval::ALL),
            _ => Interval::ALL,
        }
    }

    pub(super) fn keep_bounds(&mut self, span: Span, bounds: Interval) {
        self.compiler.bounds.insert((self.block, span), bounds);
    }

    pub(super) fn rounded(&mut self, of: &ast::Expr, rounding: Rounding, span: Span) -> Expr {
        let value = self.number(of, "what is rounded");
        self.rounding(value, rounding, span)
    }

    fn rounding(&mut self, value: Expr, rounding: Rounding, span: Span) -> Expr {
        let bounds = self.bounds_of(&value);
        let (above, below) = rounding.to;
        // The multiples next to the ends of a range may lie beyond them.
        let step = above / below + i64::from(above % below != 0);
        let wider = Interval {
            low: bounds.low.and_then(|low| low.checked_sub(step)),
            high: bounds.high.and_then(|high| high.checked_add(step)),
        };
        let bounds = if rounding.to == (1, 1) { bounds } else { wider };
        self.keep_bounds(span, bounds);
        let ty = if rounding.is_whole() { Type::Number(bounds) } else { Type::Fraction };
        make(ExprKind::Round(rounding, Box::new(value)), ty, span)
    }

    /// An expression for a place of the type `want`, where a number is made this of.
    pub(super) fn expr_made(&mut self, expr: &ast::Expr, want: &Type, making: Making, what: &str) -> Expr {
        if making.is_nothing() || !want.without_none().is_number() {
            return self.expr_for(expr, want, what);
        }
        let before = self.compiler.findings.len();
        let any = match want {
            Type::OrNone(_) => Type::Fraction.or_none(),
            _ => Type::Fraction,
        };
        let typed = self.expr_as(expr, Some(&any));
        if self.compiler.findings.len() > before {
            return typed;
        }
        let typed = self.making(typed, want, making);
        if super::known::none_within(want, &typed.ty) {
            return self.not_none(&typed, expr, &format!("{what} is {}", self.words(want)));
        }
        self.fit(typed, want, what)
    }

    /// What becomes of a value that is put into a place of the type `want`.
    pub(super) fn making(&mut self, value: Expr, want: &Type, making: Making) -> Expr {
        let span = value.span;
        if let (Type::OrNone(inner), Type::OrNone(_)) = (&value.ty, want) {
            // None stays none.
            let there = Expr { ty: (**inner).clone(), ..value.clone() };
            let none = || make(ExprKind::Constant(Value::None), Type::Nothing, span);
            let is = ExprKind::Is(false, Box::new(value), Box::new(none()));
            let made = self.making(there, want.without_none(), making);
            let ty = made.ty.clone().or_none();
            let [yes, no] = [(); 2].map(|()| self.point(PointKind::Woven, Span::default()));
            let condition = Box::new(make(is, Type::YesNo, span));
            return make(
                ExprKind::If { condition, then: Box::new(made), otherwise: Box::new(none()), yes, no },
                ty,
                span,
            );
        }
        if !matches!(value.ty, Type::Number(_) | Type::Fraction) {
            return value;
        }
        let whole = matches!(value.ty, Type::Number(_));
        let value = match making.rounding {
            Some(rounding) if !(whole && rounding.to == (1, 1)) => self.rounding(value, rounding, span),
            _ => value,
        };
        let (true, Type::Number(range)) = (making.cut, want.without_none()) else { return value };
        let bounds = self.bounds_of(&value);
        let mut value = value;
        for (end, greatest) in [(range.low, true), (range.high, false)] {
            let Some(end) = end else { continue };
            let end = make(ExprKind::Constant(Value::Number(end)), Type::Number(Interval::only(end)), span);
            let ty = if value.ty == Type::Fraction { Type::Fraction } else { Type::NUMBER };
            value = make(ExprKind::Extreme(greatest, vec![value, end]), ty, span);
        }
        let within = |end: Option<i64>| {
            let end = range.low.zip(end).map_or(end, |(low, end)| Some(low.max(end)));
            range.high.zip(end).map_or(end, |(high, end)| Some(high.min(end)))
        };
        let within = Interval { low: within(bounds.low).or(range.low), high: within(bounds.high).or(range.high) };
        if value.ty == Type::Fraction {
            self.keep_bounds(span, within);
            return value;
        }
        Expr { ty: Type::Number(within), ..value }
    }

    pub(super) fn extreme(&mut self, of: &[ast::Expr], highest: bool, span: Span) -> Expr {
        let mut values = Vec::new();
        let mut bounds: Option<Interval> = None;
        let mut fraction = false;
        let before = self.compiler.findings.len();
        for part in of {
            let value = self.ordered(part);
            if matches!(value.ty, Type::Symbols(_)) {
                let value = self.as_number(value, part, "what is compared");
                values.push(value);
                continue;
            }
            let part = self.bounds_of(&value);
            fraction |= value.ty == Type::Fraction;
            let pick = |a: Option<i64>, b: Option<i64>, low: bool| match (a, b) {
                (Some(a), Some(b)) => Some(if highest { a.max(b) } else { a.min(b) }),
                // The greatest of several is at least the known one; the least at most.
                (Some(known), None) | (None, Some(known)) => (highest == low).then_some(known),
                (None, None) => None,
            };
            bounds = Some(bounds.map_or(part, |all| Interval {
                low: pick(all.low, part.low, true),
                high: pick(all.high, part.high, false),
            }));
            values.push(value);
        }
        let dates = values.iter().filter(|value| value.ty == Type::Date).count();
        if dates > 0 {
            if dates < values.len() && self.compiler.findings.len() == before {
                let message = "a date is compared with what is none";
                self.mismatch(span, message, "compare dates with dates: the greatest is the latest");
            }
            return make(ExprKind::Extreme(highest, values), Type::Date, span);
        }
        let bounds = bounds.unwrap_or(Interval::ALL);
        self.keep_bounds(span, bounds);
        let ty = if fraction { Type::Fraction } else { Type::Number(bounds) };
        make(ExprKind::Extreme(highest, values), ty, span)
    }

    pub(super) fn arithmetic(&mut self, op: Arithmetic, left: Expr, right: Expr, span: Span) -> Expr {
        if op == Arithmetic::Divide {
            return self.divide(left, right, span);
        }
        let (a, b) = (self.bounds_of(&left), self.bounds_of(&right));
        let bounds = match op {
            Arithmetic::Add => a.plus(b),
            Arithmetic::Subtract => a.plus(b.negate()),
            _ => a.multiply(b),
        };
        self.keep_bounds(span, bounds);
        let fraction = left.ty == Type::Fraction || right.ty == Type::Fraction;
        let ty = if fraction { Type::Fraction } else { Type::Number(bounds) };
        make(ExprKind::Arithmetic(op, Box::new(left), Box::new(right)), ty, span)
    }

    pub(super) fn divide(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        let (a, b) = (self.bounds_of(&left), self.bounds_of(&right));
        if b == Interval::only(0) {
            let help = "change the number, or take the division out";
            self.report(&codes::OUT_OF_RANGE, right.span, "nothing can be divided by 0", help);
        }
        let bounds = match b {
            Interval { low: Some(low), high: Some(high) } if low == high && low > 0 => Interval {
                low: a.low.map(|end| end.div_euclid(low)),
                high: a.high.and_then(|end| Some(-end.checked_neg()?.div_euclid(low))),
            },
            _ => Interval::ALL,
        };
        self.keep_bounds(span, bounds);
        let kind = ExprKind::Arithmetic(Arithmetic::Divide, Box::new(left), Box::new(right));
        make(kind, Type::Fraction, span)
    }

    /// A comparison whose answer the ranges already give is a mistake: the other way can never be.
    pub(super) fn decided(&mut self, op: Comparison, a: Interval, b: Interval, span: Span) {
        let below = |a: Option<i64>, b: Option<i64>| matches!((a, b), (Some(a), Some(b)) if a < b);
        let up_to = |a: Option<i64>, b: Option<i64>| matches!((a, b), (Some(a), Some(b)) if a <= b);
        let (always, never) = match op {
            Comparison::Less => (below(a.high, b.low), up_to(b.high, a.low)),
            Comparison::LessOrEqual => (up_to(a.high, b.low), below(b.high, a.low)),
            Comparison::Greater => (below(b.high, a.low), up_to(a.high, b.low)),
            Comparison::GreaterOrEqual => (up_to(b.high, a.low), below(a.high, b.low)),
        };
        if always || never {
            let word = if always { "always" } else { "never" };
            let range = crate::logic::program::range;
            let message = format!("this {word} holds: the left side is {}, the right side {}", range(a), range(b));
            self.report(&codes::OUT_OF_RANGE, span, message, "change the number, or take the comparison out");
        }
    }
}
