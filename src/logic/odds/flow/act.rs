//! What each step of a procedure's code looks at and changes.

use super::analysis::Analysis;
use super::body::{Act, Loop, conditions};
use super::conjunct::{Conjunct, Write, conjuncts};
use super::effect::{Effect, FAULT, Parts, REAL};
use super::place::{Root, written};
use super::reads::UseCollector;
use crate::logic::bits::Bits;
use crate::logic::program::{Expr, ExprKind, Guard, Local, NameId, OpKind, PlaceExpr, ProcedureId, Selection};
use crate::logic::types::{EntityTypeId, Type};
use crate::logic::value::Value;

/// What the steps stand in.
pub(super) struct Around<'m, 'p> {
    pub(super) analysis: &'m Analysis<'p>,
    pub(super) parts: &'m Parts,
    pub(super) loops: &'m [Loop],
    /// What the slots hold.
    pub(super) locals: &'m [Local],
    /// Whether the choices of a name are made by the order of the candidates.
    pub(super) by_order: &'m dyn Fn(NameId) -> bool,
}

impl Around<'_, '_> {
    /// What the step at `pc` looks at and changes.
    pub(super) fn act(&self, pc: usize, kind: &OpKind) -> Act {
        let looker = UseCollector::within(self.analysis, self.locals, self.parts);
        let act = Act {
            reads: Effect::new(&self.analysis.layout, 0),
            again: None,
            root: None,
            whole: false,
            faint: false,
            fills: kind.effects().fills,
            args: Vec::new(),
            writes: Vec::new(),
            uses: Vec::new(),
        };
        let mut maker = Maker { around: self, looker, act, ordered: None };
        maker.step(pc, kind);
        maker.finish()
    }

    /// The loop of which the `Next` stands there.
    fn commutes(&self, next: usize) -> bool {
        self.loops.iter().find(|own| own.steps.start == next).is_some_and(|own| own.commutes)
    }
}

/// Finds what a step looks at and changes.
struct Maker<'m, 'p> {
    around: &'m Around<'m, 'p>,
    looker: UseCollector<'m, 'p>,
    act: Act,
    /// The collection whose order it uses.
    ordered: Option<Type>,
}

impl Maker<'_, '_> {
    fn step(&mut self, pc: usize, kind: &OpKind) {
        match kind {
            OpKind::Let(slot, value) => {
                self.looker.look(value);
                (self.act.root, self.act.whole, self.act.faint) = (Some(Root::Local(*slot)), true, true);
            }
            OpKind::Store(place, value, guard) => self.store(place, value, guard),
            OpKind::Change { place, up, by, guard, removing_at } => {
                self.change(place, *up, by, guard, removing_at.as_ref());
            }
            OpKind::AddTo { place, count, value, guard } => self.add_to(place, count.as_ref(), value, guard),
            OpKind::TakeFrom { place, count, value } => self.take_from(place, count.as_ref(), value),
            OpKind::Remove(value, _) => {
                self.looker.look(value);
                self.act.writes = forgotten(self.around.analysis);
            }
            OpKind::Create(_, values, _) => values.iter().for_each(|value| self.looker.look(value)),
            OpKind::Roll { count, .. } => {
                if let Some(count) = count {
                    self.looker.number(count);
                }
            }
            OpKind::Draw { count, place, .. } => self.draw(count, place),
            OpKind::Pick { from, .. } => self.looker.selection(from),
            OpKind::Choose { by, from, .. } => self.choose(by, from),
            OpKind::Branch { condition, .. } | OpKind::Require { condition, .. } | OpKind::Ends { condition, .. } => {
                self.looker.condition(condition);
            }
            // The `Next` of a loop stands behind its `Walk`.
            OpKind::Walk { over, .. } => self.walk(over, self.around.commutes(pc + 1)),
            OpKind::Next { over, recheck, walk, at, .. } => {
                self.next(over, *recheck, self.around.commutes(pc));
                self.looker.effect.locals.set(walk.index());
                self.looker.effect.locals.set(at.index());
            }
            OpKind::Call { args, procedure, .. } => self.call(args, *procedure),
            OpKind::Jump(_) | OpKind::Join { .. } | OpKind::Stop | OpKind::Abandon => {}
        }
    }

