//! What each step of a procedure's code looks at and changes.

use std::collections::HashMap;

use super::bits::Bits;
use super::conjunct::{Conjunct, Write, conjuncts};
use super::effect::{Effect, FAULT, Parts, REAL};
use super::ground::Ground;
use super::kinds::slot_types;
use super::order::commutes;
use super::reads::Looker;
use crate::logic::program::{
    Assumed, Expr, ExprKind, Guard, NameId, Op, OpKind, PlaceExpr, Procedure, ProcedureId, Selection, Slot, StateId,
};
use crate::logic::types::{EntityTypeId, Type};
use crate::logic::value::Value;

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

/// What a step does, apart from where it goes on.
#[derive(Clone, Debug)]
pub(super) struct Act {
    /// What it looks at.
    pub(super) reads: Effect,
    /// What it still looks at when its question is answered.
    pub(super) again: Option<Effect>,
    /// What it changes.
    pub(super) root: Option<Root>,
    /// Whether it replaces the whole of that.
    pub(super) whole: bool,
    /// Whether it looks at things only for what it changes, so that it looks at nothing where nobody looks at that.
    pub(super) faint: bool,
    /// The slots that it fills.
    pub(super) fills: Vec<Slot>,
    /// What each argument of a call looks at.
    pub(super) args: Vec<Effect>,
    /// The fields that it changes.
    pub(super) writes: Vec<(usize, Write)>,
    /// The types of things whose order it uses, and a filter on them.
    pub(super) uses: Vec<(usize, Vec<Conjunct>)>,
}

/// A `for each`.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    /// The steps from the `Next` to before its end.
    pub(super) steps: std::ops::Range<usize>,
    pub(super) walk: Slot,
    pub(super) at: Slot,
    /// The types of the things in its elements.
    pub(super) things: Bits,
    /// Whether the order of its turns does not matter.
    pub(super) commutes: bool,
    /// What it changes, if it does nothing else at all, and cannot fail.
    pub(super) faint: Option<Vec<Root>>,
}

/// The code of a procedure or of an assumption in its place.
pub(super) struct Body<'p> {
    /// The procedure, and the assumption whose code it is.
    pub(super) whose: (ProcedureId, Option<(usize, usize)>),
    pub(super) code: &'p [Op],
    pub(super) definition: &'p Procedure,
    pub(super) acts: Vec<Act>,
    pub(super) parts: Parts,
    pub(super) loops: Vec<Loop>,
    /// The outputs, as numbers among all outputs, that some way may leave without a value, which is an error.
    pub(super) open: Bits,
}

impl<'p> Body<'p> {
    pub(super) fn new(
        ground: &Ground<'p>,
        whose: (ProcedureId, Option<(usize, usize)>),
        definition: &'p Procedure,
        (code, names): (&'p [Op], &'p [Option<NameId>]),
        by_order: &dyn Fn(NameId) -> bool,
    ) -> Self {
        let mut slots = slot_types(ground, definition, code);
        let parts = parts(ground, code, slots.len());
        let mut loops = loops(ground, code, &mut slots, &parts);
        let mut acts = Vec::with_capacity(code.len());
        for (pc, op) in code.iter().enumerate() {
            let mut maker = Maker { ground, slots: &mut slots, parts: &parts, loops: &loops, names, by_order };
            acts.push(maker.act(pc, &op.kind));
        }
        for found in loops.iter_mut().filter(|found| found.commutes) {
            found.faint = faint(code, &acts, &found.steps);
        }
        let open = unset_outputs(definition, code);
        Self { whose, code, definition, acts, parts, loops, open }
    }

    /// The slot of an output.
    pub(super) fn output(&self, n: usize) -> Slot {
        Slot(u16::try_from(self.definition.params.len() + n).unwrap_or(u16::MAX))
    }
}

