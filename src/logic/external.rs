//! What a book leaves to other documents, and which assumption sets stand in for it.

use std::collections::{BTreeSet, HashMap};

use super::program::{Assumed, FunctionId, FunctionKind, GraphId, PointId, ProcedureId, Program, Source};

/// A part that another document tells, or none.
#[derive(Clone, Copy, Debug)]
pub struct External<'p> {
    /// Where it stands.
    pub point: PointId,
    /// What an assumption would supply; nothing can supply a part that it would have to divide.
    pub target: Assumed,
    /// The document, as the logic writes it; none where no document tells.
    pub told_by: Option<&'p str>,
}

impl External<'_> {
    /// Its name in the logic, with the label of a part.
    pub fn name(&self, program: &Program) -> String {
        let point = program.point(self.point);
        let owner = program.name(point.owner);
        point.label.map_or_else(|| owner.to_owned(), |label| format!("{owner}.{}", program.name(label)))
    }
}

/// The assumption sets that supply something, each for some case at least, by what they supply.
pub fn suppliers(program: &Program) -> HashMap<Assumed, Vec<&str>> {
    let mut suppliers: HashMap<Assumed, Vec<&str>> = HashMap::new();
    for set in &program.assumptions {
        for part in &set.parts {
            let sets = suppliers.entry(part.target).or_default();
            if sets.last() != Some(&set.id.as_str()) {
                sets.push(&set.id);
            }
        }
    }
    suppliers
}

/// All that the book leaves to other documents, in the order of the logic.
pub fn externals(program: &Program) -> Vec<External<'_>> {
    let mut found = Vec::new();
    for (at, function) in program.functions.iter().enumerate() {
        let id = FunctionId(small(at));
        let mut part = |point, target, told_by| found.push(External { point, target, told_by });
        match &function.kind {
            FunctionKind::Value { base, exceptions } => {
                if let Source::Missing(told_by) = &base.body {
                    part(base.point, Assumed::Function(id), told_by.as_deref());
                }
                for (n, exception) in exceptions.iter().enumerate() {
                    if let Some(Source::Missing(told_by)) = &exception.body {
                        part(exception.point, Assumed::Contribution(id, small(n)), told_by.as_deref());
                    }
                }
            }
            FunctionKind::Modifier { contributions, .. } | FunctionKind::Permission { contributions, .. } => {
                for (n, one) in contributions.iter().enumerate() {
                    if let Source::Missing(told_by) = &one.body {
                        part(one.point, Assumed::Contribution(id, small(n)), told_by.as_deref());
                    }
                }
            }
            FunctionKind::Table { rows, .. } => {
                for row in rows {
                    let missing = |cell: &Source<_>| matches!(cell, Source::Missing(_));
                    if let (true, Some(Source::Missing(told_by))) =
                        (row.outputs.iter().all(missing), row.outputs.first())
                    {
                        part(row.point, Assumed::Function(id), told_by.as_deref());
                    }
                }
            }
            FunctionKind::Judgement => {}
        }
    }
    for (at, procedure) in program.procedures.iter().enumerate() {
        if let Source::Missing(told_by) = &procedure.code {
            let target = Assumed::Procedure(ProcedureId(small(at)));
            found.push(External { point: procedure.point, target, told_by: told_by.as_deref() });
        }
    }
    for (at, graph) in program.graphs.iter().enumerate() {
        if let Source::Missing(told_by) = &graph.source {
            let target = Assumed::Graph(GraphId(small(at)));
            found.push(External { point: graph.point, target, told_by: told_by.as_deref() });
        }
    }
    found.sort_by_key(|one| one.point);
    found
}

/// The points that stand for what the document leaves to another: no run without an assumption can touch them.
pub fn external_points(program: &Program) -> BTreeSet<PointId> {
    let mut points = BTreeSet::new();
    for external in externals(program) {
        points.insert(external.point);
        if let Assumed::Function(id) | Assumed::Contribution(id, _) = external.target {
            points.insert(program.functions[id.index()].point);
        }
    }
    points
}

fn small(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}
