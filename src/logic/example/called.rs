//! What an example calls its things, also those that a run makes.

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