/// What the conditions of assumptions for a procedure look at, and whether there are any.
pub(super) fn conditions(ground: &Ground, procedure: ProcedureId) -> Option<Effect> {
    let target = Assumed::Procedure(procedure);
    let mut all: Option<Effect> = None;
    for (_, part) in ground.supplied(target) {
        let Some(when) = &part.when else { continue };
        let mut slots = ground.arguments(target);
        slots.resize(slots.len().max(usize::from(part.slots)), Type::Unknown);
        let mut looker = Looker::new(ground, &mut slots);
        looker.condition(when);
        let effect = looker.effect;
        match &mut all {
            Some(all) => all.join(&effect),
            None => all = Some(effect),
        }
    }
    all
}

fn parts(ground: &Ground, code: &[Op], slots: usize) -> Parts {
    let mut parts = Parts { slots, of: HashMap::new(), total: slots };
    for op in code {
        if let OpKind::Call { procedure, slot: Some(slot), .. } = &op.kind {
            let outputs = ground.program.procedures.get(procedure.index()).map_or(0, |called| called.outputs.len());
            parts.of.insert(*slot, (parts.total, outputs));
            parts.total += outputs;
        }
    }
    parts
}

fn loops(ground: &Ground, code: &[Op], slots: &mut Vec<Type>, parts: &Parts) -> Vec<Loop> {
    let mut found = Vec::new();
    for (pc, op) in code.iter().enumerate() {
        let OpKind::Next { over, recheck, walk, at, end, .. } = &op.kind else { continue };
        let steps = pc..(*end as usize).clamp(pc + 1, code.len().max(pc + 1));
        let mut things = Bits::new(ground.layout.types);
        ground.layout.things(slots.get(over.slot.index()).unwrap_or(&Type::Unknown), &mut things);
        let commutes = commutes(ground, code, steps.clone(), over, *recheck, slots, parts);
        found.push(Loop { steps, walk: *walk, at: *at, things, commutes, faint: None });
    }
    found
}

/// What a loop that commutes changes, if it does nothing else, and neither can fail nor go on for ever.
fn faint(code: &[Op], acts: &[Act], steps: &std::ops::Range<usize>) -> Option<Vec<Root>> {
    let mut roots = Vec::new();
    for pc in steps.start.checked_sub(1)?..steps.end {
        let (op, act) = (code.get(pc)?, acts.get(pc)?);
        let back =
            matches!(&op.kind, OpKind::Jump(target) if *target as usize <= pc && *target as usize != steps.start);
        if act.reads.fail != 0 || back {
            return None;
        }
        roots.extend(act.root);
    }
    Some(roots)
}

/// The outputs that some way leaves without a value although their type has no `none`.
fn unset_outputs(definition: &Procedure, code: &[Op]) -> Bits {
    let count = definition.outputs.len();
    let first = definition.params.len();
    let mut open = Bits::new(count);
    for (n, output) in definition.outputs.iter().enumerate() {
        if matches!(output.ty, Type::OrNone(_) | Type::Nothing | Type::Unknown) {
            continue;
        }
        let sets = |kind: &OpKind| match kind {
            OpKind::Store(PlaceExpr::Local(slot), ..) => slot.index() == first + n,
            _ => false,
        };
        // Every step that can be reached without setting it.
        let mut reached = Bits::new(code.len() + 1);
        let mut todo = vec![0];
        while let Some(pc) = todo.pop() {
            if reached.has(pc) {
                continue;
            }
            reached.set(pc);
            let Some(op) = code.get(pc) else {
                open.set(n);
                break;
            };
            if !sets(&op.kind) {
                todo.extend(ways(code, pc));
            }
        }
    }
    open
}

