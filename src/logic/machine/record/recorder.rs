//! Records what a run does and on what its results depend.

use std::collections::{BTreeMap, BTreeSet};

use super::observe::Observer;
use super::recording::Recording;
use super::sets::{SetId, Sets};
use crate::logic::machine::Telling;
use crate::logic::machine::trace::{MAX_NODES, MAX_TOLD, TraceNode, What};
use crate::logic::program::{OptionId, PointId, PointKind, ProcedureId, Program, StateId};
use crate::logic::types::EntityTypeId;
use crate::logic::value::{Entity, Value};

/// Records everything.
pub(in crate::logic::machine) struct Recorder {
    sets: Sets,
    gathered: SetId,
    locals: Vec<SetId>,
    states: Vec<SetId>,
    fields: BTreeMap<(u64, u16), SetId>,
    existence: Vec<SetId>,
    activations: Vec<Activation>,
    regions: Vec<Region>,
    required: SetId,
    refused: SetId,
    results: Vec<SetId>,
    hit: Vec<bool>,
    considered: BTreeSet<PointId>,
    assumed: BTreeSet<usize>,
    asked: BTreeSet<OptionId>,
    nodes: Vec<TraceNode>,
    made: usize,
    cut: bool,
    /// How much is told, how many questions were answered, and how many nodes were made when reasons began to be told.
    telling: Telling,
    answered: usize,
    before: usize,
    /// The points that stand in no text.
    woven: Vec<bool>,
}

/// The control of a running procedure.
#[derive(Clone)]
struct Activation {
    /// What it has from its caller.
    inherited: SetId,
    /// What holds since a region closed that might have ended it.
    stays: SetId,
    /// Where its regions begin.
    regions: usize,
    /// Where its node of the trace begins.
    mark: usize,
    /// With what it was called.
    args: Vec<Value>,
}

/// A region of control.
#[derive(Clone)]
struct Region {
    /// The step that decides it.
    pc: usize,
    /// Its own conditions.
    condition: SetId,
    /// Those and the conditions of the regions around it in the same procedure.
    all: SetId,
    /// Where its node of the trace begins, and what it is.
    mark: usize,
    node: Option<(What, PointId)>,
}

impl Recorder {
    pub(in crate::logic::machine) fn new(program: &Program, telling: Telling) -> Self {
        Self {
            sets: Sets::new(),
            gathered: SetId::default(),
            locals: Vec::new(),
            states: vec![SetId::default(); program.states.len()],
            fields: BTreeMap::new(),
            existence: vec![SetId::default(); program.entities.len()],
            activations: Vec::new(),
            regions: Vec::new(),
            required: SetId::default(),
            refused: SetId::default(),
            results: Vec::new(),
            hit: vec![false; program.points.len()],
            considered: BTreeSet::new(),
            assumed: BTreeSet::new(),
            asked: BTreeSet::new(),
            nodes: Vec::new(),
            made: 0,
            cut: false,
            telling,
            answered: 0,
            before: 0,
            woven: program.points.iter().map(|point| point.kind == PointKind::Woven).collect(),
        }
    }

    /// What was recorded.
    pub(in crate::logic::machine) fn finish(self) -> Recording {
        let points = |set: &SetId| self.sets.points(*set).iter().copied().collect::<BTreeSet<PointId>>();
        let fields = self.fields.iter().map(|(place, set)| (*place, points(set)));
        let hit = (0u32..).zip(&self.hit).filter(|(_, hit)| **hit).map(|(n, _)| PointId(n));
        Recording {
            hit: hit.collect(),
            outputs: self.results.iter().map(points).collect(),
            states: self.states.iter().map(points).collect(),
            fields: fields.filter(|(_, set)| !set.is_empty()).collect(),
            refused_by: points(&self.refused),
            considered: self.considered,
            assumed: self.assumed,
            asked: self.asked,
            trace: self.nodes,
            steps: 0,
            nodes: self.made,
        }
    }

    /// A recorder of the same trace, which knows nothing of what depends on what.
    pub(in crate::logic::machine) fn of_the_trace(&self) -> Self {
        Self {
            sets: Sets::new(),
            gathered: SetId::default(),
            locals: Vec::new(),
            states: Vec::new(),
            fields: BTreeMap::new(),
            existence: Vec::new(),
            activations: self.activations.clone(),
            regions: self.regions.clone(),
            required: SetId::default(),
            refused: SetId::default(),
            results: Vec::new(),
            hit: Vec::new(),
            considered: BTreeSet::new(),
            assumed: BTreeSet::new(),
            asked: BTreeSet::new(),
            nodes: self.nodes.clone(),
            woven: self.woven.clone(),
            ..*self
        }
    }

