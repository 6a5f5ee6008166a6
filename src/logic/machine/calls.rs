//! Begins and ends procedures, and goes on with the innermost.

use std::sync::Arc;

use super::super::program::{Field, Origin, PointId, Procedure, ProcedureId, Slot, Source};
use super::super::types::{EntityTypeId, Type};
use super::super::value::Value;
use super::chance::{Answer, Request};
use super::code::{Ins, Routine};
use super::context::Context;
use super::ended::{Ended, Evaluated, Halt};
use super::exec::Flow;
use super::pool::Look;
use super::record::observe::{Observer, at};
use super::state::Frame;
use super::trace::What;

/// How many procedures may run inside each other.
const MAX_FRAMES: usize = 256;

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

/// How a procedure is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaving {
    AtItsEnd,
    Early,
    /// What it was done within has ended: nobody asks for what it gives.
    Abandoned,
}

/// How far a run came.
pub(super) enum Came {
    /// To a question, which is pending.
    Asked,
    /// To dice that have to be looked at.
    Look(Look),
    /// To its end.
    Ended(Ended),
}

/// Whether a procedure that ran is told as such: what stands beneath rules is told as the one that they join, and what only runs
/// rules is not told.
pub(super) fn told(definition: &Procedure) -> bool {
    !matches!(definition.origin, Origin::Beneath(_) | Origin::Woven)
}

