//! What an evaluation works with: the setting, the state of the run, the observer, and the part being run.

use std::sync::Arc;

use super::super::program::{FunctionId, NameId, PointId, Program, Slot};
use super::super::syntax::ast::Span;
use super::super::types::Type;
use super::super::value::{Entity, Value};
use super::before::Before;
use super::buffers::Buffers;
use super::chance::Chance;
use super::code::Code;
use super::ended::{Ended, Evaluated, Halt, Halted, RunError};
use super::graph::Areas;
use super::kept::Kept;
use super::record::observe::{Observer, at};
use super::setting::Setting;
use super::state::Machine;
use super::supposing::Taken;
use super::{conform, show};

/// An evaluation in progress.
pub(super) struct Context<'a, 'p, O: Observer> {
    pub(super) setting: &'a Setting<'p>,
    pub(super) program: &'p Program,
    pub(super) code: &'a Code,
    pub(super) machine: &'a mut Machine,
    pub(super) observer: &'a mut O,
    /// Graphs that were asked, ready to be searched; by graph.
    pub(super) graphs: Vec<Option<Arc<Areas>>>,
    /// Where the locals of the function or procedure begin.
    pub(super) base: usize,
    /// The part being run: the spans of its expressions are places in its block.
    pub(super) point: PointId,
    /// The function being asked, if one is.
    pub(super) function: Option<FunctionId>,
    pub(super) depth: u32,
    /// The step of the innermost procedure, and where its part of the trace begins.
    pub(super) step: u32,
    pub(super) mark: usize,
    /// What was gathered before an argument that is being evaluated.
    pub(super) aparts: Vec<O::Tag>,
    /// Where the traces of calls begin whose arguments are being evaluated.
    pub(super) marks: Vec<usize>,
    /// What was drawn for the step.
    pub(super) drawn: Vec<Value>,
    pub(super) buffers: Buffers,
    /// What was worked out within the step.
    pub(super) kept: Kept<O::Tag>,
    /// Steps that were taken to find out again on what kept values depend.
    pub(super) again: u64,
    /// What functions are taken to be meanwhile, the furthest within last.
    pub(super) supposed: Vec<Taken>,
    /// Who answers, where answers need not be waited for.
    pub(super) chance: Option<&'a mut dyn Chance>,
    /// The world as it was, where a run that is not done leaves it so.
    pub(super) before: Before,
}

impl<'a, 'p, O: Observer> Context<'a, 'p, O> {
    pub(super) fn new(setting: &'a Setting<'p>, machine: &'a mut Machine, observer: &'a mut O) -> Self {
        observer.resize(machine.locals.len());
        Self {
            setting,
            program: setting.program(),
            code: setting.code(),
            graphs: Vec::new(),
            base: 0,
            point: PointId(0),
            function: None,
            depth: 0,
            step: 0,
            mark: 0,
            aparts: Vec::new(),
            marks: Vec::new(),
            drawn: Vec::new(),
            buffers: Buffers::default(),
            chance: None,
            kept: Kept::default(),
            again: 0,
            supposed: Vec::new(),
            before: Before::default(),
            machine,
            observer,
        }
    }

    /// A mistake at a place in the part being run.
    #[cold]
    pub(super) fn error<T>(&self, span: Span, message: impl Into<String>) -> Evaluated<T> {
        Err(self.mistake(span, message.into(), None))
    }

    #[cold]
    #[expect(clippy::unnecessary_box_returns, reason = "the error type of every evaluation")]
    pub(super) fn mistake(&self, span: Span, message: String, help: Option<&str>) -> Halted {
        let help = help.map(str::to_owned);
        Box::new(Halt::Ended(Ended::Error(RunError { message, help, point: self.point, span, also: None })))
    }

    /// The whole of the part being run.
    pub(super) fn here(&self) -> Span {
        self.program.points.get(self.point.index()).map(|point| point.span).unwrap_or_default()
    }

    /// Uses up steps.
    #[inline]
    pub(super) fn charge(&mut self, steps: u64) -> Evaluated<()> {
        self.machine.steps = self.machine.steps.saturating_add(steps);
        if self.machine.steps > self.setting.budget.steps { self.endless() } else { Ok(()) }
    }