    /// Leaves out the reasons for what happened up to so many answers.
    pub(in crate::logic::machine) fn was_told(&mut self, answers: usize) {
        if !matches!(self.telling, Telling::Played { .. }) {
            return;
        }
        let mut left = answers;
        // Where each node stands then.
        let mut places = Vec::with_capacity(self.nodes.len() + 1);
        let mut kept = Vec::with_capacity(self.nodes.len());
        for mut node in std::mem::take(&mut self.nodes) {
            places.push(kept.len());
            if left == 0 || without_reasons(&mut node, &mut left) {
                kept.push(node);
            }
        }
        places.push(kept.len());
        let place = |mark: &mut usize| *mark = places.get(*mark).copied().unwrap_or(kept.len());
        self.activations.iter_mut().for_each(|activation| place(&mut activation.mark));
        self.regions.iter_mut().for_each(|region| place(&mut region.mark));
        self.nodes = kept;
        self.made = TraceNode::each(&self.nodes).map(|node| node.what.weight()).sum();
        self.before = self.made;
        self.telling = Telling::Played { reasons_from: answers };
    }

    /// Ends the node of a region.
    fn end_node(&mut self, mark: usize, node: Option<(What, PointId)>) {
        if let Some((what, point)) = node {
            self.wrap(mark, what, point);
        }
    }

    fn regions_from(&self) -> usize {
        self.activations.last().map_or(0, |activation| activation.regions)
    }
}

impl Observer for Recorder {
    const ON: bool = true;
    type Tag = SetId;

    fn swap(&mut self, tag: SetId) -> SetId {
        std::mem::replace(&mut self.gathered, tag)
    }

    fn join(&mut self, tag: SetId) {
        self.gathered = self.sets.union(self.gathered, tag);
    }

    fn union(&mut self, a: SetId, b: SetId) -> SetId {
        self.sets.union(a, b)
    }

    fn single(&mut self, point: PointId) -> SetId {
        self.sets.single(point)
    }

    fn control(&mut self) -> SetId {
        let regions = self.regions();
        let Some(activation) = self.activations.last() else { return self.required };
        let own = self.sets.union(activation.inherited, activation.stays);
        let own = self.sets.union(own, regions);
        self.sets.union(own, self.required)
    }

    fn hit(&mut self, point: PointId) {
        if let Some(hit) = self.hit.get_mut(point.index()) {
            *hit = true;
        }
    }

    fn considered(&mut self, point: PointId) {
        self.considered.insert(point);
    }

    fn assumed(&mut self, set: usize) {
        self.assumed.insert(set);
    }

    fn asked(&mut self, option: OptionId) {
        self.asked.insert(option);
    }

    fn resize(&mut self, locals: usize) {
        self.locals.resize(locals, SetId::default());
    }

    fn local(&self, at: usize) -> SetId {
        self.locals.get(at).copied().unwrap_or_default()
    }

    fn set_local(&mut self, at: usize, tag: SetId) {
        if let Some(local) = self.locals.get_mut(at) {
            *local = tag;
        }
    }

    fn state(&self, at: StateId) -> SetId {
        self.states.get(at.index()).copied().unwrap_or_default()
    }

    fn set_state(&mut self, at: StateId, tag: SetId) {
        if let Some(state) = self.states.get_mut(at.index()) {
            *state = tag;
        }
    }

    fn field(&self, entity: Entity, field: u16) -> SetId {
        self.fields.get(&(entity.0, field)).copied().unwrap_or_default()
    }

    fn set_field(&mut self, entity: Entity, field: u16, tag: SetId) {
        self.fields.insert((entity.0, field), tag);
    }

    fn existence(&self, ty: EntityTypeId) -> SetId {
        self.existence.get(usize::from(ty.0)).copied().unwrap_or_default()
    }

    fn set_existence(&mut self, ty: EntityTypeId, tag: SetId) {
        if let Some(existence) = self.existence.get_mut(usize::from(ty.0)) {
            *existence = self.sets.union(*existence, tag);
        }
    }

    fn enter(&mut self, tag: SetId, mark: usize, args: Vec<Value>) {
        let control = self.control();
        let inherited = self.sets.union(control, tag);
        let regions = self.regions.len();
        self.activations.push(Activation { inherited, stays: SetId::default(), regions, mark, args });
    }

    fn leave(&mut self, procedure: ProcedureId, outputs: Option<Vec<Value>>, point: PointId, told: bool) {
        while self.regions.len() > self.regions_from() {
            self.close(false);
        }
        if let Some(Activation { mark, args, .. }) = self.activations.pop()
            && told
        {
            self.wrap(mark, What::Ran { procedure, args, outputs }, point);
        }
    }

