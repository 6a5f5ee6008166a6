//! Runs the steps of procedures.

use std::sync::Arc;

use super::super::program::{Expr, Op, OpKind, ProcedureId, Slot, Source};
use super::super::types::{EntityTypeId, Type};
use super::super::value::Value;
use super::chance::{Answer, Request};
use super::context::Context;
use super::ended::{Ended, Evaluated};
use super::observe::{Observer, at};
use super::place::Root;
use super::pool::Look;
use super::state::Frame;
use super::trace::What;

/// How many procedures may run inside each other.
pub(super) const MAX_FRAMES: usize = 256;

/// Where a run stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It needs an answer.
    Ask(Request),
    /// It has to look at dice that were left covered ([`Machine::leave`](super::Machine::leave)).
    Look(Look),
    /// It has ended.
    Ended(Ended),
}

/// What comes after a step.
pub(super) enum Then {
    /// The next one.
    Next,
    /// This one.
    Goto(u32),
    /// The first of a procedure that was entered.
    Enter,
    /// An answer to the question that is pending now.
    Ask,
    /// The end of the procedure.
    Stop,
}

impl<'p, O: Observer> Context<'_, 'p, O> {
    /// Begins a run, and goes on to its end or, with nothing, to a question.
    pub(super) fn start(&mut self, procedure: ProcedureId, args: Vec<Value>) -> Option<Ended> {
        let ended = self.begin(procedure, args).and_then(|()| self.steps(None));
        self.settle(ended)
    }

    /// Goes on after an answer.
    pub(super) fn resume(&mut self, answer: &Answer) -> Option<Ended> {
        let ended = self.steps(Some(answer));
        self.settle(ended)
    }

    /// Goes on at the step where the innermost procedure stands.
    pub(super) fn go_on(&mut self) -> Option<Ended> {
        let ended = self.steps(None);
        self.settle(ended)
    }

    pub(super) fn settle(&mut self, ended: Evaluated<Option<Vec<Value>>>) -> Option<Ended> {
        let ended = match ended {
            Ok(outputs) => Ended::Done(outputs?),
            Err(ended) => *ended,
        };
        if O::ON {
            for frame in self.machine.frames.iter().rev() {
                self.observer.leave(frame.procedure, None, frame.definition(self.program).point);
            }
        }
        Some(ended)
    }

    fn begin(&mut self, procedure: ProcedureId, args: Vec<Value>) -> Evaluated<()> {
        let Some(definition) = self.program.procedures.get(procedure.index()) else {
            return self.error(self.here(), "there is no such procedure");
        };
        self.point = definition.point;
        let span = self.here();
        if args.len() != definition.params.len() {
            return self.error(span, "this has too few or too many arguments");
        }
        for (value, param) in args.iter().zip(&definition.params) {
            self.fits(value, &param.ty, Some(self.program.name(param.name)), span)?;
        }
        self.machine.locals = args;
        self.observer.resize(self.machine.locals.len());
        self.enter(procedure, 0, self.observer.mark(), O::Tag::default())
    }

    /// Enters a procedure whose arguments are the last locals, from `base` on.
    fn enter(&mut self, procedure: ProcedureId, base: usize, mark: usize, tag: O::Tag) -> Evaluated<()> {
        let definition = &self.program.procedures[procedure.index()];
        let args = if O::ON { self.machine.locals[base..].to_vec() } else { Vec::new() };
        self.observer.hit(definition.point);
        let mut frame = Frame { procedure, assumption: None, pc: 0, base };
        let mut tag = tag;
        if let Source::Missing(source) = &definition.code {
            let outer = (self.base, self.function);
            self.base = base;
            let (found, supplied) = self.apart(|context| context.supplied_code(procedure, base))?;
            (self.base, self.function) = outer;
            if found.is_none() {
                return self.missing(source.as_deref(), definition.point);
            }
            frame.assumption = found;
            tag = self.observer.union(tag, supplied);
            if let (true, Some((set, part))) = (O::ON, found) {
                let point = self.program.assumptions[set].parts[part].point;
                self.observer.enter(tag, mark, args);
                let mark = self.observer.mark();
                self.observer.wrap(mark, What::Assumed { set }, point);
            }
        } else {
            self.observer.enter(tag, mark, args);
        }
        self.machine.locals.resize(frame.end(self.program), Value::None);
        self.observer.resize(self.machine.locals.len());
        self.machine.frames.push(frame);
        Ok(())
    }

    /// The outputs at the end; nothing where an answer is needed.
    fn steps(&mut self, mut answer: Option<&Answer>) -> Evaluated<Option<Vec<Value>>> {
        loop {
            if !O::ON
                && answer.is_none()
                && let Some(outputs) = self.hurry()
            {
                return Ok(Some(outputs));
            }
            self.before.keep(&self.machine.world);
            let Some(frame) = self.machine.frames.last() else { return Ok(Some(Vec::new())) };
            let (code, _, _) = frame.code(self.program);
            self.base = frame.base;
            let mut pc = frame.pc;
            loop {
                let Some(op) = code.get(pc) else {
                    if let Some(outputs) = self.leave(false)? {
                        return Ok(Some(outputs));
                    }
                    break;
                };
                self.point = op.point;
                self.charge(1)?;
                if O::ON {
                    self.observer.hit(op.point);
                    self.observer.swap(O::Tag::default());
                }
                let then = match self.step(op, pc, answer.take()) {
                    Ok(then) => then,
                    Err(_) if self.machine.look.is_some() => {
                        self.back_to(pc);
                        return Ok(None);
                    }
                    Err(ended) => return Err(ended),
                };
                match then {
                    Then::Next => pc += 1,
                    Then::Goto(target) => pc = target as usize,
                    Then::Enter => break,
                    Then::Ask => {
                        self.set_pc(pc);
                        return Ok(None);
                    }
                    Then::Stop => {
                        // The last step is the end that every procedure has.
                        let early = pc + 1 < code.len();
                        if early && O::ON {
                            self.stopped_early(code);
                        }
                        if let Some(outputs) = self.leave(early)? {
                            return Ok(Some(outputs));
                        }
                        break;
                    }
                }
                if !O::ON {
                    self.set_pc(pc);
                    break;
                }
            }
        }
    }

    /// Gives up a step that was begun, so that it can be begun again.
    #[cold]
    fn back_to(&mut self, pc: usize) {
        self.set_pc(pc);
        if let Some(frame) = self.machine.frames.last() {
            self.machine.locals.truncate(frame.end(self.program));
        }
    }

    fn set_pc(&mut self, pc: usize) {
        if let Some(frame) = self.machine.frames.last_mut() {
            frame.pc = pc;
        }
    }

    /// Leaves the innermost procedure. Its outputs, if it was the outermost too; else its caller has them.
    fn leave(&mut self, stopped: bool) -> Evaluated<Option<Vec<Value>>> {
        let Some(frame) = self.machine.frames.last() else { return Ok(Some(Vec::new())) };
        let (procedure, base) = (frame.procedure, frame.base);
        let definition = &self.program.procedures[procedure.index()];
        let first = base + definition.params.len();
        let mut outputs = Vec::with_capacity(definition.outputs.len());
        for (n, output) in definition.outputs.iter().enumerate() {
            let value = self.machine.locals.get(first + n).cloned().unwrap_or(Value::None);
            if value == Value::None && !matches!(output.ty, Type::OrNone(_) | Type::Nothing | Type::Unknown) {
                let message = format!("the output `{}` was never set", self.program.name(output.name));
                let help = "set it on every way through the procedure, or declare it `or none`";
                return Err(self.mistake(self.here(), message, Some(help)));
            }
            outputs.push(value);
        }
        let mut tags = Vec::new();
        if O::ON {
            // What was not stored because of an early end depends on the conditions of that end.
            let regions = self.observer.regions();
            for n in 0..outputs.len() {
                let mut tag = self.observer.local(first + n);
                if stopped {
                    tag = self.observer.union(tag, regions);
                }
                tags.push(tag);
            }
            if stopped {
                let mark = self.observer.mark();
                self.observer.wrap(mark, What::Stopped, self.point);
            }
            self.observer.leave(procedure, Some(outputs.clone()), definition.point);
        }
        self.machine.frames.pop();
        self.spare.keep_bags(&mut self.machine.locals[base..]);
        self.machine.locals.truncate(base);
        self.observer.resize(base);
        let Some(caller) = self.machine.frames.last() else {
            self.observer.results(tags);
            return Ok(Some(outputs));
        };
        self.base = caller.base;
        let (code, _, _) = caller.code(self.program);
        let call = caller.pc.checked_sub(1).and_then(|pc| code.get(pc)).map(|op| &op.kind);
        if let Some(OpKind::Call { slot: Some(slot), .. }) = call {
            self.grow_by(&outputs)?;
            let mut tag = O::Tag::default();
            for part in tags {
                tag = self.observer.union(tag, part);
            }
            self.put(*slot, Value::Record(Arc::new(outputs)), tag);
        }
        Ok(None)
    }

    fn step(&mut self, op: &'p Op, pc: usize, answer: Option<&Answer>) -> Evaluated<Then> {
        let mark = self.observer.mark();
        match &op.kind {
            OpKind::Let(slot, expr) => {
                let (value, gathered) = self.apart(|context| context.eval_covered(expr))?;
                let tag = self.stored(gathered);
                if let (true, Some(name)) = (O::ON, self.slot_name(*slot)) {
                    self.observer.wrap(mark, What::Let { name, value: value.clone() }, op.point);
                }
                self.put(*slot, value, tag);
                Ok(Then::Next)
            }
            OpKind::Store(place, expr, guard) => {
                let ((value, resolved), gathered) =
                    self.apart(|context| Ok((context.eval(expr)?, context.resolve(place)?)))?;
                if let Some(ty) = &guard.check {
                    self.fits_place(&value, ty, resolved.root, expr)?;
                }
                self.change(&resolved, true, gathered, mark, |_, old| {
                    *old = value;
                    Ok(())
                })?;
                Ok(Then::Next)
            }
            OpKind::Change { place, up, by, guard, removing_at } => {
                self.raise_or_lower((place, *up, by), guard, removing_at.as_ref(), mark)
            }
            OpKind::AddTo { place, count, value, guard } => self.add_to(place, count.as_ref(), value, guard, mark),
            OpKind::TakeFrom { place, count, value } => self.take_from(place, count.as_ref(), value, mark),
            OpKind::Remove(expr, _) => {
                let (value, gathered) = self.apart(|context| context.eval(expr))?;
                match value {
                    Value::Entity(entity) => self.remove(entity, gathered, mark)?,
                    other => return self.kind(expr.span, "a thing", &other),
                }
                Ok(Then::Next)
            }
            OpKind::Create(ty, fields, slot) => self.create(*ty, fields, *slot, mark),
            OpKind::Roll { count, sides, slot } => self.roll(count.as_ref(), *sides, *slot, answer),
            OpKind::Draw { count, place, slot } => self.draw(count, place, *slot, answer),
            OpKind::Pick { from, if_none } => self.choose(None, from, *if_none, answer),
            OpKind::Choose { by, from, if_none } => self.choose(Some(by), from, *if_none, answer),
            OpKind::Jump(target) => Ok(Then::Goto(*target)),
            OpKind::Branch { condition, otherwise, yes, no, again } => {
                let (held, gathered) = self.apart(|context| context.condition(condition))?;
                if O::ON {
                    let way = if held { *yes } else { *no };
                    let what =
                        if *again && held { What::Turn { label: None, value: None } } else { What::Branched { held } };
                    self.decide_region(pc, gathered, way, mark, what);
                    self.not_taken(pc, *otherwise, held);
                }
                Ok(if held { Then::Next } else { Then::Goto(*otherwise) })
            }
            OpKind::Join { locals, states, stops } => {
                if O::ON {
                    let tag = self.observer.close(*stops);
                    for slot in locals {
                        self.join_root_tag(Root::Local(at(self.base, *slot)), tag);
                    }
                    for state in states {
                        self.join_root_tag(Root::State(*state), tag);
                    }
                }
                Ok(Then::Next)
            }
            OpKind::Walk { over, walk, at } => {
                self.begin_walk(over, (*walk, *at))?;
                Ok(Then::Next)
            }
            OpKind::Next { over, recheck, walk, at, end, yes, no } => {
                let turn = self.next_turn(over, *recheck, (*walk, *at))?;
                Ok(self.take_turn(turn, over, (*walk, *at), (*yes, *no), pc, mark, *end))
            }
            OpKind::Require { condition, yes, no } => {
                let (held, gathered) = self.apart(|context| context.condition(condition))?;
                let way = if held { *yes } else { *no };
                if O::ON {
                    self.observer.hit(way);
                    let single = self.observer.single(way);
                    let tag = self.observer.union(gathered, single);
                    self.observer.wrap(mark, What::Required { held }, way);
                    if held {
                        self.observer.required(tag);
                    } else {
                        let control = self.observer.control();
                        let tag = self.observer.union(tag, control);
                        self.observer.refused(tag);
                    }
                }
                if held { Ok(Then::Next) } else { Err(Box::new(Ended::Refused(way))) }
            }
            OpKind::Call { procedure, args, slot: _ } => self.call_procedure(*procedure, args, pc, mark),
            OpKind::Stop => Ok(Then::Stop),
        }
    }

    fn call_procedure(&mut self, id: ProcedureId, args: &'p [Expr], pc: usize, mark: usize) -> Evaluated<Then> {
        let span = self.here();
        if self.machine.frames.len() >= MAX_FRAMES {
            return self.error(span, "procedures are nested too deeply");
        }
        let definition = &self.program.procedures[id.index()];
        if args.len() != definition.params.len() {
            return self.error(span, "this has too few or too many arguments");
        }
        let base = self.machine.locals.len();
        for (arg, param) in args.iter().zip(&definition.params) {
            let (value, tag) = self.apart(|context| context.eval_covered(arg))?;
            self.fits(&value, &param.ty, Some(self.program.name(param.name)), arg.span)?;
            self.machine.locals.push(value);
            self.observer.resize(self.machine.locals.len());
            self.observer.set_local(self.machine.locals.len() - 1, tag);
        }
        self.set_pc(pc + 1);
        let tag = self.observer.single(self.point);
        self.enter(id, base, mark, tag)?;
        Ok(Then::Enter)
    }

    #[inline(never)]
    fn create(&mut self, ty: EntityTypeId, fields: &'p [Expr], slot: Slot, mark: usize) -> Evaluated<Then> {
        let declared = &self.program.entities[usize::from(ty.0)].fields;
        let mut values = Vec::with_capacity(fields.len());
        let mut tags = Vec::new();
        for (n, expr) in fields.iter().enumerate() {
            let (value, gathered) = self.apart(|context| context.eval(expr))?;
            if let Some(field) = declared.get(n) {
                self.fits(&value, &field.ty, Some(self.program.name(field.name)), expr.span)?;
            }
            if O::ON {
                tags.push(self.stored(gathered));
            }
            values.push(value);
        }
        self.grow(1)?;
        self.grow_by(&values)?;
        let shown = if O::ON { values.clone() } else { Vec::new() };
        self.room.table.add(&values);
        let entity = self.machine.world.add(ty, values);
        let tag = self.stored(O::Tag::default());
        if O::ON {
            for (field, tag) in (0u16..).zip(tags) {
                self.observer.set_field(entity, field, tag);
            }
            self.observer.set_existence(ty, tag);
            let what = What::Created { entity, ty, label: self.slot_name(slot), fields: shown };
            self.observer.wrap(mark, what, self.point);
        }
        self.put(slot, Value::Entity(entity), tag);
        Ok(Then::Next)
    }

    /// An error if `value` does not fit into the place.
    pub(super) fn fits_place(&mut self, value: &Value, ty: &Type, root: Root, expr: &Expr) -> Evaluated<()> {
        if super::conform::fits_plainly(&self.machine.world, value, ty) {
            return Ok(());
        }
        let name = self.root_name(root).map(|name| self.program.name(name));
        self.fits(value, ty, name, expr.span)
    }

    /// Opens a region of control.
    pub(super) fn decide_region(
        &mut self,
        pc: usize,
        gathered: O::Tag,
        way: super::super::program::PointId,
        mark: usize,
        what: What,
    ) {
        self.observer.hit(way);
        let single = self.observer.single(way);
        let tag = self.observer.union(gathered, single);
        self.observer.open(pc, tag, mark, Some((what, way)));
    }
}
