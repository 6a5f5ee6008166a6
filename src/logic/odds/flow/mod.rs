//! What can still be looked at, and where an order can still matter: what the exact handler may forget where a run stands.
//!
//! ```text
//! bodies: what each step looks at ──► graph: every step with its calls ──► live: what is looked at later, backwards
//!   │  analysis: functions, what can be gone                                   └─► inert: things that every order passes by
//!   └─ order: loops that commute
//! ```

mod act;
mod analysis;
mod body;
mod conjunct;
mod effect;
mod facts;
mod graph;
mod inert;
mod live;
mod order;
mod place;
mod reads;
mod selecting;
mod uses;
mod ways;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub(super) use conjunct::Conjunct;
pub(super) use facts::{Facts, things_of};
pub(super) use graph::NodeId;
pub(super) use live::At;

use crate::logic::bits::{self, Bits};
use analysis::Analysis;
use graph::Graph;
use inert::Inert;
use live::Liveness;

use crate::logic::machine::{Frame, Setting, World};
use crate::logic::program::{FunctionId, NameId, ProcedureId, Slot, StateId};
use crate::logic::types::EntityTypeId;

/// What can still be looked at from every point of a run.
pub(super) struct Flow<'p> {
    analysis: Analysis<'p>,
    graph: Graph<'p>,
    liveness: Liveness,
    inert: Inert,
}

/// What can still be looked at from one point of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Live {
    /// Of each running procedure, the outermost first: the slots.
    pub(super) locals: Vec<Vec<Slot>>,
    /// Of each running procedure: the loops it is in, as the slots of the elements and of the position. Elements before the
    /// position (its sign does not count) are never looked at again; the order of the others is that of the turns.
    pub(super) walks: Vec<Vec<(Slot, Slot)>>,
    /// The states.
    pub(super) states: Vec<StateId>,
    /// The fields of things.
    pub(super) fields: Vec<(EntityTypeId, u16)>,
    /// The types of which all things are gone through or counted, so that it matters which there are.
    pub(super) all: Vec<EntityTypeId>,
}

/// Whether the order of things of a type can still matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Order {
    /// That of lists.
    pub(super) lists: bool,
    /// That of the numbers of things, in which sets are gone through.
    pub(super) numbers: bool,
}

impl<'p> Flow<'p> {
    /// Looks at a run of a procedure in a world like `start`, behind which `after` is looked at, and these of its outputs.
    /// `by_order` says of the name of a choice whether it hangs on the order of the candidates. Nothing where it is too large:
    /// then all may be looked at, and every order matters.
    pub(super) fn new(
        setting: &'p Setting<'p>,
        start: &World,
        procedure: ProcedureId,
        outputs: &[usize],
        after: &Facts,
        by_order: &dyn Fn(NameId) -> bool,
    ) -> Option<Self> {
        let definition = setting.program().procedures.get(procedure.index())?;
        let analysis = Analysis::new(setting, start, &after.layout)?;
        let graph = Graph::new(&analysis, procedure, by_order)?;
        let mut asked = Bits::new(definition.outputs.len());
        let mut after = after.clone();
        for &n in outputs {
            if let Some(output) = definition.outputs.get(n) {
                asked.set(n);
                after.shown(&output.ty);
            }
        }
        let liveness = Liveness::new(&analysis, &graph, &after.bits, asked)?;
        let inert = Inert::new(&graph, analysis.layout.types, &after);
        Some(Self { analysis, graph, liveness, inert })
    }

    /// Where a run stands.
    pub(super) fn node(&self, frames: &[Frame]) -> Option<NodeId> {
        self.graph.find(frames)
    }

    /// What is looked at from the beginning on: `after` of what comes before.
    pub(super) fn entry(&self) -> Facts {
        let mut bits = Bits::new(self.analysis.layout.total());
        let roots = self.graph.instances.iter().take_while(|instance| instance.parent.is_none());
        roots.for_each(|root| bits.union(&Bits::of(self.liveness.globals(root.first))));
        Facts { layout: Arc::clone(&self.analysis.layout), bits }
    }

    /// What a function looks at: `after` of what comes before it.
    pub(super) fn of_function(setting: &Setting, start: &World, function: FunctionId) -> Option<Facts> {
        let mut facts = Facts::nothing(setting.program());
        let analysis = Analysis::new(setting, start, &facts.layout)?;
        let layout = Arc::clone(&facts.layout);
        let effect = analysis.functions.get(function.index())?;
        facts.bits.union(&effect.globals);
        effect.listed.iter().for_each(|ty| facts.bits.set(layout.numbers(ty)));
        facts.shown(&setting.program().functions[function.index()].result);
        Some(facts)
    }

    /// What can still be looked at where a run stands.
    pub(super) fn live(&self, node: NodeId, at: At) -> Live {
        let (mut instance, mut pc) = self.graph.at(node.index());
        let now = self.liveness.at(&self.analysis, &self.graph, node.index(), at);
        let layout = &self.analysis.layout;
        let globals = Bits::of(&now.globals);
        let id = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
        let mut live = Live {
            locals: Vec::new(),
            walks: Vec::new(),
            states: globals.iter().take_while(|at| *at < layout.states).map(|at| StateId(id(at))).collect(),
            fields: globals.iter().filter_map(|at| layout.field_of(at)).collect(),
            all: (0..layout.types).filter(|ty| globals.has(layout.all(*ty))).map(|ty| EntityTypeId(id(ty))).collect(),
        };
        let mut locals = now.locals;
        loop {
            let body = self.graph.body(instance);
            let looked_at = |slot: &Slot| body.parts.all(*slot).any(|at| bits::has(&locals, at));
            let slots = u16::try_from(body.parts.slots).unwrap_or(u16::MAX);
            live.locals.push((0..slots).map(Slot).filter(looked_at).collect());
            let around = body.loops.iter().filter(|around| around.steps.contains(&pc));
            live.walks.push(around.map(|around| (around.walk, around.at)).collect());
            let Some((parent, call)) = self.graph.instances[instance].parent else { break };
            locals = self.liveness.behind_call(&self.graph, parent, call);
            (instance, pc) = (parent, call);
        }
        live.locals.reverse();
        live.walks.reverse();
        live
    }

    /// Whether the order of things of a type can still matter where a run stands.
    pub(super) fn order(&self, node: NodeId, ty: EntityTypeId) -> Order {
        let (layout, ty) = (&self.analysis.layout, usize::from(ty.0));
        let globals = self.liveness.globals(node.index());
        let (instance, pc) = self.graph.at(node.index());
        let walked =
            self.graph.instances[instance].walked.has(ty) || self.graph.walked_in(instance, pc, layout.types).has(ty);
        let lists = walked || bits::has(globals, layout.list(ty));
        Order { lists, numbers: bits::has(globals, layout.numbers(ty)) }
    }

    /// The uses of an order of things of a type that can still come, each with parts of its filter. A thing is inert if of
    /// each use one part does not hold for it: then no use will ever come to it, and its place in any order does not matter.
    pub(super) fn inert(&self, node: NodeId, ty: EntityTypeId) -> &[Vec<Conjunct>] {
        self.inert.uses(node.index(), usize::from(ty.0))
    }
}
