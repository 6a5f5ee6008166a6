//! What a run left as it was: where steps are passed by, the condition that passed them by is a reason for all that they would
//! have changed. (Locals and states are listed by the compiler at each `Join`; which things are meant, only a run knows.)

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::program::{Expr, ExprKind, Op, OpKind, PlaceExpr, ProcedureId, Source, StateId};
use super::super::types::EntityTypeId;
use super::super::value::{Entity, Value};
use super::context::Context;
use super::observe::{Observer, at};
use super::place::Root;

/// What steps can change, besides locals.
#[derive(Default)]
struct Reach {
    states: BTreeSet<StateId>,
    /// Fields of any thing of a type.
    fields: BTreeSet<(EntityTypeId, u16)>,
    /// Fields of things that plain locals hold, which are known already.
    known: Vec<(Entity, EntityTypeId, u16)>,
    procedures: BTreeSet<ProcedureId>,
}

impl<'p, O: Observer> Context<'_, 'p, O> {
    /// The other way of a branch at `pc` is passed by.
    pub(super) fn not_taken(&mut self, pc: usize, otherwise: u32, held: bool) {
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
    pub(super) fn passed_by(&mut self, way: Range<usize>) {
        let Some(frame) = self.machine.frames.last() else { return };
        let (code, _, _) = frame.code(self.program);
        let tag = self.observer.regions();
        self.untouched(code.get(way).unwrap_or_default(), tag);
    }

    /// The procedure ends before its last step.
    pub(super) fn stopped_early(&mut self, code: &'p [Op]) {
        let tag = self.observer.control();
        self.untouched(code, tag);
    }

    fn untouched(&mut self, ops: &'p [Op], tag: O::Tag) {
        let mut reach = Reach::default();
        self.reach(ops, true, &mut reach);
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
    }

    /// Adds what `ops` can change; `here` if they belong to the procedure at hand, whose locals are known.
    fn reach(&self, ops: &'p [Op], here: bool, reach: &mut Reach) {
        for op in ops {
            let place = match &op.kind {
                OpKind::Store(place, ..)
                | OpKind::Change { place, .. }
                | OpKind::AddTo { place, .. }
                | OpKind::TakeFrom { place, .. }
                | OpKind::Draw { place, .. } => place,
                OpKind::Call { procedure, .. } => {
                    if reach.procedures.insert(*procedure)
                        && let Source::Here(code) = &self.program.procedures[procedure.index()].code
                    {
                        self.reach(code, false, reach);
                    }
                    continue;
                }
                _ => continue,
            };
            match place.root() {
                PlaceExpr::State(state) => {
                    reach.states.insert(*state);
                }
                PlaceExpr::EntityField(entity, ty, field) => match self.held(entity, ops).filter(|_| here) {
                    Some(thing) => reach.known.push((thing, *ty, *field)),
                    None => {
                        reach.fields.insert((*ty, *field));
                    }
                },
                _ => {}
            }
        }
    }

    /// The thing that a plain local holds, if none of `ops` would have put another there.
    fn held(&self, entity: &Expr, ops: &[Op]) -> Option<Entity> {
        let ExprKind::Local(slot) = entity.kind else { return None };
        let changes = |op: &Op| match &op.kind {
            OpKind::Next { over: from, .. } | OpKind::Pick { from, .. } | OpKind::Choose { from, .. } => {
                from.slot == slot
            }
            OpKind::Let(other, _) | OpKind::Create(.., other) => *other == slot,
            _ => false,
        };
        if ops.iter().any(changes) {
            return None;
        }
        match self.machine.locals.get(at(self.base, slot)) {
            Some(Value::Entity(entity)) if self.machine.world.thing(*entity).is_some() => Some(*entity),
            _ => None,
        }
    }
}
