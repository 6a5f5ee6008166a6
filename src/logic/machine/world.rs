//! What a run changes: the states and the things with identity.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::program::Program;
use super::super::types::EntityTypeId;
use super::super::value::{Entity, Value};

/// The states and things of a book at one moment. Plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct World {
    /// What each state of the program holds; `None` where an example has to give it.
    pub states: Vec<Option<Value>>,
    /// The things by their number ([`Entity`]); `None` for one that was removed. Numbers are never used again. Copies of a world
    /// share the fields that neither has changed.
    pub things: Vec<Option<Thing>>,
}

/// A thing with identity.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thing {
    /// Its type.
    pub ty: EntityTypeId,
    /// Its fields in the order of the type.
    pub fields: Arc<[Value]>,
}

impl Thing {
    /// Where its fields lie in memory.
    pub(in crate::logic) fn place(&self) -> usize {
        Arc::as_ptr(&self.fields).addr()
    }

    /// One of its fields, to be changed; fields that others share are copied first.
    #[inline]
    pub(super) fn field_mut(&mut self, field: u16) -> Option<&mut Value> {
        Arc::make_mut(&mut self.fields).get_mut(usize::from(field))
    }
}

impl World {
    /// The world before anything happens: start values, no things.
    pub fn new(program: &Program) -> Self {
        Self { states: program.states.iter().map(|state| state.start.clone()).collect(), things: Vec::new() }
    }

    /// Adds a thing.
    pub fn add(&mut self, ty: EntityTypeId, fields: impl Into<Arc<[Value]>>) -> Entity {
        let number = self.things.len() as u64;
        self.things.push(Some(Thing { ty, fields: fields.into() }));
        Entity(number)
    }

    /// The thing of that number, if it exists (still).
    #[inline]
    pub fn thing(&self, entity: Entity) -> Option<&Thing> {
        self.things.get(entity.index())?.as_ref()
    }

    /// The numbers of all things of a type, ascending.
    pub fn all(&self, ty: EntityTypeId) -> impl Iterator<Item = Entity> {
        let numbered = (0..).zip(&self.things);
        numbered.filter(move |(_, thing)| thing.as_ref().is_some_and(|thing| thing.ty == ty)).map(|(n, _)| Entity(n))
    }

    /// How many things of each type there are.
    pub fn count(&self) -> BTreeMap<EntityTypeId, usize> {
        let mut counted = BTreeMap::new();
        for thing in self.things.iter().flatten() {
            *counted.entry(thing.ty).or_insert(0) += 1;
        }
        counted
    }
}
