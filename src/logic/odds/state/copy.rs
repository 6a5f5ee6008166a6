//! Writes a run whole and as it is, and reads it again.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bytes::{Bytes, Reader, tag};
use super::{Buffers, Run};
use crate::logic::machine::{Frame, Machine, Request, Thing, World};
use crate::logic::program::ProcedureId;
use crate::logic::value::Value;

/// The things of all copies. In most states a thing is as it was in many others.
#[derive(Default)]
pub(in crate::logic::odds) struct Store {
    all: Vec<Thing>,
    numbers: FxHashMap<Thing, u64>,
    /// By where its fields lie in memory: those of the store never move or go away.
    places: FxHashMap<usize, u64>,
}

impl Store {
    /// Whether this very thing is one of them.
    pub(super) fn holds(&self, thing: &Thing) -> bool {
        self.places.contains_key(&thing.place())
    }

    /// The number of a thing, from 1 on.
    fn number(&mut self, thing: &Thing) -> u64 {
        if let Some(number) = self.places.get(&thing.place()) {
            return *number;
        }
        if let Some(number) = self.numbers.get(thing) {
            return *number;
        }
        self.all.push(thing.clone());
        let number = self.all.len() as u64;
        self.numbers.insert(thing.clone(), number);
        self.places.insert(thing.place(), number);
        number
    }

    /// The memory that it takes, about.
    pub(in crate::logic::odds) fn bytes(&self) -> usize {
        let fields: usize = self.all.last().map_or(0, |thing| thing.fields.len());
        self.all.len() * (size_of::<Thing>() + fields * size_of::<Value>() + 64)
    }
}

/// A run as bytes.
pub(in crate::logic::odds) fn write(run: &Run, store: &mut Store, bytes: &mut Bytes) {
    let Run { step, machine, asked, args } = run;
    bytes.clear();
    let mut copier = Copier { bytes, lists: Vec::new() };
    copier.bytes.number(*step as u64);
    copier.bytes.number(machine.frames.len() as u64);
    for frame in &machine.frames {
        copier.bytes.number(u64::from(frame.procedure.0));
        let (set, part) = frame.assumption.map_or((0, 0), |(set, part)| (set + 1, part));
        for number in [set, part, frame.pc, frame.base] {
            copier.bytes.number(number as u64);
        }
    }
    copier.values(&machine.locals);
    copier.bytes.number(machine.pools.len() as u64);
    machine.pools.iter().for_each(|pool| copier.bytes.pool(pool));
    match &machine.pending {
        None => copier.bytes.byte(tag::NONE),
        Some(request) => copier.request(request),
    }
    copier.bytes.number(machine.world.states.len() as u64);
    for state in &machine.world.states {
        copier.bytes.byte(u8::from(state.is_some()));
        if let Some(value) = state {
            copier.value(value);
        }
    }
    copier.bytes.number(machine.world.things.len() as u64);
    for thing in &machine.world.things {
        let number = thing.as_ref().map_or(0, |thing| store.number(thing));
        copier.bytes.number(number);
    }
    copier.values(asked);
    copier.values(args);
}

/// The run that was written so.
pub(in crate::logic::odds) fn read(bytes: &[u8], store: &Store, buffers: &mut Buffers) -> Option<Run> {
    let mut reader = Reader::new(bytes);
    let step = reader.size()?;
    // What was written in memory once has room there.
    let length = reader.size()?;
    let mut frames = buffers.frames();
    frames.reserve(length + Run::FRAMES);
    for _ in 0..length {
        let procedure = ProcedureId(u16::try_from(reader.number()?).ok()?);
        let (set, part) = (reader.size()?, reader.size()?);
        let assumption = set.checked_sub(1).map(|set| (set, part));
        frames.push(Frame { procedure, assumption, pc: reader.size()?, base: reader.size()? });
    }
    let mut locals = buffers.locals();
    reader.values_into(&mut locals, Run::LOCALS)?;
    let mut pools = Vec::new();
    for _ in 0..reader.number()? {
        pools.push(reader.pool()?);
    }
    let pending = reader.request()?;
    let mut world = World::default();
    let length = reader.size()?;
    world.states.reserve_exact(length);
    for _ in 0..length {
        world.states.push(if reader.byte()? == 0 { None } else { Some(reader.value()?) });
    }
    let length = reader.size()?;
    world.things.reserve_exact(length);
    for _ in 0..length {
        world.things.push(match reader.size()?.checked_sub(1) {
            None => None,
            Some(at) => Some(store.all.get(at)?.clone()),
        });
    }
    let machine = Machine::stopped(world, frames, locals, pools, pending);
    Some(Run { step, machine, asked: Arc::new(reader.values()?), args: Arc::new(reader.values()?) })
}

/// Writes values; a list that was written before is only named.
struct Copier<'b> {
    bytes: &'b mut Bytes,
    lists: Vec<Arc<Vec<Value>>>,
}

impl Copier<'_> {
    fn values(&mut self, values: &[Value]) {
        self.bytes.number(values.len() as u64);
        for value in values {
            self.value(value);
        }
    }

    fn request(&mut self, request: &Request) {
        self.bytes.asked(request);
        match request {
            Request::Roll { .. } => {}
            Request::Draw { from, .. } => self.bag(from),
            Request::Pick { candidates, .. } => self.values(candidates),
            Request::Choose { by, candidates, .. } => {
                self.value(by);
                self.values(candidates);
            }
        }
    }

    fn bag(&mut self, elements: &[(Value, u32)]) {
        self.bytes.number(elements.len() as u64);
        for (element, count) in elements {
            self.value(element);
            self.bytes.number(u64::from(*count));
        }
    }

    fn value(&mut self, value: &Value) {
        if self.bytes.plain(value) {
            return;
        }
        match value {
            Value::Entity(entity) => {
                self.bytes.byte(tag::THING);
                self.bytes.number(entity.0);
            }
            Value::List(elements) => {
                // One list stands in many locals, as it is handed on.
                if let Some(at) = self.lists.iter().position(|list| Arc::ptr_eq(list, elements)) {
                    self.bytes.byte(tag::AGAIN);
                    return self.bytes.number(at as u64);
                }
                self.bytes.byte(tag::LIST);
                self.values(elements);
                self.lists.push(Arc::clone(elements));
            }
            Value::Set(elements) => {
                self.bytes.byte(tag::SET);
                self.values(elements);
            }
            Value::Bag(elements) => {
                self.bytes.byte(tag::BAG);
                self.bag(elements);
            }
            Value::Map(entries) => {
                self.bytes.byte(tag::MAP);
                self.bytes.number(entries.len() as u64);
                for (key, entry) in entries.iter() {
                    self.value(key);
                    self.value(entry);
                }
            }
            Value::Record(fields) => {
                self.bytes.byte(tag::RECORD);
                self.values(fields);
            }
            Value::Pool(pool) => {
                self.bytes.byte(tag::POOL);
                self.bytes.number(*pool);
            }
            // Plain ones are written.
            _ => {}
        }
    }
}
