//! Every way that chance can go, one by one: each face of each die, each draw, each pick. Nothing is merged or left out, so that
//! it is right by its plainness; it is what exact odds are judged by.

use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigUint;
use rulestone::logic::machine::{Answer, Callee, Ended, Machine, Nobody, Request, Step, World, run};
use rulestone::logic::odds::{Asked, Case, Ending, Ratio, Way};
use rulestone::logic::value::Value;

/// What all ways together come to.
#[derive(Debug)]
pub(super) struct Enumerated {
    /// How likely each ending is.
    pub(super) endings: BTreeMap<Ending, Ratio>,
    /// The runs that ended badly, or needed a choice that no policy makes.
    pub(super) bad: Vec<Bad>,
    /// How likely it is to come to what was not followed.
    pub(super) unresolved: Ratio,
    /// How many ways were followed to their end.
    pub(super) paths: usize,
}

/// How a run ends that has no ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bad {
    /// With a mistake, or undetermined.
    Ended(Ended),
    /// A policy names what is no candidate.
    NoCandidate,
    /// No policy makes a choice.
    NoPolicy,
}

/// A share as it grows along a way, not reduced.
#[derive(Clone)]
struct Weight {
    above: BigUint,
    below: BigUint,
}

impl Weight {
    fn times(&self, above: u64, below: u64) -> Self {
        Self { above: &self.above * above, below: &self.below * below }
    }
}

/// A way up to a question, with a part of the answer.
struct Path {
    weight: Weight,
    /// Which step is running.
    step: usize,
    /// The run that waits.
    waits: Rc<Machine>,
    request: Request,
    /// The dice, draws or candidates of the answer so far.
    so_far: Vec<Value>,
}

/// Follows every way that is at least as likely as 1 in `limit`; the others count as unresolved.
pub(super) fn enumerate(case: &Case<'_>, limit: u64) -> Enumerated {
    let mut work = Work { case, open: Vec::new(), sums: BTreeMap::new(), bad: Vec::new(), cut: Sum::new(), paths: 0 };
    let whole = Weight { above: 1u32.into(), below: 1u32.into() };
    work.begin(whole, 0, case.open.start.world.clone());
    while let Some(path) = work.open.pop() {
        if &path.weight.above * limit < path.weight.below {
            add(&mut work.cut, path.weight);
        } else {
            work.fork(&path);
        }
    }
    let endings = work.sums.iter().map(|(ending, sum)| (ending.clone(), total(sum))).collect();
    Enumerated { endings, bad: work.bad, unresolved: total(&work.cut), paths: work.paths }
}

/// Numerators by denominator.
type Sum = BTreeMap<BigUint, BigUint>;

fn add(sum: &mut Sum, weight: Weight) {
    *sum.entry(weight.below).or_default() += weight.above;
}

fn total(sum: &Sum) -> Ratio {
    sum.iter().fold(Ratio::zero(), |total, (below, above)| &total + &Ratio::new(above.clone(), below.clone()))
}

struct Work<'a> {
    case: &'a Case<'a>,
    open: Vec<Path>,
    sums: BTreeMap<Ending, Sum>,
    bad: Vec<Bad>,
    cut: Sum,
    paths: usize,
}

