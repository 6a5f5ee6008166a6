//! The loop that runs instructions.

use std::sync::Arc;

use super::super::program::{Absent, PointId, Slot};
use super::super::syntax::ast::Span;
use super::super::value::Value;
use super::arithmetic;
use super::calls::Leaving;
use super::chance::Answer;
use super::choosing::Then;
use super::code::{Failure, Fold, Fork, Ins, Operand, Out, Routine, Sides};
use super::computing::collection;
use super::context::Context;
use super::ended::{Ended, Evaluated, Halt};
use super::place::Root;
use super::record::observe::{Observer, at};
use super::trace::What;

/// How deep expressions may be nested, and functions in each other, so that the stack of the host is never used up.
pub(super) const MAX_DEPTH: u32 = 500;

/// Where nothing stands.
const NOWHERE: Sides =
    Sides { whole: Span { start: 0, end: 0 }, a: [Span { start: 0, end: 0 }; 2], b: [Span { start: 0, end: 0 }; 2] };

/// Why the instructions of a block do not go on.
pub(super) enum Flow {
    /// Its value is known.
    Value(Value),
    /// A question is pending.
    Asked,
    /// The run is over, with these outputs.
    Done(Vec<Value>),
}

impl<'a, O: Observer> Context<'a, '_, O> {
    /// The value of a block.
    pub(super) fn block(&mut self, routine: &'a Routine, block: u32) -> Evaluated<Value> {
        if self.depth >= MAX_DEPTH {
            return self.fail(Failure::TooDeep, self.here());
        }
        self.depth += 1;
        let flow = self.exec(routine, block, 0, None);
        self.depth -= 1;
        match flow? {
            Flow::Value(value) => Ok(value),
            _ => self.error(self.here(), "this cannot be evaluated"),
        }
    }

    /// Runs a block from an instruction on; an answer is for the first.
    #[expect(clippy::too_many_lines, reason = "the loop, with an arm for each instruction that is met often")]
    pub(super) fn exec(
        &mut self,
        mut routine: &'a Routine,
        block: u32,
        mut pc: usize,
        mut answer: Option<&Answer>,
    ) -> Evaluated<Flow> {
        let mut block = &routine.blocks[block as usize];
        // Asked only where something is wrong or slow.
        macro_rules! sides {
            () => {
                block.sides.get(pc).unwrap_or(&NOWHERE)
            };
        }
        // Goes on with what is the innermost procedure now.
        macro_rules! innermost {
            () => {
                (routine, pc) = self.innermost();
                block = &routine.blocks[0];
                continue;
            };
        }
        loop {
            let Some(mut ins) = block.ins.get(pc) else {
                if let Some(outputs) = self.leave(routine, Leaving::AtItsEnd)? {
                    return Ok(Flow::Done(outputs));
                }
                innermost!();
            };
            if let Ins::Step(step, point) = ins {
                self.begin_step(*step, *point)?;
                pc += 1;
                match block.ins.get(pc) {
                    Some(next) => ins = next,
                    None => continue,
                }
            }
            match ins {
                Ins::Go(step, target, point) => {
                    self.begin_step(*step, *point)?;
                    pc = at_step(routine, *target as usize);
                    continue;
                }
                Ins::Jump(target) => {
                    pc = *target as usize;
                    continue;
                }
                Ins::Compare(comparison, a, b, out) => {
                    let held = self.compare(routine, *comparison, (*a, *b), || sides!())?;
                    pc = self.out(routine, *out, held, pc)?;
                    continue;
                }
                Ins::Is(positive, a, b, out) => {
                    let held = self.same(routine, (*a, *b), || sides!())? == *positive;
                    pc = self.out(routine, *out, held, pc)?;
                    continue;
                }
                Ins::Holds(of, out) => {
                    let held = match self.value(routine, *of, sides!().a)? {
                        Value::YesNo(held) => held.is_yes(),
                        other => return self.kind(sides!().whole, "yes or no", &other),
                    };
                    pc = self.out(routine, *out, held, pc)?;
                    continue;
                }
                Ins::Test(scan, out) => {
                    let scan = &routine.scans[*scan as usize];
                    let held = match &scan.fold {
                        Fold::Every(condition) => self.every(routine, scan, condition)?,
                        _ => self.some(routine, scan)?,
                    };
                    pc = self.out(routine, *out, held, pc)?;
                    continue;
                }
                Ins::In(positive, of, source, out) => {
                    let element = self.value(routine, *of, sides!().a)?;
                    let held = self.contains(routine, &routine.sources[*source as usize], &element)? == *positive;
                    pc = self.out(routine, *out, held, pc)?;
                    continue;
                }
                Ins::Between(positive, first, out) => {
                    let held = self.between(*first, sides!().whole)? == *positive;
                    pc = self.out(routine, *out, held, pc)?;
                    continue;
                }
                Ins::IsEmpty(positive, of, out) => {
                    let value = self.value(routine, *of, sides!().a)?;
                    let held = self.is_empty(&value, sides!().whole)? == *positive;
                    pc = self.out(routine, *out, held, pc)?;
                    continue;
                }
                Ins::Differs(a, b, out) => {
                    let differs = self.held(routine, *a) != self.held(routine, *b);
                    pc = self.out(routine, *out, differs, pc)?;
                    continue;
                }
                Ins::Exists(positive, of, ty, out) => {
                    let held = self.held(routine, *of);
                    self.observer.join(self.observer.existence(*ty));
                    let there = matches!(held, Value::Entity(thing) if self.machine.world.thing(thing).is_some());
                    pc = self.out(routine, *out, there == *positive, pc)?;
                    continue;
                }
                Ins::Taken(held, way) => {
                    pc = self.way(routine, *way, *held, pc)?;
                    continue;
                }
                Ins::Move(to, of) => {
                    let value = self.value(routine, *of, sides!().a)?;
                    self.bind(*to, value);
                }
                Ins::Arithmetic(operator, to, a, b) => {
                    let value = self.calculate(routine, *operator, (*a, *b), || sides!())?;
                    pc += self.give(block.ins.get(pc + 1), *to, value);
                }
                Ins::Yield(of) => return Ok(Flow::Value(self.value(routine, *of, sides!().a)?)),
                Ins::Select(to, scan) => {
                    let value = self.select(routine, &routine.scans[*scan as usize])?;
                    pc += self.give(block.ins.get(pc + 1), *to, value);
                }
                Ins::Apart => {
                    let before = self.observer.swap(O::Tag::default());
                    self.aparts.push(before);
                }
                Ins::Mark => self.marks.push(self.observer.mark()),
                Ins::Argument { to, of, apart } => self.argument(routine, *to, *of, *apart, sides!())?,
                Ins::ArgumentHeld(to, of) => {
                    let before = self.observer.swap(O::Tag::default());
                    let value = self.held(routine, *of);
                    let tag = self.observer.swap(before);
                    self.put(*to, value, tag);
                }
                Ins::FitsParam(of, ty, name) => {
                    let ty = &routine.types[*ty as usize];
                    if !self.fits_plainly(*of, ty) {
                        let value = self.bound(*of);
                        self.fits(&value, ty, Some(self.program.name(*name)), sides!().whole)?;
                    }
                }
                Ins::Ask { to, function, first, marked } => {
                    let mark = if *marked { self.marks.pop().unwrap_or_default() } else { self.observer.mark() };
                    let value = self.invoke(*function, at(self.base, *first), mark)?;
                    self.bind(*to, value);
                }
                Ins::Let(slot, of) => {
                    let value = self.covered(routine, *of, sides!().a)?;
                    self.is_let(*slot, value);
                }
                Ins::Keep(slot, of) => {
                    let value = self.held(routine, *of);
                    self.is_let(*slot, value);
                }
                Ins::Store(store) => self.store(routine, store)?,
                Ins::Change(change) => self.raise_or_lower(routine, change)?,
                Ins::Question(ask) => match self.question(routine, ask, answer.take())? {
                    Then::Next => {}
                    Then::Ask => return Ok(Flow::Asked),
                    Then::Step(step) => {
                        pc = at_step(routine, step as usize);
                        continue;
                    }
                },
                Ins::Walk(walk) => self.begin_walk(routine, walk)?,
                Ins::Next(next) => {
                    if !self.next_turn(routine, next)? {
                        pc = at_step(routine, next.end as usize);
                        continue;
                    }
                }
                Ins::Call(procedure) => {
                    self.call_procedure(routine, *procedure)?;
                    innermost!();
                }
                Ins::Stop => {
                    // The last step is the end that every procedure has.
                    let early = self.step as usize + 1 < routine.steps.len();
                    if early && O::ON {
                        self.stopped_early();
                    }
                    let leaving = if early { Leaving::Early } else { Leaving::AtItsEnd };
                    if let Some(outputs) = self.leave(routine, leaving)? {
                        return Ok(Flow::Done(outputs));
                    }
                    innermost!();
                }
                Ins::Abandon => {
                    if O::ON {
                        self.stopped_early();
                    }
                    if let Some(outputs) = self.leave(routine, Leaving::Abandoned)? {
                        return Ok(Flow::Done(outputs));
                    }
                    innermost!();
                }
                Ins::Join { locals, states, stops } => {
                    if O::ON {
                        let tag = self.observer.close(*stops);
                        for slot in locals {
                            self.join_root_tag(Root::Local(at(self.base, *slot)), tag);
                        }
                        for state in states {
                            self.join_root_tag(Root::State(*state), tag);
                        }
                    }
                }
                Ins::Drew(label) => self.drew(*label, answer.take())?,
                rest => self.rarely(routine, rest, sides!())?,
            }
            pc += 1;
        }
    }

    /// The innermost procedure, and the instruction with which it goes on.
    #[inline]
    pub(super) fn innermost(&mut self) -> (&'a Routine, usize) {
        let Some(frame) = self.machine.frames.last() else { return (self.code.nothing(), 0) };
        let routine = self.code.of(self.program, frame);
        let (base, step) = (frame.base, frame.pc);
        self.base = base;
        self.reserve(base + routine.registers);
        (routine, at_step(routine, step))
    }

    /// Puts a value into a register, or at once into the slot of the `let` that follows and reads just that; gives how many
    /// instructions are done with that.
    #[inline]
    fn give(&mut self, next: Option<&Ins>, to: Slot, value: Value) -> usize {
        match next {
            Some(Ins::Let(slot, Operand::Slot(of))) if *of == to => {
                self.is_let(*slot, value);
                1
            }
            _ => {
                self.bind(to, value);
                0
            }
        }
    }

    /// Puts the value of a `let` into its slot.
    #[inline]
    fn is_let(&mut self, slot: Slot, value: Value) {
        let gathered = self.gathered();
        let tag = self.stored(gathered);
        if O::ON
            && let Some(name) = self.slot_name(slot)
        {
            self.observer.wrap(self.mark, What::Let { name, value: value.clone() }, self.point);
        }
        self.put(slot, value, tag);
    }

    /// Instructions that are met less often.
    #[inline(never)]
    fn rarely(&mut self, routine: &'a Routine, ins: &'a Ins, sides: &Sides) -> Evaluated<()> {
        let span = sides.whole;
        let (to, value) = match ins {
            Ins::Negate(to, of) => {
                let value = self.value(routine, *of, sides.a)?;
                (to, arithmetic::negate(&value).or_else(|failure| self.no_number(span, failure))?)
            }
            Ins::Round(rounding, to, of) => {
                let value = self.value(routine, *of, sides.a)?;
                (to, arithmetic::round(*rounding, &value).or_else(|failure| self.no_number(span, failure))?)
            }
            Ins::Field(to, of, field) => {
                let thing = self.value(routine, *of, sides.a)?;
                (to, self.field(&thing, *field, [span, sides.a[0]])?)
            }
            Ins::RecordField(to, of, field) => match self.value(routine, *of, sides.a)? {
                Value::Record(fields) if fields.len() > usize::from(*field) => {
                    (to, fields[usize::from(*field)].clone())
                }
                other => return self.kind(span, "a record", &other),
            },
            Ins::Entry(to, map, key, absent) => {
                let map = self.value(routine, *map, sides.a)?;
                let key = self.value(routine, *key, sides.b)?;
                let Value::Map(entries) = &map else { return self.kind(span, "a map", &map) };
                match entries.binary_search_by(|(other, _)| other.cmp(&key)) {
                    Ok(at) => (to, entries[at].1.clone()),
                    Err(_) if *absent == Absent::None => (to, Value::None),
                    Err(_) => return self.no_entry(sides.a[0], &key, span),
                }
            }
            Ins::Collect(kind, to, first, count) => {
                let first = at(self.base, *first);
                let parts = self.machine.locals.get_mut(first..first + usize::from(*count)).unwrap_or_default();
                let parts: Vec<Value> = parts.iter_mut().map(|part| std::mem::replace(part, Value::None)).collect();
                self.grow_by(&parts)?;
                let made = match kind {
                    None => Value::Record(Arc::new(parts)),
                    Some(kind) => collection(*kind, parts),
                };
                (to, made)
            }
            Ins::Primitive(call, to, first, count) => {
                let first = at(self.base, *first);
                let args = self.machine.locals.get(first..first + usize::from(*count)).unwrap_or_default().to_vec();
                (to, self.primitive(*call, &args, span)?)
            }
            Ins::Convert(kind, to, of) => {
                let value = self.value(routine, *of, sides.a)?;
                (to, self.convert(*kind, value, span)?)
            }
            Ins::Held(to, of) => (to, self.held(routine, *of)),
            Ins::Elements(to, source) => {
                let elements = self.elements(routine, &routine.sources[*source as usize])?;
                let mut values = Vec::new();
                let length = elements.read(&[]).len();
                self.grow(length)?;
                self.charge(length / 16)?;
                elements.read(&[]).for_each(|value, _| values.push(value));
                // Things and numbers come in ascending order.
                (to, Value::Set(Arc::new(values)))
            }
            Ins::Option(to, option) => {
                self.observer.asked(*option);
                match self.setting.readings.get(option.index()) {
                    Some(reading) => (to, Value::Symbol(*reading)),
                    None => return self.error(span, "this option has no reading"),
                }
            }
            Ins::Better { greatest, first, best, of } => {
                let value = self.value(routine, *of, sides.a)?;
                self.comparable(span, &value)?;
                if !first {
                    let order = arithmetic::order(&value, &self.bound(*best));
                    if if *greatest { order.is_le() } else { order.is_ge() } {
                        return Ok(());
                    }
                }
                (best, value)
            }
            Ins::Fits(of, ty) => {
                let value = self.value(routine, *of, sides.a)?;
                return self.fits(&value, &routine.types[*ty as usize], None, span);
            }
            Ins::Suppose(to, kept) => (to, self.suppose(routine, &routine.supposings[*kept as usize])?),
            Ins::Graph(to, graph) => (to, self.graph(routine, &routine.graphs[*graph as usize], span)?),
            Ins::Fail(failure) => return self.fail(*failure, span),
            other => return self.act(routine, other, sides),
        };
        self.bind(*to, value);
        Ok(())
    }

    /// Instructions that end a step and are met less often.
    fn act(&mut self, routine: &'a Routine, ins: &'a Ins, sides: &Sides) -> Evaluated<()> {
        match ins {
            Ins::AddTo(put) => self.add_to(routine, put),
            Ins::TakeFrom(put) => self.take_from(routine, put),
            Ins::Remove(of) => {
                let thing = self.value(routine, *of, sides.a)?;
                let gathered = self.gathered();
                match thing {
                    Value::Entity(entity) => self.remove(entity, gathered, self.mark),
                    other => self.kind(sides.a[0], "a thing", &other),
                }
            }
            Ins::FieldOf(ty, field, to, of) => {
                let value = self.value(routine, *of, sides.a)?;
                let declared = &self.program.entities[usize::from(ty.0)].fields;
                if let Some(field) = declared.get(usize::from(*field)) {
                    self.fits(&value, &field.ty, Some(self.program.name(field.name)), sides.a[0])?;
                }
                let gathered = self.gathered();
                let tag = self.stored(gathered);
                self.put(*to, value, tag);
                Ok(())
            }
            Ins::Create(ty, slot, first, count) => self.create(*ty, *slot, *first, *count),
            Ins::Drawn(drawn) => self.take_drawn(routine, drawn),
            _ => self.error(self.here(), "this cannot be evaluated"),
        }
    }

    /// A step begins: its place, its cost, and what its results depend on from here.
    #[inline]
    pub(super) fn begin_step(&mut self, step: u32, point: PointId) -> Evaluated<()> {
        self.step = step;
        self.point = point;
        if !self.kept.is_empty() {
            self.kept.clear();
        }
        self.charge(1)?;
        if O::ON {
            self.observer.hit(point);
            self.observer.swap(O::Tag::default());
            self.mark = self.observer.mark();
        }
        Ok(())
    }

    /// What was gathered for a step up to here.
    #[inline]
    pub(super) fn gathered(&mut self) -> O::Tag {
        self.observer.swap(O::Tag::default())
    }

    /// Where an answer leads.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call for each condition would take longer than it does")]
    fn out(&mut self, routine: &'a Routine, out: Out, held: bool, pc: usize) -> Evaluated<usize> {
        match out {
            Out::Jump(on, to) => Ok(if held == on { to as usize } else { pc + 1 }),
            Out::Fork(way) => self.way(routine, way, held, pc),
            Out::To(to) => {
                self.bind(to, Value::yes_no(held));
                Ok(pc + 1)
            }
        }
    }

    /// Takes a way of a condition; gives where it leads.
    #[inline]
    fn way(&mut self, routine: &'a Routine, way: u32, held: bool, pc: usize) -> Evaluated<usize> {
        match routine.ways[way as usize] {
            Fork::If { otherwise, yes, no } => {
                self.note(if held { yes } else { no });
                Ok(if held { pc + 1 } else { otherwise as usize })
            }
            Fork::Branch { otherwise, yes, no, again } => {
                if O::ON {
                    let gathered = self.gathered();
                    let way = if held { yes } else { no };
                    let what =
                        if again && held { What::Turn { label: None, value: None } } else { What::Branched { held } };
                    self.decide_region(gathered, way, what);
                    self.not_taken(self.step as usize, otherwise, held);
                }
                Ok(if held { pc + 1 } else { at_step(routine, otherwise as usize) })
            }
            Fork::Require { yes, no } => {
                let way = if held { yes } else { no };
                if O::ON {
                    let gathered = self.gathered();
                    let tag = self.decided(gathered, way);
                    self.observer.wrap(self.mark, What::Required { held }, way);
                    if held {
                        self.observer.required(tag);
                    } else {
                        let control = self.observer.control();
                        let tag = self.observer.union(tag, control);
                        self.observer.refused(tag);
                    }
                }
                if held { Ok(pc + 1) } else { Err(Box::new(Halt::Ended(Ended::Refused(way)))) }
            }
            Fork::Ends { yes, no } => {
                let way = if held { yes } else { no };
                if O::ON {
                    let gathered = self.gathered();
                    let tag = self.decided(gathered, way);
                    // What follows depends on it, and so does what is left undone.
                    self.observer.required(tag);
                    if held {
                        let tag = self.observer.control();
                        self.observer.refused(tag);
                        self.observer.wrap(self.mark, What::Over, way);
                        self.left_undone();
                    } else {
                        self.observer.forget(self.mark);
                    }
                }
                if held { Err(Box::new(Halt::Ended(Ended::Over(way)))) } else { Ok(pc + 1) }
            }
        }
    }

    /// A way is taken; on what that depends.
    fn decided(&mut self, gathered: O::Tag, way: PointId) -> O::Tag {
        self.observer.hit(way);
        let single = self.observer.single(way);
        self.observer.union(gathered, single)
    }

    /// Opens a region of control.
    pub(super) fn decide_region(&mut self, gathered: O::Tag, way: PointId, what: What) {
        let tag = self.decided(gathered, way);
        self.observer.open(self.step as usize, tag, self.mark, Some((what, way)));
    }

    #[inline]
    fn argument(&mut self, routine: &'a Routine, to: Slot, of: Operand, apart: bool, sides: &Sides) -> Evaluated<()> {
        let before = if apart { self.aparts.pop().unwrap_or_default() } else { self.observer.swap(O::Tag::default()) };
        let value = self.covered(routine, of, sides.a)?;
        let tag = self.observer.swap(before);
        self.put(to, value, tag);
        Ok(())
    }

    #[cold]
    fn fail<T>(&self, failure: Failure, span: Span) -> Evaluated<T> {
        match failure {
            Failure::TooDeep => match self.function.filter(|function| self.program.recurring.contains(function)) {
                Some(function) => {
                    let name = self.program.name(self.program.functions[function.index()].name);
                    let message = format!("`{name}` asks itself again and again, too deep");
                    let help = "let it ask each time for one before it, and not itself for the first of them";
                    Err(self.mistake(span, message, Some(help)))
                }
                None => self.error(span, "expressions and functions are nested too deeply"),
            },
            Failure::Arguments => self.error(span, "this has too few or too many arguments"),
            Failure::Call => self.error(self.here(), "this has too few or too many arguments"),
            Failure::Label => self.error(self.here(), "this result has no name"),
            Failure::Nothing => self.error(span, "there is nothing to compare"),
            Failure::TooLong => self.error(self.here(), "this is too long to be run"),
        }
    }
}

/// The first instruction of a step; behind the last there is none.
#[inline]
fn at_step(routine: &Routine, step: usize) -> usize {
    routine.steps.get(step).map_or(usize::MAX, |at| *at as usize)
}
