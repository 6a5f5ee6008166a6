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
        match thing {
            None => copier.bytes.number(0),
            Some(thing) => {
                copier.bytes.number(u64::from(thing.ty.0) + 1);
                copier.values(&thing.fields);
            }
        }
    }
    copier.values(later);
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
                self.bytes.number(u64::from(entity.0));
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
                self.bytes.number(u64::from(*pool));
            }
            // Plain ones are written.
            _ => {}
        }
    }
}
