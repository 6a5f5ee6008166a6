//! Every step of a run with the calls that lead to it: procedures are not recursive, so that they can all be laid out.

use std::collections::HashMap;

use super::analysis::Analysis;
use super::body::Body;
use super::place::Root;
use super::ways::ways;
use crate::logic::bits::Bits;
use crate::logic::machine::Frame;
use crate::logic::program::{Assumed, AssumedBody, NameId, OpKind, ProcedureId, Source};

/// Most nodes of a graph.
pub(super) const MOST_NODES: usize = 200_000;

/// A step with the calls that lead to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::logic::odds) struct NodeId(pub(super) u32);

impl NodeId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whose code is run: the procedure's, or an assumption's in its place.
type Whose = (ProcedureId, Option<(usize, usize)>);

/// A body that is run from one place.
pub(super) struct Instance {
    pub(super) body: usize,
    /// Its first node; behind those of its steps comes that of its end.
    pub(super) first: usize,
    /// The instance that runs it, and the step there.
    pub(super) parent: Option<(usize, usize)>,
    /// What it runs, by the step, the procedure and the assumption.
    children: Vec<(usize, Whose, usize)>,
    /// The types of things in loops of its callers that it is run in.
    pub(super) walked: Bits,
}

/// All nodes.
pub(super) struct Graph<'p> {
    pub(super) bodies: Vec<Body<'p>>,
    pub(super) instances: Vec<Instance>,
    pub(super) nodes: usize,
}

impl<'p> Graph<'p> {
    /// Nothing where there are too many nodes, or no such procedure.
    pub(super) fn new(analysis: &Analysis<'p>, root: ProcedureId, by_order: &dyn Fn(NameId) -> bool) -> Option<Self> {
        let mut graph = Self { bodies: Vec::new(), instances: Vec::new(), nodes: 0 };
        let mut known: HashMap<Whose, usize> = HashMap::new();
        let mut starts = Vec::new();
        for whose in bodies_of(analysis, root) {
            starts.push(graph.add(analysis, whose, None, Bits::new(analysis.layout.types), &mut known, by_order)?);
        }
        let mut next = 0;
        while next < graph.instances.len() {
            let code = graph.bodies[graph.instances[next].body].code;
            for (pc, op) in code.iter().enumerate() {
                let Some(procedure) = op.kind.effects().runs else { continue };
                for whose in bodies_of(analysis, procedure) {
                    let mut walked = graph.instances[next].walked.clone();
                    walked.union(&graph.walked_in(next, pc, analysis.layout.types));
                    let child = graph.add(analysis, whose, Some((next, pc)), walked, &mut known, by_order)?;
                    graph.instances[next].children.push((pc, whose, child));
                }
            }
            graph.instances[next].children.sort_unstable();
            next += 1;
        }
        (!starts.is_empty()).then_some(graph)
    }

    fn add(
        &mut self,
        analysis: &Analysis<'p>,
        whose: Whose,
        parent: Option<(usize, usize)>,
        walked: Bits,
        known: &mut HashMap<Whose, usize>,
        by_order: &dyn Fn(NameId) -> bool,
    ) -> Option<usize> {
        let body = match known.get(&whose) {
            Some(body) => *body,
            None => {
                let definition = analysis.program.procedures.get(whose.0.index())?;
                let (code, locals) = match (whose.1, &definition.code) {
                    (None, Source::Here(code)) => (code, &definition.locals),
                    (Some((set, part)), _) => match &analysis.program.assumptions.get(set)?.parts.get(part)?.body {
                        AssumedBody::Code { code, locals } => (code, locals),
                        AssumedBody::Expr(_) | AssumedBody::Graph(_) => return None,
                    },
                    (None, Source::Missing(_)) => return None,
                };
                self.bodies.push(Body::new(analysis, whose, definition, (code, locals), by_order));
                known.insert(whose, self.bodies.len() - 1);
                self.bodies.len() - 1
            }
        };
        let first = self.nodes;
        self.nodes += self.bodies[body].code.len() + 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        self.instances.push(Instance { body, first, parent, children: Vec::new(), walked });
        Some(self.instances.len() - 1)
    }

    /// The types of things in the loops around a step of an instance's own code.
    pub(super) fn walked_in(&self, instance: usize, pc: usize, types: usize) -> Bits {
        let mut walked = Bits::new(types);
        let body = &self.bodies[self.instances[instance].body];
        for around in body.loops.iter().filter(|around| around.steps.contains(&pc)) {
            walked.union(&around.things);
        }
        walked
    }

    /// The instance of a node, and the step.
    pub(super) fn at(&self, node: usize) -> (usize, usize) {
        let instance = self.instances.partition_point(|instance| instance.first <= node).saturating_sub(1);
        (instance, node - self.instances[instance].first)
    }

