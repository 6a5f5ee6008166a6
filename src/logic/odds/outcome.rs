//! What runs end with.

use super::state::Run;
use super::{Asked, Case, Ending, Way};
use crate::logic::machine::Callee;
use crate::logic::program::Program;
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
    let program = case.setting.program;
    let mut named = vec![false; program.entities.len()];
    for asked in &case.of {
        match asked {
            Asked::Output(at) => {
                if let Some(ty) = output(case, *at) {
                    mark(program, ty, &mut named);
                }
            }
            Asked::State(state) => mark(program, &program.states[state.index()].ty, &mut named),
            Asked::Field(entity, field) => {
                let thing = case.open.start.world.thing(*entity);
                let ty =
                    thing.and_then(|thing| program.entities[usize::from(thing.ty.0)].fields.get(usize::from(*field)));
                if let Some(field) = ty {
                    mark(program, &field.ty, &mut named);
                }
            }
        }
    }
    let policies = case.policies.iter();
    let values = policies.flat_map(|policy| match &policy.way {
        Way::Always(value) => [Some(value), policy.by.as_ref()],
        _ => [policy.by.as_ref(), None],
    });
    for value in values.flatten() {
        if let Value::Entity(entity) = value
            && let Some(thing) = case.open.start.world.thing(*entity)
        {
            mark(program, &Type::Entity(thing.ty), &mut named);
        }
    }
    named
}

/// The type of an output of the last step.
fn output<'a>(case: &Case<'a>, at: usize) -> Option<&'a Type> {
    let program = case.setting.program;
    match case.open.steps.last()?.callee {
        Callee::Procedure(id) => program.procedures[id.index()].outputs.get(at).map(|output| &output.ty),
        Callee::Function(id) => Some(&program.functions[id.index()].result),
    }
}

/// Marks the types of things that a value of a type can hold.
fn mark(program: &Program, ty: &Type, named: &mut [bool]) {
    match ty {
        Type::Entity(id) => named.get_mut(usize::from(id.0)).into_iter().for_each(|named| *named = true),
        Type::List(inner) | Type::Set(inner) | Type::Bag(inner) | Type::OrNone(inner) => mark(program, inner, named),
        Type::Map(key, entry) => {
            mark(program, key, named);
            mark(program, entry, named);
        }
        // Records cannot hold themselves.
        Type::Record(id) => {
            let record = program.records.get(usize::from(id.0));
            record.into_iter().flat_map(|record| &record.fields).for_each(|field| mark(program, &field.ty, named));
        }
        _ => {}
    }
}
