//! Expressions: each becomes one of the program, with its type.

use std::sync::Arc;

use super::scope::Body;
use super::{Compiler, Global};
use crate::diagnostic::codes;
use crate::library::names;
use crate::logic::program::{Arithmetic, Collection, Comparison, Expr, ExprKind, PointKind};
use crate::logic::syntax::ast::{self, Binary, Span};
use crate::logic::syntax::print;
use crate::logic::types::{Fit, Interval, Type};
use crate::logic::value::Value;

/// An expression and its type.
pub(super) type Typed = (Expr, Type);

/// How deep expressions may lead, through values whose types are found on the way.
const DEEPEST: usize = 160;

fn make(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

/// What stands where a mistake was reported.
pub(super) fn broken(span: Span) -> Typed {
    (make(ExprKind::Constant(Value::None), span), Type::Unknown)
}

impl Body<'_, '_> {
    /// An expression of any type.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Typed {
        self.expr_as(expr, None)
    }

    /// A condition.
    pub(super) fn condition(&mut self, expr: &ast::Expr) -> Expr {
        let before = self.compiler.findings.len();
        let typed = self.expr_as(expr, Some(&Type::YesNo));
        if self.compiler.findings.len() > before {
            return typed.0;
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
            let condition = Box::new(self.condition(condition));
            let yes = self.point(PointKind::BranchYes, then.span);
            let no = self.point(PointKind::BranchNo, otherwise.span);
            let then = Box::new(self.expr_for(then, want, what));
            let otherwise = Box::new(self.expr_for(otherwise, want, what));
            self.compiler.depth -= 1;
            return make(ExprKind::If { condition, then, otherwise, yes, no }, expr.span);
        }
        let typed = self.expr_as(expr, Some(want));
        if self.compiler.findings.len() > before {
            // One mistake, one finding: what it leads to further out is not said.
            return typed.0;
        }
        self.fit(typed, want, what)
    }

    /// Makes sure that a value goes where `want` is declared: proven, or looked at when it is stored.
    pub(super) fn fit(&mut self, (expr, ty): Typed, want: &Type, what: &str) -> Expr {
        let span = expr.span;
        let expr = convert(expr, &ty, want);
        match want.accepts(&ty) {
            Fit::Always => expr,
            Fit::Sometimes => make(ExprKind::Checked(Box::new(expr), want.clone()), span),
            Fit::OutOfRange => {
                let message = format!("this is {}, but {what} is {}", self.words(&ty), self.words(want));
                self.report(&codes::OUT_OF_RANGE, span, message, "change the number, or the declared range");
                broken(span).0
            }
            Fit::Never => {
                let message = format!("this is {}, but {what} is {}", self.words(&ty), self.words(want));
                let help = match (want.without_none(), ty.without_none()) {
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
                    (Type::Record(_), _) => "write a record: `(name: value, …)`",
                    (Type::List(_) | Type::Set(_) | Type::Bag(_), _) => "write a list: `[…]`",
                    (_, Type::List(_) | Type::Set(_) | Type::Bag(_)) => {
                        "it holds several: take each by `for each x in …`, or the one by `only x in …`"
                    }
                    _ => "",
                };
                self.mismatch(span, message, help);
                broken(span).0
            }
        }
    }

    pub(super) fn words(&self, ty: &Type) -> String {
        self.compiler.describe(ty)
    }

    /// An expression for a place of the type `want`, if it is known.
    pub(super) fn expr_as(&mut self, expr: &ast::Expr, want: Option<&Type>) -> Typed {
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
        typed
    }

    fn expr_inside(&mut self, expr: &ast::Expr, want: Option<&Type>) -> Typed {
        use ast::ExprKind as E;
        let span = expr.span;
        match &expr.kind {
            E::Number(number) => {
                (make(ExprKind::Constant(Value::Number(*number)), span), Type::Number(Interval::only(*number)))
            }
            E::YesNo(yes) => (make(ExprKind::Constant(Value::YesNo(*yes)), span), Type::YesNo),
            E::None => (make(ExprKind::Constant(Value::None), span), Type::Nothing),
            E::Name(name) => self.name_expr(name, span),
            E::Call(name, args) => self.call(name, args, span, want),
            E::Field(of, field) => self.field(of, field, span),
            E::Index(map, key) => self.entry(map, key, span),
            E::List(elements) => self.list(elements, span, want),
            E::Record(fields) => self.record_literal(fields, span, want),
            E::Negate(of) => {
                let (value, ty) = self.number(of, "what is negated");
                let bounds = self.bounds_of(&value, &ty).negate();
                let ty = if ty == Type::Fraction { Type::Fraction } else { Type::Number(bounds) };
                self.keep_bounds(span, bounds);
                (make(ExprKind::Negate(Box::new(value)), span), ty)
            }
            E::Not(of) => (make(ExprKind::Not(Box::new(self.condition(of))), span), Type::YesNo),
            E::IsEmpty(of, yes) => {
                let (value, ty) = self.expr(of);
                if ty.element().is_none() && ty != Type::Unknown {
                    let message = format!("only a list, set, bag or map can be empty, and this is {}", self.words(&ty));
                    self.mismatch(of.span, message, "compare it with `is none` if it may be missing");
                }
                (make(ExprKind::IsEmpty(Box::new(value), *yes), span), Type::YesNo)
            }
            E::HalfOf(of) => {
                let (value, ty) = self.number(of, "what is halved");
                let two = make(ExprKind::Constant(Value::Number(2)), span);
                self.divide((value, ty), (two, Type::Number(Interval::only(2))), span)
            }
            E::Rounded(of, up) => self.rounded(of, *up, span),
            E::Binary(op, a, b) => self.binary(*op, a, b, span),
            E::Range(low, high) => {
                let (low, low_type) = self.number(low, "an end of a range");
                let (high, high_type) = self.number(high, "an end of a range");
                self.backwards(self.bounds_of(&low, &low_type), self.bounds_of(&high, &high_type), span);
                let interval =
                    Interval { low: self.bounds_of(&low, &low_type).low, high: self.bounds_of(&high, &high_type).high };
                let interval =
                    if interval.low > interval.high && interval.high.is_some() { Interval::ALL } else { interval };
                let ty = Type::Set(Box::new(Type::Number(interval)));
                (make(ExprKind::Range(Box::new(low), Box::new(high)), span), ty)
            }
            E::If(condition, then, otherwise) => {
                let condition_expr = self.condition(condition);
                let (then_expr, then_type) = self.expr_as(then, want);
                let (otherwise_expr, otherwise_type) = self.expr_as(otherwise, want);
                let ty = then_type.join(&otherwise_type).unwrap_or_else(|| {
                    let message =
                        format!("one way gives {}, the other {}", self.words(&then_type), self.words(&otherwise_type));
                    self.mismatch(span, message, "let both give the same kind of thing");
                    Type::Unknown
                });
                let bounds =
                    self.bounds_of(&then_expr, &then_type).join(self.bounds_of(&otherwise_expr, &otherwise_type));
                self.keep_bounds(span, bounds);
                let yes = self.point(PointKind::BranchYes, then.span);
                let no = self.point(PointKind::BranchNo, otherwise.span);
                let kind = ExprKind::If {
                    condition: Box::new(condition_expr),
                    then: Box::new(convert(then_expr, &then_type, &ty)),
                    otherwise: Box::new(convert(otherwise_expr, &otherwise_type, &ty)),
                    yes,
                    no,
                };
                (make(kind, span), ty)
            }
            E::Min(of) => self.extreme(of, false, span),
            E::Max(of) => self.extreme(of, true, span),
            E::Select(select, value, source) => self.select(*select, value.as_deref(), source, span, want),
            E::Every(name, of, condition) => self.every(name, of, condition, span),
            E::Graph(question, graph, args, filters) => self.graph(*question, graph, args, filters, span),
        }
    }

    /// A number or fraction.
    pub(super) fn number(&mut self, expr: &ast::Expr, what: &str) -> Typed {
        let before = self.compiler.findings.len();
        let (value, ty) = self.expr(expr);
        match &ty {
            _ if self.compiler.findings.len() > before => (value, Type::Unknown),
            Type::Number(_) | Type::Fraction | Type::Unknown => (value, ty),
            Type::OrNone(inner) if matches!(**inner, Type::Number(_) | Type::Fraction) => {
                let inner = (**inner).clone();
                let span = value.span;
                (make(ExprKind::Checked(Box::new(value), inner.clone()), span), inner)
            }
            _ => {
                let message = format!("{what} must be a number, and this is {}", self.words(&ty));
                let help = match ty.without_none() {
                    Type::Symbols(_) => "members are not numbers: ask with `is`, or `in [a, b]`",
                    Type::List(_) | Type::Set(_) | Type::Bag(_) => {
                        "say which number: `count of x in …`, `sum of x for x in …`, `highest of x for x in …`"
                    }
                    Type::YesNo => "write `if … then 1 otherwise 0`",
                    Type::Entity(_) | Type::Record(_) => "name a field of it, behind a dot",
                    _ => "",
                };
                self.mismatch(expr.span, message, help);
                broken(expr.span)
            }
        }
    }

    /// The whole numbers between which a number lies.
    pub(super) fn bounds_of(&self, expr: &Expr, ty: &Type) -> Interval {
        match ty {
            Type::Number(interval) => *interval,
            Type::Fraction => self.compiler.bounds.get(&(self.block, expr.span)).copied().unwrap_or(Interval::ALL),
            _ => Interval::ALL,
        }
    }

    fn keep_bounds(&mut self, span: Span, bounds: Interval) {
        self.compiler.bounds.insert((self.block, span), bounds);
    }

    fn rounded(&mut self, of: &ast::Expr, up: bool, span: Span) -> Typed {
        let (value, ty) = self.number(of, "what is rounded");
        let bounds = self.bounds_of(&value, &ty);
        (make(ExprKind::Round(up, Box::new(value)), span), Type::Number(bounds))
    }

    fn extreme(&mut self, of: &[ast::Expr], highest: bool, span: Span) -> Typed {
        let mut values = Vec::new();
        let mut bounds: Option<Interval> = None;
        let mut fraction = false;
        for part in of {
            let (value, ty) = self.number(part, "what is compared");
            let part = self.bounds_of(&value, &ty);
            fraction |= ty == Type::Fraction;
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
        let bounds = bounds.unwrap_or(Interval::ALL);
        self.keep_bounds(span, bounds);
        let ty = if fraction { Type::Fraction } else { Type::Number(bounds) };
        (make(ExprKind::Extreme(highest, values), span), ty)
    }

    fn binary(&mut self, op: Binary, a: &ast::Expr, b: &ast::Expr, span: Span) -> Typed {
        let arithmetic = |op| match op {
            Binary::Add => Some(Arithmetic::Add),
            Binary::Subtract => Some(Arithmetic::Subtract),
            Binary::Multiply => Some(Arithmetic::Multiply),
            Binary::Divide => Some(Arithmetic::Divide),
            _ => None,
        };
        let comparison = |op| match op {
            Binary::Less => Some(Comparison::Less),
            Binary::LessOrEqual => Some(Comparison::LessOrEqual),
            Binary::Greater => Some(Comparison::Greater),
            Binary::GreaterOrEqual => Some(Comparison::GreaterOrEqual),
            _ => None,
        };
        if let Some(op) = arithmetic(op) {
            let what = match op {
                Arithmetic::Add | Arithmetic::Subtract => "a part of a sum",
                Arithmetic::Multiply => "what is multiplied",
                Arithmetic::Divide => "a part of a division",
            };
            let left = self.number(a, what);
            let right = self.number(b, what);
            return self.arithmetic(op, left, right, span);
        }
        if let Some(op) = comparison(op) {
            let before = self.compiler.findings.len();
            let (left, left_type) = self.number(a, "what is compared");
            if self.compiler.findings.len() > before {
                // The other side is most often of the same kind.
                let (right, _) = self.expr(b);
                return (make(ExprKind::Compare(op, Box::new(left), Box::new(right)), span), Type::YesNo);
            }
            let (right, right_type) = self.number(b, "what is compared");
            if self.with_itself(a, b, span) {
                return broken(span);
            }
            self.decided(op, self.bounds_of(&left, &left_type), self.bounds_of(&right, &right_type), span);
            return (make(ExprKind::Compare(op, Box::new(left), Box::new(right)), span), Type::YesNo);
        }
        let kind = match op {
            Binary::And => ExprKind::And(Box::new(self.condition(a)), Box::new(self.condition(b))),
            Binary::Or => ExprKind::Or(Box::new(self.condition(a)), Box::new(self.condition(b))),
            Binary::Is | Binary::IsNot => return self.is(op == Binary::Is, a, b, span),
            _ => return self.member(op == Binary::In, a, b, span),
        };
        (make(kind, span), Type::YesNo)
    }

    fn arithmetic(&mut self, op: Arithmetic, left: Typed, right: Typed, span: Span) -> Typed {
        if op == Arithmetic::Divide {
            return self.divide(left, right, span);
        }
        let (a, b) = (self.bounds_of(&left.0, &left.1), self.bounds_of(&right.0, &right.1));
        let bounds = match op {
            Arithmetic::Add => a.plus(b),
            Arithmetic::Subtract => a.plus(b.negate()),
            _ => a.multiply(b),
        };
        self.keep_bounds(span, bounds);
        let fraction = left.1 == Type::Fraction || right.1 == Type::Fraction;
        let ty = if fraction { Type::Fraction } else { Type::Number(bounds) };
        (make(ExprKind::Arithmetic(op, Box::new(left.0), Box::new(right.0)), span), ty)
    }

    fn divide(&mut self, left: Typed, right: Typed, span: Span) -> Typed {
        let (a, b) = (self.bounds_of(&left.0, &left.1), self.bounds_of(&right.0, &right.1));
        if b == Interval::only(0) {
            let help = "change the number, or take the division out";
            self.report(&codes::OUT_OF_RANGE, right.0.span, "nothing can be divided by 0", help);
        }
        let bounds = match b {
            Interval { low: Some(low), high: Some(high) } if low == high && low > 0 => Interval {
                low: a.low.map(|end| end.div_euclid(low)),
                high: a.high.and_then(|end| Some(-end.checked_neg()?.div_euclid(low))),
            },
            _ => Interval::ALL,
        };
        self.keep_bounds(span, bounds);
        let kind = ExprKind::Arithmetic(Arithmetic::Divide, Box::new(left.0), Box::new(right.0));
        (make(kind, span), Type::Fraction)
    }

    /// A comparison whose answer the ranges already give is a mistake: the other way can never be.
    fn decided(&mut self, op: Comparison, a: Interval, b: Interval, span: Span) {
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
            let range = super::describe::range;
            let message = format!("this {word} holds: the left side is {}, the right side {}", range(a), range(b));
            self.report(&codes::OUT_OF_RANGE, span, message, "change the number, or take the comparison out");
        }
    }

    /// Whether something is compared with itself, which is reported.
    fn with_itself(&mut self, a: &ast::Expr, b: &ast::Expr, span: Span) -> bool {
        let plain = |expr: &ast::Expr| matches!(expr.kind, ast::ExprKind::Name(_) | ast::ExprKind::Field(..));
        let same = plain(a) && plain(b) && print::expression(a) == print::expression(b);
        if same {
            self.mismatch(span, "this compares something with itself", "name what it is to be compared with");
        }
        same
    }

    /// A range that ends before it begins holds nothing.
    fn backwards(&mut self, low: Interval, high: Interval, span: Span) {
        if let (Some(low), Some(high)) = (low.low, high.high)
            && low > high
        {
            let message = "this range runs backwards: no number lies in it";
            self.report(&codes::OUT_OF_RANGE, span, message, "write the lower end first");
        }
    }

    /// A range that no value of the left side can lie in.
    fn apart_from(&mut self, element: &Type, low: &Type, high: &Type, span: Span) {
        if let (Type::Number(element), Type::Number(low), Type::Number(high)) = (element.without_none(), low, high)
            && (Interval { low: low.low, high: high.high }).apart(*element)
        {
            let message = format!("the left side is never in this range: it is {}", super::describe::range(*element));
            self.report(&codes::OUT_OF_RANGE, span, message, "change the range, or take the comparison out");
        } else if let (Type::Number(element), Type::Number(low), Type::Number(high)) = (element, low, high)
            && (Interval { low: low.high, high: high.low }).covers(*element)
            && low.high.is_some()
            && high.low.is_some()
        {
            let message = format!("the left side is always in this range: it is {}", super::describe::range(*element));
            self.report(&codes::OUT_OF_RANGE, span, message, "change the range, or take the comparison out");
        }
    }

    fn is(&mut self, yes: bool, a: &ast::Expr, b: &ast::Expr, span: Span) -> Typed {
        let before = self.compiler.findings.len();
        let (left, left_type) = self.expr(a);
        let (right, right_type) = self.expr_as(b, Some(&left_type));
        if self.compiler.findings.len() > before || self.with_itself(a, b, span) {
            return (make(ExprKind::Is(yes, Box::new(left), Box::new(right)), span), Type::YesNo);
        }
        let fits = left_type.accepts(&right_type).max(right_type.accepts(&left_type));
        let nothing = (left_type == Type::Nothing && !matches!(right_type, Type::OrNone(_) | Type::Unknown))
            || (right_type == Type::Nothing && !matches!(left_type, Type::OrNone(_) | Type::Unknown));
        if matches!(fits, Fit::Never | Fit::OutOfRange) || nothing {
            let message = format!(
                "this can never be equal: the left side is {}, the right side {}",
                self.words(&left_type),
                self.words(&right_type)
            );
            let code = if fits == Fit::OutOfRange { &codes::OUT_OF_RANGE } else { &codes::TYPE_MISMATCH };
            let help = if nothing {
                "it is never none".to_owned()
            } else {
                self.members_of(&left_type).unwrap_or_else(|| "compare it with something it can be".to_owned())
            };
            self.report(code, span, message, help);
        }
        let right = convert(right, &right_type, &left_type);
        (make(ExprKind::Is(yes, Box::new(left), Box::new(right)), span), Type::YesNo)
    }

    /// What a value of few can be, in words.
    fn members_of(&self, ty: &Type) -> Option<String> {
        let Type::Symbols(members) = ty.without_none() else { return None };
        let names: Vec<&str> =
            members.iter().map(|member| self.compiler.program.symbols[member.0 as usize].as_str()).collect();
        (names.len() > 1 && names.len() <= 12).then(|| format!("the left side is one of: {}", names.join(", ")))
    }

    fn member(&mut self, yes: bool, a: &ast::Expr, b: &ast::Expr, span: Span) -> Typed {
        let before = self.compiler.findings.len();
        let (element, element_type) = self.expr(a);
        if let ast::ExprKind::Range(low, high) = &b.kind {
            let (low, low_type) = self.number(low, "an end of a range");
            let (high, high_type) = self.number(high, "an end of a range");
            if self.compiler.findings.len() == before {
                self.backwards(self.bounds_of(&low, &low_type), self.bounds_of(&high, &high_type), b.span);
                self.apart_from(&element_type, &low_type, &high_type, span);
            }
            if !matches!(element_type.without_none(), Type::Number(_) | Type::Fraction | Type::Unknown) {
                let message = format!("only a number lies in a range, and this is {}", self.words(&element_type));
                self.mismatch(a.span, message, "");
            }
            let kind = ExprKind::Between(yes, Box::new(element), Box::new(low), Box::new(high));
            return (make(kind, span), Type::YesNo);
        }
        let want = Type::List(Box::new(element_type.clone()));
        let (collection, ty) = self.expr_as(b, Some(&want));
        match ty.element() {
            _ if self.compiler.findings.len() > before => {}
            Some(inner) => {
                let inner = inner.clone();
                if inner != Type::Nothing && inner.without_none().accepts(element_type.without_none()) < Fit::Sometimes
                {
                    let message = format!("{} can never be among {}", self.words(&element_type), self.words(&ty));
                    let help = self.members_of(&element_type).unwrap_or_default();
                    self.mismatch(span, message, help);
                }
            }
            None if ty == Type::Unknown => {}
            None => {
                let message =
                    format!("`in` needs a list, set, bag, map or range behind it, and this is {}", self.words(&ty));
                self.mismatch(b.span, message, "write one value as `is …`, several as `in [a, b]`");
            }
        }
        (make(ExprKind::In(yes, Box::new(element), Box::new(collection)), span), Type::YesNo)
    }

    fn list(&mut self, elements: &[ast::Expr], span: Span, want: Option<&Type>) -> Typed {
        let wanted = want.map(Type::without_none).and_then(Type::element).cloned();
        let mut values = Vec::new();
        let mut ty = Type::Nothing;
        let mut first = true;
        for element in elements {
            let (value, element_type) = self.expr_as(element, wanted.as_ref());
            ty = if first {
                element_type
            } else {
                ty.join(&element_type).unwrap_or_else(|| {
                    let message = format!("a list holds {} and {}", self.words(&ty), self.words(&element_type));
                    self.mismatch(element.span, message, "all elements must be of one kind");
                    Type::Unknown
                })
            };
            first = false;
            values.push(value);
        }
        let (kind, ty) = match want.map(Type::without_none) {
            Some(Type::Set(_)) => (Collection::Set, Type::Set(Box::new(ty))),
            Some(Type::Bag(_)) => (Collection::Bag, Type::Bag(Box::new(ty))),
            _ => (Collection::List, Type::List(Box::new(ty))),
        };
        (make(ExprKind::Collect(kind, values), span), ty)
    }

    fn field(&mut self, of: &ast::Expr, field: &ast::Name, span: Span) -> Typed {
        let (value, ty) = self.expr(of);
        let (value, inner) = match &ty {
            Type::OrNone(inner) => {
                let inner = (**inner).clone();
                let at = value.span;
                (make(ExprKind::Checked(Box::new(value), inner.clone()), at), inner)
            }
            _ => (value, ty.clone()),
        };
        let fields = match &inner {
            Type::Entity(id) => self.compiler.program.entities[usize::from(id.0)].fields.clone(),
            Type::Record(id) => self.compiler.program.records[usize::from(id.0)].fields.clone(),
            Type::Unknown => return broken(span),
            _ => {
                let message = format!("{} has no fields", self.words(&inner));
                self.mismatch(field.span, message, "only an entity, a record or a row of data has fields");
                return broken(span);
            }
        };
        let name = |field: &crate::logic::program::Field| self.compiler.program.name(field.name);
        let Some(at) = fields.iter().position(|known| name(known) == field.text) else {
            let help = names::suggestion(&field.text, fields.iter().map(name))
                .unwrap_or_else(|| format!("it has: {}", fields.iter().map(name).collect::<Vec<_>>().join(", ")));
            let message = format!("{} has no field `{}`", self.words(&inner), field.text);
            self.report(&codes::UNKNOWN_NAME, field.span, message, help);
            return broken(span);
        };
        let index = u16::try_from(at).unwrap_or(u16::MAX);
        let kind = match inner {
            Type::Entity(id) => ExprKind::EntityField(Box::new(value), id, index),
            _ => ExprKind::RecordField(Box::new(value), index),
        };
        (make(kind, span), fields[at].ty.clone())
    }

    fn entry(&mut self, map: &ast::Expr, key: &ast::Expr, span: Span) -> Typed {
        let (map_expr, ty) = self.expr(map);
        match &ty {
            Type::Map(key_type, value) => {
                let key = self.expr_for(key, key_type, "the key");
                (make(ExprKind::Entry(Box::new(map_expr), Box::new(key)), span), (**value).clone())
            }
            Type::Unknown => broken(span),
            _ => {
                let message = format!("only a map has entries, and this is {}", self.words(&ty));
                self.mismatch(map.span, message, "");
                broken(span)
            }
        }
    }

    fn name_expr(&mut self, name: &str, span: Span) -> Typed {
        if let Some(local) = self.local(name) {
            local.used = true;
            return (make(ExprKind::Local(local.slot), span), local.ty.clone());
        }
        match self.compiler.globals.get(name).map(|(global, ..)| *global) {
            Some(Global::State(id)) => {
                self.reads(id, name, span);
                let ty = self.compiler.program.states.get(id.index()).map_or(Type::Unknown, |state| state.ty.clone());
                return (make(ExprKind::State(id), span), ty);
            }
            Some(Global::Option(id)) => {
                let readings = self.compiler.program.options[id.index()].readings.clone();
                return (make(ExprKind::Option(id), span), super::types::members(&readings));
            }
            Some(Global::Data(id)) => {
                let row = self.compiler.program.data[id.index()].row;
                return (make(ExprKind::Rows(id), span), Type::List(Box::new(Type::Record(row))));
            }
            Some(Global::Function(id)) => return self.call_function(id, &[], span, span),
            Some(Global::Procedure(_)) => {
                let message = format!("`{name}` is a procedure: it does something and gives no value");
                self.mismatch(span, message, format!("run it with `do {name}(…) as result`, then ask `result`"));
                return broken(span);
            }
            Some(Global::Graph(_)) => {
                let message = format!("`{name}` is a graph");
                self.mismatch(span, message, format!("ask it: `neighbours of area in {name}`"));
                return broken(span);
            }
            None => {}
        }
        if let Some((ty, ..)) = self.compiler.types.get(name).cloned() {
            return self.type_as_list(name, &ty, span);
        }
        if let Some(symbol) = self.compiler.symbols.get(name).copied() {
            let ty = Type::Symbols(Arc::new(vec![symbol]));
            return (make(ExprKind::Constant(Value::Symbol(symbol)), span), ty);
        }
        let help = self.suggest(name);
        self.report(&codes::UNKNOWN_NAME, span, format!("there is no `{name}` here"), help);
        broken(span)
    }

    /// An enumeration in the place of a value is the list of its members; an entity type all that exist.
    fn type_as_list(&mut self, name: &str, ty: &Type, span: Span) -> Typed {
        match ty {
            Type::Entity(id) => (make(ExprKind::All(*id), span), Type::List(Box::new(ty.clone()))),
            Type::Symbols(_) => {
                let members = self.compiler.program.enumerations.get(name).cloned().unwrap_or_default();
                let members = members.into_iter().map(Value::Symbol).collect();
                let list = Value::List(Arc::new(members));
                (make(ExprKind::Constant(list), span), Type::List(Box::new(ty.clone())))
            }
            Type::Number(Interval { low: Some(low), high: Some(high) }) => {
                let end = |end: i64| Box::new(make(ExprKind::Constant(Value::Number(end)), span));
                (make(ExprKind::Range(end(*low), end(*high)), span), Type::Set(Box::new(ty.clone())))
            }
            Type::YesNo => {
                let both = Value::List(Arc::new(vec![Value::YesNo(true), Value::YesNo(false)]));
                (make(ExprKind::Constant(both), span), Type::List(Box::new(Type::YesNo)))
            }
            _ => {
                let help = match ty {
                    Type::Number(interval) => {
                        format!("write its range: `{}..{}`", end(interval.low), end(interval.high))
                    }
                    _ => "write a name of something that has this type".to_owned(),
                };
                self.mismatch(span, format!("`{name}` is a type and stands for no value"), help);
                broken(span)
            }
        }
    }

    /// A field of something at hand that has this name: "did you mean `unit.owner`?"
    pub(super) fn field_meant(&self, name: &str) -> Option<String> {
        let program = &self.compiler.program;
        self.locals.iter().rev().find_map(|local| {
            let fields = match local.ty.without_none() {
                Type::Entity(id) => &program.entities[usize::from(id.0)].fields,
                Type::Record(id) => &program.records[usize::from(id.0)].fields,
                _ => return None,
            };
            let known = fields.iter().any(|field| program.name(field.name) == name);
            known.then(|| format!("did you mean `{}.{name}`?", local.name))
        })
    }

    /// The nearest name that could have been meant.
    pub(super) fn suggest(&self, name: &str) -> String {
        if let Some(help) = self.field_meant(name) {
            return help;
        }
        if self.compiler.many_findings() {
            return String::new();
        }
        // A hidden name stands in brackets.
        let locals = self.locals.iter().map(|local| local.name.as_str()).filter(|name| !name.starts_with('('));
        let compiler = &*self.compiler;
        let globals = compiler.globals.keys().map(String::as_str);
        let symbols = compiler.symbols.keys().map(String::as_str);
        let types = compiler.types.keys().map(String::as_str);
        names::suggestion(name, locals.chain(globals).chain(symbols).chain(types)).unwrap_or_else(|| {
            "a name is a parameter, a state, a definition of the book, or a member of an enumeration".to_owned()
        })
    }

    /// A state may be read by procedures, and by what says so.
    fn reads(&mut self, state: crate::logic::program::StateId, name: &str, span: Span) {
        let Some(reads) = &mut self.reads else { return };
        if let Some((_, _, used)) = reads.iter_mut().find(|(known, ..)| *known == state) {
            *used = true;
            return;
        }
        reads.push((state, Span::default(), true));
        let message = format!("`{name}` is a state that this definition does not say it reads");
        let help = format!("add `reads {name}` {}", self.reads_stand);
        self.report(&codes::UNDECLARED_STATE, span, message, help);
    }
}

