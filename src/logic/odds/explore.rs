//! Finds all states that a case can come to, and the ways between them.

use std::collections::BinaryHeap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::graph::{Graph, Pick, Target};
use super::outcome;
use super::state::{Buffers, Bytes, Copies, KeyEncoder, Run, copy};
use super::ways::{self, Most, TooMany, Ways};
use super::weight::{WeightId, Weights};
use super::{Asked, Case, Effort, EndedFirst, Ending, Refusal, Way};
use crate::logic::machine::{Answer, Callee, Ended, Look, Machine, Nobody, Request, Step, run_counted as run_function};
use crate::logic::program::{NameId, PointId};
use crate::logic::value::Value;

/// So many looks at dice one after the other are followed at once; what comes behind is a state of its own.
const LOOKS: u32 = 3;

/// What has been found.
pub(super) struct Explored {
    pub(super) graph: Graph,
    pub(super) weights: Weights,
    pub(super) ends: Vec<Ending>,
    pub(super) undecided: Vec<Undecided>,
    /// The states in which somebody chooses by what can be expected, with the name of the choice.
    pub(super) looking: FxHashMap<u32, NameId>,
    pub(super) steps: u64,
    pub(super) bytes: usize,
    /// Words of states that were gone through.
    pub(super) words: u64,
    pub(super) states: usize,
    /// The budget that ended first; none where all was found.
    pub(super) ended: Option<EndedFirst>,
}

impl Explored {
    /// Words of numbers and states so far.
    pub(super) fn words(&self) -> u64 {
        self.words.saturating_add(self.weights.words())
    }
}

/// A choice that no policy makes.
#[derive(Clone, Debug)]
pub(super) struct Undecided {
    pub(super) state: u32,
    pub(super) label: NameId,
    pub(super) by: Value,
    pub(super) candidates: Vec<Value>,
    pub(super) point: PointId,
}

/// The states found so far, and which of them have not been gone on from.
pub(super) struct Explorer<'a> {
    case: &'a Case<'a>,
    encoder: KeyEncoder<'a>,
    ways: Ways,
    /// The number of each state, by its key.
    numbers: FxHashMap<Box<[u8]>, u32>,
    /// The run that goes on from each, as a copy; empty once it has.
    states: Vec<Box<[u8]>>,
    bytes: Bytes,
    store: copy::Store,
    buffers: Buffers,
    ends: FxHashMap<Ending, u32>,
    /// States to go on from, the likeliest first.
    open: BinaryHeap<Open>,
    /// How likely each state is, about, as far as that is known.
    likely: Vec<f64>,
    written: usize,
    /// Bytes of the runs that are gone on with, about.
    held: usize,
    /// Bytes of the endings, about.
    ended: usize,
    /// Whether a question had too many ways.
    too_many: bool,
    found: Explored,
}

/// A state to go on from, with how likely it was when that was noted.
#[derive(PartialEq)]
struct Open {
    likely: f64,
    state: u32,
}

impl Eq for Open {}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // Of equally likely ones the older first, so that a search goes the same way each time.
        self.likely.total_cmp(&other.likely).then(other.state.cmp(&self.state))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Why a state was not gone on from.
