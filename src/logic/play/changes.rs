//! What is otherwise after a run than before it.

use crate::logic::machine::{Callee, Changed, Thing, TraceNode, What, World};
use crate::logic::program::{Program, StateId};
use crate::logic::value::{Entity, Value};

/// What a run gave, each value as a line of a trace.
pub fn results(program: &Program, callee: Callee, outputs: &[Value]) -> Vec<TraceNode> {
    let (point, names) = match callee {
        Callee::Function(id) => {
            let function = &program.functions[id.index()];
            (function.point, vec![function.name])
        }
        Callee::Procedure(id) => {
            let procedure = &program.procedures[id.index()];
            (procedure.point, procedure.outputs.iter().map(|output| output.name).collect())
        }
    };
    let line = |(name, value): (_, &Value)| {
        let what = What::Changed { place: Changed::Output(name), before: None, after: value.clone() };
        TraceNode { what, point, children: Vec::new() }
    };
    names.into_iter().zip(outputs).map(line).collect()
}

/// What changed in the world, each as a line of a trace: states first, then things.
pub fn changes(program: &Program, before: &World, after: &World) -> Vec<TraceNode> {
    let mut found = Vec::new();
    let mut add = |what, point| found.push(TraceNode { what, point, children: Vec::new() });
    for (n, state) in (0u16..).zip(program.written_states()) {
        let held = |world: &World| world.states.get(usize::from(n)).cloned().flatten();
        let (before, after) = (held(before), held(after));
        if let (false, Some(after)) = (before == after, after) {
            add(What::Changed { place: Changed::State(StateId(n)), before, after }, state.point);
        }
    }
    for number in (0u64..).take(before.things.len().max(after.things.len())) {
        let entity = Entity(number);
        match (before.thing(entity), after.thing(entity)) {
            (Some(Thing { ty, fields }), Some(now)) => {
                let point = program.entities[usize::from(ty.0)].point;
                for (field, (old, new)) in (0u16..).zip(fields.iter().zip(now.fields.iter())) {
                    if old != new {
                        let place = Changed::Field(entity, *ty, field);
                        add(What::Changed { place, before: Some(old.clone()), after: new.clone() }, point);
                    }
                }
            }
            (Some(Thing { ty, .. }), None) => {
                add(What::Removed { entity, ty: *ty }, program.entities[usize::from(ty.0)].point);
            }
            (None, Some(Thing { ty, fields })) => {
                let point = program.entities[usize::from(ty.0)].point;
                add(What::Created { entity, ty: *ty, label: None, fields: fields.to_vec() }, point);
            }
            (None, None) => {}
        }
    }
    found
}