impl Work<'_> {
    /// Begins a step in a world.
    fn begin(&mut self, weight: Weight, number: usize, mut world: World) {
        let step = &self.case.open.steps[number];
        match step.callee {
            Callee::Procedure(procedure) => {
                let (machine, then) = Machine::start(&self.case.setting, world, procedure, step.args.clone());
                self.went(weight, number, machine, then);
            }
            Callee::Function(_) => {
                let ended = run(&self.case.setting, &mut world, step.callee, step.args.clone(), &mut Nobody);
                self.ended(weight, number, world, ended);
            }
        }
    }

    /// A run went on to its next question or its end.
    fn went(&mut self, weight: Weight, step: usize, machine: Machine, then: Step) {
        match then {
            Step::Ask(request) => {
                let waits = Rc::new(machine);
                self.open.push(Path { weight, step, waits, request, so_far: Vec::new() });
            }
            // Every face is told here, so that no die lies covered.
            Step::Look(dice) => panic!("a die was left covered: {dice:?}"),
            Step::Ended(ended) => self.ended(weight, step, machine.world, ended),
        }
    }

    /// A step ended: the next one begins, or it is an ending.
    fn ended(&mut self, weight: Weight, step: usize, world: World, ended: Ended) {
        let ending = match ended {
            Ended::Done(_) if step + 1 < self.case.open.steps.len() => return self.begin(weight, step + 1, world),
            Ended::Done(outputs) => Ending::Values(asked(&self.case.of, outputs, &world)),
            Ended::Refused(point) => Ending::Refused(point),
            Ended::Over(_) if self.case.outlasts_the_game() => Ending::Values(asked(&self.case.of, Vec::new(), &world)),
            Ended::Over(end) => Ending::Over(end),
            bad => return self.bad(Bad::Ended(bad)),
        };
        self.paths += 1;
        add(self.sums.entry(ending).or_default(), weight);
    }

    fn bad(&mut self, bad: Bad) {
        self.paths += 1;
        if !self.bad.contains(&bad) {
            self.bad.push(bad);
        }
    }

    /// Goes on with each way of the next die, draw, pick or choice.
    fn fork(&mut self, path: &Path) {
        let ways = match ways(self.case, &path.request, &path.so_far) {
            Ok(ways) => ways,
            Err(bad) => return self.bad(bad),
        };
        let all = ways.iter().map(|(_, count)| count).sum();
        for (value, count) in ways {
            let weight = path.weight.times(count, all);
            let mut so_far = path.so_far.clone();
            so_far.push(value);
            let (waits, request) = (Rc::clone(&path.waits), path.request.clone());
            match answer(&request, &so_far) {
                None => self.open.push(Path { weight, step: path.step, waits, request, so_far }),
                Some(answer) => {
                    let mut machine = Machine::clone(&waits);
                    let then = machine.resume(&self.case.setting, answer);
                    self.went(weight, path.step, machine, then);
                }
            }
        }
    }
}

/// What the next part of an answer can be, and how often each.
pub(super) fn ways(case: &Case<'_>, request: &Request, so_far: &[Value]) -> Result<Vec<(Value, u64)>, Bad> {
    let each = |values: &[Value]| values.iter().map(|value| (value.clone(), 1)).collect();
    Ok(match request {
        Request::Roll { sides, .. } => (1..=*sides).map(|face| (Value::Number(face.into()), 1)).collect(),
        Request::Draw { from, .. } => {
            let drawn = |value: &Value| so_far.iter().filter(|other| *other == value).count() as u64;
            let left = from.iter().map(|(value, count)| (value.clone(), u64::from(*count) - drawn(value)));
            left.filter(|(_, count)| *count > 0).collect()
        }
        Request::Pick { candidates, .. } => each(candidates),
        Request::Choose { label, by, candidates } => {
            let fits = |other: &Option<Value>| other.as_ref().is_none_or(|other| other == by);
            let mut policies = case.policies.iter();
            let policy = policies.find(|policy| policy.label == *label && fits(&policy.by));
            match &policy.ok_or(Bad::NoPolicy)?.way {
                Way::Always(value) if candidates.contains(value) => vec![(value.clone(), 1)],
                Way::Always(_) => return Err(Bad::NoCandidate),
                Way::First => each(&candidates[..1]),
                Way::Last => each(&candidates[candidates.len() - 1..]),
                Way::Random => each(candidates),
                Way::Highest(_) | Way::Lowest(_) => return Err(Bad::NoPolicy),
            }
        }
    })
}

/// The answer, once all parts of it are there.
pub(super) fn answer(request: &Request, so_far: &[Value]) -> Option<Answer> {
    let face = |value: &Value| match value {
        Value::Number(face) => u32::try_from(*face).expect("a face"),
        other => panic!("{other:?} is no face"),
    };
    match request {
        Request::Roll { count, .. } => {
            (so_far.len() == *count as usize).then(|| Answer::Faces(so_far.iter().map(face).collect()))
        }
        Request::Draw { count, .. } => (so_far.len() == *count as usize).then(|| Answer::Values(so_far.to_vec())),
        Request::Pick { .. } | Request::Choose { .. } => Some(Answer::Values(so_far.to_vec())),
    }
}

/// What is asked, at the end of a run; a thing that is gone, and a state without a value, is `none`.
pub(super) fn asked(of: &[Asked], outputs: Vec<Value>, world: &World) -> Vec<Value> {
    if of.is_empty() {
        return outputs;
    }
    let value = |asked: &Asked| match asked {
        Asked::Output(at) => outputs[*at].clone(),
        Asked::State(state) => world.states[state.index()].clone().unwrap_or(Value::None),
        Asked::Field(thing, field) => {
            world.thing(*thing).map_or(Value::None, |thing| thing.fields[usize::from(*field)].clone())
        }
    };
    of.iter().map(value).collect()
}
