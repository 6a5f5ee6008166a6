//! What an expression looks at, whether it can fail, and what type it gives: one walk finds all three.

use std::sync::Arc;

use super::effect::{FAULT, REAL};
use super::kinds::{joined, of_value};
use super::reads::Looker;
use crate::logic::program::{Arithmetic, Collection, Expr, ExprKind, FunctionId, Guard, OptionId, Record, StateId};
use crate::logic::types::{EntityTypeId, Fit, Interval, RecordId, Type};

impl Looker<'_, '_> {
    /// Looks at an expression.
    pub(super) fn look(&mut self, expr: &Expr) -> Type {
        match &expr.kind {
            ExprKind::Constant(value) => of_value(value),
            ExprKind::Local(slot) => self.local(*slot),
            ExprKind::State(state) => self.state(*state),
            ExprKind::Option(option) => self.option(*option),
            ExprKind::RecordField(inner, field) => self.record_field(inner, *field),
            ExprKind::EntityField(inner, ty, field) => self.entity_field(inner, *ty, *field),
            ExprKind::Entry(map, key) => self.entry(map, key),
            ExprKind::Collect(kind, parts) => self.collect(*kind, parts),
            ExprKind::Record(parts) => self.record(parts),
            ExprKind::Convert(kind, inner) => self.convert(*kind, inner),
            ExprKind::Negate(inner) => {
                self.number(inner).map_or(Type::Fraction, |interval| Type::Number(interval.negate()))
            }
            ExprKind::Not(inner) => {
                self.condition(inner);
                Type::YesNo
            }
            ExprKind::IsEmpty(inner, _) => {
                let ty = self.look(inner);
                self.element(&ty);
                Type::YesNo
            }
            ExprKind::Arithmetic(operator, a, b) => self.arithmetic(*operator, a, b),
            ExprKind::Round(_, inner) => {
                self.number(inner);
                Type::NUMBER
            }
            ExprKind::Compare(_, a, b) => {
                self.comparable(a);
                self.comparable(b);
                Type::YesNo
            }
            ExprKind::Is(_, a, b) => {
                let (a, b) = (self.look(a), self.look(b));
                self.order_of_lists_in(&a);
                self.order_of_lists_in(&b);
                Type::YesNo
            }
            ExprKind::In(_, element, of) => self.is_in(element, of),
            ExprKind::Between(_, a, b, c) => {
                for part in [a, b, c] {
                    self.comparable(part);
                }
                Type::YesNo
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.condition(a);
                self.condition(b);
                Type::YesNo
            }
            ExprKind::Range(a, b) => {
                let (low, high) = (self.number(a), self.number(b));
                let interval = Interval { low: low.and_then(|low| low.low), high: high.and_then(|high| high.high) };
                Type::Set(Box::new(Type::Number(interval)))
            }
            ExprKind::If { condition, then, otherwise, .. } => {
                self.condition(condition);
                let (a, b) = (self.look(then), self.look(otherwise));
                joined(&a, &b)
            }
            ExprKind::Extreme(_, parts) => self.extreme(parts),
            ExprKind::Select(fold, selection) => self.select(fold, selection),
            ExprKind::Every(selection, condition) => self.every(selection, condition),
            ExprKind::All(ty) => {
                self.effect.globals.set(self.ground.layout.all(usize::from(ty.0)));
                Type::Set(Box::new(Type::Entity(*ty)))
            }
            ExprKind::Rows(data) => {
                let data = self.ground.program.data.get(data.index());
                Type::List(Box::new(data.map_or(Type::Unknown, |data| Type::Record(data.row))))
            }
            ExprKind::Call(id, args, guards) => self.call(*id, args, guards),
            ExprKind::Graph(call) => self.graph(call),
            ExprKind::Checked(inner, ty) => {
                self.look(inner);
                self.effect.fail |= REAL;
                ty.clone()
            }
        }
    }

    fn state(&mut self, state: StateId) -> Type {
        let Some(declared) = self.ground.program.states.get(state.index()) else { return Type::Unknown };
        self.effect.globals.set(state.index());
        if self.ground.unset.has(state.index()) || self.can_be_gone(&declared.ty) {
            self.effect.fail |= FAULT;
        }
        declared.ty.clone()
    }

    fn option(&self, option: OptionId) -> Type {
        let readings = self.ground.program.options.get(option.index()).map(|option| option.readings.clone());
        let mut readings = readings.unwrap_or_default();
        readings.sort_unstable();
        Type::Symbols(Arc::new(readings))
    }

