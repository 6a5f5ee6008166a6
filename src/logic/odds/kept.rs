//! What of a run has to be kept where it stops: all that a later step can look at.

use super::flow::{At, Conjunct, Facts, Flow};
use super::{Asked, Case, Way};
use crate::logic::machine::{Callee, Machine};
use crate::logic::program::{NameId, Program};
use crate::logic::types::EntityTypeId;
use crate::logic::value::Value;

/// What is kept at one point of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LiveSet {
    /// The live locals of all frames, ascending.
    pub(super) locals: Vec<usize>,
    /// Those that hold lists which are walked through, each with the one that holds its position.
    pub(super) walks: Vec<(usize, usize)>,
    /// The live states.
    pub(super) states: Vec<bool>,
    /// By type of things.
    pub(super) types: Vec<LiveType>,
}

/// What is kept of the things of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LiveType {
    /// The live fields.
    pub(super) fields: Vec<bool>,
    /// Whether all things of the type are live, also those that nothing refers to.
    pub(super) all: bool,
    /// Whether it matters which of two things was made first.
    pub(super) numbers: bool,
    /// The uses to come for which the order of things matters: what a thing must fulfil to be among those that are ordered. A
    /// thing that never can be again, for any of them, is inert: its place in a list matters no more.
    pub(super) ordered: Vec<Vec<Conjunct>>,
}

impl LiveType {
    /// Whether the place of a thing with these fields in a list matters no more.
    pub(super) fn inert(&self, fields: &[Value]) -> bool {
        self.ordered.iter().all(|all| all.iter().any(|part| part.holds(fields) == Some(false)))
    }
}

/// What comes behind each point of a case.
pub(super) struct Flows<'a> {
    program: &'a Program,
    /// By step; nothing for one that is too large to look through.
    steps: Vec<Option<Flow<'a>>>,
}

impl<'a> Flows<'a> {
    pub(super) fn new(case: &'a Case<'a>) -> Self {
        let program = case.setting.program();
        let start = &case.open.start.world;
        let by_order = |label: NameId| {
            let mut policies = case.policies.iter().filter(|policy| policy.label == label);
            policies.any(|policy| !matches!(policy.way, Way::Always(_) | Way::Random))
        };
        let mut asked = Facts::nothing(program);
        let mut outputs = Vec::new();
        for of in &case.of {
            match of {
                Asked::Output(at) => outputs.push(*at),
                Asked::State(state) => asked.state(program, *state),
                Asked::Field(thing, field) => {
                    if let Some(thing) = start.thing(*thing) {
                        asked.field(program, thing.ty, *field);
                    }
                }
            }
        }
        // From the last step to the first: behind each comes what the next one looks at.
        let mut after = Some(asked);
        let mut steps = Vec::new();
        for step in case.open.steps.iter().rev() {
            let flow = match (step.callee, &after) {
                (Callee::Procedure(procedure), Some(after)) => {
                    Flow::new(&case.setting, start, procedure, &outputs, after, &by_order)
                }
                _ => None,
            };
            after = match (step.callee, after) {
                (Callee::Procedure(_), _) => flow.as_ref().map(Flow::entry),
                (Callee::Function(function), Some(mut after)) => {
                    Flow::of_function(&case.setting, start, function).map(|looked| {
                        after.and(&looked);
                        after
                    })
                }
                (Callee::Function(_), None) => None,
            };
            steps.push(flow);
            outputs.clear();
        }
        steps.reverse();
        Self { program, steps }
    }

    /// What to keep where a step of the case has stopped: at a question (`asking`), or before a step of its procedure.
    pub(super) fn kept(&self, step: usize, machine: &Machine, asking: bool) -> LiveSet {
        let flow = self.steps.get(step).and_then(Option::as_ref);
        let Some((flow, node)) = flow.and_then(|flow| Some((flow, flow.node(&machine.frames)?))) else {
            return LiveSet::everything(self.program, machine);
        };
        let live = flow.live(node, if asking { At::Question } else { At::Step });
        let mut states = vec![false; self.program.states.len()];
        live.states.iter().for_each(|state| states[state.index()] = true);
        let types = self.program.entities.iter().zip(0u16..).map(|(entity, ty)| {
            let ty = EntityTypeId(ty);
            let mut fields = vec![false; entity.fields.len()];
            live.fields.iter().filter(|(of, _)| *of == ty).for_each(|(_, field)| fields[usize::from(*field)] = true);
            let order = flow.order(node, ty);
            let ordered = match (order.lists || order.numbers, flow.inert(node, ty)) {
                (false, _) => Vec::new(),
                (true, []) => vec![Vec::new()],
                (true, uses) => uses.to_vec(),
            };
            LiveType { fields, all: live.all.contains(&ty), numbers: order.numbers, ordered }
        });
        let bases = || machine.frames.iter().map(|frame| frame.base);
        let locals =
            bases().zip(&live.locals).flat_map(|(base, slots)| slots.iter().map(move |slot| base + slot.index()));
        let walks = bases()
            .zip(&live.walks)
            .flat_map(|(base, walks)| walks.iter().map(move |(walk, at)| (base + walk.index(), base + at.index())));
        LiveSet { locals: locals.collect(), walks: walks.collect(), states, types: types.collect() }
    }
}

impl LiveSet {
    /// Everything, where nothing is known of what comes.
    fn everything(program: &Program, machine: &Machine) -> Self {
        let types = program.entities.iter().map(|entity| LiveType {
            fields: vec![true; entity.fields.len()],
            all: true,
            numbers: true,
            ordered: vec![Vec::new()],
        });
        let locals = (0..machine.locals.len()).collect();
        Self { locals, walks: Vec::new(), states: vec![true; program.states.len()], types: types.collect() }
    }
}
