//! Writes the key of a run.

use std::sync::Arc;

use super::bytes::tag;
use super::copy::Store;
use super::digest::ThingDigest;
use super::told_apart::things_in;
use super::{KeyEncoder, Run};
use crate::logic::machine::Request;
use crate::logic::odds::kept::LiveSet;
use crate::logic::value::{Entity, Value};

/// Writes one run.
pub(super) struct Writer<'w, 'p> {
    pub(super) encoder: &'w mut KeyEncoder<'p>,
    pub(super) run: &'w Run,
    pub(super) store: &'w Store,
    /// The number of the stop.
    pub(super) stop: u32,
    pub(super) kept: &'w LiveSet,
    /// Lists that are written.
    pub(super) lists: Vec<&'w Arc<Vec<Value>>>,
}

impl<'w> Writer<'w, '_> {
    pub(super) fn whole(&mut self) {
        let run = self.run;
        let kept = self.kept;
        self.number_by_age();
        if let Some(request) = &run.machine.pending {
            self.request(request);
        }
        for at in &kept.locals {
            self.local(*at);
        }
        for (state, kept) in run.machine.world.states.iter().zip(&kept.states) {
            match state {
                _ if !kept => {}
                None => self.encoder.bytes.byte(0),
                Some(value) => {
                    self.encoder.bytes.byte(1);
                    self.value(value);
                }
            }
        }
        for values in [&run.asked, &run.args] {
            self.encoder.bytes.number(values.len() as u64);
            for value in values.iter() {
                self.value(value);
            }
        }
        self.encoder.bytes.number(self.encoder.pools.len() as u64);
        for at in 0..self.encoder.pools.len() {
            if let Some(pool) = run.machine.pool(self.encoder.pools[at]) {
                self.encoder.bytes.pool(pool);
            }
        }
        self.meet_all();
        let mut at = 0;
        while let Some(entity) = self.encoder.met.get(at).copied() {
            at += 1;
            self.thing(entity);
        }
    }

    fn local(&mut self, at: usize) {
        let locals = &self.run.machine.locals;
        let Some(value) = locals.get(at) else { return self.encoder.bytes.byte(tag::NONE) };
        // Of a walk only the part to come is written, from its beginning.
        for (walk, position) in &self.kept.walks {
            if at == *position {
                return self.encoder.bytes.byte(tag::SMALL);
            }
            if let (true, Value::List(elements), Some(Value::Number(position))) =
                (at == *walk, value, locals.get(*position))
            {
                let position = usize::try_from(position.unsigned_abs()).unwrap_or(usize::MAX).min(elements.len());
                return self.list(&elements[position..]);
            }
        }
        self.value(value);
    }

    /// Where it matters which of two things was made first, they are numbered in that order.
    fn number_by_age(&mut self) {
        let types = &self.kept.types;
        if !types.iter().any(|ty| ty.numbers) {
            return;
        }
        let world = &self.run.machine.world;
        let reached = self.reached();
        let mut inert = Vec::new();
        for (number, thing) in (0u64..).zip(&world.things) {
            let Some(thing) = thing else { continue };
            let Some(kept) = types.get(usize::from(thing.ty.0)) else { continue };
            if !kept.numbers || !reached[Entity(number).index()] {
                continue;
            }
            if self.digest(Entity(number)).is_some_and(|digest| digest.inert) {
                inert.push(Entity(number));
            } else {
                self.meet(Entity(number));
            }
        }
        self.meet_by_kind(&inert);
    }

    /// Which things are live.
    fn reached(&self) -> Vec<bool> {
        let machine = &self.run.machine;
        let mut reached = vec![false; machine.world.things.len()];
        let mut open = Vec::new();
        for at in &self.kept.locals {
            machine.locals.get(*at).into_iter().for_each(|value| things_in(value, &mut open));
        }
        for (state, kept) in machine.world.states.iter().zip(&self.kept.states) {
            state.iter().filter(|_| *kept).for_each(|value| things_in(value, &mut open));
        }
        self.run.asked.iter().chain(self.run.args.iter()).for_each(|value| things_in(value, &mut open));
        match &machine.pending {
            Some(Request::Draw { from, .. }) => from.iter().for_each(|(value, _)| things_in(value, &mut open)),
            Some(Request::Pick { candidates, .. } | Request::Choose { candidates, .. }) => {
                for value in candidates {
                    things_in(value, &mut open);
                }
            }
            _ => {}
        }
        for (number, thing) in (0u64..).zip(&machine.world.things) {
            let all = thing.as_ref().and_then(|thing| self.kept.types.get(usize::from(thing.ty.0)));
            if all.is_some_and(|ty| ty.all) {
                open.push(Entity(number));
            }
        }
        while let Some(entity) = open.pop() {
            let Some(seen) = reached.get_mut(entity.index()) else { continue };
            if std::mem::replace(seen, true) {
                continue;
            }
            let Some(thing) = machine.world.thing(entity) else { continue };
            let Some(kept) = self.kept.types.get(usize::from(thing.ty.0)) else { continue };
            for (value, kept) in thing.fields.iter().zip(&kept.fields) {
                if *kept {
                    things_in(value, &mut open);
                }
            }
        }
        reached
    }

    /// Gives a thing the next number, unless it has one.
    fn meet(&mut self, entity: Entity) -> Option<u32> {
        let number = self.encoder.numbers.get_mut(entity.index())?;
        if *number == u32::MAX {
            self.run.machine.world.thing(entity)?;
            *number = u32::try_from(self.encoder.met.len()).unwrap_or(u32::MAX);
            self.encoder.met.push(entity);
        }
        Some(*number)
    }

    /// Meets things of which the order matters no more, in the order of what they are.
    fn meet_by_kind(&mut self, things: &[Entity]) {
        let mut order = std::mem::take(&mut self.encoder.order);
        order.clear();
        for &entity in things {
            let known = self.known(entity);
            let kind = if known == u32::MAX { self.digest(entity).map_or(0, |digest| digest.kind) } else { 0 };
            order.push((known, kind, entity));
        }
        order.sort_by_key(|(known, kind, _)| (*known, *kind));
        for (.., entity) in &order {
            self.meet(*entity);
        }
        self.encoder.order = order;
    }

    /// The number that a thing has already; those without come last.
    fn known(&self, entity: Entity) -> u32 {
        self.encoder.numbers.get(entity.index()).copied().unwrap_or(u32::MAX)
    }

    /// How a thing is seen.
    fn digest(&mut self, entity: Entity) -> Option<ThingDigest> {
        let at = entity.index();
        let seen = self.encoder.seen.get_mut(at)?;
        if seen.is_none() {
            let thing = self.run.machine.world.things.get(at)?.as_ref()?;
            let kept = self.kept.types.get(usize::from(thing.ty.0))?;
            *seen = Some(self.encoder.digests.of(self.stop, thing, kept, self.store));
        }
        *seen
    }

    /// All things of the types of which all are live.
    fn meet_all(&mut self) {
        let types = &self.kept.types;
        if !types.iter().any(|ty| ty.all) {
            return;
        }
        let mut rest: Vec<Entity> = Vec::new();
        for (number, thing) in (0u64..).zip(&self.run.machine.world.things) {
            let kept = thing.as_ref().and_then(|thing| types.get(usize::from(thing.ty.0)));
            if kept.is_some_and(|kept| kept.all) && self.known(Entity(number)) == u32::MAX {
                rest.push(Entity(number));
            }
        }
        self.meet_by_kind(&rest);
    }

    fn thing(&mut self, entity: Entity) {
        let run = self.run;
        let Some(thing) = run.machine.world.thing(entity) else { return };
        self.encoder.bytes.number(u64::from(thing.ty.0));
        let Some(kept) = self.kept.types.get(usize::from(thing.ty.0)) else { return };
        if self.encoder.told_apart.get(usize::from(thing.ty.0)).copied().unwrap_or(false) {
            self.encoder.bytes.number(entity.0);
        }
        let digest = self.digest(entity);
        let KeyEncoder { digests, bytes, .. } = &mut *self.encoder;
        if let Some(fields) = digest.as_ref().and_then(|digest| digests.fields(digest)) {
            return bytes.all(fields);
        }
        for (value, kept) in thing.fields.iter().zip(&kept.fields) {
            if *kept {
                self.value(value);
            }
        }
    }

    fn request(&mut self, request: &'w Request) {
        self.encoder.bytes.asked(request);
        match request {
            Request::Roll { .. } => {}
            Request::Draw { from, .. } => self.bag(from),
            Request::Pick { candidates, .. } => self.list(candidates),
            Request::Choose { by, candidates, .. } => {
                self.value(by);
                self.list(candidates);
            }
        }
    }

    fn entity(&mut self, entity: Entity) {
        match self.meet(entity) {
            Some(number) => {
                self.encoder.bytes.byte(tag::THING);
                self.encoder.bytes.number(u64::from(number));
            }
            None => self.encoder.bytes.byte(tag::GONE),
        }
    }

    fn value(&mut self, value: &'w Value) {
        let bytes = &mut self.encoder.bytes;
        if bytes.plain(value) {
            return;
        }
        match value {
            Value::Entity(entity) => self.entity(*entity),
            Value::List(elements) => {
                // Mostly the same list stands in several procedures.
                let same = |list: &Arc<Vec<Value>>| Arc::ptr_eq(list, elements) || *list == *elements;
                if let Some(at) = self.lists.iter().position(|list| same(list)) {
                    self.encoder.bytes.byte(tag::AGAIN);
                    return self.encoder.bytes.number(at as u64);
                }
                self.lists.push(elements);
                self.list(elements);
            }
            Value::Set(elements) => {
                bytes.byte(tag::SET);
                bytes.number(elements.len() as u64);
                let elements: Vec<_> = elements.iter().map(|element| (element, None)).collect();
                self.unordered(&elements);
            }
            Value::Bag(elements) => self.bag(elements),
            Value::Map(entries) => {
                bytes.byte(tag::MAP);
                bytes.number(entries.len() as u64);
                // Keys first: the order of the entries depends on them alone.
                let keys: Vec<_> = entries.iter().map(|(key, _)| (key, None)).collect();
                let keys = self.unordered(&keys);
                for at in keys {
                    self.value(&entries[at].1);
                }
            }
            Value::Record(fields) => {
                bytes.byte(tag::RECORD);
                bytes.number(fields.len() as u64);
                fields.iter().for_each(|field| self.value(field));
            }
            Value::Pool(pool) => {
                let pools = &mut self.encoder.pools;
                let at = pools.iter().position(|other| other == pool).unwrap_or_else(|| {
                    pools.push(*pool);
                    pools.len() - 1
                });
                self.encoder.bytes.byte(tag::POOL);
                self.encoder.bytes.number(at as u64);
            }
            // Plain ones are written.
            _ => {}
        }
    }

    fn bag(&mut self, elements: &'w [(Value, u32)]) {
        self.encoder.bytes.byte(tag::BAG);
        self.encoder.bytes.number(elements.len() as u64);
        let elements: Vec<_> = elements.iter().map(|(element, count)| (element, Some(*count))).collect();
        self.unordered(&elements);
    }

    /// A list; the things in it of which the order matters no more come last.
    fn list(&mut self, elements: &'w [Value]) {
        self.encoder.bytes.byte(tag::LIST);
        self.encoder.bytes.number(elements.len() as u64);
        // Values within values are written with other room.
        let mut inert = std::mem::take(&mut self.encoder.inert);
        inert.clear();
        for element in elements {
            if let Value::Entity(entity) = element
                && self.digest(*entity).is_some_and(|digest| digest.inert)
            {
                inert.push(*entity);
            } else {
                self.value(element);
            }
        }
        if !inert.is_empty() {
            self.meet_by_kind(&inert);
            inert.sort_by_key(|entity| self.known(*entity));
            for entity in &inert {
                self.entity(*entity);
            }
        }
        self.encoder.inert = inert;
    }

    /// The elements of a set, bag or map in the order of their new numbers, each with its count; gives their old places.
    fn unordered(&mut self, elements: &[(&'w Value, Option<u32>)]) -> Vec<usize> {
        let things: Vec<Entity> = elements.iter().filter_map(|(value, _)| thing_of(value)).collect();
        self.meet_by_kind(&things);
        let mut places: Vec<usize> = (0..elements.len()).collect();
        places.sort_by_cached_key(|at| thing_of(elements[*at].0).map_or(0, |thing| self.known(thing)));
        for at in &places {
            let (element, count) = elements[*at];
            self.value(element);
            if let Some(count) = count {
                self.encoder.bytes.number(u64::from(count));
            }
        }
        places
    }
}

fn thing_of(value: &Value) -> Option<Entity> {
    match value {
        Value::Entity(entity) => Some(*entity),
        _ => None,
    }
}
