//! Writes steps that follow others.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::super::expressions::{held, local, make};
use super::super::order::Column;
use super::weaver::{Block, Kept, Weaver};
use super::{Mode, events};
use crate::logic::program::{
    BlockId, Collection, Event, Expr, ExprKind, Field, Fold, Guard, Local, NameId, Op, OpKind, PlaceExpr, PointId,
    PointKind, Record, Selection, Slot, StateId,
};
use crate::logic::syntax::ast::Span;
use crate::logic::types::{EntityTypeId, Type};
use crate::logic::value::Value;

/// Writes the steps of a procedure.
pub(super) struct Steps<'w, 'c, 'a> {
    pub(super) weaver: &'w mut Weaver<'c, 'a>,
    pub(super) block: BlockId,
    pub(super) owner: NameId,
    pub(super) ops: Vec<Op>,
    pub(super) locals: Vec<Local>,
}

impl<'w, 'c, 'a> Steps<'w, 'c, 'a> {
    pub(super) fn new(weaver: &'w mut Weaver<'c, 'a>, point: PointId, locals: Vec<Local>) -> Self {
        let (block, owner) = {
            let point = weaver.compiler.program.point(point);
            (point.block, point.owner)
        };
        Self { weaver, block, owner, ops: Vec::new(), locals }
    }

