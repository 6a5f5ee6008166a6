//! What a run left as it was: where steps are passed by, the condition that passed them by is a reason for all that they would
//! have changed. (Locals and states are listed by the compiler at each `Join`; which things are meant, only a run knows.)

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::observe::{Observer, at};
use crate::logic::machine::context::Context;
use crate::logic::machine::place::Root;
use crate::logic::machine::removal::holds;
use crate::logic::program::{Expr, ExprKind, Op, OpKind, PlaceExpr, ProcedureId, Source, StateId};
use crate::logic::types::EntityTypeId;
use crate::logic::value::{Entity, Value};

/// What steps can change, besides locals.
#[derive(Default)]
struct Reach {
    states: BTreeSet<StateId>,
    /// Fields of any thing of a type.
    fields: BTreeSet<(EntityTypeId, u16)>,
    /// Fields of things that plain locals hold, which are known already.
    known: Vec<(Entity, EntityTypeId, u16)>,
    /// Types of which things may come to be.
    created: BTreeSet<EntityTypeId>,
    /// Types of which any thing may be removed.
    removed: BTreeSet<EntityTypeId>,
    /// Things that may be removed, of those that plain locals hold.
    known_removed: BTreeMap<Entity, EntityTypeId>,
    procedures: BTreeSet<ProcedureId>,
}