impl<'a, O: Observer> Context<'a, '_, O> {
    /// Begins a run, and goes on.
    pub(super) fn start(&mut self, procedure: ProcedureId, args: Vec<Value>) -> Came {
        let came = self.begin(procedure, args).and_then(|()| self.steps(None));
        self.came(came)
    }

    /// Goes on at the step where the innermost procedure stands, with an answer to what it asked if there is one.
    pub(super) fn go_on(&mut self, answer: Option<&Answer>) -> Came {
        let came = self.steps(answer);
        self.came(came)
    }

    fn came(&mut self, came: Evaluated<Option<Vec<Value>>>) -> Came {
        let ended = match came {
            Ok(None) => return Came::Asked,
            Ok(Some(outputs)) => Ended::Done(outputs),
            Err(halt) => match *halt {
                Halt::Look(look) => return Came::Look(look),
                Halt::Ended(ended) => ended,
            },
        };
        if O::ON {
            for frame in self.machine.frames.iter().rev() {
                let definition = frame.definition(self.program);
                self.observer.leave(frame.procedure, None, definition.point, told(definition));
            }
        }
        Came::Ended(ended)
    }

    fn begin(&mut self, procedure: ProcedureId, args: Vec<Value>) -> Evaluated<()> {
        let Some(definition) = self.program.procedures.get(procedure.index()) else {
            return self.error(self.here(), "there is no such procedure");
        };
        self.hand_over(definition.point, &definition.params, args)?;
        self.enter(procedure, 0, self.observer.mark(), O::Tag::default())
    }

    /// Hands arguments from outside to a definition: they are its first locals.
    pub(super) fn hand_over(&mut self, point: PointId, params: &[Field], args: Vec<Value>) -> Evaluated<()> {
        self.point = point;
        let span = self.here();
        if args.len() != params.len() {
            return self.error(span, "this has too few or too many arguments");
        }
        for (value, param) in args.iter().zip(params) {
            self.fits(value, &param.ty, Some(self.program.name(param.name)), span)?;
        }
        self.machine.locals = args;
        self.observer.resize(self.machine.locals.len());
        Ok(())
    }

    /// Runs a procedure whose arguments are behind the slots of the innermost.
    pub(super) fn call_procedure(&mut self, routine: &'a Routine, id: ProcedureId) -> Evaluated<()> {
        if self.machine.frames.len() >= MAX_FRAMES {
            return self.error(self.here(), "procedures are nested too deeply");
        }
        let base = self.base + routine.slots;
        if let Some(frame) = self.machine.frames.last_mut() {
            frame.pc = self.step as usize + 1;
        }
        let tag = self.observer.single(self.point);
        self.enter(id, base, self.mark, tag)
    }

    /// Enters a procedure whose arguments are in the registers from `base` on.
    fn enter(&mut self, procedure: ProcedureId, base: usize, mark: usize, tag: O::Tag) -> Evaluated<()> {
        let definition = &self.program.procedures[procedure.index()];
        let params = base + definition.params.len();
        let args = if O::ON { self.machine.locals[base..params].to_vec() } else { Vec::new() };
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
        let routine = self.code.of(self.program, &frame);
        self.reserve(base + routine.registers);
        for at in params..base + routine.slots {
            if let Some(local) = self.machine.locals.get_mut(at) {
                Value::put(local, Value::None);
            }
            self.observer.set_local(at, O::Tag::default());
        }
        self.machine.frames.push(frame);
        Ok(())
    }

    /// Goes on with the innermost procedure: the outputs at the end of the run; nothing where an answer is needed.
    fn steps(&mut self, answer: Option<&Answer>) -> Evaluated<Option<Vec<Value>>> {
        let (routine, mut pc) = self.innermost();
        if answer.is_some()
            && let Some(Ins::Step(step, point)) = routine.blocks[0].ins.get(pc)
        {
            self.begin_step(*step, *point)?;
            pc = routine.answers.get(*step as usize).map_or(pc, |at| *at as usize);
        }
        match self.exec(routine, 0, pc, answer) {
            Ok(Flow::Done(outputs)) => Ok(Some(outputs)),
            Ok(Flow::Asked) => {
                self.stand();
                Ok(None)
            }
            Ok(Flow::Value(_)) => self.error(self.here(), "this cannot be evaluated"),
            Err(halt) => {
                if matches!(*halt, Halt::Look(_)) {
                    self.stand();
                }
                Err(halt)
            }
        }
    }

    /// The innermost procedure stands at the step at hand, and nothing is kept but its slots.
    fn stand(&mut self) {
        if let Some(frame) = self.machine.frames.last_mut() {
            frame.pc = self.step as usize;
        }
        if let Some(frame) = self.machine.frames.last() {
            self.machine.locals.truncate(frame.end(self.program));
        }
    }

    /// Leaves the innermost procedure, whose routine this is. Its outputs, if it was the outermost too; else its caller has them.
    pub(super) fn leave(&mut self, routine: &'a Routine, leaving: Leaving) -> Evaluated<Option<Vec<Value>>> {
        let stopped = leaving != Leaving::AtItsEnd;
        let Some(frame) = self.machine.frames.last() else { return Ok(Some(Vec::new())) };
        let (procedure, base) = (frame.procedure, frame.base);
        let definition = &self.program.procedures[procedure.index()];
        let first = base + definition.params.len();
        let mut outputs = Vec::with_capacity(definition.outputs.len());
        for (n, output) in definition.outputs.iter().enumerate() {
            let value = self.machine.locals.get(first + n).cloned().unwrap_or(Value::None);
            if leaving != Leaving::Abandoned
                && value == Value::None
                && !matches!(output.ty, Type::OrNone(_) | Type::Nothing | Type::Unknown)
            {
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
            self.observer.leave(procedure, Some(outputs.clone()), definition.point, told(definition));
        }
        self.machine.frames.pop();
        self.buffers.keep_bags(self.machine.locals.get_mut(base..base + routine.slots).unwrap_or_default());
        let Some(caller) = self.machine.frames.last() else {
            self.observer.results(tags);
            return Ok(Some(outputs));
        };
        self.base = caller.base;
        let call = caller.pc.checked_sub(1);
        let result = call.and_then(|call| self.code.of(self.program, caller).results.get(call).copied().flatten());
        if let Some(slot) = result {
            self.grow_by(&outputs)?;
            let mut tag = O::Tag::default();
            for part in tags {
                tag = self.observer.union(tag, part);
            }
            self.put(slot, Value::Record(Arc::new(outputs)), tag);
        }
        Ok(None)
    }

    /// Makes a thing of what is in registers from one on.
    #[inline(never)]
    pub(super) fn create(&mut self, ty: EntityTypeId, slot: Slot, first: Slot, count: u16) -> Evaluated<()> {
        let first = at(self.base, first);
        let fields = first..first + usize::from(count);
        let values: Vec<Value> = self.machine.locals.get(fields.clone()).unwrap_or_default().to_vec();
        self.grow(1)?;
        self.grow_by(&values)?;
        let shown = if O::ON { values.clone() } else { Vec::new() };
        self.before.keep(&self.machine.world);
        let entity = self.machine.world.add(ty, values);
        let tag = self.stored(O::Tag::default());
        if O::ON {
            for (field, at) in (0u16..).zip(fields) {
                self.observer.set_field(entity, field, self.observer.local(at));
            }
            self.observer.set_existence(ty, tag);
            let what = What::Created { entity, ty, label: self.slot_name(slot), fields: shown };
            self.observer.wrap(self.mark, what, self.point);
        }
        self.put(slot, Value::Entity(entity), tag);
        Ok(())
    }
}
