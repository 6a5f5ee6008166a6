//! Reads what instructions name.

use super::super::program::Slot;
use super::super::syntax::ast::Span;
use super::super::value::{Entity, Value};
use super::code::{Operand, Piece, Read, Routine};
use super::context::Context;
use super::ended::Evaluated;
use super::record::observe::{Observer, at};
use super::world::World;

impl<'a, O: Observer> Context<'a, '_, O> {
    /// What an operand is, where nothing is to be said about it. [`Self::note_read`] has to follow.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "half of what the machine does; a call would take longer than it does")]
    pub(super) fn at_hand<'v>(&'v self, routine: &'v Routine, operand: Operand) -> Option<&'v Value> {
        let world = &self.machine.world;
        let value = match operand {
            Operand::Constant(at) => return routine.constants.get(at as usize),
            Operand::Slot(slot) => self.machine.locals.get(at(self.base, slot))?,
            Operand::Field(slot, field) => {
                let Value::Entity(entity) = self.machine.locals.get(at(self.base, slot))? else { return None };
                let held = world.thing(*entity)?.fields.get(usize::from(field))?;
                if matches!(held, Value::None) {
                    return None;
                }
                held
            }
            Operand::State(state) => world.states.get(state.index())?.as_ref()?,
        };
        there(world, value)
    }

    /// What [`Self::at_hand`] gave is used.
    #[inline]
    pub(super) fn note_read(&mut self, operand: Operand) {
        if !O::ON {
            return;
        }
        match operand {
            Operand::Constant(_) => {}
            Operand::Slot(slot) => self.observer.join(self.observer.local(at(self.base, slot))),
            Operand::State(state) => self.observer.join(self.observer.state(state)),
            Operand::Field(slot, field) => {
                let at = at(self.base, slot);
                self.observer.join(self.observer.local(at));
                if let Some(Value::Entity(entity)) = self.machine.locals.get(at) {
                    let entity = *entity;
                    self.observer.join(self.observer.field(entity, field));
                }
            }
        }
    }

    /// A copy of what an operand is.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for what is at hand")]
    pub(super) fn value(&mut self, routine: &'a Routine, operand: Operand, span: [Span; 2]) -> Evaluated<Value> {
        if let Some(value) = self.at_hand(routine, operand) {
            let value = value.copied();
            self.note_read(operand);
            return Ok(value);
        }
        self.find_out(operand, span)
    }

    /// The same with its places.
    #[inline]
    pub(super) fn read(&mut self, routine: &'a Routine, read: &Read) -> Evaluated<Value> {
        self.value(routine, read.operand, read.span)
    }

    /// What is handed on as it is: covered dice stay covered.
    #[inline]
    pub(super) fn covered(&mut self, routine: &'a Routine, operand: Operand, span: [Span; 2]) -> Evaluated<Value> {
        match self.pool_in(operand) {
            Some(pool) => Ok(Value::Pool(pool)),
            None => self.value(routine, operand, span),
        }
    }

    /// A whole number.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for what is at hand")]
    pub(super) fn number(&mut self, routine: &'a Routine, read: &Read) -> Evaluated<i64> {
        if let Some(Value::Number(number)) = self.at_hand(routine, read.operand) {
            let number = *number;
            self.note_read(read.operand);
            return Ok(number);
        }
        match self.read(routine, read)? {
            Value::Number(number) => Ok(number),
            other => self.kind(read.span[0], "a whole number", &other),
        }
    }

    /// Whether a name holds a thing that was removed.
    pub(super) fn is_gone(&self, operand: Operand) -> bool {
        let Operand::Slot(slot) = operand else { return false };
        let held = self.machine.locals.get(at(self.base, slot));
        matches!(held, Some(Value::Entity(entity)) if self.machine.world.thing(*entity).is_none())
    }

    /// Something that was not at hand: what it is all the same, or what is wrong with it.
    #[cold]
    fn find_out(&mut self, operand: Operand, [span, of]: [Span; 2]) -> Evaluated<Value> {
        match operand {
            Operand::Constant(_) => self.error(span, "this cannot be evaluated"),
            Operand::Slot(slot) => self.bad_local(slot, span),
            Operand::Field(slot, field) => {
                let held = self.machine.locals.get(at(self.base, slot));
                let Some(thing) = held.and_then(|held| there(&self.machine.world, held)).cloned() else {
                    return self.bad_local(slot, of);
                };
                self.note_read(Operand::Slot(slot));
                self.field(&thing, field, [span, of])
            }
            Operand::State(state) => {
                let value = self.machine.world.states.get(state.index()).cloned().flatten();
                self.observer.join(self.observer.state(state));
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
        }
    }

    /// A local that is not at hand.
    #[cold]
    fn bad_local(&mut self, slot: Slot, span: Span) -> Evaluated<Value> {
        let at = at(self.base, slot);
        self.observer.join(self.observer.local(at));
        match self.machine.locals.get(at) {
            Some(Value::Entity(entity)) => self.removed(*entity, self.slot_name(slot), span),
            Some(Value::Pool(pool)) => self.look_at_all(*pool),
            _ => self.error(span, "this was never given a value"),
        }
    }

    /// What is held there: none where nothing was put there yet, and a thing even if it is gone.
    pub(super) fn held(&mut self, routine: &'a Routine, operand: Operand) -> Value {
        self.note_read(operand);
        let world = &self.machine.world;
        let held = match operand {
            Operand::Constant(at) => routine.constants.get(at as usize),
            Operand::Slot(slot) => self.machine.locals.get(at(self.base, slot)),
            Operand::State(state) => world.states.get(state.index()).and_then(Option::as_ref),
            Operand::Field(slot, field) => match self.machine.locals.get(at(self.base, slot)) {
                Some(Value::Entity(thing)) => {
                    world.thing(*thing).and_then(|thing| thing.fields.get(usize::from(field)))
                }
                _ => None,
            },
        };
        held.map_or(Value::None, Value::copied)
    }

    /// A field of a thing; `of` is the place of the thing.
    #[inline(never)]
    pub(super) fn field(&mut self, thing: &Value, field: u16, [span, of]: [Span; 2]) -> Evaluated<Value> {
        let Value::Entity(entity) = *thing else { return self.kind(of, "a thing", thing) };
        let Some(found) = self.machine.world.thing(entity) else { return self.removed(entity, None, span) };
        let ty = found.ty;
        let Some(held) = found.fields.get(usize::from(field)).cloned() else {
            return self.kind(span, "a thing with such a field", thing);
        };
        self.observer.join(self.observer.field(entity, field));
        match held {
            Value::Entity(other) if self.machine.world.thing(other).is_none() => {
                let name = self.program.entities[usize::from(ty.0)].fields.get(usize::from(field)).map(|f| f.name);
                self.removed(other, name, span)
            }
            // An example gives only the fields that matter to it; the others are none, whatever their type.
            Value::None if !self.program.may_be_none(ty, field) => self.unset(entity, field, span),
            held => Ok(held),
        }
    }

    #[cold]
    fn unset<T>(&self, entity: Entity, field: u16, span: Span) -> Evaluated<T> {
        let ty = self.machine.world.thing(entity).and_then(|thing| self.program.entities.get(usize::from(thing.ty.0)));
        let declared = ty.and_then(|ty| ty.fields.get(usize::from(field)));
        let name = declared.map_or("", |declared| self.program.name(declared.name));
        let message = format!("the field `{name}` of {} has no value yet", self.show(&Value::Entity(entity)));
        Err(self.mistake(span, message, Some("an example gives it under `given`")))
    }

    /// What a part gives; none where there is none.
    #[inline]
    pub(super) fn piece(&mut self, routine: &'a Routine, piece: &Piece) -> Evaluated<Value> {
        match piece {
            Piece::Nothing => Ok(Value::None),
            Piece::Read(read) => self.read(routine, read),
            Piece::Block(block) => self.block(routine, *block),
        }
    }

    /// Whether a part holds; that there is none holds.
    #[inline]
    pub(super) fn condition(&mut self, routine: &'a Routine, piece: &Piece) -> Evaluated<bool> {
        let (value, span) = match piece {
            Piece::Nothing => return Ok(true),
            Piece::Read(read) => (self.read(routine, read)?, read.span[0]),
            Piece::Block(block) => (self.block(routine, *block)?, self.here()),
        };
        match value {
            Value::YesNo(held) => Ok(held.is_yes()),
            other => self.kind(span, "yes or no", &other),
        }
    }
}

/// What is held, unless it is a thing that was removed or covered dice.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as for what is at hand")]
fn there<'v>(world: &World, value: &'v Value) -> Option<&'v Value> {
    match value {
        Value::Entity(entity) if world.thing(*entity).is_none() => None,
        Value::Pool(_) => None,
        value => Some(value),
    }
}
