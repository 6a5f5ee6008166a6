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

use super::kept::{Flows, Kept};
use super::{Case, outcome};
use crate::logic::machine::{Frame, Machine};
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

/// Writes keys.
pub(super) struct Scribe<'p> {
    flows: Flows<'p>,
    /// By type of things: whether it has to be known at the end which thing is which.
    named: Vec<bool>,
    /// What is kept at each point at which runs stop.
    stops: Vec<Kept>,
    /// The number of each stop, by its frames; with the step of the case, and whether a question is pending.
    by_frames: HashMap<Vec<Frame>, Vec<(usize, bool, u32)>>,
    bytes: Bytes,
    /// By thing its new number.
    numbers: Vec<Option<u32>>,
    /// By thing what it is, once that has been looked at.
    kinds: Vec<Option<u64>>,
    /// Things in the order of their new numbers.
    met: Vec<Entity>,
    /// Pools in the order of their new numbers.
    pools: Vec<u32>,
}

impl<'p> Scribe<'p> {
    pub(super) fn new(case: &'p Case<'p>) -> Self {
        Self {
            flows: Flows::new(case),
            named: outcome::named(case),
            stops: Vec::new(),
            by_frames: HashMap::new(),
            bytes: Bytes::default(),
            numbers: Vec::new(),
            kinds: Vec::new(),
            met: Vec::new(),
            pools: Vec::new(),
        }
    }

    /// The key of a run that stopped.
    pub(super) fn key(&mut self, run: &Run) -> &[u8] {
        let number = self.stop(run);
        // Taken out meanwhile, so that what is written can be read beside it.
        let kept = std::mem::take(&mut self.stops[number as usize]);
        self.bytes.clear();
        self.met.clear();
        self.pools.clear();
        self.numbers.clear();
        self.numbers.resize(run.machine.world.things.len(), None);
        self.kinds.clear();
        self.kinds.resize(run.machine.world.things.len(), None);
        self.bytes.number(u64::from(number));
        Writer { scribe: self, run, kept: &kept, lists: Vec::new() }.whole();
        self.stops[number as usize] = kept;
        self.bytes.as_slice()
    }

    fn stop(&mut self, run: &Run) -> u32 {
        let machine = &run.machine;
        let asking = machine.pending.is_some();
        let here = |(step, asked, _): &&(usize, bool, u32)| *step == run.step && *asked == asking;
        if let Some((.., number)) =
            self.by_frames.get(machine.frames.as_slice()).and_then(|stops| stops.iter().find(here))
        {
            return *number;
        }
        let number = u32::try_from(self.stops.len()).unwrap_or(u32::MAX);
        self.stops.push(self.flows.kept(run.step, machine, asking));
        self.by_frames.entry(machine.frames.clone()).or_default().push((run.step, asking, number));
        number
    }
}
