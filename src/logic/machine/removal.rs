//! Removes a thing from existence and from every place that holds it.

use std::sync::Arc;

use super::super::program::Program;
use super::super::types::Type;
use super::super::value::{Entity, Value};
use super::context::Context;
use super::ended::Evaluated;
use super::record::observe::Observer;
use super::trace::What;

impl<O: Observer> Context<'_, '_, O> {
    /// Removes a thing; `gathered` is on what the removal depends.
    pub(super) fn remove(&mut self, entity: Entity, gathered: O::Tag, mark: usize) -> Evaluated<()> {
        let span = self.here();
        let at = entity.index();
        self.before.keep(&self.machine.world);
        let Some(thing) = self.machine.world.things.get_mut(at).and_then(Option::take) else {
            return self.removed(entity, None, span);
        };
        let tag = self.stored(gathered);
        if O::ON {
            for field in 0..u16::try_from(thing.fields.len()).unwrap_or(u16::MAX) {
                let old = self.observer.field(entity, field);
                let tag = self.observer.union(old, tag);
                self.observer.set_field(entity, field, tag);
            }
            self.observer.set_existence(thing.ty, tag);
            self.observer.wrap(mark, What::Removed { entity, ty: thing.ty }, self.point);
        }
        self.forget_in_world(entity, tag)?;
        self.forget_in_locals(entity, tag)
    }

    fn forget_in_world(&mut self, entity: Entity, tag: O::Tag) -> Evaluated<()> {
        let program = self.program;
        let mut looked_at = 0;
        for (n, state) in (0u16..).zip(&program.states) {
            let Some(Some(value)) = self.machine.world.states.get_mut(usize::from(n)) else { continue };
            if forget(program, value, Some(&state.ty), entity, &mut looked_at) {
                let id = super::super::program::StateId(n);
                let joined = self.observer.union(self.observer.state(id), tag);
                self.observer.set_state(id, joined);
            }
        }
        for (number, thing) in (0..).zip(&mut self.machine.world.things) {
            let Some(thing) = thing else { continue };
            let Some(ty) = program.entities.get(usize::from(thing.ty.0)) else { continue };
            for (n, (value, field)) in (0u16..).zip(Arc::make_mut(&mut thing.fields).iter_mut().zip(&ty.fields)) {
                if forget(program, value, Some(&field.ty), entity, &mut looked_at) {
                    let joined = self.observer.union(self.observer.field(Entity(number), n), tag);
                    self.observer.set_field(Entity(number), n, joined);
                }
            }
        }
        self.charge(looked_at / 16)
    }

    /// Named locals only: the hidden lists of loops keep their positions, and loops pass over what no longer exists.
    fn forget_in_locals(&mut self, entity: Entity, tag: O::Tag) -> Evaluated<()> {
        let program = self.program;
        let mut looked_at = 0;
        for frame in &self.machine.frames {
            let procedure = frame.definition(program);
            let (_, locals, slots) = frame.code(program);
            for slot in 0..slots {
                let declared = procedure.params.iter().chain(&procedure.outputs).nth(slot).map(|field| &field.ty);
                if declared.is_none() && locals.get(slot).is_none_or(|local| local.name.is_none()) {
                    continue;
                }
                let at = frame.base + slot;
                let Some(value) = self.machine.locals.get_mut(at) else { continue };
                if forget(program, value, declared, entity, &mut looked_at) {
                    let joined = self.observer.union(self.observer.local(at), tag);
                    self.observer.set_local(at, joined);
                }
            }
        }
        self.charge(looked_at / 16)
    }
}

/// Takes a thing out of collections, and puts `none` where the declared type allows it. Whether anything changed.
fn forget(program: &Program, value: &mut Value, ty: Option<&Type>, entity: Entity, looked_at: &mut u64) -> bool {
    *looked_at += 1;
    if *value == Value::Entity(entity) {
        if matches!(ty, Some(Type::OrNone(_))) {
            *value = Value::None;
            return true;
        }
        return false;
    }
    // What does not hold it stays shared.
    if !holds(value, &|other| other == entity, looked_at) {
        return false;
    }
    let element = ty.and_then(|ty| ty.without_none().element());
    match value {
        Value::List(elements) => {
            let elements = Arc::make_mut(elements);
            forget_elements(program, elements, element, entity, looked_at);
            if matches!(ty.map(Type::without_none), Some(Type::Deck(_))) {
                // A pile of no cards is none.
                elements.retain(|pile| !matches!(pile, Value::Bag(cards) if cards.is_empty()));
            }
        }
        Value::Set(elements) => {
            let elements = Arc::make_mut(elements);
            forget_elements(program, elements, element, entity, looked_at);
            elements.sort_unstable();
            elements.dedup();
        }
        Value::Bag(elements) => {
            let old = std::mem::take(Arc::make_mut(elements));
            let mut kept: Vec<(Value, u32)> =
                old.into_iter().filter(|(value, _)| *value != Value::Entity(entity)).collect();
            for (value, _) in &mut kept {
                forget(program, value, element, entity, looked_at);
            }
            kept.sort_unstable();
            let mut new: Vec<(Value, u32)> = Vec::with_capacity(kept.len());
            for (value, count) in kept {
                match new.last_mut() {
                    Some((last, all)) if *last == value => *all = all.saturating_add(count),
                    _ => new.push((value, count)),
                }
            }
            *Arc::make_mut(elements) = new;
        }
        Value::Map(entries) => {
            let of = match ty.map(Type::without_none) {
                Some(Type::Map(_, of)) => Some(&**of),
                _ => None,
            };
            let entries = Arc::make_mut(entries);
            for (_, value) in entries.iter_mut() {
                forget(program, value, of, entity, looked_at);
            }
            entries.retain(|(key, value)| *key != Value::Entity(entity) && *value != Value::Entity(entity));
        }
        Value::Record(fields) => {
            let declared = match ty.map(Type::without_none) {
                Some(Type::Record(id)) => program.records.get(usize::from(id.0)),
                _ => None,
            };
            for (n, value) in Arc::make_mut(fields).iter_mut().enumerate() {
                let ty = declared.and_then(|record| record.fields.get(n)).map(|field| &field.ty);
                forget(program, value, ty, entity, looked_at);
            }
        }
        _ => {}
    }
    true
}

fn forget_elements(
    program: &Program,
    elements: &mut Vec<Value>,
    ty: Option<&Type>,
    entity: Entity,
    looked_at: &mut u64,
) {
    elements.retain(|element| *element != Value::Entity(entity));
    for element in elements {
        forget(program, element, ty, entity, looked_at);
    }
}

/// Whether a value is or contains such a thing; how many values were looked at is added.
pub(super) fn holds(value: &Value, such: &impl Fn(Entity) -> bool, looked_at: &mut u64) -> bool {
    *looked_at += 1;
    match value {
        Value::Entity(entity) => such(*entity),
        Value::List(elements) | Value::Set(elements) | Value::Record(elements) => {
            elements.iter().any(|element| holds(element, such, looked_at))
        }
        Value::Bag(elements) => elements.iter().any(|(element, _)| holds(element, such, looked_at)),
        Value::Map(entries) => {
            entries.iter().any(|(key, value)| holds(key, such, looked_at) || holds(value, such, looked_at))
        }
        _ => false,
    }
}
