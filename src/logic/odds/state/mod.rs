//! States in canonical form: two runs that differ only in what nobody can tell any more are written alike.
//!
//! A run is written twice. As a *key*, only with what is kept ([`Kept`]): things are numbered anew, in the order in which they
//! are met, so that it does not matter which of two like things is which; and where their order in a list matters no more,
//! they are written in the order of what they are. And as a *copy*, whole and as it is: the first run with a key goes on for
//! all of them, so that also what nobody will look at is what some run really had.

mod bytes;
pub(super) mod copy;
mod key;
mod read;

use std::collections::HashMap;
use std::sync::Arc;

pub(super) use bytes::Bytes;
use key::Writer;

use super::kept::Kept;
use crate::logic::machine::{Frame, Machine};
use crate::logic::program::{OpKind, Program, Slot};
use crate::logic::value::{Entity, Value};

/// A run that stopped.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// Which step of the case is run.
    pub(super) step: usize,
    /// Its machine.
    pub(super) machine: Machine,
    /// What is needed again later: things asked for, arguments of later steps.
    pub(super) later: Arc<Vec<Value>>,
}

/// A point at which runs stop.
struct Stop {
    frames: Vec<Frame>,
    kept: Kept,
    /// Of each frame the slots of the lists that are walked through, with the slots of the positions.
    walks: Vec<Vec<(usize, usize)>>,
}

/// Writes keys.
pub(super) struct Scribe<'p> {
    program: &'p Program,
    /// By type of things: whether it has to be known at the end which thing is which.
    named: Vec<bool>,
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
    pub(super) fn new(program: &'p Program, named: Vec<bool>) -> Self {
        Self {
            program,
            named,
            stops: Vec::new(),
            by_frames: HashMap::new(),
            bytes: Bytes::default(),
            numbers: Vec::new(),
            met: Vec::new(),
            pools: Vec::new(),
        }
    }

    /// The key of a run that stopped. `keep` says what to keep at a point that was not seen before.
    pub(super) fn key(&mut self, run: &Run, keep: impl FnOnce(&Machine, bool) -> Kept) -> &[u8] {
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
        self.stops.push(Stop { frames, kept, walks });
        self.by_frames.insert(key, number);
        number
    }
}

impl Stop {
    fn nothing() -> Self {
        let kept = Kept { locals: Vec::new(), states: Vec::new(), types: Vec::new() };
        Self { frames: Vec::new(), kept, walks: Vec::new() }
    }
}