    fn finish(mut self) -> Act {
        // Where an order is looked at inside of expressions, no filter is known.
        let layout = &self.around.analysis.layout;
        let mut inside = self.looker.effect.globals.clone();
        self.act.args.iter().for_each(|arg| inside.union(&arg.globals));
        for ty in (0..layout.types).filter(|ty| inside.has(layout.list(*ty)) || inside.has(layout.numbers(*ty))) {
            self.act.uses.push((ty, Vec::new()));
        }
        if let Some(of) = &self.ordered {
            self.looker.order_of(of);
        }
        self.act.reads = self.looker.effect;
        self.act
    }

    fn guarded(&mut self, guard: &Guard) {
        if guard.check.is_some() {
            self.looker.effect.fail |= REAL;
        }
    }

    fn writes(&mut self, place: &PlaceExpr, write: Write) {
        self.act.root = Some(Root::of(place));
        self.act.writes = written(self.around.analysis, place, write);
    }

    fn store(&mut self, place: &PlaceExpr, value: &Expr, guard: &Guard) {
        self.looker.look(value);
        self.looker.place(place);
        self.guarded(guard);
        self.act.whole = !matches!(place, PlaceExpr::RecordField(..) | PlaceExpr::Entry(..));
        if !self.act.whole {
            self.looker.read_root(place);
        }
        self.act.faint = true;
        let constant = match &value.kind {
            ExprKind::Constant(value) => Some(value.clone()),
            ExprKind::Option(option) => {
                let readings = &self.around.analysis.setting.readings;
                readings.get(option.index()).map(|reading| Value::Symbol(*reading))
            }
            _ => None,
        };
        self.writes(place, constant.map_or(Write::Any, Write::Set));
    }

    fn change(&mut self, place: &PlaceExpr, up: bool, by: &Expr, guard: &Guard, removing_at: Option<&Expr>) {
        let by = self.looker.number(by);
        if let Some(limit) = removing_at {
            self.looker.number(limit);
        }
        self.looker.place(place);
        self.looker.read_root(place);
        self.guarded(guard);
        self.act.faint = removing_at.is_none();
        let write = match by {
            Some(by) if by.low.is_some_and(|low| low >= 0) => up_or_down(up),
            Some(by) if by.high.is_some_and(|high| high <= 0) => up_or_down(!up),
            _ => Write::Any,
        };
        self.writes(place, write);
        if removing_at.is_some() {
            self.act.writes.extend(forgotten(self.around.analysis));
        }
    }

    fn add_to(&mut self, place: &PlaceExpr, count: Option<&Expr>, value: &Expr, guard: &Guard) {
        if let Some(count) = count {
            self.looker.number(count);
            self.looker.effect.fail |= REAL;
        }
        self.looker.look(value);
        if !matches!(self.looker.place_type(place), Type::List(_)) {
            self.looker.order_of_lists_in(&value.ty);
        }
        self.looker.place(place);
        self.looker.read_root(place);
        self.guarded(guard);
        self.act.faint = true;
        self.writes(place, Write::Any);
    }

    fn take_from(&mut self, place: &PlaceExpr, count: Option<&Expr>, value: &Expr) {
        if let Some(count) = count {
            self.looker.number(count);
        }
        self.looker.look(value);
        self.looker.order_of_lists_in(&value.ty);
        self.looker.place(place);
        self.looker.read_root(place);
        self.writes(place, Write::Any);
    }

    fn draw(&mut self, count: &Expr, place: &PlaceExpr) {
        let mut again = UseCollector::within(self.around.analysis, self.around.locals, self.around.parts);
        again.place(place);
        again.read_root(place);
        let ty = again.place_type(place);
        again.elements(&ty);
        again.order_of_lists_in(ty.element().unwrap_or(&Type::Unknown));
        let again = again.effect;
        self.looker.number(count);
        self.looker.effect.join(&again);
        self.act.again = Some(again);
        self.writes(place, Write::Any);
    }

