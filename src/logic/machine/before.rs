//! The world as it was before a run, for runs that leave it so unless they are done.

use super::world::World;

/// The world as it was, kept when it is first changed: many runs change it only when they are done.
#[derive(Default)]
pub(super) struct Before {
    wanted: bool,
    kept: Option<World>,
}

impl Before {
    /// It will be kept.
    pub(super) fn wanted() -> Self {
        Self { wanted: true, kept: None }
    }

    /// The world is about to be changed.
    #[inline]
    pub(super) fn keep(&mut self, world: &World) {
        if self.wanted && self.kept.is_none() {
            self.kept = Some(world.clone());
        }
    }

    /// The world as it was, unless it is so still.
    pub(super) fn take(&mut self) -> Option<World> {
        self.kept.take()
    }
}
