//! The fields of all things in one table, as far as they have no parts.
//!
//! A run that chance answers at once looks at things far more often than it changes them. The table only repeats what the
//! [`World`] holds: whoever changes a field says so ([`Flat::set`]), or that the table is no longer right ([`Flat::forget`]).

use super::plain::{Kind, Plain};
use crate::logic::machine::world::World;
use crate::logic::program::Program;
use crate::logic::value::{Entity, Value};

/// Things with more fields than this have the rest looked up where they are.
const WIDE: usize = 16;

/// The table; empty as long as it is not made.
#[derive(Default)]
pub(in super::super) struct Flat {
    /// How many fields a row has; 0 where there is no table.
    width: usize,
    rows: Vec<Plain>,
}

impl Flat {
    /// Makes the table if it is not there.
    pub(super) fn make(&mut self, program: &Program, world: &World) {
        if self.width > 0 {
            return;
        }
        let most = program.entities.iter().map(|entity| entity.fields.len()).max().unwrap_or_default();
        self.width = most.min(WIDE);
        self.rows.clear();
        self.rows.resize(self.width * world.things.len(), Plain::OTHER);
        for (row, thing) in self.rows.chunks_mut(self.width.max(1)).zip(&world.things) {
            for (place, field) in row.iter_mut().zip(thing.iter().flat_map(|thing| &thing.fields)) {
                *place = held(field);
            }
        }
    }

    /// Whether there is a table.
    #[inline]
    pub(super) fn is_made(&self) -> bool {
        self.width > 0
    }

    /// The fields of a thing; nothing, or none of them, where there is no table.
    #[inline]
    pub(super) fn row(&self, entity: Entity) -> Option<&[Plain]> {
        self.rows.get(entity.0 as usize * self.width..)?.get(..self.width)
    }

    /// A field has changed.
    #[inline]
    pub(in super::super) fn set(&mut self, entity: Entity, field: u16, value: &Value) {
        self.put(entity, field, held(value));
    }

    #[inline]
    pub(super) fn put(&mut self, entity: Entity, field: u16, plain: Plain) {
        let field = usize::from(field);
        if field < self.width
            && let Some(place) = self.rows.get_mut(entity.0 as usize * self.width + field)
        {
            *place = plain;
        }
    }

    /// A thing was made, behind all others.
    pub(in super::super) fn add(&mut self, fields: &[Value]) {
        let fields = fields.iter().map(held).chain(std::iter::repeat(Plain::OTHER));
        self.rows.extend(fields.take(self.width));
    }

    /// Things were removed.
    pub(in super::super) fn forget(&mut self) {
        self.width = 0;
        self.rows.clear();
    }
}

/// What the table holds of a field: whether it may hold none, the table does not know.
#[inline]
fn held(value: &Value) -> Plain {
    Plain::of(value).filter(|plain| plain.kind != Kind::None).unwrap_or(Plain::OTHER)
}
