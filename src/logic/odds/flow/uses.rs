//! What an expression looks at, and whether it can fail.

use super::effect::{FAULT, REAL};
use super::reads::UseCollector;
use crate::logic::program::{Absent, Arithmetic, Collection, Expr, ExprKind, FunctionId, Guard, StateId, Supposed};
use crate::logic::types::{EntityTypeId, Type};

impl UseCollector<'_, '_> {
    /// Looks at an expression.
    pub(super) fn look(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Option(_) | ExprKind::Rows(_) => {}
            ExprKind::Local(slot) => self.local(*slot, &expr.ty),
            ExprKind::State(state) => self.state(*state),
            ExprKind::RecordField(inner, field) => self.record_field(inner, *field),
            ExprKind::EntityField(inner, ty, field) => self.entity_field(inner, *ty, *field),
            ExprKind::Entry(map, key, absent) => {
                self.look(map);
                self.look(key);
                if *absent == Absent::Error {
                    self.effect.fail |= REAL;
                }
                self.order_of_lists_in(&key.ty);
            }
            ExprKind::Collect(_, parts) | ExprKind::Record(parts) => {
                for part in parts {
                    self.look(part);
                }
                self.collected(&expr.ty);
            }
            ExprKind::Convert(kind, inner) => {
                self.look(inner);
                if *kind == Collection::List {
                    self.becomes_list(&inner.ty);
                }
                self.elements(&inner.ty);
                self.collected(&expr.ty);
            }
            ExprKind::Negate(inner) | ExprKind::Round(_, inner) => {
                self.number(inner);
            }
            ExprKind::Not(inner) => self.condition(inner),
            ExprKind::IsEmpty(inner, _) => {
                self.look(inner);
                self.elements(&inner.ty);
            }
            ExprKind::Arithmetic(operator, a, b) => {
                self.number(a);
                let by = self.number(b);
                self.want(*operator != Arithmetic::Divide || by.is_some_and(|by| !by.contains(0)));
            }
            ExprKind::Compare(_, a, b) => {
                self.comparable(a);
                self.comparable(b);
            }
            ExprKind::Held(inner) | ExprKind::Exists(_, inner, _) => self.look(inner),
            ExprKind::Is(_, a, b) | ExprKind::Differs(a, b) => {
                for part in [a, b] {
                    self.look(part);
                    self.order_of_lists_in(&part.ty);
                }
            }
            ExprKind::In(_, element, of) => {
                self.look(element);
                self.look(of);
                self.order_of_lists_in(&element.ty);
                self.elements(&of.ty);
                self.order_of_lists_in(of.ty.element().unwrap_or(&Type::Unknown));
            }
            ExprKind::Between(_, a, b, c) => [a, b, c].into_iter().for_each(|part| self.comparable(part)),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.condition(a);
                self.condition(b);
            }
            ExprKind::Range(a, b) => {
                self.number(a);
                self.number(b);
            }
            ExprKind::If { condition, then, otherwise, .. } => {
                self.condition(condition);
                self.look(then);
                self.look(otherwise);
            }
            ExprKind::Primitive(_, parts) => {
                for part in parts {
                    self.look(part);
                    self.identity_of_things_in(&part.ty);
                }
                self.effect.fail |= REAL;
            }
            ExprKind::OrElse { of, instead, .. } => {
                self.look(of);
                self.look(instead);
            }
            ExprKind::Supposing(of, supposed) => self.supposing(of, supposed),
            ExprKind::Extreme(_, parts) => parts.iter().for_each(|part| self.comparable(part)),
            ExprKind::Select(fold, selection) => self.select(fold, selection, &expr.ty),
            ExprKind::Every(selection, condition) => self.every(selection, condition),
            ExprKind::All(ty) => self.effect.globals.set(self.analysis.layout.all(usize::from(ty.0))),
            ExprKind::Call(id, args, guards) => self.call(*id, args, guards),
            ExprKind::Graph(call) => self.graph(call),
            ExprKind::Checked(inner, _) => {
                self.look(inner);
                self.effect.fail |= REAL;
            }
        }
    }

    /// What is supposed is looked at, and so is all that would be without it.
    fn supposing(&mut self, of: &Expr, supposed: &Supposed) {
        for part in supposed.parts() {
            self.look(part);
            self.identity_of_things_in(&part.ty);
        }
        self.effect.fail |= REAL;
        self.look(of);
    }

    fn state(&mut self, state: StateId) {
        let Some(declared) = self.analysis.program.states.get(state.index()) else { return };
        self.effect.globals.set(state.index());
        if self.analysis.unset.has(state.index()) || self.can_be_gone(&declared.ty) {
            self.effect.fail |= FAULT;
        }
    }

    fn record_field(&mut self, inner: &Expr, field: u16) {
        let part = match (&inner.kind, self.parts) {
            (ExprKind::Local(slot), Some(parts)) => parts.part(*slot, usize::from(field)),
            _ => None,
        };
        match part {
            Some(part) => self.effect.locals.set(part),
            None => self.look(inner),
        }
        self.want(matches!(inner.ty, Type::Record(_) | Type::Nothing));
    }

    fn entity_field(&mut self, inner: &Expr, ty: EntityTypeId, field: u16) {
        self.look(inner);
        self.want_type(&inner.ty, |ty| matches!(ty, Type::Entity(_)));
        let at = self.analysis.layout.field(ty, field);
        match (&inner.kind, self.own) {
            (ExprKind::Local(slot), Some(own)) if *slot == own => self.own_fields.set(at),
            _ => self.effect.globals.set(at),
        }
        let declared = self.analysis.program.entities.get(usize::from(ty.0));
        let declared = declared.and_then(|ty| ty.fields.get(usize::from(field)));
        if self.analysis.unset.has(at) || declared.is_none_or(|field| self.can_be_gone(&field.ty)) {
            self.effect.fail |= FAULT;
        }
    }

    fn call(&mut self, id: FunctionId, args: &[Expr], guards: &[Guard]) {
        for arg in args {
            self.look(arg);
        }
        if guards.iter().any(|guard| guard.check.is_some()) {
            self.effect.fail |= REAL;
        }
        if let Some(effect) = self.analysis.functions.get(id.index()) {
            self.effect.join(effect);
        }
    }
}
