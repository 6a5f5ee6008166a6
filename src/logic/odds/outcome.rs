//! What runs end with.

use super::flow::things_of;
use super::state::Run;
use super::{Asked, Case, Ending, Way, ask};
use crate::logic::types::Type;
use crate::logic::value::Value;

/// The ending of a run with these outputs.
pub(super) fn ending(case: &Case<'_>, run: &Run, outputs: &[Value]) -> Ending {
    let world = &run.machine.world;
    let mut things = run.later.iter();
    let values = case.of.iter().map(|asked| match asked {
        Asked::Output(at) => outputs.get(*at).cloned().unwrap_or(Value::None),
        Asked::State(state) => world.states.get(state.index()).cloned().flatten().unwrap_or(Value::None),
        Asked::Field(_, field) => match things.next() {
            Some(Value::Entity(entity)) => {
                let thing = world.thing(*entity);
                thing.and_then(|thing| thing.fields.get(usize::from(*field))).cloned().unwrap_or(Value::None)
            }
            _ => Value::None,
        },
    });
    Ending::Values(values.collect())
}

/// By type of things: whether it has to be known at the end which thing is which.
pub(super) fn named(case: &Case<'_>) -> Vec<bool> {
    let program = case.setting.program();
    let asked = case.of.iter().filter_map(|asked| ask::declared(case.open, asked).cloned());
    let values = case.policies.iter().flat_map(|policy| match &policy.way {
        Way::Always(value) => [Some(value), policy.by.as_ref()],
        _ => [policy.by.as_ref(), None],
    });
    let things = values.flatten().filter_map(|value| match value {
        Value::Entity(entity) => case.open.start.world.thing(*entity).map(|thing| Type::Entity(thing.ty)),
        _ => None,
    });
    things_of(program, asked.chain(things))
}
