//! Comparisons: what can be equal, in order, or among others, and what never can.

use super::decks::cards_of;
use super::expressions::{broken, convert, make};
use super::scope::Body;
use crate::diagnostic::codes;
use crate::logic::program::{Arithmetic, Comparison, Expr, ExprKind};
use crate::logic::syntax::ast::{self, Binary, Span};
use crate::logic::syntax::print;
use crate::logic::types::{Fit, Interval, Type};

impl Body<'_, '_> {
    pub(super) fn binary(&mut self, op: Binary, a: &ast::Expr, b: &ast::Expr, span: Span) -> Expr {
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
        if op == Binary::Shifted {
            return self.shifted(a, b, span);
        }
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
            let left = self.ordered(a);
            if self.compiler.findings.len() > before {
                // The other side is most often of the same kind.
                let right = self.expr(b);
                return make(ExprKind::Compare(op, Box::new(left), Box::new(right)), Type::YesNo, span);
            }
            let right = self.ordered(b);
            if self.compiler.findings.len() > before || self.with_itself(a, b, span) {
                return broken(span);
            }
            if let (Type::Symbols(_), _) | (_, Type::Symbols(_)) = (&left.ty, &right.ty) {
                return self.members_compared(op, left, right, span);
            }
            if let (Type::Date, other) | (other, Type::Date) = (&left.ty, &right.ty) {
                if !matches!(other, Type::Date | Type::Unknown) {
                    let sides = [&left.ty, &right.ty].map(|side| self.words(side));
                    let message = format!("one side is {}, the other {}", sides[0], sides[1]);
                    let help = "compare a date with a date; of one there are `.year`, `.month` and `.day`";
                    self.mismatch(span, message, help);
                }
                return make(ExprKind::Compare(op, Box::new(left), Box::new(right)), Type::YesNo, span);
            }
            self.decided(op, self.bounds_of(&left), self.bounds_of(&right), span);
            return make(ExprKind::Compare(op, Box::new(left), Box::new(right)), Type::YesNo, span);
        }
        let kind = match op {
            Binary::And => {
                let left = self.condition(a);
                let held = self.learned(a, &left, true);
                ExprKind::And(Box::new(left), Box::new(self.knowing(held, |body| body.condition(b))))
            }
            Binary::Or => {
                let left = self.condition(a);
                if let Some(mend) = self.list_by_or(a, b) {
                    self.mismatch(b.span, "`or` joins conditions, and this is not one", mend);
                    return broken(span);
                }
                let failed = self.learned(a, &left, false);
                ExprKind::Or(Box::new(left), Box::new(self.knowing(failed, |body| body.condition(b))))
            }
            Binary::Is | Binary::IsNot => return self.is(op == Binary::Is, a, b, span),
            _ => return self.member(op == Binary::In, a, b, span),
        };
        make(kind, Type::YesNo, span)
    }

    /// A number, a date, or a member of a type whose members are in order.
    pub(super) fn ordered(&mut self, expr: &ast::Expr) -> Expr {
        let what = "what is compared";
        let before = self.compiler.findings.len();
        let value = self.expr(expr);
        if self.compiler.findings.len() > before {
            return Expr { ty: Type::Unknown, ..value };
        }
        if matches!(value.ty.without_none(), Type::Symbols(_) | Type::Date) {
            return self.there(value, expr, &format!("{what} must be there"));
        }
        self.as_number(value, expr, what)
    }

    /// Two members, in the order of their type.
    fn members_compared(&mut self, op: Comparison, left: Expr, right: Expr, span: Span) -> Expr {
        let (Type::Symbols(a), Type::Symbols(b)) = (&left.ty, &right.ty) else {
            let message = format!("one side is {}, the other {}", self.words(&left.ty), self.words(&right.ty));
            self.mismatch(span, message, "compare a member with another member of its type");
            return broken(span);
        };
        let all: Vec<_> = a.iter().chain(b.iter()).copied().collect();
        if !self.compiler.are_ordered(&all) {
            let message = format!("{} and {} are in no order", self.words(&left.ty), self.words(&right.ty));
            let help = "only members of one type are in order, as they are declared; give others numbers by a table";
            self.mismatch(span, message, help);
            return broken(span);
        }
        make(ExprKind::Compare(op, Box::new(left), Box::new(right)), Type::YesNo, span)
    }

    /// The mend of `x is a or b`, which was meant as `x in [a, b]`.
    fn list_by_or(&self, a: &ast::Expr, b: &ast::Expr) -> Option<String> {
        let ast::ExprKind::Binary(Binary::Is, left, first) = &a.kind else { return None };
        let plain = match &b.kind {
            ast::ExprKind::Number(_) => true,
            ast::ExprKind::Name(name) => self.compiler.symbols.contains_key(name),
            _ => false,
        };
        let [left, first, second] = [&**left, &**first, b].map(print::expression);
        plain.then(|| format!("write `{left} in [{first}, {second}]`"))
    }

    /// Whether something is compared with itself, which is reported.
    pub(super) fn with_itself(&mut self, a: &ast::Expr, b: &ast::Expr, span: Span) -> bool {
        let plain = |expr: &ast::Expr| matches!(expr.kind, ast::ExprKind::Name(_) | ast::ExprKind::Field(..));
        let same = plain(a) && plain(b) && print::expression(a) == print::expression(b);
        if same {
            self.mismatch(span, "this compares something with itself", "name what it is to be compared with");
        }
        same
    }

    /// A range that ends before it begins holds nothing.
    pub(super) fn backwards(&mut self, low: Interval, high: Interval, span: Span) {
        if let (Some(low), Some(high)) = (low.low, high.high)
            && low > high
        {
            let message = "this range runs backwards: no number lies in it";
            self.report(&codes::OUT_OF_RANGE, span, message, "write the lower end first");
        }
    }

    /// A range that no value of the left side can lie in.
    pub(super) fn apart_from(&mut self, element: &Type, low: &Type, high: &Type, span: Span) {
        if let (Type::Number(element), Type::Number(low), Type::Number(high)) = (element.without_none(), low, high)
            && (Interval { low: low.low, high: high.high }).apart(*element)
        {
            let message =
                format!("the left side is never in this range: it is {}", crate::logic::program::range(*element));
            self.report(&codes::OUT_OF_RANGE, span, message, "change the range, or take the comparison out");
        } else if let (Type::Number(element), Type::Number(low), Type::Number(high)) = (element, low, high)
            && (Interval { low: low.high, high: high.low }).covers(*element)
            && low.high.is_some()
            && high.low.is_some()
        {
            let message =
                format!("the left side is always in this range: it is {}", crate::logic::program::range(*element));
            self.report(&codes::OUT_OF_RANGE, span, message, "change the range, or take the comparison out");
        }
    }

    pub(super) fn is(&mut self, yes: bool, a: &ast::Expr, b: &ast::Expr, span: Span) -> Expr {
        let before = self.compiler.findings.len();
        // Whether something is none can be asked whatever is known of it.
        let is_none = |expr: &ast::Expr| matches!(expr.kind, ast::ExprKind::None);
        let left = if is_none(b) { self.expr_wide(a) } else { self.expr(a) };
        let right = if is_none(a) { self.expr_wide(b) } else { self.expr_as(b, Some(&left.ty)) };
        if self.compiler.findings.len() > before || self.with_itself(a, b, span) {
            return make(ExprKind::Is(yes, Box::new(left), Box::new(right)), Type::YesNo, span);
        }
        let (left_type, right_type) = (left.ty.clone(), right.ty.clone());
        let fits = left_type.accepts(&right_type).max(right_type.accepts(&left_type));
        let nothing = (left_type == Type::Nothing && !matches!(right_type, Type::OrNone(_) | Type::Unknown))
            || (right_type == Type::Nothing && !matches!(left_type, Type::OrNone(_) | Type::Unknown));
        // Whatever else they are, two that are none are equal, and two that are empty.
        let both = |such: fn(&Type) -> bool| such(&left_type) && such(&right_type);
        let without = if both(|ty| matches!(ty, Type::OrNone(_))) {
            Some("none")
        } else if both(|ty| ty.element().is_some()) {
            Some("empty")
        } else {
            None
        };
        if fits == Fit::Never || (fits == Fit::OutOfRange && without.is_none()) || nothing {
            let when = match without {
                Some(word) => format!("can be equal only where both are {word}"),
                None => "can never be equal".to_owned(),
            };
            let message = format!(
                "this {when}: the left side is {}, the right side {}",
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
        let right = convert(right, &left_type);
        make(ExprKind::Is(yes, Box::new(left), Box::new(right)), Type::YesNo, span)
    }

    /// What a value of few can be, in words.
    pub(super) fn members_of(&self, ty: &Type) -> Option<String> {
        let Type::Symbols(members) = ty.without_none() else { return None };
        let names: Vec<&str> =
            members.iter().map(|member| self.compiler.program.symbols[member.index()].as_str()).collect();
        (names.len() > 1 && names.len() <= 12).then(|| format!("the left side is one of: {}", names.join(", ")))
    }

    pub(super) fn member(&mut self, yes: bool, a: &ast::Expr, b: &ast::Expr, span: Span) -> Expr {
        let before = self.compiler.findings.len();
        let element = self.expr(a);
        let element_type = element.ty.clone();
        if let ast::ExprKind::Range(low, high) = &b.kind {
            if *element_type.without_none() == Type::Date {
                let [low, high] =
                    [low, high].map(|end| Box::new(self.expr_for(end, &Type::Date, "an end of a range of dates")));
                return make(ExprKind::Between(yes, Box::new(element), low, high), Type::YesNo, span);
            }
            let low = self.number(low, "an end of a range");
            let high = self.number(high, "an end of a range");
            if self.compiler.findings.len() == before {
                self.backwards(self.bounds_of(&low), self.bounds_of(&high), b.span);
                self.apart_from(&element_type, &low.ty, &high.ty, span);
            }
            if !matches!(element_type.without_none(), Type::Number(_) | Type::Fraction | Type::Unknown) {
                let message = format!("only a number lies in a range, and this is {}", self.words(&element_type));
                self.mismatch(a.span, message, "");
            }
            let kind = ExprKind::Between(yes, Box::new(element), Box::new(low), Box::new(high));
            return make(kind, Type::YesNo, span);
        }
        let want = Type::List(Box::new(element_type.clone()));
        let collection = cards_of(self.expr_as(b, Some(&want)));
        let ty = &collection.ty;
        match ty.element() {
            _ if self.compiler.findings.len() > before => {}
            Some(inner) => {
                let inner = inner.clone();
                if inner != Type::Nothing && inner.without_none().accepts(element_type.without_none()) < Fit::Sometimes
                {
                    let message = format!("{} can never be among {}", self.words(&element_type), self.words(ty));
                    let help = self.members_of(&element_type).unwrap_or_default();
                    self.mismatch(span, message, help);
                }
            }
            None if *ty == Type::Unknown => {}
            None => {
                let message =
                    format!("`in` needs a list, set, bag, map or range behind it, and this is {}", self.words(ty));
                self.mismatch(b.span, message, "write one value as `is …`, several as `in [a, b]`");
            }
        }
        make(ExprKind::In(yes, Box::new(element), Box::new(collection)), Type::YesNo, span)
    }
}