    fn choose(&mut self, by: &Expr, from: &Selection) {
        self.looker.look(by);
        self.looker.selection(from);
        self.looker.order_of_lists_in(from.element());
        let label = self.around.locals.get(from.slot.index()).and_then(|local| local.name);
        if label.is_none_or(|label| (self.around.by_order)(label)) {
            self.ordered = Some(from.of.ty.clone());
            self.act.uses = used(self.around.analysis, from, true);
        }
    }

    fn walk(&mut self, over: &Selection, commutes: bool) {
        self.looker.selection(over);
        if !commutes {
            self.ordered = Some(over.of.ty.clone());
            self.act.uses = used(self.around.analysis, over, true);
        }
    }

    fn next(&mut self, over: &Selection, recheck: bool, commutes: bool) {
        let analysis = self.around.analysis;
        if recheck {
            // That a thing exists is known without a look at all of them.
            let filter = Selection { extreme: None, sorted: false, ..over.clone() };
            self.looker.selection(&filter);
            self.looker.order_of_lists_in(over.element());
            if let ExprKind::All(ty) = &over.of.kind {
                let again = over.filter.as_deref().is_some_and(|filter| looks_at_all(analysis, filter, *ty));
                if !again {
                    self.looker.effect.globals.clear(analysis.layout.all(usize::from(ty.0)));
                }
            }
        }
        if !commutes {
            self.act.uses = used(analysis, over, recheck);
        }
    }

    fn call(&mut self, args: &[Expr], procedure: ProcedureId) {
        for arg in args {
            let mut looker = UseCollector::within(self.around.analysis, self.around.locals, self.around.parts);
            looker.look(arg);
            self.act.args.push(looker.effect);
        }
        if let Some(conditions) = conditions(self.around.analysis, procedure) {
            let effect = &mut self.looker.effect;
            effect.globals.union(&conditions.globals);
            effect.listed.union(&conditions.listed);
            // They look at the arguments.
            effect.fail |= conditions.fail | FAULT;
        }
    }
}

fn up_or_down(up: bool) -> Write {
    if up { Write::Raise } else { Write::Lower }
}

/// A removal changes every field that holds the thing.
fn forgotten(analysis: &Analysis) -> Vec<(usize, Write)> {
    let mut found = Vec::new();
    for (ty, entity) in (0u16..).zip(&analysis.program.entities) {
        for (n, field) in (0u16..).zip(&entity.fields) {
            let mut things = Bits::new(analysis.layout.types);
            analysis.layout.things(&field.ty, &mut things);
            if things.meets(&analysis.removable) {
                found.push((analysis.layout.field(EntityTypeId(ty), n), Write::Any));
            }
        }
    }
    found
}

/// The use of the order of a selection's elements.
fn used(analysis: &Analysis, selection: &Selection, filtered: bool) -> Vec<(usize, Vec<Conjunct>)> {
    let element = selection.element();
    if let (Type::Entity(ty), true) = (element, filtered) {
        let mut found = Vec::new();
        if let Some(filter) = &selection.filter {
            conjuncts(analysis, filter, selection.slot, *ty, true, 0, &mut found);
        }
        return vec![(usize::from(ty.0), found)];
    }
    let mut things = Bits::new(analysis.layout.types);
    analysis.layout.things(element, &mut things);
    things.iter().map(|ty| (ty, Vec::new())).collect()
}

/// Whether an expression looks at all things of a type.
fn looks_at_all(analysis: &Analysis, expr: &Expr, ty: EntityTypeId) -> bool {
    let mut found = false;
    let at = analysis.layout.all(usize::from(ty.0));
    crate::logic::walk::expr(expr, &mut |part| {
        found |= match &part.kind {
            ExprKind::All(other) => *other == ty,
            ExprKind::Call(id, ..) => analysis.functions.get(id.index()).is_none_or(|effect| effect.globals.has(at)),
            ExprKind::Graph(_) => true,
            _ => false,
        };
    });
    found
}