    #[cold]
    fn endless(&self) -> Evaluated<()> {
        let message = format!("this run takes more than {} steps", self.setting.budget.steps);
        let help = match self.function {
            Some(function) => {
                let name = self.program.name(self.program.functions[function.index()].name);
                format!("it was working out `{name}`: does a loop never end, or a value ask too much?")
            }
            None => "does a loop never end?".to_owned(),
        };
        Err(self.mistake(self.here(), message, Some(&help)))
    }

    /// Makes room for so many more cells.
    #[inline]
    pub(super) fn grow(&mut self, cells: u64) -> Evaluated<()> {
        self.machine.made = self.machine.made.saturating_add(cells);
        if self.machine.made <= self.machine.allowed { Ok(()) } else { self.count_again(cells) }
    }

    #[cold]
    fn count_again(&mut self, cells: u64) -> Evaluated<()> {
        let most = self.setting.budget.cells;
        let held = held(self.program, self.machine, most).saturating_add(cells);
        if held > most {
            let message = format!("this run holds more than {most} values at once");
            return Err(self.mistake(self.here(), message, Some("does a loop add to a collection without end?")));
        }
        self.charge(held / 64)?;
        self.machine.made = 0;
        // Near the limit not every single value is worth a count.
        self.machine.allowed = (most - held).max(most / 16);
        Ok(())
    }

    /// Makes room for a value that was put together of others.
    pub(super) fn grow_by(&mut self, values: &[Value]) -> Evaluated<()> {
        let most = self.setting.budget.cells;
        let mut cells = 0;
        for value in values {
            count(value, most, &mut cells);
        }
        self.charge(cells / 16)?;
        self.grow(cells)
    }

    /// Puts a value in a slot and says on what it depends.
    #[inline]
    pub(super) fn put(&mut self, slot: Slot, value: Value, tag: O::Tag) {
        let at = at(self.base, slot);
        if let Some(local) = self.machine.locals.get_mut(at) {
            Value::put(local, value);
        }
        self.observer.set_local(at, tag);
    }

    /// There are at least so many registers.
    #[inline]
    pub(super) fn reserve(&mut self, registers: usize) {
        if self.machine.locals.len() < registers {
            self.machine.locals.resize(registers, Value::None);
        }
        self.observer.resize(self.machine.locals.len());
    }

    /// Puts something in a register while an expression looks at it.
    #[inline]
    pub(super) fn bind(&mut self, slot: Slot, value: Value) {
        self.put(slot, value, O::Tag::default());
    }

    /// The element that was put in a slot.
    #[inline]
    pub(super) fn bound(&self, slot: Slot) -> Value {
        match self.machine.locals.get(at(self.base, slot)) {
            Some(value) => value.copied(),
            None => Value::None,
        }
    }

    /// "`fleet` was removed".
    #[cold]
    pub(super) fn removed<T>(&self, entity: Entity, name: Option<NameId>, span: Span) -> Evaluated<T> {
        let what = match name {
            Some(name) => format!("`{}`", self.program.name(name)),
            None => format!("thing {}", entity.0),
        };
        Err(self.mistake(span, format!("{what} was removed"), Some("ask before whether it still exists")))
    }

    /// The visible name of a slot.
    pub(super) fn slot_name(&self, slot: Slot) -> Option<NameId> {
        if let Some(function) = self.function {
            return self.program.functions[function.index()].params.get(slot.index()).map(|param| param.name);
        }
        let (_, locals, _) = self.machine.frames.last()?.code(self.program);
        locals.get(slot.index())?.name
    }

    /// A value as messages write it.
    pub(super) fn show(&self, value: &Value) -> String {
        show::value(self.program, &self.machine.world, value)
    }

    /// The section that a point stands in, as messages write it.
    pub(super) fn section(&self, point: PointId) -> String {
        let block =
            self.program.points.get(point.index()).and_then(|point| self.program.blocks.get(point.block.index()));
        block.map_or_else(String::new, |block| block.number.as_ref().unwrap_or(&block.id).clone())
    }

    /// A point's label or owner with its section: "`famine` (6.2)".
    pub(super) fn named(&self, point: PointId) -> String {
        let name = self.program.points.get(point.index()).map(|point| point.label.unwrap_or(point.owner));
        let name = name.and_then(|name| self.program.names.get(name.0 as usize)).cloned().unwrap_or_default();
        match self.section(point) {
            section if section.is_empty() => format!("`{name}`"),
            section => format!("`{name}` ({section})"),
        }
    }

