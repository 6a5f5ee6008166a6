//! Which names of a program readers can meet in a trace.

use std::collections::BTreeMap;

use crate::logic::program::{AssumedBody, FunctionKind, NameId, PointId, Program};

/// A name that a trace can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleName {
    /// The name.
    pub name: String,
    /// The section that first has it; none if only an assumption has it.
    pub section: Option<String>,
    /// Where it first stands: the definition, exception or contribution.
    pub point: PointId,
}

/// Every name that a trace can show, in the order of the names' first places.
pub fn visible_names(program: &Program) -> Vec<VisibleName> {
    let mut first: BTreeMap<PointId, Vec<&str>> = BTreeMap::new();
    let mut seen = std::collections::BTreeSet::new();
    let mut add_text = |name, point: PointId| {
        if seen.insert(name) {
            first.entry(point).or_default().push(name);
        }
    };
    // A data table may hold more members; their terms are asked for where it is read.
    for (symbol, point) in &program.member_points {
        add_text(program.symbols[symbol.0 as usize].as_str(), *point);
    }
    let mut add = |name: NameId, point: PointId| add_text(program.name(name), point);
    for state in &program.states {
        add(state.name, state.point);
    }
    for entity in &program.entities {
        entity.fields.iter().for_each(|field| add(field.name, entity.point));
    }
    for function in &program.functions {
        add(function.name, function.point);
        function.params.iter().for_each(|param| add(param.name, function.point));
        if let FunctionKind::Table { outputs, .. } = &function.kind {
            for output in outputs {
                add(output.name, function.point);
            }
        }
    }
    for procedure in &program.procedures {
        add(procedure.name, procedure.point);
        procedure.params.iter().chain(&procedure.outputs).for_each(|field| add(field.name, procedure.point));
        procedure.slot_names.iter().flatten().for_each(|name| add(*name, procedure.point));
    }
    for graph in &program.graphs {
        add(graph.name, graph.point);
    }
    for (at, point) in program.points.iter().enumerate() {
        if let (Some(label), Ok(at)) = (point.label, u32::try_from(at)) {
            add(label, PointId(at));
        }
    }
    for part in program.assumptions.iter().flat_map(|set| &set.parts) {
        if let AssumedBody::Code { slot_names, .. } = &part.body {
            slot_names.iter().flatten().for_each(|name| add(*name, part.point));
        }
    }
    let named = first.into_iter().flat_map(|(point, names)| names.into_iter().map(move |name| (point, name)));
    named
        .map(|(point, name)| {
            let block = &program.blocks[program.point(point).block.index()];
            let section = (!block.assumed).then(|| block.id.clone());
            VisibleName { name: name.to_owned(), section, point }
        })
        .collect()
}
