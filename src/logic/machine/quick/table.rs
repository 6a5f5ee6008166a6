//! The fields of all things in one table, as far as they have no parts.
//!
//! A run that chance answers at once looks at things far more often than it changes them, and often is over before anything but
//! quick forms has looked at them. While quick forms go on, what they change stands here only; before a general step,
//! [`Table::settle`] puts it into the [`World`]. Whoever else changes a field says so ([`Table::set`]), or that the table is no
//! longer right ([`Table::forget`]).

use std::sync::Arc;

use super::plain::{Kind, Plain};
use crate::logic::machine::world::World;
use crate::logic::program::Program;
use crate::logic::value::{Entity, Value};

/// Things with more fields than this have the rest looked up where they are.
const WIDE: usize = 16;

/// The table; empty as long as it is not made.
#[derive(Debug, Default)]
pub(in super::super) struct Table {
    /// How many fields a row has; 0 where there is no table.
    width: usize,
    cells: Vec<Plain>,
    /// Whether a row is among those that were changed.
    marked: Vec<bool>,
    changed: Vec<Entity>,
}

impl Table {
    /// Makes the table if it is not there.
    pub(super) fn make(&mut self, program: &Program, world: &World) {
        if self.width > 0 {
            return;
        }
        let most = program.entities.iter().map(|entity| entity.fields.len()).max().unwrap_or_default();
        self.width = most.min(WIDE);
        self.cells.clear();
        self.cells.reserve(self.width * world.things.len());
        for thing in &world.things {
            self.fill(thing.as_deref().map(|thing| &*thing.fields).unwrap_or_default());
        }
        self.marked.clear();
        self.marked.resize(world.things.len(), false);
        self.changed.clear();
    }

    /// One more row.
    #[inline]
    fn fill(&mut self, fields: &[Value]) {
        let end = self.cells.len() + self.width;
        self.cells.extend(fields.iter().take(self.width).map(held));
        self.cells.resize(end, Plain::OTHER);
    }

    /// The rows, one behind the other, and how many fields each has.
    #[inline]
    pub(super) fn cells(&self) -> (&[Plain], usize) {
        (&self.cells, self.width)
    }

    /// A field, if the table has it.
    #[inline]
    pub(super) fn look(&self, entity: Entity, field: u16) -> Option<Plain> {
        let field = usize::from(field);
        if field < self.width { self.cells.get(entity.0 as usize * self.width + field).copied() } else { None }
    }

    /// A quick form changes a field that the table has.
    #[inline]
    pub(super) fn put(&mut self, entity: Entity, field: u16, plain: Plain) {
        let row = entity.0 as usize;
        if let (Some(cell), Some(marked)) =
            (self.cells.get_mut(row * self.width + usize::from(field)), self.marked.get_mut(row))
        {
            *cell = plain;
            if !std::mem::replace(marked, true) {
                self.changed.push(entity);
            }
        }
    }

    /// Whether anything was changed that is not in the world yet.
    #[inline]
    pub(super) fn is_ahead(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Puts what was changed into the world.
    pub(in super::super) fn settle(&mut self, world: &mut World) {
        for entity in self.changed.drain(..) {
            let row = entity.0 as usize;
            self.marked[row] = false;
            let Some(Some(thing)) = world.things.get_mut(row) else { continue };
            let cells = &self.cells[row * self.width..][..self.width];
            for (field, cell) in Arc::make_mut(thing).fields.iter_mut().zip(cells) {
                match (field, cell.kind) {
                    (Value::Number(number), Kind::Number) => *number = cell.bits,
                    (_, Kind::Other) => {}
                    (field, _) => *field = cell.value(),
                }
            }
        }
    }

    /// A field has changed.
    #[inline]
    pub(in super::super) fn set(&mut self, entity: Entity, field: u16, value: &Value) {
        let field = usize::from(field);
        if field < self.width
            && let Some(cell) = self.cells.get_mut(entity.0 as usize * self.width + field)
        {
            *cell = held(value);
        }
    }

    /// A thing was made, behind all others.
    pub(in super::super) fn add(&mut self, fields: &[Value]) {
        if self.width > 0 {
            self.fill(fields);
            self.marked.push(false);
        }
    }

    /// Things were removed, or everything is to be forgotten that is not in the world yet.
    pub(in super::super) fn forget(&mut self) {
        self.width = 0;
        self.cells.clear();
        self.changed.clear();
    }
}

/// What the table holds of a field.
#[inline]
fn held(value: &Value) -> Plain {
    Plain::of(value).unwrap_or(Plain::OTHER)
}
