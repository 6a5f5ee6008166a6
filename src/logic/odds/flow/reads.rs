//! What an expression looks at, whether it can fail, and what type it gives: one walk finds all three.
//!
//! Of the order of things: what makes a list of something else from them, compares lists, or compares things by their number,
//! looks at it. Sums are taken to fit in one order when they do in another.

use super::bits::Bits;
use super::effect::{Effect, FAULT, Parts, REAL};
use super::ground::Ground;
use crate::logic::program::{
    Arithmetic, Assumed, AssumedBody, Collection, Expr, ExprKind, Fold, GraphCall, PlaceExpr, Selection, Slot, Source,
};
use crate::logic::syntax::ast::GraphQuestion;
use crate::logic::types::{Fit, Interval, Type};
use crate::logic::value::Value;

/// Walks through expressions of one body.
pub(super) struct Looker<'g, 'p> {
    pub(super) ground: &'g Ground<'p>,
    /// The types of the slots.
    pub(super) slots: &'g mut Vec<Type>,
    pub(super) parts: Option<&'g Parts>,
    pub(super) effect: Effect,
    /// Of this slot the fields are gathered apart.
    pub(super) own: Option<Slot>,
    pub(super) own_fields: Bits,
    /// Slots that a selection fills, so that they are neither looked at from outside nor hold what is gone.
    bound: Vec<Slot>,
}

impl<'g, 'p> Looker<'g, 'p> {
    pub(super) fn new(ground: &'g Ground<'p>, slots: &'g mut Vec<Type>) -> Self {
        let (count, layout) = (slots.len(), &ground.layout);
        let effect = Effect::new(layout, count);
        let own_fields = Bits::new(layout.total());
        Self { ground, slots, parts: None, effect, own: None, own_fields, bound: Vec::new() }
    }

    pub(super) fn within(ground: &'g Ground<'p>, slots: &'g mut Vec<Type>, parts: &'g Parts) -> Self {
        let mut new = Self::new(ground, slots);
        new.effect.locals = Bits::new(parts.total);
        new.parts = Some(parts);
        new
    }

