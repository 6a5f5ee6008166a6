//! Seeded runs, many of them: what they come to, how often, and how sure that is. For what exact odds cannot finish.
//!
//! Each run has a seed of its own, the next number; so the same runs come to the same whatever the number of cores, and each can be
//! played again by its seed. Dice, draws and picks come from it, and choices that no policy makes.

mod chance;
mod figures;

use std::collections::{BTreeMap, BTreeSet};

pub use figures::{Figures, NORMAL_95, PERCENTILES, interval};

use super::coverage::Reached;
use super::machine::{Chance, Ended, Seeded, Telling, World, run_counted, run_told};
use super::odds::{Asked, Case, Ending, Outcome, Ratio, Way};
use super::program::{NameId, PointId};
use super::value::Value;
use crate::beside;
use chance::Decided;

/// So many runs are made one behind the other.
const BLOCK: u64 = 8;

/// So many blocks are made before it is told for the first time how far the runs are; later never fewer, so that each core has some.
const FIRST_BATCH: u64 = 4;
/// After that as many as take about so many steps of logic: less than a second. By steps, so that what is cut off depends on no
/// clock.
const STEPS_OF_A_BATCH: u64 = 10_000_000;
/// But not more than this.
const MOST_OF_A_BATCH: u64 = 4096;

/// Which runs are made.
#[derive(Clone, Copy, Debug)]
pub struct Runs {
    /// The seed of the first; each has the next number.
    pub seed: u64,
    /// How many.
    pub count: u64,
    /// In so many threads.
    pub threads: usize,
    /// Whether it is found what took effect in each, which takes several times as long.
    pub are_watched: bool,
}

/// What runs came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// How many runs there were.
    pub runs: u64,
    /// Their outcomes, in the order of their values; refusals last.
    pub outcomes: Vec<Seen>,
    /// Steps of all runs.
    pub steps: u64,
    /// In how many runs what took effect, where they were watched.
    pub reached: Option<Reached>,
}

/// An outcome of runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How the runs ended.
    pub ending: Ending,
    /// How many did.
    pub count: u64,
    /// The seed of the first that did.
    pub seed: u64,
}

/// Why there is nothing to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// A run ended badly: undetermined, or with a mistake. Never `Done`, never `Refused`.
    Ended {
        /// The seed of the run.
        seed: u64,
        /// How it ended.
        ended: Box<Ended>,
    },
    /// A policy looks for the best choice, which single runs cannot.
    Best(NameId),
}

impl Simulated {
    /// The outcomes with the share of the runs that each has.
    pub fn shares(&self) -> Vec<Outcome> {
        let share = |seen: &Seen| Ratio::new(seen.count.into(), self.runs.into());
        self.outcomes.iter().map(|seen| Outcome { ending: seen.ending.clone(), probability: share(seen) }).collect()
    }

    /// How many runs a share of them is.
    pub fn count(&self, share: &Ratio) -> u64 {
        let counted = share.numerator() * self.runs / share.denominator();
        counted.try_into().unwrap_or(self.runs)
    }

    /// The mean and the percentiles of what was asked there; nothing where it is no number.
    pub fn figures(&self, asked: usize) -> Option<Figures> {
        Figures::of(&self.outcomes, asked)
    }
}

/// Runs a case so many times. `going` is told how many runs there were and what steps they took since it was last told; when it
/// says no, the runs so far are all.
pub fn simulate(case: &Case<'_>, runs: Runs, going: &mut dyn FnMut(u64, u64) -> bool) -> Result<Simulated, Broken> {
    if let Some(policy) = case.policies.iter().find(|policy| matches!(policy.way, Way::Highest(_) | Way::Lowest(_))) {
        return Err(Broken::Best(policy.label));
    }
    let mut all = Tally::of_none(case, runs);
    let (mut done, mut batch) = (0, FIRST_BATCH);
    while done < runs.count {
        let end = runs.count.min(done + BLOCK * batch);
        let blocks: Vec<(u64, u64)> = (done..end)
            .step_by(usize::try_from(BLOCK).unwrap_or(1))
            .map(|from| (from, end.min(from + BLOCK)))
            .collect();
        let before = all.steps;
        for block in beside::each(&blocks, runs.threads, |(from, to)| Tally::of(case, runs, *from..*to)) {
            all.join(block?);
        }
        done = end;
        let steps = all.steps - before;
        if !going(done, steps) {
            break;
        }
        batch = if steps < STEPS_OF_A_BATCH { (batch * 2).min(MOST_OF_A_BATCH) } else { (batch / 2).max(FIRST_BATCH) };
    }
    let outcomes = all.outcomes.into_iter().map(|(ending, (count, first))| Seen { ending, count, seed: first });
    Ok(Simulated { runs: done, outcomes: outcomes.collect(), steps: all.steps, reached: all.reached })
}

