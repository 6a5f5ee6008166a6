//! Lists of things, ready to be gone through: those that selections of a procedure look at again and again.

use crate::logic::value::{Entity, Value};

/// More things than this are left where they are.
const MOST: usize = 1 << 12;
/// Of more things than this it is not found out whether all are different.
const FEW: usize = 32;

/// The lists.
#[derive(Debug, Default)]
pub(super) struct Rows {
    things: Vec<Entity>,
    lists: Vec<List>,
}

/// A list of things in a local of the machine.
#[derive(Debug, Clone, Copy)]
struct List {
    /// The local.
    place: usize,
    start: usize,
    end: usize,
    /// Whether each thing is known to be there only once.
    different: bool,
}

impl Rows {
    /// There are none.
    pub(super) fn clear(&mut self) {
        self.things.clear();
        self.lists.clear();
    }

    /// Makes the value of a local ready, if it is a list or set of things, and gives its number.
    pub(super) fn make(&mut self, value: &Value, place: usize) -> Option<usize> {
        let (Value::List(elements) | Value::Set(elements)) = value else { return None };
        let start = self.things.len();
        if start + elements.len() > MOST {
            return None;
        }
        for element in elements.iter() {
            let Value::Entity(entity) = element else {
                self.things.truncate(start);
                return None;
            };
            self.things.push(*entity);
        }
        let things = &self.things[start..];
        let different =
            things.len() <= FEW && things.iter().enumerate().all(|(at, thing)| !things[..at].contains(thing));
        self.lists.push(List { place, start, end: self.things.len(), different });
        Some(self.lists.len() - 1)
    }

    /// The things of a list, and whether each is known to be there only once.
    #[inline]
    pub(super) fn get(&self, list: usize) -> Option<(&[Entity], bool)> {
        let list = self.lists.get(list)?;
        Some((self.things.get(list.start..list.end)?, list.different))
    }

    /// The local that holds a list.
    #[inline]
    pub(super) fn place(&self, list: usize) -> Option<usize> {
        Some(self.lists.get(list)?.place)
    }
}
