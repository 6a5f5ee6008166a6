//! Lowers procedures, functions and assumptions.

use super::Routine;
use super::block::{Failure, Ins, Out};
use super::expressions::{Lowering, is_plain, is_plain_source, number};
use super::operands::{Operand, Piece};
use super::scans::Fold;
use super::steps::{Ask, Change, Drawn, Fork, Member, Next, PlaceCode, PlaceKey, PlaceRoot, Put, Recheck, Store, Walk};
use crate::logic::program::{
    Assumed, AssumedBody, Assumption, Contribution, Expr, ExprKind, Function, FunctionKind, Guard, Local, NameId, Op,
    OpKind, PlaceExpr, Procedure, Program, Selection, Slot, Source, Wanted,
};
use crate::logic::syntax::ast::Span;
use crate::logic::types::Type;

/// A procedure; one that is not here has no steps.
pub(super) fn procedure(program: &Program, procedure: &Procedure) -> Routine {
    let code: &[Op] = match &procedure.code {
        Source::Here(code) => code,
        Source::Missing(_) => &[],
    };
    let mut lowering = Lowering::new(program, slots_of(procedure));
    lowering.steps(code, &procedure.locals);
    lowering.routine
}

fn slots_of(procedure: &Procedure) -> usize {
    procedure.locals.len().max(procedure.params.len() + procedure.outputs.len())
}

/// A function.
pub(super) fn function(program: &Program, function: &Function) -> Routine {
    let mut lowering = Lowering::new(program, function.params.len().max(usize::from(function.slots)));
    match &function.kind {
        FunctionKind::Value { base, exceptions } => {
            lowering.body(&base.body);
            for exception in exceptions {
                lowering.when(exception.when.as_ref());
                match &exception.body {
                    Some(body) => lowering.body(body),
                    None => lowering.routine.parts.push(Piece::Nothing),
                }
            }
        }
        FunctionKind::Modifier { at_least, at_most, contributions } => {
            for limit in [at_least, at_most] {
                let part = limit.as_ref().map_or(Piece::Nothing, |limit| lowering.piece(limit));
                lowering.routine.parts.push(part);
            }
            for Contribution { when, body, .. } in contributions {
                lowering.when(when.as_ref());
                lowering.body(body);
            }
        }
        FunctionKind::Permission { contributions, .. } => {
            for Contribution { when, body, .. } in contributions {
                lowering.when(when.as_ref());
                let body = if let Source::Here(body) = body { Some(body) } else { None };
                lowering.when(body);
            }
        }
        FunctionKind::Table { rows, .. } => {
            rows.iter().flat_map(|row| &row.outputs).for_each(|cell| lowering.body(cell));
        }
        FunctionKind::Judgement => {}
    }
    lowering.routine
}

/// An assumption; of a procedure its steps too.
pub(super) fn assumption(program: &Program, assumption: &Assumption) -> Routine {
    let mut slots = usize::from(assumption.slots);
    if let (AssumedBody::Code { locals, .. }, Assumed::Procedure(id)) = (&assumption.body, assumption.target) {
        let procedure = &program.procedures[id.index()];
        slots = slots.max(locals.len()).max(slots_of(procedure));
    }
    let mut lowering = Lowering::new(program, slots);
    lowering.when(assumption.when.as_ref());
    match &assumption.body {
        AssumedBody::Expr(body) => {
            let body = lowering.piece(body);
            lowering.routine.parts.push(body);
        }
        AssumedBody::Code { code, locals } => lowering.steps(code, locals),
        AssumedBody::Graph(_) => {}
    }
    lowering.routine
}

