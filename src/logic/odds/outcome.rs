//! What runs end with.

use super::state::Run;
use super::{Asked, Case, Ending};
use crate::logic::value::Value;

/// The ending of a run with these outputs.
pub(super) fn ending(case: &Case<'_>, run: &Run, outputs: &[Value]) -> Ending {
    let world = &run.machine.world;
    // The case says which thing it is in the run that it begins with: runs go on for others that are like them, in which it has
    // another number.
    let mut things = run.asked.iter();
    let values = case.of.iter().map(|asked| match asked {
        Asked::Output(at) => outputs.get(*at).cloned().unwrap_or(Value::None),
        Asked::State(state) => world.states.get(state.index()).cloned().flatten().unwrap_or(Value::None),
        Asked::Field(_, field) => {
            let Some(Value::Entity(thing)) = things.next() else { return Value::None };
            // One that is gone has no fields.
            world.thing(*thing).and_then(|thing| thing.fields.get(usize::from(*field))).cloned().unwrap_or(Value::None)
        }
    });
    Ending::Values(values.collect())
}