enum Halt {
    /// The budget ended.
    Budget,
    Refused(Refusal),
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// A run that goes on: where it stands, how likely that is, and how many looks at dice led there.
struct Going {
    run: Run,
    step: Step,
    weight: WeightId,
    looks: u32,
}

/// The memory of a run, about: what a copy takes that shares its things and lists.
fn size(run: &Run) -> usize {
    let machine = &run.machine;
    let values = machine.locals.len() + Run::LOCALS + machine.world.states.len();
    size_of::<Going>() + values * size_of::<Value>() + machine.world.things.len() * size_of::<usize>()
}

/// Explores a case. What it took so far comes to `effort`, also where there are no odds.
pub(super) fn explore(case: &Case<'_>, effort: &mut Effort) -> Result<Explored, Refusal> {
    let mut explorer = Explorer {
        case,
        encoder: KeyEncoder::new(case),
        ways: Ways::default(),
        numbers: FxHashMap::default(),
        states: Vec::new(),
        bytes: Bytes::default(),
        store: copy::Store::default(),
        buffers: Buffers::default(),
        ends: FxHashMap::default(),
        open: BinaryHeap::new(),
        likely: Vec::new(),
        written: 0,
        held: 0,
        ended: 0,
        too_many: false,
        found: Explored {
            graph: Graph::default(),
            weights: Weights::new(),
            ends: Vec::new(),
            undecided: Vec::new(),
            looking: FxHashMap::default(),
            steps: 0,
            bytes: 0,
            words: 0,
            states: 0,
            ended: None,
        },
    };
    let done = explorer.all();
    *effort = Effort {
        states: explorer.states.len(),
        ways: explorer.found.graph.ways(),
        steps: explorer.found.steps,
        words: explorer.found.words(),
        bytes: explorer.bytes(),
    };
    done?;
    let Explorer { mut found, too_many, .. } = explorer;
    found.states = effort.states;
    found.bytes = effort.bytes;
    found.ended = found.ended.or(too_many.then_some(EndedFirst::Ways));
    Ok(found)
}

impl Explorer<'_> {
    fn all(&mut self) -> Result<(), Refusal> {
        // The beginning is a state of its own: number 0.
        self.states.push(Box::from([]));
        self.likely.push(1.0);
        let begun = self.begin();
        let mut ways = Vec::new();
        match self.follow(begun, LOOKS, &mut ways) {
            Ok(()) => self.chance(0, &mut ways),
            Err(Halt::Budget) => {}
            Err(Halt::Refused(refusal)) => return Err(refusal),
        }
        while let Some(Open { likely, state }) = self.open.pop() {
            // Noted again with more since.
            if self.likely[state as usize] > likely || self.likely[state as usize] < 0.0 {
                continue;
            }
            if self.states.len() > self.case.budget.states {
                self.found.ended.get_or_insert(EndedFirst::States);
                break;
            }
            if self.spent() {
                break;
            }
            let gone_on = self.from(state);
            self.held = 0;
            match gone_on {
                Ok(()) | Err(Halt::Budget) => {}
                Err(Halt::Refused(refusal)) => return Err(refusal),
            }
        }
        Ok(())
    }

    /// Whether a budget has ended; that one is remembered.
    fn spent(&mut self) -> bool {
        let budget = self.case.budget;
        let ended = if self.found.steps > budget.steps {
            EndedFirst::Steps
        } else if self.found.words() > budget.words {
            EndedFirst::Words
        } else if self.bytes() > budget.bytes {
            EndedFirst::Bytes
        } else {
            return false;
        };
        self.found.ended.get_or_insert(ended);
        true
    }

    /// The memory that is taken, about.
    fn bytes(&self) -> usize {
        // A key and its number in a table that is half empty at times, the copy, how likely it is.
        let each = 3 * (size_of::<Box<[u8]>>() + size_of::<u32>()) + size_of::<Box<[u8]>>() + size_of::<f64>();
        let open = self.open.len() * size_of::<Open>();
        self.written
            + self.states.len() * each
            + open
            + self.found.graph.bytes()
            + self.found.weights.bytes()
            + self.ways.bytes()
            + self.store.bytes()
            + self.held
            + self.ended
    }

    /// What the ways of a question may take.
    fn most(&self) -> Most {
        let budget = self.case.budget;
        let words = budget.words.saturating_sub(self.found.words);
        Most { ways: budget.states, words, bytes: budget.bytes.saturating_sub(self.bytes()) }
    }

    /// A question has too many ways, or they take too much.
    fn too_many(&mut self, why: TooMany) -> Halt {
        match why {
            TooMany::Ways => self.too_many = true,
            TooMany::Words => drop(self.found.ended.get_or_insert(EndedFirst::Words)),
            TooMany::Bytes => drop(self.found.ended.get_or_insert(EndedFirst::Bytes)),
        }
        Halt::Budget
    }

    /// A copy of a run was made.
    fn hold(&mut self, size: usize) {
        self.held += size;
        self.found.words += size as u64 / 8;
    }

    /// Goes on from a state.
    fn from(&mut self, state: u32) -> Result<(), Halt> {
        let bytes = std::mem::take(&mut self.states[state as usize]);
        self.written = self.written.saturating_sub(bytes.len());
        self.found.words += bytes.len() as u64 / 8;
        let Some(mut run) = copy::read(&bytes, &self.store, &mut self.buffers) else { return Err(Halt::Budget) };
        let mut ways = Vec::new();
        let begin = match run.machine.pending.clone() {
            Some(Request::Choose { label, by, candidates }) if self.way(label, &by) != Some(&Way::Random) => {
                return self.choice(state, &run, (label, &by, &candidates));
            }
            Some(request) => Step::Ask(request),
            None => {
                let step = run.machine.go_on(&self.case.setting);
                self.count(&mut run);
                step
            }
        };
        let going = Going { run, step: begin, weight: WeightId::ONE, looks: 0 };
        let mut open = Vec::new();
        self.fork(going, &mut open)?;
        for going in open {
            self.follow(going, LOOKS, &mut ways)?;
        }
        self.chance(state, &mut ways);
        Ok(())
    }

