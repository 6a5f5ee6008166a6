//! Goes on with quick forms from one general step to the next.

use super::act::Stop;
use super::calling::{Entered, Left};
use super::form::{Form, Lowered, Way};
use super::plain::{Kind, Plain};
use super::rolled::Rolled;
use super::rows::Rows;
use super::table::Table;
use super::tally::Tally;
use super::walks::Walks;
use super::{Quick, words};
use crate::logic::machine::Seeded;
use crate::logic::machine::before::Before;
use crate::logic::machine::context::{Context, held_in_world};
use crate::logic::machine::observe::Observer;
use crate::logic::machine::state::Frame;
use crate::logic::machine::world::World;
use crate::logic::program::Program;
use crate::logic::value::{Symbol, Value};

/// What quick forms work on: the parts of the machine, and in front of its locals and things the words and the table, where they
/// put what they change.
pub(super) struct Rush<'r> {
    pub(super) program: &'r Program,
    pub(super) readings: &'r [Symbol],
    pub(super) quick: &'r Quick,
    pub(super) world: &'r mut World,
    pub(super) before: &'r mut Before,
    pub(super) frames: &'r mut Vec<Frame>,
    pub(super) locals: &'r mut Vec<Value>,
    pub(super) table: &'r mut Table,
    /// Who answers; nobody where answers have to be waited for.
    pub(super) seeded: Option<&'r mut Seeded>,
    pub(super) walks: &'r mut Walks,
    pub(super) rows: &'r mut Rows,
    /// The procedures that were entered since.
    pub(super) entered: Vec<Entered<'r>>,
    /// The steps of the innermost procedure.
    pub(super) lowered: &'r Lowered,
    /// Dice that are in no local yet.
    pub(super) rolled: Rolled,
    /// Where the locals of the innermost procedure begin.
    pub(super) base: usize,
    pub(super) made: &'r mut u64,
    pub(super) allowed: &'r mut u64,
    /// Cells of the step at hand that were counted already.
    counted: u64,
    /// How many cells may be held.
    pub(super) most: u64,
}

/// Room that a run uses again and again.
#[derive(Debug, Default)]
pub(in super::super) struct Room {
    pub(in super::super) table: Table,
    words: Vec<Plain>,
    walks: Walks,
    rows: Rows,
    tally: Tally,
}

impl Room {
    /// Nothing of a run is left in it.
    pub(super) fn clear(&mut self) {
        self.table.forget();
    }
}

impl<O: Observer> Context<'_, '_, O> {
    /// Goes on with steps that have a quick form, from where the innermost procedure stands: to the end of the run, with its
    /// outputs, or to a step that has none or that finds something it does not know. The innermost procedure stands there then.
    pub(in super::super) fn hurry(&mut self) -> Option<Vec<Value>> {
        let setting = self.setting;
        let quick = setting.quick()?;
        let frame = self.machine.frames.last()?;
        let lowered = quick.procedure(self.program, frame.procedure);
        // What an assumption says has no quick forms.
        if frame.assumption.is_some() || matches!(lowered.forms.get(frame.pc), None | Some(Form::General)) {
            return None;
        }
        let base = frame.base;
        let Room { table, words, walks, rows, tally } = &mut self.room;
        let machine = &mut *self.machine;
        let seeded = self.chance.as_mut().and_then(|chance| chance.seeded());
        // Where answers are waited for, few steps come between two of them, and a table is not worth while.
        if seeded.is_some() {
            table.make(self.program, &machine.world);
        }
        words.clear();
        words.resize(machine.locals.len(), Plain::OTHER);
        walks.clear();
        rows.clear();
        tally.left = setting.budget.steps.saturating_sub(machine.steps);
        let mut rush = Rush {
            program: self.program,
            readings: &setting.readings,
            quick,
            world: &mut machine.world,
            before: &mut self.before,
            frames: &mut machine.frames,
            locals: &mut machine.locals,
            table,
            seeded,
            walks,
            rows,
            entered: Vec::new(),
            lowered,
            rolled: Rolled::default(),
            base,
            made: &mut machine.made,
            allowed: &mut machine.allowed,
            counted: 0,
            most: setting.budget.cells,
        };
        let outputs = rush.run(tally, words);
        if outputs.is_none() {
            words::settle(&mut rush, words);
            if rush.table.is_ahead() {
                rush.before.keep(rush.world);
            }
        }
        rush.table.settle(rush.world);
        machine.steps = setting.budget.steps.saturating_sub(tally.left);
        outputs
    }
}

