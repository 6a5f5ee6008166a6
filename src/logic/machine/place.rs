//! Finds and changes the places that statements store in.

use std::sync::Arc;

use super::super::program::{NameId, PointKind, Slot, StateId};
use super::super::syntax::ast::Span;
use super::super::types::{EntityTypeId, Type};
use super::super::value::{Entity, Value};
use super::before;
use super::code::{PlaceCode, PlaceKey, PlaceRoot, Read, Routine, Store};
use super::context::Context;
use super::ended::Evaluated;
use super::record::observe::{Observer, at};
use super::trace::{Changed, What};

/// A place with everything evaluated that leads to it.
pub(super) struct Resolved {
    pub(super) root: Root,
    path: Vec<Key>,
}

/// What a place is, or is in.
#[derive(Clone, Copy)]
pub(super) enum Root {
    Local(usize),
    State(StateId),
    Field(Entity, EntityTypeId, u16),
}

enum Key {
    Field(u16),
    Entry(Value),
}

impl<'a, O: Observer> Context<'a, '_, O> {
    /// Finds a place.
    #[inline]
    pub(super) fn resolve(&mut self, routine: &'a Routine, place: &PlaceCode) -> Evaluated<Resolved> {
        let path = place.path.iter().map(|key| match key {
            PlaceKey::Field(field) => Key::Field(*field),
            PlaceKey::Entry(key) => Key::Entry(self.bound(*key)),
        });
        let path = path.collect();
        let root = match &place.root {
            PlaceRoot::Local(slot) => match self.machine.locals.get(at(self.base, *slot)) {
                Some(Value::Pool(pool)) => return self.look_at_all(*pool),
                _ => Root::Local(at(self.base, *slot)),
            },
            PlaceRoot::State(state) => Root::State(*state),
            PlaceRoot::Field(thing, ty, field) => match self.read(routine, thing)? {
                Value::Entity(entity) => Root::Field(entity, *ty, *field),
                other => return self.kind(thing.span[0], "a thing", &other),
            },
        };
        Ok(Resolved { root, path })
    }

    /// Stores a value.
    #[inline]
    pub(super) fn store(&mut self, routine: &'a Routine, store: &Store) -> Evaluated<()> {
        let value = self.read(routine, &store.value)?;
        let resolved = self.resolve(routine, &store.place)?;
        let gathered = self.gathered();
        if let Some(ty) = &store.check {
            self.fits_place(&value, ty, resolved.root, &store.value)?;
        }
        self.change(&resolved, true, gathered, self.mark, |_, old| {
            *old = value;
            Ok(())
        })
    }

    /// An error if `value` does not fit into the place.
    #[inline]
    pub(super) fn fits_place(&mut self, value: &Value, ty: &Type, root: Root, read: &Read) -> Evaluated<()> {
        if super::conform::fits_plainly(&self.machine.world, value, ty) {
            return Ok(());
        }
        let name = self.root_name(root).map(|name| self.program.name(name));
        self.fits(value, ty, name, read.span[0])
    }

    /// Changes what a place holds. With `anew`, what was there does not matter, and a missing entry of a map is made.
    ///
    /// `gathered` is on what the change depends, besides control and the statement itself.
    pub(super) fn change(
        &mut self,
        resolved: &Resolved,
        anew: bool,
        gathered: O::Tag,
        mark: usize,
        change: impl FnOnce(&mut Self, &mut Value) -> Evaluated<()>,
    ) -> Evaluated<()> {
        let span = self.here();
        let fresh = anew && resolved.path.is_empty();
        if !matches!(resolved.root, Root::Local(_)) {
            self.before.keep(&self.machine.world);
        }
        // What is changed is taken out meanwhile, so that it is changed in place unless it is shared.
        let Some(root) = self.root(resolved.root) else {
            return self.error(span, "this place does not exist (any more)");
        };
        let taken = root.take();
        let before = if O::ON { taken.clone() } else { None };
        let mut whole = match taken {
            Some(value) => value,
            None if fresh => Value::None,
            None => {
                let name = self.root_name(resolved.root).map(|name| self.program.name(name)).unwrap_or_default();
                let message = format!("the state `{name}` has no value yet");
                return Err(self.mistake(span, message, Some("an example gives it under `given`")));
            }
        };
        // What is shared has to be copied first. The cost is the same whether it is or not, so that every run ends alike.
        self.charge(length(&whole) / 256)?;
        if is_shared(&whole) {
            self.forget_registers();
        }
        let part = self.descend(&mut whole, &resolved.path, anew, span)?;
        change(self, part)?;
        if O::ON {
            let mut tag = self.stored(gathered);
            if !fresh {
                let old = self.root_tag(resolved.root);
                tag = self.observer.union(tag, old);
            }
            self.set_root_tag(resolved.root, tag);
            let woven = self.program.point(self.point).kind == PointKind::Woven;
            if let Some(place) = self.changed_place(resolved.root).filter(|_| !woven) {
                let what = What::Changed { place, before, after: whole.clone() };
                self.observer.wrap(mark, what, self.point);
            }
        }
        if let Some(mut root) = self.root(resolved.root) {
            root.set(whole);
        }
        Ok(())
    }

    /// Registers behind the slots hold nothing that is still wanted when something is changed; what they hold would have to be
    /// copied.
    #[cold]
    fn forget_registers(&mut self) {
        let Some(frame) = self.machine.frames.last() else { return };
        let end = frame.end(self.program);
        for register in self.machine.locals.get_mut(end..).unwrap_or_default() {
            *register = Value::None;
        }
    }

    /// Changes a number that is no part of anything by so much, where the result fits: what most changes are. Whether it did.
    #[inline]
    pub(super) fn change_number(&mut self, resolved: &Resolved, by: i64, check: Option<&Type>) -> bool {
        let Some(Value::Number(old)) = self.look(resolved) else { return false };
        let old = *old;
        let Some(new) = old.checked_add(by) else { return false };
        let fits = match check {
            None => true,
            Some(Type::Number(interval)) => interval.contains(new),
            Some(_) => false,
        };
        if !fits || !resolved.path.is_empty() {
            return false;
        }
        let changed = match resolved.root {
            Root::Local(_) => None,
            Root::State(state) => Some(before::Changed::State(state)),
            Root::Field(entity, _, field) => Some(before::Changed::Field(entity, field)),
        };
        if let Some(changed) = changed {
            self.before.note(&self.machine.world, changed, Value::Number(old));
        }
        match self.root(resolved.root) {
            Some(mut root) => {
                root.set(Value::Number(new));
                true
            }
            None => false,
        }
    }

    /// On what something stored now depends.
    pub(super) fn stored(&mut self, gathered: O::Tag) -> O::Tag {
        let point = self.observer.single(self.point);
        let control = self.observer.control();
        let tag = self.observer.union(gathered, point);
        self.observer.union(tag, control)
    }

    fn root(&mut self, root: Root) -> Option<Holder<'_>> {
        match root {
            Root::Local(at) => self.machine.locals.get_mut(at).map(Holder::Plain),
            Root::State(state) => self.machine.world.states.get_mut(state.index()).map(Holder::Open),
            Root::Field(entity, _, field) => {
                let thing = self.machine.world.things.get_mut(entity.index())?.as_mut()?;
                thing.field_mut(field).map(Holder::Plain)
            }
        }
    }

    /// A copy of what a place holds.
    pub(super) fn peek(&mut self, resolved: &Resolved) -> Evaluated<Value> {
        let tag = self.root_tag(resolved.root);
        self.observer.join(tag);
        match self.look(resolved) {
            Some(value) => Ok(value.clone()),
            None => self.error(self.here(), "this place holds nothing"),
        }
    }

    /// What a place holds, if it holds anything.
    pub(super) fn look(&self, resolved: &Resolved) -> Option<&Value> {
        let mut part = match resolved.root {
            Root::Local(at) => self.machine.locals.get(at)?,
            Root::State(state) => self.machine.world.states.get(state.index())?.as_ref()?,
            Root::Field(entity, _, field) => self.machine.world.thing(entity)?.fields.get(usize::from(field))?,
        };
        for key in &resolved.path {
            part = match (part, key) {
                (Value::Record(fields), Key::Field(field)) => fields.get(usize::from(*field))?,
                (Value::Map(entries), Key::Entry(key)) => {
                    let at = entries.binary_search_by(|(other, _)| other.cmp(key)).ok()?;
                    &entries.get(at)?.1
                }
                _ => return None,
            };
        }
        Some(part)
    }

    fn descend<'v>(&self, whole: &'v mut Value, path: &[Key], anew: bool, span: Span) -> Evaluated<&'v mut Value> {
        let mut part = whole;
        for (n, key) in path.iter().enumerate() {
            let last = n + 1 == path.len();
            part = match key {
                Key::Field(field) => {
                    let field = usize::from(*field);
                    let Value::Record(fields) = part else { return self.kind(span, "a record", part) };
                    match Arc::make_mut(fields).get_mut(field) {
                        Some(part) => part,
                        None => return self.error(span, "there is no such field"),
                    }
                }
                Key::Entry(key) => {
                    let Value::Map(entries) = part else { return self.kind(span, "a map", part) };
                    let found = entries.binary_search_by(|(other, _)| other.cmp(key));
                    let entries = Arc::make_mut(entries);
                    match found {
                        Ok(at) => &mut entries[at].1,
                        Err(at) if anew && last => {
                            entries.insert(at, (key.clone(), Value::None));
                            &mut entries[at].1
                        }
                        Err(_) => return self.no_entry(Span::default(), key, span),
                    }
                }
            };
        }
        Ok(part)
    }

    /// The visible name of a place, or of what it is in.
    pub(super) fn root_name(&self, root: Root) -> Option<NameId> {
        match root {
            Root::Local(at) => {
                let slot = u16::try_from(at.checked_sub(self.base)?).ok()?;
                self.slot_name(Slot(slot))
            }
            Root::State(state) => self.program.states.get(state.index()).map(|state| state.name),
            Root::Field(_, ty, field) => {
                let ty = self.program.entities.get(usize::from(ty.0))?;
                ty.fields.get(usize::from(field)).map(|field| field.name)
            }
        }
    }

    fn root_tag(&self, root: Root) -> O::Tag {
        match root {
            Root::Local(at) => self.observer.local(at),
            Root::State(state) => self.observer.state(state),
            Root::Field(entity, _, field) => self.observer.field(entity, field),
        }
    }

    pub(super) fn set_root_tag(&mut self, root: Root, tag: O::Tag) {
        match root {
            Root::Local(at) => self.observer.set_local(at, tag),
            Root::State(state) => self.observer.set_state(state, tag),
            Root::Field(entity, _, field) => self.observer.set_field(entity, field, tag),
        }
    }

    /// Joins a tag to that of a place.
    pub(super) fn join_root_tag(&mut self, root: Root, tag: O::Tag) {
        let old = self.root_tag(root);
        let tag = self.observer.union(old, tag);
        self.set_root_tag(root, tag);
    }

    fn changed_place(&self, root: Root) -> Option<Changed> {
        Some(match root {
            Root::State(state) => Changed::State(state),
            Root::Field(entity, ty, field) => Changed::Field(entity, ty, field),
            Root::Local(at) => {
                let name = self.root_name(root)?;
                let procedure = self.machine.frames.last()?.definition(self.program);
                let outputs = procedure.params.len()..procedure.params.len() + procedure.outputs.len();
                if outputs.contains(&at.checked_sub(self.base)?) { Changed::Output(name) } else { Changed::Local(name) }
            }
        })
    }
}

/// Where a value is kept.
enum Holder<'a> {
    Plain(&'a mut Value),
    Open(&'a mut Option<Value>),
}

impl Holder<'_> {
    fn take(self) -> Option<Value> {
        match self {
            Self::Plain(value) => Some(std::mem::replace(value, Value::None)),
            Self::Open(value) => value.take(),
        }
    }

    fn set(&mut self, value: Value) {
        match self {
            Self::Plain(place) => Value::put(place, value),
            Self::Open(place) => **place = Some(value),
        }
    }
}

/// Whether something else holds the same collection.
fn is_shared(value: &Value) -> bool {
    match value {
        Value::List(elements) | Value::Set(elements) | Value::Record(elements) => Arc::strong_count(elements) > 1,
        Value::Bag(elements) => Arc::strong_count(elements) > 1,
        Value::Map(entries) => Arc::strong_count(entries) > 1,
        _ => false,
    }
}

/// How many elements a container has.
pub(super) fn length(value: &Value) -> u64 {
    let length = match value {
        Value::List(elements) | Value::Set(elements) | Value::Record(elements) => elements.len(),
        Value::Bag(elements) => elements.len(),
        Value::Map(entries) => entries.len(),
        _ => 0,
    };
    length as u64
}
