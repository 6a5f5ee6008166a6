//! The things of an example: the number of each by its name, and its name by its number.

use std::collections::{BTreeMap, HashMap};

use crate::logic::value::Entity;

/// The things of an example by name and by number.
#[derive(Clone, Debug, Default)]
pub struct Things {
    numbers: BTreeMap<String, Entity>,
    names: BTreeMap<u64, String>,
    /// How far the things that runs made are counted, by the name that they share.
    counted: HashMap<String, usize>,
}

impl Things {
    /// No things.
    pub fn new() -> Self {
        Self::default()
    }

    /// The thing of that name.
    pub fn get(&self, name: &str) -> Option<&Entity> {
        self.numbers.get(name)
    }

    /// Whether a thing has that name.
    pub fn contains_key(&self, name: &str) -> bool {
        self.numbers.contains_key(name)
    }

    /// The names, in their order.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.numbers.keys()
    }

    /// The things with their names, in the order of these.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &Entity)> {
        self.numbers.iter()
    }

    /// The things, in the order of their names.
    pub fn values(&self) -> impl Iterator<Item = &Entity> {
        self.numbers.values()
    }

    /// The name of each thing by its number.
    pub fn names(&self) -> &BTreeMap<u64, String> {
        &self.names
    }

    /// Gives a thing a name that no other has.
    pub fn insert(&mut self, name: String, thing: Entity) {
        self.names.insert(thing.0, name.clone());
        self.numbers.insert(name, thing);
    }

    /// Names a thing that a run made by the local that held it; the second one of that name ends in `_2`.
    pub(super) fn insert_counted(&mut self, label: &str, thing: Entity) {
        let mut count = self.counted.get(label).copied().unwrap_or(0);
        // Names are never given back, so what was taken once need not be looked at again.
        let name = loop {
            count += 1;
            let name = if count == 1 { label.to_owned() } else { format!("{label}_{count}") };
            if !self.contains_key(&name) {
                break name;
            }
        };
        self.counted.insert(label.to_owned(), count);
        self.insert(name, thing);
    }
}

impl FromIterator<(String, Entity)> for Things {
    fn from_iter<I: IntoIterator<Item = (String, Entity)>>(named: I) -> Self {
        let mut things = Self::new();
        for (name, thing) in named {
            things.insert(name, thing);
        }
        things
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_that_a_run_makes_are_counted_past_names_that_are_taken() {
        let mut things: Things = [("unit_2".to_owned(), Entity(0))].into_iter().collect();
        for number in 1..4 {
            things.insert_counted("unit", Entity(number));
        }
        let names: Vec<&str> = things.names().values().map(String::as_str).collect();
        assert_eq!(names, ["unit_2", "unit", "unit_3", "unit_4"]);
        assert_eq!(things.counted.get("unit"), Some(&4), "the next is looked for behind what is taken");
    }
}