    pub(super) fn here(&self) -> u32 {
        u32::try_from(self.ops.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn push(&mut self, kind: OpKind, point: PointId) -> usize {
        self.ops.push(Op { kind, point });
        self.ops.len() - 1
    }

    /// A point of which nobody is told.
    fn point(&mut self) -> PointId {
        self.weaver.compiler.point(self.block, PointKind::Woven, Span::default(), None, self.owner)
    }

    pub(super) fn slot(&mut self, ty: Type) -> Slot {
        let slot = Slot(u16::try_from(self.locals.len()).unwrap_or(u16::MAX));
        self.locals.push(Local { name: None, ty });
        slot
    }

    /// Keeps a value.
    pub(super) fn keep(&mut self, value: Expr, point: PointId) -> Slot {
        let slot = self.slot(value.ty.clone());
        self.push(OpKind::Let(slot, value), point);
        slot
    }

    /// Begins what is done only under a condition; or as long as it holds.
    pub(super) fn branch(&mut self, condition: Expr, again: bool) -> (usize, PointId) {
        let [point, yes, no] = [0; 3].map(|_| self.point());
        (self.push(OpKind::Branch { condition, otherwise: 0, yes, no, again }, point), point)
    }

    /// Ends it.
    pub(super) fn close(&mut self, (at, point): (usize, PointId)) {
        let here = self.here();
        self.ops[at].kind.targets_mut().for_each(|target| *target = here);
        self.push(OpKind::Join { locals: Vec::new(), states: Vec::new(), stops: false }, point);
    }

    /// A step as it was written, in a mode, with what follows it; where it is now.
    pub(super) fn step(&mut self, mut op: Op, mode: Mode) -> usize {
        if let OpKind::Call { procedure, .. } = &mut op.kind {
            *procedure = self.weaver.variant(*procedure, mode);
        }
        if mode == Mode::Together {
            return self.push(op.kind, op.point);
        }
        let happening: Vec<Event> =
            events(&op.kind).filter(|event| self.weaver.following.rules.contains_key(event)).collect();
        let mut written = self.weaver.following.written(&self.weaver.compiler.program, &op.kind);
        let at = if happening.is_empty() { self.push(op.kind, op.point) } else { self.followed(op, &happening, mode) };
        for rule in happening.iter().filter_map(|event| self.weaver.following.rules.get(event)).flatten() {
            written.extend(&self.weaver.does[self.weaver.following.made[*rule].call.index()].writes);
        }
        if mode == Mode::Plain {
            self.ends(&written);
        }
        at
    }

    fn followed(&mut self, mut op: Op, happening: &[Event], mode: Mode) -> usize {
        let point = op.point;
        let thing = self.thing(&mut op);
        let mut kept = Vec::new();
        let mut frozen: BTreeMap<usize, Expr> = BTreeMap::new();
        for event in happening {
            let before = match (*event, &thing) {
                (Event::State(id), _) => Some(held(self.state(id))),
                (Event::Field(ty, at), Some(thing)) => Some(held(self.field(thing, ty, at))),
                (Event::Removed(ty), Some(thing)) => {
                    for rule in self.weaver.following.in_order(&BTreeSet::from([*event])) {
                        let fields = self.weaver.following.made[rule].frozen.clone();
                        let fields = fields.into_iter().map(|at| self.field(thing, ty, at)).collect();
                        let record = self.frozen(rule, fields);
                        let record_ty = record.ty.clone();
                        frozen.insert(rule, local(self.keep(record, point), &record_ty, Span::default()));
                    }
                    None
                }
                _ => None,
            };
            let before = before.map(|before| {
                let ty = before.ty.clone();
                local(self.keep(before, point), &ty, Span::default())
            });
            kept.push((*event, before));
        }
        let created = if let OpKind::Create(ty, _, slot) = &op.kind {
            Some(local(*slot, &Type::Entity(*ty), Span::default()))
        } else {
            None
        };
        let may_remove = matches!(op.kind, OpKind::Change { removing_at: Some(_), .. });
        let at = self.push(op.kind, point);
        for (event, before) in kept {
            let (condition, args) = match (event, before, &thing) {
                (Event::State(id), Some(before), _) => {
                    let now = self.state(id);
                    (Some(differs(&before, &now)), [None, Some(before), Some(now)])
                }
                (Event::Field(ty, field), Some(before), Some(thing)) => {
                    let now = self.field(thing, ty, field);
                    let changed = differs(&before, &now);
                    let changed = if may_remove { both(exists(thing, true), changed) } else { changed };
                    (Some(changed), [Some(thing.clone()), Some(before), Some(now)])
                }
                (Event::Removed(_), _, Some(thing)) => (may_remove.then(|| exists(thing, false)), [None, None, None]),
                _ => (None, [created.clone(), None, None]),
            };
            let open = condition.map(|condition| self.branch(condition, false));
            for rule in self.weaver.following.in_order(&BTreeSet::from([event])) {
                match frozen.remove(&rule) {
                    Some(frozen) => self.rule(rule, &[Some(frozen), None, None], mode, point),
                    None => self.rule(rule, &args, mode, point),
                }
            }
            if let Some(open) = open {
                self.close(open);
            }
        }
        self.settle(&happening.iter().copied().collect(), mode);
        at
    }

    /// The thing that a step changes or removes, as a local.
    fn thing(&mut self, op: &mut Op) -> Option<Expr> {
        let point = op.point;
        let thing = match &mut op.kind {
            OpKind::Remove(thing, _) => thing,
            OpKind::Store(place, ..)
            | OpKind::Change { place, .. }
            | OpKind::AddTo { place, .. }
            | OpKind::TakeFrom { place, .. }
            | OpKind::Draw { place, .. } => thing_of(place)?,
            _ => return None,
        };
        if !matches!(thing.kind, ExprKind::Local(_)) {
            let (ty, span) = (thing.ty.clone(), thing.span);
            let value = std::mem::replace(thing, make(ExprKind::Constant(Value::None), ty.clone(), span));
            let slot = self.slot(ty);
            self.ops.push(Op { kind: OpKind::Let(slot, value), point });
            thing.kind = ExprKind::Local(slot);
        }
        Some(thing.clone())
    }

    fn state(&self, id: StateId) -> Expr {
        let ty = self.weaver.compiler.program.states[id.index()].ty.clone();
        make(ExprKind::State(id), ty, Span::default())
    }

    fn fields(&self, ty: EntityTypeId) -> Vec<Field> {
        self.weaver.compiler.program.entities[usize::from(ty.0)].fields.clone()
    }

    fn field(&self, thing: &Expr, ty: EntityTypeId, at: u16) -> Expr {
        let field = &self.weaver.compiler.program.entities[usize::from(ty.0)].fields[usize::from(at)];
        make(ExprKind::EntityField(Box::new(thing.clone()), ty, at), field.ty.clone(), Span::default())
    }

    /// What a rule is told of a thing that is removed: the fields that it asks for.
    fn frozen(&self, rule: usize, fields: Vec<Expr>) -> Expr {
        let ty = self.params(rule).into_iter().next().map_or(Type::Unknown, |thing| thing.ty);
        make(ExprKind::Record(fields), ty, Span::default())
    }

    pub(super) fn params(&self, rule: usize) -> Vec<Field> {
        let call = self.weaver.following.made[rule].call;
        self.weaver.compiler.program.procedures[call.index()].params.clone()
    }

    /// Runs a rule that follows the statement at `point`, or lets it wait.
    fn rule(&mut self, rule: usize, args: &[Option<Expr>; 3], mode: Mode, point: PointId) {
        let what = &self.weaver.following.made[rule];
        let taken = what.takes.iter().zip(args).filter(|(takes, _)| **takes);
        let args: Vec<Expr> = taken.filter_map(|(_, arg)| arg.clone()).collect();
        let followed = (point, what.point);
        self.weaver.compiler.program.followed.push(followed);
        let Some(group) = self.weaver.following.waits[rule] else {
            return self.call(rule, args, if mode == Mode::Plain { Mode::Following } else { mode });
        };
        let Some((state, record)) = self.weaver.following.groups[group].queues.get(&rule).cloned() else { return };
        let value = make(ExprKind::Record(args), record, Span::default());
        let place = self.point();
        let guard = Guard { check: None };
        self.push(OpKind::AddTo { place: PlaceExpr::State(state), count: None, value, guard }, place);
    }

    pub(super) fn call(&mut self, rule: usize, args: Vec<Expr>, mode: Mode) {
        let (call, point) = (self.weaver.following.made[rule].call, self.weaver.following.made[rule].point);
        let procedure = self.weaver.variant(call, mode);
        self.push(OpKind::Call { procedure, args, slot: None }, point);
    }

    /// Lets the rules go on that wait for what has happened.
    fn settle(&mut self, happened: &BTreeSet<Event>, mode: Mode) {
        let following = &self.weaver.following;
        let rules = happened.iter().filter_map(|event| following.rules.get(event)).flatten();
        let groups: BTreeSet<usize> = rules.filter_map(|rule| following.waits[*rule]).collect();
        for group in groups.into_iter().filter(|group| mode != Mode::Settling(*group)) {
            let settle = self.weaver.following.groups[group].settle;
            let point = self.point();
            self.push(OpKind::Call { procedure: settle, args: Vec::new(), slot: None }, point);
        }
    }

    /// Looks whether the game ends, where anything was changed that decides about it.
    fn ends(&mut self, written: &BTreeSet<Column>) {
        let looked_at = &self.weaver.following.looked_at;
        let ends: BTreeSet<usize> =
            written.iter().filter_map(|column| looked_at.get(column)).flatten().copied().collect();
        for at in ends {
            let call = self.weaver.following.ended[at].call;
            let point = self.weaver.compiler.program.procedures[call.index()].point;
            self.push(OpKind::Call { procedure: call, args: Vec::new(), slot: None }, point);
        }
    }

    /// Keeps what a block may change.
    pub(super) fn keep_all(&mut self, block: &Block, point: PointId) -> Kept {
        let mut kept = Kept::default();
        for event in &block.does.events {
            match *event {
                Event::State(id) => {
                    let value = self.state(id);
                    kept.states.insert(id, self.keep(value, point));
                }
                Event::Field(ty, _) | Event::Removed(ty) => {
                    if let Entry::Vacant(rows) = kept.rows.entry(ty) {
                        rows.insert(self.rows(ty, point));
                    }
                }
                Event::Created(ty) => {
                    kept.all.insert(ty, self.keep(all(ty), point));
                }
            }
        }
        kept
    }

    /// A row for each thing of a type: the thing and its fields.
    fn rows(&mut self, ty: EntityTypeId, point: PointId) -> (Slot, Type) {
        let mut fields = vec![Field::new(self.weaver.compiler.name("(thing)"), Type::Entity(ty))];
        fields.extend(self.fields(ty));
        let count = u16::try_from(fields.len() - 1).unwrap_or(u16::MAX);
        let row = Type::Record(self.weaver.compiler.record(Record { name: String::new(), fields }));
        let element = self.slot(Type::Entity(ty));
        let thing = local(element, &Type::Entity(ty), Span::default());
        let fields = (0..count).map(|at| held(self.field(&thing, ty, at)));
        let parts = std::iter::once(thing.clone()).chain(fields).collect();
        let record = make(ExprKind::Record(parts), row.clone(), Span::default());
        let from = Selection { slot: element, of: Box::new(all(ty)), filter: None, extreme: None, sorted: false };
        let fold = Fold::Collect(Collection::List, Some(Box::new(record)));
        let rows = make(ExprKind::Select(fold, from), Type::List(Box::new(row.clone())), Span::default());
        (self.keep(rows, point), row)
    }

    /// Runs the rules that follow what is otherwise than at the beginning of a block.
    pub(super) fn compare(&mut self, block: &Block, kept: &Kept, mode: Mode) {
        let point = block.point;
        for rule in self.weaver.following.in_order(&block.does.events) {
            match self.weaver.compiler.followers[rule].event {
                Event::State(id) => {
                    let (Some(slot), now) = (kept.states.get(&id), self.state(id)) else { continue };
                    let before = local(*slot, &now.ty, Span::default());
                    let open = self.branch(differs(&before, &now), false);
                    self.rule(rule, &[None, Some(before), Some(now)], mode, point);
                    self.close(open);
                }
                Event::Field(ty, at) => {
                    let Some((rows, row)) = kept.rows.get(&ty).cloned() else { continue };
                    let rows = local(rows, &Type::List(Box::new(row.clone())), Span::default());
                    self.for_each(rows, &row, |steps, row| {
                        let thing = part(row, 0, &Type::Entity(ty));
                        let now = steps.field(&thing, ty, at);
                        let before = part(row, at + 1, &now.ty);
                        let open = steps.branch(both(exists(&thing, true), differs(&before, &now)), false);
                        steps.rule(rule, &[Some(thing), Some(before), Some(now)], mode, point);
                        steps.close(open);
                    });
                }
                Event::Removed(ty) => {
                    let Some((rows, row)) = kept.rows.get(&ty).cloned() else { continue };
                    let rows = local(rows, &Type::List(Box::new(row.clone())), Span::default());
                    self.for_each(rows, &row, |steps, row| {
                        let thing = part(row, 0, &Type::Entity(ty));
                        let fields = steps.fields(ty);
                        let asked = steps.weaver.following.made[rule].frozen.clone();
                        let asked =
                            asked.into_iter().map(|at| part(row, at + 1, &fields[usize::from(at)].ty)).collect();
                        let open = steps.branch(exists(&thing, false), false);
                        let frozen = steps.frozen(rule, asked);
                        steps.rule(rule, &[Some(frozen), None, None], mode, point);
                        steps.close(open);
                    });
                }
                Event::Created(ty) => {
                    let Some(before) = kept.all.get(&ty).map(|slot| local(*slot, &all(ty).ty, Span::default())) else {
                        continue;
                    };
                    self.for_each(all(ty), &Type::Entity(ty), |steps, thing| {
                        let new = yes_no(ExprKind::In(false, Box::new(thing.clone()), Box::new(before)));
                        let open = steps.branch(both(exists(thing, true), new), false);
                        steps.rule(rule, &[Some(thing.clone()), None, None], mode, point);
                        steps.close(open);
                    });
                }
            }
        }
        self.settle(&block.does.events, mode);
        if mode == Mode::Plain {
            self.ends(&block.does.writes);
        }
    }

    /// Does something for each element.
    fn for_each(&mut self, of: Expr, element: &Type, work: impl FnOnce(&mut Self, &Expr)) {
        let [point, yes, no] = [0; 3].map(|_| self.point());
        let (slot, walk, at) = (self.slot(element.clone()), self.slot(of.ty.clone()), self.slot(Type::NUMBER));
        let over = Selection { slot, of: Box::new(of), filter: None, extreme: None, sorted: false };
        self.push(OpKind::Walk { over: over.clone(), walk, at }, point);
        let top = self.here();
        let next = self.push(OpKind::Next { over, recheck: false, walk, at, end: 0, yes, no }, point);
        work(self, &local(slot, element, Span::default()));
        self.push(OpKind::Jump(top), point);
        self.close((next, point));
    }
}

/// The thing at the root of a place.
fn thing_of(place: &mut PlaceExpr) -> Option<&mut Expr> {
    match place {
        PlaceExpr::EntityField(thing, ..) => Some(thing),
        PlaceExpr::RecordField(inner, _) | PlaceExpr::Entry(inner, _) => thing_of(inner),
        PlaceExpr::Local(_) | PlaceExpr::State(_) => None,
    }
}

pub(super) fn yes_no(kind: ExprKind) -> Expr {
    make(kind, Type::YesNo, Span::default())
}

fn both(a: Expr, b: Expr) -> Expr {
    yes_no(ExprKind::And(Box::new(a), Box::new(b)))
}

fn differs(a: &Expr, b: &Expr) -> Expr {
    yes_no(ExprKind::Differs(Box::new(a.clone()), Box::new(b.clone())))
}

/// All things of a type.
fn all(ty: EntityTypeId) -> Expr {
    make(ExprKind::All(ty), Type::Set(Box::new(Type::Entity(ty))), Span::default())
}

/// Whether a thing is there still, or not.
pub(super) fn exists(thing: &Expr, there: bool) -> Expr {
    let Type::Entity(ty) = thing.ty.without_none() else { return yes_no(ExprKind::Constant(Value::yes_no(there))) };
    yes_no(ExprKind::Exists(there, Box::new(thing.clone()), *ty))
}

/// A field of a record.
pub(super) fn part(record: &Expr, at: u16, ty: &Type) -> Expr {
    make(ExprKind::RecordField(Box::new(record.clone()), at), ty.clone(), Span::default())
}
