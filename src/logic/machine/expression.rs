//! Evaluates expressions.

use std::cmp::Ordering;
use std::sync::Arc;

use super::super::program::{Arithmetic, Collection, Comparison, Expr, ExprKind, PointId};
use super::super::syntax::ast::Span;
use super::super::types::EntityTypeId;
use super::super::value::{Entity, Value};
use super::arithmetic::{self, Failure};
use super::context::{Context, MAX_DEPTH};
use super::ended::Evaluated;
use super::observe::Observer;
use super::selection::Read;

impl<'p, O: Observer> Context<'_, 'p, O> {
    /// What an expression gives.
    pub(super) fn eval(&mut self, expr: &'p Expr) -> Evaluated<Value> {
        if let Some(value) = self.at_hand(expr) {
            let value = value.clone();
            self.note_read(expr);
            return Ok(value);
        }
        if let ExprKind::Local(slot) = &expr.kind {
            return self.bad_local(*slot, expr.span);
        }
        self.deeper(expr, Self::eval_deep)
    }

    /// Goes down one level.
    #[inline]
    fn deeper<T>(&mut self, expr: &'p Expr, eval: impl FnOnce(&mut Self, &'p Expr) -> Evaluated<T>) -> Evaluated<T> {
        if self.depth >= MAX_DEPTH {
            return self.error(expr.span, "expressions and functions are nested too deeply");
        }
        self.depth += 1;
        let result = eval(self, expr);
        self.depth -= 1;
        result
    }

    /// Whether a condition of one of these kinds holds.
    pub(super) fn holds(&mut self, expr: &'p Expr) -> Evaluated<bool> {
        self.deeper(expr, |context, expr| match &expr.kind {
            ExprKind::Compare(comparison, a, b) => context.compare(*comparison, a, b, expr.span),
            ExprKind::Is(positive, a, b) => context.same(*positive, a, b),
            ExprKind::And(a, b) => Ok(context.condition(a)? && context.condition(b)?),
            ExprKind::Or(a, b) => Ok(context.condition(a)? || context.condition(b)?),
            ExprKind::Not(inner) => Ok(!context.condition(inner)?),
            ExprKind::Every(selection, condition) => context.every(selection, condition),
            ExprKind::Select(_, selection) => context.some(selection),
            _ => context.error(expr.span, "this cannot be evaluated"),
        })
    }

    /// Each kind has a function of its own, so that the frames of deep expressions stay small.
    fn eval_deep(&mut self, expr: &'p Expr) -> Evaluated<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Arithmetic(operator, a, b) => self.arithmetic(*operator, a, b, span),
            ExprKind::Compare(..)
            | ExprKind::Is(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Not(_)
            | ExprKind::Every(..) => {
                // The level is counted there.
                self.depth -= 1;
                let held = self.holds(expr);
                self.depth += 1;
                held.map(Value::YesNo)
            }
            ExprKind::If { condition, then, otherwise, yes, no } => {
                self.one_of_two((condition, *yes, *no), then, otherwise)
            }
            ExprKind::Call(function, args, guards) => self.call(*function, args, guards, span),
            ExprKind::Select(fold, selection) => self.select(fold, selection, span),
            ExprKind::Graph(call) => self.graph(call, span),
            ExprKind::Checked(..) | ExprKind::Negate(_) | ExprKind::Round(..) | ExprKind::Between(..) => {
                self.eval_simple(expr)
            }
            ExprKind::EntityField(inner, ty, field) => self.entity_field(inner, *ty, *field, span),
            _ => self.eval_data(expr),
        }
    }

    #[inline(never)]
    fn arithmetic(&mut self, operator: Arithmetic, a: &'p Expr, b: &'p Expr, span: Span) -> Evaluated<Value> {
        if let (Some(x @ Value::Number(_)), Some(y @ Value::Number(_))) = (self.at_hand(a), self.at_hand(b)) {
            let result = arithmetic::calculate(operator, x, y);
            self.note_read(a);
            self.note_read(b);
            return result.or_else(|failure| self.no_number(span, failure));
        }
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        arithmetic::calculate(operator, &a, &b).or_else(|failure| self.no_number(span, failure))
    }

    #[inline]
    fn compare(&mut self, comparison: Comparison, a: &'p Expr, b: &'p Expr, span: Span) -> Evaluated<bool> {
        if let (Some(Value::Number(x)), Some(Value::Number(y))) = (self.at_hand(a), self.at_hand(b)) {
            let held = arithmetic::holds(comparison, x.cmp(y));
            self.note_read(a);
            self.note_read(b);
            return Ok(held);
        }
        self.compare_any(comparison, a, b, span)
    }

    #[inline(never)]
    fn compare_any(&mut self, comparison: Comparison, a: &'p Expr, b: &'p Expr, span: Span) -> Evaluated<bool> {
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        self.comparable(span, &a)?;
        self.comparable(span, &b)?;
        Ok(arithmetic::compare(comparison, &a, &b))
    }

    #[inline]
    fn same(&mut self, positive: bool, a: &'p Expr, b: &'p Expr) -> Evaluated<bool> {
        if let (Some(x), Some(y)) = (self.at_hand(a), self.at_hand(b)) {
            let equal = match (x, y) {
                (Value::Symbol(x), Value::Symbol(y)) => Some(x == y),
                (Value::Entity(x), Value::Entity(y)) => Some(x == y),
                (Value::Number(x), Value::Number(y)) => Some(x == y),
                _ => None,
            };
            if let Some(equal) = equal {
                self.note_read(a);
                self.note_read(b);
                return Ok(equal == positive);
            }
        }
        self.same_any(positive, a, b)
    }

    #[inline(never)]
    fn same_any(&mut self, positive: bool, a: &'p Expr, b: &'p Expr) -> Evaluated<bool> {
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        self.charge(weight(&a).min(weight(&b)))?;
        Ok((a == b) == positive)
    }

    #[inline(never)]
    fn one_of_two(
        &mut self,
        (condition, yes, no): (&'p Expr, PointId, PointId),
        then: &'p Expr,
        otherwise: &'p Expr,
    ) -> Evaluated<Value> {
        let held = self.condition(condition)?;
        self.note(if held { yes } else { no });
        self.eval(if held { then } else { otherwise })
    }

    #[inline(never)]
    fn eval_simple(&mut self, expr: &'p Expr) -> Evaluated<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Checked(inner, ty) => {
                let value = self.eval(inner)?;
                self.fits(&value, ty, None, span)?;
                Ok(value)
            }
            ExprKind::Negate(inner) => {
                let value = self.eval(inner)?;
                arithmetic::negate(&value).or_else(|failure| self.no_number(span, failure))
            }
            ExprKind::Round(up, inner) => {
                let value = self.eval(inner)?;
                arithmetic::round(*up, &value).or_else(|failure| self.no_number(span, failure))
            }
            ExprKind::Between(positive, value, low, high) => {
                let (value, low, high) = (self.eval(value)?, self.eval(low)?, self.eval(high)?);
                for value in [&value, &low, &high] {
                    self.comparable(span, value)?;
                }
                let above = arithmetic::order(&low, &value) != Ordering::Greater;
                let below = arithmetic::order(&value, &high) != Ordering::Greater;
                Ok(Value::YesNo((above && below) == *positive))
            }
            _ => self.eval_data(expr),
        }
    }

    #[inline(never)]
    fn entity_field(&mut self, of: &'p Expr, ty: EntityTypeId, field: u16, span: Span) -> Evaluated<Value> {
        let value = self.eval(of)?;
        let Value::Entity(entity) = value else { return self.kind(of.span, "a thing", &value) };
        let Some(thing) = self.machine.world.thing(entity) else { return self.removed(entity, None, span) };
        let Some(held) = thing.fields.get(usize::from(field)).cloned() else {
            return self.kind(span, "a thing with such a field", &value);
        };
        self.observer.join(self.observer.field(entity, field));
        match held {
            Value::Entity(other) if self.machine.world.thing(other).is_none() => {
                let name = self.program.entities[usize::from(ty.0)].fields.get(usize::from(field)).map(|f| f.name);
                self.removed(other, name, span)
            }
            // An example gives only the fields that matter to it; the others are none, whatever their type.
            Value::None if !self.program.may_be_none(ty, field) => self.unset(entity, ty, field, span),
            held => Ok(held),
        }
    }

    #[cold]
    fn unset<T>(&self, entity: Entity, ty: EntityTypeId, field: u16, span: Span) -> Evaluated<T> {
        let declared = self.program.entities[usize::from(ty.0)].fields.get(usize::from(field));
        let name = declared.map_or("", |declared| self.program.name(declared.name));
        let message = format!("the field `{name}` of {} has no value yet", self.show(&Value::Entity(entity)));
        Err(self.mistake(span, message, Some("an example gives it under `given`")))
    }

    /// Reads and makes data.
    #[inline(never)]
    fn eval_data(&mut self, expr: &'p Expr) -> Evaluated<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::State(state) => {
                let value = self.machine.world.states.get(state.index()).cloned().flatten();
                self.observer.join(self.observer.state(*state));
                let name = self.program.states[state.index()].name;
                match value {
                    Some(Value::Entity(entity)) if self.machine.world.thing(entity).is_none() => {
                        self.removed(entity, Some(name), span)
                    }
                    Some(value) => Ok(value),
                    None => {
                        let message = format!("the state `{}` has no value yet", self.program.name(name));
                        Err(self.mistake(span, message, Some("an example gives it under `given`")))
                    }
                }
            }
            ExprKind::Constant(value) => Ok(value.clone()),
            ExprKind::Option(option) => {
                self.observer.asked(*option);
                match self.setting.readings.get(option.index()) {
                    Some(reading) => Ok(Value::Symbol(*reading)),
                    None => self.error(span, "this option has no reading"),
                }
            }
            ExprKind::RecordField(inner, field) => match self.eval(inner)? {
                Value::Record(fields) if fields.len() > usize::from(*field) => Ok(fields[usize::from(*field)].clone()),
                other => self.kind(span, "a record", &other),
            },
            ExprKind::Entry(map, key) => {
                let (map, key) = (self.eval(map)?, self.eval(key)?);
                let Value::Map(entries) = &map else { return self.kind(span, "a map", &map) };
                match entries.binary_search_by(|(other, _)| other.cmp(&key)) {
                    Ok(at) => Ok(entries[at].1.clone()),
                    Err(_) => self.error(span, format!("there is no entry for {}", self.show(&key))),
                }
            }
            ExprKind::Collect(kind, elements) => {
                let elements = self.eval_all(elements)?;
                self.grow_by(&elements)?;
                Ok(collection(*kind, elements))
            }
            ExprKind::Record(fields) => {
                let fields = self.eval_all(fields)?;
                self.grow_by(&fields)?;
                Ok(Value::Record(Arc::new(fields)))
            }
            ExprKind::Convert(kind, inner) => {
                let value = self.eval(inner)?;
                self.convert(*kind, value, span)
            }
            ExprKind::IsEmpty(inner, positive) => {
                let value = self.eval(inner)?;
                let empty = match &value {
                    Value::List(elements) | Value::Set(elements) => elements.is_empty(),
                    Value::Bag(elements) => elements.is_empty(),
                    Value::Map(entries) => entries.is_empty(),
                    other => return self.kind(span, "a collection", other),
                };
                Ok(Value::YesNo(empty == *positive))
            }
            ExprKind::In(positive, element, of) => {
                let element = self.eval(element)?;
                let elements = self.elements(of)?;
                let cost = elements.read(&self.machine.locals).search_cost();
                self.charge(cost)?;
                Ok(Value::YesNo(elements.read(&self.machine.locals).contains(&element) == *positive))
            }
            ExprKind::Extreme(greatest, values) => {
                let mut best: Option<Value> = None;
                for value in values {
                    let next = self.eval(value)?;
                    self.comparable(value.span, &next)?;
                    let better = best.as_ref().is_none_or(|best| {
                        let order = arithmetic::order(&next, best);
                        if *greatest { order.is_gt() } else { order.is_lt() }
                    });
                    if better {
                        best = Some(next);
                    }
                }
                best.map_or_else(|| self.error(span, "there is nothing to compare"), Ok)
            }
            ExprKind::All(_) | ExprKind::Range(..) => {
                let elements = self.elements(expr)?;
                let mut values = Vec::new();
                let length = elements.read(&[]).len();
                self.grow(length)?;
                self.charge(length / 16)?;
                elements.read(&[]).for_each(|value, _| values.push(value));
                // Both come in ascending order.
                Ok(Value::Set(Arc::new(values)))
            }
            ExprKind::Rows(data) => Ok(Value::List(Arc::clone(&self.program.data[data.index()].rows))),
            _ => self.error(span, "this cannot be evaluated"),
        }
    }

    fn eval_all(&mut self, exprs: &'p [Expr]) -> Evaluated<Vec<Value>> {
        let mut values = Vec::with_capacity(exprs.len());
        for expr in exprs {
            values.push(self.eval(expr)?);
        }
        Ok(values)
    }

    /// A collection as another kind. Of a map its keys are taken.
    fn convert(&mut self, kind: Collection, value: Value, span: Span) -> Evaluated<Value> {
        match (kind, &value) {
            (Collection::List, Value::List(_))
            | (Collection::Set, Value::Set(_))
            | (Collection::Bag, Value::Bag(_)) => {
                return Ok(value);
            }
            _ => {}
        }
        let Some(elements) = Read::of(&value) else { return self.kind(span, "a collection", &value) };
        self.grow(elements.len())?;
        self.charge(elements.len() / 16)?;
        let mut values = Vec::new();
        elements.for_each(|value, count| {
            let copies = if kind == Collection::Set { 1 } else { count };
            values.extend(std::iter::repeat_n(value, copies as usize));
        });
        Ok(collection(kind, values))
    }

    fn comparable(&self, span: Span, value: &Value) -> Evaluated<()> {
        match value {
            Value::Number(_) | Value::Fraction(_) | Value::Symbol(_) => Ok(()),
            other => self.kind(span, "a number", other),
        }
    }

    #[cold]
    pub(super) fn no_number<T>(&self, span: Span, failure: Failure) -> Evaluated<T> {
        let message = match failure {
            Failure::Overflow => "this number is too large",
            Failure::Zero => "this divides by 0",
            Failure::Kind => "a number is needed here",
        };
        self.error(span, message)
    }
}

/// A collection of these.
pub(super) fn collection(kind: Collection, elements: Vec<Value>) -> Value {
    match kind {
        Collection::List => Value::List(Arc::new(elements)),
        Collection::Set => Value::set(elements),
        Collection::Bag => Value::bag(elements),
    }
}

/// What it costs to compare a value.
fn weight(value: &Value) -> u64 {
    let length = match value {
        Value::List(elements) | Value::Set(elements) | Value::Record(elements) => {
            elements.len()
                + elements.iter().map(|element| usize::try_from(weight(element)).unwrap_or(usize::MAX)).sum::<usize>()
        }
        Value::Bag(elements) => elements.len(),
        Value::Map(entries) => entries.len(),
        _ => return 0,
    };
    length as u64 / 16
}