impl<'p, O: Observer> Context<'_, 'p, O> {
    /// The other way of a branch at `pc` is passed by.
    pub(in crate::logic::machine) fn not_taken(&mut self, pc: usize, otherwise: u32, held: bool) {
        let Some(frame) = self.machine.frames.last() else { return };
        let (code, _, _) = frame.code(self.program);
        let otherwise = otherwise as usize;
        let way = if held {
            // Behind the first part stands a jump over the second.
            match otherwise.checked_sub(1).and_then(|last| code.get(last)).map(|op| &op.kind) {
                Some(OpKind::Jump(over)) if *over as usize > otherwise => otherwise..*over as usize,
                _ => return,
            }
        } else {
            pc + 1..otherwise
        };
        self.passed_by(way);
    }

    /// These steps of the procedure at hand are passed by under the open regions.
    pub(in crate::logic::machine) fn passed_by(&mut self, way: Range<usize>) {
        let Some(frame) = self.machine.frames.last() else { return };
        let (code, _, _) = frame.code(self.program);
        let tag = self.observer.regions();
        self.untouched(code.get(way).unwrap_or_default(), tag);
    }

    /// The procedure ends before its last step.
    pub(in crate::logic::machine) fn stopped_early(&mut self) {
        let Some(frame) = self.machine.frames.last() else { return };
        let (code, _, _) = frame.code(self.program);
        let tag = self.observer.control();
        self.untouched(code, tag);
    }

    fn untouched(&mut self, ops: &'p [Op], tag: O::Tag) {
        let mut reach = Reach::default();
        self.reach(ops, true, &mut reach);
        self.spare(reach, tag);
    }

    /// The game has ended: all that is left of what runs is not done.
    pub(in crate::logic::machine) fn left_undone(&mut self) {
        let tag = self.observer.control();
        let mut reach = Reach::default();
        for frame in &self.machine.frames {
            let (code, _, _) = frame.code(self.program);
            self.reach(code, false, &mut reach);
        }
        self.spare(reach, tag);
    }

    /// What could have been changed was not.
    fn spare(&mut self, reach: Reach, tag: O::Tag) {
        for state in reach.states {
            self.join_root_tag(Root::State(state), tag);
        }
        for (thing, ty, field) in reach.known {
            self.join_root_tag(Root::Field(thing, ty, field), tag);
        }
        for (ty, field) in reach.fields {
            let things: Vec<Entity> = self.machine.world.all(ty).collect();
            for thing in things {
                self.join_root_tag(Root::Field(thing, ty, field), tag);
            }
        }
        for ty in reach.created.iter().chain(&reach.removed).chain(reach.known_removed.values()) {
            self.observer.set_existence(*ty, tag);
        }
        let mut spared = reach.known_removed;
        for ty in reach.removed {
            spared.extend(self.machine.world.all(ty).map(|thing| (thing, ty)));
        }
        if !spared.is_empty() {
            self.spared(&spared, tag);
        }
    }

    /// These things were not removed: they are still there, with their fields and in every place that holds them.
    fn spared(&mut self, things: &BTreeMap<Entity, EntityTypeId>, tag: O::Tag) {
        let world = &self.machine.world;
        let is_spared = |entity: Entity| things.contains_key(&entity);
        let holds = |value: &Value| holds(value, &is_spared, &mut 0);
        let mut holding: Vec<Root> = Vec::new();
        for (n, state) in (0..).zip(&world.states) {
            if state.as_ref().is_some_and(holds) {
                holding.push(Root::State(StateId(n)));
            }
        }
        for (number, thing) in (0..).zip(&world.things) {
            let Some(thing) = thing else { continue };
            let entity = Entity(number);
            for (n, value) in (0..).zip(thing.fields.iter()) {
                if is_spared(entity) || holds(value) {
                    holding.push(Root::Field(entity, thing.ty, n));
                }
            }
        }
        // Hidden lists of loops and parameters that hold such a thing are no collections that it would leave.
        for frame in &self.machine.frames {
            let (_, locals, slots) = frame.code(self.program);
            let named = |slot: &usize| locals.get(*slot).is_some_and(|local| local.name.is_some());
            for at in (0..slots).filter(named).map(|slot| frame.base + slot) {
                let local = self.machine.locals.get(at);
                if local.is_some_and(|value| !matches!(value, Value::Entity(_)) && holds(value)) {
                    holding.push(Root::Local(at));
                }
            }
        }
        for root in holding {
            self.join_root_tag(root, tag);
        }
    }

    /// Adds what `ops` can change; `here` if they belong to the procedure at hand, whose locals are known.
    fn reach(&self, ops: &'p [Op], here: bool, reach: &mut Reach) {
        for op in ops {
            let effects = op.kind.effects();
            if let Some(procedure) = effects.runs
                && reach.procedures.insert(procedure)
                && let Source::Here(code) = &self.program.procedures[procedure.index()].code
            {
                self.reach(code, false, reach);
            }
            reach.created.extend(effects.creates);
            if let Some((thing, ty)) = effects.removes {
                self.reach_removal(thing, ty, ops, here, reach);
            }
            match effects.changes.map(PlaceExpr::root) {
                Some(PlaceExpr::State(state)) => {
                    reach.states.insert(*state);
                }
                Some(PlaceExpr::EntityField(thing, ty, field)) => match self.held_by(thing, ops).filter(|_| here) {
                    Some(thing) => reach.known.push((thing, *ty, *field)),
                    None => {
                        reach.fields.insert((*ty, *field));
                    }
                },
                _ => {}
            }
        }
    }

    fn reach_removal(&self, entity: &Expr, ty: EntityTypeId, ops: &[Op], here: bool, reach: &mut Reach) {
        match self.held_by(entity, ops).filter(|_| here) {
            Some(thing) => {
                reach.known_removed.insert(thing, ty);
            }
            None => {
                reach.removed.insert(ty);
            }
        }
    }

    /// The thing that a plain local holds, if none of `ops` would have put another there.
    fn held_by(&self, entity: &Expr, ops: &[Op]) -> Option<Entity> {
        let ExprKind::Local(slot) = entity.kind else { return None };
        if ops.iter().any(|op| op.kind.effects().written().any(|written| written == slot)) {
            return None;
        }
        match self.machine.locals.get(at(self.base, slot)) {
            Some(Value::Entity(entity)) if self.machine.world.thing(*entity).is_some() => Some(*entity),
            _ => None,
        }
    }
}