impl Rush<'_> {
    fn run(&mut self, tally: &mut Tally, words: &mut Vec<Plain>) -> Option<Vec<Value>> {
        // What was left before the cells were counted.
        let mut before = tally.left;
        let mut pc = self.frames.last()?.pc;
        self.ready(words);
        loop {
            let here = words.get_mut(self.base..)?;
            let lowered = self.lowered;
            let (at, stop) = self.steps(tally, here, &lowered.forms, pc);
            let left = tally.left;
            match stop {
                Stop::Call(call) => {
                    if self.enter(tally, words, call, at).is_some() {
                        pc = 0;
                        self.ready(words);
                        continue;
                    }
                }
                Stop::End => match self.leave(tally, words, lowered.outputs) {
                    Some(Left::Elsewhere) => {
                        let caller = self.frames.last()?;
                        // What an assumption says has no quick forms.
                        if caller.assumption.is_some() {
                            return None;
                        }
                        pc = caller.pc;
                        if self.entered.is_empty() {
                            self.ready(words);
                        }
                        continue;
                    }
                    Some(Left::Done(outputs)) => return Some(outputs),
                    None => {}
                },
                Stop::Stuck => {}
            }
            pc = at;
            self.frames.last_mut()?.pc = pc;
            if self.counted > 0 {
                // The step that it was counted for does not go on all the same.
                (self.counted, *self.allowed, tally.left) = (0, 0, before);
                return None;
            }
            before = left;
            tally.left = left;
            let counted = self.count_first(tally, words);
            (tally.made, tally.lumps) = (0, false);
            counted?;
        }
    }

    /// Makes lists ready that the innermost procedure goes through.
    #[inline]
    fn ready(&mut self, words: &mut [Plain]) {
        if self.seeded.is_none() {
            return;
        }
        for slot in &self.lowered.lists {
            if let Some(word) = words.get_mut(self.base + slot.index())
                && matches!(word.kind, Kind::Other | Kind::Shared)
            {
                let place = if word.kind == Kind::Other { self.base + slot.index() } else { word.place() };
                make_ready(word, place, self.locals, self.rows);
            }
        }
    }

    /// Where to go on, and the steps of that way are taken; nothing where that is too much or cells have to be counted anew.
    #[inline]
    pub(super) fn go(&mut self, tally: &mut Tally, way: Way) -> Option<usize> {
        if tally.made > 0 {
            self.make(tally)?;
        }
        tally.take(u64::from(way.cost))?;
        Some(way.to as usize)
    }

    #[inline]
    fn make(&mut self, tally: &mut Tally) -> Option<()> {
        let made = self.made.saturating_add(tally.made);
        if made > *self.allowed {
            return None;
        }
        *self.made = made - self.counted;
        self.counted = 0;
        tally.made = 0;
        tally.lumps = false;
        Some(())
    }

    /// Counts the cells that are held as the general step does, if it was for want of a first count that a step got stuck, so
    /// that it can be tried again. Any later count is left to the general step.
    #[cold]
    fn count_first(&mut self, tally: &mut Tally, words: &[Plain]) -> Option<()> {
        if tally.made == 0 || *self.made > 0 || *self.allowed > 0 {
            return None;
        }
        // What is made one by one is counted at the first, and the others are made after that.
        let first = if tally.lumps { tally.made } else { 1 };
        let held = held_in_world(self.world, self.most) + words::held(self, words) + first;
        if held > self.most {
            return None;
        }
        tally.left = tally.left.checked_sub(held / 64)?;
        *self.allowed = (self.most - held).max(self.most / 16);
        self.counted = first;
        Some(())
    }

    /// The local of the machine that holds what the word of the local `at` is for.
    #[inline]
    pub(super) fn place(&self, word: Plain, at: usize) -> Option<usize> {
        match word.kind {
            Kind::Other => Some(at),
            Kind::Shared => Some(word.place()),
            Kind::Rows => self.rows.place(word.place()),
            _ => None,
        }
    }

    /// What that local holds, of a slot of the innermost procedure.
    #[inline]
    pub(super) fn held(&self, word: Plain, slot: usize) -> Option<&Value> {
        self.locals.get(self.place(word, self.base + slot)?)
    }

    /// Puts a value with parts into a local, whose word this is.
    #[inline(never)]
    pub(super) fn put_value(&mut self, word: &mut Plain, at: usize, value: Value) {
        if self.locals.len() <= at {
            self.locals.resize(at + 1, Value::None);
        }
        self.locals[at] = value;
        *word = Plain::OTHER;
    }
}

/// Makes the list in a local of the machine ready, if it is one of things, and changes the word for it.
#[inline(never)]
pub(super) fn make_ready(word: &mut Plain, place: usize, locals: &[Value], rows: &mut Rows) {
    if let Some(list) = locals.get(place).and_then(|value| rows.make(value, place)) {
        *word = Plain::rows(list);
    }
}
