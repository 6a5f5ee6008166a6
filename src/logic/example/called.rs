//! What an example calls its things, also those that a run makes.

use std::sync::Arc;

use super::things::Things;
use crate::logic::machine::{TraceNode, What, World, show};
use crate::logic::program::Program;
use crate::logic::value::{Entity, Value};

/// A thing that a run made has the name that its field `name` holds, else that of the local that holds it; the second one of that
/// name ends in `_2`.
pub(crate) fn name_created(program: &Program, things: &mut Things, nodes: &[TraceNode]) {
    for node in TraceNode::each(nodes) {
        if let What::Created { entity: Entity(number), label, ty, fields } = &node.what {
            let declared = &program.entities[usize::from(ty.0)].fields;
            let own = declared.iter().zip(fields).find_map(|(field, value)| match value {
                Value::Symbol(symbol) if program.name(field.name) == NAME => program.symbols.get(symbol.index()),
                _ => None,
            });
            let local = label.map(|label| program.name(label));
            if let Some(name) = own.map(String::as_str).or(local) {
                things.insert_counted(name, Entity(*number));
            }
        }
    }
}

/// The field by which a thing is called, if it holds a member.
pub(super) const NAME: &str = "name";

/// What stands for a thing that a run will have made, by its place among the names of those.
const MADE_LATER: u64 = 1 << 62;

/// A value that stands for a thing which a run will have made.
pub(super) fn made_later(at: usize) -> Value {
    Value::Entity(Entity(MADE_LATER + at as u64))
}

/// A value with the things in it that runs made by now; the name of one that none has made, where there is one.
pub(super) fn with_made(value: &Value, names: &[String], things: &Things) -> Result<Value, String> {
    if names.is_empty() {
        return Ok(value.clone());
    }
    let one = |value: &Value| with_made(value, names, things);
    let all = |values: &[Value]| values.iter().map(one).collect::<Result<Vec<Value>, String>>();
    Ok(match value {
        Value::Entity(Entity(number)) if *number >= MADE_LATER => {
            let at = usize::try_from(number - MADE_LATER).unwrap_or(usize::MAX);
            let name = names.get(at).cloned().unwrap_or_default();
            Value::Entity(*things.get(&name).ok_or(name)?)
        }
        Value::List(values) => Value::List(Arc::new(all(values)?)),
        Value::Set(values) => Value::set(all(values)?),
        Value::Record(values) => Value::Record(Arc::new(all(values)?)),
        Value::Bag(counted) => {
            let mut counted =
                counted.iter().map(|(value, count)| Ok((one(value)?, *count))).collect::<Result<Vec<_>, String>>()?;
            counted.sort();
            Value::Bag(Arc::new(counted))
        }
        Value::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| Ok((one(key)?, one(value)?)));
            Value::map(entries.collect::<Result<Vec<_>, String>>()?)
        }
        other => other.clone(),
    })
}

/// The message with each thing called as the example calls it: "Leader 0" as "hanno".
pub(crate) fn with_names(program: &Program, world: &World, things: &Things, mut message: String) -> String {
    // The higher numbers first: "Leader 1" begins "Leader 10".
    let mut things: Vec<_> = things.iter().collect();
    things.sort_by_key(|(_, thing)| std::cmp::Reverse(thing.0));
    for (name, thing) in things {
        if world.things.get(thing.index()).is_some_and(Option::is_some) {
            message = message.replace(&show(program, world, &Value::Entity(*thing)), name);
        }
    }
    message
}
