//! States in canonical form: two runs that differ only in what nobody can tell any more are written alike.
//!
//! A run is written twice. As a *key*, only with what is kept ([`LiveSet`]): things are numbered anew, in the order in which they
//! are met, so that it does not matter which of two like things is which; and where their order in a list matters no more,
//! they are written in the order of what they are. And as a *copy*, whole and as it is: the first run with a key goes on for
//! all of them, so that also what nobody will look at is what some run really had.

mod buffers;
mod bytes;
pub(super) mod copy;
mod digest;
mod key;
mod read;
mod told_apart;

use std::sync::Arc;

pub(super) use buffers::{Buffers, Copies};
pub(super) use bytes::Bytes;
use digest::{ThingDigest, ThingDigests};
use key::Writer;
use rustc_hash::FxHashMap;

use told_apart::told_apart;

use super::Case;
use super::kept::{Flows, LiveSet};
use crate::logic::machine::{Frame, Machine};
use crate::logic::value::{Entity, Value};

/// A run that stopped.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// Which step of the case is run.
    pub(super) step: usize,
    /// Its machine.
    pub(super) machine: Machine,
    /// The things that are asked for at the end, in the order of the case.
    pub(super) asked: Arc<Vec<Value>>,
    /// The arguments of the steps to come, one step after the other.
    pub(super) args: Arc<Vec<Value>>,
}

impl Run {
    /// A copy has room for so many more procedures: one that goes on mostly needs it at once.
    const FRAMES: usize = 4;
    /// And for so many more locals.
    pub(super) const LOCALS: usize = 32;
}

/// Writes keys.
pub(super) struct KeyEncoder<'p> {
    flows: Flows<'p>,
    /// By type of things: whether it matters which of two like things is which.
    told_apart: Vec<bool>,
    /// What is kept at each point at which runs stop.
    stops: Vec<LiveSet>,
    /// The number of each stop, by its frames; with the step of the case, and whether a question is pending.
    by_frames: FxHashMap<Vec<Frame>, Vec<(usize, bool, u32)>>,
    bytes: Bytes,
    digests: ThingDigests,
    /// By thing its new number; [`u32::MAX`] for one that has none.
    numbers: Vec<u32>,
    /// By thing how it is seen, once that has been looked at.
    seen: Vec<Option<ThingDigest>>,
    /// Things in the order of their new numbers.
    met: Vec<Entity>,
    /// Pools in the order of their new numbers.
    pools: Vec<u64>,
    /// Room for things of a list, and for their order.
    inert: Vec<Entity>,
    order: Vec<(u32, u64, Entity)>,
}

impl<'p> KeyEncoder<'p> {
    pub(super) fn new(case: &'p Case<'p>) -> Self {
        Self {
            flows: Flows::new(case),
            told_apart: told_apart(case),
            stops: Vec::new(),
            by_frames: FxHashMap::default(),
            bytes: Bytes::default(),
            digests: ThingDigests::default(),
            numbers: Vec::new(),
            seen: Vec::new(),
            met: Vec::new(),
            pools: Vec::new(),
            inert: Vec::new(),
            order: Vec::new(),
        }
    }

    /// The key of a run that stopped; `store` has the things of runs that were written before.
    pub(super) fn key(&mut self, run: &Run, store: &copy::Store) -> &[u8] {
        let number = self.stop(run);
        // Taken out meanwhile, so that what is written can be read beside it.
        let kept = std::mem::take(&mut self.stops[number as usize]);
        self.bytes.clear();
        self.met.clear();
        self.pools.clear();
        self.numbers.clear();
        self.numbers.resize(run.machine.world.things.len(), u32::MAX);
        self.seen.clear();
        self.seen.resize(run.machine.world.things.len(), None);
        self.bytes.number(u64::from(number));
        Writer { encoder: self, run, store, stop: number, kept: &kept, lists: Vec::new() }.whole();
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
