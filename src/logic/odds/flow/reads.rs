//! What looking at expressions notes: what is looked at, and whether it can fail.
//!
//! Of the order of things: what makes a list of something else from them, compares lists, or compares things by their number,
//! looks at it. Sums are taken to fit in one order when they do in another.

use std::ops::Range;

use super::analysis::Analysis;
use super::effect::{Effect, FAULT, Parts, REAL};
use crate::logic::bits::Bits;
use crate::logic::program::{Assumed, AssumedBody, Expr, Local, Slot, Source};
use crate::logic::types::{Interval, Type};

/// Walks through expressions of one body.
pub(super) struct UseCollector<'g, 'p> {
    pub(super) analysis: &'g Analysis<'p>,
    /// What the slots of a procedure hold, and which of them are outputs: those hold none before they are set.
    pub(super) locals: &'g [Local],
    pub(super) outputs: Range<usize>,
    pub(super) parts: Option<&'g Parts>,
    pub(super) effect: Effect,
    /// Of this slot the fields are gathered apart.
    pub(super) own: Option<Slot>,
    pub(super) own_fields: Bits,
    /// Slots that a selection fills, so that they are neither looked at from outside nor hold what is gone.
    pub(super) bound: Vec<Slot>,
}

impl<'g, 'p> UseCollector<'g, 'p> {
    /// In a function or an assumption, whose body has so many slots.
    pub(super) fn new(analysis: &'g Analysis<'p>, slots: u16) -> Self {
        let layout = &analysis.layout;
        let effect = Effect::new(layout, usize::from(slots));
        let own_fields = Bits::new(layout.total());
        let (locals, outputs, bound) = (&[][..], 0..0, Vec::new());
        Self { analysis, locals, outputs, parts: None, effect, own: None, own_fields, bound }
    }

    /// In the code of a procedure.
    pub(super) fn within(analysis: &'g Analysis<'p>, locals: &'g [Local], parts: &'g Parts) -> Self {
        let mut new = Self::new(analysis, 0);
        new.effect.locals = Bits::new(parts.total);
        (new.locals, new.outputs, new.parts) = (locals, parts.outputs.clone(), Some(parts));
        new
    }

    pub(super) fn source(&mut self, source: &Source<Expr>, target: Assumed) {
        match source {
            Source::Here(expr) => self.look(expr),
            Source::Missing(_) => {
                self.effect.fail |= REAL;
                self.supplied(target);
            }
        }
    }

    pub(super) fn optional(&mut self, expr: Option<&Expr>) {
        if let Some(expr) = expr {
            self.condition(expr);
        }
    }

    /// What active assumptions look at.
    pub(super) fn supplied(&mut self, target: Assumed) {
        for (_, part) in self.analysis.supplied(target) {
            // Their slots begin with the same arguments; what else is in them they fill themselves.
            let mut looker = UseCollector::new(self.analysis, self.analysis.slots_of(target, part));
            looker.optional(part.when.as_ref());
            if let AssumedBody::Expr(body) = &part.body {
                looker.look(body);
            }
            let mut effect = looker.effect;
            effect.locals = Bits::new(0);
            self.effect.join(&effect);
            self.effect.fail |= REAL;
        }
    }

    pub(super) fn want(&mut self, good: bool) {
        if !good {
            self.effect.fail |= REAL;
        }
    }

    /// A good book asks before whether something is none.
    pub(super) fn want_type(&mut self, ty: &Type, good: fn(&Type) -> bool) {
        if !good(ty) {
            self.effect.fail |= if good(ty.without_none()) { FAULT } else { REAL };
        }
    }

    /// Looks at something that should be yes or no.
    pub(super) fn condition(&mut self, expr: &Expr) {
        self.look(expr);
        self.want_type(&expr.ty, |ty| *ty == Type::YesNo);
    }

    pub(super) fn comparable(&mut self, expr: &Expr) {
        self.look(expr);
        self.want_type(&expr.ty, |ty| matches!(ty, Type::Number(_) | Type::Fraction | Type::Symbols(_)));
    }

    /// Looks at a number, and gives its interval where it has one.
    pub(super) fn number(&mut self, expr: &Expr) -> Option<Interval> {
        self.look(expr);
        self.want_type(&expr.ty, |ty| matches!(ty, Type::Number(_) | Type::Fraction));
        match expr.ty.without_none() {
            Type::Number(interval) => Some(*interval),
            _ => None,
        }
    }

    pub(super) fn order_of_lists_in(&mut self, ty: &Type) {
        let mut types = Bits::new(self.analysis.layout.types);
        self.analysis.layout.listed(ty, &mut types);
        types.iter().for_each(|ty| self.effect.globals.set(self.analysis.layout.list(ty)));
    }

    pub(super) fn identity_of_things_in(&mut self, ty: &Type) {
        let mut types = Bits::new(self.analysis.layout.types);
        self.analysis.layout.things(ty, &mut types);
        types.iter().for_each(|ty| self.effect.globals.set(self.analysis.layout.numbers(ty)));
        self.order_of_lists_in(ty);
    }

    /// The order of the elements of this collection matters.
    pub(super) fn order_of(&mut self, of: &Type) {
        let layout = &self.analysis.layout;
        let mut types = Bits::new(layout.types);
        layout.things(of, &mut types);
        for ty in types.iter() {
            let at = if matches!(of, Type::List(_) | Type::Deck(_)) { layout.list(ty) } else { layout.numbers(ty) };
            self.effect.globals.set(at);
            if *of == Type::Unknown {
                self.effect.globals.set(layout.list(ty));
            }
        }
    }

    /// A list is made of this collection, in its order.
    pub(super) fn becomes_list(&mut self, of: &Type) {
        if !matches!(of, Type::List(_) | Type::Deck(_)) {
            self.analysis.layout.things(of, &mut self.effect.listed);
        }
    }

    pub(super) fn can_be_gone(&self, ty: &Type) -> bool {
        match ty.without_none() {
            things if things.is_thing() => {
                things.kinds().iter().any(|ty| self.analysis.removable.has(usize::from(ty.0)))
            }
            Type::Unknown => true,
            _ => false,
        }
    }

    pub(super) fn local(&mut self, slot: Slot, ty: &Type) {
        if self.bound.contains(&slot) {
            return;
        }
        match self.parts {
            Some(parts) => parts.all(slot).for_each(|at| self.effect.locals.set(at)),
            None => self.effect.locals.set(slot.index()),
        }
        let may_be_unset = self.outputs.contains(&slot.index()) && !matches!(ty, Type::OrNone(_) | Type::Nothing);
        if may_be_unset || self.can_be_gone(ty) {
            self.effect.fail |= FAULT;
        }
    }

    /// What is in a collection is looked at.
    pub(super) fn elements(&mut self, ty: &Type) {
        self.want(ty.element().is_some());
    }

    /// A collection is made; to find what is in it twice, lists in it are compared.
    pub(super) fn collected(&mut self, ty: &Type) {
        if let Type::Set(element) | Type::Bag(element) = ty {
            self.order_of_lists_in(element);
        }
    }
}