/// Where a step can go on in its own code; the end is behind the last step.
pub(super) fn ways(code: &[Op], pc: usize) -> Vec<usize> {
    let next = pc + 1;
    let Some(op) = code.get(pc) else { return Vec::new() };
    let mut ways = match &op.kind {
        OpKind::Jump(target) => vec![*target as usize],
        OpKind::Branch { otherwise, .. } => vec![next, *otherwise as usize],
        OpKind::Next { end, .. } => vec![next, *end as usize],
        OpKind::Pick { if_none: Some(none), .. } | OpKind::Choose { if_none: Some(none), .. } => {
            vec![next, *none as usize]
        }
        OpKind::Stop => vec![code.len()],
        _ => vec![next],
    };
    for way in &mut ways {
        *way = (*way).min(code.len());
    }
    ways
}

/// Finds what steps look at and change.
struct Maker<'m, 'p> {
    ground: &'m Ground<'p>,
    slots: &'m mut Vec<Type>,
    parts: &'m Parts,
    loops: &'m [Loop],
    names: &'m [Option<NameId>],
    by_order: &'m dyn Fn(NameId) -> bool,
}

impl Maker<'_, '_> {
    #[expect(clippy::too_many_lines, reason = "an arm for each kind of step")]
    fn act(&mut self, pc: usize, kind: &OpKind) -> Act {
        let (ground, parts) = (self.ground, self.parts);
        let mut looker = Looker::within(ground, self.slots, parts);
        let mut ordered: Option<Type> = None;
        let mut act = Act {
            reads: Effect::new(&ground.layout, 0),
            again: None,
            root: None,
            whole: false,
            faint: false,
            fills: Vec::new(),
            args: Vec::new(),
            writes: Vec::new(),
            uses: Vec::new(),
        };
        match kind {
            OpKind::Let(slot, value) => {
                looker.look(value);
                (act.root, act.whole, act.faint) = (Some(Root::Local(*slot)), true, true);
            }
            OpKind::Store(place, value, guard) => {
                looker.look(value);
                looker.place(place);
                guarded(&mut looker, guard);
                act.whole = !matches!(place, PlaceExpr::RecordField(..) | PlaceExpr::Entry(..));
                if !act.whole {
                    read_root(&mut looker, place);
                }
                (act.root, act.faint) = (Some(Root::of(place)), true);
                let constant = match &value.kind {
                    ExprKind::Constant(value) => Some(value.clone()),
                    ExprKind::Option(option) => {
                        ground.setting.readings.get(option.index()).map(|reading| Value::Symbol(*reading))
                    }
                    _ => None,
                };
                act.writes = written(ground, place, constant.map_or(Write::Any, Write::Set));
            }
            OpKind::Change { place, up, by, guard, removing_at } => {
                let by = looker.number(by);
                if let Some(limit) = removing_at {
                    looker.number(limit);
                }
                looker.place(place);
                read_root(&mut looker, place);
                guarded(&mut looker, guard);
                (act.root, act.faint) = (Some(Root::of(place)), removing_at.is_none());
                let write = match by {
                    Some(by) if by.low.is_some_and(|low| low >= 0) => up_or_down(*up),
                    Some(by) if by.high.is_some_and(|high| high <= 0) => up_or_down(!*up),
                    _ => Write::Any,
                };
                act.writes = written(ground, place, write);
                if removing_at.is_some() {
                    act.writes.extend(forgotten(ground));
                }
            }
            OpKind::AddTo { place, count, value, guard } => {
                if let Some(count) = count {
                    looker.number(count);
                    looker.effect.fail |= REAL;
                }
                let ty = looker.look(value);
                if !matches!(looker.place_type(place), Type::List(_)) {
                    looker.order_of_lists_in(&ty);
                }
                looker.place(place);
                read_root(&mut looker, place);
                guarded(&mut looker, guard);
                (act.root, act.faint) = (Some(Root::of(place)), true);
                act.writes = written(ground, place, Write::Any);
            }
            OpKind::TakeFrom { place, count, value } => {
                if let Some(count) = count {
                    looker.number(count);
                }
                let ty = looker.look(value);
                looker.order_of_lists_in(&ty);
                looker.place(place);
                read_root(&mut looker, place);
                act.root = Some(Root::of(place));
                act.writes = written(ground, place, Write::Any);
            }
            OpKind::Remove(value) => {
                looker.look(value);
                act.writes = forgotten(ground);
            }
            OpKind::Create(_, values, slot) => {
                for value in values {
                    looker.look(value);
                }
                act.fills.push(*slot);
            }
            OpKind::Roll { count, slot, .. } => {
                if let Some(count) = count {
                    looker.number(count);
                }
                act.fills.push(*slot);
            }
            OpKind::Draw { count, place, slot } => {
                let mut again = Looker::within(ground, looker.slots, parts);
                again.place(place);
                read_root(&mut again, place);
                let ty = again.place_type(place);
                let element = again.element(&ty);
                again.order_of_lists_in(&element);
                act.again = Some(again.effect);
                looker = Looker::within(ground, self.slots, parts);
                looker.number(count);
                if let Some(again) = &act.again {
                    looker.effect.join(again);
                }
                act.fills.push(*slot);
                act.root = Some(Root::of(place));
                act.writes = written(ground, place, Write::Any);
            }
            OpKind::Pick { from, .. } => {
                looker.selection(from, true);
                act.fills.push(from.slot);
            }
            OpKind::Choose { by, from, .. } => {
                looker.look(by);
                let (of, element) = looker.selection(from, true);
                looker.order_of_lists_in(&element);
                act.fills.push(from.slot);
                let label = self.names.get(from.slot.index()).copied().flatten();
                if label.is_none_or(|label| (self.by_order)(label)) {
                    ordered = Some(of);
                    act.uses = used(ground, from, &element, true);
                }
            }
            OpKind::Branch { condition, .. } | OpKind::Require { condition, .. } => looker.condition(condition),
            OpKind::Walk { over, walk, at } => {
                let (of, element) = looker.selection(over, true);
                act.fills.extend([*walk, *at]);
                // The `Next` of a loop stands behind its `Walk`.
                let own = self.loops.iter().find(|own| own.steps.start == pc + 1);
                if own.is_none_or(|own| !own.commutes) {
                    ordered = Some(of);
                    act.uses = used(ground, over, &element, true);
                }
            }
            OpKind::Next { over, recheck, walk, at, .. } => {
                if *recheck {
                    // That a thing exists is known without a look at all of them.
                    let filter = Selection { extreme: None, ..over.clone() };
                    let (of, element) = looker.selection(&filter, true);
                    looker.order_of_lists_in(&element);
                    if let (ExprKind::All(ty), Type::Set(_)) = (&over.of.kind, of) {
                        let again = over.filter.as_deref().is_some_and(|filter| looks_at_all(ground, filter, *ty));
                        if !again {
                            looker.effect.globals.clear(ground.layout.all(usize::from(ty.0)));
                        }
                    }
                }
                looker.effect.locals.set(walk.index());
                looker.effect.locals.set(at.index());
                let element = looker.slots.get(over.slot.index()).cloned().unwrap_or(Type::Unknown);
                let own = self.loops.iter().find(|own| own.steps.start == pc);
                if own.is_none_or(|own| !own.commutes) {
                    act.uses = used(ground, over, &element, *recheck);
                }
            }
            OpKind::Call { args, procedure, slot } => {
                for arg in args {
                    let mut looker = Looker::within(ground, looker.slots, parts);
                    looker.look(arg);
                    act.args.push(looker.effect);
                }
                looker = Looker::within(ground, self.slots, parts);
                if let Some(conditions) = conditions(ground, *procedure) {
                    looker.effect.globals.union(&conditions.globals);
                    looker.effect.listed.union(&conditions.listed);
                    // They look at the arguments.
                    looker.effect.fail |= conditions.fail | FAULT;
                }
                act.fills.extend(*slot);
            }
            OpKind::Jump(_) | OpKind::Join { .. } | OpKind::Stop => {}
        }
        // Where an order is looked at inside of expressions, no filter is known.
        let layout = &ground.layout;
        let mut inside = looker.effect.globals.clone();
        act.args.iter().for_each(|arg| inside.union(&arg.globals));
        for ty in (0..layout.types).filter(|ty| inside.has(layout.list(*ty)) || inside.has(layout.numbers(*ty))) {
            act.uses.push((ty, Vec::new()));
        }
        if let Some(of) = ordered {
            looker.order_of(&of);
        }
        act.reads = looker.effect;
        act
    }
}

