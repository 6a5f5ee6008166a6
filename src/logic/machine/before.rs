//! The world as it was before a run, for runs that leave it so unless they are done.

use super::super::program::StateId;
use super::super::value::{Entity, Value};
use super::ended::Ended;
use super::world::World;

/// So many changes are noted one by one.
const MOST: usize = 1024;

/// The world as it was: as it is now but for what is noted, or whole since that was not enough.
#[derive(Default)]
pub(super) struct Before {
    wanted: bool,
    noted: Vec<(Changed, Value)>,
    kept: Option<World>,
}

/// Where something was changed.
#[derive(Clone, Copy)]
pub(super) enum Changed {
    State(StateId),
    Field(Entity, u16),
}

impl Before {
    /// It will be wanted.
    pub(super) fn wanted() -> Self {
        Self { wanted: true, ..Self::default() }
    }

    /// A value without parts is about to be changed.
    #[inline]
    pub(super) fn note(&mut self, world: &World, at: Changed, value: Value) {
        if !self.wanted || self.kept.is_some() {
            return;
        }
        if self.noted.len() < MOST {
            self.noted.push((at, value));
        } else {
            self.keep(world);
        }
    }

    /// Anything is about to be changed.
    #[inline]
    pub(super) fn keep(&mut self, world: &World) {
        if self.wanted && self.kept.is_none() {
            self.keep_whole(world);
        }
    }

    #[inline(never)]
    fn keep_whole(&mut self, world: &World) {
        let mut before = world.clone();
        self.put_back(&mut before);
        self.kept = Some(before);
    }

    /// The world behind a run that ended so: as it was, unless the run is done, or the game ended.
    pub(super) fn behind(self, ended: &Ended, world: World) -> World {
        if matches!(ended, Ended::Done(_) | Ended::Over(_)) { world } else { self.restore(world) }
    }

    /// The world as it was, of one that has been changed since.
    fn restore(mut self, mut world: World) -> World {
        if let Some(kept) = self.kept {
            return kept;
        }
        self.put_back(&mut world);
        world
    }

    fn put_back(&mut self, world: &mut World) {
        // The oldest last: it is what was there first.
        for (at, value) in self.noted.drain(..).rev() {
            match at {
                Changed::State(state) => {
                    if let Some(place) = world.states.get_mut(state.index()) {
                        *place = Some(value);
                    }
                }
                Changed::Field(entity, field) => {
                    let thing = world.things.get_mut(entity.index()).and_then(Option::as_mut);
                    if let Some(place) = thing.and_then(|thing| thing.field_mut(field)) {
                        *place = value;
                    }
                }
            }
        }
    }
}