impl Lowering<'_> {
    fn body(&mut self, body: &Source<Expr>) {
        let piece = match body {
            Source::Here(body) => self.piece(body),
            Source::Missing(_) => Piece::Nothing,
        };
        self.routine.parts.push(piece);
    }

    fn when(&mut self, when: Option<&Expr>) {
        let piece = when.map_or(Piece::Nothing, |when| self.condition(&[when]));
        self.routine.parts.push(piece);
    }

    fn steps(&mut self, code: &[Op], locals: &[Local]) {
        // What no step puts anything into stays as it was handed over.
        let mut written = vec![false; self.routine.slots];
        for op in code {
            for slot in op.kind.effects().written() {
                if let Some(written) = written.get_mut(slot.index()) {
                    *written = true;
                }
            }
        }
        for (at, op) in code.iter().enumerate() {
            let here = self.here();
            self.routine.steps.push(here);
            self.routine.answers.push(here);
            self.routine.results.push(if let OpKind::Call { slot, .. } = op.kind { slot } else { None });
            self.step(number(at), op, (locals, &written));
            self.next = self.routine.slots;
        }
        self.routine.blocks[0] = std::mem::take(&mut self.block);
    }

    /// Ends a step; the statement as a whole is its place.
    fn end(&mut self, ins: Ins) {
        self.emit(ins, Span::default());
    }

    fn step(&mut self, at: u32, Op { kind, point }: &Op, (locals, written): (&[Local], &[bool])) {
        let point = *point;
        if let OpKind::Jump(target) = kind {
            return self.end(Ins::Go(at, *target, point));
        }
        self.end(Ins::Step(at, point));
        match kind {
            OpKind::Let(slot, Expr { kind: ExprKind::Held(of), .. }) => {
                let of = self.held(of);
                self.end(Ins::Keep(*slot, of));
            }
            OpKind::Let(slot, value) => {
                let value = self.read(value);
                self.emit_one(|x| Ins::Let(*slot, x), value.span[0], value);
            }
            OpKind::Store(place, value, guard) => {
                let value = self.before(value, &[], Some(place));
                let place = self.place(place);
                self.end(Ins::Store(Box::new(Store { value, place, check: guard.check.clone() })));
            }
            OpKind::Change { place, up, by, guard, removing_at } => {
                let removing_at = removing_at.as_ref().map(|limit| self.before(limit, &[by], Some(place)));
                let by = self.before(by, &[], Some(place));
                let place = self.place(place);
                let check = guard.check.clone();
                self.end(Ins::Change(Box::new(Change { up: *up, by, place, check, removing_at })));
            }
            OpKind::Remove(thing, _) => {
                let thing = self.read(thing);
                self.emit_one(Ins::Remove, thing.span[0], thing);
            }
            OpKind::Roll { count, sides, slot } => {
                let count = count.as_ref().map(|count| self.read(count));
                self.ask(locals, *slot, |label| Ask::Roll { label, count, sides: *sides, slot: *slot });
            }
            OpKind::Pick { from, if_none } => {
                let from = self.all(from);
                let slot = from.slot;
                self.ask(locals, slot, |label| Ask::Choose {
                    label,
                    by: None,
                    from,
                    if_none: *if_none,
                    wanted: Wanted::One,
                });
            }
            OpKind::Choose { by, from, if_none, wanted } => {
                let by = Some(self.before(by, &[&from.of], None));
                let from = self.all(from);
                let slot = from.slot;
                self.ask(locals, slot, |label| Ask::Choose { label, by, from, if_none: *if_none, wanted: *wanted });
            }
            OpKind::Jump(_) => {}
            OpKind::AddTo { .. } | OpKind::TakeFrom { .. } | OpKind::Create(..) | OpKind::Draw { .. } => {
                self.collection_step(kind, locals);
            }
            OpKind::Branch { condition, otherwise, yes, no, again } => {
                self.way(condition, Fork::Branch { otherwise: *otherwise, yes: *yes, no: *no, again: *again });
            }
            OpKind::Require { condition, yes, no } => {
                self.way(condition, Fork::Require { yes: *yes, no: *no });
            }
            OpKind::Ends { condition, yes, no } => {
                self.way(condition, Fork::Ends { yes: *yes, no: *no });
            }
            OpKind::Join { locals, states, stops } => {
                let (locals, states) = (locals.as_slice().into(), states.as_slice().into());
                self.end(Ins::Join { locals, states, stops: *stops });
            }
            OpKind::Walk { over, walk, at } => {
                let over = self.all(over);
                self.end(Ins::Walk(Box::new(Walk { over, kept: *walk, at: *at })));
            }
            OpKind::Next { over, recheck, walk, at, end, yes, no } => {
                let recheck = recheck.then(|| self.recheck(over, written));
                let (slot, span) = (over.slot, over.of.span);
                let next = Next { slot, walk: *walk, at: *at, recheck, end: *end, yes: *yes, no: *no, span };
                self.end(Ins::Next(Box::new(next)));
            }
            OpKind::Call { procedure, args, slot: _ } => {
                let params = &self.program.procedures[procedure.index()].params;
                if args.len() != params.len() {
                    return self.end(Ins::Fail(Failure::Call));
                }
                self.arguments(args, |lowering, n, arg, to| {
                    if let Some(param) = params.get(n) {
                        lowering.fits_param(to, &param.ty, param.name, arg.span);
                    }
                });
                self.end(Ins::Call(*procedure));
            }
            OpKind::Stop => self.end(Ins::Stop),
            OpKind::Abandon => self.end(Ins::Abandon),
        }
    }

    /// A step that makes a thing, or puts something into a collection or takes it out.
    fn collection_step(&mut self, kind: &OpKind, locals: &[Local]) {
        match kind {
            OpKind::AddTo { place, count, value, guard } => {
                let put = self.put(place, count.as_ref(), value, Some(guard));
                self.end(Ins::AddTo(Box::new(put)));
            }
            OpKind::TakeFrom { place, count, value } => {
                let put = self.put(place, count.as_ref(), value, None);
                self.end(Ins::TakeFrom(Box::new(put)));
            }
            OpKind::Create(ty, fields, slot) => {
                let first = self.first();
                for (n, field) in (0..).zip(fields) {
                    let to = self.take();
                    let next = self.next;
                    let value = self.read(field);
                    self.next = next;
                    self.emit_one(|x| Ins::FieldOf(*ty, n, to, x), value.span[0], value);
                }
                let count = u16::try_from(fields.len()).unwrap_or(u16::MAX);
                self.end(Ins::Create(*ty, *slot, first, count));
            }
            OpKind::Draw { count, place, slot } => {
                let span = count.span;
                let count = self.before(count, &[], Some(place));
                let from = self.place(place);
                let Some(label) = self.ask(locals, *slot, |label| Ask::Draw { label, count, place: from, slot: *slot })
                else {
                    return;
                };
                if let Some(answer) = self.routine.answers.last_mut() {
                    *answer += 1;
                }
                self.end(Ins::Drew(label));
                // Nothing that was evaluated outlasts the question.
                self.next = self.routine.slots;
                let place = self.place(place);
                self.end(Ins::Drawn(Box::new(Drawn { place, slot: *slot, span })));
            }
            // All others are lowered before.
            _ => {}
        }
    }

    /// A question; the instruction takes the answer too. Gives its label.
    fn ask(&mut self, locals: &[Local], slot: Slot, ask: impl FnOnce(NameId) -> Ask) -> Option<NameId> {
        let here = self.here();
        if let Some(answer) = self.routine.answers.last_mut() {
            *answer = here;
        }
        let label = locals.get(slot.index()).and_then(|local| local.name);
        match label {
            Some(label) => self.end(Ins::Question(Box::new(ask(label)))),
            None => self.end(Ins::Fail(Failure::Label)),
        }
        label
    }

    /// Something to read before other expressions and a place are evaluated.
    fn before(&mut self, expr: &Expr, others: &[&Expr], place: Option<&PlaceExpr>) -> super::Read {
        let all_plain = others.iter().all(|other| is_plain(other)) && place.is_none_or(place_is_plain);
        if all_plain { self.read(expr) } else { self.fixed(expr) }
    }

    fn put(&mut self, place: &PlaceExpr, count: Option<&Expr>, value: &Expr, guard: Option<&Guard>) -> Put {
        let count = count.map(|count| self.before(count, &[value], Some(place)));
        let value = self.before(value, &[], Some(place));
        let place = self.place(place);
        Put { count, value, place, check: guard.and_then(|guard| guard.check.clone()) }
    }

    /// A place; its outermost key is evaluated first, and the thing whose field it is last.
    fn place(&mut self, place: &PlaceExpr) -> PlaceCode {
        let mut path = Vec::new();
        let mut at = place;
        let root = loop {
            at = match at {
                PlaceExpr::Local(slot) => break PlaceRoot::Local(*slot),
                PlaceExpr::State(state) => break PlaceRoot::State(*state),
                PlaceExpr::EntityField(thing, ty, field) => break PlaceRoot::Field(self.read(thing), *ty, *field),
                PlaceExpr::RecordField(inner, field) => {
                    path.push(PlaceKey::Field(*field));
                    inner
                }
                PlaceExpr::Entry(inner, key) => {
                    let to = self.take();
                    self.evaluate(key, to);
                    path.push(PlaceKey::Entry(to));
                    inner
                }
            }
        };
        path.reverse();
        PlaceCode { root, path }
    }

    fn all(&mut self, of: &Selection) -> super::Scan {
        self.scan(of, of.of.span, |_| Fold::All)
    }

    fn recheck(&mut self, over: &Selection, written: &[bool]) -> Recheck {
        let member = match &over.of.kind {
            // A thing that is removed leaves it, and is passed over for that.
            ExprKind::Local(slot)
                if written.get(slot.index()) == Some(&false)
                    && matches!(over.element(), Type::Entity(_) | Type::Number(_) | Type::Symbols(_) | Type::YesNo) =>
            {
                Member::Stays(self.source(&over.of))
            }
            ExprKind::All(ty) => Member::All(*ty),
            _ if is_plain_source(&over.of) => Member::In(self.source(&over.of)),
            _ => Member::Asked(self.in_block(|lowering| {
                let source = lowering.kept_source(&over.of);
                let to = lowering.take();
                lowering.emit(Ins::In(true, Operand::Slot(over.slot), source, Out::To(to)), over.of.span);
                lowering.emit(Ins::Yield(Operand::Slot(to)), over.of.span);
            })),
        };
        Recheck { member, filter: self.filter(over) }
    }
}

fn place_is_plain(place: &PlaceExpr) -> bool {
    match place {
        PlaceExpr::Local(_) | PlaceExpr::State(_) => true,
        PlaceExpr::EntityField(thing, ..) => is_plain(thing),
        PlaceExpr::RecordField(inner, _) => place_is_plain(inner),
        PlaceExpr::Entry(..) => false,
    }
}
