//! Places: what they are in, what leads to them, and what a change of them does.

use super::analysis::Analysis;
use super::conjunct::Write;
use super::effect::FAULT;
use super::reads::UseCollector;
use crate::logic::program::{PlaceExpr, Slot, StateId};
use crate::logic::types::{EntityTypeId, Type};

/// What a place is, or is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Root {
    Local(Slot),
    State(StateId),
    Field(EntityTypeId, u16),
}

impl Root {
    pub(super) fn of(place: &PlaceExpr) -> Self {
        match place.root() {
            PlaceExpr::Local(slot) => Self::Local(*slot),
            PlaceExpr::State(state) => Self::State(*state),
            PlaceExpr::EntityField(_, ty, field) => Self::Field(*ty, *field),
            // A root is none of these.
            PlaceExpr::RecordField(..) | PlaceExpr::Entry(..) => Self::Local(Slot(u16::MAX)),
        }
    }
}

/// What a change of a place does to a field.
pub(super) fn written(analysis: &Analysis, place: &PlaceExpr, write: Write) -> Vec<(usize, Write)> {
    match place {
        PlaceExpr::EntityField(_, ty, field) => vec![(analysis.layout.field(*ty, *field), write)],
        _ => match Root::of(place) {
            Root::Field(ty, field) => vec![(analysis.layout.field(ty, field), Write::Any)],
            Root::Local(_) | Root::State(_) => Vec::new(),
        },
    }
}

impl UseCollector<'_, '_> {
    /// The type of what a place holds.
    pub(super) fn place_type(&self, place: &PlaceExpr) -> Type {
        let program = self.analysis.program;
        match place {
            PlaceExpr::Local(slot) => {
                let held = self.locals.get(slot.index()).map_or(Type::Unknown, |local| local.ty.clone());
                if self.outputs.contains(&slot.index()) { held.or_none() } else { held }
            }
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
                self.look(of);
                self.want_type(&of.ty, |ty| matches!(ty, Type::Entity(_)));
                if self.can_be_gone(&of.ty) {
                    self.effect.fail |= FAULT;
                }
            }
            PlaceExpr::RecordField(inner, _) => self.place(inner),
            PlaceExpr::Entry(inner, key) => {
                self.place(inner);
                self.look(key);
                self.order_of_lists_in(&key.ty);
                // A missing entry is made only where it is the last step of the way.
                self.want(matches!(**inner, PlaceExpr::Local(_) | PlaceExpr::State(_) | PlaceExpr::EntityField(..)));
            }
        }
    }

    /// What a place holds is looked at.
    pub(super) fn read_root(&mut self, place: &PlaceExpr) {
        let layout = &self.analysis.layout;
        match Root::of(place) {
            Root::Local(slot) => match self.parts {
                Some(parts) => parts.all(slot).for_each(|at| self.effect.locals.set(at)),
                None => self.effect.locals.set(slot.index()),
            },
            Root::State(state) => {
                self.effect.globals.set(state.index());
                if self.analysis.unset.has(state.index()) {
                    self.effect.fail |= FAULT;
                }
            }
            Root::Field(ty, field) => {
                let at = layout.field(ty, field);
                self.effect.globals.set(at);
                if self.analysis.unset.has(at) {
                    self.effect.fail |= FAULT;
                }
            }
        }
        // Where it has no value yet, or holds something that is gone, a change of it can fail.
        let held = self.place_type(place);
        if !matches!(held, Type::Number(_) | Type::Fraction) && held.element().is_none() {
            self.effect.fail |= FAULT;
        }
    }
}
