//! What a name stands for where results are looked at: an output, a state, a thing and its fields.

use super::values::same;
use crate::logic::compile::in_logic;
use crate::logic::machine::Callee;
use crate::logic::program::{NameId, Program, StateId};
use crate::logic::types::{EntityTypeId, Type};

/// What a run gives: names and types.
pub(in crate::logic) type Outputs<'p> = Vec<(NameId, &'p Type)>;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub(in crate::logic) enum Named<'p> {
    /// An output of what is run, by its index.
    Output(usize, &'p Type),
    /// A state.
    State(StateId, &'p Type),
    /// A thing that is given.
    Thing(EntityTypeId),
}

/// What is given by a procedure, or by a function: its value, by its own name.
pub(in crate::logic) fn outputs(program: &Program, callee: Callee) -> Outputs<'_> {
    match callee {
        Callee::Procedure(id) => {
            program.procedures[id.index()].outputs.iter().map(|output| (output.name, &output.ty)).collect()
        }
        Callee::Function(id) => {
            let function = &program.functions[id.index()];
            vec![(function.name, &function.result)]
        }
    }
}

/// What `name` stands for; `thing` knows the types of the things that are given.
pub(in crate::logic) fn find<'p>(
    program: &'p Program,
    outputs: &Outputs<'p>,
    thing: &dyn Fn(&str) -> Option<EntityTypeId>,
    name: &str,
) -> Option<Named<'p>> {
    if let Some(at) = outputs.iter().position(|(output, _)| same(program.name(*output), name)) {
        return Some(Named::Output(at, outputs[at].1));
    }
    if let Some(id) = program.state(&in_logic(name)) {
        return Some(Named::State(id, &program.states[id.index()].ty));
    }
    thing(name).map(Named::Thing)
}

/// Every name that [`find`] knows.
pub(in crate::logic) fn known<'n>(
    program: &Program,
    outputs: &Outputs<'_>,
    things: impl Iterator<Item = &'n String>,
) -> Vec<String> {
    let outputs = outputs.iter().map(|(name, _)| program.name(*name).to_owned());
    let states = program.written_states().map(|state| program.name(state.name).to_owned());
    outputs.chain(states).chain(things.cloned()).collect()
}

/// The number and type of a field.
pub(in crate::logic) fn field<'p>(program: &'p Program, ty: EntityTypeId, name: &str) -> Option<(u16, &'p Type)> {
    let fields = &program.entities.get(usize::from(ty.0))?.fields;
    let mut numbered = (0u16..).zip(fields);
    numbered.find(|(_, field)| same(program.name(field.name), name)).map(|(at, field)| (at, &field.ty))
}
