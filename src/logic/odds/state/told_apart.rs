//! Of which types it matters which thing is which, however alike they are: a case names them.

use crate::logic::odds::flow::things_of;
use crate::logic::odds::{Case, Way, ask};
use crate::logic::types::Type;
use crate::logic::value::{Entity, Value};

/// By type of things: whether what a case asks for, chooses or judges can tell one thing of it from another that is just like it.
pub(super) fn told_apart(case: &Case<'_>) -> Vec<bool> {
    let program = case.setting.program();
    let asked = case.of.iter().filter_map(|asked| ask::declared(case.open, asked).cloned());
    let mut named = Vec::new();
    for policy in &case.policies {
        policy.by.iter().for_each(|player| things_in(player, &mut named));
        if let Way::Always(value) = &policy.way {
            things_in(value, &mut named);
        }
    }
    case.setting.judgements.values().for_each(|value| things_in(value, &mut named));
    let world = &case.open.start.world;
    let named = named.into_iter().filter_map(|thing| Some(Type::Entity(world.thing(thing)?.ty)));
    things_of(program, asked.chain(named))
}

/// Adds the things in a value.
pub(super) fn things_in(value: &Value, things: &mut Vec<Entity>) {
    match value {
        Value::Entity(entity) => things.push(*entity),
        Value::List(elements) | Value::Set(elements) | Value::Record(elements) => {
            elements.iter().for_each(|element| things_in(element, things));
        }
        Value::Bag(elements) => elements.iter().for_each(|(element, _)| things_in(element, things)),
        Value::Map(entries) => entries.iter().for_each(|(key, entry)| {
            things_in(key, things);
            things_in(entry, things);
        }),
        _ => {}
    }
}
