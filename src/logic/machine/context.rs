//! What an evaluation works with: the setting, the state of the run, the observer, and the part being run.

use std::sync::Arc;

use super::super::program::{Expr, ExprKind, Fold, FunctionId, NameId, PointId, Program, Slot};
use super::super::syntax::ast::Span;
use super::super::types::Type;
use super::super::value::{Entity, Value};
use super::before::Before;
use super::chance::Chance;
use super::ended::{Ended, Evaluated, Halted, RunError};
use super::graph::Areas;
use super::observe::{Observer, at};
use super::quick::{Quick, Room};
use super::setting::Setting;
use super::spare::Spare;
use super::state::Machine;
use super::world::World;
use super::{conform, show};

/// How deep expressions and the functions in them may be nested, so that the stack of the host is never used up.
pub(super) const MAX_DEPTH: u32 = 500;

/// An evaluation in progress.
pub(super) struct Context<'a, 'p, O: Observer> {
    pub(super) setting: &'a Setting<'p>,
    pub(super) program: &'p Program,
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
    pub(super) spare: Spare,
    /// Who answers, where answers need not be waited for.
    pub(super) chance: Option<&'a mut dyn Chance>,
    /// What quick forms work with.
    pub(super) room: Room,
    /// The world as it was, where a run that is not done leaves it so.
    pub(super) before: Before,
}

impl<'a, 'p, O: Observer> Context<'a, 'p, O> {
    pub(super) fn new(setting: &'a Setting<'p>, machine: &'a mut Machine, observer: &'a mut O) -> Self {
        observer.resize(machine.locals.len());
        Self {
            setting,
            program: setting.program,
            graphs: Vec::new(),
            base: 0,
            point: PointId(0),
            function: None,
            depth: 0,
            spare: Spare::default(),
            chance: None,
            room: if O::ON { Room::default() } else { setting.quick().map(Quick::room).unwrap_or_default() },
            before: Before::default(),
            machine,
            observer,
        }
    }

    /// It is over: its room is for the next.
    pub(super) fn give_back(self) {
        if !O::ON
            && let Some(quick) = self.setting.quick()
        {
            quick.keep(self.room);
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
        Box::new(Ended::Error(RunError { message, help: help.map(str::to_owned), point: self.point, span, also: None }))
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
        Err(self.mistake(self.here(), message, Some("does a loop never end?")))
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
        let held = held(self.machine, most).saturating_add(cells);
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
        if at >= self.machine.locals.len() {
            self.machine.locals.resize(at + 1, Value::None);
            self.observer.resize(at + 1);
        }
        self.machine.locals[at] = value;
        self.observer.set_local(at, tag);
    }

    /// Puts an element in a slot while an expression looks at it.
    #[inline]
    pub(super) fn bind(&mut self, slot: Slot, value: Value) {
        self.put(slot, value, O::Tag::default());
    }

    /// The element that was put in a slot.
    #[inline]
    pub(super) fn bound(&self, slot: Slot) -> Value {
        self.machine.locals.get(at(self.base, slot)).cloned().unwrap_or(Value::None)
    }

    /// What an expression gives, where that only has to be read: a constant, a local, a field of a thing in a local. Nothing
    /// where more is to be done or something is wrong; [`Self::eval`] finds out what. [`Self::note_read`] has to follow.
    #[inline]
    pub(super) fn at_hand<'v>(&'v self, expr: &'p Expr) -> Option<&'v Value> {
        let value = match &expr.kind {
            ExprKind::Constant(value) => return Some(value),
            ExprKind::Local(slot) => self.machine.locals.get(at(self.base, *slot))?,
            ExprKind::EntityField(of, _, field) => match &of.kind {
                ExprKind::Local(slot) => match self.machine.locals.get(at(self.base, *slot))? {
                    Value::Entity(entity) => {
                        let held = self.machine.world.thing(*entity)?.fields.get(usize::from(*field))?;
                        if matches!(held, Value::None) {
                            return None;
                        }
                        held
                    }
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        match value {
            Value::Entity(entity) if self.machine.world.thing(*entity).is_none() => None,
            Value::Pool(_) => None,
            value => Some(value),
        }
    }

    /// What [`Self::at_hand`] gave is used: its tag is joined.
    #[inline]
    pub(super) fn note_read(&mut self, expr: &'p Expr) {
        if O::ON {
            match &expr.kind {
                ExprKind::Local(slot) => self.observer.join(self.observer.local(at(self.base, *slot))),
                ExprKind::EntityField(of, _, field) => {
                    self.note_read(of);
                    if let Some(Value::Entity(entity)) = self.at_hand(of) {
                        let entity = *entity;
                        self.observer.join(self.observer.field(entity, *field));
                    }
                }
                _ => {}
            }
        }
    }

    /// A local that is not at hand.
    #[cold]
    pub(super) fn bad_local(&mut self, slot: Slot, span: Span) -> Evaluated<Value> {
        let at = at(self.base, slot);
        self.observer.join(self.observer.local(at));
        match self.machine.locals.get(at) {
            Some(Value::Entity(entity)) => self.removed(*entity, self.slot_name(slot), span),
            Some(Value::Pool(pool)) => self.look_at_all(*pool),
            _ => self.error(span, "this was never given a value"),
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

    /// A condition.
    pub(super) fn condition(&mut self, expr: &'p Expr) -> Evaluated<bool> {
        match expr.kind {
            ExprKind::Compare(..)
            | ExprKind::Is(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Not(_)
            | ExprKind::Every(..)
            | ExprKind::Select(Fold::Some, _) => self.holds(expr),
            _ => match self.eval(expr)? {
                Value::YesNo(held) => Ok(held),
                other => self.kind(expr.span, "yes or no", &other),
            },
        }
    }

    /// A whole number.
    #[inline]
    pub(super) fn number(&mut self, expr: &'p Expr) -> Evaluated<i64> {
        if let Some(Value::Number(number)) = self.at_hand(expr) {
            let number = *number;
            self.note_read(expr);
            return Ok(number);
        }
        match self.eval(expr)? {
            Value::Number(number) => Ok(number),
            other => self.kind(expr.span, "a whole number", &other),
        }
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
fn held(machine: &Machine, limit: u64) -> u64 {
    let mut cells = held_in_world(&machine.world, limit);
    machine.locals.iter().for_each(|value| count_inside(value, limit, &mut cells));
    cells
}

/// How many of them the world holds.
pub(super) fn held_in_world(world: &World, limit: u64) -> u64 {
    let mut cells = 0;
    world.states.iter().flatten().for_each(|value| count_inside(value, limit, &mut cells));
    for thing in world.things.iter().flatten() {
        cells += 1;
        thing.fields.iter().for_each(|value| count_inside(value, limit, &mut cells));
    }
    cells
}

/// Counts a value that is itself in a collection.
fn count(value: &Value, limit: u64, cells: &mut u64) {
    *cells += 1;
    count_inside(value, limit, cells);
}

pub(super) fn count_inside(value: &Value, limit: u64, cells: &mut u64) {
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
