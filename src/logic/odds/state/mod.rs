//! States in canonical form: two runs that differ only in what nobody can tell any more are written alike.
//!
//! A state is written as bytes. Only what is kept ([`Kept`]) is written; things are numbered anew, in the order in which they
//! are met, so that it does not matter which of two like things is which; and where their order in a list matters no more, they
//! are written in the order of what they are.

mod bytes;
mod read;
mod write;

use std::collections::HashMap;
use std::sync::Arc;

use bytes::{Bytes, Reader};
use write::Writer;

use super::kept::Kept;
use crate::logic::machine::{Frame, Machine, Thing, World};
use crate::logic::program::{OpKind, Program, Slot};
use crate::logic::types::EntityTypeId;
use crate::logic::value::{Entity, Value};

/// A run that stopped.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// Which step of the case is run.
    pub(super) step: usize,
    /// Its machine.
    pub(super) machine: Machine,
    /// What is needed again later, with the numbers that things have in this run: arguments of later steps, things asked for.
    pub(super) later: Arc<Vec<Value>>,
    /// The number that each thing had at the beginning; [`UNKNOWN`] where nobody has to know.
    pub(super) origins: Arc<Vec<u32>>,
    /// How many things there were at the beginning.
    pub(super) given: u32,
}

/// The origin of a thing of which it does not matter which one it is.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// A point at which runs stop.
struct Stop {
    step: usize,
    /// Whether a question is pending; else the step it stands at is done again.
    asking: bool,
    frames: Vec<Frame>,
    /// How many locals there are.
    locals: usize,
    kept: Kept,
    /// Of each frame the slots of the lists that are walked through, with the slots of the positions.
    walks: Vec<Vec<(usize, usize)>>,
}

impl Run {
    /// The number that a thing had at the beginning; for one made since, a number behind all of those.
    pub(super) fn origin(&self, entity: Entity) -> u32 {
        if let Some(origin) = self.origins.get(entity.0 as usize) {
            return *origin;
        }
        let known = self.origins.iter().filter(|origin| **origin != UNKNOWN).max();
        let made = entity.0.saturating_sub(u32::try_from(self.origins.len()).unwrap_or(u32::MAX));
        known.map_or(0, |last| last.saturating_add(1)).max(self.given).saturating_add(made)
    }
}

/// Writes and reads states.
pub(super) struct Scribe<'p> {
    program: &'p Program,
    /// By type of things: whether it has to be known at the end which thing is which.
    named: Vec<bool>,
    /// How many things there were at the beginning.
    given: u32,
    stops: Vec<Stop>,
    by_frames: HashMap<(usize, bool, Vec<Frame>), u32>,
    bytes: Bytes,
    /// By thing its new number.
    numbers: Vec<Option<u32>>,
    /// Things in the order of their new numbers.
    met: Vec<Entity>,
    /// Pools in the order of their new numbers.
    pools: Vec<u32>,
}

impl<'p> Scribe<'p> {
    pub(super) fn new(program: &'p Program, named: Vec<bool>, given: u32) -> Self {
        Self {
            program,
            named,
            given,
            stops: Vec::new(),
            by_frames: HashMap::new(),
            bytes: Bytes::default(),
            numbers: Vec::new(),
            met: Vec::new(),
            pools: Vec::new(),
        }
    }

    /// A run that stopped, as bytes. `keep` says what to keep at a point that was not seen before.
    pub(super) fn write(&mut self, run: &Run, keep: impl FnOnce(&Machine, bool) -> Kept) -> &[u8] {
        let number = self.stop(run, keep);
        // Taken out meanwhile, so that what is written can be read beside it.
        let stop = std::mem::replace(&mut self.stops[number as usize], Stop::nothing());
        self.bytes.clear();
        self.met.clear();
        self.pools.clear();
        self.numbers.clear();
        self.numbers.resize(run.machine.world.things.len(), None);
        self.bytes.number(u64::from(number));
        Writer { scribe: self, run, stop: &stop }.whole();
        self.stops[number as usize] = stop;
        self.bytes.as_slice()
    }

    fn stop(&mut self, run: &Run, keep: impl FnOnce(&Machine, bool) -> Kept) -> u32 {
        let machine = &run.machine;
        let asking = machine.pending.is_some();
        // Looked up by parts would save the copy; a stop of few frames is copied fast.
        let key = (run.step, asking, machine.frames.clone());
        if let Some(number) = self.by_frames.get(&key) {
            return *number;
        }
        let number = u32::try_from(self.stops.len()).unwrap_or(u32::MAX);
        let walks = machine.frames.iter().map(|frame| {
            let slot = |slot: &Slot| frame.base + slot.index();
            let code = frame.ops(self.program).iter();
            code.filter_map(|op| match &op.kind {
                OpKind::Walk { walk, at, .. } => Some((slot(walk), slot(at))),
                _ => None,
            })
            .collect()
        });
        let walks = walks.collect();
        let kept = keep(machine, asking);
        let frames = machine.frames.clone();
        self.stops.push(Stop { step: run.step, asking, frames, locals: machine.locals.len(), kept, walks });
        self.by_frames.insert(key, number);
        number
    }

    /// The run that was written so.
    pub(super) fn read(&self, bytes: &[u8]) -> Option<Run> {
        let mut reader = Reader::new(bytes);
        let stop = self.stops.get(usize::try_from(reader.number()?).ok()?)?;
        let mut machine = Machine::stopped(stop.frames.clone());
        machine.locals = vec![Value::None; stop.locals];
        if stop.asking {
            machine.pending = Some(reader.request()?);
        }
        for (frame, slots) in stop.frames.iter().zip(&stop.kept.locals) {
            for slot in slots {
                let value = reader.value()?;
                *machine.locals.get_mut(frame.base + slot)? = value;
            }
        }
        let mut world = World { states: vec![None; stop.kept.states.len()], things: Vec::new() };
        for (state, kept) in world.states.iter_mut().zip(&stop.kept.states) {
            if *kept {
                *state = if reader.byte()? == 0 { None } else { Some(reader.value()?) };
            }
        }
        let mut later = Vec::new();
        for _ in 0..reader.number()? {
            later.push(reader.value()?);
        }
        let pools = reader.number()?;
        let mut origins = Vec::new();
        for _ in 0..pools {
            machine.pools.push(reader.pool()?);
        }
        while let Some(ty) = reader.number() {
            let ty = u16::try_from(ty).ok()?;
            let kept = stop.kept.types.get(usize::from(ty))?;
            origins.push(if self.named[usize::from(ty)] { u32::try_from(reader.number()?).ok()? } else { UNKNOWN });
            let mut fields = vec![Value::None; kept.fields.len()];
            for (field, kept) in fields.iter_mut().zip(&kept.fields) {
                if *kept {
                    *field = reader.value()?;
                }
            }
            world.things.push(Some(Thing { ty: EntityTypeId(ty), fields }));
        }
        machine.world = world;
        Some(Run { step: stop.step, machine, later: Arc::new(later), origins: Arc::new(origins), given: self.given })
    }
}

impl Stop {
    fn nothing() -> Self {
        let kept = Kept { locals: Vec::new(), states: Vec::new(), types: Vec::new() };
        Self { step: 0, asking: false, frames: Vec::new(), locals: 0, kept, walks: Vec::new() }
    }
}
