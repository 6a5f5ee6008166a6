//! Conditions in a reader's words: "Attack > Defence". What cannot be said so in few words is only called a condition.

use super::lines::Writer;
use crate::logic::calendar::{Part, Unit};
use crate::logic::program::{Arithmetic, Comparison, Expr, ExprKind, Fold, Local, PointId, Primitive, Role, Selection};
use crate::logic::types::Type;
use crate::logic::value::Value;

/// The longest condition that is quoted, in characters.
const LONGEST: usize = 160;

impl Writer<'_> {
    /// The condition that was decided at a point.
    pub(super) fn condition(&self, point: PointId) -> Option<String> {
        self.quoted(point).filter(|quoted| quoted.chars().count() <= LONGEST)
    }

    /// The condition that was decided at a point, however long it is.
    pub(super) fn quoted(&self, point: PointId) -> Option<String> {
        let (condition, locals) = self.program.condition_at(point)?;
        Quote { writer: self, locals }.expr(condition, false)
    }
}

struct Quote<'w> {
    writer: &'w Writer<'w>,
    locals: &'w [Local],
}

impl Quote<'_> {
    /// An expression; in brackets where it is a part of another and put together itself.
    fn expr(&self, expr: &Expr, part: bool) -> Option<String> {
        let writer = self.writer;
        let (said, simple) = match &expr.kind {
            ExprKind::Constant(value) => (writer.value(value), true),
            ExprKind::Local(slot) => (writer.inner(self.locals.get(slot.index())?.name?), true),
            ExprKind::State(state) if let Some(kept) = writer.program.history.get(state) => (writer.kept(kept), true),
            ExprKind::State(state) => {
                let state = &writer.program.states[state.index()];
                (writer.name(state.name, Role::Definition, Some(state.point)), true)
            }
            ExprKind::Option(option) => {
                let option = &writer.program.options[option.index()];
                (writer.name(option.name, Role::Option, None), true)
            }
            ExprKind::EntityField(of, ty, field) => {
                let ty = &writer.program.entities[usize::from(ty.0)];
                let field = writer.name(ty.fields[usize::from(*field)].name, Role::Inner, Some(ty.point));
                (writer.fill("field_of", &[("field", &field), ("of", &self.expr(of, true)?)]), true)
            }
            ExprKind::RecordField(of, field) => {
                let Type::Record(record) = &of.ty else { return None };
                let field = writer.program.records[usize::from(record.0)].fields.get(usize::from(*field))?.name;
                let (field, of) = (writer.inner(field), self.expr(of, true)?);
                (writer.fill("field_of", &[("field", &field), ("of", &of)]), true)
            }
            ExprKind::Entry(map, key, _) => (format!("{} ({})", self.expr(map, true)?, self.expr(key, false)?), true),
            // Whether exceptions keep a rule from applying is told by them.
            ExprKind::And(when, b) if self.is_made(b) => return self.expr(when, part),
            ExprKind::Call(function, args, _) => {
                let function = &writer.program.functions[function.index()];
                if function.inner {
                    return Some(writer.name(function.name, Role::Definition, None));
                }
                let name = writer.name(function.name, Role::Definition, Some(function.point));
                let args: Option<Vec<String>> = args.iter().map(|arg| self.expr(arg, false)).collect();
                let args = args?;
                (if args.is_empty() { name } else { format!("{name} ({})", args.join(", ")) }, true)
            }
            ExprKind::Checked(of, _) => return self.expr(of, part),
            ExprKind::Not(of) if matches!(of.kind, ExprKind::Select(Fold::Some, _)) => {
                let ExprKind::Select(_, selection) = &of.kind else { return None };
                (writer.fill("there_is_no", &[("what", &self.selection(selection)?)]), false)
            }
            ExprKind::Not(of) => (writer.fill("is_not", &[("what", &self.expr(of, true)?)]), true),
            ExprKind::And(a, b) => (self.both("and_also", a, b)?, false),
            // Whether it is the first turn of a loop is nobody's word.
            ExprKind::Or(a, b) if self.is_unnamed(a) => return self.expr(b, part),
            ExprKind::Or(a, b) => (self.both("or_else", a, b)?, false),
            ExprKind::Compare(comparison, a, b) => {
                let sign = match comparison {
                    Comparison::Less => "<",
                    Comparison::LessOrEqual => "≤",
                    Comparison::Greater => ">",
                    Comparison::GreaterOrEqual => "≥",
                };
                (format!("{} {sign} {}", self.expr(a, true)?, self.expr(b, true)?), false)
            }
            ExprKind::Is(equal, a, b) => {
                let sign = if *equal { "=" } else { "≠" };
                (format!("{} {sign} {}", self.expr(a, true)?, self.expr(b, true)?), false)
            }
            ExprKind::In(among, element, of) => {
                let word = if *among { "is_among" } else { "is_not_among" };
                let values = [("what", &*self.expr(element, true)?), ("list", &self.collection(of)?)];
                (writer.fill(word, &values), false)
            }
            ExprKind::Between(within, value, low, high) => {
                let word = if *within { "is_among" } else { "is_not_among" };
                let range = format!("{}–{}", self.expr(low, true)?, self.expr(high, true)?);
                (writer.fill(word, &[("what", &self.expr(value, true)?), ("list", &range)]), false)
            }
            ExprKind::IsEmpty(of, empty) => {
                let word = if *empty { "is_empty" } else { "is_not_empty" };
                (writer.fill(word, &[("what", &self.expr(of, true)?)]), false)
            }
            ExprKind::Arithmetic(operator, a, b) => {
                let sign = match operator {
                    Arithmetic::Add => "+",
                    Arithmetic::Subtract => "−",
                    Arithmetic::Multiply => "×",
                    Arithmetic::Divide => "÷",
                };
                (format!("{} {sign} {}", self.expr(a, true)?, self.expr(b, true)?), false)
            }
            ExprKind::Primitive(primitive, parts) => (self.primitive(*primitive, parts)?, false),
            ExprKind::Negate(of) => (format!("−{}", self.expr(of, true)?), true),
            ExprKind::Select(Fold::Some, selection) => {
                (writer.fill("there_is", &[("what", &self.selection(selection)?)]), false)
            }
            ExprKind::Select(Fold::Count, selection) => {
                (writer.fill("number_of", &[("what", &self.selection(selection)?)]), true)
            }
            ExprKind::Every(selection, condition) => {
                let words = [("what", &*self.selection(selection)?), ("condition", &self.expr(condition, false)?)];
                (writer.fill("for_every", &words), false)
            }
            _ => return None,
        };
        Some(if part && !simple { format!("({said})") } else { said })
    }

    /// Whether it asks a value that no text names.
    fn is_made(&self, of: &Expr) -> bool {
        matches!(of.kind, ExprKind::Call(function, ..) if self.writer.program.functions[function.index()].inner)
    }

    /// What the language itself works out.
    fn primitive(&self, primitive: Primitive, parts: &[Expr]) -> Option<String> {
        let writer = self.writer;
        Some(match (primitive, parts) {
            (Primitive::Shifted, [of, by, _]) => format!("{} + {}", self.expr(of, true)?, self.expr(by, true)?),
            (Primitive::Later(unit), [of, count]) => {
                let (sign, count) = match &count.kind {
                    ExprKind::Negate(count) => ("−", &**count),
                    _ => ("+", count),
                };
                let word = match unit {
                    Unit::Day => "days",
                    Unit::Week => "weeks",
                    Unit::Month => "months_long",
                    Unit::Year => "years",
                };
                let count = writer.fill(word, &[("count", &self.expr(count, true)?)]);
                format!("{} {sign} {count}", self.expr(of, true)?)
            }
            (Primitive::Elapsed(unit), [from, to]) => {
                let word = match unit {
                    Unit::Day => "days_from_to",
                    Unit::Week => "weeks_from_to",
                    Unit::Month => "months_from_to",
                    Unit::Year => "years_from_to",
                };
                writer.fill(word, &[("from", &self.expr(from, true)?), ("to", &self.expr(to, true)?)])
            }
            (Primitive::PartOf(part), [of]) => {
                let word = match part {
                    Part::Year => "year",
                    Part::Month => "month",
                    Part::Day => "day",
                };
                writer.fill("field_of", &[("field", &writer.fill(word, &[])), ("of", &self.expr(of, true)?)])
            }
            _ => return None,
        })
    }

    fn both(&self, word: &'static str, a: &Expr, b: &Expr) -> Option<String> {
        // Several of one kind stand side by side.
        let same = |of: &Expr| {
            matches!((&of.kind, word), (ExprKind::And(..), "and_also") | (ExprKind::Or(..), "or_else"))
                || matches!(of.kind, ExprKind::Compare(..) | ExprKind::Is(..) | ExprKind::In(..))
        };
        let [a, b] = [a, b].map(|part| self.expr(part, !same(part)));
        Some(self.writer.fill(word, &[("a", &a?), ("b", &b?)]))
    }

    fn is_unnamed(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Local(slot) if self.locals.get(slot.index()).is_some_and(|local| local.name.is_none()))
    }

    /// What is selected: "unit in Units with Routed of unit".
    fn selection(&self, selection: &Selection) -> Option<String> {
        if selection.extreme.is_some() {
            return None;
        }
        let writer = self.writer;
        let thing = writer.inner(self.locals.get(selection.slot.index())?.name?);
        let of = match &selection.of.kind {
            ExprKind::All(_) => thing,
            ExprKind::Select(..) => return None,
            _ => writer.fill("one_of", &[("thing", &thing), ("list", &self.expr(&selection.of, true)?)]),
        };
        let Some(filter) = &selection.filter else { return Some(of) };
        Some(writer.fill("with_that", &[("what", &of), ("condition", &self.expr(filter, false)?)]))
    }

    fn collection(&self, of: &Expr) -> Option<String> {
        match &of.kind {
            ExprKind::Constant(Value::List(elements) | Value::Set(elements)) => Some(self.writer.list(elements)),
            ExprKind::Collect(_, parts) => {
                let parts: Option<Vec<String>> = parts.iter().map(|part| self.expr(part, false)).collect();
                Some(parts?.join(", "))
            }
            ExprKind::Convert(_, of) => self.collection(of),
            _ => self.expr(of, true),
        }
    }
}
