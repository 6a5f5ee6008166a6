//! Exact odds: every way that chance can go, by the machine that runs the examples.
//!
//! [`odds`] runs a case with its dice left open. At each question to chance the run forks; what no later step can look at is
//! dropped, and runs that are in the same state go on as one. What is left is a graph of states, which is solved exactly.
//!
//! ```text
//! Case ──► explore: states and ways between them ──► solve ──► Odds
//!            │  flow: what can still be looked at        numbers of any size, reduced at the end
//!            └─ machine: from one question to the next
//! ```

pub mod ask;
mod bisimulation;
mod ended_first;
mod explore;
mod find;
mod flow;
mod graph;
mod kept;
pub mod notation;
mod outcome;
mod ratio;
pub mod refusal;
pub mod rows;
pub mod shown;
mod signed;
mod solve;
mod state;
#[cfg(test)]
mod tests;
mod ways;
mod weight;

pub use super::limits::OddsBudget as Budget;
pub use ended_first::EndedFirst;
pub use find::{odds, odds_counted};
pub use ratio::Ratio;
pub use signed::Signed;

use crate::logic::example::Open;
use crate::logic::machine::{Ended, Setting};
use crate::logic::program::{NameId, PointId, StateId};
use crate::logic::value::{Entity, Value};

/// What the odds are asked of.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    /// What is run, from which state.
    pub open: &'a Open<'a>,
    /// Readings, assumptions and judgements.
    pub setting: Setting<'a>,
    /// What is asked; all outputs of the last step where this is empty.
    pub of: Vec<Asked>,
    /// Who chooses how.
    pub policies: Vec<Policy>,
    /// When to give up.
    pub budget: Budget,
}

impl Case<'_> {
    /// Whether all that is asked is there when the game is over, too: states and fields, but no output of what was broken off.
    pub fn outlasts_the_game(&self) -> bool {
        !self.of.is_empty() && self.of.iter().all(|asked| !matches!(asked, Asked::Output(_)))
    }
}

/// Something of which the odds are asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// An output of the last step, by its index there.
    Output(usize),
    /// A state at the end.
    State(StateId),
    /// A field of a thing at the end; `none` when it is gone.
    Field(Entity, u16),
}

/// How the choices of a name are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The name of the choice.
    pub label: NameId,
    /// Only those of this player.
    pub by: Option<Value>,
    /// How.
    pub way: Way,
}

/// How a choice is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Always this one; an error where it is no candidate.
    Always(Value),
    /// The first candidate, in the order in which the rule finds them.
    First,
    /// The last one.
    Last,
    /// Each candidate as likely.
    Random,
    /// So that the expected number is highest: what was asked, by its index in [`Case::of`]. `yes` counts 1, `no` and `none` 0.
    Highest(usize),
    /// So that it is lowest.
    Lowest(usize),
}

/// A step of the logic takes as long as so many words, about.
const WORDS_OF_A_STEP: u64 = 16;

/// How likely each outcome is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The outcomes, in the order of their values; refusals last. With what is unresolved and endless they add up to 1.
    pub outcomes: Vec<Outcome>,
    /// How likely it is that the budget ended first.
    pub unresolved: Ratio,
    /// How likely it is that the run never ends.
    pub endless: Ratio,
    /// What it took.
    pub effort: Effort,
    /// Which budget ended first; none where all is resolved.
    pub ended: Option<EndedFirst>,
}

/// An outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How the runs end.
    pub ending: Ending,
    /// How likely it is.
    pub probability: Ratio,
}

/// How runs end.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// With what was asked, in its order.
    Values(Vec<Value>),
    /// Refused: the point of the `require`.
    Refused(PointId),
    /// With the end of the game: its point.
    Over(PointId),
}

/// What it took to find the odds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// States that were told apart.
    pub states: usize,
    /// Ways from one to another.
    pub ways: usize,
    /// Steps of all runs.
    pub steps: u64,
    /// Words of long numbers and states.
    pub words: u64,
    /// Bytes that states and ways took, about.
    pub bytes: usize,
}

impl Effort {
    /// The same in steps of the logic, about: by those a whole command is measured.
    pub fn in_steps(&self) -> u64 {
        self.steps.saturating_add(self.words / WORDS_OF_A_STEP)
    }
}

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A choice matters and no policy makes it.
    Choice {
        /// Its name.
        label: NameId,
        /// Who chooses.
        by: Value,
        /// Between what.
        candidates: Vec<Value>,
        /// The statement.
        point: PointId,
    },
    /// A policy names what is no candidate.
    NoCandidate {
        /// The name of the choice.
        label: NameId,
        /// What the policy says.
        wanted: Value,
        /// Between what.
        candidates: Vec<Value>,
        /// The statement.
        point: PointId,
    },
    /// A policy looks for the highest or lowest, and the runs can come back to where they were.
    Cyclic {
        /// The name of the choice.
        label: NameId,
    },
    /// A policy looks for the highest or lowest of something that is no number.
    NoNumber {
        /// The name of the choice.
        label: NameId,
        /// What was found.
        value: Value,
    },
    /// A policy looks for the highest or lowest, and the budget ended before all was known.
    Unresolved {
        /// The name of the choice.
        label: NameId,
        /// Which budget that was.
        ended: EndedFirst,
    },
    /// A run that can happen ended badly: undetermined, or with a mistake. Never `Done`, never `Refused`.
    Ended(Box<Ended>),
}