    /// An error if `value` does not fit where `ty` is declared.
    #[inline]
    pub(super) fn fits(&mut self, value: &Value, ty: &Type, place: Option<&str>, span: Span) -> Evaluated<()> {
        if conform::fits_plainly(&self.machine.world, value, ty) {
            return Ok(());
        }
        self.fits_in_parts(value, ty, place, span)
    }

    /// Whether it is plain to see that what a register holds fits.
    #[inline]
    pub(super) fn fits_plainly(&self, slot: Slot, ty: &Type) -> bool {
        let value = self.machine.locals.get(at(self.base, slot));
        value.is_some_and(|value| conform::fits_plainly(&self.machine.world, value, ty))
    }

    #[inline(never)]
    fn fits_in_parts(&mut self, value: &Value, ty: &Type, place: Option<&str>, span: Span) -> Evaluated<()> {
        if let Value::Pool(pool) = value {
            return self.pool_fits(*pool, ty);
        }
        match conform::misfit(self.program, &self.machine.world, value, ty) {
            None => Ok(()),
            Some(misfit) => self.error(span, misfit.message(self.program, &self.machine.world, place)),
        }
    }

    /// A map, which stands at `of`, has nothing for a key.
    #[cold]
    pub(super) fn no_entry<T>(&self, of: Span, key: &Value, span: Span) -> Evaluated<T> {
        let map = self.program.block_of(self.point).text.text.get(of.range()).unwrap_or_default();
        let key = self.show(key);
        let message = match map {
            "" => format!("there is no entry for {key}"),
            map => format!("`{map}` has no entry for {key}"),
        };
        Err(self.mistake(span, message, Some("give it one before, under `given` or by `set … to …`")))
    }

    /// "a whole number is needed here, this is none".
    #[cold]
    pub(super) fn kind<T>(&self, span: Span, wanted: &str, got: &Value) -> Evaluated<T> {
        self.error(span, format!("{wanted} is needed here, this is {}", self.show(got)))
    }

    /// Evaluates and gives the tag of the result apart from what was gathered before.
    #[inline]
    pub(super) fn apart<T>(&mut self, eval: impl FnOnce(&mut Self) -> Evaluated<T>) -> Evaluated<(T, O::Tag)> {
        let before = self.observer.swap(O::Tag::default());
        let result = eval(self)?;
        let tag = self.observer.swap(before);
        Ok((result, tag))
    }

    /// The part took effect, and what is being evaluated depends on it.
    pub(super) fn note(&mut self, point: PointId) {
        if O::ON {
            self.observer.hit(point);
            let tag = self.observer.single(point);
            self.observer.join(tag);
        }
    }
}

/// How many cells a run holds; counts no further than just beyond `limit`.
fn held(program: &Program, machine: &Machine, limit: u64) -> u64 {
    let mut cells = 0;
    for state in machine.world.states.iter().flatten() {
        count_inside(state, limit, &mut cells);
    }
    for thing in machine.world.things.iter().flatten() {
        cells += 1;
        for field in thing.fields.iter() {
            count_inside(field, limit, &mut cells);
        }
    }
    for frame in &machine.frames {
        let locals = machine.locals.get(frame.base..frame.end(program)).unwrap_or_default();
        for local in locals {
            count_inside(local, limit, &mut cells);
        }
    }
    cells
}

/// Counts a value that is itself in a collection.
fn count(value: &Value, limit: u64, cells: &mut u64) {
    *cells += 1;
    count_inside(value, limit, cells);
}

fn count_inside(value: &Value, limit: u64, cells: &mut u64) {
    if *cells > limit {
        return;
    }
    match value {
        Value::List(elements) | Value::Set(elements) | Value::Record(elements) => {
            elements.iter().for_each(|element| count(element, limit, cells));
        }
        Value::Bag(elements) => elements.iter().for_each(|(element, _)| count(element, limit, cells)),
        Value::Map(entries) => entries.iter().for_each(|(key, entry)| {
            count(key, limit, cells);
            count(entry, limit, cells);
        }),
        _ => {}
    }
}