    fn open(&mut self, pc: usize, tag: SetId, mark: usize, node: Option<(What, PointId)>) {
        let from = self.regions_from();
        let again = self.regions.len() > from && self.regions.last().is_some_and(|region| region.pc == pc);
        if let Some(mut region) = if again { self.regions.pop() } else { None } {
            let around = self.regions();
            region.condition = self.sets.union(region.condition, tag);
            region.all = self.sets.union(around, region.condition);
            // What was traced since `mark` belongs to this decision, not to the turn before it.
            let decision = self.nodes.split_off(mark.min(self.nodes.len()));
            // The end of a loop that turned is no node of its own.
            let node = node.filter(|(what, _)| !matches!(what, What::Branched { .. }));
            self.end_node(region.mark, std::mem::replace(&mut region.node, node));
            region.mark = self.nodes.len();
            self.nodes.extend(decision);
            self.regions.push(region);
        } else {
            let around = self.regions();
            let all = self.sets.union(around, tag);
            self.regions.push(Region { pc, condition: tag, all, mark, node });
        }
    }

    fn close(&mut self, stays: bool) -> SetId {
        if self.regions.len() <= self.regions_from() {
            return SetId::default();
        }
        let Some(region) = self.regions.pop() else { return SetId::default() };
        self.end_node(region.mark, region.node);
        if stays {
            self.stays(region.condition);
        }
        region.condition
    }

    fn stays(&mut self, tag: SetId) {
        if let Some(activation) = self.activations.last_mut() {
            activation.stays = self.sets.union(activation.stays, tag);
        }
    }

    fn required(&mut self, tag: SetId) {
        self.required = self.sets.union(self.required, tag);
    }

    fn regions(&mut self) -> SetId {
        match self.regions.last() {
            Some(region) if self.regions.len() > self.regions_from() => region.all,
            _ => SetId::default(),
        }
    }

    fn refused(&mut self, tag: SetId) {
        self.refused = tag;
    }

    fn results(&mut self, tags: Vec<SetId>) {
        self.results = tags;
    }

    fn mark(&self) -> usize {
        self.nodes.len()
    }

    fn forget(&mut self, mark: usize) {
        self.nodes.truncate(mark);
    }

    fn wrap(&mut self, mark: usize, what: What, point: PointId) {
        // Nobody is told of what weaving adds.
        if self.woven.get(point.index()) == Some(&true) {
            return;
        }
        let mut children = self.nodes.split_off(mark.min(self.nodes.len()));
        let mut most = MAX_NODES;
        if let Telling::Played { reasons_from } = self.telling {
            if self.answered < reasons_from {
                if children.is_empty() && !what.is_told() {
                    return;
                }
                self.before = self.made;
            } else if !what.is_done() {
                for child in &mut children {
                    self.made -= without_what_is_deep(child);
                }
            }
            self.answered += usize::from(what.is_answered());
            most = self.before + MAX_PLAYED;
        }
        // A node around others is kept beyond the limit: those that are open are few.
        let limit = if what.is_told() { MAX_TOLD.max(most) } else { most };
        if self.made >= limit && children.is_empty() {
            if !self.cut {
                self.cut = true;
                self.nodes.push(TraceNode { what: What::Cut, point, children });
            }
            return;
        }
        self.made += what.weight();
        self.nodes.push(TraceNode { what, point, children });
    }
}

/// How many nodes a trace of what is played holds from where reasons are told.
const MAX_PLAYED: usize = 20 * MAX_NODES;

/// Whether anything that is told in any case is left of a node when its reasons are left out, up to so many answers.
fn without_reasons(node: &mut TraceNode, left: &mut usize) -> bool {
    node.children.retain_mut(|child| *left == 0 || without_reasons(child, left));
    let keeps = node.what.is_told() || !node.children.is_empty() || *left == 0;
    *left -= usize::from(*left > 0 && node.what.is_answered());
    keeps
}

/// Leaves out what the reasons of a reason were made of, and those; what it weighed.
fn without_what_is_deep(node: &mut TraceNode) -> usize {
    let mut weighed = 0;
    for part in node.children.iter_mut().flat_map(|child| &mut child.children) {
        if TraceNode::each(&part.children).any(|deep| deep.what.is_told()) {
            continue;
        }
        weighed += TraceNode::each(&part.children).map(|deep| deep.what.weight()).sum::<usize>();
        part.children = Vec::new();
    }
    weighed
}