fn guarded(looker: &mut Looker, guard: &Guard) {
    if guard.check.is_some() {
        looker.effect.fail |= REAL;
    }
}

/// What a place holds is looked at.
fn read_root(looker: &mut Looker, place: &PlaceExpr) {
    let layout = &looker.ground.layout;
    match Root::of(place) {
        Root::Local(slot) => match looker.parts {
            Some(parts) => parts.all(slot).for_each(|at| looker.effect.locals.set(at)),
            None => looker.effect.locals.set(slot.index()),
        },
        Root::State(state) => {
            looker.effect.globals.set(state.index());
            if looker.ground.unset.has(state.index()) {
                looker.effect.fail |= FAULT;
            }
        }
        Root::Field(ty, field) => {
            let at = layout.field(ty, field);
            looker.effect.globals.set(at);
            if looker.ground.unset.has(at) {
                looker.effect.fail |= FAULT;
            }
        }
    }
    // Where it has no value yet, or holds something that is gone, a change of it can fail.
    let held = looker.place_type(place);
    if !matches!(held, Type::Number(_) | Type::Fraction) && held.element().is_none() {
        looker.effect.fail |= FAULT;
    }
}

fn up_or_down(up: bool) -> Write {
    if up { Write::Raise } else { Write::Lower }
}