    fn record_field(&mut self, inner: &Expr, field: u16) -> Type {
        let part = match (&inner.kind, self.parts) {
            (ExprKind::Local(slot), Some(parts)) => parts.part(*slot, usize::from(field)).map(|part| (*slot, part)),
            _ => None,
        };
        let of = match part {
            Some((slot, part)) => {
                self.effect.locals.set(part);
                self.slots.get(slot.index()).cloned().unwrap_or(Type::Unknown)
            }
            None => self.look(inner),
        };
        let record = match &of {
            Type::Nothing => return Type::Nothing,
            Type::Record(id) => self.ground.program.records.get(usize::from(id.0)),
            _ => None,
        };
        let declared = record.and_then(|record| record.fields.get(usize::from(field)));
        self.want(declared.is_some());
        declared.map_or(Type::Unknown, |field| field.ty.clone())
    }
    fn entity_field(&mut self, inner: &Expr, ty: EntityTypeId, field: u16) -> Type {
        let of = self.look(inner);
        self.want_type(&of, |ty| matches!(ty, Type::Entity(_)));
        let at = self.ground.layout.field(ty, field);
        match (&inner.kind, self.own) {
            (ExprKind::Local(slot), Some(own)) if *slot == own => self.own_fields.set(at),
            _ => self.effect.globals.set(at),
        }
        let declared = self.ground.program.entities.get(usize::from(ty.0));
        let declared = declared.and_then(|ty| ty.fields.get(usize::from(field)));
        let given = declared.map_or(Type::Unknown, |field| field.ty.clone());
        if self.ground.unset.has(at) || self.can_be_gone(&given) {
            self.effect.fail |= FAULT;
        }
        given
    }

    fn entry(&mut self, map: &Expr, key: &Expr) -> Type {
        let (map, key) = (self.look(map), self.look(key));
        self.effect.fail |= REAL;
        self.order_of_lists_in(&key);
        if let Type::Map(_, value) = map { *value } else { Type::Unknown }
    }

    fn collect(&mut self, kind: Collection, parts: &[Expr]) -> Type {
        let mut element = Type::Nothing;
        for part in parts {
            let ty = self.look(part);
            element = joined(&element, &ty);
        }
        self.collected(kind, element)
    }

    fn record(&mut self, parts: &[Expr]) -> Type {
        let types: Vec<Type> = parts.iter().map(|part| self.look(part)).collect();
        let fits = |record: &Record| {
            let both = record.fields.iter().zip(&types);
            record.fields.len() == types.len()
                && both.map(|(field, ty)| field.ty.accepts(ty)).all(|fit| fit == Fit::Always)
        };
        // Which of those that fit does not matter here, as long as no other does.
        let records = &self.ground.program.records;
        let mut fitting = (0u16..).zip(records).filter(|(_, record)| fits(record)).map(|(at, _)| at);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Type::Record(RecordId(only)),
            _ => Type::Unknown,
        }
    }

    fn convert(&mut self, kind: Collection, inner: &Expr) -> Type {
        let ty = self.look(inner);
        if kind == Collection::List {
            self.becomes_list(&ty);
        }
        let element = self.element(&ty);
        self.collected(kind, element)
    }

    fn is_in(&mut self, element: &Expr, of: &Expr) -> Type {
        let (element, of) = (self.look(element), self.look(of));
        self.order_of_lists_in(&element);
        let inside = self.element(&of);
        self.order_of_lists_in(&inside);
        Type::YesNo
    }

    fn extreme(&mut self, parts: &[Expr]) -> Type {
        let mut ty: Option<Type> = None;
        for part in parts {
            let next = self.comparable(part);
            ty = Some(ty.map_or_else(|| next.clone(), |ty| joined(&ty, &next)));
        }
        ty.unwrap_or(Type::Unknown)
    }

    fn call(&mut self, id: FunctionId, args: &[Expr], guards: &[Guard]) -> Type {
        for arg in args {
            self.look(arg);
        }
        if guards.iter().any(|guard| guard.check.is_some()) {
            self.effect.fail |= REAL;
        }
        match self.ground.functions.get(id.index()) {
            Some(effect) => {
                self.effect.join(effect);
                self.ground.program.functions[id.index()].result.clone()
            }
            None => Type::Unknown,
        }
    }

    fn arithmetic(&mut self, operator: Arithmetic, a: &Expr, b: &Expr) -> Type {
        let (low, high) = (self.number(a), self.number(b));
        if operator == Arithmetic::Divide {
            self.want(high.is_some_and(|by| !by.contains(0)));
            return Type::Fraction;
        }
        let Some((a, b)) = low.zip(high) else { return Type::Fraction };
        Type::Number(match operator {
            Arithmetic::Add => a.plus(b),
            Arithmetic::Subtract => a.plus(b.negate()),
            _ => a.multiply(b),
        })
    }
}