/// What some runs came to: of each ending how many, and the first seed.
struct Tally {
    outcomes: BTreeMap<Ending, (u64, u64)>,
    steps: u64,
    reached: Option<Reached>,
}

impl Tally {
    fn of_none(case: &Case<'_>, runs: Runs) -> Self {
        let reached = runs.are_watched.then(|| Reached::nothing(case.setting.program()));
        Self { outcomes: BTreeMap::new(), steps: 0, reached }
    }

    fn of(case: &Case<'_>, runs: Runs, some: std::ops::Range<u64>) -> Result<Self, Broken> {
        let mut tally = Self::of_none(case, runs);
        for run in some {
            let seed = runs.seed.wrapping_add(run);
            let mut hit = tally.reached.as_ref().map(|_| BTreeSet::new());
            match once(case, seed, &mut tally.steps, hit.as_mut()) {
                Ok(ending) => tally.outcomes.entry(ending).or_insert((0, seed)).0 += 1,
                Err(ended) => return Err(Broken::Ended { seed, ended }),
            }
            if let (Some(reached), Some(hit)) = (&mut tally.reached, &hit) {
                reached.add(case.setting.program(), hit);
            }
        }
        Ok(tally)
    }

    /// Those of later runs too.
    fn join(&mut self, later: Self) {
        self.steps = self.steps.saturating_add(later.steps);
        for (ending, (count, seed)) in later.outcomes {
            self.outcomes.entry(ending).or_insert((0, seed)).0 += count;
        }
        if let (Some(reached), Some(later)) = (&mut self.reached, &later.reached) {
            reached.join(later);
        }
    }
}

/// What took effect is found, and nothing told of it.
const UNTOLD: Telling = Telling::Played { reasons_from: usize::MAX };

/// One run from its beginning to its end; `hit` gathers what took effect.
fn once(
    case: &Case<'_>,
    seed: u64,
    steps: &mut u64,
    mut hit: Option<&mut BTreeSet<PointId>>,
) -> Result<Ending, Box<Ended>> {
    let mut world = case.open.start.world.clone();
    let mut seeded = Seeded::new(seed);
    let mut outputs = Vec::new();
    for step in &case.open.steps {
        let (setting, args) = (&case.setting, step.args.clone());
        let mut decided = Decided { case, seeded: &mut seeded };
        let chance: &mut dyn Chance = if case.policies.is_empty() { decided.seeded } else { &mut decided };
        let (ended, taken) = if let Some(hit) = &mut hit {
            let (ended, recording) = run_told(setting, &mut world, step.callee, args, chance, UNTOLD);
            hit.extend(recording.hit);
            (ended, recording.steps)
        } else {
            run_counted(setting, &mut world, step.callee, args, chance)
        };
        *steps = steps.saturating_add(taken);
        match ended {
            Ended::Done(values) => outputs = values,
            Ended::Refused(point) => return Ok(Ending::Refused(point)),
            // What states and things have at the end tells more than that there was one.
            Ended::Over(_) if case.outlasts_the_game() => break,
            Ended::Over(end) => return Ok(Ending::Over(end)),
            bad => return Err(Box::new(bad)),
        }
    }
    Ok(Ending::Values(case.of.iter().map(|asked| value(asked, &outputs, &world)).collect()))
}

/// What is asked, at the end of a run; a thing that is gone, and a state without a value, is `none`.
fn value(asked: &Asked, outputs: &[Value], world: &World) -> Value {
    let found = match asked {
        Asked::Output(at) => outputs.get(*at),
        Asked::State(state) => world.states.get(state.index()).and_then(Option::as_ref),
        Asked::Field(thing, field) => world.thing(*thing).and_then(|thing| thing.fields.get(usize::from(*field))),
    };
    found.cloned().unwrap_or(Value::None)
}