    pub(super) fn source(&mut self, source: &Source<Expr>, target: Assumed) {
        match source {
            Source::Here(expr) => {
                self.look(expr);
            }
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
        for (_, part) in self.ground.supplied(target) {
            // Their slots begin with the same arguments; what else is in them they fill themselves.
            let mut slots = self.ground.arguments(target);
            slots.resize(slots.len().max(usize::from(part.slots)), Type::Unknown);
            let mut looker = Looker::new(self.ground, &mut slots);
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

    fn want(&mut self, good: bool) {
        if !good {
            self.effect.fail |= REAL;
        }
    }

    /// A good book asks before whether something is none.
    fn want_type(&mut self, ty: &Type, good: fn(&Type) -> bool) {
        if !good(ty) {
            self.effect.fail |= if good(ty.without_none()) { FAULT } else { REAL };
        }
    }

    /// Looks at something that should be yes or no.
    pub(super) fn condition(&mut self, expr: &Expr) {
        let ty = self.look(expr);
        self.want_type(&ty, |ty| *ty == Type::YesNo);
    }

    fn comparable(&mut self, expr: &Expr) -> Type {
        let ty = self.look(expr);
        self.want_type(&ty, |ty| matches!(ty, Type::Number(_) | Type::Fraction | Type::Symbols(_)));
        ty
    }

    /// Looks at a number, and gives its interval where it has one.
    pub(super) fn number(&mut self, expr: &Expr) -> Option<Interval> {
        let ty = self.look(expr);
        self.want_type(&ty, |ty| matches!(ty, Type::Number(_) | Type::Fraction));
        match ty.without_none() {
            Type::Number(interval) => Some(*interval),
            _ => None,
        }
    }

    pub(super) fn order_of_lists_in(&mut self, ty: &Type) {
        let mut types = Bits::new(self.ground.layout.types);
        self.ground.layout.listed(ty, &mut types);
        types.iter().for_each(|ty| self.effect.globals.set(self.ground.layout.list(ty)));
    }

    pub(super) fn identity_of_things_in(&mut self, ty: &Type) {
        let mut types = Bits::new(self.ground.layout.types);
        self.ground.layout.things(ty, &mut types);
        types.iter().for_each(|ty| self.effect.globals.set(self.ground.layout.numbers(ty)));
        self.order_of_lists_in(ty);
    }

    /// The order of the elements of this collection matters.
    pub(super) fn order_of(&mut self, of: &Type) {
        let layout = &self.ground.layout;
        let mut types = Bits::new(layout.types);
        layout.things(of, &mut types);
        for ty in types.iter() {
            let at = if matches!(of, Type::List(_)) { layout.list(ty) } else { layout.numbers(ty) };
            self.effect.globals.set(at);
            if *of == Type::Unknown {
                self.effect.globals.set(layout.list(ty));
            }
        }
    }

    /// A list is made of this collection, in its order.
    fn becomes_list(&mut self, of: &Type) {
        if !matches!(of, Type::List(_)) {
            self.ground.layout.things(of, &mut self.effect.listed);
        }
    }

    fn can_be_gone(&self, ty: &Type) -> bool {
        match ty.without_none() {
            Type::Entity(ty) => self.ground.removable.has(usize::from(ty.0)),
            Type::Unknown => true,
            _ => false,
        }
    }

    fn local(&mut self, slot: Slot) -> Type {
        let ty = self.slots.get(slot.index()).cloned().unwrap_or(Type::Unknown);
        if self.bound.contains(&slot) {
            return ty;
        }
        match self.parts {
            Some(parts) => parts.all(slot).for_each(|at| self.effect.locals.set(at)),
            None => self.effect.locals.set(slot.index()),
        }
        if self.can_be_gone(&ty) {
            self.effect.fail |= FAULT;
        }
        ty
    }

    /// Looks at an expression.
    #[expect(clippy::too_many_lines, reason = "an arm for each kind of expression")]
    pub(super) fn look(&mut self, expr: &Expr) -> Type {
        match &expr.kind {
            ExprKind::Constant(value) => of_value(value),
            ExprKind::Local(slot) => self.local(*slot),
            ExprKind::State(state) => {
                let Some(declared) = self.ground.program.states.get(state.index()) else { return Type::Unknown };
                self.effect.globals.set(state.index());
                if self.ground.unset.has(state.index()) || self.can_be_gone(&declared.ty) {
                    self.effect.fail |= FAULT;
                }
                declared.ty.clone()
            }
            ExprKind::Option(option) => {
                let readings = self.ground.program.options.get(option.index()).map(|option| option.readings.clone());
                let mut readings = readings.unwrap_or_default();
                readings.sort_unstable();
                Type::Symbols(std::sync::Arc::new(readings))
            }
            ExprKind::RecordField(inner, field) => self.record_field(inner, *field),
            ExprKind::EntityField(inner, ty, field) => {
                let of = self.look(inner);
                self.want_type(&of, |ty| matches!(ty, Type::Entity(_)));
                let at = self.ground.layout.field(*ty, *field);
                match (&inner.kind, self.own) {
                    (ExprKind::Local(slot), Some(own)) if *slot == own => self.own_fields.set(at),
                    _ => self.effect.globals.set(at),
                }
                let declared = self.ground.program.entities.get(usize::from(ty.0));
                let declared = declared.and_then(|ty| ty.fields.get(usize::from(*field)));
                let given = declared.map_or(Type::Unknown, |field| field.ty.clone());
                if self.ground.unset.has(at) || self.can_be_gone(&given) {
                    self.effect.fail |= FAULT;
                }
                given
            }
            ExprKind::Entry(map, key) => {
                let (map, key) = (self.look(map), self.look(key));
                self.effect.fail |= REAL;
                self.order_of_lists_in(&key);
                if let Type::Map(_, value) = map { *value } else { Type::Unknown }
            }
            ExprKind::Collect(kind, parts) => {
                let mut element = Type::Nothing;
                for part in parts {
                    let ty = self.look(part);
                    element = joined(&element, &ty);
                }
                self.collected(*kind, element)
            }
            ExprKind::Record(parts) => {
                let types: Vec<Type> = parts.iter().map(|part| self.look(part)).collect();
                let fits = |record: &crate::logic::program::Record| {
                    let both = record.fields.iter().zip(&types);
                    record.fields.len() == types.len()
                        && both.map(|(field, ty)| field.ty.accepts(ty)).all(|fit| fit == Fit::Always)
                };
                // Which of those that fit does not matter here, as long as no other does.
                let records = &self.ground.program.records;
                let mut fitting = (0u16..).zip(records).filter(|(_, record)| fits(record)).map(|(at, _)| at);
                match (fitting.next(), fitting.next()) {
                    (Some(only), None) => Type::Record(crate::logic::types::RecordId(only)),
                    _ => Type::Unknown,
                }
            }
            ExprKind::Convert(kind, inner) => {
                let ty = self.look(inner);
                if *kind == Collection::List {
                    self.becomes_list(&ty);
                }
                let element = self.element(&ty);
                self.collected(*kind, element)
            }
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
            ExprKind::In(_, element, of) => {
                let (element, of) = (self.look(element), self.look(of));
                self.order_of_lists_in(&element);
                let inside = self.element(&of);
                self.order_of_lists_in(&inside);
                Type::YesNo
            }
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
            ExprKind::Extreme(_, parts) => {
                let mut ty: Option<Type> = None;
                for part in parts {
                    let next = self.comparable(part);
                    ty = Some(ty.map_or_else(|| next.clone(), |ty| joined(&ty, &next)));
                }
                ty.unwrap_or(Type::Unknown)
            }
            ExprKind::Select(fold, selection) => self.select(fold, selection),
            ExprKind::Every(selection, condition) => {
                let before = std::mem::take(&mut self.effect.fail);
                let (of, _) = self.selection(selection, true);
                self.condition(condition);
                self.stops_early(&of, before);
                Type::YesNo
            }
            ExprKind::All(ty) => {
                self.effect.globals.set(self.ground.layout.all(usize::from(ty.0)));
                Type::Set(Box::new(Type::Entity(*ty)))
            }
            ExprKind::Rows(data) => {
                let row =
                    self.ground.program.data.get(data.index()).map_or(Type::Unknown, |data| Type::Record(data.row));
                Type::List(Box::new(row))
            }
            ExprKind::Call(id, args, guards) => {
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
            ExprKind::Graph(call) => self.graph(call),
            ExprKind::Checked(inner, ty) => {
                self.look(inner);
                self.effect.fail |= REAL;
                ty.clone()
            }
        }
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

    /// The elements of a collection.
    pub(super) fn element(&mut self, ty: &Type) -> Type {
        self.want(ty.element().is_some());
        ty.element().cloned().unwrap_or(Type::Unknown)
    }

    /// A collection of a kind; to find what is in it twice, lists in it are compared.
    fn collected(&mut self, kind: Collection, element: Type) -> Type {
        if kind != Collection::List {
            self.order_of_lists_in(&element);
        }
        let element = Box::new(element);
        match kind {
            Collection::List => Type::List(element),
            Collection::Set => Type::Set(element),
            Collection::Bag => Type::Bag(element),
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

    fn select(&mut self, fold: &Fold, selection: &Selection) -> Type {
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

    fn graph(&mut self, call: &GraphCall) -> Type {
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
                let made = |record: &crate::logic::program::Record| {
                    record.name == "steps" && record.fields.first().is_some_and(|field| field.ty == area)
                };
                let mut records = (0u16..).zip(&self.ground.program.records);
                let found = records.find(|(_, record)| made(record)).map(|(at, _)| at);
                let step = found.map_or(Type::Unknown, |at| Type::Record(crate::logic::types::RecordId(at)));
                Type::List(Box::new(step))
            }
            GraphQuestion::RowOf => rows.map_or(Type::Nothing, |(areas, _)| Type::Record(areas)),
        }
    }

    /// The type of what a place holds.
    pub(super) fn place_type(&self, place: &PlaceExpr) -> Type {
        let program = self.ground.program;
        match place {
            PlaceExpr::Local(slot) => self.slots.get(slot.index()).cloned().unwrap_or(Type::Unknown),
            PlaceExpr::State(state) => {
                program.states.get(state.index()).map_or(Type::Unknown, |state| state.ty.clone())
            }
            PlaceExpr::EntityField(_, ty, field) => {
                let declared = program.entities.get(usize::from(ty.0));
                let declared = declared.and_then(|ty| ty.fields.get(usize::from(*field)));
                declared.map_or(Type::Unknown, |field| field.ty.clone())
            }
            PlaceExpr::RecordField(inner, field) => match self.place_type(inner) {
                Type::Record(id) => {
                    let record = program.records.get(usize::from(id.0));
                    let declared = record.and_then(|record| record.fields.get(usize::from(*field)));
                    declared.map_or(Type::Unknown, |field| field.ty.clone())
                }
                _ => Type::Unknown,
            },
            PlaceExpr::Entry(inner, _) => match self.place_type(inner) {
                Type::Map(_, value) => *value,
                _ => Type::Unknown,
            },
        }
    }

    /// Looks at what leads to a place, not at what it holds.
    pub(super) fn place(&mut self, place: &PlaceExpr) {
        match place {
            PlaceExpr::Local(_) | PlaceExpr::State(_) => {}
            PlaceExpr::EntityField(of, ..) => {
                let ty = self.look(of);
                self.want_type(&ty, |ty| matches!(ty, Type::Entity(_)));
                if self.can_be_gone(&ty) {
                    self.effect.fail |= FAULT;
                }
            }
            PlaceExpr::RecordField(inner, _) => self.place(inner),
            PlaceExpr::Entry(inner, key) => {
                self.place(inner);
                let key = self.look(key);
                self.order_of_lists_in(&key);
                // A missing entry is made only where it is the last step of the way.
                self.want(matches!(**inner, PlaceExpr::Local(_) | PlaceExpr::State(_) | PlaceExpr::EntityField(..)));
            }
        }
    }
}

/// The type that holds both.
pub(super) fn joined(a: &Type, b: &Type) -> Type {
    a.join(b).unwrap_or(Type::Unknown)
}

fn of_value(value: &Value) -> Type {
    let all = |elements: &[Value]| {
        let types = elements.iter().map(of_value);
        Box::new(types.fold(Type::Nothing, |all, ty| joined(&all, &ty)))
    };
    match value {
        Value::None => Type::Nothing,
        Value::YesNo(_) => Type::YesNo,
        Value::Number(number) => Type::Number(Interval::only(*number)),
        Value::Fraction(_) => Type::Fraction,
        Value::Symbol(symbol) => Type::Symbols(std::sync::Arc::new(vec![*symbol])),
        Value::List(elements) => Type::List(all(elements)),
        Value::Set(elements) => Type::Set(all(elements)),
        Value::Bag(elements) => {
            Type::Bag(Box::new(elements.iter().fold(Type::Nothing, |all, (value, _)| joined(&all, &of_value(value)))))
        }
        Value::Entity(_) | Value::Map(_) | Value::Record(_) | Value::Pool(_) => Type::Unknown,
    }
}