    pub(super) fn body(&self, instance: usize) -> &Body<'p> {
        &self.bodies[self.instances[instance].body]
    }

    /// What a step of an instance runs.
    pub(super) fn children(&self, instance: usize, pc: usize) -> impl Iterator<Item = usize> {
        let children = &self.instances[instance].children;
        let from = children.partition_point(|(at, ..)| *at < pc);
        children[from..].iter().take_while(move |(at, ..)| *at == pc).map(|(.., child)| *child)
    }

    /// The nodes that can come next.
    pub(super) fn next(&self, node: usize, into: &mut Vec<usize>) {
        into.clear();
        let (instance, pc) = self.at(node);
        let Instance { first, parent, .. } = self.instances[instance];
        let code = self.body(instance).code;
        match code.get(pc).map(|op| &op.kind) {
            None => into.extend(parent.map(|(parent, call)| self.instances[parent].first + call + 1)),
            Some(OpKind::Call { .. }) => {
                into.extend(self.children(instance, pc).map(|child| self.instances[child].first));
            }
            Some(_) => into.extend(ways(code, pc).into_iter().map(|pc| first + pc)),
        }
    }

    /// Where a run stands; nothing if it cannot stand there.
    pub(super) fn find(&self, frames: &[Frame]) -> Option<NodeId> {
        let (outermost, inner) = frames.split_first()?;
        // Where an assumption is run in the place of the outermost procedure, there may be several.
        let mut roots = (0..self.instances.len()).take_while(|at| self.instances[*at].parent.is_none());
        let whose = (outermost.procedure, outermost.assumption);
        let mut at = roots.find(|at| self.whose(*at) == whose)?;
        let mut pc = outermost.pc;
        for frame in inner {
            let call = pc.checked_sub(1)?;
            let key = (call, (frame.procedure, frame.assumption));
            let children = &self.instances[at].children;
            let found = children.binary_search_by(|(pc, whose, _)| (*pc, *whose).cmp(&key)).ok()?;
            at = children[found].2;
            pc = frame.pc;
        }
        let node = self.instances[at].first + pc.min(self.body(at).code.len());
        u32::try_from(node).ok().map(NodeId)
    }

    fn whose(&self, instance: usize) -> Whose {
        self.bodies[self.instances[instance].body].whose
    }

    /// For each node those before it, by [`Graph::next`] (`false`), or those whose facts hang on its facts (`true`).
    pub(super) fn before(&self, facts: bool) -> Before {
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut next = Vec::new();
        for node in 0..self.nodes {
            self.next(node, &mut next);
            if facts {
                next.extend(self.hangs_on(node));
            }
            let node = u32::try_from(node).unwrap_or(u32::MAX);
            edges.extend(next.iter().filter_map(|next| Some((u32::try_from(*next).ok()?, node))));
        }
        edges.sort_unstable();
        let mut first = vec![0; self.nodes + 1];
        for (to, _) in &edges {
            first[*to as usize + 1] += 1;
        }
        for at in 0..self.nodes {
            first[at + 1] += first[at];
        }
        Before { first, nodes: edges.into_iter().map(|(_, from)| from).collect() }
    }

    /// The node on whose facts those of a node hang besides the next ones: what is behind a call, or behind a loop.
    pub(super) fn hangs_on(&self, node: usize) -> Option<usize> {
        let (instance, pc) = self.at(node);
        match self.body(instance).code.get(pc).map(|op| &op.kind) {
            Some(OpKind::Call { .. }) => Some(node + 1),
            _ => self.faint_loop(instance, pc).map(|(end, _)| end),
        }
    }

    /// The loop that begins with a step, if all it does is to change these; and the node behind it.
    pub(super) fn faint_loop(&self, instance: usize, pc: usize) -> Option<(usize, &[Root])> {
        let body = self.body(instance);
        let OpKind::Walk { .. } = &body.code.get(pc)?.kind else { return None };
        let found = body.loops.iter().find(|found| found.steps.start == pc + 1)?;
        Some((self.instances[instance].first + found.steps.end, found.faint.as_deref()?))
    }
}

/// For each node those before it.
pub(super) struct Before {
    first: Vec<usize>,
    nodes: Vec<u32>,
}

impl Before {
    pub(super) fn of(&self, node: usize) -> &[u32] {
        &self.nodes[self.first[node]..self.first[node + 1]]
    }

    /// Marks all nodes from which one of these can be reached, and these.
    pub(super) fn reach(&self, mut open: Vec<usize>) -> Bits {
        let mut reached = Bits::new(self.first.len());
        open.retain(|node| {
            let new = !reached.has(*node);
            reached.set(*node);
            new
        });
        while let Some(node) = open.pop() {
            for before in self.of(node) {
                let before = *before as usize;
                if !reached.has(before) {
                    reached.set(before);
                    open.push(before);
                }
            }
        }
        reached
    }
}

/// The bodies that may be run for a procedure.
fn bodies_of(analysis: &Analysis, procedure: ProcedureId) -> Vec<Whose> {
    match analysis.program.procedures.get(procedure.index()).map(|procedure| &procedure.code) {
        Some(Source::Here(_)) => vec![(procedure, None)],
        Some(Source::Missing(_)) => {
            let supplied = analysis.supplied(Assumed::Procedure(procedure));
            let code = supplied.filter(|(_, part)| matches!(part.body, AssumedBody::Code { .. }));
            code.map(|(whose, _)| (procedure, Some(whose))).collect()
        }
        None => Vec::new(),
    }
}
