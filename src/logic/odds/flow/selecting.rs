//! What a selection from a collection looks at, and a question to a graph: both fill slots for what they try.

use super::effect::REAL;
use super::reads::Looker;
use crate::logic::program::{Assumed, Collection, Expr, ExprKind, Fold, GraphCall, Record, Selection};
use crate::logic::syntax::ast::GraphQuestion;
use crate::logic::types::{Interval, RecordId, Type};

impl Looker<'_, '_> {
    /// The types of a selection's collection and of its elements; `inside` is whether its slot is of no use outside.
    pub(super) fn selection(&mut self, selection: &Selection, inside: bool) -> (Type, Type) {
        let of = self.look(&selection.of);
        let element = self.element(&of);
        if let Some(slot) = self.slots.get_mut(selection.slot.index()) {
            *slot = element.clone();
        }
        self.bound.push(selection.slot);
        if let Some(filter) = &selection.filter {
            self.condition(filter);
        }
        if let Some((_, key)) = &selection.extreme {
            let key = self.look(key);
            self.identity_of_things_in(&key);
        }
        if !inside {
            self.bound.pop();
        }
        (of, element)
    }

    /// Which element is looked at first decides which failure is noticed.
    fn stops_early(&mut self, of: &Type, before: u8) {
        if self.effect.fail & REAL != 0 {
            self.order_of(of);
        }
        self.effect.fail |= before;
    }

    /// Whether something holds for all that is selected.
    pub(super) fn every(&mut self, selection: &Selection, condition: &Expr) -> Type {
        let before = std::mem::take(&mut self.effect.fail);
        let (of, _) = self.selection(selection, true);
        self.condition(condition);
        self.stops_early(&of, before);
        Type::YesNo
    }

    /// What is made of all that is selected.
    pub(super) fn select(&mut self, fold: &Fold, selection: &Selection) -> Type {
        let before = std::mem::take(&mut self.effect.fail);
        let (of, element) = self.selection(selection, true);
        if matches!(fold, Fold::Some) {
            self.stops_early(&of, before);
            return Type::YesNo;
        }
        self.effect.fail |= before;
        match fold {
            Fold::Count => Type::COUNT,
            Fold::Some => Type::YesNo,
            Fold::Only => {
                self.effect.fail |= REAL;
                element
            }
            Fold::Sum(value) => match self.number(value) {
                Some(interval) => {
                    let sign = |end: Option<i64>, good: fn(i64) -> bool| end.is_some_and(good).then_some(0);
                    let low = sign(interval.low, |low| low >= 0);
                    Type::Number(Interval { low, high: sign(interval.high, |high| high <= 0) })
                }
                None => Type::Fraction,
            },
            Fold::Extreme(_, value) => {
                self.effect.fail |= REAL;
                let ty = self.look(value);
                self.identity_of_things_in(&ty);
                ty
            }
            Fold::Collect(kind, value) => {
                let element = match value.as_deref() {
                    None => element,
                    Some(Expr { kind: ExprKind::Local(slot), .. }) if *slot == selection.slot => element,
                    Some(value) => {
                        if *kind == Collection::List {
                            self.order_of(&of);
                        }
                        self.look(value)
                    }
                };
                if *kind == Collection::List {
                    self.becomes_list(&of);
                }
                self.collected(*kind, element)
            }
        }
    }

    /// A question to a graph.
    pub(super) fn graph(&mut self, call: &GraphCall) -> Type {
        self.effect.fail |= REAL;
        for arg in &call.args {
            let ty = self.look(arg);
            self.order_of_lists_in(&ty);
        }
        self.supplied(Assumed::Graph(call.graph));
        let graph = self.ground.program.graphs.get(call.graph.index());
        let area = graph.map_or(Type::Unknown, |graph| graph.area.clone());
        let rows = graph.and_then(|graph| graph.rows);
        // Rows hold no things, even where only the document of an assumption has them.
        let link = rows.map_or(Type::Nothing, |(_, links)| Type::Record(links));
        for (filter, ty) in [(&call.by, link), (&call.through, area.clone())] {
            let Some((slot, condition)) = filter else { continue };
            if let Some(slot) = self.slots.get_mut(slot.index()) {
                *slot = ty;
            }
            self.bound.push(*slot);
            self.condition(condition);
        }
        match call.question {
            GraphQuestion::Neighbours | GraphQuestion::Reachable => Type::Set(Box::new(area)),
            GraphQuestion::Distance => Type::COUNT.or_none(),
            GraphQuestion::ShortestPaths => Type::List(Box::new(Type::List(Box::new(area)))),
            GraphQuestion::Steps => {
                let made = |record: &Record| {
                    record.name == "steps" && record.fields.first().is_some_and(|field| field.ty == area)
                };
                let mut records = (0u16..).zip(&self.ground.program.records);
                let found = records.find(|(_, record)| made(record)).map(|(at, _)| at);
                let step = found.map_or(Type::Unknown, |at| Type::Record(RecordId(at)));
                Type::List(Box::new(step))
            }
            GraphQuestion::RowOf => rows.map_or(Type::Nothing, |(areas, _)| Type::Record(areas)),
        }
    }
}