/// What a change of a place does to a field.
fn written(ground: &Ground, place: &PlaceExpr, write: Write) -> Vec<(usize, Write)> {
    match place {
        PlaceExpr::EntityField(_, ty, field) => vec![(ground.layout.field(*ty, *field), write)],
        _ => match Root::of(place) {
            Root::Field(ty, field) => vec![(ground.layout.field(ty, field), Write::Any)],
            Root::Local(_) | Root::State(_) => Vec::new(),
        },
    }
}

/// A removal changes every field that holds the thing.
fn forgotten(ground: &Ground) -> Vec<(usize, Write)> {
    let mut found = Vec::new();
    for (ty, entity) in (0u16..).zip(&ground.program.entities) {
        for (n, field) in (0u16..).zip(&entity.fields) {
            let mut things = Bits::new(ground.layout.types);
            ground.layout.things(&field.ty, &mut things);
            if things.meets(&ground.removable) {
                found.push((ground.layout.field(EntityTypeId(ty), n), Write::Any));
            }
        }
    }
    found
}

/// The use of the order of a selection's elements.
fn used(ground: &Ground, selection: &Selection, element: &Type, filtered: bool) -> Vec<(usize, Vec<Conjunct>)> {
    if let (Type::Entity(ty), true) = (element, filtered) {
        let mut found = Vec::new();
        if let Some(filter) = &selection.filter {
            conjuncts(ground, filter, selection.slot, *ty, true, 0, &mut found);
        }
        return vec![(usize::from(ty.0), found)];
    }
    let mut things = Bits::new(ground.layout.types);
    ground.layout.things(element, &mut things);
    things.iter().map(|ty| (ty, Vec::new())).collect()
}

/// Whether an expression looks at all things of a type.
fn looks_at_all(ground: &Ground, expr: &Expr, ty: EntityTypeId) -> bool {
    let mut found = false;
    let at = ground.layout.all(usize::from(ty.0));
    crate::logic::walk::expr(expr, &mut |part| {
        found |= match &part.kind {
            ExprKind::All(other) => *other == ty,
            ExprKind::Call(id, ..) => ground.functions.get(id.index()).is_none_or(|effect| effect.globals.has(at)),
            ExprKind::Graph(_) => true,
            _ => false,
        };
    });
    found
}
