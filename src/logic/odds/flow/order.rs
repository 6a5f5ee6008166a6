//! Whether the turns of a loop can be taken in any order.

use std::collections::HashMap;

use super::analysis::Analysis;
use super::effect::Parts;
use super::place::Root;
use super::reads::UseCollector;
use crate::logic::program::{ExprKind, Local, Op, OpKind, PlaceExpr, Selection, Slot};
use crate::logic::types::Type;

/// Whether the order in which a loop takes its elements does not matter: a turn looks at nothing that another turn changes. It
/// changes fields of its own element; elsewhere it only adds to numbers, sets and bags, which nobody looks at meanwhile. Names
/// made in a turn are gone behind it. `steps` begins with the `Next`.
pub(super) fn commutes(
    analysis: &Analysis,
    code: &[Op],
    steps: std::ops::Range<usize>,
    over: &Selection,
    recheck: bool,
    locals: &[Local],
    parts: &Parts,
) -> bool {
    let own = over.slot;
    let mut looker = UseCollector::within(analysis, locals, parts);
    looker.own = Some(own);
    let mut turn = Turn { made: vec![own], own: Vec::new(), added: HashMap::new() };
    for pc in steps.start + 1..steps.end {
        let Some(op) = code.get(pc) else { return false };
        if !turn.step(&mut looker, op, &steps) {
            return false;
        }
    }
    if recheck {
        if !matches!(over.of.kind, ExprKind::All(_)) {
            looker.look(&over.of);
        }
        if let Some(filter) = &over.filter {
            looker.condition(filter);
        }
    }
    let field = |at: usize, foreign: bool| looker.effect.globals.has(at) || foreign && looker.own_fields.has(at);
    // What is changed of the element may be looked at through the element alone.
    let own_is_clean = turn.own.iter().all(|at| !field(*at, false));
    let added_is_clean = turn.added.keys().all(|root| match root {
        Added::Local(slot) => !turn.made.contains(slot) && !parts.all(*slot).any(|at| looker.effect.locals.has(at)),
        Added::Global(at) => !field(*at, true) && !turn.own.contains(at),
    });
    own_is_clean && added_is_clean
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Added {
    Local(Slot),
    Global(usize),
}

/// How something is changed in one turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Motion {
    Up,
    Down,
    /// Up or down, and any sum fits.
    Either,
    /// Put in.
    In,
}

struct Turn {
    made: Vec<Slot>,
    own: Vec<usize>,
    added: HashMap<Added, Motion>,
}

impl Turn {
    /// Whether the step is of a kind that can commute.
    fn step(&mut self, looker: &mut UseCollector, op: &Op, steps: &std::ops::Range<usize>) -> bool {
        let inside = |target: u32| (steps.start..steps.end).contains(&(target as usize));
        match &op.kind {
            OpKind::Let(slot, value) => {
                looker.look(value);
                self.made.push(*slot);
                true
            }
            OpKind::Branch { condition, otherwise, .. } => {
                looker.condition(condition);
                inside(*otherwise)
            }
            OpKind::Jump(target) => inside(*target),
            OpKind::Join { .. } => true,
            OpKind::Store(place, value, _) => {
                looker.look(value);
                looker.place(place);
                self.of_own(looker, place)
            }
            OpKind::Change { place, up, by, guard, removing_at: None } => {
                let by = looker.number(by);
                looker.place(place);
                let way = match by {
                    _ if guard.check.is_none() => Motion::Either,
                    Some(by) if by.low.is_some_and(|low| low >= 0) => {
                        if *up {
                            Motion::Up
                        } else {
                            Motion::Down
                        }
                    }
                    Some(by) if by.high.is_some_and(|high| high <= 0) => {
                        if *up {
                            Motion::Down
                        } else {
                            Motion::Up
                        }
                    }
                    _ => return self.of_own(looker, place),
                };
                self.of_own(looker, place) || self.add(looker, place, way)
            }
            OpKind::AddTo { place, count, value, .. } => {
                if let Some(count) = count {
                    looker.number(count);
                }
                looker.look(value);
                looker.place(place);
                let unordered = matches!(looker.place_type(place), Type::Set(_) | Type::Bag(_));
                self.of_own(looker, place) || unordered && self.add(looker, place, Motion::In)
            }
            _ => false,
        }
    }

    /// Whether the place is a field of the element, or in one; it is noted then.
    fn of_own(&mut self, looker: &UseCollector, place: &PlaceExpr) -> bool {
        let PlaceExpr::EntityField(of, ty, field) = place.root() else { return false };
        let own = matches!(of.kind, ExprKind::Local(slot) if Some(slot) == looker.own);
        if own {
            self.own.push(looker.analysis.layout.field(*ty, *field));
        }
        own
    }

    fn add(&mut self, looker: &UseCollector, place: &PlaceExpr, way: Motion) -> bool {
        let root = match Root::of(place) {
            Root::Local(slot) => Added::Local(slot),
            Root::State(state) => Added::Global(state.index()),
            Root::Field(ty, field) => Added::Global(looker.analysis.layout.field(ty, field)),
        };
        *self.added.entry(root).or_insert(way) == way
    }
}
