//! Writes a run whole and as it is, and reads it again.

use std::sync::Arc;

use super::Run;
use super::bytes::{Bytes, Reader, tag};
use crate::logic::machine::{Frame, Machine, Request, Thing, World};
use crate::logic::program::ProcedureId;
use crate::logic::types::EntityTypeId;
use crate::logic::value::Value;

/// A run as bytes.
pub(in crate::logic::odds) fn write(run: &Run, bytes: &mut Bytes) {
    let Run { step, machine, later } = run;
    bytes.clear();
    bytes.number(*step as u64);
    bytes.number(machine.frames.len() as u64);
    for frame in &machine.frames {
        bytes.number(u64::from(frame.procedure.0));
        let (set, part) = frame.assumption.map_or((0, 0), |(set, part)| (set + 1, part));
        [set, part, frame.pc, frame.base].into_iter().for_each(|number| bytes.number(number as u64));
    }
    bytes.values(&machine.locals);
    bytes.number(machine.pools.len() as u64);
    machine.pools.iter().for_each(|pool| bytes.pool(pool));
    match &machine.pending {
        None => bytes.byte(tag::NONE),
        Some(request) => bytes.request(request),
    }
    bytes.number(machine.world.states.len() as u64);
    for state in &machine.world.states {
        bytes.byte(u8::from(state.is_some()));
        state.iter().for_each(|value| bytes.value(value));
    }
    bytes.number(machine.world.things.len() as u64);
    for thing in &machine.world.things {
        match thing {
            None => bytes.number(0),
            Some(thing) => {
                bytes.number(u64::from(thing.ty.0) + 1);
                bytes.values(&thing.fields);
            }
        }
    }
    bytes.values(later);
}

/// The run that was written so.
pub(in crate::logic::odds) fn read(bytes: &[u8]) -> Option<Run> {
    let mut reader = Reader::new(bytes);
    let step = reader.size()?;
    let mut frames = Vec::new();
    for _ in 0..reader.number()? {
        let procedure = ProcedureId(u16::try_from(reader.number()?).ok()?);
        let (set, part) = (reader.size()?, reader.size()?);
        let assumption = set.checked_sub(1).map(|set| (set, part));
        frames.push(Frame { procedure, assumption, pc: reader.size()?, base: reader.size()? });
    }
    let locals = reader.values()?;
    let mut pools = Vec::new();
    for _ in 0..reader.number()? {
        pools.push(reader.pool()?);
    }
    let pending = reader.request()?;
    let mut world = World::default();
    for _ in 0..reader.number()? {
        world.states.push(if reader.byte()? == 0 { None } else { Some(reader.value()?) });
    }
    for _ in 0..reader.number()? {
        world.things.push(match reader.number()?.checked_sub(1) {
            None => None,
            Some(ty) => Some(Thing { ty: EntityTypeId(u16::try_from(ty).ok()?), fields: reader.values()?.into() }),
        });
    }
    let machine = Machine::stopped(world, frames, locals, pools, pending);
    Some(Run { step, machine, later: Arc::new(reader.values()?) })
}

impl Bytes {
    fn values(&mut self, values: &[Value]) {
        self.number(values.len() as u64);
        values.iter().for_each(|value| self.value(value));
    }

    fn request(&mut self, request: &Request) {
        self.asked(request);
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
        self.number(elements.len() as u64);
        for (element, count) in elements {
            self.value(element);
            self.number(u64::from(*count));
        }
    }

    fn value(&mut self, value: &Value) {
        if self.plain(value) {
            return;
        }
        match value {
            Value::Entity(entity) => {
                self.byte(tag::THING);
                self.number(u64::from(entity.0));
            }
            Value::List(elements) => {
                self.byte(tag::LIST);
                self.values(elements);
            }
            Value::Set(elements) => {
                self.byte(tag::SET);
                self.values(elements);
            }
            Value::Bag(elements) => {
                self.byte(tag::BAG);
                self.bag(elements);
            }
            Value::Map(entries) => {
                self.byte(tag::MAP);
                self.number(entries.len() as u64);
                for (key, entry) in entries.iter() {
                    self.value(key);
                    self.value(entry);
                }
            }
            Value::Record(fields) => {
                self.byte(tag::RECORD);
                self.values(fields);
            }
            Value::Pool(pool) => {
                self.byte(tag::POOL);
                self.number(u64::from(*pool));
            }
            // Plain ones are written.
            _ => {}
        }
    }
}
