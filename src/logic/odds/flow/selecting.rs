//! What a selection from a collection looks at, and a question to a graph: both fill slots for what they try.

use super::effect::REAL;
use super::reads::UseCollector;
use crate::logic::program::{Absent, Assumed, Collection, Expr, ExprKind, Fold, GraphCall, Selection};
use crate::logic::types::Type;

impl UseCollector<'_, '_> {
    /// A selection, whose slot is of no use outside.
    pub(super) fn selection(&mut self, selection: &Selection) {
        self.look(&selection.of);
        self.elements(&selection.of.ty);
        self.bound.push(selection.slot);
        if let Some(filter) = &selection.filter {
            self.condition(filter);
        }
        if let Some((_, key)) = &selection.extreme {
            self.look(key);
            self.identity_of_things_in(&key.ty);
        }
    }

    /// Which element is looked at first decides which failure is noticed.
    fn stops_early(&mut self, of: &Type, before: u8) {
        if self.effect.fail & REAL != 0 {
            self.order_of(of);
        }
        self.effect.fail |= before;
    }

    /// Whether something holds for all that is selected.
    pub(super) fn every(&mut self, selection: &Selection, condition: &Expr) {
        let before = std::mem::take(&mut self.effect.fail);
        self.selection(selection);
        self.condition(condition);
        self.stops_early(&selection.of.ty, before);
    }

    /// What is made, of this type, of all that is selected.
    pub(super) fn select(&mut self, fold: &Fold, selection: &Selection, made: &Type) {
        let before = std::mem::take(&mut self.effect.fail);
        self.selection(selection);
        let of = &selection.of.ty;
        if matches!(fold, Fold::Some) {
            return self.stops_early(of, before);
        }
        self.effect.fail |= before;
        match fold {
            Fold::Count | Fold::Some => {}
            Fold::Only(_) => self.effect.fail |= REAL,
            Fold::First => self.order_of(of),
            Fold::Sum(value) => {
                self.number(value);
            }
            Fold::Extreme(_, value, absent) => {
                if *absent == Absent::Error {
                    self.effect.fail |= REAL;
                }
                self.look(value);
                self.identity_of_things_in(&value.ty);
            }
            Fold::Collect(kind, value) => {
                let is_itself = |value: &Expr| matches!(value.kind, ExprKind::Local(slot) if slot == selection.slot);
                if let Some(value) = value.as_deref().filter(|value| !is_itself(value)) {
                    if *kind == Collection::List {
                        self.order_of(of);
                    }
                    self.look(value);
                }
                if *kind == Collection::List {
                    self.becomes_list(of);
                }
                self.collected(made);
            }
            Fold::Take(count) => {
                self.order_of(of);
                self.becomes_list(of);
                self.number(count);
            }
            Fold::Through { so_far, start, step } => {
                self.order_of(of);
                self.look(start);
                self.bound.push(*so_far);
                self.look(step);
            }
            Fold::Share { amount, most } => {
                self.order_of(of);
                self.effect.fail |= REAL;
                self.number(amount);
                self.number(most);
                self.collected(made);
            }
        }
    }

    /// A question to a graph.
    pub(super) fn graph(&mut self, call: &GraphCall) {
        self.effect.fail |= REAL;
        for arg in &call.args {
            self.look(arg);
            self.order_of_lists_in(&arg.ty);
        }
        self.supplied(Assumed::Graph(call.graph));
        for passage in call.by.iter().chain(&call.through) {
            self.bound.push(passage.slot);
            self.bound.extend(passage.from);
            passage.condition.iter().for_each(|condition| self.condition(condition));
            if let Some(cost) = &passage.cost {
                self.number(cost);
                self.effect.fail |= REAL;
            }
        }
    }
}