fn end(end: Option<i64>) -> String {
    end.map_or_else(|| "…".to_owned(), |end| end.to_string())
}

/// A list becomes a set or bag where one is declared.
pub(super) fn convert(expr: Expr, from: &Type, to: &Type) -> Expr {
    let kind = match (to.without_none(), from) {
        (Type::Set(_), Type::List(_)) => Collection::Set,
        (Type::Bag(_), Type::List(_)) => Collection::Bag,
        _ => return expr,
    };
    let span = expr.span;
    make(ExprKind::Convert(kind, Box::new(expr)), span)
}

impl Compiler<'_> {
    /// A plain value: a start of a state, a cell of a table.
    pub(super) fn literal(&self, expr: &ast::Expr, ty: &Type) -> Option<Value> {
        use ast::ExprKind as E;
        let value = match &expr.kind {
            E::Number(number) => Value::Number(*number),
            E::Negate(of) => match self.literal(of, &Type::NUMBER)? {
                Value::Number(number) => Value::Number(number.checked_neg()?),
                _ => return None,
            },
            E::YesNo(yes) => Value::YesNo(*yes),
            E::None => Value::None,
            E::Name(name) => Value::Symbol(*self.symbols.get(name)?),
            E::List(elements) => {
                let element = ty.without_none().element().cloned().unwrap_or(Type::Unknown);
                let values: Option<Vec<_>> =
                    elements.iter().map(|value| self.literal(value, &element)).collect();
                match ty.without_none() {
                    Type::Set(_) => Value::set(values?),
                    Type::Bag(_) => Value::bag(values?),
                    Type::Map(..) if elements.is_empty() => Value::map(Vec::new()),
                    _ => Value::List(Arc::new(values?)),
                }
            }
            _ => return None,
        };
        (ty.holds(&value)).then_some(value)
    }
}

impl Type {
    /// Whether a value is of this type.
    pub fn holds(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Unknown, _) | (Self::OrNone(_) | Self::Nothing, Value::None) => true,
            (Self::OrNone(inner), value) => inner.holds(value),
            (Self::Number(interval), Value::Number(number)) => interval.contains(*number),
            (Self::Fraction, Value::Number(_) | Value::Fraction(_)) | (Self::YesNo, Value::YesNo(_)) => true,
            (Self::Symbols(members), Value::Symbol(symbol)) => members.binary_search(symbol).is_ok(),
            // Which type an entity has, only the world knows.
            (Self::Entity(_), Value::Entity(_)) | (Self::Record(_), Value::Record(_)) => true,
            (Self::List(element), Value::List(values)) | (Self::Set(element), Value::Set(values)) => {
                values.iter().all(|value| element.holds(value))
            }
            (Self::Bag(element), Value::Bag(values)) => values.iter().all(|(value, _)| element.holds(value)),
            (Self::Map(key, element), Value::Map(entries)) => {
                entries.iter().all(|(name, value)| key.holds(name) && element.holds(value))
            }
            _ => false,
        }
    }
}