    /// From `state` it goes on by chance.
    fn chance(&mut self, state: u32, ways: &mut Vec<(Target, WeightId)>) {
        let likely = std::mem::replace(&mut self.likely[state as usize], -1.0);
        for (target, weight) in ways.iter() {
            let part = likely * self.found.weights.approximate(*weight);
            self.arrive(*target, part);
        }
        self.found.graph.chance(&mut self.found.weights, state, ways.drain(..));
    }

    /// So likely is it to come to a target, besides what was known.
    fn arrive(&mut self, target: Target, part: f64) {
        if let Some(state) = target.as_state()
            && let Some(likely) = self.likely.get_mut(state as usize)
            && *likely >= 0.0
        {
            *likely += part;
            self.open.push(Open { likely: *likely, state });
        }
    }

    /// In `state` a player chooses.
    fn choice(
        &mut self,
        state: u32,
        run: &Run,
        (label, by, candidates): (NameId, &Value, &[Value]),
    ) -> Result<(), Halt> {
        let mut targets: Vec<Target> = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            self.hold(size(run));
            let going = self.answered(run.clone(), Answer::Values(vec![candidate.clone()]), WeightId::ONE, LOOKS);
            let mut ways = Vec::new();
            // Each candidate leads to one place, so that they can be compared: no look at dice is followed.
            self.follow(going, 0, &mut ways)?;
            targets.extend(ways.first().map(|(target, _)| *target));
        }
        let pick = match self.way(label, by) {
            Some(Way::Highest(worth)) => Pick::Highest(u32::try_from(*worth).unwrap_or(u32::MAX)),
            Some(Way::Lowest(worth)) => Pick::Lowest(u32::try_from(*worth).unwrap_or(u32::MAX)),
            _ if targets.iter().all(|target| Some(target) == targets.first()) => {
                let mut ways = targets.first().map(|target| (*target, WeightId::ONE)).into_iter().collect();
                self.chance(state, &mut ways);
                return Ok(());
            }
            _ => {
                let candidates = candidates.to_vec();
                let point = self.point(run);
                let by = by.clone();
                self.found.undecided.push(Undecided { state, label, by, candidates, point });
                Pick::Open
            }
        };
        if pick != Pick::Open {
            self.found.looking.insert(state, label);
        }
        let likely = std::mem::replace(&mut self.likely[state as usize], -1.0);
        for target in &targets {
            self.arrive(*target, likely);
        }
        self.found.graph.choice(state, pick, targets);
        Ok(())
    }

    /// The statement at which a run stands.
    fn point(&self, run: &Run) -> PointId {
        run.machine.op(self.case.setting.program()).map_or(PointId(0), |op| op.point)
    }

    /// How the choices of that name are made.
    fn way(&self, label: NameId, by: &Value) -> Option<&Way> {
        let made = |policy: &&super::Policy| policy.label == label && policy.by.as_ref().is_none_or(|only| only == by);
        // One for this player goes before one for all.
        let first = self.case.policies.iter().filter(made).min_by_key(|policy| policy.by.is_none());
        first.map(|policy| &policy.way)
    }

    fn count(&mut self, run: &mut Run) {
        self.found.steps = self.found.steps.saturating_add(run.machine.steps);
        run.machine.steps = 0;
    }

    /// Goes on until a question that is a state of its own, or an end; what is found comes to `ways`.
    fn follow(&mut self, going: Going, looks: u32, ways: &mut Vec<(Target, WeightId)>) -> Result<(), Halt> {
        let mut open = vec![going];
        while let Some(mut going) = open.pop() {
            if self.spent() {
                return Err(Halt::Budget);
            }
            match &going.step {
                Step::Ended(ended) => match ended {
                    Ended::Done(outputs) => {
                        let outputs = outputs.clone();
                        if going.run.step + 1 < self.case.open.steps.len() {
                            going.run.step += 1;
                            open.push(self.next_step(going));
                        } else {
                            let ending = outcome::ending(self.case, &going.run, &outputs);
                            ways.push((self.end(ending), going.weight));
                        }
                    }
                    Ended::Refused(point) => ways.push((self.end(Ending::Refused(*point)), going.weight)),
                    Ended::Over(_) if self.case.outlasts_the_game() => {
                        let ending = outcome::ending(self.case, &going.run, &[]);
                        ways.push((self.end(ending), going.weight));
                    }
                    Ended::Over(end) => ways.push((self.end(Ending::Over(*end)), going.weight)),
                    other => return Err(Refusal::Ended(Box::new(other.clone())).into()),
                },
                Step::Ask(Request::Choose { label, by, candidates }) => {
                    let chosen = match self.way(*label, by) {
                        Some(Way::First) => candidates.first(),
                        Some(Way::Last) => candidates.last(),
                        Some(Way::Always(value)) => {
                            let named = |candidate: &&Value| *candidate == value;
                            let found = candidates.iter().find(named);
                            if found.is_none() {
                                return Err(Refusal::NoCandidate {
                                    label: *label,
                                    wanted: value.clone(),
                                    candidates: candidates.clone(),
                                    point: self.point(&going.run),
                                }
                                .into());
                            }
                            found
                        }
                        _ => None,
                    };
                    match chosen.cloned() {
                        Some(chosen) => {
                            let Going { run, weight, looks, .. } = going;
                            open.push(self.answered(run, Answer::Values(vec![chosen]), weight, looks));
                        }
                        None => ways.push((self.intern(going.run), going.weight)),
                    }
                }
                Step::Look(_) if going.looks < looks => self.fork(going, &mut open)?,
                Step::Ask(_) | Step::Look(_) => ways.push((self.intern(going.run), going.weight)),
            }
        }
        Ok(())
    }

    /// All ways that chance can go on from a question.
    fn fork(&mut self, going: Going, open: &mut Vec<Going>) -> Result<(), Halt> {
        let Going { mut run, step, weight, looks } = going;
        match step {
            Step::Ask(Request::Roll { sides, .. }) => {
                if let Some(step) = run.machine.leave(&self.case.setting) {
                    self.count(&mut run);
                    open.push(Going { run, step, weight, looks });
                    return Ok(());
                }
                let each = self.found.weights.intern(&1u32.into(), &sides.into());
                let weight = self.found.weights.product(weight, each);
                let size = size(&run);
                let mut copies = Copies::new(run, sides as usize);
                for face in 1..=sides {
                    if self.spent() {
                        return Err(Halt::Budget);
                    }
                    self.hold(size);
                    let Some(run) = copies.next(&mut self.buffers) else { break };
                    open.push(self.answered(run, Answer::Faces(vec![face]), weight, looks));
                }
            }
            Step::Ask(Request::Draw { count, from, .. }) => {
                let most = self.most();
                let all = ways::draws(&mut self.found.weights, &from, count, most);
                let all = all.map_err(|why| self.too_many(why))?;
                let size = size(&run) + count as usize * size_of::<Value>();
                let mut copies = Copies::new(run, all.len());
                for (drawn, part) in all {
                    if self.spent() {
                        return Err(Halt::Budget);
                    }
                    self.hold(size);
                    let Some(run) = copies.next(&mut self.buffers) else { break };
                    let weight = self.found.weights.product(weight, part);
                    open.push(self.answered(run, Answer::Values(drawn), weight, looks));
                }
            }
            Step::Ask(Request::Pick { candidates, .. } | Request::Choose { candidates, .. }) => {
                let all = ways::one_of(&mut self.found.weights, &candidates);
                let size = size(&run);
                let mut copies = Copies::new(run, all.len());
                for (picked, part) in all {
                    if self.spent() {
                        return Err(Halt::Budget);
                    }
                    self.hold(size);
                    let Some(run) = copies.next(&mut self.buffers) else { break };
                    let weight = self.found.weights.product(weight, part);
                    open.push(self.answered(run, Answer::Values(vec![picked]), weight, looks));
                }
            }
            Step::Look(look) => self.look(run, &look, (weight, looks), open)?,
            Step::Ended(_) => open.push(Going { run, step, weight, looks }),
        }
        Ok(())
    }

    fn look(
        &mut self,
        run: Run,
        look: &Look,
        (weight, looks): (WeightId, u32),
        open: &mut Vec<Going>,
    ) -> Result<(), Halt> {
        let pool = run.machine.pool(look.pool).and_then(|pool| pool.parts.get(look.part));
        let dice = pool.map_or(0, |(_, dice)| *dice);
        let faces: Vec<usize> = look.into.iter().map(|faces| faces.len()).collect();
        let most = self.most();
        let falls = self.ways.falls(&mut self.found.weights, faces, dice, most);
        let falls = falls.map_err(|why| self.too_many(why))?;
        let size = size(&run);
        let mut copies = Copies::new(run, falls.len());
        for (fallen, part) in falls.iter() {
            if self.spent() {
                return Err(Halt::Budget);
            }
            self.hold(size);
            let Some(mut run) = copies.next(&mut self.buffers) else { break };
            let weight = self.found.weights.product(weight, *part);
            let step = run.machine.look(&self.case.setting, look, fallen);
            self.count(&mut run);
            open.push(Going { run, step, weight, looks: looks + 1 });
        }
        Ok(())
    }

    fn answered(&mut self, mut run: Run, answer: Answer, weight: WeightId, looks: u32) -> Going {
        let step = run.machine.resume(&self.case.setting, answer);
        self.count(&mut run);
        Going { run, step, weight, looks }
    }

    /// The first step of the case.
    fn begin(&mut self) -> Going {
        let open = self.case.open;
        let asked = self.case.of.iter().filter_map(|asked| match asked {
            Asked::Field(entity, _) => Some(Value::Entity(*entity)),
            _ => None,
        });
        let args = open.steps.iter().flat_map(|step| step.args.iter().cloned());
        let run = Run {
            step: 0,
            machine: Machine::new(open.start.world.clone()),
            asked: Arc::new(asked.collect()),
            args: Arc::new(args.collect()),
        };
        let step = Step::Ended(Ended::Done(Vec::new()));
        self.next_step(Going { run, step, weight: WeightId::ONE, looks: 0 })
    }

    /// Begins the step at which the run now is, in the world that the one before has left.
    fn next_step(&mut self, going: Going) -> Going {
        let Going { mut run, weight, looks, .. } = going;
        let Some(step) = self.case.open.steps.get(run.step) else {
            return Going { run, step: Step::Ended(Ended::Done(Vec::new())), weight, looks };
        };
        let (args, later) = run.args.split_at(step.args.len().min(run.args.len()));
        let (args, later) = (args.to_vec(), later.to_vec());
        run.args = Arc::new(later);
        let mut world = std::mem::take(&mut run.machine.world);
        let next = match step.callee {
            Callee::Procedure(procedure) => {
                let (machine, step) = Machine::start(&self.case.setting, world, procedure, args);
                run.machine = machine;
                step
            }
            Callee::Function(_) => {
                let (ended, steps) = run_function(&self.case.setting, &mut world, step.callee, args, &mut Nobody);
                run.machine = Machine::new(world);
                run.machine.steps = steps;
                Step::Ended(ended)
            }
        };
        self.count(&mut run);
        Going { run, step: next, weight, looks }
    }

    fn intern(&mut self, run: Run) -> Target {
        let key = self.encoder.key(&run, &self.store);
        self.found.words += key.len() as u64 / 8 + 1;
        if let Some(number) = self.numbers.get(key) {
            self.buffers.keep(run);
            return Target::state(*number);
        }
        let key: Box<[u8]> = Box::from(key);
        copy::write(&run, &mut self.store, &mut self.bytes);
        self.buffers.keep(run);
        let copy: Box<[u8]> = Box::from(self.bytes.as_slice());
        let number = u32::try_from(self.states.len()).unwrap_or(u32::MAX);
        self.written += key.len() + copy.len();
        self.found.words += copy.len() as u64 / 8;
        self.states.push(copy);
        self.numbers.insert(key, number);
        self.likely.push(0.0);
        Target::state(number)
    }

    fn end(&mut self, ending: Ending) -> Target {
        if let Some(number) = self.ends.get(&ending) {
            return Target::end(*number);
        }
        let number = u32::try_from(self.found.ends.len()).unwrap_or(u32::MAX);
        let values = if let Ending::Values(values) = &ending { values.len() } else { 0 };
        // In the list and in the table, which is half empty at times.
        self.ended += 3 * (size_of::<Ending>() + size_of::<u32>()) + 2 * values * size_of::<Value>();
        self.found.ends.push(ending.clone());
        self.ends.insert(ending, number);
        Target::end(number)
    }
}
